;;; The forms of the standard that are made of others (Scheme's expander).

(in-package "TESSERA-SCHEME")

;;; Tests and branches.

(defcore "and" (form scope)
  (check-form form 0 t)
  (labels ((all (forms)
             (cond ((null forms) (list :const t))
                   ((null (cdr forms)) (expand (car forms) scope))
                   (t (let ((first (expand (car forms) scope))) (list :if first (all (cdr forms)) (list :const 'false)))))))
    (all (cdr form))))

(defcore "or" (form scope)
  (check-form form 0 t)
  (labels ((any (forms)
             (cond ((null forms) (list :const 'false))
                   ((null (cdr forms)) (expand (car forms) scope))
                   (t (let ((first (expand (car forms) scope))) (list :or first (any (cdr forms))))))))
    (any (cdr form))))

(defcore "when" (form scope)
  (check-form form 2 t)
  (list :if (expand (second form) scope) (sequence-node (expand-all (cddr form) scope)) (unspecified-node)))

(defcore "unless" (form scope)
  (check-form form 2 t)
  (list :if (expand (second form) scope) (unspecified-node) (sequence-node (expand-all (cddr form) scope))))

(defun keyword-p (object scope name)
  "True if OBJECT is an identifier that stands for the core form NAME in SCOPE."
  (and (identifier-p object) (core-named-p object scope name)))

(defun expand-cond-clauses (clauses scope form otherwise)
  "Returns the node of CLAUSES of COND. OTHERWISE is the node for the case that none applies."
  (if (null clauses)
      otherwise
      (let ((clause (car clauses)))
        (unless (and (consp clause) (list-p clause)) (malformed form "clause" clause "(test expression ...)"))
        (cond ((keyword-p (car clause) scope "else")
               (when (or (cdr clauses) (null (cdr clause))) (syntax-failure form "else is not the last clause, or has no expressions"))
               (sequence-node (expand-all (cdr clause) scope)))
              ((null (cdr clause))
               (let ((test (expand (car clause) scope)))
                 (list :or test (expand-cond-clauses (cdr clauses) scope form otherwise))))
              ((keyword-p (cadr clause) scope "=>")
               (unless (and (cddr clause) (null (cdddr clause))) (syntax-failure form "=> takes one expression after it"))
               (let* ((value (temporary "value")) (test (expand (car clause) scope)) (receiver (expand (third clause) scope)))
                 (list :let (list value) (list test)
                       (list :if (list :ref value) (list :call receiver (list (list :ref value)) *position*)
                             (expand-cond-clauses (cdr clauses) scope form otherwise)))))
              (t (let ((test (expand (car clause) scope)) (body (sequence-node (expand-all (cdr clause) scope))))
                   (list :if test body (expand-cond-clauses (cdr clauses) scope form otherwise))))))))

(defcore "cond" (form scope)
  (check-form form 1 t)
  (expand-cond-clauses (cdr form) scope form (unspecified-node)))

(defcore "case" (form scope)
  (check-form form 2 t)
  (let ((key (temporary "key")))
    (labels ((body (clause)
               (cond ((keyword-p (cadr clause) scope "=>")
                      (unless (and (cddr clause) (null (cdddr clause))) (syntax-failure form "=> takes one expression after it"))
                      (list :call (expand (third clause) scope) (list (list :ref key)) *position*))
                     (t (sequence-node (expand-all (cdr clause) scope)))))
             (clauses (clauses)
               (if (null clauses)
                   (unspecified-node)
                   (let ((clause (car clauses)))
                     (unless (and (consp clause) (consp (cdr clause)) (list-p clause))
                       (malformed form "clause" clause "((datum ...) expression ...)"))
                     (cond ((keyword-p (car clause) scope "else")
                            (when (cdr clauses) (syntax-failure form "else is not the last clause"))
                            (body clause))
                           ((not (list-p (car clause))) (malformed form "clause" clause "((datum ...) expression ...)"))
                           (t (list :if (list :memv key (mapcar #'strip (car clause))) (body clause) (clauses (cdr clauses)))))))))
      (let ((key-node (expand (second form) scope)))
        (list :let (list key) (list key-node) (clauses (cddr form)))))))

;;; Bindings.

(defun parse-bindings (bindings form)
  "Returns two values: the identifiers and the forms of BINDINGS."
  (unless (list-p bindings) (syntax-failure form "the bindings are not a list"))
  (dolist (binding bindings)
    (unless (and (eql (tessera::%proper-length binding) 2) (identifier-p (car binding)))
      (malformed form "binding" binding "(variable expression)")))
  (values (mapcar #'first bindings) (mapcar #'second bindings)))

(defun check-distinct (identifiers form)
  "Signals an error about FORM if one of IDENTIFIERS stands in it twice."
  (loop for (identifier . more) on identifiers
        do (when (member identifier more :test #'eq)
             (syntax-failure form "~A is bound twice" (identifier-name identifier)))))

(defun named-nodes (identifiers forms scope)
  "Returns the nodes of FORMS in SCOPE; procedures among them get the names of IDENTIFIERS."
  (loop for identifier in identifiers
        for form in forms
        collect (named-node (expand form scope) (base-symbol identifier))))

(defcore "let" (form scope)
  (check-form form 2 t)
  (if (identifier-p (second form))
      (expand-named-let form scope)
      (multiple-value-bind (identifiers forms) (parse-bindings (second form) form)
        (check-distinct identifiers form)
        (let* ((nodes (named-nodes identifiers forms scope)) (inner (make-scope scope))
               (locals (mapcar (lambda (identifier) (bind-local identifier inner)) identifiers)))
          (list :let locals nodes (expand-body (cddr form) form inner))))))

(defun expand-named-let (form scope)
  "Returns the node of FORM, a LET with a name."
  (check-form form 3 t)
  (destructuring-bind (name bindings &rest body) (cdr form)
    (multiple-value-bind (identifiers forms) (parse-bindings bindings form)
      (let* ((nodes (expand-all forms scope)) (inner (make-scope scope)) (local (bind-local name inner)))
        (list :letrec (list local)
              (list (expand-lambda (base-symbol name) identifiers body form inner))
              (list :call (list :ref local) nodes *position*))))))

(defcore "let*" (form scope)
  (check-form form 2 t)
  (multiple-value-bind (identifiers forms) (parse-bindings (second form) form)
    (labels ((next (identifiers forms scope)
               (if (null identifiers)
                   (expand-body (cddr form) form scope)
                   (let* ((node (named-node (expand (car forms) scope) (base-symbol (car identifiers))))
                          (inner (make-scope scope))
                          (local (bind-local (car identifiers) inner)))
                     (list :let (list local) (list node) (next (cdr identifiers) (cdr forms) inner))))))
      (next identifiers forms scope))))

(defcore ("letrec" "letrec*") (form scope)
  (check-form form 2 t)
  (multiple-value-bind (identifiers forms) (parse-bindings (second form) form)
    (check-distinct identifiers form)
    (let* ((inner (make-scope scope))
           (locals (mapcar (lambda (identifier) (bind-local identifier inner)) identifiers))
           (nodes (named-nodes identifiers forms inner)))
      (list :letrec locals nodes (expand-body (cddr form) form inner)))))

(defun expand-receive (formals node body-of scope form)
  "Returns a node that binds FORMALS to the values of NODE in a scope within SCOPE; BODY-OF returns the body's node for
that."
  (let ((inner (make-scope scope)))
    (multiple-value-bind (locals rest) (parse-formals formals form inner)
      (list :receive locals rest node (funcall body-of inner)))))

(defcore "let*-values" (form scope)
  (check-form form 2 t)
  (labels ((next (bindings scope)
             (cond ((null bindings) (expand-body (cddr form) form scope))
                   ((eql (tessera::%proper-length (car bindings)) 2)
                    (expand-receive (caar bindings) (expand (cadar bindings) scope)
                                    (lambda (inner) (next (cdr bindings) inner)) scope form))
                   (t (malformed form "binding" (car bindings) "(formals expression)")))))
    (unless (list-p (second form)) (syntax-failure form "the bindings are not a list"))
    (next (second form) scope)))

(defcore "let-values" (form scope)
  (check-form form 2 t)
  (unless (list-p (second form)) (syntax-failure form "the bindings are not a list"))
  (let ((inner (make-scope scope)) (all '()))
    (dolist (binding (second form))
      (unless (eql (tessera::%proper-length binding) 2) (malformed form "binding" binding "(formals expression)"))
      (let ((node (expand (second binding) scope)) (formals (make-scope inner)))
        (multiple-value-bind (locals rest) (parse-formals (first binding) form formals)
          (loop for (identifier . local) in (scope-bindings formals)
                do (when (assoc identifier (scope-bindings inner) :test #'eq)
                     (syntax-failure form "~A is bound twice" (identifier-name identifier)))
                   (bind identifier local inner))
          (push (list locals rest node) all))))
    (let ((node (expand-body (cddr form) form inner)))
      (loop for (locals rest init) in all do (setq node (list :receive locals rest init node)))
      node)))

(defcore "receive" (form scope)
  (check-form form 3 t)
  (expand-receive (second form) (expand (third form) scope)
                  (lambda (inner) (expand-body (cdddr form) form inner)) scope form))

;;; Loops.

(defcore "do" (form scope)
  (check-form form 2 t)
  (destructuring-bind (bindings exit &rest body) (cdr form)
    (unless (and (list-p bindings) (consp exit) (list-p exit))
      (syntax-failure form "the syntax is (do ((variable init [step]) ...) (test expression ...) command ...)"))
    (dolist (binding bindings)
      (unless (and (member (tessera::%proper-length binding) '(2 3)) (identifier-p (car binding)))
        (malformed form "binding" binding "(variable init [step])")))
    (check-distinct (mapcar #'car bindings) form)
    (let* ((inits (named-nodes (mapcar #'first bindings) (mapcar #'second bindings) scope))
           (loop-local (temporary "do")) (inner (make-scope scope))
           (locals (loop for (identifier) in bindings collect (bind-local identifier inner)))
           (test (expand (car exit) inner))
           (results (if (cdr exit) (sequence-node (expand-all (cdr exit) inner)) (unspecified-node)))
           (steps (loop for (nil nil . step) in bindings
                        for local in locals
                        collect (if step (expand (car step) inner) (list :ref local))))
           (commands (expand-all body inner)))
      (list :letrec (list loop-local)
            (list (list :lambda (sym "do") locals nil
                        (list :if test results
                              (sequence-node (append commands (list (list :call (list :ref loop-local) steps *position*)))))
                        *position*))
            (list :call (list :ref loop-local) inits *position*)))))

;;; Quasiquotation.

(defcore "quasiquote" (form scope)
  (check-form form 1)
  (quasi (second form) 1 scope))

(defun constant-node-p (node)
  "True if NODE is a constant."
  (eq (car node) :const))

(defun quasi-cons (first rest)
  "Returns the node of a pair of the values of the nodes FIRST and REST; a constant if both are."
  (if (and (constant-node-p first) (constant-node-p rest))
      (list :const (cons (second first) (second rest)))
      (list :lisp 'cons (list first rest))))

(defun quasi-tagged (name operands depth scope)
  "Returns the node of (NAME . OPERANDS), where the operands are templates of DEPTH."
  (quasi-cons (list :const (scheme-symbol name)) (quasi operands depth scope)))

(defun quasi-spliced (splicing rest scope)
  "Returns the node of the lists of SPLICING, (unquote-splicing a ...), appended in front of the value of the node
REST."
  (check-form splicing 1 t)
  (let ((spliced (expand-all (cdr splicing) scope)))
    (if (and (constant-node-p rest) (null (second rest)) (null (cdr spliced)))
        (car spliced)
        (list :call (standard-node "append") (append spliced (list rest)) *position*))))

(defun quasi (template depth scope)
  "Returns the node of the datum that TEMPLATE, within DEPTH quasiquotations, makes."
  (cond ((simple-vector-p template)
         (let ((node (quasi (coerce template 'list) depth scope)))
           (if (constant-node-p node)
               (list :const (coerce (second node) 'simple-vector))
               (list :lisp 'list-to-vector (list node)))))
        ((atom template) (list :const (strip template)))
        ((keyword-p (car template) scope "unquote")
         (when (= depth 1) (check-form template 1))
         (if (= depth 1) (expand (second template) scope) (quasi-tagged "unquote" (cdr template) (1- depth) scope)))
        ((keyword-p (car template) scope "unquote-splicing")
         (when (= depth 1) (syntax-failure template "unquote-splicing outside of a list"))
         (quasi-tagged "unquote-splicing" (cdr template) (1- depth) scope))
        ((keyword-p (car template) scope "quasiquote")
         (quasi-tagged "quasiquote" (cdr template) (1+ depth) scope))
        ((and (consp (car template)) (keyword-p (caar template) scope "unquote-splicing"))
         (let ((rest (quasi (cdr template) depth scope)))
           (if (= depth 1)
               (quasi-spliced (car template) rest scope)
               (quasi-cons (quasi-tagged "unquote-splicing" (cdar template) (1- depth) scope) rest))))
        ((and (= depth 1) (consp (car template)) (keyword-p (caar template) scope "unquote") (list-p (car template)) (cddar template))
         (let ((rest (quasi (cdr template) depth scope)))        ; (unquote a b ...) puts each of them there
           (dolist (node (reverse (expand-all (cdar template) scope)) rest) (setq rest (quasi-cons node rest)))))
        (t (quasi-cons (quasi (car template) depth scope) (quasi (cdr template) depth scope)))))

;;; Promises, parameters, exceptions.

(defun thunk-node (node)
  "Returns the node of a procedure without a name and parameters that returns the value of NODE."
  (list :lambda nil '() nil node *position*))

(defcore "delay" (form scope)
  (check-form form 1)
  (list :lisp 'make-delayed (list (thunk-node (call-standard "make-promise" (expand (second form) scope))))))

(defcore ("delay-force" "make-lazy") (form scope)
  (check-form form 1)
  (list :lisp 'make-delayed (list (thunk-node (expand (second form) scope)))))

(defcore "parameterize" (form scope)
  (check-form form 2 t)
  (unless (and (list-p (second form)) (every (lambda (binding) (eql (tessera::%proper-length binding) 2)) (second form)))
    (malformed form "list of bindings" (second form) "((parameter value) ...)"))
  (list :lisp 'call-with-parameters
        (append (list (thunk-node (expand-body (cddr form) form (make-scope scope))))
                (loop for (parameter value) in (second form)
                      collect (expand parameter scope)
                      collect (expand value scope)))))

(defcore "guard" (form scope)
  (check-form form 2 t)
  (unless (and (consp (second form)) (identifier-p (car (second form))) (list-p (second form)))
    (syntax-failure form "the syntax is (guard (variable clause ...) body ...)"))
  (let* ((inner (make-scope scope)) (local (bind-local (car (second form)) inner)) (again (temporary "reraise"))
         (clauses (expand-cond-clauses (cdr (second form)) inner form
                                       (list :call (list :ref again) '() *position*))))
    (list :lisp (if (some (lambda (clause) (and (consp clause) (or (keyword-p (car clause) scope "else") (eq (car clause) t))))
                          (cdr (second form)))
                    'call-with-total-guard
                    'call-with-guard)
          (list (list :lambda (sym "guard") (list local again) nil clauses *position*)
                (thunk-node (expand-body (cddr form) form (make-scope scope)))))))

;;; CUT and CUTE (SRFI 26).

(defun expand-cut (form scope once)
  "Returns the node of FORM, a CUT, or if ONCE a CUTE, which evaluates its operands first."
  (check-form form 1 t)
  (let ((parameters '()) (operands '()) (bound '()) (rest nil))
    (loop for (part . more) on (cdr form)
          do (cond ((keyword-p part scope "<>")
                    (let ((local (temporary "slot"))) (push local parameters) (push (list :ref local) operands)))
                   ((keyword-p part scope "<...>")
                    (when more (syntax-failure form "<...> is not the last operand"))
                    (setq rest (temporary "rest")))
                   (once (let ((local (temporary "value")))
                           (push (cons local (expand part scope)) bound)
                           (push (list :ref local) operands)))
                   (t (push (expand part scope) operands))))
    (setq operands (nreverse operands))
    (let ((lambda-node (list :lambda nil (nreverse parameters) rest
                             (if rest
                                 (list :call (standard-node "apply") (append operands (list (list :ref rest))) *position*)
                                 (list :call (car operands) (cdr operands) *position*))
                             *position*)))
      (setq bound (nreverse bound))
      (if bound
          (list :let (mapcar #'car bound) (mapcar #'cdr bound) lambda-node)
          lambda-node))))

(defcore "cut" (form scope) (expand-cut form scope nil))
(defcore "cute" (form scope) (expand-cut form scope t))

(defcore "assert" (form scope)
  (check-form form 1 t)
  (list :if (expand (second form) scope) (unspecified-node)
        (list :lisp 'assertion-failed (list (list :const (strip (second form)))))))

;;; Streams (SRFI 41).

(defcore "stream-cons" (form scope)
  (check-form form 2)
  (list :lisp 'make-stream-pair (list (thunk-node (expand (second form) scope)) (thunk-node (expand (third form) scope)))))

(defcore "stream-lazy" (form scope)
  (check-form form 1)
  (list :lisp 'make-lazy-stream (list (thunk-node (expand (second form) scope)))))

(defcore "stream-delay" (form scope)
  (check-form form 1)
  (list :lisp 'make-lazy-stream (list (thunk-node (list :lisp 'make-eager-stream (list (expand (second form) scope)))))))

(defun stream-lambda-node (name formals body form scope)
  "Returns the node of a procedure NAME with FORMALS that returns the stream of BODY, which it evaluates lazily."
  (let ((node (expand-lambda name formals body form scope)))
    (setf (fifth node) (list :lisp 'make-lazy-stream (list (thunk-node (fifth node)))))
    node))

(defcore "stream-lambda" (form scope)
  (check-form form 2 t)
  (stream-lambda-node nil (second form) (cddr form) form scope))

(defcore "define-stream" (form scope) (syntax-failure form "define-stream stands where an expression should be"))

(defun stream-definition (form)
  "Returns FORM, (define-stream (name . formals) body ...), as a DEFINE."
  (check-form form 2 t)
  (unless (consp (second form)) (syntax-failure form "the syntax is (define-stream (name parameter ...) body ...)"))
  (list (core "define") (car (second form)) (list* (core "stream-lambda") (cdr (second form)) (cddr form))))

(defdefiner "define-stream" (form scope) (values '() (list (stream-definition form))))

;;; Records.

(defun record-definitions (form)
  "Returns FORM, (define-record-type ...), as a list of definitions."
  (check-form form 3 t)
  (destructuring-bind (type constructor predicate &rest fields) (cdr form)
    (let* ((type-name (if (consp type) (car type) type)) (fields (mapcar (lambda (field) (if (consp field) field (list field))) fields)))
      (unless (and (identifier-p type-name) (list-p fields)
                   (every (lambda (field) (and (list-p field) (<= (length field) 3) (every #'identifier-p field))) fields))
        (syntax-failure form "the syntax is (define-record-type name (constructor field ...) predicate field ...)"))
      (check-distinct (mapcar #'car fields) form)
      (let* ((record-type (make-record-class (identifier-name type-name) (mapcar (lambda (field) (identifier-name (car field))) fields))))
        (flet ((place (identifier)
                 (or (position identifier fields :key #'car :test #'eq)
                     (syntax-failure form "there is no field ~A" (identifier-name identifier))))
               (definition (name operation)
                 (list (core "define") name (list (core "%record-procedure") record-type operation (identifier-name name)))))
          (append (list (list (core "define") type-name (list (core "quote") record-type)))
                  (cond ((identifier-p constructor)
                         (list (definition constructor (list :constructor (loop for i below (length fields) collect i)))))
                        ((consp constructor)
                         (unless (and (list-p constructor) (every #'identifier-p constructor))
                           (malformed form "constructor" constructor "(name field ...)"))
                         (check-distinct (cdr constructor) form)
                         (list (definition (car constructor) (list :constructor (mapcar #'place (cdr constructor)))))))
                  (if (identifier-p predicate) (list (definition predicate '(:predicate))) '())
                  (loop for (nil accessor modifier) in fields
                        for i from 0
                        when accessor collect (definition accessor (list :accessor i))
                        when modifier collect (definition modifier (list :modifier i)))))))))

(defcore "%record-procedure" (form scope)
  (destructuring-bind (type (kind . operands) name) (cdr form)
    (let ((class (record-type-class type)) (count (length (record-type-fields type))) (symbol (scheme-symbol name))
          (record (temporary "record")) (value (temporary "value")))
      (ecase kind
        (:constructor
         (let ((locals (loop for place in (car operands) collect (cons place (temporary (nth place (record-type-fields type)))))))
           (list :lambda symbol (mapcar #'cdr locals) nil
                 (list :lisp 'tessera::%instance
                       (cons (list :const class)
                             (loop for i below count
                                   collect (let ((local (cdr (assoc i locals)))) (if local (list :ref local) (list :const 'false))))))
                 *position*)))
        (:predicate (list :lambda symbol (list record) nil (list :instance-p (list :ref record) class) *position*))
        (:accessor (list :lambda symbol (list record) nil
                         (list :record-ref (list :ref record) class (car operands) name) *position*))
        (:modifier (list :lambda symbol (list record value) nil
                         (list :record-set (list :ref record) class (car operands) name (list :ref value)) *position*))))))

(defdefiner "define-record-type" (form scope) (values '() (record-definitions form)))
