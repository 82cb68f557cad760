;;; DEFCLASS: standard classes, their slots and the layout of their instances (chapters 4 and 7).
(in-package "TESSERA")

(defun %clos-error (operation control &rest arguments)
  "Signals a SIMPLE-ERROR of OPERATION."
  (%signal-failure 'simple-error (list :format-control control :format-arguments arguments) operation))

(defun %clos-program-error (operation control &rest arguments)
  "Signals a PROGRAM-ERROR of OPERATION."
  (%signal-failure 'simple-program-error (list :format-control control :format-arguments arguments) operation))

;;; A slot, as a class states it (direct) or as its instances have it (effective).
(%define-fields "%SD-" :instance (:shared "SLOT") initargs initform initfunction allocation type readers writers documentation
  location       ; effective: where an instance has it, from 1 on; of :ALLOCATION :CLASS: the cons whose car is the value
  own)           ; see %EXTRA-SLOTS

(defun %make-direct-slot (name initargs initform initfunction allocation type readers writers documentation)
  "Returns the definition of the direct slot NAME of a class, with the properties that DEFCLASS gives it."
  (%instance (load-time-value (%find-class 'standard-direct-slot-definition))
             name initargs initform initfunction allocation type readers writers documentation
             (if (eq allocation :class) (list (%unbound-marker)) nil) nil))

;;; Metaobjects are laid out by the system. Slots that programs give their classes stand in an alist, the last field of
;;; each.

(defun %extra-slots (object)
  "Returns the alist of the slots of the metaobject OBJECT that programs have put into its class."
  (%instance-ref object (- (%instance-length object) 1)))

(defun %set-extra-slots (object alist)
  "Makes ALIST the slots of the metaobject OBJECT that programs have put into its class."
  (%set-instance-ref object (- (%instance-length object) 1) alist))

;;; An instance of a standard class has its layout, followed by its own slots. When a class gets another layout, its
;;; instances are updated at their next use. An instance that is too small for its new layout stores a vector of its
;;; slots in its first slot: a boxed layout.
(%define-fields "%OBJECT-" :instance (:shared "OBJECT")
  box)           ; if the layout is boxed
(%define-fields "%LAYOUT-" :vector class
  names          ; of the instance's own slots, in order
  locations      ; hash table from all names to locations
  boxed)         ; T in a boxed layout; in another one the boxed one of the same slots

(defvar *forward-classes* (make-hash-table :test 'eq)
  "A hash table from a name to the class that was named as a superclass before its definition.")

(defvar *clos-epoch* 0
  "The number of changes of classes and methods. What was remembered in an earlier epoch is out of date.")

(defvar *generic-functions* '() "All generic functions, whose caches a change of classes clears.")

(defun %standard-class-p (object)
  "True if OBJECT is a class of which DEFCLASS can make subclasses."
  (and (%class-object-p object) (eq (%class-kind object) :standard)))

;;; Slots.

(defun %merge-standard-slots (specific general)
  "Returns the effective slot from the direct slot SPECIFIC and GENERAL, the effective slot of the same name above it,
or NIL."
  (%instance (load-time-value (%find-class 'standard-effective-slot-definition))
             (%sd-name specific)
             (if general (union (%sd-initargs specific) (%sd-initargs general)) (%sd-initargs specific))
             (if (or (%sd-initfunction specific) (null general)) (%sd-initform specific) (%sd-initform general))
             (or (%sd-initfunction specific) (and general (%sd-initfunction general)))
             (%sd-allocation specific)
             (%merged-type (%sd-type specific) (if general (%sd-type general) t))
             nil nil
             (or (%sd-documentation specific) (and general (%sd-documentation general)))
             (%sd-location specific) nil))

(defun %merged-type (specific general)
  "Returns the type of a slot from its type SPECIFIC in a class and GENERAL above: T, one of them, or both joined by
AND."
  (cond ((or (eq general t) (equal specific general)) specific)
        ((eq specific t) general)
        (t (list 'and specific general))))

(defun %effective-slots (class)
  "Returns the effective slots of CLASS, those of the most general class first, without locations."
  (let ((slots '()))
    (dolist (super (reverse (%class-precedence-list class)) (nreverse slots))
      (when (eq (%class-kind super) :standard)
        (dolist (slot (%class-direct-slots super))
          (let ((known (member (%sd-name slot) slots :key #'%sd-name)))
            (if known
                (setf (car known) (%merge-standard-slots slot (car known)))
                (push (%merge-standard-slots slot nil) slots))))))))

(defun %proxy-first (slots)
  "Returns SLOTS; a slot %PROXY first, where the VM looks for the stream that stands for the instance
(interp/data/streams/gray.cpp)."
  (let ((proxy (find '%proxy slots :key #'%sd-name)))
    (if proxy (cons proxy (%delete-eq proxy slots)) slots)))

(defun %locate-slots (slots)
  "Gives each of SLOTS that is not shared by the class its location in instances. Returns SLOTS."
  (let ((location 0))
    (dolist (slot slots slots)
      (unless (eq (%sd-allocation slot) :class)
        (setf (%sd-location slot) (setq location (+ location 1)))))))

(defun %local-slot-names (slots)
  "Returns the names of those of SLOTS that are not shared by all instances."
  (mapcan (lambda (slot) (if (eq (%sd-allocation slot) :class) '() (list (%sd-name slot)))) slots))

;;; Layouts.

(defun %make-layout (class slots &optional protocol)
  "Returns a layout for instances of CLASS with the effective SLOTS. If PROTOCOL is true they are read and set by
SLOT-VALUE-USING-CLASS: the slots stand for their locations."
  (let ((locations (make-hash-table :test 'eq)) (names (%local-slot-names slots)))
    (dolist (slot slots)
      (%set-gethash (%sd-name slot) locations (if protocol slot (%sd-location slot))))
    (vector class names locations (vector class names locations t))))

(defun %layout-fits-p (layout slots)
  "True if LAYOUT is one for the effective SLOTS."
  (and layout
       (equal (%layout-names layout) (%local-slot-names slots))
       (= (hash-table-count (%layout-locations layout)) (length slots))
       (every (lambda (slot) (eql (gethash (%sd-name slot) (%layout-locations layout)) (%sd-location slot))) slots)))

(defun %metaobject-class-p (class)
  "True if the instances of CLASS are laid out by the system: classes, slots, methods and generic functions."
  (%memq (load-time-value (%find-class 'metaobject)) (%class-precedence-list class)))

(defun %plain-class-p (class)
  "True if the class of CLASS is STANDARD-CLASS itself, and not a subclass that a program has defined."
  (eq (%instance-class class) (load-time-value (%find-class 'standard-class))))

;;; Finalization: what a class has from its superclasses is computed when all of them are defined, and again when one
;;; changes.

(defun %undefined-superclass (class)
  "Returns a class without definition among CLASS and its superclasses, or NIL."
  (find-if #'%class-forward (%superclasses-closure class)))

(defun %finalize-class (class)
  "Computes precedence list, slots and layout of CLASS."
  (if (%plain-class-p class)
      (%finalize-ancestors class)
      (%in-module "mop" '%finalize-ancestors-by-protocol 'finalize-inheritance (list class)))
  (let ((slots (if (%plain-class-p class)
                   (%locate-slots (%proxy-first (%effective-slots class)))
                   (%computed-slots class))))
    (setf (%class-slots class) (apply #'vector slots)
          (%class-printer class) (or (%class-printer class) (%inherited-printer class)))
    (unless (or (%metaobject-class-p class) (%layout-fits-p (%class-layout class) slots))
      (setf (%class-layout class)
            (%make-layout class slots (and (not (%plain-class-p class))
                                           (%in-module "mop" '%accessed-by-protocol-p 'finalize-inheritance (list class))))))))

(defun %computed-slots (class)
  "Returns the effective slots of CLASS as COMPUTE-SLOTS has them, with locations."
  (%in-module "mop" '%compute-placed-slots 'compute-slots (list class)))

(defun %inherited-printer (class)
  "Returns the printer of the superclasses of CLASS."
  (dolist (super (cdr (%class-precedence-list class)) nil)
    (when (%class-printer super) (return (%class-printer super)))))

(defun %with-subclasses (class)
  "Returns CLASS and all classes below it, each once and before those below it."
  (let ((seen (make-hash-table :test 'eq)) (result '()))
    (labels ((walk (c)
               (unless (gethash c seen)
                 (%set-gethash c seen t)
                 (mapc #'walk (%class-direct-subclasses c))
                 (push c result))))
      (walk class))
    result))

(defun %inherited-initfunction (class name)
  "Returns the function of the initform that CLASS inherits for the slot NAME, or NIL."
  (dolist (super (cdr (%compute-precedence-list class)) nil)
    (when (eq (%class-kind super) :standard)
      (let ((slot (find name (%class-direct-slots super) :key #'%sd-name)))
        (when (and slot (%sd-initfunction slot)) (return (%sd-initfunction slot)))))))

(defun %fill-inherited-slots (class)
  "Gives shared slots of CLASS that have neither a value nor an initform in CLASS the value of the initform that they
inherit."
  (dolist (slot (%class-direct-slots class))
    (when (and (eq (%sd-allocation slot) :class) (null (%sd-initfunction slot)) (%unbound-marker-p (car (%sd-location slot))))
      (let ((function (%inherited-initfunction class (%sd-name slot))))
        (when function (%set-car (%sd-location slot) (funcall function)))))))

(defun %finalize-with-subclasses (class)
  "Finalizes CLASS and all classes below it, where all superclasses are defined."
  (unless (%undefined-superclass class)
    (dolist (other (%with-subclasses class))
      (unless (%undefined-superclass other)
        (%fill-inherited-slots other)
        (if (%plain-class-p other)
            (%finalize-class other)
            (%in-module "mop" '%finalize-by-protocol 'finalize-inheritance (list other)))))))

(defun %ensure-finalized (class operation)
  "Signals an error of OPERATION unless all superclasses of CLASS are defined. Returns CLASS."
  (let ((missing (%undefined-superclass class)))
    (when missing
      (%clos-error operation "the class ~S cannot have instances: ~:[its superclass ~S is~;it is~*~] not defined"
                   (%class-name class) (eq missing class) (%class-name missing)))
    class))

;;; Making and changing classes.

(defun %named-superclass (name)
  "Returns the class called NAME for use as a superclass, a class without definition if there is none yet."
  (or (if (%class-object-p name) name (%find-class name))
      (gethash name *forward-classes*)
      (let ((class (%make-class name :standard '())))
        (setf (%class-forward class) t)
        (%set-gethash name *forward-classes* class))))

(defvar *classes-to-extend* '()
  "Names of the library's classes that can be superclasses at present, though they are built in.")

(defun %check-superclass (name class)
  "Signals an error unless CLASS can be a superclass of the class called NAME."
  (unless (or (%standard-class-p class) (%memq (%class-name class) *classes-to-extend*))
    (%clos-error 'defclass "~S: the ~A ~S cannot be a superclass of a class made by DEFCLASS" name
                 (case (%class-kind class)
                   (:structure "structure") (:condition "condition class") (t "built-in class"))
                 (%class-name class))))

(defun %class-to-define (name)
  "Returns the class object that DEFCLASS of NAME defines: the present one, one named before, or a new one."
  (let ((old (%find-class name)) (forward (gethash name *forward-classes*)))
    (cond ((null old)
           (remhash name *forward-classes*)
           (or forward (%make-class name :standard '())))
          ((eq (%class-kind old) :built-in) (%clos-error 'defclass "~S is the name of a class of the system" name))
          ((and (eq (%class-kind old) :standard) (eq (%class-name old) name)) old)
          (t (%make-class name :standard '())))))

(defun %change-superclasses (class supers)
  "Makes SUPERS the direct superclasses of CLASS, unless that gives contradictory orders: an error, and nothing
changes."
  (let ((old (%class-direct-superclasses class)) (done nil))
    (dolist (super supers)
      (when (%memq class (%superclasses-closure super))
        (%clos-error 'defclass "~S cannot be a superclass of ~S: it is below it" (%class-name super) (%class-name class))))
    (%link-superclasses class supers)
    (unwind-protect (progn (%compute-precedence-list class) (setq done t))
      (unless done (%link-superclasses class old)))))

(defun %fill-shared-slots (class slots)
  "Gives values to the shared slots among SLOTS, the new direct slots of CLASS: slots that were shared before keep their
values, others get those of their initforms, which are evaluated once, when the class is defined."
  (dolist (slot slots)
    (when (eq (%sd-allocation slot) :class)
      (let ((old (find (%sd-name slot) (%class-direct-slots class) :key #'%sd-name)))
        (if (and old (eq (%sd-allocation old) :class))
            (setf (%sd-location slot) (%sd-location old))
            (when (%sd-initfunction slot)
              (%set-car (%sd-location slot) (funcall (%sd-initfunction slot)))))))))

(defun %ensure-standard-class (name super-names slots default-initargs documentation)
  "Makes or changes the standard class NAME. SLOTS are its direct slots, DEFAULT-INITARGS lists (KEYWORD FUNCTION
FORM)."
  (let ((supers (or (mapcar #'%named-superclass super-names) (list (%find-class 'standard-object))))
        (known (%find-class name))
        (class (%class-to-define name)))
    (%check-type-definition name)
    (dolist (super supers) (%check-superclass name super))
    (%change-superclasses class supers)
    (setf (%class-forward class) nil)
    (%fill-shared-slots class slots)
    (setf (%class-direct-slots class) slots
          (%class-default-initargs class) default-initargs
          (%class-documentation class) documentation)
    (when documentation (%set-documentation name 'type documentation))
    (%name-class name class)
    (%finalize-redefined class (if known (%class-layout class) nil))
    (when known (%clear-all-caches))
    class))

(defun %finalize-redefined (class layout)
  "Finalizes CLASS, whose instances had LAYOUT (NIL for none), and all classes below it. If the layout changes, calls a
program's method of MAKE-INSTANCES-OBSOLETE for CLASS, if there is one."
  (%finalize-with-subclasses class)
  (when (and layout (not (eq layout (%class-layout class)))
             (cdr (compute-applicable-methods #'make-instances-obsolete (list class))))
    (make-instances-obsolete class)))

(defun %clear-all-caches ()
  "Forgets what was remembered of classes and methods: one of them has changed."
  (setq *clos-epoch* (+ *clos-epoch* 1))
  (mapc #'%clear-cache *generic-functions*))

;;; The DEFCLASS form.

(defun %defclass-error (control &rest arguments)
  "Signals a PROGRAM-ERROR of DEFCLASS with a message that CONTROL makes of ARGUMENTS."
  (apply #'%clos-program-error 'defclass control arguments))

(defun %slot-option-values (written key)
  "Returns all values that the slot WRITTEN of a class gives for the option KEY, in order."
  (let ((values '()))
    (do ((rest (cdr written) (cddr rest))) ((null rest) (nreverse values))
      (when (eq (car rest) key) (push (cadr rest) values)))))

(defparameter *slot-option-tests*
  (flet ((name-p (value) (and value (symbolp value))))
    (list (list :reader #'name-p "a symbol")
          (list :accessor #'name-p "a symbol")
          (list :writer #'%function-name-p "the name of a function")
          (list :initarg #'symbolp "a symbol")
          (list :documentation #'stringp "a string")))
  "An alist from slot options to a test of their value, and what the value must be.")

(defun %check-written-slot (name written)
  "Signals an error unless the list WRITTEN describes a slot of the class NAME."
  (unless (and (car written) (symbolp (car written)) (not (constantp (car written))))
    (%defclass-error "~S: ~S is not a name for a slot" name (car written)))
  (do ((rest (cdr written) (cddr rest)) (seen '() (cons (car rest) seen))) ((null rest))
    (unless (and (%memq (car rest) '(:initarg :initform :reader :writer :accessor :allocation :type :documentation))
                 (consp (cdr rest)))
      (%defclass-error "~S: ~S is not an option of the slot ~S" name (car rest) (car written)))
    (when (and (%memq (car rest) seen) (%memq (car rest) '(:initform :allocation :type :documentation)))
      (%defclass-error "~S: the slot ~S has the option ~S twice" name (car written) (car rest))))
  (do ((rest (cdr written) (cddr rest))) ((null rest))
    (destructuring-bind (&optional option test expected) (assoc (car rest) *slot-option-tests*)
      (unless (or (null option) (funcall test (cadr rest)))
        (%defclass-error "~S: ~S is not a valid value of ~S for the slot ~S; expected ~A"
                         name (cadr rest) option (car written) expected))))
  (dolist (allocation (%slot-option-values written :allocation))
    (unless (%memq allocation '(:instance :class))
      (%defclass-error "~S: the :ALLOCATION of the slot ~S is ~S, neither :INSTANCE nor :CLASS"
                       name (car written) allocation))))

(defun %slot-form (written)
  "Returns a form for the direct slot that the list WRITTEN describes."
  (flet ((option (key) (%slot-option-values written key)))
    (let ((initform (option :initform)) (shared (equal (option :allocation) '(:class))))
      `(%make-direct-slot ',(car written) ',(option :initarg) ',(car initform)
                          ,(if initform `(lambda () ,(car initform)) nil)
                          ,(if shared :class :instance)
                          ',(if (option :type) (car (option :type)) t)
                          ',(append (option :reader) (option :accessor))
                          ',(append (option :writer) (mapcar (lambda (accessor) (list 'setf accessor)) (option :accessor)))
                          ,(car (option :documentation))))))

(defun %check-class-options (name options)
  "Signals an error if one of OPTIONS of the class NAME is unknown or given twice."
  (let ((seen '()))
    (dolist (option options)
      (unless (and (consp option) (%memq (car option) '(:default-initargs :documentation :metaclass)))
        (%defclass-error "~S: ~S is not an option of DEFCLASS" name option))
      (when (%memq (car option) seen)
        (%defclass-error "~S: the option ~S is given twice" name (car option)))
      (push (car option) seen))))

(defun %check-slot-names (name slots)
  "Signals an error if two of SLOTS of the class NAME have the same name."
  (do ((rest slots (cdr rest))) ((null rest))
    (when (find (car (car rest)) (cdr rest) :key #'car)
      (%defclass-error "~S: there are two slots ~S" name (car (car rest))))))

(defun %class-default-initargs-form (name options)
  "Returns a form for the list of the default initargs that OPTIONS give."
  (let ((forms '()) (seen '()))
    (do ((rest (cdr (%assq :default-initargs options)) (cddr rest))) ((null rest) `(list ,@(nreverse forms)))
      (unless (and (symbolp (car rest)) (consp (cdr rest)))
        (%defclass-error "~S: ~S in :DEFAULT-INITARGS is not a name with a form" name (car rest)))
      (when (%memq (car rest) seen)
        (%defclass-error "~S: ~S occurs twice in :DEFAULT-INITARGS" name (car rest)))
      (push (car rest) seen)
      (push `(list ',(car rest) (lambda () ,(cadr rest)) ',(cadr rest)) forms))))

(defmacro defclass (name superclasses slots &rest options)
  "Defines the class NAME below the classes named SUPERCLASSES (by default STANDARD-OBJECT), which may be defined later.
Each of SLOTS is a name, or a list of a name and options :INITARG, :INITFORM, :READER, :WRITER, :ACCESSOR, :ALLOCATION
(:INSTANCE or :CLASS), :TYPE and :DOCUMENTATION. OPTIONS are (:DEFAULT-INITARGS key form ...), (:DOCUMENTATION string)
and (:METACLASS name); a class of classes below STANDARD-CLASS may know further options of both kinds. If there is such
a class it is changed, and its instances with it. Returns the class; a PROGRAM-ERROR if the form is malformed."
  (unless (and name (symbolp name)) (%defclass-error "~S is not a name for a class" name))
  (unless (and (listp superclasses) (every #'symbolp superclasses))
    (%defclass-error "~S: ~S is not a list of names of classes" name superclasses))
  (let ((slots (mapcar (lambda (slot) (if (consp slot) slot (list slot))) slots)))
    (%check-slot-names name slots)
    (cond ((%memq (cadr (%assq :metaclass options)) '(nil standard-class))
           (dolist (slot slots) (%check-written-slot name slot))
           (%check-class-options name options)
           `(%define-class-and-accessors ',name ',superclasses
                                         (list ,@(mapcar #'%slot-form slots))
                                         ,(%class-default-initargs-form name options)
                                         ,(cadr (%assq :documentation options))))
          (t (%in-module "mop" '%ensure-class-form 'defclass (list name superclasses slots options))))))

(defun %define-class-and-accessors (name super-names slots default-initargs documentation)
  "Implements DEFCLASS: makes or changes the class NAME, and adds the methods that read and write its SLOTS."
  (let* ((old (%find-class name))
         (old-slots (if (%standard-class-p old) (%class-direct-slots old) '()))
         (class (%ensure-standard-class name super-names slots default-initargs documentation)))
    (%remove-old-accessors class old-slots slots)
    (dolist (slot slots)
      (dolist (reader (%sd-readers slot)) (%add-reader reader class slot))
      (dolist (writer (%sd-writers slot)) (%add-writer writer class slot)))
    (when (eq old class) (%notify-dependents class :direct-superclasses (%class-direct-superclasses class) :direct-slots slots))
    class))

(defun %remove-old-accessors (class old-slots slots)
  "Removes the accessor methods of OLD-SLOTS of CLASS that SLOTS do not ask for again."
  (flet ((remove-those (key position)
           (let ((new (mapcan (lambda (slot) (copy-list (funcall key slot))) slots)))
             (dolist (slot old-slots)
               (dolist (name (funcall key slot))
                 (unless (find name new :test #'equal) (%remove-accessor name class position)))))))
    (remove-those #'%sd-readers 0)
    (remove-those #'%sd-writers 1)))
