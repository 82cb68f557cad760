;; Runs the program that was loaded before, and tells on the error output how many seconds of processor time that took.
(let [start (cl/get-internal-run-time)]
  (main)
  (flush)
  (cl/format cl/*error-output* "~&seconds ~f~%" (/ (- (cl/get-internal-run-time) start) 1.0 cl/internal-time-units-per-second)))
