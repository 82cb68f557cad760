;;; Messages from one process to another.
(in-package "MPI")

(defun bytes-of (object with-definitions)
  "Returns the message of OBJECT, for other processes; WITH-DEFINITIONS if it is to bring what its code mentions."
  (multiple-value-bind (message objects) (parallel-native:write-message object)
    (when objects
      (let ((known (mapcar #'parallel::known objects)))
        (parallel-native:complete-message message (mapcar #'parallel::known-entry known)
                                          (and with-definitions (remove nil (mapcar #'parallel::plan-for objects known))))))
    (parallel-native:message-bytes message (origin))))

(deftype tag ()
  "The tags of messages: what every MPI has, except for the last one, which is for collective operations."
  '(integer 0 32766))

(defconstant +collective-tag+ 32767 "The tag of the messages of collective operations.")

(defun start-send (object rank tag comm)
  "Starts to send OBJECT to RANK. Returns the number of the request."
  (let ((comm (number-of comm)))
    (if (mpi-native:number-vector-p object)
        (mpi-native:send-numbers object rank tag comm)
        (mpi-native:send-bytes (bytes-of object nil) rank tag comm))))

(defun received (parts)
  "Returns three values of PARTS, a list by TAKE: an object, the rank that has sent it, and its tag. NIL if PARTS is."
  (cond ((null parts) nil)
        ((eq (first parts) t)
         (destructuring-bind (bytes source tag) (rest parts)
           (values (parallel-native:read-bytes bytes (origin)) source tag)))
        (t (values-list parts))))

(defun check-rank (rank comm)
  "Signals an MPI-ERROR unless RANK, an integer, is one of the communicator COMM."
  (unless (< rank (comm-size comm))
    (error 'mpi-error :format-control "there is no rank ~d: the communicator has ~d process~:p"
                      :format-arguments (list rank (comm-size comm)))))

(defun check-send (rank tag comm)
  "Signals an ERROR unless a message can be sent to RANK of COMM with TAG."
  (check-type rank (integer 0) "a rank")
  (check-type tag tag "a tag, 0 to 32766")
  (check-rank rank comm))

(defun check-receive (source tag comm)
  "Signals an ERROR unless a message can be received from SOURCE in COMM with TAG."
  (check-type source (or null (integer 0)) "a rank, or NIL for any")
  (check-type tag (or null tag) "a tag, 0 to 32766, or NIL for any")
  (when source
    (check-rank source comm)))

(defun send (object rank &key (tag 0) (comm *comm-world*))
  "Sends OBJECT to RANK in the communicator COMM with TAG, an integer from 0 to 32766. Returns when OBJECT may be
changed, which may be before anybody receives it; a large one waits for its receiver. Returns NIL.

A simple vector of numbers that are stored unboxed is sent as it is, without a copy if it is long. Other objects are
sent as copies of all that they refer to. Signals an ERROR that names what cannot be sent."
  (check-send rank tag comm)
  (mpi-native:wait (start-send object rank tag comm))
  nil)

(defun receive (&key source tag (comm *comm-world*) into)
  "Waits for a message in the communicator COMM from SOURCE with TAG; NIL stands for any. Returns the object, the rank
that has sent it, and its tag. Messages from one rank arrive in the order in which it sends them.

If the message is a vector of numbers, its elements are stored into INTO, unless that is NIL; then INTO is the object.
Signals an MPI-ERROR if they have another type or are too many."
  (check-receive source tag comm)
  (received (mpi-native:receive (or source -1) (or tag -1) (number-of comm) into)))

(defun probe (&key source tag (comm *comm-world*))
  "Waits until RECEIVE with the same arguments does not wait. Returns the rank that has sent the message, and its tag."
  (check-receive source tag comm)
  (values-list (rest (mpi-native:probe (or source -1) (or tag -1) (number-of comm) t))))

(defun iprobe (&key source tag (comm *comm-world*))
  "Returns what PROBE does if RECEIVE with the same arguments does not wait; NIL if it does."
  (check-receive source tag comm)
  (let ((found (mpi-native:probe (or source -1) (or tag -1) (number-of comm) nil)))
    (if found (values-list (rest found)) nil)))

;;; What goes on meanwhile.

(defstruct (request (:constructor make-request (number receives)) (:copier nil) (:predicate nil))
  "The NUMBER of what the natives are doing: sending, unless it RECEIVES. VALUES: what was received, once DONE."
  number receives (done nil) (values '()))

(defun isend (object rank &key (tag 0) (comm *comm-world*))
  "Starts to do what SEND does. Returns a REQUEST, for WAIT or TEST: until then, a vector of numbers must not be
changed."
  (check-send rank tag comm)
  (make-request (start-send object rank tag comm) nil))

(defun ireceive (&key source tag (comm *comm-world*) into)
  "Starts to do what RECEIVE does. Returns a REQUEST, for WAIT or TEST. The message is received while some function of
this module runs; requests take messages in the order in which they were made."
  (check-receive source tag comm)
  (make-request (mpi-native:start-receiving (or source -1) (or tag -1) (number-of comm) into) t))

(defun settle (request waits)
  "Goes on with REQUEST, and waits until it is done if WAITS."
  (check-type request request)
  (cond ((request-done request))
        ((not (request-receives request))
         (setf (request-done request)
               (if waits
                   (progn (mpi-native:wait (request-number request)) t)
                   (mpi-native:test (request-number request)))))
        (t (let ((parts (mpi-native:finish-receiving (request-number request) waits)))
             (when parts
               (setf (request-done request) t
                     (request-values request) (multiple-value-list (received parts))))))))

(defun test (request)
  "Returns T if REQUEST is done, and the values that WAIT returns; NIL if WAIT would wait."
  (settle request nil)
  (if (request-done request)
      (multiple-value-call #'values t (values-list (request-values request)))
      nil))

(defun wait (request)
  "Waits until REQUEST is done. Returns the values of RECEIVE for one by IRECEIVE, else no values."
  (settle request t)
  (values-list (request-values request)))

(defun wait-all (requests)
  "Waits until all of REQUESTS are done. Returns the list of their first values."
  (mapcar (lambda (request) (values (wait request))) requests))
