;;; Samples, reports and flame graphs of the module profile.

(prog1 t (require "profile"))                                                       => t
(defmacro complaint (&body body) `(handler-case (progn ,@body) (error (c) (princ-to-string c)))) => complaint
(defun deep (n) (if (zerop n) 0 (+ 1 (deep (1- n)))))                               => deep
(defun outer () (loop repeat 50 collect (deep 100)))                                                 => outer
(defun sampled ()
  (profile::collect-samples)
  profile::*samples*)                                                               => sampled
(defun has (text &rest options)
  (if (search text (with-output-to-string (out) (apply #'profile:report :stream out options))) t nil)) => has

;;; --- before there are any
(profile:reset)                                                                     => (values)
(complaint (profile:report))                     => "PROFILE: there are no samples; run the program for some time in PROFILE:WITH-PROFILING"
(complaint (profile:flame-graph))                => "PROFILE: there are no samples; run the program for some time in PROFILE:WITH-PROFILING"
(profile:stop-profiling)                                                            => (values)
(profile:with-profiling () (values 1 2))                                            => (values 1 2)

;;; --- functions of Lisp, and who called them
(profile:with-profiling (:reset t)
  (loop until (> (count-if (lambda (sample) (member 'deep (profile::sample-path sample))) (sampled)) 5)
        do (outer)))                                                                => nil
(has "DEEP")                                                                        => t
(has "OUTER" :sort-by :total)                                                       => t
(has "from OUTER" :type :callers :sort-by :total)                                   => t
(some (lambda (sample) (and (search '(deep outer) (profile::sample-path sample)) t)) (sampled)) => t
(tessera::%profiler-runs-p)                                                         => nil

;;; --- functions of C++
(profile:with-profiling (:reset t)
  (let ((a (make-array 2000 :initial-element 1)))
    (loop until (find 'tessera::%vector-count (sampled) :key #'third)
          do (count 2 a))))                                                         => nil
(has "COUNT")                                                                       => t

;;; --- the collector
(profile:with-profiling (:reset t)
  (let ((kept (make-list 20000)))
    (loop until (find :collector (sampled) :key #'profile::sample-tier)
          do (setf kept (copy-list kept)))))                                        => nil
(has "(collector)")                                                                 => t

;;; --- processes
(prog1 t (require "mp"))                                                            => t
(profile:with-profiling (:reset t)
  (mp:process-join (mp:process-run-function "worker" (lambda ()
                                                       (loop until (find-if (lambda (sample) (member 'deep (profile::sample-path sample))) (sampled))
                                                             do (outer))))))        => nil

;;; --- the graph
(search "<svg" (nth-value 1 (tessera:display (profile:flame-graph))))               => 0
(let ((file (ensure-directories-exist (concatenate 'string (scratch-folder "profile") "graph.svg"))))
  (equal (profile:flame-graph file) file))                                          => t

;;; --- limits and bad arguments
(let ((end (+ (get-internal-run-time) (/ internal-time-units-per-second 20))))
  (profile:with-profiling (:reset t :max-samples 1)
    (loop until (> (get-internal-run-time) end) do (outer)))
  (list (length (sampled)) (plusp profile::*dropped*)))                             => (1 t)
(profile:start-profiling :sample-interval 0)     => (error type-error "START-PROFILING: 0 is not of type (REAL (0))")
(profile:start-profiling :max-samples 1.5)       => (error type-error "START-PROFILING: 1.5 is not of type (INTEGER 1)")
(profile:report :type :tree)                     => (error type-error "REPORT: :TREE is not of type (MEMBER :FLAT :CALLERS)")
(profile:report :max 0)                          => (error type-error "REPORT: 0 is not of type (INTEGER 1)")
(profile:report :sort-by :name)                  => (error type-error "REPORT: :NAME is not of type (MEMBER :SELF :TOTAL)")
(profile:flame-graph 5)                          => (error type-error "FLAME-GRAPH: 5 is not of type (OR NULL STRING PATHNAME)")
(tessera::%start-profiler 'a 1)                  => (error type-error "A is not of type UNSIGNED-BYTE")
(tessera::%start-profiler 1 -1)                  => (error type-error "-1 is not of type UNSIGNED-BYTE")
(profile:reset)                                                                     => (values)
