;;; Questions to the user, for the prompt, the debugger, modules and games.

(in-package "TESSERA")

(defvar *question* nil
  "A property list for the editor about the question that is being answered: :HISTORY, a name; :WORDS and :FORM, as ASK
takes them. NIL if a program itself reads from the terminal.")

(defun %whitespace-p (char)
  "True if CHAR separates words."
  (%memq char '(#\Space #\Tab #\Return #\Newline)))

(defun %first-word (text)
  "Returns the part of TEXT before its first blank."
  (subseq text 0 (position-if #'%whitespace-p text)))

(defun %unfinished-p (text form)
  "True if TEXT begins an expression that has no end. If FORM is false, only a text that begins with a parenthesis is an
expression."
  (let ((start (position-if-not #'%whitespace-p text)))
    (and start
         (or form (char= (char text start) #\())
         (let ((*read-eval* nil) (*read-interns* nil))
           (handler-case (progn (read-from-string text) nil)
             (incomplete-input () t)
             (error () nil))))))

(defun %read-answer (prompt form)
  "Writes PROMPT to *QUERY-IO* and returns what the user types: a line, or as many as an expression takes; NIL at the
end of the input."
  (unless (eq form t) (fresh-line *query-io*))
  (write-string prompt *query-io*)
  (finish-output *query-io*)
  (let ((text (read-line *query-io* nil nil)))
    (loop while (and text (or form *at-prompt*) (%unfinished-p text (eq form t)))
          do (let ((more (read-line *query-io* nil nil)))
               (unless more (return))
               (setq text (format nil "~A~%~A" text more))))
    (and text (string-trim '(#\Space #\Tab #\Return #\Newline) text))))

(defun %lisp-text-p (text)
  "True if TEXT looks like Lisp to be evaluated, or like a command of the prompt, rather than an answer in words."
  (and (plusp (length text))
       (or (find (char text 0) "(:'`#\"")
           (let ((symbol (and (not (find-if #'%whitespace-p text)) (find-symbol (string-upcase text)))))
             (and symbol (not (constantp symbol)) (or (boundp symbol) (not (eq symbol (%form-here symbol)))))))
       t))

(defun %evaluate-typed (text)
  "Evaluates the forms of TEXT, or runs it as a command, as if it were typed at the prompt."
  (with-simple-restart (abort "Return to what was asked.")
    (let ((*entry* nil) (*handler-clusters* *prompt-handlers*))
      (%with-source (*prompt-source*)
        (%begin-entry text)
        (loop
          (let ((form (handler-case (%read-from-prompt *entry*)
                        (stream-error (condition) (%report-unread condition)))))
            (cond ((or (null *entry*) (eq form *entry*)) (return))
                  ((%run-prompt-command form #'%rest-of-line))
                  (t (%evaluate-at-prompt form)))))))))

(defun %typed-value (text)
  "Evaluates the form that TEXT begins with, as if it were typed at the prompt. Returns a list of its value; NIL if TEXT
is blank, or the reader finds a mistake in it and reports that."
  (let ((*entry* nil) (*toplevel-frame* nil) (*toplevel-form* nil))
    (%with-source (*prompt-source*)
      (%begin-entry text)
      (let ((form (handler-case (%read-from-prompt *entry*)
                    (stream-error (condition) (%report-unread condition)))))
        (unless (or (null *entry*) (eq form *entry*))
          (setq *entry* nil)
          (apply #'%note-toplevel-form form *form-position*)
          (list (first (%values-at-prompt form))))))))

(defun %write-question-help (help)
  "Writes HELP, a string or a function that writes it, to *QUERY-IO*."
  (format *query-io* "~&~A~%"
          (string-right-trim '(#\Newline) (if (functionp help) (with-output-to-string (*standard-output*) (funcall help)) help))))

(defun %refuse-answer (text help)
  "Reports that TEXT is not an answer: writes HELP, or how it is shown if it is long."
  (if (or (string= text "") (not *at-prompt*) (and (stringp help) (not (find #\Newline help))))
      (%write-question-help help)
      (format *query-io* "~&~A is not an answer here: ? shows what can be typed, Ctrl-D leaves.~%" text)))

(defun %leaves-question-p (text)
  "True if TEXT asks to leave the function that asks. The status after :QUIT is ignored."
  (and (%member-equal (if (eql (position #\: text) 0) (%first-word text) text)
                      '(":quit" ":q" ":exit" "quit" "exit" "(quit)" "(exit)"))
       t))

(defun %end-of-answers (end)
  "Ends ASK without an answer: returns NIL, or if END is :FAIL, goes back to the prompt, or signals END-OF-FILE without
a prompt."
  (when (eq end :fail)
    (if (and *at-prompt* (find-restart 'abort))
        (abort)
        (error 'end-of-file :stream *query-io*))))

(defun ask (prompt &key answer (history prompt) words help form end (again prompt))
  "Asks the user on *QUERY-IO* with PROMPT until an answer is typed, and returns it; NIL after Ctrl-D, :quit or exit.
ANSWER is a function of the typed text, without blanks around it. It returns the answer, or NIL if the text is not one.
Without ANSWER any text is one, except Lisp that begins with none of WORDS. At the prompt of a terminal the answer is
typed into the editor, with one history for each HISTORY. Tab completes to WORDS, which are strings, or a function of
the text before the word that returns them. ?, :help and, unless it is an answer, h write HELP, a string or a function
that writes it. :abort goes back to the prompt. Lisp and commands that are not an answer are evaluated; AGAIN is the
prompt afterwards. FORM is true if an answer is a form, which may take several lines, and :POSSIBLY if it may be one.
With END :FAIL, Ctrl-D is like :abort, and without a prompt the end of the input is an END-OF-FILE."
  (loop
    (let ((text (let ((*question* (list :history history :words words :form form)))
                  (%read-answer prompt form))))
      (cond ((or (null text) (and *at-prompt* (%leaves-question-p text)))
             (return (%end-of-answers end)))
            ((and *at-prompt* (%member-equal text '(":abort" ":a"))) (abort))
            ((and help (%member-equal text '("?" ":help" ":h" ":?"))) (%write-question-help help))
            (t (let* ((lisp (and *at-prompt* (not (eq form t)) (%lisp-text-p text)))
                      (found (cond (answer (funcall answer text))
                                   ((or (not lisp) (%word-p text words)) text))))
                 (cond (found (return found))
                       ((and help (%member-equal text '("h" "help"))) (%write-question-help help))
                       (lisp (%evaluate-typed text))
                       (help (%refuse-answer text help)))))))
    (setq prompt again)))

(defun %member-equal (text texts)
  "Returns the tail of TEXTS that begins with TEXT, in any case of letters; or NIL."
  (member text texts :test #'string-equal))

(defun %word-p (text words)
  "True if TEXT begins with one of WORDS."
  (and (listp words) (%member-equal (%first-word text) words)))

(export 'ask)

;;; The editor for programs that read from the terminal (interp/repl/terminal.cpp).

(defvar *reading-line* nil "True while a line is edited for a program.")

(defun %edit-line (shown)
  "Calls the editor for a line that a program reads from the terminal, after SHOWN, which stands there already. Returns
the line with a newline at its end, or NIL at the end of the input; T if there is no editor, and in threads other than
the prompt's."
  (if (or *reading-line* (not *at-prompt*) (not (%editing-p)))
      t
      (let ((prompt (%prompt-of-line shown)))
        (unwind-protect
             (progn
               (setq *reading-line* t)
               (loop
                 (let ((text (funcall *entry-reader* prompt (or *question* '(:history :input)))))
                   (cond ((and (eq text :abandon) *question*) (format t "Ctrl-D leaves, ? helps.~%"))
                         ((eq text :abandon)
                          (setq *reading-line* nil)
                          (%signal-interrupt)
                          (setq *reading-line* t))
                         ((and (null *question*) (stringp text) (string= text ":abort") (find-restart 'abort)) (abort))
                         (t (return (and text (format nil "~A~%" text))))))))
          (setq *reading-line* nil)))))

(defun %prompt-of-line (line)
  "Returns the text in the last row of the terminal after LINE was written, without control sequences."
  (let ((columns (%terminal-columns *terminal-io*)) (start 0) (column 0)
        (text (with-output-to-string (out)
                (let ((i 0))
                  (loop while (< i (length line))
                        do (cond ((char= (char line i) #\Escape)
                                  (setq i (1+ (or (position-if #'alpha-char-p line :start i) (length line)))))
                                 (t (unless (char< (char line i) #\Space) (write-char (char line i) out))
                                    (incf i))))))))
    (dotimes (i (length text) (subseq text start))
      (let ((width (max 0 (%char-width (char text i)))))
        (when (and columns (> (+ column width) columns)) (setq start i column 0))
        (incf column width)))))
