;;; The end of every Scheme program: run its main, and tell on the error output how many seconds of processor time that
;;; took.
(let ((start (seconds-of-processor-time)))
  (main)
  (let ((error-output (current-error-port)))
    (newline error-output)
    (display "seconds " error-output)
    (display (exact->inexact (- (seconds-of-processor-time) start)) error-output)
    (newline error-output)))
