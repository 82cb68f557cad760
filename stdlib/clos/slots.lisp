;;; Slots of instances: slot-value and similar functions, instances brought up to date, change-class (chapter 7).
(in-package "TESSERA")

;;; Where an instance has its slots.

(defun %location-value (object layout location)
  "Returns the slot at LOCATION of OBJECT, which has LAYOUT."
  (cond ((consp location) (car location))
        ((eq (%layout-boxed layout) t) (svref (%object-box object) location))
        (t (%instance-ref object location))))

(defun %set-location-value (object layout location value)
  "Stores VALUE at LOCATION of OBJECT, which has LAYOUT. Returns VALUE."
  (cond ((consp location) (%set-car location value))
        ((eq (%layout-boxed layout) t) (%set-svref (%object-box object) location value))
        (t (%set-instance-ref object location value))))

(defun %location-of (layout name)
  "Returns the location of the slot NAME in instances with LAYOUT, or NIL."
  (gethash name (%layout-locations layout)))

(defun %allocate (class)
  "Returns a new instance of CLASS, which has a layout, without values in its slots."
  (let* ((layout (%class-layout class))
         (object (%make-instance class (max 2 (+ 1 (length (%layout-names layout)))))))
    (setf (%object-layout object) layout)
    object))

(defun %install-layout (object layout value-of)
  "Gives OBJECT the unboxed LAYOUT; the function VALUE-OF returns the value for each name of a slot."
  (let* ((names (%layout-names layout))
         (values (mapcar value-of names))
         (count (length names)))
    (do ((i 1 (+ i 1))) ((>= i (%instance-length object)))
      (%set-instance-ref object i (%unbound-marker)))
    (cond ((< count (%instance-length object))
           (setf (%object-layout object) layout)
           (do ((i 1 (+ i 1)) (rest values (cdr rest))) ((null rest))
             (%set-instance-ref object i (car rest))))
          (t (setf (%object-layout object) (%layout-boxed layout)
                   (%object-box object) (apply #'vector nil values))))
    object))

;;; Instances of a class that has another layout now.

(defun %slots-between (old new)
  "Returns three values for the change from the layout OLD to NEW: the names of slots added, and discarded, and of
those that become shared."
  (values (remove-if (lambda (name) (%location-of old name)) (%layout-names new))
          (remove-if (lambda (name) (%location-of new name)) (%layout-names old))
          (remove-if-not (lambda (name) (consp (%location-of new name))) (%layout-names old))))

(defun %bound-slots-plist (names value-of)
  "Returns a property list of those of NAMES that have a value."
  (mapcan (lambda (name)
            (let ((value (funcall value-of name)))
              (if (%unbound-marker-p value) '() (list name value))))
          names))

(defun %slot-getter (object layout)
  "Returns a function from the name of a slot to the value that OBJECT, which has LAYOUT now, holds there, or the
unbound marker."
  (let ((copy (%copy-instance object)))
    (lambda (name)
      (let ((location (%location-of layout name)))
        (cond ((null location) (%unbound-marker))
              ((%instance-p location) (%location-value copy layout (%sd-location location)))
              (t (%location-value copy layout location)))))))

(defun %update-instance (object old new)
  "Updates OBJECT from the layout OLD to NEW, that of its class."
  (multiple-value-bind (added discarded shared) (%slots-between old new)
    (let ((value-of (%slot-getter object old)))
      (%install-layout object new value-of)
      (update-instance-for-redefined-class object added discarded
                                           (%bound-slots-plist (append discarded shared) value-of)))))

(defun %layout-of (object class)
  "Returns the layout of OBJECT, an instance of CLASS, after it was brought up to date."
  (let ((own (%object-layout object)) (current (%class-layout class)))
    (cond ((eq own current) own)
          ((eq own (%layout-boxed current)) own)
          (t (%update-instance object own current)
             (%object-layout object)))))

;;; Structures, conditions and metaobjects have slots, too.

(defun %raw-metaobject (object)
  "Returns the instance in which the metaobject OBJECT, which may be a function, has its fields."
  (if (functionp object) (%function-instance object) object))

(defun %own-slot (object class name)
  "Returns two values for the metaobject OBJECT of CLASS: what its slot NAME holds, and true if there is one."
  (if (find name (%class-slots class) :key #'%sd-name)
      (let ((entry (%assq name (%extra-slots (%raw-metaobject object)))))
        (values (if entry (cdr entry) (%unbound-marker)) t))
      (values nil nil)))

(defun %set-own-slot (object class name value)
  "Stores VALUE in the slot NAME of the metaobject OBJECT of CLASS. True if there is such a slot."
  (when (find name (%class-slots class) :key #'%sd-name)
    (let* ((instance (%raw-metaobject object)) (own (%extra-slots instance)) (entry (%assq name own)))
      (if entry
          (%set-cdr entry value)
          (%set-extra-slots instance (cons (cons name value) own)))
      t)))

(defun %foreign-slot (object class name)
  "Returns two values for OBJECT, whose CLASS has no layout: what its slot NAME holds, and true if there is one."
  (case (%class-kind class)
    (:structure (let ((location (position name (%class-slots class) :key #'%any-slot-name)))
                  (if location (values (%instance-ref object location) t) (values nil nil))))
    (:standard (%own-slot object class name))
    (:condition (if (%slot-location-in class name)
                    (values (%condition-slot object name) t)
                    (values nil nil)))
    (t (values nil nil))))

(defun %set-foreign-slot (object class name value)
  "Stores VALUE in the slot NAME of OBJECT, whose CLASS has no layout. True if there is such a slot."
  (case (%class-kind class)
    (:structure (let ((location (position name (%class-slots class) :key #'%any-slot-name)))
                  (when location (%set-instance-ref object location value) t)))
    (:standard (%set-own-slot object class name value))
    (:condition (when (%slot-location-in class name)
                  (%set-condition-slot object name value)
                  t))
    (t nil)))

(defun %find-slot (object class name)
  "Returns two values: what the slot NAME of OBJECT, an instance of CLASS, holds, and true if there is such a slot."
  (if (%class-layout class)
      (let* ((layout (%layout-of object class)) (location (%location-of layout name)))
        (if location (values (%location-value object layout location) t) (values nil nil)))
      (%foreign-slot object class name)))

(defun %store-slot (object class name value)
  "Stores VALUE in the slot NAME of OBJECT, an instance of CLASS. True if there is such a slot."
  (let ((slot (%slot-by-protocol object class name)))
    (when slot
      (%call-protocol '%store-by-protocol class object slot value)
      (return-from %store-slot t)))
  (if (%class-layout class)
      (let* ((layout (%layout-of object class)) (location (%location-of layout name)))
        (when location (%set-location-value object layout location value) t))
      (%set-foreign-slot object class name value)))

;;; The functions.

(defun %slot-by-protocol (object class name)
  "Returns the slot NAME of OBJECT, an instance of CLASS, if it is read and set by SLOT-VALUE-USING-CLASS; else NIL."
  (if (or (%plain-class-p class) (null (%class-layout class)))
      nil
      (let ((location (%location-of (%layout-of object class) name)))
        (if (%instance-p location) location nil))))

(defun %call-protocol (function class object slot &rest value)
  "Calls FUNCTION, a generic function of the slot protocol of the module mop, for SLOT of OBJECT of CLASS."
  (%in-module "mop" function 'slot-value (append value (list class object slot))))

(defun slot-value (object slot-name)
  "Returns the value of the slot SLOT-NAME of OBJECT: an instance, structure or condition. Without value, what
SLOT-UNBOUND returns (by default an UNBOUND-SLOT error); without such a slot, what SLOT-MISSING returns (by default an
error)."
  (let* ((class (class-of object))
         (layout (%class-layout class))
         (location (if (and layout (eq (%object-layout object) layout)) (%location-of layout slot-name) nil))
         (value (if (integerp location) (%instance-ref object location) (%unbound-marker))))
    (if (%unbound-marker-p value)
        (%slot-value-slowly object class slot-name)
        value)))

(defun %slot-value-slowly (object class slot-name)
  "Implements SLOT-VALUE of OBJECT, an instance of CLASS, in all cases."
  (let ((slot (%slot-by-protocol object class slot-name)))
    (when slot
      (return-from %slot-value-slowly (values (%call-protocol '%value-by-protocol class object slot)))))
  (multiple-value-bind (value found) (%find-slot object class slot-name)
    (cond ((not found) (values (slot-missing class object slot-name 'slot-value)))
          ((%unbound-marker-p value) (values (slot-unbound class object slot-name)))
          (t value))))

(defun (setf slot-value) (value object slot-name)
  "Makes VALUE the value of the slot SLOT-NAME of OBJECT. Returns VALUE. SLOT-MISSING is called if there is no such
slot."
  (let ((class (class-of object)))
    (unless (%store-slot object class slot-name value)
      (slot-missing class object slot-name 'setf value))
    value))

(defun slot-boundp (object slot-name)
  "True if the slot SLOT-NAME of OBJECT has a value. SLOT-MISSING is called if there is no such slot."
  (let* ((class (class-of object)) (slot (%slot-by-protocol object class slot-name)))
    (when slot
      (return-from slot-boundp (values (%call-protocol '%bound-by-protocol class object slot))))
    (multiple-value-bind (value found) (%find-slot object class slot-name)
      (if found
          (not (%unbound-marker-p value))
          (if (slot-missing class object slot-name 'slot-boundp) t nil)))))

(defun slot-makunbound (object slot-name)
  "Removes the value of the slot SLOT-NAME of OBJECT. Returns OBJECT. SLOT-MISSING is called if there is no such slot."
  (let ((class (class-of object)))
    (unless (%store-slot object class slot-name (%unbound-marker))
      (slot-missing class object slot-name 'slot-makunbound))
    object))

(defun slot-exists-p (object slot-name)
  "True if OBJECT has a slot SLOT-NAME, with or without a value."
  (multiple-value-bind (value found) (%find-slot object (class-of object) slot-name)
    (declare (ignore value))
    (if found t nil)))

;;; Macros.

(defmacro with-slots (slot-entries instance &body body)
  "Evaluates BODY with variables that stand for slots of INSTANCE: each of SLOT-ENTRIES is the name of a slot, or
(VARIABLE SLOT). Reading and setting them reads and sets the slots."
  (let ((object (gensym "OBJECT")))
    `(let ((,object ,instance))
       (declare (ignorable ,object))
       (symbol-macrolet ,(mapcar (lambda (entry)
                                   (let ((pair (%slot-entry entry 'with-slots t)))
                                     `(,(car pair) (slot-value ,object ',(cadr pair)))))
                                 slot-entries)
         ,@body))))

(defmacro with-accessors (slot-entries instance &body body)
  "Evaluates BODY with variables that stand for calls of accessors on INSTANCE: each of SLOT-ENTRIES is (VARIABLE
ACCESSOR)."
  (let ((object (gensym "OBJECT")))
    `(let ((,object ,instance))
       (declare (ignorable ,object))
       (symbol-macrolet ,(mapcar (lambda (entry)
                                   (let ((pair (%slot-entry entry 'with-accessors nil)))
                                     `(,(car pair) (,(cadr pair) ,object))))
                                 slot-entries)
         ,@body))))

(defun %slot-entry (entry operation name-allowed)
  "Returns the list (VARIABLE SLOT) that ENTRY of the macro OPERATION means; an error if it is malformed."
  (cond ((and name-allowed entry (symbolp entry)) (list entry entry))
        ((and (consp entry) (consp (cdr entry)) (null (cddr entry))
              (symbolp (car entry)) (symbolp (cadr entry)))
         entry)
        (t (%clos-program-error operation "~S is not ~:[~;a name or ~]a list of a variable and a name" entry name-allowed))))
