;;; Metaobjects that programs define: subclasses of the standard classes of classes, slots, generic functions and
;;; methods.
(in-package "CLOS")

(defclass forward-referenced-class (class) ()
  (:documentation "The class of classes that were named as superclasses and not defined yet. (Such a class is a
STANDARD-CLASS here.)"))
(defclass funcallable-standard-class (standard-class) ()
  (:documentation "The class of classes whose instances are functions."))
(defclass standard-accessor-method (standard-method) () (:documentation "Methods that read or set slots."))
(defclass standard-reader-method (standard-accessor-method) () (:documentation "Methods that read slots."))
(defclass standard-writer-method (standard-accessor-method) () (:documentation "Methods that set slots."))

;;; The classes of the image, which exist without this module.

(loop for (name text)
        in '((metaobject "The class of the parts of the object system: classes, slots, generic functions, methods.")
             (specializer "The class of what methods are chosen by: classes and EQL specializers.")
             (condition-class "The class of classes that DEFINE-CONDITION makes.")
             (slot-definition "The class of slots, direct and effective ones.")
             (direct-slot-definition "The class of slots as a class defines them itself.")
             (effective-slot-definition "The class of slots as instances have them, put together from those of the class and those above it.")
             (standard-slot-definition "The class of the slots of standard classes.")
             (standard-direct-slot-definition "The class of slots as a standard class defines them itself.")
             (standard-effective-slot-definition "The class of slots as instances of standard classes have them."))
      do (setf (documentation name 'type) text))

;;; Allocation. Standard fields are the system's; additional slots are in an alist.

(defun %raw-instance (class length)
  "Returns a new raw instance of CLASS with LENGTH fields, which are NIL."
  (let ((object (tessera::%make-instance class length)))
    (dotimes (i length object) (tessera::%set-instance-ref object i nil))))

(defun %allocate-generic-function (class)
  "Returns a new generic function of CLASS, whose lambda list is not known yet. Its behavior is kept separately: see
%CHANGE-SHAPE."
  (let ((gf (tessera::%new-generic-function nil class nil)))
    (setf (tessera::%gf-function gf) (%calling-entry gf))
    (%change-shape gf '())
    (tessera::%gf-function gf)))

(defun %calling-entry (gf)
  "Returns a function that calls what GF has as its entry, or gets by COMPUTE-DISCRIMINATING-FUNCTION."
  (lambda (&rest arguments)
    (apply (or (%own gf 'entry)
               (setf (%own gf 'entry) (compute-discriminating-function (tessera::%gf-function gf))))
           arguments)))

(defun %below-p (class name)
  "True if CLASS is the class called NAME or below it."
  (tessera::%subclass-p class (find-class name)))

(defun tessera::%allocate-metaobject (class)
  "Returns a new instance of CLASS, which is laid out by the system."
  (cond ((%below-p class 'class)
         (let ((new (%raw-instance class tessera::*%class-length*)))
           (setf (tessera::%class-kind new) :standard
                 (tessera::%class-slots new) (vector))
           new))
        ((%below-p class 'slot-definition)
         (let ((new (%raw-instance class tessera::*%sd-length*)))
           (setf (tessera::%sd-allocation new) :instance
                 (tessera::%sd-type new) t)
           new))
        ((%below-p class 'method) (%raw-instance class tessera::*%method-length*))
        ((%below-p class 'generic-function)
         (%allocate-generic-function class))
        ((%below-p class 'metaobject) (%raw-instance class 2))
        (t (tessera::%clos-error 'allocate-instance "instances of ~S are made by the system only" (class-name class)))))

(defun tessera::%make-metaobject (class initargs)
  "Returns a new instance of CLASS, which is laid out by the system, initialized with INITARGS."
  (let* ((initargs (tessera::%with-defaults initargs (tessera::%all-default-initargs class)))
         (object (apply #'allocate-instance class initargs)))
    (apply #'initialize-instance object initargs)
    object))

(defun %fill-own-slots (object slot-names initargs)
  "Gives the slots that programs have put into the class of the metaobject OBJECT values from INITARGS, or their
initforms."
  (let ((class (class-of object)))
    (loop for slot across (tessera::%class-slots class)
          for name = (tessera::%sd-name slot)
          for cell = (tessera::%initarg-cell (tessera::%sd-initargs slot) initargs)
          do (cond (cell (tessera::%set-own-slot object class name (car cell)))
                   ((and (tessera::%sd-initfunction slot)
                         (or (eq slot-names t) (member name slot-names))
                         (not (nth-value 1 (%own object name))))
                    (tessera::%set-own-slot object class name (funcall (tessera::%sd-initfunction slot))))))))

(defmethod shared-initialize ((object metaobject) slot-names &rest initargs)
  (%fill-own-slots object slot-names initargs)
  object)

(defmethod reinitialize-instance ((object metaobject) &rest initargs)
  (apply #'shared-initialize object '() initargs))

;;; Slots.

(defmethod shared-initialize ((slot slot-definition) slot-names
                              &key (name nil name-p) (initargs nil initargs-p) (initform nil initform-p)
                                   (initfunction nil initfunction-p) (allocation :instance allocation-p) (type t type-p)
                                   (readers nil readers-p) (writers nil writers-p) (documentation nil documentation-p)
                              &allow-other-keys)
  (declare (ignore slot-names))
  (macrolet ((given (&rest names)
               `(progn ,@(loop for name in names
                               collect `(when ,(intern (format nil "~A-P" name) "CLOS")
                                          (setf (,(intern (format nil "%SD-~A" name) "TESSERA") slot) ,name))))))
    (given name initargs initform initfunction allocation type readers writers documentation))
  (when (and (eq allocation :class) (null (tessera::%sd-location slot)))
    (setf (tessera::%sd-location slot) (list (tessera::%unbound-marker))))
  (call-next-method))

(defgeneric direct-slot-definition-class (class &rest initargs)
  (:documentation "Returns the class of the metaobject for the direct slot of CLASS with INITARGS.")
  (:method ((class class) &rest initargs)
    (declare (ignore initargs))
    (find-class 'standard-direct-slot-definition)))

(defgeneric effective-slot-definition-class (class &rest initargs)
  (:documentation "Returns the class of the metaobject for a slot of instances of CLASS.")
  (:method ((class class) &rest initargs)
    (declare (ignore initargs))
    (find-class 'standard-effective-slot-definition)))

(defun %merged-initargs (name direct-slots)
  "Returns the initargs for the effective slot NAME made of DIRECT-SLOTS, the most specific first."
  (let ((first (first direct-slots)) (with-initform (find-if #'tessera::%sd-initfunction direct-slots)))
    `(:name ,name
      :initargs ,(remove-duplicates (loop for slot in direct-slots append (tessera::%sd-initargs slot)) :from-end t)
      ,@(when with-initform
          `(:initform ,(tessera::%sd-initform with-initform) :initfunction ,(tessera::%sd-initfunction with-initform)))
      :allocation ,(tessera::%sd-allocation first)
      :type ,(let ((type t))
               (dolist (slot (reverse direct-slots) type)
                 (setf type (tessera::%merged-type (tessera::%sd-type slot) type))))
      :documentation ,(some #'tessera::%sd-documentation direct-slots))))

(defgeneric compute-effective-slot-definition (class name direct-slot-definitions)
  (:documentation "Returns the metaobject for the slot NAME of instances of CLASS, for which classes above have
DIRECT-SLOT-DEFINITIONS, the most specific first.")
  (:method ((class class) name direct-slot-definitions)
    (let* ((initargs (%merged-initargs name direct-slot-definitions))
           (slot (apply #'make-instance (apply #'effective-slot-definition-class class initargs) initargs)))
      (when (eq (tessera::%sd-allocation slot) :class)
        (setf (tessera::%sd-location slot) (tessera::%sd-location (first direct-slot-definitions))))
      slot)))

(defgeneric compute-slots (class)
  (:documentation "Returns a list of metaobjects for the slots of instances of CLASS.")
  (:method ((class class))
    (let ((names '()) (classes (remove :standard (tessera::%class-precedence-list class)
                                       :key #'tessera::%class-kind :test-not #'eq)))
      (dolist (super (reverse classes))
        (dolist (slot (tessera::%class-direct-slots super))
          (pushnew (tessera::%sd-name slot) names)))
      (loop for name in (reverse names)
            collect (compute-effective-slot-definition
                     class name
                     (loop for super in classes
                           for slot = (find name (tessera::%class-direct-slots super) :key #'tessera::%sd-name)
                           when slot collect slot))))))

(defun tessera::%compute-placed-slots (class)
  "Returns the slots that COMPUTE-SLOTS returns for instances of CLASS, with locations."
  (tessera::%locate-slots (tessera::%proxy-first (copy-list (compute-slots class)))))

;;; Access to slots.

(defgeneric slot-value-using-class (class object slot)
  (:documentation "Returns the value of SLOT, an effective slot of CLASS, the class of OBJECT.")
  (:method ((class class) object slot)
    (let ((value (standard-instance-access object (tessera::%sd-location slot))))
      (if (tessera::%unbound-marker-p value)
          (values (slot-unbound class object (tessera::%sd-name slot)))
          value))))

(defgeneric (setf slot-value-using-class) (value class object slot)
  (:documentation "Makes VALUE the value of SLOT, an effective slot of CLASS, the class of OBJECT. Returns VALUE.")
  (:method (value (class class) object slot)
    (setf (standard-instance-access object (tessera::%sd-location slot)) value)))

(defgeneric slot-boundp-using-class (class object slot)
  (:documentation "True if SLOT, an effective slot of CLASS, has a value in OBJECT.")
  (:method ((class class) object slot)
    (not (tessera::%unbound-marker-p (standard-instance-access object (tessera::%sd-location slot))))))

(defgeneric slot-makunbound-using-class (class object slot)
  (:documentation "Removes the value of SLOT, an effective slot of CLASS, from OBJECT. Returns OBJECT.")
  (:method ((class class) object slot)
    (setf (standard-instance-access object (tessera::%sd-location slot)) (tessera::%unbound-marker))
    object))

(defun %own-access-p (class name position)
  "True if the generic function NAME has a method for CLASS, at POSITION among its arguments, that is not the system's."
  (some (lambda (method)
          (let ((specializer (nth position (tessera::%method-specializers method))))
            (and (not (eq specializer (find-class 'class)))
                 (tessera::%class-applies-p specializer (class-of class)))))
        (tessera::%gf-methods (tessera::%named-generic-function name))))

(defun tessera::%accessed-by-protocol-p (class)
  "True if a program has defined methods for access to slots of instances of CLASS."
  (or (%own-access-p class 'slot-value-using-class 0)
      (%own-access-p class '(setf slot-value-using-class) 1)
      (%own-access-p class 'slot-boundp-using-class 0)
      (%own-access-p class 'slot-makunbound-using-class 0)))

(defun tessera::%value-by-protocol (class object slot)
  "Calls SLOT-VALUE-USING-CLASS."
  (slot-value-using-class class object slot))

(defun tessera::%bound-by-protocol (class object slot)
  "True if SLOT-BOUNDP-USING-CLASS is true."
  (and (slot-boundp-using-class class object slot) t))

(defun tessera::%store-by-protocol (value class object slot)
  "Stores VALUE by (SETF SLOT-VALUE-USING-CLASS), or removes the value if VALUE is the unbound marker."
  (if (tessera::%unbound-marker-p value)
      (slot-makunbound-using-class class object slot)
      (setf (slot-value-using-class class object slot) value)))

(defun tessera::%fill-by-protocol (object class slot-names initargs)
  "Implements SHARED-INITIALIZE for OBJECT, whose slots are accessed by the protocol."
  (loop for slot across (tessera::%class-slots class)
        for name = (tessera::%sd-name slot)
        for cell = (and initargs (tessera::%initarg-cell (tessera::%sd-initargs slot) initargs))
        do (cond (cell (setf (slot-value object name) (car cell)))
                 ((and (tessera::%sd-initfunction slot)
                       (or (eq slot-names t) (member name slot-names))
                       (not (slot-boundp object name)))
                  (setf (slot-value object name) (funcall (tessera::%sd-initfunction slot))))))
  object)
