;;; TCP connections, which are streams, and listeners, which accept them.
(in-package "SOCKETS")

(defstruct (socket (:constructor nil) (:copier nil) (:predicate nil))
  "A socket that is not a connection: a LISTENER or a DATAGRAM-SOCKET. HANDLE is the engine's socket."
  (handle nil :read-only t))

(defstruct (listener (:include socket) (:constructor %make-listener (handle bits format)) (:copier nil) (:predicate nil))
  "A socket that accepts connections: see MAKE-LISTENER. These have elements of BITS bits in FORMAT."
  bits format)

(defun %handle-of (socket operation)
  "Returns the engine's socket of SOCKET, a connection or a SOCKET, for OPERATION."
  (typecase socket
    (socket (socket-handle socket))
    (stream socket)
    (t (error 'simple-type-error :datum socket :expected-type '(or socket stream)
                                 :format-control "~A: ~S is not a socket" :format-arguments (list operation socket)))))

(defun %handle (socket operation)
  "Returns the engine's socket of SOCKET. Signals an error of OPERATION if it is closed."
  (let ((handle (%handle-of socket operation)))
    (unless (open-stream-p handle)
      (error 'tessera::simple-stream-error :stream handle :format-control "~A: ~S is closed" :format-arguments (list operation socket)))
    handle))

(defmethod print-object ((socket socket) stream)
  (print-unreadable-object (socket stream :type t :identity t)
    (write-string (if (socket-open-p socket)
                      (handler-case (multiple-value-call #'%shown-address (local-address socket))
                        (socket-error () "without an address"))
                      "closed")
                  stream)))

(defun socket-open-p (socket)
  "True if SOCKET, a connection, LISTENER or DATAGRAM-SOCKET, has not been closed."
  (open-stream-p (%handle-of socket 'socket-open-p)))

(defun close-socket (socket &key abort)
  "Closes SOCKET, a connection, LISTENER or DATAGRAM-SOCKET. Returns true. For connections it is CLOSE."
  (close (%handle-of socket 'close-socket) :abort abort))

(defun %closer (index serial)
  "Returns the function that closes the socket INDEX with SERIAL when its handle was collected."
  (lambda () (tessera::%abandon-socket index serial)))

(defun %closed-if-lost (handle)
  "Returns HANDLE, which is closed when it is collected."
  (finalize handle (multiple-value-call #'%closer (tessera::%socket-key handle))))

(defun %open-socket (address datagrams operation)
  "Returns a new socket of the engine for ADDRESS and others of its family."
  (%closed-if-lost (%checked (tessera::%make-socket address datagrams) operation "make a socket for" address)))

(defmacro %keeping-open ((handle form) &body body)
  "Evaluates BODY with HANDLE bound to the socket that FORM makes, which is closed if BODY does not return."
  (let ((done (gensym "DONE")))
    `(let ((,handle ,form) (,done nil))
       (unwind-protect (multiple-value-prog1 (progn ,@body) (setf ,done t))
         (unless ,done (close ,handle :abort t))))))

(defun %bind (handle address port operation)
  "Binds HANDLE to PORT of ADDRESS, for OPERATION."
  (%checked (tessera::%bind-socket handle address port) operation "take the address" (%shown-address address port)))

(defun %set-flag (handle option flag operation)
  "Sets OPTION of HANDLE to FLAG, true or false, for OPERATION."
  (%checked (tessera::%set-socket-option handle option (if flag 1 0)) operation "set the option" option))

(defun %as-stream (handle name bits format)
  "Returns HANDLE, connected to NAME, as a stream of elements of BITS bits in FORMAT."
  (tessera::%use-socket handle bits format (cons name (%error-classes))))

(defun %try-each (addresses function)
  "Returns the value of FUNCTION for the first of ADDRESSES for which it does not signal a SOCKET-ERROR. If there is
none, signals the error for the last."
  (loop for (address . more) on addresses
        do (if more
               (handler-case (return (funcall function address))
                 (socket-error ()))
               (return (funcall function address)))))

;;; Connecting

(defun %bind-locally (handle address host port)
  "Binds HANDLE, which will be connected to ADDRESS, to a local address: HOST, or any, and PORT."
  (let ((family (if (find #\: address) :ipv6 :ipv4)))
    (%bind handle (first (%local-addresses host family)) port 'connect)))

(defun %connect-to (address port nanoseconds local-host local-port)
  "Returns a socket that is connected to PORT of ADDRESS within NANOSECONDS."
  (%keeping-open (handle (%open-socket address nil 'connect))
    (when (or local-host local-port)
      (%bind-locally handle address local-host (or local-port 0)))
    (%checked (tessera::%connect-socket handle address port nanoseconds) 'connect "connect to" (%shown-address address port))
    handle))

(defun connect (host port &key (element-type 'character) (external-format :default) timeout input-timeout output-timeout
                            local-host local-port (no-delay t) family)
  "Connects to PORT of HOST, a string: a name or an address. Returns a stream, which CLOSE closes: of characters in
EXTERNAL-FORMAT, or of octets if ELEMENT-TYPE is (UNSIGNED-BYTE 8). TIMEOUT is the number of seconds that this may take,
INPUT-TIMEOUT and OUTPUT-TIMEOUT are those that reading and writing wait for the other side; NIL means no limit.
LOCAL-HOST and LOCAL-PORT are the local address of the connection. NO-DELAY: output is sent at FINISH-OUTPUT, even small
amounts. FAMILY: :IPV4 or :IPV6 alone. A SOCKET-ERROR of the class for the failure. Example: (with-open-stream (s
(connect \"localhost\" 7)) (write-line \"dice\" s) (finish-output s) (read-line s))"
  (%check-port port 'connect)
  (%check-port (or local-port 0) 'connect)
  (%check-argument host 'string 'connect)
  (%check-argument local-host '(or null string) 'connect)
  (let ((begin (get-internal-real-time)) (allowed (%nanoseconds timeout 'connect)) (input (%nanoseconds input-timeout 'connect))
        (output (%nanoseconds output-timeout 'connect)) (bits (%element-bits element-type 'connect))
        (format (%format-name external-format 'connect)))
    (flet ((left ()
             (and allowed
                  (max 0 (- allowed (round (* 1000000000 (- (get-internal-real-time) begin)) internal-time-units-per-second)))))
           (finished (handle address)
             (%set-flag handle :no-delay no-delay 'connect)
             (tessera::%set-socket-timeouts handle input output)
             (%as-stream handle (%shown-address address port) bits format)))
      (%try-each (host-addresses host :family family)
                 (lambda (address)
                   (%keeping-open (handle (%connect-to address port (left) local-host local-port))
                     (finished handle address)))))))

;;; Accepting

(defun make-listener (host port &key (element-type 'character) (external-format :default) (backlog 128) (reuse-address t) family)
  "Returns a LISTENER at PORT of HOST, a name or an address of this machine; NIL means all of them. PORT 0 means any
free port. ACCEPT returns connections like those of CONNECT. BACKLOG connections may wait for it. REUSE-ADDRESS: take an
address whose connections have just ended. FAMILY: :IPV4 or :IPV6 alone. An ADDRESS-IN-USE if another program has the
address, or another SOCKET-ERROR. CLOSE-SOCKET closes it. Example: (make-listener \"localhost\" 8080)"
  (%check-port port 'make-listener)
  (%check-argument host '(or null string) 'make-listener)
  (%check-argument backlog '(integer 0 1000000) 'make-listener)
  (let ((bits (%element-bits element-type 'make-listener)) (format (%format-name external-format 'make-listener)))
    (%try-each (%local-addresses host family)
               (lambda (address)
                 (%keeping-open (handle (%open-socket address nil 'make-listener))
                   (%set-flag handle :reuse-address reuse-address 'make-listener)
                   (%bind handle address port 'make-listener)
                   (%checked (tessera::%listen-socket handle backlog) 'make-listener "listen at" (%shown-address address port))
                   (%make-listener handle bits format))))))

(defmacro with-listener ((listener host port &rest options) &body body)
  "Evaluates BODY with LISTENER bound to the value of MAKE-LISTENER for the other arguments, and closes it afterwards."
  `(let ((,listener (make-listener ,host ,port ,@options)))
     (unwind-protect (progn ,@body)
       (close-socket ,listener))))

(defun %peer-name (handle)
  "Returns the address of the other side of HANDLE for messages."
  (multiple-value-bind (host port) (tessera::%socket-name handle t)
    (if (stringp host) (%shown-address host port) "a connection that has ended")))

(defun accept (listener &key timeout (element-type nil given) (external-format nil format-given) input-timeout output-timeout (no-delay t))
  "Waits for a connection to LISTENER. Signals a SOCKET-TIMEOUT after TIMEOUT seconds. Returns the connection, a stream
like those of CONNECT, whose ELEMENT-TYPE and EXTERNAL-FORMAT are those of LISTENER unless they are given."
  (%check-argument listener 'listener 'accept)
  (let ((nanoseconds (%nanoseconds timeout 'accept)) (input (%nanoseconds input-timeout 'accept)) (output (%nanoseconds output-timeout 'accept))
        (listening (%handle listener 'accept))
        (bits (if given (%element-bits element-type 'accept) (listener-bits listener)))
        (format (if format-given (%format-name external-format 'accept) (listener-format listener))))
    (%keeping-open (handle (%checked (tessera::%accept-socket listening nanoseconds) 'accept "accept a connection at"
                                     (multiple-value-call #'%shown-address (local-address listener))))
      (%closed-if-lost handle)
      (tessera::%set-socket-option handle :no-delay (if no-delay 1 0)) ; which fails if the other side has gone: reading tells
      (tessera::%set-socket-timeouts handle input output)
      (%as-stream handle (%peer-name handle) bits format))))

;;; Operations on all kinds

(defun %address-of (socket peer operation)
  "Returns two values for SOCKET: its address, or if PEER is true that of the other side, and the port. OPERATION is for
errors."
  (let ((handle (%handle socket operation)))
    (multiple-value-bind (host port) (tessera::%socket-name handle peer)
      (%checked host operation "tell the address of" handle handle)
      (values host port))))

(defun local-address (socket)
  "Returns two values: the local address of SOCKET, a connection, LISTENER or DATAGRAM-SOCKET, as a string, and its
port."
  (%address-of socket nil 'local-address))

(defun peer-address (socket)
  "Returns two values: the address of the other side of SOCKET, a connection or DATAGRAM-SOCKET, as a string, and its
port. A NOT-CONNECTED error if there is none."
  (%address-of socket t 'peer-address))

(defun shutdown (connection direction)
  "Ends one direction of CONNECTION: :OUTPUT, so that the other side reads the end of the output; :INPUT, or :IO, both.
Returns CONNECTION."
  (%check-argument direction '(member :input :output :io) 'shutdown)
  (%check-argument connection 'stream 'shutdown)
  (unless (eq direction :input) (finish-output connection))
  (%checked (tessera::%shut-socket (%handle connection 'shutdown) (not (eq direction :output)) (not (eq direction :input)))
            'shutdown "shut down" (%peer-name connection) connection)
  connection)

(defun wait-for-sockets (sockets &key timeout (direction :input))
  "Waits until some of the list SOCKETS are ready, at most TIMEOUT seconds. Returns these; NIL after the time. A
connection is ready if reading does not wait, even because it has ended; a LISTENER if a connection waits, a
DATAGRAM-SOCKET if a datagram has arrived. With DIRECTION :OUTPUT they are ready if writing does not wait."
  (%check-argument sockets 'list 'wait-for-sockets)
  (%check-argument direction '(member :input :output) 'wait-for-sockets)
  (let* ((handles (mapcar (lambda (socket) (%handle socket 'wait-for-sockets)) sockets))
         (ready (tessera::%wait-for-sockets handles (eq direction :output) (%nanoseconds timeout 'wait-for-sockets))))
    (loop for socket in sockets for handle in handles
          when (member handle ready) collect socket)))

(deftype %flag-option () '(member :no-delay :keep-alive :reuse-address :broadcast))

(defun %check-option (option)
  "Signals a TYPE-ERROR unless OPTION is the name of a socket option."
  (%check-argument option '(member :input-timeout :output-timeout :no-delay :keep-alive :reuse-address :broadcast :receive-buffer :send-buffer)
                   'socket-option))

(defun socket-option (socket option)
  "Returns the value of OPTION of SOCKET; SETF sets it. :INPUT-TIMEOUT and :OUTPUT-TIMEOUT are seconds or NIL.
:NO-DELAY, :KEEP-ALIVE, :REUSE-ADDRESS and :BROADCAST are true or false. :RECEIVE-BUFFER and :SEND-BUFFER are bytes,
which the system may adjust."
  (%check-option option)
  (let ((handle (%handle socket 'socket-option)))
    (case option
      (:input-timeout (%seconds (nth-value 0 (tessera::%socket-timeouts handle))))
      (:output-timeout (%seconds (nth-value 1 (tessera::%socket-timeouts handle))))
      (t (let ((value (%checked (tessera::%socket-option handle option) 'socket-option "look at the option" option)))
           (if (typep option '%flag-option) (plusp value) value))))))

(defun (setf socket-option) (value socket option)
  "Makes VALUE the value of OPTION of SOCKET. Returns VALUE."
  (%check-option option)
  (let ((handle (%handle socket 'socket-option)))
    (multiple-value-bind (input output) (tessera::%socket-timeouts handle)
      (case option
        (:input-timeout (tessera::%set-socket-timeouts handle (%nanoseconds value 'socket-option) output))
        (:output-timeout (tessera::%set-socket-timeouts handle input (%nanoseconds value 'socket-option)))
        (t (if (typep option '%flag-option)
               (%set-flag handle option value 'socket-option)
               (%checked (tessera::%set-socket-option handle option value) 'socket-option "set the option" option)))))
    value))
