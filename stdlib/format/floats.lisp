;;; The floating-point directives of FORMAT: ~F ~E ~G ~$.
;;; Digits beyond those that identify a float are zeros; shorter texts are rounded from its exact value, halves up.
(in-package "TESSERA")

(defun %round-half-up (x)
  "Returns the integer nearest to the nonnegative rational X."
  (values (floor (+ x 1/2))))

(defun %shortest-digits (x)
  "Returns two values: the digits D of the positive X, a float or integer, and E, where X = 0.D * 10^E."
  (if (integerp x)
      (let ((digits (%digits-in-base x 10)))
        (values (string-right-trim "0" digits) (length digits)))
      (%float-digits x)))

(defun %zeros (count)
  "Returns a string of COUNT zeros; an empty one if COUNT is negative."
  (make-string (max count 0) :initial-element #\0))

(defun %place-point (digits exponent)
  "Returns two values: the digits before and after the point of 0.DIGITS * 10^EXPONENT."
  (let ((count (length digits)))
    (cond ((<= exponent 0) (values "" (concatenate 'string (%zeros (- exponent)) digits)))
          ((>= exponent count) (values (concatenate 'string digits (%zeros (- exponent count))) ""))
          (t (values (subseq digits 0 exponent) (subseq digits exponent))))))

(defun %rounded-digits (x count)
  "Returns two values like %PLACE-POINT's for the nonnegative rational X, rounded to COUNT digits after the point."
  (let* ((digits (%digits-in-base (%round-half-up (* x (expt 10 count))) 10))
         (point (- (length digits) count)))
    (if (plusp point)
        (values (string-left-trim "0" (subseq digits 0 point)) (subseq digits point))
        (values "" (concatenate 'string (%zeros (- point)) digits)))))

(defun %digits-at-point (x count scale)
  "Returns the digits before and after the point of the nonnegative X * 10^SCALE; COUNT of the latter, or all if COUNT
is NIL."
  (cond ((and (zerop x) count) (values "" (%zeros count)))
        ((zerop x) (values "" ""))
        ((and (rationalp x) (not (integerp x))) (%rounded-digits (* x (expt 10 scale)) count))
        (t (multiple-value-bind (digits exponent) (%shortest-digits x)
             (multiple-value-bind (whole fraction) (%place-point digits (+ exponent scale))
               (cond ((null count) (values whole fraction))
                     ((<= (length fraction) count)
                      (values whole (concatenate 'string fraction (%zeros (- count (length fraction))))))
                     (t (%rounded-digits (* (rational x) (expt 10 scale)) count))))))))

;;; Functions that all four directives share

(defun %sign-text (x at)
  "Returns the sign to write before X: a plus sign only if AT."
  (cond ((minusp (if (floatp x) (float-sign x) x)) "-")
        (at "+")
        (t "")))

(defun %ordinary-float-p (x)
  "True if X is a real number with digits: neither infinite nor a NaN."
  (and (realp x)
       (or (rationalp x) (and (= x x) (<= (abs x) (%largest-float x))))))

(defun %float-argument (x count)
  "Returns the number to print for the real X: a ratio stays exact if COUNT, the number of digits after the point, is
given; otherwise it becomes a float."
  (cond ((or (floatp x) (integerp x)) x)
        (count x)
        ((<= (abs x) most-positive-single-float) (float x 1f0))
        (t (float x 1d0))))

(defun %write-no-float (arg width stream)
  "Writes ARG, which no floating-point directive can format, as ~WIDTHA would."
  (let ((*print-base* 10) (*print-radix* nil))
    (%write-padded (princ-to-string arg) (or width 0) 1 0 #\Space nil stream)))

(defun %write-number-field (text width overflow padchar stream)
  "Writes TEXT right-justified in WIDTH columns; if it is longer, WIDTH times the character OVERFLOW unless that is
NIL."
  (cond ((null width) (write-string text stream))
        ((and overflow (> (length text) width)) (write-repeated overflow width stream))
        (t (write-padded-left text width padchar stream))))

;;; ~F

(defun %fraction-count (x width scale)
  "Returns the number of digits after the point that fit if X * 10^SCALE, without sign, is to be WIDTH wide; at least
one if there are none before it; NIL if all fit."
  (multiple-value-bind (whole fraction) (%digits-at-point x nil scale)
    (let ((room (max (if (string= whole "") 1 0) (- width (length whole) 1))))
      (if (> (length fraction) room) room nil))))

(defun %fixed-text (x width count scale at)
  "Returns the text of ~F for the real X. A zero before the point stays only if WIDTH leaves room for it; a fraction
that is zero is one zero after it in any case."
  (let* ((sign (%sign-text x at))
         (magnitude (abs x))
         (room (and width (- width (length sign))))
         (chosen (and room (null count) (%fraction-count magnitude room scale))))
    (multiple-value-bind (whole fraction) (%digits-at-point magnitude (or count chosen) scale)
      (when chosen
        (setf fraction (string-right-trim "0" fraction)))
      (when (and (string= fraction "") (null count))
        (setf fraction "0"))
      (when (and (string= whole "")
                 (or (string= fraction "") (null room) (< (1+ (length fraction)) room)))
        (setf whole "0"))
      (concatenate 'string sign whole "." fraction))))

(defun %check-digits (directive count)
  "Signals an error if COUNT, the digits that DIRECTIVE is to write, is negative; it may be NIL."
  (when (and count (minusp count))
    (%fail-directive directive "the number of digits " count " is negative")))

(define-format-directive (#\F %format-fixed :at t)
    (arg (width nil integer) (count nil integer) (scale 0) (overflow nil character) (padchar #\Space))
  (%check-digits directive count)
  (cond ((and (floatp arg) count (<= 0 count 1000) (eql scale 0) (%ordinary-float-p arg))
         (%write-fixed-float arg width count overflow padchar at stream))
        ((%ordinary-float-p arg)
         (%write-number-field (%fixed-text (%float-argument arg count) width count scale at)
                              width overflow padchar stream))
        (t (%write-no-float arg width stream))))

(defun %write-fixed-float (x width count overflow padchar at stream)
  "Implements ~F for the float X and COUNT digits after the point. Writes the text that %FIXED-TEXT would return."
  (let* ((digits (%fixed-digits x count))
         (point (- (length digits) count))
         (sign (cond ((minusp (float-sign x)) #\-) (at #\+) (t nil)))
         (signs (if sign 1 0))
         (zerop (and (eql point 0) (or (eql count 0) (null width) (< (+ count 1 signs) width))))
         (length (+ signs (if zerop 1 point) 1 count)))
    (cond ((and width overflow (> length width)) (write-repeated overflow width stream))
          (t (when width (write-repeated padchar (- width length) stream))
             (when sign (write-char sign stream))
             (when zerop (write-char #\0 stream))
             (write-string digits stream :end point)
             (write-char #\. stream)
             (write-string digits stream :start point)))))

;;; ~E

(defun %significant-digits (x count)
  "Returns two values: COUNT rounded digits D of the positive X, or all for NIL, and E, where X is about 0.D * 10^E."
  (multiple-value-bind (digits exponent) (%shortest-digits x)
    (cond ((null count) (values digits exponent))
          ((<= (length digits) count)
           (values (concatenate 'string digits (%zeros (- count (length digits)))) exponent))
          (t (%round-significant (rational x) count exponent)))))

(defun %round-significant (x count exponent)
  "Returns the values of %SIGNIFICANT-DIGITS for the rational X, which lies below 10^EXPONENT."
  (let ((digits (%digits-in-base (%round-half-up (* x (expt 10 (- count exponent)))) 10)))
    (cond ((zerop count) (if (string= digits "0") (values "" exponent) (values "" (1+ exponent))))
          ((> (length digits) count) (values (subseq digits 0 count) (1+ exponent)))
          (t (values digits exponent)))))

(defun %exponent-text (exponent digits marker)
  "Returns the exponent part: MARKER, sign, and EXPONENT with at least DIGITS digits."
  (let ((text (%digits-in-base (abs exponent) 10)))
    (concatenate 'string (string marker) (if (minusp exponent) "-" "+")
                 (%zeros (- (or digits 1) (length text))) text)))

(defun %exponent-marker (x)
  "Returns the exponent marker that PRIN1 would write for the float X."
  (cond ((not (floatp x)) #\e)
        ((typep x *read-default-float-format*) #\e)
        ((typep x 'double-float) #\d)
        (t #\f)))

(defun %mantissa-parts (x count scale)
  "Returns three values: the digits before and after the point, and the exponent, of X with SCALE digits before the
point."
  (if (zerop x)
      (values (if (plusp scale) (%zeros scale) "")
              (%zeros (if count (if (plusp scale) (1+ (- count scale)) count) 1))
              0)
      (let ((significant (and count (if (plusp scale) (1+ count) (max 0 (+ count scale))))))
        (multiple-value-bind (digits exponent) (%significant-digits x significant)
          (multiple-value-bind (whole fraction) (%place-point digits scale)
            (values whole fraction (- exponent scale)))))))

(defun %mantissa-count (x width scale)
  "Returns the parameter d of ~E with which X's mantissa fits into WIDTH columns; NIL: all digits do."
  (multiple-value-bind (whole fraction) (%mantissa-parts x nil scale)
    (let ((room (- width (length whole) 1)))
      (cond ((<= (length fraction) room) nil)
            ((plusp scale) (max scale (+ room scale -1)))
            (t (max 1 room (- 1 scale)))))))

(defun %exponential-text (x width count exponent-digits scale at marker)
  "Returns two values: the text of ~E for the real X, and whether its exponent has more than EXPONENT-DIGITS digits."
  (let* ((sign (%sign-text x at))
         (magnitude (abs x))
         (exponent (nth-value 2 (%mantissa-parts magnitude count scale)))
         (tail (%exponent-text exponent exponent-digits marker))
         (room (and width (- width (length sign) (length tail))))
         (chosen (and room (null count) (%mantissa-count magnitude room scale))))
    (multiple-value-bind (whole fraction exponent) (%mantissa-parts magnitude (or count chosen) scale)
      (when chosen
        (setf fraction (string-right-trim "0" fraction)))
      (let ((tail (%exponent-text exponent exponent-digits marker)))
        (values (concatenate 'string sign (%mantissa-text whole fraction count room) tail)
                (and exponent-digits (> (length tail) (+ 2 exponent-digits))))))))

(defun %mantissa-text (whole fraction count room)
  "Returns the mantissa from its digits; zeros that carry no information appear only if the columns ROOM (NIL: any)
allow."
  (when (and (string= fraction "") (null count) (or (null room) (< (1+ (length whole)) room)))
    (setf fraction "0"))
  (when (and (string= whole "") (or (string= fraction "") (null room) (< (1+ (length fraction)) room)))
    (setf whole "0"))
  (concatenate 'string whole "." fraction))

(defun %check-scale (directive count scale)
  "Signals an error unless SCALE suits COUNT digits, as ~E demands."
  (when (and count (or (and (minusp scale) (<= scale (- count))) (>= scale (+ count 2))))
    (%fail-directive directive "the scale factor " scale " does not suit " count " digits")))

(defun %write-exponential (arg stream directive width count exponent-digits scale overflow padchar marker)
  "Implements ~E for the real ARG."
  (let ((x (%float-argument arg nil)))
    (multiple-value-bind (text too-long)
        (%exponential-text x width count exponent-digits scale (format-directive-at directive)
                           (or marker (%exponent-marker x)))
      (if (and width overflow too-long)
          (write-repeated overflow width stream)
          (%write-number-field text width overflow padchar stream)))))

(define-format-directive (#\E %format-exponential :at t)
    (arg (width nil integer) (count nil integer) (exponent-digits nil integer) (scale 1) (overflow nil character)
     (padchar #\Space) (marker nil character))
  (%check-scale directive count scale)
  (if (%ordinary-float-p arg)
      (%write-exponential arg stream directive width count exponent-digits scale overflow padchar marker)
      (%write-no-float arg width stream)))

;;; ~G

(defun %digit-counts (x)
  "Returns two values: how many digits the nonnegative X has, and the N for which it lies between 10^(N-1) and 10^N."
  (if (zerop x)
      (values 0 0)
      (multiple-value-bind (digits exponent) (%shortest-digits x)
        (values (length digits) exponent))))

(defun %write-general (x stream directive width count exponent-digits scale overflow padchar marker)
  "Implements ~G for the real X: like ~F, and blanks instead of the exponent, if the digits suffice; else like ~E."
  (multiple-value-bind (digits n) (%digit-counts (abs x))
    (let* ((total (or count (max digits (min n 7))))
           (behind (- total n))
           (blanks (if exponent-digits (+ exponent-digits 2) 4))
           (room (and width (- width blanks))))
      (cond ((<= 0 behind total)
             (%write-number-field (%fixed-text x room behind 0 (format-directive-at directive))
                                  room overflow padchar stream)
             (write-repeated #\Space blanks stream))
            (t (%write-exponential x stream directive width total exponent-digits scale overflow padchar marker))))))

(define-format-directive (#\G %format-general :at t)
    (arg (width nil integer) (count nil integer) (exponent-digits nil integer) (scale 1) (overflow nil character)
     (padchar #\Space) (marker nil character))
  (%check-digits directive count)
  (if (%ordinary-float-p arg)
      (%write-general (%float-argument arg nil) stream directive
                      width count exponent-digits scale overflow padchar marker)
      (%write-no-float arg width stream)))

;;; ~$

(define-format-directive (#\$ %format-dollars :colon t :at t :both t)
    (arg (count 2) (minimum 1) (width 0) (padchar #\Space))
  (%check-digits directive count)
  (if (%ordinary-float-p arg)
      (%write-dollars arg stream count minimum width padchar colon at)
      (%write-no-float arg width stream)))

(defun %write-dollars (x stream count minimum width padchar colon at)
  "Writes X with COUNT digits after and at least MINIMUM before the point; the sign stands before the padding if COLON."
  (multiple-value-bind (whole fraction) (%digits-at-point (abs x) count 0)
    (let* ((sign (%sign-text x at))
           (digits (concatenate 'string (%zeros (- minimum (length whole))) whole "." fraction))
           (padding (- width (length sign) (length digits))))
      (when colon (write-string sign stream))
      (write-repeated padchar padding stream)
      (unless colon (write-string sign stream))
      (write-string digits stream))))
