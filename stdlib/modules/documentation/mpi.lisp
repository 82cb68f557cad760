;;; Entries for the package of the module mpi. The examples run in one process.
(in-package "TESSERA-DOCUMENTATION")

(define-library-entries "mpi" "Communicators"
  (*comm-world* (comm-size *comm-world*) => 1)
  (communicator (typep *comm-world* 'communicator) => t)
  (comm-rank (comm-rank) => 0)
  (comm-size (comm-size) => 1)
  (comm-dup (comm-size (comm-dup)) => 1)
  (comm-split (comm-split nil) => nil)
  (comm-free (comm-free (comm-dup)) => nil)
  (mpi-error (handler-case (send 1 100) (mpi-error () :no-such-rank)) => :no-such-rank))

(define-library-entries "mpi" "Messages"
  (send (progn (send '(1 2) 0) (receive)) => (values (1 2) 0 0))
  (receive (progn (send :first 0 :tag 1) (send :second 0 :tag 2) (list (receive :tag 2) (receive))) => (:second :first))
  (probe (progn (send 1 0 :tag 7) (multiple-value-prog1 (probe) (receive))) => (values 0 7))
  (iprobe (iprobe) => nil)
  (isend (progn (isend "text" 0) (receive)) => (values "text" 0 0))
  (ireceive (let ((r (ireceive))) (send 5 0) (wait r)) => (values 5 0 0))
  (request (let ((r (isend 1 0))) (receive) (typep r 'request)) => t)
  (test (let ((r (ireceive))) (list (test r) (progn (send 1 0) (wait r)) (values (test r)))) => (nil 1 t))
  (wait (let ((r (ireceive))) (send 5 0) (wait r)) => (values 5 0 0))
  (wait-all (wait-all (list (isend 1 0) (ireceive))) => (nil 1)))

(define-library-entries "mpi" "Collective operations"
  (barrier (barrier) => nil)
  (broadcast (broadcast '(1 2) :root 0) => (1 2))
  (scatter (scatter '(:part)) => :part)
  (gather (gather (comm-rank)) => (0))
  (allgather (allgather (comm-rank)) => (0))
  (all-to-all (all-to-all '(:part)) => (:part))
  (reduce (reduce :sum 5) => 5)
  (allreduce (allreduce #'append '(1 2)) => (1 2))
  (with-kernel (with-kernel () (1+ (comm-rank))) => 1))
