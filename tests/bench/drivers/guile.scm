;;; The start of every program for Guile: what Scheme systems call differently.
(use-modules (srfi srfi-34) (ice-9 control))

(define (seconds-of-processor-time) (/ (get-internal-run-time) internal-time-units-per-second))

(define (make-integer-table) (make-hash-table))
(define (make-string-table) (make-hash-table))
(define (table-ref table key default) (hash-ref table key default))
(define (table-set! table key value) (hash-set! table key value))
(define (table-remove! table key) (hash-remove! table key))
(define (table-for-each f table) (hash-for-each f table))
(define (table-size table) (hash-count (const #t) table))

(define (sorted-vector less vector) (sort vector less))
(define (stably-sorted-list less list) (stable-sort list less))
(define (vector-copied vector) (vector-copy vector))
(define (call-with-string-output f) (call-with-output-string f))
(define (call-with-escape f) (call/ec f))
(define (make-generator walk)
  (define tag (make-prompt-tag))
  (define (go-on) (walk (lambda (value) (abort-to-prompt tag value))) 'end)
  (lambda ()
    (call-with-prompt tag
                      (lambda () (go-on))
                      (lambda (k value) (set! go-on k) value))))

(define the-tag (make-prompt-tag))
(define (with-prompt thunk) (call-with-prompt the-tag thunk (lambda (k value) (k value))))
(define (suspended-and-resumed value) (abort-to-prompt the-tag value))
