;;; Files of results, for ../league.lisp and ../tuning.lisp: a head, which says what is measured, and results, each an
;;; object on a line of its own. A program that goes on adds to its file; a line that was cut off is skipped.

(defun map-results (function path head)
  "Calls FUNCTION with each result in the file PATH, which need not exist. Signals an ERROR if the file does not begin
with HEAD, a list (KIND ...)."
  (with-open-file (in path :if-does-not-exist nil)
    (when in
      (let ((line (read-line in nil "")))
        (unless (string= line (let ((*print-pretty* nil)) (prin1-to-string head)))
          (error "~a has the results of another ~(~a~), or is none. Give the name of another file. It begins with ~a" path (first head) line)))
      (loop for line = (read-line in nil)
            while line
            do (funcall function (let ((*read-eval* nil)) (ignore-errors (values (read-from-string line)))))))))

(defun call-with-results (function path head)
  "Calls FUNCTION with a function that adds a result to the file PATH, which begins with HEAD, and returns its value.
However that ends, the results stay there."
  (let ((out (open path :direction :output :if-exists :append :if-does-not-exist :create))
        (*print-pretty* nil))
    (unwind-protect
         (flet ((add (result)
                  (format out "~s~%" result)
                  (finish-output out)))
           (if (plusp (file-length out))
               (terpri out)             ; ends a line that was cut off
               (add head))
           (funcall function #'add))
      (close out))))
