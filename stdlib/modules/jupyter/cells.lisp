;;; Evaluates cells, and shows their values and errors.

(in-package "JUPYTER")

;;; Standard error of cells.

(defclass error-output (gray:fundamental-character-output-stream)
  ((target :initarg :target :reader error-output-target :documentation "The stream to which it writes."))
  (:documentation "A stream that flushes *STANDARD-OUTPUT* before it writes, so that a notebook shows both in their
order."))

(defmethod gray:stream-write-char ((stream error-output) character)
  (finish-output *standard-output*)
  (write-char character (error-output-target stream)))

(defmethod gray:stream-write-string ((stream error-output) string &optional (start 0) end)
  (finish-output *standard-output*)
  (write-string string (error-output-target stream) :start start :end end))

(defmethod gray:stream-fresh-line ((stream error-output))
  (fresh-line (error-output-target stream)))

(defmethod gray:stream-line-column ((stream error-output))
  nil)

(defmethod gray:stream-finish-output ((stream error-output))
  (finish-output (error-output-target stream)))

(defmethod gray:stream-force-output ((stream error-output))
  (force-output (error-output-target stream)))

(defvar *debugger* nil
  "If NIL, an error that nothing handles ends the cell, and is shown with its restarts. If T, the cell waits, and the
user chooses a restart or types forms, as at the prompt of a terminal.")

(defvar *user-code* nil "True while the user's code runs: only then does an interrupt reach it.")
(defvar *count* 0 "The number of the last cell.")
(defvar *may-ask* nil "True if the client of the request can be asked for input.")
(defparameter *most-frames* 30 "The maximum number of frames that an error shows.")

(defstruct (failure (:constructor make-failure (name text lines)) (:copier nil) (:predicate nil))
  "The reason why a cell was left: the NAME of a condition's class, its TEXT, and LINES to show."
  name text lines)

;;; Errors.

(defun own-frame-p (frame)
  "True if FRAME belongs to this kernel: its callers are hidden from the user."
  (let ((name (tessera:frame-name frame)))
    (and (symbolp name) (eq (symbol-package name) (find-package "JUPYTER")))))

(defun frames-here (count)
  "Returns the frames of the user's evaluation, the innermost first, at most COUNT."
  (let ((frames (tessera::%user-frames count)))
    (tessera::%with-toplevel-frame
     (remove :toplevel-form (ldiff frames (member-if #'own-frame-p frames)) :key #'tessera:frame-name))))

(defun first-line-in-red (text)
  "Returns TEXT with its first word, the condition's class, in red."
  (let ((end (position #\: text)))
    (if (and end (not (find #\Newline text :end end)))
        (format nil "~C[31m~A~C[0m~A" #\Escape (subseq text 0 end) #\Escape (subseq text end))
        text)))

(defun restart-lines (condition)
  "Returns the lines that show the restarts for CONDITION."
  (let ((own (remove-if (lambda (restart) (member (restart-name restart) '(abort tessera:retry))) (tessera::%shown-restarts condition))))
    (append (loop for restart in own
                  for number from 0
                  collect (format nil "  ~D: ~@[[~A] ~]~A" number (restart-name restart) (without-errors "(its report failed)" (princ-to-string restart))))
            (and own *may-ask* '("  (setf jupyter:*debugger* t) lets you choose one, the next time.")))))

(defun class-text (condition)
  "Returns the name of the class of CONDITION, a string."
  (let ((*package* (find-package "COMMON-LISP-USER")))
    (princ-to-string (tessera::%public-class-name condition))))

(defun failure-of (condition)
  "Returns the FAILURE for CONDITION, which nothing handles."
  (let* ((exhausted (typep condition 'storage-condition))
         (tessera::*debugger-frames* (frames-here (if exhausted 100 1000))))
    (make-failure (class-text condition)
                  (tessera::%safe-message condition)
                  (tessera::%lines-of
                   (with-output-to-string (out)
                     (write-string (first-line-in-red (with-output-to-string (text) (tessera::%write-condition condition text))) out)
                     (fresh-line out)
                     (tessera::%write-frames (subseq tessera::*debugger-frames* 0 (min *most-frames* (length tessera::*debugger-frames*))) out)
                     (fresh-line out)
                     (unless exhausted
                       (format out "~{~A~%~}" (tessera::%call-with-retry-call (lambda () (restart-lines condition))))))))))

(defun call-for-user (function)
  "Calls FUNCTION, which runs code of the user's. Returns two values: the value of FUNCTION or NIL, and NIL or a
FAILURE."
  (block left
    (let ((tessera::*handler-clusters* '()) (tessera::*restart-clusters* '()) (tessera::*debugger-level* 0) (tessera::*outer-restarts* '())
          (*user-code* t)
          (tessera::*invoke-debugger*
            (lambda (condition hook)
              (if (and *debugger* *may-ask*)
                  (tessera::%repl-debugger condition hook)
                  (return-from left (values nil (failure-of condition)))))))
      (with-simple-restart (abort "End the cell.")
        (return-from left (values (funcall function) nil)))
      (values nil (make-failure "ABORT" "The cell was left." (list "The cell was left."))))))

;;; Values.

(defun begin-output ()
  "Notes that the next output begins a line below its cell."
  (dolist (stream (list *standard-output* *error-output*))
    (unless (eql 0 (tessera::%stream-column stream))
      (jupyter-native:drop-output t)
      (terpri stream)
      (finish-output stream)
      (jupyter-native:drop-output nil))))

(defun end-output ()
  "Writes all buffered output."
  (finish-output *standard-output*)
  (finish-output *error-output*))

(defun source-of-cell (number code)
  "Returns the name by which positions know CODE, the cell NUMBER."
  (let ((name (format nil "In[~D]" number)))
    (push (cons name code) tessera::*source-texts*)
    name))

(defun evaluate-cell (code name)
  "Evaluates the forms of CODE, known as NAME. Returns the list of the bundles that show the values of the last."
  (let ((values (tessera::%evaluate-typed-source code name 1)))
    (tessera::%remember-values values)
    (prog1 (mapcar #'bundle-of (remove-if (tessera::language-silent-p tessera:*language*) values))
      (end-output))))

(defun expression-results (expressions)
  "Returns the values of the user's EXPRESSIONS, a JSON object of names and texts."
  (cons :object
        (loop for (name . text) in (and (consp expressions) (rest expressions))
              collect (cons name
                            (multiple-value-bind (bundle failure)
                                (call-for-user (lambda () (bundle-of (first (tessera::%evaluate-source (if (stringp text) text "") "expression" 1)))))
                              (if failure
                                  (object "status" "error" "ename" (failure-name failure) "evalue" (failure-text failure)
                                          "traceback" (cons :array (failure-lines failure)))
                                  (object "status" "ok" "data" bundle "metadata" (object))))))))

(defvar *behind-failure* '() "Messages that waited when a cell failed: the cells among them are not evaluated.")

(defun waiting-messages ()
  "Returns the messages that have arrived, without those of the control channel."
  (loop for message = (jupyter-native:next-message 0)
        while message
        if (eq (first message) :shell) collect message
        else do (apply #'serve-message message)))

(defvar *leaving* nil "The status with which a cell wants the process to end; or NIL.")

(defmacro until-quit (&body forms)
  "Returns the values of FORMS. If they call QUIT, the process ends when the request is served."
  (let ((tag (gensym)) (block (gensym)))
    `(block ,block
       (let ((,tag (list 'quit)))
         (setq *leaving* (catch ,tag
                           (let ((tessera::*quit-tag* ,tag))
                             (return-from ,block (progn ,@forms))))))
       nil)))

;;; The request.

(defun answer-to-cell (failure silent)
  "Answers the request to evaluate a cell, with FAILURE or success. Publishes the failure unless SILENT is true."
  (if failure
      (let ((content (object "ename" (failure-name failure) "evalue" (failure-text failure) "traceback" (cons :array (failure-lines failure)))))
        (unless silent (publish "error" (json-text content)))
        (answer (json-text (list* :object (cons "status" "error") (cons "execution_count" *count*) (rest content)))))
      (let ((results (until-quit (expression-results (argument "user_expressions")))))
        (answer-well "execution_count" *count*
                     "payload" (cons :array (append (reverse *pages*) (and *leaving* (list (object "source" "ask_exit" "keepkernel" :false)))))
                     "user_expressions" (or results (object))))))

(define-request "execute_request"
  "Evaluates a cell, and shows the values of its last form."
  (let* ((code (string-argument "code")) (silent (argument "silent")) (stored (and (not silent) (argument "store_history" t)))
         (*may-ask* (argument "allow_stdin")) (*pages* '()) (bundles '()) (failure nil))
    (when stored (incf *count*))
    (jupyter-native:set-requester (request-route *request*) (request-header *request*) (and *may-ask* t))
    (begin-output)
    (unless silent (publish "execute_input" (json-object "code" code "execution_count" *count*)))
    (until-quit
      (multiple-value-setq (bundles failure)
        (let ((name (source-of-cell *count* code))) (call-for-user (lambda () (evaluate-cell code name))))))
    (end-output)
    (unless silent
      (dolist (bundle bundles)
        (publish "execute_result" (json-object "execution_count" *count* "data" bundle "metadata" (object)))))
    (when stored (note-cell *count* code bundles))
    (when (and failure (argument "stop_on_error" t)) (setq *behind-failure* (waiting-messages)))
    (answer-to-cell failure silent)))
