; The book's example of Scheme: a continuation is called again, after the function that took it has returned.
(define continuation #f)

(define (foo n)
  (* (call-with-current-continuation
      (lambda (c)
        (set! continuation c)
        (+ n 1)))
     2))

(display (foo 7))
(newline)

(define again #t)
(if again
    (begin
      (set! again #f)
      (display (continuation 100))
      (newline)))
