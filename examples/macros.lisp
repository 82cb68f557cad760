;;; Macros: new control structures, variable capture, and how to look at expansions.
;;;     tessera examples/macros.lisp

;;; A macro returns the form that replaces its call.
(defmacro repeat ((count) &body body)
  "Evaluates BODY COUNT times."
  (let ((left (gensym "LEFT")))
    `(do ((,left ,count (1- ,left)))
         ((<= ,left 0))
       ,@body)))

(repeat (3) (princ "* "))
(terpri)

;;; Why it uses GENSYM: a variable of the macro named LEFT would capture the caller's LEFT.
(defmacro careless-repeat ((count) &body body)
  "(careless-repeat (COUNT) form*): like REPEAT, but captures a variable LEFT of the caller."
  `(do ((left ,count (1- left)))
       ((<= left 0))
     ,@body))

(let ((left 10) (seen '()))
  (declare (ignorable left))
  (careless-repeat (3) (push left seen))
  (format t "The careless macro shows its own variable: ~a~%" (reverse seen))
  (assert (equal (reverse seen) '(3 2 1))))

(let ((left 10) (seen '()))
  (repeat (3) (push left seen))
  (format t "The careful one leaves ours alone: ~a~%" seen)
  (assert (equal seen '(10 10 10))))

;;; The expansion shows it.
(format t "~s~%" (macroexpand-1 '(careless-repeat (3) (print left))))
(assert (equal (macroexpand-1 '(careless-repeat (3) (print left)))
               '(do ((left 3 (1- left))) ((<= left 0)) (print left))))

;;; A macro that binds a name on purpose: IT is the value of the test.
(defmacro if-it (test then &optional else)
  "(if-it TEST THEN [ELSE]): like IF, with IT bound to the value of TEST."
  `(let ((it ,test))
     (if it ,then ,else)))

(assert (eql 3 (if-it (position #\d "abcd") it)))
(assert (eq :none (if-it (position #\x "abcd") it :none)))

;;; A macro for places: it accepts every place that SETF knows.
(define-modify-macro appendf (&rest lists) append "Append LISTS to the list in a place.")

(let ((table (make-hash-table)))
  (appendf (gethash :a table) '(1))
  (appendf (gethash :a table) '(2) '(3))
  (assert (equal (gethash :a table) '(1 2 3)))
  (format t "Appended in a hash table: ~a~%" (gethash :a table)))
