;;; Macros: chapters 4.3 and 5.3 of the report; that names of macros and of their users never meet.

(let-syntax ((given-that (syntax-rules () ((_ test stmt1 stmt2 ...) (if test (begin stmt1 stmt2 ...))))))
  (let ((if #t)) (given-that if (set! if 'now)) if))            => now
(let ((x 'outer))
  (let-syntax ((m (syntax-rules () ((m) x)))) (let ((x 'inner)) (m)))) => outer
(letrec-syntax
    ((my-or (syntax-rules () ((my-or) #f) ((my-or e) e)
              ((my-or e1 e2 ...) (let ((temp e1)) (if temp temp (my-or e2 ...)))))))
  (let ((x #f) (y 7) (temp 8) (let odd?) (if even?))
    (my-or x (let temp) (if y) y)))                             => 7
(begin
  (define-syntax be-like-begin
    (syntax-rules () ((be-like-begin name) (define-syntax name (syntax-rules () ((name expr (... ...)) (begin expr (... ...))))))))
  (be-like-begin sequence)
  (sequence 1 2 3 4))                                           => 4
(let ((=> #f)) (cond (#t => 'ok)))                              => ok
(begin
  (define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
  (let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))) => (2 1)
(let ((x 1) (y 2)) (define-syntax swap! (syntax-rules () ((swap! a b) (let ((tmp a)) (set! a b) (set! b tmp))))) (swap! x y) (list x y)) => (2 1)

;;; Patterns.

(let-syntax ((m (syntax-rules () ((_ (a b ...) ...) '((b ... a) ...))))) (m (1 2 3) (4) (5 6))) => ((2 3 1) (4) (6 5))
(let-syntax ((m (syntax-rules () ((_ (a ...) ...) '(a ... ...))))) (m (1 2) () (3))) => (1 2 3)
(let-syntax ((m (syntax-rules () ((_ a ... z) '(z a ...))))) (m 1 2 3)) => (3 1 2)
(let-syntax ((m (syntax-rules () ((_ a ... y z . r) '(y z r a ...))))) (m 1 2 3 4 . 5)) => (3 4 5 1 2)
(let-syntax ((m (syntax-rules () ((_ #(a b ...)) '(a (b ...)))))) (m #(1 2 3))) => (1 (2 3))
(let-syntax ((m (syntax-rules () ((_ a b ...) '#(b ... a))))) (m 1 2 3)) => #(2 3 1)
(let-syntax ((m (syntax-rules () ((_ "one" x) 'string) ((_ 1 x) 'number) ((_ #\a x) 'char) ((_ _ x) 'other))))
  (list (m "one" 0) (m 1 0) (m #\a 0) (m 2 0)))                 => (string number char other)
(let-syntax ((m (syntax-rules (in) ((_ x in y) '(x y)) ((_ x y z) 'no)))) (m 1 in 2)) => (1 2)
(let-syntax ((m (syntax-rules (in) ((_ x in y) '(x y)) ((_ x y z) 'no)))) (let ((in 0)) (m 1 in 2))) => no
(let-syntax ((m (syntax-rules ::: () ((_ a :::) '(a ::: ...))))) (m 1 2)) => (1 2 ...)
(let-syntax ((m (syntax-rules (...) ((_ a ...) '(a dots)) ((_ a b) '(a b))))) (list (m 1 ...) (m 1 2))) => ((1 dots) (1 2))
(let-syntax ((m (syntax-rules () ((_ a) '(a (... ...)))))) (m 1)) => (1 ...)
(let-syntax ((m (syntax-rules () ((_ (k v) ...) (list (cons 'k v) ...))))) (m (a 1) (b 2))) => ((a . 1) (b . 2))
(let-syntax ((m (syntax-rules () ((_ ((a b ...) ...) x ...) '((a x b ...) ...))))) (m ((1 2) (3 4 5)) x y)) => ((1 x 2) (3 y 4 5))
(let-syntax ((m (syntax-rules () ((_ (a ...) (b ...)) '((a b) ...))))) (m (1 2) (3))) => (error "different numbers")
(let-syntax ((m (syntax-rules () ((_ . r) 'r)))) (m 1 . 2))     => (1 . 2)
(let-syntax ((m (syntax-rules () ((_ a a) 'a)))) (m 1 2))       => (error "stands twice in a pattern")
(let-syntax ((m (syntax-rules () ((_ a ...) 'a)))) (m 1 2))     => (error "needs an ellipsis")
(let-syntax ((m (syntax-rules () ((_ a) '(a ...))))) (m 1))     => (error "nothing to repeat")
(let-syntax ((m (syntax-rules () ((_ a ... b ...) 1)))) (m 1))  => (error "two ellipses")
(let-syntax ((m (syntax-rules () ((_ a) a)))) (m 1 2))          => (error "no rule of the macro m fits")

;;; Hygiene.

(begin (define-syntax my-if (syntax-rules () ((_ c a b) (cond (c a) (else b))))) (let ((else #f)) (my-if #f 1 2))) => 2
(begin (define-syntax while (syntax-rules () ((_ c body ...) (let lp () (when c body ... (lp))))))
       (let ((lp 0) (i 0)) (while (< i 3) (set! lp (+ lp i)) (set! i (+ i 1))) lp)) => 3
(begin (define-syntax ten (syntax-rules () ((_) 10))) (define-syntax use-ten (syntax-rules () ((_ x) (let ((y (ten))) (+ x y)))))
       (let ((y 1)) (use-ten y)))                               => 11
(begin (define-syntax my-let (syntax-rules () ((_ ((n v) ...) . body) ((lambda (n ...) . body) v ...)))) (my-let ((a 1) (b 2)) (+ a b))) => 3
(let () (define-syntax def (syntax-rules () ((_ n v) (define n v)))) (def a 5) (def b (+ a 1)) (list a b)) => (5 6)
(let () (define-syntax two (syntax-rules () ((_ n) (begin (define tmp 1) (define n (+ tmp 1)))))) (two a) (two b) (list a b)) => (2 2)
(begin (define-syntax deftmp (syntax-rules () ((_ n v) (begin (define hidden v) (define (n) hidden))))) (deftmp h1 1) (deftmp h2 2) (list (h1) (h2))) => (1 2)
(let ((x 1)) (let-syntax ((foo (syntax-rules () ((_ y) (let-syntax ((bar (syntax-rules () ((_) (let ((x 2)) y))))) (bar)))))) (foo x))) => 1
(let ((x 1)) (letrec-syntax ((foo (syntax-rules () ((_ y) (bar y)))) (bar (syntax-rules () ((_ x) (let ((y 0)) x))))) (let ((y 5)) (foo y)))) => 5
(let ((f (lambda (x) (+ x 1)))) (let-syntax ((f (syntax-rules () ((_ x) x))) (g (syntax-rules () ((_ x) (f x))))) (list (f 1) (g 1)))) => (1 2)
(let ((f (lambda (x) (+ x 1)))) (letrec-syntax ((f (syntax-rules () ((_ x) x))) (g (syntax-rules () ((_ x) (f x))))) (list (f 1) (g 1)))) => (1 1)
(begin (define-syntax m1 (syntax-rules () ((_ e) (let ((list vector)) (cons list (list e)))))) (procedure? (car (let ((list 0)) (m1 list))))) => #t
(begin (define-syntax kw (syntax-rules () ((_ name) (define-syntax name (syntax-rules (name2) ((_ name2) 'literal) ((_ x) 'other))))))
       (kw test) (list (test name2) (test 1)))                  => (literal other)
(let ((x 'a)) (define-syntax quoted (syntax-rules () ((_ y) '(x y)))) (quoted x)) => (x x)
(let loop ((i 0)) (define-syntax again (syntax-rules () ((_ e) (loop e)))) (if (< i 5) (again (+ i 1)) i)) => 5
(let () (define-record-type point (make x) point? (x px)) (define-syntax make-it (syntax-rules () ((_ v) (px (make v))))) (make-it 3)) => 3
(begin (define-syntax defrec (syntax-rules () ((_ n mk p f g) (define-record-type n (mk f) p (f g))))) (defrec rr mk-rr rr? field rr-field) (rr-field (mk-rr 8))) => 8
(letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x . r) (od? . r)))) (od? (syntax-rules () ((_) #f) ((_ x . r) (ev? . r))))) (list (ev? 1 2) (ev? 1 2 3))) => (#t #f)
(begin (define-syntax my-cond (syntax-rules (else) ((_ (else e)) e) ((_ (c e) . r) (if c e (my-cond . r))))) (my-cond (#f 1) (else 2))) => 2
(begin (define-syntax for (syntax-rules (in) ((_ x in l body ...) (map (lambda (x) body ...) l)))) (for x in '(1 2 3) (* x x))) => (1 4 9)
(begin (define-syntax my-let* (syntax-rules () ((_ () . b) (let () . b)) ((_ ((n v) . r) . b) (let ((n v)) (my-let* r . b))))) (my-let* ((x 1) (x (+ x 1)) (y x)) (list x y))) => (2 2)
(begin (define-syntax loop-until (syntax-rules () ((_ id init test ret step) (let lp ((id init)) (if test ret (lp step)))))) (loop-until x 1 (> x 100) x (* x 2))) => 128
(begin (define-syntax ck (syntax-rules (quote) ((_ () 'v) v) ((_ (((op ...) ea ...) . s) 'v) (ck-arg s (op ... 'v) ea ...)) ((_ s (op ea ...)) (ck-arg s (op) ea ...))))
  (define-syntax ck-arg (syntax-rules (quote) ((_ s (op va ...)) (op s va ...)) ((_ s (op ...) 'v ea1 ...) (ck-arg s (op ... 'v) ea1 ...)) ((_ s (op ...) ea ea1 ...) (ck (((op ...) ea1 ...) . s) ea))))
  (define-syntax c-append (syntax-rules (quote) ((_ s '(l1 ...) '(l2 ...)) (ck s '(l1 ... l2 ...)))))
  (define-syntax c-quote (syntax-rules (quote) ((_ s 'x) (ck s ''x))))
  (ck () (c-quote (c-append '(1 2) (c-append '(3) '(4 5))))))  => (1 2 3 4 5)
(syntax-error "this is wrong" 42)                               => (error "this is wrong 42")
(let-syntax ((m (syntax-rules () ((_ (x)) x) ((_ other) (syntax-error "not a list:" other))))) (m 5)) => (error "not a list: 5")
(let-syntax () 5)                                               => 5
(let ((x 1)) (let-syntax () (define x 2) #f) x)                 => 1

;;; Definitions.

(begin (define add3 (lambda (x) (+ x 3))) (add3 3))             => 6
(begin (define first car) (first '(1 2)))                       => 1
(let ((x 5)) (define foo (lambda (y) (bar x y))) (define bar (lambda (a b) (+ (* a b) a))) (foo (+ x 3))) => 45
(let ((x 5)) (letrec* ((foo (lambda (y) (bar x y))) (bar (lambda (a b) (+ (* a b) a)))) (foo (+ x 3)))) => 45
(begin (define-values (x y) (exact-integer-sqrt 17)) (list x y)) => (4 1)
(let () (define-values (x y) (values 1 2)) (+ x y))             => 3
(let () (define-values (a . b) (values 1 2 3)) (list a b))      => (1 (2 3))
(let () (define-values all (values 1 2 3)) all)                 => (1 2 3)
(let () (define a 1) (define (f) (* a b)) (define b 7) (f))     => 7
(let () (define (f) (g)) (define x (f)) (define (g) 5) x)       => 5
(let () (define (f) y) (define x (f)) (define y 5) x)           => (error "y is used before it has a value")
(letrec ((a (lambda () b)) (b 2)) (a))                          => 2
(letrec ((a b) (b 2)) a)                                        => (error "b is used before it has a value")
(let () (define x 1) (set! x (+ x 1)) (define y x) (list x y))  => (2 2)
(define (curried a) (lambda (b) (list a b)))                    => ()
((curried 1) 2)                                                 => (1 2)
(let () (begin (define a 1) (define b 2)) (+ a b))              => 3
(let () (begin) 5)                                              => 5

;;; Records.

(begin (define-record-type <pare> (kons x y) pare? (x kar set-kar!) (y kdr)) (pare? (kons 1 2))) => #t
(pare? (cons 1 2))                                              => #f
(kar (kons 1 2))                                                => 1
(kdr (kons 1 2))                                                => 2
(let ((k (kons 1 2))) (set-kar! k 3) (kar k))                   => 3
(kar '(1))                                                      => (error "kar: not a pare: (1)")
(kons 1 2)                                                      => (shows "#<pare x: 1 y: 2>")
(let () (define-record-type p (mk b) p? (a pa set-pa!) (b pb)) (let ((r (mk 2))) (set-pa! r 1) (list (pa r) (pb r) (p? r)))) => (1 2 #t)
(begin (define-record-type one #f one?) (define-record-type two (make-two) two?) (list (one? (make-two)) (two? (make-two)))) => (#f #t)
(map kar (list (kons 1 2) (kons 3 4)))                          => (1 3)
(vector? (kons 1 2))                                            => #f
(procedure? (kons 1 2))                                         => #f

;;; Toplevel definitions introduced by a macro see each other, in any order.

(begin (define-syntax define-parity (syntax-rules () ((_ name) (begin (define (name n) (if (= n 0) 'even (other (- n 1)))) (define (other n) (if (= n 0) 'odd (name (- n 1)))))))) 'ok) => ok
(begin (define-parity parity) 'ok)                              => ok
(list (parity 10) (parity 7))                                   => (even odd)
(begin (define (other n) 'mine) (define-parity again) (list (again 3) (other 3) (parity 3))) => (odd mine odd)
(begin (define-syntax with-pair (syntax-rules () ((_ name) (begin (define (name x) (left (pair x (right (pair 1 x))))) (define-record-type pair (pair a b) pair? (a left) (b right)))))) 'ok) => ok
(begin (with-pair twice) (twice 5))                             => 5
(begin (define-syntax with-values (syntax-rules () ((_ name) (begin (define (name) (list a b)) (define-values (a . b) (values 1 2 3)))))) (with-values both) (both)) => (1 (2 3))
