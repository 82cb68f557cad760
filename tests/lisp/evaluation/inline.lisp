;;; Functions that are proclaimed INLINE mean the same in line.

(progn (declaim (inline square-of sign-of factorial twice-of)) 1)          => 1
(defun square-of (x) "The square of X." (declare (type number x)) (* x x)) => square-of
(defun sign-of (x) (when (minusp x) (return-from sign-of -1)) (if (plusp x) 1 0)) => sign-of
(defun factorial (n) (if (< n 2) 1 (* n (factorial (- n 1)))))          => factorial
(defun helper (x) (* 2 x))                                              => helper
(defun twice-of (x) (helper x))                                         => twice-of

(square-of 5)                                                           => 25
(let ((n 2)) (list (square-of (incf n)) n))                             => (9 3)
(mapcar #'square-of '(1 2 3))                                           => (1 4 9)
(mapcar (lambda (x) (sign-of x)) '(-5 0 7))                             => (-1 0 1)
(factorial 10)                                                          => 3628800
(block sign-of (list (sign-of -1) :here))                               => (-1 :here)
(flet ((helper (x) (list :local x))) (list (twice-of 4) (helper 4)))    => (8 (:local 4))
(macrolet ((helper (x) `(list :macro ,x))) (list (twice-of 4) (helper 4)))  => (8 (:macro 4))
(funcall (compile nil '(lambda (x) (list (square-of x) (twice-of x)))) 7)   => (49 14)
(documentation 'square-of 'function)                                    => "The square of X."
(square-of 'a)                                                          => (error type-error "*: A is not of type NUMBER")

;;; A new definition is called from then on, and so is that of a function declared NOTINLINE later.
(progn (defun square-of (x) (list :new x)) (eval '(square-of 3)))       => (:new 3)
(progn (declaim (notinline square-of)) (setf (symbol-function 'square-of) (lambda (x) (list :last x))) (eval '(square-of 3)))
                                                                        => (:last 3)
