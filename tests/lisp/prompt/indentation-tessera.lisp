;;; How far a line is indented: the text ends where it begins.
(load "tests/lisp/support/assist.lisp") => t
(defun columns (text) (tessera:indentation (format nil "~A~%" text) (1+ (length text)))) => columns

(columns "") => 0
(columns "(list 1)") => 0
(mapcar #'columns '("(list a" "(list" "(list (car a)" "(no-such a" "(if (a)" "(if (a) (b)")) => (6 1 6 9 4 4)
(mapcar #'columns
        '("(when x" "(unless x" "(progn" "(defun f (x)" "(defmacro f (x)" "(lambda (x)" "(dolist (x y)" "(let ((x 1))"
          "(block x"))   => (2 2 2 2 2 2 2 2 2)
(mapcar #'columns
        '("(when" "(defun f" "(multiple-value-bind (a b)" "(multiple-value-bind (a b) (f)" "(destructuring-bind (a b)"
          "(unwind-protect (f)"))   => (4 4 4 2 4 2)
(mapcar #'columns '("(let ((a 1)" "(let ((a" "(let (a" "(cond ((a)" "(cond ((a) b)" "(cond (t" "(case x" "(case x (1" "(case x (1 a")) => (6 7 6 7 6 7 2 9 9)
(mapcar #'columns '("(loop for x in y" "(loop" "(loop (f)" "(loop for x in y do (f x)")) => (6 2 2 6)
(mapcar #'columns '("(flet ((f (x)" "(labels ((f (x) (g x))" "(labels ((f (x) (g x)))" "(macrolet ((m (x)")) => (9 9 2 13)
(mapcar #'columns '("(handler-case (f)" "(handler-case (f) (error (c)" "(defstruct s" "(with-open-file (s f)")) => (2 20 2 2)
(mapcar #'columns '("'(a b" "`(a b" "#(a b" "(quote (a" "'((a . b)")) => (2 4 2 8 2)
(mapcar #'columns '("(defthing x" "(with-things (x)" "(list \"a" "(list #\\(" "(list ; (")) => (2 2 nil 6 1)
(progn (defmacro for-each ((variable list) &body body) `(dolist (,variable ,list) ,@body)) (columns "(for-each (x y)")) => 2
(columns "(list \"日本\" (car x") => 18
(columns "(defun f (x)
  (when x") => 4

;;; As in Emacs: the forms of a DO are aligned, and those under a condition of LOOP are indented further.
(mapcar #'columns '("(loop for x in y
      when (odd x)" "(loop for x in y
      else" "(loop for x in y
      when (odd x) do")) => (8 8 6)
(flet ((column (next) (let ((text (format nil "(loop for x in y~%      do (f x)~%"))) (tessera:indentation text (length text) next))))
  (mapcar #'column '(#\( #\c nil))) => (9 6 6)
(mapcar #'columns '("(progn (f x)" "(cond ((a) (b)" "(let ((a 1)) (f '(x)")) => (7 7 16)
