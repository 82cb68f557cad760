;;; Predicates and comparisons of numbers: = /= < > <= >= max min zerop plusp minusp evenp oddp, types of numbers, eql
;;; and equalp.

(= 1 1.0)                             => t
(= 1 1.0 1d0 #c(1.0 0.0))             => t
(= 1/2 0.5)                           => t
(= 1/3 0.33333334)                    => nil
(= 0.1 0.1d0)                         => nil
(= 0.0 -0.0)                          => t
(= #c(1 2) #c(1 2))                   => t
(= #c(1 2) #c(1.0 2.0))               => t
(= #c(1 2) 1)                         => nil
(= 5)                                 => t
(= 1 2 'a)                            => (error type-error)
(= 'a)                                => (error type-error)
(/= 1 2 3)                            => t
(/= 1 2 1)                            => nil
(/= 1 1.0)                            => nil
(/= 5)                                => t
(= 100000000000000000000 100000000000000000000) => t
(= 100000000000000000000 1e20)        => nil
(= 100000000000000000000 1d20)        => t

(< 1 2 3)                             => t
(< 1 3 2)                             => nil
(< 1 1)                               => nil
(<= 1 1 2)                            => t
(<= 1 2 1)                            => nil
(> 3 2 1)                             => t
(> 3 3)                               => nil
(>= 3 3 2)                            => t
(>= 3 4)                              => nil
(< 5)                                 => t
(< 1/3 0.5 2/3 1 1.5d0)               => t
(< 1/3 0.33333334)                    => t
(> 0.1 1/10)                          => t
(< 0.1d0 1/10)                        => nil
(< 16777216 16777217.0)               => nil
(< 16777217 16777216.0)               => nil
(> 16777217 16777216.0)               => t
(< most-positive-fixnum (float most-positive-fixnum 1d0)) => t
(< 9007199254740992.0d0 9007199254740993) => t
(< -100000000000000000000 0 100000000000000000000) => t
(< 1.5 100000000000000000000)         => t
(> 1.5 -100000000000000000000)        => t
(< (expt 10 50) most-positive-single-float) => nil
(< (expt 10 30) most-positive-single-float) => t
(< -1/2 -1/3)                         => t
(< 1 #c(1 2))                         => (error type-error "<: #C(1 2) is not of type REAL")
(< 1 nil)                             => (error type-error)
(> 2 1 'a)                            => (error type-error ">: A is not of type REAL")
(<= "a" 1)                            => (error type-error "<=: \"a\" is not of type REAL")

(max 1 3 2)                           => 3
(min 1 3 2)                           => 1
(max 5)                               => 5
(max 1.5 2)                           => 2
(min 1.5 2)                           => 1.5
(max -1/2 -1/3)                       => -1/3
(max 1 2.5 2)                         => 2.5
(min -100000000000000000000 0)        => -100000000000000000000
(max)                                 => (error program-error "MAX: called with 0 arguments, but takes at least 1")
(max 1 'a)                            => (error type-error "MAX: A is not of type REAL")
(min #c(1 2))                         => (error type-error "MIN: #C(1 2) is not of type REAL")

(zerop 0)                             => t
(zerop 0.0)                           => t
(zerop -0.0)                          => t
(zerop 0d0)                           => t
(zerop 1/2)                           => nil
(zerop #c(0.0 0.0))                   => t
(zerop #c(0 1))                       => nil
(zerop 'a)                            => (error type-error)
(plusp 1)                             => t
(plusp 0)                             => nil
(plusp -0.0)                          => nil
(plusp 1/2)                           => t
(plusp 100000000000000000000)         => t
(plusp #c(1 2))                       => (error type-error)
(minusp -1)                           => t
(minusp -0.0)                         => nil
(minusp -1/2)                         => t
(minusp -1d-300)                      => t
(minusp -100000000000000000000)       => t
(minusp nil)                          => (error type-error)
(evenp 0)                             => t
(evenp 2)                             => t
(evenp -3)                            => nil
(evenp 100000000000000000000)         => t
(oddp 1)                              => t
(oddp -1)                             => t
(oddp 100000000000000000001)          => t
(oddp 2)                              => nil
(evenp 2.0)                           => (error type-error "EVENP: 2.0 is not of type INTEGER")
(oddp 1/2)                            => (error type-error "ODDP: 1/2 is not of type INTEGER")

(mapcar #'numberp '(1 1/2 1.0 1d0 #c(1 2) a "1" nil)) => (t t t t t nil nil nil)
(mapcar #'realp '(1 1/2 1.0 1d0 #c(1 2) a)) => (t t t t nil nil)
(mapcar #'rationalp '(1 1/2 1.0 1d0 #c(1 2))) => (t t nil nil nil)
(mapcar #'integerp '(1 100000000000000000000 1/2 1.0)) => (t t nil nil)
(mapcar #'floatp '(1 1/2 1.0 1d0 #c(1.0 2.0))) => (nil nil t t nil)
(mapcar #'complexp '(1 #c(1 2) #c(1.0 0.0) 2.0)) => (nil t t nil)

(eql 1 1)                             => t
(eql 1 1.0)                           => nil
(eql 1.0 1.0)                         => t
(eql 1.0 1d0)                         => nil
(eql 0.0 -0.0)                        => nil
(eql 0d0 0d0)                         => t
(eql 1d300 1d300)                     => t
(eql 1/2 2/4)                         => t
(eql 100000000000000000000 100000000000000000000) => t
(eql 100000000000000000000 -100000000000000000000) => nil
(eql #c(1 2) #c(1 2))                 => t
(eql #c(1 2) #c(1.0 2.0))             => nil
(equal 1.5 1.5)                       => t
(equal 1 1.0)                         => nil
(equalp 1 1.0)                        => t
(equalp 0.0 -0.0)                     => t
(equalp 1/2 0.5d0)                    => t
(equalp #c(1 0.0) 1)                  => t
(let ((h (make-hash-table))) (setf (gethash 100000000000000000000 h) 'big (gethash 1/3 h) 'third (gethash 1d300 h) 'double)
  (list (gethash 100000000000000000000 h) (gethash 2/6 h) (gethash 1d300 h) (gethash 1 h))) => (big third double nil)
(let ((h (make-hash-table :test 'equalp))) (setf (gethash 1 h) 'one (gethash 0.5 h) 'half)
  (list (gethash 1.0 h) (gethash 1d0 h) (gethash 1/2 h) (gethash #c(1.0 0.0) h))) => (one one half one)

;;; Of three numbers all are looked at.
(let ((x 5)) (list (< 1 x 10) (<= 5 x 5) (> 9 x 1) (>= 9 x 6) (= 5 x 5.0) (< 6 x 10)))  => (t t t nil t nil)
(let ((x 'a)) (< 2 1 x))                                               => (error type-error "<: A is not of type REAL")
(let ((n 0)) (list (< (incf n) (incf n) (incf n)) n))                  => (t 3)
(let ((c #\m)) (list (char<= #\a c #\z) (char< #\a c #\m) (char> c #\a) (char>= #\a c)))  => (t nil t nil)
(let ((c 5)) (char< #\a c))                                            => (error type-error "CHAR<: 5 is not of type CHARACTER")
