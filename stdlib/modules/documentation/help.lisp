;;; HELP: pages about topics, and descriptions of names.
(in-package "TESSERA-DOCUMENTATION")

(defstruct (topic (:constructor make-topic (name title text examples)) (:copier nil))
  "A page of HELP: NAME is the argument of HELP; EXAMPLES is a list of (FORM EXPECTED), as those of entries, shown after
TEXT."
  name title text examples)

(defvar *topics* '() "The topics, in their order.")

(defmacro define-topic (name title text &body examples)
  "Adds the topic NAME; EXAMPLES are FORM => EXPECTED and so on."
  `(setf *topics* (append (remove ,name *topics* :key #'topic-name :test #'string=)
                          (list (make-topic ,name ,title ,text (examples-in ',examples))))))

(defun topics ()
  "Returns the topics, a list of (NAME TITLE EXAMPLES)."
  (mapcar (lambda (topic) (list (topic-name topic) (topic-title topic) (topic-examples topic))) *topics*))

(defun find-topic (name)
  "Returns the topic called NAME, or NIL."
  (find name *topics* :key #'topic-name :test #'string-equal))

(defun write-topic (topic stream)
  "Writes TOPIC to STREAM."
  (format stream "~&~:(~a~): ~a~2%" (topic-name topic) (topic-title topic))
  (write-filled (topic-text topic) stream)
  (when (topic-examples topic)
    (terpri stream)
    (write-example-lines (topic-examples topic) "  " stream)))

(defun write-start (stream)
  "Writes where to start."
  (write-filled (format nil "Type a form, and its values are shown: (+ 1 2). (tour) shows the language and the game in twelve steps; :help lists the commands of the
prompt. (help 'car) tells what a name means, with examples; (apropos \"string\") finds names.~:[~; (help 'game) tells how to play against the computer.~] There is help on these topics, by (help 'lists) or :help lists:" (find-topic "game"))
                stream)
  (dolist (topic *topics*)
    (format stream "  ~13a ~a~%" (topic-name topic) (topic-title topic))))

;;; Names.

(defun known-name-p (symbol)
  "True if SYMBOL has a definition or documentation."
  (or (fboundp symbol) (boundp symbol) (find-class symbol nil) (find-entry symbol) (documentation symbol 'type)))

(defun symbol-named (name)
  "Returns the defined symbol called NAME, a string: of the current package, or exported by another; NIL if there is
none."
  (let ((name (string-upcase name)))
    (flet ((known (symbol) (and symbol (known-name-p symbol) symbol)))
      (or (known (find-symbol name))
          (some (lambda (package)
                  (multiple-value-bind (symbol status) (find-symbol name package)
                    (and (eq status :external) (not (keywordp symbol)) (known symbol))))
                (list-all-packages))))))

(defun names-like (name)
  "Returns at most three names of topics and exported symbols that are like NAME."
  (let ((names (mapcar #'topic-name *topics*)))
    (dolist (package '("COMMON-LISP" "TESSERA"))
      (do-external-symbols (symbol package) (push (string-downcase symbol) names)))
    (tessera::%similar-strings (string-downcase name) (remove-duplicates names :test #'string=))))

(defun write-unknown (name stream)
  "Writes to STREAM that there is no help on NAME, with similar names."
  (format stream "~&There is no help on ~(~a~).~@[ Did you mean ~{~a~#[~; or ~:;, ~]~}?~] (help) lists the topics, (apropos ~s) finds names.~%"
          name (names-like name) (string-downcase name)))

(defun write-help (what &optional (stream *standard-output*))
  "Writes help on WHAT: a topic or a name, a symbol or string; where to start if it is NIL."
  (check-type what (or symbol string character))
  (let ((topic (find-topic what))
        (symbol (if (and (symbolp what) (known-name-p what)) what (symbol-named (string what)))))
    (cond ((null what) (write-start stream))
          (topic
           (write-topic topic stream)
           (when symbol
             (format stream "~&~%(describe '~(~s~)) tells of the name itself.~%" symbol)))
          (symbol (describe symbol stream))
          (t (write-unknown what stream)))))
