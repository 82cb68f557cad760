;;; The read-eval-print loop (chapter 25).

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
  "Makes FORM the value of +, and moves the values of + and ++."
  (setq +++ ++ ++ + + form))

(defun %remember-values (values)
  "Makes the list VALUES the value of / and its first element that of *, and moves the values of /, //, * and **."
  (setq *** ** ** * * (car values)
        /// // // / / values))

;;; Where forms come from: from *STANDARD-INPUT*, or, on a terminal with an editor, from entries that it returns as a
;;; whole.

(defvar *at-prompt* nil "True if a user types at a prompt.")
(defvar *entry-reader* nil
  "A function of the prompt, a string, that returns the text that the user types, or NIL at the end; NIL without an
editor. A second argument describes the question as *QUESTION* does; then the function returns :ABANDON if the user
abandons the answer.")
(defvar *results-writer* nil "A function that shows a list of values, if there is an editor.")
(defvar *evaluation-observer* nil
  "A function of a form that was typed and the list of its values, called once they are shown; or NIL.")
(defvar *text-writer* nil "A function that writes the part of a long text that fits the window.")
(defvar *condition-writer* nil "A function that shows a condition, if there is an editor.")
(defvar *text-wrapper* nil "A function that returns a text broken at words to fit the terminal, if there is an editor.")
(defvar *type-ahead-dropper* nil "A function that drops what was typed ahead; true if there was something.")

(defvar *entry* nil "A stream of the entry that forms are being read from, or NIL.")
(defparameter *prompt-source* "repl" "The name of the source that entries stand in, for positions.")
(defvar *prompt-handlers* '()
  "The handlers around the prompt, which are active for forms that are typed at the debugger; those of the program that
failed are not.")
(defvar *form-position* '(nil nil) "The line and column of the form that was read from the entry.")
(defvar *entry-text* "" "The text of the entry.")
(defvar *entry-start* 1 "The number of the entry's first line among all that were typed.")
(defvar *entry-line* 1 "The number that the next entry's first line will have.")
(defvar *entry-starts* '() "The numbers of the first lines of all entries, the last one first.")

(defun %editing-p ()
  "True if the user types into the editor. While DRIBBLE records, the editor is not used, so that the record has no
colors."
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

(defun %show-condition (condition)
  "Shows CONDITION to the user. The terminal has written ^C if it is an interrupt."
  (when (and (typep condition 'interactive-interrupt) (interactive-stream-p *standard-input*))
    (terpri))
  (if (%editing-p)
      (funcall *condition-writer* condition)
      (%write-condition condition *standard-output*)))

(defun %write-wrapped (control &rest arguments)
  "Writes the text of CONTROL and ARGUMENTS as FORMAT does; on a terminal, broken at words."
  (let ((text (apply #'format nil control arguments)))
    (write-string (if (%editing-p) (funcall *text-wrapper* text) text))))

(defvar *errors-end-session* nil "True if errors end the session because there is no user to choose a restart.")

(defun %input-lost-p (condition)
  "True if CONDITION, signalled while a form was read, means that no other form can be read."
  (or *errors-end-session*
      (and (typep condition 'stream-error) (not *entry*) (not (typep condition '(or reader-error end-of-file))))))

(defun %read-at-prompt (eof)
  "Returns the next form that the user types; EOF at the end of the input. Errors of the reader are reported, and the
rest of the line or entry is dropped; they end the process if no other form can be read. Errors of reader macros enter
the debugger."
  (loop
    (unless (or *entry* (%editing-p)) (%prompt))
    (setq *toplevel-frame* nil)
    (handler-case (return (%read-from-entries eof))
      ((or stream-error interactive-interrupt) (condition)
        (when (%input-lost-p condition) (%die-of-condition condition nil))
        (%report-unread condition)))))

(defun %report-unread (condition)
  "Reports CONDITION, which the reader signalled, to the user, and drops the text that cannot be read. In an entry, also
shows its line; lines are counted from the first of the entry."
  (let ((text (shiftf *entry* nil)))
    (if text
        (let ((*source-texts* (acons *prompt-source* *entry-text* '()))
              (*toplevel-frame* (%frame :reader *prompt-source*)))
          (%count-lines-in-entry condition)
          (%show-condition condition))
        (progn (%skip-line)
               (%show-condition condition)))))

(defun %count-lines-in-entry (condition)
  "Makes the message of CONDITION, the reader's, count lines from the first of the entry, not of the session."
  (let ((line (%slot-or-nil condition '%line)))
    (when line (setf (slot-value condition '%line) (- line *entry-start* -1)))))

(defun %read-from-prompt (eof)
  "Returns the next form. Drops the rest of its line if that is blank: it must not become the answer to a question of
the form."
  (when (zerop *debugger-level*) (%clear-positions))       ; the form that failed may be evaluated again
  (when *entry*
    (setq *form-position* (multiple-value-list (%next-position *entry*))))
  (let ((form (%read-in-language (%prompt-input) eof)))
    (%skip-blanks)
    form))

(defun %read-from-entries (eof)
  "Returns the next form of the current entry or of the next one, or of the input if there is no editor; EOF at its
end."
  (loop
    (cond (*entry*
           (let ((form (%read-from-prompt *entry*)))
             (unless (eq form *entry*) (return form))
             (setq *entry* nil)
             (unless (%editing-p) (%prompt))))       ; it was the last one
          ((%editing-p) (unless (%next-entry) (return eof)))
          (t (return (%read-from-prompt eof))))))

(defun %next-entry ()
  "Reads an entry from the user. Returns false at the end of the input. Drops the rest of a line that a program has read
in part."
  (clear-input *standard-input*)
  (fresh-line)
  (let ((text (funcall *entry-reader* (%prompt-text))))
    (when text
      (%begin-entry text)
      t)))

(defun %begin-entry (text)
  "Makes TEXT the entry that forms are read from."
  (setq *entry* (make-string-input-stream text)
        *entry-text* text
        *entry-start* *entry-line*
        *lookalikes-told* (list t))
  (push *entry-line* *entry-starts*)
  (%set-stream-line *entry* *entry-line*)
  (incf *entry-line* (1+ (count #\Newline text)))
  (%note-entry text))

(defun %note-entry (text)
  "Notes TEXT, an entry, as a source for SOURCE-LINE."
  (let ((known (assoc *prompt-source* *source-texts* :test #'equal)))
    (if known
        (setf (cdr known) (concatenate 'string (cdr known) text (string #\Newline)))
        (push (cons *prompt-source* (concatenate 'string text (string #\Newline))) *source-texts*))))

(defun %drop-entry ()
  "Drops the rest of the entry after an error in it, and the text that was typed ahead, which must not choose a
restart."
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
  "Drops the rest of the line that the user typed; on a terminal also the text that was typed ahead."
  (loop while (and (%within-line-p) (char/= (read-char) #\Newline)))
  (when (interactive-stream-p *standard-input*)
    (clear-input *standard-input*)))

(defun %skip-blanks ()
  "Drops the rest of the line if it is blank."
  (loop while (and (%within-line-p) (member (peek-char nil (%prompt-input)) '(#\Space #\Tab #\Return #\Newline)))
        do (read-char (%prompt-input))))

(defun %rest-of-line ()
  "Returns the list of the forms that follow in the line."
  (loop while (and (%within-line-p) (not (member (peek-char nil (%prompt-input)) '(#\; #\Newline))))
        collect (%read-from-prompt nil)))

(defun %show-value (value)
  "Writes a line with VALUE, unless the language does not show it."
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
  (let ((*toplevel-frame* nil) (*toplevel-form* nil)
          (*outer-toplevel-frames* '()))
    (apply #'%note-toplevel-form form *form-position*)
    (%check-toplevel-form form)
    (let ((values (%values-at-prompt form)))
      (%remember-form form)
      (%remember-values values)
      (%print-results values)
      (when *evaluation-observer*
        (funcall *evaluation-observer* form values)))))

(defvar *form-wrapper* nil
  "A function that returns a typed form so that it sees what is bound at this prompt, such as the variables of a frame;
or NIL.")

(defun %form-here (form)
  "Returns FORM, which was typed, so that it sees what is bound here."
  (if *form-wrapper* (funcall *form-wrapper* form) form))

(defun %values-at-prompt (form &optional unit)
  "Returns the list of the values of FORM. If it fails, the user may have it evaluated again. It is compiled as a part
of UNIT, or as a separate unit."
  (loop
    (restart-case (return (multiple-value-list (%call-in-unit (lambda () (%call-at-toplevel (lambda () (%evaluate-in-language (%form-here form) t))))
                                                              unit)))
      (retry () :report (lambda (stream) (format stream "Evaluate ~A again." (%text-in-short form 6)))))))

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

(defvar *begin-with-tour* nil "True if the tour begins when the prompt does: the program's option --tour.")
(defvar *first-steps* '()
  "The calls that the command line asks for before the first entry: a list of (FUNCTION ARGUMENT).")

(defun %begin-prompt-with (function argument)
  "Makes the prompt begin with a call of FUNCTION with ARGUMENT, after the calls noted before."
  (setq *first-steps* (append *first-steps* (list (list function argument)))))

(defun %take-first-steps ()
  "Makes the calls that the command line asks for. If one fails, it enters the debugger, and returning to the prompt
skips the rest."
  (with-simple-restart (abort "Return to the prompt.")
    (loop while *first-steps*
          do (destructuring-bind (function argument) (pop *first-steps*)
               (loop
                 (restart-case (return (funcall function argument))
                   (retry () :report (lambda (stream) (format stream "Begin ~A again." argument))))))))
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
  "Runs the read-eval-print loop on the standard streams. If the input is not a terminal, an error ends the process."
  (let ((*errors-end-session* (not (interactive-stream-p *standard-input*))))
    (%repl)))

(defun %greet ()
  "Greets the user of a terminal."
  (when (and (interactive-stream-p *standard-input*) (interactive-stream-p *standard-output*))
    (format t "~&Tessera ~A, a Common Lisp to embed, with the game Dice of Doom.~%" (lisp-implementation-version))
    (format t ":help tells what can be typed~:[~;, Tab completes~]; Ctrl-D leaves.~%" *entry-reader*)))

(defun %repl-on-terminal ()
  "Runs the read-eval-print loop on a terminal, with the editor if it can be loaded."
  (handler-case (when (%load-program-modules "assist" "editor")
                  (funcall (find-symbol "START" "TESSERA-EDITOR")))
    (error (condition) (format t "~&The prompt's editor cannot be loaded: ~A~%" condition)))
  (%repl))
