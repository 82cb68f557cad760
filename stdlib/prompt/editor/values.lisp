;;;; values.lisp -- how the prompt shows values and conditions on a terminal: prettily, in colours, long ones cut (the editor; on display).

(in-package "TESSERA-EDITOR")

;;; What would take long to print is not printed as a whole: so many of its parts are counted first.

(defparameter *most-parts* 3000 "How many parts a value may have that is printed as a whole.")

(defun parts-up-to (object limit length level)
  "How many parts OBJECT has within LENGTH and LEVEL, which may be NIL, or LIMIT if they are more."
  (let ((count 0) (stack (list (cons object 0))))
    (loop while (and stack (< count limit))
          do (destructuring-bind (next . depth) (pop stack)
               (incf count)
               (unless (and level (>= depth level))
                 (if (consp next)
                     (loop for rest = next then (cdr rest)
                           for i from 0
                           while (and (consp rest) (< count limit) (not (and length (>= i length))))
                           do (incf count)
                              (push (cons (car rest) (1+ depth)) stack))
                     (loop for part in (and (not (stringp next)) (not (and (arrayp next) (> (array-total-size next) limit)))
                                            (tessera::%object-parts next))
                           do (push (cons part (1+ depth)) stack))))
               (when (and (arrayp next) (> (array-total-size next) limit) (not length)) (setq count limit))))
    (min count limit)))

(defun print-limits (object)
  "A length and a level within which OBJECT is printed in good time; NIL and NIL if it is small."
  (loop for (length level) in '((nil nil) (500 20) (100 8) (30 5) (10 4) (10 3) (5 2))
        when (< (parts-up-to object *most-parts* length level) *most-parts*)
          return (values length level)
        finally (return (values 5 2))))

(defun value-text (value columns limited)
  "VALUE as text for COLUMNS. If LIMITED, only its beginnings where it is large."
  (multiple-value-bind (length level) (if limited (print-limits value) (values nil nil))
    (let ((*print-pretty* t)
          (*print-right-margin* columns)
          (*print-length* (or *print-length* length))
          (*print-level* (or *print-level* level)))
      (if (and limited (stringp value) (> (length value) 20000))
          (prin1-to-string (subseq value 0 20000))
          (prin1-to-string value)))))

(defun cut-text (text columns lines)
  "TEXT without what goes beyond LINES of COLUMNS; and true if something does."
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
  "Writes VALUE to *STANDARD-OUTPUT*, cut where it is long. True if it was."
  (let* ((columns (tessera::%terminal-size)) (lines tessera:*value-lines*)
         (limited (and lines (print-limits value)))
         (text (value-text value columns lines)))
    (multiple-value-bind (shown cut) (if lines (cut-text text columns lines) text)
      (write-string (in-face #\v shown))
      (when cut (write-string "…"))
      (terpri)
      (or cut limited (and lines (stringp value) (> (length value) 20000))))))

(defun write-results (values)
  "Shows VALUES, each on lines of its own."
  (let ((cut nil))
    (dolist (value values)
      (when (write-value value) (setq cut t)))
    (setq *cut-values* (if cut values '()))
    (when cut (format t "~A~%" (in-face #\d "; cut short: :more shows all")))))

(defun write-condition (condition)
  "Shows CONDITION."
  (let ((text (with-output-to-string (out) (tessera::%write-condition condition out))))
    (fresh-line)
    (write-string (in-face #\e text))))

(tessera::%define-prompt-command (:more :m) :anywhere ()
  "Show the last values in full, where they were cut."
  (if *cut-values*
      (dolist (value *cut-values*)
        (write-line (value-text value (tessera::%terminal-size) nil)))
      (format t "Nothing was cut.~%")))
