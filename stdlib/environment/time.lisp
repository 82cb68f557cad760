;;; TIME. On a terminal it shows a line that is updated every second, by %HANDLE-TICK at safepoints of the VM.

(in-package "TESSERA")

(defvar *work-in-progress* nil
  "The start of the work whose progress TIME shows: the time, the bytes allocated and the collections until then; or
NIL. The debugger binds this to NIL.")
(defvar *ticking* 0 "The number of active calls of TIME that need calls of %HANDLE-TICK.")

(defun %handle-tick ()
  "Shows the progress of the work that is timed. The VM calls this at any safepoint."
  (when *work-in-progress*
    (ignore-errors
     (destructuring-bind (real bytes collections) *work-in-progress*
       (let ((figures (%heap-figures)) (*print-base* 10) (*print-radix* nil) (*print-pretty* nil))
         (%show-passing (format nil "; ~D s so far, ~:D MB allocated, ~:D collections"
                                (floor (- (get-internal-real-time) real) internal-time-units-per-second)
                                (floor (- (getf figures :bytes-allocated) bytes) 1000000)
                                (- (%collections figures) collections))))))))

(defun %collections (figures)
  "Returns the number of all collections in FIGURES, a property list of GC-STATISTICS."
  (+ (getf figures :minor-collections) (getf figures :major-collections)))

(defun %call-with-progress (function real statistics)
  "Calls FUNCTION, whose work began at the time REAL with STATISTICS of the collector, and shows its progress."
  (let ((*work-in-progress* (list real (getf statistics :bytes-allocated) (%collections statistics))))
    (unwind-protect (progn (when (= (incf *ticking*) 1) (%tick-every 1000))
                           (funcall function))
      (when (zerop (decf *ticking*)) (%tick-every nil))
      (%show-passing nil))))

(defun %seconds (units)
  "Returns UNITS of internal time in seconds, as a float."
  (/ (float units) internal-time-units-per-second))

(defun %report-time (real run before after stream)
  "Writes the times REAL and RUN that a form took, in internal units, and the differences of the collector's figures
BEFORE and AFTER it."
  (flet ((since (key) (- (getf after key) (getf before key))))
    (format stream "~&; ~,3F seconds of real time, ~,3F seconds of run time~%~
                    ; ~:D bytes allocated; ~:D minor and ~:D major collections in ~,3F seconds~%"
            (%seconds real) (%seconds run) (since :bytes-allocated) (since :minor-collections) (since :major-collections)
            (%seconds (+ (since :minor-time) (since :major-time))))))

(defun %time-call (function)
  "Calls FUNCTION and writes the time and memory that it took to *TRACE-OUTPUT*; on a terminal, shows its progress
meanwhile. Returns its values."
  (let ((statistics (gc-statistics)) (real (get-internal-real-time)) (run (get-internal-run-time)))
    (multiple-value-prog1 (if (or *work-in-progress* (not (%smart-terminal-p *trace-output*)))
                              (funcall function)
                              (%call-with-progress function real statistics))
      (%report-time (- (get-internal-real-time) real) (- (get-internal-run-time) run) statistics (gc-statistics)
                    *trace-output*))))

(defmacro time (form)
  "(time FORM): evaluates FORM and writes the time and the memory that it took to *TRACE-OUTPUT*. Returns its values."
  `(%time-call (lambda () ,form)))
