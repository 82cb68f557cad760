;;; Input and output: chapter 6.13 of the report; how objects are written and read.

(display "a\nb")                                                => (prints "a\nb")
(write "a\nb\"\\")                                              => (prints "\"a\\nb\\\"\\\\\"")
(begin (write 'a) (display #\a) (write #\a) (newline) (write-char #\b) (write-string "cde" (current-output-port) 1)) => (prints "aa#\\a\nbde")
(write (list 1 2.5 "s" #\c 'sym '() #t #f (vector 1 "x") (bytevector 1 2) (cons 1 2))) => (prints "(1 2.5 \"s\" #\\c sym () #t #f #(1 \"x\") #u8(1 2) (1 . 2))")
(display (list 1 2.5 "s" #\c 'sym '() #t #f (vector 1 "x")))    => (prints "(1 2.5 s c sym () #t #f #(1 x))")
(write ''a)                                                     => (prints "'a")
(write '(quote a b))                                            => (prints "(quote a b)")
(write '`(a ,b ,@c))                                            => (prints "`(a ,b ,@c)")
(write car)                                                     => (prints "#<procedure car>")
(let ((f (lambda (x) x))) (write f))                            => (prints "#<procedure f>")
(let ((x (list 1 2))) (set-cdr! (cdr x) x) (write x))           => (prints "#0=(1 2 . #0#)")
(let ((x (list 1 2))) (set-cdr! (cdr x) x) (display x))         => (prints "#0=(1 2 . #0#)")
(let ((v (vector 1 2))) (vector-set! v 0 v) (write v))          => (prints "#0=#(#0# 2)")
(let ((x (list 'a))) (write (list x x)))                        => (prints "((a) (a))")
(let ((x (list 'a))) (write-shared (list x x)))                 => (prints "(#0=(a) #0#)")
(let ((x (list 'a))) (write-simple (list x x)))                 => (prints "((a) (a))")
(let ((x (cons 1 2))) (set-car! x x) (write x))                 => (prints "#0=(#0# . 2)")
'#0=(a b . #0#)                                                 => (shows "#0=(a b . #0#)")
(let ((x '(#1=(1 2) #1#))) (eq? (car x) (cadr x)))              => #t
(read (open-input-string "#0=(a #0# . #(#0#))"))                => (shows "#0=(a #0# . #(#0#))")
(read (open-input-string "(a . b) rest"))                       => (a . b)
(read (open-input-string "#| a #| b |# |# #;(x y) z"))          => z
(read (open-input-string "#;#;a b c"))                          => c
(read (open-input-string "(1 #;2 3 #;4)"))                      => (1 3)
(read (open-input-string "#!fold-case ABC"))                    => abc
(let ((p (open-input-string "#!fold-case ABC #!no-fold-case ABC"))) (let* ((a (read p)) (b (read p))) (list a b))) => (abc ABC)
(read (open-input-string "; nothing"))                          => (shows "#<eof>")
(eof-object? (read (open-input-string "")))                     => #t
(read (open-input-string "(1 2"))                               => (error "the text ends within a list")
(map (lambda (s) (read (open-input-string s))) '("#t" "#false" "#\\x41" "#u8(1 2)" "\"a\\x41;b\"" "|a b|" "'x" "1/2" "#xFF" "..." "+" "-a")) => (#t #f #\A #u8(1 2) "aAb" |a b| 'x 1/2 255 ... + -a)

;;; Ports.

(let ((p (open-input-string "ab\ncd"))) (let* ((a (peek-char p)) (b (read-char p)) (c (read-line p)) (d (read-string 5 p)) (e (read-char p))) (list a b c d (eof-object? e)))) => (#\a #\a "b" "cd" #t)
(parameterize ((current-output-port (open-output-string)))
  (display "piece") (display " by piece ") (display "by piece.") (newline)
  (get-output-string (current-output-port)))                    => "piece by piece by piece.\n"
(let ((p (open-output-string))) (write 'a p) (let ((first (get-output-string p))) (write 'b p) (list first (get-output-string p)))) => ("a" "ab")
(let ((p (open-input-bytevector #u8(1 2 3 4 5)))) (let* ((a (peek-u8 p)) (b (read-u8 p)) (c (read-bytevector 2 p)) (buffer (make-bytevector 4 0)) (n (read-bytevector! buffer p 1))) (list a b c n buffer (eof-object? (read-u8 p)))))
                                                                => (1 1 #u8(2 3) 2 #u8(0 4 5 0) #t)
(let ((p (open-output-bytevector))) (write-u8 1 p) (write-bytevector #u8(2 3 4 5) p 1 3) (get-output-bytevector p)) => #u8(1 3 4)
(let ((p (open-output-bytevector))) (do ((i 0 (+ i 1))) ((= i 100)) (write-u8 i p)) (bytevector-length (get-output-bytevector p))) => 100
(let ((p (open-input-string "x"))) (let ((before (input-port-open? p))) (close-port p) (list before (input-port-open? p)))) => (#t #f)
(let ((p (open-input-string "x"))) (close-input-port p) (read-char p)) => (error "not an open port")
(call-with-port (open-input-string "abc") read-char)            => #\a
(map (lambda (p) (list (port? p) (input-port? p) (output-port? p) (textual-port? p) (binary-port? p))) (list (current-input-port) (open-output-string) (open-input-bytevector #u8()) 5))
                                                                => ((#t #t #f #t #f) (#t #f #t #t #f) (#t #t #f #f #t) (#f #f #f #f #f))
(char-ready? (open-input-string "a"))                           => #t
(with-output-to-string (lambda () (display "inside")))          => "inside"
(begin (call-with-output-file "/tmp/tessera-scheme-port.txt" (lambda (p) (write '(a "b") p) (newline p) (display "λ" p)))
       (call-with-input-file "/tmp/tessera-scheme-port.txt" (lambda (p) (let* ((a (read p)) (b (read-char p)) (c (read-line p))) (list a c))))) => ((a "b") "λ")
(with-input-from-file "/tmp/tessera-scheme-port.txt" read)      => (a "b")
(begin (with-output-to-file "/tmp/tessera-scheme-port.txt" (lambda () (display "(define from-file 42)"))) (load "/tmp/tessera-scheme-port.txt") from-file) => 42
(let ((p (open-binary-output-file "/tmp/tessera-scheme-port.txt"))) (write-bytevector #u8(7 8 9) p) (close-port p)
  (let* ((q (open-binary-input-file "/tmp/tessera-scheme-port.txt")) (b (read-bytevector 10 q))) (close-port q) b)) => #u8(7 8 9)
(begin (delete-file "/tmp/tessera-scheme-port.txt") (file-exists? "/tmp/tessera-scheme-port.txt")) => #f
(delete-file "/tmp/tessera-scheme-port.txt")                    => (error "delete-file")
(list (string? (get-environment-variable "PATH")) (get-environment-variable "TESSERA_NO_SUCH")) => (#t #f)
(list (> (current-second) 1e9) (exact-integer? (current-jiffy)) (> (jiffies-per-second) 0)) => (#t #t #t)
(list? (command-line))                                          => #t

;;; Unreadable objects are shown in Scheme's terms.

(list (open-input-bytevector #u8()) (open-output-bytevector) (open-input-string "")) => (shows "(#<binary-input-port> #<binary-output-port> #<input-port>)")
(list current-output-port (make-parameter 1) (call/cc (lambda (k) k)) car) => (shows "(#<procedure parameter> #<procedure parameter> #<procedure continuation> #<procedure car>)")
(let ((table (make-hash-table))) (hash-table-set! table 'a 1) (list table (make-hash-table eq?))) => (shows "(#<hash-table 1> #<hash-table 0>)")

;;; Bytes of the current ports; which operations which port allows; ends of lines.

(parameterize ((current-input-port (open-input-bytevector #u8(1 2 3 4 5 6 7))))
  (let* ((a (read-u8)) (b (peek-u8)) (c (u8-ready?)) (d (read-bytevector 2)) (e (make-bytevector 3 0)) (f (read-bytevector! e)) (g (read-u8)) (h (eof-object? (read-u8))))
    (list a b c d e f g h)))                                    => (1 2 #t #u8(2 3) #u8(4 5 6) 3 7 #t)
(let ((port (open-output-bytevector)))
  (parameterize ((current-output-port port)) (write-u8 1) (write-bytevector #u8(2 3)) (flush-output-port))
  (get-output-bytevector port))                                 => #u8(1 2 3)
(parameterize ((current-input-port (open-input-bytevector #u8(1)))) (read-char)) => (error "read-char: not a textual input port: #<binary-input-port>")
(parameterize ((current-output-port (open-output-bytevector))) (write 1))        => (error "write: not a textual output port: #<binary-output-port>")
(read-u8)                                                       => (error "read-u8: not a binary input port")
(let ((in (open-input-string "")) (out (open-output-string)) (bytes (open-input-bytevector #u8())))
  (list (input-port-open? in) (output-port-open? in) (input-port-open? out) (output-port-open? out) (input-port-open? bytes) (output-port-open? bytes))) => (#t #f #f #t #t #f)
(output-port-open? 5)                                           => (error "output-port-open?: not a port: 5")
(read (open-input-string "(a ; one\r b ; two\r\n c)"))          => (a b c)
(map char->integer (string->list (read (open-input-string "\"a\rb\r\nc\n\""))))  => (97 10 98 10 99 10)
(map char->integer (string->list (symbol->string (read (open-input-string "|a\rb|"))))) => (97 13 98)
(list '|+inf.0x| '|-NaN.0| '+inf '|+nan.1|)                     => (shows "(|+inf.0x| |-NaN.0| +inf +nan.1)")
