#lang racket/base
;;; The start of every program for Racket: what Scheme systems call differently.
(require racket/control (only-in racket/vector vector-copy vector-sort))

(define (seconds-of-processor-time) (/ (current-process-milliseconds) 1000))

(define (make-integer-table) (make-hasheqv))
(define (make-string-table) (make-hash))
(define (table-ref table key default) (hash-ref table key default))
(define (table-set! table key value) (hash-set! table key value))
(define (table-remove! table key) (hash-remove! table key))
(define (table-for-each f table) (hash-for-each table f))
(define (table-size table) (hash-count table))

(define (sorted-vector less vector) (vector-sort vector less))
(define (stably-sorted-list less list) (sort list less))
(define (vector-copied vector) (vector-copy vector))
(define (call-with-string-output f)
  (let ((port (open-output-string)))
    (f port)
    (get-output-string port)))
(define (call-with-escape f) (call/ec f))
(define (make-generator walk)
  (define tag (make-continuation-prompt-tag))
  (define (yield value)
    ((call-with-composable-continuation
      (lambda (k) (abort-current-continuation tag (lambda () (set! go-on (lambda () (k void))) value)))
      tag)))
  (define (go-on) (walk yield) 'end)
  (lambda () (call-with-continuation-prompt go-on tag (lambda (thunk) (thunk)))))

(define the-tag (make-continuation-prompt-tag))
(define (with-prompt thunk) (call-with-continuation-prompt thunk the-tag (lambda (k value) (k value))))
(define (suspended-and-resumed value)
  (call-with-composable-continuation (lambda (k) (abort-current-continuation the-tag k value)) the-tag))

(define-syntax-rule (guard (condition clause ...) form ...)
  (with-handlers ([void (lambda (condition) (cond clause ...))]) form ...))
