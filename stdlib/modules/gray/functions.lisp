;;; Generic functions on streams of programs, with the proposal's default methods.
(in-package "GRAY")

;;; Characters in.

(defgeneric stream-read-char (stream)
  (:documentation "Reads a character from STREAM. Returns it, or :EOF at the end."))

(defgeneric stream-unread-char (stream character)
  (:documentation "Takes back the last CHARACTER that was read from STREAM. Returns NIL."))

(defgeneric stream-read-char-no-hang (stream)
  (:documentation "Reads a character from STREAM, as STREAM-READ-CHAR does; NIL if there is none yet.")
  (:method ((stream fundamental-character-input-stream))
    (stream-read-char stream)))

(defgeneric stream-peek-char (stream)
  (:documentation "Returns the next character of STREAM, which remains there, or :EOF.")
  (:method ((stream fundamental-character-input-stream))
    (let ((char (stream-read-char stream)))
      (unless (eq char :eof) (stream-unread-char stream char))
      char)))

(defgeneric stream-listen (stream)
  (:documentation "True if a character of STREAM can be read without waiting.")
  (:method ((stream fundamental-character-input-stream))
    (let ((char (stream-read-char-no-hang stream)))
      (case char
        ((nil :eof) nil)
        (t (stream-unread-char stream char) t)))))

(defgeneric stream-read-line (stream)
  (:documentation "Reads a line from STREAM. Returns it as a string, and true if the input ended there.")
  (:method ((stream fundamental-character-input-stream))
    (let ((out (make-string-output-stream)))
      (loop
        (let ((char (stream-read-char stream)))
          (case char
            (:eof (return (values (get-output-stream-string out) t)))
            (#\Newline (return (values (get-output-stream-string out) nil)))
            (t (write-char char out))))))))

(defgeneric stream-clear-input (stream)
  (:documentation "Drops input of STREAM that was not read yet. Returns NIL.")
  (:method ((stream fundamental-input-stream)) nil))

;;; Character output.

(defgeneric stream-write-char (stream character)
  (:documentation "Writes CHARACTER to STREAM. Returns it."))

(defgeneric stream-line-column (stream)
  (:documentation "Returns the column where the next character of STREAM will be, from 0; NIL if it is not known."))

(defmethod stream-line-column ((stream fundamental-stream)) nil)

(defgeneric stream-line-length (stream)
  (:documentation "Returns the number of columns of a line of STREAM; NIL if it is not known.")
  (:method ((stream fundamental-stream)) nil))

(defgeneric stream-start-line-p (stream)
  (:documentation "True if STREAM is at the beginning of a line.")
  (:method ((stream fundamental-character-output-stream))
    (eql (stream-line-column stream) 0)))

(defgeneric stream-write-string (stream string &optional start end)
  (:documentation "Writes the part of STRING from START to END to STREAM. Returns STRING.")
  (:method ((stream fundamental-character-output-stream) string &optional (start 0) end)
    (loop for i from start below (or end (length string))
          do (stream-write-char stream (char string i)))
    string))

(defgeneric stream-terpri (stream)
  (:documentation "Ends the line of STREAM. Returns NIL.")
  (:method ((stream fundamental-character-output-stream))
    (stream-write-char stream #\Newline)
    nil))

(defgeneric stream-fresh-line (stream)
  (:documentation "Ends the line of STREAM, unless it is at the beginning of one. Returns true if it was not.")
  (:method ((stream fundamental-character-output-stream))
    (unless (stream-start-line-p stream)
      (stream-terpri stream)
      t)))

(defgeneric stream-finish-output (stream)
  (:documentation "Sends all output that was written to STREAM, and waits until it has arrived. Returns NIL.")
  (:method ((stream fundamental-output-stream)) nil))

(defgeneric stream-force-output (stream)
  (:documentation "Starts to send all output that was written to STREAM. Returns NIL.")
  (:method ((stream fundamental-output-stream)) nil))

(defgeneric stream-clear-output (stream)
  (:documentation "Drops output that was written to STREAM and has not arrived. Returns NIL.")
  (:method ((stream fundamental-output-stream)) nil))

(defgeneric stream-advance-to-column (stream column)
  (:documentation "Writes blanks to STREAM until it is at COLUMN. Returns true; NIL if the column of STREAM is not
known.")
  (:method ((stream fundamental-character-output-stream) column)
    (let ((current (stream-line-column stream)))
      (when current
        (loop repeat (- column current) do (stream-write-char stream #\Space))
        t))))

;;; Bytes, sequences, positions.

(defgeneric stream-read-byte (stream)
  (:documentation "Reads an integer from STREAM. Returns it, or :EOF at the end."))

(defgeneric stream-write-byte (stream integer)
  (:documentation "Writes INTEGER to STREAM. Returns it."))

(defgeneric stream-read-sequence (stream sequence &optional start end)
  (:documentation "Reads elements of SEQUENCE from STREAM, from START to END. Returns the index of the first that was
not read.")
  (:method ((stream fundamental-input-stream) sequence &optional (start 0) end)
    (let ((binary (typep stream 'fundamental-binary-stream)) (end (or end (length sequence))))
      (loop for i from start below end
            for element = (if binary (stream-read-byte stream) (stream-read-char stream))
            until (eq element :eof)
            do (setf (elt sequence i) element)
            finally (return i)))))

(defgeneric stream-write-sequence (stream sequence &optional start end)
  (:documentation "Writes the elements of SEQUENCE from START to END to STREAM. Returns SEQUENCE.")
  (:method ((stream fundamental-output-stream) sequence &optional (start 0) end)
    (if (stringp sequence)
        (stream-write-string stream sequence start end)
        (loop for i from start below (or end (length sequence))
              for element = (elt sequence i)
              do (if (characterp element) (stream-write-char stream element) (stream-write-byte stream element))))
    sequence))

(defgeneric stream-file-position (stream &optional position)
  (:documentation "Returns the position of STREAM, or makes it POSITION, an integer, :START or :END, and returns true;
NIL if that cannot be done.")
  (:method ((stream fundamental-stream) &optional position)
    (declare (ignore position))
    nil))
