;;; CASE, COND and related operators with thousands of clauses.

(defun many (make-clause) (let ((clauses '())) (dotimes (i 3000 (nreverse clauses)) (push (funcall make-clause i) clauses)))) => many
(defun key (i)
  (cond ((zerop (mod i 4)) i)
        ((= (mod i 4) 1) (intern (format nil "KEY-~d" i)))
        ((= (mod i 4) 2) (list (* i 1.5d0) (- i)))
        (t (list (code-char (+ 1000 i)) (/ i 7)))))   => key
(defun one-of (i) (let ((key (key i))) (if (consp key) (first key) key))) => one-of
(defun compiled (operator clauses) (compile nil `(lambda (x) (,operator x ,@clauses)))) => compiled
(let ((f (compiled 'case (append (many (lambda (i) (list (key i) i (* 2 i)))) '((otherwise :none))))))
  (list (loop for i below 3000 always (eql (funcall f (one-of i)) (* 2 i))) (funcall f (- 1002)) (funcall f 'other) (funcall f 1.5) (funcall f nil))) => (t 2004 :none :none :none)
(let ((f (compiled 'case (many (lambda (i) (list (key i)))))))
  (list (funcall f 8) (funcall f 'other)))              => (nil nil)
(let ((f (compiled 'case (many (lambda (i) (list (list (mod i 1000)) i))))))
  (list (funcall f 0) (funcall f 999) (funcall f 1000))) => (0 999 nil)
(multiple-value-list (funcall (compiled 'case (many (lambda (i) `(,i (values ,i :more))))) 2500)) => (2500 :more)
(let ((f (compiled 'ecase (many (lambda (i) (list (list i) i))))))
  (list (funcall f 2999) (handler-case (funcall f 3000) (type-error (e) (list (type-error-datum e) (typep 17 (type-error-expected-type e))))))) => (2999 (3000 t))
(let ((f (compiled 'ccase (many (lambda (i) (list (list i) i))))))
  (list (funcall f 2999) (handler-bind ((type-error (lambda (e) (store-value 7 e)))) (funcall f 'a)))) => (2999 7)
(let ((f (compiled 'typecase (append (many (lambda (i) `((eql ,i) ,i))) '((symbol :symbol) (t :other))))))
  (list (funcall f 2999) (funcall f 'a) (funcall f "a"))) => (2999 :symbol :other)
(let ((f (compile nil `(lambda (x) (cond ,@(many (lambda (i) `((eql x ,i) ,i))) ((eql x 'a)) ((listp x) (values 1 2)))))))
  (list (funcall f 0) (funcall f 2999) (funcall f 'a) (multiple-value-list (funcall f '())) (multiple-value-list (funcall f 'b)))) => (0 2999 t (1 2) (nil))
(let ((f (compile nil `(lambda (x) (and ,@(many (lambda (i) `(not (eql x ,i)))) (values 1 2))))))
  (list (funcall f 2999) (multiple-value-list (funcall f 3000)))) => (nil (1 2))
(let ((f (compile nil `(lambda (x) (or ,@(many (lambda (i) `(if (eql x ,i) (list x ,i)))) (values 1 2))))))
  (list (funcall f 2999) (multiple-value-list (funcall f 3000)))) => ((2999 2999) (1 2))
;; the last form is in tail position
(let ((f (compile nil `(lambda (f n) (case n ,@(many (lambda (i) `(,(- -1 i) ,i))) (0 :end) (t (funcall f f (- n 1))))))))
  (funcall f f 100000))                                 => :end
