;;; Names of COMMON-LISP cannot be redefined accidentally, by any kind of definition (11.1.2.1.2).

(eval '(defun car (x) x))                               => (error package-error)
(eval '(defmacro when (x) x))                           => (error package-error)
(eval '(defun (setf car) (new x) (list new x)))         => (error package-error)
(eval '(defun (setf print) (new x) (list new x)))       => (error package-error)
(eval '(defstruct (locked (:conc-name nil)) rest))      => (error package-error)
(eval '(defstruct (locked (:constructor list)) a))      => (error package-error)
(eval '(defstruct (locked (:predicate consp)) a))       => (error package-error)
(eval '(defstruct (locked (:copier copy-list)) a))      => (error package-error)
(setf (fdefinition 'car) #'cdr)                         => (error package-error)
(setf (symbol-function 'car) #'cdr)                     => (error package-error)
(setf (macro-function 'when) (lambda (form env) form env nil)) => (error package-error)
(fmakunbound 'car)                                      => (error package-error)
(eval '(define-compiler-macro car (x) x))               => (error package-error)
(eval '(defsetf print princ))                           => (error package-error)
(eval '(defsetf car (x) (new) (list new x)))            => (error package-error)
(eval '(define-setf-expander cons (x) x))               => (error package-error)
(eval '(define-modify-macro push (x) +))                => (error package-error)
(eval '(deftype integer () t))                          => (error package-error)
(eval '(deftype keyword () t))                          => (error package-error)
(eval '(defstruct hash-table a))                        => (error error)
(eval '(defclass standard-object () ()))                => (error error)
(eval '(define-condition error () ()))                  => (error package-error)
(eval '(define-method-combination and :operator or))    => (error package-error)
(eval '(define-method-combination standard ()))         => (error error "DEFINE-METHOD-COMBINATION: STANDARD: the method groups are missing")
(eval '(defconstant *print-base* 10))                   => (error error)
(eval '(defconstant pi 3))                              => (error error "DEFCONSTANT: PI is a constant already, with the value 3.141592653589793d0; the new one is 3.")
(eval '(define-symbol-macro *print-base* 10))           => (error error)
(setf (find-class 'integer) nil)                        => (error error)
(rename-package "COMMON-LISP" "CL-ANEW")                => (error package-error "RENAME-PACKAGE: COMMON-LISP is locked, and is not to be changed")
(delete-package "COMMON-LISP")                          => (error package-error)
(intern "A NEW NAME" "COMMON-LISP")                     => (error package-error "INTERN: COMMON-LISP is locked, and is not to be changed")
(import 'a-name-of-ours "COMMON-LISP")                  => (error package-error "IMPORT: COMMON-LISP is locked, and is not to be changed")
(unexport 'car "COMMON-LISP")                           => (error package-error "UNEXPORT: COMMON-LISP is locked, and is not to be changed")
(unintern 'car "COMMON-LISP")                           => (error package-error "UNINTERN: COMMON-LISP is locked, and is not to be changed")
(shadow "CAR" "COMMON-LISP")                            => (error package-error "SHADOW: COMMON-LISP is locked, and is not to be changed")

;; nothing of that has done anything
(car '(1 2))                                            => 1
(when 1 2)                                              => 2
(list (typep 5 'integer) (typep :a 'keyword) (rest '(1 2)) (list 1)) => (t t (2) (1))
(package-name "COMMON-LISP")                            => "COMMON-LISP"
(progn (defun own (x) x) (defun own (x) (list x)) (own 1)) => (1)

;; forms that are not definitions
(let ((list 5)) (list list))                            => (5)
(let ((*print-base* 2)) (prin1-to-string 5))            => "101"
(progn (setf (get 'car 'own) 5) (prog1 (get 'car 'own) (remprop 'car 'own))) => 5
(progn
  (defclass described () ())
  (defmethod print-object ((d described) stream) (write-string "mine" stream))
  (prin1-to-string (make-instance 'described)))   => "mine"
