;;; Short texts of objects, printed in bounded time.

(in-package "TESSERA")

(defparameter *most-parts* 3000 "The maximum number of parts of a value that is printed as a whole.")

(defun %parts-up-to (object limit length level)
  "Returns the number of parts of OBJECT within LENGTH and LEVEL, which may be NIL; at most LIMIT."
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
                                            (%object-parts next))
                           do (push (cons part (1+ depth)) stack))))
               (when (and (arrayp next) (> (array-total-size next) limit) (not length)) (setq count limit))))
    (min count limit)))

(defun %print-limits (object &optional (most *most-parts*))
  "Returns a length and a level within which OBJECT has fewer than MOST parts, so that it is printed quickly; NIL and
NIL if it is small."
  (loop for (length level) in '((nil nil) (500 20) (100 8) (30 5) (10 4) (10 3) (5 2))
        when (< (%parts-up-to object most length level) most)
          return (values length level)
        finally (return (values 5 2))))

(defun %cut-to (text most)
  "Returns the string TEXT in no more than MOST characters."
  (if (> (length text) most)
      (concatenate 'string (subseq text 0 (max 0 (1- most))) "…")
      text))

(defun %brief (object &optional (most 200))
  "Returns OBJECT as PRIN1 writes it, in one line and at most MOST characters; a substitute if its printing fails."
  (handler-case
      (multiple-value-bind (length level) (%print-limits object most)
        (let ((*print-length* (or *print-length* length)) (*print-level* (or *print-level* level))
              (*print-circle* t) (*print-pretty* nil) (*print-readably* nil))
          (%cut-to (substitute #\Space #\Newline (prin1-to-string (if (stringp object) (subseq object 0 (min (length object) most)) object)))
                   most)))
    (error () (format nil "#<~A that cannot be printed>" (type-of object)))))
