;;; Text by control strings of Java's notation: format (module clojure).

(in-package "TESSERA-CLOJURE")

(define "format" (control &rest arguments) "Returns the text that the control string, in Java's notation, makes of the
arguments." (java-format control arguments))
(define "printf" (control &rest arguments) "Prints what format returns." (write-string (java-format control arguments)) nil)

(defun padded (text width flags)
  "Returns TEXT with at least WIDTH characters: FLAGS says whether zeros or blanks are added, and where."
  (let ((missing (- (or width 0) (length text))))
    (cond ((<= missing 0) text)
          ((find #\- flags) (concatenate 'string text (make-string missing :initial-element #\Space)))
          ((find #\0 flags) (let ((sign (if (and (> (length text) 0) (find (char text 0) "+- ")) 1 0)))
                              (concatenate 'string (subseq text 0 sign) (make-string missing :initial-element #\0) (subseq text sign))))
          (t (concatenate 'string (make-string missing :initial-element #\Space) text)))))

(defun grouped-digits (text)
  "Returns TEXT, the digits of a number, with commas between thousands."
  (let ((dot (or (position #\. text) (length text))))
    (with-output-to-string (out)
      (loop for index from 0 below (length text)
            do (when (and (> index 0) (< index dot) (eql 0 (mod (- dot index) 3))) (write-char #\, out))
               (write-char (char text index) out)))))

(defun fixed-text (number digits)
  "Returns NUMBER, which is not negative, with DIGITS after the point; halves are rounded up."
  (multiple-value-bind (integer fraction) (floor (floor (+ (* number (expt 10 digits)) 1/2)) (expt 10 digits))
    (format nil "~D~:[.~V,'0D~;~]" integer (eql digits 0) digits fraction)))

(defun decimal-exponent (number)
  "Returns the power of ten of the first digit of NUMBER, a rational above 0."
  (let ((exponent (- (digit-count (numerator number)) (digit-count (denominator number)))))
    (if (< number (expt 10 exponent)) (- exponent 1) exponent)))

(defun scientific-text (number digits)
  "Returns the text of NUMBER with an exponent of ten and DIGITS digits after the point."
  (let* ((exponent (if (eql number 0) 0 (decimal-exponent number))) (text (fixed-text (/ number (expt 10 exponent)) digits)))
    (when (char= (char text (min 1 (- (length text) 1))) #\0)          ; rounded up to 10
      (when (and (> (length text) 1) (string= "10" text :end2 2)) (setq exponent (+ exponent 1) text (fixed-text (/ number (expt 10 exponent)) digits))))
    (format nil "~Ae~:[-~;+~]~2,'0D" text (>= exponent 0) (abs exponent))))

(defun general-text (number precision)
  "Returns NUMBER with PRECISION digits, in the notation that suits its size."
  (let* ((precision (max 1 precision)) (exponent (if (eql number 0) 0 (decimal-exponent (rational number)))))
    (if (or (eql number 0) (and (>= number 1/10000) (< number (expt 10 precision))))
        (fixed-text number (max 0 (- precision 1 exponent)))
        (scientific-text number (- precision 1)))))

(defun conversion-fail (kind argument)
  "Throws an IllegalFormatConversionException: the conversion KIND does not take ARGUMENT."
  (throw-new "IllegalFormatConversionException" "~C != ~A" kind (class-name-of argument)))

(defun with-sign (digits negative flags)
  "Returns DIGITS with the sign that FLAGS want."
  (let ((digits (if (find #\, flags) (grouped-digits digits) digits)))
    (cond ((and negative (find #\( flags)) (concatenate 'string "(" digits ")"))
          (negative (concatenate 'string "-" digits))
          ((find #\+ flags) (concatenate 'string "+" digits))
          ((find #\Space flags) (concatenate 'string " " digits))
          (t digits))))

(defun real-text (kind argument flags precision)
  "Returns ARGUMENT, which has a fraction, as the conversion KIND has it."
  (unless (typep argument '(or float ratio decimal)) (conversion-fail kind argument))
  (if (and (floatp argument) (not (finite-p argument)))
      (let ((text (float-text argument))) (if (and (find #\+ flags) (> argument 0)) (concatenate 'string "+" text) text))
      (let ((value (exact-value (if (floatp argument) (decimal-of-double argument) argument))) (precision (or precision 6)))
        (with-sign (ecase kind
                     (#\f (fixed-text (abs value) precision))
                     (#\e (scientific-text (abs value) precision))
                     (#\g (general-text (abs value) precision)))
          (or (minusp value) (and (floatp argument) (minusp (float-sign argument)))) flags))))

(defun integer-text (kind argument flags)
  "Returns ARGUMENT, an integer, as the conversion KIND writes it: d, x or o, with FLAGS."
  (let ((value (or (integer-value argument) (conversion-fail kind argument))))
    (if (char= kind #\d)
        (with-sign (digits-in (abs value) 10) (minusp value) flags)
        (concatenate 'string (cond ((not (find #\# flags)) "") ((char= kind #\x) "0x") (t "0"))
                     (digits-in (if (long-p value) (ldb (byte 64 0) value) value) (if (char= kind #\x) 16 8))))))

(defun formatted (kind argument flags precision)
  "Returns ARGUMENT as the conversion KIND, a character, has it."
  (flet ((cut (text) (subseq text 0 (min (or precision (length text)) (length text)))))
    (case kind
      ((#\S #\B #\H #\C #\X #\E #\G) (string-upcase (formatted (char-downcase kind) argument flags precision)))
      (#\b (cut (if (truth argument) "true" "false")))
      (t (cond ((null argument) (cut "null"))
               (t (case kind
                    (#\s (cut (shown argument)))
                    ((#\d #\x #\o) (integer-text kind argument flags))
                    ((#\f #\e #\g) (real-text kind argument flags precision))
                    (#\h (digits-in (ldb (byte 32 0) (if (stringp argument) (java-string-hash argument) (hash-of argument))) 16))
                    (#\c (cond ((characterp argument) (string argument)) ((integerp argument) (string (code-char argument))) (t (conversion-fail kind argument))))
                    (t (throw-new "UnknownFormatConversionException" "Conversion = '~C'" kind)))))))))

(defun java-format (control arguments)
  "Returns the text that CONTROL, a control string of Java's Formatter, makes of ARGUMENTS."
  (with-output-to-string (out)
    (let ((index 0) (end (length control)) (rest arguments) (last nil))
      (labels ((next () (if (< index end) (prog1 (char control index) (incf index)) (throw-new "UnknownFormatConversionException" "Conversion = '%'")))
               (digits ()
                 (let ((start index))
                   (loop while (and (< index end) (digit-char-p (char control index))) do (incf index))
                   (if (> index start) (parse-integer control :start start :end index) nil)))
               (position-given ()
                 (let* ((start index) (number (digits)))
                   (cond ((and number (< index end) (char= (char control index) #\$)) (incf index) number)
                         (t (setq index start) nil))))
               (missing () (throw-new "MissingFormatArgumentException" "Format specifier '%s'"))
               (argument (position again)
                 (setq last (cond (again last)
                                  (position (if (<= position (length arguments)) (nth (- position 1) arguments) (missing)))
                                  (rest (pop rest))
                                  (t (missing))))))
        (loop while (< index end)
              do (let ((character (next)))
                   (if (char/= character #\%)
                       (write-char character out)
                       (let* ((position (position-given)) (again (and (< index end) (char= (char control index) #\<) (next)))
                              (flags (loop while (and (< index end) (find (char control index) "-+ 0,#(")) collect (next)))
                              (width (digits)) (precision (if (and (< index end) (char= (char control index) #\.)) (progn (incf index) (digits)) nil))
                              (kind (next)))
                         (case kind
                           (#\n (terpri out))
                           (#\% (write-string (padded "%" width flags) out))
                           (t (write-string (padded (formatted kind (argument position again) flags precision) width flags) out)))))))))))
