; More corners: macros that look at what they are given, continuations entered again, ports, texts of numbers.
(import (scheme base) (scheme write) (scheme char) (scheme inexact) (scheme case-lambda) (scheme lazy) (scheme cxr) (scheme read) (scheme eval)
        (scheme process-context) (srfi 1)) => ()
(begin (define-syntax my-reverse (syntax-rules () ((_ () acc) 'acc) ((_ (x . r) (a ...)) (my-reverse r (x a ...))))) 'ok) => ok
(my-reverse (1 2 3) ()) => (3 2 1)
(begin (define-syntax symbol?? (syntax-rules () ((_ (x . y) kt kf) kf) ((_ #(x ...) kt kf) kf) ((_ maybe kt kf) (let-syntax ((test (syntax-rules () ((_ maybe t f) t) ((_ x t f) f)))) (test abracadabra kt kf))))) 'ok) => ok
(list (symbol?? foo 'yes 'no) (symbol?? 5 'yes 'no) (symbol?? (a) 'yes 'no)) => (yes no no)
(begin (define-syntax id-eq?? (syntax-rules () ((_ id b kt kf) (let-syntax ((id (syntax-rules () ((_) kf))) (ok (syntax-rules () ((_) kt)))) (let-syntax ((test (syntax-rules () ((_ b) (id)) ))) (test id)))))) 'ok) => ok
(begin (define-syntax id-eq (syntax-rules () ((_ a b) (let-syntax ((test (syntax-rules (a) ((_ a) #t) ((_ x) #f)))) (test b))))) 'ok) => ok
(list (id-eq x x) (id-eq x y) (let ((x 1)) (id-eq x x))) => (#t #f #t)
(begin (define-syntax count-args (syntax-rules () ((_) 0) ((_ x . r) (+ 1 (count-args . r))))) 'ok) => ok
(count-args a b c d) => 4
(begin (define-syntax my-do (syntax-rules () ((_ "x" (v i . s) ...) '((v i s) ...)))) 'ok) => ok
(my-do "x" (a 1) (b 2 3)) => ((a 1 ()) (b 2 (3)))
(begin (define-syntax mylet (syntax-rules () ((_ ((n v) ...) b ...) ((lambda (n ...) b ...) v ...)))) 'ok) => ok
(begin (define-syntax mylet2 (syntax-rules () ((_ x) (mylet ((y 1) (z 2)) (list x y z))))) 'ok) => ok
(let ((y 10) (z 20)) (mylet2 (+ y z))) => (30 1 2)
(begin (define-syntax lit (syntax-rules () ((_ a ...) (let ((tmp (list a ...))) tmp)))) 'ok) => ok
(let ((list vector)) (lit 1 2)) => (1 2)
(begin (define-syntax shadow (syntax-rules () ((_ v e) (let ((v 1)) (let ((tmp 2)) (list v tmp e)))))) 'ok) => ok
(let ((tmp 'user)) (shadow q tmp)) => (1 2 user)
(begin (define-syntax nested-ell (syntax-rules () ((_ (k (v ...)) ...) '((k v ...) ... (v ... ...))))) 'ok) => ok
(nested-ell (a (1 2)) (b ()) (c (3))) => ((a 1 2) (b) (c 3) (1 2 3))
(begin (define-syntax dots (syntax-rules () ((_ (a . b) ...) '((b . a) ...)))) 'ok) => ok
(dots (1 . 2) (3 4) (5)) => ((2 . 1) ((4) . 3) (() . 5))
(begin (define-syntax vec-ell (syntax-rules () ((_ #(a (b ...)) ...) '#((a b ...) ...)))) 'ok) => ok
(vec-ell #(1 (2 3)) #(4 ())) => #((1 2 3) (4))
(begin (define-syntax esc (syntax-rules () ((_ a) '(a (... ...))))) 'ok) => ok
(esc 1) => (1 ...)
(begin (define-syntax esc2 (syntax-rules () ((_ (a b) ...) '((a (... ...)) ... (b ...))))) 'ok) => ok
(esc2 (1 2) (3 4)) => ((1 ...) (3 ...) (2 4))
(begin (define-syntax def-getter (syntax-rules () ((_ name field) (define (name alist) (cdr (assq 'field alist)))))) 'ok) => ok
(begin (def-getter get-x x) 'ok) => ok
(get-x '((x . 5))) => 5
(let loop ((i 0)) (define-syntax twice (syntax-rules () ((_ e) (begin e e)))) (if (< i 3) (loop (+ i 1)) (let ((n 0)) (twice (set! n (+ n 1))) n))) => 2
(let () (define-record-type foo (make-foo a) foo? (a foo-a set-foo-a!)) (let ((f (make-foo 1))) (set-foo-a! f 9) (foo-a f))) => 9
(let () (define-values (a b) (values 1 2)) (define c (+ a b)) c) => 3
(let* ((x 1) (f (lambda () x)) (x 2)) (list x (f))) => (2 1)
(letrec ((e? (lambda (n) (if (= n 0) #t (o? (- n 1))))) (o? (lambda (n) (if (= n 0) #f (e? (- n 1)))))) (e? 100000)) => #t
(let loop ((i 0) (acc '())) (if (< i 5) (loop (+ i 1) (cons (lambda () i) acc)) (map (lambda (f) (f)) acc))) => (4 3 2 1 0)
(do ((i 0 (+ i 1)) (fs '() (cons (lambda () i) fs))) ((= i 3) (map (lambda (f) (f)) fs))) => (2 1 0)
(begin (define counter (let ((n 0)) (lambda () (set! n (+ n 1)) n))) 'ok) => ok
(begin (counter) (counter) (counter)) => 3
(let ((x 1)) (define (f) x) (set! x 5) (f)) => 5
(letrec ((f (lambda () g)) (g 5)) (f)) => 5
(let ((k #f) (n 0)) (let ((x (call/cc (lambda (c) (set! k c) 0)))) (set! n (+ n x)) (if (< x 3) (k (+ x 1)) n))) => 6
(let ((r '())) (for-each (lambda (x) (call/cc (lambda (k) (if (odd? x) (k #f)) (set! r (cons x r))))) '(1 2 3 4)) r) => (4 2)
(begin (define (tree-walk t f) (cond ((null? t) #f) ((pair? t) (tree-walk (car t) f) (tree-walk (cdr t) f)) (else (f t)))) 'ok) => ok
(call/cc (lambda (ret) (tree-walk '(1 (2 -3) 4) (lambda (x) (if (negative? x) (ret x)))) 'none)) => -3
(let ((cc #f) (count 0)) (dynamic-wind (lambda () (set! count (+ count 1))) (lambda () (call/cc (lambda (k) (set! cc k)))) (lambda () (set! count (+ count 10)))) (if (< count 30) (cc #f)) count) => 33
(let ((l '())) (guard (e (#t (set! l (cons e l)))) (dynamic-wind (lambda () (set! l (cons 'in l))) (lambda () (guard (e2 ((eq? e2 'other) 'no)) (raise 'boom))) (lambda () (set! l (cons 'out l))))) (reverse l)) => (in out boom)
(with-exception-handler (lambda (e) (* e 2)) (lambda () (guard (e2 ((string? e2) 'str)) (+ 1 (raise-continuable 21))))) => 43
(let ((p (make-parameter 0))) (call/cc (lambda (k) (parameterize ((p 1)) (k 'x)))) (p)) => 0
(let ((p (make-parameter 0)) (k #f) (r '())) (parameterize ((p 1)) (call/cc (lambda (c) (set! k c))) (set! r (cons (p) r)) (p 5) (set! r (cons (p) r))) (set! r (cons (p) r)) (if (< (length r) 6) (k #f) (reverse r))) => (1 5 0 5 5 0)
(call-with-values (lambda () (call/cc (lambda (k) (k 1 2 3)))) list) => (1 2 3)
(let-values (((a b) (call/cc (lambda (k) (k 1 2))))) (list b a)) => (2 1)
(+ 1 (call/cc (lambda (k) (with-exception-handler (lambda (e) (k 10)) (lambda () (error "x")))))) => 11
(map (lambda (x y z) (list x y z)) '(1 2) '(a b) '("x" "y")) => ((1 a "x") (2 b "y"))
(vector-map (lambda (x) (* x x)) #(1 2 3)) => #(1 4 9)
(string-map (lambda (c k) (if (eqv? k #\u) (char-upcase c) (char-downcase c))) "studlycaps xxx" "ululululul") => "StUdLyCaPs"
(let ((v '#(1 2 3))) (vector-fill! (vector-copy v) 0)) => (shows "#<unspecified>")
(let ((s "hello")) (list (string-copy s 1) (string-copy s 1 3) (string->list s 2 4))) => ("ello" "el" (#\l #\l))
(assoc "b" '(("a" . 1) ("b" . 2))) => ("b" . 2)
(list (list-tail '() 0) (list-copy 5) (append '(1) 2) (append '() '()) (apply max '(1 5 3))) => (() 5 (1 . 2) () 5)
(char->integer (string-ref "\x3bb;" 0)) => 955
(list (string<? "abc" "abd") (string<? "ab" "abc") (string-ci=? "Straße" "STRASSE") (char-upcase #\ß)) => (#t #t #t #\ß)
(list (truncate 1.5) (round 1.5) (round 0.5) (exact (round 2.6)) (number->string 3.0) (number->string 1/3 3)) => (1.0 2.0 0.0 3 "3.0" "1/10")
(let ((x 'a)) (case x ((a b) 'ab) (else 'no))) => (shows "ab")
(case "a" (("a") 'str) (else 'no)) => (shows "no")
(case 2.0 ((2) 'exact) ((2.0) 'inexact) (else 'no)) => (shows "inexact")
(let ((p (delay (begin (set! counter 5) 1)))) (force p) counter) => 5
(begin (define-values (x y) (values 1 2)) 'ok) => ok
(begin (define-values all (values 1 2 3)) 'ok) => ok
(list x y all) => (1 2 (1 2 3))
(let loop ((n 5) (acc 1)) (if (zero? n) acc (loop (- n 1) (* acc n)))) => 120
(equal? '#(1 (2 "x")) '#(1 (2 "x"))) => #t
(let ((x (list 1 2 3))) (eq? x (apply (lambda args args) x))) => #f
(boolean=? #f '()) => (error "boolean=?: not a boolean:")
(let ((p (open-input-string "one\ntwo\r\nthree"))) (let* ((a (read-line p)) (b (read-line p)) (c (read-line p)) (d (read-line p))) (list a b c (eof-object? d)))) => ("one" "two" "three" #t)
(let ((p (open-input-string "abc"))) (list (char-ready? p) (read-char p) (read-string 5 p) (eof-object? (peek-char p)))) => (#t #\a "bc" #t)
(let ((p (open-input-string ""))) (list (eof-object? (read-line p)) (eof-object? (read-string 3 p)) (eof-object? (read p)))) => (#t #t #t)
(let ((p (open-input-string "x"))) (close-port p) (list (input-port-open? p) (guard (e (#t 'closed)) (read-char p)))) => (#f closed)
(let ((v (make-vector 3 0)) (p (open-input-bytevector (bytevector 1 2 3 4 5)))) (let ((b (make-bytevector 4 0))) (list (read-bytevector! b p 1 3) b (read-bytevector! b p) b (eof-object? (read-bytevector! b p))))) => (2 #u8(3 4 5 0) 3 #u8(3 4 5 0) #t)
(let ((o (open-output-string))) (display 1.0 o) (write "a\\b" o) (write #\space o) (display #\x o) (write '|a b| o) (display '|a b| o) (write '(quote a) o) (write ''() o) (get-output-string o)) => "1.0\"a\\\\b\"#\\spacex|a b|a b'a'()"
(let ((o (open-output-string))) (write-simple '(1 "x") o) (get-output-string o)) => "(1 \"x\")"
(let ((x (vector 1 2))) (vector-set! x 0 x) (let ((o (open-output-string))) (write x o) (display x o) (get-output-string o))) => (shows "\"#0=#(#0# 2)#0=#(#0# 2)\"")
(let* ((a (list 1 2)) (b (list a a))) (let ((o (open-output-string))) (write b o) (write-shared b o) (get-output-string o))) => (shows "\"((1 2) (1 2))(#0=(1 2) #0#)\"")
(string->list "a\x0;b") => (#\a #\null #\b)
(map string->number '("1e2" "1E2" "1.5e+3" "#e1e2" "#i10" "#x-1F" "1/3" "-1/3" "+1/3" "1/-3" ".e1" "1.2.3" "0x10" "1_000" "+" "..." "1e1.5" "#b12" "-0" "-0.0" "00012" "1e-400" "inf" "+inf" "-inf.0")) => (100.0 100.0 1500.0 100 10.0 -31 1/3 -1/3 1/3 #f #f #f #f #f #f #f #f #f 0 -0.0 12 0.0 #f #f -inf.0)
(map number->string (list 0 -0.0 1e300 1.7976931348623157e308 5e-324 123456789.123 0.1 1/3 -1e-7 1e21 123456789012345678901234567890)) => ("0" "-0.0" "1e300" "1.7976931348623157e308" "5e-324" "123456789.123" "0.1" "1/3" "-1e-7" "1e21" "123456789012345678901234567890")
(list (symbol->string 'sym) (string->symbol "has space") (symbol=? 'a 'b)) => ("sym" |has space| #f)
(list (list 'quote 'a) ''a '`(a ,b ,@c) '#(a #(b) "c") '(1 . (2 . (3 . 4)))) => ('a 'a `(a ,b ,@c) #(a #(b) "c") (1 2 3 . 4))
(eval '(let loop ((i 0)) (if (= i 3) i (loop (+ i 1)))) (environment '(scheme base))) => 3
(guard (e (#t 'syntax)) (eval '(if) (environment '(scheme base)))) => (shows "syntax")
(guard (e (#t 'noimport)) (eval 'x (environment '(no such library)))) => (shows "noimport")
(let ((env (environment '(scheme base)))) (eval '(begin 1 2) env)) => 2
(string-for-each (lambda (c) c) "") => (shows "#<unspecified>")
(let ((r '())) (vector-for-each (lambda (x) (set! r (cons x r))) #(1 2 3)) r) => (3 2 1)
(vector-map + #(1 2) #(10 20)) => #(11 22)
(let ((l (list 1 2 3))) (set-car! (cdr l) 'x) l) => (1 x 3)
(list (string-copy! (make-string 3 #\-) 0 "ab") (vector->list #(1 2 3) 1 2) (string->vector "abc" 1) (vector->string #(#\a #\b) 1)) => (shows "(#<unspecified> (2) #(#\\b #\\c) \"b\")")
(let ((s (make-string 3 #\-))) (string-copy! s 1 "ab") s) => "-ab"
(guard (e (#t 'range)) (string-copy! (make-string 2 #\-) 1 "abc")) => (shows "range")
(guard (e (#t 'range)) (vector-copy #(1 2) 3)) => (shows "range")
(list (exact-integer? 5) (list? '(1 2)) (list? '(1 . 2)) (let ((x (list 1))) (set-cdr! x x) (list? x))) => (#t #t #f #f)
(let loop ((i 0) (l '())) (if (= i 5) (reverse l) (loop (+ i 1) (cons (* i i) l)))) => (0 1 4 9 16)
(parameterize ((current-output-port (open-output-string))) (display "hidden") 'shown) => (shows "shown")
(let ((o (open-output-string))) (parameterize ((current-output-port o)) (display "captured")) (get-output-string o)) => "captured"
(let ((p (open-input-string "from-param"))) (parameterize ((current-input-port p)) (read))) => (shows "from-param")
(memq 'r7rs (features)) => (r7rs exact-closed exact-complex ieee-float full-unicode ratios posix tessera srfi-1 srfi-2 srfi-8 srfi-9 srfi-16 srfi-26 srfi-39 srfi-41 srfi-69)
(let-syntax ((my-if (syntax-rules () ((_ a b c) (cond (a b) (else c)))))) (let ((if list) (cond 5)) (my-if #f 1 2))) => 2
(let ((x 1)) (let-syntax ((foo (syntax-rules () ((_ y) (let-syntax ((bar (syntax-rules () ((_) (let ((x 2)) y))))) (bar)))))) (foo x))) => 1
(let ((a 1)) (letrec-syntax ((foo (syntax-rules () ((_ b) (bar a b)))) (bar (syntax-rules () ((_ c d) (cons c (let ((c 3)) (list d c 'c))))))) (let ((a 2)) (foo a)))) => (1 2 3 a)
(begin (define-syntax loop1 (syntax-rules () ((_ . exps) (let-syntax ((break (syntax-rules () ((_) #f)))) (list . exps))))) 'ok) => ok
(loop1 1 2) => (1 2)
(begin (define-syntax ffoo (syntax-rules () ((_ ff) (begin (define (ff x) (gg x)) (define (gg x) (* x x)))))) 'ok) => ok
(let () (ffoo ff) (define (gg x) 'wrong) (ff 10)) => 100
(begin (define-syntax my-letrec (syntax-rules () ((_ ((v i) ...) b ...) (my-letrec "t" (v ...) () ((v i) ...) b ...)) ((_ "t" () (t1 ...) ((v i) ...) b ...) (let ((v #f) ...) (let ((t1 i) ...) (set! v t1) ... (let () b ...)))) ((_ "t" (x y ...) (tmp ...) ((v i) ...) b ...) (my-letrec "t" (y ...) (newtmp tmp ...) ((v i) ...) b ...)))) 'ok) => ok
(my-letrec ((e? (lambda (n) (if (= n 0) #t (o? (- n 1))))) (o? (lambda (n) (if (= n 0) #f (e? (- n 1)))))) (list (e? 10) (o? 10))) => (#t #f)
(let () (define x 1) (define-syntax inc (syntax-rules () ((_) (set! x (+ x 1))))) (inc) (inc) x) => 3
(let ((x 5)) (define foo (lambda (y) (bar x y))) (define bar (lambda (a b) (+ (* a b) a))) (foo (+ x 3))) => 45
(let* ((x 1) (y x)) (define-values (a . b) (values x y 3)) (list a b)) => (1 (1 3))
