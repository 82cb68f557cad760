;;; Functions of clojure.core: text, printing, references, tasks, vars, exceptions (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Names and text.

(define "str" (&rest objects) "The objects as text, one behind the other."
  (cond ((null objects) "")
        ((and (null (rest objects)) (stringp (first objects))) (first objects))
        (t (with-output-to-string (out) (dolist (object objects) (write-string (shown object) out))))))
(define "subs" (string start &optional (end (length string))) "The part of the string from start to end."
  (if (and (stringp string) (integerp start) (integerp end) (<= 0 start end (length string)))
      (subseq string start end)
      (if (stringp string)
          (throw-new "StringIndexOutOfBoundsException" "begin ~A, end ~A, length ~D" start end (length string))
          (cast-fail string "java.lang.String"))))
(define "name" (named) "The name of a symbol or keyword, or a string."
  (cond ((stringp named) named)
        ((or (keywordp named) (symbol-object-p named)) (symbol-part named))
        (t (cast-fail named "clojure.lang.Named"))))
(define "namespace" (named) "The namespace of a symbol or keyword, or nil."
  (if (or (keywordp named) (symbol-object-p named)) (symbol-namespace named) (cast-fail named "clojure.lang.Named")))
(define "keyword" (name &optional (part nil part-p)) "The keyword of that name, or of a namespace and a name."
  (cond (part-p (intern (if name (concatenate 'string (check-text name) "/" (check-text part)) (check-text part)) "KEYWORD"))
        ((keywordp name) name)
        ((stringp name) (intern name "KEYWORD"))
        ((symbol-object-p name) (intern (symbol-name (plain-symbol name)) "KEYWORD"))
        (t nil)))
(define "symbol" (name &optional (part nil part-p)) "The symbol of that name, or of a namespace and a name."
  (cond (part-p (symbol-of (check-text part) (and name (check-text name))))
        ((keywordp name) (symbol-of (symbol-name name)))
        ((symbol-object-p name) name)
        ((varp name) (symbol-of (var-name name) (var-namespace-name name)))
        (t (symbol-of (text-of name)))))
(define "find-keyword" (name) "The keyword of that name." (values (find-symbol (text-of name) "KEYWORD")))
(define "gensym" (&optional (prefix "G__")) "A new symbol." (make-symbol (format nil "~A~D" prefix (incf *gensym-number*))))

(defun text-of (object)
  "Returns the characters of OBJECT, a string or what has a name."
  (cond ((stringp object) object)
        ((keywordp object) (symbol-name object))
        ((symbol-object-p object) (symbol-name (plain-symbol object)))
        ((characterp object) (string object))
        (t (cast-fail object "java.lang.String"))))

(define "format" (control &rest arguments) "The text that the control string, of Java's notation, makes of the arguments." (java-format control arguments))
(define "printf" (control &rest arguments) "Prints what format returns." (write-string (java-format control arguments)) nil)

(defun padded (text width left zero)
  (let ((missing (- (or width 0) (length text))))
    (cond ((<= missing 0) text)
          (left (concatenate 'string text (make-string missing :initial-element #\Space)))
          (zero (let ((sign (if (and (> (length text) 0) (find (char text 0) "+-")) 1 0)))
                  (concatenate 'string (subseq text 0 sign) (make-string missing :initial-element #\0) (subseq text sign))))
          (t (concatenate 'string (make-string missing :initial-element #\Space) text)))))

(defun grouped-digits (text)
  "Returns TEXT, a number, with commas between thousands."
  (let* ((dot (or (position #\. text) (length text))) (start (if (find (char text 0) "+-") 1 0)))
    (with-output-to-string (out)
      (loop for index from 0 below (length text)
            do (when (and (> index start) (< index dot) (eql 0 (mod (- dot index) 3))) (write-char #\, out))
               (write-char (char text index) out)))))

(defun fixed-text (number digits)
  "Returns NUMBER with DIGITS behind the point, halves rounded away from zero."
  (if (and (floatp number) (or (/= number number) (> (abs number) most-positive-double-float)))
      (float-text number)
      (let* ((scaled (* (abs (rational number)) (expt 10 digits))) (whole (floor (+ scaled 1/2))))
        (multiple-value-bind (integer fraction) (floor whole (expt 10 digits))
          (format nil "~:[~;-~]~D~:[.~V,'0D~;~]" (and (minusp number) (plusp whole)) integer (eql digits 0) digits fraction)))))

(defun scientific-text (number digits)
  (if (zerop number)
      (format nil "~A~A" (fixed-text 0 digits) "e+00")
      (let* ((value (abs (rational number))) (exponent (floor (log (coerce value 'double-float) 10))))
        (loop while (>= (/ value (expt 10 exponent)) 10) do (incf exponent))
        (loop while (< (/ value (expt 10 exponent)) 1) do (decf exponent))
        (format nil "~:[~;-~]~Ae~:[-~;+~]~2,'0D" (minusp number) (fixed-text (/ value (expt 10 exponent)) digits) (>= exponent 0) (abs exponent)))))

(defun conversion-fail (kind argument)
  (throw-new "IllegalFormatConversionException" "~C != ~A" kind (class-name-of argument)))

(defun formatted (kind argument flags precision)
  "Returns ARGUMENT as the conversion KIND, a character, has it."
  (flet ((number (text)
           (let ((text (if (find #\, flags) (grouped-digits text) text)))
             (if (and (find #\+ flags) (char/= (char text 0) #\-)) (concatenate 'string "+" text) text))))
    (case kind
      ((#\s #\S) (let ((text (if (null argument) "null" (shown argument))))
                   (when precision (setq text (subseq text 0 (min precision (length text)))))
                   (if (char= kind #\S) (string-upcase text) text)))
      (#\d (if (integerp argument) (number (format nil "~D" argument)) (if (null argument) "null" (conversion-fail kind argument))))
      (#\f (if (or (floatp argument) (typep argument 'ratio)) (number (fixed-text argument (or precision 6))) (conversion-fail kind argument)))
      (#\e (if (realp argument) (number (scientific-text argument (or precision 6))) (conversion-fail kind argument)))
      (#\x (if (integerp argument) (format nil "~(~X~)" argument) (conversion-fail kind argument)))
      (#\X (if (integerp argument) (format nil "~:@(~X~)" argument) (conversion-fail kind argument)))
      (#\o (if (integerp argument) (format nil "~O" argument) (conversion-fail kind argument)))
      (#\c (if (characterp argument) (string argument) (conversion-fail kind argument)))
      (#\b (if (truth argument) "true" "false"))
      (t (throw-new "UnknownFormatConversionException" "Conversion = '~C'" kind)))))

(defun java-format (control arguments)
  (with-output-to-string (out)
    (let ((index 0) (end (length control)) (rest arguments))
      (labels ((next () (if (< index end) (prog1 (char control index) (incf index)) (throw-new "UnknownFormatConversionException" "Conversion = '%'")))
               (digits ()
                 (let ((start index))
                   (loop while (and (< index end) (digit-char-p (char control index))) do (incf index))
                   (if (> index start) (parse-integer control :start start :end index) nil)))
               (argument () (if rest (pop rest) (throw-new "MissingFormatArgumentException" "Format specifier '%s'"))))
        (loop while (< index end)
              do (let ((character (next)))
                   (if (char/= character #\%)
                       (write-char character out)
                       (let* ((position (let ((start index) (number (digits)))
                                          (if (and number (< index end) (char= (char control index) #\$))
                                              (progn (incf index) number)
                                              (progn (setq index start) nil))))
                              (flags (loop while (and (< index end) (find (char control index) "-+ 0,#(")) collect (next)))
                              (width (digits)) (precision (if (and (< index end) (char= (char control index) #\.)) (progn (incf index) (digits)) nil))
                              (kind (next)))
                         (case kind
                           (#\n (terpri out))
                           (#\% (write-string (padded "%" width (find #\- flags) nil) out))
                           (t (write-string (padded (formatted kind (if position (nth (- position 1) arguments) (argument)) flags precision)
                                                    width (find #\- flags) (find #\0 flags))
                                            out)))))))))))

(define "parse-long" (string) "The integer that the string is, or nil."
  (if (stringp string)
      (let ((start (if (and (> (length string) 0) (find (char string 0) "+-")) 1 0)))
        (let ((value (if (digits-p string start (length string) 10) (parse-integer string) nil))) (if (long-p value) value nil)))
      (cast-fail string "java.lang.String")))
(define "parse-double" (string) "The float that the string is, or nil."
  (let ((number (java-double-of-text (check-text string)))) (and number (coerce number 'double-float))))

(defvar *java-double* "[-+]?(?:NaN|Infinity|(?:\\d+[.]?\\d*|[.]\\d+)(?:[eE][-+]?\\d+)?[fFdD]?)" "What Java reads as a float.")

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
(define "parse-boolean" (string) "true or false, or nil if the string is neither."
  (cond ((string= (check-text string) "true") t) ((string= string "false") (%false)) (t nil)))

(define "re-pattern" (source) "The regular expression of that source." (if (regexp source) source (regex-of source)))
(define "re-find" (regex &optional (text nil text-p)) "The first match in the text, or nil; of a matcher, the next."
  (if text-p
      (let ((match (match-from regex (if (stringp text) text (cast-fail text "java.lang.CharSequence")) 0)))
        (and match (match-result match)))
      (search-again regex)))
(define "re-matches" (regex text) "The match of the whole text, or nil."
  (let ((match (match-at regex text 0 t))) (and match (match-result match))))
(define "re-seq" (regex text) "A lazy sequence of all matches." (force-lazy (all-matches regex text)))
(define "re-matcher" (regex text) "What finds one match after the other." (%searcher regex text))
(define "re-groups" (matcher) "The last match of the matcher."
  (if (searcher-match matcher) (match-result (searcher-match matcher)) (throw-new "IllegalStateException" "No match found")))

;;; Printing and reading.

(define-variable "*out*" *standard-output* "Where print and the like write.")
(define-variable "*err*" *error-output* "Where errors are written.")
(define-variable "*in*" *standard-input* "Where read-line reads.")
(define-variable "*print-length*" *print-elements* "How many elements of a collection are printed at most, or nil.")
(define-variable "*print-level*" *print-depth* "How deep collections are printed, or nil.")
(define-variable "*print-readably*" *readable* "False if strings and characters are printed for people.")
(define-variable "*ns*" *ns* "The current namespace.")
(define-variable "*agent*" *agent* "The agent whose action runs, or nil.")
(define-variable "*1" cl:* "The last value at the prompt.")
(define-variable "*2" cl:** "The value before.")
(define-variable "*3" cl:*** "The value before that.")
(defvar *last-error* nil "The last exception at the prompt.")
(define-variable "*e" *last-error* "The last exception at the prompt.")
(define-variable "*command-line-args*" *command-line* "The arguments of the command line, a sequence of strings.")
(defvar *command-line* nil "The arguments behind the script's name.")

(define "pr" (&rest objects) "Prints the objects as the reader takes them." (write-line-of objects *standard-output* t) nil)
(define "prn" (&rest objects) "Prints the objects as the reader takes them, and a new line." (write-line-of objects *standard-output* t) (terpri) nil)
(define "print" (&rest objects) "Prints the objects for people." (write-line-of objects *standard-output* nil) nil)
(define "println" (&rest objects) "Prints the objects for people, and a new line." (write-line-of objects *standard-output* nil) (terpri) nil)
(define "newline" () "Prints a new line." (terpri) nil)
(define "flush" () "Sees to it that what was printed is shown." (finish-output) nil)
(define "pr-str" (&rest objects) "What pr would print." (with-output-to-string (out) (write-line-of objects out t)))
(define "prn-str" (&rest objects) "What prn would print." (with-output-to-string (out) (write-line-of objects out t) (terpri out)))
(define "print-str" (&rest objects) "What print would print." (with-output-to-string (out) (write-line-of objects out nil)))
(define "println-str" (&rest objects) "What println would print." (with-output-to-string (out) (write-line-of objects out nil) (terpri out)))
(define "clojure.pprint/pprint" (object) "Prints the object, and a new line." (write-object object *standard-output* t) (terpri) nil)
(define "call-with-out-str" (function) "What the function prints, a string."
  (with-output-to-string (*standard-output*) (funcall function)))
(define "call-with-in-str" (text function) "Calls the function while the input is the text."
  (with-input-from-string (*standard-input* text) (funcall function)))
(define "clojure.java.io/reader" (path) "A reader of the file." (if (streamp path) path (open (text-of path) :external-format :utf-8)))
(define "clojure.java.io/writer" (path &rest options) "What writes to the file: :append true keeps what is there."
  (open (text-of path) :direction :output :external-format :utf-8 :if-does-not-exist :create
                       :if-exists (if (truth (getf options :|append|)) :append :supersede)))
(define "clojure.java.io/file" (path &rest parts) "The path of a file, a string." (format nil "~A~{/~A~}" path parts))
(define "read-line" () "The next line of the input, or nil." (values (read-line *standard-input* nil)))
(define "read-string" (text &optional (more nil more-p)) "The first form in the text: (read-string text), (read-string options text)."
  (with-input-from-string (in (check-text (if more-p more text)))
    (if more-p (read-with-options in text (get-of text :|eof| '%fail)) (read-or-fail in '%fail))))
(define "read" (&optional (stream *standard-input*) (more nil more-p) eof) "The next form of the input: (read stream), (read options stream), (read stream eof-error? eof-value)."
  (cond ((not more-p) (read-or-fail stream '%fail))
        ((streamp more) (read-with-options more stream (get-of stream :|eof| '%fail)))
        (t (read-or-fail stream (if (truth more) '%fail eof)))))
(define "clojure.edn/read-string" (text &optional (more nil more-p)) "The first form of EDN in the text, or nil. Options: :readers, :default, :eof."
  (let ((options (if more-p text (map-of :|eof| nil))) (text (if more-p more text)))
    (if text (with-input-from-string (in (check-text text)) (read-edn in options)) nil)))
(define "clojure.edn/read" (&optional (stream *standard-input*) (more nil more-p)) "The next form of EDN of the input. Options: :readers, :default, :eof."
  (if more-p (read-edn more stream) (read-edn stream nil)))
(define-variable "*data-readers*" *data-readers* "From tags to functions that read what stands behind them.")
(define-variable "*default-data-reader-fn*" *default-reader* "A function of a tag and a form, for tags that nobody knows; or nil.")
(define "tagged-literal" (tag form) "The form behind a tag that nobody reads." (%tagged tag form))
(define "reader-conditional" (form splicing) "A conditional as :preserve has it." (%reader-conditional form splicing))
(defvar *chance* (make-random-state t) "Where UUIDs come from.")
(define "parse-uuid" (text) "The UUID that the string is, or nil." (uuid-of-text (check-text text)))
(defun random-uuid () (%uuid (dpb 4 (byte 4 76) (dpb 2 (byte 2 62) (random (ash 1 128) *chance*)))))
(define "random-uuid" () "A UUID by chance." (random-uuid))
(define "inst-ms" (inst) "The milliseconds since the beginning of 1970." (if (inst-p inst) (inst-milliseconds inst) (cast-fail inst "java.util.Date")))

(define "slurp" (path) "The text of the file."
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
(define "line-seq" (reader) "The lines of the reader, a sequence."
  (labels ((lines () (lazily (let ((line (read-line reader nil))) (and line (cons line (lines)))))))
    (force-lazy (lines))))
(define "file-seq" (path) "A sequence of the path itself." (list path))

;;; References.

(defun set-options (reference options)
  (loop for (key value) on options by #'cddr
        do (case key
             (:|meta| (setf (reference-meta reference) (if (or (null value) (map-object-p value)) value (cast-fail value "clojure.lang.IPersistentMap"))))
             (:|validator| (setf (reference-validator reference) value))
             (:|min-history| (setf (ref-least reference) value))
             (:|max-history| (setf (ref-most reference) value))
             (:|error-handler| (setf (agent-handler reference) value (agent-mode reference) :|continue|))
             (:|error-mode| (setf (agent-mode reference) value))))
  reference)

(define "atom" (value &rest options) "An atom with that value. Options: :meta, :validator."
  (let ((atom (set-options (%atom value) options))) (check-valid atom value) atom))
(define "swap!" (atom function &rest arguments) "Gives the atom what the function makes of its value and the arguments." (apply #'swap-atom atom function arguments))
(define "reset!" (atom value) "Gives the atom the value." (if (atom-object-p atom) (reset-atom atom value) (cast-fail atom "clojure.lang.IAtom")))
(define "swap-vals!" (atom function &rest arguments) "As swap!; returns the old value and the new one."
  (let ((old (atom-object-value atom))) (vector-of old (apply #'swap-atom atom function arguments))))
(define "reset-vals!" (atom value) "As reset!; returns the old value and the new one."
  (let ((old (atom-object-value atom))) (vector-of old (reset-atom atom value))))
(define-predicate "compare-and-set!" (atom old new) "Gives the atom the new value if it has the old one."
  (let ((value (atom-object-value atom)))
    (when (or (eq value old) (and (numberp value) (eql value old))) (reset-atom atom new) t)))
(define "add-watch" (reference key function) "Has the function called, with the key, the reference, the old and the new value, when the value changes."
  (if (varp reference)
      (setf (var-watches reference) (assoc-of (var-watches reference) key function))
      (setf (reference-watches reference) (assoc-of (reference-watches reference) key function)))
  reference)
(define "remove-watch" (reference key) "Takes the watch of that key away."
  (if (varp reference)
      (setf (var-watches reference) (dissoc-of (var-watches reference) key))
      (setf (reference-watches reference) (dissoc-of (reference-watches reference) key)))
  reference)
(define "set-validator!" (reference function) "Has the function say which values the reference may have."
  (let ((old (reference-validator reference)))
    (setf (reference-validator reference) function)
    (handler-bind ((error (lambda (failure) (declare (ignore failure)) (setf (reference-validator reference) old))))
      (check-valid reference (deref-of reference))))
  nil)
(define "get-validator" (reference) "The function that says which values it may have." (reference-validator reference))
(define "volatile!" (value) "A volatile with that value." (%volatile value))
(define "vreset!" (volatile value) "Gives the volatile the value." (setf (volatile-value volatile) value))
(define "vswap!" (volatile function &rest arguments) "Gives the volatile what the function makes of its value."
  (setf (volatile-value volatile) (apply (callable function) (volatile-value volatile) arguments)))
(define "alter-meta!" (reference function &rest arguments) "Gives the reference the metadata that the function makes of its own."
  (set-meta reference (apply (callable function) (meta-of reference) arguments)))
(define "reset-meta!" (reference meta) "Gives the reference the metadata." (set-meta reference meta))

(defun set-meta (reference meta)
  (typecase reference
    (reference (setf (reference-meta reference) meta))
    ((or var ns) (setf (with-meta-meta reference) meta))
    (t (cast-fail reference "clojure.lang.IReference"))))

(define "ref" (value &rest options) "A ref with that value. Options: :meta, :validator, :min-history, :max-history."
  (let ((ref (set-options (make-ref value) options))) (check-valid ref value) ref))
(define "ref-set" (ref value) "Gives the ref the value, in a transaction." (set-ref ref value))
(define "alter" (ref function &rest arguments) "Gives the ref what the function makes of its value, in a transaction." (apply #'alter-ref ref function arguments))
(define "commute" (ref function &rest arguments) "As alter, of a function that may be called once more when the transaction commits." (apply #'commute-ref ref function arguments))
(define "ensure" (ref) "The ref's value, which no other transaction changes before this one has ended." (ensure-ref ref))
(define "ref-history-count" (ref) "How many older values the ref keeps." (- (length (ref-history ref)) 1))
(define "ref-min-history" (ref &optional (count nil count-p)) "How many older values it keeps at least." (if count-p (progn (setf (ref-least ref) count) ref) (ref-least ref)))
(define "ref-max-history" (ref &optional (count nil count-p)) "How many older values it keeps at most." (if count-p (progn (setf (ref-most ref) count) ref) (ref-most ref)))

(define "agent" (value &rest options) "An agent with that value. Options: :meta, :validator, :error-handler, :error-mode."
  (set-options (%agent value) options))
(define ("send" "send-off") (agent function &rest arguments) "Has the agent become, in its own time, what the function makes of its value." (send-to agent function arguments))
(define "await" (&rest agents) "Waits until the agents have done what they were sent." (await-agents agents nil) nil)
(define-predicate "await-for" (milliseconds &rest agents) "As await, but not for longer." (await-agents agents milliseconds))
(define "agent-error" (agent) "The exception that stopped the agent, or nil." (agent-failure agent))
(define "restart-agent" (agent value &rest options) "Lets an agent that failed go on with the value. Option: :clear-actions."
  (unless (agent-failure agent) (throw-new "RuntimeException" "Agent does not need a restart"))
  (when (truth (getf options :|clear-actions|)) (setf (agent-queue agent) (tessera-continuations::%make-queue)))
  (setf (agent-failure agent) nil (agent-value agent) value)
  (start-agent agent)
  value)
(define "set-error-handler!" (agent function) "Has the function called with the agent and an exception." (setf (agent-handler agent) function) nil)
(define "set-error-mode!" (agent mode) "What an exception does: :fail or :continue." (setf (agent-mode agent) mode) nil)
(define "error-mode" (agent) "What an exception does: :fail or :continue." (agent-mode agent))
(define "shutdown-agents" () "Nothing: agents end with the program." nil)
(define "release-pending-sends" () "Sends what the running action has sent; how many these were."
  (let ((sends (reverse *nested-sends*))) (setq *nested-sends* '()) (dolist (send sends) (funcall send)) (length sends)))

(define "promise" () "A promise, which deliver gives its value." (%promise :promise))
(define "deliver" (promise value) "Gives the promise its value, if it has none." (if (settle promise :done value) promise nil))
(define "future-call" (function) "Has a task call the function; returns a future for what it returns." (start-future (callable function)))
(define-predicate "future-done?" (future) "True if the future has its value."
  (when (eq (promise-state future) :pending) (pass-turn))
  (not (eq (promise-state future) :pending)))
(define-predicate "future-cancel" (future) "Cancels the future, unless it is done." (settle future :cancelled nil))
(define-predicate "future-cancelled?" (future) "True if it was cancelled." (eq (promise-state future) :cancelled))
(define "make-delay" (function) "A delay for what the function returns." (%delay function))
(define "force" (object) "The value of a delay; any other object is its own." (if (delay-p object) (force-delay object) object))
(define "pass-turn" () "Lets other tasks have their turns." (pass-turn) nil)

;;; Vars and namespaces.

(define "var-get" (var) "The value of the var." (var-value var))
(define "var-set" (var value) "Gives the var's innermost binding the value."
  (if (var-ns var) (set-dynamic (var-symbol var) value) (set (var-symbol var) value)))
(define "make-local-var" (value) "A var of no namespace with that value: what with-local-vars binds."
  (let ((symbol (make-symbol "local"))) (set symbol value) (%var symbol "local" nil)))
(define-predicate "bound?" (&rest vars) "True if the vars have values." (every #'var-bound-p vars))
(define-predicate "thread-bound?" (&rest vars) "True if the vars are bound by binding."
  (every (lambda (var) (assoc (var-symbol var) *conveyed*)) vars))
(define "alter-var-root" (var function &rest arguments) "Gives the var what the function makes of its value."
  (let* ((old (var-value var)) (new (apply (callable function) old arguments)))
    (set-root var new)
    (notify-watches var old new)
    new))
(define "with-redefs-fn" (bindings function) "Calls the function while the vars, keys of a map, have other values."
  (let ((saved (mapcar (lambda (entry) (cons (vector-nth entry 0) (var-value (vector-nth entry 0)))) (list-of-seq bindings))))
    (unwind-protect (progn (do-seq (entry bindings) (set-root (vector-nth entry 0) (vector-nth entry 1)))
                           (funcall (callable function)))
      (loop for (var . value) in saved do (set-root var value)))))
(define "with-bindings*" (bindings function &rest arguments) "Calls the function while the dynamic vars, keys of a map, are bound."
  (let ((symbols (mapcar (lambda (entry) (var-symbol (vector-nth entry 0))) (list-of-seq bindings))))
    (let ((*conveyed* (append (mapcar #'bound-before symbols) *conveyed*)))
      (progv symbols (mapcar (lambda (entry) (vector-nth entry 1)) (list-of-seq bindings))
        (apply (callable function) arguments)))))
(define "resolve" (symbol) "The var or class that the symbol stands for, or nil." (values (resolve-name (plain-symbol symbol))))
(define "ns-resolve" (ns symbol) "As resolve, in the namespace." (values (resolve-name (plain-symbol symbol) (the-ns ns))))
(define "find-var" (symbol) "The var of that full name, or nil."
  (let ((ns (find-ns (or (symbol-namespace symbol) (throw-new "IllegalArgumentException" "Symbol must be namespace-qualified")))))
    (if ns (values (gethash (symbol-part symbol) (ns-mappings ns))) (throw-new "IllegalArgumentException" "No such namespace: ~A" (symbol-namespace symbol)))))
(define "intern" (ns name &optional (value nil value-p)) "The var of that name in the namespace, with the value."
  (let ((var (intern-var (the-ns ns) (text-of name)))) (when value-p (set-root var value)) var))

(defun the-ns (designator)
  (cond ((nsp designator) designator)
        ((symbol-object-p designator)
         (or (find-ns (symbol-name (plain-symbol designator)))
             (throw-new "Exception" "No namespace: ~A found" (symbol-name (plain-symbol designator)))))
        (t (cast-fail designator "clojure.lang.Symbol"))))

(define "find-ns" (symbol) "The namespace of that name, or nil." (find-ns (text-of symbol)))
(define "create-ns" (symbol) "The namespace of that name, made if need be." (make-ns (text-of symbol)))
(define "the-ns" (designator) "The namespace that a symbol names." (the-ns designator))
(define "ns-name" (designator) "The name of the namespace, a symbol." (symbol-of (ns-name (the-ns designator))))
(define "all-ns" () "All namespaces."
  (let ((all '())) (maphash (lambda (name ns) (declare (ignore name)) (push ns all)) *namespaces*) all))
(define "in-ns" (symbol) "Makes that namespace the current one." (setq *ns* (make-ns (text-of symbol))))

(defun mappings-as-map (ns test)
  (let ((map *empty-map*))
    (maphash (lambda (name thing) (when (funcall test thing) (setq map (map-assoc map (symbol-of name) thing)))) (ns-mappings ns))
    map))

(define "ns-publics" (ns) "A map from names to the namespace's public vars."
  (let ((ns (the-ns ns))) (mappings-as-map ns (lambda (thing) (and (varp thing) (eq (var-ns thing) ns) (not (var-private thing)))))))
(define "ns-interns" (ns) "A map from names to the namespace's own vars."
  (let ((ns (the-ns ns))) (mappings-as-map ns (lambda (thing) (and (varp thing) (eq (var-ns thing) ns))))))
(define "ns-map" (ns) "A map of all that the namespace knows." (mappings-as-map (the-ns ns) (constantly t)))
(define "ns-aliases" (ns) "A map from aliases to namespaces."
  (let ((map *empty-map*)) (maphash (lambda (name other) (setq map (map-assoc map (symbol-of name) other))) (ns-aliases (the-ns ns))) map))
(define "ns-unmap" (ns symbol) "Makes the namespace forget the name." (remhash (text-of symbol) (ns-mappings (the-ns ns))) nil)
(define "ns-unalias" (ns symbol) "Makes the namespace forget the alias." (remhash (text-of symbol) (ns-aliases (the-ns ns))) nil)
(define "alias" (name ns) "Makes the name one for the namespace." (setf (gethash (text-of name) (ns-aliases *ns*)) (the-ns ns)) nil)

(define "eval" (form) "The value of the form." (evaluate-form form))
(define "macroexpand-1" (form) "The form expanded once." (values (macro-expansion form)))
(define "macroexpand" (form) "The form expanded until it is not a call of a macro."
  (loop (multiple-value-bind (new expanded) (macro-expansion form) (if expanded (setq form new) (return form)))))

;;; Classes, exceptions, types.

(define "class" (object) "The class of the object." (class-of-object object))
(define "type" (object) "The :type of its metadata, or its class." (or (get-of (meta-of object) :|type| nil) (class-of-object object)))
(define-predicate "instance?" (class object) "True if the object is of the class."
  (if (jtypep class) (instance-of-p object class) (cast-fail class "java.lang.Class")))
(define "cast" (class object) "The object, which must be of the class."
  (if (or (null object) (instance-of-p object class)) object (throw-new "ClassCastException" "Cannot cast ~A to ~A" (class-name-of object) (jtype-name class))))
(define-predicate "satisfies?" (protocol object) "True if the protocol was extended to the object's type." (satisfies-p protocol object))
(define-predicate "extends?" (protocol class) "True if the protocol was extended to the class." (find-implementation protocol class))
(define "extend" (class &rest more) "Extends protocols, each followed by a map from keywords to functions, to the class."
  (loop for (protocol methods) on more by #'cddr
        do (extend-class protocol (extended-name class)
                         (mapcar (lambda (entry) (cons (symbol-name (vector-nth entry 0)) (callable (vector-nth entry 1)))) (list-of-seq methods))))
  nil)
(define "ex-info" (message data &optional cause) "An exception with that message and data, a map."
  (unless (map-object-p data) (throw-new "IllegalArgumentException" "Additional data must be non-nil."))
  (make-condition 'throwable :class "ExceptionInfo" :message message :data data :cause cause))
(define "ex-data" (exception) "The data of an exception that ex-info made." (and (typep exception 'condition) (exception-data exception)))
(define "ex-message" (exception) "The message of an exception." (and (typep exception 'condition) (exception-message exception)))
(define "ex-cause" (exception) "The cause of an exception." (and (typep exception 'condition) (exception-cause exception)))
(define "throw-assertion" (message) "Throws an AssertionError." (throw-new "AssertionError" "~A" message))

(define "get-method" (multifn value) "The method for the dispatch value." (best-method multifn value))
(define "methods" (multifn) "A map of the methods." (multifn-methods multifn))
(define "remove-method" (multifn value) "Takes the method away."
  (setf (multifn-methods multifn) (dissoc-of (multifn-methods multifn) value) (multifn-cache multifn) *empty-map*) multifn)
(define "remove-all-methods" (multifn) "Takes all methods away."
  (setf (multifn-methods multifn) *empty-map* (multifn-cache multifn) *empty-map*) multifn)
(define "prefer-method" (multifn preferred other) "Has the first dispatch value preferred to the other."
  (when (prefers-p multifn (deref-of (multifn-hierarchy multifn)) other preferred)
    (throw-new "IllegalStateException" "Preference conflict in multimethod '~A': ~A is already preferred to ~A"
               (multifn-name multifn) (written other) (written preferred)))
  (setf (multifn-preferences multifn)
        (assoc-of (multifn-preferences multifn) preferred
                  (set-conj (or (get-of (multifn-preferences multifn) preferred nil) *empty-set*) other))
        (multifn-cache multifn) *empty-map*)
  multifn)
(define "prefers" (multifn) "A map of the preferences." (multifn-preferences multifn))

;;; Hierarchies: maps of :parents, :ancestors and :descendants, each a map from tags to sets.

(defun new-hierarchy () (map-of :|parents| *empty-map* :|ancestors| *empty-map* :|descendants| *empty-map*))

(defvar *global-hierarchy* (%atom (new-hierarchy)) "The hierarchy of derive.")
(defun global-hierarchy () *global-hierarchy*)

(define "make-hierarchy" () "A hierarchy without relations." (new-hierarchy))

(defun descendants-in (hierarchy tag)
  (get-of (get-of hierarchy :|descendants| nil) tag nil))

(defun with-relations (hierarchy relation tags others)
  "Returns HIERARCHY with OTHERS, a list, among what each of TAGS has by RELATION, a keyword."
  (let ((map (get-of hierarchy relation nil)))
    (dolist (tag tags (assoc-of hierarchy relation map))
      (let ((set (or (get-of map tag nil) *empty-set*)))
        (dolist (other others) (setq set (set-conj set other)))
        (setq map (assoc-of map tag set))))))

(defun related (hierarchy child parent)
  "Returns HIERARCHY with PARENT as a parent of CHILD."
  (let ((above (cons parent (list-of-seq (ancestors-in hierarchy parent)))) (below (cons child (list-of-seq (descendants-in hierarchy child)))))
    (with-relations (with-relations (with-relations hierarchy :|parents| (list child) (list parent)) :|ancestors| below above)
                    :|descendants| above below)))

(defun check-tag (test text) (unless test (throw-new "AssertionError" "Assert failed: ~A" text)))
(defun named-p (tag) (or (keywordp tag) (symbol-object-p tag)))

(defun derived (hierarchy child parent)
  (check-tag (not (equiv child parent)) "(not= tag parent)")
  (check-tag (or (jtypep child) (named-p child)) "(or (class? tag) (instance? clojure.lang.Named tag))")
  (check-tag (named-p parent) "(instance? clojure.lang.Named parent)")
  (check-hierarchy hierarchy)
  (when (isa-p hierarchy parent child)
    (throw-new "Exception" "Cyclic derivation: ~A has ~A as ancestor" (written parent) (written child)))
  (let ((parents (parents-in hierarchy child)) (ancestors (ancestors-in hierarchy child)))
    (cond ((and parents (contains-of parents parent)) hierarchy)
          ((and ancestors (contains-of ancestors parent))
           (throw-new "Exception" "~A already has ~A as ancestor" (written child) (written parent)))
          (t (related hierarchy child parent)))))
(define "derive" (a b &optional (c nil c-p)) "Makes a child one of a parent: (derive child parent), (derive hierarchy child parent)."
  (if c-p
      (derived a b c)
      (progn (check-tag (and (named-p b) (symbol-namespace b)) "(namespace parent)")
             (check-tag (or (jtypep a) (and (named-p a) (symbol-namespace a))) "(or (class? tag) (and (instance? clojure.lang.Named tag) (namespace tag)))")
             (setf (atom-object-value *global-hierarchy*) (derived (atom-object-value *global-hierarchy*) a b)) nil)))
(defun check-hierarchy (hierarchy)
  (unless (and (map-object-p hierarchy) (map-object-p (get-of hierarchy :|parents| nil)) (map-object-p (get-of hierarchy :|ancestors| nil))) (cast-fail hierarchy "clojure.lang.IPersistentMap")))
(defun underived (hierarchy child parent)
  (check-hierarchy hierarchy)
  (let ((parents (parents-in hierarchy child)))
    (if (and parents (contains-of parents parent))
        (let ((rest (new-hierarchy)))                  ; what is left, derived again
          (do-seq (entry (get-of hierarchy :|parents| nil) rest)
            (do-seq (other (vector-nth entry 1))
              (unless (and (equiv (vector-nth entry 0) child) (equiv other parent))
                (setq rest (related rest (vector-nth entry 0) other))))))
        hierarchy)))
(define "underive" (a b &optional (c nil c-p)) "Undoes derive."
  (if c-p
      (underived a b c)
      (progn (setf (atom-object-value *global-hierarchy*) (underived (atom-object-value *global-hierarchy*) a b)) nil)))
(define-predicate "isa?" (a b &optional (c nil c-p)) "True if the child is the parent or derived from it: (isa? child parent), (isa? hierarchy child parent)."
  (if c-p (isa-p a b c) (isa-p (atom-object-value *global-hierarchy*) a b)))

(defun set-or-nil (elements) (and elements (set-of-seq elements)))

(defun all-parents (hierarchy tag)
  "Returns the set of the parents of TAG, of which a class has those that it extends, too; or NIL."
  (set-or-nil (append (list-of-seq (parents-in hierarchy tag)) (and (jtypep tag) (bases-of tag)))))

(defun all-ancestors (hierarchy tag)
  (let ((supers (and (jtypep tag) (supers-of tag))))
    (set-or-nil (append (list-of-seq (ancestors-in hierarchy tag)) supers
                        (loop for super in supers append (list-of-seq (ancestors-in hierarchy super)))))))

(defun all-descendants (hierarchy tag)
  (if (jtypep tag)
      (throw-new "UnsupportedOperationException" "Can't get descendants of classes")
      (descendants-in hierarchy tag)))

(defun hierarchy-arguments (a b b-p) (if b-p (values a b) (values (atom-object-value *global-hierarchy*) a)))
(macrolet ((relatives (&rest relatives)
             `(progn ,@(loop for (name function documentation) in relatives
                             collect `(define ,name (a &optional (b nil b-p)) ,documentation
                                        (multiple-value-bind (hierarchy tag) (hierarchy-arguments a b b-p) (,function hierarchy tag)))))))
  (relatives ("parents" all-parents "The parents, a set, or nil.")
             ("ancestors" all-ancestors "The parents, and their parents, a set, or nil.")
             ("descendants" all-descendants "What is derived from the tag, a set, or nil.")))

(defun lisp-arities (lambda-list)
  "Returns what LAMBDA-LIST, of Common Lisp, is in Clojure: a list of vectors."
  (let ((parameters '()) (arities '()) (optional nil) (rest nil))
    (flet ((add () (push (vector-of-list (reverse parameters)) arities)))
      (dolist (item lambda-list)
        (case item
          (&optional (add) (setq optional t))
          (&rest (setq rest t))
          (t (when rest (push (symbol-of "&") parameters))
             (push (symbol-of (string-downcase (if (consp item) (first item) item))) parameters)
             (when (and optional (not rest)) (add)))))
      (when (or rest (not optional)) (add))
      (reverse arities))))

;;; Variables whose value is what most programs expect; they can be bound, and only those of the tables above do something.

(macrolet ((variables (&rest entries)
             `(progn ,@(loop for (name value) in entries
                             for symbol = (intern (concatenate 'string "%" (string-upcase name)))
                             collect `(defvar ,symbol ,value)
                             collect `(define-variable ,name ,symbol "For programs that bind it.")))))
  (variables ("*assert*" t) ("*warn-on-reflection*" (%false)) ("*unchecked-math*" (%false)) ("*print-dup*" (%false))
             ("*print-meta*" (%false)) ("*print-namespace-maps*" (%false)) ("*flush-on-newline*" t) ("*read-eval*" t) ("*compile-files*" (%false))
             ("*compile-path*" "classes") ("*compiler-options*" nil) ("*math-context*" nil) ("*file*" "NO_SOURCE_PATH") ("*source-path*" "NO_SOURCE_FILE")
             ("*verbose-defrecords*" (%false)) ("*suppress-read*" nil) ("*reader-resolver*" nil) ("*allow-unresolved-vars*" (%false))
             ("*use-context-classloader*" t) ("*fn-loader*" nil)))

(define "get-thread-bindings" () "A map from the dynamic vars that are bound to their values."
  (let ((map *empty-map*))
    (dolist (symbol (conveyed-symbols) map)
      (let ((var (var-of-symbol symbol))) (when (and var (boundp symbol)) (setq map (map-assoc map var (symbol-value symbol))))))))
(define "agent-error-handler" (agent) "The function that set-error-handler! was given." (agent-handler agent))
(define "remove-ns" (symbol) "Forgets the namespace." (remhash (text-of symbol) *namespaces*) nil)
(define "ns-refers" (ns) "A map from names to the vars of other namespaces that this one knows."
  (let ((ns (the-ns ns))) (mappings-as-map ns (lambda (thing) (and (varp thing) (not (eq (var-ns thing) ns)))))))
(define "ns-imports" (ns) "A map from names to the classes that the namespace knows." (mappings-as-map (the-ns ns) #'jtypep))

(defun supers-of (class)
  "Returns a list of the classes that CLASS, a JTYPE, extends, and of theirs."
  (let ((all '()))
    (labels ((visit (class)
               (dolist (super (bases-of class))
                 (unless (member super all :test #'eq) (push super all) (visit super)))))
      (visit class))
    all))

(defun bases-of (class)
  "Returns a list of the classes that CLASS, a JTYPE, extends itself: of what can be instantiated also Object, unless it extends a class."
  (let ((bases (remove nil (mapcar (lambda (name) (and (stringp name) (find-class-named name))) (jtype-supers class)))) (object (find-class-named "Object")))
    (if (or (eq class object) (some #'jtype-supers bases) (member object bases)) bases (append bases (list object)))))

(define "bases" (class) "The classes that the class extends itself." (let ((bases (and class (bases-of class)))) (and bases (clojure-list bases))))
(define "supers" (class) "The set of the classes that the class extends, and of theirs; or nil."
  (let ((supers (and class (supers-of class)))) (and supers (set-of-seq supers))))
(define "extenders" (protocol) "The classes that the protocol was extended to."
  (let ((names '())) (maphash (lambda (name table) (declare (ignore table)) (push (find-class-named name) names)) (protocol-implementations protocol)) (clojure-list names)))
(define "find-protocol-impl" (protocol object) "True if the protocol was extended to the object's type."
  (let ((class (class-of-object object))) (if class (boolean-of (find-implementation protocol class)) nil)))
(define "find-protocol-method" (protocol name object) "The function of that name, a keyword, for the object." (find-method-of protocol (symbol-part name) object))

(define "clojure.test/form-place" (form) "A vector of the file and the line where the form stands, or of nil."
  (vector-of (and *position* (not *to-file*) tessera::*source-file* (file-namestring tessera::*source-file*))
             (or (tessera::%form-position form) (car *position*))))

(define "clojure.repl/arglists-of" (var) "The parameter lists of the function or macro, or nil."
  (let ((symbol (var-symbol var)))
    (multiple-value-bind (known lambda-list) (get-properties (symbol-plist symbol) '(lambda-list))
      (if known (lisp-arities lambda-list) (get-of (var-meta var) :|arglists| nil)))))

;;; Those of clojure.string that are not in string.clj.

(defun replaced (object what with once &aux (text (as-text object)))
  (typecase what
    (regex (replace-matches text what with once))
    (character (replace-text text (string what) (if (characterp with) (string with) (cast-fail with "java.lang.Character")) once))
    (t (replace-text text (check-text what) (check-text with) once))))

(define "clojure.string/replace" (text what with) "The text with something else, or what a function returns, for each match." (replaced text what with nil))
(define "clojure.string/replace-first" (text what with) "The text with something else for the first match." (replaced text what with t))
(defun as-text (object)
  "Returns the characters of OBJECT: strings, and what toString gives of any other."
  (cond ((stringp object) object) ((null object) (cast-fail object "java.lang.CharSequence")) (t (shown object))))

(define "clojure.string/split" (text regex &optional (limit 0)) "A vector of the parts of the text between the matches."
  (vector-of-list (split-text (check-text text)
                              (if (regexp regex) regex (cast-fail regex "java.util.regex.Pattern")) limit)))
(defun check-text (object) (if (stringp object) object (cast-fail object "java.lang.CharSequence")))

(define "clojure.string/re-quote-replacement" (text) "The text as a replacement that stands for itself."
  (with-output-to-string (out)
    (loop for character across (check-text text)
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

(define "clojure.string/trim" (text) "The text without blanks at both ends." (trimmed text t t))
(define "clojure.string/triml" (text) "The text without blanks at its beginning." (trimmed text t nil))
(define "clojure.string/trimr" (text) "The text without blanks at its end." (trimmed text nil t))
(define "clojure.string/trim-newline" (text) "The text without the ends of lines at its end." (string-right-trim '(#\Newline #\Return) (check-text text)))
(define-predicate "clojure.string/blank?" (text) "True of nil, and of a string of nothing but blanks." (or (null text) (every #'whitespace-p (check-text text))))
(define "clojure.string/reverse" (text) "The string backwards." (reverse (check-text text)))
