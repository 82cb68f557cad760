;;; Comms: messages between Lisp and parts of a client, such as widgets.

(in-package "JUPYTER")

(defstruct (comm (:constructor make-comm (id target)) (:copier nil) (:predicate nil))
  "A conversation with a client. ID and TARGET are strings; RECEIVER a function of the data that arrive, parsed JSON, or
NIL."
  id target receiver)

(defvar *comms* (make-hash-table :test 'equal) "The open comms by their IDs.")
(defvar *comm-targets* (make-hash-table :test 'equal)
  "A table from the names of targets to functions of a comm and data.")
(defvar *last-comm* 0 "The number of the last comm that Lisp has opened.")

(defun define-comm-target (name function)
  "Makes clients able to open comms with the target NAME, a string. FUNCTION is called with the comm and its data, and
may set its COMM-RECEIVER, a function of the client's data. Data is JSON in the form of the module json: (:OBJECT (NAME
. VALUE)*), vectors, strings, numbers, T, :FALSE, NIL. Returns NAME."
  (setf (gethash name *comm-targets*) function)
  name)

(defun open-comm (target &optional (data (object)) receiver)
  "Opens a comm with the client's TARGET, a string, and sends DATA. RECEIVER is a function of the client's data. Returns
the comm."
  (let ((comm (make-comm (format nil "tessera-~D-~36R" (incf *last-comm*) (random (expt 36 12))) target)))
    (setf (comm-receiver comm) receiver
          (gethash (comm-id comm) *comms*) comm)
    (publish "comm_open" (json-object "comm_id" (comm-id comm) "target_name" target "data" data))
    comm))

(defun send-to-comm (comm data)
  "Sends DATA, JSON, to the client at COMM. Returns no values."
  (publish "comm_msg" (json-object "comm_id" (comm-id comm) "data" data))
  (values))

(defun close-comm (comm &optional (data (object)))
  "Ends COMM, with DATA. Returns no values."
  (remhash (comm-id comm) *comms*)
  (publish "comm_close" (json-object "comm_id" (comm-id comm) "data" data))
  (values))

(defun call-receiver (function &rest arguments)
  "Calls FUNCTION, the user's, for a comm; an error in it is shown to the user."
  (let ((failure (nth-value 1 (call-for-user (lambda () (apply function arguments))))))
    (when failure (format *error-output* "~&~{~A~%~}" (failure-lines failure)))
    (end-output)))

(defun comm-of-request ()
  "Returns the comm that the request is about; NIL if there is none."
  (values (gethash (string-argument "comm_id") *comms*)))

(define-request "comm_open"
    "Opens a comm for a client; closes it if its target is unknown."
  (let* ((comm (make-comm (string-argument "comm_id") (string-argument "target_name"))) (function (gethash (comm-target comm) *comm-targets*)))
    (cond (function
           (setf (gethash (comm-id comm) *comms*) comm)
           (call-receiver function comm (argument "data")))
          (t (close-comm comm)))))

(define-request "comm_msg"
    "Passes a client's data to a comm."
  (let ((comm (comm-of-request)))
    (when (and comm (comm-receiver comm))
      (call-receiver (comm-receiver comm) (argument "data")))))

(define-request "comm_close"
    "Closes a comm for a client."
  (let ((comm (comm-of-request)))
    (when comm (remhash (comm-id comm) *comms*))))

(define-request "comm_info_request"
    "Answers with the open comms."
  (let ((target (argument "target_name")))
    (answer-well "comms" (cons :object (loop for comm being the hash-values of *comms*
                                             when (or (null target) (equal target (comm-target comm)))
                                               collect (cons (comm-id comm) (object "target_name" (comm-target comm))))))))
