;;; Expressions: chapters 4.1 and 4.2 of the report, with its examples.

(begin (define x 28) x)                                         => 28
(quote a)                                                       => a
(quote #(a b c))                                                => #(a b c)
(quote (+ 1 2))                                                 => (+ 1 2)
'()                                                             => ()
''a                                                             => (quote a)
'145932                                                         => 145932
'"abc"                                                          => "abc"
'#\a                                                            => #\a
'#(a 10)                                                        => #(a 10)
'#u8(64 65)                                                     => #u8(64 65)
#t                                                              => #t
(+ 3 4)                                                         => 7
((if #f + *) 3 4)                                               => 12
((lambda (x) (+ x x)) 4)                                        => 8
(begin (define reverse-subtract (lambda (x y) (- y x))) (reverse-subtract 7 10)) => 3
(begin (define add4 (let ((x 4)) (lambda (y) (+ x y)))) (add4 6)) => 10
((lambda x x) 3 4 5 6)                                          => (3 4 5 6)
((lambda (x y . z) z) 3 4 5 6)                                  => (5 6)
(if (> 3 2) 'yes 'no)                                           => yes
(if (> 2 3) 'yes 'no)                                           => no
(if (> 3 2) (- 3 2) (+ 3 2))                                    => 1
(if '() 'true 'false)                                           => true
(begin (define x 2) (set! x 4) (+ x 1))                         => 5
(cond ((> 3 2) 'greater) ((< 3 2) 'less))                       => greater
(cond ((> 3 3) 'greater) ((< 3 3) 'less) (else 'equal))         => equal
(cond ((assv 'b '((a 1) (b 2))) => cadr) (else #f))             => 2
(cond (#f 1) (2))                                               => 2
(cond ('(1 2) => (lambda (l) (apply + l))))                     => 3
(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite))      => composite
(case (car '(c d)) ((a e i o u) 'vowel) ((w y) 'semivowel) (else => (lambda (x) x))) => c
(case 'w ((a e i o u) 'vowel) ((w y) => (lambda (x) (list x 'semi))) (else 'no)) => (w semi)
(case "a" (("a") 'same) (else 'other))                          => other
(case 100000000000000000000 ((100000000000000000000) 'big) (else 'no)) => big
(case #\b ((#\a #\b #\c) 1) (else 2))                           => 1
(case 5 ((1 2 3 4 6 7 8 9 10 11 12) 'no) ((5) 'five))           => five
(case 5 (() 'nothing) (else 'else))                             => else
(and (= 2 2) (> 2 1))                                           => #t
(and (= 2 2) (< 2 1))                                           => #f
(and 1 2 'c '(f g))                                             => (f g)
(and)                                                           => #t
(or (= 2 2) (> 2 1))                                            => #t
(or #f #f #f)                                                   => #f
(or (memq 'b '(a b c)) (/ 3 0))                                 => (b c)
(or)                                                            => #f
(let ((n 0)) (or (begin (set! n (+ n 1)) #f) n))                => 1
(when (= 1 1) 1 2)                                              => 2
(unless (= 1 2) 1 2)                                            => 2
(if #f #f)                                                      => (shows "#<unspecified>")
(let ((x 2) (y 3)) (* x y))                                     => 6
(let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x)))           => 35
(let ((x 2) (y 3)) (let* ((x 7) (z (+ x y))) (* z x)))          => 70
(let* () 5)                                                     => 5
(let* ((x 1) (x (+ x 1))) x)                                    => 2
(letrec ((even? (lambda (n) (if (zero? n) #t (odd? (- n 1)))))
         (odd? (lambda (n) (if (zero? n) #f (even? (- n 1))))))
  (even? 88))                                                   => #t
(letrec* ((p (lambda (x) (+ 1 (q (- x 1)))))
          (q (lambda (y) (if (zero? y) 0 (+ 1 (p (- y 1))))))
          (x (p 5)) (y x))
  y)                                                            => 5
(let-values (((root rem) (exact-integer-sqrt 32))) (* root rem)) => 35
(let-values (((a b . c) (values 1 2 3 4)) (d (values 5 6))) (list a b c d)) => (1 2 (3 4) (5 6))
(let ((a 'a) (b 'b) (x 'x) (y 'y))
  (let*-values (((a b) (values x y)) ((x y) (values a b))) (list a b x y))) => (x y x y)
(let ((a 'a) (b 'b) (x 'x) (y 'y))
  (let-values (((a b) (values x y)) ((x y) (values a b))) (list a b x y))) => (x y a b)
(begin (define x 0) (and (= x 0) (begin (set! x 5) (+ x 1))))   => 6
(do ((vec (make-vector 5)) (i 0 (+ i 1))) ((= i 5) vec) (vector-set! vec i i)) => #(0 1 2 3 4)
(let ((x '(1 3 5 7 9))) (do ((x x (cdr x)) (sum 0 (+ sum (car x)))) ((null? x) sum))) => 25
(let loop ((numbers '(3 -2 1 6 -5)) (nonneg '()) (neg '()))
  (cond ((null? numbers) (list nonneg neg))
        ((>= (car numbers) 0) (loop (cdr numbers) (cons (car numbers) nonneg) neg))
        ((< (car numbers) 0) (loop (cdr numbers) nonneg (cons (car numbers) neg))))) => ((6 1 3) (-5 -2))
(let loop () 5)                                                 => 5
(let ((loop 3)) (let loop ((i loop)) (if (= i 0) 'done (loop (- i 1))))) => done
(map (lambda (f) (f)) (let loop ((i 0) (fs '())) (if (= i 3) (reverse fs) (loop (+ i 1) (cons (lambda () i) fs))))) => (0 1 2)
(do ((i 0 (+ i 1)) (fs '() (cons (lambda () i) fs))) ((= i 3) (map (lambda (f) (f)) fs))) => (2 1 0)

;;; Delayed evaluation.

(force (delay (+ 1 2)))                                         => 3
(let ((p (delay (+ 1 2)))) (list (force p) (force p)))          => (3 3)
(begin
  (define integers (letrec ((next (lambda (n) (delay (cons n (next (+ n 1))))))) (next 0)))
  (define head (lambda (stream) (car (force stream))))
  (define tail (lambda (stream) (cdr (force stream))))
  (head (tail (tail integers))))                                => 2
(begin
  (define (stream-filter p? s)
    (delay-force (if (null? (force s)) (delay '())
                     (let ((h (car (force s))) (t (cdr (force s))))
                       (if (p? h) (delay (cons h (stream-filter p? t))) (stream-filter p? t))))))
  (head (tail (tail (stream-filter odd? integers)))))           => 5
(let ()
  (define count 0)
  (define p (delay (begin (set! count (+ count 1)) (if (> count x) count (force p)))))
  (define x 5)
  (list (promise? p) (force p) (begin (set! x 10) (force p))))  => (#t 6 6)
(let loop ((n 100000) (p (delay 'end))) (if (= n 0) (force p) (loop (- n 1) (let ((q p)) (delay-force q))))) => end
(promise? (make-promise 1))                                     => #t
(force (make-promise 1))                                        => 1
(let ((p (delay 1))) (eq? p (make-promise p)))                  => #t
(force 5)                                                       => 5

;;; Parameters.

(begin
  (define radix (make-parameter 10 (lambda (x) (if (and (exact-integer? x) (<= 2 x 16)) x (error "invalid radix")))))
  (define (f n) (number->string n (radix)))
  (f 12))                                                       => "12"
(parameterize ((radix 2)) (f 12))                               => "1100"
(f 12)                                                          => "12"
(parameterize ((radix 0)) (f 12))                               => (error "invalid radix")
(let ((a (make-parameter 1)) (b (make-parameter 2)))
  (parameterize ((a (b)) (b (a))) (list (a) (b))))              => (2 1)
(parameterize ((5 1)) 2)                                        => (error "parameterize: not a parameter: 5")
(let ((p (make-parameter 1)) (k #f) (n 0) (seen '()))
  (parameterize ((p 2)) (call/cc (lambda (c) (set! k c))) (set! seen (cons (p) seen)))
  (set! n (+ n 1))
  (if (< n 3) (k #f) (list seen (p))))                          => ((2 2 2) 1)

;;; Case-lambda, quasiquotation.

(begin
  (define range (case-lambda ((e) (range 0 e)) ((b e) (do ((r '() (cons e r)) (e (- e 1) (- e 1))) ((< e b) r)))))
  (range 3))                                                    => (0 1 2)
(range 3 5)                                                     => (3 4)
(range)                                                         => (error "range: no case takes 0 arguments")
((case-lambda ((a) 'one) ((a . rest) rest)) 1 2 3)              => (2 3)
((case-lambda (all all)) 1 2)                                   => (1 2)
`(list ,(+ 1 2) 4)                                              => (list 3 4)
(let ((name 'a)) `(list ,name ',name))                          => (list a (quote a))
`(a ,(+ 1 2) ,@(map abs '(4 -5 6)) b)                           => (a 3 4 5 6 b)
`((foo ,(- 10 3)) ,@(cdr '(c)) . ,(car '(cons)))                => ((foo 7) . cons)
`#(10 5 ,(sqrt 4) ,@(map sqrt '(16 9)) 8)                       => #(10 5 2 4 3 8)
(let ((foo '(foo bar)) (@baz 'baz)) `(list ,@foo , @baz))       => (list foo bar baz)
`(a `(b ,(foo ,(+ 1 3) d) e) f)                                 => (a `(b ,(foo 4 d) e) f)
(let ((name1 'x) (name2 'y)) `(a `(b ,,name1 ,',name2 d) e))    => (a `(b ,x ,'y d) e)
(quasiquote (list (unquote (+ 1 2)) 4))                         => (list 3 4)
'(quasiquote (list (unquote (+ 1 2)) 4))                        => `(list ,(+ 1 2) 4)
`(1 . ,(+ 1 1))                                                 => (1 . 2)
`(1 ,@'() . 2)                                                  => (1 . 2)
`,@(list 1 2)                                                   => (error "unquote-splicing")
`(1 `,(+ 1 ,(+ 2 3)))                                           => (1 `,(+ 1 5))
`#(1 ,@(list 2 3))                                              => #(1 2 3)

;;; UNQUOTE of several.

(let ((a 1) (b '(2 3))) `(0 (unquote a 'x (+ a 4)) (unquote-splicing b b) 6)) => (0 1 x 5 2 3 2 3 6)
(let ((a 1)) `(0 (unquote) (unquote-splicing) 2))               => (error "unquote")
`(1 `(unquote 2 (unquote 3 (+ 1 3))))                           => (1 `(unquote 2 3 4))
`(1 unquote 2 3)                                                => (error "unquote")
