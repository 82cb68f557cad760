;;; Appendix A-2: macros. A conditional with three branches, which a function cannot be.
;;;     tessera examples/a2_macros.lisp

(defmacro three-way-if (expr a b &rest c)
  "(three-way-if value zero false other*): evaluates VALUE, once, and then ZERO if it is the number zero, FALSE if it is
NIL, and else all of the others."
  (let ((val (gensym "VALUE")))
    `(let ((,val ,expr))
       (cond ((null ,val) ,b)
             ((and (numberp ,val) (zerop ,val)) ,a)
             (t ,@(or c '(nil)))))))

(dolist (value '(nil 0 0.0 5 "text"))
  (format t "~s is ~a~%" value (three-way-if value "zero" "false" "something else")))

(assert (equal (loop for value in '(nil 0 5) collect (three-way-if value 'zero 'none 'other))
               '(none zero other)))

;;; VALUE is evaluated once, and the branches not taken are not evaluated.
(let ((evaluated '()))
  (three-way-if (progn (push 'value evaluated) 0)
                (push 'zero evaluated)
                (push 'false evaluated)
                (push 'other evaluated))
  (assert (equal evaluated '(zero value))))
