;;; Readers of classes and slots.
(in-package "CLOS")

(defun classp (object)
  "True if OBJECT is a class."
  (typep object 'class))

(defmacro %define-readers (class &rest clauses)
  "Defines generic functions with a method for CLASS: each of CLAUSES is (NAME DOCUMENTATION FORM), in which CLASS is a
variable, too."
  `(progn
     ,@(loop for (name documentation form) in clauses
             collect `(defgeneric ,name (,class)
                        (:documentation ,documentation)
                        (:method ((,class ,class)) ,form)))))

(%define-readers class
  (class-direct-superclasses "Returns the list of the direct superclasses of CLASS."
    (copy-list (tessera::%class-direct-superclasses class)))
  (class-direct-subclasses "Returns the list of the direct subclasses of CLASS."
    (copy-list (tessera::%class-direct-subclasses class)))
  (class-precedence-list "Returns the list of CLASS and its superclasses, the most specific first."
    (progn (%check-finalized class 'class-precedence-list)
           (copy-list (tessera::%class-precedence-list class))))
  (class-direct-slots "Returns a list of what CLASS itself states of slots."
    (%as-slot-definitions (tessera::%class-direct-slots class) 'standard-direct-slot-definition))
  (class-slots "Returns a list of the slots of the instances of CLASS."
    (progn (%check-finalized class 'class-slots)
           (%as-slot-definitions (tessera::%class-slots class) 'standard-effective-slot-definition)))
  (class-direct-default-initargs "Returns the default initargs that CLASS states: a list of lists (KEY FORM FUNCTION)."
    (%as-default-initargs (tessera::%class-default-initargs class)))
  (class-default-initargs "Returns the default initargs for instances of CLASS: a list of lists (KEY FORM FUNCTION)."
    (progn (%check-finalized class 'class-default-initargs)
           (compute-default-initargs class)))
  (class-finalized-p "Returns true if CLASS can have instances: all its superclasses are defined, and FINALIZE-INHERITANCE was called."
    (and (not (tessera::%undefined-superclass class))
         (or (not (eq (tessera::%class-kind class) :standard))
             (tessera::%metaobject-class-p class)
             (and (tessera::%class-layout class) t))))
  (class-prototype "Returns an instance of CLASS that is not initialized, always the same."
    (%prototype class)))

(defun %check-finalized (class operation)
  "Signals an error of OPERATION unless all superclasses of CLASS are defined."
  (tessera::%ensure-finalized class operation)
  (unless (class-finalized-p class) (finalize-inheritance class)))

(defun %as-default-initargs (initargs)
  "Returns INITARGS, lists (KEY FUNCTION FORM), as lists (KEY FORM FUNCTION)."
  (loop for (key function form) in initargs collect (list key form function)))

(defun %as-slot-definitions (slots class-name)
  "Returns SLOTS as a list of metaobjects: those of structures and conditions are made from the system's descriptions."
  (map 'list (lambda (slot)
               (if (simple-vector-p slot)
                   (make-instance class-name :name (tessera::%any-slot-name slot))
                   slot))
       (if (listp slots) (remove-if #'tessera::%fixnump slots) slots)))

(defgeneric compute-default-initargs (class)
  (:documentation "Returns the default initargs for instances of CLASS: a list of lists (KEY FORM FUNCTION).")
  (:method ((class class))
    (%as-default-initargs (tessera::%all-default-initargs class))))

(defun tessera::%computed-default-initargs (class)
  "Returns the default initargs of COMPUTE-DEFAULT-INITARGS as the system has them."
  (loop for (key form function) in (compute-default-initargs class) collect (list key function form)))

(defun %own (object key)
  "Returns two values: the value that the metaobject OBJECT keeps under KEY, or NIL; and true if there is one."
  (let ((entry (assoc key (tessera::%extra-slots (tessera::%raw-metaobject object)))))
    (values (cdr entry) (and entry t))))

(defun (setf %own) (value object key)
  "Makes the metaobject OBJECT keep VALUE under KEY. Returns VALUE."
  (let* ((raw (tessera::%raw-metaobject object)) (entry (assoc key (tessera::%extra-slots raw))))
    (if entry
        (setf (cdr entry) value)
        (tessera::%set-extra-slots raw (acons key value (tessera::%extra-slots raw))))
    value))

(defun %prototype (class)
  "Returns the prototype of CLASS, an instance whose slots may have no values."
  (case (tessera::%class-kind class)
    (:built-in (tessera::%clos-error 'class-prototype "~S has no instances that could be made" class))
    (t (or (%own class 'prototype)
           (setf (%own class 'prototype) (allocate-instance class))))))

(%define-readers slot-definition
  (slot-definition-name "Returns the name of SLOT-DEFINITION." (tessera::%sd-name slot-definition))
  (slot-definition-initargs "Returns the list of the initargs of SLOT-DEFINITION." (tessera::%sd-initargs slot-definition))
  (slot-definition-initform "Returns the form for the initial value of SLOT-DEFINITION, NIL if there is none."
    (tessera::%sd-initform slot-definition))
  (slot-definition-initfunction "Returns the function for the initial value of SLOT-DEFINITION, NIL if there is none."
    (tessera::%sd-initfunction slot-definition))
  (slot-definition-allocation "Returns the allocation of SLOT-DEFINITION: :INSTANCE, :CLASS or another one."
    (tessera::%sd-allocation slot-definition))
  (slot-definition-type "Returns the type of SLOT-DEFINITION." (tessera::%sd-type slot-definition))
  (slot-definition-readers "Returns the names of the generic functions that read SLOT-DEFINITION." (tessera::%sd-readers slot-definition))
  (slot-definition-writers "Returns the names of the generic functions that set SLOT-DEFINITION." (tessera::%sd-writers slot-definition))
  (slot-definition-location "Returns the location of SLOT-DEFINITION for STANDARD-INSTANCE-ACCESS; NIL if it has none."
    (tessera::%sd-location slot-definition)))

(defmethod print-object ((slot slot-definition) stream)
  (print-unreadable-object (slot stream :type t) (prin1 (tessera::%sd-name slot) stream))
  slot)

(defun standard-instance-access (instance location)
  "Returns the value of INSTANCE at LOCATION, as SLOT-DEFINITION-LOCATION returns it."
  (tessera::%location-value instance (tessera::%layout-of instance (class-of instance)) location))

(defun (setf standard-instance-access) (value instance location)
  "Makes VALUE the value of INSTANCE at LOCATION. Returns VALUE."
  (tessera::%set-location-value instance (tessera::%layout-of instance (class-of instance)) location value))
