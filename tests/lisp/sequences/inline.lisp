;;; Functions for one sequence with a literal function, which are compiled in line: the results and the errors stay the
;;; same.

;; Lists and vectors of all kinds
(list (some #'oddp '(2 4 5))
      (some (lambda (x) (and (> x 3) (* x x))) #(1 4 5))
      (some #'alpha-char-p "12")
      (some #'identity '())
      (some #'oddp #()))   => (t 16 nil nil nil)
(list (every #'oddp '(1 3)) (every #'oddp #(1 2)) (every #'digit-char-p "12") (every #'not nil)) => (t nil t t)
(list (notany #'oddp '(2 4)) (notany (lambda (c) (char= c #\a)) "bab") (notevery #'oddp '(1 2)) (notevery #'oddp #(1))) => (t nil t nil)
(list (find-if #'oddp '(2 3 5)) (find-if-not #'oddp #(1 3 4 6)) (find-if (lambda (c) (char> c #\b)) "abcd") (find-if #'null '(1 nil))) => (3 4 #\c nil)
(list (position-if #'oddp '(2 3 5)) (position-if-not #'oddp #(1 3 4)) (position-if #'oddp "") (position-if #'bit-vector-p '(#*1))) => (1 2 nil 0)
(list (count-if #'oddp '(1 2 3)) (count-if-not #'oddp #(1 2 3)) (count-if (lambda (b) (eql b 1)) #*10110)) => (2 1 3)
(list (find 2 '((1 a) (2 b)) :key #'first)
      (position 'b #((1 a) (2 b)) :key (lambda (x) (second x)))
      (count 1 '((1) (2) (1)) :key #'car)
      (find 9 '((1)) :key 'car))   => ((2 b) 1 2 nil)
(list (reduce #'+ '(1 2 3))
      (reduce #'max #(3 9 4))
      (reduce #'+ '())
      (reduce #'* #())
      (reduce #'- '(5))
      (reduce (lambda (a b) (list a b)) '(1 2 3)))   => (6 9 0 1 5 ((1 2) 3))
(list (reduce #'+ '(1 2 3) :initial-value 10)
      (reduce (lambda (a b) (cons b a)) "abc" :initial-value '())
      (reduce #'max '() :initial-value 7))   => (16 (#\c #\b #\a) 7)
(list (reduce #'cons '(1 2 3) :from-end t :initial-value nil)
      (reduce #'+ '((1) (2)) :key #'car)
      (reduce #'list '(1 2 3 4) :start 1 :end 3))   => ((1 2 3) 3 (2 3))
(let ((v (make-array 5 :fill-pointer 2 :initial-contents '(1 2 3 4 5)))) (list (reduce #'+ v) (count-if #'oddp v) (every (lambda (x) (< x 3)) v))) => (3 1 t)

;; The function sees its own variables, and leaves to where it stands
(let ((element 1) (index 2) (list '(3 4))) (some (lambda (x) (list x element index list)) list)) => (3 1 2 (3 4))
(dolist (x '(1 2 3)) (every (lambda (y) (when (eql x 2) (return (list :out y))) t) '(a b))) => (:out a)
(mapcar #'funcall (let ((made '())) (every (lambda (x) (push (lambda () x) made)) '(1 2 3)) made)) => (3 2 1)
(flet ((oddp (x) (eql x 4))) (list (find-if #'oddp '(1 4)) (count-if #'oddp #(1 4 4)))) => (4 2)
(macrolet ((twice (x) `(* 2 ,x))) (reduce (lambda (sum x) (+ sum (twice x))) '(1 2 3) :initial-value 0)) => 12
(let ((order '()))
  (reduce #'+ (progn (push :sequence order) '(1)) :initial-value (progn (push :initial order) 0))
  (find (progn (push :item order) 1) (progn (push :list order) '(1)) :key #'identity)
  (nreverse order))   => (:sequence :initial :item :list)

;; Errors
(some #'oddp 5) => (error type-error "SOME: 5 is not of type SEQUENCE")
(every #'oddp '(1 . 3)) => (error type-error "EVERY: 3 is not of type LIST")
(count-if #'oddp '(1 a)) => (error type-error "EVENP: A is not of type INTEGER")
(reduce #'+ 'a) => (error type-error "REDUCE: A is not of type SEQUENCE")
(find 1 '(2 3) :key #'car) => (error type-error "CAR: 2 is not of type LIST")
(handler-case (find-if #'oddp 7) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (7 sequence)
(reduce (lambda (a b) (+ a b)) '()) => (error program-error "an anonymous function was called with 0 arguments, but takes exactly 2; the lambda list is (A B)")
(position-if (lambda (x y) (eql x y)) '(1)) => (error program-error "an anonymous function was called with 1 argument, but takes exactly 2; the lambda list is (X Y)")

;; Removal keeps all other elements, for all runs of hits
(list (remove-if #'oddp '(1 3 2 4 5 6 6 7))
      (remove-if-not #'oddp '(1 3 2 4 5 6 6 7))
      (remove 6 '(6 1 6 6 2 6))
      (remove-if #'oddp '(1))
      (remove 1 '(1 2 1 3 1) :count 2))   => ((2 4 6 6) (1 3 5 7) (1 2) nil (2 3 1))
(let ((list (list 1 2 3))) (list (remove-if #'oddp list) list)) => ((2) (1 2 3))

;; MAP
(list (map 'list #'first #((1) (2)))
      (map 'list (lambda (c) (char-upcase c)) "ab")
      (map 'list #'1+ '())
      (map 'vector #'1+ '(1 2))
      (map 'simple-vector (lambda (x) (* x x)) #(1 2))
      (map 'vector #'not ""))   => ((1 2) (#\A #\B) nil #(2 3) #(1 4) #())
(let ((values 1)) (map 'vector (lambda (x) (incf values x)) '(1 2 3))) => #(2 4 7)
(list (map 'list #'+ '(1 2) #(3 4 5))
      (map 'string #'char-upcase '(#\a))
      (map '(vector t) #'1+ '(1))
      (let ((sum 0)) (list (map nil (lambda (x) (incf sum x)) '(1 2)) sum)))   => ((4 6) "A" #(2) (nil 3))
(map 'list #'1+ 5) => (error type-error "MAP: 5 is not of type SEQUENCE")
(map 'vector #'1+ 5) => (error type-error "LENGTH: 5 is not of type SEQUENCE")
(map 'vector #'1+ '(1 . 2)) => (error type-error "LENGTH: 2 is not of type LIST")

;;; REMOVE-IF and REMOVE-IF-NOT with literal functions
(remove-if #'oddp '(1 2 3 4))                            => (2 4)
(remove-if-not (lambda (x) (> x 2)) '(1 2 3 4))          => (3 4)
(remove-if #'oddp #(1 2 3 4))                            => #(2 4)
(remove-if (lambda (c) (char= c #\a)) "banana")          => "bnn"
(stringp (remove-if-not (lambda (c) (declare (ignore c)) nil) "banana")) => t
(remove-if-not #'evenp #*0110)                           => #*00
(remove-if #'identity '())                               => nil
(remove-if #'zerop (make-array 5 :initial-contents '(0 1 0 2 0) :fill-pointer 4)) => #(1 2)
(remove-if #'oddp '(1 2 . 3))                            => (error type-error "REMOVE-IF: 3 is not of type LIST")
(remove-if #'oddp 5)                                     => (error type-error "REMOVE-IF: 5 is not of type SEQUENCE")
(remove-if #'oddp '(1 2 3 4) :start 1)                   => (1 2 4)
(remove 1 '((1 a) (2 b) (1 c)) :key #'car)               => ((2 b))
(remove #\A "aAbA" :key #'char-upcase)                   => "b"
(let ((list (list 1 2 3))) (remove-if #'oddp list) list) => (1 2 3)
(block nil (remove-if (lambda (x) (if (eql x 2) (return x) nil)) '(1 2 3))) => 2
(let ((functions (map 'list (lambda (x) (lambda () x)) '(1 2 3)))) (mapcar #'funcall functions)) => (1 2 3)
(let ((functions (map 'list (lambda (x) (lambda () x)) #(1 2 3)))) (mapcar #'funcall functions)) => (1 2 3)
(mapcan (lambda (x) (if (oddp x) (list x x) nil)) '(1 2 3))  => (1 1 3 3)
(mapcan (lambda (x) (if (consp x) (copy-list x) x)) '((1 2) nil 3)) => (1 2 . 3)
(mapcan (lambda (x) (if (consp x) (copy-list x) x)) '(5 (1 2))) => (1 2)
(mapcan #'list '(1 2) '(a b))                            => (1 a 2 b)
(position-if (lambda (x) (cond ((numberp x) (cond ((evenp x) (cond ((> x 5) (cond ((< x 9) t) (t nil))) (t nil))) (t nil))) (t nil))) '(1 2 a 7 8)) => 4
(position-if (lambda (x) (cond ((numberp x) (cond ((evenp x) (cond ((> x 5) (cond ((< x 9) t) (t nil))) (t nil))) (t nil))) (t nil))) #(1 2 a 7 8)) => 4

;;; Searches by EQL with literal bounds
(list (position #\a "banana" :start 2)
      (position #\a "banana" :end 1)
      (position #\a "banana" :from-end t)
      (position #\a "banana" :from-end t :end 5))   => (3 nil 5 3)
(list (position 2 '(1 2 3 2) :start 2) (position 2 '(1 2 3 2) :from-end t) (find 2 '(1 2) :end 1) (count 2 '(2 2 2) :start 1)) => (3 3 nil 2)
(list (find 2.5 #(1 2.5))
      (find (expt 10 30) (vector (expt 10 30)))
      (count #\a "aaa" :start 1 :end 2)
      (find #\a #(#\b #\a) :start 1))   => (2.5 1000000000000000000000000000000 1 #\a)
(position 1 #(1 2) :start 3)                             => (error type-error "POSITION: the start 3 is not an integer from 0 to 2")
(handler-case (position 1 #(1 2) :end 3) (error (e) (subseq (princ-to-string e) 0 9))) => "POSITION:"
(handler-case (find #\a "ab" :start -1) (error (e) (subseq (princ-to-string e) 0 5))) => "FIND:"
(position 1 '(1 2) :start 3)                             => (error type-error "POSITION: the start 3 is not an integer from 0 to 2")
(position 1 5)                                           => (error type-error "POSITION: 5 is not of type SEQUENCE")
(count 1 '(1 . 2))                                       => (error type-error "COUNT: 2 is not of type LIST")
(position 1 #(1) :start)                                 => (error program-error "POSITION: the keyword arguments are not in pairs: (:START)")
(position 1 #(1) :nonsense 1)                            => (error program-error)
(let ((i 0)) (list (position (incf i) (vector 1 (incf i)) :end (incf i 0) :start (decf i 2)) i)) => (0 0)
(remove-duplicates '(1 2 1 3 2 4 4 1 5 9 9))             => (3 2 4 1 5 9)
(remove-duplicates '(1 2 1 3 2 4 4 1 5 9 9) :from-end t) => (1 2 3 4 5 9)
(remove-duplicates "abracadabra-abracadabra")            => "-cdbra"
(remove-duplicates '("a" "b" "a" "c" "d" "e" "f" "g" "h" "b") :test #'equal :start 1) => ("a" "a" "c" "d" "e" "f" "g" "h" "b")
(remove-duplicates '(1 2 3 1 5 6 7 8 9 . 10))            => (error type-error "LENGTH: 10 is not of type LIST")

;;; CONCATENATE of strings
(concatenate 'string "a" "" "bc")                        => "abc"
(concatenate 'string "a" '(#\b) #(#\c))                  => "abc"
(concatenate 'string (make-array 3 :element-type 'character :initial-contents "xyz" :fill-pointer 1)) => "x"
(concatenate 'string "a" '(1))                           => (error type-error "REPLACE: 1 is not of type CHARACTER")
(concatenate 'string "a" 5)                              => (error type-error "CONCATENATE: 5 is not of type SEQUENCE")
(concatenate 'string)                                    => ""
(let ((part "ab")) (eq part (concatenate 'string part))) => nil

;;; A literal function is the same object in every call.
(progn (defun counting (sequence)
         (remove-if (lambda (x) (= (incf (car (load-time-value (list 0)))) x)) sequence))
       (list (counting '(1 9)) (counting (vector 3 9))))   => ((9) #(9))

;; LENGTH in hot code, of all kinds of sequences and of non-sequences.
(defun lengths (sequences rounds &aux (sum 0))
  (dotimes (i rounds sum) (incf sum (length (svref sequences (mod i (length sequences)))))))
=> lengths
(let ((wide (make-string 3 :initial-element (code-char 955))) (widened (copy-seq "abcd")))
  (setf (char widened 0) (code-char 955))
  (lengths (vector '() '(1) (list 1 2) (make-list 1500) #() #(1 2 3) "" "ab" wide widened #*10110 (make-array 7 :element-type '(unsigned-byte 8))
                   (make-array 9 :fill-pointer 5) (make-array 4 :adjustable t) (make-array 3 :element-type 'nil)
                   (make-array 6 :element-type 'character :displaced-to "0123456789"))
           16000))
=> 1545000
(loop for wrong in (list 5 'a #\a '(1 . 2) '(1 2 . 3) (let ((list (list 1 2))) (setf (cddr list) list)) (make-array '(2 2)) 1d300)
      collect (handler-case (lengths (vector '(1) wrong) 2000) (type-error () 'wrong)))
=> (wrong wrong wrong wrong wrong wrong wrong wrong)

;;; The names of macros and special operators do not stand for functions
(defmacro inline-square (x) `(* ,x ,x))                  => inline-square
(mapcar #'inline-square '(1 2 3))                        => (error undefined-function "INLINE-SQUARE")
(maplist #'inline-square '(1 2 3))                       => (error undefined-function "INLINE-SQUARE")
(some #'inline-square '(1 2))                            => (error undefined-function "INLINE-SQUARE")
(find-if #'inline-square '(1 2))                         => (error undefined-function "INLINE-SQUARE")
(remove-if #'inline-square '(1 2))                       => (error undefined-function "INLINE-SQUARE")
(count-if #'inline-square '(1 2))                        => (error undefined-function "INLINE-SQUARE")
(map 'list #'inline-square '(1 2))                       => (error undefined-function "INLINE-SQUARE")
(find 4 '(1 2) :key #'inline-square)                     => (error undefined-function "INLINE-SQUARE")
(maphash #'when (make-hash-table))                       => (error undefined-function "WHEN")
(reduce #'and '(t nil))                                  => (error undefined-function "AND")
(mapcar #'if '(1 nil) '(2 3) '(4 5))                     => (error undefined-function "IF")
(mapcar #'quote '(1 2))                                  => (error undefined-function "QUOTE")
(macrolet ((local (x) x)) (mapcar #'local '(1)))         => (error program-error "FUNCTION: LOCAL names a local macro")
(flet ((inline-square (x) (list x))) (mapcar #'inline-square '(1 2)))   => ((1) (2))
