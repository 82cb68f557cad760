;;; From data to nodes, from which GENERATE makes forms of Common Lisp (Scheme's expander).
;;;
;;; Nodes are lists:
;;;     (:const OBJECT)  (:ref LOCAL)  (:global LOCATION)  (:set LOCAL NODE)  (:set-global LOCATION NODE)
;;;     (:define LOCATION NODE)
;;;     (:if TEST THEN ELSE)  (:or FIRST REST)  (:seq NODES)  (:call FUNCTION NODES POSITION)
;;;     (:lambda NAME LOCALS REST-LOCAL BODY POSITION)  (:cases NAME LAMBDAS)
;;;     (:let LOCALS NODES BODY)  (:letrec LOCALS NODES BODY), in order as of LETREC*
;;;     (:receive LOCALS REST-LOCAL NODE BODY)  (:lisp OPERATOR NODES), a call of a function of Common Lisp

(in-package "TESSERA-SCHEME")

(defvar *base* (make-environment "(scheme base) and all else")
  "The environment of all standard names, in which the expander looks up the names that it inserts into programs.")

(defmacro defcore (names (form scope) &body body)
  "Defines the core form NAMES, a string or a list of them: BODY returns the node of FORM in SCOPE."
  (let ((first (if (listp names) (first names) names)))
    `(let ((core (make-core ,first (lambda (,form ,scope) (declare (ignorable ,scope)) ,@body))))
       ,@(loop for name in (if (listp names) names (list names))
               collect `(setf (gethash (scheme-symbol ,name) (environment-table *base*)) core)))))

(defun core-id (name)
  "Returns an identifier that stands for the standard name NAME in all scopes."
  (make-alias (scheme-symbol name) *base*))

(defmacro core (name)
  "(core NAME): the identifier that stands for the standard name NAME in all scopes."
  `(load-time-value (core-id ,name)))

(defun standard-node (name)
  "Returns a reference to the standard procedure NAME."
  (list :global (standard-location name)))

(defun call-standard (name &rest nodes)
  "Returns the node of a call of the standard procedure NAME with NODES."
  (list :call (standard-node name) nodes *position*))

(defun unspecified-node ()
  "Returns the node of the unspecified object."
  (list :const *unspecified*))

(defun sequence-node (nodes)
  "Returns the node that evaluates NODES in order."
  (if (and nodes (null (cdr nodes))) (car nodes) (list :seq nodes)))

;;; Expressions.

(defun expand (form scope)
  "Returns the node of the expression FORM in SCOPE."
  (cond ((identifier-p form) (expand-reference form scope))
        ((consp form)
         (let ((*position* (form-position form)))
           (let ((meaning (and (identifier-p (car form)) (denotation (car form) scope))))
             (cond ((core-p meaning) (funcall (core-expander meaning) form scope))
                   ((macro-p meaning) (expand (transcribe form meaning scope) scope))
                   (t (expand-call form scope))))))
        ((null form) (syntax-failure form "() is not an expression; '() is the empty list"))
        ((alias-p form) (expand-reference form scope))
        (t (list :const (strip form)))))

(defun expand-all (forms scope)
  "Returns the list of the nodes of FORMS in SCOPE."
  (mapcar (lambda (form) (expand form scope)) forms))

(defun expand-reference (identifier scope)
  "Returns the node of the variable IDENTIFIER in SCOPE."
  (multiple-value-bind (meaning environment symbol) (denotation identifier scope)
    (cond ((null meaning) (list :global (reference-location environment symbol)))
          ((local-p meaning) (list :ref meaning))
          ((symbolp meaning) (list :global meaning))
          (t (syntax-failure identifier "the keyword ~A is used as a variable" (identifier-name identifier))))))

(defun expand-call (form scope)
  "Returns the node of FORM, a procedure call, in SCOPE."
  (unless (list-p form) (syntax-failure form "the call is not a proper list"))
  (let ((position *position*) (function (expand (car form) scope)) (arguments (expand-all (cdr form) scope)))
    (if (and (eq (car function) :lambda) (null (fourth function)) (= (length (third function)) (length arguments)))
        (list :let (third function) arguments (fifth function))
        (list :call function arguments position))))

(defcore "quote" (form scope)
  (check-form form 1)
  (list :const (strip (cadr form))))

(defcore "if" (form scope)
  (check-form form 2 3)
  (list :if (expand (second form) scope) (expand (third form) scope)
        (if (cdddr form) (expand (fourth form) scope) (unspecified-node))))

(defcore "set!" (form scope)
  (check-form form 2)
  (unless (identifier-p (second form)) (syntax-failure form "set! takes a variable, not ~A" (object-text (strip (second form)))))
  (let ((value (expand (third form) scope)))
    (multiple-value-bind (meaning environment symbol) (denotation (second form) scope)
      (cond ((null meaning) (set-location (reference-location environment symbol) value))
            ((local-p meaning) (setf (local-assigned meaning) t) (list :set meaning value))
            ((not (symbolp meaning)) (syntax-failure form "set! takes a variable, not the keyword ~A" (identifier-name (second form))))
            ((own-location-p meaning (scope-environment scope)) (set-location meaning value))
            ((environment-package (scope-environment scope))
             (set-location (own-copy (second form) (scope-environment scope)) value))
            (t (syntax-failure form "set! cannot change ~A, which is imported" (identifier-name (second form))))))))

(defun set-location (location value)
  "Returns the node that assigns VALUE, a node, to LOCATION."
  (make-assignable location)
  (list :set-global location value))

(defun own-copy (identifier environment)
  "Returns the location of a variable of ENVIRONMENT, the toplevel of a prompt or a program without imports. Its first
value is that of the imported IDENTIFIER."
  (let ((old (denotation identifier environment)) (new (define-location identifier environment)))
    (define-global new (symbol-value old))
    new))

(defun parse-formals (formals form scope)
  "Returns two values for the parameter list FORMALS, whose variables are bound in SCOPE: the list of the locals, and
the local of the rest or NIL."
  (let ((locals '()) (seen '()))
    (flet ((parameter (identifier)
             (unless (identifier-p identifier)
               (syntax-failure form "~A is not a parameter" (object-text (strip identifier))))
             (when (member identifier seen :test #'eq)
               (syntax-failure form "the parameter ~A stands twice" (identifier-name identifier)))
             (push identifier seen)
             (bind-local identifier scope)))
      (loop while (consp formals) do (push (parameter (pop formals)) locals))
      (values (nreverse locals) (and formals (parameter formals))))))

(defun expand-lambda (name formals body form scope)
  "Returns the node of a procedure NAME, a symbol or NIL."
  (let ((inner (make-scope scope)))
    (multiple-value-bind (locals rest) (parse-formals formals form inner)
      (list :lambda name locals rest (expand-body body form inner) *position*))))

(defcore ("lambda" "λ") (form scope)
  (check-form form 2 t)
  (expand-lambda nil (second form) (cddr form) form scope))

(defcore "case-lambda" (form scope)
  (check-form form 0 t)
  (list :cases nil (loop for clause in (cdr form)
                         do (unless (and (consp clause) (list-p (cdr clause)) (cdr clause))
                              (malformed form "clause" clause "(formals body ...)"))
                         collect (expand-lambda nil (car clause) (cdr clause) form scope))))

(defun named-node (node name)
  "Returns NODE. If it is a procedure without a name, its name becomes NAME, a symbol."
  (if (and (member (car node) '(:lambda :cases)) (null (second node)))
      (list* (car node) name (cddr node))
      node))

(defcore "begin" (form scope)
  (check-form form 0 t)
  (if (cdr form) (sequence-node (expand-all (cdr form) scope)) (unspecified-node)))

;;; Bodies. What they begin with is found out form by form, as macros may make definitions; expressions wait until all
;;; definitions are known.

(defun head-denotation (form scope)
  "Returns the denotation in SCOPE of the identifier at the head of FORM, or NIL if there is none."
  (and (consp form) (identifier-p (car form)) (denotation (car form) scope)))

(defun definition-target (form)
  "Returns two values of FORM, (define ...): the identifier, and the form for its value, or for a procedure a list
:LAMBDA, formals, body."
  (check-form form 1 t)
  (let ((target (second form)))
    (cond ((consp target)
           (let ((formals (cdr target)) (body (cddr form)))
             (loop while (consp (car target))      ; (define ((f x) y) ...)
                   do (setq body (list (list* (core "lambda") formals body))
                            formals (cdar target)
                            target (list (caar target))))
             (unless (identifier-p (car target)) (malformed form "name" (car target) "an identifier"))
             (unless body (syntax-failure form "the definition has no body"))
             (values (car target) (list :lambda formals body))))
          ((not (identifier-p target)) (malformed form "name" target "an identifier"))
          ((null (cddr form)) (values target (list :const *unspecified*)))
          (t (check-form form 2) (values target (third form))))))

(defun definition-value (value name form scope)
  "Returns the node of VALUE, which DEFINITION-TARGET has returned."
  (cond ((and (consp value) (eq (car value) :lambda)) (expand-lambda name (second value) (third value) form scope))
        ((and (consp value) (eq (car value) :const)) value)
        (t (named-node (expand value scope) name))))

(defun bind-definition (identifier scope form)
  "Binds IDENTIFIER, which FORM in a body defines, to a new local variable in SCOPE. Signals an error if it is bound
there already."
  (unless (identifier-p identifier) (syntax-failure form "~A is not an identifier" (object-text (strip identifier))))
  (when (assoc identifier (scope-bindings scope) :test #'eq)
    (syntax-failure form "~A is defined twice in one body" (identifier-name identifier)))
  (bind-local identifier scope))

(defun expand-body (forms form scope)
  "Returns the node of FORMS, the body of FORM, in SCOPE, to which its definitions are added."
  (unless (list-p forms) (syntax-failure form "the body is not a proper list"))
  (let ((scope (make-scope scope)) (items '()) (forms forms))
    ;; ITEMS, the last first: (LOCAL . FUNCTION), where FUNCTION makes the node; LOCAL is NIL for expressions
    (loop while forms
          do (let* ((one (pop forms)) (*position* (form-position one)) (meaning (head-denotation one scope)))
               (cond ((macro-p meaning) (push (transcribe one meaning scope) forms))
                     ((not (core-p meaning)) (push (deferred one scope) items))
                     (t (let ((definer (body-definer (core-name meaning))))
                          (if definer
                              (multiple-value-bind (more splice) (funcall definer one scope)
                                (setq forms (append splice forms)
                                      items (append (reverse more) items)))
                              (push (deferred one scope) items)))))))
    (setq items (nreverse items))
    (unless items (syntax-failure form "the body has no expression"))
    (unless (null (caar (last items)))
      (syntax-failure form "the body ends with a definition, not with an expression"))
    (let* ((last (position-if #'car items :from-end t))
           (definitions (and last (subseq items 0 (1+ last))))
           (body (sequence-node (loop for (nil . make) in (if last (nthcdr (1+ last) items) items) collect (funcall make)))))
      (if definitions
          (list :letrec
                (loop for (local) in definitions collect (or local (temporary "ignored")))
                (loop for (nil . make) in definitions collect (funcall make))
                body)
          body))))

(defun deferred (form scope)
  "Returns the item of a body for FORM, an expression, which will be expanded in SCOPE after all definitions are known."
  (let ((position *position*))
    (cons nil (lambda () (let ((*position* position)) (expand form scope))))))

(defvar *body-definers* '()
  "An alist: names of core forms that define within bodies, and functions of form and scope. They return items, and
forms with which the body continues.")

(defun body-definer (name)
  "Returns the function that the core form NAME has in bodies, or NIL."
  (cdr (assoc name *body-definers* :test #'string=)))

(defmacro defdefiner (name (form scope) &body body)
  "(defdefiner NAME (FORM SCOPE) form*): defines the core form NAME within bodies; see *BODY-DEFINERS*."
  `(setq *body-definers* (acons ,name (lambda (,form ,scope) (declare (ignorable ,scope)) ,@body)
                                (remove ,name *body-definers* :key #'car :test #'string=))))

(defdefiner "begin" (form scope)
  (check-form form 0 t)
  (values '() (cdr form)))

(defdefiner "define" (form scope)
  (multiple-value-bind (identifier value) (definition-target form)
    (let* ((local (bind-definition identifier scope form)) (position *position*))
      (list (cons local
                  (lambda () (let ((*position* position)) (definition-value value (base-symbol identifier) form scope))))))))

(defdefiner "define-syntax" (form scope)
  (check-form form 2)
  (bind-definition (second form) scope form)
  (let ((macro (keyword-meaning (third form) scope (second form))))
    (bind (second form) macro scope))
  '())

(defdefiner "define-values" (form scope)
  (check-form form 2)
  (let* ((position *position*) (formals (second form)) (locals '()) (rest nil))
    (loop while (consp formals)
          do (unless (identifier-p (car formals)) (malformed form "name" (car formals) "an identifier"))
             (push (bind-definition (pop formals) scope form) locals))
    (when formals
      (unless (identifier-p formals) (malformed form "name" formals "an identifier"))
      (setq rest (bind-definition formals scope form)))
    (setq locals (nreverse locals))
    (let ((all (append locals (and rest (list rest)))))
      (dolist (local all) (setf (local-assigned local) t))
      ;; the first takes the values and hands them on
      (append (loop for local in all collect (cons local (lambda () (list :const *unassigned*))))
              (list (cons (temporary "values")
                          (lambda () (let ((*position* position)) (receive-into all locals rest (expand (third form) scope))))))))))

(defun receive-into (all locals rest node)
  "Returns a node that assigns the values of NODE to ALL. LOCALS and REST are those of its parameter list."
  (let* ((temporaries (mapcar (lambda (local) (temporary (local-name local))) locals))
         (temporary-rest (and rest (temporary (local-name rest)))))
    (list :receive temporaries temporary-rest node
          (sequence-node (append (loop for local in all
                                       for from in (append temporaries (and temporary-rest (list temporary-rest)))
                                       collect (list :set local (list :ref from)))
                                 (list (unspecified-node)))))))

;;; Keywords.

(defun keyword-meaning (form scope name)
  "Returns the meaning of FORM, the right side of DEFINE-SYNTAX: a macro, or the denotation of the keyword that it
names."
  (unless (identifier-p name) (malformed form "keyword" name "an identifier"))
  (loop
    (if (identifier-p form)
        (let ((meaning (denotation form scope)))
          (return (if (or (core-p meaning) (macro-p meaning)) meaning (syntax-failure form "~A is not a keyword" (identifier-name form)))))
        (let ((head (head-denotation form scope)))
          (if (macro-p head)
              (setq form (transcribe form head scope))
              (return (parse-rules form scope (identifier-name name))))))))

(defun expand-let-syntax (form scope recursive)
  "Returns the node of FORM, LET-SYNTAX or if RECURSIVE LETREC-SYNTAX."
  (check-form form 2 t)
  (let ((inner (make-scope scope)))
    (unless (list-p (second form)) (syntax-failure form "the bindings are not a list"))
    (let ((meanings (loop for binding in (second form)
                          do (unless (and (eql (tessera::%proper-length binding) 2) (identifier-p (car binding)))
                               (malformed form "binding" binding "(keyword transformer)"))
                          collect (cons (car binding) (keyword-meaning (second binding) (if recursive inner scope) (car binding))))))
      (loop for (identifier . meaning) in meanings do (bind identifier meaning inner)))
    (expand-body (cddr form) form inner)))

(defcore "let-syntax" (form scope)
  (expand-let-syntax form scope nil))

(defcore "letrec-syntax" (form scope)
  (expand-let-syntax form scope t))

(macrolet ((refuse (&rest names)
             `(progn ,@(loop for name in names
                             collect `(defcore ,name (form scope) (syntax-failure form "~A stands where an expression should be" ,name))))))
  (refuse "define" "define-syntax" "define-values" "define-record-type" "import" "define-library"))

(macrolet ((auxiliary (&rest names)
             `(progn ,@(loop for name in names
                             collect `(defcore ,name (form scope) (syntax-failure form "~A stands outside of the form that it belongs to" ,name))))))
  (auxiliary "else" "=>" "..." "_" "unquote" "unquote-splicing" "syntax-rules" "<>" "<...>"))

(defcore "syntax-error" (form scope)
  (check-form form 1 t)
  (syntax-failure form "~A~{ ~A~}" (if (stringp (second form)) (second form) (object-text (strip (second form))))
                  (mapcar (lambda (irritant) (object-text (strip irritant))) (cddr form))))
