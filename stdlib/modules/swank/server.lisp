;;; Starts and ends the server, and answers requests about the whole process.

(in-package "SWANK")

(defparameter *loopback* "127.0.0.1" "The default interface: connections from this machine alone.")
(defparameter *default-port* 4005 "The port at which SLIME looks for a server.")
(defvar *protocol-version* "2.27"
  "The version of SLIME that this server reports. SLIME asks its user if it has another one.")
(defvar *ports* '() "The ports at which connections are taken.")

(defun read-secret ()
  "Returns the first line of the file .slime-secret in the user's home directory; NIL if there is none."
  (let ((file (merge-pathnames ".slime-secret" (user-homedir-pathname))))
    (when (probe-file file)
      (with-open-file (in file) (read-line in nil nil)))))

(define-request create-server (&key (port *default-port*) (interface *loopback*) (dont-close t) style)
  "Serves connections at PORT of INTERFACE, a name or an address of this machine; 0 means any free port. They are served
while Lisp waits for its input or sleeps, and during evaluations. A connection has to send the secret first, if there is
one in the file ~/.slime-secret. DONT-CLOSE and STYLE are ignored. Returns the port."
  (declare (ignore dont-close style))
  (check-type port (integer 0 65535))
  (setq *secret* (read-secret))
  (let ((taken (swank-native:listen interface port)))
    (pushnew taken *ports*)
    (setq tessera::*interrupt-taker* #'take-interrupt)
    (swank-native:call-when-events-come (lambda () (take-events-amidst)))
    taken))

(define-request start-server (port-file &key (dont-close t) style)
  "Serves connections at a free port, and writes its number to PORT-FILE for M-x slime."
  (declare (ignore dont-close style))
  (let ((port (create-server :port 0)))
    (with-open-file (out port-file :direction :output :if-exists :overwrite :if-does-not-exist :create)
      (format out "~D~%" port))
    port))

(define-request stop-server (port)
  "Stops accepting connections at PORT."
  (setq *ports* (remove port *ports*))
  (swank-native:stop-listening port))

(define-request serve (&key (port *default-port*) (interface *loopback*))
  "Serves connections at PORT of INTERFACE, as CREATE-SERVER does, until a connection or an interrupt ends the process."
  (let ((taken (create-server :port port :interface interface)))
    (format t "~&;; Swank is at port ~D.~%" taken)
    (finish-output)
    (handler-case (loop (take-events 1000))
      (tessera:interactive-interrupt () (format t "~&;; Interrupted.~%")))
    (values)))

;;; The process.

(define-request connection-info ()
  "Returns the information about this server that SLIME asks for first."
  (let ((package (connection-package *connection*)))
    `(:pid ,(swank-native:process-number) :style :sigio :encoding (:coding-systems ("utf-8-unix" "iso-latin-1-unix"))
      :lisp-implementation (:type "Tessera" :name "tessera" :version ,(lisp-implementation-version) :program nil)
      :machine (:instance ,(without-errors "" (or (machine-instance) "")) :type ,(without-errors "" (or (machine-type) "")) :version "")
      :features ,(mapcar (lambda (feature) (intern (symbol-name feature) "KEYWORD")) *features*)
      :modules ("SWANK-ARGLISTS" "SWANK-REPL")
      :package (:name ,(package-name package) :prompt ,(prompt-name package))
      :version ,*protocol-version*)))

(define-request swank-require (modules)
  "Returns the names of SLIME's contributions that are present: all that it asks for."
  (mapcar #'string-upcase (if (listp modules) modules (list modules))))

(define-request list-threads ()
  "Returns the only thread, as a table."
  '((:id :name :status) (1 "Lisp" "running")))

(define-request debug-nth-thread (number)
  "Interrupts the thread."
  (declare (ignore number))
  (setf (connection-interrupted *connection*) t)
  nil)

(define-request kill-nth-thread (number)
  "Says that Lisp's only thread cannot be ended."
  (declare (ignore number))
  (error "Lisp has one thread only, which serves you"))

(define-request quit-thread-browser () "Does nothing." nil)

(define-request quit-lisp ()
  "Ends the process."
  (dolist (connection (copy-list *connections*))
    (swank-native:close-connection (connection-number connection)))
  (tessera:quit))

(define-request io-speed-test (&optional (lines 4000) (columns 1))
  "Writes many lines."
  (dotimes (i lines)
    (format t "~V@{~A~:*~}~%" columns "s")))

(define-request find-module (name)
  "Loads the module NAME."
  (require name))
