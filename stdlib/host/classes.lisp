;;; Classes of a C++ program as classes of CLOS (for api/).

(in-package "TESSERA")

(defclass foreign-object ()
  ((%foreign))
  (:documentation "An object of C++. Its class and those below it are made with :ARGUMENTS, a list, for the
constructor."))
(export 'foreign-object)

(defun %host-define-class (name superclasses documentation)
  "Defines the class that the string NAME denotes, below SUPERCLASSES, symbols. Returns its name."
  (let ((symbol (%host-symbol name)))
    (eval `(defclass ,symbol ,(or superclasses '(foreign-object)) () (:documentation ,documentation)))
    symbol))

(defun %host-prototype (class nobody)
  "Returns an instance of the class named CLASS that stands for NOBODY."
  (let ((instance (allocate-instance (find-class class))))
    (setf (slot-value instance '%foreign) nobody)
    instance))

(defun %host-superclasses (class superclasses)
  "Makes SUPERCLASSES, in their order, superclasses of the class named CLASS."
  (eval `(defclass ,class ,(coerce superclasses 'list) () (:documentation ,(or (documentation class 'type) "")))))

(defun %host-add-constructor (class function)
  "Makes FUNCTION the constructor of the class named CLASS."
  (setf (get class '%constructor) function)
  (let ((name (intern (format nil "MAKE-~A" class) (symbol-package class))))
    (%set-fdefinition name function)
    name))

(defmethod initialize-instance :before ((object foreign-object) &key ((:arguments arguments) '()))
  (let ((class (find-if (lambda (class) (get (class-name class) '%constructor)) (%class-precedence-list (class-of object)))))
    (unless class
      (error "MAKE-INSTANCE: the class ~S of C++ has no constructor" (class-name (class-of object))))
    (setf (slot-value object '%foreign)
          (slot-value (apply (get (class-name class) '%constructor) arguments) '%foreign))))

(defun %host-add-method (class name function documentation)
  "Adds a method to the generic function NAME that is FUNCTION, for instances of the class named CLASS."
  (let* ((new (not (fboundp name)))
         (parameters (let ((*package* (find-package "TESSERA")))
                       (rest (read-from-string (format nil "(~A)" (nth-value 1 (%function-source function)))))))
         (openp (intersection parameters lambda-list-keywords)))
    (%define-method name '() (cons class (if openp '() (mapcar (constantly 't) parameters)))
                    (cons 'self (if openp '(&rest arguments) parameters))
                    (lambda (next more) (declare (ignore next more)) function) nil)
    (when (and new (plusp (length documentation)))
      (setf (documentation name 'function) documentation))
    name))

;;; Properties are read and written by functions of their name, and by SLOT-VALUE.

(defun %host-add-property (class name reader writer documentation)
  "Defines NAME as the reader of a property of instances of the class named CLASS by the function READER, and (SETF
NAME) as its writer by WRITER, unless that is NIL."
  (%host-add-method class name reader documentation)
  (when writer
    (eval `(defmethod (setf ,name) (value (self ,class)) (funcall ,writer value self) value)))
  (pushnew name (get class '%properties))
  name)

(defun %host-property-p (class name)
  "True if instances of CLASS have a property NAME."
  (some (lambda (class) (%memq name (get (class-name class) '%properties))) (%class-precedence-list class)))

(defmethod slot-missing (class (object foreign-object) name operation &optional new-value)
  (cond ((not (%host-property-p class name)) (call-next-method))
        ((eq operation 'setf) (funcall (fdefinition (list 'setf name)) new-value object))
        ((eq operation 'slot-boundp) t)
        ((eq operation 'slot-value) (funcall name object))
        (t (call-next-method))))
