;;; The superclasses for streams of programs, and the functions of COMMON-LISP that call their methods.
(in-package "GRAY")

(let ((tessera::*classes-to-extend* '(stream)))
  (defclass fundamental-stream (standard-object stream)
    ((tessera::%proxy :documentation "The built-in stream that stands for this one."))
    (:documentation "The class above all streams that programs define.")))

(setf tessera::*program-stream-class* (find-class 'fundamental-stream))

(defclass fundamental-input-stream (fundamental-stream) ()
  (:documentation "Streams to read from."))
(defclass fundamental-output-stream (fundamental-stream) ()
  (:documentation "Streams to write to."))
(defclass fundamental-character-stream (fundamental-stream) ()
  (:documentation "Streams of characters."))
(defclass fundamental-binary-stream (fundamental-stream) ()
  (:documentation "Streams of bytes."))
(defclass fundamental-character-input-stream (fundamental-input-stream fundamental-character-stream) ()
  (:documentation "Streams to read characters from: there has to be a method of STREAM-READ-CHAR, and one of
STREAM-UNREAD-CHAR."))
(defclass fundamental-character-output-stream (fundamental-output-stream fundamental-character-stream) ()
  (:documentation "Streams to write characters to: there has to be a method of STREAM-WRITE-CHAR, and one of
STREAM-LINE-COLUMN."))
(defclass fundamental-binary-input-stream (fundamental-input-stream fundamental-binary-stream) ()
  (:documentation "Streams to read bytes from: there has to be a method of STREAM-READ-BYTE."))
(defclass fundamental-binary-output-stream (fundamental-output-stream fundamental-binary-stream) ()
  (:documentation "Streams to write bytes to: there has to be a method of STREAM-WRITE-BYTE."))

(defmethod shared-initialize :before ((stream fundamental-stream) slot-names &rest initargs)
  (declare (ignore slot-names initargs))
  (unless (slot-boundp stream 'tessera::%proxy)
    (setf (slot-value stream 'tessera::%proxy)
          (tessera::%make-gray-stream stream (typep stream 'fundamental-input-stream) (typep stream 'fundamental-output-stream)))))

;;; Functions of COMMON-LISP that become generic, so that programs can define methods.

(defmacro %generic-on-streams (name lambda-list call documentation)
  "Makes the function NAME of a stream a generic function, whose method for all streams has the former definition."
  (let ((plain (gensym "PLAIN")))
    `(let ((,plain (fdefinition ',name)))
       (unless (typep ,plain 'generic-function)
         (tessera:without-package-locks
           (fmakunbound ',name)
           (defgeneric ,name ,lambda-list (:documentation ,documentation))
           (defmethod ,name ((stream t) ,@(cdr lambda-list))
             (funcall ,plain ,@call)))))))

(%generic-on-streams close (stream &key abort) (stream :abort abort)
                     "Close STREAM. Returns true. ABORT: leave no trace of it.")
(%generic-on-streams open-stream-p (stream) (stream)
                     "True if STREAM has not been closed.")
(%generic-on-streams input-stream-p (stream) (stream)
                     "True if STREAM can be read from.")
(%generic-on-streams output-stream-p (stream) (stream)
                     "True if STREAM can be written to.")
(%generic-on-streams interactive-stream-p (stream) (stream)
                     "True if STREAM is connected to a terminal.")
(%generic-on-streams stream-element-type (stream) (stream)
                     "The type of the elements of STREAM.")

(defmethod stream-element-type ((stream fundamental-character-stream)) 'character)
