;;; Floats: reading and printing, their parts, conversions, constants; parse-integer; random numbers.

;; Reading and printing.
1.                                    => 1
-12.                                  => -12
1.0                                   => 1.0
.5                                    => 0.5
-.5                                   => -0.5
+1.5                                  => 1.5
1e3                                   => 1000.0
-.5e3                                 => -500.0
1.5e-3                                => 0.0015
1d0                                   => 1.0d0
1.5d3                                 => 1500.0d0
1f0                                   => 1.0
1s0                                   => 1.0
1l0                                   => 1.0d0
#xFF                                  => 255
#b-101                                => -5
#o17                                  => 15
#36rZZ                                => 1295
#x1/F                                 => 1/15
10/4                                  => 5/2
-0.0                                  => -0.0
(prin1-to-string 1.0)                 => "1.0"
(prin1-to-string 100.0)               => "100.0"
(prin1-to-string 0.1)                 => "0.1"
(prin1-to-string 0.001)               => "0.001"
(prin1-to-string 1234567.0)           => "1234567.0"
(prin1-to-string 9999999.0)           => "9999999.0"
(prin1-to-string 1e7)                 => "1.0e7"
(prin1-to-string 12345678.0)          => "1.2345678e7"
(prin1-to-string 1e10)                => "1.0e10"
(prin1-to-string 1.5e-10)             => "1.5e-10"
(prin1-to-string -2.5)                => "-2.5"
(prin1-to-string 3.1415927)           => "3.1415927"
(prin1-to-string 18.999998)           => "18.999998"
(prin1-to-string 1d0)                 => "1.0d0"
(prin1-to-string 0.1d0)               => "0.1d0"
(prin1-to-string 1d7)                 => "1.0d7"
(prin1-to-string 1d100)               => "1.0d100"
(prin1-to-string 123.456d0)           => "123.456d0"
(let ((*read-default-float-format* 'double-float)) (prin1-to-string 1.5d0)) => "1.5"
(let ((*read-default-float-format* 'double-float)) (prin1-to-string 1.5f0)) => "1.5f0"
(let ((*read-default-float-format* 'double-float)) (prin1-to-string 1d20)) => "1.0e20"
(let ((*read-default-float-format* 'double-float)) (read-from-string "1.5")) => (values 1.5d0 3)
(let ((*read-base* 16)) (read-from-string "ff")) => (values 255 2)
(let ((*read-base* 16)) (read-from-string "10.")) => (values 10 3)
(let ((*read-base* 2)) (read-from-string "1.5")) => (values 1.5 3)
(let ((*print-base* 16)) (prin1-to-string 255)) => "FF"
(let ((*print-base* 2)) (prin1-to-string -5)) => "-101"
(let ((*print-base* 36)) (prin1-to-string 123456789012345678901234567890)) => "BYW97UM9S91DLZ68TSI"
(let ((*print-base* 2)) (prin1-to-string 5/3)) => "101/11"
(let ((*print-base* 2)) (prin1-to-string 5.5)) => "5.5"
(let ((*print-base* 16) (*print-radix* t)) (prin1-to-string 255)) => "#xFF"
(let ((*print-radix* t)) (prin1-to-string 255)) => "255."
(prin1-to-string #c(1 2))             => "#C(1 2)"
(prin1-to-string #c(1.5 -2.0))        => "#C(1.5 -2.0)"
(prin1-to-string -7/3)                => "-7/3"
(prin1-to-string 100000000000000000000) => "100000000000000000000"
(prin1-to-string -123456789012345678901234567890) => "-123456789012345678901234567890"
(read-from-string "1e99")             => (error reader-error)
(read-from-string "1/0")              => (error reader-error)
(symbolp (read-from-string "1e"))     => t
(symbolp (read-from-string "+"))      => t
(symbolp (read-from-string "1/2/3"))  => t
(symbolp (read-from-string "1+"))     => t
(symbolp (read-from-string "-."))     => t
(symbolp (read-from-string "1.5.2"))  => t

;; Conversions.
(float 1)                             => 1.0
(float 1/3)                           => 0.33333334
(float 1 1d0)                         => 1.0d0
(float 1/3 0d0)                       => 0.3333333333333333d0
(float 1.5d0)                         => 1.5d0
(float 1.5 1d0)                       => 1.5d0
(float 1.1d0 1.0)                     => 1.1
(float 16777217)                      => 1.6777216e7
(float 16777219)                      => 1.677722e7
(float 9007199254740993 1d0)          => 9.007199254740992d15
(float (1+ (expt 2 100)))             => 1.2676506e30
(float (/ (expt 10 60) (1+ (expt 10 59)))) => 10.0
(float (expt 10 100))                 => (error floating-point-overflow)
(float 'a)                            => (error type-error "FLOAT: A is not of type REAL")
(float 1 1)                           => (error type-error "FLOAT: 1 is not of type FLOAT")
(rational 0.5)                        => 1/2
(rational 0.1)                        => 13421773/134217728
(rational 1.5d0)                      => 3/2
(rational 1e20)                       => 100000002004087734272
(rational -0.25)                      => -1/4
(rational 2/3)                        => 2/3
(rational 'a)                         => (error type-error "RATIONAL: A is not of type REAL")
(rationalize 0.1)                     => 1/10
(rationalize 0.5)                     => 1/2
(rationalize 1.5d0)                   => 3/2
(rationalize 0.333)                   => 333/1000
(rationalize 0.33333334)              => 1/3
(rationalize -0.1)                    => -1/10
(rationalize 3.14159)                 => 9563/3044
(rationalize pi)                      => 245850922/78256779
(rationalize 7)                       => 7
(rationalize 3.0)                     => 3
(coerce 1/2 'single-float)            => 0.5
(coerce 1 'double-float)              => 1.0d0
(coerce 1.5 'double-float)            => 1.5d0

;; Parts.
(decode-float 1.0)                    => (values 0.5 1 1.0)
(decode-float -6.5)                   => (values 0.8125 3 -1.0)
(decode-float 0.1d0)                  => (values 0.8d0 -3 1.0d0)
(integer-decode-float 1.0)            => (values 8388608 -23 1)
(integer-decode-float -0.1)           => (values 13421773 -27 -1)
(integer-decode-float 1d0)            => (values 4503599627370496 -52 1)
(integer-decode-float 0.1d0)          => (values 7205759403792794 -56 1)
(scale-float 1.5 3)                   => 12.0
(scale-float 1d0 -3)                  => 0.125d0
(scale-float 1.0 200)                 => (error floating-point-overflow "SCALE-FLOAT: floating-point overflow: (SCALE-FLOAT 1.0 200)")
(scale-float 1 2)                     => (error type-error "SCALE-FLOAT: 1 is not of type FLOAT")
(float-radix 1.0)                     => 2
(float-digits 1.0)                    => 24
(float-digits 1d0)                    => 53
(float-precision 1.0)                 => 24
(float-precision 0.0)                 => 0
(float-precision 1d0)                 => 53
(float-sign -2.5)                     => -1.0
(float-sign -0.0)                     => -1.0
(float-sign -1.0 5.0)                 => -5.0
(float-sign 1.0 -5d0)                 => 5.0d0
(float-radix 1)                       => (error type-error "FLOAT-RADIX: 1 is not of type FLOAT")
(decode-float 1/2)                    => (error type-error "DECODE-FLOAT: 1/2 is not of type FLOAT")

;; Constants.
most-positive-single-float            => 3.4028235e38
most-negative-single-float            => -3.4028235e38
most-positive-double-float            => 1.7976931348623157d308
most-negative-long-float              => -1.7976931348623157d308
most-positive-short-float             => 3.4028235e38
least-positive-normalized-single-float => 1.1754944e-38
least-negative-normalized-double-float => -2.2250738585072014d-308
single-float-epsilon                  => 5.960465e-8
single-float-negative-epsilon         => 2.9802326e-8
double-float-epsilon                  => 1.1102230246251568d-16
double-float-negative-epsilon         => 5.551115123125784d-17
(= 1.0 (+ 1.0 single-float-epsilon))  => nil
(= 1.0 (- 1.0 single-float-negative-epsilon)) => nil
(< 0 least-positive-single-float least-positive-normalized-single-float) => t
(> 0 least-negative-double-float least-negative-normalized-double-float) => t
(constantp 'pi)                       => t
(constantp 'boole-and)                => t
most-positive-fixnum                  => 4611686018427387903
most-negative-fixnum                  => -4611686018427387904
#+tessera (multiple-value-list (tessera::%float-digits 123.45)) #-tessera '("12345" 3) => ("12345" 3)
#+tessera (multiple-value-list (tessera::%float-digits 0.001d0)) #-tessera '("1" -2) => ("1" -2)

;; parse-integer.
(parse-integer "123")                 => (values 123 3)
(parse-integer "  -42  ")             => (values -42 7)
(parse-integer "+7")                  => (values 7 2)
(parse-integer " 12 " :junk-allowed t) => (values 12 3)
(parse-integer " 12 x" :junk-allowed t) => (values 12 3)
(parse-integer "  " :junk-allowed t)  => (values nil 2)
(parse-integer " - x" :junk-allowed t) => (values nil 2)
(parse-integer "a 12 b" :start 1 :end 5 :junk-allowed t) => (values 12 4)
(parse-integer "ff" :radix 16)        => (values 255 2)
(parse-integer "FF" :radix 16)        => (values 255 2)
(parse-integer "zz" :radix 36)        => (values 1295 2)
(parse-integer "a123b" :start 1 :end 4) => (values 123 4)
(parse-integer "12abc" :junk-allowed t) => (values 12 2)
(parse-integer "abc" :junk-allowed t) => (values nil 0)
(parse-integer "" :junk-allowed t)    => (values nil 0)
(parse-integer "-" :junk-allowed t)   => (values nil 1)
(parse-integer "12345678901234567890123") => (values 12345678901234567890123 23)
(parse-integer (make-array 3 :element-type 'character :fill-pointer 2 :initial-contents "123")) => (values 12 2)
(parse-integer "12abc")               => (error parse-error "PARSE-INTEGER: \"12abc\" is not an integer in radix 10")
(parse-integer "")                    => (error parse-error "PARSE-INTEGER: \"\" is not an integer in radix 10")
(parse-integer "-")                   => (error parse-error "PARSE-INTEGER: \"-\" is not an integer in radix 10")
(parse-integer "1 2")                 => (error parse-error "PARSE-INTEGER: \"1 2\" is not an integer in radix 10")
(parse-integer 12)                    => (error type-error "PARSE-INTEGER: 12 is not of type STRING")
(parse-integer "12" :start 3)         => (error type-error "PARSE-INTEGER: the start 3 is not an integer from 0 to 2")
(parse-integer "12" :radix 50)        => (error #+tessera type-error #-tessera error)

;; Random numbers.
(loop repeat 100 always (<= 0 (random 10) 9)) => t
(loop repeat 100 always (< -1 (random (expt 10 30)) (expt 10 30))) => t
(loop repeat 100 always (let ((x (random 1.0))) (and (typep x 'single-float) (<= 0 x) (< x 1)))) => t
(loop repeat 100 always (let ((x (random 2d0))) (and (typep x 'double-float) (<= 0 x) (< x 2)))) => t
(random 1)                            => 0
(let ((seen '())) (dotimes (i 200) (pushnew (random 3) seen)) (sort seen #'<)) => (0 1 2)
(let* ((a (make-random-state t)) (b (make-random-state a)))
  (equal (loop repeat 10 collect (random 1000000 a)) (loop repeat 10 collect (random 1000000 b)))) => t
(let ((a (make-random-state)) (b (make-random-state nil))) (= (random 1000000 a) (random 1000000 b))) => t
(random-state-p *random-state*)       => t
(random-state-p (make-random-state t)) => t
(random-state-p 5)                    => nil
(let ((*random-state* (make-random-state t))) (integerp (random 100))) => t
(random 0)                            => (error type-error "RANDOM: 0 is not of type (OR (INTEGER 1) (FLOAT (0)))")
(random -5)                           => (error type-error "RANDOM: -5 is not of type (OR (INTEGER 1) (FLOAT (0)))")
(random 0.0)                          => (error type-error "RANDOM: 0.0 is not of type (OR (INTEGER 1) (FLOAT (0)))")
(random 1/2)                          => (error type-error "RANDOM: 1/2 is not of type (OR (INTEGER 1) (FLOAT (0)))")
(random 'a)                           => (error type-error "RANDOM: A is not of type (OR (INTEGER 1) (FLOAT (0)))")
(random 10 'a)                        => (error type-error "RANDOM: A is not of type RANDOM-STATE")
