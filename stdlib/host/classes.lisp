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

;;; Names and parameters of members.

(defun %host-member-symbol (prefix name)
  "Returns the symbol for the member of a class that the string NAME denotes after the string PREFIX: if that ends in a
colon, a package, in which the symbol is made and exported. Returns a string if the host cannot define a function of
that name."
  (let ((end (- (length prefix) 1)))
    (cond ((and (plusp end) (char= (char prefix end) #\:))
           (let* ((package-name (string-upcase (string-right-trim ":" prefix)))
                  (package (or (find-package package-name) (make-package package-name :use '())))
                  (symbol (intern (string-upcase name) package)))
             (export symbol package)
             symbol))
          (t (let ((name (concatenate 'string prefix name)))
               (if (%named-generic-function (%host-symbol name))
                   (%host-symbol name)
                   (or (%host-why-not-define name) (%host-symbol name))))))))

(defun %host-parameters (lambda-list)
  "Returns the parameters and lambda list keywords in the string LAMBDA-LIST."
  (%host-read (format nil "(~A)" lambda-list)))

(defun %host-variables (parameters)
  "Returns the variables of the lambda list PARAMETERS, in their order."
  (mapcan (lambda (parameter)
            (cond ((%memq parameter lambda-list-keywords) '())
                  ((atom parameter) (list parameter))
                  ((atom (car parameter)) (list (car parameter)))
                  (t (list (cadar parameter)))))
          parameters))

(defun %host-with-defaults (name function lambda-list least most)
  "Returns a function called NAME with the parameters in the string LAMBDA-LIST, some of which have keywords or
defaults. It calls FUNCTION, which takes LEAST to MOST arguments, with one argument for each parameter. Returns NIL if
FUNCTION does not take that number."
  (let* ((parameters (%host-parameters lambda-list)) (variables (%host-variables parameters)))
    (when (and (<= least (length variables) most) (not (%memq '&rest parameters)))
      (eval `(named-lambda ,name ,parameters (funcall ,function ,@variables))))))

(defun %host-lambda-list (lambda-list)
  "Returns the lambda list of a method, whose function takes SELF and then the parameters in the string LAMBDA-LIST."
  (let ((parameters (let ((*package* (find-package "TESSERA"))) (read-from-string (format nil "(~A)" lambda-list)))))
    (if (intersection parameters lambda-list-keywords)
        '(%any-object &rest arguments)
        (cons 'self (cdr parameters)))))

(defun %host-add-constructor (class function giver)
  "Makes FUNCTION the constructor of the class named CLASS. GIVER is a function of the object that FUNCTION made, and of
an instance of a subclass, to which it gives the object of C++."
  (setf (get class '%constructor) function
        (get class '%giver) giver)
  (let ((name (intern (format nil "MAKE-~A" class) (symbol-package class))))
    (%set-fdefinition name function)
    name))

(defmethod initialize-instance :before ((object foreign-object) &key ((:arguments arguments) '()))
  (let ((class (find-if (lambda (class) (get (class-name class) '%constructor)) (%class-precedence-list (class-of object)))))
    (unless class
      (error "MAKE-INSTANCE: the class ~S of C++ has no constructor" (class-name (class-of object))))
    (let ((made (apply (get (class-name class) '%constructor) arguments)))
      (setf (slot-value object '%foreign) (slot-value made '%foreign))
      (funcall (get (class-name class) '%giver) made object))))

(defun %host-open-generic (name lambda-list)
  "Makes the generic function NAME, if it does not agree with LAMBDA-LIST, take anything after its first argument.
Returns the lambda list for the method."
  (let ((gf (%named-generic-function name)))
    (cond ((null gf) lambda-list)
          ((%takes-anything-p (%gf-shape gf)) '(%any-object &rest arguments))
          ((null (%disagreement (%gf-shape gf) (%lambda-list-shape lambda-list 'defmethod))) lambda-list)
          (t (let ((method (find-if #'%specializes-more-p (%gf-methods gf))) (open '(%any-object &rest arguments)))
               (when method
                 (error "~S cannot get a method with other parameters, as ~S specializes more than the first one" name method))
               (%change-lambda-list gf open (%lambda-list-shape open 'defmethod) 'defmethod)
               open)))))

(defun %host-add-method (class name function lambda-list documentation)
  "Adds a method to the generic function NAME that is FUNCTION, for instances of the class named CLASS. The string
LAMBDA-LIST has the parameters of FUNCTION."
  (let* ((new (not (fboundp name)))
         (lambda-list (%host-open-generic name (%host-lambda-list lambda-list)))
         (more (if (%memq '&rest lambda-list) '() (mapcar (constantly 't) (cdr lambda-list)))))
    (%define-method name '() (cons class more) lambda-list
                    (lambda (next more) (declare (ignore next more)) function) nil)
    (when (and new (plusp (length documentation)))
      (setf (documentation name 'function) documentation))
    name))

(defun %host-add-setter (class name function)
  "Defines (SETF NAME) as FUNCTION, which takes an instance of the class named CLASS, further arguments and a value."
  (eval `(defmethod (setf ,name) (value (self ,class) &rest arguments)
           (apply ,function self (append arguments (list value)))
           value)))

(defun %host-add-printer (class function)
  "Makes PRINT-OBJECT print the string that FUNCTION returns for an object of the class named CLASS."
  (eval `(defmethod print-object ((self ,class) stream)
           (write-string (funcall ,function self) stream)
           self)))

;;; Arithmetic on objects of C++: asked for where an operation fails since an operand is not a number.

(defvar *host-operations* '()
  "An alist from names such as + and < to the functions of the host that compute them for objects of C++.")

(defun %host-operation (operation operands)
  "Returns the value of OPERATION for OPERANDS and true, if one of them is an object of C++ and the host computes it."
  (let ((function (cdr (assoc operation *host-operations*))))
    (if (and function (some (lambda (operand) (typep operand 'foreign-object)) operands))
        (values (apply function operands) t)
        (values nil nil))))

(defun %host-add-operation (name function)
  "Makes FUNCTION compute the operation NAME for objects of C++."
  (setf *host-operations* (acons name function (remove name *host-operations* :key #'car)))
  (pushnew '%host-operation *number-extensions*)
  name)

;;; Properties are read and written by functions of their name, and by SLOT-VALUE.

(defun %host-add-property (class name slot reader writer lambda-list documentation)
  "Defines NAME as the reader of a property of instances of the class named CLASS by the function READER, and (SETF
NAME) as its writer by WRITER, unless that is NIL. SLOT is the property's name for SLOT-VALUE; NAME is another."
  (%host-add-method class name reader lambda-list documentation)
  (when writer
    (eval `(defmethod (setf ,name) (value (self ,class)) (funcall ,writer value self) value)))
  (dolist (slot (list slot name))
    (setf (getf (get class '%properties) slot) name))
  name)

(defun %host-property (class name)
  "Returns the name of the function that reads the property NAME of instances of CLASS, or NIL."
  (some (lambda (class) (getf (get (class-name class) '%properties) name)) (%class-precedence-list class)))

(defmethod slot-missing (class (object foreign-object) name operation &optional new-value)
  (let ((reader (%host-property class name)))
    (cond ((null reader) (call-next-method))
          ((eq operation 'setf) (funcall (fdefinition (list 'setf reader)) new-value object))
          ((eq operation 'slot-boundp) t)
          ((eq operation 'slot-value) (funcall reader object))
          (t (call-next-method)))))
