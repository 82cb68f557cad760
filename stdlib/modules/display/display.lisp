;;; Data that notebooks show of an object, by DISPLAY: MIME types, encodings, RICH and DRAWING.

(in-package "TESSERA")

(defparameter *mime-types*
  '((:svg . "image/svg+xml") (:html . "text/html") (:latex . "text/latex") (:markdown . "text/markdown") (:png . "image/png")
    (:jpeg . "image/jpeg") (:gif . "image/gif") (:text . "text/plain"))
  "A property list from the keywords that DISPLAY may return to MIME types.")

(defun %mime-type (type)
  "Returns the MIME type for TYPE, a string or a keyword."
  (cond ((and (stringp type) (find #\/ type)) type)
        ((cdr (assoc type *mime-types*)))
        (t (error "DISPLAY: ~S is not a MIME type, nor one of~{ ~S~}" type (mapcar #'car *mime-types*)))))

(defun %base64 (octets)
  "Returns the vector OCTETS as text, in the base-64 encoding of RFC 4648."
  (let ((digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") (length (length octets)))
    (with-output-to-string (out)
      (loop for i from 0 below length by 3
            do (flet ((octet (j) (if (< j length) (aref octets j) 0)))
                 (let ((word (logior (ash (octet i) 16) (ash (octet (+ i 1)) 8) (octet (+ i 2)))))
                   (loop for position from 18 downto 0 by 6
                         for needs in (list i i (+ i 1) (+ i 2))
                         do (write-char (if (< needs length) (char digits (ldb (byte 6 position) word)) #\=) out))))))))

(defun %file-octets (file)
  "Returns a vector of the octets of FILE."
  (with-open-file (in file :element-type '(unsigned-byte 8))
    (let ((octets (make-array (file-length in) :element-type '(unsigned-byte 8))))
      (read-sequence octets in)
      octets)))

(defun %text-type-p (type)
  "True if data of the MIME TYPE is text."
  (or (eql 0 (search "text/" type)) (search "xml" type) (search "json" type) (search "javascript" type)))

(defun %display-data (type data)
  "Returns DATA of the MIME TYPE as a string: octets are encoded."
  (typecase data
    (string data)
    (pathname (if (%text-type-p type) (%file-text data) (%base64 (%file-octets data))))
    ((and vector (satisfies %octets-p)) (%base64 data))
    (t (error "DISPLAY: ~A is not data of type ~A: neither a string nor octets nor a pathname" (%brief data 60) type))))

(defun %octets-p (vector)
  "True if VECTOR has only octets."
  (every (lambda (element) (typep element '(unsigned-byte 8))) vector))

(defun %displayed (object)
  "Returns the values of DISPLAY for OBJECT as an alist from MIME types to strings."
  (let ((pairs (multiple-value-list (display object))))
    (when (oddp (length pairs)) (error "DISPLAY: values in pairs are wanted, not ~D of them, for ~A" (length pairs) (%brief object 60)))
    (loop for (type data) on pairs by #'cddr
          for mime-type = (%mime-type type)
          collect (cons mime-type (%display-data mime-type data)))))

;;; Objects that only hold data to be shown.

(defstruct (rich (:constructor %make-rich (bundle)) (:copier nil) (:predicate nil))
  "An object that RICH returns: data that notebooks show. BUNDLE is the list of the values of DISPLAY for it."
  bundle)

(defun rich (type data &rest more)
  "Returns an object that notebooks show as DATA of TYPE, or as one of the pairs of a type and data in MORE; see
DISPLAY.
  (rich :html \"<b>bold</b>\")"
  (let ((bundle (list* type data more)))
    (when (oddp (length bundle)) (error "RICH: types and data are wanted in pairs"))
    (loop for (type data) on bundle by #'cddr do (%display-data (%mime-type type) data))
    (%make-rich bundle)))

(defmethod print-object ((rich rich) stream)
  (print-unreadable-object (rich stream)
    (format stream "RICH~{ ~A~}" (loop for (type) on (rich-bundle rich) by #'cddr collect (%mime-type type)))))

(defmethod display ((object rich))
  "Returns the types and data that RICH was given."
  (values-list (rich-bundle object)))

(defmacro drawing (&body forms)
  "(drawing form*): returns an object that notebooks show as the picture that the forms print: SVG, as the library
\"svg\" makes it.
  (drawing (svg 100 100 (circle '(50 . 50) 40 '(255 0 0))))"
  `(rich :svg (with-output-to-string (*standard-output*) ,@forms)))

(export '(rich drawing))
