;;; SLIME's debugger: its levels, frames and restarts, and STEP in it.

(in-package "SWANK")

(defparameter *frames-at-first* 20 "The number of frames that are shown at first.")
(defparameter *most-frames* 2000 "The maximum number of frames.")

(defvar *condition* nil "The condition of the innermost level of the debugger.")
(defvar *restarts* '() "The restarts that can be chosen at the innermost level.")
(defvar *frames* '() "The frames where the condition was signalled, the innermost first.")
(defvar *another-stop* nil "True if STEP continues to another stop when this one is left: Emacs keeps the window.")
(defvar *stepping* nil "A function that leaves the debugger with an answer to STEP, or NIL.")

(defun own-frame-p (frame)
  "True if FRAME belongs to this server: its callers are hidden from the user."
  (let ((name (frame-name frame)))
    (or (eq name 'frame-eval)
        (and (symbolp name) (symbol-package name) (eql 0 (search "SWANK" (package-name (symbol-package name))))))))

(defun frames-here ()
  "Returns the frames of the user's evaluation, the innermost first."
  (let ((frames (tessera::%user-frames (if (typep *last-condition* 'storage-condition) 100 *most-frames*))))
    (tessera::%with-toplevel-frame
     (remove :toplevel-form (ldiff frames (member-if #'own-frame-p frames)) :key #'frame-name))))

(defun enter-debugger (condition hook)
  "Makes Emacs show CONDITION, and serves requests until a restart is chosen."
  (declare (ignore hook))
  (let ((connection *connection*))
    (unless (and connection (connection-open connection))
      (when connection (throw connection nil))
      (tessera::%die-of-condition condition nil))
    (setq *last-condition* condition)
    (let ((tessera::*debugger-frames* (frames-here)) (*stepping* nil))
      (tessera::%call-with-retry-call
       (lambda () (debug-condition connection condition (tessera::%shown-restarts condition)))))))

(defun debug-condition (connection condition restarts)
  "Runs one level of the debugger of CONNECTION for CONDITION with RESTARTS, until a restart leaves it."
  (let* ((tessera::*debugger-level* (1+ tessera::*debugger-level*))
         (level tessera::*debugger-level*)
         (tessera::*outer-restarts* (compute-restarts))
         (tessera::*cleaning-up* nil) (tessera::*work-in-progress* nil)
         (tessera::*handler-clusters* '())
         (*condition* condition) (*restarts* restarts) (*frames* tessera::*debugger-frames*)
         (*user-code* nil)
         (busy (connection-busy connection)))
    (unwind-protect
         (with-connection-streams (connection)
           (setf (connection-busy connection) nil)
           (loop
             (send `(:debug 1 ,level ,@(debugger-info 0 *frames-at-first*) ,(connection-requests connection)))
             (send `(:debug-activate 1 ,level nil))
             (serve-level connection level)))
      (setf (connection-busy connection) busy
            (connection-left-level connection) level)
      (send `(:debug-return 1 ,level ,*another-stop*) connection))))

(defun serve-level (connection level)
  "Serves requests until LEVEL is left or CONNECTION ends. Returns when an inner level was left, so that Emacs shows
LEVEL again."
  (loop
    (unless (connection-open connection) (throw connection nil))
    (take-events 1000)
    (when (eql (shiftf (connection-left-level connection) nil) (1+ level)) (return))))

(defun out-of-date (condition)
  "Returns a line that names the redefinition that has caused CONDITION, or NIL."
  (typecase condition
    (undefined-function
     (let ((name (cell-error-name condition)))
       (when (and (symbolp name) (macro-function name))
         (format nil "  ~A is a macro: this call was compiled before that was known." (text-in-line name)))))
    (type-error
     (let ((type (type-error-expected-type condition)) (class (type-of (type-error-datum condition))))
       (when (and (typep class 'structure-class) (eq type (class-name class)))      ; TYPE-OF has a name for classes that still have theirs
         (format nil "  It was made before the structure ~A was redefined." (text-in-line type)))))))

(defun explained-text (condition)
  "Returns the message of CONDITION with hints about similar names and redefinitions."
  (let ((hints (with-output-to-string (out)
                 (ignore-errors (format out "~@[~A~%~]" (out-of-date condition)))
                 (ignore-errors (tessera::%write-names-meant condition out))))
        (operator (with-output-to-string (out) (ignore-errors (tessera::%write-operator-meant condition out)))))
    (format nil "~A~A~:[~%~A~;~]" operator (let ((*print-pretty* nil)) (text-of-condition condition))
            (string= hints "") (string-right-trim '(#\Newline) hints))))

(defun debugger-info (start end)
  "Returns the contents of a level of the debugger: the condition, the restarts, and the frames from START to END."
  (list (list (explained-text *condition*)
              (format nil "   [Condition of type ~A]" (text-in-line (type-of *condition*)))
              nil)
        (loop for restart in *restarts*
              collect (list (text-in-line (restart-name restart)) (without-errors "(its report failed)" (princ-to-string restart))))
        (backtrace start end)))

(define-request debugger-info-for-emacs (start end)
  "Returns the condition, the restarts, the frames from START to END, and the requests that wait for an answer."
  (append (debugger-info start end) (list (connection-requests *connection*))))

;;; Frames.

(defun frame-at (number)
  "Returns the frame of that NUMBER."
  (or (and (typep number 'unsigned-byte) (nth number *frames*))
      (error "There is no frame ~A" number)))

(define-request backtrace (start end)
  "Returns the frames from START to END, or to the last if that is NIL: lists of a number, a text, and the possible
actions."
  (loop for number from start
        for frame in (nthcdr start *frames*)
        until (and end (>= number end))
        collect `(,number ,(frame-text frame) ,@(and (restartable-p frame) '((:restartable t))))))

(defun frame-text (frame)
  "Returns FRAME as a line of text."
  (with-output-to-string (text)
    (case (frame-name frame)
      (:toplevel-form (write-string "a form at toplevel" text))
      (:reader (write-string "the reader" text))
      (t (if (tessera::%macro-frame-p frame)
             (format text "the expansion of ~A" (tessera::%macro-call-of frame))
             (format text "~A~:[~;, elided by a tail call~]" (tessera::%frame-call frame) (frame-elided-p frame)))))
    (tessera::%write-macro-call frame text)))

(defun restartable-p (frame)
  "True if the call of FRAME can be made again."
  (and (frame-function frame) (nth-value 1 (tessera::%retried-arguments frame))))

(defun frame-variables-of (number)
  "Returns the variables of the frame NUMBER: lists (NAME VALUE), or (NAME) if the value is not known."
  (let ((frame (frame-at number)))
    (and (frame-function frame) (append (frame-arguments frame) (frame-locals frame)))))

(define-request frame-locals-and-catch-tags (number)
  "Returns the variables of the frame NUMBER; and NIL for the tags of CATCH around it."
  (list (loop for (name . value) in (frame-variables-of number)
              collect (list :name (text-in-line name) :id 0
                            :value (if value (text-in-line (first value)) "(no longer known)")))
        nil))

(defun frame-variable-value (number index)
  "Returns the value of the variable INDEX of the frame NUMBER."
  (let ((variable (nth index (frame-variables-of number))))
    (if (rest variable)
        (second variable)
        (error "The value of ~A is no longer known" (first variable)))))

(define-request frame-source-location (number)
  "Returns the source location of the frame NUMBER."
  (multiple-value-bind (file line column) (frame-source (frame-at number))
    (if (and file line)
        (source-location file line column)
        (or (and (frame-function (frame-at number)) (function-location (frame-function (frame-at number))))
            '(:error "The source of this frame is not known.")))))

(define-request frame-package-name (number)
  "Returns the name of the package in which forms typed for the frame NUMBER are read: its function's, unless that is
Lisp's own."
  (let* ((name (frame-name (frame-at number))) (package (and (symbolp name) (not (keywordp name)) (symbol-package name))))
    (package-name (if (member package (list nil (find-package "COMMON-LISP") (find-package "TESSERA"))) *package* package))))

(defun values-in-frame (string number package)
  "Returns a list of the values of the form STRING, in which the variables of the frame NUMBER are visible. It is read
in PACKAGE, a string, or in the package of the frame's function."
  (let* ((*package* (or (find-package-named package) (find-package (frame-package-name number)))) (form (read-from-string string)))
    (with-user-code (multiple-value-list (frame-eval (frame-at number) form)))))

(define-request eval-string-in-frame (string number package)
  "Returns the values of the form STRING, in which the variables of the frame NUMBER are visible, as a text."
  (values-text (values-in-frame string number package)))

(define-request pprint-eval-string-in-frame (string number package)
  "Returns the values of the form STRING in the frame NUMBER, pretty-printed."
  (pretty-text (values-in-frame string number package)))

(define-request inspect-in-frame (string number)
  "Inspects the value of the form STRING in the frame NUMBER."
  (inspect-first (first (values-in-frame string number nil))))

(define-request inspect-frame-var (number index)
  "Inspects the variable INDEX of the frame NUMBER."
  (inspect-first (frame-variable-value number index)))

(define-request inspect-current-condition ()
  "Inspects the condition."
  (inspect-first *condition*))

(define-request sdlb-print-condition ()
  "Returns the condition, as a text."
  (explained-text *condition*))

(define-request sldb-disassemble (number)
  "Returns the instructions of the function of the frame NUMBER."
  (let ((function (frame-function (frame-at number))))
    (unless function (error "The frame has no function"))
    (with-output-to-string (*standard-output*) (disassemble function))))

;;; Restarts.

(defun invoke-first (name restarts)
  "Invokes the first of RESTARTS that is called NAME."
  (let ((restart (find name restarts :key #'restart-name)))
    (unless restart (error "There is no restart ~A" name))
    (with-user-code (invoke-restart restart))))

(define-request sldb-abort ()
  "Leaves this level."
  (if *stepping* (funcall *stepping* :quit) (invoke-first 'abort *restarts*)))

(define-request sldb-continue ()
  "Continues the evaluation."
  (if *stepping* (funcall *stepping* :continue) (invoke-first 'continue *restarts*)))

(define-request throw-to-toplevel ()
  "Leaves all levels."
  (invoke-first 'abort (reverse (compute-restarts))))

(define-request invoke-nth-restart-for-emacs (level number)
  "Invokes the restart NUMBER, if LEVEL is the innermost."
  (when (eql level tessera::*debugger-level*)
    (let ((restart (and (typep number 'unsigned-byte) (nth number *restarts*))))
      (unless restart (error "There is no restart ~A" number))
      (with-user-code (invoke-restart-interactively restart)))))

(define-request restart-frame (number)
  "Calls the function of the frame NUMBER again."
  (let ((frame (frame-at number)))
    (unless (frame-function frame) (error "The frame has no function to restart"))
    (frame-retry frame)))

(define-request sldb-return-from-frame (number string)
  "Returns the values of the form STRING, in which the variables of the frame are visible, from the frame NUMBER."
  (let ((values (values-in-frame string number nil)))
    (apply #'frame-return (frame-at number) values)))

(define-request sldb-break-with-default-debugger (dont-unwind)
  "Says that there is no other debugger."
  (declare (ignore dont-unwind))
  (error "There is no other debugger"))

(define-request toggle-break-on-signals ()
  "Switches entering the debugger whenever a condition is signalled on or off."
  (setq *break-on-signals* (not *break-on-signals*))
  (format nil "*break-on-signals* = ~(~A~)" *break-on-signals*))

(define-request toggle-debug-on-swank-error ()
  "Returns NIL: errors of the server itself are always answers."
  nil)

;;; STEP asks Emacs, with the form in place of the condition.

(define-condition step-condition (condition)
  ((form :initarg :form) (position :initarg :position) (values :initarg :values))
  (:report (lambda (condition stream)
             (with-slots (form position values) condition
               (format stream "~{~A~%~}Stepping: ~A~@[ (~{~@[~A:~]~D:~D~})~]" values (text-in-line form) position))))
  (:documentation "STEP asks whether to go into a form."))

(defvar *stepped-values* '() "The values of forms since STEP asked last, as texts, the newest first.")

(defun ask-to-step (form position)
  "Returns the user's answer for STEP about FORM, which stands at POSITION: :EACH, :OVER, :OUT, :CONTINUE or :QUIT."
  (let ((condition (make-condition 'step-condition :form form :position position :values (reverse (shiftf *stepped-values* '()))))
        (connection *connection*))
    (block answered
      (let* ((*another-stop* nil)
             (*stepping* (lambda (answer)
                           (setq *another-stop* (and (member answer '(:each :over)) t))
                           (return-from answered answer)))
             (tessera::*debugger-frames* (frames-here)))
        (debug-condition connection condition (list (find 'abort (compute-restarts) :key #'restart-name)))))))

(defun note-stepped-values (values)
  "Notes the VALUES of a form that was stepped over, for the next question."
  (push (format nil "=> ~:[no values~;~:*~{~A~^, ~}~]" (mapcar #'text-in-line values)) *stepped-values*))

(defun step-by (answer)
  "Continues STEP as ANSWER says."
  (if *stepping*
      (progn
        (setq *answer-when-left* '(:ok nil))
        (funcall *stepping* answer))
      (error "This is not a stop of STEP: evaluate (step FORM)")))

(define-request sldb-step (number) "Goes into the form." (declare (ignore number)) (step-by :each))
(define-request sldb-next (number) "Goes over the form." (declare (ignore number)) (step-by :over))
(define-request sldb-out (number) "Goes on without stops to the end of the function." (declare (ignore number)) (step-by :out))
