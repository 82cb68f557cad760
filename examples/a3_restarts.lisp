;;; Appendix A-3: restarts. The callee offers ways to continue; the caller chooses one.
;;;     tessera examples/a3_restarts.lisp

(defvar *prices* (list (cons 'frob 10) (cons 'zingo 20) (cons 'gadget 30)) "The prices of the widgets.")
(defvar *memory-left* 1 "The number of prices that can be raised before there is trouble.")

(defun raise-price (widget)
  "Raises the price of WIDGET, if there is memory for it."
  (when (minusp (decf *memory-left*))
    (error "There is no memory left to raise the price of ~a" widget))
  (incf (cdr (assoc widget *prices*))))

(defun raise-widget-prices (widgets)
  "Raises the prices of WIDGETS one after the other, each exactly once. The restart TRY-AGAIN retries a failed one."
  (dolist (widget widgets)
    (loop
      (restart-case (return (raise-price widget))
        (try-again () :report "Try to raise the price again."
          (format t "trying again~%"))))))

;;; A handler far from the failure frees memory and resumes where the work stopped.
(handler-bind ((error (lambda (condition)
                        (format t "~a.~%" condition)
                        (setf *memory-left* 5)
                        (invoke-restart 'try-again))))
  (raise-widget-prices '(frob zingo gadget)))

(format t "~:{~a costs ~d~%~}" (loop for (widget . price) in *prices* collect (list widget price)))
(assert (equal *prices* '((frob . 11) (zingo . 21) (gadget . 31))))
