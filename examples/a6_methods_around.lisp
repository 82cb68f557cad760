;;; Appendix A-6: a :BEFORE method keeps logging out of the code that describes.
;;;     tessera examples/a6_methods_around.lisp

(defvar *log* '() "The log entries, newest first.")

(defun add-to-log (text)
  "Adds TEXT to the log."
  (push text *log*))

(defclass widget ()
  ((color :accessor widget-color :initarg :color))
  (:documentation "A thing with a color."))

(defgeneric describe-widget (w)
  (:documentation "Prints a description of W."))

(defmethod describe-widget ((w widget))
  (format t "this is a ~a widget~%" (widget-color w)))

(defmethod describe-widget :before ((w widget))
  (add-to-log "Somebody is checking on a widget"))

(let ((w (make-instance 'widget :color 'blue)))
  (describe-widget w)
  (setf (widget-color w) 'green)
  (describe-widget w))

(format t "The log:~%~{  ~a~%~}" (reverse *log*))
(assert (= 2 (length *log*)))
