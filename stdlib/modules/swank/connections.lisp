;;; Connections, requests and their answers, and when a request is served.

(in-package "SWANK")

;;; All runs in Lisp's one thread. A request is served where Lisp waits for one, and at the next safepoint of whatever
;;; runs: within an evaluation that takes long, or within another connection's. What is begun later is ended first.

(defstruct (connection (:constructor make-connection (number)) (:copier nil) (:predicate nil))
  "A connection to an Emacs. KNOWN is true once it has shown the secret, if there is one; OPEN until it ends; BUSY while
it evaluates, but not in its debugger. REQUESTS are the numbers of those that have no answer yet. VARIABLES are those of
its prompt, an alist."
  number (known nil) (open t) (busy nil) (requests '())
  output input trace-output
  (package (find-package "COMMON-LISP-USER")) (variables '()) (language nil) (presents nil)
  (returned nil) (indented '()) (left-level nil) (interrupted nil))

(defmethod print-object ((connection connection) stream)
  (print-unreadable-object (connection stream)
    (format stream "connection ~D" (connection-number connection))))

(defvar *connections* '() "The open connections, the newest first.")
(defvar *connection* nil "The connection whose request is being served.")
(defvar *last-condition* nil "The condition that the debugger was entered for last.")
(defvar *secret* nil "The string that a connection has to send first, or NIL.")

(defun send (message &optional (connection *connection*))
  "Sends MESSAGE to CONNECTION, after the pending output of its streams."
  (when (connection-open connection)
    (finish-output (connection-output connection))
    (handler-case (swank-native:send-message (connection-number connection) (message-text message))
      (error (condition)        ; it is too long
        (if (eq (first message) :return)
            (send `(:return (:abort ,(text-of-condition condition)) ,(third message)) connection)
            (error condition))))))

(defmacro with-connection-streams ((connection) &body forms)
  "Evaluates FORMS, whose standard streams are those of CONNECTION."
  `(let* ((*standard-output* (connection-output ,connection))
          (*error-output* *standard-output*)
          (*trace-output* (connection-trace-output ,connection))
          (*standard-input* (connection-input ,connection))
          (*terminal-io* (make-two-way-stream *standard-input* *standard-output*))
          (*query-io* *terminal-io*)
          (tessera::*at-prompt* t)
          (*debug-io* *terminal-io*))
     ,@forms))

;;; Opening and closing.

(defun open-connection (number)
  "Begins the connection NUMBER."
  (let ((connection (make-connection number)))
    (setf (connection-output connection) (swank-native:output-stream number)
          (connection-input connection) (swank-native:input-stream number)
          (connection-trace-output connection) (connection-output connection)
          (connection-known connection) (null *secret*))
    (push connection *connections*)))

(defun end-connection (connection)
  "Ends CONNECTION. Its evaluation continues; if it waits in its debugger, that ends."
  (setq *connections* (remove connection *connections*))
  (setf (connection-open connection) nil)
  (swank-native:close-connection (connection-number connection))
  (unless (connection-requests connection) (close-streams connection)))

(defun close-streams (connection)
  "Closes the streams of CONNECTION, which has ended."
  (dolist (stream (list (connection-output connection) (connection-input connection) (connection-trace-output connection)))
    (without-errors nil (close stream))))

;;; Events.

(defun handle-event (number kind text)
  "Handles the event KIND with TEXT of the connection NUMBER."
  (let ((connection (find number *connections* :key #'connection-number)))
    (cond ((eq kind :opened) (open-connection number))
          ((null connection) nil)
          ((member kind '(:closed :malformed)) (end-connection connection))
          ((connection-known connection) (handle-message connection text))
          ((equal *secret* text) (setf (connection-known connection) t))
          (t (end-connection connection)))))

(defvar *taking* nil "True while events are taken, in order: interrupts are ignored then.")

(defun serve-events (milliseconds)
  "Serves events that have arrived; waits for one for at most MILLISECONDS."
  (let ((*taking* t))
    (loop for wait = milliseconds then 0
          for event = (swank-native:next-event wait)
          while event
          do (apply #'handle-event event))))

(defun take-events (&optional (milliseconds 0))
  "Serves events that have arrived; waits for one for at most MILLISECONDS. Interrupts are signalled at the end."
  (serve-events milliseconds)
  (signal-interrupts))

(defun serve-events-amidst ()
  "Serves events during an evaluation, without its handlers, restarts and printer variables."
  (let ((tessera::*handler-clusters* '()) (tessera::*restart-clusters* '()) (tessera::*cleaning-up* nil) (tessera::*work-in-progress* nil)
        (tessera::*debugger-level* 0) (tessera::*outer-restarts* '()) (*debugger-hook* nil) (*break-on-signals* nil))
    (with-standard-io-syntax
      (let ((*print-readably* nil) (*print-pretty* t))
        (serve-events 0)))))

(defun take-events-amidst ()
  "Takes events during an evaluation, after an interrupt."
  (unless *taking*
    (serve-events-amidst)
    (signal-interrupts)))

(defun take-interrupt ()
  "Serves the event for which an interrupt came. True if there was one."
  (when (swank-native:take-poke)
    (take-events-amidst)
    t))

(defun handle-message (connection text)
  "Carries out the message TEXT. The answer to a malformed one says so."
  (handler-case (read-message text)
    ((or error storage-condition) (condition) (refuse-message connection text condition))
    (:no-error (message end)
      (declare (ignore end))
      (unless (and (consp message) (without-errors nil (list-length message)) (dispatch-message connection message))
        (refuse-message connection text "It is not a message of Swank.")))))

(defun refuse-message (connection text reason)
  "Answers that the message TEXT is malformed because of REASON, a condition or a string."
  (let ((number (message-number text)) (words (if (stringp reason) reason (text-of-condition reason))))
    (send (if number
              `(:return (:abort ,words) ,number)
              `(:reader-error ,(subseq text 0 (min 500 (length text))) ,words))
          connection)))

(defun dispatch-message (connection message)
  "Carries out MESSAGE, a list. Returns NIL if it is unknown."
  (flet ((takes (count) (= (length message) (1+ count))))
    (case (first message)
      (:emacs-rex (when (and (takes 4) (integerp (fifth message)))
                    (answer-request connection (second message) (third message) (fifth message))
                    t))
      (:emacs-interrupt (when (takes 1) (setf (connection-interrupted connection) t)))
      (:emacs-return-string (when (and (takes 3) (stringp (fourth message)))
                              (swank-native:supply-input (connection-number connection) (fourth message))
                              t))
      (:emacs-return (when (takes 3)
                       (push (cons (third message) (fourth message)) (connection-returned connection))
                       t))
      (:emacs-channel-send t))))

(defun signal-interrupts ()
  "Interrupts the evaluations of connections that have asked for it."
  (dolist (connection *connections*)
    (when (and (shiftf (connection-interrupted connection) nil) (connection-busy connection))
      (let ((*connection* connection) (*user-code* t) (*taking* nil))
        (with-connection-streams (connection)
          (tessera::%signal-interrupt))))))

;;; Requests.

(defun find-package-named (designator)
  "Returns the package that DESIGNATOR, a string as it is written in IN-PACKAGE or for the prompt, names; or NIL."
  (and (stringp designator)
       (or (find-package designator)
           (find-package (string-upcase (string-trim "\"#:|' " designator))))))

(defvar *answer-when-left* nil "The answer to the request that is being served if its evaluation is left from within.")

(defun answer-request (connection form package number)
  "Evaluates FORM for CONNECTION, with the package that the string PACKAGE names, and answers the request NUMBER."
  (let ((answer nil) (*answer-when-left* '(:abort "aborted")) (outer-busy (connection-busy connection)))
    (push number (connection-requests connection))
    (setf (connection-busy connection) t)
    (unwind-protect (setq answer (answer-of-form connection form package))
      (setf (connection-busy connection) outer-busy)
      (setf (connection-requests connection) (remove number (connection-requests connection)))
      (if (connection-open connection)
          (progn (swank-native:stop-reading (connection-number connection))
                 (send `(:return ,(or answer *answer-when-left*) ,number) connection))
          (unless (connection-requests connection) (close-streams connection))))))

(defun answer-of-form (connection form package)
  "Returns the answer to the request to evaluate FORM: a list of :OK and the value, or of :ABORT and a string."
  (let ((level (and (plusp tessera::*debugger-level*) tessera::*debugger-level*))
        (*connection* connection) (*user-code* nil) (*taking* nil)
        (tessera::*handler-clusters* '())       ; those of what waits for requests are none of the user's
        (*package* (or (find-package-named package) (connection-package connection)))
        (tessera::*invoke-debugger* #'enter-debugger)
        (tessera::*step-asker* #'ask-to-step) (tessera::*step-watcher* #'note-stepped-values))
    (with-connection-streams (connection)
      (catch connection         ; it is left by what finds that the connection has ended
        (with-simple-restart (abort "Return to ~:[SLIME's top level~;~:*level ~D of the debugger~]." level)
          (return-from answer-of-form
            (block failed
              (handler-bind ((error (lambda (condition)
                                      (unless *user-code* (return-from failed (answer-of-failure condition))))))
                `(:ok ,(evaluate-request form))))))
        `(:abort ,(if *last-condition* (text-in-line *last-condition*) "aborted"))))))

(defun answer-of-failure (condition)
  "Returns the answer to a request in which the server signalled CONDITION."
  (send `(:background-message ,(text-of-condition condition)))
  `(:abort ,(string-right-trim "." (text-of-condition condition))))       ; SLIME makes a sentence of it

(defun evaluate-request (form)
  "Returns the value of FORM, which a request has sent."
  (if (and (consp form) (symbolp (first form)) (not (fboundp (first form))) (not (special-operator-p (first form))))
      (error "~A is not known to this server" (string-downcase (princ-to-string (first form))))
      (eval form)))

;;; Asking Emacs.

(defvar *last-tag* 0 "The number of the last question that Emacs was asked.")

(defun ask-emacs (operator &rest arguments)
  "Sends Emacs the message of OPERATOR, this thread, a tag, and ARGUMENTS. Waits for the answer and returns it."
  (let ((tag (incf *last-tag*)) (connection *connection*))
    (send `(,operator 1 ,tag ,@arguments))
    (loop
      (let ((answer (assoc tag (connection-returned connection))))
        (when answer
          (setf (connection-returned connection) (remove answer (connection-returned connection)))
          (return (cdr answer)))
        (unless (connection-open connection) (throw connection nil))
        (take-events 1000)))))
