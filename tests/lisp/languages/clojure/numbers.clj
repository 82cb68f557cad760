;; Numbers.

(+ 1 2)                      => 3
(+)                          => 0
(*)                          => 1
(- 5)                        => -5
(/ 2)                        => 1/2
(/ 6 4)                      => 3/2
(/ 6 3)                      => 2
(/ 1.0 3)                    => 0.3333333333333333
(quot 7 2)                   => 3
(quot -7 2)                  => -3
(rem -7 2)                   => -1
(mod -7 2)                   => 1
(mod 5.5 2)                  => 1.5
(inc 1)                      => 2
(dec 1)                      => 0
(max 1 2 3)                  => 3
(min 3 1 2)                  => 1
(max 1 2.0)                  => 2.0
(abs -3)                     => 3
(< 1 2 3)                    => true
(< 1 3 2)                    => false
(= 1 1.0)                    => false
(== 1 1.0)                   => true
(= [1 2] '(1 2))             => true
(= {:a 1} {:a 1.0})          => false
(= #{1 2} #{2 1})            => true
(= nil false)                => false
(= "a" "a")                  => true
(= :a :a)                    => true
(= 'a 'a)                    => true
(not= 1 2)                   => true
(identical? :a :a)           => true
(zero? 0)                    => true
(pos? 1)                     => true
(neg? -1)                    => true
(even? 2)                    => true
(odd? 2)                     => false
(even? 1.5)                  => (error "Execution error (IllegalArgumentException): Argument must be an integer: 1.5")
(bit-and 12 10)              => 8
(bit-or 12 10)               => 14
(bit-xor 12 10)              => 6
(bit-not 5)                  => -6
(bit-shift-left 1 10)        => 1024
(bit-shift-right 1024 3)     => 128
(bit-test 5 2)               => true
1/2                          => 1/2
(+ 1/2 1/3)                  => 5/6
(numerator 3/4)              => 3
(denominator 3/4)            => 4
0xff                         => 255
0777                         => 511
2r1010                       => 10
36rZZ                        => 1295
1e3                          => 1000.0
1.5e-10                      => 1.5E-10
1e10                         => 1.0E10
123456789.123                => 1.23456789123E8
100000000.0                  => 1.0E8
1e21                         => 1.0E21
0.001                        => 0.001
0.0001                       => 1.0E-4
-0.0                         => -0.0
3.14                         => 3.14
(double 1/4)                 => 0.25
(int 3.7)                    => 3
(int \a)                     => 97
(long 3.99)                  => 3
(char 97)                    => \a
12345678901234567890         => 12345678901234567890N
(* 99999999999 99999999999N) => 9999999999800000000001N
(+' 9223372036854775807 1)   => 9223372036854775808N
(rationalize 0.5)            => 1/2
(class 1)                    => java.lang.Long
(class 1.0)                  => java.lang.Double
(class "a")                  => java.lang.String
(class \a)                   => java.lang.Character
(class :a)                   => clojure.lang.Keyword
(class 'a)                   => clojure.lang.Symbol
(class nil)                  => nil
(class true)                 => java.lang.Boolean
(class [1])                  => clojure.lang.PersistentVector
(class {})                   => clojure.lang.PersistentArrayMap
(class #{})                  => clojure.lang.PersistentHashSet
(class 1/2)                  => clojure.lang.Ratio
(type [])                    => clojure.lang.PersistentVector
##Inf                        => ##Inf
##-Inf                       => ##-Inf
##NaN                        => ##NaN
(/ 1.0 0)                    => ##Inf
(/ -1.0 0)                   => ##-Inf
(/ 1 0)                      => (error "Execution error (ArithmeticException): Divide by zero")
(Math/sqrt 16)               => 4.0
(Math/pow 2 10)              => 1024.0
(Math/abs -5)                => 5
(Math/floor 2.7)             => 2.0
(Math/round 2.5)             => 3
Math/PI                      => 3.141592653589793
(Math/max 3 4)               => 4
(Integer/parseInt "42")      => 42
(Integer/parseInt "x")       => (error "Execution error (NumberFormatException): For input string: \"x\"")
(Long/parseLong "77")        => 77
(Double/parseDouble "1.5")   => 1.5
Long/MAX_VALUE               => 9223372036854775807

;; == compares with floats as floats.

[(== 1/1000 0.001) (== 0.001 1/1000) (== 1/3 0.3333333333333333) (== 1 1.0 1N) (== 1/2 0.25) (== 9007199254740993 9007199254740992.0)] => [true true true true false true]
(apply == [1/10 0.1 1/10])                                    => true
