;;; Runs the program that was loaded before, and tells on the error output how many seconds of processor time that took.
(let ((start (get-internal-run-time)))
  (main)
  (format *error-output* "~&seconds ~f~%"
          (/ (float (- (get-internal-run-time) start) 1d0) internal-time-units-per-second)))
