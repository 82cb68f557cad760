; A small language for puzzles, made of a macro and continuations, and the puzzle of the liars written in it.
;
; (choose expression ...) has the value of one of the expressions. If (demand test) finds the test false, it backtracks
; to the last choice and tries its next expression. The puzzle itself does not say how to search.

(import (scheme base) (scheme write) (only (tessera cl) cl:format) (srfi 1) (only (tessera more) list-sort))

(define choices '())                    ; continuations of the choices, last first

(define (fail)
  (if (null? choices)
      (error "there is no solution")
      (let ((back (car choices)))
        (set! choices (cdr choices))
        (back #f))))

(define-syntax choose
  (syntax-rules ()
    ((_) (fail))
    ((_ first rest ...)
     (if (call/cc (lambda (k) (set! choices (cons k choices)) #t))
         first
         (choose rest ...)))))

(define (demand holds) (unless holds (fail)))

(define-syntax either                   ; exactly one of two statements is true
  (syntax-rules () ((_ a b) (demand (not (eq? a b))))))

(define (distinct? items) (= (length items) (length (delete-duplicates items))))

; Five girls sat an examination. Each made one true and one untrue statement about the order in which they came out.
(define (liars)
  (let* ((betty (choose 1 2 3 4 5)) (ethel (choose 1 2 3 4 5)) (joan (choose 1 2 3 4 5))
         (kitty (choose 1 2 3 4 5)) (mary (choose 1 2 3 4 5)))
    (demand (distinct? (list betty ethel joan kitty mary)))
    (either (= kitty 2) (= betty 3))
    (either (= ethel 1) (= joan 2))
    (either (= joan 3) (= ethel 5))
    (either (= kitty 2) (= mary 4))
    (either (= mary 4) (= betty 1))
    `((betty ,betty) (ethel ,ethel) (joan ,joan) (kitty ,kitty) (mary ,mary))))

(for-each (lambda (entry) (cl:format #t "~@(~5A~) came ~:R~%" (symbol->string (car entry)) (cadr entry)))
          (list-sort (lambda (a b) (< (cadr a) (cadr b))) (liars)))

; Turns any traversal into a generator: each request for an element resumes the traversal.
(define (generator walk)
  (define return #f)
  (define (go-on) (walk (lambda (x) (call/cc (lambda (next) (set! go-on (lambda () (next #f))) (return x))))) (return 'end))
  (lambda () (call/cc (lambda (k) (set! return k) (go-on)))))

(define (leaves tree)
  (generator (lambda (yield)
               (let walk ((tree tree))
                 (cond ((pair? tree) (walk (car tree)) (walk (cdr tree)))
                       ((not (null? tree)) (yield tree)))))))

(define (same-fringe? one other)
  (let ((a (leaves one)) (b (leaves other)))
    (let loop ((x (a)) (y (b)))
      (and (equal? x y) (or (eq? x 'end) (loop (a) (b)))))))

(write (list (same-fringe? '(1 (2 3) 4) '((1 2) (3 (4)))) (same-fringe? '(1 2 3) '(1 3 2))))
(newline)
