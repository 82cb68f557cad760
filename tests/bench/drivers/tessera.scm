;;; The start of every program for Tessera's Scheme: what Scheme systems call differently.
(define (seconds-of-processor-time) (/ (runtime) (jiffies-per-second)))

(define (make-integer-table) (make-hash-table eqv?))
(define (make-string-table) (make-hash-table string=?))
(define (table-ref table key default) (hash-table-ref/default table key default))
(define (table-set! table key value) (hash-table-set! table key value))
(define (table-remove! table key) (hash-table-delete! table key))
(define (table-for-each f table) (hash-table-walk table f))
(define (table-size table) (hash-table-size table))

(define (sorted-vector less vector) (sort vector less))
(define (stably-sorted-list less list) (sort list less))
(define (vector-copied vector) (vector-copy vector))
(define (call-with-string-output f) (call-with-output-string f))
(define (call-with-escape f) (call/cc f))
(define (make-generator walk)
  (define return #f)
  (define go-on #f)
  (define (yield value)
    (call/cc (lambda (k) (set! go-on k) (return value))))
  (lambda ()
    (call/cc
     (lambda (k)
       (set! return k)
       (if go-on
           (go-on #f)
           (begin (walk yield) (return 'end)))))))

(define (with-prompt thunk) (thunk))
(define (suspended-and-resumed value) (call/cc (lambda (k) (k value))))
