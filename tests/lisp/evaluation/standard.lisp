;;; Sentences of chapters 3 and 5 about names, declarations, tags and documentation.

;; FBOUNDP is true of all that names an operator, and FDEFINITION returns something for each
(mapcar (lambda (name) (not (null (fboundp name)))) '(car (setf car) if when print-object nosuch (setf nosuch))) => (t t t t t nil nil)
(fboundp 5)                                             => (error type-error "FBOUNDP: 5 is not of type (OR SYMBOL (CONS (EQL SETF) (CONS SYMBOL NULL)))")
(fboundp '(foo bar))                                    => (error type-error "FBOUNDP: (FOO BAR) is not of type (OR SYMBOL (CONS (EQL SETF) (CONS SYMBOL NULL)))")
(not (null (fdefinition 'if)))                          => t
(not (null (symbol-function 'let)))                     => t
(functionp (fdefinition 'car))                          => t
(not (null (fdefinition 'when)))                        => t
(fdefinition 'nosuch)                                   => (error undefined-function "the function NOSUCH is undefined")
(fdefinition '(setf nosuch))                            => (error undefined-function "the function (SETF NOSUCH) is undefined")
(symbol-function '(setf car))                           => (error type-error "SYMBOL-FUNCTION: (SETF CAR) is not of type SYMBOL")
(functionp (coerce '(setf car) 'function))              => t
(coerce 'nosuch 'function)                              => (error undefined-function "the function NOSUCH is undefined")
(funcall 'if 1 2)                                       => (error undefined-function "the function IF is undefined")
(funcall (complement #'evenp) 3)                        => t
(complement 5)                                          => (error type-error "5 is not of type FUNCTION")

;; a lambda expression that is called at once may have a docstring
((lambda (x) "docstring" (declare (ignore x)) "value") 1) => "value"
(funcall (lambda (x) (declare (ignore x)) "docstring" (declare) "value") 1) => "value"
(funcall (lambda () "only"))                            => "only"
((lambda (x) "docstring" x) 5)                          => 5

;; tags are compared by EQL
(let (a) (tagbody (setq a 1) (go 1000000000000000000000000) (setq a 2) 1000000000000000000000000) a) => 1
(let ((r '())) (tagbody nil (push 1 r) (when (< (length r) 3) (go nil))) r) => (1 1 1)
(eval '(tagbody 1 1))                                   => (error program-error "TAGBODY: the tag 1 occurs twice; the syntax is (TAGBODY &REST STATEMENTS)")

;; SYMBOL-MACROLET and SPECIAL do not go together
(eval '(symbol-macrolet ((x 1)) (declare (special x)) x)) => (error program-error "SYMBOL-MACROLET: X is declared special")
(eval '(symbol-macrolet ((*print-base* 1)) 1))          => (error program-error "SYMBOL-MACROLET: *PRINT-BASE* is a special variable")

;; NOTINLINE, declared or proclaimed, keeps compiler macros away
(progn (defun inlined (x) (list :function x)) (define-compiler-macro inlined (x) `(list :macro ,x)) 1) => 1
(funcall (compile nil '(lambda () (locally (declare (notinline inlined)) (inlined 1))))) => (:function 1)
(progn (proclaim '(notinline inlined)) (funcall (compile nil '(lambda () (inlined 1))))) => (:function 1)
(progn (defun (setf inlined-place) (new x) (list :function new x)) (define-compiler-macro (setf inlined-place) (new x) `(list :macro ,new ,x))
       (proclaim '(notinline (setf inlined-place))) (funcall (compile nil '(lambda () (setf (inlined-place 1) 2))))) => (:function 2 1)
(handler-bind ((warning #'muffle-warning)) (proclaim '(optimize (no-such-quality 3)))  1) => 1

;; NIL and T cannot be names of functions
(eval '(defun nil () 1))                                => (error error "DEFUN: NIL is not a function name")
(eval '(defun t () 1))                                  => (error error)
(eval '(defmacro t () 1))                               => (error error)
(eval '(define-modify-macro with-keys (&key a) +))      => (error program-error "DEFINE-MODIFY-MACRO: &KEY has no place in its lambda list")

;; documentation of all kinds
(progn (defun documented (x) "A function." x) (documentation 'documented 'function)) => "A function."
(documentation #'documented t)                          => "A function."
(progn (setf (documentation 'documented 'function) "Another text.") (documentation 'documented 'function)) => "Another text."
(progn (defmacro documented-macro () "A macro." nil) (documentation 'documented-macro 'function)) => "A macro."
(progn (defvar *documented* 1 "A variable.") (documentation '*documented* 'variable)) => "A variable."
(progn
  (defstruct documented-structure "A structure." a)
  (list (documentation 'documented-structure 'structure) (documentation 'documented-structure 'type)))
  => ("A structure." "A structure.")
(progn
  (defclass documented-class () () (:documentation "A class."))
  (list (documentation 'documented-class 'type)
        (documentation (find-class 'documented-class) t)
        (documentation (find-class 'documented-class) 'type)))   => ("A class." "A class." "A class.")
(progn
  (setf (documentation (find-class 'documented-class) t) "Other.")
  (list (documentation 'documented-class 'type)
        (documentation (find-class 'documented-class) t)
        (documentation (find-class 'documented-class) 'type)))   => ("Other." "Other." "Other.")
(progn
  (defgeneric documented-generic (x) (:documentation "A generic function.") (:method ((x integer)) "A method." x))
  (documentation #'documented-generic t))   => "A generic function."
(documentation (find-method #'documented-generic '() (list (find-class 'integer))) t) => "A method."
(progn (deftype documented-type () "A type." 'integer) (documentation 'documented-type 'type)) => "A type."
(progn (define-compiler-macro documented (x) "A compiler macro." x) (documentation 'documented 'compiler-macro)) => "A compiler macro."
(progn (defsetf documented (x) (new) "A place." (list 'list x new)) (documentation 'documented 'setf)) => "A place."
(progn
  (define-method-combination documented-combination :documentation "A combination.")
  (documentation 'documented-combination 'method-combination))   => "A combination."
(documentation (find-package "COMMON-LISP-USER") 'no-such-kind) => nil
(list (documentation 'nosuch 'function) (documentation 'nosuch 'variable) (documentation 'nosuch 'type)) => (nil nil nil)

;; a name that is not a function name is a TYPE-ERROR, whose expected type the datum is not of
(remove-if (lambda (name) (handler-case (progn (fmakunbound name) nil) (type-error (e) (not (typep (type-error-datum e) (type-error-expected-type e))))))
           '(5 (setf) (setf 5) (lambda (x) x)))         => nil

;; a name cannot be that of a type and of a declaration
(progn (proclaim '(declaration a-declaration)) (eval '(let ((x 1)) (declare (a-declaration x)) x))) => 1
(eval '(deftype a-declaration () t))                    => (error error "A-DECLARATION is the name of a declaration, and cannot be that of a type")
(eval '(defstruct a-declaration a))                     => (error error "A-DECLARATION is the name of a declaration, and cannot be that of a type")
(eval '(defclass a-declaration () ()))                  => (error error "A-DECLARATION is the name of a declaration, and cannot be that of a type")
(eval '(define-condition a-declaration () ()))          => (error error "A-DECLARATION is the name of a declaration, and cannot be that of a type")
(progn (deftype a-type () 'integer) (proclaim '(declaration a-type)))     => (error error "PROCLAIM: A-TYPE is the name of a type, and cannot be that of a declaration")
(progn (defclass a-class () ()) (proclaim '(declaration a-class)))        => (error error "PROCLAIM: A-CLASS is the name of a type, and cannot be that of a declaration")
