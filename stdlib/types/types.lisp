;;; Type specifiers and membership: deftype, typep, type-of (chapter 4).
(in-package "TESSERA")

;;; Three tables know the specifiers. An atomic specifier names a predicate; a compound one has a test of the object
;;; and the arguments; the rest are abbreviations that DEFTYPE expands.

(defvar *type-predicates* (make-hash-table :test 'eq)
  "A hash table from the name of a type to the name of its predicate.")
(defvar *type-tests* (make-hash-table :test 'eq)
  "A hash table from the head of a compound specifier to a function of object and arguments.")
(defvar *type-expanders* (make-hash-table :test 'eq)
  "A hash table from a name that DEFTYPE defined to a function of specifier and environment.")

(defun %type-head (type)
  "Returns the name that the specifier TYPE begins with, or NIL if it is not a symbol."
  (let ((head (if (consp type) (car type) type)))
    (if (symbolp head) head nil)))

(defun %bad-type (type operation)
  "Signals that TYPE is not a type specifier, or names no type."
  (%signal-failure 'simple-error
                   (list :format-control (if (%type-head type)
                                             "~S is not a known type"
                                             "~S is not a type specifier")
                         :format-arguments (list type))
                   operation))

;;; DEFTYPE.

(defmacro deftype (name lambda-list &body body)
  "Defines NAME as an abbreviation for type specifiers.
LAMBDA-LIST is a macro lambda list whose optional parameters default to *; BODY returns the specifier that a use of
NAME, alone or at the head of a list, stands for. Returns NAME."
  (unless (and name (symbolp name)) (%program-error "DEFTYPE: ~S is not a symbol" name))
  (multiple-value-bind (forms declarations docstring) (%parse-body body)
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (%set-type-expander ',name
                           ,(%macro-lambda name lambda-list (append declarations forms) ''*)
                           ,docstring)
       ',name)))

(defun %check-type-definition (name)
  "Signals an error if NAME belongs to a locked package or names a declaration, and so may not be defined as a type."
  (when (%memq name *declaration-names*)
    (%signal-failure 'simple-error (list :format-control "~S is the name of a declaration, and cannot be that of a type"
                                         :format-arguments (list name))
                     nil))
  (%check-definition name 'type (%type-name-p name)))

(defun %type-name-p (name)
  "True if NAME names a type."
  (or (gethash name *type-expanders*) (gethash name *type-predicates*) (gethash name *type-tests*) (%find-class name)))

(defun %set-type-expander (name function docstring)
  "Makes FUNCTION expand the specifiers that begin with NAME."
  (%check-type-definition name)
  (%set-gethash name *type-expanders* function)
  (when docstring (%set-documentation name 'type docstring))
  name)

(defun %expand-type-once (type environment)
  "Returns two values: TYPE with the abbreviation at its head expanded, and T; or TYPE and NIL if it is not an
abbreviation."
  (let ((expander (gethash (%type-head type) *type-expanders*)))
    (if expander
        (values (funcall expander (if (consp type) type (list type)) environment) t)
        (values type nil))))

(defun %endless-type (type)
  "Signals that TYPE is an abbreviation of itself."
  (%signal-failure 'simple-error
                   (list :format-control "the expansion of the type ~S does not end"
                         :format-arguments (list type))
                   'deftype))

(defun %expand-type (type environment)
  "Returns TYPE with the abbreviation at its head expanded repeatedly, until it is not one."
  (let ((result type))
    (dotimes (i 1000 (%endless-type type))
      (multiple-value-bind (expansion expanded) (%expand-type-once result environment)
        (unless expanded (return result))
        (setq result expansion)))))

;;; Atomic types.

(defun %sequencep (x) "True of a list or vector." (or (listp x) (vectorp x)))
(defun %booleanp (x) "True of T and NIL." (or (eq x t) (eq x nil)))
(defun %bitp (x) "True of 0 and 1." (or (eql x 0) (eql x 1)))
(defun %standard-char-object-p (x) "True of a standard character." (and (characterp x) (standard-char-p x)))
(defun %anythingp (x) "True." (declare (ignore x)) t)
(defun %nothingp (x) "False." (declare (ignore x)) nil)
(defun %unsigned-byte-p (x) "True of an integer that is not negative." (and (integerp x) (>= x 0)))
(defun %base-string-p (x) "True of a string of characters: not of one whose element type is NIL." (and (stringp x) (array-element-type x) t))
(defun %simple-base-string-p (x) "True of a simple string of characters." (and (simple-string-p x) (%base-string-p x)))

(dolist (pair '((t . %anythingp) (nil . %nothingp) (null . null) (symbol . symbolp) (keyword . keywordp) (atom . atom)
                (cons . consp) (list . listp) (number . numberp) (integer . integerp) (fixnum . %fixnump)
                (bignum . %bignump) (rational . rationalp) (ratio . %ratiop) (real . realp) (float . floatp)
                (single-float . %single-float-p) (short-float . %single-float-p) (double-float . %double-float-p)
                (long-float . %double-float-p) (complex . complexp) (character . characterp) (base-char . characterp)
                (extended-char . %nothingp) (standard-char . %standard-char-object-p) (string . stringp)
                (base-string . %base-string-p) (simple-string . simple-string-p) (simple-base-string . %simple-base-string-p)
                (vector . vectorp) (simple-vector . simple-vector-p) (bit-vector . bit-vector-p)
                (simple-bit-vector . simple-bit-vector-p) (array . arrayp) (simple-array . %simple-array-p)
                (sequence . %sequencep) (function . functionp) (compiled-function . compiled-function-p)
                (package . packagep) (hash-table . hash-table-p) (stream . streamp) (pathname . pathnamep)
                (readtable . readtablep) (random-state . random-state-p) (boolean . %booleanp) (bit . %bitp)
                (unsigned-byte . %unsigned-byte-p) (signed-byte . integerp) (environment . %environmentp)))
  (%set-gethash (car pair) *type-predicates* (cdr pair)))

;;; The standard's abbreviations. The names of vectors expand to ARRAY and SIMPLE-ARRAY, those of bytes to INTEGER.

(deftype atom () '(not cons))
(deftype boolean () '(member t nil))
(deftype bit () '(integer 0 1))
(deftype list () '(or cons null))
(deftype sequence () '(or list vector))
(deftype short-float (&optional low high) `(single-float ,low ,high))
(deftype long-float (&optional low high) `(double-float ,low ,high))
(deftype base-char () 'character)
(deftype extended-char () 'nil)
(deftype fixnum () `(integer ,most-negative-fixnum ,most-positive-fixnum))
(deftype bignum () '(and integer (not fixnum)))
(deftype mod (limit) `(integer 0 ,(1- limit)))
(deftype unsigned-byte (&optional size) (if (eq size '*) '(integer 0 *) `(integer 0 ,(- (ash 1 size) 1))))
(deftype signed-byte (&optional size)
  (if (eq size '*)
      'integer
      `(integer ,(- (ash 1 (- size 1))) ,(- (ash 1 (- size 1)) 1))))
(deftype vector (&optional element-type size) `(array ,element-type (,size)))
(deftype %string-element () 'character)  ; in arrays of any elements that strings may have: characters, or none
(deftype string (&optional size) `(array %string-element (,size)))
(deftype base-string (&optional size) `(array character (,size)))
(deftype bit-vector (&optional size) `(array bit (,size)))
(deftype simple-vector (&optional size) `(simple-array t (,size)))
(deftype simple-string (&optional size) `(simple-array %string-element (,size)))
(deftype simple-base-string (&optional size) `(simple-array character (,size)))
(deftype simple-bit-vector (&optional size) `(simple-array bit (,size)))

;;; Compound specifiers.

(defmacro %define-type-test (name lambda-list &body body)
  "Defines membership in the compound type NAME: LAMBDA-LIST is the object and the arguments of the specifier."
  `(%set-gethash ',name *type-tests* (named-lambda (typep ,name) ,lambda-list ,@body)))

(defun %above-p (x bound)
  "True if the real X respects the lower BOUND of a specifier: *, a number, or a list of a number to exclude."
  (cond ((eq bound '*) t)
        ((consp bound) (> x (car bound)))
        (t (>= x bound))))

(defun %below-p (x bound)
  "True if the real X respects the upper BOUND of a specifier."
  (cond ((eq bound '*) t)
        ((consp bound) (< x (car bound)))
        (t (<= x bound))))

(defmacro %define-range-tests (&rest pairs)
  "Defines the numeric types with bounds; PAIRS are lists of a name and its predicate."
  `(progn ,@(mapcar (lambda (pair)
                      `(%define-type-test ,(car pair) (object &optional (low '*) (high '*))
                         (and (,(cadr pair) object) (%above-p object low) (%below-p object high))))
                    pairs)))

(%define-range-tests (integer integerp) (rational rationalp) (real realp) (float floatp)
                     (single-float %single-float-p) (double-float %double-float-p))

(%define-type-test and (object &rest types)
  (dolist (type types t)
    (unless (typep object type) (return nil))))

(%define-type-test or (object &rest types)
  (dolist (type types nil)
    (when (typep object type) (return t))))

(%define-type-test not (object &rest types)
  (if (and types (null (cdr types)))
      (not (typep object (car types)))
      (%bad-type (cons 'not types) 'typep)))
(%define-type-test eql (object value) (eql object value))
(%define-type-test member (object &rest values) (if (%memql object values) t nil))
(%define-type-test satisfies (object predicate) (if (funcall predicate object) t nil))

(defun %typep-or-star (object type)
  "True if OBJECT is of TYPE, where * stands for T."
  (or (eq type '*) (typep object type)))

(%define-type-test cons (object &optional (car '*) (cdr '*))
  (and (consp object) (%typep-or-star (car object) car) (%typep-or-star (cdr object) cdr)))

(%define-type-test complex (object &optional (part '*))
  (and (complexp object) (typep (realpart object) (%complex-format part))))

(defun %number-format (real)
  "Returns the kind of the real number: SINGLE-FLOAT, DOUBLE-FLOAT or RATIONAL."
  (cond ((%single-float-p real) 'single-float)
        ((%double-float-p real) 'double-float)
        (t 'rational)))

(defun %complex-format (part)
  "Returns the type of the parts of the numbers of the type (COMPLEX PART)."
  (case part
    ((* real) 'real)
    ((single-float double-float float rational) part)   ; often asked for
    (t (upgraded-complex-part-type part))))

(defun upgraded-complex-part-type (typespec &optional environment)
  "Returns the type of the parts of complex numbers that can hold parts of the type TYPESPEC. It is RATIONAL, a format
of floats, FLOAT for several formats, or REAL; NIL if nothing is of the type TYPESPEC. An error if TYPESPEC is not a
type of real numbers."
  (declare (ignore environment))
  (dolist (type '(nil rational single-float double-float float)
                (multiple-value-bind (realp certain) (subtypep typespec 'real)
                  (if (or realp (not certain))
                      'real
                      (%signal-failure 'simple-error
                                       (list :format-control "~S is not a type of real numbers" :format-arguments (list typespec))
                                       'upgraded-complex-part-type))))
    (when (values (subtypep typespec type)) (return type))))

(%define-type-test function (object &rest signature)
  (if (or (null signature) (equal signature '(*)) (equal signature '(* *)))
      (functionp object)
      (%bad-type (cons 'function signature) 'typep)))

;;; Arrays.

(defun %dimensions-match-p (array dimensions)
  "True if ARRAY has the DIMENSIONS of a specifier: *, a rank, or a list of sizes and *."
  (cond ((eq dimensions '*) t)
        ((integerp dimensions) (= (array-rank array) dimensions))
        (t (and (= (array-rank array) (length dimensions))
                (let ((axis -1))
                  (dolist (size dimensions t)
                    (setq axis (+ axis 1))
                    (unless (or (eq size '*) (eql size (array-dimension array axis))) (return nil))))))))

(defun %element-type-matches-p (array type)
  "True if ARRAY has the element type that arrays for elements of TYPE get."
  (cond ((eq type '*) t)
        ((eq type '%string-element) (%memq (array-element-type array) '(character nil)))
        (t (equal (array-element-type array) (upgraded-array-element-type type)))))

(%define-type-test array (object &optional (element-type '*) (dimensions '*))
  (and (arrayp object)
       (%element-type-matches-p object element-type)
       (%dimensions-match-p object dimensions)))

(%define-type-test simple-array (object &optional (element-type '*) (dimensions '*))
  (and (%simple-array-p object)
       (%element-type-matches-p object element-type)
       (%dimensions-match-p object dimensions)))

;;; TYPEP.

(defun %typep-class (object class)
  "True if OBJECT is an instance of CLASS, direct or not."
  (or (%instance-of-class-p object class)
      (and (not (eq (%class-kind class) :structure))
           (%subclass-p (class-of object) class))))

(defvar *type-expansions* 0 "The number of nested expansions of types in the current test.")

(defun %typep-expanded (object type environment)
  "True if OBJECT is of TYPE, an abbreviation. An expansion in which the type itself stands again and again is an
error."
  (let ((*type-expansions* (+ *type-expansions* 1)))
    (when (> *type-expansions* 500) (%endless-type type))
    (typep object (%expand-type type environment))))

(defun %typep-symbol (object name environment)
  "True if OBJECT is of the type that the symbol NAME names."
  (let ((predicate (gethash name *type-predicates*)))
    (if predicate
        (if (funcall predicate object) t nil)
        (let ((class (%find-class name)))
          (cond (class (%typep-class object class))
                ((gethash name *type-expanders*) (%typep-expanded object name environment))
                (t (%bad-type name 'typep)))))))

(defun %typep-compound (object type environment)
  "True if OBJECT is of the type that the list TYPE describes."
  (let ((test (gethash (car type) *type-tests*)))
    (cond (test (apply test object (cdr type)))
          ((gethash (car type) *type-expanders*) (%typep-expanded object type environment))
          ((and (null (cdr type)) (symbolp (car type))) (typep object (car type)))
          (t (%bad-type type 'typep)))))

(defun typep (object type &optional environment)
  "True if OBJECT is of the type that the specifier TYPE describes; an error if TYPE is not a type specifier. The list
form of FUNCTION and VALUES cannot be tested for."
  (cond ((symbolp type) (%typep-symbol object type environment))
        ((consp type) (%typep-compound object type environment))
        ((%class-object-p type) (%typep-class object type))
        (t (%bad-type type 'typep))))

;;; TYPE-OF.

(defun %stream-type-name (stream)
  "Returns the name of the class of STREAM."
  (case (%stream-kind stream)
    (:file 'file-stream)
    (:string 'string-stream)
    (:broadcast 'broadcast-stream)
    (:concatenated 'concatenated-stream)
    (:echo 'echo-stream)
    (:synonym 'synonym-stream)
    (:two-way 'two-way-stream)
    (t 'stream)))

(defun %symbol-type (symbol)
  "Returns the narrowest standard type of SYMBOL."
  (cond ((null symbol) 'null)
        ((eq symbol t) 'boolean)
        ((keywordp symbol) 'keyword)
        (t 'symbol)))

(defun %array-type (array)
  "Returns a specifier for arrays of the element type and the dimensions of ARRAY."
  (let ((simple (%simple-array-p array)))
    (cond ((not (vectorp array))
           (list (if simple 'simple-array 'array) (array-element-type array) (array-dimensions array)))
          ((%base-string-p array) (list (if simple 'simple-base-string 'base-string) (array-dimension array 0)))
          ((bit-vector-p array) (list (if simple 'simple-bit-vector 'bit-vector) (array-dimension array 0)))
          ((simple-vector-p array) (list 'simple-vector (length array)))
          (simple (list 'simple-array (array-element-type array) (array-dimensions array)))
          (t (list 'vector (array-element-type array) (array-dimension array 0))))))

(defun %instance-type (object)
  "Returns the name of the class of the instance OBJECT if it is its proper name, and otherwise the class."
  (let* ((class (class-of object)) (name (and class (%class-name class))))
    (if (and name (symbolp name) (eq (%find-class name) class)) name class)))

(defun %integer-type (integer)
  "Returns a specifier for integers of the size and the sign of INTEGER."
  (cond ((%bitp integer) 'bit)
        ((< integer 0) (if (%fixnump integer) 'fixnum 'bignum))
        ((%fixnump integer) (load-time-value (list 'integer 0 most-positive-fixnum)))
        (t (load-time-value (list 'integer (+ most-positive-fixnum 1))))))

(defun type-of (object)
  "Returns a type specifier for a type that OBJECT is of: narrow, and a subtype of its class and of the standard's types
that OBJECT is of."
  (cond ((symbolp object) (%symbol-type object))
        ((integerp object) (%integer-type object))
        ((arrayp object) (%array-type object))
        ((complexp object) (list 'complex (%number-format (realpart object))))
        ((characterp object) (if (standard-char-p object) 'standard-char 'character))
        ((and (compiled-function-p object) (not (%generic-function object))) 'compiled-function)
        (t (%instance-type object))))
