;;; Arithmetic on the whole number tower: + - * / 1+ 1- gcd lcm abs signum, contagion, failures.

;; Integers grow without bound.
(+)                                   => 0
(+ 1)                                 => 1
(+ 1 2 3)                             => 6
(- 5)                                 => -5
(- 10 1 2)                            => 7
(*)                                   => 1
(* 2 3 7)                             => 42
(1+ 41)                               => 42
(1- 0)                                => -1
(+ most-positive-fixnum 1)            => 4611686018427387904
(- most-negative-fixnum 1)            => -4611686018427387905
(1+ most-positive-fixnum)             => 4611686018427387904
(1- (1+ most-positive-fixnum))        => 4611686018427387903
(- most-negative-fixnum)              => 4611686018427387904
(* most-positive-fixnum 2)            => 9223372036854775806
(* 4611686018427387904 -1)            => -4611686018427387904
(* 99999999999 99999999999)           => 9999999999800000000001
(* 123456789012345678901234567890 987654321098765432109876543210)
                                      => 121932631137021795226185032733622923332237463801111263526900
(- 100000000000000000000 100000000000000000000) => 0
(- 100000000000000000000 99999999999999999999) => 1
(+ 100000000000000000000 -99999999999999999999) => 1
(- 5 100000000000000000000)           => -99999999999999999995
(+ -100000000000000000000 5)          => -99999999999999999995
(- -100000000000000000000 -5)         => -99999999999999999995
(* 0 100000000000000000000)           => 0
(let ((n 1)) (dotimes (i 25) (setq n (* n (1+ i)))) n) => 15511210043330985984000000

;; Ratios stay exact and in lowest terms.
(/ 4 2)                               => 2
(/ 1 3)                               => 1/3
(/ 6 -4)                              => -3/2
(/ 5)                                 => 1/5
(/ -1/5)                              => -5
(/ 1 2 3)                             => 1/6
(/ 0 5)                               => 0
(+ 1/2 1/3)                           => 5/6
(+ 1/2 1/2)                           => 1
(- 1/2 1/3)                           => 1/6
(- 1/2)                               => -1/2
(* 2/3 3/2)                           => 1
(* 2/3 6)                             => 4
(/ 2/3 4/5)                           => 5/6
(+ 1/3 1)                             => 4/3
(/ 100000000000000000000 300000000000000000000) => 1/3
(/ most-negative-fixnum -1)           => 4611686018427387904
(/ 1 most-negative-fixnum)            => -1/4611686018427387904
(numerator 6/4)                       => 3
(denominator 6/4)                     => 2
(denominator -6/4)                    => 2
(numerator -7)                        => -7
(denominator 7)                       => 1
(numerator 1.5)                       => (error type-error "NUMERATOR: 1.5 is not of type RATIONAL")

;; Floats: single-floats compute in single precision, and are contagious.
(+ 1 2.0)                             => 3.0
(+ 0.1 0.2)                           => 0.3
(+ 0.1d0 0.2d0)                       => 0.30000000000000004d0
(+ 0.1 0.2d0)                         => 0.30000000149011613d0
(* 1.1 1.1)                           => 1.21
(* 1.1d0 1.1d0)                       => 1.2100000000000002d0
(- 0.0)                               => -0.0
(/ 1 3.0)                             => 0.33333334
(/ 1 3.0d0)                           => 0.3333333333333333d0
(/ 1.0 3)                             => 0.33333334
(/ 2.0)                               => 0.5
(* 1/2 3.0)                           => 1.5
(+ 1/3 0.0)                           => 0.33333334
(- 1.5 1/2)                           => 1.0
(* 100 1.1)                           => 110.0
(1+ 1.5)                              => 2.5
(1- 1/2)                              => -1/2
(+ 16777216 1.0)                      => 1.6777216e7
(* 1.0 100000000000000000000)         => 1.0e20
(+ 1d0 100000000000000000000)         => 1.0d20

;; Complex numbers.
(+ #c(1 2) #c(3 4))                   => #c(4 6)
(+ #c(1 2) #c(3 -2))                  => 4
(- #c(1 2) #c(1 1))                   => #c(0 1)
(- #c(1 2))                           => #c(-1 -2)
(* #c(1 2) #c(3 4))                   => #c(-5 10)
(* #c(0 1) #c(0 1))                   => -1
(/ #c(1 2) #c(3 4))                   => #c(11/25 2/25)
(/ #c(2 4) 2)                         => #c(1 2)
(/ 1 #c(0 1))                         => #c(0 -1)
(+ #c(1 2) 1.5)                       => #c(2.5 2.0)
(+ #c(1.0 2.0) 1d0)                   => #c(2.0d0 2.0d0)
(* 2 #c(1.5 2.5))                     => #c(3.0 5.0)
(/ #c(1.0 2.0) #c(1.0 2.0))           => #c(1.0 0.0)
(1+ #c(1 1))                          => #c(2 1)
(complex 1 2)                         => #c(1 2)
(complex 1)                           => 1
(complex 1 0)                         => 1
(complex 1.0)                         => #c(1.0 0.0)
(complex 1.0 0)                       => #c(1.0 0.0)
(complex 1 2.0)                       => #c(1.0 2.0)
(complex 1.0 2d0)                     => #c(1.0d0 2.0d0)
(complex 1/2 1/3)                     => #c(1/2 1/3)
(complex #c(1 2) 1)                   => (error type-error "COMPLEX: #C(1 2) is not of type REAL")
(realpart #c(1 2))                    => 1
(imagpart #c(1 2))                    => 2
(realpart 5)                          => 5
(imagpart 5)                          => 0
(imagpart 5.0)                        => 0.0
(imagpart 2d0)                        => 0.0d0
(conjugate #c(1 2))                   => #c(1 -2)
(conjugate #c(1.0 -2.0))              => #c(1.0 2.0)
(conjugate 7)                         => 7
(realpart 'a)                         => (error type-error "REALPART: A is not of type NUMBER")
(upgraded-complex-part-type 'single-float) => single-float
(upgraded-complex-part-type 'double-float) => double-float

;; gcd and lcm.
(gcd)                                 => 0
(gcd 12)                              => 12
(gcd -12)                             => 12
(gcd 12 18)                           => 6
(gcd 60 42)                           => 6
(gcd 3333 -33 101)                    => 1
(gcd 0 7)                             => 7
(gcd 7 0)                             => 7
(gcd 0 0)                             => 0
(gcd 63 -42 35)                       => 7
(gcd 100000000000000000000 30)        => 10
(gcd most-negative-fixnum most-negative-fixnum) => 4611686018427387904
(gcd 1.5)                             => (error type-error "GCD: 1.5 is not of type INTEGER")
(lcm)                                 => 1
(lcm 10)                              => 10
(lcm -6 4)                            => 12
(lcm 25 30)                           => 150
(lcm 1 2 3 4 5 6)                     => 60
(lcm 0 5)                             => 0
(lcm 4 'a)                            => (error type-error "LCM: A is not of type INTEGER")

;; Magnitude and sign.
(abs -5)                              => 5
(abs -1/2)                            => 1/2
(abs -1.5)                            => 1.5
(abs -0.0)                            => 0.0
(abs -2d0)                            => 2.0d0
(abs most-negative-fixnum)            => 4611686018427387904
(abs -100000000000000000000)          => 100000000000000000000
(abs #c(3 4))                         => 5.0
(abs #c(3d0 -4d0))                    => 5.0d0
(abs "x")                             => (error type-error "ABS: \"x\" is not of type NUMBER")
(signum -7)                           => -1
(signum 0)                            => 0
(signum 1/3)                          => 1
(signum -2.5)                         => -1.0
(signum 3d0)                          => 1.0d0
(signum 0.0)                          => 0.0
(signum #c(3 4))                      => #c(0.6 0.8)
(signum #c(0.0 -2.0))                 => #c(0.0 -1.0)

;; Errors have the standard's condition classes.
(+ 1 'a)                              => (error type-error "+: A is not of type NUMBER")
(+ nil)                               => (error type-error "+: NIL is not of type NUMBER")
(- "5")                               => (error type-error "-: \"5\" is not of type NUMBER")
(* 2 "5")                             => (error type-error "*: \"5\" is not of type NUMBER")
(/ 'a 2)                              => (error type-error "/: A is not of type NUMBER")
(1+ nil)                              => (error type-error "+: NIL is not of type NUMBER")
(/ 1 0)                               => (error division-by-zero "/: division by zero: (/ 1 0)")
(/ 0)                                 => (error division-by-zero "/: division by zero: (/ 1 0)")
(/ 1.5 0)                             => (error division-by-zero "/: division by zero: (/ 1.5 0)")
(/ 1 0.0)                             => (error division-by-zero "/: division by zero: (/ 1 0.0)")
(/ 1d0 0d0)                           => (error division-by-zero "/: division by zero: (/ 1.0d0 0.0d0)")
(/ #c(1 2) 0)                         => (error division-by-zero "/: division by zero: (/ #C(1 2) 0)")
(/ 0.0 0.0)                           => (error arithmetic-error "/: division by zero: (/ 0.0 0.0)")
(* 1e38 10)                           => (error floating-point-overflow "*: floating-point overflow: (* 1.0e38 10)")
(* 1d308 10)                          => (error floating-point-overflow "*: floating-point overflow: (* 1.0d308 10)")
(+ most-positive-single-float most-positive-single-float) => (error floating-point-overflow "+: floating-point overflow: (+ 3.4028235e38 3.4028235e38)")
(* 1.0 (expt 10 100))                 => (error floating-point-overflow)
(/ 1e-38 1e10)                        => 0.0
(handler-case (/ 7 0)
  (division-by-zero (c) (list (arithmetic-error-operation c) (arithmetic-error-operands c)))) => (/ (7 0))
(handler-case (+ 1 'a) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (a number)

;;; --- random states can be written, and read again
(let* ((state (make-random-state t))
       (copy (read-from-string (with-standard-io-syntax (prin1-to-string state)))))
  (equal (loop repeat 5 collect (random 1000000 state)) (loop repeat 5 collect (random 1000000 copy)))) => t
(let ((*print-base* 16)) (random-state-p (read-from-string (prin1-to-string *random-state*)))) => t
