;;; Entries for the package of the module sockets.
(in-package "TESSERA-DOCUMENTATION")

(defun both-sides ()
  "Returns a list of the two sides of a connection in examples."
  (eval (read-from-string "(sockets:with-listener (listener \"127.0.0.1\" 0)
  (list (sockets:connect \"127.0.0.1\" (nth-value 1 (sockets:local-address listener))) (sockets:accept listener)))")))

(defmacro with-both-sides ((one other) &body body)
  "Evaluates BODY with the two sides of a connection, which are closed afterwards, in examples."
  `(destructuring-bind (,one ,other) (both-sides)
     (unwind-protect (progn ,@body) (close ,one :abort t) (close ,other :abort t))))

(defun octets (&rest octets)
  "Returns a vector of OCTETS in examples."
  (coerce octets '(vector (unsigned-byte 8))))

(define-library-entries "sockets" "Connections"
  (connect (with-listener (l "localhost" 0)
             (with-open-stream (s (connect "localhost" (nth-value 1 (local-address l))))
               (write-line "dice" s) (finish-output s)
               (with-open-stream (other (accept l)) (read-line other)))) => (values "dice" nil)
           (handler-case (connect "localhost" 1) (connection-refused () :nobody-there)) => :nobody-there)
  (make-listener (let ((l (make-listener "localhost" 0))) (close-socket l)) => t)
  (with-listener (with-listener (l "localhost" 0) (socket-open-p l)) => t)
  (listener (with-listener (l "localhost" 0) (typep l 'listener)) => t)
  (accept (with-listener (l "localhost" 0) (handler-case (accept l :timeout 0.01) (socket-timeout () :nobody))) => :nobody)
  (shutdown (with-both-sides (one other) (write-string "all" one) (shutdown one :output)
              (list (read-line other) (read-line other nil :end))) => ("all" :end))
  (close-socket (with-both-sides (one other) (close-socket one) (read-char other nil :end)) => :end)
  (socket "The superclass of LISTENER and DATAGRAM-SOCKET. Connections are streams instead."
          (with-listener (l "localhost" 0) (typep l 'socket)) => t)
  (socket-open-p (with-both-sides (one other) other (close one) (socket-open-p one)) => nil)
  (wait-for-sockets (with-both-sides (one other) (write-line "dice" one) (finish-output one)
                      (equal (wait-for-sockets (list one other) :timeout 1) (list other))) => t
                    (with-both-sides (one other) (wait-for-sockets (list one other) :timeout 0)) => nil)
  (local-address (with-listener (l "127.0.0.1" 0) (nth-value 0 (local-address l))) => "127.0.0.1")
  (peer-address (with-both-sides (one other) (equal (multiple-value-list (peer-address one)) (multiple-value-list (local-address other)))) => t)
  (socket-option (with-both-sides (one other) other (setf (socket-option one :input-timeout) 1/2) (socket-option one :input-timeout)) => 1/2))

(define-library-entries "sockets" "Datagrams"
  (make-datagram-socket (let ((s (make-datagram-socket :local-host "127.0.0.1")))
                          (prog1 (nth-value 0 (local-address s)) (close-socket s))) => "127.0.0.1")
  (datagram-socket (let ((s (make-datagram-socket))) (prog1 (typep s 'datagram-socket) (close-socket s))) => t)
  (send-datagram (let* ((to (make-datagram-socket :local-host "127.0.0.1")) (from (make-datagram-socket)))
                   (prog1 (send-datagram from (octets 1 2 3) :host "127.0.0.1" :port (nth-value 1 (local-address to)))
                     (close-socket to) (close-socket from))) => 3)
  (receive-datagram (let* ((to (make-datagram-socket :local-host "127.0.0.1")) (from (make-datagram-socket))
                           (room (octets 0 0 0 0)))
                      (send-datagram from (octets 1 2 3) :host "127.0.0.1" :port (nth-value 1 (local-address to)))
                      (prog1 (list (receive-datagram to room :timeout 5) (coerce room 'list))
                        (close-socket to) (close-socket from))) => (3 (1 2 3 0))))

(define-library-entries "sockets" "Hosts"
  (host-addresses (host-addresses "127.0.0.1") => ("127.0.0.1") (host-addresses "::1" :family :ipv6) => ("::1"))
  (host-name (stringp (handler-case (host-name "127.0.0.1") (host-error () "none"))) => t))

(define-library-entries "sockets" "Errors"
  (socket-error (handler-case (connect "127.0.0.1" 1) (socket-error (c) (socket-error-address c))) => "127.0.0.1:1")
  (socket-error-address (handler-case (connect "127.0.0.1" 1) (socket-error (c) (socket-error-address c))) => "127.0.0.1:1")
  (socket-error-number (handler-case (connect "127.0.0.1" 1) (socket-error (c) (integerp (socket-error-number c)))) => t)
  (connection-refused (handler-case (connect "127.0.0.1" 1) (connection-refused () :refused)) => :refused)
  (connection-reset (subtypep 'connection-reset 'socket-error) => (values t t))
  (connection-aborted (subtypep 'connection-aborted 'socket-error) => (values t t))
  (connection-closed (with-both-sides (one other) other (shutdown one :output)
                       (handler-case (progn (write-line "more" one) (finish-output one)) (connection-closed () :closed))) => :closed)
  (not-connected (with-listener (l "localhost" 0) (handler-case (peer-address l) (not-connected () :nobody))) => :nobody)
  (address-in-use (with-listener (l "127.0.0.1" 0)
                    (handler-case (make-listener "127.0.0.1" (nth-value 1 (local-address l))) (address-in-use () :taken))) => :taken)
  (address-not-available (handler-case (make-listener "192.0.2.1" 0) (address-not-available () :elsewhere)) => :elsewhere)
  (network-unreachable (subtypep 'network-unreachable 'socket-error) => (values t t))
  (host-unreachable (subtypep 'host-unreachable 'socket-error) => (values t t))
  (socket-not-permitted (subtypep 'socket-not-permitted 'socket-error) => (values t t))
  (socket-timeout (with-both-sides (one other) other (setf (socket-option one :input-timeout) 0.01)
                    (handler-case (read-char one) (socket-timeout () :late))) => :late)
  (host-error (subtypep 'host-error 'socket-error) => (values t t))
  (host-not-found (handler-case (host-name "no address") (host-not-found () :none)) => :none))
