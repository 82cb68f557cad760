;;; The start of every program for Chez Scheme: what Scheme systems call differently.
(define (seconds-of-processor-time) (/ (cpu-time) 1000))

(define (make-integer-table) (make-eqv-hashtable))
(define (make-string-table) (make-hashtable string-hash string=?))
(define (table-ref table key default) (hashtable-ref table key default))
(define (table-set! table key value) (hashtable-set! table key value))
(define (table-remove! table key) (hashtable-delete! table key))
(define (table-size table) (hashtable-size table))

(define (table-for-each f table)
  (let-values (((keys values) (hashtable-entries table)))
    (vector-for-each f keys values)))

(define (sorted-vector less vector) (vector-sort less vector))
(define (stably-sorted-list less list) (list-sort less list))
(define (vector-copied vector) (vector-copy vector))
(define (call-with-string-output f) (call-with-string-output-port f))
(define (call-with-escape f) (call/1cc f))
;; Continuations that are entered once need no copy here.
(define (make-generator walk)
  (define return #f)
  (define go-on #f)
  (define (yield value)
    (call/1cc (lambda (k) (set! go-on k) (return value))))
  (lambda ()
    (call/1cc
     (lambda (k)
       (set! return k)
       (if go-on
           (go-on #f)
           (begin (walk yield) (return 'end)))))))

(define (with-prompt thunk) (thunk))
(define (suspended-and-resumed value) (call/cc (lambda (k) (k value))))
