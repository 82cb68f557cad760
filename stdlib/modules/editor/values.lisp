;;; Shows values and conditions on a terminal: pretty-printed, colored, shortened.

(in-package "TESSERA-EDITOR")

(defun parts-within (part)
  "Returns the contents of PART, the last written one first."
  (cond ((consp part) (list (cdr part) (car part)))
        ((not (stringp part)) (tessera::%object-parts part))))

(defun value-text (value columns limited)
  "Returns VALUE as text for COLUMNS. If LIMITED, a large value is abbreviated; otherwise a circular one is
written with labels."
  (multiple-value-bind (length level) (if limited (tessera::%print-limits value) (values nil nil))
    (let ((*print-pretty* t)
          (*print-right-margin* columns)
          (*print-circle* (or *print-circle* (and (not limited) (tessera::%circular-parts value #'parts-within) t)))
          (*print-length* (or *print-length* length))
          (*print-level* (or *print-level* level)))
      (with-output-to-string (text)
        (tessera::%write-in-language (if (and limited (stringp value) (> (length value) 20000)) (subseq value 0 20000) value)
                                     text)))))

(defun cut-text (text columns lines)
  "Returns two values: TEXT up to LINES of COLUMNS, and true if it was cut."
  (let ((line 1) (column 0))
    (loop for i from 0 below (length text)
          for char = (char text i)
          do (cond ((char= char #\Newline) (incf line) (setq column 0))
                   (t (let ((width (max 0 (tessera::%char-width char))))
                        (when (> (+ column width) columns) (incf line) (setq column 0))
                        (incf column width))))
             (when (> line lines)
               (return-from cut-text (values (subseq text 0 i) t))))
    (values text nil)))

(defvar *cut-values* '() "The values that were shown last, if not all of them were shown in full.")

(defun write-value (value)
  "Writes VALUE to *STANDARD-OUTPUT*, cut if it is long. True if it was cut."
  (let* ((columns (tessera::%terminal-size)) (lines tessera:*value-lines*)
         (limited (and lines (tessera::%print-limits value)))
         (text (value-text value columns lines)))
    (multiple-value-bind (shown cut) (if lines (cut-text text columns lines) text)
      (write-string (in-face #\v shown))
      (when cut (write-string "…"))
      (terpri)
      (or cut limited (and lines (stringp value) (> (length value) 20000))))))

(defun write-sketch (value)
  "Writes the lines of the SKETCH of VALUE, if it has one, as comments."
  (ignore-errors
    (when tessera:*show-sketches*
      (dolist (line (tessera:sketch value))
        (format t "~A~%" (in-face #\d (concatenate 'string "; " line)))))))

(defvar *cut-text* nil "The text that was written last by WRITE-TEXT, if not all of it was.")

(defun write-results (values)
  "Shows VALUES, each on separate lines."
  (let ((cut nil))
    (dolist (value values)
      (when (write-value value) (setq cut t))
      (write-sketch value))
    (setq *cut-values* (if cut values '()))
    (when values (setq *cut-text* nil))
    (when cut (format t "~A~%" (in-face #\d "; cut short: :more shows all")))))

(defun write-text (text)
  "Writes as much of TEXT as the window has room for; :more writes all."
  (multiple-value-bind (columns height) (tessera::%terminal-size)
    (let ((room (max 5 (- height 4))) (cut nil))
      (with-input-from-string (in text)
        (loop for line = (read-line in nil)
              for number from 1
              while line
              do (when (> number room) (return (setq cut t)))
                 (multiple-value-bind (shown more) (cut-text line (1- columns) 1)
                   (format t "~A~:[~;…~]~%" shown more)
                   (when more (setq cut t)))))
      (setq *cut-text* (and cut text))
      (when cut (format t "~A~%" (in-face #\d (format nil "; cut short: :more shows all ~D lines" (count #\Newline text))))))))

(defun source-row-p (line)
  "True if LINE shows a line of a program, or the mark below one."
  (let ((bar (position #\| line)))
    (and bar (every (lambda (char) (or (char= char #\Space) (digit-char-p char))) (subseq line 0 bar)))))

(defun wrapped-line (line columns)
  "Returns LINE, broken at blanks so that no row is wider than COLUMNS if words allow it; further rows are indented by
two more."
  (let* ((margin (or (position #\Space line :test #'char/=) 0)) (indentation (make-string (+ margin 2) :initial-element #\Space)))
    (with-output-to-string (out)
      (loop with start = 0
            for room = columns then (- columns margin 2)
            for limit = (+ start room)
            for blank = (and (< limit (length line)) (position #\Space line :from-end t :start (min limit (+ start margin 1)) :end (1+ limit)))
            while blank
            do (write-line line out :start start :end blank)
               (write-string indentation out)
               (setf start (1+ blank))
            finally (write-string line out :start start)))))

(defun wrapped (text)
  "Returns TEXT with its lines broken at words where they are wider than the terminal."
  (let ((columns (1- (tessera::%terminal-size))))
    (with-input-from-string (in text)
      (with-output-to-string (out)
        (loop (multiple-value-bind (line last) (read-line in nil)
                (unless line (return))
                (write-string (if (or (<= (length line) columns) (source-row-p line)) line (wrapped-line line columns)) out)
                (when last (return))
                (terpri out)))))))

(defun write-condition (condition)
  "Shows CONDITION."
  (let ((text (with-output-to-string (out) (tessera::%write-condition condition out))))
    (fresh-line)
    (write-string (in-face #\e (wrapped text)))))

(tessera::%define-prompt-command (:more :m) :anywhere ()
  "Show the last values, or the last tree, in full, where they were cut."
  (cond (*cut-text* (write-string *cut-text*))
        (*cut-values*
         (dolist (value *cut-values*)
           (write-line (value-text value (tessera::%terminal-size) nil))))
        (t (format t "Nothing was cut.~%"))))
