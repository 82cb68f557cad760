;;; The kernel's loop, interrupts and shutdown, and its installation where Jupyter looks for kernels.

(in-package "JUPYTER")

(defvar *end* nil "The tag of THROW that leaves the loop with the status of the process.")
(defvar *interrupted* nil "True if a client has asked to interrupt the evaluation, and that is still to be done.")
(defvar *log* *error-output* "The stream for errors that cannot be sent to a client.")

(defun end-kernel (status)
  "Leaves the loop, so that the process ends with STATUS."
  (throw *end* status))

;;; Requests.

(defun serve-request (request)
  "Serves REQUEST. An error of the kernel itself becomes the answer."
  (let ((*request* request) (function (gethash (request-type request) *requests*)))
    (publish-state "busy")
    (handler-case (if function
                      (funcall function)
                      (answer-failure "UnknownRequest" (format nil "There is no request ~A." (request-type request))))
      ((or error storage-condition) (condition)
        (answer-failure (class-text condition) (tessera::%safe-message condition))))
    (publish-state "idle")
    (when *leaving* (end-kernel (shiftf *leaving* nil)))
    (serve-behind-failure)))

(defun serve-message (channel route header content)
  "Serves the message of CHANNEL with ROUTE, HEADER and CONTENT."
  (if (eq channel :orphaned)
      (end-kernel 0)
      (let ((request (read-request channel route header (or content "{}"))))
        (cond ((null request) (format *log* "~&tessera: a message is dropped: it makes no sense~%"))
              ((null content)
               (let ((*request* request)) (answer-failure "MessageTooLong" "The message is longer than 16 MB.")))
              (t (serve-request request))))))

(defun abort-cell (request)
  "Answers REQUEST, a cell, that it is not evaluated."
  (let ((*request* request))
    (publish-state "busy")
    (answer (json-object "status" "aborted" "execution_count" *count*))
    (publish-state "idle")))

(defun serve-behind-failure ()
  "Serves the messages that waited when a cell failed; answers that cells among them are not evaluated."
  (loop for message = (pop *behind-failure*)
        while message
        do (let ((request (apply #'read-request message)))
             (if (and request (string= (request-type request) "execute_request"))
                 (abort-cell request)
                 (apply #'serve-message message)))))

;;; The control channel, during an evaluation.

(define-request "interrupt_request"
  "Interrupts what is being evaluated."
  (setq *interrupted* t)
  (answer-well))

(define-request "shutdown_request"
  "Ends the kernel."
  (let ((restart (if (argument "restart") t :false)))
    (answer-well "restart" restart)
    (publish "shutdown_reply" (json-object "status" "ok" "restart" restart))
    (setq *leaving* 0)))

(defun serve-control ()
  "Serves the messages of the control channel during an evaluation, without its handlers, restarts and printer
variables."
  (let ((tessera::*handler-clusters* '()) (tessera::*restart-clusters* '()) (tessera::*cleaning-up* nil) (tessera::*work-in-progress* nil)
        (*user-code* nil) (*debugger-hook* nil) (*break-on-signals* nil))
    (with-standard-io-syntax
      (loop for message = (jupyter-native:next-message 0 t)
            while message
            do (apply #'serve-message message)))))

(defun take-interrupt ()
  "Handles an interrupt: serves the control channel, and signals the user's interrupt if a client has asked for it. True
if the interrupt needs no further action."
  (let ((poked (jupyter-native:take-poke)))
    (when poked (serve-control))
    (cond ((not *user-code*) (setq *interrupted* nil) t)
          ((shiftf *interrupted* nil) (tessera::%signal-interrupt) t)
          (t poked))))

;;; The loop.

(defun serve-messages ()
  "Serves messages forever."
  (loop
    (let ((message (jupyter-native:next-message 1000)))
      (when message
        (apply #'serve-message message)
        (setq *interrupted* nil)))))

(defun need-sockets ()
  "Loads jupyter-native.so. Signals an ERROR if it is not installed."
  (handler-case (require "jupyter-native")
    (file-error () (error "This Tessera was built without xeus, which has Jupyter's sockets: see stdlib/modules/jupyter/README.md"))))

(defun serve (file)
  "Serves as a kernel of Jupyter, with FILE, the connection file that Jupyter has written. Does not return: ends the
process when a client asks for it, or Jupyter has ended."
  (need-sockets)
  (proclaim '(optimize (debug 2)))    ; variables are there where one looks for them
  (jupyter-native:open-connection (namestring file))
  (let* ((*log* *error-output*)
         (*standard-output* (jupyter-native:output-stream "stdout")) (*error-output* (make-instance 'error-output :target (jupyter-native:output-stream "stderr")))
         (*trace-output* *standard-output*)
         (*standard-input* (jupyter-native:input-stream))
         (*terminal-io* (make-two-way-stream *standard-input* *standard-output*))
         (*query-io* *terminal-io*) (*debug-io* *terminal-io*)
         (*package* (find-package "COMMON-LISP-USER"))
         (*end* (list 'end))
         (tessera::*interrupt-taker* #'take-interrupt))
    (publish-state "starting")
    (let ((status (catch *end* (serve-messages))))
      (setq tessera::*interrupt-taker* nil)
      (jupyter-native:close-connection)
      (tessera:quit status))))

;;; Installation: a folder with kernel.json and pictures, where Jupyter looks for kernels.

(defun kernel-description (program)
  "Returns the text of kernel.json, by which Jupyter starts PROGRAM."
  (json-object "argv" (vector program "--eval" "(require \"jupyter\") (jupyter:serve (first tessera:*arguments*))" "--" "{connection_file}")
               "display_name" "Tessera (Common Lisp)" "language" "common-lisp" "interrupt_mode" "message"
               "metadata" (object "debugger" :false)))

(defun pictures ()
  "Returns the files of the kernel's pictures, from the first folder of the program that has them."
  (loop for directory in (tessera::%program-module-directories)
        thereis (loop for place in '("jupyter/" "../../share/jupyter/kernels/tessera/" "../../../share/jupyter/kernels/tessera/")
                      thereis (without-errors '() (directory (format nil "~A~Alogo-*.*" directory place))))))

(defun jupyter-directory ()
  "Returns the directory of the user's files for Jupyter."
  (let ((own (tessera:getenv "JUPYTER_DATA_DIR")) (data (tessera:getenv "XDG_DATA_HOME")))
    (cond ((and own (string/= own "")) (format nil "~A/" own))
          ((and data (string/= data "")) (format nil "~A/jupyter/" data))
          (t (format nil "~A.local/share/jupyter/" (namestring (user-homedir-pathname)))))))

(defun copy-octets (file target)
  "Copies FILE to TARGET."
  (with-open-file (out target :direction :output :element-type '(unsigned-byte 8) :if-exists :supersede)
    (write-sequence (tessera::%file-octets file) out)))

(defun install (&key directory (program (namestring (truename "/proc/self/exe"))))
  "Registers this kernel with Jupyter: writes the folder kernels/tessera/ into DIRECTORY, by default that of the user's
files for Jupyter: JUPYTER_DATA_DIR, a folder of XDG_DATA_HOME, or ~/.local/share/jupyter/. PROGRAM is started as the
kernel, this one. Returns the pathname of the folder."
  (let ((folder (pathname (format nil "~Akernels/tessera/" (if directory (namestring directory) (jupyter-directory))))))
    (need-sockets)
    (ensure-directories-exist folder)
    (with-open-file (out (merge-pathnames "kernel.json" folder) :direction :output :if-exists :supersede :external-format :utf-8)
      (write-line (kernel-description program) out))
    (dolist (picture (pictures))
      (copy-octets picture (merge-pathnames (file-namestring picture) folder)))
    folder))
