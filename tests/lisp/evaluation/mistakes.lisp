;;; Forms that are wrong, or whose macros signal errors, fail when they are run and not before.

(defmacro failing (&rest arguments) (error "failing: ~S" arguments)) => failing
(eval '(if t 5 (failing 1)))                            => 5
(eval '(if t 5 (let)))                                  => 5
(eval '(if t 5 (when)))                                 => 5
(eval '(or 5 (go nowhere)))                             => 5
(eval '(or 5 (return-from nowhere 1)))                  => 5
(eval '(or 5 (flet ((f)) (f))))                         => 5
(eval '(or 5 (setq 5 6)))                               => 5
(eval '(or 5 (let ((x 1) (x 2)) x)))                    => 5
(eval '(or 5 (1 2)))                                    => 5
(eval '(or 5 (car . 6)))                                => 5
(eval '(let ((x 1)) (flet ((f (y) (if y x (failing y)))) (list (f t) (f 2))))) => (1 1)
(eval '(let ((x 1)) (flet ((f (y) (if y x (failing y)))) (list (f t) (f nil))))) => (error error "failing: (Y)")
(eval '(if nil 5 (failing 1)))                          => (error error "failing: (1)")
(eval '(progn (princ "before") (failing)))              => (error error "failing: NIL")
(let ((done '())) (handler-case (eval `(progn (funcall ,(lambda () (push 1 done))) (failing) (push 2 done))) (error () done))) => (1)
(handler-case (eval '(failing 1 2)) (error () :caught)) => :caught
(eval '(handler-case (failing 1 2) (error () :caught))) => :caught
(eval '(macrolet ((local (x) (error "local ~S" x))) (handler-case (local 1) (error () :local)))) => :local
(eval '(symbol-macrolet ((place (failing))) (handler-case place (error () :symbol-macro)))) => :symbol-macro
(eval '(let ((list '())) (dolist (x '(1 2 3) list) (push x list) (when (eql x 2) (return (handler-case (failing x) (error () list))))))) => (2 1)

;; functions with such forms
(handler-bind ((warning #'muffle-warning)) (defparameter *partly* (compile nil '(lambda (x) (if x (list x) (failing x))))) (funcall *partly* 1)) => (1)
(handler-case (funcall *partly* nil) (error () :late))  => :late
(multiple-value-bind (function warnings failure) (handler-bind ((warning #'muffle-warning)) (compile nil '(lambda (x) (if x 1 (let)))))
  (list (functionp function) (not (null warnings)) (not (null failure)))) => (t t t)
(multiple-value-bind (function warnings failure) (compile nil '(lambda (x) x))
  (list (functionp function) warnings failure))         => (t nil nil)
(handler-bind ((warning #'muffle-warning))
  (eval '(defun with-captures (a) (let ((n 0)) (flet ((add () (incf n a))) (if (eql a 0) (failing (lambda () (incf n) (add))) (progn (add) (add) n)))))))  => with-captures
(with-captures 3)                                       => 6
(handler-case (with-captures 0) (error () :late))       => :late

;; parameters and bodies that are not proper lists, or are too long
(eval '(flet ((f (&optional (x . 1)) x)) (f)))          => (error error "LAMBDA: (X . 1) is not a parameter: (NAME DEFAULT SUPPLIED-P)")
(eval '(flet ((f (&optional (x 1 . 2)) x)) (f)))        => (error error "LAMBDA: (X 1 . 2) is not a parameter: (NAME DEFAULT SUPPLIED-P)")
(eval '(flet ((f (&optional (x 1 y z)) x)) (f)))        => (error error "LAMBDA: (X 1 Y Z) is not a parameter: (NAME DEFAULT SUPPLIED-P)")
(eval '(flet ((f (&key (x . 1)) x)) (f)))               => (error error "LAMBDA: (X . 1) is not a parameter: (NAME DEFAULT SUPPLIED-P)")
(eval '(flet ((f (&key (x 1 . 2)) x)) (f)))             => (error error "LAMBDA: (X 1 . 2) is not a parameter: (NAME DEFAULT SUPPLIED-P)")
(eval '(flet ((f (&aux (x nil nil)) x)) (f)))           => (error error "LAMBDA: the &AUX variable (X NIL NIL) cannot have a SUPPLIED-P")
(eval '(labels ((f () . 5)) (f)))                       => (error error "LAMBDA: the body 5 is not a proper list")
(eval '(flet ((f (&optional (x) (y 1 z) &key ((:k k) 2) &aux a (b) (c 3)) (list x y z k a b c))) (f))) => (nil 1 nil 2 nil nil 3)
