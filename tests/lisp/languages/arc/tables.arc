; Tables and templates.
(table) => (shows "#hash()")
(obj a 1 b 2) => (shows "#hash((a . 1) (b . 2))")
((obj a 1) 'a) => 1
((obj a 1) 'b) => nil
((obj a 1) 'b 5) => 5
(let tb (table) (= (tb "str") 1) (tb "str")) => 1
(let tb (table) (= (tb '(1 2)) 'x) (tb (list 1 2))) => x
(let tb (table) (= (tb 1) 'a (tb 1.5) 'b (tb #\c) 'c) (list (tb 1) (tb 1.5) (tb #\c))) => (a b c)
(keys (obj a 1 b 2)) => (a b)
(vals (obj a 1 b 2)) => (1 2)
(tablist (obj a 1 b 2)) => ((a 1) (b 2))
(listtab '((a 1) (b 2))) => (shows "#hash((a . 1) (b . 2))")
(fill-table (table) '(a 1 b 2)) => (shows "#hash((a . 1) (b . 2))")
(tostring (maptable (fn (k v) (pr k v)) (obj a 1))) => "a1"
(let tb (obj a 1) (= (copy tb 'b 2) nil)) => (error "")
(let tb (obj a 1) (list (len (copy tb 'b 2)) (len tb))) => (2 1)
(copy '(1 2)) => (1 2)
(keys 5) => (error "5 is not a table")
(let tb (table [= _!x 1]) tb) => (shows "#hash((x . 1))")
((obj a 1) 'a 'b 'c) => (error "inappropriate object #hash((a . 1)) with 3 arguments")
(let tb (table) (for i 1 1000 (= (tb i) (* i i))) (list (len tb) tb.10 tb.1000)) => (1000 100 1000000)
(deftem person name "nobody" age 0) => person
(let p (inst 'person 'name "ann") (list p!name p!age)) => ("ann" 0)
(let n 0 (deftem ticket id (++ n)) (list ((inst 'ticket) 'id) ((inst 'ticket) 'id))) => (1 2)
(deftem (worker person) job 'none) => worker
(let w (inst 'worker 'age 5) (list w!name w!age w!job)) => ("nobody" 5 none)
(let p (templatize 'person '((name "bob") (height 3))) (list p!name p!age p!height)) => ("bob" 0 nil)
(inst 'nosuch) => (error "There is no template nosuch")
(defmemo slow-square (x) (do (pr ".") (* x x))) => (shows "#<procedure>")
(tostring (slow-square 3) (slow-square 3)) => "."
(let f (memo [do (pr "!") _]) (tostring (f 1) (f 1) (f 2))) => "!!"
(do (defmemo fibm (n) (if (< n 2) n (+ (fibm (- n 1)) (fibm (- n 2))))) (fibm 80)) => 23416728348467685
