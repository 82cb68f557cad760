;;; Functions of clojure.core: names, text, printing, reading; and of clojure.string (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Names and text.

(define "str" (&rest objects) "Returns the objects as text, one after the other."
  (cond ((null objects) "")
        ((and (null (rest objects)) (stringp (first objects))) (first objects))
        (t (with-output-to-string (out) (dolist (object objects) (write-string (shown object) out))))))
(define "subs" (string start &optional (end (length string))) "Returns the part of the string from start to end."
  (if (and (stringp string) (integerp start) (integerp end) (<= 0 start end (length string)))
      (subseq string start end)
      (if (stringp string)
          (throw-new "StringIndexOutOfBoundsException" "begin ~A, end ~A, length ~D" start end (length string))
          (cast-fail string "java.lang.String"))))
(define "name" (named) "Returns the name of a symbol or keyword, or a string."
  (cond ((stringp named) named)
        ((or (keywordp named) (symbol-object-p named)) (symbol-part named))
        (t (cast-fail named "clojure.lang.Named"))))
(define "namespace" (named) "Returns the namespace of a symbol or keyword, or nil."
  (if (or (keywordp named) (symbol-object-p named)) (symbol-namespace named) (cast-fail named "clojure.lang.Named")))
(define "keyword" (name &optional (part nil part-p)) "Returns the keyword of that name, or of a namespace and a name."
  (cond (part-p (intern (if name (concatenate 'string (check-text name) "/" (check-text part)) (check-text part)) "KEYWORD"))
        ((keywordp name) name)
        ((stringp name) (intern name "KEYWORD"))
        ((symbol-object-p name) (intern (symbol-name (plain-symbol name)) "KEYWORD"))
        (t nil)))
(define "symbol" (name &optional (part nil part-p)) "Returns the symbol of that name, or of a namespace and a name."
  (cond (part-p (symbol-of (check-text part) (and name (check-text name))))
        ((keywordp name) (symbol-of (symbol-name name)))
        ((symbol-object-p name) name)
        ((varp name) (symbol-of (var-name name) (var-namespace-name name)))
        (t (symbol-of (text-of name)))))
(define "find-keyword" (name) "Returns the keyword of that name, or nil if there is none yet." (values (find-symbol (text-of name) "KEYWORD")))
(define "gensym" (&optional (prefix "G__")) "Makes a new symbol, whose name begins with the prefix." (make-symbol (format nil "~A~D" prefix (incf *gensym-number*))))

(defun text-of (object)
  "Returns the characters of OBJECT, a string or what has a name."
  (cond ((stringp object) object)
        ((keywordp object) (symbol-name object))
        ((symbol-object-p object) (symbol-name (plain-symbol object)))
        ((characterp object) (string object))
        (t (cast-fail object "java.lang.String"))))

(defun check-string (object)
  "Returns OBJECT, or throws an IllegalArgumentException if it is not a string."
  (if (stringp object)
      object
      (throw-new "IllegalArgumentException" "Expected string, got ~:[~A~;nil~]" (null object) (class-name-of object))))

(define "parse-long" (string) "Returns the integer that the string is, or nil."
  (if (check-string string)
      (let ((start (if (and (> (length string) 0) (find (char string 0) "+-")) 1 0)))
        (let ((value (if (digits-p string start (length string) 10) (parse-integer string) nil))) (if (long-p value) value nil)))
      (cast-fail string "java.lang.String")))
(define "parse-double" (string) "Returns the float that the string is, or nil."
  (let ((number (java-double-of-text (check-string string)))) (and number (coerce number 'double-float))))

(defvar *java-double* "[-+]?(?:NaN|Infinity|(?:\\d+[.]?\\d*|[.]\\d+)(?:[eE][-+]?\\d+)?[fFdD]?)" "The pattern of what Java reads as a float.")

(defun java-double-of-text (text)
  "Returns the float that TEXT is, in Java's notation, or NIL."
  (when (stringp *java-double*) (setq *java-double* (regex-of *java-double*)))
  (let ((text (trimmed text t t)))
    (when (match-at *java-double* text 0 t)
      (let ((negative (char= (char text 0) #\-)) (digits (string-right-trim "fFdD" (string-left-trim "+-" text))))
        (cond ((string= digits "NaN") (not-a-number))
              ((string= digits "Infinity") (if negative (- (infinity)) (infinity)))
              (t (let ((digits (if (char= (char digits 0) #\.) (concatenate 'string "0" digits) digits)))
                   (or (float-of-text digits 0 (length digits) negative)
                       (let ((value (coerce (parse-integer digits) 'double-float))) (if negative (- value) value))))))))))
(define "parse-boolean" (string) "Returns true or false, as the string says, or nil if it says neither."
  (cond ((string= (check-string string) "true") t) ((string= string "false") (%false)) (t nil)))

(define "re-pattern" (source) "Returns the regular expression of that source." (if (regexp source) source (regex-of source)))
(define "re-find" (regex &optional (text nil text-p)) "Returns the first match in the text, or nil; of a matcher, the next."
  (if text-p
      (let ((match (match-from regex (if (stringp text) text (cast-fail text "java.lang.CharSequence")) 0)))
        (and match (match-result match)))
      (search-again regex)))
(define "re-matches" (regex text) "Returns the match of the whole text, or nil."
  (let ((match (match-at regex text 0 t))) (and match (match-result match))))
(define "re-seq" (regex text) "Returns a lazy sequence of all matches." (force-lazy (all-matches regex text)))
(define "re-matcher" (regex text) "Makes a matcher, which finds one match in the text after the other." (%searcher regex text))
(define "re-groups" (matcher) "Returns the last match of the matcher."
  (if (searcher-match matcher) (match-result (searcher-match matcher)) (throw-new "IllegalStateException" "No match found")))

;;; Printing and reading.

(define-variable "*out*" *standard-output* "The stream that print and the like write to.")
(define-variable "*err*" *error-output* "The stream that errors are written to.")
(define-variable "*in*" *standard-input* "The stream that read-line reads.")
(define-variable "*print-length*" *print-elements* "The number of elements of a collection that are printed at most, or nil.")
(define-variable "*print-level*" *print-depth* "The depth to which collections are printed, or nil.")
(define-variable "*print-readably*" *readable* "False if strings and characters are printed for people.")
(define-variable "*ns*" *ns* "The current namespace.")
(define-variable "*agent*" *agent* "The agent whose action runs, or nil.")
(define-variable "*1" cl:* "The last value at the prompt.")
(define-variable "*2" cl:** "The value before.")
(define-variable "*3" cl:*** "The value before that.")
(defvar *last-error* nil "The last exception at the prompt.")
(define-variable "*e" *last-error* "The last exception at the prompt.")
(define-variable "*command-line-args*" *command-line* "The arguments of the command line, a sequence of strings.")
(defvar *command-line* nil "The arguments after the script's name.")

(define "pr" (&rest objects) "Prints the objects as the reader takes them." (write-line-of objects *standard-output* t) nil)
(define "prn" (&rest objects) "Prints the objects as the reader takes them, and a new line." (write-line-of objects *standard-output* t) (terpri) nil)
(define "print" (&rest objects) "Prints the objects for people." (write-line-of objects *standard-output* nil) nil)
(define "println" (&rest objects) "Prints the objects for people, and a new line." (write-line-of objects *standard-output* nil) (terpri) nil)
(define ("print-simple" "print-ctor") (object writer) "Writes the object, whatever the methods of print-method are." (write-plainly object writer (truth *readable*)) nil)
(define "newline" () "Prints a new line." (terpri) nil)
(define "flush" () "Flushes what was printed." (finish-output) nil)
(define "pr-str" (&rest objects) "Returns the output of pr as a string." (with-output-to-string (out) (write-line-of objects out t)))
(define "prn-str" (&rest objects) "Returns the output of prn as a string." (with-output-to-string (out) (write-line-of objects out t) (terpri out)))
(define "print-str" (&rest objects) "Returns the output of print as a string." (with-output-to-string (out) (write-line-of objects out nil)))
(define "println-str" (&rest objects) "Returns the output of println as a string." (with-output-to-string (out) (write-line-of objects out nil) (terpri out)))
(define "clojure.pprint/pprint" (object) "Prints the object, and a new line." (write-object object *standard-output* t) (terpri) nil)
(define "call-with-out-str" (function) "Calls the function. Returns what it prints, a string."
  (with-output-to-string (*standard-output*) (funcall function)))
(define "call-with-in-str" (text function) "Calls the function while the input is the text."
  (with-input-from-string (*standard-input* text) (funcall function)))
(define "clojure.java.io/reader" (path) "Returns a reader of the file, or the reader that it is given." (if (streamp path) path (open (text-of path) :external-format :utf-8)))
(define "clojure.java.io/writer" (path &rest options) "Opens the file for writing; :append true keeps what is there. Returns the writer."
  (open (text-of path) :direction :output :external-format :utf-8 :if-does-not-exist :create
                       :if-exists (if (truth (getf options :|append|)) :append :supersede)))
(define "clojure.java.io/file" (path &rest parts) "Returns the path and its parts with slashes between them, a string." (format nil "~A~{/~A~}" path parts))
(define "read-line" () "Reads the next line of the input. Returns it, or nil at the end." (values (read-line *standard-input* nil)))
(define "read-string" (text &optional (more nil more-p)) "Returns the first form in the text: (read-string text), (read-string options text)."
  (with-input-from-string (in (check-text (if more-p more text)))
    (if more-p (read-with-options in text (get-of text :|eof| '%fail)) (read-or-fail in '%fail))))
(define "read" (&optional (stream *standard-input*) (more nil more-p) eof) "Reads the next form of the input: (read stream), (read options stream), (read stream eof-error? eof-value)."
  (cond ((not more-p) (read-or-fail stream '%fail))
        ((streamp more) (read-with-options more stream (get-of stream :|eof| '%fail)))
        (t (read-or-fail stream (if (truth more) '%fail eof)))))
(define "clojure.edn/read-string" (text &optional (more nil more-p)) "Returns the first form of EDN in the text, or nil. Options: :readers, :default, :eof."
  (let ((options (if more-p text (map-of :|eof| nil))) (text (if more-p more text)))
    (if text (with-input-from-string (in (check-text text)) (read-edn in options)) nil)))
(define "clojure.edn/read" (&optional (stream *standard-input*) (more nil more-p)) "Reads the next form of EDN of the input. Options: :readers, :default, :eof."
  (if more-p (read-edn more stream) (read-edn stream nil)))
(define-variable "*data-readers*" *data-readers* "A map from tags to functions that read what stands after them.")
(define-variable "*default-data-reader-fn*" *default-reader* "A function of a tag and a form, for unknown tags; or nil.")
(define "tagged-literal" (tag form) "Makes a tagged literal: the form after a tag that has no reader." (%tagged tag form))
(define "reader-conditional" (form splicing) "Makes a reader conditional, as reading with :preserve returns it." (%reader-conditional form splicing))
(defvar *chance* (make-random-state t) "The random state that UUIDs come from.")
(define "parse-uuid" (text) "Returns the UUID that the string is, or nil." (uuid-of-text (check-string text)))
(defun random-uuid ()
  "Makes a random UUID of version 4."
  (%uuid (dpb 4 (byte 4 76) (dpb 2 (byte 2 62) (random (ash 1 128) *chance*)))))
(define "random-uuid" () "Makes a random UUID." (random-uuid))
(define "inst-ms" (inst) "Returns the milliseconds of the point in time since the beginning of 1970." (if (inst-p inst) (inst-milliseconds inst) (cast-fail inst "java.util.Date")))

(define "slurp" (path) "Reads the file. Returns its text."
  (with-open-file (in (text-of path) :external-format :utf-8)
    (with-output-to-string (out)
      (loop (multiple-value-bind (line missing-newline) (read-line in nil)
              (when line (write-string line out))
              (if missing-newline (return) (terpri out)))))))
(define "spit" (path content &rest options) "Writes the content to the file: :append true keeps what is there."
  (with-open-file (out (text-of path) :direction :output :external-format :utf-8
                                      :if-exists (if (truth (getf options :|append|)) :append :supersede) :if-does-not-exist :create)
    (write-string (shown content) out))
  nil)
(define "line-seq" (reader) "Returns a lazy sequence of the lines of the reader."
  (labels ((lines () (lazily (let ((line (read-line reader nil))) (and line (cons line (lines)))))))
    (force-lazy (lines))))
(define "file-seq" (path) "Returns a sequence of the path itself." (list path))

;;; Variables that programs bind, and that change nothing here.

(macrolet ((variables (&rest entries)
             `(progn ,@(loop for (name value) in entries
                             for symbol = (intern (concatenate 'string "%" (string-upcase name)))
                             collect `(defvar ,symbol ,value)
                             collect `(define-variable ,name ,symbol "A variable that programs bind.")))))
  (variables ("*assert*" t) ("*warn-on-reflection*" (%false)) ("*unchecked-math*" (%false)) ("*print-dup*" (%false))
             ("*print-meta*" (%false)) ("*print-namespace-maps*" (%false)) ("*flush-on-newline*" t) ("*read-eval*" t) ("*compile-files*" (%false))
             ("*compile-path*" "classes") ("*compiler-options*" nil) ("*math-context*" nil) ("*file*" "NO_SOURCE_PATH") ("*source-path*" "NO_SOURCE_FILE")
             ("*verbose-defrecords*" (%false)) ("*suppress-read*" nil) ("*reader-resolver*" nil) ("*allow-unresolved-vars*" (%false))
             ("*use-context-classloader*" t) ("*fn-loader*" nil)))

;;; Those of clojure.string that are not in string.clj.

(defun replaced (object what with once &aux (text (as-text object)))
  "Returns the text of OBJECT with WITH for each match of WHAT, or for the first one if ONCE is true."
  (typecase what
    (regex (replace-matches text what with once))
    (character (replace-text text (string what) (if (characterp with) (string with) (cast-fail with "java.lang.Character")) once))
    (t (replace-text text (check-text what) (check-text with) once))))

(define "clojure.string/replace" (text what with) "Returns the text with something else, or what a function returns, for each match." (replaced text what with nil))
(define "clojure.string/replace-first" (text what with) "Returns the text with something else for the first match." (replaced text what with t))
(defun as-text (object)
  "Returns the characters of OBJECT: strings, and what toString gives of any other."
  (cond ((stringp object) object) ((null object) (cast-fail object "java.lang.CharSequence")) (t (shown object))))

(define "clojure.string/split" (text regex &optional (limit 0)) "Returns a vector of the parts of the text between the matches."
  (vector-of-list (split-text (check-text text)
                              (if (regexp regex) regex (cast-fail regex "java.util.regex.Pattern")) limit)))

(defun check-text (object)
  "Returns OBJECT, or throws a ClassCastException if it is not a string."
  (if (stringp object) object (cast-fail object "java.lang.CharSequence")))

(define "clojure.string/re-quote-replacement" (text) "Returns the text as a replacement that stands for itself."
  (with-output-to-string (out)
    (loop for character across (as-text text)
          do (when (find character "\\$") (write-char #\\ out))
             (write-char character out))))

(defun whitespace-p (char)
  "True if the character is Java's whitespace."
  (let ((code (char-code char)))
    (or (<= 9 code 13) (<= 28 code 32) (= code #x1680) (<= #x2000 code #x2006) (<= #x2008 code #x200A) (= code #x2028) (= code #x2029)
        (= code #x205F) (= code #x3000))))

(defun trimmed (text left right)
  "Returns TEXT without blanks at its beginning if LEFT, and at its end if RIGHT."
  (let* ((start (or (and left (or (position-if-not #'whitespace-p (check-text text)) (length text))) 0))
         (end (if right (position-if-not #'whitespace-p (check-text text) :start start :from-end t) (1- (length text)))))
    (subseq text start (if end (1+ end) start))))

(define "clojure.string/trim" (text) "Returns the text without blanks at both ends." (trimmed text t t))
(define "clojure.string/triml" (text) "Returns the text without blanks at its beginning." (trimmed text t nil))
(define "clojure.string/trimr" (text) "Returns the text without blanks at its end." (trimmed text nil t))
(define "clojure.string/trim-newline" (text) "Returns the text without the newlines and returns at its end." (string-right-trim '(#\Newline #\Return) (check-text text)))
(define-predicate "clojure.string/blank?" (text) "True if the text is nil or has nothing but blanks." (or (null text) (every #'whitespace-p (check-text text))))
(define "clojure.string/reverse" (text) "Returns the string backwards." (reverse (check-text text)))
