;;; Shares tasks out over the ranks of MPI: rank 0 gives them out, and the others work on them.

(require "mpi")

(defun other-ranks ()
  "Returns the list of the ranks after 0."
  (loop for rank from 1 below (mpi:comm-size) collect rank))

(defun give-out (tasks function note)
  "Calls NOTE with each of TASKS, which are lists of arguments of FUNCTION, and with FUNCTION's value, in any order. The
other ranks, which must be in SERVE-TASKS with the same FUNCTION, call it; this one does if there are none."
  (let ((ranks (other-ranks)) (open 0))
    (if (null ranks)
        (dolist (task tasks) (funcall note task (apply function task)))
        (loop while (or tasks (plusp open))
              do (loop while (and tasks ranks)
                       do (mpi:send (pop tasks) (pop ranks))
                          (incf open))
                 (multiple-value-bind (answer rank) (mpi:receive)
                   (push rank ranks)
                   (decf open)
                   (apply note answer))))))

(defun serve-tasks (function)
  "Works on the tasks that rank 0 gives out, until it calls END-TASKS."
  (loop for task = (mpi:receive :source 0)
        while task
        do (mpi:send (list task (apply function task)) 0)))

(defun end-tasks ()
  "Ends SERVE-TASKS on the other ranks."
  (dolist (rank (other-ranks)) (mpi:send nil rank)))
