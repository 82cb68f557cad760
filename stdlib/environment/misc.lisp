;;; TIME, TRACE and compilation units (chapters 24 and 25).

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

;;; TRACE. A traced function is replaced by one that reports and calls it; the original is kept here, by name.

(defvar *traced* '() "The traced functions: a list of (name original replacement).")
(defvar *trace-depth* 0 "How many traced calls are in progress.")

(defun %trace-line (control &rest arguments)
  "Writes a line of the trace, indented by the depth of calls."
  (format *trace-output* "~&~V@T~D: ~?~%" (* 2 (min *trace-depth* 20)) *trace-depth* control arguments))

(defun %traced-call (name function arguments)
  "Calls FUNCTION and reports its arguments and values under NAME."
  (%trace-line "~S" (cons name arguments))
  (let ((values (let ((*trace-depth* (+ *trace-depth* 1)))
                  (multiple-value-list (apply function arguments)))))
    (%trace-line "~S returned ~:[no values~;~:*~{~S~^, ~}~]" name values)
    (values-list values)))

(defun %trace-function (name)
  "Traces the function NAME. A NAME that is traced, and was not defined again, stays as it is."
  (let ((function (fdefinition name)) (entry (assoc name *traced* :test #'equal)))
    (when (and (symbolp name) (or (macro-function name) (special-operator-p name)))
      (error "TRACE: ~S is a macro or a special operator, not a function." name))
    (unless (and entry (eq function (third entry)))
      (%untrace-function name)
      (let ((replacement (lambda (&rest arguments) (%traced-call name function arguments))))
        (push (list name function replacement) *traced*)
        (setf (fdefinition name) replacement))))
  name)

(defun %untrace-function (name)
  "Ends the tracing of NAME; a definition made meanwhile stays."
  (let ((entry (assoc name *traced* :test #'equal)))
    (when entry
      (when (and (fboundp name) (eq (fdefinition name) (third entry)))
        (setf (fdefinition name) (second entry)))
      (setq *traced* (remove entry *traced*))))
  name)

(defmacro trace (&rest names)
  "(trace NAME*): reports every call of the functions NAMES, and what it returns, on *TRACE-OUTPUT*. Returns NAMES;
without any, the names of all traced functions."
  (if names
      `(mapcar #'%trace-function ',names)
      '(mapcar #'first *traced*)))

(defmacro untrace (&rest names)
  "(untrace NAME*): ends the tracing of NAMES, or of all functions if none is given. Returns the names."
  (if names
      `(mapcar #'%untrace-function ',names)
      '(mapcar #'%untrace-function (mapcar #'first *traced*))))

;;; Compilation units.

(defmacro with-compilation-unit ((&key override) &body forms)
  "(with-compilation-unit ([:override BOOLEAN]) form*): evaluates the forms as one unit. Returns their values."
  `(progn ,override ,@forms))
