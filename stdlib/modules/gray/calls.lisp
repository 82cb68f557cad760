;;; Functions that the engine calls for streams of programs (interp/data/streams/gray.cpp).
(in-package "TESSERA")

(defun %gray-element (element)
  "Returns ELEMENT, which a method has read, for the machine: NIL at the end."
  (if (eq element :eof) nil element))

(defun %gray-read-char (stream)
  (%gray-element (gray:stream-read-char stream)))

(defun %gray-read-char-no-hang (stream)
  (let ((char (gray:stream-read-char-no-hang stream)))
    (case char ((nil) :wait) (:eof nil) (t char))))

(defun %gray-peek-char (stream)
  (%gray-element (gray:stream-peek-char stream)))

(defun %gray-unread-char (stream char)
  (gray:stream-unread-char stream char))

(defun %gray-listen (stream)
  (gray:stream-listen stream))

(defun %gray-read-line (stream)
  (multiple-value-bind (line missing-newline-p) (gray:stream-read-line stream)
    (cons (if (eq line :eof) "" (coerce line 'simple-string)) (if (or (eq line :eof) missing-newline-p) t nil))))

(defun %gray-clear-input (stream)
  (gray:stream-clear-input stream))

(defun %gray-read-byte (stream)
  (%gray-element (gray:stream-read-byte stream)))

(defun %gray-write-char (stream char)
  (gray:stream-write-char stream char))

(defun %gray-write-string (stream string start end)
  (gray:stream-write-string stream string start end))

(defun %gray-write-byte (stream integer)
  (gray:stream-write-byte stream integer))

(defun %gray-fresh-line (stream)
  (gray:stream-fresh-line stream))

(defun %gray-finish-output (stream)
  (gray:stream-finish-output stream))

(defun %gray-force-output (stream)
  (gray:stream-force-output stream))

(defun %gray-clear-output (stream)
  (gray:stream-clear-output stream))

(defun %gray-line-column (stream)
  (gray:stream-line-column stream))

(defun %gray-advance-to-column (stream column)
  (and (typep stream 'gray:fundamental-character-output-stream) (gray:stream-advance-to-column stream column)))

(defun %gray-read-sequence (stream sequence start end)
  (gray:stream-read-sequence stream sequence start end))

(defun %gray-write-sequence (stream sequence start end)
  (gray:stream-write-sequence stream sequence start end)
  sequence)

(defun %gray-file-position (stream position)
  (if position
      (gray:stream-file-position stream position)
      (gray:stream-file-position stream)))

(defun gray::redefine-cl-functions ()
  "Does nothing: the functions of COMMON-LISP call those of this package without that. Programs for ECL call it."
  nil)
