;;; Conditions: signalling, handling, declining, and going on through restarts.
(define-condition bad-entry (error)
  ((entry :initarg :entry :reader bad-entry-entry))
  (:report (lambda (condition stream) (format stream "~a is bad" (bad-entry-entry condition)))))

(define-condition note (condition) ((text :initarg :text :reader note-text)))

(defun checked (entry)
  (restart-case
      (cond ((zerop (mod entry 3)) (error 'bad-entry :entry entry))
            ((zerop (mod entry 7)) (signal 'note :text entry) entry)
            (t entry))
    (use-value (value) value)
    (skip () 0)))

(defun through-restarts (n)
  (let ((sum 0))
    (handler-bind ((bad-entry (lambda (condition)
                                (if (evenp (bad-entry-entry condition))
                                    (use-value 5)
                                    (invoke-restart 'skip))))
                   (note (lambda (condition) (setf sum (+ sum (note-text condition))))))
      (dotimes (i n sum)
        (setf sum (+ sum (checked i)))))))

(defun with-cases (n)
  (let ((sum 0))
    (dotimes (i n sum)
      (setf sum (+ sum (handler-case (if (oddp i) (error 'bad-entry :entry i) i)
                         (arithmetic-error () 1)
                         (bad-entry (condition) (bad-entry-entry condition))))))))

(defun from-the-system (n)
  (let ((sum 0))
    (dotimes (i n sum)
      (setf sum (+ sum (handler-case (car (if (oddp i) 'a '(2)))
                         (type-error () 1))
                   (length (or (ignore-errors (error "No ~a." i)) "none")))))))

(defun main ()
  (format t "~d ~d ~d~%" (through-restarts 180000) (with-cases 240000) (from-the-system 120000)))
