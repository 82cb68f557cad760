;;; Entries of this session and of others, and the file that keeps them.

(in-package "TESSERA-EDITOR")

(defvar *history* (make-array 64 :adjustable t :fill-pointer 0) "The entries, the oldest first.")

(defvar *question* nil
  "The question, in the form of TESSERA::*QUESTION*, whose answer is being typed; NIL for an entry.")

(defvar *histories* (make-hash-table :test 'equal) "A table from the names of histories to the answers in them.")

(defun history-of (name)
  "Returns the history of answers that is called NAME."
  (or (gethash name *histories*)
      (setf (gethash name *histories*) (make-array 16 :adjustable t :fill-pointer 0))))

(defun history-path ()
  "Returns the name of the file that keeps the history, or NIL if there is none."
  (cond ((eq tessera:*history-file* :none) nil)
        (tessera:*history-file* (namestring tessera:*history-file*))
        (t (tessera::%state-file "history"))))

;;; A line of the file is an entry, with \n for the newlines in it and \\ for its backslashes.

(defun encoded-entry (entry)
  "Returns ENTRY as a line of the file."
  (if (find-if (lambda (char) (or (char= char #\\) (char= char #\Newline))) entry)
      (with-output-to-string (out)
        (loop for char across entry
              do (case char
                   (#\\ (write-string "\\\\" out))
                   (#\Newline (write-string "\\n" out))
                   (t (write-char char out)))))
      entry))

(defun decoded-entry (line)
  "Returns the entry that LINE of the file encodes."
  (if (find #\\ line)
      (with-output-to-string (out)
        (with-input-from-string (in line)
          (loop for char = (read-char in nil)
                while char
                do (if (char= char #\\)
                       (let ((next (read-char in nil #\\)))
                         (write-char (if (char= next #\n) #\Newline next) out))
                       (write-char char out)))))
      line))

(defun load-history ()
  "Reads the file of the history, and shortens it to *HISTORY-SIZE*."
  (setf (fill-pointer *history*) 0)
  (let ((path (history-path)))
    (when (and path (ignore-errors (probe-file path)))
      (tessera::%bound-history path tessera:*history-size*)
      (ignore-errors
        (with-open-file (in path :if-does-not-exist nil)
          (when in
            (loop for line = (read-line in nil)
                  while line
                  do (vector-push-extend line *history*))))))))

(defun history-entry (index)
  "Returns the entry number INDEX, NIL if there is none."
  (and (< -1 index (length *history*))
       (decoded-entry (aref *history* index))))

(defun note-entry (entry)
  "Adds ENTRY to the history, unless it is blank or the same as the last one, or a single character that is not an
answer."
  (let ((entry (string-right-trim '(#\Space #\Newline) entry)))
    (when (> (length entry) (if *question* 0 1))
      (let ((line (encoded-entry entry)) (last (1- (length *history*))))
        (unless (and (>= last 0) (string= line (aref *history* last)))
          (vector-push-extend line *history*)
          (let ((path (and (null *question*) (history-path))))
            (when path (tessera::%append-history path line))))))))

(defun find-entry (test index step)
  "Returns the number of the first entry that TEST is true of, from INDEX on by STEP, 1 or -1; NIL if there is none."
  (loop for i = index then (+ i step)
        while (< -1 i (length *history*))
        when (funcall test (history-entry i))
          return i))
