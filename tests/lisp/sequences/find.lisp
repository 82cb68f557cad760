;;; FIND, POSITION and COUNT with all their keywords, on every kind of sequence.

(defun displaced (vector start end)
  "Returns a vector displaced to the part of VECTOR from START to END."
  (make-array (- end start) :displaced-to vector :displaced-index-offset start
                            :element-type (array-element-type vector)))
=> displaced
(defun filled (vector n)
  "Returns a copy of VECTOR with the fill pointer N."
  (make-array (length vector) :initial-contents vector :fill-pointer n :adjustable t
                              :element-type (array-element-type vector)))
=> filled

(find 2 '(1 2 3))                                        => 2
(find 4 '(1 2 3))                                        => nil
(find 2 #(1 2 3))                                        => 2
(find #\b "abc")                                         => #\b
(find 1 #*0010)                                          => 1
(find 1 #*0000)                                          => nil
(find 3 (filled #(1 2 3 4) 2))                           => nil
(find 2 (filled #(1 2 3 4) 2))                           => 2
(find #\d (displaced "abcdef" 2 5))                      => #\d
(find #\f (displaced "abcdef" 2 5))                      => nil
(find 2 '((1 a) (2 b) (2 c)) :key #'car)                 => (2 b)
(find 2 '((1 a) (2 b) (2 c)) :key #'car :from-end t)     => (2 c)
(find 2 #((1 a) (2 b) (2 c)) :key #'car :from-end t)     => (2 c)
(find 2 '(1 2 3 4) :test #'<)                            => 3
(find 2 '(1 2 3 4) :test #'< :from-end t)                => 4
(find 2 #(1 2 3 4) :test #'>)                            => 1
(find 1 '(1 1 2) :test-not #'eql)                        => 2
(find "b" '("a" "b") :test #'equal)                      => "b"
(find 1 '(1 2 3) :start 1)                               => nil
(find 3 '(1 2 3) :end 2)                                 => nil
(find 3 '(1 2 3) :end nil)                               => 3
(find 3 '(1 2 3) :start 1 :end 3)                        => 3
(find nil '(1 nil))                                      => nil
(find #\B "abc" :test #'char-equal)                      => #\b
(find #\b "abc" :key #'char-downcase :start 1 :end 2)    => #\b
(find 1 nil)                                             => nil
(find 1 #())                                             => nil
(find 1 5)                                               => (error type-error "FIND: 5 is not of type SEQUENCE")
(find 1 'a)                                              => (error type-error "FIND: A is not of type SEQUENCE")
(find 1 '(2 . 3))                                        => (error type-error "FIND: 3 is not of type LIST")
(find 1 '(2 3) :start 3)                                 => #+tessera (error type-error "FIND: the start 3 is not an integer from 0 to 2") #-tessera nil
(find 1 '(2 3) :end 3)                                   => (error type-error "FIND: the end 3 is not an integer from 0 to 2")
(find 1 '(2 3) :start 2)                                 => nil
(find 1 #(2 3) :start 2)                                 => nil
(find 1 #(2 3) :start 3)                                 => (error type-error "FIND: the start 3 is not an integer from 0 to 2")
(find 1 #(2 3) :end 3)                                   => (error type-error "FIND: the end 3 is not an integer from 0 to 2")
(find 1 #(2 3) :start 2 :end 1)                          => (error type-error "FIND: the start 2 is not an integer from 0 to 1")
(find 1 '(2 3) :start 2 :end 1)                          => (error type-error "FIND: the end 1 is not an integer from 2 on")
(find 1 #(2 3) :start -1)                                => (error type-error "FIND: the start -1 is not an integer from 0 to 2")
(find 1 '(2 3) :start -1)                                => (error type-error "FIND: the start -1 is not an integer from 0 on")
(find #\a "bc" :end 'x)                                  => (error type-error "FIND: the end X is not an integer from 0 to 2")
(find 1 '(1) :bad-key 3)                                 => (error program-error "FIND: :BAD-KEY is not a keyword argument; known are :FROM-END, :START, :END, :KEY, :TEST, :TEST-NOT")
(find 1 '(1) :bad-key 3 :allow-other-keys t)             => 1
(find 1 '(1) :key)                                       => (error program-error "FIND: the keyword arguments are not in pairs: (:KEY)")
(find-if #'evenp '(1 2 3 4))                             => 2
(find-if #'evenp '(1 2 3 4) :from-end t)                 => 4
(find-if #'evenp #(1 2 3 4) :from-end t :end 3)          => 2
(find-if 'alpha-char-p "12ab")                           => #\a
(find-if #'evenp '((1) (2)) :key #'car)                  => (2)
(find-if #'evenp '(1 3))                                 => nil
(find-if-not #'evenp '(2 3 4 5))                         => 3
(find-if-not #'evenp '(2 3 4 5) :from-end t)             => 5
(find-if-not #'evenp #(2 3 4 5) :start 2)                => 5
(find-if-not #'zerop #*0010)                             => 1
(find-if 'no-such-function '(1))                         => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(find-if #'car '(1))                                     => (error type-error "CAR: 1 is not of type LIST")

(position 2 '(1 2 3))                                    => 1
(position 9 '(1 2 3))                                    => nil
(position #\c "abcabc")                                  => 2
(position #\c "abcabc" :from-end t)                      => 5
(position #\c "abcabc" :start 3)                         => 5
(position #\c "abcabc" :start 3 :end 5)                  => nil
(position #\b "abcabc" :from-end t :end 4)               => 1
(position 1 #*0001 )                                     => 3
(position 1 #*1001 :from-end t)                          => 3
(position 2 '(1 2 3 2) :from-end t)                      => 3
(position 2 '(1 2 3 2) :from-end t :end 3)               => 1
(position 2 '(2 1 3 2) :from-end t :start 1 :end 3)      => nil
(position 'c '((a) (b) (c)) :key #'car)                  => 2
(position 2 '(1 2 3) :test #'<)                          => 2
(position 2 '(1 2 3) :test #'>=)                         => 0
(position 1 '(1 1 0 1) :test-not #'=)                    => 2
(position "B" #("a" "b") :test #'string-equal)           => 1
(position #\x (displaced "wxyz" 1 3))                    => 0
(position 4 (filled #(1 2 3 4) 3))                       => nil
(position 1 '(2 1) :start 1)                             => 1
(position 1 '(2 3 . 4))                                  => (error type-error "POSITION: 4 is not of type LIST")
(position 1 '(0 1 2) :start 4 :end 5)                    => (error type-error "POSITION: the start 4 is not an integer from 0 to 3")
(position 1 17)                                          => (error type-error "POSITION: 17 is not of type SEQUENCE")
(position-if #'oddp '(2 4 5))                            => 2
(position-if #'oddp #(2 4 5 7) :from-end t)              => 3
(position-if #'oddp '(2 4 5 7) :from-end t)              => 3
(position-if #'digit-char-p "ab1c2")                     => 2
(position-if #'oddp '((1) (2)) :key #'first :start 1)    => nil
(position-if-not #'oddp '(1 3 4))                        => 2
(position-if-not #'upper-case-p "ABcD" :from-end t)      => 2
(let ((calls '())) (position-if (lambda (x) (push x calls) (eql x 2)) #(1 2 3 2 1) :from-end t) calls) => (2 1)

(count 1 '(1 2 1 3 1))                                   => 3
(count 1 #(1 2 1 3 1))                                   => 3
(count #\a "banana")                                     => 3
(count #\a "banana" :start 2)                            => 2
(count #\a "banana" :start 2 :end 5)                     => 1
(count 1 #*10110)                                        => 3
(count 0 #*10110)                                        => 2
(count 'a '((a . 1) (b . 2) (a . 3)) :key #'car)         => 2
(count 2 '(1 2 3 4) :test #'<)                           => 2
(count 2 '(1 2 3 4) :test-not #'<)                       => 2
(count 1 '())                                            => 0
(count 1 '(1 1 1) :start 1 :end 2)                       => 1
(count 1 (filled #(1 1 1) 2))                            => 2
(count 1 '(1 . 1))                                       => (error type-error "COUNT: 1 is not of type LIST")
(count 1 7)                                              => (error type-error "COUNT: 7 is not of type SEQUENCE")
(count-if #'evenp '(1 2 3 4))                            => 2
(count-if #'upper-case-p "aBCd")                         => 2
(count-if #'evenp #(1 2 3 4) :from-end t)                => 2
(count-if #'evenp '(1 2 3 4) :start 2 :key #'1+)         => 1
(count-if-not #'evenp '(1 2 3 4 5))                      => 3
(count-if-not #'evenp #((1) (2)) :key #'car)             => 1
(let ((seen '())) (count-if (lambda (x) (push x seen)) '(1 2 3) :from-end t) seen) => (1 2 3)
(let ((seen '())) (count-if (lambda (x) (push x seen)) #(1 2 3)) seen) => (3 2 1)

;; Plain searches in vectors of every kind.
(list (position #\b "abcb") (position #\b "abcb" :from-end t) (position #\x "abc") (position 1 "abc")) => (1 3 nil nil)
(list (position #\b "abcb" :start 2) (position #\b "abcb" :end 1) (position #\b "abcb" :start 1 :end 3 :from-end t)) => (3 nil 1)
(position #\a "" :from-end t)                            => nil
(let ((s (make-string 3 :initial-element (code-char 955))))
  (setf (char s 1) #\a)
  (list (position #\a s) (position (code-char 955) s :from-end t) (count (code-char 955) s)))   => (1 2 2)
(position (code-char 955) "abc")                         => nil
(position (code-char 353) (string (code-char 97)))       => nil
(let ((s (make-array 4 :element-type 'character :initial-contents "abca" :fill-pointer 3))) (list (position #\a s :from-end t) (count #\a s))) => (0 1)
(let ((s (make-array 2 :element-type 'character :displaced-to (copy-seq "xaby") :displaced-index-offset 1)))
  (list (position #\b s) (position #\y s) (find #\a s)))   => (1 nil #\a)
(list (position 2 #(1 2 3 2)) (position 2 #(1 2 3 2) :from-end t) (position 2.0 #(1 2 3)) (position 'b #(a b))) => (1 3 nil 1)
(let ((big (expt 10 30)))
  (list (position (expt 10 30) (vector 1 big)) (find big (vector 1 (expt 10 30))) (count big (vector big 1 (* big 1)))))
  => (1 1000000000000000000000000000000 2)
(list (position 1.5d300 (vector 1 1.5d300)) (count 1/2 (vector 1/2 0.5 (/ 2 4)))) => (1 2)
(list (position 1 #*0010) (count 1 #*0110) (find 1 #*000) (position 1 #*0110 :from-end t)) => (2 2 nil 2)
(list (position 3 (make-array 3 :element-type '(unsigned-byte 8) :initial-contents '(1 2 3)))
      (find 7 (make-array 1 :element-type '(unsigned-byte 8))))   => (2 nil)
(list (find nil #(nil)) (position nil #(1 nil)) (find #\a "bab") (count nil #(nil nil))) => (nil 1 #\a 2)
(position #\a "abc" :start 4)                            => (error type-error "POSITION: the start 4 is not an integer from 0 to 3")
(position #\a "abc" :start 2 :end 1)                     => (error type-error "POSITION: the start 2 is not an integer from 0 to 1")
(position #\a "abc" :end -1)                             => (error type-error "POSITION: the end -1 is not an integer from 0 to 3")
(count #\a "abc" :end 4)                                 => (error type-error "COUNT: the end 4 is not an integer from 0 to 3")
(find #\a 'symbol)                                       => (error type-error "FIND: SYMBOL is not of type SEQUENCE")
(position #\B "abc" :test #'char-equal)                  => 1
(position #\b "abc" :test-not #'eql)                     => 0
(position 98 "abc" :key #'char-code)                     => 1

;;; Strings in lists
(find "b" '("a" "b" "c") :test #'string=)                => "b"
(find 'b '("a" "B" c) :test #'string=)                   => "B"
(find "x" '("a" "b") :test #'string=)                    => nil
(find "B" '("a" "b") :test #'string-equal)               => "b"
(find nil '("nil" nil) :test #'string-equal)             => "nil"
(find "b" '("a" 5 "b") :test #'string=)                  => (error type-error "STRING=: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(find "b" '("a" . "b") :test #'string=)                  => (error type-error)
(find "b" '() :test #'string=)                           => nil
(find "a" '("a" "b" "A") :test #'string-equal :from-end t) => "A"
(find "a" '("a" "b" "A") :test #'string-equal :start 1)  => "A"
(find "a" '("b" "a") :test #'string= :end 1)             => nil
(find "a" '("a" "b") :test-not #'string=)                => "b"
(find "a" '((1 "b") (2 "a")) :test #'string= :key #'second) => (2 "a")
(find '(1) '((2) (1)) :test #'equal)                     => (1)
(find 2.0 '(1 2 2.0) :test #'equal)                      => 2.0
