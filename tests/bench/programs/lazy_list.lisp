;;; Closures that remember: lazy lists, mapped, filtered and cut, and the primes as one of them.
(defun delay (thunk)
  (let ((done nil) (value nil))
    (lambda ()
      (unless done
        (setf value (funcall thunk)
              done t))
      value)))

(defmacro lazy (form)
  `(delay (lambda () ,form)))

(defun lazy-integers (n)
  (lazy (cons n (lazy-integers (1+ n)))))

(defun lazy-map (f list)
  (lazy (let ((pair (funcall list)))
          (cons (funcall f (car pair)) (lazy-map f (cdr pair))))))

(defun lazy-filter (good list)
  (lazy (do ((pair (funcall list) (funcall (cdr pair))))
            ((funcall good (car pair))
             (cons (car pair) (lazy-filter good (cdr pair)))))))

(defun lazy-nth (n list)
  (do ((pair (funcall list) (funcall (cdr pair))))
      ((zerop n) (car pair))
    (decf n)))

(defun lazy-primes (list)
  (lazy (let* ((pair (funcall list)) (prime (car pair)))
          (cons prime (lazy-primes (lazy-filter (lambda (x) (plusp (mod x prime))) (cdr pair)))))))

(defun main ()
  (format t "~d ~d~%"
          (lazy-nth 150000 (lazy-filter #'evenp (lazy-map (lambda (x) (+ x (* x x) 3 (floor x 3))) (lazy-integers 0))))
          (lazy-nth 900 (lazy-primes (lazy-integers 2)))))
