;;; What the Scheme programs share.
(define (print first . more)
  (display first)
  (for-each (lambda (value) (display " ") (display value)) more)
  (newline))

(define (rounded x)
  (inexact->exact (round x)))
