;;; Compilation of MAKE-INSTANCE and SLOT-VALUE with constant names.
(in-package "TESSERA")

;;; Each MAKE-INSTANCE call site has a maker, an inline cache that is valid in one epoch. The first call of an epoch
;;; calls MAKE-INSTANCE. The second one compiles a function for the class and the initargs, if no user's method forbids
;;; that.
(%define-fields "%MAKER-" :vector epoch
  function       ; valid in EPOCH: from the values of the initargs to an instance
  class-name keys
  seen)          ; the epoch of the last call of MAKE-INSTANCE

(defun %maker (class-name keys)
  "Returns a maker of instances of the class CLASS-NAME with the initargs KEYS."
  (vector nil nil class-name keys nil))

(defun %general-maker (class-name keys)
  "Returns a function from values for KEYS to an instance of the class CLASS-NAME."
  (lambda (&rest values)
    (apply #'make-instance class-name (mapcan #'list keys values))))

(defun %renew-maker (maker)
  "Returns the function of MAKER in the present epoch."
  (let ((class (%find-class (%maker-class-name maker)))
        (general (%general-maker (%maker-class-name maker) (%maker-keys maker))))
    (cond ((eql (%maker-seen maker) *clos-epoch*)
           (let* ((epoch *clos-epoch*)
                  (form (and class (%maker-form (%maker-class-name maker) class (%maker-keys maker)))))
             ;; The epoch is set last: processes that run during EVAL must not use the old function.
             (setf (%maker-function maker) (if form (eval form) general)
                   (%maker-epoch maker) epoch)
             (%maker-function maker)))
          (t (setf (%maker-seen maker) *clos-epoch*)
             general))))

(defvar *own-makers* (copy-list (%gf-methods (%named-generic-function 'make-instance)))
  "The methods of MAKE-INSTANCE of the system, which a maker does without.")

(defun %after-methods (name class)
  "Returns the :AFTER methods of INITIALIZE-INSTANCE for CLASS, called NAME, in the order of their calls; :OTHER if a
user's methods do more."
  (let ((methods (%class-methods 'initialize-instance class)))
    (if (and (every (lambda (method)
                      (or (%memq method *own-makers*)
                          (not (or (%applies-p method (list class)) (%applies-p method (list name))))))
                    (%gf-methods (%named-generic-function 'make-instance)))
             (null (cdr (%class-methods 'allocate-instance class)))
             (null (cdr (%class-methods 'shared-initialize class)))
             (eql 1 (count '(:after) methods :key #'%method-qualifiers :test-not #'equal)))
        (reverse (%sort-methods (%named-generic-function 'initialize-instance)
                                (remove nil methods :key #'%method-qualifiers)
                                (list class)))
        :other)))

(defun %initial-value-form (slot keys variables)
  "Returns the form for the value of the effective SLOT from the VARIABLES for the initargs KEYS or its initform; NIL if
it gets none."
  (let ((position (position-if (lambda (key) (%memq key (%sd-initargs slot))) keys)) (initform (%sd-initform slot)))
    (cond (position (nth position variables))
          ((null (%sd-initfunction slot)) nil)
          ((or (%quoted-p initform) (and (atom initform) (constantp initform))) `',(eval initform))
          (t `(funcall ',(%sd-initfunction slot))))))

(defun %maker-form (name class given)
  "Returns the form of a function that takes values for the initargs GIVEN and returns an instance of CLASS, which is
called NAME. Returns NIL if MAKE-INSTANCE has to do more than fill slots for instances of CLASS."
  (let ((layout (%class-layout class))
        (afters (if (%class-layout class) (%after-methods name class) :other))
        (slots (coerce (%class-slots class) 'list)))
    (when (and (listp afters)
               (%plain-class-p class)
               (every (lambda (slot) (integerp (%sd-location slot))) slots))
      (let* ((defaults (remove-if (lambda (default) (%memq (car default) given)) (%all-default-initargs class)))
             (keys (append given (mapcar #'car defaults)))
             (variables (%fresh-names keys))
             (valid (%remembered-initargs class '(allocate-instance initialize-instance shared-initialize))))
        (when (or (eq valid :any) (every (lambda (key) (%memq key valid)) keys))
          `(lambda ,(subseq variables 0 (length given))
             (let* (,@(mapcar (lambda (variable default) `(,variable (funcall ',(cadr default))))
                              (nthcdr (length given) variables) defaults)
                    (object (%make-instance ',class ,(max 2 (+ 1 (length (%layout-names layout)))))))
               (declare (ignorable ,@variables))
               (setf (%object-layout object) ',layout)
               ,@(mapcan (lambda (slot)
                           (let ((value (%initial-value-form slot keys variables)))
                             (if value `((%set-instance-ref object ,(%sd-location slot) ,value)) '())))
                         slots)
               ,@(mapcar (lambda (method)
                           `(funcall ',(%method-call method nil) object ,@(mapcan #'list keys variables)))
                         afters)
               object)))))))

(defun %initarg-keys (initargs)
  "Returns the keys of the forms INITARGS if they are different keywords, each with a value; else :UNKNOWN."
  (let ((keys '()))
    (do ((rest initargs (cddr rest))) ((null rest) (nreverse keys))
      (unless (and (keywordp (car rest)) (consp (cdr rest)) (not (%memq (car rest) keys))
                   (not (eq (car rest) :allow-other-keys)))
        (return :unknown))
      (push (car rest) keys))))

(define-compiler-macro make-instance (&whole form class &rest initargs)
  (let ((keys (%initarg-keys initargs)))
    (if (and (%quoted-p class) (symbolp (cadr class)) (listp keys))
        (let ((maker (gensym "MAKER")) (variables (%fresh-names keys)))
          `(let (,@(mapcar (lambda (variable key) (list variable (getf initargs key))) variables keys)
                 (,maker (load-time-value (%maker ',(cadr class) ',keys))))
             (funcall (if (eq (%maker-epoch ,maker) *clos-epoch*) (%maker-function ,maker) (%renew-maker ,maker))
                      ,@variables)))
        form)))

;;; A place in the code that reads or sets a slot has a list with a cache as its element, for %CACHED-SLOT.

(defun %remember-location (holder object name)
  "Makes the cache in HOLDER find the slot NAME by the layout of OBJECT, if OBJECT itself holds the slot."
  (let* ((layout (%class-layout (class-of object)))
         (location (if (and layout (eq (%object-layout object) layout)) (%location-of layout name) nil)))
    (when (and (integerp location) (not (find layout (car holder))))
      (setf (car holder) (%remember-slot-location (car holder) layout location)))))

(defun %slot-value-remembered (object name holder)
  "Returns SLOT-VALUE of OBJECT and NAME. The next access with HOLDER to such an object finds the location at once."
  (%remember-location holder object name)
  (slot-value object name))

(defun %set-slot-value (object name value)
  "Stores VALUE in the slot NAME of OBJECT. Returns VALUE."
  (setf (slot-value object name) value))

(defun %set-slot-value-remembered (object name value holder)
  "Stores VALUE in the slot NAME of OBJECT; the next access with HOLDER to such an object finds the location at once."
  (%remember-location holder object name)
  (funcall #'(setf slot-value) value object name))

(define-compiler-macro slot-value (&whole form object name)
  (if (and (%quoted-p name) (symbolp (cadr name)))
      (let ((instance (gensym "INSTANCE")) (holder (gensym "HOLDER")) (value (gensym "VALUE")))
        `(let* ((,instance ,object)
                (,holder (load-time-value (list (vector))))
                (,value (%cached-slot (car ,holder) ,instance)))
           (if (eq ,value (load-time-value (%unbound-marker)))
               (%slot-value-remembered ,instance ,name ,holder)
               ,value)))
      form))

(define-compiler-macro %set-slot-value (&whole form object name value)
  (if (and (%quoted-p name) (symbolp (cadr name)))
      (let ((instance (gensym "INSTANCE")) (holder (gensym "HOLDER")) (new (gensym "VALUE")))
        `(let* ((,instance ,object)
                (,new ,value)
                (,holder (load-time-value (list (vector)))))
           (if (%set-cached-slot (car ,holder) ,instance ,new)
               ,new
               (%set-slot-value-remembered ,instance ,name ,new ,holder))))
      form))

(%define-setf 'slot-value '(:setter . %set-slot-value))
