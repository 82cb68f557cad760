;;; Making, initializing and changing instances: the protocol of generic functions (7.1 to 7.3).
(in-package "TESSERA")

;;; The cache of a class for making instances, valid until a class or method changes.
(%define-fields "%MEMORY-" :vector epoch
  defaults       ; the default initargs of the class and its superclasses: lists (KEYWORD FUNCTION FORM)
  plain-p        ; true if no method but the system's takes part in making an instance
  keywords)      ; from an operation's names to the initargs that it takes

(defun %class-memory* (class)
  "Returns the cache of CLASS, a new one if it is out of date."
  (let ((memory (%class-memory class)))
    (if (and memory (eql (%memory-epoch memory) *clos-epoch*))
        memory
        (setf (%class-memory class)
              (vector *clos-epoch* (%effective-default-initargs class) (%plainly-made-p class) '())))))

(defun %effective-default-initargs (class)
  "Returns the default initargs for instances of CLASS, as COMPUTE-DEFAULT-INITARGS has them."
  (if (%plain-class-p class)
      (%all-default-initargs class)
      (%in-module "mop" '%computed-default-initargs 'make-instance (list class))))

(defun %all-default-initargs (class)
  "Returns the default initargs of CLASS and its superclasses, the most specific for each keyword."
  (let ((defaults '()))
    (dolist (super (%class-precedence-list class) (nreverse defaults))
      (when (eq (%class-kind super) :standard)
        (dolist (default (%class-default-initargs super))
          (unless (%assq (car default) defaults) (push default defaults)))))))

(defun %with-defaults (initargs defaults)
  "Returns INITARGS, followed by those of DEFAULTS that are not among them."
  (let ((more '()))
    (dolist (default defaults (if more (append initargs (nreverse more)) initargs))
      (unless (%has-initarg-p (car default) initargs)
        (push (car default) more)
        (push (funcall (cadr default)) more)))))

(defun %has-initarg-p (key initargs)
  "True if KEY is one of the keys of the list INITARGS."
  (do ((rest initargs (cddr rest))) ((atom rest) nil)
    (when (eq (car rest) key) (return t))))

;;; Which initargs are valid: those of slots, and keywords of the methods that will see them.

(defun %class-methods (name class)
  "Returns the methods of the generic function NAME that apply when its first argument is an instance of CLASS. For
ALLOCATE-INSTANCE, the argument is CLASS itself."
  (remove-if-not (if (eq name 'allocate-instance)
                     (lambda (method) (%applies-p method (list class)))
                     (lambda (method) (%class-applies-p (car (%method-specializers method)) class)))
                 (%gf-methods (%named-generic-function name))))

(defun %plainly-made-p (class)
  "True if instances of CLASS are made by the system's methods alone."
  (every (lambda (name) (null (cdr (%class-methods name class))))
         '(allocate-instance initialize-instance shared-initialize)))

(defun %valid-initargs (class names)
  "Returns the initargs that the generic functions NAMES take for CLASS; :ANY if a method takes all."
  (let ((keywords '()))
    (dolist (slot (coerce (%class-slots class) 'list))
      (setq keywords (union (%sd-initargs slot) keywords)))
    (dolist (name names keywords)
      (dolist (method (%class-methods name class))
        (let ((shape (%method-shape method)))
          (when (%shape-open-p shape) (return-from %valid-initargs :any))
          (setq keywords (union (%shape-keys shape) keywords)))))))

(defun %remembered-initargs (class names)
  "Returns the value of %VALID-INITARGS for CLASS and NAMES, computed once for each class and epoch."
  (let* ((memory (%class-memory* class)) (entry (%assq names (%memory-keywords memory))))
    (if entry
        (cdr entry)
        (let ((valid (%valid-initargs class names)))
          (push (cons names valid) (%memory-keywords memory))
          valid))))

(defun %check-initargs (operation class initargs names)
  "Signals a PROGRAM-ERROR of OPERATION unless INITARGS are some that the generic functions NAMES take for CLASS.
NAMES is a constant."
  (let ((valid (if initargs (%remembered-initargs class names) :any)))
    (unless (eq valid :any)
      (%check-known-initargs operation class initargs valid))))

(defun %check-known-initargs (operation class initargs valid)
  "Signals a PROGRAM-ERROR of OPERATION unless INITARGS for CLASS are among VALID."
  (do ((rest initargs (cddr rest))) ((null rest))
    (cond ((not (consp (cdr rest)))
           (%clos-program-error operation "the initarg ~S for the class ~S lacks a value" (car rest) (%class-name class)))
          ((not (or (%memq (car rest) valid) (eq (car rest) :allow-other-keys)
                    (cadr (%memq :allow-other-keys initargs))))
           (%clos-program-error operation "~S is not an initarg of the class ~S~:[; it has~{ ~S~}~;, which has none~]"
                                (car rest) (%class-name class) (null valid) valid)))))

;;; Filling slots.

(defun %initarg-cell (initargs plist)
  "Returns the part of PLIST that begins with the value of its first key among INITARGS, or NIL."
  (if (and initargs (null (cdr initargs)))
      (let ((key (car initargs)))
        (do ((rest plist (cddr rest))) ((null rest) nil)
          (when (eq (car rest) key) (return (cdr rest)))))
      (do ((rest plist (cddr rest))) ((null rest) nil)
        (when (%memq (car rest) initargs) (return (cdr rest))))))

(defun %fill-slots (object class slot-names initargs)
  "Gives the slots of OBJECT, an instance of CLASS, the values from INITARGS, and those of SLOT-NAMES (T for all) that
then have none the values of their initforms."
  (unless (%plain-class-p class)
    (return-from %fill-slots (%in-module "mop" '%fill-by-protocol 'shared-initialize (list object class slot-names initargs))))
  (let* ((layout (%layout-of object class)) (slots (%class-slots class)) (length (length slots)))
    (do ((i 0 (+ i 1))) ((eql i length) object)
      (let* ((slot (svref slots i)) (cell (if initargs (%initarg-cell (%sd-initargs slot) initargs) nil)))
        (cond (cell
               (%set-location-value object layout (%sd-location slot) (car cell)))
              ((and (%sd-initfunction slot)
                    (or (eq slot-names t) (%memq (%sd-name slot) slot-names))
                    (%unbound-marker-p (%location-value object layout (%sd-location slot))))
               (%set-location-value object layout (%sd-location slot) (funcall (%sd-initfunction slot)))))))))

;;; The protocol.

(defgeneric allocate-instance (class &rest initargs &key &allow-other-keys)
  (:documentation "Returns a new instance of CLASS whose slots have no values.")
  (:method ((class standard-class) &rest initargs)
    (declare (ignore initargs))
    (%ensure-finalized class 'allocate-instance)
    (if (%class-layout class)
        (%allocate class)
        (%in-module "mop" '%allocate-metaobject 'allocate-instance (list class))))
  (:method ((class structure-class) &rest initargs)
    (declare (ignore initargs))
    (%make-instance class (length (%class-slots class))))
  (:method ((class condition-class) &rest initargs)
    (declare (ignore initargs))
    (%make-instance class (length (%class-slots class)))))

(defgeneric shared-initialize (instance slot-names &rest initargs &key &allow-other-keys)
  (:documentation "Gives the slots of INSTANCE values from INITARGS, and those of SLOT-NAMES (T for all) without value
that of their initform. Returns INSTANCE.")
  (:method ((instance standard-object) slot-names &rest initargs)
    (unless (and (cdr initargs) (null (cddr initargs)) (symbolp (car initargs)))        ; a pair, as often
      (%check-initarg-names initargs))
    (%fill-slots instance (%instance-class instance) slot-names initargs)))

(defun %check-initarg-names (initargs)
  "Signals a PROGRAM-ERROR of SHARED-INITIALIZE unless INITARGS are symbols, each with a value."
  (do ((rest initargs (cddr rest))) ((null rest))
    (unless (cdr rest)
      (%clos-program-error 'shared-initialize "the initarg ~S lacks a value" (car rest)))
    (unless (or (symbolp (car rest)) (cadr (%memq :allow-other-keys initargs)))
      (%clos-program-error 'shared-initialize "~S is not an initarg" (car rest)))))

(defgeneric initialize-instance (instance &rest initargs &key &allow-other-keys)
  (:documentation "Initializes the new INSTANCE by SHARED-INITIALIZE. MAKE-INSTANCE calls it. Returns INSTANCE.")
  (:method ((instance standard-object) &rest initargs)
    (apply #'shared-initialize instance t initargs)))

(defgeneric reinitialize-instance (instance &rest initargs &key &allow-other-keys)
  (:documentation "Changes the slots of INSTANCE that INITARGS are for. Returns INSTANCE.")
  (:method ((instance standard-object) &rest initargs)
    (%check-initargs 'reinitialize-instance (%instance-class instance) initargs '(reinitialize-instance shared-initialize))
    (apply #'shared-initialize instance '() initargs)))

(defun %make-standard-instance (class initargs)
  "Returns a new instance of the standard CLASS, initialized with INITARGS and the defaults of the class."
  (when (and (null (%class-layout class)) (%metaobject-class-p class))
    (return-from %make-standard-instance (%in-module "mop" '%make-metaobject 'make-instance (list class initargs))))
  (%ensure-made-by-users class)
  (let* ((memory (%class-memory* class))
         (initargs (%with-defaults initargs (%memory-defaults memory))))
    (%check-initargs 'make-instance class initargs '(allocate-instance initialize-instance shared-initialize))
    (if (%memory-plain-p memory)
        (%fill-slots (%allocate class) class t initargs)
        (let ((instance (apply #'allocate-instance class initargs)))
          (apply #'initialize-instance instance initargs)
          instance))))

(defun %ensure-made-by-users (class)
  "Signals an error of MAKE-INSTANCE unless instances of CLASS can be made."
  (unless (%class-layout class)
    (%ensure-finalized class 'make-instance)
    (when (null (%class-precedence-list class)) (%finalize-with-subclasses class)) ; MAKE-INSTANCE has made CLASS
    (unless (%class-layout class)
      (%clos-error 'make-instance "instances of ~S are made by the system only" (%class-name class)))))

(defgeneric make-instance (class &rest initargs &key &allow-other-keys)
  (:documentation "Returns a new instance of CLASS, a class or its name, initialized with INITARGS and the default
initargs. A PROGRAM-ERROR if one of INITARGS is not for CLASS.")
  (:method ((class symbol) &rest initargs)
    (apply #'make-instance (%find-class-or-error class) initargs))
  (:method ((class standard-class) &rest initargs)
    (%make-standard-instance class initargs))
  (:method ((class condition-class) &rest initargs)
    (apply #'make-condition class initargs)))

(defun %find-class-or-error (name)
  "Returns the class called NAME for MAKE-INSTANCE. Signals an error if no such class is defined."
  (or (%find-class name)
      (%clos-error 'make-instance "there is no class named ~S" name)))

;;; Instances that change.

(defgeneric update-instance-for-redefined-class
    (instance added-slots discarded-slots property-list &rest initargs &key &allow-other-keys)
  (:documentation "Initializes ADDED-SLOTS of INSTANCE, whose class was changed. PROPERTY-LIST has the values of
DISCARDED-SLOTS.")
  (:method ((instance standard-object) added-slots discarded-slots property-list &rest initargs)
    (declare (ignore discarded-slots property-list))
    (%check-initargs 'update-instance-for-redefined-class (%instance-class instance) initargs
                     '(update-instance-for-redefined-class shared-initialize))
    (apply #'shared-initialize instance added-slots initargs)))

(defgeneric update-instance-for-different-class (previous current &rest initargs &key &allow-other-keys)
  (:documentation "Initializes the slots of CURRENT that PREVIOUS, a copy as it was before, does not have. CHANGE-CLASS
calls it.")
  (:method ((previous standard-object) (current standard-object) &rest initargs)
    (let ((class (%instance-class current)))
      (%check-update-initargs previous current class initargs)
      (apply #'shared-initialize current
             (remove-if (lambda (name) (slot-exists-p previous name)) (%layout-names (%class-layout class)))
             initargs))))

(defun %check-update-initargs (previous current class initargs)
  "Signals a PROGRAM-ERROR of CHANGE-CLASS unless CLASS, the class of CURRENT, or a method that updates CURRENT from
PREVIOUS takes INITARGS."
  (when initargs
    (let ((valid (%valid-initargs class '(shared-initialize)))
          (methods (compute-applicable-methods #'update-instance-for-different-class (list previous current))))
      (unless (or (eq valid :any)
                  (some (lambda (method) (%shape-open-p (%method-shape method))) methods))
        (dolist (method methods)
          (setq valid (union (%shape-keys (%method-shape method)) valid)))
        (%check-known-initargs 'change-class class initargs valid)))))

(defun %change-class (instance class initargs)
  "Makes INSTANCE an instance of the standard CLASS, keeping the values of the slots that both classes have."
  (%ensure-made-by-users class)
  (let* ((old (%layout-of instance (%instance-class instance)))
         (previous (%copy-instance instance)))
    (when (eq (%layout-boxed old) t)
      (setf (%object-box previous) (copy-seq (%object-box instance))))
    (let ((value-of (%slot-getter instance old)))
      (%set-instance-class instance class)
      (%install-layout instance (%class-layout class) value-of))
    (apply #'update-instance-for-different-class previous instance initargs)
    instance))

(defgeneric change-class (instance new-class &rest initargs &key &allow-other-keys)
  (:documentation "Makes INSTANCE an instance of NEW-CLASS, a standard class or its name. Slots that both classes have
keep their values; UPDATE-INSTANCE-FOR-DIFFERENT-CLASS initializes the others, with INITARGS. Returns INSTANCE.")
  (:method ((instance t) (new-class symbol) &rest initargs)
    (apply #'change-class instance (find-class new-class) initargs))
  (:method ((instance standard-object) (new-class standard-class) &rest initargs)
    (unless (%class-layout (class-of instance))
      (%clos-error 'change-class "~S is the system's own and keeps its class" instance))
    (%change-class instance new-class initargs)))

;;; Functions that are called when a slot, value or method is missing.

(defgeneric slot-unbound (class instance slot-name)
  (:documentation "Called when the slot SLOT-NAME of INSTANCE is read and has no value; what it returns is used.
Signals UNBOUND-SLOT.")
  (:method ((class t) instance slot-name)
    (%signal-failure 'unbound-slot (list :name slot-name :instance instance) 'slot-value)))

(defgeneric slot-missing (class object slot-name operation &optional new-value)
  (:documentation "Called when OPERATION (SLOT-VALUE, SETF, SLOT-BOUNDP or SLOT-MAKUNBOUND) finds no slot SLOT-NAME in
OBJECT.")
  (:method ((class t) object slot-name operation &optional new-value)
    (declare (ignore new-value))
    (%clos-error (if (eq operation 'setf) '(setf slot-value) operation)
                 "~S, of the class ~S, has no slot ~S" object (%class-name class) slot-name)))

(defgeneric no-applicable-method (generic-function &rest arguments)
  (:documentation "Called when GENERIC-FUNCTION has no method that applies to ARGUMENTS. Signals an error, with a
restart RETRY-CALL.")
  (:method ((generic-function t) &rest arguments)
    (let ((name (%gf-name (%generic-function generic-function))))
      (restart-case
          (%clos-error name "no method applies to the arguments ~S, of the classes ~S"
                       arguments
                       (mapcar (lambda (argument) (%class-name (class-of argument)))
                               (%required-arguments generic-function arguments)))
        (retry-call ()
          :report (lambda (stream) (format stream "Call ~S again." name))
          (apply generic-function arguments))))))

(defun %required-arguments (generic-function arguments)
  "Returns those of ARGUMENTS by whose classes GENERIC-FUNCTION chooses."
  (subseq arguments 0 (length (%shape-required (%gf-shape (%generic-function generic-function))))))

(defgeneric no-next-method (generic-function method &rest arguments)
  (:documentation "Called when METHOD of GENERIC-FUNCTION calls the next method with ARGUMENTS, and there is none.
Signals an error.")
  (:method ((generic-function t) method &rest arguments)
    (%clos-error 'call-next-method "there is no next method after ~S for the arguments ~S" method arguments)))
