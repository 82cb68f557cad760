;;; The process, its environment, and child processes.
(in-package "EXT")

(defun (setf getenv) (value name)
  "Makes the string VALUE the value of the environment variable NAME; NIL removes the variable. Returns VALUE."
  (tessera::%set-environment name value))

(defun unsetenv (name)
  "Removes the environment variable NAME. Returns NIL."
  (setf (getenv name) nil))

(defun environ ()
  "Returns the environment: a list of strings NAME=VALUE."
  (tessera::%environment))

(defun argv ()
  "Returns the program's name and the arguments of the command line after the script's name: a vector of strings."
  (coerce (cons "tessera" tessera:*arguments*) 'vector))

(defun getpid ()
  "Returns the number of this process."
  (tessera::%process-number))

;;; Native file names.

(defun native-namestring (pathname)
  "Returns the name of PATHNAME, a pathname designator, in the system's form: without backslashes before characters that
are not wild cards."
  (let ((name (namestring (translate-logical-pathname pathname))))
    (if (find #\\ name)
        (with-output-to-string (out)
          (with-input-from-string (in name)
            (loop for char = (read-char in nil)
                  while char
                  do (write-char (if (char= char #\\) (read-char in nil #\\) char) out))))
        name)))

(defun %escaped-name (name)
  "Returns NAME with a backslash before each character that NAMESTRING would not take as it is."
  (with-output-to-string (out)
    (loop for char across name
          do (when (find char "*?[\\") (write-char #\\ out))
             (write-char char out))))

(defun parse-native-namestring (name &key as-directory)
  "Returns the pathname for NAME, a string in the system's form, in which no character is special; that of a directory
if AS-DIRECTORY."
  (let ((name (%escaped-name name)))
    (pathname (if (and as-directory (plusp (length name)) (char/= (char name (1- (length name))) #\/))
                  (concatenate 'string name "/")
                  name))))

(defun getcwd ()
  "Returns the pathname of the process's current directory."
  (parse-native-namestring (tessera::%current-directory) :as-directory t))

(defun chdir (directory)
  "Makes DIRECTORY, a pathname designator, the process's current directory. Returns its pathname; a FILE-ERROR if it
cannot be."
  (tessera::%change-directory directory)
  (getcwd))

(defun delete-directory (directory)
  "Deletes the empty DIRECTORY, a pathname designator. Returns T; a FILE-ERROR if it cannot be deleted."
  (tessera::%delete-directory directory))

;;; Child processes.

(defstruct (process (:constructor %make-process (pid input output error)) (:copier nil))
  "A program that RUN-PROGRAM started: its number, and streams to and from it, or NIL."
  pid input output error (state :running) (code nil))

(loop for (name text) in '((process-p "Returns true if OBJECT is a PROCESS.")
                           (process-pid "Returns the number that the system knows PROCESS by.")
                           (process-input "Returns the stream to what PROCESS reads, if it was started with :INPUT :STREAM; else NIL.")
                           (process-output "Returns the stream from what PROCESS writes, if it was started with :OUTPUT :STREAM; else NIL.")
                           (process-error "Returns the stream from where PROCESS writes its errors, if it was started with :ERROR :STREAM; else NIL."))
      do (setf (documentation name 'function) text))

(defmethod print-object ((process process) stream)
  (print-unreadable-object (process stream :type t)
    (format stream "~D ~(~A~)" (process-pid process) (process-state process))))

(defun %look-at-process (process)
  "Asks the system for the state of PROCESS. Returns it."
  (when (member (process-state process) '(:running :stopped))
    (multiple-value-bind (state code) (tessera::%child-state (process-pid process))
      (setf (process-state process) state
            (process-code process) (if (eq state :running) nil code))))
  (process-state process))

(defun process-status (process)
  "Returns the state of PROCESS: :RUNNING, :STOPPED, :EXITED or :SIGNALED; :UNKNOWN if other code has already asked the
system for its exit status."
  (%look-at-process process))

(defun process-exit-code (process)
  "Returns the status with which PROCESS ended, or the number of the signal that ended or stopped it; NIL while it
runs."
  (%look-at-process process)
  (process-code process))

(defun process-alive-p (process)
  "True if PROCESS has not ended."
  (and (member (%look-at-process process) '(:running :stopped)) t))

(defun process-wait (process &optional check-for-stopped)
  "Waits until PROCESS has ended, or is stopped if CHECK-FOR-STOPPED is true. Returns PROCESS."
  (loop for pause = 1/1000 then (min 1/20 (* 2 pause))
        for state = (%look-at-process process)
        while (or (eq state :running) (and (eq state :stopped) (not check-for-stopped)))
        do (sleep pause))
  process)

(defun process-kill (process signal)
  "Sends PROCESS the SIGNAL, a number. Returns true if PROCESS still existed."
  (and (process-alive-p process)
       (tessera::%send-signal (process-pid process) signal)))

(defun process-close (process)
  "Closes the streams to and from PROCESS. Returns PROCESS."
  (dolist (stream (list (process-input process) (process-output process) (process-error process)) process)
    (when stream (close stream :abort t))))

(defun %element-bits (element-type)
  "Returns the size of the elements of streams of ELEMENT-TYPE: 0 for characters."
  (cond ((member element-type '(:default character base-char)) 0)
        ((subtypep element-type 'character) 0)
        ((subtypep element-type '(unsigned-byte 8)) 8)
        (t (error "RUN-PROGRAM: ~S is not an element type of a pipe" element-type))))

(defun %open-for-program (file direction if-exists if-missing)
  "Returns the stream for FILE of a program: FILE itself, or a new stream of the file that it names, and true."
  (cond ((member file '(t nil :stream :output)) file)
        ((streamp file) file)
        ((eq direction :input)
         (or (open file :if-does-not-exist if-missing)
             (error 'file-error :pathname file)))
        (t (open file :direction :output :if-exists if-exists :if-does-not-exist :create))))

(defun %file-behind (stream)
  "Returns the file stream to which STREAM leads, or NIL."
  (typecase stream
    (synonym-stream (%file-behind (symbol-value (synonym-stream-symbol stream))))
    (two-way-stream nil)
    (file-stream stream)))

(defun %copy-characters (from to)
  "Copies the characters of FROM to TO."
  (loop for char = (read-char from nil)
        while char do (write-char char to)))

(defun %input-file (stream)
  "Returns a file without name that holds the rest of STREAM, open for reading from its beginning."
  (let ((name (format nil "/tmp/tessera-~D-~36R" (getpid) (random (expt 36 10) (make-random-state t)))))
    (with-open-file (out name :direction :output :if-exists :error) (%copy-characters stream out))
    (prog1 (open name) (delete-file name))))

(defun run-program (program arguments
                    &key (input nil) (output nil) (error nil) (wait t) (environment t) directory (if-input-does-not-exist :error)
                      (if-output-exists :supersede) (if-error-exists :supersede) (element-type 'character) (external-format :default)
                      (search t)
                    &allow-other-keys)
  "Runs PROGRAM, a string that is looked for on PATH, with the list ARGUMENTS of strings. INPUT, OUTPUT and ERROR are
streams, pathnames or strings that name files, NIL for nothing, or T for those of this process. :STREAM makes a stream
of ELEMENT-TYPE and EXTERNAL-FORMAT that PROCESS-INPUT and similar functions return. ERROR may be :OUTPUT. ENVIRONMENT
is a list of strings NAME=VALUE, or T, DIRECTORY where the program runs. Unless WAIT is false, waits until it has ended.
Returns a PROCESS; an ERROR if the program cannot be run."
  (declare (ignore search))
  (let* ((to-close '()) (after '()))
    (flet ((prepare (file direction if-exists)
             (let* ((opened (%open-for-program file direction if-exists if-input-does-not-exist))
                    (behind (if (streamp opened) (%file-behind opened) opened)))
               (unless (eq opened file) (push opened to-close))
               (cond ((not (streamp opened)) opened)
                     (behind behind)
                     ((eq direction :input)
                      (let ((copy (%input-file opened))) (push copy to-close) copy))
                     (t (push opened after) :stream)))))
      (unwind-protect
           (let ((output-stream nil) (error-stream nil) (in (prepare input :input nil)) out err)
             (setf out (prepare output :output if-output-exists))
             (setf output-stream (pop after)
                   err (prepare error :output if-error-exists)
                   error-stream (pop after))
             (multiple-value-bind (pid to from from-error)
                 (tessera::%spawn (if (pathnamep program) (native-namestring program) program) arguments environment
                                  (if directory (native-namestring directory) "")
                                  in out err (%element-bits element-type) external-format)
               (let ((process (%make-process pid to from from-error)))
                 (when output-stream
                   (%copy-characters from output-stream) (close from) (setf (process-output process) nil))
                 (when error-stream
                   (%copy-characters from-error error-stream) (close from-error) (setf (process-error process) nil))
                 (if wait (process-wait process) process))))
        (mapc #'close to-close)))))

(defun shell (command)
  "Runs COMMAND, a line for the system's shell, with this program's input and output, and waits until it ends. Returns
its exit status."
  (check-type command string)
  (finish-output)
  (process-exit-code (run-program "/bin/sh" (list "-c" command) :input t :output t :error t :wait t)))

(defconstant +ecl-version-number+ 230909
  "The version of ECL, 23.9.9, whose names the modules ext, mp and gray have: libraries ask for it.")
