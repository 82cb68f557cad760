;;; The levels of the prompt's debugger: an error shows its restarts, and forms are evaluated until one is chosen.

(in-package "TESSERA")

(declaim (ftype function %retried-frame frame-retry form-in-frame))     ; of the module debugger

(defvar *outer-restarts* '() "All restarts of the next outer level of the debugger.")

(defun %shown-restarts (condition)
  "Returns the restarts for CONDITION, the innermost first. Those of outer levels of the debugger are left out, except
the one that returns to the prompt."
  (let* ((new (remove-if (lambda (restart) (%memq restart *outer-restarts*)) (compute-restarts condition)))
         (again (remove 'retry-call new :key #'restart-name :test-not #'eq))
         (own (remove 'retry-call new :key #'restart-name))
         (general (member-if (lambda (restart) (%memq (restart-name restart) '(retry skip-form abort))) own)))
    (append (ldiff own general)   ; those that are about the error go first
            again
            general
            (last (remove 'abort *outer-restarts* :key #'restart-name :test-not #'eq)))))

(defun %show-restarts (restarts)
  "Writes a line with number, name and report for each of RESTARTS."
  (let ((number 0))
    (dolist (restart restarts)
      (%write-wrapped "  ~D: ~@[[~A] ~]~A~%" number (restart-name restart) restart)
      (incf number))))

(defun %debugger-help ()
  "Writes what can be typed in the debugger."
  (%write-wrapped "Type a restart's number, a form~:[~;, :b (backtrace)~] or :help; Ctrl-D goes back.~%" (%provided-p "debugger")))

(defvar *debugger-restarts* '() "The restarts that the user can choose.")
(defvar *debugger-frames* '()
  "The user's frames at the error, the innermost first. The module debugger has the commands for them.")
(defvar *debugger-frame* 0 "The number of the frame that commands are about.")

(%define-prompt-command (:restarts :r) :debugger ()
  "Show the restarts once more; the number of one chooses it."
  (%show-restarts *debugger-restarts*))

(%define-prompt-command (:abort :a) :debugger ()
  "Return to the prompt, out of all levels."
  (invoke-restart (find 'abort *debugger-restarts* :key #'restart-name :from-end t)))

(defun %repl-debugger (condition hook)
  "Shows CONDITION to the user, who chooses a restart or evaluates forms."
  (declare (ignore hook))
  (let ((little-room (typep condition 'storage-condition)))
    (unless little-room
      (ignore-errors (%load-program-modules "debugger")))
    (let ((*debugger-frames* (%user-frames (if little-room 100 1000)))
          (*debugger-frame* 0))
      (%call-with-retry-call (lambda () (%debug condition))))))

(defun %debug (condition)
  "Runs one level of the debugger, for CONDITION."
  (let ((restarts (%shown-restarts condition))
        (*cleaning-up* nil)
        (*work-in-progress* nil)
        (*debugger-level* (1+ *debugger-level*)))
    (handler-case (let ((*invoke-debugger* #'%die-of-condition))  ; there is nobody to talk with if this fails
                    (fresh-line)
                    (let ((*handler-clusters* *prompt-handlers*)) (%give-earlier-warnings))
                    (%show-condition condition)
                    (%show-backtrace-briefly)
                    (finish-output))
      (interactive-interrupt ()  ; the user has seen enough
        (fresh-line)))
    (%drop-entry)
    (let ((*debugger-restarts* restarts) (*outer-restarts* (compute-restarts)) (*toplevel-frame* nil) (*toplevel-form* nil)
          (*outer-toplevel-frames* '()))
      (%show-restarts restarts)
      (%debugger-help)
      (let ((*handler-clusters* *prompt-handlers*))
        (%with-source (*prompt-source*)
          (%debugger-loop restarts))))))

(defun %show-backtrace-briefly ()
  "Writes the innermost frames."
  (%write-frames (subseq *debugger-frames* 0 (min 8 (length *debugger-frames*))) *standard-output*)
  (when (nthcdr 8 *debugger-frames*)
    (format t "  ...~%")))

(defun %call-with-retry-call (function)
  "Calls FUNCTION with a restart RETRY-CALL that makes the innermost call of a function of the user's again."
  (let ((frame (and (%provided-p "debugger") (%retried-frame *debugger-frames*))))
    (if frame
        (restart-bind ((retry-call (lambda () (frame-retry frame))
                                   :report-function (lambda (stream) (format stream "Call ~A again." (%frame-call frame)))))
          (funcall function))
        (funcall function))))

(defun %debugger-loop (restarts)
  "Reads and evaluates what the user types at this level of the debugger, until a restart from RESTARTS is chosen."
  (let ((eof (list nil)) (level *debugger-level*)
        (*toplevel-frame* nil)          ; the form that failed keeps its own, for when it goes on
        (*form-wrapper* (and (%provided-p "debugger") (lambda (form) (form-in-frame (nth *debugger-frame* *debugger-frames*) form)))))
    (loop
      (with-simple-restart (abort "Return to level ~D of the debugger." level)
        (let ((form (%read-at-prompt eof)))
          (cond ((eq form eof) (terpri) (%leave-level restarts))
                ((and (integerp form) (< -1 form (length restarts)))
                 (invoke-restart-interactively (nth form restarts)))
                ((integerp form)
                 (format t "~&There is no restart ~D: they have the numbers 0 to ~D.~%" form (1- (length restarts))))
                ((%run-prompt-command form #'%rest-of-line))
                (t (%evaluate-at-prompt form))))))))

(defun %leave-level (restarts)
  "Invokes the innermost ABORT restart of RESTARTS."
  (invoke-restart (or (find 'abort restarts :key #'restart-name) (first restarts))))
