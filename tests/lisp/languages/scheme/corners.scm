; Corners of Scheme: hygiene, exits and entries, tail calls, numbers, texts, ports; nearly all as Guile has them.
(import (scheme base) (scheme write) (scheme inexact) (scheme complex) (scheme char) (scheme lazy) (scheme case-lambda) (scheme cxr) (scheme read) (scheme eval)
        (srfi 1) (srfi 8) (srfi 26) (srfi 69)) => ()
(begin (define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((tmp e)) (if tmp tmp (my-or r ...)))))) 'ok) => ok
(let ((tmp 5)) (my-or #f tmp)) => 5
(let ((if list) (tmp 1)) (my-or #f 2 tmp)) => 2
(begin (define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp))))) 'ok) => ok
(let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)) => (2 1)
(begin (define-syntax while (syntax-rules () ((_ c b ...) (let lp () (when c b ... (lp)))))) 'ok) => ok
(let ((i 0) (lp 'mine)) (while (< i 3) (set! i (+ i 1))) (list i lp)) => (3 mine)
(begin (define-syntax be-like-begin (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ expr (... ...)) (begin expr (... ...)))))))) 'ok) => ok
(begin (be-like-begin sequence) 'ok) => ok
(sequence 1 2 3 4) => 4
(let ((=> #f)) (cond (#t => 'ok))) => (shows "ok")
(begin (define-syntax m1 (syntax-rules (else) ((_ else) 'else) ((_ x) 'other))) 'ok) => ok
(list (m1 else) (let ((else 1)) (m1 else)) (m1 3)) => (else other other)
(begin (define-syntax nest (syntax-rules () ((_ (a b ...) ...) '((b ... a) ...)))) 'ok) => ok
(nest (1 2 3) (4) (5 6)) => ((2 3 1) (4) (6 5))
(begin (define-syntax flat (syntax-rules () ((_ (a ...) ...) '(a ... ...)))) 'ok) => ok
(flat (1 2) (3) ()) => (1 2 3)
(begin (define-syntax tail-pat (syntax-rules () ((_ a ... z) '(z a ...)))) 'ok) => ok
(tail-pat 1 2 3 4) => (4 1 2 3)
(begin (define-syntax tail2 (syntax-rules () ((_ a ... y z . r) '(y z (a ...) r)))) 'ok) => ok
(tail2 1 2 3 4 . 5) => (3 4 (1 2) 5)
(begin (define-syntax vecp (syntax-rules () ((_ #(a b ...)) (list a '(b ...))))) 'ok) => ok
(vecp #(1 2 3)) => (1 (2 3))
(begin (define-syntax my-ell (syntax-rules ::: () ((_ (a b :::) :::) '((a ::: ) (b ::: :::))))) 'ok) => ok
(my-ell (1 2 3) (4 5)) => ((1 4) (2 3 5))
(begin (define-syntax under (syntax-rules () ((_ _ x) 'x))) 'ok) => ok
(under 1 2) => 2
(begin (define-syntax my-let* (syntax-rules () ((_ () body ...) (let () body ...)) ((_ ((x v) rest ...) body ...) (let ((x v)) (my-let* (rest ...) body ...))))) 'ok) => ok
(my-let* ((x 1) (y (+ x 1)) (x (* y 10))) (list x y)) => (20 2)
(begin (define-syntax def2 (syntax-rules () ((_ a b v) (begin (define a v) (define b v))))) 'ok) => ok
(begin (def2 da db 7) 'ok) => ok
(list da db) => (7 7)
(let () (def2 x y 3) (+ x y)) => 6
(begin (define-syntax deftmp (syntax-rules () ((_ n v) (begin (define tmp v) (define (n) tmp))))) 'ok) => ok
(begin (deftmp g1 10) 'ok) => ok
(begin (deftmp g2 20) 'ok) => ok
(list (g1) (g2)) => (10 20)
(let-syntax ((foo (syntax-rules () ((_ x) (* x 2))))) (foo 4)) => 8
(letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x . r) (od? . r)))) (od? (syntax-rules () ((_) #f) ((_ x . r) (ev? . r))))) (list (ev? 1 2) (ev? 1))) => (#t #f)
(let ((x 'outer)) (let-syntax ((m (syntax-rules () ((m) x)))) (let ((x 'inner)) (m)))) => (shows "outer")
(let ((x 1)) (define-syntax m (syntax-rules () ((_) x))) (define y (m)) (let ((x 2)) (list (m) y))) => (1 1)
(begin (define-syntax loop-until (syntax-rules () ((_ var init test step body) (let lp ((var init)) (if (not test) (begin body (lp step))))))) 'ok) => ok
(let ((acc '())) (loop-until i 0 (= i 3) (+ i 1) (set! acc (cons i acc))) acc) => (2 1 0)
(begin (define-syntax my-if (syntax-rules () ((_ c a b) (cond (c a) (else b))))) 'ok) => ok
(let ((else #f)) (my-if #f 1 2)) => 2
(begin (define-syntax jabber (syntax-rules () ((_ a) (jabber "x" a)) ((_ "x" a) (list "str" a)))) 'ok) => ok
(jabber 3) => ("str" 3)
(begin (define-syntax ten (syntax-rules () ((_) 10))) 'ok) => ok
(begin (define (use-ten) (ten)) 'ok) => ok
(use-ten) => 10
(let loop ((i 0)) (if (< i 1000000) (loop (+ i 1)) i)) => 1000000
(begin (define-syntax cap (syntax-rules () ((_ body) (let ((it 42)) body)))) 'ok) => ok
(begin (define it 1) 'ok) => ok
(cap it) => 1
(begin (define-syntax kw (syntax-rules (in) ((_ x in y) '(x y)))) 'ok) => ok
(kw 1 in 2) => (1 2)
(let-values (((a b) (values 1 2)) ((c . d) (values 3 4 5))) (list a b c d)) => (1 2 3 (4 5))
(let*-values (((a b) (values 1 2)) ((b a) (values a b))) (list a b)) => (2 1)
(begin (define-values (p q . r) (values 1 2 3 4)) 'ok) => ok
(list p q r) => (1 2 (3 4))
(begin (define-record-type point (make-point x y) point? (x px set-px!) (y py)) 'ok) => ok
(let ((p (make-point 1 2))) (set-px! p 10) (list (px p) (py p) (point? p) (point? 5))) => (10 2 #t #f)
(px 5) => (error "px: not a point:")
(case 3 ((1 2) 'low) ((3 4) 'mid) (else 'high)) => (shows "mid")
(case 'x ((x) => (lambda (v) (list v 'got))) (else 1)) => (x got)
(case 9 ((1) 1) (else => (lambda (v) (* v 2)))) => 18
(do ((vec (make-vector 5)) (i 0 (+ i 1))) ((= i 5) vec) (vector-set! vec i i)) => #(0 1 2 3 4)
(let ((path '())) (dynamic-wind (lambda () (set! path (cons 'in path))) (lambda () (set! path (cons 'body path))) (lambda () (set! path (cons 'out path)))) (reverse path)) => (in body out)
(let ((path '()) (c #f)) (let ((add (lambda (s) (set! path (cons s path))))) (dynamic-wind (lambda () (add 'connect)) (lambda () (add (call-with-current-continuation (lambda (c0) (set! c c0) 'talk1)))) (lambda () (add 'disconnect))) (if (< (length path) 4) (c 'talk2) (reverse path)))) => (connect talk1 disconnect connect talk2 disconnect)
(guard (e ((symbol? e) (list 'sym e)) ((string? e) => (lambda (x) x))) (raise 'boom)) => (sym boom)
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42)))) => 42
(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23)))) => (b . 23)
(guard (e ((string? e) 1)) (guard (e2 ((number? e2) 2)) (raise "s"))) => 1
(with-exception-handler (lambda (c) 42) (lambda () (+ (raise-continuable 'c) 1))) => 43
(guard (e (#t (list (error-object-message e) (error-object-irritants e)))) (error "msg" 1 "two" 'three)) => ("msg" (1 "two" three))
(let ((r '())) (guard (e (#t (set! r (cons 'handler r)))) (dynamic-wind (lambda () (set! r (cons 'in r))) (lambda () (raise 'x)) (lambda () (set! r (cons 'out r))))) (reverse r)) => (in out handler)
(call-with-values (lambda () (values 1 2)) cons) => (1 . 2)
(let ((p (delay (begin (display "once ") 5)))) (list (force p) (force p))) => (5 5)
(let loop ((n 0) (s (let ints ((i 0)) (cons i (delay (ints (+ i 1))))))) (if (= n 1000) (car s) (loop (+ n 1) (force (cdr s))))) => 1000
(begin (define (stream-loop n) (delay-force (if (= n 0) (delay 'done) (stream-loop (- n 1))))) 'ok) => ok
(force (stream-loop 100000)) => (shows "done")
(force 5) => 5
(let ((p (make-promise 3))) (list (promise? p) (force p))) => (#t 3)
(begin (define prm (make-parameter 10 (lambda (x) (* x 2)))) 'ok) => ok
(list (prm) (parameterize ((prm 5)) (prm)) (prm)) => (20 10 20)
(begin (define cl (case-lambda ((a) (list 'one a)) ((a b) (list 'two a b)) ((a . r) (list 'many a r)))) 'ok) => ok
(list (cl 1) (cl 1 2) (cl 1 2 3)) => ((one 1) (two 1 2) (many 1 (2 3)))
`(1 ,(+ 1 1) ,@(list 3 4) . 5) => (1 2 3 4 . 5)
`#(1 ,@(list 2 3) 4) => #(1 2 3 4)
`(a `(b ,(c ,(+ 1 2)))) => (a `(b ,(c 3)))
`(a `(b ,@(c ,@(list 1 2)))) => (a `(b ,@(c 1 2)))
(let ((name1 'x) (name2 'y)) `(a `(b ,,name1 ,',name2 d) e)) => (a `(b ,x ,'y d) e)
(quasiquote (1 (unquote (+ 1 1)))) => (1 2)
(eq? 'abc 'ABC) => #f
'|foo bar| => (shows "|foo bar|")
(string->symbol "Hello World") => (shows "|Hello World|")
(list 1.0 -0.0 0.5 .25 1e21 1e22 1e100 1.5e-7 123456.789 1e7 12345678901234567890.0 (/ 1 3.) (sqrt 2) (exp 1)) => (1.0 -0.0 0.5 0.25 1e21 1e22 1e100 1.5e-7 123456.789 10000000.0 12345678901234567000.0 0.3333333333333333 1.4142135623730951 2.718281828459045)
(list (exact 2.5) (exact 2.0) (inexact 1/4) (exact 1e18) (exact -0.0)) => (5/2 2 0.25 1000000000000000000 0)
(list (sqrt 16) (sqrt 1/4) (sqrt 15) (sqrt 16.0) (exact-integer-sqrt 17)) => (4 1/2 3.872983346207417 4.0 4)
(call-with-values (lambda () (exact-integer-sqrt 17)) list) => (4 1)
(list (expt 2 100) (expt 2 -2) (expt 2. 3) (expt 2 .5) (expt 0 0) (expt 0. 0) (expt 1/2 3)) => (1267650600228229401496703205376 1/4 8.0 1.4142135623730951 1 1 1/8)
(list (floor 2.5) (ceiling 2.5) (round 2.5) (round 3.5) (round -2.5) (truncate -2.7) (round 7/2) (floor -7/2)) => (2.0 3.0 2.0 4.0 -2.0 -2.0 4 -4)
(list (quotient -7 2) (remainder -7 2) (modulo -7 2) (floor/ -7 2) ) => (-3 -1 1 -4)
(call-with-values (lambda () (floor/ -7 2)) list) => (-4 1)
(call-with-values (lambda () (truncate/ -7 2)) list) => (-3 -1)
(list (floor-quotient 7 -2) (floor-remainder 7 -2) (truncate-quotient 7 -2) (truncate-remainder 7 -2)) => (-4 -1 -3 1)
(list (gcd) (gcd 12 18) (lcm) (lcm 4 6) (gcd 0 5) (lcm 0 5) (gcd -4 6)) => (0 6 1 12 5 0 2)
(list (number->string 255 16) (number->string 10 2) (number->string 1.5) (number->string -17 8)) => ("ff" "1010" "1.5" "-21")
(list (string->number "ff" 16) (string->number "#xff") (string->number "1e3") (string->number "abc") (string->number "1/2") (string->number "#e1.5") (string->number "#i1/2") (string->number "-") (string->number "+5") (string->number "1.") (string->number ".5") (string->number "")) => (255 255 1000.0 #f 1/2 3/2 0.5 #f 5 1.0 0.5 #f)
(list (max 1 2.0) (min 1 2.0) (max 1 2 3) (abs -5) (abs -1/2) (numerator 6/4) (denominator 6/4) (denominator 0.5)) => (2.0 1.0 3 5 1/2 3 2 2.0)
(list (exact? 1) (exact? 1.0) (inexact? 1.) (integer? 2.0) (integer? 2.5) (rational? 1/2) (rational? 1.5) (real? 1) (exact-integer? 5) (exact-integer? 5.0)) => (#t #f #t #t #f #t #t #t #t #f)
(list (number? 'a) (nan? (/ 0. 0.)) (infinite? (/ 1. 0.)) (finite? 1e10) (/ 1. 0.) (/ -1. 0.) (/ 0. 0.)) => (shows "(#f #t #t #t +inf.0 -inf.0 +nan.0)")
(/ 1 0) => (error "/: division by zero")
(/ 1.0 0) => (error "/: division by zero")
(modulo 5 0) => (error "modulo: division by zero")
(list +inf.0 -inf.0 +nan.0 (- +inf.0) (+ +inf.0 1) (* 0 1.5) (+ 1/2 0.5)) => (shows "(+inf.0 -inf.0 +nan.0 -inf.0 +inf.0 0.0 1.0)")
(list (= 1 1.0) (eqv? 1 1.0) (equal? 1 1.0) (eqv? 0.0 -0.0) (= 0.0 -0.0) (eqv? 1/2 1/2) (eqv? 100000000000000000000 100000000000000000000) (eq? '() '())) => (#t #f #f #f #t #t #t #t)
(list (exp 0) (log 1) (sin 0) (cos 0) (atan 1 1) (atan 1) (log 8 2) (exp 1) (log 100 10)) => (1 0 0 1 0.7853981633974483 0.7853981633974483 3.0 2.718281828459045 2.0)
(list (exact (floor 2.7)) (exact (round 1e15)) (square 5) (square 1/2) (square 1.5)) => (2 1000000000000000 25 1/4 2.25)
(list (exact-integer? (exact (truncate 1e20))) (exact (truncate 1e20))) => (#t 100000000000000000000)
(list (even? 0) (odd? -1) (zero? 0.0) (positive? 1e-300) (negative? -0.0)) => (#t #t #t #t #f)
(list (boolean=? #t #t) (boolean=? #t #f) (symbol=? 'a 'a 'a) (boolean? '()) (boolean? #f)) => (#t #f #t #f #t)
(list (char-upcase #\a) (char-downcase #\A) (char-foldcase #\A) (char->integer #\A) (integer->char 955) (char-alphabetic? #\a) (char-numeric? #\5) (char-whitespace? #\space) (digit-value #\7) (digit-value #\a)) => (#\A #\a #\a 65 #\λ #t #t #t 7 #f)
(list #\a #\space #\newline #\tab #\nul #\delete #\escape #\alarm #\backspace #\return #\x41 #\λ #\x0) => (#\a #\space #\newline #\tab #\null #\delete #\escape #\alarm #\backspace #\return #\A #\λ #\null)
(list (string-upcase "abc") (string-downcase "ABC") (string-foldcase "ABC") (string-append "a" "b" "c") (substring "hello" 1 3) (string-copy "hello" 2) (string-length "λx")) => ("ABC" "abc" "abc" "abc" "el" "llo" 2)
(let ((s (make-string 3 #\a))) (string-set! s 1 #\b) (string-fill! s #\z 2) s) => "abz"
(let ((s (string-copy "abcdef"))) (string-copy! s 1 "XYZ" 0 2) s) => "aXYdef"
(list (string->list "abc" 1) (list->string '(#\a #\b)) (string->vector "abc") (vector->string #(#\a)) (string-map char-upcase "abc") (string-map (lambda (a b) (if (char<? a b) a b)) "adc" "bbbz")) => ((#\b #\c) "ab" #(#\a #\b #\c) "a" "ABC" "abb")
(let ((l '())) (string-for-each (lambda (c d) (set! l (cons (list c d) l))) "ab" "xyz") l) => ((#\b #\y) (#\a #\x))
(list (string<? "a" "b" "c") (string=? "a" "a") (string-ci=? "Ab" "aB") (string>? "b" "a") (char-ci=? #\a #\A)) => (#t #t #t #t #t)
"a\nb\t\"q\"\\ \a \x41; é" => "a\nb\t\"q\"\\ \a A é"
(list (vector-map + #(1 2) #(10 20 30)) (vector->list #(1 2 3) 1) (list->vector '(1)) (vector-fill! (make-vector 2 0) 7) (vector-append #(1) #(2 3)) (vector-copy #(1 2 3) 1 2)) => (shows "(#(11 22) (2 3) #(1) #<unspecified> #(1 2 3) #(2))")
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 v 0 3) v) => #(1 1 2 3 5)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 0 v 2 5) v) => #(3 4 5 4 5)
(let ((s 0)) (vector-for-each (lambda (x y) (set! s (+ s (* x y)))) #(1 2) #(3 4)) s) => 11
(list (bytevector 1 2 3) (make-bytevector 2 7) (bytevector-u8-ref #u8(5 6) 1) (bytevector-append #u8(1) #u8(2)) (utf8->string #u8(65 66)) (string->utf8 "λ") (bytevector-copy #u8(1 2 3) 1) (bytevector-length #u8())) => (#u8(1 2 3) #u8(7 7) 6 #u8(1 2) "AB" #u8(206 187) #u8(2 3) 0)
(let ((b (bytevector 1 2 3))) (bytevector-u8-set! b 0 255) (bytevector-copy! b 1 #u8(9 8)) b) => #u8(255 9 8)
(list (append '(1) '(2) '() '(3 . 4)) (append) (append '() 5) (list-copy '(1 2)) (list-tail '(1 2 3) 1) (list-ref '(a b) 1) (reverse '(1 2)) (memq 'c '(a b)) (member 2.0 '(1 2 3) =) (assoc 2.0 '((1 one) (2 two)) =) (assv 2 '((1 . a) (2 . b)))) => ((1 2 3 . 4) () 5 (1 2) (2 3) b (2 1) #f (2 3) (2 two) (2 . b))
(list (list-set! (list 1 2) 0 'x) (make-list 2 'z) (length '()) (list? '(1 . 2))) => (shows "(#<unspecified> (z z) 0 #f)")
(map (lambda (x y) (+ x y)) '(1 2 3) '(10 20)) => (11 22)
(map + '(1 2) '(1 2) '(1 2)) => (3 6)
(let ((v '())) (for-each (lambda (a b) (set! v (cons (+ a b) v))) '(1 2) '(3 4)) v) => (6 4)
(apply + 1 2 '(3 4)) => 10
(list (symbol->string 'abc) (string->symbol "x y") (symbol? 'a)) => ("abc" |x y| #t)
(let ((o (open-output-string))) (write 'a o) (write-string "hello" o 1 3) (write-char #\! o) (newline o) (get-output-string o)) => "ael!\n"
(let ((i (open-input-string "(a . b) 42 \"str\" #\\x rest"))) (let* ((a (read i)) (b (read i)) (c (read i)) (d (read i)) (e (read-char i)) (f (peek-char i)) (g (read-line i)) (h (read-line i))) (list a b c d e f g (eof-object? h)))) => ((a . b) 42 "str" #\x #\space #\r "rest" #t)
(let ((i (open-input-string "abc\ndef"))) (list (read-string 2 i) (read-line i) (read-string 10 i) (eof-object? (read-string 1 i)) (eof-object? (read-char i)))) => ("ab" "c" "def" #t #t)
(let ((i (open-input-bytevector #u8(1 2 3)))) (list (read-u8 i) (peek-u8 i) (read-bytevector 5 i) (eof-object? (read-u8 i)))) => (1 2 #u8(2 3) #t)
(let ((o (open-output-bytevector))) (write-u8 1 o) (write-bytevector #u8(2 3 4) o 1) (get-output-bytevector o)) => #u8(1 3 4)
(let ((x (list 1 2))) (set-cdr! (cdr x) x) (let ((o (open-output-string))) (write x o) (get-output-string o))) => (shows "\"#0=(1 2 . #0#)\"")
(let ((x (list 'a))) (let ((o (open-output-string))) (write-shared (list x x) o) (write (list x x) o) (get-output-string o))) => (shows "\"(#0=(a) #0#)((a) (a))\"")
'#0=(a . #0#) => (shows "#0=(a . #0#)")
(let ((v '#1=#(1 #1#))) (eq? v (vector-ref v 1))) => #t
(list (quote ()) '#t '#false #\( '|a\x41;b| '|| (string->symbol "A")) => (() #t #f #\( aAb || A)
(read (open-input-string "#;(hidden) visible")) => (shows "visible")
(read (open-input-string "#| block #| nested |# |# ok")) => (shows "ok")
(read (open-input-string "#!fold-case ABC")) => (shows "abc")
(eof-object? (eof-object)) => #t
(call-with-port (open-input-string "x") read) => (shows "x")
(list (input-port? (current-input-port)) (output-port? (current-output-port)) (textual-port? (current-output-port)) #f) => (#t #t #t #f)
(let loop ((i 0)) (cond ((= i 1000000) i) (else (loop (+ i 1))))) => 1000000
(begin (define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))) 'ok) => ok
(count 1000000) => 1000000
(begin (define (e? n) (or (= n 0) (o? (- n 1)))) 'ok) => ok
(begin (define (o? n) (and (not (= n 0)) (e? (- n 1)))) 'ok) => ok
(e? 1000001) => #f
(begin (define (tc n) (cond ((= n 0) 'done) ((- n 1) => tc))) 'ok) => ok
(tc 1000000) => (shows "done")
(begin (define (tcase n) (case n ((0) 'done) (else (tcase (- n 1))))) 'ok) => ok
(tcase 1000000) => (shows "done")
(begin (define (twhen n) (when #t (unless #f (if (= n 0) 'done (twhen (- n 1)))))) 'ok) => ok
(twhen 1000000) => (shows "done")
(begin (define (tapply n) (if (= n 0) 'done (apply tapply (list (- n 1))))) 'ok) => ok
(tapply 1000000) => (shows "done")
(begin (define (tcwv n) (if (= n 0) 'done (call-with-values (lambda () (- n 1)) tcwv))) 'ok) => ok
(tcwv 1000000) => (shows "done")
(begin (define (tcc n) (if (= n 0) 'done (call/cc (lambda (k) (tcc (- n 1)))))) 'ok) => ok
(tcc 100000) => (shows "done")
(begin (define (tdo n) (do ((i 0 (+ i 1))) ((= i 1) (if (= n 0) 'done (tdo (- n 1)))))) 'ok) => ok
(tdo 1000000) => (shows "done")
(begin (define (tguardless n) (let*-values (((a) n)) (let-values (((b c) (values a 1))) (if (= b 0) 'done (tguardless (- b c)))))) 'ok) => ok
(tguardless 300000) => (shows "done")
(let ((k1 #f) (n 0)) (call/cc (lambda (k) (set! k1 k))) (set! n (+ n 1)) (if (< n 3) (k1 #f) n)) => 3
(begin (define (gen-list start end) (if (> start end) '() (cons start (gen-list (+ start 1) end)))) 'ok) => ok
(begin (define (tree->generator tree) (define caller #f) (define (loop t) (cond ((null? t) 'skip) ((pair? t) (loop (car t)) (loop (cdr t))) (else (call/cc (lambda (rest) (set! resume (lambda () (rest 'r))) (caller t)))))) (define resume (lambda () (loop tree) (caller '*eof*))) (lambda () (call/cc (lambda (k) (set! caller k) (resume))))) 'ok) => ok
(let ((g (tree->generator '((1 2) (3 (4)))))) (let* ((a (g)) (b (g)) (c (g)) (d (g)) (e (g))) (list a b c d e))) => (1 2 3 4 *eof*)
(let ((r '())) (let ((y (call/cc (lambda (c) c)))) (set! r (cons 1 r)) (if (< (length r) 4) (y y)) r)) => (1 1 1 1)
(let* ((yin ((lambda (cc) cc) (call/cc (lambda (c) c)))) ) 'yin) => (shows "yin")
(begin (define out '()) 'ok) => ok
(begin (define (yinyang) (call/cc (lambda (stop) (let* ((yin ((lambda (cc) (set! out (cons '@ out)) cc) (call/cc (lambda (c) c)))) (yang ((lambda (cc) (set! out (cons '* out)) (if (> (length out) 20) (stop 'x)) cc) (call/cc (lambda (c) c))))) (yin yang))))) 'ok) => ok
(begin (yinyang) 'ok) => ok
(reverse out) => (@ * @ * * @ * * * @ * * * * @ * * * * * @ *)
(let ((x 0)) (define-syntax inc! (syntax-rules () ((_ v) (set! v (+ v 1))))) (inc! x) (inc! x) x) => 2
(string? (with-exception-handler (lambda (e) "non-local") (lambda () (raise-continuable 1)))) => #t
(with-exception-handler (lambda (e) 'ignored) (lambda () (raise 'oops))) => (error "a handler returned from the raise of oops, which cannot be continued")
(error-object? (guard (e (#t e)) (error "x"))) => #t
(guard (e ((error-object? e) 'err)) (vector-ref (vector 1 2) 5)) => (shows "err")
(guard (e ((error-object? e) 'err)) (car 5)) => (shows "err")
(guard (e (#t 'any)) (undefined-var)) => (shows "any")
(let-syntax () 5) => 5
(let () (define a 1) (begin (define b 2)) (+ a b)) => 3
(letrec ((a (lambda () b)) (b 2)) (a)) => 2
(letrec* ((a 1) (b (+ a 1))) b) => 2
(let () (define (f) (g)) (define (g) 'g) (f)) => (shows "g")
(eval '(* 2 3) (environment '(scheme base))) => 6
(begin (define-syntax mydef (syntax-rules () ((_ x e) (define x e)))) 'ok) => ok
(let () (mydef a 1) (mydef b (+ a 1)) (list a b)) => (1 2)
(begin (define-syntax my-cond (syntax-rules (else) ((_ (else e ...)) (begin e ...)) ((_ (c e ...) clause ...) (if c (begin e ...) (my-cond clause ...))))) 'ok) => ok
(my-cond (#f 1) (else 2)) => 2
(begin (define-syntax for (syntax-rules (in) ((_ x in l body ...) (for-each (lambda (x) body ...) l)))) 'ok) => ok
(let ((r '())) (for x in '(1 2 3) (set! r (cons x r))) r) => (3 2 1)
(begin (define-syntax my-list-of (syntax-rules () ((_ (e ...) ...) (list (list e ...) ...)))) 'ok) => ok
(my-list-of (1 2) () (3)) => ((1 2) () (3))
(begin (define-syntax let2 (syntax-rules () ((_ ((n v) ...) . body) ((lambda (n ...) . body) v ...)))) 'ok) => ok
(let2 ((a 1) (b 2)) (define c 3) (+ a b c)) => 6
(begin (define-syntax ck (syntax-rules () ((_ (f a ...) ...) '((f (a a) ...) ...)))) 'ok) => ok
(ck (x 1 2) (y) (z 3)) => ((x (1 1) (2 2)) (y) (z (3 3)))
(begin (define-syntax m-str (syntax-rules () ((_ "lit" x) (list 'lit x)) ((_ 5 x) (list 'five x)) ((_ #\c x) (list 'char x)) ((_ #t x) (list 'true x)) ((_ y x) 'other))) 'ok) => ok
(list (m-str "lit" 1) (m-str 5 1) (m-str #\c 1) (m-str #t 1) (m-str 6 1)) => ((lit 1) (five 1) (char 1) (true 1) other)
(begin (define-syntax deep (syntax-rules () ((_ ((a (b c ...) ...) ...)) '(((c ... b) ... a) ...)))) 'ok) => ok
(deep ((1 (2 3 4) (5)) (6))) => (((3 4 2) (5) 1) (6))
(begin (define-syntax while2 (syntax-rules () ((_ cond body ...) (call/cc (lambda (break) (let loop () (if cond (begin body ... (loop)) (break 'done)))))))) 'ok) => ok
(let ((i 0)) (while2 (< i 5) (set! i (+ i 1)))) => (shows "done")
(begin (define-syntax my-let (syntax-rules () ((_ name ((v e) ...) b ...) ((letrec ((name (lambda (v ...) b ...))) name) e ...)))) 'ok) => ok
(my-let lp ((i 0) (acc '())) (if (= i 3) acc (lp (+ i 1) (cons i acc)))) => (2 1 0)
(begin (define-syntax mm (syntax-rules () ((_ name) (define-syntax name (syntax-rules () ((_ x) (let ((y 2)) (+ x y)))))))) 'ok) => ok
(begin (mm add2) 'ok) => ok
(let ((y 10)) (add2 y)) => 12
(begin (define-syntax genmac (syntax-rules () ((_ n v) (define-syntax n (syntax-rules () ((_) v)))))) 'ok) => ok
(begin (define vv 'global) 'ok) => ok
(begin (genmac getvv vv) 'ok) => ok
(let ((vv 'local)) (getvv)) => (shows "global")
(let ((vv 'local)) (genmac getlv vv) (let ((vv 'inner)) (getlv))) => (shows "local")
(begin (define-syntax m5 (syntax-rules () ((_ x) (let ((x 1)) (let-syntax ((n (syntax-rules () ((_) x)))) (let ((x 2)) (n))))))) 'ok) => ok
(m5 z) => 1
(begin (define-syntax bind-it (syntax-rules () ((_ it e b) (let ((it e)) b)))) 'ok) => ok
(bind-it q 5 (* q q)) => 25
(begin (define-syntax chain (syntax-rules (->) ((_ x) x) ((_ x -> (f a ...) r ...) (chain (f x a ...) r ...)) ((_ x -> f r ...) (chain (f x) r ...)))) 'ok) => ok
(chain 5 -> (+ 1) -> number->string -> string->list -> length) => 1
(let ((begin list)) (begin 1 2)) => (1 2)
(let ((define list)) (define 1 2)) => (1 2)
(let ((quote -)) '5) => -5
(let loop ((i 3)) (define x i) (if (= i 0) x (loop (- x 1)))) => 0
(let* () 5) => 5
(let ((x 1)) (set! x 2) x) => 2
(letrec ((f (lambda (n) (if (= n 0) 1 (* n (f (- n 1))))))) (f 20)) => 2432902008176640000
((lambda x x) 1 2) => (1 2)
((lambda (a . b) (list a b)) 1) => (1 ())
(let-values (((a . b) (values 1 2 3)) (c (values))) (list a b c)) => (1 (2 3) ())
(receive (a . r) (values 1 2 3) (list a r)) => (1 (2 3))
((cut list 1 <> 3 <...>) 2 4 5) => (1 2 3 4 5)
((cute + <> 1) 2) => 3
(list (iota 5) (iota 3 1) (iota 3 0 2) (fold cons '() '(1 2 3)) (fold-right cons '() '(1 2 3)) (reduce + 0 '(1 2 3)) (filter odd? '(1 2 3))) => ((0 1 2 3 4) (1 2 3) (0 2 4) (3 2 1) (1 2 3) 6 (1 3))
(call-with-values (lambda () (partition odd? '(1 2 3))) list) => ((1 3) (2))
(list (delete 2 '(1 2 3)) (delete-duplicates '(1 2 1)) (any odd? '(2 3)) (every odd? '(1 3)) (find even? '(1 2)) (list-index even? '(1 2)) (take '(1 2 3) 2) (drop '(1 2 3) 2) (last '(1 2)) (append-map list '(1 2)) (filter-map (lambda (x) (and (odd? x) (* x x))) '(1 2 3))) => ((1 3) (1 2) #t #t 2 1 (1 2) (3) 2 (1 2) (1 9))
(list (unfold (lambda (x) (> x 3)) (lambda (x) (* x x)) (lambda (x) (+ x 1)) 1) (list-tabulate 3 -) (concatenate '((1) (2))) (assq 'a (alist-cons 'a 1 '())) (lset-union eq? '(a) '(b a)) (lset-intersection eq? '(a b) '(b)) (lset-difference eq? '(a b) '(b)) (zip '(1 2) '(a b)) (first '(1 2)) (cons* 1 2 '(3))) => ((1 4 9) (0 -1 -2) (1 2) (a . 1) (b a) (b) (a) ((1 a) (2 b)) 1 (1 2 3))
(let ((h (make-hash-table))) (hash-table-set! h 'a 1) (hash-table-update! h 'a (lambda (x) (+ x 1)) (lambda () 0)) (hash-table-update!/default h 'b (lambda (x) (+ x 1)) 10) (list (hash-table-ref h 'a (lambda () 'none)) (hash-table-ref/default h 'z 'no) (hash-table-size h) (hash-table-ref h 'b))) => (2 no 2 11)
(list (string->number "1e400") (string->number "-1.5e-3") (string->number "#b101") (string->number "1/0") (string->number "+inf.0") (string->number "1e") (string->number "--1") (string->number "1+2i-no")) => (+inf.0 -0.0015 5 #f +inf.0 #f #f #f)
(list 1e-5 0.0001 123.0 1e6 123456789012345678.0 (* 1.0 100) 3.14e2 (expt 10. 20) (expt 10. 21) 0.1 1e-10 -1e-300 (/ 7 2.)) => (0.00001 0.0001 123.0 1000000.0 123456789012345680.0 100.0 314.0 100000000000000000000.0 1e21 0.1 1e-10 -1e-300 3.5)
(list (string->symbol "") 'a.b '|a"b| '... '+ '- '->x '+x (string->symbol "1") (string->symbol "a(b")) => (|| a.b |a"b| ... + - ->x +x |1| |a(b|)
(let ((o (open-output-string))) (display '(a "s" #\c 1.5 (nested "x") #("v")) o) (get-output-string o)) => "(a s c 1.5 (nested x) #(v))"
(list car (lambda (x) x)) => (shows "(#<procedure car> #<procedure lambda>)")
(begin (define (named a) a) 'ok) => ok
named => (shows "#<procedure named>")
(if #f #f) => (shows "#<unspecified>")
(list (eof-object) (current-output-port)) => (shows "(#<eof> #<output-port>)")
(begin (define-record-type <pt> (mk x) pt? (x getx)) 'ok) => ok
(mk 5) => (shows "#<pt x: 5>")
(list (delay 1) (make-parameter 1)) => (shows "(#<promise> #<procedure parameter>)")
(vector-ref #(1 2) 2) => (error "vector-ref: not an index below 2: 2")
(vector-ref '(1) 0) => (error "vector-ref: not a vector: (1)")
(string-ref "abc" 3) => (error "string-ref: not an index below 3: 3")
(list-tail '(1 2) 3) => (error "list-tail: not a list of 3 elements:")
(car '()) => (error "car: not a pair: ()")
(cdr 5) => (error "cdr: not a pair:")
(+ 1 "a") => (error "+: not a number: \"a\"")
(+ 'a) => (error "+: not a number: a")
(- "5") => (error "-: not a number: \"5\"")
(< 1 'a) => (error "<: not a real number: a")
(foo) => (error "unbound variable: foo")
(5 5) => (error "not a procedure: 5")
("str") => (error "not a procedure: \"str\"")
((lambda (x) x)) => (error "lambda: wrong number of arguments: 0 given, it takes 1")
(let ((f (lambda (a b) a))) (f 1)) => (error "f: wrong number of arguments: 1 given, it takes 2")
(raise 'sym) => (error "uncaught")
(raise (list 1 2)) => (error "uncaught")
(error "msg:" 'a "b" 3) => (error "msg:")
(error 'proc "msg" 1) => (error "proc")
(symbol->string 5) => (error "symbol->string: not a symbol:")
(string-append "a" 5) => (error "string-append: not a string:")
(list->string '(1)) => (error "list->string: not a character:")
(length '(1 . 2)) => (error "length: not a list:")
(length 5) => (error "length: not a list:")
(hash-table-ref (make-hash-table) 'x) => (error "hash-table-ref: there is no key")
(exact +inf.0) => (error "exact: not a finite number:")
(exact +nan.0) => (error "exact: not a finite number:")
(integer->char -1) => (error "integer->char: not the number of a character:")
(apply + 1) => (error "apply: not a list:")
(vector-set! #(1 2) 0 1) => (shows "#<unspecified>")
(string->symbol 5) => (error "string->symbol: not a string:")
(make-vector -1) => (error "make-vector: not an exact nonnegative integer:")
(substring "abc" 2 1) => (error "substring: not an index from 0 to 1:")
(char-upcase "a") => (error "char-upcase: not a character:")
