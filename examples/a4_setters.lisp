;;; Appendix A-4: generic setters. Any expression that reads from a structure can also be assigned to.
;;;     tessera examples/a4_setters.lisp

(defparameter foo (list 1 (make-hash-table) 3))

(setf (gethash 'my-key (nth 1 foo)) 77)
(format t "In the table in the list: ~a~%" (gethash 'my-key (nth 1 foo)))
(assert (eql 77 (gethash 'my-key (second foo))))

;;; Other macros that modify a place work the same way.
(incf (gethash 'my-key (nth 1 foo)) 23)
(push 'a (gethash 'letters (nth 1 foo)))
(push 'b (gethash 'letters (nth 1 foo)))
(rotatef (first foo) (third foo))
(format t "And then: ~a ~a ~a ~a~%"
        (first foo) (third foo) (gethash 'my-key (nth 1 foo)) (gethash 'letters (nth 1 foo)))
(assert (equal (list (first foo) (third foo)) '(3 1)))
(assert (eql 100 (gethash 'my-key (nth 1 foo))))
(assert (equal (gethash 'letters (nth 1 foo)) '(b a)))

;;; A user's function becomes a place, too.
(defun last-element (list)
  "Returns the last element of LIST."
  (first (last list)))
(defun (setf last-element) (new list)
  "Makes NEW the last element of LIST. Returns NEW."
  (setf (first (last list)) new))
(setf (last-element foo) 'end)
(assert (eq 'end (last-element foo)))
