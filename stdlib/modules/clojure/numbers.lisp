;;; Numbers that Common Lisp does not have: BigInts of a long's size, and BigDecimals (module clojure).

(in-package "TESSERA-CLOJURE")

;;; A long is an integer of Common Lisp, and so is a BigInt that is too large for a long; only a smaller one is a BIG.
;;; The compiler's arithmetic knows neither BIG nor DECIMAL: it fails, and asks EXTENDED-OPERATION. So other
;;; numbers are as fast as in Common Lisp.

(defun long-p (object)
  "True if OBJECT is an integer of 64 bits."
  (typep object '(signed-byte 64)))

(defun number-object-p (object)
  "True if OBJECT is a number."
  (or (numberp object) (exact-number-p object)))

(defun big-of (integer)
  "Returns INTEGER as a BigInt."
  (if (long-p integer) (%big integer) integer))

(defun exact-value (number)
  "Returns NUMBER, a number of any kind, as one of Common Lisp: a rational for one that is exact."
  (typecase number
    (big (big-value number))
    (decimal (/ (decimal-unscaled number) (expt 10 (decimal-scale number))))
    (t number)))

(defun integer-value (object)
  "Returns the integer that OBJECT is, or NIL."
  (cond ((integerp object) object) ((big-p object) (big-value object)) (t nil)))

(defun double-of (number)
  "Returns NUMBER as a float of 64 bits."
  (coerce (exact-value number) 'double-float))

;;; BigDecimals.

(defvar *precision* nil "The number of digits that arithmetic gives a BigDecimal at most; NIL for any number. WITH-PRECISION binds it.")
(defvar *rounding* "HALF_UP" "The name of the mode of Java's by which digits too many are rounded.")

(defun rounded-quotient (a b mode)
  "Returns A divided by B, integers, as an integer that is rounded by MODE."
  (multiple-value-bind (quotient rest) (truncate a b)
    (let ((away (if (eql (signum a) (signum b)) 1 -1)) (half (- (* 2 (abs rest)) (abs b))))
      (flet ((rounded (up) (if up (+ quotient away) quotient)))
        (cond ((eql rest 0) quotient)
              ((string= mode "UP") (rounded t))
              ((string= mode "DOWN") quotient)
              ((string= mode "CEILING") (rounded (eql away 1)))
              ((string= mode "FLOOR") (rounded (eql away -1)))
              ((string= mode "HALF_UP") (rounded (>= half 0)))
              ((string= mode "HALF_DOWN") (rounded (> half 0)))
              ((string= mode "HALF_EVEN") (rounded (or (> half 0) (and (eql half 0) (oddp quotient)))))
              (t (throw-new "ArithmeticException" "Rounding necessary")))))))

(defun digit-count (integer)
  "Returns the number of decimal digits of INTEGER."
  (length (write-to-string (abs integer) :base 10 :radix nil)))

(defun rounded-decimal (unscaled scale)
  "Returns the BigDecimal of UNSCALED and SCALE with at most *PRECISION* digits."
  (let ((extra (if *precision* (- (digit-count unscaled) *precision*) 0)))
    (if (and (plusp extra) (plusp *precision*))
        (rounded-decimal (rounded-quotient unscaled (expt 10 extra) *rounding*) (- scale extra))
        (%decimal unscaled scale))))

(defun unscaled-at (decimal scale)
  "Returns the integer of which DECIMAL is that many decimals less: SCALE is at least its own."
  (* (decimal-unscaled decimal) (expt 10 (- scale (decimal-scale decimal)))))

(defun decimal-of (number)
  "Returns NUMBER, which is exact, as a BigDecimal."
  (typecase number
    (decimal number)
    (ratio (decimal-quotient (%decimal (numerator number) 0) (%decimal (denominator number) 0)))
    (t (%decimal (exact-value number) 0))))

(defun decimal-of-double (number)
  "Returns the BigDecimal that is written as NUMBER, a float, is."
  (or (number-of-token (concatenate 'string (substitute #\e #\E (float-text number)) "M"))
      (throw-new "NumberFormatException" "Infinite or NaN")))

(defun decimal-sum (a b operation)
  "Returns the result of OPERATION, + or -, for A and B, BigDecimals."
  (let ((scale (max (decimal-scale a) (decimal-scale b))))
    (rounded-decimal (funcall operation (unscaled-at a scale) (unscaled-at b scale)) scale)))

(defun decimal-product (a b)
  "Returns the product of A and B, BigDecimals."
  (rounded-decimal (* (decimal-unscaled a) (decimal-unscaled b)) (+ (decimal-scale a) (decimal-scale b))))

(defun trailing-tens (integer)
  "Returns the number of trailing zeros of INTEGER, which is not 0, in decimal."
  (loop for count from 0
        until (/= 0 (rem integer (expt 10 (+ count 1))))
        finally (return count)))

(defun finite-scale (ratio)
  "Returns the number of decimals of RATIO, negative if it ends with zeros; NIL if it is not finite."
  (when (and (integerp ratio) (/= ratio 0)) (return-from finite-scale (- (trailing-tens ratio))))
  (let ((rest (denominator ratio)) (twos 0) (fives 0))
    (loop while (evenp rest) do (setq rest (ash rest -1)) (incf twos))
    (loop (multiple-value-bind (quotient over) (truncate rest 5)
            (unless (eql over 0) (return))
            (setq rest quotient)
            (incf fives)))
    (if (eql rest 1) (max twos fives) nil)))

(defun decimal-quotient (a b)
  "Returns the quotient of A and B, BigDecimals; throws if its digits never end and *PRECISION* is NIL."
  (let* ((preferred (- (decimal-scale a) (decimal-scale b))) (value (/ (exact-value a) (exact-value b))) (finite (finite-scale value)))
    (cond ((eql value 0) (%decimal 0 preferred))
          (finite
           (let ((scale (max preferred finite))) (rounded-decimal (* value (expt 10 scale)) scale)))
          ((null *precision*)
           (throw-new "ArithmeticException" "Non-terminating decimal expansion; no exact representable decimal result."))
          (t (let ((scale (+ *precision* 1 (max 0 (- (digit-count (denominator value)) (digit-count (numerator value)))))))
               ;; One more digit that is not zero stands for all that follow.
               (multiple-value-bind (digits over) (truncate (* value (expt 10 scale)))
                 (declare (ignore over))
                 (rounded-decimal (+ (* 10 digits) (signum value)) (+ scale 1))))))))

(defun decimal-whole-quotient (a b)
  "Returns the quotient of A and B, BigDecimals, rounded towards zero."
  (let* ((preferred (- (decimal-scale a) (decimal-scale b))) (value (values (truncate (exact-value a) (exact-value b))))
         (scale (if (eql value 0) preferred (max preferred (- (trailing-tens value))))))
    (%decimal (* value (expt 10 scale)) scale)))

(defun decimal-remainder (a b)
  "Returns the remainder of A divided by B, BigDecimals, with the sign of A."
  (let ((*precision* nil))
    (decimal-sum a (decimal-product (decimal-whole-quotient a b) b) #'-)))

(defun decimal-modulus (a b)
  "Returns the remainder of A divided by B, BigDecimals, with the sign of B."
  (let ((rest (decimal-remainder a b)))
    (if (or (eql 0 (decimal-unscaled rest)) (eql (signum (decimal-unscaled rest)) (signum (decimal-unscaled b))))
        rest
        (decimal-sum rest b #'+))))

(defun decimal-text (decimal)
  "Returns DECIMAL as Java writes it."
  (let* ((unscaled (decimal-unscaled decimal)) (scale (decimal-scale decimal)) (digits (write-to-string (abs unscaled) :base 10 :radix nil))
         (count (length digits)) (exponent (- count 1 scale)) (sign (if (minusp unscaled) "-" "")))
    (cond ((eql scale 0) (concatenate 'string sign digits))
          ((and (> scale 0) (>= exponent -6))
           (let ((padded (concatenate 'string (make-string (max 0 (- (+ scale 1) count)) :initial-element #\0) digits)))
             (concatenate 'string sign (subseq padded 0 (- (length padded) scale)) "." (subseq padded (- (length padded) scale)))))
          (t (format nil "~A~A~:[.~A~;~*~]~:[E~@D~;~]" sign (char digits 0) (eql count 1) (subseq digits 1) (eql exponent 0) exponent)))))

;;; What the compiler's operators ask.

(defun operated (operation decimal-operation a b)
  "Returns the value of the Common Lisp function OPERATION for A and B, one of which is BIG or DECIMAL. For decimals,
DECIMAL-OPERATION is called instead."
  (cond ((or (floatp a) (floatp b)) (funcall operation (double-of a) (double-of b)))
        ((or (decimal-p a) (decimal-p b)) (funcall decimal-operation (decimal-of a) (decimal-of b)))
        (t (let ((value (values (funcall operation (exact-value a) (exact-value b)))))
             (if (integerp value) (big-of value) value)))))

(defun check-divisor (number)
  "Throws an ArithmeticException if NUMBER is zero."
  (when (eql 0 (exact-value number)) (throw-new "ArithmeticException" "Divide by zero")))

(defvar *extended-operations*
  (let ((table (make-hash-table :test #'eq)))
    (flet ((note (name function) (setf (gethash name table) function)))
      (note '+ (lambda (a &optional (b 0)) (operated #'+ (lambda (a b) (decimal-sum a b #'+)) a b)))
      (note '- (lambda (a &optional (b nil two))
                 (if two (operated #'- (lambda (a b) (decimal-sum a b #'-)) a b) (operated #'* #'decimal-product a -1))))
      (note '* (lambda (a &optional (b 1)) (operated #'* #'decimal-product a b)))
      (note '/ (lambda (a b) (unless (floatp a) (check-divisor b)) (operated #'/ #'decimal-quotient a b)))
      (note 'truncate (lambda (a b) (check-divisor b) (operated #'truncate #'decimal-whole-quotient a b)))
      (note 'rem (lambda (a b) (check-divisor b) (operated #'rem #'decimal-remainder a b)))
      (note 'mod (lambda (a b) (check-divisor b) (operated #'mod #'decimal-modulus a b)))
      (dolist (name '(= /= < > <= >=))
        (let ((function (symbol-function name)))
          (note name (lambda (a b) (funcall function (exact-value a) (exact-value b))))))
      (note 'abs (lambda (a) (if (< a 0) (- a) a)))
      (dolist (name '(logand logior logxor lognot)) (note name (lambda (&rest operands) (mapc #'bits-of operands))))
      (dolist (name '(evenp oddp))
        (let ((function (symbol-function name)))
          (note name (lambda (a) (funcall function (or (integer-value a) (throw-new "IllegalArgumentException" "Argument must be an integer: ~A" (shown a)))))))))
    table)
  "A table from the arithmetic operators of Common Lisp to functions that know BIG and DECIMAL, too.")

(defun extended-operation (operation operands)
  "Returns the value of OPERATION for OPERANDS and true, if these are numbers and one of them is BIG or DECIMAL."
  (let ((function (gethash operation *extended-operations*)))
    (if (and function (some #'exact-number-p operands) (every #'number-object-p operands))
        (values (apply function operands) t)
        (values nil nil))))

(push 'extended-operation tessera::*number-extensions*)

(defun number-equal (a b)
  "True if A and B, of which one is BIG or DECIMAL, are equal as = has it: integers with integers, decimals with
decimals."
  (cond ((big-p a) (eql (big-value a) (integer-value b)))
        ((big-p b) (eql a (big-value b)))
        (t (and (decimal-p a) (decimal-p b) (= (exact-value a) (exact-value b))))))
