;;; Dialogues on *QUERY-IO* with a scripted user.

(defun dialogue (function &rest lines)
  "Calls FUNCTION while the user types LINES. Returns what it writes to *QUERY-IO*, and the list of its values."
  (let* ((output (make-string-output-stream))
         (*query-io* (make-two-way-stream (make-string-input-stream (format nil "~{~A~%~}" lines)) output))
         (values (multiple-value-list (funcall function))))
    (values (get-output-stream-string output) values)))
