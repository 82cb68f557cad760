;;; Messages of conditions whose arguments cannot be printed.

(progn (defstruct odd-thing) (defmethod print-object ((x odd-thing) stream) (declare (ignore stream)) (error "no printer")) nil) => nil
(handler-case (error "bad: ~A, and ~D" (make-odd-thing) 5) (error (c) (princ-to-string c))) => "bad: #<ODD-THING that cannot be printed>, and 5"
(handler-case (error "bad: ~S" (list 1 (make-odd-thing))) (error (c) (princ-to-string c))) => "bad: \"#<CONS that cannot be printed>\""
(handler-case (error "bad: ~Q" (make-odd-thing)) (error (c) (princ-to-string c))) => "bad: ~Q (#<ODD-THING that cannot be printed>)"
(handler-case (error "~A and ~A" 1) (error (c) (princ-to-string c))) => "~A and ~A (1)"
