;;; Symbols and lists: the derivative of an expression, again and again.
(define (deriv e)
  (cond ((eq? e 'x) 1)
        ((not (pair? e)) 0)
        (else
         (case (car e)
           ((+) (cons '+ (map deriv (cdr e))))
           ((-) (cons '- (map deriv (cdr e))))
           ((*) (list '* e (cons '+ (map (lambda (f) (list '/ (deriv f) f)) (cdr e)))))
           ((/) (let ((a (cadr e)) (b (caddr e)))
                  (list '- (list '/ (deriv a) b) (list '/ (list '* a (deriv b)) (list '* b b)))))
           (else (error 'deriv "No rule for this." (car e)))))))

(define (leaves e)
  (if (pair? e)
      (let loop ((parts e) (sum 0))
        (if (null? parts)
            sum
            (loop (cdr parts) (+ sum (leaves (car parts))))))
      1))

(define (main)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum (leaves (deriv '(+ (* 3 x x) (* a x x x) (/ (* b x) (+ x 1)) (- (* x c) 5)))))))
      ((= i 120000) (print sum))))
