;;; A function that faults.lisp defines anew; that the file does not load.
(defun defined-before () 1)
