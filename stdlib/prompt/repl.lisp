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

(defun %remember-form (form)
  (setq +++ ++ ++ + + form))

(defun %remember-values (values)
  (setq *** ** ** * * (car values)
        /// // // / / values))

;;; Where forms come from: from *STANDARD-INPUT*, or, on a terminal with an editor, from entries that it returns as a
;;; whole.

(defvar *at-prompt* nil "True where somebody types at a prompt.")
(defvar *entry-reader* nil
  "A function of the prompt, a string, that returns what the user typed, a string; NIL at the end. Of an answer a second argument tells what is
asked, as *QUESTION* does; then :ABANDON is returned if the user gives up what she typed. NIL where there is no editor.")
(defvar *results-writer* nil "A function that shows a list of values where there is an editor.")
(defvar *evaluation-observer* nil "A function of a form that was typed and the list of its values, called once they are shown; or NIL.")
(defvar *text-writer* nil "A function that writes the part of a long text that fits the window.")
(defvar *condition-writer* nil "A function that shows a condition where there is an editor.")
(defvar *text-wrapper* nil "A function that returns a text broken at words to fit the terminal, where there is an editor.")
(defvar *type-ahead-dropper* nil "A function that drops what was typed ahead; true if there was something.")

(defvar *entry* nil "A stream of the entry that forms are being read from, or NIL.")
(defparameter *prompt-source* "repl" "The name of the source that entries stand in, for positions.")
(defvar *prompt-handlers* '() "The handlers around the prompt. Those of a program that failed are not for what is typed at the debugger.")
(defvar *form-place* '(nil nil) "The line and column of the form that was read from the entry.")
(defvar *entry-text* "" "The text of the entry.")
(defvar *entry-start* 1 "The number of the entry's first line among all that were typed.")
(defvar *entry-line* 1 "The same of the next entry.")

(defun %editing-p ()
  "True if the user types into the editor. While DRIBBLE records, she does not: the record has no colours."
  (and *entry-reader* (not *dribble*)))

(defun %prompt-text ()
  "Returns the prompt: that of the language, and the level of the debugger."
  (format nil "~A~@[~D~]> "
          (funcall (language-prompt *language*))
          (and (plusp *debugger-level*) *debugger-level*)))

(defun %prompt ()
  "Writes the prompt."
  (fresh-line)
  (write-string (%prompt-text))
  (finish-output))

(defun %prompt-input ()
  "Returns the stream that forms are read from."
  (or *entry* *standard-input*))

(defun %tell-condition (condition)
  "Shows CONDITION to the user. A terminal has written ^C where she interrupted."
  (when (and (typep condition 'interactive-interrupt) (interactive-stream-p *standard-input*))
    (terpri))
  (if (%editing-p)
      (funcall *condition-writer* condition)
      (%write-condition condition *standard-output*)))

(defun %write-wrapped (control &rest arguments)
  "Writes what FORMAT makes of CONTROL and ARGUMENTS, at a terminal broken at words."
  (let ((text (apply #'format nil control arguments)))
    (write-string (if (%editing-p) (funcall *text-wrapper* text) text))))

(defvar *errors-end-session* nil "True where nobody can be asked what to do about an error.")

(defun %input-lost-p (condition)
  "True if CONDITION, signalled while a form was read, means that no other form can be read."
  (or *errors-end-session*
      (and (typep condition 'stream-error) (not *entry*) (not (typep condition '(or reader-error end-of-file))))))

(defun %read-at-prompt (eof)
  "Returns the next form that the user types; EOF at the end of the input. Errors of the reader are told, and the rest
of the line or entry is dropped; they end the process where no other form can be read. Errors of reader macros enter the
debugger."
  (loop
    (unless (or *entry* (%editing-p)) (%prompt))
    (setq *toplevel-frame* nil)
    (handler-case (return (%read-from-entries eof))
      ((or stream-error interactive-interrupt) (condition)
        (when (%input-lost-p condition) (%die-of-condition condition nil))
        (%tell-unread condition)))))

(defun %tell-unread (condition)
  "Tells the user of CONDITION, which the reader signalled, and drops what cannot be read. In an entry its line is
shown; lines are counted from the first of the entry."
  (let ((text (shiftf *entry* nil)))
    (if text
        (let ((*source-texts* (acons *prompt-source* *entry-text* '()))
              (*toplevel-frame* (%frame :reader *prompt-source*)))
          (%count-lines-in-entry condition)
          (%tell-condition condition))
        (progn (%skip-line)
               (%tell-condition condition)))))

(defun %count-lines-in-entry (condition)
  "Lets the message of CONDITION, the reader's, count lines from the first of the entry, not of all that was typed."
  (let* ((control (%slot-or-nil condition '%control))
         (at (and (stringp control) (search "line " control :from-end t))))
    (when at
      (multiple-value-bind (line end) (parse-integer control :start (+ at 5) :junk-allowed t)
        (when line
          (setf (slot-value condition '%control)
                (format nil "~A~D~A" (subseq control 0 (+ at 5)) (- line *entry-start* -1) (subseq control end))))))))

(defun %read-from-prompt (eof)
  "Returns the next form. Drops the rest of its line if that is blank: it does not answer what the form may ask."
  (%clear-positions)
  (when *entry*
    (setq *form-place* (multiple-value-list (%next-place *entry*))))
  (let ((form (let ((*readtable* (%prompt-readtable)))
                (%read-in-language (%prompt-input) eof))))
    (%skip-blanks)
    form))

(defun %read-from-entries (eof)
  "Returns the next form of the entry, of the next entry, or of the input where there is no editor; EOF at its end."
  (loop
    (cond (*entry*
           (let ((form (%read-from-prompt *entry*)))
             (unless (eq form *entry*) (return form))
             (setq *entry* nil)
             (unless (%editing-p) (%prompt))))       ; it was the last one
          ((%editing-p) (unless (%next-entry) (return eof)))
          (t (return (%read-from-prompt eof))))))

(defun %next-entry ()
  "Lets the user type an entry. Returns false at the end of the input. Drops what a program left of the line it read."
  (clear-input *standard-input*)
  (fresh-line)
  (let ((text (funcall *entry-reader* (%prompt-text))))
    (when text
      (%begin-entry text)
      t)))

(defun %begin-entry (text)
  "Lets TEXT be the entry that forms are read from."
  (setq *entry* (make-string-input-stream text)
        *entry-text* text
        *entry-start* *entry-line*)
  (%set-stream-line *entry* *entry-line*)
  (incf *entry-line* (1+ (count #\Newline text)))
  (%note-entry text))

(defun %note-entry (text)
  "Lets SOURCE-LINE know of TEXT, an entry."
  (let ((known (assoc *prompt-source* *source-texts* :test #'equal)))
    (if known
        (setf (cdr known) (concatenate 'string (cdr known) text (string #\Newline)))
        (push (cons *prompt-source* (concatenate 'string text (string #\Newline))) *source-texts*))))

(defun %drop-entry ()
  "Forgets what is left of the entry after an error in it, and what was typed ahead: that was for another case, and is
to choose no restart."
  (when (and (%editing-p) (funcall *type-ahead-dropper*))
    (format t "What was typed ahead is dropped.~%"))
  (when *entry*
    (let ((rest (string-trim '(#\Space #\Newline #\Tab #\Return) (%rest-of-stream *entry*))))
      (setq *entry* nil)
      (unless (string= rest "")
        (format t "The rest of what was typed is dropped: ~A~:[~; ...~]~%"
                (subseq rest 0 (position #\Newline rest)) (find #\Newline rest))))))

(defun %within-line-p ()
  "True if part of the line that the user typed has not been read."
  (let ((input (%prompt-input)))
    (and (> (nth-value 1 (%stream-line input)) 1)
         (listen input))))

(defun %skip-line ()
  "Drops what is left of the line that the user typed; on a terminal also what she typed ahead."
  (loop while (and (%within-line-p) (char/= (read-char) #\Newline)))
  (when (interactive-stream-p *standard-input*)
    (clear-input *standard-input*)))

(defun %skip-blanks ()
  "Drops the rest of the line if it is blank."
  (loop while (and (%within-line-p) (member (peek-char nil (%prompt-input)) '(#\Space #\Tab #\Return #\Newline)))
        do (read-char (%prompt-input))))

(defun %rest-of-line ()
  "Returns the forms that follow in the line."
  (loop while (and (%within-line-p) (not (member (peek-char nil (%prompt-input)) '(#\; #\Newline))))
        collect (%read-from-prompt nil)))

(defun %show-value (value)
  "Writes a line with VALUE, unless the language shows nothing of it."
  (unless (funcall (language-silent-p *language*) value)
    (%write-in-language value *standard-output*)
    (terpri)))

(defun %print-results (values)
  "Writes VALUES, a line for each."
  (fresh-line)
  (if (%editing-p)
      (funcall *results-writer* values)
      (dolist (value values)
        (%show-value value))))

(defun %evaluate-at-prompt (form)
  "Evaluates FORM, remembers it and its values, and shows the values."
  (setq - form)
  (let ((*toplevel-frame* nil) (*toplevel-form* nil))
    (apply #'%note-toplevel-form form *form-place*)
    (%check-toplevel-form form)
    (let ((values (%values-at-prompt form)))
      (%remember-form form)
      (%remember-values values)
      (%print-results values)
      (when *evaluation-observer*
        (funcall *evaluation-observer* form values)))))

(declaim (ftype function %retried-frame frame-retry form-in-frame))     ; of the module debugger

(defvar *current-frame* nil "A function that returns the frame whose variables are seen by what is typed, or NIL; NIL where there is none.")

(defun %form-here (form)
  "Returns FORM, which was typed, so that it sees the variables of the current frame."
  (let ((frame (and *current-frame* (funcall *current-frame*))))
    (if frame (form-in-frame frame form) form)))

(defun %values-at-prompt (form &optional unit)
  "Returns the list of the values of FORM, which the user may let be evaluated again where it fails; it is compiled as a
part of UNIT, or as one of its own."
  (loop
    (restart-case (return (multiple-value-list (%call-in-unit (lambda () (%call-at-toplevel (lambda () (%evaluate-in-language (%form-here form) t))))
                                                              unit)))
      (retry () :report "Evaluate what was typed again."))))

(defvar *outer-restarts* '() "All restarts of the level of the debugger that goes on outside of this one.")

(defun %shown-restarts (condition)
  "Returns the restarts for CONDITION, the innermost first. Of those of an outer level of the debugger only the way back
to the prompt is among them: one comes to the others by going back to that level."
  (let* ((new (remove-if (lambda (restart) (%memq restart *outer-restarts*)) (compute-restarts condition)))
         (again (remove 'retry-call new :key #'restart-name :test-not #'eq))
         (own (remove 'retry-call new :key #'restart-name))
         (general (member-if (lambda (restart) (%memq (restart-name restart) '(retry skip-form abort))) own)))
    (append (ldiff own general)   ; those that are about the error go first
            again
            general
            (last (remove 'abort *outer-restarts* :key #'restart-name :test-not #'eq)))))

(defun %show-restarts (restarts)
  (let ((number 0))
    (dolist (restart restarts)
      (%write-wrapped "  ~D: ~@[[~A] ~]~A~%" number (restart-name restart) restart)
      (incf number))))

(defun %debugger-help ()
  (%write-wrapped "Type a restart's number, a form~:[~;, :b (backtrace)~] or :help; Ctrl-D goes back.~%" (%provided-p "debugger")))

(defvar *debugger-restarts* '() "The restarts that the user can choose.")
(defvar *debugger-frames* '() "The user's frames where the error is, the innermost first. What is done with them is the module debugger's.")
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
                    (%tell-condition condition)
                    (%show-backtrace-briefly)
                    (finish-output))
      (interactive-interrupt ()  ; she has seen enough
        (fresh-line)))
    (%drop-entry)
    (let ((*debugger-restarts* restarts) (*outer-restarts* (compute-restarts)))
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
  "Reads and evaluates what the user types at this level of the debugger, until she chooses one of RESTARTS."
  (let ((eof (list nil)) (level *debugger-level*)
        (*current-frame* (and (%provided-p "debugger") (lambda () (nth *debugger-frame* *debugger-frames*)))))
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

(defun %repl-loop (eof)
  "Reads, evaluates and prints until the end of the input."
  (loop
    (with-simple-restart (abort "Return to the prompt.")
      (loop
        (let ((form (%read-at-prompt eof)))
          (cond ((eq form eof) (return-from %repl-loop nil))
                ((%run-prompt-command form #'%rest-of-line))
                (t (%evaluate-at-prompt form))))))
    (%drop-entry)))

(defvar *first-steps* '() "What the command line asks for before the first entry: a list of (FUNCTION ARGUMENT).")

(defun %begin-prompt-with (function argument)
  "Lets the prompt begin with a call of FUNCTION with ARGUMENT, behind others."
  (setq *first-steps* (append *first-steps* (list (list function argument)))))

(defun %take-first-steps ()
  "Does what the command line asks for. What fails enters the debugger, whose way back to the prompt leaves out the
rest."
  (with-simple-restart (abort "Return to the prompt.")
    (loop while *first-steps*
          do (apply #'funcall (pop *first-steps*))))
  (setq *first-steps* '()))

(defun %repl ()
  "Runs the read-eval-print loop on the standard streams. Returns at the end of the input."
  (let ((*invoke-debugger* (if *errors-end-session* *invoke-debugger* #'%repl-debugger))
        (*package* *package*)
        (*prompt-handlers* *handler-clusters*)
        (*at-prompt* t))
    (%until-quit
      (%with-source (*prompt-source*)
        (%greet)
        (%take-first-steps)
        (when *begin-with-tour* (tour))
        (%repl-loop (list nil))))
    (fresh-line)
    (finish-output)))

(defun %repl-on-input ()
  "Runs the read-eval-print loop on the standard streams. Where the input is not a terminal, an error ends the process."
  (let ((*errors-end-session* (not (interactive-stream-p *standard-input*))))
    (%repl)))

(defun %greet ()
  "Greets the user of a terminal."
  (when (and (interactive-stream-p *standard-input*) (interactive-stream-p *standard-output*))
    (format t "~&Tessera ~A, a Common Lisp to embed, with the game Dice of Doom.~%" (lisp-implementation-version))
    (format t ":help tells what can be typed~:[~;, Tab completes~]; Ctrl-D leaves.~%" *entry-reader*)))

;;; The tour is a module of the program, which watches what is typed.

(defvar *begin-with-tour* nil "True if the tour begins when the prompt does: the program's option --tour.")

(defun tour (&optional (step nil step-p))
  "Begins a tour of the language, macros, lazy lists and the game at the prompt, or goes on with it; or begins at STEP,
a number from 1 on. Returns no values. An ERROR if the program's module for it is not there; a TYPE-ERROR if there is no
such step."
  (%need-module "tour" 'tour)
  (if step-p
      (funcall (find-symbol "BEGIN" "TESSERA-TOUR") step)
      (funcall (find-symbol "BEGIN" "TESSERA-TOUR")))
  (values))
(export 'tour)
(import 'tour "COMMON-LISP-USER")

;;; Help is a module as well.

(defun help (&optional topic)
  "Writes help on TOPIC, a symbol or string: a subject such as 'lazy, or what a name means, with examples; without
TOPIC, where to start and which subjects there are. Returns no values. An ERROR if the program's module for it is not
there; a TYPE-ERROR if TOPIC is something else."
  (%need-module "documentation" 'help)
  (funcall (find-symbol "WRITE-HELP" "TESSERA-DOCUMENTATION") topic)
  (values))
(export 'help)
(import 'help "COMMON-LISP-USER")

(%define-prompt-command (:tour) :anywhere ()
  "Begin a tour of the language and the game, or go on with it."
  (tour))

(defun %repl-on-terminal ()
  "Runs the read-eval-print loop on a terminal, with the editor if it can be loaded."
  (handler-case (when (%load-program-modules "assist" "editor")
                  (funcall (find-symbol "START" "TESSERA-EDITOR")))
    (error (condition) (format t "~&The prompt's editor cannot be loaded: ~A~%" condition)))
  (%repl))
