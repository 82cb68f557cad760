; What can be assigned, and the macros that change places.
(let l (list 1 2 3) (= (car l) 'a) l) => (a 2 3)
(let l (list 1 2 3) (= (cdr l) '(9)) l) => (1 9)
(let l (list 1 2 3) (= (cadr l) 'b) l) => (1 b 3)
(let l (list 1 2 3) (= (cddr l) nil) l) => (1 2)
(let l (list (list 1 2)) (= (caar l) 'x) l) => ((x 2))
(let l (list (list 1 2)) (= (cdar l) nil) l) => ((1))
(let l (list 1 2 3) (= (l 2) 'c) l) => (1 2 c)
(let s (copy "abc") (= (s 1) #\x) s) => "axc"
(let tb (table) (= (tb 'a) 1) (tb 'a)) => 1
(let tb (obj a 1) (= (tb 'a) nil) (len tb)) => 0
(let tb (obj a (list 1 2)) (= ((tb 'a) 1) 'x) tb!a) => (1 x)
(= (car nil) 1) => (error "Can't set car of nil")
(let s "abc" (= (s 10) #\a)) => (error "string index out of range: 10")
(let s "abc" (= (s 0) 5)) => (error "Can't put 5 into a string")
(let l (list 1) (= (l 5) 2)) => (error "list index out of range: 5")
(let x 5 (= (x 0) 1)) => (error "Can't set an element of 5")
(let x 1 (++ x)) => 2
(let x 1 (++ x 5) x) => 6
(let x 1 (-- x)) => 0
(let x 10 (-- x 3) x) => 7
(let l (list 1 2) (++ (car l)) l) => (2 2)
(let l (list 1 2) (++ (l 1) 10) l) => (1 12)
(let tb (obj a 1) (++ (tb 'a)) tb!a) => 2
(let tb (table) (++ (tb 'x 0)) (++ (tb 'x 0)) tb!x) => 2
(let s "a" (++ s "b") s) => "ab"
(let l nil (push 1 l) (push 2 l) l) => (2 1)
(let l '(1 2 3) (list (pop l) l)) => (1 (2 3))
(let l nil (pop l)) => nil
(let l '(1 2) (pushnew 2 l) (pushnew 3 l) l) => (3 1 2)
(let l '((a 1)) (pushnew '(a 2) l caris-first) l) => (error "undefined variable: caris-first")
(let l '(1 2 3 4) (pull odd l) l) => (2 4)
(let l '(a b a) (pull 'a l) l) => (b)
(let l '(1 2) (togglemem 1 l) (togglemem 5 l) l) => (5 2)
(with (a 1 b 2) (swap a b) (list a b)) => (2 1)
(let l (list 1 2 3) (swap (car l) (l 2)) l) => (3 2 1)
(with (a 1 b 2 c 3) (rotate a b c) (list a b c)) => (2 3 1)
(let x 5 (zap [* _ 2] x) x) => 10
(let l (list 1 2) (zap + (car l) 10) l) => (11 2)
(let x "ab" (zap upcase x) x) => "AB"
(let x nil (or= x 5) (or= x 6) x) => 5
(do (or= fresh-global 3) fresh-global) => 3
(do (def kept () (or= made-once (table))) (is (kept) (kept))) => t
(let tb (table) (or= (tb 'a) 5) tb!a) => 5
(with (a 1 b 2) (wipe a b) (list a b)) => (nil nil)
(let tb (obj a 1) (wipe tb!a) (len tb)) => 0
(with (a nil b nil) (set a b) (list a b)) => (t t)
(let l '(1 3 5) (insort < 4 l) l) => (1 3 4 5)
(let l '(1 3) (insortnew < 3 l) (insortnew < 2 l) l) => (1 2 3)
(let n 0 (let l (list 1 2) (++ ((do (++ n) l) 0)) (list n l))) => (1 (2 2))
(let n 0 (let l (list 0 0) (push 'x (l (do (++ n) 1))) (list n l))) => (1 (0 (x . 0)))
(let l (list 1 (list 2 3)) (= (car (cadr l)) 'x) l) => (1 (x 3))
(let x '(1 2) (= (car:cdr x) 9) x) => (1 9)
(with (a nil b nil) (= a 1 b (+ a 1)) (list a b)) => (1 2)
(= (+ 1 2) 3) => (error "Can't set an element")
(= 5 6) => (error "5 is not a place")
(= (if 1 2) 3) => (error "is not a place that can be assigned")
(let tb (table) (sref tb 1 'a) tb!a) => 1
(let l (list 1 2) (scar l 'a) (scdr l nil) l) => (a)
(do (defset my-first (x) (w/uniq g (list (list g x) `(car ,g) `(fn (v) (scar ,g v))))) (def my-first (l) (car l)) (let l (list 1 2) (= (my-first l) 'x) (++ (cadr l)) l)) => (x 3)
(let l (list 5 6) (++ (my-first l)) l) => (6 6)
(do (mac second-of (l) `(cadr ,l)) (let l (list 1 2) (= (second-of l) 'm) l)) => (1 m)
