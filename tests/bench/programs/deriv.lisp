;;; Symbols and lists: the derivative of an expression, again and again.
(defun deriv (e)
  (cond ((eq e 'x) 1)
        ((atom e) 0)
        (t (case (first e)
             (+ (cons '+ (mapcar #'deriv (rest e))))
             (- (cons '- (mapcar #'deriv (rest e))))
             (* (list '* e (cons '+ (mapcar (lambda (f) (list '/ (deriv f) f)) (rest e)))))
             (/ (let ((a (second e)) (b (third e)))
                  (list '- (list '/ (deriv a) b) (list '/ (list '* a (deriv b)) (list '* b b)))))
             (t (error "No rule for ~a." (first e)))))))

(defun leaves (e)
  (if (atom e)
      1
      (let ((sum 0))
        (dolist (part e sum)
          (setf sum (+ sum (leaves part)))))))

(defun main ()
  (let ((sum 0))
    (dotimes (i 120000)
      (setf sum (+ sum (leaves (deriv '(+ (* 3 x x) (* a x x x) (/ (* b x) (+ x 1)) (- (* x c) 5)))))))
    (format t "~d~%" sum)))
