;;; The special operators of Arc (module arc): variables, functions, control, loops.
(in-package "TESSERA-ARC")

(define-operator "%lisp" (form environment lisp-form)
  lisp-form)

(define-operator "quote" (form environment object)
  `(quote ,object))

(define-operator "do" (form environment &rest forms)
  `(progn ,@(compile-body forms environment)))

(define-operator "if" (form environment &rest clauses)
  (compile-if clauses environment))

(defun compile-if (clauses environment)
  "Returns the form for (if test then test then ... [else])."
  (cond ((null clauses) nil)
        ((null (cdr clauses)) (compile-arc (car clauses) environment))
        (t `(if ,(compile-arc (car clauses) environment)
                ,(compile-arc (cadr clauses) environment)
                ,(compile-if (cddr clauses) environment)))))

(define-operator "and" (form environment &rest forms)
  `(and ,@(compile-all forms environment)))

(define-operator "or" (form environment &rest forms)
  `(or ,@(compile-all forms environment)))

;;; Quasiquote becomes calls, and they are compiled.

(define-operator "quasiquote" (form environment template)
  (compile-arc (template-form template 1) environment))

(define-operator "unquote" (form environment &rest operands)
  (malformed form "there is no quasiquote around it"))

(define-operator "unquote-splicing" (form environment &rest operands)
  (malformed form "there is no quasiquote around it"))

(defun prefixed-p (object operator)
  "True if OBJECT is (OPERATOR form)."
  (and (consp object) (eq (car object) operator) (consp (cdr object)) (null (cddr object))))

(defun template-form (template depth)
  "Returns the form of Arc that makes TEMPLATE, which stands within DEPTH quasiquotes."
  (flet ((deeper (by) (list :list `(quote ,(car template)) (template-form (cadr template) (+ depth by)))))
    (cond ((atom template) (if (or (null template) (not (symbolp template))) template `(quote ,template)))
          ((prefixed-p template 'arc::|unquote|) (if (= depth 1) (cadr template) (deeper -1)))
          ((prefixed-p template 'arc::|quasiquote|) (deeper 1))
          ((prefixed-p (car template) 'arc::|unquote-splicing|)
           (let ((rest (template-form (cdr template) depth)) (spliced (cadar template)))
             (cond ((> depth 1) (list :cons (list :list ''arc::|unquote-splicing| (template-form spliced (1- depth))) rest))
                   ((null rest) spliced)
                   (t (list :%append spliced rest)))))
          (t (list :cons (template-form (car template) depth) (template-form (cdr template) depth))))))

;;; Variables.

(define-operator "fn" (form environment parameters &rest body)
  (compile-function 'lambda nil parameters body environment))

(define-operator "afn" (form environment parameters &rest body)
  (compile-self-calling form 'arc::|self| parameters body environment))

(define-operator "rfn" (form environment name parameters &rest body)
  (unless (symbol-parameter-p name) (malformed form "~A cannot be a variable" name))
  (compile-self-calling form name parameters body environment))

(defun compile-self-calling (form name parameters body environment)
  "Returns the form for a function that calls itself by NAME."
  (let* ((lisp-name (local-function-name name))
         (definition (local-definition form lisp-name environment)))
    (if definition
        `(labels (,definition) (function ,lisp-name))
        (multiple-value-bind (variable inner) (bind name environment)
          `(let ((,variable nil))
             (setq ,variable ,(compile-function 'lambda nil parameters body inner)))))))

(define-operator "make-br-fn" (form environment body)
  (compile-function 'lambda nil '(arc::|_|) (list body) environment))

(define-operator "let" (form environment pattern value &rest body)
  (or (and (symbol-parameter-p pattern) (function-parts value environment)
           (compile-let-function pattern value body environment))
      (compile-let pattern (compile-arc value environment) body environment)))

(defun compile-let (pattern value body environment)
  "Returns the form that binds PATTERN to VALUE, a form of Common Lisp."
  (if (symbol-parameter-p pattern)
      (multiple-value-bind (name inner) (bind pattern environment)
        `(let ((,name ,value)) ,@(compile-body body inner)))
      (let ((whole (gensym)))
        (multiple-value-bind (bindings inner) (destructured pattern whole environment)
          `(let* ((,whole ,value) ,@bindings)
             ,@(compile-body body inner))))))

(defun compile-let-function (name value body environment)
  "Returns the form that binds NAME to a known function, or NIL if it is assigned."
  (let* ((lisp-name (if (function-calls-itself-p value environment) (make-symbol (symbol-name name)) (local-function-name name)))
         (definition (local-definition value lisp-name environment))
         (local (local name lisp-name t)))
    (and definition
         (while-unassigned (local)
           `(,(if (function-calls-itself-p value environment) 'labels 'flet) (,definition)
             ,@(compile-body body (cons local environment)))))))

(defun function-calls-itself-p (form environment)
  "True if FORM is a function with a name by which it calls itself."
  (nth-value 1 (function-parts form environment)))

(defun pairs (list form)
  "Returns LIST as a list of pairs; signals an error about FORM if its length is odd."
  (unless (and (tessera::%proper-length list) (evenp (length list)))
    (malformed form "names and values must come in pairs"))
  (loop for (name value) on list by #'cddr collect (list name value)))

(define-operator "with" (form environment bindings &rest body)
  (let ((pairs (pairs bindings form)))
    (check-distinct (mapcar #'first pairs))
    (compile-with pairs body environment environment '() '() '())))

(define-operator "withs" (form environment bindings &rest body)
  (labels ((nest (pairs)
             (destructuring-bind ((name value) . more) pairs
               (list* :let name value (if more (list (nest more)) body)))))
    (let ((pairs (pairs bindings form)))
      (if pairs
          (compile-arc (nest pairs) environment)
          `(progn ,@(compile-body body environment))))))

(defun compile-with (pairs body outer inner functions variables parts)
  "Returns the form that binds the rest of PAIRS in parallel. The values are evaluated in OUTER; INNER is the
environment of BODY so far. FUNCTIONS, VARIABLES and PARTS are bindings of LABELS, LET, and LET* within, in reverse."
  (if (null pairs)
      (let ((forms `(let* ,(reverse parts) ,@(compile-body body inner))))
        `(labels ,(reverse functions) (let ,(reverse variables) ,forms)))
      (destructuring-bind ((pattern value) . more) pairs
        (or (and (symbol-parameter-p pattern) (function-parts value outer)
                 (let* ((name (make-symbol (symbol-name pattern)))
                        (definition (local-definition value name outer))
                        (local (local pattern name t)))
                   (and definition
                        (while-unassigned (local)
                          (compile-with more body outer (cons local inner) (cons definition functions) variables parts)))))
            (let ((form (compile-arc value outer)))
              (if (symbol-parameter-p pattern)
                  (multiple-value-bind (name inner) (bind pattern inner)
                    (compile-with more body outer inner functions (cons (list name form) variables) parts))
                  (let ((whole (gensym)))
                    (multiple-value-bind (bindings inner) (destructured pattern whole inner)
                      (compile-with more body outer inner functions (cons (list whole form) variables) (append (reverse bindings) parts))))))))))

(define-operator "assign" (form environment variable value)
  (compile-assignment form variable (compile-arc value environment) environment))

(defun compile-assignment (form variable value environment)
  "Returns the form that assigns VALUE, a form of Common Lisp, to VARIABLE."
  (unless (symbol-parameter-p variable) (malformed form "~A cannot be assigned" variable))
  (let ((local (lookup variable environment)))
    (cond (local (note-assigned local) `(setq ,(local-lisp-name local) ,value))
          ((eq variable t) (malformed form "t cannot be assigned"))
          ((boundp variable)
           (call-with-simple (list value)
                             (lambda (value)
                               `(if (or (functionp ,value) (functionp ,(global variable)))
                                    (set-global ',variable ,value)
                                    (locally (declare (special ,variable)) (setq ,variable ,value))))))
          (t `(set-global ',variable ,value)))))

(define-operator "def" (form environment name parameters &rest body)
  (check-definable form name)
  `(define-global ',name ,(compile-function 'tessera::named-lambda name parameters body environment)))

(define-operator "mac" (form environment name parameters &rest body)
  (check-definable form name)
  `(define-global ',name (tagged 'arc::|mac| ,(compile-function 'tessera::named-lambda name parameters body environment))))

(defun check-definable (form name)
  "Signals an error about FORM unless NAME can be defined."
  (unless (and (symbol-parameter-p name) (not (eq name t)))
    (malformed form "~A cannot be defined" (shown name)))
  (when (ssyntax-p name)
    (malformed form "the name ~A has characters that stand for something else" name)))

;;; Control.

(define-operator "point" (form environment name &rest body)
  (unless (symbol-parameter-p name) (malformed form "~A cannot be a variable" name))
  (let* ((block (gensym "POINT"))
         (lisp-name (local-function-name name))
         (local (local name lisp-name t)))
    `(block ,block
       ,(or (while-unassigned (local)
              `(flet ((,lisp-name (&optional value) (return-from ,block value)))
                 ,@(compile-body body (cons local environment))))
            (compile-let name `(lambda (&optional value) (return-from ,block value)) body environment)))))

(define-operator "after" (form environment protected &rest cleanup)
  `(values (unwind-protect ,(compile-arc protected environment) ,@(compile-all cleanup environment))))

(define-operator "errsafe" (form environment form-to-try)
  `(handler-case ,(compile-arc form-to-try environment)
     ((or error storage-condition) () nil)))

(define-operator "case" (form environment key &rest clauses)
  (let ((value (gensym)))
    `(let ((,value ,(compile-arc key environment)))
       (cond ,@(loop for (literal . rest) on clauses by #'cddr
                     collect (if rest
                                 `(,(is-form value `(quote ,literal)) ,(compile-arc (car rest) environment))
                                 `(t ,(compile-arc literal environment))))))))

;;; Loops. What they are about is a new variable each time, unless the body assigns it.

(define-operator "while" (form environment test &rest body)
  `(loop (unless ,(compile-arc test environment) (return nil))
         ,@(compile-all body environment)))

(define-operator "until" (form environment test &rest body)
  `(loop (when ,(compile-arc test environment) (return nil))
         ,@(compile-all body environment)))

(define-operator "whilet" (form environment pattern value &rest body)
  (let ((given (gensym)))
    `(loop (let ((,given ,(compile-arc value environment)))
             (unless ,given (return nil))
             ,(compile-let pattern given body environment)))))

(define-operator "loop" (form environment start test update &rest body)
  `(progn ,(compile-arc start environment)
          (loop (unless ,(compile-arc test environment) (return nil))
                ,@(compile-all body environment)
                ,(compile-arc update environment))))

(defun compile-counting (variable first last test step body environment form)
  "Returns the loop that gives VARIABLE the numbers from FIRST on as long as not (TEST number LAST); STEP is 1 or -1."
  (unless (symbol-parameter-p variable) (malformed form "~A cannot be a variable" variable))
  (multiple-value-bind (name inner) (bind variable environment)
    (let* ((end (gensym)) (forms (compile-all body inner)))
      (if (local-assigned-p (lookup variable inner))
          `(let ((,name ,first) (,end ,last))
             (loop (when (,test ,name ,end) (return nil)) ,@forms (setq ,name (+ ,name ,step))))
          (let ((count (gensym)))
            `(let ((,count ,first) (,end ,last))
               (loop (when (,test ,count ,end) (return nil))
                     (let ((,name ,count)) ,@forms)
                     (setq ,count (+ ,count ,step)))))))))

(define-operator "for" (form environment variable first last &rest body)
  (compile-counting variable (compile-arc first environment) (compile-arc last environment) '> 1 body environment form))

(define-operator "down" (form environment variable first last &rest body)
  (compile-counting variable (compile-arc first environment) (compile-arc last environment) '< -1 body environment form))

(define-operator "forlen" (form environment variable sequence &rest body)
  (compile-counting variable 0 `(1- (arc::|len| ,(compile-arc sequence environment))) '> 1 body environment form))

(define-operator "repeat" (form environment count &rest body)
  (compile-counting (gensym) 1 (compile-arc count environment) '> 1 body environment form))

(define-operator "each" (form environment pattern sequence &rest body)
  (let ((rest (gensym)))
    `(let ((,rest (iterable ,(compile-arc sequence environment))))
       (loop (unless (consp ,rest) (return nil))
             ,(compile-let pattern `(car ,rest) body environment)
             (setq ,rest (cdr ,rest))))))

(define-operator "on" (form environment pattern sequence &rest body)
  (let ((rest (gensym)) (index (gensym)))
    (multiple-value-bind (name inner) (bind 'arc::|index| environment)
      `(let ((,rest (iterable ,(compile-arc sequence environment))) (,index 0))
         (loop (unless (consp ,rest) (return nil))
               (let ((,name ,index))
                 ,(compile-let pattern `(car ,rest) body inner))
               (setq ,rest (cdr ,rest) ,index (+ ,index 1)))))))

(define-operator "accum" (form environment name &rest body)
  (unless (symbol-parameter-p name) (malformed form "~A cannot be a variable" name))
  (let* ((head (gensym)) (tail (gensym)) (lisp-name (local-function-name name)) (local (local name lisp-name t))
         (collect `((value) (setq ,tail (setf (cdr ,tail) (list value))) value)))
    `(let* ((,head (list nil)) (,tail ,head))
       ,(or (while-unassigned (local)
              `(flet ((,lisp-name ,@collect))
                 ,@(compile-body body (cons local environment))))
            (compile-let name `(lambda ,@collect) body environment))
       (cdr ,head))))

;;; Ports.

(define-operator "tostring" (form environment &rest body)
  `(with-output-to-string (*standard-output*) ,@(compile-body body environment)))

(define-operator "fromstring" (form environment string &rest body)
  `(with-input-from-string (*standard-input* ,(compile-arc string environment)) ,@(compile-body body environment)))

(define-operator "w/stdout" (form environment port &rest body)
  `(let ((*standard-output* ,(compile-arc port environment))) ,@(compile-body body environment)))

(define-operator "w/stdin" (form environment port &rest body)
  `(let ((*standard-input* ,(compile-arc port environment))) ,@(compile-body body environment)))

(define-operator "time" (form environment timed)
  `(call-timed (lambda () ,(compile-arc timed environment))))

;;; Operators that macros expand into.

(define-operator "%append" (form environment first second)
  `(append ,(compile-arc first environment) ,(compile-arc second environment)))
