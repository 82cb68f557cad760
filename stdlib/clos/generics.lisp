;;; Generic functions and methods as objects, and the closures that call them (7.6).
(in-package "TESSERA")

;;; A generic function is an instance and a closure that has captured it. The VM recognizes the instance by its first
;;; slot, the closure. CACHE is what earlier calls found by the classes of their arguments; MODE says of which.
(%define-fields "%GF-" :instance (:shared "CALLABLE") name
  cache          ; for %CACHED-FUNCTION, in mode 2 for %CACHED-FUNCTION-2
  slots          ; of an accessor: the locations of slots, for %CACHED-SLOT and %SET-CACHED-SLOT
  accessor       ; :READER or :WRITER, if DEFCLASS made it for a slot
  mode           ; 0: argument 0 counts   1: argument 1   2: both of them   3: all else
  table          ; what was found for other classes: hash tables nested by the POSITIONS that count
  positions      ; of the arguments that some method specializes, ascending
  methods
  lambda-list
  shape
  combination    ; the name of the method combination and its options
  precedence     ; the positions of the required arguments in order of precedence
  documentation
  method-class
  defined-methods   ; those from the last DEFGENERIC form
  own)           ; see %EXTRA-SLOTS

;;; The function of a method takes the function of the next method, and true if there is really one, and returns a
;;; function of the arguments. A method that reads or writes a slot has its name.
(%define-fields "%METHOD-" :instance function qualifiers specializers lambda-list shape generic-function documentation
  accessor       ; the name of the slot, for what DEFCLASS makes
  own)           ; see %EXTRA-SLOTS

(defun %generic-function (function)
  "Returns the instance of the generic function FUNCTION, or NIL if FUNCTION is not generic."
  (let ((instance (if (functionp function) (%function-instance function) nil)))
    (if (and instance (%instance-of-class-p instance (load-time-value (%find-class 'generic-function))))
        instance
        nil)))

(defun %generic-function-or-error (function operation)
  "Returns the instance of the generic function FUNCTION. Signals a TYPE-ERROR of OPERATION if FUNCTION is not generic."
  (or (%generic-function function)
      (%signal-failure 'type-error (list :datum function :expected-type 'generic-function) operation)))

(defun %method-or-error (object operation)
  "Returns OBJECT. Signals a TYPE-ERROR of OPERATION unless it is a method."
  (if (%instance-of-class-p object (load-time-value (%find-class 'method)))
      object
      (%signal-failure 'type-error (list :datum object :expected-type 'method) operation)))

;;; The closure of a generic function. It is compiled for each, so that errors and backtraces show its name and
;;; parameters.

(defun %fresh-names (symbols)
  "Returns uninterned symbols with the names of SYMBOLS."
  (mapcar (lambda (symbol) (make-symbol (symbol-name symbol))) symbols))

(defun %dispatching-body (gf required call)
  "Returns the forms of a generic function with the REQUIRED parameters; CALL makes a call of a form on the arguments."
  (let ((first (car required)) (second (cadr required)) (all `(list ,@required)))
    (flet ((one (variable)
             (funcall call `(or (%cached-function (%gf-cache ,gf) ,variable)
                                (%known-function ,gf ,variable)
                                (%dispatch-one ,gf ,all)))))
      (case (length required)
        (0 (funcall call `(%dispatch-all ,gf '())))
        (1 (one first))
        (t `(let ((mode (%gf-mode ,gf)))
              (cond ((eq mode 0) ,(one first))
                    ((eq mode 1) ,(one second))
                    ((eq mode 2)
                     ,(funcall call `(or (%cached-function-2 (%gf-cache ,gf) ,first ,second)
                                         (%dispatch-all ,gf ,all))))
                    (t ,(funcall call `(%dispatch-all ,gf ,all))))))))))

(defun %with-slot-access (accessor gf required form)
  "Returns FORM, the body of a generic function with the REQUIRED parameters. For an ACCESSOR, the result first tries
the locations of slots that it knows."
  (let ((first (car required)) (second (cadr required)))
    (case accessor
      (:reader `(let ((value (%cached-slot (%gf-slots ,gf) ,first)))
                  (if (eq value (load-time-value (%unbound-marker))) ,form value)))
      (:writer `(if (%set-cached-slot (%gf-slots ,gf) ,second ,first) ,first ,form))
      (t form))))

(defun %dispatching-function-form (name shape accessor)
  "Returns the form of a function that takes the instance of the generic function NAME of SHAPE and returns its
closure."
  (let* ((required (%fresh-names (%shape-required shape)))
         (rest (if (%shape-takes-more-p shape) (make-symbol "REST") nil))
         (gf (make-symbol "GENERIC-FUNCTION")))
    `(lambda (,gf)
       (named-lambda ,name (,@required ,@(if rest `(&rest ,rest) '()))
         ,(%with-slot-access accessor gf required
                             (%dispatching-body gf required
                                                (if rest
                                                    (lambda (function) `(apply ,function ,@required ,rest))
                                                    (lambda (function) `(funcall ,function ,@required)))))))))

(defun %set-gf-shape (gf lambda-list shape)
  "Gives GF its LAMBDA-LIST and a closure for its SHAPE."
  (setf (%gf-lambda-list gf) lambda-list
        (%gf-shape gf) shape
        (%gf-precedence gf) (%positions-below (length (%shape-required shape)))
        (%gf-function gf) (funcall (eval (%dispatching-function-form (%gf-name gf) shape (%gf-accessor gf))) gf))
  (%clear-cache gf))

(defun %positions-below (count)
  "Returns the list of the integers from 0 below COUNT."
  (let ((positions '()))
    (dotimes (i count (nreverse positions)) (push i positions))))

(defun %new-generic-function (name class accessor)
  "Returns a new generic function NAME, an instance of CLASS, without a lambda list. ACCESSOR is :READER, :WRITER or
NIL."
  (let ((gf (%make-instance class *%gf-length*)))
    (dotimes (i *%gf-length*) (%set-instance-ref gf i nil))
    (setf (%gf-name gf) name
          (%gf-accessor gf) accessor
          (%gf-combination gf) '(standard)
          (%gf-method-class gf) (%find-class 'standard-method))
    (push gf *generic-functions*)
    gf))

(defun %make-generic-function (name lambda-list shape class accessor)
  "Returns a new generic function NAME of LAMBDA-LIST and SHAPE, an instance of CLASS. ACCESSOR is :READER, :WRITER or
NIL."
  (let ((gf (%new-generic-function name class accessor)))
    (%set-gf-shape gf lambda-list shape)
    (unless (%plain-generic-function-p gf)
      (%in-module "mop" '%initialize-generic-function 'ensure-generic-function (list gf)))
    gf))

(defun %plain-generic-function-p (gf)
  "True if GF is of no class that a program has put below STANDARD-GENERIC-FUNCTION."
  (eq (%instance-class gf) (load-time-value (%find-class 'standard-generic-function))))

;;; The caches.

(defvar *empty-cache* (%function-cache *representation-classes*)
  "The cache of a generic function that was not called yet.")

(defun %specialized-p (gf position)
  "True if a method of GF specializes the required argument at POSITION."
  (some (lambda (method) (not (eq (nth position (%method-specializers method)) (load-time-value (%find-class 't)))))
        (%gf-methods gf)))

(defun %mode-for (required positions)
  "Returns the mode in which a generic function with REQUIRED arguments dispatches, if those at POSITIONS are
specialized."
  (cond ((eql required 0) 3)
        ((or (null positions) (equal positions '(0))) 0)
        ((equal positions '(1)) 1)
        ((equal positions '(0 1)) 2)
        (t 3)))

(defun %clear-cache (gf)
  "Forgets what earlier calls of GF found."
  (let* ((required (length (%shape-required (%gf-shape gf))))
         (positions (remove-if-not (lambda (position) (%specialized-p gf position)) (%positions-below required)))
         (mode (%mode-for required positions)))
    (setf (%gf-mode gf) 3
          (%gf-cache gf) *empty-cache*
          (%gf-slots gf) (load-time-value (vector))
          (%gf-table gf) nil
          (%gf-positions gf) (if (and (eql mode 0) (null positions)) '(0) positions)
          (%gf-mode gf) mode)))

;;; Names of generic functions.

(defun %defined-function (name)
  "Returns the function that was defined as NAME, even if TRACE has put another one in its place."
  (let* ((function (fdefinition name))
         (entry (if (boundp '*traced*) (assoc name (symbol-value '*traced*) :test #'equal) nil)))
    (if (and entry (eq (caddr entry) function)) (cadr entry) function)))

(defun %check-free-name (name operation)
  "Signals an error if NAME is a macro, a special operator or an ordinary function."
  (unless (and name (%function-name-p name))
    (%clos-program-error operation "~S is not a name for a function" name))
  (when (and (symbolp name) (or (special-operator-p name) (macro-function name)))
    (%clos-program-error operation "~S names a macro or special operator" name))
  (when (and (fboundp name) (not (%generic-function (%defined-function name))))
    (%clos-program-error operation "~S names an ordinary function already" name)))

(defun %named-generic-function (name)
  "Returns the generic function called NAME, or NIL."
  (if (fboundp name) (%generic-function (%defined-function name)) nil))

(defun %ensure-generic (name lambda-list shape class operation &optional accessor)
  "Returns the generic function NAME: if there is none, a new one of CLASS with LAMBDA-LIST and SHAPE. ACCESSOR is
:READER or :WRITER if it is for a slot."
  (%check-free-name name operation)
  (or (%named-generic-function name)
      (let ((gf (%make-generic-function name lambda-list shape class accessor)))
        (%set-fdefinition name (%gf-function gf))
        gf)))

(defun %change-lambda-list (gf lambda-list shape operation)
  "Gives GF another LAMBDA-LIST of SHAPE; an error if one of its methods does not agree with it."
  (dolist (method (%gf-methods gf))
    (let ((text (%disagreement shape (%method-shape method))))
      (when text
        (%clos-program-error operation "~S: the lambda list ~S does not agree with that of the method ~S: ~A"
                             (%gf-name gf) lambda-list method text))))
  (if (and (= (length (%shape-required shape)) (length (%shape-required (%gf-shape gf))))
           (eq (%shape-takes-more-p shape) (%shape-takes-more-p (%gf-shape gf))))
      (setf (%gf-lambda-list gf) lambda-list
            (%gf-shape gf) shape)
      (progn (setf (%gf-accessor gf) nil)
             (if (%plain-generic-function-p gf)
                 (%set-gf-shape gf lambda-list shape)
                 (%in-module "mop" '%change-own-shape operation (list gf lambda-list shape)))
             (%set-fdefinition (%gf-name gf) (%gf-function gf)))))

(defun %named-class (designator kind operation)
  "Returns the class that DESIGNATOR, a class or the name of one, means; an error of OPERATION if it is not below the
class KIND."
  (let ((class (if (symbolp designator) (find-class designator) designator)))
    (if (and (%class-object-p class) (%subclass-p class (%find-class kind)))
        class
        (%clos-error operation "~S is not a subclass of ~S" designator kind))))

(defun %precedence-positions (order shape name)
  "Returns the positions of the required parameters of SHAPE in the ORDER that :ARGUMENT-PRECEDENCE-ORDER of NAME
gives."
  (unless (and (listp order)
               (= (length order) (length (%shape-required shape)))
               (null (set-difference order (%shape-required shape))))
    (%clos-program-error 'defgeneric "~S: :ARGUMENT-PRECEDENCE-ORDER ~S does not name each required parameter once" name order))
  (mapcar (lambda (parameter) (position parameter (%shape-required shape))) order))

(defvar *ensuring-generic-functions* nil
  "The function of the module mop that is called in place of ENSURE-GENERIC-FUNCTION, with its arguments; or NIL.")

(defun ensure-generic-function (name &rest options
                                &key argument-precedence-order declare documentation environment generic-function-class
                                     lambda-list method-class method-combination)
  "Returns the generic function NAME, made or changed as the keyword arguments say, the options of DEFGENERIC.
LAMBDA-LIST is that of the function; METHOD-COMBINATION is the name of one, or a list of that and arguments. A
PROGRAM-ERROR if NAME is an ordinary function, a macro or a special operator, or if methods do not agree with
LAMBDA-LIST."
  (declare (ignore argument-precedence-order declare documentation environment generic-function-class lambda-list
                   method-class method-combination))
  (apply (or *ensuring-generic-functions* #'%ensure-generic-function) name options))

(defun %ensure-generic-function (name &key argument-precedence-order declare documentation environment
                                           (generic-function-class 'standard-generic-function class-p)
                                           (lambda-list nil lambda-list-p)
                                           (method-class 'standard-method method-class-p)
                                           (method-combination '(standard) method-combination-p))
  "Implements ENSURE-GENERIC-FUNCTION."
  (declare (ignore declare environment))
  (when (%named-generic-function name) (%check-definition name 'function t))      ; it may be the standard's
  (let* ((operation 'ensure-generic-function)
         (shape (%lambda-list-shape lambda-list operation))
         (class (%named-class generic-function-class 'generic-function operation))
         (known (%named-generic-function name))
         (gf (%ensure-generic name lambda-list shape class operation)))
    (when known (%reclassify-generic-function gf (if class-p class (%instance-class gf))))
    (when lambda-list-p (%change-lambda-list gf lambda-list shape operation))
    (when argument-precedence-order
      (setf (%gf-precedence gf) (%precedence-positions argument-precedence-order (%gf-shape gf) name)))
    (when method-class-p (setf (%gf-method-class gf) (%named-class method-class 'method operation)))
    (when method-combination-p
      (setf (%gf-combination gf) (%checked-combination method-combination)))
    (when documentation (setf (%gf-documentation gf) documentation))
    (%clear-cache gf)
    (%gf-function gf)))

(defun %reclassify-generic-function (gf class)
  "Makes the existing GF an instance of CLASS, and initializes it again where that is a program's."
  (let ((old (%instance-class gf)))
    (%set-instance-class gf class)
    (unless (%plain-generic-function-p gf)
      (%in-module "mop" (if (eq old class) '%reinitialize-generic-function '%initialize-generic-function)
                  'ensure-generic-function (list gf)))))

;;; Printing.

(defun %print-generic-function (gf stream)
  "Prints GF as #<CLASS NAME (number of methods)>."
  (when *print-readably* (error 'print-not-readable :object (%gf-function gf)))
  (format stream "#<~S ~S (~D)>" (%class-name (%instance-class gf)) (%gf-name gf) (length (%gf-methods gf))))

(defun %specializer-name (specializer)
  "Returns SPECIALIZER as it is written: the name of a class, or (EQL object)."
  (if (consp specializer) specializer (%class-name specializer)))

(defun %print-method (method stream)
  "Prints METHOD as #<CLASS NAME qualifiers (specializers)>."
  (when *print-readably* (error 'print-not-readable :object method))
  (format stream "#<~S ~S~{ ~S~} ~S>" (%class-name (%instance-class method))
          (let ((gf (%method-generic-function method))) (if gf (%gf-name gf) nil))
          (%method-qualifiers method)
          (mapcar #'%specializer-name (%method-specializers method))))

(setf (%class-printer (%find-class 'generic-function)) #'%print-generic-function
      (%class-printer (%find-class 'standard-generic-function)) #'%print-generic-function
      (%class-printer (%find-class 'method)) #'%print-method
      (%class-printer (%find-class 'standard-method)) #'%print-method)
