;;; The reader: from characters to forms, which know where they stood (module clojure).

(in-package "TESSERA-CLOJURE")

(define-condition unfinished-form (syntax-failure end-of-file) ()
  (:documentation "The text ends within a form."))

(defvar *last-position* nil "The position of the form at toplevel that was read last: a cons of line and column.")
(defvar *placeholders* :none "The parameters of the #() that is being read: a list of (NUMBER . SYMBOL); :NONE outside of them.")
(defvar *suppressed* nil "True while a form is skipped: tokens and tags are not understood then.")
(defvar *edn* nil "True while EDN is read, which has fewer forms.")
(defvar *generated* :none "The symbols that foo# stands for in the syntax-quote that is being read: an alist; :NONE outside.")

(defun position-of (stream)
  "Returns line and column of the next character of STREAM, a cons."
  (multiple-value-bind (line column) (tessera::%stream-line stream)
    (cons line column)))

(defun reader-fail (position control &rest arguments)
  "Signals a syntax error at POSITION, a cons of line and column, with the message of CONTROL and ARGUMENTS."
  (error 'syntax-failure :phase "reading source" :file tessera::*source-file* :line (car position) :column (cdr position)
                         :message (apply #'format nil control arguments)))

(defun reader-fail-as (class position control &rest arguments)
  "Signals the error of READER-FAIL, which programs that read catch as an exception of CLASS."
  (error 'syntax-failure :phase "reading source" :file tessera::*source-file* :line (car position) :column (cdr position)
                         :message (apply #'format nil control arguments) :class class))

(defun end-fail (stream position)
  "Signals that STREAM ends within the form that began at POSITION."
  (error 'unfinished-form :stream stream :%line (car position) :phase "reading source" :file tessera::*source-file* :line (car position) :column (cdr position)
                          :message (format nil "EOF while reading, starting at line ~D" (car position))))

(defun blank-p (character)
  "True if CHARACTER is white space for the reader: commas are, too."
  (case character
    ((#\Space #\Newline #\Tab #\Return #\Page #\,) t)
    (t (eql (char-code character) #xfeff))))

(defun terminating-p (character)
  "True if CHARACTER ends a token."
  (or (blank-p character) (find character "\";@^`~()[]{}\\")))

(defun skip-blanks (stream)
  "Skips blanks and comments. Returns the next character, which is not taken, or NIL at the end."
  (loop
    (let ((character (peek-char nil stream nil)))
      (cond ((null character) (return nil))
            ((blank-p character) (read-char stream))
            ((char= character #\;) (loop until (member (read-char stream nil) '(nil #\Newline #\Return))))
            (t (return character))))))

(defun read-text (stream eof)
  "Returns the next form of STREAM; EOF at its end."
  (let ((*placeholders* :none) (*generated* :none))
    (loop
      (unless (skip-blanks stream) (return eof))
      (setq *last-position* (position-of stream))
      (let ((form (read-one stream)))
        (unless (eq form '%nothing) (return form))))))

(defun read-form (stream position)
  "Returns the next form within one that began at POSITION."
  (loop
    (unless (skip-blanks stream) (end-fail stream position))
    (let ((form (read-one stream)))
      (unless (eq form '%nothing) (return form)))))

(defun read-one (stream)
  "Returns the next form in STREAM, which has one; %NOTHING for a form that is left out."
  (let* ((position (position-of stream)) (character (read-char stream)))
    (case character
      (#\( (read-list stream position))
      (#\[ (vector-of-list (read-until #\] stream position)))
      (#\{ (map-literal (read-until #\} stream position) position))
      ((#\) #\] #\}) (reader-fail position "Unmatched delimiter: ~C" character))
      (#\" (read-string-literal stream position))
      (#\\ (read-character stream position))
      (#\^ (read-with-meta stream position))
      (#\# (read-dispatch stream position))
      (t (or (and (not *edn*) (read-quoting character stream position))
             (progn (unread-char character stream)
                    (when (and *edn* (find character "@`~")) (reader-fail position "Invalid leading character: ~C" character))
                    (token-form (read-token stream) position)))))))

(defun read-quoting (character stream position)
  "Returns the form that CHARACTER, which was read, makes of the next one; NIL if it makes none."
  (case character
    (#\' (wrapped "quote" stream position))
    (#\@ (wrapped "clojure.core/deref" stream position))
    (#\` (read-syntax-quote stream position))
    (#\~ (cond ((eql (peek-char nil stream nil) #\@)
                (read-char stream)
                (wrapped "clojure.core/unquote-splicing" stream position))
               (t (wrapped "clojure.core/unquote" stream position))))
    (t nil)))

(defun list-at (position &rest elements)
  "Returns a list of ELEMENTS that stands at POSITION."
  (tessera::%cons-at (first elements) (rest elements) (car position) (cdr position)))

(defun wrapped (operator stream position)
  "Reads a form from STREAM. Returns the list of the symbol OPERATOR and the form."
  (list-at position (symbol-of operator) (read-form stream position)))

(defun read-until (close stream position)
  "Returns a list of the forms up to CLOSE, a character."
  (let ((forms '()))
    (loop
      (let ((character (skip-blanks stream)))
        (cond ((null character) (end-fail stream position))
              ((char= character close)
               (read-char stream)
               (return (nreverse forms)))
              (t (let ((form (read-one stream)))
                   (cond ((eq form '%nothing))
                         ((and (consp form) (eq (car form) '%splice))
                          (dolist (element (cdr form)) (push element forms)))
                         (t (push form forms))))))))))

(defun read-list (stream position)
  "Reads the rest of a list from STREAM."
  (let ((forms (read-until #\) stream position)))
    (if forms (apply #'list-at position forms) *empty-list*)))

(defun map-literal (forms position)
  "Returns the map of FORMS, keys and values in turns; signals an error if it is malformed."
  (when *suppressed* (return-from map-literal nil))
  (when (oddp (length forms))
    (reader-fail position "Map literal must contain an even number of forms"))
  (handler-case (map-of-array (coerce forms 'simple-vector) t)
    (throwable (failure) (reader-fail-as "IllegalArgumentException" position "~A" (throwable-message failure)))))

;;; Tokens.

(defun read-token (stream)
  "Reads characters from STREAM up to one that ends tokens. Returns them."
  (with-output-to-string (token)
    (loop
      (let ((character (peek-char nil stream nil)))
        (when (or (null character) (terminating-p character)) (return))
        (write-char (read-char stream) token)))))

(defun token-form (token position)
  "Returns the object that TOKEN, a string, denotes."
  (let ((first (char token 0)))
    (cond (*suppressed* nil)
          ((or (digit-char-p first)
               (and (find first "+-") (> (length token) 1) (digit-char-p (char token 1))))
           (or (number-of-token token) (reader-fail-as "NumberFormatException" position "Invalid number: ~A" token)))
          ((string= token "nil") nil)
          ((string= token "true") t)
          ((string= token "false") (%false))
          ((char= first #\:)
           (when (and *edn* (search "::" token)) (reader-fail position "Invalid token: ~A" token))
           (keyword-of-token token position))
          ((and (char= first #\%) (listp *placeholders*)) (placeholder token position))
          ((valid-name-p token) (symbol-of token))
          (t (reader-fail position "Invalid token: ~A" token)))))

(defun valid-name-p (token)
  "True if TOKEN can be the name of a symbol or, without the colon, of a keyword."
  (let ((length (length token)))
    (and (> length 0)
         (char/= (char token (- length 1)) #\:)
         (not (search "::" token))
         (or (string= token "/")
             (let ((slash (position #\/ token)))
               (or (null slash)
                   (and (> slash 0) (< slash (- length 1)) (not (char= (char token (- slash 1)) #\:)))))))))

(defun keyword-of-token (token position)
  "Returns the keyword that TOKEN, with its colons, is; resolves :: in the current namespace."
  (let* ((double (and (> (length token) 1) (char= (char token 1) #\:))) (name (subseq token (if double 2 1))))
    (unless (valid-name-p name) (reader-fail position "Invalid token: ~A" token))
    (intern (cond ((not double) name)
                  ((namespace-end name)
                   (let* ((slash (namespace-end name)) (ns (find-namespace *ns* (subseq name 0 slash))))
                     (unless ns (reader-fail position "Invalid token: ~A" token))
                     (concatenate 'string (ns-name ns) (subseq name slash))))
                  (t (concatenate 'string (ns-name *ns*) "/" name)))
            "KEYWORD")))

(defun digits-p (text start end radix)
  "True if TEXT has only digits of RADIX from START to END, and at least one."
  (and (< start end)
       (loop for index from start below end always (digit-char-p (char text index) radix))))

(defun integer-of-text (text start end)
  "Returns the integer that TEXT from START to END is, or NIL."
  (let ((radix-mark (position-if (lambda (character) (char-equal character #\r)) text :start start :end end)))
    (cond ((digits-p text start end 10)
           (if (and (> (- end start) 1) (char= (char text start) #\0))
               (if (digits-p text start end 8) (parse-integer text :start start :end end :radix 8) nil)
               (parse-integer text :start start :end end)))
          ((and (> (- end start) 2) (char= (char text start) #\0) (char-equal (char text (+ start 1)) #\x) (digits-p text (+ start 2) end 16))
           (parse-integer text :start (+ start 2) :end end :radix 16))
          ((and radix-mark (digits-p text start radix-mark 10))
           (let ((radix (parse-integer text :start start :end radix-mark)))
             (if (and (<= 2 radix 36) (digits-p text (+ radix-mark 1) end radix))
                 (parse-integer text :start (+ radix-mark 1) :end end :radix radix)
                 nil)))
          (t nil))))

(defun decimal-parts (text start end)
  "Returns the starts of the fraction and the exponent of the decimal number TEXT; NIL if TEXT is malformed."
  (let* ((mark (position-if (lambda (character) (char-equal character #\e)) text :start start :end end))
         (mantissa-end (or mark end)) (dot (position #\. text :start start :end mantissa-end))
         (exponent (and mark (if (and (< (+ mark 1) end) (find (char text (+ mark 1)) "+-")) (+ mark 2) (+ mark 1)))))
    (if (and (or dot mark)
             (digits-p text start (or dot mantissa-end) 10)
             (or (null dot) (eql (+ dot 1) mantissa-end) (digits-p text (+ dot 1) mantissa-end 10))
             (or (null mark) (digits-p text exponent end 10)))
        (list dot mantissa-end mark)
        nil)))

(defun float-of-text (text start end negative)
  "Returns the float that TEXT from START to END is, or NIL."
  (let ((parts (decimal-parts text start end)))
    (when parts
      (destructuring-bind (dot mantissa-end mark) parts
        (let ((source (format nil "~:[~;-~]~A.~Ad~A" negative (subseq text start (or dot mantissa-end))
                              (if (and dot (< (+ dot 1) mantissa-end)) (subseq text (+ dot 1) mantissa-end) "0")
                              (if mark (string-left-trim "+" (subseq text (+ mark 1) end)) "0"))))
          (handler-case (let ((*read-base* 10)) (values (read-from-string source)))
            (error () (if negative (- (infinity)) (infinity)))))))))

(defun infinity ()
  "Returns the positive infinity."
  (let ((tessera:*float-traps* nil)) (/ 1d0 0d0)))

(defun not-a-number ()
  "Returns a NaN."
  (let ((tessera:*float-traps* nil)) (- (infinity) (infinity))))

(defun exact-decimal (text start end negative)
  "Returns the decimal number TEXT from START to END as a BigDecimal, or NIL."
  (let ((parts (decimal-parts text start end)))
    (if parts
        (destructuring-bind (dot mantissa-end mark) parts
          (let* ((fraction (if dot (subseq text (+ dot 1) mantissa-end) ""))
                 (digits (parse-integer (concatenate 'string (subseq text start (or dot mantissa-end)) fraction))))
            (%decimal (if negative (- digits) digits)
                      (- (length fraction) (if mark (parse-integer text :start (+ mark 1) :end end) 0)))))
        (and (digits-p text start end 10)
             (let ((value (parse-integer text :start start :end end))) (%decimal (if negative (- value) value) 0))))))

(defun number-of-token (token)
  "Returns the number that TOKEN is, or NIL."
  (let* ((negative (char= (char token 0) #\-)) (start (if (find (char token 0) "+-") 1 0)) (end (length token))
         (slash (position #\/ token)) (last (char token (- end 1))))
    (flet ((signed (value) (and value (if negative (- value) value))))
      (cond ((and slash (digits-p token start slash 10) (digits-p token (+ slash 1) end 10))
             (let ((denominator (parse-integer token :start (+ slash 1))))
               (if (eql denominator 0)
                   (throw-new "ArithmeticException" "Divide by zero")
                   (signed (/ (parse-integer token :start start :end slash) denominator)))))
            ((integer-of-text token start end) (signed (integer-of-text token start end)))
            ((char= last #\N) (let ((value (signed (integer-of-text token start (- end 1))))) (and value (big-of value))))
            ((char= last #\M) (exact-decimal token start (- end 1) negative))
            (t (float-of-text token start end negative))))))

;;; Strings and characters.

(defun read-code (stream position radix count exact)
  "Returns the character whose code is given by up to COUNT digits of RADIX, or by exactly COUNT if EXACT."
  (let ((code 0) (digits 0))
    (loop
      (let ((digit (let ((next (peek-char nil stream nil))) (and next (digit-char-p next radix)))))
        (when (or (null digit) (eql digits count)) (return))
        (read-char stream)
        (setq code (+ (* radix code) digit))
        (incf digits)))
    (when (or (eql digits 0) (and exact (/= digits count)))
      (reader-fail position "Invalid unicode escape"))
    (or (code-char code) (reader-fail position "Invalid character: ~D" code))))

(defun read-escape (stream position)
  "Reads the rest of an escape sequence of a string from STREAM. Returns its character."
  (let ((character (or (read-char stream nil) (end-fail stream position))))
    (case character
      (#\n #\Newline) (#\t #\Tab) (#\r #\Return) (#\b #\Backspace) (#\f #\Page) (#\\ #\\) (#\" #\")
      (#\u (read-code stream position 16 4 t))
      (t (cond ((digit-char-p character 8)
                (unread-char character stream)
                (read-code stream position 8 3 nil))
               (t (reader-fail position "Unsupported escape character: \\~C" character)))))))

(defun read-string-literal (stream position)
  "Reads the rest of a string from STREAM."
  (with-output-to-string (text)
    (loop
      (let ((character (or (read-char stream nil) (end-fail stream position))))
        (case character
          (#\" (return))
          (#\\ (write-char (read-escape stream position) text))
          (t (write-char character text)))))))

(defun read-regex (stream position)
  "Returns the source of a regular expression, up to the quote that no backslash precedes."
  (let ((source (with-output-to-string (text)
                  (loop
                    (let ((character (or (read-char stream nil) (end-fail stream position))))
                      (cond ((char= character #\") (return))
                            ((char= character #\\)
                             (write-char character text)
                             (write-char (or (read-char stream nil) (end-fail stream position)) text))
                            (t (write-char character text))))))))
    (handler-case (if *suppressed* nil (regex-of source))
      (throwable (failure) (reader-fail position "~A" (throwable-message failure))))))

(defun read-character (stream position)
  "Reads a character from STREAM, after its backslash."
  (let* ((first (or (read-char stream nil) (end-fail stream position)))
         (token (concatenate 'string (string first) (read-token stream))) (named (rassoc token *character-names* :test #'string=)))
    (cond (*suppressed* nil)
          ((eql (length token) 1) first)
          (named (car named))
          ((and (char= first #\u) (eql (length token) 5) (digits-p token 1 5 16)) (code-char (parse-integer token :start 1 :radix 16)))
          ((and (char= first #\o) (<= 2 (length token) 4) (digits-p token 1 (length token) 8)
                (<= (parse-integer token :start 1 :radix 8) #o377))
           (code-char (parse-integer token :start 1 :radix 8)))
          (t (reader-fail position "Unsupported character: \\~A" token)))))

;;; Metadata.

(defun meta-of-form (form position)
  "Returns the metadata, a map, that FORM after ^ stands for; NIL if it is a hint of a type, which nobody needs here."
  (typecase form
    (keyword (map-of form t))
    ((or symbol string hinted) (if *edn* (map-of :|tag| form) nil))
    ((or cons pvec) nil)
    (pmap form)
    (t (reader-fail position "Metadata must be Symbol,Keyword,String or Map"))))

(defun read-with-meta (stream position)
  "Reads metadata and a form from STREAM. Returns the form with the metadata."
  (let* ((meta (meta-of-form (read-form stream position) position)) (form (read-form stream position)))
    (cond ((or (null meta) *suppressed*) form)
          ((or (symbol-object-p form) (consp form) (typep form 'with-meta))
           (copy-with-meta form (if (meta-of form) (map-conj (meta-of form) meta) meta)))
          (t (reader-fail position "Metadata can only be applied to IMetas")))))

;;; What begins with #.

(defun read-dispatch (stream position)
  "Reads from STREAM what stands after #. Returns the form, or %NOTHING if it is skipped."
  (let ((character (or (read-char stream nil) (end-fail stream position))))
    (case character
      (#\{ (let ((forms (read-until #\} stream position)))
             (handler-case (if *suppressed* nil (set-of-array (coerce forms 'simple-vector)))
               (throwable (failure) (reader-fail-as "IllegalArgumentException" position "~A" (throwable-message failure))))))
      (#\_ (let ((*generated* (if (listp *generated*) *generated* :none))) (read-form stream position)) '%nothing)
      (#\! (when *edn* (reader-fail position "No dispatch macro for: !")) (read-line stream nil) '%nothing)
      (#\^ (read-with-meta stream position))
      (#\# (let ((token (read-token stream)))
             (cond ((string= token "Inf") (infinity))
                   ((string= token "-Inf") (- (infinity)))
                   ((string= token "NaN") (not-a-number))
                   (t (reader-fail position "Unknown symbolic value: ##~A" token)))))
      (#\: (read-prefixed-map stream position))
      (t (cond ((and (find character "('\"?") *edn*) (reader-fail position "No dispatch macro for: ~C" character))
               (t (case character
                    (#\( (read-function stream position))
                    (#\' (wrapped "var" stream position))
                    (#\" (read-regex stream position))
                    (#\? (read-conditional stream position))
                    (t (unread-char character stream)
                       (if (alpha-char-p character)
                           (read-tagged stream position)
                           (reader-fail position "No reader function for tag ~A" (read-token stream)))))))))))

(defun prefixed-key (key namespace)
  "Returns KEY, if it is a keyword or symbol, in NAMESPACE; without one if it has _."
  (cond ((not (or (keywordp key) (and key (symbolp key) (symbol-object-p key)))) key)
        (t (let* ((own (symbol-namespace key))
                  (name (cond ((null own) (concatenate 'string namespace "/" (symbol-name key)))
                              ((string= own "_") (symbol-part key))
                              (t (symbol-name key)))))
             (if (keywordp key) (intern name "KEYWORD") (symbol-of name))))))

(defun read-prefixed-map (stream position)
  "Reads #:name{...}: its keys are in that namespace."
  (let* ((token (read-token stream)) (own (char= (if (string= token "") #\Space (char token 0)) #\:))
         (name (cond ((string= token ":") (ns-name *ns*))
                     (own (let ((ns (find-namespace *ns* (subseq token 1)))) (if ns (ns-name ns) (subseq token 1))))
                     (t token))))
    (unless (and (eql (skip-blanks stream) #\{) (valid-name-p name))
      (reader-fail position "Namespaced map must specify a namespace and a map"))
    (read-char stream)
    (map-literal (loop for (key value) on (read-until #\} stream position) by #'cddr
                       collect (prefixed-key key name)
                       collect value)
                 position)))

;;; #(...).

(defun placeholder (token position)
  "Returns the parameter that TOKEN, which begins with %, stands for."
  (let ((number (cond ((string= token "%") 1)
                      ((string= token "%&") 0)
                      ((digits-p token 1 (length token) 10) (parse-integer token :start 1))
                      (t (reader-fail position "arg literal must be %, %& or %integer")))))
    (unless (<= 0 number 20) (reader-fail position "arg literal must be %, %& or %integer"))
    (or (cdr (assoc number *placeholders*))
        (let ((symbol (make-symbol (if (eql number 0) "rest" (format nil "p~D" number)))))
          (push (cons number symbol) *placeholders*)
          symbol))))

(defun read-function (stream position)
  "Reads the rest of #() from STREAM. Returns the form fn* of it."
  (when *suppressed* (return-from read-function (read-list stream position)))
  (when (listp *placeholders*) (reader-fail position "Nested #()s are not allowed"))
  (let* ((*placeholders* '()) (body (read-list stream position))
         (highest (reduce #'max *placeholders* :key #'car :initial-value 0)) (rest (cdr (assoc 0 *placeholders*))))
    (list-at position (symbol-of "fn*")
             (vector-of-list (append (loop for number from 1 to highest
                                           collect (or (cdr (assoc number *placeholders*)) (make-symbol (format nil "p~D" number))))
                                     (and rest (list (symbol-of "&") rest))))
             body)))

;;; Syntax-quote: a form that makes the form.

(defparameter *special-names*
  '("def" "if" "do" "let*" "loop*" "fn*" "recur" "quote" "var" "throw" "try" "catch" "finally" "new" "." "set!" "&" "letfn*" "case*" "deftype*" "reify*"
    "monitor-enter" "monitor-exit" "clojure.core/import*")
  "The names that a syntax-quote leaves as they are.")

(defvar *gensym-number* 0 "The number of symbols that were generated.")

(defun generated-symbol (prefix)
  "Makes a new symbol whose name begins with PREFIX."
  (make-symbol (format nil "~A__~D" prefix (incf *gensym-number*))))

(defun read-syntax-quote (stream position)
  "Reads a form from STREAM. Returns the form that makes it, as a syntax-quote does."
  (when *suppressed* (return-from read-syntax-quote (read-form stream position)))
  (let ((*generated* '()))
    (let ((form (read-form stream position)))
      (syntax-quoted form position))))

(defun call-form (name &rest arguments)
  "Returns the call of the function NAME of clojure.core with ARGUMENTS."
  (cons (symbol-of name "clojure.core") arguments))

(defun tagged-form-p (form name)
  "True if FORM is a list that begins with the symbol NAME of clojure.core."
  (and (consp form) (eq (car form) (symbol-of name "clojure.core"))))

(defun syntax-quoted (form position)
  "Returns a form that makes FORM, but for what is unquoted in it."
  (typecase form
    ((or null number exact-number string character keyword regex) form)
    (hinted (call-form "with-meta" (quoted-symbol (hinted-symbol form)) (syntax-quoted (hinted-meta form) position)))
    (symbol (if (symbol-object-p form) (quoted-symbol form) form))
    (cons (cond ((tagged-form-p form "unquote") (second form))
                ((tagged-form-p form "unquote-splicing") (reader-fail position "splice not in list"))
                (t (apply #'list-at position (symbol-of "clojure.core/syntax-list") (syntax-parts form position)))))
    (empty-list (call-form "list"))
    (pvec (call-form "vec" (joined-parts (list-of-seq form) position)))
    (pmap (call-form "syntax-map" (joined-parts (map-elements form) position)))
    (pset (call-form "set" (joined-parts (list-of-seq form) position)))
    (listing (syntax-quoted (listing-list form) position))
    (t form)))

(defun map-elements (map)
  "Returns a list of the keys and values of MAP in turns."
  (loop for entry in (list-of-seq map)
        collect (vector-nth entry 0)
        collect (vector-nth entry 1)))

(defun syntax-parts (forms position)
  "Returns a list of forms, each of which makes a sequence: together those of FORMS."
  (mapcar (lambda (form)
            (if (tagged-form-p form "unquote-splicing")
                (second form)
                (call-form "list" (syntax-quoted form position))))
          forms))

(defun joined-parts (forms position)
  "Returns a form that makes a list of what FORMS are."
  (apply #'call-form "syntax-list" (syntax-parts forms position)))

(defun quoted-symbol (symbol)
  "Returns a form that quotes SYMBOL with its namespace."
  (list (symbol-of "quote") (qualified-symbol symbol)))

(defun qualified-symbol (symbol)
  "Returns SYMBOL as a syntax-quote has it: with its namespace, or generated if it ends with #."
  (let* ((name (symbol-name symbol)) (last (- (length name) 1)))
    (cond ((null (symbol-package symbol)) symbol)
          ((and (char= (char name last) #\#) (not (namespace-end name)))
           (or (cdr (assoc symbol *generated*))
               (let ((new (generated-symbol (subseq name 0 last))))
                 (push (cons symbol new) *generated*)
                 new)))
          ((or (member name *special-names* :test #'string=) (char= (char name 0) #\.)
               (and (> last 0) (char= (char name last) #\.)))
           symbol)
          ((namespace-end name)
           (let ((ns (gethash (symbol-namespace symbol) (ns-aliases *ns*))))
             (if ns (symbol-of (symbol-part symbol) (ns-name ns)) symbol)))
          (t (let ((found (find-mapping *ns* name)))
               (cond ((varp found) (if (var-ns found) (symbol-of (var-name found) (ns-name (var-ns found))) symbol))
                     ((or found (find-class-named name)) symbol)
                     (t (symbol-of name (ns-name *ns*)))))))))
