;;; Ranks as the workers of the module parallel: rank 0 runs the program, the others do the parts of its maps.
(in-package "MPI")

(defconstant +kernel-tag+ 0 "The tag of the messages between rank 0 and those that work for it, in a communicator of their own.")

(defun outcome (function operation arguments)
  "Returns the message of the result of a task and true, or of its failure and NIL: see PARALLEL::RUN-TASK."
  (flet ((failure (condition)
           (return-from outcome (values (parallel-native:message-bytes (parallel::failure-of condition) (origin)) nil))))
    (handler-bind ((serious-condition #'failure))
      (values (bytes-of (list (tessera::%call-at-toplevel (lambda () (parallel::perform operation function arguments)))) nil) t))))

(defun answer-task (function task comm)
  "Does TASK, a list (NUMBER OPERATION ARGUMENTS), and sends a list (NUMBER SUCCESS OUTPUT) and the result to rank 0."
  (destructuring-bind (number operation arguments) task
    (let* ((output (make-string-output-stream)) (errors (make-string-output-stream)))
      (multiple-value-bind (bytes success)
          (let ((*standard-output* output) (*error-output* errors)) (outcome function operation arguments))
        (send (list number success (cons (get-output-stream-string output) (get-output-stream-string errors))) 0 :tag +kernel-tag+ :comm comm)
        (mpi-native:wait (mpi-native:send-bytes bytes 0 +kernel-tag+ (number-of comm)))))))

(defun serve (comm)
  "Does the tasks that rank 0 sends, until it sends NIL. A function is for all tasks after it."
  (let ((parallel::*worker* t) (function nil))
    (loop for message = (receive :source 0 :tag +kernel-tag+ :comm comm)
          while message
          do (if (functionp message)
                 (setf function message)
                 (answer-task function message comm)))))

(defstruct (kernel (:copier nil) (:predicate nil) (:constructor make-kernel (comm)))
  "What rank 0 knows: how many results each rank still owes (PENDING), and the number of the last task."
  comm (pending (make-array (comm-size comm) :initial-element 0)) (last 0))

(defun receive-outcome (kernel)
  "Waits for the next outcome. Returns the number of its task, what it has printed, its value, and a TASK-ERROR or NIL."
  (let ((comm (kernel-comm kernel)))
    (multiple-value-bind (head rank) (receive :tag +kernel-tag+ :comm comm)
      (destructuring-bind (number success output) head
        (decf (aref (kernel-pending kernel) rank))
        (let ((result (receive :source rank :tag +kernel-tag+ :comm comm)))
          (if success
              (values number output (first result) nil)
              (values number output nil (apply #'parallel::task-failure (coerce result 'list)))))))))

(defun give-task (kernel number operation arguments informed function)
  "Sends a task to a rank that has nothing to do. INFORMED has the ranks that have the FUNCTION, a message."
  (let ((rank (position 0 (kernel-pending kernel) :start 1)) (comm (kernel-comm kernel)))
    (when (zerop (aref informed rank))
      (setf (aref informed rank) 1)
      (mpi-native:wait (mpi-native:send-bytes function rank +kernel-tag+ (number-of comm))))
    (incf (aref (kernel-pending kernel) rank))
    (send (list number operation arguments) rank :tag +kernel-tag+ :comm comm)))

(defun run-parts (kernel function operation arguments)
  "Does what PARALLEL::RUN-PARTS does, by the ranks of KERNEL. What is left of a map that has failed is ignored."
  (loop with message = (bytes-of function t)
        with informed = (make-array (length (kernel-pending kernel)) :element-type 'bit :initial-element 0)
        with all = (length arguments) and first = (kernel-last kernel)
        with results = (make-array all :initial-element nil)
        with rest = arguments and done = 0
        initially (incf (kernel-last kernel) all)
        for next from first
        while (< done all)
        do (loop while (and rest (find 0 (kernel-pending kernel) :start 1))
                 do (give-task kernel (+ first (- all (length rest))) operation (pop rest) informed message))
           (multiple-value-bind (number output value failure) (receive-outcome kernel)
             (when (>= number first)
               (when failure (parallel::received output nil failure))
               (setf (aref results (- number first)) (list output value))
               (incf done)
               (when parallel:*progress* (funcall parallel:*progress* done all))))
        finally (return (map 'list (lambda (result) (parallel::show (first result)) (second result)) results))))

(defun end-kernel (kernel)
  "Ends the work of the other ranks for KERNEL."
  (loop while (some #'plusp (kernel-pending kernel)) do (receive-outcome kernel))
  (loop for rank from 1 below (comm-size (kernel-comm kernel)) do (send nil rank :tag +kernel-tag+ :comm (kernel-comm kernel))))

(defun call-with-kernel (function comm)
  "Does the work of WITH-KERNEL."
  (if (= (comm-size comm) 1)
      (funcall function)
      (let ((comm (comm-dup comm)))
        (unwind-protect
             (cond ((plusp (comm-rank comm)) (serve comm) nil)
                   (t (let ((kernel (make-kernel comm)))
                        (unwind-protect
                             (let ((parallel::*elsewhere* (list (1- (comm-size comm))
                                                                (lambda (function operation arguments)
                                                                  (run-parts kernel function operation arguments)))))
                               (funcall function))
                          (end-kernel kernel)))))
          (comm-free comm)))))

(defmacro with-kernel ((&key (comm '*comm-world*)) &body forms)
  "(with-kernel ([:comm COMMUNICATOR]) FORM*): rank 0 evaluates FORMS and returns their values. Meanwhile the other
ranks do the work of its PARALLEL:PMAP, PMAPCAR, PREDUCE and PDOTIMES, and then return NIL. All ranks evaluate this. A
program of one rank has the threads of the module parallel for workers.

    (mpi:with-kernel () (print (parallel:pmapcar #'isqrt '(1 4 9))))"
  `(call-with-kernel (lambda () ,@forms) ,comm))
