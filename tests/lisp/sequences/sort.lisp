;;; SORT, STABLE-SORT and MERGE.

(defun numbers (n)
  "Returns a list of N small numbers in no order, always the same."
  (let ((x 12345) (list '()))
    (dotimes (i n list)
      (setq x (mod (+ (* x 1103515245) 12345) 2147483648))
      (push (floor x 65536) list))))
=> numbers
(defun ordered-p (sequence)
  "True if the numbers in SEQUENCE never fall."
  (let ((last nil))
    (every (lambda (x) (prog1 (or (null last) (<= last x)) (setq last x))) sequence)))
=> ordered-p
(defun pairs (n)
  "Returns a list of N pairs of a small key and their place."
  (let ((place -1)) (mapcar (lambda (x) (cons (mod x 7) (incf place))) (numbers n))))
=> pairs
(defun stable-p (sequence)
  "True if the pairs are ordered by key, and by place where the keys are equal."
  (let ((last nil))
    (every (lambda (x)
             (prog1 (or (null last) (< (car last) (car x)) (and (= (car last) (car x)) (< (cdr last) (cdr x))))
               (setq last x)))
           sequence)))
=> stable-p

(sort (list 3 1 2) #'<)                                  => (1 2 3)
(sort (list 3 1 2) #'>)                                  => (3 2 1)
(sort (list 3 1 2) '<)                                   => (1 2 3)
(sort (vector 3 1 2) #'<)                                => #(1 2 3)
(sort (copy-seq "hello") #'char<)                        => "ehllo"
(sort (copy-seq #*10110) #'<)                            => #*00111
(sort (list) #'<)                                        => nil
(sort (vector) #'<)                                      => #()
(sort (list 1) #'<)                                      => (1)
(sort (list "b" "a" "c") #'string<)                      => ("a" "b" "c")
(sort (list '(2 b) '(1 a)) #'< :key #'car)               => ((1 a) (2 b))
(sort (vector '(2 b) '(1 a) '(3 c)) #'> :key 'first)     => #((3 c) (2 b) (1 a))
(sort (list 1.5 1 1/2) #'<)                              => (1/2 1 1.5)
(sort (list 5 3 9 1) (lambda (a b) (> a b)))             => (9 5 3 1)
(sort (list 1 2 3) #'<)                                  => (1 2 3)
(sort (list 2 'a) #'<)                                   => (error type-error "<: A is not of type REAL")
(sort 5 #'<)                                             => (error type-error "SORT: 5 is not of type SEQUENCE")
(sort (list* 2 1 3) #'<)                                 => (error type-error "LENGTH: 3 is not of type LIST")
(sort (list 1 2) 'no-such-function)                      => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(ordered-p (sort (numbers 1000) #'<))                    => t
(ordered-p (sort (coerce (numbers 1000) 'vector) #'<))   => t
(ordered-p (sort (coerce (numbers 37) 'vector) (lambda (a b) (< a b)))) => t
(ordered-p (reverse (sort (numbers 100) #'>)))           => t
(length (sort (numbers 777) #'<))                        => 777
(equal (sort (numbers 500) #'<) (coerce (sort (coerce (numbers 500) 'vector) #'<) 'list)) => t
(ordered-p (sort (make-array 9 :fill-pointer 7 :initial-contents '(9 8 7 6 5 4 3 2 1)) #'<)) => t
(sort (make-array 5 :fill-pointer 3 :initial-contents '(3 2 1 0 9)) #'<) => #(1 2 3)
(let* ((base (vector 9 5 4 3 0)) (part (make-array 3 :displaced-to base :displaced-index-offset 1))) (sort part #'<) base) => #(9 3 4 5 0)
(let ((v (vector 2 1))) (eq v (sort v #'<)))             => t
(sort (make-array 3 :element-type 'double-float :initial-contents '(3d0 1d0 2d0)) #'<) => #(1d0 2d0 3d0)

(stable-sort (list 3 1 2) #'<)                           => (1 2 3)
(stable-p (stable-sort (pairs 500) #'< :key #'car))      => t
(stable-p (stable-sort (coerce (pairs 500) 'vector) #'< :key #'car)) => t
(stable-p (stable-sort (coerce (pairs 500) 'vector) (lambda (a b) (< (car a) (car b))))) => t
(stable-p (stable-sort (pairs 500) (lambda (a b) (< (car a) (car b))))) => t
(stable-sort (list "b" "B" "a" "A") #'char-lessp :key (lambda (s) (char s 0))) => ("a" "A" "b" "B")
(stable-sort (copy-seq "bBaA") #'char-lessp)             => "aAbB"
(stable-sort "" #'char<)                                 => ""
(stable-sort 'x #'<)                                     => (error type-error "STABLE-SORT: X is not of type SEQUENCE")

(merge 'list (list 1 3 5) (list 2 4) #'<)                => (1 2 3 4 5)
(merge 'list nil (list 1 2) #'<)                         => (1 2)
(merge 'list (list 1 2) nil #'<)                         => (1 2)
(merge 'vector (list 1 3) (vector 2 4) #'<)              => #(1 2 3 4)
(merge 'string (copy-seq "ace") (list #\b #\d) #'char<)  => "abcde"
(merge 'list (vector 1 3) #(2) '<)                       => (1 2 3)
(merge 'list (list '(1 a) '(2 a)) (list '(1 b) '(2 b)) #'< :key #'car) => ((1 a) (1 b) (2 a) (2 b))
(merge 'list (list 5 3 1) (list 4 2) #'>)                => (5 4 3 2 1)
(merge '(vector t 3) (list 1) (list 2 3) #'<)            => #(1 2 3)
(merge '(vector t 4) (list 1) (list 2 3) #'<)            => (error type-error "MERGE: a sequence of type (VECTOR T 4) cannot have 3 elements")
(merge 'integer (list 1) (list 2) #'<)                   => (error type-error "MERGE: INTEGER is not a type of lists or of vectors")
(merge 'list 5 (list 1) #'<)                             => (error type-error "MERGE: 5 is not of type SEQUENCE")

;;; Orders that are known natively, on keys of one kind and of several
(sort (list 3 1 2) #'<)                                  => (1 2 3)
(sort (vector 3 -1 2 0) '>)                              => #(3 2 0 -1)
(sort (list 1.5 1 1/2 2d0) #'<)                          => (1/2 1 1.5 2d0)
(sort (list (expt 10 30) 5 (- (expt 10 30))) #'<)        => (-1000000000000000000000000000000 5 1000000000000000000000000000000)
(stable-sort (list 0d0 -0d0 -1d0 0d0) #'<)               => (-1d0 0d0 -0d0 0d0)
(stable-sort (list 2.5 1.5d0 2.5d0 1.5) #'>)             => (2.5 2.5d0 1.5d0 1.5)
(sort (copy-seq "tessera") #'char<)                      => "aeersst"
(sort (list "b" "abc" "" "ab") #'string<)                => ("" "ab" "abc" "b")
(sort (list "b" 'a #\c) #'string<)                       => (a "b" #\c)
(sort (list "b" (make-array 1 :element-type 'character :initial-element #\z :fill-pointer 1) "abc") #'string>) => ("z" "b" "abc")
(stable-sort (list '(1 a) '(0 b) '(1 c) '(0 d)) #'< :key #'first) => ((0 b) (0 d) (1 a) (1 c))
(stable-sort (vector '(1 a) '(0 b) '(1 c) '(0 d)) #'> :key #'first) => #((1 a) (1 c) (0 b) (0 d))
(sort (list "Bb" "aa" "Ca") #'char< :key (lambda (s) (char s 1))) => ("aa" "Ca" "Bb")
(sort (make-array 4 :element-type '(unsigned-byte 8) :initial-contents '(9 3 200 0)) #'<) => #(0 3 9 200)
(sort (make-array 5 :initial-contents '(5 4 3 2 1) :fill-pointer 3) #'<) => #(3 4 5)
(sort (list 1 'a 2) #'<)                                 => (error type-error "<: A is not of type REAL")
(sort (list 1 2 #c(1 2)) #'<)                            => (error type-error "<: #C(1 2) is not of type REAL")
(sort (list #\a 1) #'char<)                              => (error type-error "CHAR<: 1 is not of type CHARACTER")
(sort (list 3 1 2) #'< :key #'car)                       => (error type-error "CAR: 3 is not of type LIST")
(sort '() #'<)                                           => nil
(sort (vector) #'<)                                      => #()
(let ((seen '())) (stable-sort (list 3 1 2) #'< :key (lambda (x) (push x seen) x)) (sort seen #'<)) => (1 2 3)
(let ((list (list 2 3 1))) (equal (sort list #'<) list)) => t
(let ((numbers (let ((x 7)) (loop repeat 1000 collect (setf x (mod (* x 16807) 2147483647))))))
  (let ((plain (sort (copy-list numbers) (lambda (a b) (< a b)))))
    (list (equal plain (sort (copy-list numbers) #'<))
          (equal plain (reverse (sort (copy-list numbers) #'>)))
          (equal plain (coerce (sort (coerce numbers 'vector) #'<) 'list))
          (equal plain (mapcar #'car (stable-sort (mapcar #'list numbers) #'< :key #'car)))))) => (t t t t)
(sort (list 'a) #'< :key #'car)                      => (a)   ; one element has nobody to be compared with

;;; MERGE of vectors
(merge 'vector (vector 1 3 5) (vector 2 4 6) #'<) => #(1 2 3 4 5 6)
(merge 'vector (vector) (vector 2 4) #'<) => #(2 4)
(merge 'vector (vector 1 2) (vector) #'<) => #(1 2)
(merge 'list (vector 1 3) (vector 2) #'<) => (1 2 3)
(merge 'vector '(1 3) (vector 2) #'<) => #(1 2 3)
(merge 'string "ace" "bdf" #'char<) => "abcdef"
(merge '(vector fixnum) (vector 1 3) (vector 2) #'<) => #(1 2 3)
(merge 'vector (vector '(1 a) '(2 a)) (vector '(1 b) '(2 b)) #'< :key #'first) => #((1 a) (1 b) (2 a) (2 b))
(merge 'vector (vector 3 1) (vector 2) #'>) => #(3 2 1)
(merge '(vector * 3) (vector 1 3) (vector 2) #'<) => #(1 2 3)
(merge '(vector * 4) (vector 1 3) (vector 2) #'<) => (error type-error "MERGE: a sequence of type (VECTOR * 4) cannot have 3 elements")
(merge 'bit-vector #*01 #*01 #'<) => #*0011
(merge 'vector "ac" (vector #\b) #'char<) => #(#\a #\b #\c)
(merge 'simple-vector (make-array 2 :fill-pointer 1 :initial-contents '(5 1)) #(1 9) #'<) => #(1 5 9)
(merge 'list "b" '(#\a) #'char<) => (#\a #\b)
(merge 'vector #(a) 5 #'<) => (error type-error "MERGE: 5 is not of type SEQUENCE")
(let ((calls 0)) (merge 'vector #(1 2 3) #(4 5 6) #'< :key (lambda (x) (incf calls) x)) calls) => 4
