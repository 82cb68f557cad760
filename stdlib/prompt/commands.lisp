;;; Commands of the prompt such as :help, in one table, and words that people type by habit; and the settings of the
;;; prompt.
(in-package "TESSERA")

;;; Settings, for the editor of terminals, which is loaded when the prompt begins.

(defvar *editing-mode* :emacs "The keys of the prompt: :EMACS or :VI.")
(defvar *history-file* nil
  "The file where the prompt keeps its history; NIL: tessera/history in the directory that XDG_STATE_HOME names, or
~/.local/state; :NONE: no file.")
(defvar *history-size* 5000 "The maximum number of entries in the history's file.")
(defvar *value-lines* 20
  "The number of lines of a value that the prompt of a terminal shows; NIL: all. The command :more shows the rest.")
(defvar *show-sketches* t
  "True if the prompt of a terminal shows the lines that SKETCH returns for a value below it, as comments. It changes no
other output.")
(export '(*editing-mode* *history-file* *history-size* *value-lines* *show-sketches*))

;;; The table.

(defvar *debugger-level* 0 "The level of the debugger; 0 at the prompt.")

(defstruct (%prompt-command (:constructor %prompt-command (names lambda-list documentation where function)) (:copier nil))
  "NAMES are keywords, the short ones last. WHERE is :ANYWHERE, or :DEBUGGER if the command works in the debugger only."
  names lambda-list documentation where function)

(defvar *prompt-commands* '() "The commands, in the order in which they were defined.")

(defmacro %define-prompt-command (names where lambda-list documentation &body body)
  "Defines the command that NAMES, keywords, call at the prompt. Its arguments are the forms that follow in the line,
not evaluated."
  `(%add-prompt-command (%prompt-command ',names ',lambda-list ,documentation ,where (lambda ,lambda-list ,@body))))

(defun %add-prompt-command (command)
  "Adds COMMAND to the commands of the prompt, in place of one with the same first name. Returns that name."
  (setq *prompt-commands*
        (append (remove (car (%prompt-command-names command)) *prompt-commands*
                        :key (lambda (other) (car (%prompt-command-names other))))
                (list command)))
  (car (%prompt-command-names command)))

(defun prompt-commands ()
  "Returns the commands of the prompt, a list (NAMES LAMBDA-LIST DOCUMENTATION WHERE) for each. NAMES are keywords;
WHERE is :ANYWHERE, or :DEBUGGER for those that work in the debugger only."
  (mapcar (lambda (command)
            (list (%prompt-command-names command) (%prompt-command-lambda-list command)
                  (%prompt-command-documentation command) (%prompt-command-where command)))
          *prompt-commands*))
(export 'prompt-commands)

(defun %commands-here ()
  "Returns the commands that can be used now."
  (remove-if (lambda (command) (and (eq (%prompt-command-where command) :debugger) (zerop *debugger-level*)))
             *prompt-commands*))

(defun %find-prompt-command (name)
  "Returns the command called NAME among those that can be used now, or NIL."
  (find-if (lambda (command) (%memq name (%prompt-command-names command))) (%commands-here)))

;;; Running them.

(defun %command-usage (command)
  "Returns a string that shows how COMMAND is typed."
  (format nil "~(~S~{ ~A~}~)" (car (%prompt-command-names command))
          (loop with optional = nil
                for parameter in (%prompt-command-lambda-list command)
                if (eq parameter '&optional) do (setq optional t)
                else collect (if optional (format nil "[~A]" (if (consp parameter) (car parameter) parameter)) parameter))))

(defun %call-prompt-command (command arguments)
  "Calls COMMAND with ARGUMENTS, or shows how it is typed if these do not suit it."
  (multiple-value-bind (least most) (%lambda-list-arity (%prompt-command-lambda-list command))
    (if (<= least (length arguments) (or most call-arguments-limit))
        (apply (%prompt-command-function command) arguments)
        (format t "Usage: ~A~%" (%command-usage command)))))

(defun %refuse-command (name)
  "Writes that there is no command NAME, or that it works in the debugger only."
  (ignore-errors (%load-program-modules "debugger"))     ; whose commands are known from the first error on
  (if (find-if (lambda (command) (%memq name (%prompt-command-names command))) *prompt-commands*)
      (format t "~(~S~) works in the debugger only, and there is no error now.~%" name)
      (%write-wrapped "There is no command :~(~A~).~@[ Did you mean ~{:~(~A~)~^ or ~}?~] :help shows what can be typed.~%"
                      name (%similar-strings (symbol-name name) (mapcan (lambda (command) (mapcar #'symbol-name (%prompt-command-names command)))
                                                                        (%commands-here))))))

(defparameter *words-for-commands* '(("HELP" . :help) ("?" . :help) ("QUIT" . :quit) ("EXIT" . :quit))) (defvar
*words-here* '() "More such words, from a module that watches what is typed, such as the tour.")
(defparameter *words-in-debugger*
  '(("BACKTRACE" . :backtrace) ("BT" . :backtrace) ("ABORT" . :abort) ("TOP" . :abort) ("TOPLEVEL" . :abort) ("UP" . :up) ("DOWN" . :down)
    ("RESTARTS" . :restarts) ("LOCALS" . :locals))
  "Words that people type in a debugger by habit.")

(defun %meant-command (form)
  "Returns the name of the command that FORM, which was typed at the prompt, stands for; or NIL. A word that is typed by
habit is not a command if it is a variable."
  (cond ((keywordp form) form)
        ((or (not (symbolp form)) (boundp form)) nil)
        (t (cdr (or (assoc (symbol-name form) *words-here* :test #'string=)
                    (assoc (symbol-name form) *words-for-commands* :test #'string=)
                    (and (plusp *debugger-level*) (assoc (symbol-name form) *words-in-debugger* :test #'string=)))))))

(defun %run-prompt-command (form read-arguments)
  "Runs the command that FORM stands for with the arguments that READ-ARGUMENTS returns, and returns true; NIL if FORM
is not a command."
  (let ((name (%meant-command (funcall (language-command *language*) form))))
    (when name
      (let ((command (%find-prompt-command name)) (arguments (funcall read-arguments)))
        (fresh-line)
        (if command
            (%call-prompt-command command arguments)
            (%refuse-command name)))
      t)))

;;; Those that are of use everywhere.

(%define-prompt-command (:help :h :?) :anywhere (&optional name)
    "Show what can be typed; for the command NAME, what it does; for any other name, its help."
  (let* ((name (funcall (language-command *language*) name))
         (command (and (symbolp name) (%find-prompt-command (intern (symbol-name name) "KEYWORD")))))
    (cond (command (format t "~A~%  ~A~%" (%command-usage command) (%prompt-command-documentation command)))
          (name (help name))
          (t (%write-help)))))

(defun %write-help ()
  "Writes the general help of the prompt and the commands that can be used now."
  (format t "A form that you type is evaluated and its values are shown. *, ** and *** are~@
             the last three values, + is the form. These commands are there as well:~%")
  (let* ((commands (%commands-here))
         (widest (reduce #'max commands :key (lambda (command) (length (%command-usage command))))))
    (dolist (command commands)
      (format t "  ~VA  ~A~%" widest (%command-usage command) (%first-clause (%prompt-command-documentation command)))))
  (format t "(help) tells where to start, (help 'NAME) what a name means, (apropos \"PART\") finds names.~@
             Ctrl-C interrupts an evaluation.~%"))

(defun %first-clause (text)
  "Returns TEXT up to its first full stop, semicolon or comma."
  (subseq text 0 (or (position-if (lambda (char) (find char ".;,")) text) (length text))))

(%define-prompt-command (:quit :q :exit) :anywhere (&optional (status 0))
    "Leave Tessera, with the exit status STATUS, an integer from 0 to 255."
  (if (typep status '(integer 0 255))
      (quit status)
      (format t "Usage: :quit [status], an integer from 0 to 255~%")))
