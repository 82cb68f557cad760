;;; Data: chapters 6.1 and 6.3 to 6.9 of the report.

(list (eqv? 'a 'a) (eqv? 'a 'b) (eqv? 2 2) (eqv? 2 2.0) (eqv? '() '()) (eqv? 100000000 100000000) (eqv? 0.0 +nan.0) (eqv? (cons 1 2) (cons 1 2)) (eqv? #f 'nil))
                                                                => (#t #f #t #f #t #t #f #f #f)
(list (eqv? 1.5 1.5) (eqv? 100000000000000000000 100000000000000000000) (eqv? 0.0 -0.0) (eqv? "" "a") (let ((p (lambda (x) x))) (eqv? p p))) => (#t #t #f #f #t)
(list (eq? 'a 'a) (eq? (list 'a) (list 'a)) (eq? '() '()) (eq? car car) (let ((x '(a))) (eq? x x))) => (#t #f #t #t #t)
(list (equal? 'a 'a) (equal? '(a) '(a)) (equal? '(a (b) c) '(a (b) c)) (equal? "abc" "abc") (equal? "abc" "aBc") (equal? 2 2) (equal? (make-vector 5 'a) (make-vector 5 'a)) (equal? #u8(1 2) #u8(1 2)) (equal? 2 2.0))
                                                                => (#t #t #t #t #f #t #t #t #f)
(equal? '#1=(a b . #1#) '#2=(a b a b . #2#))                    => #t
(equal? '#1=(a b . #1#) '#2=(a c . #2#))                        => #f
(list #t #f '#f #true #false)                                   => (#t #f #f #t #f)
(list (not 3) (not (list 3)) (not #f) (not '()) (not 'nil))     => (#f #f #t #f #f)
(list (boolean? #f) (boolean? 0) (boolean? '()))                => (#t #f #f)
(list (eq? #f '()) (null? #f) (symbol? '()) (symbol? #t) (symbol? 'nil) (symbol? 't)) => (#f #f #f #f #t #t)

;;; Pairs and lists.

(begin (define x (list 'a 'b 'c)) (define y x) (list? y))       => #t
(begin (set-cdr! x 4) (list (list? x) (eqv? x y) y))            => (#f #t (a . 4))
(begin (set-cdr! x x) (list? x))                                => #f
(list (pair? '(a . b)) (pair? '(a b c)) (pair? '()) (pair? '#(a b))) => (#t #t #f #f)
(list (cons 'a '()) (cons '(a) '(b c d)) (cons "a" '(b c)) (cons 'a 3) (cons '(a b) 'c)) => ((a) ((a) b c d) ("a" b c) (a . 3) ((a b) . c))
(list (car '(a b c)) (car '((a) b)) (cdr '((a) b c d)) (cdr '(1 . 2)) (cadr '(1 2)) (cddr '(1 2 3)) (caar '((1)))) => (a (a) (b c d) 2 2 (3) 1)
(list (caaddr '(1 2 (3))) (cdddr '(1 2 3 4)) (cadddr '(1 2 3 4)) (cdadar '((1 (2 3))))) => (3 (4) 4 (3))
(car '())                                                       => (error "car: not a pair: ()")
(make-list 2 3)                                                 => (3 3)
(list (length '(a b c)) (length '(a (b) (c d e))) (length '())) => (3 3 0)
(list (append '(x) '(y)) (append '(a) '(b c d)) (append '(a (b)) '((c))) (append '(a b) '(c . d)) (append '() 'a) (append)) => ((x y) (a b c d) (a (b) (c)) (a b c . d) a ())
(reverse '(a (b c) d (e (f))))                                  => ((e (f)) d (b c) a)
(list-tail '(a b c d) 2)                                        => (c d)
(list-ref '(a b c d) (exact (round 1.8)))                       => c
(let ((ls (list 'one 'two 'five!))) (list-set! ls 2 'three) ls) => (one two three)
(list (memq 'c '(a b c d e)) (memq 'd '(a b c)) (memq (list 'a) '(b (a) c)) (member (list 'a) '(b (a) c)) (memq 101 '(100 101 102)) (memv 1.5 '(1 1.5))) => ((c d e) #f #f ((a) c) (101 102) (1.5))
(member "B" '("a" "b" "c") string-ci=?)                         => ("b" "c")
(member 2.0 '(1 2 3) =)                                         => (2 3)
(begin (define e '((a 1) (b 2) (c 3))) (list (assq 'a e) (assq 'b e) (assq 'd e) (assq (list 'a) '(((a)) ((b)))) (assoc (list 'a) '(((a)) ((b)))) (assv 5 '((2 3) (5 7)))))
                                                                => ((a 1) (b 2) #f #f ((a)) (5 7))
(assoc 2.0 '((1 1) (2 4) (3 9)) =)                              => (2 4)
(let ((a '(1 2 . 3))) (equal? a (list-copy a)))                 => #t
(let* ((a (list 1 2)) (b (list-copy a))) (set-car! b 9) a)      => (1 2)
(let ((l (list 1 2))) (eq? (apply list l) l))                   => #f

;;; Symbols and characters.

(list (symbol? 'foo) (symbol? (car '(a b))) (symbol? "bar") (symbol? 'nil) (symbol? '()) (symbol? #f)) => (#t #t #f #t #f #f)
(list (symbol->string 'flying-fish) (symbol->string 'Martin) (symbol->string (string->symbol "Malvina"))) => ("flying-fish" "Martin" "Malvina")
(list (string->symbol "mISSISSIppi") (eqv? 'bitBlt (string->symbol "bitBlt")) (eqv? 'LollyPop (string->symbol (symbol->string 'LollyPop)))) => (mISSISSIppi #t #t)
'(|foo bar| || |a\|b| |\x41;b| hello|world| a.b ... + - -> 1+ |1| |.| |#x|) => (|foo bar| || |a\|b| Ab helloworld a.b ... + - -> 1+ |1| |.| |#x|)
(eq? 'abc 'ABC)                                                 => #f
(symbol=? 'a 'a 'a)                                             => #t
'(#\a #\A #\( #\space #\newline #\tab #\nul #\null #\delete #\escape #\alarm #\backspace #\return #\x41 #\λ #\x) => (#\a #\A #\( #\space #\newline #\tab #\null #\null #\delete #\escape #\alarm #\backspace #\return #\A #\λ #\x)
(list (char<? #\a #\b #\c) (char-ci=? #\a #\A) (char>? #\b #\a) (char=? #\a #\a #\b)) => (#t #t #t #f)
(list (char-alphabetic? #\a) (char-numeric? #\5) (char-whitespace? #\space) (char-upper-case? #\A) (char-lower-case? #\A)) => (#t #t #t #t #f)
(map digit-value '(#\3 #\x0664 #\x0AE6 #\x0EA6))                => (3 4 0 #f)
(list (char->integer #\A) (integer->char 955) (char-upcase #\i) (char-downcase #\Σ) (char-foldcase #\Σ) (char-upcase #\ß)) => (65 #\λ #\I #\σ #\σ #\ß)

;;; Strings.

"The word \"recursion\" has many meanings.\n\ttab \x41; \
    continued"                                                  => (shows "\"The word \\\"recursion\\\" has many meanings.\\n\\ttab A continued\"")
(list (make-string 3 #\x) (string #\a #\b) (string) (string-length "abc") (string-ref "abc" 1)) => ("xxx" "ab" "" 3 #\b)
(let ((s (make-string 3 #\*))) (string-set! s 0 #\?) s)         => "?**"
(list (string=? "a" "a" "b") (string<? "a" "b" "c") (string<? "abc" "abd") (string>=? "b" "a" "a") (string-ci=? "aBc" "AbC") (string-ci<? "A" "b")) => (#f #t #t #t #t #t)
(list (string-upcase "abC") (string-downcase "AbC") (string-foldcase "AbC") (string-upcase "Straße") (string-downcase "ΧΑΟΣ") (string-foldcase "Straße") (string-ci=? "Straße" "Strasse")) => ("ABC" "abc" "abc" "STRASSE" "χαος" "strasse" #t)
(list (string-upcase "χαος") (string-foldcase "ΧΑΟΣ χαος") (string-ci=? "ΧΑΟΣ" "χαος") (char-upcase #\ς) (char-foldcase #\ς) (char-ci=? #\ς #\σ) (string-ci<? "Σα" "ςβ")) => ("ΧΑΟΣ" "χαοσ χαοσ" #t #\Σ #\σ #t #t)
(list (substring "hello" 1 3) (string-append "a" "" "bc") (string-append) (string-copy "hello" 2) (string-copy "hello" 1 3)) => ("el" "abc" "" "llo" "el")
(list (string->list "apple") (string->list "apple" 2 4) (list->string '(#\a #\b))) => ((#\a #\p #\p #\l #\e) (#\p #\l) "ab")
(let* ((a "12345") (b (string-copy "abcde"))) (string-copy! b 1 a 0 2) b) => "a12de"
(let ((s (string-copy "abcde"))) (string-copy! s 1 s 0 4) s)    => "aabcd"
(let ((s (make-string 3 #\a))) (string-fill! s #\b 1) s)        => "abb"

;;; Vectors and bytevectors.

'#(0 (2 2 2 2) "Anna")                                          => #(0 (2 2 2 2) "Anna")
#(1 2)                                                          => #(1 2)
(list (vector 'a 'b 'c) (make-vector 2 'x) (vector-length #(1 2 3)) (vector-ref '#(1 1 2 3 5 8 13 21) 5)) => (#(a b c) #(x x) 3 8)
(let ((vec (vector 0 '(2 2 2 2) "Anna"))) (vector-set! vec 1 '("Sue" "Sue")) vec) => #(0 ("Sue" "Sue") "Anna")
(list (vector->list '#(dah dah didah)) (vector->list '#(dah dah didah) 1) (vector->list '#(dah dah didah) 1 2) (list->vector '(dididit dah))) => ((dah dah didah) (dah didah) (dah) #(dididit dah))
(list (string->vector "ABC") (vector->string #(#\1 #\2 #\3)) (vector->string #(#\a #\b) 1)) => (#(#\A #\B #\C) "123" "b")
(let* ((a #(1 8 2 8)) (b (vector-copy a))) (vector-set! b 0 3) (list b (vector-copy b 1 3) a)) => (#(3 8 2 8) #(8 2) #(1 8 2 8))
(let* ((a (vector 1 2 3 4 5)) (b (vector 10 20 30 40 50))) (vector-copy! b 1 a 0 2) b) => #(10 1 2 40 50)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 v 0 3) v)       => #(1 1 2 3 5)
(vector-append #(a b c) #(d e f))                               => #(a b c d e f)
(let ((a (vector 1 2 3 4 5))) (vector-fill! a 'smash 2 4) a)    => #(1 2 smash smash 5)
(list (make-bytevector 2 12) (bytevector 1 3 5) (bytevector) (bytevector-u8-ref '#u8(1 1 2 3 5 8) 5) (bytevector-length #u8(1 2))) => (#u8(12 12) #u8(1 3 5) #u8() 8 2)
(let ((bv (bytevector 1 2 3 4))) (bytevector-u8-set! bv 1 3) bv) => #u8(1 3 3 4)
(list (bytevector-copy #u8(1 2 3 4 5) 2 4) (bytevector-append #u8(0 1 2) #u8(3 4 5))) => (#u8(3 4) #u8(0 1 2 3 4 5))
(let ((a (bytevector 1 2 3 4 5)) (b (bytevector 10 20 30 40 50))) (bytevector-copy! b 1 a 0 2) b) => #u8(10 1 2 40 50)
(list (utf8->string #u8(#x41)) (string->utf8 "λ") (utf8->string #u8(65 #xCE #xBB #xE2 #x82 #xAC #xF0 #x9F #x98 #x80)) (string->utf8 "a€😀")) => ("A" #u8(206 187) "Aλ€😀" #u8(97 226 130 172 240 159 152 128))
(let ((bytes (string->utf8 "aλ€😀"))) (list bytes (utf8->string bytes) (utf8->string bytes 1 3) (utf8->string #u8(97 255 98 206))))   => (#u8(97 206 187 226 130 172 240 159 152 128) "aλ€😀" "λ" "a�b�")
(list (bytevector? #u8(1)) (bytevector? #(1)) (vector? #u8(1)) (vector? "a") (string? #u8(1))) => (#t #f #f #f #f)
