;;; Datagrams over UDP.
(in-package "SOCKETS")

(defstruct (datagram-socket (:include socket) (:constructor %make-datagram-socket (handle)) (:copier nil) (:predicate nil))
  "A socket that sends and receives datagrams: see MAKE-DATAGRAM-SOCKET.")

(defun %socket-for-datagrams (address port local-host local-port)
  "Returns a socket that sends to PORT of ADDRESS, unless that is NIL, and receives at LOCAL-PORT of LOCAL-HOST."
  (let ((local (first (%local-addresses local-host (and address (if (find #\: address) :ipv6 :ipv4))))))
    (%keeping-open (handle (%open-socket (or address local) t 'make-datagram-socket))
      (when (or local-host local-port)
        (%bind handle local (or local-port 0) 'make-datagram-socket))
      (when address
        (%checked (tessera::%connect-socket handle address port nil) 'make-datagram-socket "connect to" (%shown-address address port)))
      (%make-datagram-socket handle))))

(defun make-datagram-socket (&key host port local-host local-port family)
  "Returns a DATAGRAM-SOCKET. If HOST and PORT are given, it only sends to these and receives from them. LOCAL-HOST and
LOCAL-PORT are where it receives; NIL means all addresses of this machine, and a free port. FAMILY: :IPV4 or :IPV6
alone. CLOSE-SOCKET closes it."
  (%check-argument host '(or null string) 'make-datagram-socket)
  (%check-argument local-host '(or null string) 'make-datagram-socket)
  (%check-port (or port 0) 'make-datagram-socket)
  (%check-port (or local-port 0) 'make-datagram-socket)
  (unless (eq (null host) (null port))
    (error "MAKE-DATAGRAM-SOCKET: ~:[HOST ~S needs a PORT~;PORT ~*~S needs a HOST~]" (null host) host port))
  (if host
      (%try-each (host-addresses host :family family)
                 (lambda (address) (%socket-for-datagrams address port local-host local-port)))
      (%socket-for-datagrams nil nil (first (%local-addresses local-host family)) (or local-port 0))))

(defun send-datagram (socket octets &key (start 0) end host port)
  "Sends OCTETS, a vector of (UNSIGNED-BYTE 8), from START to END, as a datagram to PORT of HOST, or to the address that
the DATAGRAM-SOCKET is connected to. Returns the number of octets that were sent."
  (%check-argument socket 'datagram-socket 'send-datagram)
  (%check-argument octets '(vector (unsigned-byte 8)) 'send-datagram)
  (%check-argument host '(or null string) 'send-datagram)
  (when host (%check-port port 'send-datagram))
  (let ((handle (%handle socket 'send-datagram)))
    (flet ((send (address)
             (%checked (tessera::%send-datagram handle octets start end address port) 'send-datagram "send to"
                       (if address (%shown-address address port) (%peer-name handle)))))
      (if host
          (%try-each (host-addresses host :family (if (find #\: (local-address socket)) :ipv6 :ipv4)) #'send)
          (send nil)))))

(defun receive-datagram (socket octets &key (start 0) end timeout)
  "Waits for a datagram to the DATAGRAM-SOCKET. Signals a SOCKET-TIMEOUT after TIMEOUT seconds. Stores it in OCTETS, a
vector of (UNSIGNED-BYTE 8), from START to END; the part that does not fit is lost. Returns three values: the number of
its octets, and the address and the port of the sender."
  (%check-argument socket 'datagram-socket 'receive-datagram)
  (%check-argument octets '(vector (unsigned-byte 8)) 'receive-datagram)
  (multiple-value-bind (count host port)
      (tessera::%receive-datagram (%handle socket 'receive-datagram) octets start end (%nanoseconds timeout 'receive-datagram))
    (%checked count 'receive-datagram "receive at" (multiple-value-call #'%shown-address (local-address socket)))
    (values count host port)))
