;;; What tutorials use of Java: Math, and the classes of numbers; clojure.math (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Functions of floats.

(defun finite-or (x function)
  "Returns the value of FUNCTION for the float X; X itself if it is not finite."
  (if (finite-p x) (values (funcall function x)) x))

(defun floor-of (x)
  "Returns the greatest integer that is not above X, as a float."
  (finite-or x #'ffloor))

(defun ceiling-of (x)
  "Returns the least integer that is not below X, as a float."
  (finite-or x #'fceiling))

(defun rounded-of (x)
  "Returns the integer nearest to X, as a float; the even one of two."
  (finite-or x #'fround))

(defun real-sqrt (x)
  "Returns the square root of X; NaN if X is negative."
  (if (< x 0) (not-a-number) (sqrt x)))

(defun real-log (x)
  "Returns the natural logarithm of X; NaN if X is negative."
  (cond ((< x 0) (not-a-number)) ((= x 0) (- (infinity))) (t (log x))))

(defun real-log10 (x)
  "Returns the logarithm of X to the base ten; NaN if X is negative."
  (cond ((< x 0) (not-a-number)) ((= x 0) (- (infinity))) ((finite-p x) (exact-power-of-ten x)) (t x)))

(defun exact-power-of-ten (x)
  "Returns the logarithm of X to the base ten: an integer, as a float, if X is a power of ten."
  (let* ((value (/ (log x) (log 10d0))) (whole (fround value)))
    (if (and (< (abs (- value whole)) 1d-9) (= (rational x) (expt 10 (truncate whole)))) whole value)))

(defun arc-of (function x)
  "Returns the value of FUNCTION for X, or NaN unless X is from -1 to 1."
  (if (<= -1 x 1) (funcall function x) (not-a-number)))

(defun arc-sine (x)
  "Returns the arc sine of X, or NaN."
  (arc-of #'asin x))

(defun arc-cosine (x)
  "Returns the arc cosine of X, or NaN."
  (arc-of #'acos x))

(defun cube-root (x)
  "Returns the cube root of X."
  (if (or (= x 0) (not (finite-p x))) x
      (let* ((root (* (signum x) (expt (abs x) (/ 1d0 3)))) (better (- root (/ (- (* root root root) x) (* 3 root root))))) better)))

(defun exp-minus-one (x)
  "Returns e to the power of X, minus one, which is precise near zero."
  (let ((h (tanh (/ x 2)))) (if (< (abs x) 1d0) (/ (* 2 h) (- 1 h)) (- (exp x) 1))))

(defun log-plus-one (x)
  "Returns the natural logarithm of X plus one, which is precise near zero."
  (cond ((< x -1) (not-a-number)) ((= x -1) (- (infinity))) ((< (abs x) 0.5d0) (* 2 (atanh (/ x (+ 2 x))))) (t (log (+ 1 x)))))

(defun degrees-of (x)
  "Returns X, an angle in radians, in degrees."
  (* x 57.29577951308232d0))

(defun radians-of (x)
  "Returns X, an angle in degrees, in radians."
  (* x 0.017453292519943295d0))

(defun sign-of (x)
  "Returns the sign of X as a float; NaN if X is one."
  (if (= x x) (signum x) x))

(defun real-power (a b)
  "Returns the float A to the power of the float B, as Java has it."
  (let* ((wholep (and (finite-p b) (= b (ftruncate b)))) (oddp (and wholep (< (abs b) 1d16) (oddp (truncate b)))))
    (cond ((= b 0) 1d0)
          ((or (/= a a) (/= b b)) (not-a-number))
          ((not (finite-p b)) (cond ((= (abs a) 1) (not-a-number)) ((eq (> (abs a) 1) (> b 0)) (infinity)) (t 0d0)))
          ((= a 0) (let ((value (if (> b 0) 0d0 (infinity)))) (if (and oddp (minusp (float-sign a))) (- value) value)))
          ((not (finite-p a)) (let ((value (if (> b 0) (infinity) 0d0))) (if (and oddp (< a 0)) (- value) value)))
          ((< a 0) (if wholep (let ((value (expt (- a) b))) (if oddp (- value) value)) (not-a-number)))
          (t (expt a b)))))

(defun rounded-long (x)
  "Returns the long that is nearest to X; the greater of two. A NaN gives 0."
  (cond ((/= x x) 0)
        ((finite-p x) (max most-negative-long (min (- -1 most-negative-long) (floor (+ (rational x) 1/2)))))
        ((> x 0) (- -1 most-negative-long))
        (t most-negative-long)))

(defun unit-in-last-place (x)
  "Returns the distance from X, a float, to its neighbor of greater magnitude."
  (if (and (finite-p x) (/= x 0))
      (multiple-value-bind (mantissa exponent) (integer-decode-float x)
        (declare (ignore mantissa))
        (scale-float 1d0 (max exponent -1074)))
      (if (= x 0) (scale-float 1d0 -1074) (abs x))))

(defun next-float (x direction)
  "Returns the float next to X: above it if DIRECTION is 1, below if it is -1."
  (cond ((/= x x) x)
        ((not (finite-p x)) (if (eq (> x 0) (> direction 0)) x (* (signum x) most-positive-double-float)))
        ((= x 0) (* direction (scale-float 1d0 -1074)))
        (t (multiple-value-bind (mantissa exponent sign) (integer-decode-float x)
             (let ((next (+ (* (truncate sign) mantissa) direction)))
               (when (and (eql (abs next) (1- (ash 1 52))) (> exponent -1074))
                 (setq next (+ (* 2 (truncate sign) mantissa) direction) exponent (- exponent 1)))
               (let ((value (* next (expt 2 exponent))))
                 (if (> (abs value) (rational most-positive-double-float)) (* (signum next) (infinity)) (coerce value 'double-float))))))))

(defun ieee-remainder (x y)
  "Returns X minus the nearest integer to their quotient times Y, as IEEE 754 has it."
  (if (or (/= x x) (/= y y) (not (finite-p x)) (= y 0)) (not-a-number)
      (if (finite-p y) (coerce (- (rational x) (* (rational y) (round (rational x) (rational y)))) 'double-float) x)))

;;; The table: the names of clojure.math and of Math, and what they are. Those of floats convert their arguments.

(defun exact-long (value)
  "Returns VALUE, an integer, unless it is too large for a long."
  (if (long-p value) value (throw-new "ArithmeticException" "long overflow")))

(defun note-math (name java-name function)
  "Defines NAME of clojure.math, and JAVA-NAME of Math, unless that is NIL."
  (install (core-symbol (concatenate 'string "clojure.math/" name)) function (format nil "Java's Math/~A." (or java-name name)) '(x))
  (when java-name (setf (gethash (concatenate 'string "Math/" java-name) *statics*) function)))

(loop for (name java-name function) in
      '(("sin" "sin" sin) ("cos" "cos" cos) ("tan" "tan" tan) ("asin" "asin" arc-sine) ("acos" "acos" arc-cosine) ("atan" "atan" atan)
        ("sinh" "sinh" sinh) ("cosh" "cosh" cosh) ("tanh" "tanh" tanh) ("exp" "exp" exp) ("expm1" "expm1" exp-minus-one)
        ("log" "log" real-log) ("log10" "log10" real-log10) ("log1p" "log1p" log-plus-one) ("sqrt" "sqrt" real-sqrt) ("cbrt" "cbrt" cube-root)
        ("floor" "floor" floor-of) ("ceil" "ceil" ceiling-of) ("rint" "rint" rounded-of) ("signum" "signum" sign-of)
        ("to-radians" "toRadians" radians-of) ("to-degrees" "toDegrees" degrees-of) ("ulp" "ulp" unit-in-last-place)
        ("round" "round" rounded-long))
      do (let ((function (symbol-function function))) (note-math name java-name (lambda (x) (funcall function (double-of x))))))

(loop for (name java-name function) in
      (list (list "pow" "pow" #'real-power) (list "atan2" "atan2" #'atan) (list "hypot" "hypot" (lambda (a b) (sqrt (+ (* a a) (* b b)))))
            (list "copy-sign" "copySign" (lambda (a b) (float-sign b (abs a)))) (list "IEEE-remainder" "IEEEremainder" #'ieee-remainder)
            (list "next-after" "nextAfter" (lambda (x to) (cond ((= x to) to) ((< x to) (next-float x 1)) (t (next-float x -1))))))
      do (let ((function function)) (note-math name java-name (lambda (a b) (funcall function (double-of a) (double-of b))))))

(loop for (name java-name function) in
      (list (list "add-exact" "addExact" #'+) (list "subtract-exact" "subtractExact" #'-) (list "multiply-exact" "multiplyExact" #'*)
            (list "increment-exact" "incrementExact" #'1+) (list "decrement-exact" "decrementExact" #'1-) (list "negate-exact" "negateExact" #'-)
            (list "floor-div" "floorDiv" #'floor) (list "floor-mod" "floorMod" #'mod))
      do (let ((function function)) (note-math name java-name (lambda (&rest longs) (exact-long (values (apply function longs)))))))

(note-math "random" "random" (lambda () (random 1d0)))
(note-math "next-up" "nextUp" (lambda (x) (next-float (double-of x) 1)))
(note-math "next-down" "nextDown" (lambda (x) (next-float (double-of x) -1)))
(note-math "get-exponent" "getExponent" (lambda (x) (let ((x (double-of x))) (if (and (finite-p x) (/= x 0)) (max -1023 (+ 52 (nth-value 1 (integer-decode-float x)))) (if (= x 0) -1023 1024)))))
(note-math "scalb" "scalb" (lambda (x power) (coerce (* (rational (double-of x)) (expt 2 power)) 'double-float)))
(define-static "Math/abs" (x) (funcall (function-named "abs") x))
(define-static "Math/max" (a b) (greater-of a b))
(define-static "Math/min" (a b) (less-of a b))
(define-var (core-symbol "clojure.math/PI") nil pi)
(define-var (core-symbol "clojure.math/E") nil (exp 1d0))

;;; The classes of numbers.

(defun parsed-integer (text radix)
  "Returns the integer that TEXT is in RADIX, or throws a NumberFormatException."
  (or (and (stringp text) (> (length text) 0) (not (find #\Space text))
           (ignore-errors (parse-integer text :radix radix)))
      (throw-new "NumberFormatException" "~:[Cannot parse null string~;For input string: ~S~]" text text)))

(defun parsed-long (text radix bits)
  "Returns the integer of at most BITS bits that TEXT is in RADIX, or throws a NumberFormatException."
  (let ((value (parsed-integer text radix)))
    (if (typep value `(signed-byte ,bits)) value (throw-new "NumberFormatException" "For input string: ~S" text))))

(defun parsed-double (text)
  "Returns the float that TEXT is, or throws a NumberFormatException."
  (or (java-double-of-text (check-text text)) (throw-new "NumberFormatException" "For input string: ~S" text)))

(defun digits-in (number radix)
  "Returns the digits of NUMBER in RADIX, in small letters."
  (string-downcase (write-to-string number :base radix :radix nil)))

(defun trailing-zeros (number bits)
  "Returns the number of trailing zeros in the BITS of NUMBER."
  (if (eql number 0) bits (- (integer-length (logand number (- number))) 1)))

(macrolet ((define-integers (&rest classes)
             `(progn ,@(loop for (class parser bits) in classes
                             append (flet ((name (part) (concatenate 'string class "/" part)))
                                      `((define-static ,(name parser) (text &optional (radix 10)) (parsed-long text radix ,bits))
                                        (define-static ,(name "valueOf") (object &optional (radix 10)) (if (stringp object) (parsed-long object radix ,bits) object))
                                        (define-constructor ,class (object) (if (stringp object) (parsed-long object 10 ,bits) (in-range object ,(- (ash 1 (- bits 1))) ,(- (ash 1 (- bits 1)) 1) ,(string-downcase class))))
                                        (define-static ,(name "toString") (number &optional (radix 10)) (digits-in number radix))
                                        (define-static ,(name "toBinaryString") (number) (digits-in (ldb (byte ,bits 0) number) 2))
                                        (define-static ,(name "toHexString") (number) (digits-in (ldb (byte ,bits 0) number) 16))
                                        (define-static ,(name "toOctalString") (number) (digits-in (ldb (byte ,bits 0) number) 8))
                                        (define-static ,(name "bitCount") (number) (logcount (ldb (byte ,bits 0) number)))
                                        (define-static ,(name "numberOfLeadingZeros") (number) (- ,bits (integer-length (ldb (byte ,bits 0) number))))
                                        (define-static ,(name "numberOfTrailingZeros") (number) (trailing-zeros number ,bits))
                                        (define-static ,(name "highestOneBit") (number) (if (eql number 0) 0 (signed (ash 1 (- (integer-length (ldb (byte ,bits 0) number)) 1)) ,bits)))
                                        (define-static ,(name "lowestOneBit") (number) (logand number (- number)))
                                        (define-static ,(name "compare") (a b) (compare-objects a b))
                                        (define-static ,(name "signum") (number) (signum number))
                                        (define-static ,(name "sum") (a b) (signed (+ a b) ,bits))
                                        (define-static ,(name "max") (a b) (max a b))
                                        (define-static ,(name "min") (a b) (min a b))
                                        (setf (gethash ,(name "MAX_VALUE") *statics*) (cons :constant ,(- (ash 1 (- bits 1)) 1))
                                              (gethash ,(name "MIN_VALUE") *statics*) (cons :constant ,(- (ash 1 (- bits 1)))))))))))
  (define-integers ("Long" "parseLong" 64) ("Integer" "parseInt" 32) ("Short" "parseShort" 16) ("Byte" "parseByte" 8)))

(loop for (name value) in `(("Math/PI" ,pi) ("Math/E" ,(exp 1d0)) ("Double/MAX_VALUE" ,most-positive-double-float) ("Double/MIN_VALUE" 4.9406564584124654d-324)
                            ("Double/POSITIVE_INFINITY" ,(infinity)) ("Double/NEGATIVE_INFINITY" ,(- (infinity))) ("Double/NaN" ,(not-a-number))
                            ("Float/MAX_VALUE" ,most-positive-single-float) ("Boolean/TRUE" t) ("Boolean/FALSE" ,(%false))
                            ("BigInteger/ZERO" ,(%big 0)) ("BigInteger/ONE" ,(%big 1)) ("BigInteger/TEN" ,(%big 10))
                            ("BigDecimal/ZERO" ,(%decimal 0 0)) ("BigDecimal/ONE" ,(%decimal 1 0)) ("BigDecimal/TEN" ,(%decimal 10 0)))
      do (setf (gethash name *statics*) (cons :constant value)))

(defun double-from (object)
  "Returns OBJECT, a number or its text, as a float."
  (if (stringp object) (parsed-double object) (double-of object)))
(define-constructor "Double" (object) (double-from object))
(define-static "Double/parseDouble" (text) (parsed-double text))
(define-static "Double/valueOf" (object) (double-from object))
(define-static "Double/toString" (number) (shown (double-of number)))
(define-static "Double/compare" (a b) (compare-objects a b))
(define-static "Double/isNaN" (number) (boolean-of (/= (double-of number) (double-of number))))
(define-static "Double/isInfinite" (number) (let ((number (double-of number))) (boolean-of (and (= number number) (not (finite-p number))))))
(define-static "Float/parseFloat" (text) (float-of (parsed-double text)))
(define-constructor "Float" (object) (float-of (if (stringp object) (parsed-double object) object)))
(define-constructor "BigInteger" (text &optional (radix 10)) (big-of (parsed-integer text radix)))
(define-static "BigInteger/valueOf" (number) (big-of number))
(define-constructor "BigDecimal" (object) (funcall (function-named "bigdec") object))
(define-static "BigDecimal/valueOf" (number &optional (scale nil scale-p)) (if scale-p (%decimal number scale) (funcall (function-named "bigdec") number)))

(defun parsed-boolean (object)
  "Returns true or false of Clojure's: true if the string OBJECT is \"true\", or another OBJECT is true."
  (if (stringp object) (boolean-of (string-equal object "true")) (boolean-of (truth object))))
(define-constructor "Boolean" (object) (parsed-boolean object))
(define-static "Boolean/parseBoolean" (text) (parsed-boolean text))
(define-static "Boolean/valueOf" (object) (parsed-boolean object))
(define-static "Boolean/toString" (object) (shown object))
(define-host-method "booleanValue" (object) object)

(macrolet ((conversions (&rest entries)
             `(progn ,@(loop for (name form) in entries collect `(define-host-method ,name (number) ,form)))))
  (conversions ("intValue" (narrowed number 32)) ("longValue" (narrowed number 64)) ("shortValue" (narrowed number 16)) ("byteValue" (narrowed number 8))
               ("doubleValue" (double-of number)) ("floatValue" (float-of number)) ("negate" (- number)) ("abs" (funcall (function-named "abs") number))
               ("signum" (signum (exact-value number))) ("toBigInteger" (big-of (truncated number))) ("scale" (decimal-scale number))
               ("precision" (digit-count (decimal-unscaled number))) ("unscaledValue" (big-of (decimal-unscaled number)))
               ("bitLength" (integer-length (exact-value number))) ("bitCount" (logcount (exact-value number)))
               ("isNaN" (boolean-of (/= number number))) ("isInfinite" (boolean-of (and (= number number) (not (finite-p number)))))))
(macrolet ((operations (&rest entries)
             `(progn ,@(loop for (name form) in entries collect `(define-host-method ,name (a b) ,form)))))
  (operations ("add" (+ a b)) ("subtract" (- a b)) ("multiply" (* a b)) ("remainder" (rem a b)) ("mod" (mod a b))
              ("divide" (if (decimal-p a) (divided a b) (whole-quotient a b))) ("gcd" (big-of (gcd (exact-value a) (exact-value b))))
              ("pow" (if (decimal-p a) (let ((value (exact-value a)) (scale (* b (decimal-scale a)))) (%decimal (* (expt value b) (expt 10 scale)) scale)) (big-of (expt (exact-value a) b))))
              ("max" (greater-of a b)) ("min" (less-of a b)) ("testBit" (boolean-of (logbitp b (exact-value a))))))
(define-host-method "modPow" (base exponent modulus)
  (let ((result 1) (base (exact-value base)) (exponent (exact-value exponent)) (modulus (exact-value modulus)))
    (loop until (eql exponent 0)
          do (when (oddp exponent) (setq result (mod (* result base) modulus)))
             (setq base (mod (* base base) modulus) exponent (ash exponent -1)))
    (big-of (mod result modulus))))
(define-host-method "isProbablePrime" (number &optional certainty)
  (declare (ignore certainty))
  (let ((n (exact-value number))) (boolean-of (and (> n 1) (loop for d from 2 to (isqrt n) never (eql 0 (mod n d)))))))
(define-host-method "setScale" (decimal scale &optional (mode "UNNECESSARY"))
  (let ((value (* (exact-value decimal) (expt 10 scale))))
    (%decimal (rounded-quotient (numerator value) (denominator value) (if (stringp mode) mode (symbol-part mode))) scale)))
(define-host-method "toPlainString" (decimal)
  (if (> (decimal-scale decimal) 0) (let ((value (exact-value decimal))) (concatenate 'string (if (minusp value) "-" "") (fixed-text (abs value) (decimal-scale decimal)))) (digits-in (exact-value decimal) 10)))
(define-host-method "stripTrailingZeros" (decimal)
  (let ((unscaled (decimal-unscaled decimal)) (scale (decimal-scale decimal)))
    (loop until (or (eql unscaled 0) (/= 0 (mod unscaled 10))) do (setq unscaled (/ unscaled 10)) (decf scale))
    (%decimal unscaled (if (eql unscaled 0) 0 scale))))
(loop for mode in '("UP" "DOWN" "CEILING" "FLOOR" "HALF_UP" "HALF_DOWN" "HALF_EVEN" "UNNECESSARY")
      do (setf (gethash (concatenate 'string "RoundingMode/" mode) *statics*) (cons :constant mode)))
