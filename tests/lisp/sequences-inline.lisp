;;; Functions for one sequence with a literal function, which are compiled in line: the results and the errors stay the same.

;; Lists and vectors of all kinds
(list (some #'oddp '(2 4 5)) (some (lambda (x) (and (> x 3) (* x x))) #(1 4 5)) (some #'alpha-char-p "12") (some #'identity '()) (some #'oddp #())) => (t 16 nil nil nil)
(list (every #'oddp '(1 3)) (every #'oddp #(1 2)) (every #'digit-char-p "12") (every #'not nil)) => (t nil t t)
(list (notany #'oddp '(2 4)) (notany (lambda (c) (char= c #\a)) "bab") (notevery #'oddp '(1 2)) (notevery #'oddp #(1))) => (t nil t nil)
(list (find-if #'oddp '(2 3 5)) (find-if-not #'oddp #(1 3 4 6)) (find-if (lambda (c) (char> c #\b)) "abcd") (find-if #'null '(1 nil))) => (3 4 #\c nil)
(list (position-if #'oddp '(2 3 5)) (position-if-not #'oddp #(1 3 4)) (position-if #'oddp "") (position-if #'bit-vector-p '(#*1))) => (1 2 nil 0)
(list (count-if #'oddp '(1 2 3)) (count-if-not #'oddp #(1 2 3)) (count-if (lambda (b) (eql b 1)) #*10110)) => (2 1 3)
(list (find 2 '((1 a) (2 b)) :key #'first) (position 'b #((1 a) (2 b)) :key (lambda (x) (second x))) (count 1 '((1) (2) (1)) :key #'car) (find 9 '((1)) :key 'car)) => ((2 b) 1 2 nil)
(list (reduce #'+ '(1 2 3)) (reduce #'max #(3 9 4)) (reduce #'+ '()) (reduce #'* #()) (reduce #'- '(5)) (reduce (lambda (a b) (list a b)) '(1 2 3))) => (6 9 0 1 5 ((1 2) 3))
(list (reduce #'+ '(1 2 3) :initial-value 10) (reduce (lambda (a b) (cons b a)) "abc" :initial-value '()) (reduce #'max '() :initial-value 7)) => (16 (#\c #\b #\a) 7)
(list (reduce #'cons '(1 2 3) :from-end t :initial-value nil) (reduce #'+ '((1) (2)) :key #'car) (reduce #'list '(1 2 3 4) :start 1 :end 3)) => ((1 2 3) 3 (2 3))
(let ((v (make-array 5 :fill-pointer 2 :initial-contents '(1 2 3 4 5)))) (list (reduce #'+ v) (count-if #'oddp v) (every (lambda (x) (< x 3)) v))) => (3 1 t)

;; The function sees its own variables, and leaves to where it stands
(let ((element 1) (index 2) (list '(3 4))) (some (lambda (x) (list x element index list)) list)) => (3 1 2 (3 4))
(dolist (x '(1 2 3)) (every (lambda (y) (when (eql x 2) (return (list :out y))) t) '(a b))) => (:out a)
(mapcar #'funcall (let ((made '())) (every (lambda (x) (push (lambda () x) made)) '(1 2 3)) made)) => (3 2 1)
(flet ((oddp (x) (eql x 4))) (list (find-if #'oddp '(1 4)) (count-if #'oddp #(1 4 4)))) => (4 2)
(macrolet ((twice (x) `(* 2 ,x))) (reduce (lambda (sum x) (+ sum (twice x))) '(1 2 3) :initial-value 0)) => 12
(let ((order '())) (reduce #'+ (progn (push :sequence order) '(1)) :initial-value (progn (push :initial order) 0)) (find (progn (push :item order) 1) (progn (push :list order) '(1)) :key #'identity) (nreverse order)) => (:sequence :initial :item :list)

;; Errors
(some #'oddp 5) => (error type-error)
(every #'oddp '(1 . 3)) => (error type-error)
(count-if #'oddp '(1 a)) => (error type-error)
(reduce #'+ 'a) => (error type-error)
(find 1 '(2 3) :key #'car) => (error type-error)
(handler-case (find-if #'oddp 7) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (7 sequence)
(reduce (lambda (a b) (+ a b)) '()) => (error program-error)
(position-if (lambda (x y) (eql x y)) '(1)) => (error program-error)

;; Removal keeps what is no hit, whatever runs there are
(list (remove-if #'oddp '(1 3 2 4 5 6 6 7)) (remove-if-not #'oddp '(1 3 2 4 5 6 6 7)) (remove 6 '(6 1 6 6 2 6)) (remove-if #'oddp '(1)) (remove 1 '(1 2 1 3 1) :count 2)) => ((2 4 6 6) (1 3 5 7) (1 2) nil (2 3 1))
(let ((list (list 1 2 3))) (list (remove-if #'oddp list) list)) => ((2) (1 2 3))

;; MAP
(list (map 'list #'first #((1) (2))) (map 'list (lambda (c) (char-upcase c)) "ab") (map 'list #'1+ '()) (map 'vector #'1+ '(1 2)) (map 'simple-vector (lambda (x) (* x x)) #(1 2)) (map 'vector #'not "")) => ((1 2) (#\A #\B) nil #(2 3) #(1 4) #())
(let ((values 1)) (map 'vector (lambda (x) (incf values x)) '(1 2 3))) => #(2 4 7)
(list (map 'list #'+ '(1 2) #(3 4 5)) (map 'string #'char-upcase '(#\a)) (map '(vector t) #'1+ '(1)) (let ((sum 0)) (list (map nil (lambda (x) (incf sum x)) '(1 2)) sum))) => ((4 6) "A" #(2) (nil 3))
(map 'list #'1+ 5) => (error type-error)
(map 'vector #'1+ 5) => (error type-error)
(map 'vector #'1+ '(1 . 2)) => (error type-error)
