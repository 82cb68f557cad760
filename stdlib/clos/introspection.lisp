;;; Generic functions by which programs examine and change classes, generic functions and methods (7.7).
(in-package "TESSERA")

(defgeneric class-name (class)
  (:documentation "Returns the name of CLASS: a symbol, or NIL if it has none. A TYPE-ERROR if CLASS is not a class.")
  (:method (class)
    (if (%class-object-p class)
        (%class-name class)
        (%signal-failure 'type-error (list :datum class :expected-type 'class) 'class-name))))

(defgeneric (setf class-name) (name class)
  (:documentation "Makes NAME the name of CLASS. Returns NAME.")
  (:method (name class)
    (unless (%redefinable-p (%class-name class)) (%check-definition (%class-name class) 'type t))
    (setf (%class-name class) name)))

(defgeneric make-instances-obsolete (class)
  (:documentation "Makes the instances of CLASS, a class or its name, and of classes below it go through
UPDATE-INSTANCE-FOR-REDEFINED-CLASS when next used. Returns CLASS.")
  (:method ((class symbol))
    (make-instances-obsolete (find-class class))
    class)
  (:method (class)
    (dolist (object (%with-subclasses class))
      (unless (or (%metaobject-class-p object) (%undefined-superclass object))
        (setf (%class-layout object) (%make-layout object (coerce (%class-slots object) 'list)))))
    (%clear-all-caches)
    class))

(defgeneric add-method (generic-function method)
  (:documentation "Adds METHOD to GENERIC-FUNCTION, in place of one with the same qualifiers and specializers. Returns
GENERIC-FUNCTION. An error if METHOD belongs to another generic function or the lambda lists do not agree.")
  (:method (generic-function method)
    (let ((gf (%generic-function-or-error generic-function 'add-method))
          (owner (%method-generic-function (%method-or-error method 'add-method))))
      (when (and owner (not (eq owner gf)))
        (%clos-error 'add-method "~S is a method of another generic function, ~S" method (%gf-function owner)))
      (%add-method gf method)
      generic-function)))

(defgeneric remove-method (generic-function method)
  (:documentation "Removes METHOD from GENERIC-FUNCTION, if it is there. Returns GENERIC-FUNCTION.")
  (:method (generic-function method)
    (%remove-method (%generic-function-or-error generic-function 'remove-method)
                    (%method-or-error method 'remove-method))
    generic-function))

(defgeneric find-method (generic-function qualifiers specializers &optional errorp)
  (:documentation "Returns the method of GENERIC-FUNCTION with the list QUALIFIERS and the list SPECIALIZERS: classes,
their names and (EQL object). If there is none, NIL when ERRORP is false, and otherwise an error, as when the number of
SPECIALIZERS is wrong.")
  (:method (generic-function qualifiers specializers &optional (errorp t))
    (let* ((gf (%generic-function-or-error generic-function 'find-method))
           (count (length (%shape-required (%gf-shape gf)))))
      (unless (= (length specializers) count)
        (%clos-error 'find-method "~S has ~D required parameter~:P, but the specializers are ~S"
                     generic-function count specializers))
      (or (%find-method gf qualifiers (mapcar (lambda (s) (%to-specializer s 'find-method)) specializers))
          (if errorp
              (%clos-error 'find-method "~S has no method with the qualifiers ~S and the specializers ~S"
                           generic-function qualifiers specializers)
              nil)))))

(defgeneric method-qualifiers (method)
  (:documentation "Returns the list of the qualifiers of METHOD.")
  (:method (method)
    (%method-qualifiers (%method-or-error method 'method-qualifiers))))

(defgeneric function-keywords (method)
  (:documentation "Returns two values: the list of the keywords that METHOD takes, and true if it also takes others.")
  (:method (method)
    (let ((shape (%method-shape (%method-or-error method 'function-keywords))))
      (values (%shape-keys shape) (%shape-open-p shape)))))

(defgeneric compute-applicable-methods (generic-function function-arguments)
  (:documentation "Returns the methods of GENERIC-FUNCTION that apply to the list FUNCTION-ARGUMENTS, the most specific
first.")
  (:method (generic-function function-arguments)
    (%applicable-methods (%generic-function-or-error generic-function 'compute-applicable-methods) function-arguments)))
