;;; Makes classes by the protocol: the expansion of a DEFCLASS with a :METACLASS.
(in-package "CLOS")

;;; The form.

(defun %quoted-slot-option (key values)
  "Returns the initarg for the option KEY of a slot, which was written with VALUES."
  (list `',key (if (rest values) `',values `',(first values))))

(defun %slot-initargs-form (written)
  "Returns a form for the initargs of the metaobject for the slot that the list WRITTEN describes."
  (let ((readers '()) (writers '()) (initargs '()) (plain '()) (others '()))
    (loop for (key value) on (rest written) by #'cddr
          do (case key
               (:reader (push value readers))
               (:writer (push value writers))
               (:accessor (push value readers) (push `(setf ,value) writers))
               (:initarg (push value initargs))
               (:initform (setf plain `(:initform ',value :initfunction (lambda () ,value) ,@plain)))
               ((:allocation :type :documentation) (setf plain `(,key ',value ,@plain)))
               (t (let ((entry (assoc key others)))
                    (if entry (setf (rest entry) (append (rest entry) (list value))) (push (list key value) others))))))
    `(list :name ',(first written) :initargs ',(reverse initargs) :readers ',(reverse readers) :writers ',(reverse writers) ,@plain
           ,@(loop for (key . values) in (reverse others) append (%quoted-slot-option key values)))))

(defun %default-initargs-form (plist)
  "Returns a form for the default initargs in PLIST, which a DEFCLASS form gives."
  `(list ,@(loop for (key form) on plist by #'cddr collect `(list ',key ',form (lambda () ,form)))))

(defun tessera::%ensure-class-form (name superclasses slots options)
  "Returns the form that makes the class NAME from the parts of a DEFCLASS form that has a :METACLASS."
  `(ensure-class ',name
                 :direct-superclasses ',superclasses
                 :direct-slots (list ,@(mapcar #'%slot-initargs-form slots))
                 ,@(loop for (key . values) in options
                         append (case key
                                  (:metaclass `(:metaclass ',(first values)))
                                  (:documentation `(:documentation ',(first values)))
                                  (:default-initargs `(:direct-default-initargs ,(%default-initargs-form values)))
                                  (t `(',key ',values))))))

;;; The protocol.

(defgeneric validate-superclass (class superclass)
  (:documentation "True if CLASS can be a direct subclass of SUPERCLASS.")
  (:method ((class class) (superclass class))
    (let ((own (class-of class)) (other (class-of superclass)))
      (or (eq superclass (find-class 't))
          (eq own other)
          (and (tessera::%class-forward superclass) t)
          (and (eq own (find-class 'funcallable-standard-class)) (eq other (find-class 'standard-class)))
          ;; a class of classes below STANDARD-CLASS that says nothing else: what its instances inherit is the same
          (and (eq other (find-class 'standard-class)) (%below-p own 'standard-class)
               (member (class-name superclass) '(standard-object funcallable-standard-object)))))))

(defgeneric compute-class-precedence-list (class)
  (:documentation "Returns the list of CLASS and its superclasses, the most specific first.")
  (:method ((class class))
    (tessera::%compute-precedence-list class)))

(defgeneric finalize-inheritance (class)
  (:documentation "Computes the precedence list, slots and default initargs of CLASS. Its superclasses must all be
defined.")
  (:method ((class class)) nil)
  (:method ((class standard-class))
    (dolist (super (rest (tessera::%superclasses-closure class)))
      (unless (class-finalized-p super) (finalize-inheritance super)))
    (tessera::%ensure-finalized class 'finalize-inheritance)
    (tessera::%finalize-class class)
    nil))

(defun tessera::%finalize-by-protocol (class)
  "Calls FINALIZE-INHERITANCE for CLASS."
  (finalize-inheritance class))

(defun tessera::%finalize-ancestors-by-protocol (class)
  "Finalizes the ancestors of CLASS in the order that COMPUTE-CLASS-PRECEDENCE-LIST returns."
  (tessera::%finalize-ancestors class (compute-class-precedence-list class)))

(defgeneric add-direct-subclass (superclass subclass)
  (:documentation "Notes that SUBCLASS has the direct superclass SUPERCLASS.")
  (:method ((superclass class) (subclass class))
    (pushnew subclass (tessera::%class-direct-subclasses superclass))))

(defgeneric remove-direct-subclass (superclass subclass)
  (:documentation "Notes that SUBCLASS no longer has the direct superclass SUPERCLASS.")
  (:method ((superclass class) (subclass class))
    (setf (tessera::%class-direct-subclasses superclass)
          (remove subclass (tessera::%class-direct-subclasses superclass)))))

;;; Accessors.

(defgeneric reader-method-class (class direct-slot &rest initargs)
  (:documentation "Returns the class of the methods that read DIRECT-SLOT of CLASS.")
  (:method ((class class) direct-slot &rest initargs)
    (declare (ignore direct-slot initargs))
    (find-class 'standard-reader-method)))

(defgeneric writer-method-class (class direct-slot &rest initargs)
  (:documentation "Returns the class of the methods that set DIRECT-SLOT of CLASS.")
  (:method ((class class) direct-slot &rest initargs)
    (declare (ignore direct-slot initargs))
    (find-class 'standard-writer-method)))

(defun %classify-accessor (method slot)
  "Gives METHOD, which reads or sets the direct SLOT, the class that READER-METHOD-CLASS or WRITER-METHOD-CLASS
returns."
  (let* ((specializers (tessera::%method-specializers method))
         (class (first (last specializers)))
         (initargs (list :qualifiers '() :specializers specializers :lambda-list (tessera::%method-lambda-list method)
                         :slot-definition slot))
         (method-class (apply (if (rest specializers) #'writer-method-class #'reader-method-class) class slot initargs)))
    (unless (%below-p method-class 'standard-accessor-method)
      (error "~S, the class for an accessor of ~S, is not below STANDARD-ACCESSOR-METHOD" method-class class))
    (tessera::%set-instance-class method method-class)
    (unless (member (class-name method-class) '(standard-reader-method standard-writer-method))
      (initialize-instance method :slot-definition slot))))

(dolist (gf tessera::*generic-functions*)
  (dolist (method (tessera::%gf-methods gf))
    (when (tessera::%method-accessor method)
      (tessera::%set-instance-class method (find-class (if (rest (tessera::%method-specializers method))
                                                           'standard-writer-method
                                                           'standard-reader-method))))))
(setq tessera::*accessor-classifier* #'%classify-accessor)

;;; Initializing a class: its superclasses, slots and accessors.

(defun %direct-slot (class initargs)
  "Returns the metaobject for the direct slot of CLASS with INITARGS."
  (if (typep initargs 'slot-definition)
      initargs
      (apply #'make-instance (apply #'direct-slot-definition-class class initargs) initargs)))

(defun %default-superclass (class)
  "Returns the direct superclass of CLASS if it names none."
  (find-class (if (typep class 'funcallable-standard-class) 'funcallable-standard-object 'standard-object)))

(defun %set-superclasses (class superclasses)
  "Makes SUPERCLASSES, or the default one, the direct superclasses of CLASS, if VALIDATE-SUPERCLASS allows it."
  (let ((supers (or superclasses (list (%default-superclass class)))))
    (dolist (super supers)
      (unless (validate-superclass class super)
        (tessera::%clos-error 'defclass "~S, of the class ~S, cannot have the superclass ~S, of the class ~S: VALIDATE-SUPERCLASS says so"
                              (tessera::%class-name class) (class-name (class-of class)) (tessera::%class-name super)
                              (class-name (class-of super)))))
    (let ((old (tessera::%class-direct-superclasses class)))
      (tessera::%change-superclasses class supers)
      (dolist (super (set-difference old supers)) (remove-direct-subclass super class))
      (dolist (super (set-difference supers old)) (add-direct-subclass super class)))))

(defun %set-direct-slots (class slots)
  "Makes SLOTS the direct slots of CLASS and updates its accessors."
  (let ((old (tessera::%class-direct-slots class)))
    (tessera::%fill-shared-slots class slots)
    (setf (tessera::%class-direct-slots class) slots)
    (tessera::%remove-old-accessors class old slots)
    (dolist (slot slots)
      (dolist (reader (tessera::%sd-readers slot)) (tessera::%add-reader reader class slot))
      (dolist (writer (tessera::%sd-writers slot)) (tessera::%add-writer writer class slot)))))

(defmethod shared-initialize :after ((class standard-class) slot-names
                                     &key (name nil name-p) (direct-superclasses nil superclasses-p) (direct-slots nil slots-p)
                                          (direct-default-initargs nil initargs-p) (documentation nil documentation-p)
                                     &allow-other-keys)
  (when name-p (setf (tessera::%class-name class) name))
  (when (or superclasses-p (eq slot-names t)) (%set-superclasses class direct-superclasses))
  (setf (tessera::%class-forward class) nil)
  (when (or slots-p (eq slot-names t))
    (%set-direct-slots class (mapcar (lambda (initargs) (%direct-slot class initargs)) direct-slots)))
  (when initargs-p
    (setf (tessera::%class-default-initargs class)
          (loop for (key form function) in direct-default-initargs collect (list key function form))))
  (when documentation-p
    (setf (tessera::%class-documentation class) documentation)
    (when (and documentation (tessera::%class-name class))
      (setf (documentation (tessera::%class-name class) 'type) documentation))))

(defmethod reinitialize-instance :after ((class standard-class) &rest initargs)
  (unless (tessera::%plain-class-p class)
    (tessera::%finalize-redefined class (tessera::%class-layout class))
    (tessera::%clear-all-caches))
  (apply #'tessera::%notify-dependents class initargs))

(defmethod (setf class-name) :after (name (class standard-class))
  (reinitialize-instance class :name name))

;;; ENSURE-CLASS.

(defun %metaclass (designator)
  "Returns the class that DESIGNATOR is or names."
  (if (symbolp designator) (find-class designator) designator))

(defun %class-initargs (initargs)
  "Returns INITARGS of ENSURE-CLASS without :METACLASS, with classes for the names of superclasses."
  (loop for (key value) on initargs by #'cddr
        unless (eq key :metaclass)
          append (list key (if (eq key :direct-superclasses) (mapcar #'tessera::%named-superclass value) value))))

(defun %new-class (name metaclass initargs)
  "Returns a new class NAME of METACLASS. A class of that name that was not defined yet becomes it."
  (let ((forward (gethash name tessera::*forward-classes*)))
    (remhash name tessera::*forward-classes*)
    (cond (forward
           (tessera::%set-instance-class forward metaclass)
           (apply #'initialize-instance forward :name name (tessera::%with-defaults initargs (tessera::%all-default-initargs metaclass)))
           forward)
          (t (apply #'make-instance metaclass :name name initargs)))))

(defgeneric ensure-class-using-class (class name &rest initargs &key metaclass &allow-other-keys)
  (:documentation "Makes a class called NAME, or changes CLASS, by INITARGS. Returns it.")
  (:method ((class null) name &rest initargs &key (metaclass 'standard-class) &allow-other-keys)
    (%new-class name (%metaclass metaclass) (%class-initargs initargs)))
  (:method ((class class) name &rest initargs &key (metaclass 'standard-class) &allow-other-keys)
    (declare (ignore name))
    (unless (eq (class-of class) (%metaclass metaclass))
      (tessera::%set-instance-class class (%metaclass metaclass)))
    (apply #'reinitialize-instance class (append (%class-initargs initargs)
                                                 (if (getf initargs :direct-slots) '() '(:direct-slots ()))))))

(defun ensure-class (name &rest initargs &key &allow-other-keys)
  "Makes a class called NAME, or changes the existing one, by INITARGS: :METACLASS, :DIRECT-SUPERCLASSES, :DIRECT-SLOTS
and others that its class knows. Returns the class."
  (tessera::%check-type-definition name)
  (let* ((known (find-class name nil))
         (class (apply #'ensure-class-using-class
                       (and (typep known 'standard-class) (eq (tessera::%class-name known) name) known)
                       name initargs)))
    (tessera::%name-class name class)
    (unless (and known (not (tessera::%plain-class-p class)))
      (tessera::%finalize-redefined class (and known (tessera::%class-layout class))))
    (when known (tessera::%clear-all-caches))
    class))
