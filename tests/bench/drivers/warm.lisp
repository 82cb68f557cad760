;;; Runs the program that was loaded before for three seconds, so that the host optimizes the engine's code.
(let ((end (+ (get-internal-real-time) (* 3 internal-time-units-per-second))))
  (loop while (< (get-internal-real-time) end)
        do (let ((*standard-output* (make-broadcast-stream)))
             (main))))
