;;; Round trips between two ranks: mpirun -n 2 tessera tests/bench/mpi/ping_pong.lisp. Prints the time of one way.
(require "mpi")

(defun one-way (count send receive)
  "Returns the microseconds of one way of COUNT round trips. Calls of SEND and RECEIVE are those of one message."
  (mpi:barrier)
  (let ((begin (get-internal-real-time)))
    (dotimes (i count)
      (cond ((zerop (mpi:comm-rank)) (funcall send 1) (funcall receive))
            (t (funcall receive) (funcall send 0))))
    (/ (- (get-internal-real-time) begin) (* 2 count internal-time-units-per-second 1d-6))))

(defun report (name count send &optional (receive (lambda () (mpi:receive))))
  "Prints the best time of five rows of COUNT round trips."
  (let ((best (loop repeat 5 minimize (one-way count send receive))))
    (when (zerop (mpi:comm-rank))
      (format t "~30a ~10,2f us~%" name best))))

(let* ((list (list 1 2 3))
       (doubles (make-array 1000000 :element-type 'double-float :initial-element 1d0))
       (into (make-array 1000000 :element-type 'double-float))
       (short (make-array 10 :element-type 'double-float)))
  (report "a list of three integers" 2000 (lambda (rank) (mpi:send list rank)))
  (report "10 doubles" 2000 (lambda (rank) (mpi:send short rank)))
  (report "10^6 doubles" 20 (lambda (rank) (mpi:send doubles rank)))
  (report "10^6 doubles, :into" 20 (lambda (rank) (mpi:send doubles rank)) (lambda () (mpi:receive :into into)))
  (let ((long (loop for i below 100000 collect i)))
    (report "a list of 10^5 integers" 10 (lambda (rank) (mpi:send long rank)))))
