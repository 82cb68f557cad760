;;; Starting and ending; the samples, in which C++ notes functions by their names.
(in-package "PROFILE")

(defvar *interval* 1/1000 "Seconds of processor time between samples.")
(defvar *samples* '() "The samples, the latest first: see TESSERA::%TAKE-SAMPLES.")
(defvar *dropped* 0 "The number of samples beyond :MAX-SAMPLES.")

(defmacro check (type object operation)
  "Signals a TYPE-ERROR in the name of OPERATION unless OBJECT is of TYPE."
  `(unless (typep ,object ',type) (tessera::%bad-argument ,object ',type ',operation)))

(defun collect-samples ()
  "Moves the samples of the engine to *SAMPLES*."
  (multiple-value-bind (samples dropped) (tessera::%take-samples)
    (setf *samples* (nconc samples *samples*))
    (incf *dropped* dropped)))

(defun reset ()
  "Forgets all samples. Returns no values.
  (profile:reset)"
  (collect-samples)
  (setf *samples* '() *dropped* 0)
  (values))

(defun start-profiling (&key (sample-interval 1/1000) (max-samples 100000))
  "Begins to sample the program: all its processes, whenever they have taken SAMPLE-INTERVAL seconds of processor time.
Keeps at most MAX-SAMPLES, and earlier samples if these had the same interval. Returns no values. An error if the system
cannot sample, or the host program uses the signal SIGPROF.
  (profile:start-profiling)"
  (check (real (0)) sample-interval start-profiling)
  (check (integer 1) max-samples start-profiling)
  (let ((nanoseconds (max 10000 (round (* sample-interval 1000000000)))))
    (unless (= (/ nanoseconds 1000000000) *interval*)
      (reset)
      (setf *interval* (/ nanoseconds 1000000000)))
    (unless (tessera::%start-profiler nanoseconds max-samples)
      (error "START-PROFILING: there are no samples here: they need Linux on x86-64 or AArch64, a thread, and the signal SIGPROF")))
  (values))

(defun stop-profiling ()
  "Ends what START-PROFILING began. The samples are kept. Returns no values.
  (profile:stop-profiling)"
  (tessera::%stop-profiler)
  (collect-samples)
  (values))

(defmacro with-profiling ((&key (sample-interval 1/1000) (max-samples 100000) reset report) &body forms)
  "(with-profiling ([:sample-interval SECONDS] [:max-samples N] [:reset FLAG] [:report TYPE]) FORM*): samples the
program while the forms run, as START-PROFILING does, and returns their values. If RESET, forgets earlier samples; if
REPORT is a type that REPORT takes, finally prints that report.
  (profile:with-profiling (:reset t :report :flat) (dotimes (i 1000000) (format nil \"~D\" i)))"
  `(multiple-value-prog1
       (unwind-protect (progn ,@(and reset `((when ,reset (reset))))
                              (start-profiling :sample-interval ,sample-interval :max-samples ,max-samples)
                              ,@forms)
         (stop-profiling))
     ,@(and report `((report :type ,report)))))

;;; --- what samples say

(defun sample-count (sample)
  "Returns the number of intervals that SAMPLE stands for."
  (first sample))

(defun sample-tier (sample)
  "Returns what ran in SAMPLE."
  (nth (second sample) '(:interpreted :machine-code :native :collector :jit)))

(defun sample-path (sample)
  "Returns the names of what SAMPLE found, the innermost first: a function of C++, the collector or the compiler, if it
was there, and the functions of Lisp."
  (destructuring-bind (count tier operation . frames) sample
    (declare (ignore count tier))
    (let ((inner (case (sample-tier sample) (:collector "(collector)") (:jit "(compiler of machine code)") (t operation))))
      (if (and inner (not (equal inner (first frames))))
          (cons inner frames)
          frames))))

(defun all-samples ()
  "Returns the samples of a running or ended profile. An error if there are none."
  (collect-samples)
  (or *samples* (error "PROFILE: there are no samples; run the program for some time in PROFILE:WITH-PROFILING")))
