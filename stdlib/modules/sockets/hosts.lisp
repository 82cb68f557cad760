;;; Checks and converts arguments: hosts, addresses, ports and times.
(in-package "SOCKETS")

(defun %fail-host (operation name kind text)
  "Signals that OPERATION cannot find the host NAME: a HOST-NOT-FOUND or HOST-ERROR, by KIND, with the system's TEXT."
  (error (if (eq kind :no-host) 'host-not-found 'host-error)
         :stream nil :format-control (format nil "~A: cannot find the host ~~A: ~A" operation text) :format-arguments (list name)))

(defun %check-argument (argument type operation)
  "Signals a TYPE-ERROR unless ARGUMENT of OPERATION is of TYPE."
  (unless (typep argument type)
    (error 'simple-type-error :datum argument :expected-type type
           :format-control "~A: ~S is not of type ~S" :format-arguments (list operation argument type))))

(defun %family-number (family)
  "Returns the number of FAMILY, :IPV4, :IPV6 or NIL, for the natives."
  (ecase family ((nil) 0) (:ipv4 4) (:ipv6 6)))

(defun host-addresses (name &key family)
  "Returns the addresses of the host NAME, a string: a list of strings such as \"127.0.0.1\" or \"::1\", those that
should be tried first in front. FAMILY: :IPV4 or :IPV6 alone. A HOST-NOT-FOUND if there is none, a HOST-ERROR if the
lookup fails. Example: (host-addresses \"127.0.0.1\") => (\"127.0.0.1\")"
  (%check-argument name 'string 'host-addresses)
  (%check-argument family '(member nil :ipv4 :ipv6) 'host-addresses)
  (multiple-value-bind (addresses kind text) (tessera::%find-hosts name (%family-number family))
    (or addresses (%fail-host 'host-addresses name kind text))))

(defun host-name (address)
  "Returns the name of the host at ADDRESS, a string such as \"127.0.0.1\". A HOST-NOT-FOUND if it has none, a
HOST-ERROR if the lookup fails."
  (%check-argument address 'string 'host-name)
  (multiple-value-bind (names kind text) (tessera::%find-host-name address)
    (if names (first names) (%fail-host 'host-name address kind text))))

(defun %local-addresses (host family)
  "Returns the addresses of HOST, a name or address of this machine; NIL means all of them."
  (cond (host (host-addresses host :family family))
        ((eq family :ipv6) '("::"))
        (t '("0.0.0.0"))))

(defun %shown-address (host port)
  "Returns the text of HOST and PORT for messages."
  (format nil (if (find #\: host) "[~A]:~D" "~A:~D") host port))

(defun %check-port (port operation)
  "Signals a TYPE-ERROR of OPERATION unless PORT is a port number."
  (%check-argument port '(integer 0 65535) operation))

(defun %nanoseconds (seconds operation)
  "Returns SECONDS, a number or NIL, in nanoseconds for the natives."
  (%check-argument seconds '(or null (real 0)) operation)
  (and seconds
       (if (> seconds 1000000000) (ash most-positive-fixnum -3) (ceiling (* (rationalize seconds) 1000000000)))))

(defun %seconds (nanoseconds)
  "Returns NANOSECONDS, a number or NIL, in seconds."
  (and nanoseconds (/ nanoseconds 1000000000)))

(defun %element-bits (element-type operation)
  "Returns the size of the elements of connections of ELEMENT-TYPE: 0 for characters."
  (cond ((or (eq element-type :default) (subtypep element-type 'character)) 0)
        ((and (subtypep element-type '(unsigned-byte 8)) (subtypep '(unsigned-byte 8) element-type)) 8)
        (t (error "~A: ~S is not an element type of a connection: these are CHARACTER and (UNSIGNED-BYTE 8)" operation element-type))))

(defun %format-name (external-format operation)
  "Returns the natives' name of EXTERNAL-FORMAT."
  (let ((name (if (consp external-format) (first external-format) external-format)))
    (case name
      ((:default :utf-8 :utf8 :ascii :us-ascii) :utf-8)
      ((:latin-1 :latin1 :iso-8859-1 :iso8859-1) :latin-1)
      (t (error "~A: there is no external format ~S" operation external-format)))))
