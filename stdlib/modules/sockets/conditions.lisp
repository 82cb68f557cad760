;;; Conditions: a class for each system error that programs may want to distinguish.
(in-package "SOCKETS")

(define-condition socket-error (tessera::simple-stream-error)
  ((number :initarg :number :initform nil :reader socket-error-number))
  (:documentation "An operation on a socket has failed. STREAM-ERROR-STREAM is the connection, or NIL if there was none
yet."))

(defun socket-error-address (condition)
  "Returns the subject of the SOCKET-ERROR, a string: an address and a port, or a host's name."
  (first (simple-condition-format-arguments condition)))

(setf (documentation 'socket-error-number 'function) "Returns the number that the system has for a SOCKET-ERROR; NIL if it has none.")

(macrolet ((define-socket-errors (&rest classes)
             `(progn
                ,@(loop for (name documentation) in classes
                        collect `(define-condition ,name (socket-error) () (:documentation ,documentation))))))
  (define-socket-errors
    (connection-refused "Nobody listens at the address.")
    (connection-reset "The other side has broken off the connection.")
    (connection-aborted "The connection was broken off on this machine.")
    (connection-closed "The other side does not read any more.")
    (not-connected "The socket has no other side.")
    (address-in-use "Another socket has the address.")
    (address-not-available "The address is not one of this machine.")
    (network-unreachable "No route to the address.")
    (host-unreachable "The address cannot be reached.")
    (socket-not-permitted "The system does not permit it to this process.")
    (socket-timeout "The other side has done nothing for as long as was given.")
    (host-error "Nobody could say where a host is.")))

(define-condition host-not-found (host-error) ()
  (:documentation "There is no host of that name."))

(defvar *error-classes* '()
  "An alist from numbers of the system's errors to classes of conditions, NIL before it is needed; T stands for all
others.")

(defun %error-classes ()
  "Returns the alist from numbers of the system's errors to classes of conditions."
  (or *error-classes*
      (setf *error-classes*
            (append (loop for (name . number) in (tessera::%error-numbers)
                          collect (cons number (intern name "SOCKETS")))
                    '((t . socket-error))))))

(defun %class-of-error (number)
  "Returns the class of conditions for the system's error NUMBER."
  (let ((classes (%error-classes)))
    (cdr (or (assoc number classes) (assoc t classes)))))

(defun %fail (number operation what name stream)
  "Signals the SOCKET-ERROR for the system's error NUMBER: OPERATION cannot do WHAT with the address NAME."
  (error (%class-of-error number)
         :stream stream :number number
         :format-control (format nil "~A: cannot ~A ~~A: ~A" operation what (tessera::%error-text number))
         :format-arguments (list name)))

(defun %checked (result operation what name &optional stream)
  "Returns RESULT. If it stands for an error of the system, signals that: OPERATION cannot do WHAT with the address
NAME."
  (if (and (integerp result) (minusp result))
      (%fail (- result) operation what name stream)
      result))
