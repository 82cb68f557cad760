;;; Class objects as raw instances, and the hierarchy of the built-in classes (chapter 4).
(in-package "TESSERA")

(defun %joined-names (&rest parts)
  "Returns the names of PARTS (string designators) in a row, as a string."
  (let* ((names (mapcar #'string parts))
         (result (make-string (apply #'+ (mapcar #'length names))))
         (start 0))
    (dolist (name names result)
      (replace result name :start1 start)
      (setq start (+ start (length name))))))

(defun %join-names (&rest parts)
  "Returns a symbol of the current package whose name is the names of PARTS (string designators) in a row."
  (values (intern (apply #'%joined-names parts))))

(defun %define-field (reader kind index)
  "Makes READER a function that returns what is at the place INDEX of its argument, an object of KIND. The compiler
open-codes the reader and its SETF."
  (flet ((open-code (make-form)
           (lambda (form environment)
             (declare (ignore environment))
             (funcall make-form (cadr form)))))
    (case kind
      (:instance
       (%set-fdefinition reader (lambda (object) (%instance-ref object index)))
       (%set-compiler-macro-function reader (open-code (lambda (object) `(%instance-ref ,object ,index))))
       (%define-setf reader (list* :long 1 (lambda (value)
                                             (open-code (lambda (object) `(%set-instance-ref ,object ,index ,value)))))))
      (:vector
       (%set-fdefinition reader (lambda (object) (svref object index)))
       (%set-compiler-macro-function reader (open-code (lambda (object) `(svref ,object ,index))))
       (%define-setf reader (list* :long 1 (lambda (value)
                                             (open-code (lambda (object) `(%set-svref ,object ,index ,value)))))))
      (t
       (%set-fdefinition reader (lambda (object) (nth index object)))
       (%set-compiler-macro-function reader (open-code (lambda (object) `(nth ,index ,object))))
       (%define-setf reader (list* :long 1 (lambda (value)
                                             (open-code (lambda (object) `(%set-nth ,index ,object ,value))))))))))

(defun %field-names (fields)
  "Returns the FIELDS of %DEFINE-FIELDS as a list of names."
  (if (and (consp (car fields)) (eq (car (car fields)) :shared))
      (append (%shared-fields (cadr (car fields))) (cdr fields))
      fields))

(defmacro %define-fields (prefix kind &rest fields)
  "Defines the readers PREFIX-NAME, and their SETF, for the places 0, 1, ... of a raw instance (if KIND is :INSTANCE), a
simple vector (:VECTOR) or a :LIST. NIL stands for a place that has a name elsewhere, a first (:SHARED OBJECT-NAME) for
the fields that the VM also uses: interp/memory/shared_fields.hpp. *PREFIX-LENGTH* becomes the number of the fields."
  (let ((forms '()) (names (%field-names fields)) (index -1))
    (dolist (name names)
      (setq index (+ index 1))
      (when name
        (push `(%define-field ',(%join-names prefix name) ,kind ,index) forms)))
    `(progn
       (defvar ,(%join-names "*" prefix "LENGTH*") ,(length names))
       ,@(nreverse forms))))

;;; Classes by name.

(defvar *class-names* (list nil)
  "A new object after each change of a class name. Data computed from names is out of date if it was computed for
another.")

(defun %name-class (name class)
  "Makes NAME name CLASS, or no class if CLASS is NIL. Returns CLASS."
  (setq *class-names* (list nil))
  (%set-find-class name class))

;;; A class object is an instance. A class of kind :STRUCTURE keeps its ancestors, a vector, root first, so that its own
;;; is found at its depth; every other class has depth NIL and its precedence list there.
(%define-fields "%CLASS-" :instance (:shared "CLASS")
  direct-superclasses direct-subclasses precedence-list direct-slots default-initargs
  report         ; of conditions; the description of a structure
  documentation
  layout         ; of the instances of a class by DEFCLASS
  memory         ; what is remembered for making instances
  forward        ; true if the class is not yet defined
  own)           ; see %METAOBJECT-OWN

;;; What stands among the slots of any class: a vector for structures and conditions, an instance for standard classes.
;;; Each kind has different fields after the name.
(%define-fields "%VECTOR-SLOT-" :vector (:shared "SLOT"))

(defun %any-slot-name (slot)
  "Returns the name of SLOT, a slot of any kind of class."
  (if (simple-vector-p slot) (%vector-slot-name slot) (%instance-ref slot 0)))

;;; The precedence list: the standard's topological sort (4.3.5).

(defun %superclasses-closure (class)
  "Returns CLASS and all its superclasses, each once, in the order of a depth-first walk."
  (let ((seen (make-hash-table :test 'eq)) (result '()))
    (labels ((walk (c)
               (unless (gethash c seen)
                 (%set-gethash c seen t)
                 (push c result)
                 (dolist (super (%class-direct-superclasses c)) (walk super)))))
      (walk class))
    (nreverse result)))

(defun %map-local-orders (function class)
  "Calls FUNCTION with each two classes whose order CLASS itself determines: CLASS precedes its superclasses, which keep
their order."
  (let ((previous class))
    (dolist (super (%class-direct-superclasses class))
      (funcall function previous super)
      (setq previous super))))

(defun %rightmost-subclass-choice (candidates chosen)
  "Returns the one of CANDIDATES with a direct subclass closest to the end of the list so far: CHOSEN, which is
reversed."
  (if (null (cdr candidates))
      (car candidates)
      (dolist (class chosen (car candidates))
        (dolist (super (%class-direct-superclasses class))
          (when (%memq super candidates)
            (return-from %rightmost-subclass-choice super))))))

(defun %compute-precedence-list (class)
  "Returns the class precedence list of CLASS; an error of type PROGRAM-ERROR if its superclasses contradict each
other."
  (let ((supers (%class-direct-superclasses class)))
    (if (and supers (null (cdr supers)) (%class-precedence-list (car supers)))
        (cons class (%class-precedence-list (car supers)))
        (%sort-superclasses class (%superclasses-closure class)))))

(defun %sort-superclasses (class classes)
  "Returns CLASSES, which are CLASS and its superclasses, as the precedence list of CLASS."
  (let ((before (make-hash-table :test 'eq))            ; how many times another must come before it
        (behind (make-hash-table :test 'eq))            ; those that it must come before
        (candidates (list class))
        (chosen '()))
    (dolist (member classes)
      (%map-local-orders (lambda (first second)
                           (%set-gethash second before (+ (gethash second before 0) 1))
                           (%set-gethash first behind (cons second (gethash first behind))))
                         member))
    (when (gethash class before) (setq candidates '()))
    (do () ((null candidates))
      (let ((next (%rightmost-subclass-choice candidates chosen)))
        (setq candidates (%delete-eq next candidates))
        (push next chosen)
        (dolist (other (gethash next behind))
          (when (eql 0 (%set-gethash other before (- (gethash other before) 1)))
            (push other candidates)))))
    (unless (= (length chosen) (length classes))
      (error 'program-error :format-control "the superclasses of ~S are in contradictory orders"
                            :format-arguments (list (%class-name class))))
    (nreverse chosen)))

(defun %delete-eq (item list)
  "Returns a copy of LIST without ITEM."
  (let ((kept '()))
    (dolist (element list (nreverse kept))
      (unless (eq element item) (push element kept)))))

;;; Making classes.

(defun %root-first-vector (class super)
  "Returns the ancestors vector of the structure class CLASS under SUPER: that of SUPER with CLASS after it."
  (let* ((above (%class-ancestors super))
         (depth (length above))
         (vector (make-array (+ depth 1))))
    (replace vector above)
    (%set-svref vector depth class)
    vector))

(defun %finalize-ancestors (class &optional (list (%compute-precedence-list class)))
  "Gives CLASS its precedence LIST and the vector by which the VM tests for its instances."
  (setf (%class-precedence-list class) list)
  (cond ((and (eq (%class-kind class) :structure) (%class-direct-superclasses class))
         (let ((vector (%root-first-vector class (car (%class-direct-superclasses class)))))
           (setf (%class-ancestors class) vector
                 (%class-depth class) (- (length vector) 1))))
        (t (setf (%class-ancestors class) (apply #'vector list)
                 (%class-depth class) nil)))
  class)

(defun %link-superclasses (class supers)
  "Makes SUPERS the direct superclasses of CLASS, and CLASS a direct subclass of each."
  (dolist (old (%class-direct-superclasses class))
    (setf (%class-direct-subclasses old) (%delete-eq class (%class-direct-subclasses old))))
  (setf (%class-direct-superclasses class) supers)
  (dolist (super supers)
    (unless (%memq class (%class-direct-subclasses super))
      (setf (%class-direct-subclasses super) (cons class (%class-direct-subclasses super))))))

(defun %metaclass-name (kind)
  "Returns the name of the class of a class of KIND."
  (cond ((eq kind :structure) 'structure-class)
        ((eq kind :condition) 'condition-class)
        ((eq kind :standard) 'standard-class)
        (t 'built-in-class)))

(defun %make-class (name kind supers)
  "Returns a new class object of KIND, called NAME, with the direct superclasses SUPERS (class objects); it is not
registered."
  (let ((class (%make-instance (%find-class (%metaclass-name kind)) *%class-length*)))
    (dotimes (i *%class-length*) (%set-instance-ref class i nil))
    (setf (%class-name class) name
          (%class-kind class) kind
          (%class-slots class) (vector))
    (%link-superclasses class supers)
    (%finalize-ancestors class)))

(defun %define-class (name kind &rest super-names)
  "Makes and registers the class NAME under the classes called SUPER-NAMES."
  (%name-class name (%make-class name kind (mapcar #'%find-class super-names))))

(defun %structure-vector-of-root (class)
  "Sets the ancestors vector of CLASS, the root of the structure classes. It has depth 1, under T, so that the VM tests
for it as for others."
  (setf (%class-ancestors class) (vector (%find-class 't) class)
        (%class-depth class) 1))

(dolist (entry '((t :built-in)
                 (standard-object :standard t) (structure-object :structure t) (condition :condition t)
                 (number :built-in t) (complex :built-in number) (real :built-in number)
                 (float :built-in real) (single-float :built-in float) (double-float :built-in float)
                 (rational :built-in real) (ratio :built-in rational) (integer :built-in rational)
                 (fixnum :built-in integer) (bignum :built-in integer)
                 (character :built-in t) (symbol :built-in t)
                 (sequence :built-in t) (list :built-in sequence) (cons :built-in list) (null :built-in symbol list)
                 (array :built-in t) (vector :built-in array sequence) (simple-vector :built-in vector)
                 (string :built-in vector) (bit-vector :built-in vector)
                 (function :built-in t)
                 (package :built-in t) (readtable :built-in t) (random-state :built-in t) (hash-table :built-in t)
                 (pathname :built-in t) (logical-pathname :built-in pathname)
                 (stream :built-in t) (file-stream :built-in stream) (string-stream :built-in stream)
                 (broadcast-stream :built-in stream) (concatenated-stream :built-in stream)
                 (echo-stream :built-in stream) (synonym-stream :built-in stream) (two-way-stream :built-in stream)
                 (environment :built-in t)
                 (metaobject :standard standard-object) (slot-definition :standard metaobject)
                 (direct-slot-definition :standard slot-definition) (effective-slot-definition :standard slot-definition)
                 (standard-slot-definition :standard slot-definition)
                 (standard-direct-slot-definition :standard standard-slot-definition direct-slot-definition)
                 (standard-effective-slot-definition :standard standard-slot-definition effective-slot-definition)
                 (specializer :standard metaobject) (class :standard specializer) (built-in-class :standard class) (structure-class :standard class)
                 (standard-class :standard class) (condition-class :standard class)
                 (generic-function :standard function metaobject)
                 (standard-generic-function :standard generic-function)
                 (method :standard metaobject) (standard-method :standard method)
                 (method-combination :standard metaobject)))
  (apply #'%define-class entry))

(%structure-vector-of-root (%find-class 'structure-object))

(defun %set-metaclasses (class)
  "Gives CLASS and all classes below it their class: those made before the metaclasses have none."
  (%set-instance-class class (%find-class (%metaclass-name (%class-kind class))))
  (dolist (subclass (%class-direct-subclasses class)) (%set-metaclasses subclass)))

(%set-metaclasses (%find-class 't))

;;; Finding classes.

(defun %class-object-p (object)
  "True if OBJECT is a class."
  (and (%instance-p object) (%instance-of-class-p object (load-time-value (%find-class 'class)))))

(defun find-class (symbol &optional (errorp t) environment)
  "Returns the class named SYMBOL; if there is none, NIL when ERRORP is false, and otherwise an error is signalled."
  (declare (ignore environment))
  (let ((class (%find-class symbol)))
    (cond ((and class (not (%class-forward class))) class)
          (errorp (%signal-failure 'simple-error (list :format-control "there is no class named ~S"
                                                       :format-arguments (list symbol))
                                   'find-class)))))

(defun (setf find-class) (class symbol &optional errorp environment)
  "Makes SYMBOL name CLASS, or no class if CLASS is NIL. Returns CLASS."
  (declare (ignore errorp environment))
  (if (or (null class) (%class-object-p class))
      (progn (when (boundp '*clos-epoch*) (set '*clos-epoch* (+ (symbol-value '*clos-epoch*) 1)))
             (%name-class symbol class))
      (%signal-failure 'type-error (list :datum class :expected-type '(or class null)) '(setf find-class))))

(defun %subclass-p (class super)
  "True if SUPER is CLASS or above it."
  (if (%memq super (%class-precedence-list class)) t nil))

;;; The class of an object.

(defvar *primitive-classes* (make-hash-table :test 'eq)
  "A hash table from the native names of representations to the classes of objects that have them.")

(dolist (pair '((:fixnum . fixnum) (:bignum . bignum) (:ratio . ratio) (:single-float . single-float)
                (:double-float . double-float) (:complex . complex) (:character . character) (:cons . cons)
                (:null . null) (:symbol . symbol) (:keyword . symbol) (:simple-vector . simple-vector)
                (:string . string) (:bit-vector . bit-vector) (:hash-table . hash-table) (:function . function)
                (:package . package) (:stream . stream) (:readtable . readtable) (:random-state . random-state)
                (:pathname . pathname) (:environment . environment)))
  (%set-gethash (car pair) *primitive-classes* (%find-class (cdr pair))))

(defun %array-class (array)
  "Returns the class of ARRAY, whatever its representation."
  (%find-class (cond ((simple-vector-p array) 'simple-vector)
                     ((stringp array) 'string)
                     ((bit-vector-p array) 'bit-vector)
                     ((vectorp array) 'vector)
                     (t 'array))))

(defun %class-by-kind (object)
  "Returns the class of OBJECT, determined by its representation."
  (let ((kind (%primitive-type object)))
    (cond ((eq kind :instance) (%instance-class object))
          ((arrayp object) (%array-class object))
          ((eq kind :stream) (%find-class (%stream-type-name object)))
          ((and (eq kind :pathname) (pathname-host object)) (%find-class 'logical-pathname))
          (t (or (gethash kind *primitive-classes*) (%find-class 't))))))

(defvar *representation-classes*
  (let* ((samples (list 0 (expt 10 30) 1/2 1.0 1d0 #c(1 2) #\a nil 'symbol '(cons) (vector) ""
                        (make-array 0 :element-type 'bit) (make-hash-table) #'car (lambda (x) x)
                        *package* *readtable* *random-state*))
         (classes (make-array (1+ (apply #'max (mapcar #'%representation-index samples))) :initial-element nil)))
    (dolist (sample samples classes)
      (%set-svref classes (%representation-index sample) (%class-by-kind sample))))
  "The vector of the classes of representations, which %CLASS-IN reads.")

(defmacro %fast-class-of (object)
  "(%fast-class-of OBJECT): the class of OBJECT, or NIL if only CLASS-OF can tell it."
  `(%class-in ,object (load-time-value *representation-classes*)))

(defun class-of (object)
  "Returns the class that OBJECT is a direct instance of."
  (or (%fast-class-of object) (%class-by-kind object)))

;;; Printing classes.

(defun %print-class (class stream)
  "Prints CLASS to STREAM as #<CLASS-OF-CLASS NAME>."
  (when *print-readably* (error 'print-not-readable :object class))
  (write-string "#<" stream)
  (prin1 (%class-name (%instance-class class)) stream)
  (write-string " " stream)
  (prin1 (%class-name class) stream)
  (write-string ">" stream))

(dolist (name '(class built-in-class structure-class standard-class condition-class))
  (setf (%class-printer (%find-class name)) #'%print-class))
