;;; The cells of this session and of earlier ones, which a file keeps.

(in-package "JUPYTER")

(defstruct (entry (:constructor make-entry (session number code output)) (:copier nil) (:predicate nil))
  "The cell NUMBER of a SESSION, a string: its CODE, and its OUTPUT, the text of its values."
  session number code output)

(defvar *session* nil "The name of this session in the file; NIL until there is a cell to keep.")
(defvar *cells* '() "The entries of this session, the newest first.")
(defvar *former* :unknown "The entries of former sessions, the newest first.")
(defconstant +longest-kept+ 100000
  "The longest code that is kept for later sessions, and the longest output, in characters.")

;;; The file: a line for each cell, a JSON array.

(defun history-path ()
  "Returns the file that keeps the cells of sessions; NIL if there is none."
  (and (not (eq tessera:*history-file* :none))
       (tessera::%state-file "notebook-history")))

(defun line-of-entry (entry)
  "Returns the line of the file for ENTRY."
  (json-text (vector (entry-session entry) (entry-number entry) (entry-code entry) (entry-output entry))))

(defun entry-of-line (line)
  "Returns the entry in LINE of the file; NIL if the line is malformed."
  (let ((parts (ignore-errors (parse-json line))))
    (when (and (simple-vector-p parts) (= (length parts) 4) (every #'typep parts '(string (integer 0) string string)))
      (apply #'make-entry (coerce parts 'list)))))

(defun lines-of-file (path)
  "Returns the lines of the file PATH, the last first."
  (with-open-file (in path :external-format :utf-8)
    (let ((lines '()))
      (loop (push (or (read-line in nil) (return lines)) lines)))))

(defun keep-last-lines (path lines)
  "Shortens the file PATH with LINES, the last first, to *HISTORY-SIZE*."
  (when (> (length lines) tessera:*history-size*)
    (with-open-file (out path :direction :output :if-exists :supersede :external-format :utf-8)
      (dolist (line (reverse (subseq lines 0 tessera:*history-size*))) (write-line line out)))))

(defun append-line (path line)
  "Appends LINE to the file PATH."
  (ensure-directories-exist path)
  (with-open-file (out path :direction :output :if-exists :append :if-does-not-exist :create :external-format :utf-8)
    (write-string (format nil "~A~%" line) out)))

(defun read-former-entries ()
  "Returns the entries in the file without those of this session, the newest first."
  (let ((path (history-path)))
    (when (and path (ignore-errors (probe-file path)))
      (let ((lines (ignore-errors (lines-of-file path))))
        (ignore-errors (keep-last-lines path lines))
        (loop for line in lines
              for entry = (entry-of-line line)
              when (and entry (not (equal (entry-session entry) *session*))) collect entry)))))

(defun former-entries ()
  "Returns the entries of former sessions, the newest first: those that existed when they were needed first."
  (when (eq *former* :unknown) (setq *former* (read-former-entries)))
  *former*)

(defun note-cell (number code bundles)
  "Keeps CODE, the cell NUMBER, and the texts of BUNDLES, its values."
  (unless *session*
    (setq *session* (format nil "~36R" (+ (* (get-universal-time) 1000000) (random 1000000 (make-random-state t))))))
  (let* ((output (format nil "~{~A~^~%~}" (mapcar (lambda (bundle) (field bundle "text/plain")) bundles)))
         (entry (make-entry *session* number code output)) (path (history-path)))
    (push entry *cells*)
    (when (and path (<= (max (length code) (length output)) +longest-kept+))
      (ignore-errors (append-line path (line-of-entry entry))))))

;;; Requests.

(defun former-sessions ()
  "Returns the names of former sessions, the oldest first: they are counted from 1."
  (let ((seen (make-hash-table :test 'equal)))
    (loop for entry in (reverse (former-entries))
          for session = (entry-session entry)
          unless (shiftf (gethash session seen) t) collect session)))

(defun matches-p (pattern text)
  "True if PATTERN, in which * stands for any text and ? for any character, is the whole TEXT."
  (let ((row (make-array (1+ (length text)) :initial-element nil)))     ; whether the pattern so far is the text up to there
    (setf (aref row 0) t)
    (loop for sign across pattern
          do (if (char= sign #\*)
                 (loop for i from 1 to (length text) do (when (aref row (1- i)) (setf (aref row i) t)))
                 (loop for i from (length text) downto 0
                       do (setf (aref row i) (and (plusp i) (aref row (1- i)) (or (char= sign #\?) (char= sign (char text (1- i)))))))))
    (aref row (length text))))

(defun last-of (entries count)
  "Returns the newest COUNT of ENTRIES, or all if that is not a number, the oldest first."
  (reverse (if (and (integerp count) (<= 0 count (length entries))) (subseq entries 0 count) entries)))

(defun entries-of-session (number)
  "Returns the entries of the session NUMBER: this is 0, those before it -1, -2 and so on, or from the oldest 1, 2 and
so on."
  (let* ((sessions (former-sessions)) (own (1+ (length sessions)))
         (number (cond ((not (integerp number)) own) ((plusp number) number) (t (+ own number)))))
    (cond ((= number own) *cells*)
          ((< 0 number own)
           (let ((session (nth (1- number) sessions)))
             (remove session (former-entries) :key #'entry-session :test-not #'equal))))))

(defun entries-between (start stop entries)
  "Returns those of ENTRIES whose numbers are from START to below STOP, where these are integers."
  (remove-if-not (lambda (entry) (and (>= (entry-number entry) (if (integerp start) start 0))
                                      (or (not (integerp stop)) (< (entry-number entry) stop))))
                 entries))

(defun entries-like (pattern unique)
  "Returns the entries whose code matches PATTERN; each code once if UNIQUE."
  (let ((found (remove-if-not (lambda (entry) (matches-p pattern (entry-code entry))) (append *cells* (former-entries)))) (seen (make-hash-table :test 'equal)))
    (if unique
        (remove-if (lambda (entry) (shiftf (gethash (entry-code entry) seen) t)) found)
        found)))

(define-request "history_request"
    "Answers with cells that were evaluated: the last ones, some of a session, or those that match a pattern."
  (let* ((kind (argument "hist_access_type")) (count (argument "n"))
         (entries (cond ((equal kind "range")
                         (last-of (entries-between (argument "start") (argument "stop") (entries-of-session (argument "session"))) nil))
                        ((equal kind "search")
                         (last-of (entries-like (if (argument "pattern") (string-argument "pattern") "*") (argument "unique")) count))
                        (t (last-of (append *cells* (former-entries)) count))))
         (numbers (make-hash-table :test 'equal)) (sessions (former-sessions)))
    (loop for session in sessions
          for number from 1 do (setf (gethash session numbers) number))
    (answer-well "history" (cons :array (loop for entry in entries
                                              collect (vector (gethash (entry-session entry) numbers (1+ (length sessions)))
                                                              (entry-number entry)
                                                              (if (argument "output")
                                                                  (vector (entry-code entry) (entry-output entry))
                                                                  (entry-code entry))))))))
