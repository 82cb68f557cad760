;;; Functions that the engine calls for streams of programs (interp/data/streams/gray.cpp).
(in-package "TESSERA")

(defun %gray-element (element)
  "Returns ELEMENT, which a method has read, for the engine: NIL at the end."
  (if (eq element :eof) nil element))

(defun %gray-read-char (stream)
  "Reads a character of STREAM. Returns it, or NIL at the end."
  (%gray-element (gray:stream-read-char stream)))

(defun %gray-read-char-no-hang (stream)
  "Reads a character of STREAM. Returns it, NIL at the end, or :WAIT if there is none yet."
  (let ((char (gray:stream-read-char-no-hang stream)))
    (case char ((nil) :wait) (:eof nil) (t char))))

(defun %gray-peek-char (stream)
  "Returns the next character of STREAM without reading it, or NIL at the end."
  (%gray-element (gray:stream-peek-char stream)))

(defun %gray-unread-char (stream char)
  "Takes back CHAR, which was read from STREAM."
  (gray:stream-unread-char stream char))

(defun %gray-listen (stream)
  "True if a character of STREAM can be read without waiting."
  (gray:stream-listen stream))

(defun %gray-read-line (stream)
  "Reads a line of STREAM. Returns a pair of the line and true if the input ended there."
  (multiple-value-bind (line missing-newline-p) (gray:stream-read-line stream)
    (cons (if (eq line :eof) "" (coerce line 'simple-string)) (if (or (eq line :eof) missing-newline-p) t nil))))

(defun %gray-clear-input (stream)
  "Drops input of STREAM that was not read yet."
  (gray:stream-clear-input stream))

(defun %gray-read-byte (stream)
  "Reads a byte of STREAM. Returns it, or NIL at the end."
  (%gray-element (gray:stream-read-byte stream)))

(defun %gray-write-char (stream char)
  "Writes CHAR to STREAM."
  (gray:stream-write-char stream char))

(defun %gray-write-string (stream string start end)
  "Writes STRING from START to END to STREAM."
  (gray:stream-write-string stream string start end))

(defun %gray-write-byte (stream integer)
  "Writes INTEGER to STREAM."
  (gray:stream-write-byte stream integer))

(defun %gray-fresh-line (stream)
  "Ends the line of STREAM unless it is at the beginning of one."
  (gray:stream-fresh-line stream))

(defun %gray-finish-output (stream)
  "Completes the output to STREAM."
  (gray:stream-finish-output stream))

(defun %gray-force-output (stream)
  "Starts to send the buffered output of STREAM."
  (gray:stream-force-output stream))

(defun %gray-clear-output (stream)
  "Drops output to STREAM that was not sent yet."
  (gray:stream-clear-output stream))

(defun %gray-line-column (stream)
  "Returns the column of STREAM, or NIL if it is not known."
  (gray:stream-line-column stream))

(defun %gray-advance-to-column (stream column)
  "Writes blanks to STREAM up to COLUMN. Returns true, or NIL if that is impossible."
  (and (typep stream 'gray:fundamental-character-output-stream) (gray:stream-advance-to-column stream column)))

(defun %gray-read-sequence (stream sequence start end)
  "Reads elements of SEQUENCE from START to END from STREAM. Returns the index of the first that was not read."
  (gray:stream-read-sequence stream sequence start end))

(defun %gray-write-sequence (stream sequence start end)
  "Writes the elements of SEQUENCE from START to END to STREAM. Returns SEQUENCE."
  (gray:stream-write-sequence stream sequence start end)
  sequence)

(defun %gray-file-position (stream position)
  "Returns the position of STREAM, or makes it POSITION."
  (if position
      (gray:stream-file-position stream position)
      (gray:stream-file-position stream)))

(defun gray::redefine-cl-functions ()
  "Does nothing: the functions of COMMON-LISP call those of this package without that. Programs for ECL call it."
  nil)
