;;; Texts: the whole of a file or what is left of a stream; the lines, words and parts of a string.

(in-package "TESSERA")

(defun %rest-of-stream (stream)
  "Returns the rest of STREAM as a string. Reads lines, which is faster than reading characters."
  (with-output-to-string (text)
    (loop
      (multiple-value-bind (line last) (read-line stream nil "")
        (write-string line text)
        (when last (return))
        (terpri text)))))

(defun %file-text (file)
  "Returns the text of FILE."
  (with-open-file (stream file :external-format :utf-8) (%rest-of-stream stream)))

(defun %split-at (separator text)
  "Returns the list of the parts of TEXT between the characters SEPARATOR."
  (loop for start = 0 then (1+ end)
        for end = (position separator text :start start)
        collect (subseq text start end)
        while end))

(defun %words-of (text)
  "Returns the list of the words of TEXT, which blanks separate."
  (remove "" (%split-at #\Space text) :test #'string=))

(defun %lines-of (text)
  "Returns the list of the lines of TEXT."
  (with-input-from-string (in text)
    (loop for line = (read-line in nil)
          while line collect line)))
