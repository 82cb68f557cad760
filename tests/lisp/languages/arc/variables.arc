; Variables, functions, parameters, destructuring.
(= v1 5) => 5
v1 => 5
(= v1 6 v2 7) => 7
(list v1 v2) => (6 7)
(do (= v3) v3) => nil
v4 => (error "undefined variable: v4")
(v4 1) => (error "undefined variable: v4")
(assign v5 1) => 1
(bound 'v5) => t
(bound 'v6) => nil
(let x 1 (= x 2) x) => 2
(let x 1 (let x 2 x)) => 2
(let x 1 (let x (+ x 1) x)) => 2
(with (a 1 b 2) (list a b)) => (1 2)
(let a 5 (with (a 1 b a) (list a b))) => (1 5)
(withs (a 1 b (+ a 1)) (list a b)) => (1 2)
(with () 5) => 5
(withs () 5) => 5
(let x 1) => nil
(let (a b) '(1 2) (list a b)) => (1 2)
(let (a b) '(1) (list a b)) => (1 nil)
(let (a . b) '(1 2 3) (list a b)) => (1 (2 3))
(let (a (b c) d) '(1 (2 3) 4) (list a b c d)) => (1 2 3 4)
(let (a (o b 5)) '(1) (list a b)) => (1 5)
(let (a (o b 5)) '(1 2) (list a b)) => (1 2)
(let (a (o b a)) '(1) (list a b)) => (1 1)
(let (a nil b) '(1 2 3) (list a b)) => (1 3)
(with ((a b) '(1 2) c 3) (list a b c)) => (1 2 3)
(withs ((a b) '(1 2) c b) (list a b c)) => (1 2 2)
((fn (x) (* x 2)) 4) => 8
((fn args args) 1 2 3) => (1 2 3)
((fn () 5)) => 5
((fn (x)) 1) => nil
((fn (a . b) (list a b)) 1 2 3) => (1 (2 3))
((fn (a (o b)) (list a b)) 1) => (1 nil)
((fn (a (o b 2)) (list a b)) 1) => (1 2)
((fn (a (o b 2)) (list a b)) 1 3) => (1 3)
((fn (a (o b a)) (list a b)) 1) => (1 1)
((fn ((o a 1) (o b (+ a 1))) (list a b))) => (1 2)
((fn ((o a 1) . r) (list a r)) 5 6 7) => (5 (6 7))
((fn ((a b)) (list a b)) '(1 2)) => (1 2)
((fn ((a b) c) (list a b c)) '(1 2) 3) => (1 2 3)
((fn ((a b) (o c a)) (list a b c)) '(1 2)) => (1 2 1)
((fn ((a (b . c)) . d) (list a b c d)) '(1 (2 3 4)) 5 6) => (1 2 (3 4) (5 6))
((fn (x) x)) => (error "0 arguments")
((fn (x) x) 1 2) => (error "2 arguments")
(def f1 (x) (* x 2)) => (shows "#<procedure: f1>")
(f1 4) => 8
(map1 f1 '(1 2)) => (2 4)
(let g f1 (g 5)) => 10
(def f2 (x) (def f3 () (+ x 1)) (f3)) => (shows "#<procedure: f2>")
(f2 4) => 5
(f3) => 5
(def even2 (n) (if (is n 0) t (odd2 (- n 1)))) => (shows "#<procedure: even2>")
(def odd2 (n) (if (is n 0) nil (even2 (- n 1)))) => (shows "#<procedure: odd2>")
(even2 100000) => t
(def adder (n) (fn (x) (+ x n))) => (shows "#<procedure: adder>")
((adder 3) 4) => 7
(let n 0 (def counter () (++ n))) => (shows "#<procedure: counter>")
(do (counter) (counter)) => 2
(let (f g) (let n 0 (list (fn () (++ n)) (fn () n))) (f) (f) (g)) => 2
((afn (n) (if (is n 0) 1 (* n (self (- n 1))))) 5) => 120
((rfn fact (n) (if (is n 0) 1 (* n (fact (- n 1))))) 5) => 120
(map1 (afn (n) (if (< n 2) n (+ (self (- n 1)) (self (- n 2))))) '(5 10)) => (5 55)
(let f (afn (n acc) (if (is n 0) acc (self (- n 1) (+ acc n)))) (f 100000 0)) => 5000050000
(let f (fn (x) x) (= f [* _ 100]) (f 2)) => 200
((afn (x) (if x (do (= self [list 'changed _]) (self 1)) 0)) t) => (changed 1)
(let f (fn (x) (* x 2)) (map1 f '(1 2 3))) => (2 4 6)
(with (f [+ _ 1] g [* _ 2]) (f (g 5))) => 11
(let car cdr (car '(1 2))) => (2)
(let list [* _ 3] (list 2)) => 6
(let t 5 t) => 5
((fn (s t) (list s t)) 1 2) => (1 2)
(apply + '(1 2 3)) => 6
(apply + 1 2 '(3)) => 6
(apply list nil) => nil
(apply (obj a 1) '(a)) => 1
(idfn 5) => 5
((const 5) 1 2) => 5
(do (def redefined () 1) (def calls () (redefined)) (def redefined () 2) (calls)) => 2
(do (= callee (obj a 1)) (def calls2 (k) (callee k)) (calls2 'a)) => 1
(do (= callee [list 'fn _]) (calls2 'a)) => (fn a)
(do (= callee '(x y)) (calls2 1)) => y
(do (= callee 7) (calls2 1)) => (error "inappropriate object 7")
(do (def twice (f x) (f (f x))) (twice [* _ 3] 2)) => 18
(twice '(1 2 3) 0) => 2
(do (= cnt 0) (def bump () (++ cnt)) (bump) (bump) cnt) => 2
(eval '(+ 1 2)) => 3
(eval (list 'let 'x 3 '(* x x))) => 9
(let x 5 (eval ''x)) => x
(do1 1 2 3) => 1
(do) => nil
(do 1 2) => 2
(with (nil 1 nil 2) 5) => 5
