;;; FIND, POSITION and COUNT with all their keywords, on every kind of sequence.

(defun displaced (vector start end)
  "A vector displaced to the part of VECTOR from START to END."
  (make-array (- end start) :displaced-to vector :displaced-index-offset start
                            :element-type (array-element-type vector)))
=> displaced
(defun filled (vector n)
  "A copy of VECTOR with the fill pointer N."
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
(find 1 5)                                               => (error type-error)
(find 1 'a)                                              => (error type-error)
(find 1 '(2 . 3))                                        => (error type-error)
(find 1 '(2 3) :start 3)                                 => #+tessera (error type-error) #-tessera nil
(find 1 '(2 3) :end 3)                                   => (error type-error)
(find 1 '(2 3) :start 2)                                 => nil
(find 1 #(2 3) :start 2)                                 => nil
(find 1 #(2 3) :start 3)                                 => (error type-error)
(find 1 #(2 3) :end 3)                                   => (error type-error)
(find 1 #(2 3) :start 2 :end 1)                          => (error type-error)
(find 1 '(2 3) :start 2 :end 1)                          => (error type-error)
(find 1 #(2 3) :start -1)                                => (error type-error)
(find 1 '(2 3) :start -1)                                => (error type-error)
(find #\a "bc" :end 'x)                                  => (error type-error)
(find 1 '(1) :bad-key 3)                                 => (error program-error)
(find 1 '(1) :bad-key 3 :allow-other-keys t)             => 1
(find 1 '(1) :key)                                       => (error program-error)
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
(find-if 'no-such-function '(1))                         => (error undefined-function)
(find-if #'car '(1))                                     => (error type-error)

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
(position 1 '(2 3 . 4))                                  => (error type-error)
(position 1 '(0 1 2) :start 4 :end 5)                    => (error type-error)
(position 1 17)                                          => (error type-error)
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
(count 1 '(1 . 1))                                       => (error type-error)
(count 1 7)                                              => (error type-error)
(count-if #'evenp '(1 2 3 4))                            => 2
(count-if #'upper-case-p "aBCd")                         => 2
(count-if #'evenp #(1 2 3 4) :from-end t)                => 2
(count-if #'evenp '(1 2 3 4) :start 2 :key #'1+)         => 1
(count-if-not #'evenp '(1 2 3 4 5))                      => 3
(count-if-not #'evenp #((1) (2)) :key #'car)             => 1
(let ((seen '())) (count-if (lambda (x) (push x seen)) '(1 2 3) :from-end t) seen) => (1 2 3)
(let ((seen '())) (count-if (lambda (x) (push x seen)) #(1 2 3)) seen) => (3 2 1)
