;;; The command line of the program tessera, and its end (for repl/main.cpp).

(in-package "TESSERA")

(defvar *arguments* '()
  "The arguments of the command line after the script's name, as strings.")
(export '*arguments*)

(defun %set-arguments (&rest arguments)
  "Keeps the command line's ARGUMENTS for the script."
  (setq *arguments* arguments))

;;; QUIT leaves by a THROW, so that cleanup forms are evaluated. A C++ program that Tessera is part of continues.

(defvar *quit-tag* nil "The tag that QUIT throws to; NIL where there is no program to end.")

(defmacro %until-quit (&body forms)
  "Evaluates FORMS. If they call QUIT, ends the process with its status."
  (let ((status (gensym "STATUS")))
    `(let* ((*quit-tag* (list 'quit))
            (,status (catch *quit-tag* ,@forms nil)))
       (when ,status
         (finish-output)      ; that it cannot be written is an error
         (%exit ,status)))))

(defun quit (&optional (status 0))
  "Ends the program tessera with the exit status STATUS, from 0 to 255; cleanup forms are evaluated. Does not return. An
ERROR where Tessera is part of another program."
  (check-type status (integer 0 255))
  (unless *quit-tag*
    (error "QUIT: there is no program to end, Tessera is part of another one"))
  (throw *quit-tag* status))

(defun exit (&optional (status 0))
  "Ends the program tessera with the exit status STATUS, as QUIT does."
  (quit status))

(defun %leave-with-status (status)
  "Ends the program as QUIT does, or at once where QUIT cannot."
  (if *quit-tag* (throw *quit-tag* status) (%exit status)))

(export '(quit exit))
(import '(quit exit) "COMMON-LISP-USER")

(defvar *script-language* nil "The language that the command line names, or NIL.")

(defun %begin-in-language (name)
  "Makes the language NAME the current one. Implements the option --language."
  (setq *script-language* (find-language name))
  (in-language *script-language*))

(defun %run-file (path)
  "Loads the script PATH. Signals an error if its output cannot be written."
  (%until-quit (load path :language *script-language*))
  (finish-output))

(defun %run-input ()
  "Runs the program that the standard input holds."
  (let* ((source (with-output-to-string (text)
                   (loop for line = (multiple-value-list (read-line *standard-input* nil))
                         while (car line)
                         do (write-string (car line) text)
                            (unless (cadr line) (terpri text)))))
         (*source-file* "stdin")
         (*source-texts* (acons *source-file* source *source-texts*)))
    (%set-source-file *source-file*)
    (%until-quit
      (with-input-from-string (in source)
        (%skip-interpreter-line in)
        (%load-stream in nil)))
    (finish-output)))

(defun %run-form (source)
  "Evaluates every form of the string SOURCE and prints the values of the last (--eval). The compiler warns of what it
finds in them, as in a file."
  (let ((values '()) (*source-file* "--eval") (*source-texts* (acons "--eval" source *source-texts*)))
    (%set-source-file *source-file*)
    (%until-quit
      (setq values (%call-in-unit (lambda () (%evaluate-text source t)) nil)))
    (when values
      (fresh-line))
    (dolist (value values)
      (%show-value value))
    (finish-output)))
