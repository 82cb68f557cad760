;;; Arc's numbers, and the operators that take strings and lists as well (module arc).
(in-package "TESSERA-ARC")

(defun number-form-p (form)
  "True if FORM of Common Lisp is known to return a number, or not to return."
  (or (numberp form)
      (and (consp form) (member (car form) '(* - / 1+ 1- mod length +)) t)))

;;; + adds numbers and joins strings or lists, as the first operand says; where that is known to be a number,
;;; Common Lisp's + is called.

(defun plus (first second)
  "Adds two objects of which the first is not a number."
  (cond ((stringp first) (arc::|string| first second))
        ((listp first)
         (if (listp second) (append first second) (fail "Can't add ~A to a list" (shown second))))
        ((characterp first) (arc::|string| first second))
        (t (fail "Can't add ~A to ~A" (shown second) (shown first)))))

(define "+" (&optional (first 0) (second 0 second-p) &rest others)
  "Returns the sum of numbers; strings or lists joined."
  (cond ((not second-p) (if (stringp first) (arc::|string| first) first))
        ((and others (not (numberp first))) (apply (if (listp first) #'arc::|join| #'arc::|string|) first second others))
        (t (let ((sum (if (numberp first) (+ first second) (plus first second))))
             (dolist (object others sum)
               (setf sum (+ sum object)))))))

(defun sum-form (first second)
  "Returns the form for the sum of two values, with a fast path for numbers."
  (if (number-form-p first)
      `(+ ,first ,second)
      (call-with-simple (list first second)
                        (lambda (first second) `(if (numberp ,first) (+ ,first ,second) (values (plus ,first ,second)))))))

(define-inline "+" (first second &rest others)
  (cond ((null others) (sum-form first second))
        ((number-form-p first) `(+ ,first ,second ,@others))
        (t nil)))

(define "-" (number &rest others) "Returns NUMBER minus OTHERS; without OTHERS, its negative." (apply #'- number others))
(define-inline "-" (number &rest others) `(- ,number ,@others))
(define "*" (&rest numbers) "Returns the product of NUMBERS." (apply #'* numbers))
(define-inline "*" (first second &rest others) `(* ,first ,second ,@others))
(define "/" (number &rest others) "Returns NUMBER divided by OTHERS." (apply #'/ number others))
(define-inline "/" (first second) `(/ ,first ,second))
(define "mod" (number divisor) "Returns NUMBER modulo DIVISOR, with the sign of that." (mod number divisor))
(define-inline "mod" (number divisor) `(mod ,number ,divisor))
(define "quotient" (number divisor) "Returns NUMBER divided by DIVISOR, without fraction." (values (truncate number divisor)))
(define "remainder" (number divisor) "Returns the remainder of quotient." (rem number divisor))

;;; Order: of numbers, strings, symbols and characters.

(defun less (first second)
  "True if FIRST, which is not a number, is before SECOND."
  (cond ((and (stringp first) (stringp second)) (truth (string< first second)))
        ((and (characterp first) (characterp second)) (char< first second))
        ((and (symbolp first) (symbolp second)) (truth (string< (symbol-text first nil) (symbol-text second nil))))
        (t (fail "Can't compare ~A and ~A" (shown first) (shown second)))))

(defun less-p (first second)
  "True if FIRST, a number or another object, is before SECOND."
  (if (and (numberp first) (numberp second)) (< first second) (less first second)))

(defmacro define-order (name (first second) documentation test)
  "Defines the function NAME: TEST is true of each two arguments FIRST and SECOND that follow each other."
  `(define ,name (&optional (,first nil) (,second nil second-p) &rest others)
     ,documentation
     (or (not second-p)
         (and ,test
              (or (null others)
                  (loop for ,first in (cons ,second others) for ,second in others always ,test))))))

(define-order "<" (first second) "True if each argument is less than the next." (less-p first second))
(define-order ">" (first second) "True if each argument is greater than the next." (less-p second first))
(define-order "<=" (first second) "True if no argument is greater than the next." (not (less-p second first)))
(define-order ">=" (first second) "True if no argument is less than the next." (not (less-p first second)))

(defun order-form (test first second otherwise)
  "Returns the form for a comparison of two values: TEST for numbers, else the form that OTHERWISE makes of both forms."
  (if (or (number-form-p first) (number-form-p second))
      `(,test ,first ,second)
      (call-with-simple (list first second)
                        (lambda (first second)
                          `(if (numberp ,first) (,test ,first ,second) ,(funcall otherwise first second))))))

(define-inline "<" (first second) (order-form '< first second (lambda (first second) `(values (less ,first ,second)))))
(define-inline ">" (first second) (order-form '> first second (lambda (first second) `(values (less ,second ,first)))))
(define-inline "<=" (first second) (order-form '<= first second (lambda (first second) `(not (less ,second ,first)))))
(define-inline ">=" (first second) (order-form '>= first second (lambda (first second) `(not (less ,first ,second)))))

(define "even" (number) "True if NUMBER is even." (evenp number))
(define-inline "even" (number) `(evenp ,number))
(define "odd" (number) "True if NUMBER is odd." (oddp number))
(define-inline "odd" (number) `(oddp ,number))
(define "abs" (number) "Returns NUMBER without its sign." (abs number))
(define-inline "abs" (number) `(abs ,number))
(define "trunc" (number) "Returns NUMBER without its fraction." (values (truncate number)))
(define "floor" (number) "Returns the greatest integer that is not greater than NUMBER." (values (floor number)))
(define "ceiling" (number) "Returns the least integer that is not less than NUMBER." (values (ceiling number)))
(define "round" (number) "Returns the integer next to NUMBER; of two the even one." (values (round number)))
(define "roundup" (number) "Returns the integer next to NUMBER; of two the one farther from 0."
  (* (if (minusp number) -1 1) (values (floor (+ (abs number) 1/2)))))
(define "nearest" (number quantum) "Returns the multiple of QUANTUM next to NUMBER." (* quantum (values (round number quantum))))
(define "expt" (base power) "Returns BASE to the power of POWER."
  (if (and (rationalp base) (integerp power)) (expt base power) (expt (double base) (double power))))
(define "exp" (number) "Returns e to the power of NUMBER." (exp (double number)))
(define "log" (number) "Returns the natural logarithm of NUMBER." (log (double number)))
(define "sin" (number) "Returns the sine of NUMBER." (sin (double number)))
(define "cos" (number) "Returns the cosine of NUMBER." (cos (double number)))
(define "tan" (number) "Returns the tangent of NUMBER." (tan (double number)))
(define "sqrt" (number) "Returns the square root of NUMBER; exact where it can be."
  (if (rationalp number)
      (let ((root (sqrt number))) (if (rationalp root) root (sqrt (double number))))
      (sqrt number)))

(defun double (number)
  "Returns NUMBER, as a float of double precision if it is rational."
  (if (rationalp number) (coerce number 'double-float) number))

(define "max" (number &rest others) "Returns the greatest of the arguments." (reduce (lambda (a b) (if (less-p a b) b a)) others :initial-value number))
(define "min" (number &rest others) "Returns the least of the arguments." (reduce (lambda (a b) (if (less-p b a) b a)) others :initial-value number))
(define "avg" (numbers) "Returns the mean of the list NUMBERS." (/ (reduce #'+ numbers) (length numbers)))
(define "med" (list &optional (test #'less-p)) "Returns the element in the middle of LIST sorted; the first of two."
  (nth (floor (max 0 (1- (arc::|len| list))) 2) (arc::|sort| test list)))
(define "multiple" (number divisor) "True if NUMBER is a multiple of DIVISOR." (zerop (mod number divisor)))

(define "rand" (&optional limit)
  "Returns a random integer from 0 up to LIMIT, or without one a float from 0 to 1."
  (if limit
      (if (and (integerp limit) (plusp limit)) (random limit) (fail "rand: ~A is not a positive integer" (shown limit)))
      (random 1d0)))

(define "rand-string" (length)
  "Returns a string of LENGTH random letters and digits."
  (let ((string (make-string length)))
    (dotimes (place length string)
      (setf (char string place) (char "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" (random 62))))))

(define "rand-elt" (sequence) "Returns a random element of SEQUENCE."
  (let ((length (arc::|len| sequence)))
    (if (zerop length) (fail "rand-elt: ~A has no elements" (shown sequence)) (elt sequence (random length)))))
(define "seed" (number) "Makes NUMBER the start of the random numbers of rand. Returns it." (setf *random-state* (tessera:seed-random-state number)) number)
(define "msec" () "Returns milliseconds of real time." (values (floor (* 1000 (get-internal-real-time)) internal-time-units-per-second)))
(define "current-process-milliseconds" () "Returns milliseconds of the processor's time."
  (values (floor (* 1000 (get-internal-run-time)) internal-time-units-per-second)))
(define "seconds" () "Returns seconds since 1970." (- (get-universal-time) 2208988800))
(define "since" (time) "Returns seconds since TIME, in seconds." (- (arc::|seconds|) time))

(defun call-timed (function)
  "Calls FUNCTION and writes how long it took."
  (let ((start (get-internal-real-time)))
    (prog1 (funcall function)
      (format t "~&time: ~D msec.~%" (floor (* 1000 (- (get-internal-real-time) start)) internal-time-units-per-second)))))
