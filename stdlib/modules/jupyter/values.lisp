;;; Shows objects to clients: as values of a cell, or before it ends.

(in-package "JUPYTER")

(defparameter *longest-text* 100000 "Of how many characters of an object's text clients are shown.")
(defparameter *margin* 100 "How many columns texts take.")

(defun text-of (object)
  "Returns OBJECT as the language writes it; only its beginnings where it is large."
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
  "Returns what clients are shown of OBJECT: a JSON object of MIME types and data. If its method of DISPLAY fails, the
user is told, and there is text alone."
  (let* ((rich (handler-case (tessera::%displayed object)
                 (error (condition)
                   (format *error-output* "~&No picture: ~A~%" (tessera::%safe-message condition))
                   '())))
         (text (assoc "text/plain" rich :test #'string=)))
    (list* :object (or text (cons "text/plain" (text-of object))) (remove text rich))))

(defun display-content (bundle id)
  "Returns the content of a message that shows BUNDLE, which is known as ID, a string or NIL, from now on."
  (json-object "data" bundle "metadata" (object) "transient" (if id (object "display_id" id) (object))))

(defun check-cell ()
  "Signals an ERROR if no request is served: there is nobody who is shown anything."
  (unless *request* (error "No notebook is there to show anything in.")))

(defun show (object &key id)
  "Shows OBJECT in the cell that is being evaluated, as its value would be: as TESSERA:DISPLAY says. Under ID, a string,
SHOW-AGAIN finds it. Returns no values."
  (check-cell)
  (publish "display_data" (display-content (bundle-of object) id))
  (values))

(defun show-again (object id)
  "Shows OBJECT where SHOW has shown something under ID, in its place. Returns no values."
  (check-cell)
  (publish "update_display_data" (display-content (bundle-of object) id))
  (values))

(defun clear (&key wait)
  "Takes away what the cell has shown; if WAIT, as soon as it shows something else. Returns no values."
  (check-cell)
  (publish "clear_output" (json-object "wait" (if wait t :false)))
  (values))

(defvar *pages* '() "What the cell wants to be shown beside itself, the newest first: JSON objects.")

(defun page (object)
  "Shows OBJECT beside the notebook, where the client has a place for that, when the cell is done. Returns no values."
  (check-cell)
  (push (object "source" "page" "data" (bundle-of object) "start" 0) *pages*)
  (values))

(defun ask (prompt &key secret)
  "Lets the user type a line, and returns it; while that is typed it is not to be seen if SECRET. An END-OF-FILE if
there is nobody to be asked."
  (check-cell)
  (let ((line (jupyter-native:ask (json-object "prompt" (string prompt) "password" (if secret t :false)))))
    (when (string= line "") (error 'end-of-file :stream *standard-input*))
    (string-right-trim '(#\Newline) line)))
