;;; A function that faults.lisp defines again; that the file does not load.
(defun defined-before () 1)
