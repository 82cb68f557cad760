;;; Logs on *ERROR-OUTPUT*: text for people, or a line of JSON for each request and each failure if the environment
;;; variable LOG is json. Loaded by webserver.lisp.
;;;     (log-event "error" "page_failed" "The page \"x\" failed." :path "x")

(defvar *log-json* (progn (require "ext") (equal (funcall (find-symbol "GETENV" "EXT") "LOG") "json"))
  "True if the log is JSON.")

(defun print-json-string (text)
  "Prints the string TEXT as JSON.
  (with-output-to-string (*standard-output*) (print-json-string (format nil \"a\\\"~%\"))) => \"\\\"a\\\\\\\"\\\\u000A\\\"\""
  (write-char #\")
  (loop for char across text
        do (cond ((find char "\"\\") (format t "\\~a" char))
                 ((< (char-code char) 32) (format t "\\u~4,'0x" (char-code char)))
                 (t (write-char char))))
  (write-char #\"))

(defun timestamp (time)
  "Returns the universal TIME in the form of ISO 8601.
  (timestamp 3900000000) => \"2023-08-02T21:20:00Z\""
  (multiple-value-bind (second minute hour day month year) (decode-universal-time time 0)
    (format nil "~4,'0d-~2,'0d-~2,'0dT~2,'0d:~2,'0d:~2,'0dZ" year month day hour minute second)))

(defun print-log-line (fields)
  "Prints a line of JSON with the property list FIELDS: strings, and numbers."
  (let ((line (with-output-to-string (*standard-output*)
                (princ "{")
                (loop for ((name value) . more) on (loop for (name value) on fields by #'cddr collect (list name value))
                      do (print-json-string (string-downcase name))
                         (princ ":")
                         (if (numberp value) (princ value) (print-json-string value))
                         (when more (princ ",")))
                (princ "}"))))
    (format *error-output* "~&~a~%" line)
    (finish-output *error-output*)))

(defun log-event (level event text &rest fields)
  "Reports EVENT, a word, at LEVEL, such as \"error\": prints TEXT, or its JSON with FIELDS, a property list."
  (if *log-json*
      (print-log-line (list* :time (timestamp (get-universal-time)) :level level :event event :message text fields))
      (progn (format *error-output* "~&~a~%" text)
             (finish-output *error-output*))))

(defun log-request (method path client status milliseconds)
  "Records a request in the log if that is JSON. STATUS is 0 for one that is held."
  (when *log-json*
    (print-log-line (list :time (timestamp (get-universal-time)) :level "info" :event "request" :method method :path path
                          :client client :status status :ms milliseconds))))
