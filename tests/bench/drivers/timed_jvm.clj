;; Runs the program that was loaded before on Clojure for Java, and tells on the error output how many seconds of
;; processor time that took.
(let [thread (java.lang.management.ManagementFactory/getThreadMXBean)
      start (.getCurrentThreadCpuTime thread)]
  (main)
  (flush)
  (binding [*out* *err*] (println "seconds" (/ (- (.getCurrentThreadCpuTime thread) start) 1e9))))
