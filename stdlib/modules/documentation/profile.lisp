;;; Entries for the package of the module profile.
(in-package "TESSERA-DOCUMENTATION")

(defun spend-time ()
  "Works until there are samples, in examples."
  (eval (read-from-string "(profile:with-profiling () (loop until (or profile::*samples* (profile::collect-samples)) do (sort (list 3 1 2) #'<)))")))

(define-library-entries "profile" "The profiler"
  (with-profiling (with-profiling (:sample-interval 1/100) (+ 1 2)) => 3)
  (start-profiling (progn (start-profiling) (stop-profiling)) => (values))
  (stop-profiling (stop-profiling) => (values))
  (reset (reset) => (values))
  (report (progn (spend-time) (search "self s" (with-output-to-string (out) (report :stream out)))) => t)
  (flame-graph (progn (spend-time) (nth-value 0 (tessera:display (flame-graph)))) => :svg))
