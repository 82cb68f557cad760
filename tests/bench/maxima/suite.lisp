;;; Runs Maxima's tests, after maxima.lisp, and prints for each file "TIMED name seconds tests failed".
(in-package "MAXIMA")

(defvar *tests-of-file* #'test-batch)

(defun run-time ()
  (/ (float (get-internal-run-time)) internal-time-units-per-second))

(defun timed-test-batch (file expected &rest options)
  "Runs the tests of FILE as Maxima does, and prints how long they took."
  (let ((start (run-time)))
    (multiple-value-bind (name failed passed count) (apply *tests-of-file* file expected options)
      (format t "~&TIMED ~A ~,3F ~D ~D~%" (pathname-name file) (- (run-time) start) count (length (rest failed)))
      (values name failed passed count))))

(setf (fdefinition 'test-batch) #'timed-test-batch)

(defun named-tests (names)
  "Returns the argument of run_testsuite for NAMES with commas; NIL means all."
  (and names (cons '(mlist) (loop for start = 0 then (1+ end)
                                  for end = (position #\, names :start start)
                                  collect (subseq names start end)
                                  while end))))

(defun run-tests ()
  (catch 'to-lisp
    (let ((tests (named-tests (cl-user::environment "FILES"))))
      (if tests
          (mfuncall '$run_testsuite (list '(mequal) '$tests tests))
          (mfuncall '$run_testsuite)))))

(initialize-runtime-globals)
(let ((graph (cl-user::environment "PROFILE")))
  (cond (graph (require "profile")
               (funcall (intern "START-PROFILING" "PROFILE"))
               (run-tests)
               (funcall (intern "STOP-PROFILING" "PROFILE"))
               (format t "PROFILE~%")
               (funcall (intern "REPORT" "PROFILE") :max 60)
               (funcall (intern "FLAME-GRAPH" "PROFILE") graph))
        (t (run-tests))))
(finish-output)
