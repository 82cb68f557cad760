;;; Closures that remember: lazy lists, mapped, filtered and cut, and the primes as one of them.
(define (remembering thunk)
  (let ((done #f) (value #f))
    (lambda ()
      (unless done
        (set! value (thunk))
        (set! done #t))
      value)))

(define-syntax lazy
  (syntax-rules ()
    ((_ form) (remembering (lambda () form)))))

(define (lazy-integers n)
  (lazy (cons n (lazy-integers (+ n 1)))))

(define (lazy-map f list)
  (lazy (let ((pair (list)))
          (cons (f (car pair)) (lazy-map f (cdr pair))))))

(define (lazy-filter good? list)
  (lazy (do ((pair (list) ((cdr pair))))
            ((good? (car pair))
             (cons (car pair) (lazy-filter good? (cdr pair)))))))

(define (lazy-nth n list)
  (do ((pair (list) ((cdr pair)))
       (n n (- n 1)))
      ((zero? n) (car pair))))

(define (lazy-primes list)
  (lazy (let* ((pair (list)) (prime (car pair)))
          (cons prime (lazy-primes (lazy-filter (lambda (x) (positive? (modulo x prime))) (cdr pair)))))))

(define (main)
  (print (lazy-nth 150000 (lazy-filter even? (lazy-map (lambda (x) (+ x (* x x) 3 (quotient x 3))) (lazy-integers 0))))
         (lazy-nth 900 (lazy-primes (lazy-integers 2)))))
