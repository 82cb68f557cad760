;;; Reading a DEFSTRUCT form: options, slots, inheritance (chapter 8).
(in-package "TESSERA")

;;; A description says all about a structure, be it a class or made of lists or vectors.
(%define-fields "%DS-" :vector name
  conc-name      ; a string, or NIL if the accessors are called as the slots are
  constructors   ; lists (NAME) and (NAME LAMBDA-LIST); NIL until the option is seen
  copier         ; its name, or NIL
  predicate      ; its name, or NIL
  include        ; the name of the included structure, or NIL
  overrides      ; the slots of the :INCLUDE option as written
  printer        ; NIL, (:PRINT-FUNCTION FORM) or (:PRINT-OBJECT FORM)
  type           ; NIL, LIST, VECTOR or (VECTOR ELEMENT-TYPE)
  named          ; true if a list or vector carries the name
  offset         ; how many unused elements stand before the own part
  documentation
  slots          ; all slots, the included ones first
  name-location  ; where a list or vector carries the name, or NIL
  length         ; how many elements a list or vector has
  seen)          ; the options seen so far

;;; A slot.
(%define-fields "%SLOT-" :vector (:shared "SLOT") initform type read-only accessor location)

(defvar *typed-structures* (make-hash-table :test 'eq)
  "A hash table from the names of structures with the option :TYPE to their descriptions.")

(defun %structure-error (control &rest arguments)
  "Signals a PROGRAM-ERROR about a DEFSTRUCT form."
  (%signal-failure 'simple-program-error (list :format-control control :format-arguments arguments) 'defstruct))

(defun %find-structure (name)
  "Returns the description of the structure NAME, or NIL."
  (let ((class (%find-class name)))
    (cond ((gethash name *typed-structures*))
          ((and class (eq (%class-kind class) :structure)) (%class-report class))
          (t nil))))

;;; Options.

(defun %fresh-description (name)
  "Returns the description of a structure NAME with the defaults of all options."
  (let ((ds (make-array 16 :initial-element nil)))
    (setf (%ds-name ds) name
          (%ds-conc-name ds) (%joined-names name "-")
          (%ds-copier ds) (%join-names "COPY-" name)
          (%ds-predicate ds) (%join-names name "-P")
          (%ds-offset ds) 0)
    ds))

(defun %name-option (arguments default)
  "Returns the value of an option that takes a name: DEFAULT without an argument, NIL for NIL."
  (if arguments (car arguments) default))

(defun %parse-constructor-option (ds arguments)
  "Notes the option :CONSTRUCTOR with ARGUMENTS in the description DS."
  (let ((constructor (cond ((null arguments) (list (%join-names "MAKE-" (%ds-name ds))))
                           ((null (car arguments)) (list nil))
                           (t arguments))))
    (setf (%ds-constructors ds) (append (%ds-constructors ds) (list constructor)))))

(defun %parse-include-option (ds arguments)
  "Notes the option :INCLUDE with ARGUMENTS in the description DS."
  (unless (and arguments (symbolp (car arguments)))
    (%structure-error "~S: :INCLUDE needs the name of a structure" (%ds-name ds)))
  (setf (%ds-include ds) (car arguments)
        (%ds-overrides ds) (cdr arguments)))

(defun %parse-type-option (ds type)
  "Notes the option :TYPE with TYPE in the description DS."
  (unless (or (eq type 'list) (eq type 'vector)
              (and (consp type) (eq (car type) 'vector)))
    (%structure-error "~S: ~S is neither LIST nor VECTOR" (%ds-name ds) type))
  (setf (%ds-type ds) type))

(defun %parse-offset-option (ds offset)
  "Notes the option :INITIAL-OFFSET with OFFSET in the description DS."
  (unless (and (integerp offset) (>= offset 0))
    (%structure-error "~S: :INITIAL-OFFSET ~S is not a non-negative integer" (%ds-name ds) offset))
  (setf (%ds-offset ds) offset))

(defun %check-option (ds key arguments)
  "Signals an error if the option KEY comes a second time or with too many ARGUMENTS."
  (when (and (%memq key (%ds-seen ds)) (not (eq key :constructor)))
    (%structure-error "~S: the option ~S is given twice" (%ds-name ds) key))
  (when (and (cdr arguments) (not (%memq key '(:constructor :include))))
    (%structure-error "~S: the option ~S has too many arguments: ~S" (%ds-name ds) key arguments))
  (setf (%ds-seen ds) (cons key (%ds-seen ds))))

(defun %parse-option (ds key arguments)
  "Notes the option KEY with ARGUMENTS in the description DS."
  (%check-option ds key arguments)
  (case key
    (:conc-name (setf (%ds-conc-name ds) (if (and arguments (car arguments)) (string (car arguments)) nil)))
    (:constructor (%parse-constructor-option ds arguments))
    (:copier (setf (%ds-copier ds) (%name-option arguments (%ds-copier ds))))
    (:predicate (setf (%ds-predicate ds) (%name-option arguments (%ds-predicate ds))))
    (:include (%parse-include-option ds arguments))
    ((:print-function :print-object)
     (when (%ds-printer ds)
       (%structure-error "~S: there is more than one print function" (%ds-name ds)))
     (setf (%ds-printer ds) (cons key arguments)))
    (:type (%parse-type-option ds (car arguments)))
    (:named (setf (%ds-named ds) t))
    (:initial-offset (%parse-offset-option ds (car arguments)))
    (:atomic-accessors)       ; ECL's: here all are
    (t (%structure-error "~S: ~S is not an option of DEFSTRUCT" (%ds-name ds) key))))

(defun %parse-options (name options)
  "Returns the description of the structure NAME that OPTIONS ask for, still without slots."
  (unless (and (symbolp name) name)
    (%structure-error "~S is not a name for a structure" name))
  (let ((ds (%fresh-description name)))
    (dolist (option options)
      (if (consp option)
          (%parse-option ds (car option) (cdr option))
          (%parse-option ds option '())))
    (unless (%ds-constructors ds)
      (%parse-constructor-option ds '()))
    (%check-combination ds)
    ds))

(defun %check-combination (ds)
  "Signals an error if options of DS contradict each other: for example, a predicate needs a named structure."
  (when (and (%ds-type ds) (%ds-printer ds))
    (%structure-error "~S: a structure with :TYPE cannot have ~S" (%ds-name ds) (car (%ds-printer ds))))
  (when (and (%ds-named ds) (consp (%ds-type ds))
             (not (typep (%ds-name ds) (upgraded-array-element-type (cadr (%ds-type ds))))))
    (%signal-failure 'simple-error
                     (list :format-control "~S: a name cannot be in a ~S" :format-arguments (list (%ds-name ds) (%ds-type ds)))
                     'defstruct))
  (when (and (null (%ds-type ds)) (%memq :initial-offset (%ds-seen ds)))
    (%structure-error "~S: :INITIAL-OFFSET needs :TYPE" (%ds-name ds)))
  (when (and (%ds-type ds) (not (%ds-named ds)))
    (when (and (%memq :predicate (%ds-seen ds)) (%ds-predicate ds))
      (%signal-failure 'simple-error
                       (list :format-control "~S: a predicate needs :NAMED" :format-arguments (list (%ds-name ds)))
                       'defstruct))
    (setf (%ds-predicate ds) nil)))

;;; Slots.

(defun %parse-slot (ds written)
  "Returns the slot that WRITTEN, a name or a list of name, initform and options, describes."
  (let* ((parts (if (consp written) written (list written)))
         (name (car parts))
         (options (cddr parts)))
    (unless (symbolp name)
      (%structure-error "~S: ~S is not a name for a slot" (%ds-name ds) name))
    (do ((rest options (cddr rest))) ((null rest))
      (unless (and (%memq (car rest) '(:type :read-only)) (cdr rest))
        (%structure-error "~S: ~S is not an option of the slot ~S" (%ds-name ds) (car rest) name)))
    (vector name (cadr parts) (getf options :type t) (getf options :read-only) (%accessor-name ds name) nil)))

(defun %accessor-name (ds slot-name)
  "Returns the name of the accessor of the slot SLOT-NAME of the structure DS."
  (if (%ds-conc-name ds)
      (%join-names (%ds-conc-name ds) slot-name)
      slot-name))

(defun %same-name-slot (name slots)
  "Returns the slot of SLOTS with the name of NAME, in whatever package."
  (find-if (lambda (slot) (string= (%slot-name slot) name)) slots))

(defun %inherited-slot (ds slot)
  "Returns a copy of the included SLOT for DS, with the changes that the :INCLUDE option makes."
  (let* ((copy (copy-seq slot))
         (override (find-if (lambda (written) (string= (if (consp written) (car written) written) (%slot-name slot)))
                            (%ds-overrides ds))))
    (when override (%override-slot ds copy override))
    (setf (%slot-accessor copy) (%accessor-name ds (%slot-name slot)))
    copy))

(defun %override-slot (ds slot written)
  "Replaces the properties of SLOT that the description WRITTEN, in the :INCLUDE option of DS, states."
  (let ((new (%parse-slot ds written)))
    (setf (%slot-initform slot) (%slot-initform new))
    (when (and (consp written) (%memq :type (cddr written)))
      (setf (%slot-type slot) (%slot-type new)))
    (when (and (consp written) (%memq :read-only (cddr written)))
      (when (and (%slot-read-only slot) (not (%slot-read-only new)))
        (%structure-error "~S: the slot ~S is read-only" (%ds-name ds) (%slot-name slot)))
      (setf (%slot-read-only slot) (%slot-read-only new)))))

(defun %included (ds)
  "Returns the description of the structure that DS includes, or NIL; an error if it does not fit."
  (let* ((name (%ds-include ds)) (parent (and name (%find-structure name))))
    (when (and name (null parent))
      (%structure-error "~S: there is no structure ~S to include" (%ds-name ds) name))
    (when (and parent (not (equal (%ds-type parent) (%ds-type ds))))
      (%structure-error "~S: the included structure ~S is of another :TYPE" (%ds-name ds) name))
    (dolist (written (%ds-overrides ds))
      (let ((slot-name (if (consp written) (car written) written)))
        (unless (%same-name-slot slot-name (%ds-slots parent))
          (%structure-error "~S: the included structure ~S has no slot ~S" (%ds-name ds) name slot-name))))
    parent))

(defun %own-slots (ds inherited slots)
  "Returns the slots that SLOTS describe; an error if a name occurs twice."
  (let ((own '()))
    (dolist (written slots (nreverse own))
      (let ((slot (%parse-slot ds written)))
        (when (or (%same-name-slot (%slot-name slot) own) (%same-name-slot (%slot-name slot) inherited))
          (%structure-error "~S: there are two slots ~S" (%ds-name ds) (%slot-name slot)))
        (push slot own)))))

(defun %assign-locations (ds parent own)
  "Gives the slots OWN of DS their locations after those of PARENT, and DS its length."
  (let ((location (+ (if parent (%ds-length parent) 0) (%ds-offset ds))))
    (when (and (%ds-type ds) (%ds-named ds))
      (setf (%ds-name-location ds) location
            location (+ location 1)))
    (dolist (slot own)
      (setf (%slot-location slot) location
            location (+ location 1)))
    (setf (%ds-length ds) location)))

(defun %parse-slots (ds slots)
  "Completes the description DS by its SLOTS and those that it includes. Returns DS."
  (when (stringp (car slots))
    (setf (%ds-documentation ds) (car slots)
          slots (cdr slots)))
  (let* ((parent (%included ds))
         (inherited (mapcar (lambda (slot) (%inherited-slot ds slot)) (and parent (%ds-slots parent))))
         (own (%own-slots ds inherited slots)))
    (%assign-locations ds parent own)
    (setf (%ds-slots ds) (append inherited own))
    (when (and (not (%memq :predicate (%ds-seen ds))) (find (%ds-predicate ds) (%ds-slots ds) :key #'%slot-accessor))
      (setf (%ds-predicate ds) nil))  ; of a slot P: its reader has the name
    ds))
