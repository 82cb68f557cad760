;;; Generic functions, methods, specializers, functions with slots, dependents.
(in-package "CLOS")

;;; Generic functions.

(defmacro %define-function-readers (&rest clauses)
  "Defines readers of generic functions; each of CLAUSES is (NAME DOCUMENTATION FORM), in which GF is the raw instance."
  `(progn
     ,@(loop for (name documentation form) in clauses
             collect `(defgeneric ,name (generic-function)
                        (:documentation ,documentation)
                        (:method ((generic-function generic-function))
                          (let ((gf (tessera::%generic-function generic-function))) ,form))))))

(%define-function-readers
  (generic-function-name "Returns the name of GENERIC-FUNCTION." (tessera::%gf-name gf))
  (generic-function-lambda-list "Returns the lambda list of GENERIC-FUNCTION." (tessera::%gf-lambda-list gf))
  (generic-function-methods "Returns a list of the methods of GENERIC-FUNCTION." (copy-list (tessera::%gf-methods gf)))
  (generic-function-method-class "Returns the class of the methods that DEFMETHOD makes for GENERIC-FUNCTION." (tessera::%gf-method-class gf))
  (generic-function-method-combination "Returns the method combination of GENERIC-FUNCTION: a list of its name and options."
    (tessera::%gf-combination gf))
  (generic-function-argument-precedence-order "Returns the names of the required parameters of GENERIC-FUNCTION in order of precedence."
    (mapcar (lambda (position) (nth position (tessera::%shape-required (tessera::%gf-shape gf)))) (tessera::%gf-precedence gf)))
  (generic-function-declarations "Returns NIL: declarations of generic functions are not kept." (progn gf nil)))

(defgeneric (setf generic-function-name) (name generic-function)
  (:documentation "Makes NAME the name of GENERIC-FUNCTION. Returns NAME.")
  (:method (name (generic-function generic-function))
    (reinitialize-instance generic-function :name name)
    name))

(defgeneric ensure-generic-function-using-class (generic-function name &rest options &key &allow-other-keys)
  (:documentation "Makes the generic function NAME, or changes GENERIC-FUNCTION, as OPTIONS say. Returns it.")
  (:method ((generic-function t) name &rest options)
    (apply #'tessera::%ensure-generic-function name options)))

(setq tessera::*ensuring-generic-functions*
      (lambda (name &rest options)
        (let ((gf (tessera::%named-generic-function name)))
          (apply #'ensure-generic-function-using-class (and gf (tessera::%gf-function gf)) name options))))

(defmethod shared-initialize :after ((function generic-function) slot-names
                                     &key (name nil name-p) (lambda-list nil lambda-list-p) (method-class nil method-class-p)
                                          (documentation nil documentation-p) (argument-precedence-order nil order-p)
                                     &allow-other-keys)
  (declare (ignore slot-names))
  (let ((gf (tessera::%generic-function function)))
    (when name-p (setf (tessera::%gf-name gf) name))
    (when lambda-list-p (%change-shape gf lambda-list))
    (when method-class-p (setf (tessera::%gf-method-class gf) (%metaclass method-class)))
    (when documentation-p (setf (tessera::%gf-documentation gf) documentation))
    (when order-p
      (setf (tessera::%gf-precedence gf)
            (tessera::%precedence-positions argument-precedence-order (tessera::%gf-shape gf) name)))
    (tessera::%clear-cache gf)))

(defun %change-shape (gf lambda-list)
  "Gives the generic function GF, which MAKE-INSTANCE has made, another LAMBDA-LIST. The function object stays the same,
and calls a new one."
  (let ((function (tessera::%gf-function gf)))
    (tessera::%set-gf-shape gf lambda-list (tessera::%lambda-list-shape lambda-list 'shared-initialize))
    (setf (%own gf 'dispatcher) (tessera::%gf-function gf)
          (%own gf 'entry) nil
          (tessera::%gf-function gf) function)))

(defun tessera::%change-own-shape (gf lambda-list shape)
  "Gives the generic function GF another LAMBDA-LIST, which has SHAPE. DEFGENERIC has made GF of a program's own class."
  (cond ((nth-value 1 (%own gf 'dispatcher)) (%change-shape gf lambda-list))
        (t (tessera::%set-gf-shape gf lambda-list shape)
           (%install-discriminator gf))))

(defun tessera::%initialize-generic-function (gf)
  "Initializes the generic function GF, which DEFGENERIC makes of a program's own class."
  (initialize-instance (tessera::%gf-function gf) :name (tessera::%gf-name gf))
  (%install-discriminator gf))

(defun tessera::%reinitialize-generic-function (gf)
  "Initializes the generic function GF again, when another DEFGENERIC form redefines it."
  (reinitialize-instance (tessera::%gf-function gf) :name (tessera::%gf-name gf)))

(defun %own-discriminator-p (gf)
  "True if a program has a method of COMPUTE-DISCRIMINATING-FUNCTION for GF."
  (rest (compute-applicable-methods #'compute-discriminating-function (list (tessera::%gf-function gf)))))

(defun %install-discriminator (gf)
  "Makes GF call the result of COMPUTE-DISCRIMINATING-FUNCTION, if a program has defined a method of that for GF."
  (when (and (%own-discriminator-p gf) (not (nth-value 1 (%own gf 'dispatcher))))
    (setf (%own gf 'dispatcher) (tessera::%gf-function gf)
          (%own gf 'entry) nil
          (tessera::%gf-function gf) (%calling-entry gf))))

(defmethod reinitialize-instance :after ((function generic-function) &rest initargs)
  (apply #'tessera::%notify-dependents (tessera::%generic-function function) initargs))

;;; Methods.

(defun tessera::%initialize-method (method &rest initargs)
  "Initializes METHOD, which DEFMETHOD makes of a program's own class, with further INITARGS."
  (apply #'initialize-instance method
         :qualifiers (tessera::%method-qualifiers method)
         :specializers (mapcar #'%as-specializer (tessera::%method-specializers method))
         :lambda-list (tessera::%method-lambda-list method)
         :documentation (tessera::%method-documentation method)
         initargs))

(defmacro %define-method-readers (&rest clauses)
  "(%define-method-readers CLAUSE*): defines readers of methods; each of CLAUSES is (NAME DOCUMENTATION FORM), in which
METHOD is the method."
  `(progn
     ,@(loop for (name documentation form) in clauses
             collect `(defgeneric ,name (method)
                        (:documentation ,documentation)
                        (:method ((method method)) ,form)))))

(%define-method-readers
  (method-generic-function "Returns the generic function of METHOD, or NIL."
    (let ((gf (tessera::%method-generic-function method))) (and gf (tessera::%gf-function gf))))
  (method-lambda-list "Returns the lambda list of METHOD, without specializers." (tessera::%method-lambda-list method))
  (method-specializers "Returns the list of the specializers of METHOD: classes and EQL specializers."
    (mapcar #'%as-specializer (tessera::%method-specializers method)))
  (method-function "Returns the function of METHOD: its arguments are the list of the arguments, and a list of the next methods."
    (lambda (arguments next-methods)
      (apply (tessera::%method-call method (and next-methods (%function-of-next next-methods))) arguments))))

(defun %function-of-next (methods)
  "Returns a function that calls the first of METHODS, and through it the others."
  (lambda (&rest arguments)
    (funcall (method-function (first methods)) arguments (rest methods))))

(defgeneric accessor-method-slot-definition (method)
  (:documentation "Returns the direct slot that the accessor METHOD reads or sets.")
  (:method ((method method))
    (let ((name (tessera::%method-accessor method)) (class (car (last (tessera::%method-specializers method)))))
      (and name (find name (tessera::%class-direct-slots class) :key #'tessera::%sd-name)))))

(defmethod shared-initialize :after ((method standard-method) slot-names
                                     &key (qualifiers nil qualifiers-p) (specializers nil specializers-p) (lambda-list nil lambda-list-p)
                                          (function nil function-p) (documentation nil documentation-p)
                                     &allow-other-keys)
  (declare (ignore slot-names))
  (when qualifiers-p (setf (tessera::%method-qualifiers method) qualifiers))
  (when specializers-p (setf (tessera::%method-specializers method) (mapcar #'%from-specializer specializers)))
  (when lambda-list-p
    (setf (tessera::%method-lambda-list method) lambda-list
          (tessera::%method-shape method) (tessera::%lambda-list-shape lambda-list 'make-instance)))
  (when documentation-p (setf (tessera::%method-documentation method) documentation))
  (when function-p (setf (tessera::%method-function method) (%method-function-by function))))

(defun %method-function-by (function)
  "Returns the function of a method as the system has it: FUNCTION takes the lists of arguments and next methods."
  (lambda (next more)
    (lambda (&rest arguments)
      (funcall function arguments (if more (list (%method-for next)) '())))))

(defun %method-for (function)
  "Returns a method that calls FUNCTION, as an element of a list of next methods."
  (make-instance 'standard-method :function (lambda (arguments next-methods)
                                              (declare (ignore next-methods))
                                              (apply function arguments))
                                  :lambda-list '(&rest arguments) :specializers '()))

(defgeneric make-method-lambda (generic-function method lambda-expression environment)
  (:documentation "Returns the lambda expression for the function of METHOD of GENERIC-FUNCTION, made of
LAMBDA-EXPRESSION with the method's own parameters, and a list of further initargs. DEFMETHOD calls it where a program
has a method of it for a class of generic functions.")
  (:method ((generic-function generic-function) (method method) lambda-expression environment)
    (declare (ignore environment))
    (values `(lambda (arguments next-methods)
               (flet ((next-method-p () (and next-methods t))
                      (call-next-method (&rest others)
                        (if next-methods
                            (funcall (method-function (first next-methods)) (or others arguments) (rest next-methods))
                            (apply #'no-next-method (fdefinition ',(generic-function-name generic-function)) nil
                                   (or others arguments)))))
                 (declare (ignorable #'next-method-p #'call-next-method))
                 (apply ,lambda-expression arguments)))
            '())))

(defun tessera::%made-method-lambda (gf lambda-expression environment)
  "Returns two values if a program has a method of MAKE-METHOD-LAMBDA for GF: a form for the function of a method with
LAMBDA-EXPRESSION, and a list of forms for further initargs; else NIL."
  (let* ((function (tessera::%gf-function gf))
         (arguments (list function (class-prototype (tessera::%gf-method-class gf)) lambda-expression environment)))
    (when (rest (compute-applicable-methods #'make-method-lambda arguments))
      (multiple-value-bind (lambda initargs) (apply #'make-method-lambda arguments)
        (values `(%method-function-by #',lambda)
                (mapcar (lambda (initarg) `',initarg) initargs))))))

(defun extract-lambda-list (specialized-lambda-list)
  "Returns SPECIALIZED-LAMBDA-LIST without its specializers."
  (multiple-value-bind (variables specializers rest) (tessera::%split-specialized specialized-lambda-list)
    (declare (ignore specializers))
    (append variables rest)))

(defun extract-specializer-names (specialized-lambda-list)
  "Returns the specializers of the required parameters of SPECIALIZED-LAMBDA-LIST."
  (nth-value 1 (tessera::%split-specialized specialized-lambda-list)))

(defun tessera::%effective-function-by-protocol (gf methods)
  "Returns the effective method that combines METHODS of the generic function GF. If a program has defined a method of
COMPUTE-EFFECTIVE-METHOD for GF, calls that."
  (cond ((rest (compute-applicable-methods #'compute-effective-method
                                           (list (tessera::%gf-function gf) (tessera::%gf-combination gf) methods)))
         (tessera::%combined-function
          gf methods
          (lambda (gf methods &rest options)
            (declare (ignore options))
            (compute-effective-method (tessera::%gf-function gf) (tessera::%gf-combination gf) methods))))
        ((eq (first (tessera::%gf-combination gf)) 'standard) (tessera::%standard-effective-function gf methods))
        (t (tessera::%combined-function gf methods))))

;;; Applicable methods.

(defgeneric compute-applicable-methods-using-classes (generic-function classes)
  (:documentation "Returns the methods of GENERIC-FUNCTION that apply to arguments of CLASSES, the most specific first,
and true. If methods specialized on single objects make that uncertain, returns NIL and NIL.")
  (:method ((generic-function generic-function) classes)
    (let* ((gf (tessera::%generic-function generic-function)) (methods (tessera::%methods-for-classes gf classes)))
      (if (some (lambda (method) (some #'consp (tessera::%method-specializers method))) methods)
          (values nil nil)
          (values (tessera::%sort-methods gf methods classes) t)))))

(defgeneric compute-effective-method (generic-function method-combination methods)
  (:documentation "Returns a form that calls METHODS by METHOD-COMBINATION, a list of its name and options.")
  (:method ((generic-function generic-function) method-combination methods)
    (if (eq (first method-combination) 'standard)
        (%standard-effective-form methods)
        (funcall (gethash (first method-combination) tessera::*method-combinations*)
                 (tessera::%generic-function generic-function) methods (rest method-combination)))))

(defun %standard-effective-form (methods)
  "Returns the form of an effective method from METHODS by standard method combination."
  (flet ((qualified (qualifiers) (remove qualifiers methods :key #'method-qualifiers :test-not #'equal)))
    (let* ((around (qualified '(:around))) (before (qualified '(:before))) (primary (qualified '())) (after (qualified '(:after)))
           (inner `(call-method ,(first primary) ,(rest primary)))
           (form (if (or before after)
                     `(multiple-value-prog1
                          (progn ,@(loop for method in before collect `(call-method ,method)) ,inner)
                        ,@(loop for method in (reverse after) collect `(call-method ,method)))
                     inner)))
      (if around
          `(call-method ,(first around) (,@(rest around) (make-method ,form)))
          form))))

(defgeneric compute-discriminating-function (generic-function)
  (:documentation "Returns the function that calls of GENERIC-FUNCTION call.")
  (:method ((generic-function generic-function))
    (let ((gf (tessera::%generic-function generic-function)))
      (or (%own gf 'dispatcher) (tessera::%gf-function gf)))))

(defgeneric find-method-combination (generic-function name options)
  (:documentation "Returns the method combination NAME with OPTIONS for GENERIC-FUNCTION: a list of them.")
  (:method ((generic-function generic-function) name options)
    (tessera::%checked-combination (cons name options))))

;;; Specializers.

(defclass eql-specializer (specializer)
  ((object :initarg :object :reader eql-specializer-object :documentation "The object."))
  (:documentation "Specializers for single objects."))
(setf (documentation 'eql-specializer-object 'function) "Returns the object that EQL-SPECIALIZER is for.")

(defvar *eql-specializers* (make-hash-table) "A hash table from objects to their EQL specializers.")

(defun intern-eql-specializer (object)
  "Returns the EQL specializer for OBJECT, always the same."
  (or (gethash object *eql-specializers*)
      (setf (gethash object *eql-specializers*) (make-instance 'eql-specializer :object object))))

(defun %as-specializer (specializer)
  "Returns the metaobject for SPECIALIZER in the system's form."
  (if (consp specializer) (intern-eql-specializer (second specializer)) specializer))

(defun %from-specializer (specializer)
  "Returns the metaobject SPECIALIZER in the system's form."
  (if (typep specializer 'eql-specializer) (list 'eql (eql-specializer-object specializer)) specializer))

(defmethod find-method :around (generic-function qualifiers (specializers cons) &optional (errorp t))
  (call-next-method generic-function qualifiers (mapcar #'%from-specializer specializers) errorp))

(defgeneric specializer-direct-methods (specializer)
  (:documentation "Returns a list of the methods that have SPECIALIZER.")
  (:method ((specializer specializer))
    (let ((own (%from-specializer specializer)))
      (loop for gf in tessera::*generic-functions*
            append (remove-if-not (lambda (method)
                                    (member own (tessera::%method-specializers method) :test #'tessera::%same-specializer-p))
                                  (tessera::%gf-methods gf))))))

(defgeneric specializer-direct-generic-functions (specializer)
  (:documentation "Returns a list of the generic functions with methods that have SPECIALIZER.")
  (:method ((specializer specializer))
    (remove-duplicates (mapcar #'method-generic-function (specializer-direct-methods specializer)))))

(defgeneric add-direct-method (specializer method)
  (:documentation "Called when METHOD gets SPECIALIZER. The default method does nothing, since
SPECIALIZER-DIRECT-METHODS does not need it.")
  (:method ((specializer specializer) (method method)) nil))

(defgeneric remove-direct-method (specializer method)
  (:documentation "Called when METHOD loses SPECIALIZER. The default method does nothing, since
SPECIALIZER-DIRECT-METHODS does not need it.")
  (:method ((specializer specializer) (method method)) nil))

;;; Functions with slots.

(let ((tessera::*classes-to-extend* '(function)))
  (defclass funcallable-standard-object (function metaobject) ()
    (:documentation "The class above all whose instances are functions that have slots.")))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (tessera::%define-fields "%FUNCALLABLE-" :instance (:shared "CALLABLE") called own))

(defun %allocate-funcallable (class)
  "Returns a new instance of CLASS that can be called."
  (let ((instance (%raw-instance class *%funcallable-length*)))
    (setf (%funcallable-called instance)
          (lambda (&rest arguments)
            (declare (ignore arguments))
            (error "An instance of ~S was called before SET-FUNCALLABLE-INSTANCE-FUNCTION gave it a function" (class-name class)))
          (%funcallable-function instance)
          (let ((instance instance))
            (lambda (&rest arguments) (apply (%funcallable-called instance) arguments))))))

(defmethod allocate-instance ((class funcallable-standard-class) &rest initargs)
  (declare (ignore initargs))
  (if (%below-p class 'generic-function)
      (call-next-method)
      (%allocate-funcallable class)))

(defun set-funcallable-instance-function (instance function)
  "Makes calls of INSTANCE, whose class has the metaclass FUNCALLABLE-STANDARD-CLASS, call FUNCTION. Returns INSTANCE."
  (let ((raw (tessera::%raw-metaobject instance)))
    (cond ((not (typep instance 'generic-function)) (setf (%funcallable-called raw) function))
          ((nth-value 1 (%own raw 'entry)) (setf (%own raw 'entry) function))
          (t (error "~S: a generic function that DEFGENERIC has made keeps its function" instance))))
  instance)

(defun funcallable-standard-instance-access (instance location)
  "Returns the value of the slot LOCATION, a name, of INSTANCE."
  (slot-value instance location))

;;; Dependents.

(defun %update-specializers (function method)
  "Calls FUNCTION, which is ADD-DIRECT-METHOD or REMOVE-DIRECT-METHOD, for each specializer of METHOD, unless it has
only the system's method."
  (when (rest (generic-function-methods function))
    (dolist (specializer (method-specializers method)) (funcall function specializer method))))

(defun %notify-dependents (metaobject change)
  "Makes the calls that are due after CHANGE of METAOBJECT, which is in the system's form: UPDATE-DEPENDENT for each
dependent, and the generic functions for methods that were added or removed."
  (when (member (first change) '(add-method remove-method))
    (%update-specializers (if (eq (first change) 'add-method) #'add-direct-method #'remove-direct-method) (second change))
    (when (and (%own metaobject 'dispatcher) (%own-discriminator-p metaobject))
      (setf (%own metaobject 'entry) nil)))
  (let ((metaobject (if (typep metaobject 'class) metaobject (tessera::%gf-function metaobject))))
    (map-dependents metaobject (lambda (dependent) (apply #'update-dependent metaobject dependent change)))))

(defgeneric add-dependent (metaobject dependent)
  (:documentation "Registers DEPENDENT: UPDATE-DEPENDENT is called with it when METAOBJECT, a class or a generic
function, is changed: by DEFCLASS or REINITIALIZE-INSTANCE, by a method that is added or removed.")
  (:method ((metaobject metaobject) dependent)
    (pushnew dependent (%own metaobject 'dependents))
    nil))

(defgeneric remove-dependent (metaobject dependent)
  (:documentation "Removes DEPENDENT from the dependents of METAOBJECT.")
  (:method ((metaobject metaobject) dependent)
    (setf (%own metaobject 'dependents) (remove dependent (%own metaobject 'dependents)))
    nil))

(defgeneric map-dependents (metaobject function)
  (:documentation "Calls FUNCTION on each dependent of METAOBJECT.")
  (:method ((metaobject metaobject) function)
    (mapc function (%own metaobject 'dependents))
    nil))

(defgeneric update-dependent (metaobject dependent &rest initargs)
  (:documentation "Called with DEPENDENT when METAOBJECT has been changed: INITARGS are those of REINITIALIZE-INSTANCE,
or ADD-METHOD or REMOVE-METHOD and the method.")
  (:method ((metaobject t) dependent &rest initargs)
    (declare (ignore metaobject dependent initargs))
    nil))

(setq tessera::*dependents-notifier* #'%notify-dependents)
