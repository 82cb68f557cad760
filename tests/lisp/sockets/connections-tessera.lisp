;;; Connections, listeners and datagrams of the module sockets, within this machine.

(prog1 t (require "sockets"))                                                       => t
(use-package "SOCKETS")                                                             => t
(defun port-of (socket) (nth-value 1 (local-address socket)))                       => port-of
(defmacro with-sides ((one other &rest options) &body body)
  `(with-listener (listener "127.0.0.1" 0 ,@options)
     (let* ((,one (connect "127.0.0.1" (port-of listener) ,@options)) (,other (accept listener)))
       (declare (ignorable ,one ,other))
       (unwind-protect (progn ,@body) (close ,one :abort t) (close ,other :abort t))))) => with-sides
(defmacro condition-of (&body body) `(handler-case (progn ,@body) (condition (c) (type-of c)))) => condition-of
(defmacro complaint (&body body) `(handler-case (progn ,@body) (error (c) (princ-to-string c)))) => complaint
(defun octets (&rest octets) (coerce octets '(vector (unsigned-byte 8))))           => octets

;;; --- characters, octets, both ways
(with-sides (a b) (format a "one~%two~%") (finish-output a) (list (read-line b) (read-line b))) => ("one" "two")
(with-sides (a b) (write-line "x" a) (finish-output a) (write-line (read-line b) b) (finish-output b) (read-line a)) => (values "x" nil)
(with-sides (a b) (write-string "λ€😀" a) (finish-output a) (list (read-char b) (read-char b) (read-char b))) => (#\λ #\€ #\😀)
(with-sides (a b :external-format :latin-1) (write-string "äöλ" a) (close a) (read-line b)) => (values "äö?" t)
(with-sides (a b :element-type '(unsigned-byte 8))
  (write-sequence (octets 1 2 255) a)
  (finish-output a)
  (list (read-byte b) (read-byte b) (read-byte b)))   => (1 2 255)
(with-sides (a b :element-type '(unsigned-byte 8)) (list (stream-element-type a) (stream-element-type b))) => ((unsigned-byte 8) (unsigned-byte 8))
(with-listener (l "127.0.0.1" 0)
  (let* ((a (connect "127.0.0.1" (port-of l) :element-type '(mod 256))) (b (accept l :element-type '(unsigned-byte 8))))
    (write-byte 7 a) (finish-output a) (prog1 (read-byte b) (close a) (close b)))) => 7
(with-sides (a b) (write-byte 1 a))                                                 => (error stream-error)
(with-sides (a b :element-type '(unsigned-byte 8)) (read-char a))                   => (error stream-error)
;; Input that was read ahead stays when output is written.
(with-sides (a b)
  (format a "1~%2~%")
  (finish-output a)
  (list (read-line b) (progn (write-line "back" b) (finish-output b) (read-line a)) (read-line b)))
  => ("1" "back" "2")
;; Output is sent before input is waited for.
(with-sides (a b)
  (write-line "ask" a)
  (setf (socket-option a :input-timeout) 0.001)
  (list (condition-of (read-line a)) (read-line b)))   => (socket-timeout "ask")

;;; --- end of the connection, of one direction, or neither
(with-sides (a b) (close a) (read-line b nil :end))                                 => (values :end t)
(with-sides (a b) (write-string "rest" a) (close a) (list (read-line b) (read-char b nil :end))) => ("rest" :end)
(with-sides (a b) (shutdown a :output) (write-line "still" b) (finish-output b) (list (read-char b nil :end) (read-line a))) => (:end "still")
(with-sides (a b) (shutdown a :input) (read-char a nil :end))                       => :end
(with-sides (a b) (shutdown a :io) (list (read-char b nil :end) (condition-of (write-line "x" a) (finish-output a)))) => (:end connection-closed)
(with-sides (a b)
  (write-line "unread" a)
  (finish-output a)
  (wait-for-sockets (list b))
  (close b)
  (list (condition-of (read-char a)) (condition-of (read-char a nil :end))))
                                                                                    => (connection-reset :end)
(with-sides (a b) (close b) (condition-of (loop (write-line "x" a) (finish-output a)))) => connection-closed
(with-sides (a b) (close b) (finish-output a) (write-line "x" a) (finish-output a) (write-line "y" a) (close a :abort t)) => t
(with-sides (a b) (list (close a) (close a) (open-stream-p a) (socket-open-p a)))    => (t t nil nil)
(with-sides (a b) (close a) (search "PEER-ADDRESS: #<FILE-STREAM" (complaint (peer-address a)))) => 0
(with-sides (a b) (close a) (read-char a))                                          => (error stream-error)
(with-sides (a b) (close a) (wait-for-sockets (list b a)))                          => (error stream-error)
(with-listener (l "localhost" 0) (close-socket l) (accept l))                       => (error stream-error)

;;; --- waiting
(with-sides (a b)
  (list (listen a)
        (progn (write-line "x" b) (finish-output b) (wait-for-sockets (list a) :timeout 5) (listen a))
        (read-char a)
        (listen a)
        (read-char a)
        (listen a)))
                                                                                    => (nil t #\x t #\newline nil)
(with-sides (a b :element-type '(unsigned-byte 8))
  (list (listen a)
        (progn (write-byte 1 b) (finish-output b) (wait-for-sockets (list a) :timeout 5) (listen a))
        (read-byte a)
        (listen a)))
                                                                                    => (nil t 1 nil)
(with-sides (a b) (close b) (wait-for-sockets (list a) :timeout 5) (list (listen a) (read-char-no-hang a nil :end))) => (nil :end)
(with-sides (a b) (read-char-no-hang a))                                            => nil
(with-sides (a b) (list (wait-for-sockets (list a b) :timeout 0) (length (wait-for-sockets (list a b) :direction :output)))) => (nil 2)
;; Input that was read ahead counts.
(with-sides (a b) (format a "1~%2~%") (finish-output a) (read-line b) (equal (wait-for-sockets (list a b) :timeout 0) (list b))) => t
(with-listener (l "127.0.0.1" 0)
  (list (wait-for-sockets (list l) :timeout 0)
        (let ((s (connect "127.0.0.1" (port-of l))))
          (prog1 (equal (wait-for-sockets (list l) :timeout 5) (list l)) (close s)))))
                                                                                    => (nil t)
(wait-for-sockets '() :timeout 0.01)                                                => nil
(wait-for-sockets '(5))                                                             => (error type-error "WAIT-FOR-SOCKETS: 5 is not a socket")
(wait-for-sockets (list *standard-output*))                                         => (error type-error)
(with-sides (a b)
  (setf (socket-option a :input-timeout) 0.01)
  (list (condition-of (read-char a)) (progn (write-line "late" b) (finish-output b) (read-line a))))
  => (socket-timeout "late")
;; A peer that does not read.
(with-sides (a b) (setf (socket-option a :output-timeout) 0.05) (condition-of (loop (write-string (make-string 100000) a)))) => socket-timeout
(with-listener (l "127.0.0.1" 0) (condition-of (accept l :timeout 0)))              => socket-timeout

;;; --- options
(with-sides (a b) (list (socket-option a :input-timeout) (setf (socket-option a :input-timeout) 2) (socket-option a :input-timeout) (setf (socket-option a :input-timeout) nil)
                        (socket-option a :input-timeout) (socket-option a :output-timeout))) => (nil 2 2 nil nil nil)
(with-sides (a b)
  (list (socket-option a :no-delay)
        (setf (socket-option a :no-delay) nil)
        (socket-option a :no-delay)
        (setf (socket-option a :keep-alive) t)
        (socket-option a :keep-alive)))
                                                                                    => (t nil nil t t)
(with-sides (a b) (setf (socket-option a :receive-buffer) 10000) (plusp (socket-option a :receive-buffer))) => t
(with-sides (a b) (socket-option a :colour))                                        => (error type-error)
(with-sides (a b) (setf (socket-option a :input-timeout) -1))                       => (error type-error "SOCKET-OPTION: -1 is not of type (OR NULL (REAL 0))")
(socket-option 5 :no-delay)                                                         => (error type-error "SOCKET-OPTION: 5 is not a socket")

;;; --- wrong uses, each with the operation and the value
(complaint (connect "127.0.0.1" 1))                                                 => "CONNECT: cannot connect to 127.0.0.1:1: Connection refused"
(complaint (connect 5 80))                                                          => "CONNECT: 5 is not of type STRING"
(complaint (connect "localhost" -1))                                                => "CONNECT: -1 is not of type (INTEGER 0 65535)"
(complaint (connect "localhost" 1 :timeout "soon"))                                 => "CONNECT: \"soon\" is not of type (OR NULL (REAL 0))"
(complaint (connect "localhost" 1 :element-type 'bit))
  => "CONNECT: BIT is not an element type of a connection: these are CHARACTER and (UNSIGNED-BYTE 8)"
(complaint (connect "localhost" 1 :external-format :runes))                         => "CONNECT: there is no external format :RUNES"
(complaint (accept 5))                                                              => "ACCEPT: 5 is not of type LISTENER"
(complaint (local-address "x"))                                                     => "LOCAL-ADDRESS: \"x\" is not a socket"
(condition-of (connect (format nil "localhost~Cx" (code-char 0)) 1))                => host-not-found
(condition-of (connect "" 1))                                                       => host-not-found
(and (member (condition-of (connect "127.0.0.1" 1 :timeout 0)) '(connection-refused socket-timeout)) t) => t
(condition-of (host-name "no address"))                                             => host-not-found
(host-addresses "127.0.0.1")                                                        => ("127.0.0.1")
(host-addresses "127.0.0.1" :family :ipv6)                                          => (error host-error "HOST-ADDRESSES: cannot find the host 127.0.0.1: Address family for hostname not supported")
(with-listener (l "127.0.0.1" 0) (condition-of (make-listener "127.0.0.1" (port-of l)))) => address-in-use
(condition-of (make-listener "192.0.2.1" 0))                                        => address-not-available
(with-listener (l "127.0.0.1" 0) (condition-of (peer-address l)))                   => not-connected
(handler-case (connect "127.0.0.1" 1)
  (socket-error (c)
                (list (typep c 'stream-error)
                      (stream-error-stream c)
                      (socket-error-address c)
                      (plusp (socket-error-number c)))))
                                                                                    => (t nil "127.0.0.1:1" t)
(with-sides (a b) (shutdown a :output) (handler-case (progn (write-char #\x a) (finish-output a)) (socket-error (c) (eq (stream-error-stream c) a)))) => t
(with-sides (a b) (file-position a))                                                => nil
(search "#<LISTENER closed" (princ-to-string (with-listener (l "localhost" 0) l)))   => 0

;;; --- many connections, and abandoned ones
(let ((sides '()))
  (with-listener (l "127.0.0.1" 0 :backlog 200)
    (dotimes (i 100) (push (connect "127.0.0.1" (port-of l)) sides))
    (dotimes (i 100) (push (accept l) sides))
    (prog1 (length (wait-for-sockets sides :direction :output)) (mapc #'close sides)))) => 200
(defun lose-sides () (with-listener (l "127.0.0.1" 0) (let ((a (connect "127.0.0.1" (port-of l)))) (write-line "last words" a) (accept l)))) => lose-sides
(let ((side (lose-sides)))
  (setf (socket-option side :input-timeout) 30)
  (loop repeat 20 do (tessera:gc :full t) until (wait-for-sockets (list side) :timeout 0.05))
  (prog1 (list (read-line side) (read-char side nil :end)) (close side)))           => ("last words" :end)

;;; --- datagrams
(defmacro with-datagrams ((to from) &body body)
  `(let* ((,to (make-datagram-socket :local-host "127.0.0.1")) (,from (make-datagram-socket :host "127.0.0.1" :port (port-of ,to))))
     (unwind-protect (progn ,@body) (close-socket ,to) (close-socket ,from))))      => with-datagrams
(with-datagrams (to from)
  (let ((room (octets 0 0 0 0)))
    (list (send-datagram from (octets 1 2 3)) (receive-datagram to room :timeout 5) (coerce room 'list))))
  => (3 3 (1 2 3 0))
(with-datagrams (to from)
  (let ((room (octets 0 0)))
    (send-datagram from (octets 1 2 3 4) :start 1)
    (list (receive-datagram to room :start 1 :timeout 5) (coerce room 'list))))   => (1 (0 2))
(with-datagrams (to from) (send-datagram from (octets)) (nth-value 0 (receive-datagram to (octets 1) :timeout 5))) => 0
(with-datagrams (to from)
  (send-datagram from (octets 1))
  (multiple-value-bind (count host port) (receive-datagram to (octets 0) :timeout 5)
    (send-datagram to (octets 9 count) :host host :port port))
  (let ((room (octets 0 0))) (receive-datagram from room :timeout 5) (coerce room 'list))) => (9 1)
(with-datagrams (to from) (condition-of (receive-datagram to (octets 0) :timeout 0.01))) => socket-timeout
(with-datagrams (to from) (send-datagram to (octets 1)))                            => (error socket-error "SEND-DATAGRAM: cannot send to a connection that has ended: Destination address required")
(with-datagrams (to from) (condition-of (send-datagram from (make-array 70000 :element-type '(unsigned-byte 8) :initial-element 0)))) => socket-error
(with-datagrams (to from) (receive-datagram to (octets 0) :end 2))                  => (error type-error)
(with-datagrams (to from) (send-datagram from "text"))                              => (error type-error "SEND-DATAGRAM: \"text\" is not of type (VECTOR (UNSIGNED-BYTE 8))")
(with-datagrams (to from) (send-datagram from (octets 1) :host "127.0.0.1"))        => (error type-error "SEND-DATAGRAM: NIL is not of type (INTEGER 0 65535)")
(complaint (make-datagram-socket :port 5))                                          => "MAKE-DATAGRAM-SOCKET: PORT 5 needs a HOST"
(let ((s (make-datagram-socket)))
  (close-socket s)
  (search "SEND-DATAGRAM: #<DATAGRAM-SOCKET closed" (complaint (send-datagram s (octets 1) :host "127.0.0.1" :port 5))))
  => 0
