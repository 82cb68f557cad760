;;; Lexical environments as macros see them: information on names, and augmented environments (the second edition of
;;; "Common Lisp the Language", 8.5). The compiler keeps an environment only while it expands the form there.
(in-package "EXT")

;;; An augmented environment has lists (KIND NAME . VALUE). The compiler uses some of them (%AUGMENT-ENVIRONMENT). Lists
;;; of the kinds :FACT and :OPERATOR-FACT have declarations (INDICATOR . VALUE) of the variable or function NAME, and
;;; :DECLARATION has what was declared under the name NAME. The compiler's own environments have lists of the kind
;;; :DECLARED instead, and in place of the VALUE of a variable: a list that begins with DECLARE forms and a docstring.

(defvar *declaration-functions* (make-hash-table :test 'eq)
  "A table from the names of declarations to the functions that DEFINE-DECLARATION has defined.")

(defun %all-declared (body environment)
  "Returns the bindings that the declarations at the beginning of the list BODY make, besides those of special
variables, which the compiler's environments have."
  (loop for form in body
        while (typep form '(or string (cons (eql declare))))
        when (consp form)
          append (loop for specification in (rest form)
                       unless (eq (first specification) 'special) append (%declared specification environment))))

(defun %all-bindings (environment)
  "Returns the bindings of ENVIRONMENT and what was declared there, innermost first."
  (let ((result '()))
    (loop
      (multiple-value-bind (bindings parent) (tessera::%environment-bindings environment)
        (loop for binding in bindings
              for (kind name . value) = binding
              do (when (member kind '(:declared :variable :special))
                   (dolist (declared (%all-declared value environment))
                     (when (or (eq kind :declared) (and (eq (first declared) :fact) (eq (second declared) name)))
                       (push declared result))))
                 (push binding result))
        (when (null parent) (return (nreverse result)))
        (setq environment parent)))))

(defun %lookup (name environment kinds facts)
  "Returns two values: the innermost binding of NAME in ENVIRONMENT that is one of KINDS, or NIL; and the declarations
of the kind FACTS inside it."
  (let ((said '()))
    (dolist (binding (%all-bindings environment) (values nil (reverse said)))
      (when (eq (second binding) name)
        (cond ((eq (first binding) facts) (pushnew (cddr binding) said :key #'car))
              ((member (first binding) kinds) (return (values binding (reverse said)))))))))

(defun %add-fact (indicator value facts)
  "Returns FACTS with (INDICATOR . VALUE) at the end, unless INDICATOR is among them or VALUE is NIL."
  (if (and value (not (assoc indicator facts))) (append facts (list (cons indicator value))) facts))

(defun variable-information (variable &optional environment)
  "Returns three values for the variable VARIABLE, a symbol, in ENVIRONMENT. The first is its kind: :LEXICAL, :SPECIAL,
:SYMBOL-MACRO, :CONSTANT, or NIL if it is not known. The second is true if it is bound there. The third is an alist of
its declarations: TYPE with a type, DYNAMIC-EXTENT, IGNORE and IGNORABLE with T.
  (macrolet ((declared (x &environment e) `',(nth-value 2 (variable-information x e)))) (let ((a 1)) (declare (fixnum a)) a (declared a))) => ((TYPE . FIXNUM))"
  (check-type variable symbol)
  (multiple-value-bind (binding facts) (%lookup variable environment '(:variable :special :symbol-macro) :fact)
    (if binding
        (values (if (eq (first binding) :variable) :lexical (first binding)) t facts)
        (values (cond ((or (constantp variable) (keywordp variable)) :constant)
                      ((tessera::%special-variable-p variable) :special)
                      ((eq (nth-value 1 (tessera::%expander variable)) :symbol-macro) :symbol-macro))
                nil
                (%add-fact 'type (cdr (assoc variable tessera::*declared-variables*)) facts)))))

(defun %operator-name (name)
  "Returns the symbol by which environments know the function NAME."
  (if (symbolp name) name (tessera::%setter-symbol (second name))))

(defun function-information (function &optional environment)
  "Returns three values for the name FUNCTION, a symbol or (SETF symbol), in ENVIRONMENT. The first is its kind:
:FUNCTION, :MACRO, :SPECIAL-FORM, or NIL if it is not known. The second is true if it is bound there. The third is an
alist of its declarations: INLINE with INLINE or NOTINLINE, FTYPE with a type."
  (check-type function (or symbol (cons (eql setf) (cons symbol null))))
  (multiple-value-bind (binding facts) (%lookup (%operator-name function) environment '(:function :macro) :operator-fact)
    (when (and (not (assoc 'inline facts)) (%lookup (%operator-name function) environment '(:notinline) nil))
      (push '(inline . notinline) facts))
    (if binding
        (values (first binding) t facts)
        (values (cond ((and (symbolp function) (special-operator-p function)) :special-form)
                      ((and (symbolp function) (macro-function function)) :macro)
                      ((fboundp function) :function))
                nil
                (%add-fact 'ftype (cdr (assoc function tessera::*declared-functions* :test #'equal))
                           (%add-fact 'inline (and (gethash function tessera::*inline-names*) 'inline) facts))))))

(defun declaration-information (name &optional environment)
  "Returns the declarations or proclamations of the kind NAME in ENVIRONMENT. For OPTIMIZE, they are a list (QUALITY
VALUE) for each quality; for DECLARATION, the names of proclaimed declarations. For a name defined by
DEFINE-DECLARATION, it is the value given to AUGMENT-ENVIRONMENT."
  (case name
    (optimize (let ((declared (loop for (kind of . value) in (%all-bindings environment)
                                    when (and (eq kind :declaration) (eq of 'optimize)) append value)))
                (loop for (quality value) in tessera::*optimize-qualities*
                      unless (eq quality 'tessera::re-entry)
                        collect (or (assoc quality declared) (list quality value)))))
    (declaration (copy-list tessera::*declaration-names*))
    (t (cddr (%lookup name environment '(:declaration) nil)))))

(defun %facts (kind indicator value names)
  "Returns bindings that record INDICATOR and VALUE for each of NAMES."
  (loop for name in names
        collect `(,kind ,(if (eq kind :fact) name (%operator-name name)) ,indicator . ,value)))

(defun %own-declaration (specification environment)
  "Returns the bindings that SPECIFICATION makes, whose name DEFINE-DECLARATION has defined. Its function does not see
other such declarations."
  (multiple-value-bind (kind said) (let ((function (gethash (first specification) *declaration-functions*))
                                         (*declaration-functions* (make-hash-table)))
                                     (funcall function specification environment))
    (ecase kind
      (:variable (loop for (name indicator value) in said append (%facts :fact indicator value (list name))))
      (:function (loop for (name indicator value) in said append (%facts :operator-fact indicator value (list name))))
      (:declare (list `(:declaration ,(car said) . ,(cdr said)))))))

(defun %declared (specification environment)
  "Returns the bindings that the declaration SPECIFICATION makes."
  (unless (and (consp specification) (ignore-errors (list-length specification)))
    (tessera::%program-error "AUGMENT-ENVIRONMENT: ~S is not a declaration" specification))
  (destructuring-bind (name &rest arguments) specification
    (cond ((and (symbolp name) (gethash name *declaration-functions*)) (%own-declaration specification environment))
          (t (case name
               (type (%facts :fact 'type (first arguments) (rest arguments)))
               (ftype (%facts :operator-fact 'ftype (first arguments) (rest arguments)))
               ((inline notinline) (%facts :operator-fact 'inline name arguments))
               ((ignore ignorable dynamic-extent)
                (loop for of in arguments
                      append (if (consp of)
                                 (%facts :operator-fact name t (list (second of)))
                                 (%facts :fact name t (list of)))))
               (special (loop for of in arguments collect `(:special ,of)))
               (optimize (list `(:declaration optimize
                                              . ,(loop for quality in arguments
                                                       collect (if (consp quality) quality (list quality 3))))))
               (declaration '())
               (t (if (or (consp name) (tessera::%type-name-p name)) (%facts :fact 'type name arguments) '())))))))

(defun %check-names (names kind)
  "Signals an error unless NAMES are symbols, or SETF of symbols for a KIND of functions, each once."
  (loop for (name . rest) on names
        unless (and name (or (symbolp name) (and (eq kind :function) (typep name '(cons (eql setf) (cons symbol null))))))
          do (tessera::%program-error "AUGMENT-ENVIRONMENT: ~S cannot name a ~(~A~)" name kind)
        when (member name rest :test #'equal)
          do (tessera::%program-error "AUGMENT-ENVIRONMENT: ~S stands there twice as the name of a ~(~A~)" name kind)))

(defun augment-environment (environment &key variable symbol-macro function macro declare)
  "Returns an environment like ENVIRONMENT with additional bindings and declarations. VARIABLE is a list of symbols,
FUNCTION one of names of functions. SYMBOL-MACRO has lists (NAME EXPANSION). MACRO has lists (NAME FUNCTION), with a
function of a form and an environment, such as ENCLOSE makes of a result of PARSE-MACRO. DECLARE has declarations, of
these names or others. MACROEXPAND, MACRO-FUNCTION and the functions about information take it. The contents of
ENVIRONMENT itself are known as long as the compiler expands forms in it. Signals PROGRAM-ERROR if a name stands there
twice.
  (let ((e (augment-environment nil :symbol-macro '((a (car b)))))) (macroexpand 'a e)) => (values (CAR B) T)"
  (%check-names (append variable (mapcar #'first symbol-macro)) :variable)
  (%check-names (append function (mapcar #'first macro)) :function)
  (let ((declared (loop for specification in declare append (%declared specification environment)))
        (specials (loop for specification in declare when (eq (first specification) 'special) append (rest specification))))
    (tessera::%augment-environment
     environment
     (append declared
             (loop for name in variable unless (member name specials)
                   collect `(,(if (tessera::%special-variable-p name) :special :variable) ,name))
             (loop for (name expansion) in symbol-macro
                   when (member name specials) do (tessera::%program-error "AUGMENT-ENVIRONMENT: the symbol macro ~S cannot be special" name)
                   collect `(:symbol-macro ,name . ,expansion))
             (loop for name in function collect `(:function ,(%operator-name name)))
             (loop for (name expander) in macro
                   do (check-type expander function)
                   collect `(:macro ,name . ,expander))))))

(defun parse-macro (name lambda-list body &optional environment)
  "Returns a lambda expression of two arguments, a form and an environment: the macro function that (MACROLET ((NAME
LAMBDA-LIST . BODY)) ...) defines. ENVIRONMENT is ignored."
  (declare (ignore environment))
  (check-type name symbol)
  (let ((function (tessera::%macro-lambda name lambda-list body)))
    (if (eq (first function) 'lambda) function `(lambda ,@(cddr function)))))

(defun enclose (lambda-expression &optional environment)
  "Returns the function that LAMBDA-EXPRESSION denotes in the scope of the macros and symbol macros of ENVIRONMENT.
Local variables and functions of ENVIRONMENT must not be used in it.
  (funcall (enclose '(lambda (x) (twice x)) (augment-environment nil :macro (list (list 'twice (lambda (form env) env `(* 2 ,(second form)))))))
           4) => 8"
  (let ((macros '()) (symbol-macros '()) (functions '()) (variables '()) (base environment))
    (loop
      (multiple-value-bind (bindings parent) (tessera::%environment-bindings base)
        (loop for (kind name . value) in bindings
              do (case kind
                   ((:function :macro)
                    (unless (member name functions :test #'equal)
                      (push name functions)
                      (when (eq kind :macro)
                        (push `(,name (&whole form &rest arguments &environment environment)
                                 (declare (ignore arguments))
                                 (funcall ,value form environment))
                              macros))))
                   ((:variable :special :symbol-macro)
                    (unless (member name variables)
                      (push name variables)
                      (when (eq kind :symbol-macro) (push `(,name ,value) symbol-macros))))))
        (when (null parent) (return))
        (setq base parent)))
    (funcall (compile nil `(lambda () (macrolet ,macros (symbol-macrolet ,symbol-macros (function ,lambda-expression))))))))

(defmacro define-declaration (name lambda-list &body body)
  "(define-declaration NAME (SPECIFICATION ENVIRONMENT) FORM*): makes NAME the name of declarations, which FORMS process
for AUGMENT-ENVIRONMENT and, where programs have them, for the functions about information. They return two values:
:VARIABLE or :FUNCTION, and a list of lists (NAME INDICATOR VALUE) that VARIABLE-INFORMATION or FUNCTION-INFORMATION
will return; or :DECLARE and (INDICATOR . VALUE) for DECLARATION-INFORMATION. Returns NAME."
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (proclaim '(declaration ,name))
     (setf (gethash ',name *declaration-functions*) (lambda ,lambda-list ,@body))
     ',name))
