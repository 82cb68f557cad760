;;; Functions that the engine calls for streams of programs (interp/data/streams/gray.cpp).
(in-package "TESSERA")

;;; Most are generic functions of streams.
(loop for name in '("UNREAD-CHAR" "LISTEN" "CLEAR-INPUT" "WRITE-CHAR" "WRITE-STRING" "WRITE-BYTE" "FRESH-LINE" "FINISH-OUTPUT" "FORCE-OUTPUT"
                    "CLEAR-OUTPUT" "LINE-COLUMN" "READ-SEQUENCE")
      do (setf (fdefinition (intern (concatenate 'string "%GRAY-" name)))
               (fdefinition (find-symbol (concatenate 'string "STREAM-" name) "GRAY"))))

;;; The others give their results in the engine's form.

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

(defun %gray-read-line (stream)
  "Reads a line of STREAM. Returns a pair of the line and true if the input ended there."
  (multiple-value-bind (line missing-newline-p) (gray:stream-read-line stream)
    (cons (if (eq line :eof) "" (coerce line 'simple-string)) (if (or (eq line :eof) missing-newline-p) t nil))))

(defun %gray-read-byte (stream)
  "Reads a byte of STREAM. Returns it, or NIL at the end."
  (%gray-element (gray:stream-read-byte stream)))

(defun %gray-advance-to-column (stream column)
  "Writes blanks to STREAM up to COLUMN. Returns true, or NIL if that is impossible."
  (and (typep stream 'gray:fundamental-character-output-stream) (gray:stream-advance-to-column stream column)))

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
