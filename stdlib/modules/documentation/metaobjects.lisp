;;; Entries for the package of the module mop.
(in-package "TESSERA-DOCUMENTATION")

(defun pet-class ()
  "Returns the class PET of the examples: a slot NAME with initarg, accessor and initform."
  (or (find-class 'pet nil)
      (progn (eval '(progn (defclass pet () ((name :initarg :name :initform "Rex" :accessor pet-name :type string)) (:default-initargs :name "Tom"))
                     (defgeneric feed (pet food)) (defmethod feed ((pet pet) (food (eql 'fish))) :glad)))
             (make-instance 'pet)
             (find-class 'pet))))

(defun pet-slot ()
  "Returns the slot NAME of the class PET, as its instances have it."
  (first (funcall (find-symbol "CLASS-SLOTS" "CLOS") (pet-class))))

(defun pet-feed ()
  "Returns the generic function FEED of the examples, with a method for a PET and the symbol FISH."
  (pet-class)
  (fdefinition 'feed))

(defun pet-method ()
  "Returns the method of the generic function FEED."
  (first (funcall (find-symbol "GENERIC-FUNCTION-METHODS" "CLOS") (pet-feed))))

(defun names (classes)
  "Returns the names of CLASSES."
  (mapcar #'class-name classes))

(define-library-entries "mop" "Metaobjects"
  (metaobject (subtypep 'class 'metaobject) => (values t t))
  (specializer (typep (find-class 'integer) 'specializer) => t)
  (eql-specializer (typep (intern-eql-specializer 5) 'eql-specializer) => t)
  (slot-definition (typep (pet-slot) 'slot-definition) => t)
  (direct-slot-definition (typep (first (class-direct-slots (pet-class))) 'direct-slot-definition) => t)
  (effective-slot-definition (typep (pet-slot) 'effective-slot-definition) => t)
  (standard-slot-definition (typep (pet-slot) 'standard-slot-definition) => t)
  (standard-direct-slot-definition (typep (first (class-direct-slots (pet-class))) 'standard-direct-slot-definition) => t)
  (standard-effective-slot-definition (typep (pet-slot) 'standard-effective-slot-definition) => t)
  (condition-class (typep (find-class 'error) 'condition-class) => t)
  (forward-referenced-class (subtypep 'forward-referenced-class 'class) => (values t t))
  (funcallable-standard-class
    (progn (defclass greeter () () (:metaclass funcallable-standard-class)) (functionp (make-instance 'greeter))) => t)
  (funcallable-standard-object
    (progn (defclass greeter () () (:metaclass funcallable-standard-class)) (typep (make-instance 'greeter) 'funcallable-standard-object)) => t)
  (standard-accessor-method (subtypep 'standard-accessor-method 'standard-method) => (values t t))
  (standard-reader-method (subtypep 'standard-reader-method 'standard-accessor-method) => (values t t))
  (standard-writer-method (subtypep 'standard-writer-method 'standard-accessor-method) => (values t t)))

(define-library-entries "mop" "Classes"
  (classp (classp (find-class 'integer)) => t (classp 'integer) => nil)
  (class-direct-superclasses (names (class-direct-superclasses (find-class 'integer))) => (rational))
  (class-direct-subclasses (progn (defclass kitten (pet) ()) (names (class-direct-subclasses (pet-class)))) => (kitten))
  (class-precedence-list (names (class-precedence-list (find-class 'ratio))) => (ratio rational real number t))
  (class-direct-slots (mapcar #'slot-definition-name (class-direct-slots (pet-class))) => (name))
  (class-slots (mapcar #'slot-definition-name (class-slots (pet-class))) => (name))
  (class-default-initargs (mapcar #'first (class-default-initargs (pet-class))) => (:name))
  (class-direct-default-initargs (mapcar #'second (class-direct-default-initargs (pet-class))) => ("Tom"))
  (class-finalized-p (class-finalized-p (pet-class)) => t)
  (class-prototype (typep (class-prototype (pet-class)) 'pet) => t)
  (finalize-inheritance (progn (defclass hamster () ()) (finalize-inheritance (find-class 'hamster)) (class-finalized-p (find-class 'hamster))) => t)
  (compute-class-precedence-list (names (compute-class-precedence-list (pet-class))) => (pet standard-object t))
  (compute-slots (mapcar #'slot-definition-name (compute-slots (pet-class))) => (name))
  (compute-effective-slot-definition
    (slot-definition-name (compute-effective-slot-definition (pet-class) 'name (class-direct-slots (pet-class)))) => name)
  (compute-default-initargs (mapcar #'first (compute-default-initargs (pet-class))) => (:name))
  (direct-slot-definition-class (class-name (direct-slot-definition-class (pet-class))) => standard-direct-slot-definition)
  (effective-slot-definition-class (class-name (effective-slot-definition-class (pet-class))) => standard-effective-slot-definition)
  (validate-superclass (validate-superclass (pet-class) (find-class 'standard-object)) => t)
  (ensure-class (class-name (ensure-class 'parrot :direct-superclasses '(standard-object))) => parrot)
  (ensure-class-using-class (class-name (ensure-class-using-class nil 'canary :direct-superclasses '(standard-object))) => canary)
  (add-direct-subclass (progn (defclass wolf () ()) (add-direct-subclass (find-class 'wolf) (pet-class)) (names (class-direct-subclasses (find-class 'wolf)))) => (pet))
  (remove-direct-subclass (progn (defclass fox () ()) (defclass cub (fox) ()) (remove-direct-subclass (find-class 'fox) (find-class 'cub))
                                 (class-direct-subclasses (find-class 'fox))) => nil)
  (reader-method-class (class-name (reader-method-class (pet-class) (first (class-direct-slots (pet-class))))) => standard-reader-method)
  (writer-method-class (class-name (writer-method-class (pet-class) (first (class-direct-slots (pet-class))))) => standard-writer-method))

(define-library-entries "mop" "Slots"
  (slot-definition-name (slot-definition-name (pet-slot)) => name)
  (slot-definition-initargs (slot-definition-initargs (pet-slot)) => (:name))
  (slot-definition-initform (slot-definition-initform (pet-slot)) => "Rex")
  (slot-definition-initfunction (funcall (slot-definition-initfunction (pet-slot))) => "Rex")
  (slot-definition-allocation (slot-definition-allocation (pet-slot)) => :instance)
  (slot-definition-type (slot-definition-type (pet-slot)) => string)
  (slot-definition-readers (slot-definition-readers (first (class-direct-slots (pet-class)))) => (pet-name))
  (slot-definition-writers (slot-definition-writers (first (class-direct-slots (pet-class)))) => ((setf pet-name)))
  (slot-definition-location (integerp (slot-definition-location (pet-slot))) => t)
  (slot-value-using-class (slot-value-using-class (pet-class) (make-instance 'pet) (pet-slot)) => "Tom")
  (slot-boundp-using-class (slot-boundp-using-class (pet-class) (make-instance 'pet) (pet-slot)) => t)
  (slot-makunbound-using-class (slot-boundp (slot-makunbound-using-class (pet-class) (make-instance 'pet) (pet-slot)) 'name) => nil)
  (standard-instance-access (standard-instance-access (make-instance (pet-class)) (slot-definition-location (pet-slot))) => "Tom")
  (funcallable-standard-instance-access
    (progn (defclass counter () ((n :initform 5)) (:metaclass funcallable-standard-class)) (funcallable-standard-instance-access (make-instance 'counter) 'n)) => 5))

(define-library-entries "mop" "Generic functions and methods"
  (generic-function-name (generic-function-name (pet-feed)) => feed)
  (generic-function-lambda-list (generic-function-lambda-list (pet-feed)) => (pet food))
  (generic-function-methods (length (generic-function-methods (pet-feed))) => 1)
  (generic-function-method-class (class-name (generic-function-method-class (pet-feed))) => standard-method)
  (generic-function-method-combination (first (generic-function-method-combination (pet-feed))) => standard)
  (generic-function-argument-precedence-order (generic-function-argument-precedence-order (pet-feed)) => (pet food))
  (generic-function-declarations (generic-function-declarations (pet-feed)) => nil)
  (ensure-generic-function-using-class (generic-function-name (ensure-generic-function-using-class nil 'stroke :lambda-list '(pet))) => stroke)
  (method-function (funcall (method-function (pet-method)) (list (make-instance (pet-class)) 'fish) '()) => :glad)
  (method-generic-function (generic-function-name (method-generic-function (pet-method))) => feed)
  (method-lambda-list (method-lambda-list (pet-method)) => (pet food))
  (method-specializers (class-name (first (method-specializers (pet-method)))) => pet)
  (accessor-method-slot-definition
    (progn (pet-class) (slot-definition-name (accessor-method-slot-definition (first (generic-function-methods #'pet-name))))) => name)
  (compute-applicable-methods-using-classes (compute-applicable-methods-using-classes (pet-feed) (list (find-class 'integer) (find-class 'integer))) => (values nil t))
  (compute-effective-method (consp (compute-effective-method (pet-feed) '(standard) (list (pet-method)))) => t)
  (compute-discriminating-function (functionp (compute-discriminating-function (pet-feed))) => t)
  (find-method-combination (find-method-combination (pet-feed) 'list '()) => (list))
  (make-method-lambda (first (make-method-lambda (pet-feed) (pet-method) '(lambda (pet food) pet) nil)) => lambda)
  (extract-lambda-list (extract-lambda-list '((p pet) food &optional more)) => (p food &optional more))
  (extract-specializer-names (extract-specializer-names '((p pet) food &optional more)) => (pet t))
  (set-funcallable-instance-function
    (progn (defclass answer () () (:metaclass funcallable-standard-class))
           (let ((a (make-instance 'answer))) (set-funcallable-instance-function a (lambda (n) (* 2 n))) (funcall a 21))) => 42))

(define-library-entries "mop" "Specializers and dependents"
  (intern-eql-specializer (eq (intern-eql-specializer 'fish) (intern-eql-specializer 'fish)) => t)
  (eql-specializer-object (eql-specializer-object (intern-eql-specializer 'fish)) => fish)
  (specializer-direct-methods (progn (pet-feed) (eq (first (specializer-direct-methods (intern-eql-specializer 'fish))) (pet-method))) => t)
  (specializer-direct-generic-functions
    (progn (pet-feed) (mapcar #'generic-function-name (specializer-direct-generic-functions (intern-eql-specializer 'fish)))) => (feed))
  (add-direct-method (progn (add-direct-method (intern-eql-specializer 'fish) (pet-method)) (length (specializer-direct-methods (intern-eql-specializer 'fish)))) => 1)
  (remove-direct-method (functionp #'remove-direct-method) => t)
  (add-dependent (let ((seen '())) (defclass pond () ()) (add-dependent (find-class 'pond) 'me) (map-dependents (find-class 'pond) (lambda (d) (push d seen))) seen) => (me))
  (remove-dependent (let ((seen '())) (defclass lake () ()) (add-dependent (find-class 'lake) 'me) (remove-dependent (find-class 'lake) 'me)
                          (map-dependents (find-class 'lake) (lambda (d) (push d seen))) seen) => nil)
  (map-dependents (let ((n 0)) (defclass sea () ()) (add-dependent (find-class 'sea) 1) (add-dependent (find-class 'sea) 2)
                        (map-dependents (find-class 'sea) (lambda (d) (incf n d))) n) => 3)
  (update-dependent (progn (defclass river () ()) (defvar *flooded* nil) (defmethod update-dependent ((class class) (who (eql 'watcher)) &rest initargs)
                                                                           (declare (ignore initargs)) (setf *flooded* t))
                           (add-dependent (find-class 'river) 'watcher) (ensure-class 'river :direct-superclasses '(standard-object)) *flooded*) => t))
