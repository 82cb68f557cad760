;; BigInts and BigDecimals. What is expected is what Clojure 1.11.1 gives.

1N => 1N
[1N -1N 0N 100000000000000000000N] => [1N -1N 0N 100000000000000000000N]
(class 1N) => (shows "clojure.lang.BigInt")
(int? 1N) => false
(integer? 1N) => true
(= 1 1N) => true
(= 1N 1) => true
(= 1.0 1N) => false
(== 1.0 1N) => true
(+ 1N 2) => 3N
(- 5N) => -5N
(* 2N 3) => 6N
(/ 6N 4) => 3/2
(inc 1N) => 2N
(dec 0N) => -1N
(quot 7N 2) => 3N
(rem -7N 2) => -1N
(mod -7 2N) => 1N
(< 1N 2 3N) => true
(zero? 0N) => true
(neg? 1N) => false
(even? 2N) => true
(odd? 123N) => true
(max 1N 2N) => 2N
(get {1 :one} 1N) => :one
(contains? #{1N} 1) => true
(case 1N 1 :one :other) => :one
(str 5N) => "5"
(pr-str [5N]) => "[5N]"
(bigint 1.9) => 1N
(bigint "12") => 12N
(reduce * (range 1N 6)) => 120N
(hash-map 1N 2) => {1N 2}
1.50M => 1.50M
[1.5M 0.00M -2.25M 1E3M 1E-10M 123456789.0M] => [1.5M 0.00M -2.25M 1E+3M 1E-10M 123456789.0M]
(class 1.5M) => (shows "java.math.BigDecimal")
(decimal? 1.5M) => true
(decimal? 1.5) => false
(rational? 1.5M) => true
(ratio? 1.5M) => false
(integer? 1M) => false
(+ 1.10M 2.2M) => 3.30M
(- 1.0M 1.00M) => 0.00M
(* 1.10M 2.2M) => 2.420M
(* 1.5M 2) => 3.0M
(* 1.5M 2.0) => 3.0
(+ 1.5M 1/2) => 2.0M
(/ 1.0M 4) => 0.25M
(/ 1M 3) => (error "Execution error (ArithmeticException)")
(/ 1M 0) => (error "Execution error (ArithmeticException)")
(with-precision 3 (/ 1M 3)) => 0.333M
(with-precision 2 :rounding UP (* 1.23M 1)) => 1.3M
(with-precision 2 :rounding FLOOR (/ -5M 3)) => -1.7M
(with-precision 4 (+ 1.23456M 1M)) => 2.235M
(quot 5.5M 2) => 2.0M
(rem 5.5M 2) => 1.5M
(mod -5.5M 2) => 0.5M
(= 1.0M 1.00M) => true
(= 1M 1) => false
(== 1M 1) => true
(= {1.0M :a} {1.00M :a}) => true
(get {1.0M :a} 1.00M) => :a
(compare 1.0M 1) => 0
(sort [2M 1.5 1N]) => (1N 1.5 2M)
(< 1M 1.5M) => true
(zero? 0.00M) => true
(abs -1.5M) => 1.5M
(str 1.50M) => "1.50"
(bigdec "1.5") => 1.5M
(bigdec 0.1) => 0.1M
(bigdec 1/4) => 0.25M
(bigdec 1/3) => (error "Execution error (ArithmeticException)")
(rationalize 1.5M) => 3/2
(rationalize 0.1) => 1/10
(rationalize 2.0) => 2N
(double 1.5M) => 1.5
(long 2.9M) => 2
(format "%.1f" 1.25M) => "1.3"
(.setScale 1.255M 2 java.math.RoundingMode/HALF_UP) => 1.26M
(with-precision 5 (/ 2M 3)) => 0.66667M
(with-precision 3 (/ 2M 300)) => 0.00667M
(with-precision 3 (/ 20000M 3)) => 6.67E+3M
(with-precision 1 (/ 2M 3)) => 0.7M

;; BigInts as indices and counts.

[(nth [1 2 3] 1N) (get [1 2 3] 1N) ([1 2 3] 1N) (nth '(1 2) 1N) (nth "ab" 1N)] => [2 2 2 2 \b]
[(contains? [1 2] 1N) (contains? [1 2] 2N) (take 2N [1 2 3]) (repeat 2N :x) (drop 1N [1 2])] => [true false (1 2) (:x :x) (2)]
[(range 1N 4) (take 2 (iterate inc 1N)) (assoc {1 :a} 1N :b) (subvec [1 2 3] 1N)] => [(1N 2N 3N) (1N 2N) {1 :b} [2 3]]
(nth [1 2] 5N) => (error "Execution error (IndexOutOfBoundsException)")
