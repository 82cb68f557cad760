;;; The line of the source where something happened, with a mark under the position (for backtraces).

(in-package "TESSERA")

(defun %note-source-file (name truename)
  "Notes that the positions in NAME are those in the file TRUENAME as it is now."
  (let ((entry (assoc name *source-texts* :test #'equal)) (text (cons truename (ignore-errors (file-write-date truename)))))
    (if entry
        (setf (cdr entry) text)
        (push (cons name text) *source-texts*))))

(defun %source-text (name)
  "Returns the text of the source that positions call NAME, if it is unchanged; else NIL."
  (let ((text (cdr (assoc name *source-texts* :test #'equal))))
    (cond ((stringp text) text)
          ((and text (eql (file-write-date (car text)) (cdr text)))
           (%file-text (car text))))))

(defun %stream-source-line (stream number)
  "Returns line NUMBER of STREAM, counted from 1; NIL if it has fewer."
  (dotimes (i (1- number) (values (read-line stream nil)))
    (unless (read-line stream nil) (return nil))))

(defun source-line (name number)
  "Returns line NUMBER, counted from 1, of the source that positions call NAME, a string: a file that was loaded, or a
string that is being evaluated. NIL if it is not known, or the file was changed since."
  (let ((text (cdr (assoc name *source-texts* :test #'equal))))
    (ignore-errors
      (cond ((stringp text) (with-input-from-string (stream text) (%stream-source-line stream number)))
            ((and text (eql (file-write-date (car text)) (cdr text)))
             (with-open-file (stream (car text) :external-format :utf-8) (%stream-source-line stream number)))))))
(export 'source-line)

(defparameter *longest-source-line* 200
  "The number of characters up to which a line is shown whole. Of longer lines only the part around the position is
shown.")

(defun %terminal-columns (stream)
  "Returns the width of a line of STREAM in columns, if that is the prompt's terminal; else NIL."
  (and (fboundp '%terminal-size) (interactive-stream-p stream)
       (values (funcall '%terminal-size))))

(defun %room-for-source (stream)
  "Returns the number of characters of a source line to show on STREAM: those that fit into a line of the prompt's
terminal."
  (let ((columns (%terminal-columns stream)))
    (if columns (max 20 (min *longest-source-line* (- columns 11))) *longest-source-line*)))

(defun %part-around (column length room)
  "Returns the start and the end of the part of ROOM characters of a text of LENGTH that shows COLUMN, which counts from
1."
  (let ((start (if (> length room) (max 0 (min (- column (floor room 2)) (- length room))) 0)))
    (values start (min length (+ start room)))))

(defun %write-source-line (name line column stream)
  "Writes line LINE of the source NAME to STREAM, with a mark under COLUMN; nothing if the line is not known. Both count
from 1."
  (let ((text (and (plusp line) (source-line name line))))
    (when (and text (<= 1 column (1+ (length text))))
      (multiple-value-bind (start end) (%part-around column (length text) (%room-for-source stream))
        (let ((margin (format nil "  ~5D | " line)) (shown (subseq text start end)))
          (when (plusp start) (setf (char shown 0) #\…))
          (when (< end (length text)) (setf (char shown (1- (length shown))) #\…))
          (format stream "~A~A~%~vA| ~A^~%" margin shown (- (length margin) 2) ""
                  (map 'string (lambda (char) (if (char= char #\Tab) #\Tab #\Space)) (subseq text start (1- column)))))))))

;;; Errors of the reader.

(defun %form-in-first-column (name line)
  "Returns the number of the first line after LINE of the source NAME that begins with an opening parenthesis; NIL if
there is none."
  (loop for number from (1+ line)
        for text = (source-line name number)
        while text
        when (and (plusp (length text)) (char= (char text 0) #\())
          return number))

(defun %write-reader-position (condition frame stream)
  "Writes to STREAM the line of the source of FRAME to which CONDITION, the reader's, refers, and notes the position in
FRAME. If a list has no end, writes the line where the next form seems to begin, too."
  (let ((name (%frame-file frame))
        (line (%slot-or-nil condition '%line))
        (column (%slot-or-nil condition '%column)))
    (when (and line column)
      (setf (%frame-line frame) line (%frame-column frame) column)
      (%write-source-line name line column stream)
      (let ((next (and (typep condition 'incomplete-input)
                       (%slot-or-nil condition '%is-list)
                       (%form-in-first-column name line))))
        (when next
          (format stream "  In line ~D a form begins in the first column: is a parenthesis missing before it?~%" next))))))
