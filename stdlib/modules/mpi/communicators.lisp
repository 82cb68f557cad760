;;; Communicators: groups of processes, in which each has a rank.
(in-package "MPI")

(define-condition mpi-error (simple-error) ()
  (:documentation "An operation of MPI has failed. The report names it."))

(defstruct (communicator (:constructor %make-communicator (number)) (:copier nil) (:predicate nil))
  "A group of processes, each with a rank in it."
  number)

(defvar *comm-world* (%make-communicator 0)
  "The communicator of all processes that mpirun has started. Functions use it unless they are given another. A program
may bind it to one of its own.")

(defvar *origin* nil "The rank of this process among all, once MPI has started; NIL before.")

(defun origin ()
  "Starts MPI if need be. Returns the rank of this process among all."
  (or *origin*
      (let ((rank (mpi-native:rank 0)))
        ;; Code holds what was remembered in an epoch of the classes. No epoch of one process is one of another.
        (incf tessera::*clos-epoch* (ash (+ rank 1) 44))
        (setf *origin* rank))))

(defun number-of (comm)
  "Returns the number of the communicator COMM for natives. Starts MPI if need be."
  (check-type comm communicator)
  (origin)
  (communicator-number comm))

(defun comm-rank (&optional (comm *comm-world*))
  "Returns the rank of this process in the communicator COMM: 0 to (COMM-SIZE COMM) - 1."
  (mpi-native:rank (number-of comm)))

(defun comm-size (&optional (comm *comm-world*))
  "Returns the number of processes in the communicator COMM: 1 for a program that mpirun has not started."
  (mpi-native:size (number-of comm)))

(defun comm-dup (&optional (comm *comm-world*))
  "Returns a new communicator of the processes of COMM, all of which call this. Messages in one are not seen in the
other."
  (%make-communicator (mpi-native:dup (number-of comm))))

(defun comm-split (color &key (key 0) (comm *comm-world*))
  "Divides the processes of COMM, all of which call this, into a communicator for each COLOR, an integer from 0 on.
Returns that of this process, or NIL if COLOR is NIL. Ranks there are in the order of KEY, an integer, and then of the
ranks in COMM."
  (let ((number (mpi-native:split (number-of comm) color key)))
    (and number (%make-communicator number))))

(defun comm-free (comm)
  "Ends the communicator COMM, whose processes all call this. Returns NIL."
  (mpi-native:free (number-of comm))
  nil)

(defun barrier (&optional (comm *comm-world*))
  "Waits until all processes of COMM have called this. Returns NIL."
  (mpi-native:barrier (number-of comm))
  nil)

(defmethod print-object ((comm communicator) stream)
  (print-unreadable-object (comm stream :type t)
    (format stream "~D" (communicator-number comm))))
