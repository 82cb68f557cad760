;;; The radix directives of FORMAT: ~D ~B ~O ~X ~R, with English words and roman numerals.
(in-package "TESSERA")

(defun write-padded-left (text mincol padchar stream)
  "Writes TEXT, after as many PADCHAR as make it MINCOL wide."
  (write-repeated padchar (- mincol (length text)) stream)
  (write-string text stream))

(defun %group-digits (digits comma interval)
  "Returns DIGITS with COMMA between groups of INTERVAL digits, counted from the right."
  (let* ((count (length digits))
         (text (make-string (+ count (floor (1- count) interval)) :initial-element comma)))
    (do ((end count (- end interval)) (text-end (length text) (- text-end interval 1)))
        ((<= end interval) (replace text digits :end2 (max end 0)))
      (replace text digits :start1 (- text-end interval) :start2 (- end interval) :end2 end))))

(defun %write-integer (n base sign group comma interval mincol padchar stream)
  "Writes N in BASE, in MINCOL columns at least; a plus sign for a positive N if SIGN, commas if GROUP."
  (let* ((digits (%digits-in-base (abs n) base))
         (text (if group (%group-digits digits comma interval) digits))
         (sign (cond ((minusp n) #\-) (sign #\+) (t nil))))
    (write-repeated padchar (- mincol (length text) (if sign 1 0)) stream)
    (when sign (write-char sign stream))
    (write-string text stream)))

(defun %format-in-base (stream arg base directive mincol padchar comma interval)
  "Implements ~D, ~B, ~O, ~X and ~R with a radix: writes ARG to STREAM in BASE; anything but an integer as ~A does."
  (let ((colon (format-directive-colon directive)) (at (format-directive-at directive)))
    (cond ((not (integerp arg))
           (let ((*print-base* base) (*print-radix* nil))
             (%write-padded (princ-to-string arg) mincol 1 0 padchar nil stream)))
          ((or colon at (plusp mincol))
           (%write-integer arg base at colon comma interval mincol padchar stream))
          ((and (eql base *print-base*) (not *print-radix*)) (princ arg stream))
          (t (let ((*print-base* base) (*print-radix* nil)) (princ arg stream))))))

(defun %check-interval (directive interval)
  "Signals an error of DIRECTIVE unless its comma INTERVAL is positive."
  (unless (plusp interval)
    (%fail-directive directive "the comma interval " interval " is not positive")))

(defmacro define-radix-directive (character name base)
  "Defines the directive CHARACTER to write an integer in BASE."
  `(define-format-directive (,character ,name :colon t :at t :both t)
       (arg (mincol 0) (padchar #\Space) (comma #\,) (interval 3 (integer)))
     (%check-interval directive interval)
     (%format-in-base stream arg ,base directive mincol padchar comma interval)))

(define-radix-directive #\D %format-decimal 10)
(define-radix-directive #\B %format-binary 2)
(define-radix-directive #\O %format-octal 8)
(define-radix-directive #\X %format-hexadecimal 16)

(define-format-directive (#\R %format-radix :colon t :at t :both t)
    (arg (base nil integer) (mincol 0) (padchar #\Space) (comma #\,) (interval 3 (integer)))
  (unless (null base) (%check-interval directive interval))
  (cond ((null base) (%format-words directive stream arg mincol padchar))
        ((<= 2 base 36) (%format-in-base stream arg base directive mincol padchar comma interval))
        (t (%fail-argument directive base '(integer 2 36) base " is not a radix from 2 to 36"))))

(defun %format-words (directive stream arg mincol padchar)
  "Implements ~R without a radix: writes ARG in words or in roman numerals."
  (unless (integerp arg)
    (%fail-argument directive arg 'integer (prin1-to-string arg) " is not an integer"))
  (write-padded-left (or (%integer-words arg (format-directive-colon directive) (format-directive-at directive))
                         (%fail-directive directive arg " cannot be written by this ~R"))
                     mincol padchar stream))

(defun %integer-words (n colon at)
  "Returns the text of N: cardinal, ordinal (if COLON), roman (if AT) or old roman (if both); NIL if there is none."
  (cond (at (%roman-numeral n colon))
        ((>= (abs n) (expt 1000 (length *thousands-words*))) nil)
        (colon (%ordinal-words n))
        (t (%cardinal-words n))))

;;; Roman numerals

(defvar *roman-values*
  '((1000 "M") (900 "CM") (500 "D") (400 "CD") (100 "C") (90 "XC") (50 "L")
    (40 "XL") (10 "X") (9 "IX") (5 "V") (4 "IV") (1 "I"))
  "The values of the letters, and of the pairs that subtract.")

(defun %roman-numeral (n old)
  "Returns N in roman numerals, without the pairs that subtract if OLD; NIL if it is out of range."
  (when (< 0 n (if old 5000 4000))
    (let ((stream (make-string-output-stream)))
      (dolist (entry *roman-values* (get-output-stream-string stream))
        (unless (and old (= (length (second entry)) 2))
          (loop while (>= n (first entry))
                do (write-string (second entry) stream)
                   (decf n (first entry))))))))

;;; English

(defvar *unit-words*
  #("zero" "one" "two" "three" "four" "five" "six" "seven" "eight" "nine" "ten" "eleven" "twelve" "thirteen"
    "fourteen" "fifteen" "sixteen" "seventeen" "eighteen" "nineteen"))

(defvar *ten-words* #("" "ten" "twenty" "thirty" "forty" "fifty" "sixty" "seventy" "eighty" "ninety"))

(defvar *thousands-words*
  #("" "thousand" "million" "billion" "trillion" "quadrillion" "quintillion" "sextillion" "septillion" "octillion"
    "nonillion" "decillion" "undecillion" "duodecillion" "tredecillion" "quattuordecillion" "quindecillion"
    "sexdecillion" "septendecillion" "octodecillion" "novemdecillion" "vigintillion")
  "The names of the powers of 1000.")

(defvar *ordinal-exceptions*
  '(("one" . "first") ("two" . "second") ("three" . "third") ("five" . "fifth") ("eight" . "eighth")
    ("nine" . "ninth") ("twelve" . "twelfth")))

(defun %join-words (separator &rest words)
  "Returns the nonempty strings among WORDS, with SEPARATOR between them."
  (let ((words (remove "" words :test #'equal)))
    (if (null words)
        ""
        (reduce (lambda (left right) (concatenate 'string left separator right)) words))))

(defun %words-below-100 (n)
  "Returns the English words for N, which is less than 100; an empty string for 0."
  (if (< n 20)
      (if (zerop n) "" (svref *unit-words* n))
      (multiple-value-bind (tens units) (truncate n 10)
        (%join-words "-" (svref *ten-words* tens) (%words-below-100 units)))))

(defun %words-below-1000 (n)
  "Returns the English words for N, which is less than 1000; an empty string for 0."
  (multiple-value-bind (hundreds rest) (truncate n 100)
    (%join-words " "
                 (if (zerop hundreds) "" (concatenate 'string (svref *unit-words* hundreds) " hundred"))
                 (%words-below-100 rest))))

(defun %positive-words (n power)
  "Returns the words for N times the POWER-th power of 1000."
  (if (zerop n)
      ""
      (multiple-value-bind (higher group) (truncate n 1000)
        (%join-words " "
                     (%positive-words higher (1+ power))
                     (if (zerop group)
                         ""
                         (%join-words " " (%words-below-1000 group) (svref *thousands-words* power)))))))

(defun %cardinal-words (n)
  "Returns N as an English cardinal number."
  (cond ((zerop n) "zero")
        ((minusp n) (concatenate 'string "negative " (%positive-words (- n) 0)))
        (t (%positive-words n 0))))

(defun %ordinal-words (n)
  "Returns N as an English ordinal number."
  (let* ((words (%cardinal-words n))
         (start (let ((gap (position-if-not #'alpha-char-p words :from-end t))) (if gap (1+ gap) 0))))
    (concatenate 'string (subseq words 0 start) (%ordinal-word (subseq words start)))))

(defun %ordinal-word (word)
  "Returns the ordinal of the single cardinal WORD."
  (let ((exception (assoc word *ordinal-exceptions* :test #'equal))
        (last (1- (length word))))
    (cond (exception (cdr exception))
          ((eql (char word last) #\y) (concatenate 'string (subseq word 0 last) "ieth"))
          (t (concatenate 'string word "th")))))
