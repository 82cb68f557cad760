;;; What tutorials use of Java: methods, static methods and fields, constructors (module clojure).

(in-package "TESSERA-CLOJURE")

(defvar *methods* (make-hash-table :test #'equal) "A table from the names of methods to functions of the object and the arguments.")
(defvar *statics* (make-hash-table :test #'equal) "A table from CLASS/NAME to functions, or to a cons of a constant.")
(defvar *constructors* (make-hash-table :test #'equal) "A table from the last parts of the names of classes to functions.")

(defmacro define-host-method (name lambda-list &body body)
  "Defines what (.NAME OBJECT ...) does for objects of Common Lisp's types."
  `(setf (gethash ,name *methods*) (named-lambda ,(intern name *symbols*) ,lambda-list ,@body)))

(defmacro define-static (name lambda-list &body body)
  "Defines the static method NAME, CLASS/NAME."
  `(setf (gethash ,name *statics*) (named-lambda ,(intern name *symbols*) ,lambda-list ,@body)))

(defmacro define-constructor (name lambda-list &body body)
  "Defines how the class NAME, the last part of its name, makes an instance from arguments."
  `(setf (gethash ,name *constructors*) (named-lambda ,(intern name *symbols*) ,lambda-list ,@body)))

(defun expand-host-call (head form)
  "(.method object argument*), (.-field object), (Class. argument*)."
  (let* ((name (symbol-name head)) (end (- (length name) 1)))
    (cond ((char= (char name end) #\.) (expand-new (symbol-of (subseq name 0 end)) (expand-all (rest form))))
          ((null (rest form)) (fail "Malformed member expression, expecting (.member target ...)"))
          ((char= (char name 1) #\-) `(field-of ,(expand (second form)) ,(subseq name 2)))
          (t `(invoke-method ,(expand (second form)) ,(subseq name 1) ,@(expand-all (cddr form)))))))

(define-special "." (form)
  (check-count form 2)
  (let* ((member (unwrapped (third form))) (parts (if (consp member) member (cons member (cdddr form)))) (class (second form)))
    (unless (symbol-object-p (first parts)) (fail "Malformed member expression"))
    (let ((name (symbol-name (plain-symbol (first parts)))) (found (and (symbol-object-p class) (null (local-of class)) (resolve-name class))))
      (cond ((jtypep found) (expand-static-call found (symbol-of name (jtype-name found)) (expand-all (rest parts))))
            ((char= (char name 0) #\-) `(field-of ,(expand class) ,(subseq name 1)))
            (t `(invoke-method ,(expand class) ,name ,@(expand-all (rest parts))))))))

(define-special "new" (form)
  (check-count form 1)
  (expand-new (second form) (expand-all (cddr form))))

(defun expand-new (symbol arguments)
  "Returns the expansion of (new SYMBOL ARGUMENTS...); ARGUMENTS are expanded."
  (let ((class (and (symbol-object-p symbol) (resolve-name (plain-symbol symbol)))))
    (unless (jtypep class) (fail "Unable to resolve classname: ~A" (written symbol)))
    `(construct ,(class-form class) ,@arguments)))

(defun construct (class &rest arguments)
  "Returns a new object of CLASS."
  (let ((constructor (gethash (last-part (jtype-name class)) *constructors*)))
    (cond ((or (jtype-fields class) (member "clojure.lang.IType" (jtype-supers class) :test #'equal))
           (if (eql (length arguments) (length (jtype-fields class)))
               (%instance class (coerce arguments 'simple-vector))
               (throw-new "IllegalArgumentException" "No matching ctor found for class ~A" (jtype-name class))))
          (constructor (apply constructor arguments))
          ((class-extends-p (jtype-name class) "Throwable")
           (destructuring-bind (&optional message cause) arguments
             (make-condition 'throwable :class (last-part (jtype-name class))
                                        :message (if (typep message 'condition) (shown message) message)
                                        :cause (if (typep message 'condition) message cause))))
          (t (throw-new "IllegalArgumentException" "No matching ctor found for class ~A" (jtype-name class))))))

(defun field-of (object name)
  "Returns the value of the field NAME of OBJECT."
  (let ((index (and (instancep object) (position name (jtype-fields (instance-type object)) :key #'symbol-name :test #'string=))))
    (if index
        (svref (instance-values object) index)
        (throw-new "IllegalArgumentException" "No matching field found: ~A for class ~A" name (class-name-of object)))))

(defun invoke-method (object name &rest arguments)
  "Calls the method NAME of OBJECT."
  (let ((method (and (instancep object) (instance-method object name))) (known (gethash name *methods*)))
    (cond (method (apply method object arguments))
          ((and (instancep object) (null arguments) (field-index (instance-type object) (intern name "KEYWORD"))) (field-of object name))
          ((null object) (throw-new "NullPointerException" "Cannot invoke \"~A\" because the target is nil" name))
          (known (apply known object arguments))
          (t (throw-new "IllegalArgumentException" "No matching ~:[field~;method~] ~A found~:[~; taking ~:*~D args~] for class ~A"
                        arguments name (and arguments (length arguments)) (class-name-of object))))))

(defun static-of (class symbol)
  "Returns the static method or field of CLASS that SYMBOL names: a function, a cons of a constant, or NIL."
  (gethash (concatenate 'string (last-part (jtype-name class)) "/" (symbol-part symbol)) *statics*))

(defun expand-static-call (class symbol arguments)
  "Returns the call of the static method SYMBOL of CLASS with ARGUMENTS, which are expanded."
  (let ((static (static-of class symbol)))
    (cond ((functionp static) `(funcall (gethash ,(concatenate 'string (last-part (jtype-name class)) "/" (symbol-part symbol)) *statics*) ,@arguments))
          ((and static (null arguments)) (expand-static-field class symbol))
          (t (fail "No matching method ~A found for class ~A" (symbol-part symbol) (jtype-name class))))))

(defun expand-static-field (class symbol)
  "Returns a form for the value of the static field or method SYMBOL of CLASS."
  (let ((static (static-of class symbol)))
    (cond ((consp static) (constant (cdr static)))
          ((functionp static) `(gethash ,(concatenate 'string (last-part (jtype-name class)) "/" (symbol-part symbol)) *statics*))
          (t (fail "Unable to find static field: ~A in class ~A" (symbol-part symbol) (jtype-name class))))))

;;; Methods of objects of any kind, of collections, exceptions, streams.

(define-host-method "toString" (object) (shown object))
(define-host-method "equals" (a b) (boolean-of (equiv a b)))
(define-host-method "hashCode" (object) (if (stringp object) (java-string-hash object) (hash-of object)))
(define-host-method "compareTo" (a b) (compare-objects a b))
(define-host-method "getClass" (object) (class-of-object object))
(define-host-method "getName" (object) (if (jtypep object) (jtype-name object) (symbol-part object)))
(define-host-method "getNamespace" (object) (symbol-namespace object))
(define-host-method "getSimpleName" (object) (last-part (jtype-name object)))
(define-host-method "isInstance" (class object) (boolean-of (instance-of-p object class)))

(define-host-method "size" (object) (count-of object))
(define-host-method "count" (object) (count-of object))
(define-host-method "seq" (object) (seq-of object))
(define-host-method "first" (object) (first-of object))
(define-host-method "next" (object) (next-of object))
(define-host-method "more" (object) (rest-of object))
(define-host-method "cons" (object element) (conj-of object element))
(define-host-method "nth" (object index &optional (default '%none)) (nth-of object index default))
(define-host-method "get" (object key &optional default) (if (pvec-p object) (nth-of object key) (get-of object key default)))
(define-host-method "getOrDefault" (map key default) (get-of map key default))
(define-host-method "valAt" (object key &optional default) (get-of object key default))
(define-host-method "assoc" (object key value) (assoc-of object key value))
(define-host-method "without" (object key) (dissoc-of object key))
(define-host-method "containsKey" (object key) (boolean-of (contains-of object key)))
(define-host-method "keySet" (map) (set-of-seq (entry-parts map 0)))
(define-host-method "values" (map) (entry-parts map 1))
(define-host-method "entrySet" (map) (set-of-seq (seq-of map)))
(define-host-method "getKey" (entry) (entry-part entry 0))
(define-host-method "getValue" (entry) (entry-part entry 1))
(define-host-method "invoke" (function &rest arguments) (apply (callable function) arguments))
(define-host-method "applyTo" (function arguments) (apply (callable function) (list-of-seq arguments)))
(define-host-method "run" (function) (funcall (callable function)) nil)
(define-host-method "call" (function) (funcall (callable function)))
(define-host-method "compare" (function a b)
  (let ((value (funcall (callable function) a b))) (cond ((numberp value) value) ((truth value) -1) ((truth (funcall (callable function) b a)) 1) (t 0))))
(define-host-method "deref" (reference) (deref-of reference))
(define-host-method "getTime" (inst) (inst-milliseconds inst))

(define-host-method "getMessage" (condition) (exception-message condition))
(define-host-method "getLocalizedMessage" (condition) (exception-message condition))
(define-host-method "getCause" (condition) (exception-cause condition))
(define-host-method "getData" (condition) (exception-data condition))
(define-host-method "getStackTrace" (condition) (declare (ignore condition)) (vector))
(define-host-method "printStackTrace" (condition) (format *error-output* "~A~%" (shown condition)) nil)

(define-host-method "close" (stream) (when (streamp stream) (close stream)) nil)
(define-host-method "flush" (stream) (finish-output stream) nil)
(define-host-method "write" (stream text) (write-string (if (integerp text) (string (code-char text)) (shown text)) stream) nil)
(define-host-method "readLine" (stream) (values (read-line stream nil)))
(define-host-method "read" (stream) (let ((character (read-char stream nil))) (if character (char-code character) -1)))

(define-constructor "Object" () (%instance (find-class-named "Object") #()))
(define-constructor "Random" (&optional seed) (declare (ignore seed)) (make-random-state t))
(define-host-method "nextInt" (random limit) (random limit random))
(define-host-method "nextDouble" (random) (random 1d0 random))
(define-constructor "Date" (&optional (milliseconds (current-milliseconds))) (%inst milliseconds))
(define-constructor "UUID" (most least) (%uuid (logior (ash (ldb (byte 64 0) most) 64) (ldb (byte 64 0) least))))
(define-static "UUID/randomUUID" () (random-uuid))
(define-static "UUID/fromString" (text) (or (uuid-of-text text) (throw-new "IllegalArgumentException" "Invalid UUID string: ~A" text)))
(define-constructor "StringReader" (text) (make-string-input-stream text))
(define-constructor "BufferedReader" (stream) stream)
(define-constructor "StringWriter" () (make-string-output-stream))
(define-constructor "PrintWriter" (stream &optional flush) (declare (ignore flush)) stream)

;;; System and threads.

(defvar *clock-start* nil "The milliseconds that are added to the clock of the process for the time since 1970.")

(defun current-milliseconds ()
  "Returns the milliseconds since the beginning of 1970."
  (let ((clock (floor (* 1000 (get-internal-real-time)) internal-time-units-per-second)))
    (unless *clock-start* (setq *clock-start* (- (* 1000 (- (get-universal-time) (encode-universal-time 0 0 0 1 1 1970 0))) clock)))
    (+ clock *clock-start*)))

(defvar *properties*
  '(("line.separator" . #.(string #\Newline)) ("file.separator" . "/") ("path.separator" . ":") ("os.name" . "Linux")
    ("java.version" . "17") ("java.vendor" . "Tessera") ("user.dir" . "."))
  "The properties that System/getProperty knows.")

(define-static "System/currentTimeMillis" () (current-milliseconds))
(define-static "System/nanoTime" () (floor (* 1000000000 (get-internal-real-time)) internal-time-units-per-second))
(define-static "System/exit" (status) (tessera:quit status))
(define-static "System/getProperty" (name &optional default) (or (cdr (assoc name *properties* :test #'string=)) default))
(define-static "System/getenv" (name) (tessera:getenv name))
(define-static "System/lineSeparator" () (string #\Newline))
(define-static "System/identityHashCode" (object) (logand (sxhash object) #x7fffffff))
(define-static "System/arraycopy" (from start to at count) (replace to from :start1 at :start2 start :end2 (+ start count)) nil)
(define-static "System/gc" () nil)
(define-static "Thread/sleep" (milliseconds &optional nanoseconds) (declare (ignore nanoseconds)) (sleep-milliseconds milliseconds))
(define-static "Thread/yield" () (pass-turn) nil)
(define-static "Objects/equals" (a b) (boolean-of (equiv a b)))
(define-static "Objects/hash" (&rest objects) (hash-of objects))
