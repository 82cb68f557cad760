; Streams of SRFI 41, and corners of other SRFIs.
(import (scheme base) (scheme write) (srfi 1) (srfi 2) (srfi 41)) => ()
(stream->list (stream 1 2 3)) => (1 2 3)
(stream->list 3 (stream-let loop ((n 1)) (stream-cons n (loop (* n 2))))) => (1 2 4)
(stream->list (stream-of (* x x) (x in (stream-range 0 10)) (even? x))) => (0 4 16 36 64)
(stream->list (stream-of (list a b) (a in (stream-range 1 4)) (b in (stream-range 1 3)))) => ((1 1) (1 2) (2 1) (2 2) (3 1) (3 2))
(stream->list (stream-of (list x y) (x in (stream-range 0 3)) (y is (* x 10)))) => ((0 0) (1 10) (2 20))
(begin (define (len s) (stream-match s (() 0) ((head . tail) (+ 1 (len tail))))) 'ok) => ok
(len (stream 1 2 3)) => 3
(stream-match (stream 1 2) (() 'none) ((a) 'one) ((a b) (list a b)) (_ 'more)) => (1 2)
(stream-match (stream 1 1 2) ((a b . _) (= a b) 'equal) (_ 'different)) => (shows "equal")
(stream-match (stream 1 3 2) ((a b . _) (= a b) 'equal) (_ 'different)) => (shows "different")
(stream-match (stream 1 2 3) ((_ x . rest) (list x (stream->list rest)))) => (2 (3))
(stream-match (stream 1) (() 0)) => (error "stream-match: no pattern fits")
(let ((left 5) (next 6)) (stream->list (stream-of (+ x left next) (x in (stream 1 2))))) => (12 13)
(call-with-values (lambda () (lset-diff+intersection eq? '(a b c d) '(b) '(d e))) list) => ((a c) (b d))
(port? (current-output-port)) => #t
(substring "abc" 2 1) => (error "substring: not an index from 0 to 1:")
(let ((p (open-input-string "x"))) (list (port? p) (port? 5))) => (#t #f)
(and-let* () 1) => 1
(and-let* ()) => #t
(and-let* ((x 5) ((> x 3)) (y (* x 2))) (+ x y)) => 15
(and-let* ((x 2) ((> x 3)) (y (error "not reached"))) y) => #f
(and-let* ((x #f)) (error "not reached")) => #f
(and-let* ((x (memv 2 '(1 2 3))))) => (2 3)
(let ((x 7)) (and-let* (x ((odd? x))) (list x))) => (7)
(let ((x 7)) (and-let* (x))) => 7
(and-let* ((x 1)) (define y 2) (+ x y)) => 3
(list (stream 1 2) stream-null) => (shows "(#<stream> #<stream>)")
