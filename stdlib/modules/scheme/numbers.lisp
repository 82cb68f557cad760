;;; Numbers: text, exactness, the standard's procedures (Scheme's library).

(in-package "TESSERA-SCHEME")

(defvar *infinity* (let ((tessera:*float-traps* nil)) (/ 1d0 0d0)))
(defvar *minus-infinity* (- *infinity*))
(defvar *nan* (let ((tessera:*float-traps* nil)) (- *infinity* *infinity*)))

(defun nan-p (x)
  "True if X is a NaN."
  (and (floatp x) (/= x x)))
(defun infinite-p (x)
  "True if X is an infinity."
  (and (floatp x) (or (= x *infinity*) (= x *minus-infinity*))))
(defun finite-p (x)
  "True if X is a real number that is neither infinite nor a NaN."
  (and (realp x) (not (nan-p x)) (not (infinite-p x))))

(defun check-number (operation x)
  "Returns X; signals an error of OPERATION unless it is a number."
  (check operation "a number" x (numberp x)) x)
(defun check-real (operation x)
  "Returns X; signals an error of OPERATION unless it is a real number."
  (check operation "a real number" x (realp x)) x)

(defun integer-p (x)
  "True if X is an integer, exact or not."
  (or (integerp x) (and (floatp x) (finite-p x) (= x (ffloor x)))))

(defun check-integer (operation x)
  "Returns X; signals an error of OPERATION unless it is an integer, exact or not."
  (check operation "an integer" x (integer-p x)) x)
(defun check-index (operation x)
  "Returns X; signals an error of OPERATION unless it is an exact nonnegative integer."
  (check operation "an exact nonnegative integer" x (typep x '(integer 0))) x)

;;; Exact and inexact.

(defun inexact (x)
  "Returns the inexact number nearest to X."
  (typecase x
    (double-float x)
    (real (let ((tessera:*float-traps* nil))
            (handler-case (coerce x 'double-float)
              (floating-point-overflow () (if (minusp x) *minus-infinity* *infinity*)))))
    (complex (complex (inexact (realpart x)) (inexact (imagpart x))))
    (t (wrong "inexact" "a number" x))))

(defun exact (x)
  "Returns the exact number that is equal to X."
  (typecase x
    (rational x)
    (float (if (finite-p x) (rational x) (wrong "exact" "a finite number" x)))
    (complex (complex (exact (realpart x)) (exact (imagpart x))))
    (t (wrong "exact" "a number" x))))

(defproc ("inexact" "exact->inexact") (z) (inexact z))
(defproc ("exact" "inexact->exact") (z) (exact z))

(defun exact-p (z)
  "True if the number Z is exact."
  (or (rationalp z) (and (complexp z) (rationalp (realpart z)))))

;;; From text to numbers.

(defun text-number (text radix)
  "Returns the number that TEXT denotes, or NIL. RADIX holds unless a prefix says otherwise."
  (if (and (plusp (length text)) (may-begin-number-p (char text 0) radix))
      (parse-prefixed text radix)
      nil))

(defun may-begin-number-p (char radix)
  "True if a number in RADIX may begin with CHAR."
  (or (digit-char-p char radix) (case char ((#\+ #\- #\. #\#) t))))

(defun parse-prefixed (text radix)
  "Returns the number that is all of TEXT, after prefixes such as #x, or NIL."
  (let ((start 0) (exactness nil) (end (length text)) (radix-given nil))
    (loop while (and (< (1+ start) end) (char= (char text start) #\#))
          do (case (char-downcase (char text (1+ start)))
               (#\x (when radix-given (return-from parse-prefixed nil)) (setq radix 16 radix-given t))
               (#\b (when radix-given (return-from parse-prefixed nil)) (setq radix 2 radix-given t))
               (#\o (when radix-given (return-from parse-prefixed nil)) (setq radix 8 radix-given t))
               (#\d (when radix-given (return-from parse-prefixed nil)) (setq radix 10 radix-given t))
               ((#\e #\i) (when exactness (return-from parse-prefixed nil)) (setq exactness (char-downcase (char text (1+ start)))))
               (t (return-from parse-prefixed nil)))
             (incf start 2))
    (and (< start end) (parse-complex text start end radix exactness))))

(defun parse-complex (text start end radix exactness)
  "Returns the number that is all of TEXT from START to END, or NIL. EXACTNESS is #\\e, #\\i or NIL."
  (multiple-value-bind (first at) (parse-signed text start end radix exactness)
    (cond ((and first (= at end)) first)
          ((and first (char= (char text at) #\@))
           (multiple-value-bind (angle at) (parse-signed text (1+ at) end radix exactness)
             (and angle (= at end) (make-polar first angle))))
          ((and first (= at (1- end)) (char-equal (char text at) #\i) (find (char text start) "+-")) (complex 0 first))
          ((and first (find (char text at) "+-"))
           (let ((imaginary (parse-imaginary text at end radix exactness))) (and imaginary (complex* first imaginary))))
          ((null first) (let ((imaginary (parse-imaginary text start end radix exactness))) (and imaginary (complex* 0 imaginary)))))))

(defun complex* (real imaginary)
  "Returns the number with the parts REAL and IMAGINARY, which is complex unless IMAGINARY is an exact 0."
  (cond ((eql imaginary 0) real)
        ((or (floatp real) (floatp imaginary)) (complex (inexact real) (inexact imaginary)))
        (t (complex real imaginary))))

(defun parse-imaginary (text start end radix exactness)
  "Returns the factor of the imaginary part +3i, -i that is all of TEXT from START to END, or NIL."
  (and (find (char text start) "+-")
       (char-equal (char text (1- end)) #\i)
       (if (= (- end start) 2)
           (if (char= (char text start) #\-) -1 1)
           (multiple-value-bind (value at) (parse-signed text start end radix exactness)
             (and value (= at (1- end)) value)))))

(defun parse-signed (text start end radix exactness)
  "Returns two values: the real number that TEXT has from START on, or NIL; and the index after it."
  (let* ((sign (and (< start end) (find (char text start) "+-"))) (from (if sign (1+ start) start)))
    (if (and sign (<= (+ from 5) end)
             (or (string-equal text "inf.0" :start1 from :end1 (+ from 5)) (string-equal text "nan.0" :start1 from :end1 (+ from 5))))
        (if (eql exactness #\e)
            (values nil start)
            (values (cond ((char-equal (char text from) #\n) *nan*) ((char= sign #\-) *minus-infinity*) (t *infinity*)) (+ from 5)))
        (multiple-value-bind (value at) (parse-unsigned text from end radix exactness)
          (values (and value (if (eql sign #\-) (- value) value)) at)))))

(defun parse-digits (text start end radix)
  "Returns three values: the number that the digits of TEXT from START on denote, the index after them, and their
count."
  (let ((at start) (number 0))
    (loop while (< at end)
          do (let ((digit (digit-char-p (char text at) radix)))
               (unless digit (return))
               (when (< (- at start) 10) (setq number (+ (* number radix) digit)))
               (incf at)))
    (values (if (> (- at start) 10) (parse-integer text :start start :end at :radix radix) number) at (- at start))))

(defun parse-unsigned (text start end radix exactness)
  "Returns two values: the real number without a sign that TEXT has from START on, or NIL; and the index after it."
  (multiple-value-bind (whole at digits) (parse-digits text start end radix)
    (cond ((and (plusp digits) (< at end) (char= (char text at) #\/))
           (multiple-value-bind (below at digits) (parse-digits text (1+ at) end radix)
             (cond ((zerop digits) (values nil start))
                   ((zerop below) (if (eql exactness #\i) (values (if (zerop whole) *nan* *infinity*) at) (values nil start)))
                   (t (values (if (eql exactness #\i) (inexact (/ whole below)) (/ whole below)) at)))))
          ((/= radix 10) (if (plusp digits) (values (if (eql exactness #\i) (inexact whole) whole) at) (values nil start)))
          (t (parse-decimal text at end whole digits exactness start)))))

(defun parse-decimal (text at end whole digits exactness start)
  "Returns two values: the decimal number whose first DIGITS, with the value WHOLE, stand before AT in TEXT, or NIL; and
the index after it."
  (let ((places 0) (exponent 0) (point nil) (scaled nil))
    (when (and (< at end) (char= (char text at) #\.))
      (multiple-value-bind (more behind count) (parse-digits text (1+ at) end 10)
        (setq whole (+ (* whole (expt 10 count)) more) places count at behind digits (+ digits count) point t)))
    (when (zerop digits) (return-from parse-decimal (values nil start)))
    (when (and (< at end) (find (char text at) "esfdl" :test #'char-equal))
      (let* ((sign (and (< (1+ at) end) (find (char text (1+ at)) "+-"))) (from (+ at (if sign 2 1))))
        (multiple-value-bind (value behind count) (parse-digits text from end 10)
          (when (plusp count)
            (setq exponent (if (eql sign #\-) (- value) value) at behind scaled t)))))
    (cond ((and (not point) (not scaled)) (values (if (eql exactness #\i) (inexact whole) whole) at))
          ((eql exactness #\e)
           (if (> (abs exponent) 100000) (values nil start) (values (* whole (expt 10 (- exponent places))) at)))
          (t (values (decimal whole (- exponent places) digits) at)))))

(defun decimal (whole exponent digits)
  "Returns WHOLE times ten to the EXPONENT as a float."
  (cond ((zerop whole) 0d0)
        ((> (+ exponent digits) 400) *infinity*)
        ((< (+ exponent digits) -400) 0d0)
        ((and (< whole (expt 2 53)) (<= -22 exponent 22))       ; both are exact as doubles
         (if (minusp exponent)
             (/ (float whole 1d0) (float (expt 10 (- exponent)) 1d0))
             (* (float whole 1d0) (float (expt 10 exponent) 1d0))))
        (t (let ((value (* whole (expt 10 exponent))))
             (if (< value #.(expt 2 -1074)) (if (<= value #.(expt 2 -1075)) 0d0 (scale-float 1d0 -1074)) (inexact value))))))

;;; From numbers to text.

(defun float-text (x)
  "Returns the shortest decimal text that denotes the float X."
  (cond ((nan-p x) "+nan.0")
        ((= x *infinity*) "+inf.0")
        ((= x *minus-infinity*) "-inf.0")
        (t (let* ((text (let ((*read-default-float-format* 'double-float) (*print-readably* nil)) (prin1-to-string (abs (coerce x 'double-float)))))
                  (mark (position-if (lambda (char) (char-equal char #\e)) text))
                  (exponent (if mark (parse-integer text :start (1+ mark)) 0))
                  (mantissa (subseq text 0 mark))
                  (point (position #\. mantissa))
                  (digits (concatenate 'string (subseq mantissa 0 point) (subseq mantissa (1+ point))))
                  (place (+ point exponent))
                  (leading (or (position #\0 digits :test-not #'char=) 0)))
             (setq digits (string-right-trim "0" (subseq digits leading)) place (- place leading))
             (concatenate 'string (if (minusp (float-sign x)) "-" "") (decimal-text digits place (zerop x)))))))

(defun decimal-text (digits place zero)
  "Returns DIGITS with the point after the first PLACE of them."
  (let ((count (length digits)))
    (cond (zero "0.0")
          ((< 0 place 22)
           (if (>= place count)
               (format nil "~A~A.0" digits (make-string (- place count) :initial-element #\0))
               (format nil "~A.~A" (subseq digits 0 place) (subseq digits place))))
          ((< -6 place 1) (format nil "0.~A~A" (make-string (- place) :initial-element #\0) digits))
          ((= count 1) (format nil "~Ae~D" digits (1- place)))
          (t (format nil "~A.~Ae~D" (subseq digits 0 1) (subseq digits 1) (1- place))))))

(defun number-text (z radix)
  "Returns the text of the number Z in RADIX."
  (typecase z
    (rational (string-downcase (write-to-string z :base radix :radix nil)))
    (float (if (= radix 10) (float-text z) (float-text-in-radix z radix)))
    (complex (let ((real (realpart z)) (imaginary (number-text (imagpart z) radix)))
               (concatenate 'string (if (eql real 0) "" (number-text real radix))
                            (if (find (char imaginary 0) "+-") "" "+") (cond ((string= imaginary "1") "") ((string= imaginary "-1") "-") (t imaginary)) "i")))
    (t (wrong "number->string" "a number" z))))

(defun float-text-in-radix (x radix)
  "Returns the text of the float X in RADIX."
  (if (finite-p x)
      (multiple-value-bind (whole part) (floor (rational (abs x)))
        (let ((digits '()))
          (loop repeat 1100 until (zerop part)
                do (multiple-value-bind (digit rest) (floor (* part radix)) (push (digit-char digit radix) digits) (setq part rest)))
          (string-downcase (format nil "~:[~;-~]~A.~A" (minusp x) (write-to-string whole :base radix :radix nil)
                                   (if digits (coerce (nreverse digits) 'string) "0")))))
      (float-text x)))

(defun check-radix (operation radix)
  "Signals an error of OPERATION unless RADIX is an integer from 2 to 36."
  (check operation "a radix from 2 to 36" radix (typep radix '(integer 2 36))))

(defproc "number->string" (z &optional (radix 10))
  (check-number "number->string" z)
  (check-radix "number->string" radix)
  (number-text z radix))

(defproc "string->number" (string &optional (radix 10))
  (check "string->number" "a string" string (stringp string))
  (check-radix "string->number" radix)
  (or (text-number string radix) 'false))

;;; Arithmetic: of no, one or many arguments. Those of two are compiled in place.

(defproc "+" (&optional (z 0) (w 0) &rest more) (let ((sum (+ z w))) (dolist (z more sum) (setq sum (+ sum z)))))
(defproc "*" (&optional (z 1) (w 1) &rest more) (let ((product (* z w))) (dolist (z more product) (setq product (* product z)))))
(defproc "-" (z &optional (w 0 w-p) &rest more)
  (if w-p (let ((difference (- z w))) (dolist (w more difference) (setq difference (- difference w)))) (- z)))
(defproc "/" (z &rest more) (if more (dolist (w more z) (setq z (/ z w))) (/ 1 z)))

(macrolet ((comparison (name operator)
             `(defpred ,name (x &optional (y 0 y-p) &rest more)
                (cond ((not y-p)
                       (check ,name ,(if (string= name "=") "a number" "a real number") x ,(if (string= name "=") '(numberp x) '(realp x)))
                       t)
                      ((null more) (,operator x y))
                      (t (let ((holds (,operator x y)))
                           (dolist (z more holds)
                             (unless (,operator y z) (setq holds nil))
                             (setq y z))))))))
  (comparison "=" =) (comparison "<" <) (comparison ">" >) (comparison "<=" <=) (comparison ">=" >=))

(defpred "zero?" (z) (zerop (check-number "zero?" z)))
(defpred "positive?" (x) (plusp (check-real "positive?" x)))
(defpred "negative?" (x) (minusp (check-real "negative?" x)))
(defpred "odd?" (n) (odd-p "odd?" n))
(defpred "even?" (n) (not (odd-p "even?" n)))

(defun odd-p (operation n)
  "True if the integer N, exact or not, is odd. Signals an error of OPERATION if it is not an integer."
  (if (integerp n) (oddp n) (oddp (truncate (check-integer operation n)))))

(defun extreme (operation numbers better)
  "Returns the best of NUMBERS by BETTER, > or <, for OPERATION; inexact if one of them is."
  (let ((best (check-real operation (first numbers))) (inexact (floatp (first numbers))))
    (dolist (x (rest numbers) (if inexact (inexact best) best))
      (check-real operation x)
      (when (floatp x) (setq inexact t))
      (cond ((nan-p best)) ((or (nan-p x) (funcall better x best)) (setq best x))))))

(defproc "max" (x &rest more) (extreme "max" (cons x more) #'>))
(defproc "min" (x &rest more) (extreme "min" (cons x more) #'<))
(defproc "abs" (x) (abs (check-real "abs" x)))

;;; Division.

(defun divide (operation function n d)
  "Returns the values of FUNCTION, a function of integers, for N and D, which may be inexact integers."
  (cond ((and (integerp n) (integerp d))
         (when (eql d 0) (fail "~A: division by zero: (~A ~A 0)" operation operation n))
         (funcall function n d))
        (t (check-integer operation n)
           (check-integer operation d)
           (when (zerop d) (fail "~A: division by zero: (~A ~A ~A)" operation operation (number-text n 10) (number-text d 10)))
           (multiple-value-bind (quotient remainder) (funcall function (exact n) (exact d))
             (values (inexact quotient) (inexact remainder))))))

(macrolet ((division (both quotients remainders function)
             `(progn
                (defproc ,both (n d) (divide ,both #',function n d))
                (defproc ,quotients (n d) (values (divide ,(if (listp quotients) (first quotients) quotients) #',function n d)))
                (defproc ,remainders (n d) (nth-value 1 (divide ,(if (listp remainders) (first remainders) remainders) #',function n d))))))
  (division "floor/" "floor-quotient" ("modulo" "floor-remainder") floor)
  (division "truncate/" ("quotient" "truncate-quotient") ("remainder" "truncate-remainder") truncate))

(defproc "exact-integer-sqrt" (n)
  (check "exact-integer-sqrt" "an exact nonnegative integer" n (typep n '(integer 0)))
  (let ((root (isqrt n))) (values root (- n (* root root)))))

(defun integers-folded (operation function numbers)
  "Returns the value of FUNCTION, GCD or LCM, over NUMBERS for OPERATION; inexact if one of them is."
  (let ((result (funcall function)) (inexact nil))
    (dolist (n numbers (if inexact (inexact result) result))
      (unless (integerp n)
        (setq n (exact (check-integer operation n))
              inexact t))
      (setq result (funcall function result n)))))

(defproc "gcd" (&rest numbers) (integers-folded "gcd" #'gcd numbers))
(defproc "lcm" (&rest numbers) (integers-folded "lcm" #'lcm numbers))

(defun fraction-part (operation q part)
  "Returns the PART (NUMERATOR or DENOMINATOR) of the rational number Q, exact or not, for OPERATION."
  (check operation "a rational number" q (finite-p q))
  (if (floatp q) (inexact (funcall part (rational q))) (funcall part q)))

(defproc "numerator" (q) (fraction-part "numerator" q #'numerator))
(defproc "denominator" (q) (fraction-part "denominator" q #'denominator))

(macrolet ((rounding (name exactly inexactly)
             `(defproc ,name (x)
                (cond ((integerp x) x)
                      ((rationalp x) (values (,exactly x)))
                      ((floatp x) (if (finite-p x) (signed-like x (values (,inexactly x))) x))
                      (t (wrong ,name "a real number" x))))))
  (rounding "floor" floor ffloor) (rounding "ceiling" ceiling fceiling)
  (rounding "truncate" truncate ftruncate) (rounding "round" round fround))

(defun signed-like (x result)
  "Returns RESULT with the sign of X if it is zero."
  (if (zerop result) (float-sign x 0d0) (inexact result)))

(defproc "rationalize" (x y)
  (check-real "rationalize" x)
  (check-real "rationalize" y)
  (cond ((or (nan-p x) (nan-p y)) *nan*)
        ((infinite-p y) (if (infinite-p x) *nan* 0d0))
        ((infinite-p x) x)
        (t (let ((result (simplest (- (rational x) (abs (rational y))) (+ (rational x) (abs (rational y))))))
             (if (or (floatp x) (floatp y)) (inexact result) result)))))

(defun simplest (low high)
  "Returns the simplest rational from LOW to HIGH."
  (cond ((plusp low) (simplest-positive low high))
        ((minusp high) (- (simplest-positive (- high) (- low))))
        (t 0)))

(defun simplest-positive (low high)
  "Returns the simplest rational from LOW to HIGH, which are positive."
  (let ((floor (floor low)))
    (cond ((= floor low) floor)
          ((< floor (floor high)) (1+ floor))
          (t (+ floor (/ (simplest-positive (/ (- high floor)) (/ (- low floor)))))))))

;;; Roots, powers and transcendental functions: exact where the standard has it so, else of doubles.

(defun exact-root (q)
  "Returns the square root of the rational Q if it is rational, or NIL."
  (if (minusp q)
      (let ((root (exact-root (- q)))) (and root (complex 0 root)))
      (let ((top (isqrt (numerator q))) (bottom (isqrt (denominator q))))
        (and (= (* top top) (numerator q)) (= (* bottom bottom) (denominator q)) (/ top bottom)))))

(defun rational-root (q)
  "Returns the square root of the rational Q, a float unless it is rational. Q may be greater than all floats."
  (or (exact-root q)
      (if (minusp q)
          (complex 0d0 (rational-root (- q)))
          (let ((shift (ash (- (integer-length (numerator q)) (integer-length (denominator q))) -1)))
            (* (sqrt (inexact (/ q (expt 4 shift)))) (expt 2d0 shift))))))

(defproc "sqrt" (z)
  (check-number "sqrt" z)
  (if (rationalp z)
      (rational-root z)
      (cond ((nan-p z) z)
            ((and (floatp z) (= z *infinity*)) z)
            ((and (floatp z) (= z *minus-infinity*)) (complex 0d0 *infinity*))
            (t (sqrt (inexact z))))))

(defproc "square" (z) (check-number "square" z) (* z z))

(defproc "expt" (base power)
  (check-number "expt" base)
  (check-number "expt" power)
  (cond ((eql power 0) 1)
        ((and (exact-p base) (integerp power))
         (when (and (eql base 0) (minusp power)) (fail "expt: division by zero: (expt 0 ~D)" power))
         (expt base power))
        ((and (floatp base) (integerp power)) (expt base power))
        ((and (rationalp base) (rationalp power) (exact-root-power base power)))
        ((zerop base)
         (cond ((plusp (realpart power)) (if (exact-p base) 0 0d0))
               ((zerop power) 1d0)
               (t *infinity*)))
        (t (expt (inexact base) (inexact power)))))

(defun exact-root-power (base power)
  "Returns BASE to the POWER, a ratio, if that is exact, or NIL."
  (and (= (denominator power) 2) (not (minusp base))
       (let ((root (exact-root base))) (and root (not (and (zerop root) (minusp power))) (expt root (numerator power))))))


(defun logarithm (z)
  "Returns the natural logarithm of the number Z."
  (cond ((eql z 1) 0)
        ((eql z 0) (fail "log: division by zero: (log 0)"))
        ((and (floatp z) (zerop z)) (if (minusp (float-sign z)) (complex *minus-infinity* pi) *minus-infinity*))
        ((and (integerp z) (plusp z) (> (integer-length z) 1000))
         (let ((shift (- (integer-length z) 60))) (+ (log (inexact (ash z (- shift)))) (* shift (log 2d0)))))
        (t (log (inexact z)))))

(defproc "log" (z &optional (base nil base-p))
  (check-number "log" z)
  (if base-p (/ (logarithm z) (logarithm (check-number "log" base))) (logarithm z)))

(macrolet ((transcendental (name function argument value)
             ;; exact only of the exact ARGUMENT, of which it is VALUE
             `(defproc ,name (z) (if (eql z ,argument) ,value (,function (inexact (check-number ,name z)))))))
  (transcendental "exp" exp 0 1) (transcendental "sin" sin 0 0) (transcendental "cos" cos 0 1) (transcendental "tan" tan 0 0)
  (transcendental "asin" asin 0 0) (transcendental "acos" acos 1 0))

(defproc "atan" (y &optional (x nil x-p))
  (cond ((not x-p) (if (eql y 0) 0 (atan (inexact (check-number "atan" y)))))
        ((and (eql y 0) (eql x 0)) (fail "atan: division by zero: (atan 0 0)"))
        ((and (eql y 0) (rationalp x) (plusp x)) 0)
        (t (atan (inexact (check-real "atan" y)) (inexact (check-real "atan" x))))))

;;; Complex numbers.

(defun make-polar (magnitude angle)
  "Returns the number with MAGNITUDE and ANGLE."
  (if (eql angle 0) magnitude (complex (* magnitude (cos (inexact angle))) (* magnitude (sin (inexact angle))))))

(defproc "make-rectangular" (x y) (complex* (check-real "make-rectangular" x) (check-real "make-rectangular" y)))
(defproc "make-polar" (x y) (make-polar (check-real "make-polar" x) (check-real "make-polar" y)))
(defproc "real-part" (z) (realpart (check-number "real-part" z)))
(defproc "imag-part" (z) (if (realp z) 0 (imagpart (check-number "imag-part" z))))
(defproc "angle" (z)
  (cond ((not (realp z)) (phase (inexact (check-number "angle" z))))
        ((floatp z) (if (minusp (float-sign z)) pi 0d0))
        ((minusp z) pi)
        (t 0)))
(defproc "magnitude" (z)
  (if (and (complexp z) (exact-p z))
      (rational-root (+ (expt (realpart z) 2) (expt (imagpart z) 2)))
      (abs (check-number "magnitude" z))))

;;; Classes.

(defpred ("number?" "complex?") (object) (numberp object))
(defpred "real?" (object) (realp object))
(defpred "rational?" (object) (finite-p object))
(defpred "integer?" (object) (integer-p object))
(defpred "exact?" (z) (exact-p (check-number "exact?" z)))
(defpred "inexact?" (z) (not (exact-p (check-number "inexact?" z))))
(defpred "exact-integer?" (object) (integerp object))
(defpred "finite?" (z) (if (complexp z) (and (finite-p (realpart z)) (finite-p (imagpart z))) (finite-p (check-number "finite?" z))))
(defpred "infinite?" (z) (if (complexp z) (or (infinite-p (realpart z)) (infinite-p (imagpart z))) (infinite-p (check-number "infinite?" z))))
(defpred "nan?" (z) (if (complexp z) (or (nan-p (realpart z)) (nan-p (imagpart z))) (nan-p (check-number "nan?" z))))

(defproc "random" (limit)
  (check "random" "a positive number" limit (and (realp limit) (plusp limit)))
  (random limit))
