;;; Ways out: leaving through calls and closures, cleanup on the way, and an error that is handled.
(define (find-from list wanted)
  (call-with-escape
   (lambda (return)
     (for-each (lambda (x) (when (= x wanted) (return x))) list)
     #f)))

(define (leave depth out value)
  (if (zero? depth)
      (out value)
      (+ 1 (leave (- depth 1) out value))))

(define cleaned 0)

(define (leave-cleaning depth out value)
  (dynamic-wind
   (lambda () #f)
   (lambda ()
     (if (zero? depth)
         (out value)
         (+ 1 (leave-cleaning (- depth 1) out value))))
   (lambda () (set! cleaned (+ cleaned 1)))))

(define (fail x)
  (if (odd? x) (error 'fail "odd") x))

(define (main)
  (let ((list '(1 2 3 4 5 6 7 8)) (sum 0))
    (do ((i 0 (+ i 1)))
        ((= i 900000))
      (set! sum (+ sum (or (find-from list (modulo i 10)) 100)
                   (call-with-escape (lambda (out) (leave 5 out i))))))
    (do ((i 0 (+ i 1)))
        ((= i 400000))
      (set! sum (+ sum (call-with-escape (lambda (out) (leave-cleaning 3 out i))))))
    (do ((i 0 (+ i 1)))
        ((= i 400000))
      (set! sum (+ sum (guard (e (#t 1)) (fail i)))))
    (print sum cleaned)))
