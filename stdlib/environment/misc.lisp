;;; TIME and compilation units (chapters 24 and 25).

(in-package "TESSERA")

(export 'seed-random-state) ; a builtin; see numbers_random.cpp

;;; TIME.

(defun %seconds (units)
  "Returns UNITS of internal time in seconds, as a float."
  (/ (float units) internal-time-units-per-second))

(defun %report-time (real run before after stream)
  "Writes what a form took: times in internal units, and what the collector's figures BEFORE and AFTER it differ by."
  (flet ((since (key) (- (getf after key) (getf before key))))
    (format stream "~&; ~,3F seconds of real time, ~,3F seconds of run time~%~
                    ; ~:D bytes allocated; ~:D minor and ~:D major collections in ~,3F seconds~%"
            (%seconds real) (%seconds run) (since :bytes-allocated) (since :minor-collections) (since :major-collections)
            (%seconds (+ (since :minor-time) (since :major-time))))))

(defun %time-call (function)
  "Calls FUNCTION and writes what that took to *TRACE-OUTPUT*. Returns its values."
  (let ((statistics (gc-statistics)) (real (get-internal-real-time)) (run (get-internal-run-time)))
    (multiple-value-prog1 (funcall function)
      (%report-time (- (get-internal-real-time) real) (- (get-internal-run-time) run) statistics (gc-statistics)
                    *trace-output*))))

(defmacro time (form)
  "(time FORM): evaluates FORM and writes the time and the memory that it took to *TRACE-OUTPUT*. Returns its values."
  `(%time-call (lambda () ,form)))
