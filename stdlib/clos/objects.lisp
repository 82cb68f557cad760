;;; Generic functions that other parts of the language call on objects: print-object, describe-object, make-load-form.
(in-package "TESSERA")

;;; Printing. The printer calls what stands in a class; that is PRINT-OBJECT for standard objects, and for structures
;;; and conditions as soon as a method is defined for one of their classes.

(defun %print-by-method (object stream)
  "Prints OBJECT to STREAM by PRINT-OBJECT."
  (print-object object stream))

(defun %let-print-object-print (specializer)
  "Makes the printer call PRINT-OBJECT for instances of SPECIALIZER, and of the classes below that have its printer."
  (let ((class (if (consp specializer) nil specializer)))
    (when (and class (not (eq (%class-kind class) :built-in))
               (not (%memq (%class-name class) '(structure-object condition class method generic-function))))
      (%replace-printer class (%class-printer class)))))

(defun %replace-printer (class old)
  "Makes PRINT-OBJECT print instances of CLASS, and of those below it that have the printer OLD."
  (when (eq (%class-printer class) old)
    (setf (%class-printer class) #'%print-by-method)
    (dolist (subclass (%class-direct-subclasses class))
      (%replace-printer subclass old))))

(defun %print-structure-syntax (object stream)
  "Prints the structure OBJECT to STREAM as the reader takes it."
  (let ((class (%instance-class object)) (i -1))
    (format stream "#S(~S" (%class-name class))
    (dolist (slot (coerce (%class-slots class) 'list))
      (format stream " :~A ~S" (%slot-name slot) (%instance-ref object (setq i (+ i 1)))))
    (write-string ")" stream)))

(defgeneric print-object (object stream)
  (:documentation "Writes OBJECT to STREAM as the printer does. The printer calls it for instances of classes that
DEFCLASS defines, and for structures and conditions with a method. Returns OBJECT.")
  (:method ((object t) stream)
    (let ((printer (%class-printer (class-of object))))
      (if (and printer (not (eq printer #'%print-by-method)))
          (funcall printer (or (%generic-function object) object) stream)
          (write object :stream stream))
      object))
  (:method ((object standard-object) stream)
    (print-unreadable-object (object stream :type t :identity t))
    object)
  (:method ((object structure-object) stream)
    (let ((printer (%class-printer (class-of object))))
      (if (or (null printer) (eq printer #'%print-by-method))
          (%print-structure-syntax object stream)
          (funcall printer object stream))
      object))
  (:method ((object condition) stream)
    (%print-condition object stream)
    object))

(defmethod print-object ((object class) stream)
  (%print-class object stream)
  object)

(defmethod print-object ((object generic-function) stream)
  (%print-generic-function (%generic-function object) stream)
  object)

(defmethod print-object ((object method) stream)
  (%print-method object stream)
  object)

;;; The accessors of conditions are methods, so that several classes may have one of the same name.

(defun %as-method-function (function)
  "Returns FUNCTION in the form of a method's function."
  (lambda (next more)
    (declare (ignore next more))
    function))

(defun %add-condition-accessor (name class-name function)
  "Makes FUNCTION the method of the generic function NAME for the condition class CLASS-NAME."
  (let* ((lambda-list (if (consp name) '(new-value condition) '(condition)))
         (above (if (consp name) (list (%find-class 't)) '()))
         (old (if (and (fboundp name) (not (%named-generic-function name))) (fdefinition name) nil)))
    (when old (fmakunbound name))
    (let ((gf (%ensure-generic name lambda-list (%lambda-list-shape lambda-list 'define-condition)
                               (%find-class 'standard-generic-function) 'define-condition)))
      (flet ((add (class function)
               (%add-method gf (%make-method (%gf-method-class gf) (%as-method-function function) '()
                                             (append above (list class)) lambda-list nil nil))))
        (when old (add (%find-class 't) old))
        (add (%find-class class-name) function)))))

(setq *install-condition-accessor* #'%add-condition-accessor)

;;; Loading and describing.

(defgeneric make-load-form (object &optional environment)
  (:documentation "Returns two forms: one makes an object like OBJECT, the other completes it. Only classes for which a
program has defined a method have one.")
  (:method ((object t) &optional environment)
    (declare (ignore environment))
    (%clos-error 'make-load-form "there is no method that says how to make a form for ~S" object))
  (:method ((object class) &optional environment)
    (declare (ignore environment))
    `(find-class ',(class-name object))))

(defun %all-slot-names (object)
  "Returns the names of the slots of OBJECT."
  (map 'list #'%any-slot-name (%class-slots (class-of object))))

(defun make-load-form-saving-slots (object &key (slot-names nil slot-names-p) environment)
  "Returns two forms: one makes an object of the class of OBJECT, the other gives its SLOT-NAMES (by default all) the
values of OBJECT."
  (declare (ignore environment))
  (values `(allocate-instance (find-class ',(class-name (class-of object))))
          (let ((names (remove-if-not (lambda (name) (slot-boundp object name))
                                      (if slot-names-p slot-names (%all-slot-names object)))))
            `(%restore-slots ,object ',names ',(mapcar (lambda (name) (slot-value object name)) names)))))

(defun %restore-slots (object names values)
  "Gives the slots NAMES of OBJECT the VALUES."
  (mapc (lambda (name value) (setf (slot-value object name) value)) names values))

(defgeneric describe-object (object stream)
  (:documentation "Writes a description of OBJECT to STREAM. DESCRIBE calls it.")
  (:method ((object t) stream)
    (%in-module "explore" '%describe-plainly 'describe-object (list object stream))))
