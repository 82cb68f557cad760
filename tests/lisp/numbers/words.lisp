;;; Integers of at most 64 bits, with sums, products and shifts that are masked, as in ciphers and random numbers. Each
;;; function is called often enough to become machine code, and again with arguments that the code was not made for.

(defun often (n function &rest arguments)
  "Returns the value of N calls, which must all be the same."
  (let ((first (apply function arguments)))
    (dotimes (i n first)
      (let ((again (apply function arguments)))
        (unless (equal first again) (return (list first again))))))) => often

(defun plus-64 (x y) (ldb (byte 64 0) (+ x y))) => plus-64
(often 3000 'plus-64 1 2)                                              => 3
(often 3000 'plus-64 #xFFFFFFFFFFFFFFFF 1)                             => 0
(often 3000 'plus-64 #xFFFFFFFFFFFFFFFF #xFFFFFFFFFFFFFFFF)            => #xFFFFFFFFFFFFFFFE
(plus-64 (expt 2 200) (1+ (expt 2 64)))                                => 1
(plus-64 -1 0)                                                         => #xFFFFFFFFFFFFFFFF
(plus-64 (- (expt 2 64)) -1)                                           => #xFFFFFFFFFFFFFFFF
(plus-64 most-positive-fixnum most-positive-fixnum)                    => #x7FFFFFFFFFFFFFFE
(plus-64 1.5 1)                                                        => (error type-error "LOGAND: 2.5 is not of type INTEGER")
(plus-64 'a 1)                                                         => (error type-error "+: A is not of type NUMBER")
(plus-64 1/2 1/2)                                                      => 1

(defun minus-64 (x y) (logand #xFFFFFFFFFFFFFFFF (- x y))) => minus-64
(often 3000 'minus-64 0 1)                                             => #xFFFFFFFFFFFFFFFF
(often 3000 'minus-64 0 #xFFFFFFFFFFFFFFFF)                            => 1

(defun times-64 (x y) (mod (* x y) (expt 2 64))) => times-64
(defun times-low (x y) (logand (* x y) #xFFFFFFFFFFFFFFFF)) => times-low
(often 3000 'times-low #xFFFFFFFFFFFFFFFF #xFFFFFFFFFFFFFFFF)          => 1
(often 3000 'times-low -1 3)                                           => #xFFFFFFFFFFFFFFFD
(often 3000 'times-low 6364136223846793005 1442695040888963407)        => #x60372928D52EBE3
(loop for x = 1 then (+ 7 (times-low x 6364136223846793005)) repeat 3000
      always (= (logand (1- (expt 2 64)) (times-low x x)) (times-64 x x) (logand (times-64 x x) (1- (expt 2 64)))))
                                                                       => t
(defun times (x y) (* x y)) => times
(often 3000 'times (expt 2 63) (expt 2 63))                            => #x40000000000000000000000000000000
(often 3000 'times (expt 2 64) (- (expt 2 64)))                        => #x-100000000000000000000000000000000
(often 3000 'times #xFFFFFFFFFFFFFFFF #xFFFFFFFFFFFFFFFF)              => #xFFFFFFFFFFFFFFFE0000000000000001

(defun rotated (x n) (logior (ldb (byte 64 0) (ash x n)) (ash x (- n 64)))) => rotated
(often 3000 'rotated #x8000000000000001 1)                             => 3
(often 3000 'rotated #x8000000000000001 0)                             => #x8000000000000001
(often 3000 'rotated #x0123456789ABCDEF 8)                             => #x23456789ABCDEF01
(often 3000 'rotated #xFEDCBA9876543210 64)                            => #xFEDCBA9876543210
(rotated 1 200)                                                        => #x10000000000000000000000000000000000

(defun shifted (x n) (ash x n)) => shifted
(often 3000 'shifted 1 62)                                             => 4611686018427387904
(often 3000 'shifted #xFFFFFFFFFFFFFFFF 61)                            => #x1FFFFFFFFFFFFFFFE000000000000000
(often 3000 'shifted #xFFFFFFFFFFFFFFFF 62)                            => #x3FFFFFFFFFFFFFFFC000000000000000
(often 3000 'shifted (- (expt 2 100)) -99)                             => -2
(often 3000 'shifted (- (expt 2 64)) -300)                             => -1
(often 3000 'shifted (expt 2 126) -126)                                => 1

(defun bits (x y) (list (logand x y) (logior x y) (logxor x y))) => bits
(often 3000 'bits #xFFFFFFFFFFFFFFFF #x8000000000000001)
  => (#x8000000000000001 #xFFFFFFFFFFFFFFFF #x7FFFFFFFFFFFFFFE)
(often 3000 'bits (- (expt 2 64)) (1+ (expt 2 100)))                   => (#x10000000000000000000000000 -18446744073709551615 #x-1000000000FFFFFFFFFFFFFFFF)
(often 3000 'bits (expt 2 127) (1+ (expt 2 127)))                      => (#x80000000000000000000000000000000 #x80000000000000000000000000000001 1)

;; The value between a sum and its mask is a variable that is used again.
(defun sum-and-low (x y) (let ((sum (+ x y))) (list (ldb (byte 64 0) sum) sum))) => sum-and-low
(often 3000 'sum-and-low #xFFFFFFFFFFFFFFFF 2)                         => (1 #x10000000000000001)

(defun sums (n)
  (let ((v (make-array 4 :element-type '(unsigned-byte 64) :initial-element 5)) (x 1))
    (declare (type (unsigned-byte 64) x))
    (dotimes (i n (coerce v 'list))
      (setf x (logxor (ldb (byte 64 0) (* x 6364136223846793005)) (aref v (mod i 4)))
            (aref v (mod i 4)) (ldb (byte 64 0) (+ (aref v (mod (1+ i) 4)) x)))))) => sums
(sums 6)                                  => (6863987156297463706 9652835358900322891 13456811965305470801 3412874678348108678)
(sums 5000)                               => (14681655318326429709 9889740962194859137 5704580069886056397 8087117856077121974)

;; One argument is returned as it is, if it is an integer.
(flet ((f (x) (list (logior x) (logxor x) (logand x)))) (f (expt 2 70)))
  => (1180591620717411303424 1180591620717411303424 1180591620717411303424)
(logand 'a)                                                            => (error type-error "LOGAND: A is not of type INTEGER")
(logxor 1.0)                                                           => (error type-error "LOGXOR: 1.0 is not of type INTEGER")
