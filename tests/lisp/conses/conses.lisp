;;; Conses: the functions of chapter 14 that take no functions.

;; Access
(car '(1 2))                                              => 1
(cdr '(1 2))                                              => (2)
(car nil)                                                 => nil
(cdr nil)                                                 => nil
(car 5)                                                   => (error type-error "CAR: 5 is not of type LIST")
(cdr "a")                                                 => (error type-error "CDR: \"a\" is not of type LIST")
(cadr '(1 2 3))                                           => 2
(cddr '(1 2 3))                                           => (3)
(caar '((1) 2))                                           => 1
(cdar '((1 2) 3))                                         => (2)
(caddr '(1 2 3))                                          => 3
(cdddr '(1 2 3 4))                                        => (4)
(caadr '(1 (2 3)))                                        => 2
(cdadr '(1 (2 3)))                                        => (3)
(cadddr '(1 2 3 4))                                       => 4
(cddddr '(1 2 3 4 5))                                     => (5)
(caaaar '((((1)))))                                       => 1
(caddr '(1))                                              => nil
(cadr '(1 . 2))                                           => (error type-error "CADR: 2 is not of type LIST")
(mapcar (lambda (f) (funcall f '((((1 2) (3)) 4) 5)))  (list #'caar #'cdar #'caaar #'cdaar #'cadar)) => (((1 2) (3)) (4) (1 2) ((3)) 4)
(list (first '(1 2 3 4 5 6 7 8 9 10)) (second '(1 2)) (third '(1 2 3)) (fourth '(1 2 3 4)) (fifth '(1 2 3 4 5))) => (1 2 3 4 5)
(let ((l '(1 2 3 4 5 6 7 8 9 10))) (list (sixth l) (seventh l) (eighth l) (ninth l) (tenth l))) => (6 7 8 9 10)
(tenth '(1 2))                                            => nil
(rest '(1 2 3))                                           => (2 3)
(nth 0 '(a b c))                                          => a
(nth 2 '(a b c))                                          => c
(nth 3 '(a b c))                                          => nil
(nth 100000000000000000000 '(a b c))                      => nil
(nth -1 '(a b))                                           => (error type-error "NTH: -1 is not of type UNSIGNED-BYTE")
(nth 'x '(a b))                                           => (error type-error "NTH: X is not of type UNSIGNED-BYTE")
(nth 2 '(a . b))                                          => (error type-error "NTH: B is not of type LIST")
(nthcdr 0 '(a b))                                         => (a b)
(nthcdr 2 '(a b c))                                       => (c)
(nthcdr 5 '(a b c))                                       => nil
(nthcdr 1 '(a . b))                                       => b
#+tessera (nthcdr 0 5) #-tessera 5                         => 5
(nthcdr 2 '(a . b))                                       => (error type-error "NTHCDR: B is not of type LIST")

;; Predicates
(consp '(1))                                              => t
(consp nil)                                               => nil
(atom nil)                                                => t
(atom '(1))                                               => nil
(listp nil)                                               => t
(listp '(1 . 2))                                          => t
(listp 1)                                                 => nil
(null nil)                                                => t
(null '(nil))                                             => nil
(endp nil)                                                => t
(endp '(1))                                               => nil
(endp 1)                                                  => (error type-error "ENDP: 1 is not of type LIST")

;; Making
(cons 1 2)                                                => (1 . 2)
(cons 1 '(2))                                             => (1 2)
(list)                                                    => nil
(list 1 2 3)                                              => (1 2 3)
(list* 1)                                                 => 1
(list* 1 2 '(3 4))                                        => (1 2 3 4)
(list* 1 2 3)                                             => (1 2 . 3)
(list*)                                                   => (error program-error "LIST*: called with 0 arguments, but takes at least 1")
(make-list 3)                                             => (nil nil nil)
(make-list 2 :initial-element 'x)                         => (x x)
(make-list 0)                                             => nil
(make-list -1)                                            => (error type-error "MAKE-LIST: -1 is not of type UNSIGNED-BYTE")
(make-list 2 :no-such-key 1)                              => (error program-error "MAKE-LIST: unknown keyword argument :NO-SUCH-KEY")
(make-list 2 :no-such-key 1 :allow-other-keys t)          => (nil nil)
(make-list 2 :initial-element)                            => (error program-error "MAKE-LIST: odd number of keyword arguments: :INITIAL-ELEMENT has no value")
(acons 1 2 '((3 . 4)))                                    => ((1 . 2) (3 . 4))
(pairlis '(a b) '(1 2))                                   => ((b . 2) (a . 1))
(pairlis '(a) '(1) '((c . 3)))                            => ((a . 1) (c . 3))
(pairlis '(a b) '(1))                                     => (error simple-error "PAIRLIS: the lists of keys (A B) and data (1) differ in length")

;; Copies
(let* ((a (list 1 2 3)) (b (copy-list a))) (list (equal a b) (eq a b) (eq (cdr a) (cdr b)))) => (t nil nil)
(copy-list '(1 2 . 3))                                    => (1 2 . 3)
(copy-list nil)                                           => nil
(copy-list 5)                                             => (error type-error "COPY-LIST: 5 is not of type LIST")
(let* ((a (list (list 1))) (b (copy-list a))) (eq (car a) (car b))) => t
(let* ((a (list (cons 1 2) nil (cons 3 4))) (b (copy-alist a))) (list (equal a b) (eq (car a) (car b)))) => (t nil)
(copy-alist '((a . 1) . b))                               => (error type-error "COPY-ALIST: B is not of type LIST")
(let* ((a (list (list 1 (list 2)) 3)) (b (copy-tree a))) (list (equal a b) (eq (car a) (car b)) (eq (cadar a) (cadar b)))) => (t nil nil)
(copy-tree 5)                                             => 5
(copy-tree '(1 . (2 . 3)))                                => (1 2 . 3)
(let ((tree nil))
  (dotimes (i 100000) (setf tree (list tree)))
  (let ((depth 0)) (do ((c #+tessera (copy-tree tree) #-tessera tree (car c))) ((null c) depth) (incf depth))))
  => 100000

;; Joining
(append)                                                  => nil
(append '(1) '(2 3) nil '(4))                             => (1 2 3 4)
(append '(1 2) 3)                                         => (1 2 . 3)
(append 3)                                                => 3
(append nil 3)                                            => 3
(append 1 '(2))                                           => (error type-error "APPEND: 1 is not of type LIST")
(append '(1 . 2) '(3))                                    => (error type-error "APPEND: 2 is not of type LIST")
(let* ((tail (list 3)) (all (append '(1) tail))) (eq (cdr all) tail)) => t
(nconc)                                                   => nil
(nconc (list 1) (list 2) nil (list 3))                    => (1 2 3)
(nconc nil nil)                                           => nil
(nconc (list 1) 2)                                        => (1 . 2)
(nconc (cons 1 2) (list 3))                               => (1 3)
(nconc 1 (list 2))                                        => (error type-error "NCONC: 1 is not of type LIST")
(let ((a (list 1))) (nconc a (list 2)) a)                 => (1 2)
(revappend '(1 2 3) '(4))                                 => (3 2 1 4)
(revappend nil 5)                                         => 5
(nreconc (list 1 2 3) '(4))                               => (3 2 1 4)
(revappend 1 '(2))                                        => (error type-error "REVAPPEND: 1 is not of type LIST")

;; Ends
(last '(1 2 3))                                           => (3)
(last '(1 2 3) 2)                                         => (2 3)
(last '(1 2 3) 0)                                         => nil
(last '(1 2 . 3))                                         => (2 . 3)
(last '(1 2 . 3) 0)                                       => 3
(last '(1 2) 10)                                          => (1 2)
(last nil)                                                => nil
(last '(1 2) -1)                                          => (error type-error "LAST: -1 is not of type UNSIGNED-BYTE")
(last 5)                                                  => (error type-error "LAST: 5 is not of type LIST")
(butlast '(1 2 3))                                        => (1 2)
(butlast '(1 2 3) 2)                                      => (1)
(butlast '(1 2 3) 3)                                      => nil
(butlast '(1 2 3) 0)                                      => (1 2 3)
(butlast '(1 2 . 3))                                      => (1)
(butlast nil)                                             => nil
(let ((l (list 1 2 3 4))) (list (nbutlast l) l))          => ((1 2 3) (1 2 3))
(nbutlast (list 1 2) 5)                                   => nil
(let* ((l '(1 2 3 4)) (tail (cddr l))) (ldiff l tail))    => (1 2)
(ldiff '(1 2 . 3) 3)                                      => (1 2)
(ldiff '(1 2 . 3) 4)                                      => (1 2 . 3)
(ldiff '(1 2) nil)                                        => (1 2)
(let* ((l '(1 2 3)) (tail (cdr l))) (list (tailp tail l) (tailp '(2 3) l) (tailp nil l) (tailp l l))) => (t nil t t)
(tailp 3 '(1 2 . 3))                                      => t
(tailp nil 5)                                             => (error type-error "TAILP: 5 is not of type LIST")
(list-length '(1 2 3))                                    => 3
(list-length nil)                                         => 0
(let ((l (list 1 2 3))) (setf (cdddr l) l) (list-length l)) => nil
(let ((l (list 1))) (setf (cdr l) l) (list-length l))     => nil
(list-length '(1 . 2))                                    => (error type-error "LIST-LENGTH: 2 is not of type LIST")

;; Changing
(let ((c (cons 1 2))) (list (eq c (rplaca c 'a)) (eq c (rplacd c 'b)) c)) => (t t (a . b))
(rplaca nil 1)                                            => (error type-error)
(rplacd 5 1)                                              => (error type-error "RPLACD: 5 is not of type CONS")
(let ((c (list 1 2))) (setf (car c) 'x (cadr c) 'y) c)    => (x y)
(let ((c (list 1 2 3))) (setf (nth 1 c) 'x (third c) 'z) c) => (1 x z)
(let ((c (list 1 2 3))) (setf (cddr c) '(9 8)) c)         => (1 2 9 8)
(let ((c (list 1))) (setf (nth 3 c) 2))                   => (error type-error "(SETF NTH): NIL is not of type CONS")
(setf (car nil) 1)                                        => (error type-error)

;; Property lists
(getf '(a 1 b 2) 'b)                                      => 2
(getf '(a 1 b 2) 'c)                                      => nil
(getf '(a 1 b 2) 'c 'none)                                => none
(getf nil 'a)                                             => nil
(getf '(a 1 b) 'b)                                        => (error type-error "GETF: (A 1 B) is not a property list")
(getf '(a . 1) 'b)                                        => (error type-error "GETF: (A . 1) is not a property list")
(let ((l (list 'a 1))) (setf (getf l 'b) 2) (list (getf l 'a) (getf l 'b))) => (1 2)
(let ((l (list 'a 1 'b 2))) (list (not (remf l 'a)) l))   => (nil (b 2))
(let ((l (list 'a 1))) (list (remf l 'x) l))              => (nil (a 1))
(get-properties '(a 1 b 2 c 3) '(c b))                    => (values b 2 (b 2 c 3))
(get-properties '(a 1) '(x))                              => (values nil nil nil)
(get-properties nil '(x))                                 => (values nil nil nil)

;; Equality of conses
(equal '(1 (2 "x") #\a) '(1 (2 "x") #\a))                 => t
(equal '(1 . 2) '(1 . 3))                                 => nil
(equal '(1.0) '(1))                                       => nil
(equalp '(1.0 "A") '(1 "a"))                              => t
(eq '(1) '(1))                                            => nil
(let ((a nil) (b nil)) (dotimes (i 100000) (setf a (list a) b (list b))) #+tessera (equal a b) #-tessera t) => t

;;; Half a property at the end of a list.
(let ((l (list 'a 1 'b))) (setf (getf l 'b) 2))           => (error type-error "(A 1 B) is not of type LIST")
(let ((l (list 'a 1 'b))) (remf l 'b))                    => (error #+tessera type-error #-tessera error)
(let ((l (list 'a 1 'b))) (list (remf l 'a) l))           => (t (b))
(get-properties '(a 1) 'a)                                => (error type-error "GET-PROPERTIES: A is not of type LIST")

;;; GET-PROPERTIES of indicators that end in an atom
(multiple-value-list (get-properties '(a 1 b 2) '(x . y))) => (error type-error "GET-PROPERTIES: Y is not of type LIST")
(multiple-value-list (get-properties '(a 1 b 2) '(a . y))) => (a 1 (a 1 b 2))
(multiple-value-list (get-properties '(a 1 b 2) '(b . y))) => (error type-error "GET-PROPERTIES: Y is not of type LIST")
(multiple-value-list (get-properties '() '(x . y))) => (nil nil nil)
(multiple-value-list (get-properties '(a 1 b 2) 'x)) => (error type-error "GET-PROPERTIES: X is not of type LIST")
(multiple-value-list (get-properties '(a 1 b 2) '(b a))) => (a 1 (a 1 b 2))
(multiple-value-list (get-properties '(a 1 b 2) '(x b))) => (b 2 (b 2))
(multiple-value-list (get-properties '(a 1 b 2) '())) => (nil nil nil)
(multiple-value-list (get-properties '(a 1 b 2) '(x y . z))) => (error type-error "GET-PROPERTIES: Z is not of type LIST")
(multiple-value-list (get-properties '(a 1 . b) '(x))) => (error type-error "GET-PROPERTIES: B is not of type LIST")
(multiple-value-list (get-properties '(a) '(x))) => (error type-error "GET-PROPERTIES: (A) is not a property list")

;;; --- all paths of three and four
(let ((tree '((((1 . 2) . (3 . 4)) . ((5 . 6) . (7 . 8))) . (((9 . 10) . (11 . 12)) . ((13 . 14) . (15 . 16))))))
  (list (caaar tree) (cdaar tree) (cadar tree) (cddar tree) (caadr tree) (cdadr tree) (caddr tree) (cdddr tree)))
  => ((1 . 2) (3 . 4) (5 . 6) (7 . 8) (9 . 10) (11 . 12) (13 . 14) (15 . 16))
(let ((tree '((((1 . 2) . (3 . 4)) . ((5 . 6) . (7 . 8))) . (((9 . 10) . (11 . 12)) . ((13 . 14) . (15 . 16))))))
  (list (caaaar tree) (cdaaar tree) (cadaar tree) (cddaar tree) (caadar tree) (cdadar tree) (caddar tree) (cdddar tree)
        (caaadr tree) (cdaadr tree) (cadadr tree) (cddadr tree) (caaddr tree) (cdaddr tree) (cadddr tree) (cddddr tree)))
  => (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
(caddar '(()))                                                                      => nil
(let ((x '((1 . 2)))) (caddar x))                                                   => (error type-error)
