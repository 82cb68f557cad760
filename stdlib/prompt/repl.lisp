;;; The read-eval-print loop and its debugger (chapter 25).

(in-package "TESSERA")

(defvar * nil "The primary value of the last form at the prompt.")
(defvar ** nil "The value of * before.")
(defvar *** nil "The value of ** before.")
(defvar + nil "The last form at the prompt.")
(defvar ++ nil "The value of + before.")
(defvar +++ nil "The value of ++ before.")
(defvar - nil "The form at the prompt that is being evaluated.")
(defvar / nil "The values of the last form at the prompt, as a list.")
(defvar // nil "The value of / before.")
(defvar /// nil "The value of // before.")

(defvar *debugger-level* 0 "How many errors the user is in the middle of.")

(defun %remember-form (form)
  (setq +++ ++ ++ + + form))

(defun %remember-values (values)
  (setq *** ** ** * * (car values)
        /// // // / / values))

(defun %prompt ()
  "Write the prompt: the package, unless it is COMMON-LISP-USER, and the level of errors."
  (fresh-line)
  (unless (eq *package* (find-package "COMMON-LISP-USER"))
    (write-string (package-name *package*)))
  (unless (zerop *debugger-level*)
    (format t "~D" *debugger-level*))
  (write-string "> ")
  (finish-output))

(defun %read-at-prompt (eof)
  "The next form that the user types; EOF at the end of the input. Errors of the reader are told, and the rest of the
line is dropped."
  (loop
    (%prompt)
    (handler-case (return (%read-from-prompt eof))
      (error (condition)
        (%skip-line)
        (%write-condition condition *standard-output*)))))

(defun %read-from-prompt (eof)
  "The next form, and away with the rest of its line if that is blank: it is no answer to what the form may ask."
  (%clear-positions)
  (let ((form (let ((*readtable* (%prompt-readtable)))
                (%read-form *standard-input* eof))))
    (%skip-blanks)
    form))

(defun %within-line-p ()
  "True if something of the line that the user typed has not been read."
  (and (> (nth-value 1 (%stream-line *standard-input*)) 1)
       (listen *standard-input*)))

(defun %skip-line ()
  "Drop what is left of the line that the user typed, and in a terminal also what she typed ahead."
  (loop while (and (%within-line-p) (char/= (read-char) #\Newline)))
  (when (interactive-stream-p *standard-input*)
    (clear-input *standard-input*)))

(defun %skip-blanks ()
  "Drop the rest of the line if nothing stands there."
  (loop while (and (%within-line-p) (member (peek-char nil) '(#\Space #\Tab #\Return #\Newline)))
        do (read-char)))

(defun %print-results (values)
  "Write VALUES, a line for each."
  (fresh-line)
  (dolist (value values)
    (prin1 value)
    (terpri)))

(defun %evaluate-at-prompt (form)
  "Evaluate FORM, remember it and its values, show the values."
  (setq - form)
  (let ((*toplevel-frame* nil) (*toplevel-form* nil))
    (%note-toplevel-form form)
    (let ((values (multiple-value-list (eval form))))
      (%remember-form form)
      (%remember-values values)
      (%print-results values))))

(defun %shown-restarts (condition)
  "The restarts for CONDITION, the innermost first, without those that an inner one of the same name hides."
  (remove-duplicates (compute-restarts condition) :test #'eq :from-end t))

(defun %show-restarts (restarts)
  (let ((number 0))
    (dolist (restart restarts)
      (format t "  ~D: ~@[[~A] ~]~A~%" number (restart-name restart) restart)
      (incf number))))

(defun %debugger-help ()
  (format t "Type the number of a restart, :b for a backtrace, or a form; the end of input (Ctrl-D) goes back a level.~%"))

(defun %show-backtrace ()
  (%write-frames (%user-frames) *standard-output*))

(defun %repl-debugger (condition hook)
  "Tell the user of CONDITION and let her choose a restart, or evaluate forms in its midst."
  (declare (ignore hook))
  (let ((restarts (%shown-restarts condition))
        (*debugger-level* (1+ *debugger-level*)))
    (let ((*invoke-debugger* #'%die-of-condition))  ; there is nobody to talk with if this fails
      (%write-condition condition *standard-output*)
      (%show-backtrace-briefly)
      (finish-output))
    (when (typep condition 'interactive-interrupt)
      (%leave-level restarts))
    (%show-restarts restarts)
    (%debugger-help)
    (%debugger-loop restarts)))

(defun %show-backtrace-briefly ()
  "Write the innermost frames."
  (let ((frames (%user-frames)))
    (%write-frames (subseq frames 0 (min 8 (length frames))) *standard-output*)
    (when (> (length frames) 8)
      (format t "  ...~%"))))

(defun %debugger-loop (restarts)
  "Read and evaluate what the user types in the midst of an error, until she chooses one of RESTARTS."
  (let ((eof (list nil)) (level *debugger-level*))
    (loop
      (with-simple-restart (abort "Return to level ~D of the debugger." level)
        (let ((form (%read-at-prompt eof)))
          (cond ((eq form eof) (terpri) (%leave-level restarts))
                ((and (integerp form) (< -1 form (length restarts)))
                 (invoke-restart-interactively (nth form restarts)))
                ((eq form :b) (%show-backtrace))
                (t (%evaluate-at-prompt form))))))))

(defun %leave-level (restarts)
  "Go on where the innermost ABORT restart of RESTARTS leads."
  (invoke-restart (or (find 'abort restarts :key #'restart-name) (first restarts))))

(defun %repl-loop (eof)
  "Read, evaluate and print until the end of the input."
  (loop
    (with-simple-restart (abort "Return to the prompt.")
      (let ((form (%read-at-prompt eof)))
        (when (eq form eof) (return))
        (%evaluate-at-prompt form)))))

(defun %repl ()
  "The read-eval-print loop on the standard streams; returns at the end of the input."
  (let ((*invoke-debugger* #'%repl-debugger)
        (*package* *package*)
        (*source-file* "repl"))
    (%set-source-file *source-file*)
    (%until-quit (%repl-loop (list nil)))
    (fresh-line)
    (finish-output)))
