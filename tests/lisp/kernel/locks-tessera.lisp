;;; The lock of COMMON-LISP says whose name it is, and can be passed.

(eval '(defun car (x) x))                               => (error package-error "DEFUN: CAR belongs to COMMON-LISP")
(handler-bind ((package-error #'continue)) (eval '(defun room () 'mine))) => room
(room)                                                  => mine
