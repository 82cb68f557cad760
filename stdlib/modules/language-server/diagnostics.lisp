;;; Diagnostics of a document: from its tokens (unterminated.lisp) and from the checker.

(in-package "TESSERA-LANGUAGE-SERVER")

(defconstant +time-for-analysis+ 10000 "The maximum time of the analysis of a document in milliseconds.")

(defvar *root* "" "The folder of the workspace, with a slash at its end; \"\" if there is none.")
(defvar *to-check* '() "The URIs of documents that were changed since they were checked.")
(defvar *being-checked* nil
  "The document that the checker has, its number of changes, and the macro calls in it to expand: (DOCUMENT CHANGES .
CALLS).")

(defparameter *unnecessary* '("unused-variable" "unused-function" "unread-variable" "unreachable")
  "The kinds of findings about what could be left out.")

(defun diagnostic (document start end severity code message &optional name)
  "Returns the JSON object of a diagnostic for START to END of DOCUMENT. NAME is kept for quick fixes."
  (object "range" (json-range document start end) "severity" severity "code" code "source" "tessera" "message" message
          "tags" (if (member code *unnecessary* :test #'string=) #(1) :absent)
          "data" (if name (object "name" name) :absent)))

;;; The checker: module analysis, in a separate interpreter.

(defun file-of-uri (uri)
  "Returns the file name that URI has, or NIL."
  (and (starts-with-p "file://" uri)
       (let ((path (subseq uri (or (position #\/ uri :start 7) (length uri)))))
         (with-output-to-string (out)
           (loop with at = 0
                 while (< at (length path))
                 do (let ((code (and (char= (char path at) #\%) (<= (+ at 3) (length path))
                                     (parse-integer path :start (1+ at) :end (+ at 3) :radix 16 :junk-allowed t))))
                      (write-char (if code (code-char code) (char path at)) out)
                      (incf at (if code 3 1))))))))

(defun folder-of (file)
  "Returns the part of FILE, a name, up to its last slash."
  (subseq file 0 (1+ (or (position #\/ file :from-end t) -1))))

(defun document-title (document)
  "Returns the last part of the URI of DOCUMENT."
  (let ((uri (document-uri document))) (subseq uri (1+ (or (position #\/ uri :from-end t) -1)))))

(defun designators-behind (document operator)
  "Returns as strings the first arguments, names or strings, of the calls of OPERATOR at the toplevel of DOCUMENT."
  (loop for item in (document-items document)
        for node = (first (nodes document item))
        when (and node (equalp (operator-name node) operator) (second (node-children node)))
          collect (string-trim "\":'#" (node-text document item (second (node-children node))))))

(defun required-modules (document)
  "Returns the names of the modules that forms at toplevel require."
  (designators-behind document "require"))

(defun module-file (name)
  "Returns the compiled file of the program's module NAME, or NIL."
  (loop for directory in (tessera::%program-module-directories)
        for file = (ignore-errors (probe-file (make-pathname :name name :type tessera::*compiled-file-type* :defaults directory)))
        when file return (namestring file)))

(defparameter *not-for-checker* '("asdf" "swank" "language-server")
  "Modules in Lisp that need more permissions than the checker has. It only gets their names, like those of modules in
C++.")

(defun analysis-files (document)
  "Returns the files of the modules that the checker loads for DOCUMENT."
  (remove nil (mapcar #'module-file (append '("warnings" "analysis")
                                            (set-difference (required-modules document) *not-for-checker* :test #'string-equal)))))

(defun start-checker (document function calls &optional position)
  "Starts FUNCTION in the checker for DOCUMENT, with the macro CALLS to expand and, unless it is NIL, POSITION."
  (let* ((file (file-of-uri (document-uri document))) (folder (if (string= *root* "") (if file (folder-of file) "") *root*)))
    (multiple-value-bind (text ends new-position) (readable-text document (or position 0))
      (language-server-native:start (analysis-files document) function
                             (list* text (prin1-to-string ends) (document-title document) (if file (folder-of file) "") (context-of document calls)
                                    (and position (list (prin1-to-string new-position))))
                             folder +time-for-analysis+))))

(defun named-child (node name)
  "Returns the child of NODE, a list, that is NAME, a string or NIL; or NIL."
  (and name (find-if (lambda (child) (and (eq (node-kind child) :name) (like-p name (bare-name (node-name child))))) (node-children node))))

(defun finding-extent (document line column name)
  "Returns the start and the end of the text of a finding at LINE and COLUMN, from 1: of a name, or of the element NAME
of a list, or else of its operator."
  (let* ((lines (document-lines document)) (line (min (max 0 (1- line)) (1- (length lines))))
         (start (min (line-end document line) (+ (svref lines line) (max 0 (1- column))))) (item (item-around document start)) (found nil))
    (when item
      (labels ((descend (nodes)
                 (dolist (node nodes)
                   (let ((first (- (node-start node) (length (node-prefix node)))) (at (- start (item-start item))))
                     (cond ((<= first at (node-start node)) (unless found (setq found node)))
                           ((< (node-start node) at (node-end node)) (descend (node-children node))))))))
        (descend (nodes document item))))
    (cond ((null found) (values start (min (1+ start) (length (document-text document)))))
          ((and (eq (node-kind found) :list) (named-child found name))
           (let ((child (named-child found name)))
             (values (+ (item-start item) (node-start child)) (+ (item-start item) (node-end child)))))
          ((and (eq (node-kind found) :list) (node-children found))
           (values start (+ (item-start item) (node-end (first (node-children found))))))
          (t (values start (+ (item-start item) (node-end found)))))))

(defun finding-diagnostic (document finding)
  "Returns the diagnostic for FINDING of the checker in DOCUMENT."
  (destructuring-bind (line column severity code message &optional name) finding
    (multiple-value-bind (start end) (finding-extent document line column name)
      (diagnostic document start end (case severity (:error 1) (:warning 2) (t 3)) code message name))))

(defun failure-of-text (text)
  "Returns the reason if TEXT, from the checker, says that it failed; else NIL."
  (and (plusp (length text)) (char= (char text 0) #\!) (subseq text 1)))

(defun findings-of-text (text)
  "Returns three values for TEXT, from the checker: the findings, or NIL; the reason why it failed, or NIL; and the
expansions."
  (handler-case (let ((*read-eval* nil) (*package* (find-package "TESSERA-LANGUAGE-SERVER"))) (if (failure-of-text text)
                      (values nil (failure-of-text text))
                      (destructuring-bind (expansions . findings) (read-from-string text) (values findings nil expansions))))
    (error (condition) (values nil (princ-to-string condition)))))

(defun publish (document diagnostics)
  "Sends DIAGNOSTICS, all there are of DOCUMENT, to the editor."
  (notify "textDocument/publishDiagnostics"
          (object "uri" (document-uri document) "version" (or (document-version document) :absent) "diagnostics" (cons :array diagnostics))))

(defun check-next-document ()
  "Starts the checker on the next document that was changed."
  (let ((document (gethash (pop *to-check*) *documents*)))
    (when document
      (let ((calls (calls-for-checker document)))
        (start-checker document "tessera-analysis:findings" calls)
        (setq *being-checked* (list* document (document-changes document) calls)))))
  nil)

(defun check-next-document-if-idle ()
  "Checks the next document. If a message arrives first, postpones the document."
  (let ((uri (first *to-check*)))
    (when (eq (giving-way (check-next-document)) :gave-way)
      (push uri *to-check*))))

(defun take-findings ()
  "Publishes the findings of the checker, if it has finished."
  (let ((text (and *being-checked* (language-server-native:result))))
    (when text
      (destructuring-bind (document checked . calls) (shiftf *being-checked* nil)
        (when (and (eq document (gethash (document-uri document) *documents*)) (eql checked (document-changes document)))
          (multiple-value-bind (findings failed expansions) (findings-of-text text)
            (unless failed (take-expansions calls expansions))
            (publish document
                     (append (faults document)
                             (if failed
                                 (list (diagnostic document 0 0 3 "analysis" (format nil "The analysis failed: ~A" failed)))
                                 (finding-diagnostics document findings))))))))))

(defun finding-diagnostics (document findings)
  "Returns the diagnostics for those of FINDINGS in DOCUMENT that are certain."
  (loop with doubtful = (doubtful-items document)
        for finding in findings
        unless (or (unknown-to-checker-p document finding) (premature-p document finding doubtful))
          collect (finding-diagnostic document finding)))

(defun await-expansions (document)
  "Makes the checker expand the macro calls in DOCUMENT that are not expanded yet, and waits for it."
  (when (calls-for-checker document)
    (unless (and (eq (first *being-checked*) document) (eql (second *being-checked*) (document-changes document)))
      (note-change document)
      (when *being-checked* (note-change (first *being-checked*)))
      (setq *being-checked* nil
            *to-check* (cons (document-uri document) (remove (document-uri document) *to-check* :test #'string=)))
      (check-next-document))
    (loop repeat (floor +time-for-analysis+ 10)
          while *being-checked*
          do (sleep 0.01)
             (take-findings))))

(defun unknown-to-checker-p (document finding)
  "True if FINDING is about an undefined name that another file of the workspace, unknown to the checker, defines."
  (destructuring-bind (line column severity code message &optional name) finding
    (declare (ignore line column severity message))
    (and name (member code '("undefined-function" "undefined-variable") :test #'string=) (known-elsewhere-p document name))))

(defun note-change (document)
  "Notes that DOCUMENT is to be checked, and cancels a check of its former text."
  (when (and *being-checked* (string= (document-uri document) (document-uri (first *being-checked*))))
    (language-server-native:abandon)
    (setq *being-checked* nil))
  (setq *to-check* (append (remove (document-uri document) *to-check* :test #'string=) (list (document-uri document)))))

;;; Code actions for a diagnostic.

(defun named-range (document diagnostic)
  "Returns the start and the end of the name of DIAGNOSTIC; NIL if the text has changed there."
  (multiple-value-bind (start end) (range-in document (field diagnostic "range"))
    (let* ((name (bare-name (field diagnostic "data" "name"))) (from (max start (- end (length name)))))
      (and (like-p name (subseq (document-text document) from end))
           (values from end)))))

(defun replacement-action (document diagnostic name)
  "Returns the quick fix that replaces the name of DIAGNOSTIC by NAME."
  (multiple-value-bind (start end) (named-range document diagnostic)
    (action (format nil "Replace it with ~A" name) document diagnostic (edit document start end name))))

(defun action (title document diagnostic edit)
  "Returns the JSON object of a quick fix called TITLE, which makes EDIT for DIAGNOSTIC."
  (object "title" title "kind" "quickfix" "diagnostics" (vector diagnostic)
          "edit" (object "changes" (object (document-uri document) (vector edit)))))

(defun local-names (document position space)
  "Returns the names of local variables, or functions, as SPACE says, that the item at POSITION binds."
  (let ((item (item-around document position)))
    (loop for use in (and item (names document item))
          when (and (use-binding use) (eq (use-role use) :binding) (eq (use-space use) space)) collect (node-name (use-node use)))))

(defun global-names (space)
  "Returns the names of variables, or functions, as SPACE says, that the documents define."
  (let ((found '()))
    (do-definitions (document item definition)
      (when (eq (space-of-kind (definition-kind definition)) space) (push (definition-name definition) found))
      (when (eq space :function)
        (loop for (kind name) in (definition-parts definition) when (eq kind :function) do (push name found))))
    found))

(defun names-meant (name document position space)
  "Returns the names of variables, or functions, as SPACE says, that may have been meant by NAME: local ones, those of
the documents and those of the library."
  (let ((*package* (reading-package document position)) (known (append (local-names document position space) (global-names space))))
    (remove-duplicates
     (append (tessera::%similar-strings (string-upcase name) (mapcar #'string-upcase known))
             (mapcar #'symbol-name (tessera:similar-names (make-symbol (string-upcase name)) (if (eq space :function) #'fboundp #'boundp))))
     :test #'like-p)))

(defun libraries-with (name)
  "Returns the names of the libraries that export NAME and are opened by REQUIRE."
  (loop for entry in tessera::*libraries*
        when (and (find-package (cdr entry)) (exports-p entry name)) collect (car entry)))

(defun diagnostic-actions (document diagnostic)
  "Returns the quick fixes for DIAGNOSTIC, which is about an undefined name."
  (let ((name (field diagnostic "data" "name")) (code (field diagnostic "code")))
    (and (stringp name)
         (member code '("undefined-function" "undefined-variable") :test #'equal)
         (named-range document diagnostic)
         (append (loop for library in (libraries-with name)
                       collect (action (format nil "Add (require ~S)" library) document diagnostic
                                       (edit document 0 0 (format nil "(require ~S)~%" library))))
                 (loop for meant in (names-meant name document (range-in document (field diagnostic "range"))
                                                 (if (equal code "undefined-function") :function :variable))
                       collect (replacement-action document diagnostic (string-downcase meant)))))))

(defun actions (params)
  "Answers a request for code actions: quick fixes, and the expansion of a macro call."
  (let ((document (document-of params)))
    (cons :array (append (loop for diagnostic across (or (field params "context" "diagnostics") #()) append (diagnostic-actions document diagnostic))
                         (expansion-actions document params)))))

(defun expansion-actions (document params)
  "Returns a list of the action that shows the expansion of the macro call in the range of PARAMS, or NIL."
  (multiple-value-bind (start) (range-in document (field params "range"))
    (let* ((item (item-around document start)) (call (and item (first (enclosing-calls document item (1+ start))))))
      (and call
           (macro-name-p (node-name (first (node-children call))))
           (list (object "title" (format nil "Show what ~A expands to" (operator-name call)) "kind" "source"
                         "command" (object "title" "Expand" "command" "tessera.expand"
                                           "arguments" (vector (document-uri document) (json-position document (+ (item-start item) (node-start call)))))))))))

(defun expansion (arguments)
  "Returns the expansion of the macro call at the document and position in ARGUMENTS, as a text."
  (unless (and (simple-vector-p arguments) (= (length arguments) 2) (stringp (svref arguments 0)))
    (fail +invalid-params+ "tessera.expand takes a document and a position"))
  (let* ((document (find-document (svref arguments 0)))
         (position (position-of document (field (svref arguments 1) "line") (field (svref arguments 1) "character"))))
    (when *being-checked* (push (document-uri (car *being-checked*)) *to-check*) (setq *being-checked* nil))
    (start-checker document "tessera-analysis:expansion" '() position)
    (loop repeat (floor +time-for-analysis+ 10)
          for text = (language-server-native:result)
          until text
          do (sleep 0.01)
          finally (return (if (or (null text) (failure-of-text text))
                              (fail +request-failed+ "The macro call cannot be expanded~@[: ~A~]" (failure-of-text (or text "")))
                              text)))))
