;;; Closures: making, composing and calling functions that keep variables.
(defun make-counter (step)
  (let ((value 0))
    (lambda () (setf value (+ value step)))))

(defun compose (f g)
  (lambda (x) (funcall f (funcall g x))))

(defun adder (n)
  (lambda (x) (+ x n)))

(defun counters (n rounds)
  (let ((all (loop for i from 1 to n collect (make-counter i))) (sum 0))
    (dotimes (i rounds sum)
      (dolist (counter all)
        (setf sum (+ sum (funcall counter)))))))

(defun composed (n)
  (let ((sum 0))
    (dotimes (i n sum)
      (let ((f (compose (adder i) (compose (adder 1) (adder -2)))))
        (setf sum (+ sum (funcall f i)))))))

(defun mapped (n)
  (let ((numbers (loop for i below 1000 collect i)) (sum 0))
    (dotimes (i n sum)
      (setf sum (+ sum (reduce #'+ (mapcar (lambda (x) (* x i)) numbers)))))))

(defun main ()
  (format t "~d ~d ~d~%" (counters 1000 5000) (composed 1500000) (mapped 4000)))
