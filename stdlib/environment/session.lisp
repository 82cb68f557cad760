;;; DRIBBLE, GETENV and ED: the record of a session, the process's environment, and the editor (chapter 25).

(in-package "TESSERA")

;;; DRIBBLE.

(defvar *dribble* nil
  "The state that DRIBBLE restores: a list of the file and the former values of *STANDARD-OUTPUT* and *STANDARD-INPUT*;
or NIL.")

(defun %dribble-to (pathname)
  "Begins a record in the file PATHNAME."
  (let ((file (open pathname :direction :output :if-exists :append :if-does-not-exist :create)))
    (setq *dribble* (list file *standard-output* *standard-input*)
          *standard-output* (make-broadcast-stream *standard-output* file)
          *standard-input* (make-echo-stream *standard-input* file))
    (pathname file)))

(defun %end-dribble ()
  "Ends the record. Returns the pathname of its file."
  (destructuring-bind (file output input) *dribble*
    (setq *dribble* nil
          *standard-output* output
          *standard-input* input)
    (close file)
    (pathname file)))

(defun dribble (&optional (pathname nil pathname-p))
  "(dribble PATHNAME) records from now on what is read from *STANDARD-INPUT* and written to *STANDARD-OUTPUT* at the end
of the file PATHNAME; (dribble) ends the record. Returns the pathname of the file; NIL if there was no record to end. A
new record ends the current one."
  (cond (pathname-p (when *dribble* (%end-dribble)) (%dribble-to pathname))
        (*dribble* (%end-dribble))
        (t nil)))

;;; The environment of the process.

(defun getenv (name)
  "Returns the value of the environment variable NAME as a string; NIL if it is not set. A TYPE-ERROR if NAME is not a
string.
  (getenv \"HOME\")"
  (%getenv name))
(export 'getenv)

(defun %smart-terminal-p (stream)
  "True if STREAM is a terminal that the environment variable TERM does not call dumb."
  (and (interactive-stream-p stream)
       (not (member (getenv "TERM") '(nil "" "dumb") :test #'equal))))

(defun terminal-colors-p (&optional (stream *standard-output*))
  "True if STREAM is a terminal that shows colors: the environment variable TERM is not dumb, and NO_COLOR is not set.
  (terminal-colors-p (make-string-output-stream)) => NIL"
  (and (member (getenv "NO_COLOR") '(nil "") :test #'equal)
       (%smart-terminal-p stream)))
(export 'terminal-colors-p)

(defun %state-file (name)
  "Returns the path of the file NAME in which the program keeps data between sessions: in the directory tessera of
XDG_STATE_HOME, or of ~/.local/state; NIL if neither is known."
  (let ((state (getenv "XDG_STATE_HOME")) (home (getenv "HOME")))
    (cond ((and state (plusp (length state)) (char= (char state 0) #\/))
           (concatenate 'string state "/tessera/" name))
          ((and home (plusp (length home)))
           (concatenate 'string home "/.local/state/tessera/" name)))))

;;; ED.

(defun %editor ()
  "Returns the command of the user's editor. Signals an error if the environment names none."
  (or (find-if (lambda (command) (and command (string/= command "")))
               (list (%getenv "VISUAL") (%getenv "EDITOR")))
      (error "ED: no editor is known: set the environment variable EDITOR to its command")))

(defun %file-of-function (name)
  "Returns the file where the function NAME was defined; an error if it is not known, or not there."
  (let ((file (nth-value 3 (%function-source (or (and (symbolp name) (macro-function name)) (fdefinition name))))))
    (or (and file (probe-file file))
        (error "ED: the file where ~S was defined is not ~:[known~;in the current directory: ~:*~A~]" name file))))

(defun ed (&optional x)
  "Calls the user's editor, the command in the environment variable VISUAL or EDITOR, and waits for it. X is NIL, a
pathname or string that names the file to edit, or the name of a function, whose file is edited. Returns true if the
editor ended with status 0. An error if there is no editor, or the file of a function is not known; a TYPE-ERROR if X is
something else."
  (let ((file (typecase x
                (null nil)
                ((or string pathname) (namestring (translate-logical-pathname (merge-pathnames x))))
                ((or symbol (cons (eql setf) (cons symbol null))) (namestring (%file-of-function x)))
                (t (error 'type-error :datum x :expected-type '(or null pathname string symbol (cons (eql setf))))))))
    (zerop (%run-command (%editor) file))))
