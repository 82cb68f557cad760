;;; DEFSTRUCT and what it defines (chapter 8).
(in-package "TESSERA")

;;; Classes.

(defun %same-layout-p (class parent ds)
  "True if the structure CLASS has the superclass PARENT and the slots of the description DS."
  (and (eq (car (%class-direct-superclasses class)) parent)
       (equal (mapcar #'%slot-name (coerce (%class-slots class) 'list))
              (mapcar #'%slot-name (%ds-slots ds)))))

(defun %structure-class-for (ds parent)
  "Returns the class for the description DS under PARENT: the present one if its layout stays, otherwise a new one."
  (let* ((name (%ds-name ds)) (old (%find-class name)))
    (cond ((and old (eq (%class-kind old) :built-in))
           (%structure-error "~S is the name of a built-in class" name))
          ((and old (eq (%class-kind old) :structure) (%class-report old))
           (if (%same-layout-p old parent ds)
               old
               (progn (warn "The structure ~S is redefined with other slots; its old instances remain of the old type" name)
                      (%make-class name :structure (list parent)))))
          (t (%make-class name :structure (list parent))))))

(defun %ensure-structure-class (ds)
  "Makes the class of the description DS the one with its name."
  (let* ((parent (%find-class (or (%ds-include ds) 'structure-object)))
         (class (%structure-class-for ds parent)))
    (setf (%class-slots class) (coerce (%ds-slots ds) 'simple-vector)
          (%class-report class) ds
          (%class-forward class) nil
          (%class-documentation class) (%ds-documentation ds)
          (%class-printer class) (%class-printer parent))
    (%name-class (%ds-name ds) class)
    (remhash (%ds-name ds) *typed-structures*)))

(defun %ensure-structure (ds)
  "Makes the description DS the definition of the structure with its name."
  (%check-type-definition (%ds-name ds))
  (if (%ds-type ds)
      (%set-gethash (%ds-name ds) *typed-structures* ds)
      (%ensure-structure-class ds))
  (when (%ds-documentation ds)
    (%set-documentation (%ds-name ds) 'structure (%ds-documentation ds))
    (%set-documentation (%ds-name ds) 'type (%ds-documentation ds))))

(defun %class-form (name)
  "Returns the form that finds the class NAME at load time."
  (list 'load-time-value (list '%find-class (list 'quote name))))

;;; Accessors.

(defun %structure-failure (operation object type)
  "Signals that OPERATION wants a TYPE, not OBJECT."
  (%signal-failure 'type-error (list :datum object :expected-type type) operation))

(defun %checked-slot-type (slot)
  "Returns the type that values for SLOT are checked for: T if it states none, or one that cannot be tested yet."
  (let ((type (%slot-type slot)))
    (cond ((eq type t) t)
          ((and (consp type) (eq (car type) 'function)) 'function)
          ((%testable-type-p type) type)
          (t t))))

(defun %checked-value-form (slot operation form)
  "Returns FORM, with a check that its value, which OPERATION is to store, is of the type of SLOT."
  (let ((type (%checked-slot-type slot)) (value (gensym "VALUE")))
    (if (eq type t)
        form
        `(let ((,value ,form))
           (if (typep ,value ',type) ,value (%structure-failure ',operation ,value ',type))))))

(defun %reader-body (ds slot object)
  "Returns a form that reads SLOT of the structure in the variable OBJECT."
  (let ((location (%slot-location slot)))
    (case (%ds-type ds)
      ((nil) `(if (%instance-of-class-p ,object ,(%class-form (%ds-name ds)))
                  (%instance-ref ,object ,location)
                  (%structure-failure ',(%slot-accessor slot) ,object ',(%ds-name ds))))
      (list `(nth ,location ,object))
      (t `(aref ,object ,location)))))

(defun %writer-body (ds slot object value)
  "Returns a form that stores the variable VALUE in SLOT of the structure in the variable OBJECT, and returns it."
  (let ((location (%slot-location slot)))
    (case (%ds-type ds)
      ((nil) `(if (%instance-of-class-p ,object ,(%class-form (%ds-name ds)))
                  (%set-instance-ref ,object ,location
                                     ,(%checked-value-form slot `(setf ,(%slot-accessor slot)) value))
                  (%structure-failure '(setf ,(%slot-accessor slot)) ,object ',(%ds-name ds))))
      (list `(%set-nth ,location ,object ,value))
      (t `(%set-aref ,value ,object ,location)))))

(defun %inline-reader (ds slot)
  "Returns the compiler macro function of the reader of SLOT."
  (lambda (form environment)
    (declare (ignore environment))
    (let ((arguments (%call-arguments form)) (object (gensym "OBJECT")))
      (if (and arguments (null (cdr arguments)))
          `(let ((,object ,(car arguments))) ,(%reader-body ds slot object))
          form))))

(defun %inline-writer (ds slot)
  "Returns the compiler macro function of the function that sets SLOT. SETF expands into a call of that function, which
all code walkers understand."
  (lambda (form environment)
    (declare (ignore environment))
    (let ((arguments (%call-arguments form)) (value (gensym "VALUE")) (object (gensym "OBJECT")))
      (if (and (consp (cdr arguments)) (null (cddr arguments)))
          `(let* ((,value ,(car arguments)) (,object ,(cadr arguments)))
             ,(%writer-body ds slot object value))
          form))))

(defun %set-inliners (ds)
  "Makes the compiler open-code the accessors of DS."
  (dolist (slot (%new-accessor-slots ds))
    (%set-compiler-macro-function (%slot-accessor slot) (%inline-reader ds slot))
    (%set-compiler-macro-function (list 'setf (%slot-accessor slot)) (if (%slot-read-only slot) nil (%inline-writer ds slot)))))

(defun %new-accessor-slots (ds)
  "Returns the slots of DS whose accessors are not those of an included structure."
  (let* ((parent (and (%ds-include ds) (%find-structure (%ds-include ds))))
         (known (and parent (mapcar #'%slot-accessor (%ds-slots parent)))))
    (remove-if (lambda (slot) (%memq (%slot-accessor slot) known)) (%ds-slots ds))))

(defun %accessor-forms (ds)
  "Returns the definitions of the accessors of DS."
  (let ((forms '()))
    (dolist (slot (%new-accessor-slots ds) (nreverse forms))
      (let ((name (%slot-accessor slot)))
        (push `(%set-fdefinition ',name (named-lambda ,name (object) ,(%reader-body ds slot 'object))) forms)
        (unless (%slot-read-only slot)
          (push `(%set-fdefinition '(setf ,name)
                                   (named-lambda (setf ,name) (value object) ,(%writer-body ds slot 'object 'value)))
                forms))))))

;;; Constructors.

(defun %fill-new-vector (vector &rest elements)
  "Stores ELEMENTS into VECTOR, which has as many elements."
  (%list-to-vector elements vector))

(defun %allocation-form (ds values operation)
  "Returns a form that makes an instance of DS whose slots have the values of the forms VALUES, for the constructor
OPERATION."
  (if (%ds-type ds)
      (let ((parts (%typed-parts ds values)))
        (cond ((eq (%ds-type ds) 'list) `(list ,@parts))
              ((eq (%ds-type ds) 'vector) `(vector ,@parts))
              (t `(%fill-new-vector (make-array ,(%ds-length ds) :element-type ',(cadr (%ds-type ds)))
                                    ,@parts))))
      `(%instance ,(%class-form (%ds-name ds))
                  ,@(mapcar (lambda (slot value)
                              (if (eq value *no-value*) nil (%checked-value-form slot operation value)))
                            (%ds-slots ds) values))))

(defvar *no-value* '(no-value) "The placeholder for a slot whose &AUX parameter in a constructor has no form.")

(defun %typed-parts (ds values)
  "Returns the forms for all elements of the list or vector DS: names, unused elements and the slots' VALUES."
  (let ((parts (make-list (%ds-length ds) :initial-element (%unused-element ds))))
    (do ((part-of ds (and (%ds-include part-of) (%find-structure (%ds-include part-of))))) ((null part-of))
      (when (%ds-name-location part-of)
        (%set-nth (%ds-name-location part-of) parts (list 'quote (%ds-name part-of)))))
    (do ((slots (%ds-slots ds) (cdr slots)) (values values (cdr values))) ((null slots) parts)
      (%set-nth (%slot-location (car slots)) parts (if (eq (car values) *no-value*) (%unused-element ds) (car values))))))

(defun %unused-element (ds)
  "Returns the value in the elements that :INITIAL-OFFSET skips."
  (if (and (consp (%ds-type ds)) (subtypep (cadr (%ds-type ds)) 'number)) 0 nil))

(defun %keyword-constructor (ds name)
  "Returns the definition of the constructor NAME with a keyword parameter for each slot of DS."
  (let* ((slots (%ds-slots ds))
         (variables (mapcar (lambda (slot) (make-symbol (symbol-name (%slot-name slot)))) slots)))
    `(named-lambda ,name
         (&key ,@(mapcar (lambda (slot variable)
                           `((,(intern (symbol-name (%slot-name slot)) "KEYWORD") ,variable) ,(%slot-initform slot)))
                         slots variables))
       ,(%allocation-form ds variables name))))

(defun %boa-parameter (ds parameter)
  "Returns PARAMETER of a constructor's lambda list, with the slot's initform if it states no default."
  (let* ((written (if (consp parameter) parameter (list parameter)))
         (slot (%same-name-slot (%parameter-variable written) (%ds-slots ds))))
    (if (or (cdr written) (null slot))
        written
        (list (car written) (%slot-initform slot)))))

(defun %parameter-variable (parameter)
  "Returns the variable of PARAMETER, which may stand after a lambda list keyword."
  (let ((name (if (consp parameter) (car parameter) parameter)))
    (if (consp name) (cadr name) name)))

(defun %boa-lambda-list (ds lambda-list)
  "Returns LAMBDA-LIST with the initforms of DS as defaults. Three values: it, the variables that it binds, and those
that it gives no value."
  (let ((section nil) (variables '()) (unset '()) (result '()))
    (dolist (item lambda-list (values (nreverse result) variables unset))
      (cond ((%memq item lambda-list-keywords) (setq section item))
            (t (push (%parameter-variable item) variables)
               (when (and (eq section '&aux) (or (atom item) (null (cdr item))))
                 (push (car variables) unset))
               (when (%memq section '(&optional &key))
                 (setq item (%boa-parameter ds item)))))
      (push item result))))

(defun %boa-constructor (ds name lambda-list)
  "Returns the definition of the constructor NAME that takes the slots' values by LAMBDA-LIST."
  (multiple-value-bind (parameters variables unset) (%boa-lambda-list ds lambda-list)
    (flet ((value-form (slot)
             (let ((variable (find-if (lambda (variable) (string= variable (%slot-name slot))) variables)))
               (cond ((null variable) (%slot-initform slot))
                     ((%memq variable unset) *no-value*)
                     (t variable)))))
      `(named-lambda ,name ,parameters
         (declare (ignorable ,@unset))
         ,(%allocation-form ds (mapcar #'value-form (%ds-slots ds)) name)))))

(defun %constructor-forms (ds)
  "Returns the definitions of the constructors of DS."
  (mapcan (lambda (constructor)
            (let ((name (car constructor)))
              (if name
                  (list `(%set-fdefinition ',name ,(if (cdr constructor)
                                                       (%boa-constructor ds name (cadr constructor))
                                                       (%keyword-constructor ds name))))
                  '())))
          (%ds-constructors ds)))

;;; Predicate, copier, printer.

(defun %typed-structure-p (object listp location name)
  "True if OBJECT, a list if LISTP and otherwise a vector, carries NAME at LOCATION."
  (if listp
      (do ((rest object (cdr rest)) (i location (- i 1)))
          ((or (atom rest) (zerop i)) (and (consp rest) (eq (car rest) name))))
      (and (vectorp object) (< location (length object)) (eq (aref object location) name))))

(defun %predicate-forms (ds)
  "Returns the definition of the predicate of DS."
  (let ((name (%ds-predicate ds)))
    (if name
        `((%set-fdefinition ',name
                            (named-lambda ,name (object)
                              ,(if (%ds-type ds)
                                   `(%typed-structure-p object ,(eq (%ds-type ds) 'list) ,(%ds-name-location ds) ',(%ds-name ds))
                                   `(%instance-of-class-p object ,(%class-form (%ds-name ds)))))))
        '())))

(defun %set-predicate-inliner (ds)
  "Makes the compiler open-code the predicate of DS."
  (when (and (%ds-predicate ds) (null (%ds-type ds)))
    (%set-compiler-macro-function
     (%ds-predicate ds)
     (lambda (form environment)
       (declare (ignore environment))
       (let ((arguments (%call-arguments form)))
         (if (and arguments (null (cdr arguments)))
             `(%instance-of-class-p ,(car arguments) ,(%class-form (%ds-name ds)))
             form))))))

(defun %copier-forms (ds)
  "Returns the definition of the copier of DS."
  (let ((name (%ds-copier ds)))
    (if name
        `((%set-fdefinition ',name
                            (named-lambda ,name (object)
                              ,(cond ((eq (%ds-type ds) 'list) '(copy-list object))
                                     ((%ds-type ds) '(copy-seq object))
                                     (t `(if (%instance-of-class-p object ,(%class-form (%ds-name ds)))
                                             (%copy-instance object)
                                             (%structure-failure ',name object ',(%ds-name ds))))))))
        '())))

(defvar *print-depth* 0 "The depth argument of :PRINT-FUNCTIONs.")

(defun %printer-forms (ds)
  "Returns the form that installs the printer of DS; an option without a function asks for #S syntax again."
  (let ((printer (%ds-printer ds)))
    (cond ((null printer) '())
          ((null (cdr printer)) `((setf (%class-printer (%find-class ',(%ds-name ds))) nil)))
          (t `((setf (%class-printer (%find-class ',(%ds-name ds)))
                     (lambda (object stream)
                       (funcall (function ,(cadr printer)) object stream
                                ,@(if (eq (car printer) :print-function) '(*print-depth*) '())))))))))

(defun %prepare-structure (ds)
  "Defines the class and the compiler macros of a structure, as DEFSTRUCT does at compile time as well."
  (%ensure-structure ds)
  (%set-inliners ds)
  (%set-predicate-inliner ds)
  (%ds-name ds))

(defmacro defstruct (name-and-options &rest slots)
  "Defines a structure: a class NAME with slots, or with :TYPE a use of lists or vectors. NAME-AND-OPTIONS is NAME or
(NAME option*); the options are :CONC-NAME, :CONSTRUCTOR, :COPIER, :PREDICATE, :INCLUDE, :PRINT-FUNCTION, :PRINT-OBJECT,
:TYPE, :NAMED and :INITIAL-OFFSET. Each of SLOTS, after an optional docstring, is a name or (NAME INITFORM [:TYPE type]
[:READ-ONLY flag]). Constructors and accessors signal a TYPE-ERROR for a value of another type, if the type is known
when the structure is defined. Defines constructors, accessors, a predicate and a copier. Returns NAME; a PROGRAM-ERROR
if the form is malformed."
  (let* ((parts (if (consp name-and-options) name-and-options (list name-and-options)))
         (ds (%parse-slots (%parse-options (car parts) (cdr parts)) slots)))
    ;; Within another form there is no compile time before: the class must be there when the accessors are compiled.
    ;; FIND-CLASS does not find it before the form is evaluated.
    (unless (%find-structure (%ds-name ds))
      (%prepare-structure ds)
      (unless (%ds-type ds) (setf (%class-forward (%find-class (%ds-name ds))) t)))
    `(progn
       (eval-when (:compile-toplevel :load-toplevel :execute)
         (%prepare-structure ',ds))
       ,@(%accessor-forms ds)
       ,@(%predicate-forms ds)
       ,@(%copier-forms ds)
       ,@(%constructor-forms ds)
       ,@(%printer-forms ds)
       ',(%ds-name ds))))

;;; Functions on all structures.

(defun %structure-p (object)
  "True if OBJECT is an instance of a structure class."
  (and (%instance-p object) (eq (%class-kind (%instance-class object)) :structure)))

(defun copy-structure (structure)
  "Returns a copy of STRUCTURE, with the same values in its slots; a TYPE-ERROR if it is not a structure."
  (if (%structure-p structure)
      (%copy-instance structure)
      (%structure-failure 'copy-structure structure 'structure-object)))

(defun %make-structure-from-plist (name plist)
  "Returns the object that #S(NAME . PLIST) denotes: an instance from the keyword constructor of the structure NAME."
  (let* ((ds (and (symbolp name) (%find-structure name)))
         (constructor (and ds (find-if (lambda (c) (and (car c) (null (cdr c)))) (%ds-constructors ds)))))
    (cond ((eq name 'random-state) (%random-state-of (getf (%keyword-plist plist) :state)))
          ((or (null ds) (%ds-type ds)) (%reader-failure "there is no structure ~S" name))
          ((null constructor) (%reader-failure "the structure ~S has no constructor with keywords" name))
          (t (apply (car constructor) (%keyword-plist plist))))))

(defun %keyword-plist (plist)
  "Returns PLIST with its slot names as keywords, as a constructor takes it."
  (let ((result '()))
    (do ((rest plist (cddr rest))) ((null rest) (nreverse result))
      (unless (and (consp rest) (consp (cdr rest)) (typep (car rest) '(or symbol string character)))
        (%reader-failure "~S is not a list of slot names and values" plist))
      (push (intern (string (car rest)) "KEYWORD") result)
      (push (cadr rest) result))))

(defun %reader-failure (control &rest arguments)
  "Signals a READER-ERROR about #S."
  (%signal-failure 'reader-error (list :format-control control :format-arguments arguments :stream nil) 'read))
