;;; Numbers: chapter 6.2 of the report.

(complex? 3+4i)                                                 => #t
(complex? 3)                                                    => #t
(real? 3)                                                       => #t
(real? -2.5+0i)                                                 => #t
(real? -2.5+0.0i)                                               => #f
(real? 1e10)                                                    => #t
(real? +inf.0)                                                  => #t
(rational? -inf.0)                                              => #f
(rational? 6/10)                                                => #t
(rational? 6/3)                                                 => #t
(integer? 3+0i)                                                 => #t
(integer? 3.0)                                                  => #t
(integer? 8/4)                                                  => #t
(exact? 3.0)                                                    => #f
(exact? #e3.0)                                                  => #t
(inexact? 3.)                                                   => #t
(exact-integer? 32)                                             => #t
(exact-integer? 32.0)                                           => #f
(exact-integer? 32/5)                                           => #f
(finite? 3)                                                     => #t
(finite? +inf.0)                                                => #f
(finite? 3.0+inf.0i)                                            => #f
(infinite? 3)                                                   => #f
(infinite? +inf.0)                                              => #t
(infinite? +nan.0)                                              => #f
(nan? +nan.0)                                                   => #t
(nan? 32)                                                       => #f
(= 1 1.0 1)                                                     => #t
(< 1 2 3)                                                       => #t
(< 1 3 2)                                                       => #f
(>= 3 3 2)                                                      => #t
(= +nan.0 +nan.0)                                               => #f
(< 1 'a)                                                        => (error "<: not a real number: a")
(max 3 4)                                                       => 4
(max 3.9 4)                                                     => 4.0
(min 1 2.5)                                                     => 1.0
(+ 3 4)                                                         => 7
(+ 3)                                                           => 3
(+)                                                             => 0
(* 4)                                                           => 4
(*)                                                             => 1
(- 3 4)                                                         => -1
(- 3 4 5)                                                       => -6
(- 3)                                                           => -3
(/ 3 4 5)                                                       => 3/20
(/ 3)                                                           => 1/3
(abs -7)                                                        => 7
(call-with-values (lambda () (floor/ 5 2)) list)                => (2 1)
(call-with-values (lambda () (floor/ -5 2)) list)               => (-3 1)
(call-with-values (lambda () (floor/ 5 -2)) list)               => (-3 -1)
(call-with-values (lambda () (floor/ -5 -2)) list)              => (2 -1)
(call-with-values (lambda () (truncate/ 5 2)) list)             => (2 1)
(call-with-values (lambda () (truncate/ -5 2)) list)            => (-2 -1)
(call-with-values (lambda () (truncate/ 5 -2)) list)            => (-2 1)
(call-with-values (lambda () (truncate/ -5.0 2)) list)          => (-2.0 -1.0)
(list (quotient 17 -5) (remainder 17 -5) (modulo 17 -5))        => (-3 2 -3)
(list (quotient 6.0 4) (remainder 6.0 4) (modulo -7 2.0))       => (1.0 2.0 1.0)
(gcd 32 -36)                                                    => 4
(gcd)                                                           => 0
(lcm 32 -36)                                                    => 288
(lcm 32.0 -36)                                                  => 288.0
(lcm)                                                           => 1
(numerator (/ 6 4))                                             => 3
(denominator (/ 6 4))                                           => 2
(denominator (inexact (/ 6 4)))                                 => 2.0
(list (floor -4.3) (ceiling -4.3) (truncate -4.3) (round -4.3)) => (-5.0 -4.0 -4.0 -4.0)
(list (floor 3.5) (ceiling 3.5) (truncate 3.5) (round 3.5))     => (3.0 4.0 3.0 4.0)
(round 7/2)                                                     => 4
(round 7)                                                       => 7
(round 2.5)                                                     => 2.0
(round -0.4)                                                    => -0.0
(rationalize (exact .3) 1/10)                                   => 1/3
(rationalize .3 1/10)                                           => (shows "0.3333333333333333")
(list (exp 0) (log 1) (sin 0) (cos 0) (atan 0) (asin 0) (acos 1)) => (1 0 0 1 0 0 0)
(exp 1)                                                         => 2.718281828459045
(log 8 2)                                                       => 3.0
(log 0.0)                                                       => -inf.0
(atan 1 1)                                                      => 0.7853981633974483
(atan -1 0)                                                     => -1.5707963267948966
(square 42)                                                     => 1764
(square 2.0)                                                    => 4.0
(sqrt 9)                                                        => 3
(sqrt 2)                                                        => 1.4142135623730951
(sqrt 1/4)                                                      => 1/2
(sqrt -1)                                                       => +i
(sqrt 16.0)                                                     => 4.0
(call-with-values (lambda () (exact-integer-sqrt 4)) list)      => (2 0)
(call-with-values (lambda () (exact-integer-sqrt 5)) list)      => (2 1)
(expt 2 10)                                                     => 1024
(expt 2 -2)                                                     => 1/4
(expt 2.0 3)                                                    => 8.0
(expt 0 0)                                                      => 1
(expt 0.0 0)                                                    => 1
(expt 4 1/2)                                                    => 2
(expt 2 0.5)                                                    => 1.4142135623730951
(expt 10 25)                                                    => 10000000000000000000000000
(make-rectangular 1 2)                                          => 1+2i
(real-part 1+2i)                                                => 1
(imag-part 1.5)                                                 => 0
(magnitude 3+4i)                                                => 5
(+ 1+2i 1-2i)                                                   => 2
(* 2+3i 4)                                                      => 8+12i
(inexact 1/3)                                                   => 0.3333333333333333
(exact 2.5)                                                     => 5/2
(exact 1e20)                                                    => 100000000000000000000
(exact +inf.0)                                                  => (error "exact: not a finite number: +inf.0")
(list (/ 1.0 0.0) (/ -1.0 0.0) (/ 0.0 0.0) (* 1e300 1e300) (- +inf.0 +inf.0)) => (+inf.0 -inf.0 +nan.0 +inf.0 +nan.0)
(/ 1 0)                                                         => (error "/: division by zero")
(modulo 5 0)                                                    => (error "modulo: division by zero")
(exact-integer-sqrt -1)                                         => (error "exact-integer-sqrt")
(list (zero? 0) (zero? 0.0) (zero? -0.0) (positive? 1) (negative? -1) (odd? 3) (even? 4.0)) => (#t #t #t #t #t #t #t)
(boolean=? #t #t #t)                                            => #t

;;; As text.

(string->number "100")                                          => 100
(string->number "100" 16)                                       => 256
(map string->number '("0.1" "123.45" "1e22" "1e23" "9007199254740993.0" "4.35" "12345678901" "123456789012345678901" "0.30000000000000004"))   => (0.1 123.45 1e22 1e23 9007199254740992.0 4.35 12345678901 123456789012345678901 0.30000000000000004)
(string->number "1e2")                                          => 100.0
(string->number "abc")                                          => #f
(map string->number '("1" "-1" "+1" "1." ".5" "-.5e1" "1/2" "#xff" "#b-101" "#o17" "#e1.5" "#i1/2" "#e1e3" "1e400" "-1e400" "+inf.0" "-inf.0" "1e-400"))
                                                                => (1 -1 1 1.0 0.5 -5.0 1/2 255 -5 15 3/2 0.5 1000 +inf.0 -inf.0 +inf.0 -inf.0 0.0)
(map string->number '("" "+" "-" "." "..." "1+" "--1" "1/" "/2" "1/0" "e5" "1e" "#x" "#xg" "1.2.3" "#e#e1" "1_000" "+i1"))
                                                                => (#f #f #f #f #f #f #f #f #f #f #f #f #f #f #f #f #f #f)
(map string->number '("+i" "-i" "1+i" "1-2.5i" "+2i" "#x1+ai" "1@0")) => (+i -i 1+i 1.0-2.5i +2i 1+10i 1)
(map number->string '(0 -5 1/3 1.0 -0.5 100.0 1e21 1e22 123456.789 1e-5 1e-7 1.5e-10 +nan.0 1+2i))
                                                                => ("0" "-5" "1/3" "1.0" "-0.5" "100.0" "1e21" "1e22" "123456.789" "0.00001" "1e-7" "1.5e-10" "+nan.0" "1+2i")
(map (lambda (r) (number->string 255 r)) '(2 8 16 36))          => ("11111111" "377" "ff" "73")
(number->string 0.5 2)                                          => "0.1"
(let loop ((i 0) (x 0.1)) (if (= i 60) #t (and (= x (string->number (number->string x))) (loop (+ i 1) (* x -1.37))))) => #t
'(1 . (2 . (3 . ())))                                           => (1 2 3)

;;; Other letters of exponents; roots and absolute values of exact numbers; powers of zero; -0.0 is on the other side of
;;; the cut.

(list 1s2 1F2 -1.5d1 1L-2 1/2 '|1s2| (string->number "1d2x") (string->number "#x1d2")) => (100.0 100.0 -15.0 0.01 1/2 |1s2| #f 466)
(list '1s '1d '|1s2|)                                           => (1s 1d |1s2|)
(list (magnitude 1+2i) (magnitude 3+4i) (magnitude 3/5-4/5i) (magnitude 1.5+2i)) => (2.23606797749979 5 1 2.5)
(list (sqrt (expt 10 401)) (sqrt (expt 10 -401)) (sqrt (- (expt 10 401))) (sqrt 1/9) (sqrt 2/3)) => (3.1622776601683794e200 3.1622776601683792e-201 0.0+3.1622776601683794e200i 1/3 0.816496580927726)
(list (expt 0 5+2i) (expt 0.0 5+2i) (expt 0 1/2) (expt 0.0 0.0)) => (0 0.0 0 1.0)
(list (log -0.0) (log 0.0) (angle -0.0) (angle 0.0) (angle -2))  => (-inf.0+3.141592653589793i -inf.0 3.141592653589793 0.0 3.141592653589793)
