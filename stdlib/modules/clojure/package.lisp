;;; The package of the language Clojure, and the objects that Common Lisp does not have (module clojure).

(defpackage "TESSERA-CLOJURE"
  (:use "COMMON-LISP")
  (:import-from "TESSERA" "NAMED-LAMBDA"))

(in-package "TESSERA-CLOJURE")

;; What the module clojure defines, and this one, clojure-base, calls.
(declaim (ftype function print-method-of bits-of check-text construct deref-of short-class-of-reference reference-callable write-reference expand-static-field expand-static-call expand-host-call))

;;; NIL is Clojure's nil, T its true, and FALSE an object of its own. Numbers, characters, strings, keywords and
;;; functions are Common Lisp's. A list is conses; the cdr of the last is NIL, that of CONS may be any sequence. Only
;;; the empty list needs an object.

(defmacro %false () "Returns the form of Clojure's false, which is Scheme's as well." ''tessera:false)

(defmacro boolean-of (form)
  "(boolean-of FORM): returns Clojure's boolean for the Lisp boolean that FORM returns."
  `(if ,form t (%false)))

(defmacro truth (form)
  "(truth FORM): true in Lisp if the value of FORM is true in Clojure."
  (if (symbolp form)
      `(if ,form (not (eq ,form (%false))) nil)
      (let ((value (gensym)))
        `(let ((,value ,form)) (if ,value (not (eq ,value (%false))) nil)))))

(defstruct (with-meta (:constructor nil) (:copier nil) (:predicate metadata-holder-p))
  "What may have metadata: a map, or NIL."
  (meta nil))

(defstruct (collection (:include with-meta) (:constructor nil) (:copier nil) (:predicate nil))
  "A persistent collection. HASH: its hash, once it was asked for."
  (hash nil))

(defstruct (empty-list (:include collection) (:constructor %empty-list (&optional meta)) (:copier nil))
  "The list of no elements.")

(defvar *empty-list* (%empty-list) "The list of no elements that has no metadata.")

(defstruct (listing (:include collection) (:constructor %listing (list meta)) (:copier nil) (:predicate listingp))
  "A list that has metadata: LIST is conses."
  list)

(defstruct (pvec (:include collection) (:constructor %pvec (count shift root tail &optional meta)) (:copier nil))
  "A vector of COUNT elements: those of the trie ROOT, of which SHIFT is the highest level, and then those of TAIL."
  (count 0 :type fixnum) (shift 5 :type fixnum) (root #() :type simple-vector) (tail #() :type simple-vector))

(defstruct (entry (:include pvec) (:constructor %entry (count shift root tail)) (:copier nil) (:predicate entryp))
  "The entry of a map: a vector of a key and a value.")

(defstruct (pmap (:include collection) (:constructor nil) (:copier nil))
  "A map without an order that its keys give."
  (count 0 :type fixnum))

(defstruct (array-map (:include pmap) (:constructor %array-map (count entries &optional meta)) (:copier nil))
  "A small map: ENTRIES has keys and values in turns."
  (entries #() :type simple-vector))

(defstruct (hash-map (:include pmap) (:constructor %hash-map (count root &optional meta)) (:copier nil))
  "A map as a trie of hashes."
  (root #() :type simple-vector))

(defstruct (tree-map (:include collection) (:constructor %tree-map (count root order &optional meta)) (:copier nil))
  "A map that is sorted: ROOT is a tree or NIL, ORDER a function that compares keys as compare does."
  (count 0 :type fixnum) root order)

(defstruct (pset (:include collection) (:constructor %pset (map &optional meta)) (:copier nil))
  "A set: the keys of MAP."
  map)

(defstruct (lazy (:include collection) (:constructor %lazy (thunk)) (:copier nil) (:predicate lazyp))
  "A sequence that THUNK, a function, makes when it is asked for; then THUNK is NIL and SEQ the sequence."
  thunk (seq nil))

(defmacro lazily (&body body)
  "(lazily form*): returns a sequence that the forms compute when it is needed."
  `(%lazy (lambda () ,@body)))

(defstruct (indexed (:include collection) (:constructor %indexed (source index end)) (:copier nil) (:predicate indexedp))
  "The sequence of the elements of SOURCE, a string or a vector of Lisp, from INDEX to END."
  source (index 0 :type fixnum) (end 0 :type fixnum))

(defstruct (vector-seq (:include collection) (:constructor %vector-seq (vector index leaf)) (:copier nil) (:predicate vector-seq-p))
  "The sequence of the elements of VECTOR from INDEX on. LEAF: the array that has it."
  vector (index 0 :type fixnum) (leaf #() :type simple-vector))

(defstruct (range (:include collection) (:constructor %range (start end step)) (:copier nil) (:predicate rangep))
  "The numbers from START to END, if that is not NIL, by STEP; there is at least one."
  start end step)

(defstruct (reduced (:constructor %reduced (value)) (:copier nil) (:predicate reducedp))
  "The result of a reduction that is to end."
  value)

(defstruct (hinted (:include with-meta) (:constructor %hinted (symbol meta)) (:copier nil) (:predicate hintedp))
  "A symbol that has metadata."
  symbol)

(defstruct (hinted-function (:include with-meta) (:constructor %hinted-function (function meta)) (:copier nil) (:predicate hinted-function-p))
  "A function that has metadata."
  function)

(defstruct (exact-number (:constructor nil) (:copier nil) (:predicate exact-number-p))
  "A number that Common Lisp does not have.")

(defstruct (big (:include exact-number) (:constructor %big (value)) (:copier nil) (:predicate big-p))
  "A BigInt of a long's size: VALUE."
  value)

(defstruct (decimal (:include exact-number) (:constructor %decimal (unscaled scale)) (:copier nil) (:predicate decimal-p))
  "A BigDecimal: UNSCALED, an integer, divided by ten to the power of SCALE."
  unscaled scale)

(defstruct (uuid (:constructor %uuid (bits)) (:copier nil) (:predicate uuid-p))
  "A UUID: its 128 BITS, an integer."
  bits)

(defstruct (inst (:constructor %inst (milliseconds)) (:copier nil) (:predicate inst-p))
  "A point in time, Java's Date: MILLISECONDS since the beginning of 1970."
  milliseconds)

(defstruct (tagged (:constructor %tagged (tag form)) (:copier nil) (:predicate tagged-p))
  "A FORM after a TAG without a reader: what tagged-literal returns."
  tag form)

(defstruct (reader-conditional (:constructor %reader-conditional (form splicing)) (:copier nil) (:predicate reader-conditional-p))
  "A conditional that was read with :preserve. FORM: its clauses, a list. SPLICING: true of #?@."
  form splicing)

(defstruct (regex (:constructor %regex (source matcher groups)) (:copier nil) (:predicate regexp))
  "A regular expression: SOURCE as it was written, MATCHER a function, GROUPS their number."
  source matcher groups)

;;; Types that programs make, and their instances.

(defstruct (jtype (:constructor %jtype (name fields recordp)) (:copier nil) (:predicate jtypep))
  "A type: NAME a string, FIELDS symbols. SUPERS: names of types and protocols that its instances are as well. METHODS:
(NAME . FUNCTION) of those methods that belong to no protocol."
  name fields recordp (supers '()) (methods '()))

(defstruct (instance (:include collection) (:constructor %instance (type values &optional more meta)) (:copier nil) (:predicate instancep))
  "An instance of TYPE: VALUES of its fields; MORE, a map or NIL: the other entries of a record."
  type (values #() :type simple-vector) (more nil))

;;; Errors.

(define-condition throwable (error)
  ((class :initarg :class :reader throwable-class)
   (message :initarg :message :initform nil :reader throwable-message)
   (data :initarg :data :initform nil :reader throwable-data)
   (cause :initarg :cause :initform nil :reader throwable-cause))
  (:report (lambda (condition stream)
             (format stream "~A~@[: ~A~]" (throwable-class condition) (throwable-message condition))))
  (:documentation "What Clojure throws: CLASS is the name of an exception's class."))

(defun throw-new (class control &rest arguments)
  "Throws an exception of CLASS, whose message CONTROL and ARGUMENTS are for FORMAT."
  (error 'throwable :class class :message (apply #'format nil control arguments)))

(define-condition syntax-failure (error)
  ((message :initarg :message :reader syntax-failure-message)
   (file :initarg :file :initform nil :reader syntax-failure-file)
   (line :initarg :line :initform nil :reader syntax-failure-line)
   (column :initarg :column :initform nil :reader syntax-failure-column)
   (phase :initarg :phase :initform "compiling" :reader syntax-failure-phase)
   (class :initarg :class :initform "RuntimeException" :reader syntax-failure-class))
  (:report (lambda (condition stream)
             (format stream "Syntax error ~A at (~A~@[:~D~]~@[:~D~]).~%~A" (syntax-failure-phase condition)
                     (or (syntax-failure-file condition) "no file") (syntax-failure-line condition) (syntax-failure-column condition)
                     (syntax-failure-message condition))))
  (:documentation "A form that cannot be read or compiled."))
