;;; Closures: making, composing and calling functions that keep variables.
(define (make-counter step)
  (let ((value 0))
    (lambda () (set! value (+ value step)) value)))

(define (compose-two f g)
  (lambda (x) (f (g x))))

(define (adder n)
  (lambda (x) (+ x n)))

(define (numbers from below)
  (if (= from below) '() (cons from (numbers (+ from 1) below))))

(define (reduce-left f list)
  (let loop ((result (car list)) (rest (cdr list)))
    (if (null? rest)
        result
        (loop (f result (car rest)) (cdr rest)))))

(define (counters n rounds)
  (let ((all (map make-counter (numbers 1 (+ n 1)))) (sum 0))
    (do ((i 0 (+ i 1)))
        ((= i rounds) sum)
      (for-each (lambda (counter) (set! sum (+ sum (counter)))) all))))

(define (composed n)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum ((compose-two (adder i) (compose-two (adder 1) (adder -2))) i))))
      ((= i n) sum)))

(define (mapped n)
  (let ((all (numbers 0 1000)))
    (do ((i 0 (+ i 1))
         (sum 0 (+ sum (reduce-left + (map (lambda (x) (* x i)) all)))))
        ((= i n) sum))))

(define (main)
  (print (counters 1000 5000) (composed 1500000) (mapped 4000)))
