;;; Vectors: the number of primes below ten million, by Eratosthenes' sieve.
(define (count-primes limit)
  (let ((composite (make-vector limit #f)))
    (do ((i 2 (+ i 1))
         (count 0 (cond ((vector-ref composite i) count)
                        (else (do ((j (* i i) (+ j i)))
                                  ((>= j limit))
                                (vector-set! composite j #t))
                              (+ count 1)))))
        ((>= i limit) count))))

(define (main)
  (print (count-primes 10000000)))
