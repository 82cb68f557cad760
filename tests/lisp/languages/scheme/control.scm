;;; Control: chapters 6.10 and 6.11 of the report; continuations, exceptions, order of evaluation.

(procedure? car)                                                => #t
(procedure? 'car)                                               => #f
(procedure? (lambda (x) (* x x)))                               => #t
(procedure? '(lambda (x) (* x x)))                              => #f
(call-with-current-continuation procedure?)                     => #t
(apply + (list 3 4))                                            => 7
(let ((compose (lambda (f g) (lambda args (f (apply g args)))))) ((compose sqrt *) 12 75)) => 30
(apply list 1 2 '(3 4))                                         => (1 2 3 4)
(apply + '())                                                   => 0
(apply + 1 2)                                                   => (error "apply: not a list: 2")
(map cadr '((a b) (d e) (g h)))                                 => (b e h)
(map (lambda (n) (expt n n)) '(1 2 3 4 5))                      => (1 4 27 256 3125)
(map + '(1 2 3) '(4 5 6))                                       => (5 7 9)
(map + '(1 2 3) '(10 20))                                       => (11 22)
(let ((count 0)) (map (lambda (ignored) (set! count (+ count 1)) count) '(a b))) => (1 2)
(string-map char-foldcase "AbdEgH")                             => "abdegh"
(string-map (lambda (c) (integer->char (+ 1 (char->integer c)))) "HAL") => "IBM"
(string-map (lambda (c k) ((if (eqv? k #\u) char-upcase char-downcase) c)) "studlycaps xxx" "ululululul") => "StUdLyCaPs"
(vector-map cadr '#((a b) (d e) (g h)))                         => #(b e h)
(vector-map + #(1 2) #(10 20 30))                               => #(11 22)
(let ((v (make-vector 5))) (for-each (lambda (i) (vector-set! v i (* i i))) '(0 1 2 3 4)) v) => #(0 1 4 9 16)
(let ((v '())) (string-for-each (lambda (c) (set! v (cons (char->integer c) v))) "abcde") v) => (101 100 99 98 97)
(let ((v (make-list 5))) (vector-for-each (lambda (i) (list-set! v i (* i i))) '#(0 1 2 3 4)) v) => (0 1 4 9 16)
(let ((r '())) (for-each (lambda (a b) (set! r (cons (+ a b) r))) '(1 2) '(3 4)) r) => (6 4)

;;; Continuations.

(call-with-current-continuation (lambda (exit) (for-each (lambda (x) (if (negative? x) (exit x))) '(54 0 37 -3 245 19)) #t)) => -3
(begin (define list-length (lambda (obj) (call-with-current-continuation (lambda (return)
         (letrec ((r (lambda (obj) (cond ((null? obj) 0) ((pair? obj) (+ (r (cdr obj)) 1)) (else (return #f)))))) (r obj))))))
       (list-length '(1 2 3 4)))                                => 4
(list-length '(a b . c))                                        => #f
(call-with-values (lambda () (values 4 5)) (lambda (a b) b))    => 5
(call-with-values * -)                                          => -1
(call-with-values values list)                                  => ()
(receive (a . rest) (values 1 2 3) (list a rest))               => (1 (2 3))
(call-with-values (lambda () (call/cc (lambda (k) (k 1 2)))) list) => (1 2)
(+ 1 (call/cc (lambda (k) (+ 10 (k 1)))))                       => 2
(let ((k #f) (n 0)) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (if (< n 3) (k #f) n)) => 3
(let ((path '()) (c #f))
  (let ((add (lambda (s) (set! path (cons s path)))))
    (dynamic-wind (lambda () (add 'connect))
                  (lambda () (add (call-with-current-continuation (lambda (c0) (set! c c0) 'talk1))))
                  (lambda () (add 'disconnect)))
    (if (< (length path) 4) (c 'talk2) (reverse path))))        => (connect talk1 disconnect connect talk2 disconnect)
(let ((r '())) (define (add x) (set! r (cons x r)))
  (call/cc (lambda (k) (dynamic-wind (lambda () (add 'in)) (lambda () (dynamic-wind (lambda () (add 'in2)) (lambda () (k 1)) (lambda () (add 'out2)))) (lambda () (add 'out)))))
  (reverse r))                                                  => (in in2 out2 out)
(define (generator lst)
  (define return #f)
  (define (gen) (call/cc (lambda (r) (set! return r)
    (for-each (lambda (x) (call/cc (lambda (next) (set! gen (lambda () (next #f))) (return x)))) lst) (return 'done))))
  (lambda () (call/cc (lambda (r) (set! return r) (gen)))))     => ()
(let* ((g (generator '(1 2 3))) (a (g)) (b (g)) (c (g)) (d (g))) (list a b c d)) => (1 2 3 done)
(let ((r '()) (k* #f)) (let ((v (map (lambda (x) (call/cc (lambda (k) (if (= x 2) (set! k* k)) x))) '(1 2 3)))) (set! r (cons v r)) (if (< (length r) 3) (k* (* 10 (length r)))) (reverse r)))
                                                                => ((1 2 3) (1 10 3) (1 20 3))
(let loop ((i 0)) (if (= i 1000) i (call/cc (lambda (k) (k (loop (+ i 1))))))) => 1000
(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))           => ()
(deep 1000000)                                                  => 1000000
(let loop ((i 0)) (cond ((= i 1000000) 'end) (else (loop (+ i 1))))) => end
(let loop ((i 0)) (and #t (or #f (when #t (case 1 ((1) (if (= i 1000000) 'end (apply loop (list (+ i 1))))))))))  => end
(letrec ((e? (lambda (n) (or (= n 0) (o? (- n 1))))) (o? (lambda (n) (and (> n 0) (e? (- n 1)))))) (e? 1000001)) => #f

;;; Exceptions.

(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k (list 'condition e))) (lambda () (+ 1 (raise 'an-error)))))) => (condition an-error)
(with-exception-handler (lambda (e) 'ignore) (lambda () (+ 1 (raise 'an-error)))) => (error "a handler returned")
(with-exception-handler (lambda (con) (cond ((string? con) 1) (else 42))) (lambda () (+ (raise-continuable "should be a number") 23))) => 24
(with-exception-handler (lambda (e) (* e 2)) (lambda () (with-exception-handler (lambda (e) (+ 1 (raise-continuable (+ e 1)))) (lambda () (raise-continuable 5))))) => 13
(guard (condition ((assq 'a condition) => cdr) ((assq 'b condition))) (raise (list (cons 'a 42)))) => 42
(guard (condition ((assq 'a condition) => cdr) ((assq 'b condition))) (raise (list (cons 'b 23)))) => (b . 23)
(guard (e ((symbol? e) (list 'sym e))) (raise 'boom))           => (sym boom)
(guard (e ((symbol? e) 'outer)) (guard (e2 ((string? e2) 'inner)) (raise 'x))) => outer
(guard (e (#f 'never)) 5)                                       => 5
(guard (e ((string? e) e)) (raise 'not-a-string))               => (error "uncaught object: not-a-string")
(call-with-values (lambda () (guard (e (#t 0)) (values 1 2))) list) => (1 2)
(let ((r '())) (guard (e (#t (set! r (cons 'clause r)))) (dynamic-wind (lambda () (set! r (cons 'in r))) (lambda () (raise 1)) (lambda () (set! r (cons 'out r))))) (reverse r)) => (in out clause)
(let ((r '())) (define (add x) (set! r (cons x r)))
  (guard (e ((number? e) (add e)))
    (guard (e2 ((string? e2) 'no)) (dynamic-wind (lambda () (add 'in)) (lambda () (raise 7)) (lambda () (add 'out)))))
  (reverse r))                                                  => (in out in out 7)
(with-exception-handler (lambda (e) 10) (lambda () (guard (e ((string? e) 'no)) (+ 1 (raise-continuable 'x))))) => 11
(guard (e (#t (list (error-object? e) (error-object-message e) (error-object-irritants e)))) (error "a message:" 1 "two" 'three)) => (#t "a message:" (1 "two" three))
(guard (e (#t (error-object? e))) (raise 5))                    => #f
(guard (e (#t (list (error-object? e) (error-object-message e)))) (car 5)) => (#t "car: not a pair: 5")
(guard (e ((error-object? e) (error-object-message e))) (vector-ref (vector 1 2) 2)) => "vector-ref: not an index below 2: 2"
(guard (e ((file-error? e) 'file)) (open-input-file "/nowhere/at/all")) => file
(guard (e ((read-error? e) 'read)) (read (open-input-string ")")))  => read
(let ((x 0)) (guard (e ((begin (set! x 1) #f) 1) (else (list 'else x))) (raise 1))) => (else 1)
(guard (e ((assq 'a e) => (lambda (p) (cdr p)))) (raise '((a . 9)))) => 9
(let ((k (call/cc (lambda (c) c)))) (if (procedure? k) (k 5) k)) => 5
(guard (e (#t e)) (with-exception-handler (lambda (e) (raise (list 'again e))) (lambda () (raise 'first)))) => (again first)
(error "boom:" '(1 2) "s")                                      => (error "Error: boom: (1 2) \"s\"")
(raise 'oops)                                                   => (error "Error: uncaught object: oops")
(assert (= 1 2))                                                => (error "assertion failed: (= 1 2)")

;;; EVAL, libraries, SRFI 8 and 26.

(eval '(* 7 3) (environment '(scheme base)))                    => 21
(let ((f (eval '(lambda (f x) (f x x)) (scheme-report-environment 5)))) (f + 10)) => 20
(eval '(define zz 5) (interaction-environment))                 => ()
zz                                                              => 5
(eval '(car '(1)) (environment '(only (scheme base) car quote))) => 1
(eval '(cdr '(1)) (environment '(only (scheme base) car quote))) => (error "unbound variable: cdr")
(eval '(my-car '(1)) (environment '(rename (prefix (only (scheme base) car quote) my-) (my-quote quote)))) => 1
(begin
  (define-library (stack) (export make push! (rename pop! take!) (rename empty? stack-empty?))
    (import (scheme base))
    (begin (define (make) (list '())) (define (push! s v) (set-car! s (cons v (car s))))
           (define (pop! s) (let ((v (caar s))) (set-car! s (cdar s)) v)) (define (empty? s) (null? (car s)))))
  (import (prefix (stack) s:))
  (let ((s (s:make))) (s:push! s 1) (s:push! s 2) (list (s:take! s) (s:stack-empty? s)))) => (2 #f)
(begin
  (define-library (hygiene) (export hyg) (import (scheme base)) (begin (define secret 42) (define (helper) secret) (define-syntax hyg (syntax-rules () ((_) (helper))))))
  (import (hygiene))
  (define (helper) 'wrong)
  (hyg))                                                        => 42
(import (no such library))                                      => (error "there is no library")
(import (only (scheme base) no-such-name))                      => (error "there is no no-such-name")
(cond-expand (tessera 'here) (else 'elsewhere))                 => here
(cond-expand ((and r7rs (not foo)) 1) (else 2))                 => 1
(cond-expand ((library (scheme base)) 'yes) (else 'no))         => yes
(cond-expand ((library (foo bar)) 'yes) (else 'no))             => no
(map (cut * 2 <>) '(1 2 3))                                     => (2 4 6)
((cut list 1 <> 3 <...>) 2 4 5)                                 => (1 2 3 4 5)
(let ((n 0)) (let ((f (cute + (begin (set! n (+ n 1)) n) <>))) (list (f 10) (f 20)))) => (11 21)
(symbol? (car (features)))                                      => #t

;;; To Common Lisp and back.

(begin (import (tessera cl)) (cl:gcd 12 18))                    => 6
(cl:evenp? 3)                                                   => #f
(cl:mapcar (lambda (x) (* x x)) '(1 2 3))                       => (1 4 9)
((language-value 'common-lisp "string-upcase") "abc")           => "ABC"
