;;; Shows objects to clients: as values of a cell, or before it ends.

(in-package "JUPYTER")

(defparameter *longest-text* 100000 "The maximum number of characters of an object's text that is sent to clients.")
(defparameter *margin* 100 "The number of columns of texts.")

(defun text-of (object)
  "Returns OBJECT as the language writes it; abbreviated if it is large."
  (multiple-value-bind (length level) (tessera::%print-limits object)
    (let ((*print-pretty* t) (*print-right-margin* (or *print-right-margin* *margin*))
          (*print-length* (or *print-length* length)) (*print-level* (or *print-level* level)))
      (tessera::%cut-to (with-output-to-string (text)
                          (tessera::%write-in-language (if (and (stringp object) (> (length object) *longest-text*))
                                                           (subseq object 0 *longest-text*)
                                                           object)
                                                       text))
                        *longest-text*))))

(defun bundle-of (object)
  "Returns the bundle that shows OBJECT to clients: a JSON object of MIME types and data. If its method of DISPLAY
fails, the error is shown, and the bundle only has text."
  (let* ((rich (handler-case (tessera::%displayed object)
                 (error (condition)
                   (format *error-output* "~&No picture: ~A~%" (tessera::%safe-message condition))
                   '())))
         (text (assoc "text/plain" rich :test #'string=)))
    (list* :object (or text (cons "text/plain" (text-of object))) (remove text rich))))

(defun display-content (bundle id)
  "Returns the content of a message that shows BUNDLE, under ID, a string or NIL."
  (json-object "data" bundle "metadata" (object) "transient" (if id (object "display_id" id) (object))))

(defun check-cell ()
  "Signals an ERROR if no request is served, since there is no cell to show objects in."
  (unless *request* (error "DISPLAY works only while a cell is evaluated")))

(defun show (object &key id)
  "Shows OBJECT in the cell that is being evaluated, like a value of the cell, as TESSERA:DISPLAY says. SHOW-AGAIN finds
it under ID, a string. Returns no values."
  (check-cell)
  (publish "display_data" (display-content (bundle-of object) id))
  (values))

(defun show-again (object id)
  "Shows OBJECT in place of the one that SHOW has shown under ID. Returns no values."
  (check-cell)
  (publish "update_display_data" (display-content (bundle-of object) id))
  (values))

(defun clear (&key wait)
  "Clears the output of the cell; if WAIT, when there is further output. Returns no values."
  (check-cell)
  (publish "clear_output" (json-object "wait" (if wait t :false)))
  (values))

(defvar *pages* '() "The objects that the cell shows beside the notebook, the newest first: JSON objects.")

(defun page (object)
  "Shows OBJECT beside the notebook, where the client has a place for that, when the cell is done. Returns no values."
  (check-cell)
  (push (object "source" "page" "data" (bundle-of object) "start" 0) *pages*)
  (values))

(defun ask (prompt &key secret)
  "Reads a line from the user with PROMPT, and returns it; the line stays invisible if SECRET. An END-OF-FILE if the
client cannot be asked."
  (check-cell)
  (let ((line (jupyter-native:ask (json-object "prompt" (string prompt) "password" (if secret t :false)))))
    (when (string= line "") (error 'end-of-file :stream *standard-input*))
    (string-right-trim '(#\Newline) line)))
