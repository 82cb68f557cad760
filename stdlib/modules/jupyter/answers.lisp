;;; Answers requests of clients other than evaluation: information on the kernel, completion, inspection.

(in-package "JUPYTER")

(define-request "kernel_info_request"
  "Answers with a description of the kernel."
  (answer-well "protocol_version" "5.3" "implementation" "tessera" "implementation_version" (lisp-implementation-version)
               "language_info" (object "name" "common-lisp" "version" (lisp-implementation-version) "mimetype" "text/x-common-lisp"
                                       "file_extension" ".lisp" "pygments_lexer" "common-lisp" "codemirror_mode" (object "name" "commonlisp"))
               "banner" (format nil "Tessera ~A, a Common Lisp to embed. (help) tells where to start." (lisp-implementation-version))
               "debugger" :false "help_links" #()))

;;; Completion.

(defun completion-kind (name)
  "Returns the kind of NAME, a completion, in a word; \"\" if it is unknown."
  (let ((symbol (tessera:symbol-named name)))
    (cond ((find #\/ name) "path")
          ((null symbol) "")
          ((keywordp symbol) "keyword")
          ((special-operator-p symbol) "keyword")
          ((macro-function symbol) "macro")
          ((fboundp symbol) "function")
          ((boundp symbol) "variable")
          ((find-class symbol nil) "class")
          (t ""))))

(defun signature (name)
  "Returns the text that shows how the operator called NAME is called; \"\" if it is not an operator."
  (let ((symbol (tessera:symbol-named name)))
    (if (and symbol (nth-value 1 (tessera:argument-list symbol)))
        (values (tessera:argument-text symbol -1 nil))
        "")))

(define-request "complete_request"
  "Answers with the completions of the name before the cursor."
  (let* ((code (string-argument "code")) (end (position-argument "cursor_pos" code)))
    (multiple-value-bind (names start) (tessera:completions code end)
      (answer-well "matches" (cons :array names) "cursor_start" start "cursor_end" end
                   "metadata" (object "_jupyter_types_experimental"
                                      (cons :array (loop for name in names
                                                         collect (object "start" start "end" end "text" name "type" (completion-kind name)
                                                                         "signature" (signature name)))))))))

;;; Inspection.

(defun name-at (code position)
  "Returns the symbol at POSITION of CODE, if it is defined; else the operator of the call around POSITION; or NIL."
  (let* ((tokens (tessera::%tokens-of code))
         (token (find-if (lambda (token) (and (eq (tessera::%token-kind token) :atom)
                                              (<= (tessera::%token-start token) position (tessera::%token-end token))))
                         tokens))
         (symbol (and token (tessera:symbol-named (tessera::%token-text code token)))))
    (if (and symbol (tessera::%meaningful-p symbol))
        symbol
        (values (tessera:call-at code position)))))

(defun source-text (name)
  "Returns the text of the source that positions call NAME; NIL if it is not known."
  (without-errors nil (tessera::%source-text name)))

(defun line-start (text line)
  "Returns the start of LINE, counted from 1, of TEXT."
  (loop with start = 0
        repeat (1- line)
        do (setq start (1+ (or (position #\Newline text :start start) (return nil))))
        finally (return start)))

(defun toplevel-start (text position)
  "Returns the start of the toplevel form of TEXT that contains POSITION: the last line up to there that begins with a
parenthesis."
  (let ((line (search (format nil "~%(") text :end2 position :from-end t)))
    (cond ((and (< position (length text)) (char= (char text position) #\()) position)
          (line (1+ line))
          (t (or (position #\( text) 0)))))

(defun definition-text (symbol)
  "Returns the text of the definition of the operator SYMBOL; NIL if it is not known."
  (let ((function (and (fboundp symbol) (not (special-operator-p symbol)) (or (macro-function symbol) (fdefinition symbol)))))
    (when function
      (multiple-value-bind (name lambda-list documentation file line) (tessera::%function-source function)
        (declare (ignore name lambda-list documentation))
        (let* ((text (and (stringp file) line (source-text file)))
               (inner (and text (line-start text line)))
               (start (and inner (toplevel-start text inner)))
               (end (and start (tessera:expression-end text start))))
          (and end (subseq text start end)))))))

(define-request "inspect_request"
  "Answers with a description of the name at the cursor; at a detail level of 1, with its definition as well."
  (let* ((code (string-argument "code")) (symbol (name-at code (position-argument "cursor_pos" code)))
         (source (and symbol (eql (argument "detail_level") 1) (definition-text symbol))))
    (answer-well "found" (if symbol t :false)
                 "data" (if symbol
                            (object "text/plain" (format nil "~A~@[~%~A~%~]" (with-output-to-string (out) (describe symbol out)) source))
                            (object))
                 "metadata" (object))))

(define-request "is_complete_request"
  "Answers whether a cell can be evaluated, or more has to follow."
  (let ((code (string-argument "code")))
    (multiple-value-bind (complete refused) (tessera:complete-text-p code)
      (cond (refused (answer (json-object "status" "invalid")))
            (complete (answer (json-object "status" "complete")))
            (t (let ((text (format nil "~A~%" code)))
                 (answer (json-object "status" "incomplete"
                                      "indent" (make-string (or (tessera:indentation text (length text)) 0) :initial-element #\Space)))))))))
