; Loops.
(tostring (for i 1 3 (pr i))) => "123"
(tostring (for i 3 1 (pr i))) => ""
(tostring (down i 3 1 (pr i))) => "321"
(for i 1 3) => nil
(let l nil (for i 1 3 (push i l)) l) => (3 2 1)
(map1 [_] (accum a (for i 1 3 (a (fn () i))))) => (1 2 3)
(tostring (for i 1 10 (pr i) (++ i 4))) => "16"
(tostring (repeat 3 (pr "x"))) => "xxx"
(tostring (each x '(a b) (pr x))) => "ab"
(tostring (each x "ab" (pr x "."))) => "a.b."
(tostring (each (k v) (obj a 1) (pr k v))) => "a1"
(tostring (each (a b) '((1 2) (3 4)) (pr (+ a b) " "))) => "3 7 "
(tostring (each x nil (pr x))) => ""
(each x '(1 2)) => nil
(each x 5 x) => (error "Can't take the elements of 5")
(let i 0 (tostring (while (< i 3) (pr i) (++ i)))) => "012"
(let i 0 (tostring (until (is i 3) (pr i) (++ i)))) => "012"
(let i 3 (tostring (whilet x (if (> i 0) i) (pr x) (-- i)))) => "321"
(let l '(1 2 3) (tostring (whilet (a . b) l (pr a) (= l b)))) => "123"
(let l '(1 2 x 3) (tostring (whiler e (pop l) 'x (pr e)))) => "12"
(let l '(1 2 3) (drain (pop l))) => (1 2 3)
(let l '(1 2 end 3) (drain (pop l) 'end)) => (1 2)
(tostring (let i 0 (loop (= i 0) (< i 3) (++ i) (pr i)))) => "012"
(tostring (forlen i "abc" (pr i))) => "012"
(tostring (forlen i '(a b) (pr i))) => "01"
(tostring (on x '(a b) (pr index x))) => "0a1b"
(tostring (ontable k v (obj a 1) (pr k v))) => "a1"
(let s 0 (for i 1 100000 (++ s i)) s) => 5000050000
((afn (n) (if (> n 0) (self (- n 1)) 'done)) 1000000) => done
((afn (n) (if (is n 0) 0 (+ 1 (self (- n 1))))) 100000) => 100000
