;;; The classes of Java's and Clojure's that programs name: of values and of exceptions (module clojure).

(in-package "TESSERA-CLOJURE")

(defparameter *class-table*
  '(("java.lang" ("Object") ("CharSequence") ("Comparable") ("Number") ("Iterable") ("Runnable") ("Class")
     ("Long" "Number" "Comparable") ("Integer" "Number" "Comparable") ("Short" "Number") ("Byte" "Number")
     ("Double" "Number" "Comparable") ("Float" "Number" "Comparable")
     ("String" "CharSequence" "Comparable") ("Character" "Comparable") ("Boolean" "Comparable")
     ("Math") ("System") ("Thread") ("StringBuilder" "CharSequence") ("StringBuffer" "CharSequence")
     ("Throwable") ("Exception" "Throwable") ("Error" "Throwable") ("RuntimeException" "Exception")
     ("ArithmeticException" "RuntimeException") ("IllegalArgumentException" "RuntimeException")
     ("NumberFormatException" "IllegalArgumentException") ("IllegalStateException" "RuntimeException")
     ("IndexOutOfBoundsException" "RuntimeException") ("StringIndexOutOfBoundsException" "IndexOutOfBoundsException")
     ("ArrayIndexOutOfBoundsException" "IndexOutOfBoundsException")
     ("IllegalFormatException" "IllegalArgumentException") ("IllegalFormatConversionException" "IllegalFormatException")
     ("UnknownFormatConversionException" "IllegalFormatException") ("MissingFormatArgumentException" "IllegalFormatException")
     ("ClassCastException" "RuntimeException") ("NullPointerException" "RuntimeException")
     ("UnsupportedOperationException" "RuntimeException") ("InterruptedException" "Exception")
     ("ClassNotFoundException" "Exception") ("NoSuchFieldException" "Exception") ("CloneNotSupportedException" "Exception")
     ("AssertionError" "Error") ("StackOverflowError" "Error") ("OutOfMemoryError" "Error") ("IllegalAccessError" "Error"))
    ("java.util" ("List" "Collection") ("Map") ("Set" "Collection") ("Collection" "Iterable") ("UUID" "Comparable") ("Date" "Comparable") ("Random") ("Objects")
     ("NoSuchElementException" "RuntimeException") ("ConcurrentModificationException" "RuntimeException"))
    ("java.util.regex" ("Pattern") ("Matcher") ("PatternSyntaxException" "IllegalArgumentException"))
    ("java.util.concurrent" ("TimeoutException" "Exception") ("ExecutionException" "Exception") ("CancellationException" "IllegalStateException"))
    ("java.math" ("BigInteger" "Number" "Comparable") ("BigDecimal" "Number" "Comparable") ("RoundingMode") ("MathContext"))
    ("java.io" ("IOException" "Exception") ("FileNotFoundException" "IOException") ("File") ("EOFException" "IOException") ("Reader") ("Writer") ("StringReader" "Reader") ("StringWriter" "Writer")
     ("BufferedReader" "Reader") ("PrintWriter" "Writer"))
    ("clojure.lang" ("ExceptionInfo" "RuntimeException") ("ArityException" "IllegalArgumentException")
     ("IObj") ("IMeta") ("IDeref") ("IFn") ("Fn") ("Named") ("Seqable") ("Sequential") ("Counted") ("Indexed") ("ILookup") ("Reversible")
     ("Associative" "IPersistentCollection" "ILookup") ("IPersistentCollection" "Seqable") ("ISeq" "IPersistentCollection")
     ("IPersistentStack" "IPersistentCollection") ("IPersistentList" "IPersistentStack" "Sequential")
     ("IPersistentVector" "Associative" "Sequential" "IPersistentStack" "Indexed" "Counted")
     ("IPersistentMap" "Associative" "Counted") ("IPersistentSet" "IPersistentCollection" "Counted") ("Sorted") ("IRecord") ("IType")
     ("BigInt" "Number") ("Ratio" "Number" "Comparable")
     ("Keyword" "IFn" "Named" "Comparable") ("Symbol" "IObj" "IFn" "Named" "Comparable")
     ("PersistentVector" "IPersistentVector" "List" "IFn" "IObj" "Comparable" "Reversible")
     ("PersistentList" "IPersistentList" "ISeq" "List" "IObj" "Counted") ("Cons" "ISeq" "Sequential" "List")
     ("LazySeq" "ISeq" "Sequential" "List" "IObj" "IPending") ("Range" "ISeq" "Sequential" "List" "Counted" "IObj") ("ChunkedCons" "ISeq" "Sequential" "List")
     ("StringSeq" "ISeq" "Sequential" "List")
     ("PersistentArrayMap" "IPersistentMap" "Map" "IFn" "IObj") ("PersistentHashMap" "IPersistentMap" "Map" "IFn" "IObj")
     ("PersistentTreeMap" "IPersistentMap" "Map" "IFn" "IObj" "Sorted" "Reversible")
     ("PersistentHashSet" "IPersistentSet" "Set" "IFn" "IObj") ("PersistentTreeSet" "IPersistentSet" "Set" "IFn" "IObj" "Sorted")
     ("MapEntry" "IPersistentVector" "List") ("AFunction" "IFn" "Fn" "IObj" "Runnable") ("MultiFn" "IFn") ("Var" "IDeref" "IFn")
     ("Atom" "IDeref") ("Ref" "IDeref" "IFn") ("Agent" "IDeref") ("Delay" "IDeref" "IPending") ("Namespace") ("Reduced" "IDeref") ("Volatile" "IDeref")
     ("TransientVector" "IFn") ("TransientMap" "IFn") ("TransientSet" "IFn") ("Promise" "IDeref" "IFn" "IPending") ("Future" "IDeref" "IPending") ("ReaderConditional")
     ("TaggedLiteral") ("IReduce" "IReduceInit") ("IReduceInit") ("IPending") ("IEditableCollection") ("ITransientCollection") ("IRef" "IDeref") ("IAtom") ("Array") ("HashTable")))
  "For each package its classes, each with the names of those that it extends.")

(defvar *classes* (make-hash-table :test #'equal) "A table from the name of a class, in full or its last part, to the class.")

(defun make-class-named (name supers)
  "Makes and registers the class NAME, which extends SUPERS."
  (let ((class (%jtype name '() nil)))
    (setf (jtype-supers class) supers
          (gethash name *classes*) class)))

(defun last-part (name)
  "Returns NAME after its last dot."
  (let ((dot (position #\. name :from-end t)))
    (if dot (subseq name (+ dot 1)) name)))

(dolist (entry *class-table*)
  (dolist (class (rest entry))
    (setf (gethash (first class) *classes*)
          (make-class-named (concatenate 'string (first entry) "." (first class)) (rest class)))))

(defun find-class-named (name)
  "Returns the class NAME, a string, or NIL."
  (values (gethash name *classes*)))

(defun class-extends-p (name super)
  "True if the class NAME is SUPER or extends it; both names of classes, in full or not."
  (let ((class (find-class-named name)) (other (find-class-named super)))
    (cond ((and class (eq class other)) t)
          ((and other (string= (jtype-name other) "java.lang.Object")) t)
          (class (some (lambda (above) (if (stringp above) (class-extends-p above super) (equal above super))) (jtype-supers class)))
          (t nil))))

(defun short-class-of (object)
  "Returns the last part of the name of OBJECT's class; NIL for a program's own class."
  (typecase object
    (null "nil")
    (integer (if (typep object '(signed-byte 64)) "Long" "BigInt"))
    (double-float "Double")
    (float "Float")
    (big "BigInt")
    (decimal "BigDecimal")
    (uuid "UUID")
    (inst "Date")
    (tagged "TaggedLiteral")
    (reader-conditional "ReaderConditional")
    (ratio "Ratio")
    (string "String")
    (character "Character")
    (keyword "Keyword")
    (symbol (cond ((or (eq object t) (eq object (%false))) "Boolean")
                  (t "Symbol")))
    (hinted "Symbol")
    ((or function hinted-function) "AFunction")
    (entry "MapEntry")
    (pvec "PersistentVector")
    ((or cons empty-list listing) "PersistentList")
    (lazy "LazySeq")
    (range "Range")
    (vector-seq "ChunkedCons")
    (indexed "StringSeq")
    (array-map "PersistentArrayMap")
    (hash-map "PersistentHashMap")
    (tree-map "PersistentTreeMap")
    (pset (if (tree-map-p (pset-map object)) "PersistentTreeSet" "PersistentHashSet"))
    (tvec "TransientVector") (tmap "TransientMap") (tset "TransientSet")
    (regex "Pattern")
    (reduced "Reduced")
    (jtype "Class")
    (vector "Array")
    (hash-table "HashTable")
    (t (short-class-of-reference object))))

(defun class-of-object (object)
  "Returns the class of OBJECT, a JTYPE; NIL of nil."
  (typecase object
    (null nil)
    (instance (instance-type object))
    (condition (or (find-class-named (exception-class object)) (find-class-named "Exception")))
    (t (or (find-class-named (short-class-of object)) (find-class-named "Object")))))

(defun class-name-of (object)
  "Returns the name of OBJECT's class, a string."
  (let ((class (class-of-object object)))
    (if class (jtype-name class) "nil")))

(defun instance-of-p (object class)
  "True if OBJECT is an instance of CLASS, a JTYPE."
  (let ((own (class-of-object object)))
    (and own
         (or (eq own class)
             (class-extends-p (jtype-name own) (jtype-name class))))))

(defun instance-method (instance name)
  "Returns the method of INSTANCE, an instance of a type, that is called NAME, a string; or NIL."
  (cdr (assoc name (jtype-methods (instance-type instance)) :test #'string=)))

(defun instance-seq (instance)
  "Returns the result of the method seq of INSTANCE, as a sequence."
  (let ((method (or (instance-method instance "seq")
                    (throw-new "IllegalArgumentException" "Don't know how to create ISeq from: ~A" (class-name-of instance)))))
    (seq-of (funcall method instance))))

;;; Conditions as exceptions.

(defun arity-message (condition)
  "Returns the message in Clojure's words for CONDITION, a call with a wrong number of arguments."
  (let ((name (tessera::%condition-operation condition)))
    (format nil "Wrong number of args (~D) passed to: ~A"
            (tessera::%wrong-argument-count condition) (if name (function-name-text name) "fn"))))

(defun integer-complaint (condition)
  "Returns Clojure's control string for CONDITION if it is a type-error of a function of integers; or NIL."
  (case (tessera::%condition-operation condition)
    ((evenp oddp) "Argument must be an integer: ~A")
    ((logand logior logxor) "bit operation not supported for: ~A")))

(defun exception-class (condition)
  "Returns the last part of the name of CONDITION's class."
  (typecase condition
    (throwable (throwable-class condition))
    (syntax-failure (syntax-failure-class condition))
    (division-by-zero "ArithmeticException")
    (arithmetic-error "ArithmeticException")
    (type-error (cond ((null (type-error-datum condition)) "NullPointerException")
                      ((integer-complaint condition) "IllegalArgumentException")
                      (t "ClassCastException")))
    (unbound-variable "IllegalStateException")
    (undefined-function "IllegalStateException")
    (storage-condition "StackOverflowError")
    (file-error "FileNotFoundException")
    (end-of-file "EOFException")
    (stream-error "IOException")
    (tessera-continuations:deadlock "IllegalStateException")
    (tessera::wrong-argument-count "ArityException")
    (program-error "RuntimeException")
    (t "RuntimeException")))

(defparameter *wanted-classes*
  '((function . "clojure.lang.IFn") (string . "java.lang.String") (character . "java.lang.Character")
    ((or string symbol character) . "java.lang.CharSequence") ((integer 0 1114111) . "java.lang.Character")
    (list . "clojure.lang.ISeq") (sequence . "clojure.lang.ISeq") (cons . "clojure.lang.ISeq")
    (reference . "clojure.lang.IReference") (atom-object . "clojure.lang.IAtom") (volatile . "clojure.lang.Volatile") (var . "clojure.lang.Var")
    (ref . "clojure.lang.Ref") (agent . "clojure.lang.Agent") (promise . "java.util.concurrent.Future")
    (multifn . "clojure.lang.MultiFn") (protocol . "clojure.lang.IPersistentMap") (jtype . "java.lang.Class") (ns . "clojure.lang.Namespace")
    (regex . "java.util.regex.Pattern") (searcher . "java.util.regex.Matcher") (builder . "java.lang.StringBuilder") (stream . "java.io.Reader")
    (condition . "java.lang.Throwable") (instance . "clojure.lang.IType") (pvec . "clojure.lang.IPersistentVector")
    (pmap . "clojure.lang.IPersistentMap") (pset . "clojure.lang.IPersistentSet")
    (tvec . "clojure.lang.ITransientVector") (tmap . "clojure.lang.ITransientMap") (tset . "clojure.lang.ITransientSet"))
  "A list from types of Lisp to the names of Clojure's classes.")

(defun wanted-class (type)
  "Returns Clojure's name of TYPE, a type of Lisp."
  (cond ((cdr (assoc type *wanted-classes* :test #'equal)))
        ((subtypep type 'integer) "java.lang.Long")
        ((subtypep type 'number) "java.lang.Number")
        (t "java.lang.Object")))

(defun exception-message (condition)
  "Returns the message of CONDITION, a string or NIL."
  (typecase condition
    (throwable (throwable-message condition))
    (syntax-failure (syntax-failure-message condition))
    (division-by-zero "Divide by zero")
    (type-error (let ((datum (type-error-datum condition)) (wanted (wanted-class (type-error-expected-type condition))))
                  (cond ((and datum (integer-complaint condition)) (format nil (integer-complaint condition) (shown datum)))
                        ((null datum) (format nil "nil where a ~A is wanted" wanted))
                        (t (format nil "class ~A cannot be cast to class ~A" (class-name-of datum) wanted)))))
    (unbound-variable (format nil "Var is unbound: ~A" (function-name-text (cell-error-name condition))))
    (undefined-function (format nil "Attempting to call unbound fn: #'~A" (function-name-text (cell-error-name condition))))
    (tessera::wrong-argument-count (arity-message condition))
    (simple-condition (princ-to-string condition))
    (t (princ-to-string condition))))

(defun exception-cause (condition)
  "Returns the cause of CONDITION, or NIL."
  (if (typep condition 'throwable) (throwable-cause condition) nil))

(defun exception-data (condition)
  "Returns the data of CONDITION that ex-info was given, or NIL."
  (if (typep condition 'throwable) (throwable-data condition) nil))

(defun catches-p (condition class)
  "True if a catch clause for CLASS, a JTYPE, takes CONDITION."
  (class-extends-p (exception-class condition) (jtype-name class)))

(defun throw-object (object)
  "Throws OBJECT, an exception."
  (typecase object
    (condition (error object))
    (t (cast-fail object "java.lang.Throwable"))))
