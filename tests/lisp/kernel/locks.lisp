;;; The functions and macros of COMMON-LISP are not to be defined anew by accident.

(eval '(defun car (x) x))                               => (error package-error)
(eval '(defmacro when (x) x))                           => (error package-error)
(eval '(defun (setf car) (new x) (list new x)))         => (error package-error)
(eval '(defstruct (locked (:conc-name nil)) rest))      => (error package-error)
(car '(1 2))                                            => 1
(progn (defun own (x) x) (defun own (x) (list x)) (own 1)) => (1)
