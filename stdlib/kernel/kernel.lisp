;;; DEFUN, a first DEFMACRO, and the conditionals.

(in-package "TESSERA")

(%set-fdefinition '%docstring-p
  (named-lambda %docstring-p (form rest allowed)
    "True if FORM, with REST after it, is a docstring where ALLOWED."
    (if allowed (if (stringp form) (consp rest) nil) nil)))

(%set-fdefinition '%parse-body
  (named-lambda %parse-body (body &optional (docstring-allowed t))
    "Splits BODY. Returns three values: its forms, its declarations, its docstring or NIL."
    (let ((declarations nil) (doc nil))
      (tagbody
       next
         (if (consp body)
             (if (if (consp (car body)) (eq (car (car body)) 'declare) nil)
                 (progn (setq declarations (cons (car body) declarations))
                        (setq body (cdr body))
                        (go next))
                 (if (if doc nil (%docstring-p (car body) (cdr body) docstring-allowed))
                     (progn (setq doc (car body))
                            (setq body (cdr body))
                            (go next))
                     nil))
             nil))
      (values body (nreverse declarations) doc))))

(%set-fdefinition '%function-name-p
  (named-lambda %function-name-p (name)
    "True if NAME is a symbol or (SETF symbol)."
    (if (symbolp name)
        t
        (if (consp name)
            (if (eq (car name) 'setf)
                (if (consp (cdr name))
                    (if (symbolp (car (cdr name))) (eq (cdr (cdr name)) nil) nil)
                    nil)
                nil)
            nil))))

(%set-fdefinition '%block-name
  (named-lambda %block-name (name)
    "Returns the name of the block around the body of the function NAME."
    (if (consp name) (car (cdr name)) name)))

(%set-fdefinition '%named-function
  (named-lambda %named-function (name lambda-list body)
    "Returns the NAMED-LAMBDA form of a function with an implicit block, as DEFUN has it."
    (multiple-value-bind (forms declarations doc) (%parse-body body)
      `(named-lambda ,name ,lambda-list
         ,@(if doc (list doc) nil)
         ,@declarations
         (block ,(%block-name name) ,@forms)))))

(%set-fdefinition '%check-function-name
  (named-lambda %check-function-name (name operator)
    "Signals a PROGRAM-ERROR unless NAME may name a function."
    (if (if name (%function-name-p name) nil)
        name
        (%program-error "~S: ~S is not a function name" operator name))))

(%proclaim-special '*locked-packages*)      ; see kernel/locks.lisp
(%set-symbol-value '*locked-packages* nil)

(%proclaim-special '*inline-names*)         ; see evaluation/inline-functions.lisp: a table for users' functions
(%set-symbol-value '*inline-names* nil)

(%set-fdefinition '%program-error
  (named-lambda %program-error (control &rest arguments)
    "Signals a PROGRAM-ERROR whose message is made from CONTROL and ARGUMENTS."
    (%signal-failure 'simple-program-error
                     (list ':format-control control ':format-arguments arguments)
                     nil)))

(%set-macro-function 'defun
  (named-lambda defun (form env)
    "(defun NAME LAMBDA-LIST [doc] declaration* form*): defines a global function with a block NAME around its forms. Returns NAME."
    (if (if (consp (cdr form)) (consp (cdr (cdr form))) nil)
        (let ((name (%check-function-name (car (cdr form)) 'defun)) (lambda-list (car (cdr (cdr form)))) (body (cdr (cdr (cdr form)))))
          (if (listp lambda-list) nil (%program-error "DEFUN: ~S is not a lambda list" lambda-list))
          `(progn
             (%set-fdefinition ',name ,(%named-function name lambda-list body))
             ,@(if *inline-names* (%inline-definition name lambda-list body env) nil)
             ',name))
        (%program-error "DEFUN: a name and a lambda list are needed: ~S" form))))

;;; The conditionals are made by a DEFMACRO that knows ordinary lambda lists only; defmacro.lisp brings the real one.

(%set-macro-function 'defmacro
  (named-lambda defmacro (form env)
    (declare (ignore env))
    (let ((name (car (cdr form))))
      (multiple-value-bind (forms declarations doc) (%parse-body (cdr (cdr (cdr form))))
        `(progn
           (%set-macro-function ',name
             (named-lambda ,name (form env)
               ,@(if doc (list doc) nil)
               (declare (ignore env))
               (apply (named-lambda ,name ,(car (cdr (cdr form))) ,@declarations (block ,name ,@forms))
                      (cdr form))))
           ',name)))))

;;; Longer forms are not nested within each other, so that they stay far below the compiler's limit of depth.

(%set-fdefinition '%many-p
  (named-lambda %many-p (list)
    "True if LIST has more than a hundred elements."
    (let ((count 100))
      (tagbody
       next
         (if (if (consp list) (< 0 count) nil)
             (progn (setq list (cdr list))
                    (setq count (- count 1))
                    (go next))
             nil))
      (consp list))))

(%set-fdefinition '%in-halves
  (named-lambda %in-halves (operator forms)
    "Returns the call of OPERATOR, AND or OR, on FORMS as two calls in one."
    (let ((first nil) (count (ash (length forms) -1)))
      (tagbody
       next
         (if (< 0 count)
             (progn (setq first (cons (car forms) first))
                    (setq forms (cdr forms))
                    (setq count (- count 1))
                    (go next))
             nil))
      `(,operator (,operator ,@(nreverse first)) (,operator ,@forms)))))

(defmacro and (&rest forms)
  "(and form*): evaluates the forms until one is false. Returns NIL then, or else the values of the last."
  (if (consp forms)
      (if (cdr forms)
          (if (%many-p forms)
              (%in-halves 'and forms)
              `(if ,(car forms) (and ,@(cdr forms)) nil))
          (car forms))
      t))

(defmacro or (&rest forms)
  "(or form*): evaluates the forms until one is true. Returns its primary value, or the values of the last form."
  (if (consp forms)
      (if (cdr forms)
          (if (%many-p forms)
              (%in-halves 'or forms)
              (let ((value (gensym "VALUE")))
                `(let ((,value ,(car forms)))
                   (if ,value ,value (or ,@(cdr forms))))))
          (car forms))
      nil))

(defmacro when (test &rest forms)
  "(when TEST form*): evaluates the forms if TEST is true. Returns their values, or NIL."
  `(if ,test (progn ,@forms) nil))

(defmacro unless (test &rest forms)
  "(unless TEST form*): evaluates the forms if TEST is false. Returns their values, or NIL."
  `(if ,test nil (progn ,@forms)))

(defun %cond-clause (clause rest)
  "Returns the form for one CLAUSE of COND; REST is the form for the clauses after it."
  (unless (and (consp clause) (listp (cdr clause)))
    (%program-error "COND: ~S is not a clause; a list (TEST form*) is needed" clause))
  (let ((test (car clause)) (forms (cdr clause)))
    (%cond-result test forms rest)))

(defun %cond-result (test forms rest)
  "Returns the form that yields FORMS if TEST is true and REST if not."
  (if (consp forms)
      (if (if (eq test t) (eq rest nil) nil)
          `(progn ,@forms)
          `(if ,test (progn ,@forms) ,rest))
      (if (eq rest nil)
          `(values ,test)
          `(or ,test ,rest))))

(defun %long-cond (clauses)
  "Returns the form of a COND whose CLAUSES are too many to be nested in each other."
  (let ((block (gensym "COND")) (statements nil))
    (tagbody
     next
       (when (consp clauses)
         (setq statements
               (cons (if (and (consp (car clauses)) (consp (cdr (car clauses))))
                         (%cond-clause (list (car (car clauses)) `(return-from ,block (progn ,@(cdr (car clauses))))) nil)
                         (let ((value (gensym "VALUE")))
                           `(let ((,value ,(%cond-clause (car clauses) nil)))
                              (if ,value (return-from ,block ,value) nil))))
                     statements))
         (setq clauses (cdr clauses))
         (go next)))
    `(block ,block ,@(nreverse statements) nil)))

(defmacro cond (&rest clauses)
  "(cond (TEST form*)*): evaluates the forms of the first clause whose TEST is true; a clause without forms
returns the value of its TEST. Returns NIL if no test is true."
  (if (consp clauses)
      (if (%many-p clauses)
          (%long-cond clauses)
          (%cond-clause (car clauses) (if (cdr clauses) `(cond ,@(cdr clauses)) nil)))
      nil))

(defmacro return (&optional result)
  "(return [RESULT]): leaves the innermost block named NIL with the values of RESULT."
  `(return-from nil ,result))

(defmacro lambda (lambda-list &rest body)
  "(lambda LAMBDA-LIST [doc] declaration* form*): the function itself, as (function (lambda ...)) gives it."
  `(function (lambda ,lambda-list ,@body)))

(defmacro %while (test &rest body)
  "Evaluates BODY as long as TEST is true. The library's own loop until DO exists."
  (let ((next (gensym "NEXT")) (start (gensym "TEST")))
    `(tagbody
        (go ,start)
        ,next
        ,@body
        ,start
        (if ,test (go ,next) nil))))
