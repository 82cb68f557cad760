;;; FORMAT and FORMATTER: destinations, and control strings made into functions.
(in-package "TESSERA")

(defun %format-to (stream control args)
  "Writes the text that CONTROL, a string or function, makes of ARGS to STREAM. Returns the arguments that remain."
  (if (functionp control)
      (apply control stream args)
      (let ((state (make-format-state :stream stream :args args :all args :control control)))
        (%run-program (%control-program control) state)
        (format-state-args state))))

(defun %format-to-string (control args)
  "Formats ARGS by CONTROL into a string."
  (let ((stream (make-string-output-stream)))
    (%format-to stream control args)
    (get-output-stream-string stream)))

(defun %write-onto-string (string write)
  "Appends what the function WRITE writes to a stream to STRING, which has a fill pointer."
  (let* ((newline (position #\Newline string :from-end t))
         (column (- (length string) (if newline (1+ newline) 0)))
         (stream (make-string-output-stream)))
    (write-repeated #\Space column stream)
    (funcall write stream)
    (let ((text (get-output-stream-string stream)))
      (loop for i from column below (length text)
            do (vector-push-extend (char text i) string)))))

(defun %check-format-control (control)
  "Signals a TYPE-ERROR unless CONTROL is a string or a function."
  (unless (or (stringp control) (functionp control))
    (%fail-control control)))

(defun format (destination control-string &rest args)
  "Writes ARGS to DESTINATION as CONTROL-STRING, or a function made by FORMATTER, directs. DESTINATION is T (standard
output), a stream, or a string with a fill pointer (the text is appended); the value is NIL then. If DESTINATION is NIL,
the text is returned as a string. Signals a FORMAT-ERROR for a malformed control string and for arguments that do not
suit it."
  (%check-format-control control-string)
  (if (null destination)
      (%format-to-string control-string args)
      (progn (%format-by destination (lambda (stream) (%format-to stream control-string args)))
             nil)))

(defun %format-by (destination write)
  "Calls the function WRITE with the stream that DESTINATION of FORMAT means. Returns the value of FORMAT."
  (cond ((null destination)
         (let ((stream (make-string-output-stream)))
           (funcall write stream)
           (get-output-stream-string stream)))
        ((eq destination t) (funcall write *standard-output*) nil)
        ((streamp destination) (funcall write destination) nil)
        ((and (stringp destination) (array-has-fill-pointer-p destination))
         (%write-onto-string destination write)
         nil)
        (t (error 'type-error :datum destination
                  :expected-type '(or boolean stream (and string (satisfies array-has-fill-pointer-p)))))))

(defun %format-message (stream control arguments)
  "Writes what CONTROL makes of ARGUMENTS, the message of a condition, to STREAM. Notes stand for arguments that cannot
be printed. If it fails nevertheless, writes CONTROL and the arguments."
  (write-string (handler-case (%format-to-string control arguments)
                  (error ()
                    (let ((printable (mapcar #'%printable-or-note arguments)))
                      (handler-case (%format-to-string control printable)
                        (error () (%princ-pieces (list control " " printable)))))))
                stream))

(defun %printable-or-note (object)
  "Returns OBJECT, or if its printer signals an error, a string that says so."
  (handler-case (progn (prin1-to-string object) object)
    (error () (%joined-names "#<" (%class-name (class-of object)) " that cannot be printed>"))))

(defmacro formatter (control-string)
  "(formatter CONTROL-STRING): returns a function of a stream and arguments that writes them as the constant
CONTROL-STRING directs, and returns the arguments that remain. Signals a FORMAT-ERROR if CONTROL-STRING is malformed."
  (unless (stringp control-string)
    (error 'type-error :datum control-string :expected-type 'string))
  (%control-program control-string)
  `(lambda (stream &rest args)
     (%format-to (if (eq stream t) *standard-output* (or stream *standard-output*)) ,control-string args)))
