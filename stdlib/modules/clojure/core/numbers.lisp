;;; Functions of clojure.core: numbers (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Arithmetic. Longs grow.

(defconstant most-negative-long (- (ash 1 63)) "The least long.")

(defun check-number (object)
  "Returns OBJECT, or throws a ClassCastException if it is not a number."
  (if (number-object-p object) object (cast-fail object "java.lang.Number")))

(define ("+" "+'") (&rest numbers) "Returns the sum of the numbers." (if (and numbers (null (rest numbers))) (check-number (first numbers)) (reduce #'+ numbers)))
(define ("*" "*'") (&rest numbers) "Returns the product of the numbers." (if (and numbers (null (rest numbers))) (check-number (first numbers)) (reduce #'* numbers)))
(define ("-" "-'") (number &rest numbers) "Returns the first number minus the others; of one number, its negation." (if numbers (reduce #'- numbers :initial-value number) (- number)))
(define "/" (number &rest numbers) "Returns the first number divided by the others; of one number, its reciprocal." (if numbers (reduce #'divided numbers :initial-value number) (divided 1 number)))
(define ("inc" "inc'") (number) "Returns the number plus one." (+ number 1))
(define ("dec" "dec'") (number) "Returns the number minus one." (- number 1))

(defun whole-quotient (a b)
  "Returns A divided by B, rounded towards zero; of floats a float."
  (if (and (long-p a) (long-p b))
      (values (truncate a b))
      (let ((float (and (number-object-p a) (number-object-p b) (or (floatp a) (floatp b)))))
        (when float (check-finite-quotient a b))
        (if float
            (+ 0d0 (ftruncate (/ (double-of a) (double-of b))))
            (let ((value (values (truncate a b)))) (if (integerp value) (big-of value) value))))))

(defun check-finite-quotient (a b)
  "Throws what Java throws where the quotient of A and B, floats, has no integer part."
  (let ((quotient (if (and (= b 0) (not (and (floatp a) (/= a a)))) (throw-new "ArithmeticException" "Divide by zero") (/ (double-of a) (double-of b)))))
    (unless (finite-p quotient) (throw-new "NumberFormatException" "Infinite or NaN"))))

(defun finite-p (float)
  "True if FLOAT is neither infinite nor a NaN."
  (and (= float float) (<= most-negative-double-float float most-positive-double-float)))

(defun remaindered (function a b)
  "Returns the remainder of A and B that FUNCTION computes; an integer is a BigInt unless both are longs."
  (when (and (or (floatp a) (floatp b)) (number-object-p a) (number-object-p b)) (check-finite-quotient a b))
  (let ((value (values (funcall function a b))))
    (if (and (integerp value) (not (and (long-p a) (long-p b)))) (big-of value) value)))

(define "quot" (a b) "Returns a divided by b, rounded towards zero." (whole-quotient a b))
(define "rem" (a b) "Returns the remainder of a divided by b, with the sign of a." (remaindered #'rem a b))
(define "mod" (a b) "Returns the remainder of a divided by b, with the sign of b." (remaindered #'mod a b))

(defun greater-of (a b)
  "Returns the greater of A and B; a NaN if one is."
  (cond ((/= a a) a) ((/= b b) b) ((> a b) a) (t b)))

(defun less-of (a b)
  "Returns the lesser of A and B; a NaN if one is."
  (cond ((/= a a) a) ((/= b b) b) ((< a b) a) (t b)))
(define "max" (number &rest numbers) "Returns the greatest of the numbers." (reduce #'greater-of numbers :initial-value number))
(define "min" (number &rest numbers) "Returns the least of the numbers." (reduce #'less-of numbers :initial-value number))
(define "abs" (number) "Returns the absolute value of the number." (abs number))

(macrolet ((comparisons (&rest entries)
             `(progn ,@(loop for (name operator documentation) in entries
                             collect `(define-predicate ,name (number &rest numbers) ,documentation
                                        (loop for (a b) on (cons number numbers)
                                              while (and b numbers)
                                              always (,operator a b)))))))
  (comparisons ("<" < "True if the numbers increase.") (">" > "True if the numbers decrease.")
               ("<=" <= "True if the numbers do not decrease.") (">=" >= "True if the numbers do not increase.")))
(define-predicate "==" (number &rest numbers) "True if the numbers are the same, whatever their types."
  (every (lambda (other) (or (= number other) (same-float-p number other))) numbers))
(define-predicate "zero?" (number) "True if the number is zero." (= number 0))
(define-predicate "pos?" (number) "True if the number is above zero." (> number 0))
(define-predicate "neg?" (number) "True if the number is below zero." (< number 0))

(defun parity (object)
  "Returns the integer that OBJECT is, whose parity is asked for."
  (or (integer-value object) (throw-new "IllegalArgumentException" "Argument must be an integer: ~A" (shown object))))
(define-predicate "even?" (n) "True if the integer is even." (evenp (parity n)))
(define-predicate "odd?" (n) "True if the integer is odd." (oddp (parity n)))

;;; Longs that wrap at 64 bits, and bits of them.

(defun signed (integer bits)
  "Returns the lowest BITS bits of INTEGER as a signed number."
  (let ((rest (ldb (byte bits 0) integer)))
    (if (logbitp (- bits 1) rest) (- rest (ash 1 bits)) rest)))

(defun wrapped-long (result &rest operands)
  "Returns RESULT, the result of arithmetic on OPERANDS, reduced to 64 bits if all OPERANDS are longs."
  (if (and (integerp result) (every #'long-p operands)) (signed result 64) result))

(define "unchecked-add" (a b) "Returns the sum; longs wrap at 64 bits." (wrapped-long (+ a b) a b))
(define "unchecked-subtract" (a b) "Returns the difference; longs wrap at 64 bits." (wrapped-long (- a b) a b))
(define "unchecked-multiply" (a b) "Returns the product; longs wrap at 64 bits." (wrapped-long (* a b) a b))
(define "unchecked-inc" (a) "Returns the number plus one; longs wrap at 64 bits." (wrapped-long (+ a 1) a))
(define "unchecked-dec" (a) "Returns the number minus one; longs wrap at 64 bits." (wrapped-long (- a 1) a))
(define "unchecked-negate" (a) "Returns the negation; longs wrap at 64 bits." (wrapped-long (- a) a))

(macrolet ((operations (&rest entries)
             `(progn ,@(loop for (name lambda-list form documentation) in entries
                             collect `(define ,name ,lambda-list ,documentation
                                        (let ,(loop for parameter in lambda-list collect `(,parameter (narrowed ,parameter 32)))
                                          (signed ,form 32)))))))
  (operations ("unchecked-add-int" (a b) (+ a b) "Returns the sum of ints, which wraps at 32 bits.")
              ("unchecked-subtract-int" (a b) (- a b) "Returns the difference of ints, which wraps at 32 bits.")
              ("unchecked-multiply-int" (a b) (* a b) "Returns the product of ints, which wraps at 32 bits.")
              ("unchecked-inc-int" (a) (+ a 1) "Returns the int plus one, which wraps at 32 bits.")
              ("unchecked-dec-int" (a) (- a 1) "Returns the int minus one, which wraps at 32 bits.")
              ("unchecked-negate-int" (a) (- a) "Returns the negation of the int, which wraps at 32 bits.")
              ("unchecked-divide-int" (a b) (truncate a b) "Returns the quotient of ints, rounded towards zero.")
              ("unchecked-remainder-int" (a b) (rem a b) "Returns the remainder of the int a divided by b.")))

(defun bits-of (object)
  "Returns OBJECT, a long."
  (if (long-p object)
      object
      (if (null object)
          (cast-fail object "java.lang.Number")
          (throw-new "IllegalArgumentException" "bit operation not supported for: class ~A" (class-name-of object)))))

(defun bit-place (n)
  "Returns the integer whose only bit is N, modulo 64."
  (ash 1 (logand (bits-of n) 63)))

(macrolet ((combinations (&rest entries)
             `(progn ,@(loop for (name operator documentation) in entries
                             collect `(define ,name (a b &rest more) ,documentation
                                        (reduce #',operator (mapcar #'bits-of more) :initial-value (,operator (bits-of a) (bits-of b))))))))
  (combinations ("bit-and" logand "Returns the bits that all numbers have.") ("bit-or" logior "Returns the bits that at least one number has.")
                ("bit-xor" logxor "Returns the bits that an odd count of the numbers has.") ("bit-and-not" logandc2 "Returns the bits of a that none of the others has.")))
(define "bit-not" (a) "Returns the number with each bit inverted." (lognot (bits-of a)))
(define "bit-shift-left" (a n) "Returns the bits of the long shifted n places to the left." (signed (ash (bits-of a) (logand (bits-of n) 63)) 64))
(define "bit-shift-right" (a n) "Returns the bits of the long shifted n places to the right; the sign is kept." (ash (bits-of a) (- (logand (bits-of n) 63))))
(define "unsigned-bit-shift-right" (a n) "Returns the 64 bits of a shifted n places to the right, with zeros on the left."
  (signed (ash (ldb (byte 64 0) (bits-of a)) (- (logand (bits-of n) 63))) 64))
(define "bit-set" (a n) "Returns a with the bit n set." (signed (logior (bits-of a) (bit-place n)) 64))
(define "bit-clear" (a n) "Returns a with the bit n cleared." (signed (logandc2 (bits-of a) (bit-place n)) 64))
(define "bit-flip" (a n) "Returns a with the bit n inverted." (signed (logxor (bits-of a) (bit-place n)) 64))
(define-predicate "bit-test" (a n) "True if a has the bit n." (logtest (bits-of a) (bit-place n)))

;;; Conversions.

(defun truncated (number)
  "Returns NUMBER, a number of any kind or a character, which stands for its code, without its fraction."
  (typecase number
    (character (char-code number))
    (float (cond ((/= number number) 0)
                 ((finite-p number) (values (truncate number)))
                 (t (throw-new "NumberFormatException" "Infinite or NaN"))))
    (t (values (truncate (exact-value (check-number number)))))))

(defun in-range (object least most kind)
  "Returns OBJECT as an integer from LEAST to MOST."
  (when (and (integerp object) (long-p object) (eql most 2147483647) (not (<= least object most)))
    (throw-new "ArithmeticException" "integer overflow"))
  (if (and (floatp object) (if (= object object) (not (<= least object most)) (< most 2147483647)))
      (throw-new "IllegalArgumentException" "Value out of range for ~A: ~A" kind (shown object))
      (let ((value (truncated object)))
        (if (<= least value most)
            value
            (throw-new "IllegalArgumentException" "Value out of range for ~A: ~A" kind (shown object))))))

(defun narrowed (object bits)
  "Returns OBJECT as a signed integer of BITS, as Java converts: floats to the nearest long or int, others wrap."
  (signed (if (floatp object)
              (let ((most (ash 1 (- (max bits 32) 1))))
                (cond ((/= object object) 0) ((>= object most) (- most 1)) ((<= object (- most)) (- most)) (t (truncate object))))
              (truncated object))
          bits))

(macrolet ((casts (&rest entries)
             `(progn ,@(loop for (name bits) in entries
                             collect `(define ,name (number) "Returns the number without its fraction, or the code of a character; throws if it is out of range."
                                        (in-range number ,(- (ash 1 (- bits 1))) ,(- (ash 1 (- bits 1)) 1) ,name))
                             collect `(define ,(concatenate 'string "unchecked-" name) (number) "Returns the number without its fraction, or the code of a character; it wraps."
                                        (narrowed number ,bits))))))
  (casts ("byte" 8) ("short" 16) ("int" 32) ("long" 64)))

(define "char" (code) "Returns the character of that code."
  (cond ((characterp code) code)
        ((and (number-object-p code) (<= 0 (exact-value code) 65535)) (code-char (truncated code)))
        (t (throw-new "IllegalArgumentException" "Value out of range for char: ~A" (shown (check-number code))))))
(define "unchecked-char" (code) "Returns the character of that code, which wraps at 16 bits." (if (characterp code) code (code-char (ldb (byte 16 0) (narrowed code 32)))))

(defun float-of (number)
  "Returns NUMBER as a Float of Java's."
  (let ((value (double-of (check-number number))))
    (if (and (= value value) (> (abs value) most-positive-single-float))
        (throw-new "IllegalArgumentException" "Value out of range for float: ~A" (shown number))
        (coerce value 'single-float))))

(define ("double" "unchecked-double") (number) "Returns the number as a float." (double-of (check-number number)))
(define ("float" "unchecked-float") (number) "Returns the number as a float of 32 bits." (float-of number))
(define "num" (number) "Returns the number; throws if it is not one." (check-number number))
(define "biginteger" (number) "Returns the number, or the one that a string is, as an integer without its fraction." (whole-number number))
(define "bigint" (number) "Returns the number, or the one that a string is, as a BigInt without its fraction." (big-of (whole-number number)))

(defun whole-number (number)
  "Returns NUMBER, or the one that a string is, without its fraction."
  (values (cond ((stringp number) (parsed-integer number 10))
                ((floatp number) (truncate (exact-value (decimal-of-double number))))
                (t (truncated number)))))
(define "bigdec" (number) "Returns the number, or the one that a string is, as a BigDecimal."
  (typecase number
    (string (let ((value (and (> (length number) 0) (number-of-token (concatenate 'string (string-left-trim "+" number) "M")))))
              (if (decimal-p value) value (throw-new "NumberFormatException" "~A" number))))
    (float (decimal-of-double number))
    (t (decimal-of (check-number number)))))
(define "rationalize" (number) "Returns the number as an integer or a ratio."
  (let ((value (cond ((floatp number) (exact-value (decimal-of-double number))) ((decimal-p number) (exact-value number)) (t (check-number number)))))
    (if (and (integerp value) (not (integerp number))) (big-of value) value)))

(defun check-ratio (object)
  "Returns OBJECT, or throws a ClassCastException if it is not a ratio."
  (if (typep object 'ratio) object (cast-fail object "clojure.lang.Ratio")))
(define "numerator" (ratio) "Returns the numerator of the ratio." (numerator (check-ratio ratio)))
(define "denominator" (ratio) "Returns the denominator of the ratio." (denominator (check-ratio ratio)))

(define "rand" (&optional (n 1)) "Returns a random float between zero and n, without n." (* n (random 1d0)))
(define "rand-int" (n) "Returns a random integer between zero and n, without n."
  (let ((limit (truncated n))) (cond ((> limit 0) (random limit)) ((< limit 0) (- (random (- limit)))) (t 0))))

(define "with-precision*" (precision rounding function) "Calls the function while BigDecimals have at most that many digits."
  (let ((*precision* precision) (*rounding* (if rounding (symbol-part rounding) "HALF_UP"))) (funcall (callable function))))

;;; Predicates.

(macrolet ((predicates (&rest entries)
             `(progn ,@(loop for (name test documentation) in entries
                             collect `(define-predicate ,name (object) ,documentation ,test)))))
  (predicates
   ("number?" (number-object-p object) "True if the object is a number.")
   ("integer?" (integer-value object) "True if the object is an integer.")
   ("int?" (long-p object) "True if the object is a long.")
   ("pos-int?" (and (long-p object) (> object 0)) "True if the object is a long above zero.")
   ("neg-int?" (and (long-p object) (< object 0)) "True if the object is a long below zero.")
   ("nat-int?" (and (long-p object) (>= object 0)) "True if the object is a long that is not negative.")
   ("float?" (floatp object) "True if the object is a float.")
   ("double?" (typep object 'double-float) "True if the object is a float of 64 bits.")
   ("ratio?" (typep object 'ratio) "True if the object is a ratio.")
   ("rational?" (or (rationalp object) (exact-number-p object)) "True if the object is an integer, a ratio or a BigDecimal.")
   ("decimal?" (decimal-p object) "True if the object is a BigDecimal.")
   ("NaN?" (let ((number (double-of (check-number object)))) (/= number number)) "True if the number is a NaN.")
   ("infinite?" (let ((number (double-of (check-number object)))) (and (= number number) (not (finite-p number)))) "True if the number is infinite.")))
