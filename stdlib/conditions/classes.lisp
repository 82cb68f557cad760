;;; Condition classes: define-condition, make-condition, slots, reports (chapter 9).
(in-package "TESSERA")

;;; A condition is an instance whose slots are those of its class and all superclasses. A slot description:
(%define-fields "%CSLOT-" :vector (:shared "SLOT")
  initargs       ; list of keywords
  initial        ; a list of the value of the initform if that is constant, else a function for it; NIL if there is none
  shared)        ; a cons whose car is the value, for :ALLOCATION :CLASS, or NIL

;;; Every condition has three slots of the system's, first of all: which operator failed, and the format control and
;;; arguments of a message.

(defun %find-condition-class (name operation)
  "Returns the condition class NAME (or itself); a TYPE-ERROR from OPERATION if there is none."
  (let ((class (if (and name (symbolp name)) (%find-class name) name)))
    (if (and (%instance-p class) (%class-object-p class) (eq (%class-kind class) :condition))
        class
        (%signal-failure 'simple-type-error
                         (list :datum name :expected-type '(satisfies %condition-type-p)
                               :format-control "~S does not name a condition class" :format-arguments (list name))
                         operation))))

(defun %condition-type-p (name)
  "True if NAME names a condition class."
  (let ((class (and (symbolp name) (%find-class name))))
    (and class (eq (%class-kind class) :condition))))

(defun %conditionp (object)
  "True if OBJECT is a condition."
  (%instance-of-class-p object (load-time-value (%find-class 'condition))))

;;; Effective slots: the most general class first, so that the system's slots have the same location everywhere.

(defun %merge-slots (general specific)
  "Returns one slot from SPECIFIC and GENERAL, the slot of a superclass that has the same name."
  (vector (%cslot-name specific)
          (union (%cslot-initargs specific) (%cslot-initargs general))
          (or (%cslot-initial specific) (%cslot-initial general))
          (%cslot-shared specific)))

(defun %add-slot (slot slots)
  "Returns SLOTS with SLOT, which is more specific, merged in or added at the end."
  (cond ((null slots) (list slot))
        ((eq (%cslot-name slot) (%cslot-name (car slots)))
         (cons (%merge-slots (car slots) slot) (cdr slots)))
        (t (cons (car slots) (%add-slot slot (cdr slots))))))

(defun %compute-condition-slots (class)
  "Returns the vector of all slots of instances of CLASS."
  (let ((slots '()))
    (dolist (super (reverse (%class-precedence-list class)) (apply #'vector slots))
      (when (eq (%class-kind super) :condition)
        (dolist (slot (%class-direct-slots super))
          (setq slots (%add-slot slot slots)))))))

(defun %finalize-condition-class (class)
  "Computes what CLASS, and every class below it, has from its superclasses."
  (%finalize-ancestors class)
  (setf (%class-slots class) (%compute-condition-slots class)
        (%class-memory class) nil)
  (unless (%class-printer class)        ; a method of PRINT-OBJECT may have set it
    (setf (%class-printer class) (or (%class-printer (cadr (%class-precedence-list class))) #'%print-condition)))
  (dolist (subclass (%class-direct-subclasses class))
    (%finalize-condition-class subclass)))

(defun %ensure-condition-class (name super-names slots default-initargs report documentation)
  "Makes or changes the condition class NAME. SLOTS are its direct slots, DEFAULT-INITARGS a list of lists (KEYWORD
FUNCTION), REPORT a string, a function of condition and stream, or NIL."
  (let* ((supers (mapcar (lambda (super) (%find-condition-class super 'define-condition))
                         (or super-names '(condition))))
         (old (%find-class name))
         (class (if (and old (eq (%class-kind old) :condition)) old (%make-class name :condition supers))))
    (%check-type-definition name)
    (unless (eq name 'condition) (%link-superclasses class supers))
    (setf (%class-direct-slots class) slots
          (%class-default-initargs class) default-initargs
          (%class-report class) report
          (%class-documentation class) documentation)
    (when documentation (%set-documentation name 'type documentation))
    (%finalize-condition-class class)
    (%name-class name class)
    (when (and old (boundp '*clos-epoch*)) (%clear-all-caches))     ; generic functions remember precedence lists
    name))

;;; Slot access.

(defun %slot-location-in (class name)
  "Returns the location of the slot NAME in instances of CLASS, or NIL."
  (let* ((slots (%class-slots class)) (length (length slots)))
    (do ((i 0 (+ i 1))) ((= i length) nil)
      (when (eq (%cslot-name (svref slots i)) name) (return i)))))

(defun %condition-slot (condition name)
  "Returns the value of the slot NAME of CONDITION, or the unbound marker."
  (let* ((class (%instance-class condition))
         (location (%slot-location-in class name))
         (shared (and location (%cslot-shared (svref (%class-slots class) location)))))
    (cond (shared (car shared))
          (location (%instance-ref condition location))
          (t (%unbound-marker)))))

(defun %set-condition-slot (condition name value)
  "Makes VALUE the value of the slot NAME of CONDITION. Returns VALUE."
  (let* ((class (%instance-class condition))
         (location (%slot-location-in class name))
         (shared (and location (%cslot-shared (svref (%class-slots class) location)))))
    (cond (shared (%set-car shared value))
          (location (%set-instance-ref condition location value)))
    value))

(defun %check-condition (object class-name operation)
  "Signals a TYPE-ERROR of OPERATION unless OBJECT is a condition of the class CLASS-NAME."
  (unless (and (%conditionp object) (%instance-of-class-p object (%find-class class-name)))
    (%signal-failure 'type-error (list :datum object :expected-type class-name) operation)))

(defun %read-condition-slot (condition class-name slot operation known)
  "Implements the reader OPERATION of SLOT: returns its value. An error if CONDITION is not a CLASS-NAME or the slot has
no value. KNOWN is a pair of the vector of slots of the class last seen and the location of the slot."
  (if (and (%conditionp condition) (eq (%class-slots (%instance-class condition)) (car known)))
      (let ((value (%instance-ref condition (cdr known))))
        (if (%unbound-marker-p value)
            (%read-condition-slot-slowly condition slot operation)
            value))
      (progn
        (%check-condition condition class-name operation)
        (%remember-condition-location (%instance-class condition) slot known)
        (%read-condition-slot-slowly condition slot operation))))

(defun %remember-condition-location (class slot known)
  "Notes the location of SLOT in instances of CLASS in the pair KNOWN, unless they share the slot."
  (let* ((slots (%class-slots class)) (location (%slot-location-in class slot)))
    (when (and location (null (%cslot-shared (svref slots location))))
      (%set-cdr known location)
      (%set-car known slots))))

(defun %read-condition-slot-slowly (condition slot operation)
  "Returns the value of SLOT of CONDITION; an error of OPERATION if it has none."
  (let ((value (%condition-slot condition slot)))
    (if (%unbound-marker-p value)
        (%signal-failure 'unbound-slot (list :name slot :instance condition) operation)
        value)))

(defun %write-condition-slot (value condition class-name slot operation)
  "Implements the writer OPERATION of SLOT: stores VALUE in it."
  (%check-condition condition class-name operation)
  (%set-condition-slot condition slot value))

;;; Making conditions.

(defun %initarg-value (initargs plist)
  "Returns two values: the value that PLIST has for the first of its keys among INITARGS, and true if there is such a
key."
  (do ((rest plist (cddr rest))) ((atom rest) (values nil nil))
    (when (%memq (car rest) initargs)
      (return (values (cadr rest) t)))))

(defun %default-initarg-function (class initargs)
  "Returns the function for the value of one of INITARGS among the default initargs of CLASS and its superclasses, or
NIL."
  (dolist (super (%class-precedence-list class) nil)
    (dolist (default (%class-default-initargs super))
      (when (%memq (car default) initargs)
        (return-from %default-initarg-function (cadr default))))))

(defun %initialize-shared-slot (slot plist)
  "Sets the shared SLOT from the initargs PLIST, or for the first time."
  (multiple-value-bind (value given) (%initarg-value (%cslot-initargs slot) plist)
    (cond (given (%set-car (%cslot-shared slot) value))
          ((and (%unbound-marker-p (car (%cslot-shared slot))) (%cslot-initial slot))
           (let ((initial (%cslot-initial slot)))
             (%set-car (%cslot-shared slot) (if (consp initial) (car initial) (funcall initial))))))))

;;; A class remembers for making instances an instance with the values that are constant; pairs of an initarg and a
;;; location; pairs of a location and a function, for what else slots have without an initarg; and the shared slots.

(%define-fields "%PLAN-" :vector prototype initargs functions shared)

(defun %condition-plan (class)
  "Returns the plan by which instances of CLASS are made. It is computed when the first one is made."
  (or (%class-memory class)
      (let* ((slots (%class-slots class)) (length (length slots)) (plan (vector (%make-instance class length) '() '() '())))
        (dotimes (i length)
          (let ((slot (svref slots i)))
            (if (%cslot-shared slot)
                (push slot (%plan-shared plan))
                (%plan-slot plan i slot (%default-initarg-function class (%cslot-initargs slot))))))
        (setf (%class-memory class) plan))))

(defun %plan-slot (plan location slot default)
  "Adds the entry for SLOT at LOCATION to PLAN. DEFAULT is the function of a default initarg, or NIL."
  (let ((initial (or default (%cslot-initial slot))))
    (dolist (initarg (%cslot-initargs slot))
      (push (cons initarg location) (%plan-initargs plan)))
    (cond ((consp initial) (%set-instance-ref (%plan-prototype plan) location (car initial)))
          (initial (push (cons location initial) (%plan-functions plan))))))

(defun %fill-condition (condition plan plist)
  "Stores the values of the initargs PLIST in the slots of CONDITION. The first of equal initargs counts, hence it is
stored last."
  (when (consp plist)
    (unless (consp (cdr plist))
      (%signal-failure 'simple-program-error
                       (list :format-control "the initialization argument ~S lacks a value" :format-arguments (list (car plist)))
                       'make-condition))
    (%fill-condition condition plan (cddr plist))
    (dolist (pair (%plan-initargs plan))
      (when (eq (car pair) (car plist))
        (%set-instance-ref condition (cdr pair) (cadr plist))))))

(defun %make-condition-of-class (class plist)
  "Returns a new instance of the condition class CLASS with the initargs PLIST."
  (let* ((plan (%condition-plan class)) (condition (%copy-instance (%plan-prototype plan))))
    (%fill-condition condition plan plist)
    (dolist (entry (%plan-functions plan))
      (when (%unbound-marker-p (%instance-ref condition (car entry)))
        (%set-instance-ref condition (car entry) (funcall (cdr entry)))))
    (dolist (slot (%plan-shared plan) condition)
      (%initialize-shared-slot slot plist))))

(defun make-condition (type &rest slot-initializations)
  "Returns a new condition of TYPE, the name of a condition class, the class or a compound type, with slots as
SLOT-INITIALIZATIONS (initargs and values in turn) say. Signals a TYPE-ERROR if there is no such class."
  (let ((class (if (consp type) (%condition-class-within type) type)))
    (%make-condition-of-class (%find-condition-class (or class type) 'make-condition) slot-initializations)))

(defun %condition-class-within (type)
  "Returns a condition class whose conditions are all of TYPE, or NIL."
  (find-if (lambda (class) (values (subtypep class type))) (%with-subclasses (%find-class 'condition))))

;;; Printing.

(defun %own-report (class)
  "Returns the report of CLASS or of the most specific superclass that has one, or NIL."
  (dolist (super (%class-precedence-list class) nil)
    (when (and (eq (%class-kind super) :condition) (%class-report super))
      (return (%class-report super)))))

(defun %report-condition (condition stream)
  "Writes the message of CONDITION to STREAM."
  (let ((report (%own-report (%instance-class condition))))
    (cond ((stringp report) (write-string report stream))
          (report (funcall report condition stream))
          (t (write-string "Condition of type " stream)
             (prin1 (%public-class-name condition) stream)
             (write-string "." stream)))
    condition))

(defun %internal-class-p (class)
  "True if the name of CLASS is internal to the library, so that users do not know it."
  (let ((name (%class-name class)) (library (load-time-value (find-package "TESSERA"))))
    (and (eq (symbol-package name) library)
         (not (eq (nth-value 1 (find-symbol (symbol-name name) library)) :external)))))

(defun %public-class-name (condition)
  "Returns the name of the class of CONDITION; if it is internal, of the first superclass that is not: PROGRAM-ERROR for
SIMPLE-PROGRAM-ERROR. SIMPLE-CONDITION is skipped, because it says too little."
  (let ((class (%instance-class condition)))
    (%class-name (if (%internal-class-p class)
                     (find-if-not (lambda (super)
                                    (or (%internal-class-p super) (eq (%class-name super) 'simple-condition)))
                                  (%class-precedence-list class))
                     class))))

(defun %print-condition (condition stream)
  "Prints CONDITION to STREAM: its message, or #<TYPE message> if output is escaped. Like the PRINT-OBJECT methods by
which the standard defines :REPORT, it asks for *PRINT-READABLY* only then."
  (cond (*print-escape*
         (when *print-readably* (error 'print-not-readable :object condition))
         (write-string "#<" stream)
         (prin1 (%public-class-name condition) stream)
         (write-string " " stream)
         (prin1 (%condition-message condition) stream)
         (write-string ">" stream))
        (t (%report-condition condition stream))))

(defun %condition-message (condition)
  "Returns the message of CONDITION as a string."
  (let ((stream (make-string-output-stream)) (*print-escape* nil))
    (%report-condition condition stream)
    (get-output-stream-string stream)))

;;; DEFINE-CONDITION.

(defun %condition-error (control &rest arguments)
  "Signals a PROGRAM-ERROR about a DEFINE-CONDITION form."
  (%signal-failure 'simple-program-error (list :format-control control :format-arguments arguments) 'define-condition))

(defun %slot-options (name written key)
  "Returns all values that the slot description WRITTEN of the condition NAME gives for the option KEY, in order."
  (let ((values '()))
    (do ((rest (cdr written) (cddr rest))) ((null rest) (nreverse values))
      (unless (and (%memq (car rest) '(:reader :writer :accessor :initarg :initform :allocation :type :documentation))
                   (consp (cdr rest)))
        (%condition-error "~S: ~S is not an option of the slot ~S" name (car rest) (car written)))
      (when (eq (car rest) key) (push (cadr rest) values)))))

(defun %condition-slot-form (name written)
  "Returns a form for the slot that the list WRITTEN describes."
  (unless (and (car written) (symbolp (car written)))
    (%condition-error "~S: ~S cannot be the name of a slot" name (car written)))
  (dolist (key '(:initform :allocation :type :documentation))
    (when (cdr (%slot-options name written key))
      (%condition-error "~S: the slot ~S has the option ~S twice" name (car written) key)))
  (let ((initform (%slot-options name written :initform)))
    `(vector ',(car written)
             ',(%slot-options name written :initarg)
             ,(cond ((null initform) nil)
                    ((constantp (car initform)) `(list ,(car initform)))
                    (t `(lambda () ,(car initform))))
             ,(if (equal (%slot-options name written :allocation) '(:class)) '(list (%unbound-marker)) nil))))

(defvar *install-condition-accessor*
  (lambda (name class-name function)
    (declare (ignore class-name))
    (%set-fdefinition name function))
  "The function that makes a function the reader or writer NAME of a slot of the condition class CLASS-NAME. With CLOS
it adds a method.")

(defun %condition-accessor-forms (name written)
  "Returns the definitions of the readers and writers that WRITTEN asks for."
  (let ((slot (car written)) (docstring (%slot-options name written :documentation)))
    (flet ((reader (function)
             `(funcall *install-condition-accessor* ',function ',name
                       (named-lambda ,function (condition)
                         ,@docstring
                         (%read-condition-slot condition ',name ',slot ',function
                                               (load-time-value (cons nil nil))))))
           (writer (function)
             `(funcall *install-condition-accessor* ',function ',name
                       (named-lambda ,function (value condition)
                         (%write-condition-slot value condition ',name ',slot ',function)))))
      (append (mapcar #'reader (%slot-options name written :reader))
              (mapcar #'reader (%slot-options name written :accessor))
              (mapcar #'writer (%slot-options name written :writer))
              (mapcar (lambda (accessor) (writer (list 'setf accessor)))
                      (%slot-options name written :accessor))))))

(defun %default-initarg-forms (options)
  "Returns a form for the list of the default initargs among OPTIONS."
  (let ((forms '()))
    (do ((rest (cdr (%assq :default-initargs options)) (cddr rest))) ((null rest) `(list ,@(nreverse forms)))
      (push `(list ',(car rest) (lambda () ,(cadr rest))) forms))))

(defun %report-form (options)
  "Returns a form for the report among OPTIONS: a string, a function, or NIL."
  (let ((report (cadr (%assq :report options))))
    (cond ((null report) nil)
          ((stringp report) report)
          ((symbolp report) `(lambda (condition stream) (,report condition stream)))  ; it may be defined later
          (t `(function ,report)))))

(defun %check-condition-options (name options)
  "Signals an error if NAME cannot name a condition class or one of OPTIONS is unknown."
  (unless (and name (symbolp name))
    (%condition-error "~S cannot be the name of a condition class" name))
  (dolist (option options)
    (unless (and (consp option) (%memq (car option) '(:report :documentation :default-initargs)))
      (%condition-error "~S: ~S is not an option of DEFINE-CONDITION" name option))))

(defmacro define-condition (name supers &optional slots &rest options)
  "Defines the condition class NAME below the classes named SUPERS (by default CONDITION). Each of SLOTS is a name, or a
list of a name and options :READER, :WRITER, :ACCESSOR, :INITARG, :INITFORM, :ALLOCATION, :TYPE and :DOCUMENTATION.
OPTIONS are (:REPORT string-or-function), (:DEFAULT-INITARGS key form ...) and (:DOCUMENTATION string). Returns NAME."
  (%check-condition-options name options)
  (let ((slots (mapcar (lambda (slot) (if (consp slot) slot (list slot))) slots)))
    `(progn
       (%ensure-condition-class ',name ',supers
                                (list ,@(mapcar (lambda (slot) (%condition-slot-form name slot)) slots))
                                ,(%default-initarg-forms options)
                                ,(%report-form options)
                                ,(cadr (%assq :documentation options)))
       ,@(mapcan (lambda (slot) (%condition-accessor-forms name slot)) slots)
       ',name)))
