;;; Single sentences of chapter 7: generic functions that the standard requires, and errors.

(remove-if (lambda (name) (typep (fdefinition name) 'generic-function))
           '(add-method allocate-instance change-class class-name (setf class-name) compute-applicable-methods describe-object documentation
             (setf documentation) find-method function-keywords initialize-instance make-instance make-instances-obsolete make-load-form
             method-qualifiers no-applicable-method no-next-method print-object reinitialize-instance remove-method shared-initialize
             slot-missing slot-unbound update-instance-for-different-class update-instance-for-redefined-class))  => nil
(progn (defclass thing () ((a :initarg :a))) (class-name (find-class 'thing))) => thing
(let ((class (find-class 'thing))) (setf (class-name class) 'renamed) (prog1 (class-name class) (setf (class-name class) 'thing))) => renamed
(class-name 5)                                          => (error error "CLASS-NAME: 5 is not of type CLASS")
(progn (defgeneric size (x) (:method ((x integer)) x) (:method ((x string)) (length x))) (size "abc")) => 3
(let ((method (find-method #'size '() (list (find-class 'string)))))
  (remove-method #'size method)
  (prog1 (handler-case (size "abc") (error () :none)) (add-method #'size method)))   => :none
(size "abcd")                                           => 4
(find-method #'size '() (list (find-class 'symbol)))    => (error error)
(find-method #'size '() (list (find-class 'symbol)) nil) => nil
(find-method #'size '() '())                            => (error error)
(length (compute-applicable-methods #'size '(5)))       => 1
(method-qualifiers (defmethod size :around ((x symbol)) x)) => (:around)
(progn
  (defgeneric keyed (x &key a b) (:method (x &key a b) (list x a b)))
  (multiple-value-list (function-keywords (find-method #'keyed '() (list (find-class 't))))))   => ((:a :b) nil)
(let ((class (find-class 'thing))) (eq class (make-instances-obsolete class))) => t

;; methods on these are methods like others
(progn
  (defclass named () ((name :initarg :name)))
  (defmethod class-name ((x named)) (slot-value x 'name))
  (class-name (make-instance 'named :name 'mine)))   => mine

;; errors
(eval '(defgeneric twice (a a)))                        => (error program-error "DEFGENERIC: the parameter A stands twice in the lambda list (A A)")
(eval '(defmethod twice (a a) 1))                       => (error program-error "DEFMETHOD: the parameter A stands twice in the lambda list (A A)")
(eval '(defgeneric declared (a) (declare (special a)))) => (error program-error "DEFGENERIC: DECLARED: (SPECIAL A) is declared, but only OPTIMIZE can be")
(progn (eval '(defgeneric declared (a) (declare (optimize speed)))) 1) => 1
(eval '(define-method-combination no-groups ()))        => (error program-error "DEFINE-METHOD-COMBINATION: NO-GROUPS: the method groups are missing")
(eval '(define-method-combination wrong-option () ((group (:a) :colour 1)) nil)) => (error error "DEFINE-METHOD-COMBINATION: :COLOUR is not an option of the method group (GROUP (:A) :COLOUR 1)")
(eval '(defclass wrong () ((a :accessor (setf a)))))    => (error program-error "DEFCLASS: WRONG: (SETF A) is not a valid value of :ACCESSOR for the slot A; expected a symbol")
(eval '(defclass wrong () ((a :reader 5))))
  => (error program-error "DEFCLASS: WRONG: 5 is not a valid value of :READER for the slot A; expected a symbol")
(eval '(defclass wrong () ((a :initarg 5))))
  => (error error "DEFCLASS: WRONG: 5 is not a valid value of :INITARG for the slot A; expected a symbol")
(eval '(defclass wrong () ((a :documentation 5))))
  => (error error "5 is not a valid value of :DOCUMENTATION for the slot A; expected a string")
(shared-initialize (make-instance 'thing) t :a)         => (error program-error "SHARED-INITIALIZE: the initarg :A lacks a value")
(eval (quote (define-condition wrong () ((a :initform 1 :initform 2))))) => (error error "DEFINE-CONDITION: WRONG: the slot A has the option :INITFORM twice")
(eval '(defgeneric if (x)))                             => (error program-error "ENSURE-GENERIC-FUNCTION: IF names a macro or special operator")
(eval '(defgeneric when (x)))                           => (error error "ENSURE-GENERIC-FUNCTION: WHEN names a macro or special operator")
