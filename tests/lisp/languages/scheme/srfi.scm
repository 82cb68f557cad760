;;; SRFI 1, 41 and 69, by the examples of their documents.

(begin (import (srfi 1) (srfi 41) (srfi 69)) (list (xcons '(b c) 'a) (cons* 1 2 3 '(4 5)) (cons* 1))) => ((a b c) (1 2 3 4 5) 1)
(list (list-tabulate 4 values) (iota 5) (iota 5 0 -1/10) (take (circular-list 'z 'q) 5)) => ((0 1 2 3) (0 1 2 3 4) (0 -1/10 -1/5 -3/10 -2/5) (z q z q z))
(list (proper-list? '(1 2)) (dotted-list? '(1 . 2)) (circular-list? (circular-list 1 2)) (list= eq? '(a b) '(a b)) (list= eq? '(a) '(b))) => (#t #t #t #t #f)
(list (third '(a b c d e)) (take '(a b c d e) 2) (drop '(a b c d e) 2) (take-right '(a b c d e) 2) (drop-right '(a b c d e) 2) (take-right '(1 2 3 . d) 2) (last '(a b c))) => (c (a b) (c d e) (d e) (a b c) (2 3 . d) c)
(call-with-values (lambda () (split-at '(a b c d e f g h) 3)) list) => ((a b c) (d e f g h))
(list (zip '(one two three) '(1 2 3) '(odd even odd)) (count even? '(3 1 4 1 5 9 2 5 6)) (count < '(1 2 4 8) '(2 4 6 8 10 12 14 16))) => (((one 1 odd) (two 2 even) (three 3 odd)) 3 3)
(list (fold + 0 '(1 2 3)) (fold cons '() '(1 2 3)) (fold cons* '() '(a b c) '(1 2 3 4 5)) (fold-right cons '() '(1 2 3)) (fold-right cons* '() '(a b c) '(1 2 3))) => (6 (3 2 1) (c 3 b 2 a 1) (1 2 3) (a 1 b 2 c 3))
(list (reduce max 0 '(1 5 3)) (reduce + 0 '()) (reduce-right append '() '((1) (2) (3))) (pair-fold cons '() '(a b))) => (5 0 (1 2 3) ((b) (a b)))
(list (pair-fold (lambda (a b all) (cons (append a b) all)) '() '(1 2) '(3 4 5)) (pair-fold-right (lambda (a b all) (cons (append a b) all)) '() '(1 2) '(3 4)) (let ((rows '())) (pair-for-each (lambda (a b) (set! rows (cons (list a b) rows))) '(1 2) '(3)) rows)) => (((2 4 5) (1 2 3 4 5)) ((1 2 3 4) (2 4)) (((1 2) (3))))
(begin (import (only (tessera more) reduce-left)) (list (reduce - 0 '(1 2 3 4)) (reduce-left - 0 '(1 2 3 4)) (reduce-right - 0 '(1 2 3 4)))) => (2 -8 -2)
(list (list= eq?) (list= eq? '(a)) (list= eq? '(a) '()) (list= eq? '() '(a)) (list= = '(1) '(1) '(1)) (list= = '(1) '(1) '(2)) (lset<= eq?) (lset<= eq? '(a) '()) (lset= eq? '() '(a))) => (#t #t #f #f #t #f #t #f #f)
(call-with-values (lambda () (unzip3 '((1 one odd) (2 two even)))) list) => ((1 2) (one two) (odd even))
(list (unfold (lambda (x) (> x 5)) (lambda (x) (* x x)) (lambda (x) (+ x 1)) 1) (unfold-right zero? (lambda (x) (* x x)) (lambda (x) (- x 1)) 5)) => ((1 4 9 16 25) (1 4 9 16 25))
(list (append-map (lambda (x) (list x (- x))) '(1 3 8)) (filter-map (lambda (x) (and (number? x) (* x x))) '(a 1 b 3 c 7))) => ((1 -1 3 -3 8 -8) (1 9 49))
(list (filter even? '(0 7 8 8 43 -4)) (remove even? '(0 7 8 8 43 -4)) (call-with-values (lambda () (partition symbol? '(one 2 3 four))) list)) => ((0 8 8 -4) (7 43) ((one four) (2 3)))
(list (find even? '(3 1 4 1 5 9)) (find-tail even? '(3 1 37 -8 -5 0 0)) (find even? '(1 3)) (any integer? '(a 3 b 2.7)) (any < '(3 1 4 1 5) '(2 7 1 8 2)) (every odd? '(1 3)) (every + '(1 2) '(3 4)) (list-index even? '(3 1 4 1 5 9))) => (4 (-8 -5 0 0) #f #t #t #t 6 2)
(list (take-while even? '(2 18 3 10 22 9)) (drop-while even? '(2 18 3 10 22 9)) (call-with-values (lambda () (span even? '(2 18 3 10))) list) (call-with-values (lambda () (break even? '(3 1 4 1))) list)) => ((2 18) (3 10 22 9) ((2 18) (3 10)) ((3 1) (4 1)))
(list (delete 3 '(1 3 2 3)) (delete 5 '(1 7 3) <) (delete-duplicates '(a b a c a b c z)) (delete-duplicates '((a . 3) (b . 7) (a . 9)) (lambda (x y) (eq? (car x) (car y))))) => ((1 2) (1 3) (a b c z) ((a . 3) (b . 7)))
(list (alist-cons 'a 1 '((b . 2))) (alist-delete 'a '((a . 1) (b . 2) (a . 3)))) => (((a . 1) (b . 2)) ((b . 2)))
(list (lset<= eq? '(a) '(a b a) '(a b c c)) (lset= eq? '(b e a) '(a e b) '(e e b a)) (lset-adjoin eq? '(a b c d c e) 'd 'a 'u) (lset-union eq? '(a b c) '(a e i)) (lset-intersection eq? '(a b c d e) '(a e i o u)) (lset-difference eq? '(a b c d e) '(a e i)))
                                                                => (#t #t (u a b c d c e) (i e a b c) (a e) (b c d))
(sort (lset-xor eq? '(a b) '(b c)) (lambda (x y) (string<? (symbol->string x) (symbol->string y)))) => (a c)

;;; Streams.

(begin
  (define strm123 (stream-cons 1 (stream-cons 2 (stream-cons 3 stream-null))))
  (list (stream-car strm123) (stream-car (stream-cdr strm123)) (stream-pair? (stream-cdr (stream-cons (/ 1 0) stream-null))) (stream? (list 1 2 3)) (stream->list strm123))) => (1 2 #f #f (1 2 3))
(begin (define-stream (repeat-from n) (stream-cons n (repeat-from (+ n 1)))) (stream->list 5 (repeat-from 3))) => (3 4 5 6 7)
(begin
  (define iter (stream-lambda (f x) (stream-cons x (iter f (f x)))))
  (define nats (iter (lambda (x) (+ x 1)) 0))
  (stream->list 3 (stream-cdr nats)))                           => (1 2 3)
(stream->list 5 (stream-map + (stream-from 0) (stream-from 10 2))) => (10 13 16 19 22)
(list (stream->list (stream-take 3 (stream-filter odd? (stream-from 0)))) (stream->list (stream-range 0 5)) (stream-ref (stream-from 10) 5) (stream-length (stream-range 0 10)) (stream->list (stream-append (stream-range 0 2) (stream-range 5 7)))) => ((1 3 5) (0 1 2 3 4) 15 10 (0 1 5 6))
(list (stream-fold + 0 (stream-range 1 5)) (stream->list 4 (stream-scan + 0 (stream-from 1))) (stream->list (stream-reverse (stream-range 0 3))) (stream->list 3 (stream-zip (stream-from 0) (stream-from 5))) (stream->list (stream-take-while (lambda (x) (< x 3)) (stream-from 0)))) => (10 (0 1 3 6) (2 1 0) ((0 5) (1 6) (2 7)) (0 1 2))
(begin (define-stream (sieve s) (stream-cons (stream-car s) (sieve (stream-filter (lambda (x) (not (= 0 (remainder x (stream-car s))))) (stream-cdr s))))) (stream-ref (sieve (stream-from 2)) 50)) => 233
(stream-ref (stream-filter (lambda (n) (> n 100000)) (stream-from 0)) 0) => 100001
(stream-car stream-null)                                        => (error "the stream is empty")

(call-with-values (lambda () (stream-unfolds (lambda (n) (if (= n 6) (values n '() '()) (if (even? n) (values (+ n 1) (list n) #f) (values (+ n 1) #f (list n))))) 0))
  (lambda (evens odds) (list (stream->list evens) (stream->list odds)))) => ((0 2 4) (1 3 5))

;;; Hash tables.

(let ((t (make-hash-table)))
  (hash-table-set! t 'a 1) (hash-table-set! t "b" 2) (hash-table-set! t '(1 #(2)) 3)
  (list (hash-table-ref/default t 'a 0) (hash-table-ref/default t "b" 0) (hash-table-ref/default t (list 1 (vector 2)) 0) (hash-table-ref/default t 'z 'none) (hash-table-size t))) => (1 2 3 none 3)
(let ((t (make-hash-table eq?))) (hash-table-update!/default t 'n (lambda (x) (+ x 1)) 0) (hash-table-update! t 'n (lambda (x) (* x 10))) (hash-table-ref t 'n)) => 10
(hash-table-ref (make-hash-table) 'x (lambda () 'default))      => default
(hash-table-ref (make-hash-table) 'x)                           => (error "hash-table-ref: there is no key x")
(let ((t (alist->hash-table '((a . 1) (b . 2)) eq?))) (hash-table-delete! t 'a) (list (hash-table-exists? t 'a) (hash-table-keys t) (hash-table->alist t))) => (#f (b) ((b . 2)))
(let ((t (make-hash-table string-ci=?))) (hash-table-set! t "Key" 1) (hash-table-ref t "kEY")) => 1
(let ((t (make-hash-table equal?)) (n 0)) (do ((i 0 (+ i 1))) ((= i 1000)) (hash-table-set! t (list i) i)) (hash-table-walk t (lambda (k v) (set! n (+ n v)))) (list n (hash-table-size t))) => (499500 1000)
(let ((t (make-hash-table)))
  (hash-table-set! t "a" 1) (hash-table-set! t (string #\a) 2) (hash-table-set! t (list "a") 3) (hash-table-set! t "b" 4) (hash-table-delete! t (string #\b))
  (list (hash-table-ref/default t (list->string '(#\a)) 0) (hash-table-ref/default t (list "a") 0) (hash-table-ref/default t "b" 0) (hash-table-size t))) => (2 3 0 2)
(let* ((a (alist->hash-table '((x . 1)))) (b (hash-table-copy a))) (hash-table-set! b 'x 2) (list (hash-table-ref a 'x) (hash-table-ref b 'x) (hash-table-fold b (lambda (k v acc) (+ v acc)) 0))) => (1 2 2)
(= (hash '(1 2)) (hash (list 1 2)))                             => #t
