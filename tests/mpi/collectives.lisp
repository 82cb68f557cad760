;;; Collective operations.

(prog1 t (require "mpi"))                                                           => t
(defvar *rank* (mpi:comm-rank))                                                     => *rank*
(defvar *size* (mpi:comm-size))                                                     => *size*
(defun ranks () (loop for i below *size* collect i))                                => ranks
(mpi:barrier)                                                                       => nil

(loop for root below *size*
      always (equal (mpi:broadcast (if (= *rank* root) (list root "text") :ignored) :root root) (list root "text"))) => t
(let ((v (make-array 100000 :element-type 'double-float :initial-element 2d0)))
  (loop for root below *size* always (equalp v (mpi:broadcast (if (= *rank* root) v nil) :root root)))) => t
(loop for root below *size*
      always (equal (mpi:scatter (if (= *rank* root) (mapcar (lambda (i) (list root i)) (ranks)) nil) :root root) (list root *rank*))) => t
(loop for root below *size*
      always (equal (mpi:gather (list *rank*) :root root) (if (= *rank* root) (mapcar #'list (ranks)) nil))) => t
(equal (mpi:allgather (format nil "~r" *rank*)) (mapcar (lambda (i) (format nil "~r" i)) (ranks))) => t
(equal (mpi:all-to-all (mapcar (lambda (i) (cons *rank* i)) (ranks))) (mapcar (lambda (i) (cons i *rank*)) (ranks))) => t
(let ((v (make-array 50000 :element-type '(unsigned-byte 8) :initial-element *rank*)))
  (loop for part in (mpi:all-to-all (make-list *size* :initial-element v)) for i from 0
        always (and (= (length part) 50000) (every (lambda (x) (= x i)) part))))    => t

;;; --- reductions
(= (mpi:allreduce :sum *rank*) (reduce #'+ (ranks)))                                => t
(= (mpi:allreduce '+ (expt 10 30)) (* *size* (expt 10 30)))                         => t
(mpi:allreduce :max (- *rank*))                                                     => 0
(equal (mpi:allreduce #'append (list *rank*)) (ranks))                              => t
(equal (mpi:reduce (lambda (a b) (list a b)) *rank*)
       (if (zerop *rank*) (reduce #'list (ranks)) nil))                             => t
(defun all-of (type value) (make-array 1000 :element-type type :initial-element (coerce value type))) => all-of
(equalp (mpi:allreduce :sum (all-of 'double-float *rank*)) (all-of 'double-float (reduce #'+ (ranks)))) => t
(equalp (mpi:allreduce :max (all-of 'single-float *rank*)) (all-of 'single-float (1- *size*))) => t
(equalp (mpi:allreduce :min (all-of '(signed-byte 64) (- *rank*))) (all-of '(signed-byte 64) (- 1 *size*))) => t
(equalp (mpi:allreduce :logior (all-of '(unsigned-byte 8) (ash 1 *rank*))) (all-of '(unsigned-byte 8) (1- (ash 1 *size*)))) => t
(loop for root below *size*
      always (equalp (mpi:reduce :product (all-of 'double-float 2) :root root)
                     (if (= *rank* root) (all-of 'double-float (expt 2 *size*)) nil))) => t
(mpi:reduce :sum (make-array 0 :element-type 'double-float))                        => #.(if (zerop *rank*) (make-array 0 :element-type 'double-float) nil)

;;; --- communicators
(defvar *halves* (mpi:comm-split (mod *rank* 2) :key (- *rank*)))                   => *halves*
(= (mpi:comm-size *halves*) (length (remove-if-not (lambda (i) (= (mod i 2) (mod *rank* 2))) (ranks)))) => t
(equal (mpi:allgather *rank* :comm *halves*) (reverse (remove-if-not (lambda (i) (= (mod i 2) (mod *rank* 2))) (ranks)))) => t
(mpi:comm-free *halves*)                                                            => nil
(mpi:comm-rank *halves*)                                                            => (error mpi:mpi-error "the communicator was freed")
(null (mpi:comm-split (if (zerop *rank*) nil 3)))                                   => #.(zerop *rank*)
(let* ((other (mpi:comm-dup)) (next (mod (+ *rank* 1) *size*)) (before (mod (- *rank* 1) *size*)))
  (mpi:send 'there next :comm other)
  (mpi:send 'here next)
  (list (mpi:receive :source before) (mpi:receive :source before :comm other)))     => (here there)
(let ((mpi:*comm-world* (mpi:comm-dup))) (mpi:allreduce :sum 1))                    => #.*size*

;;; --- what cannot be
(mpi:broadcast 1 :root *size*)                                                      => (error type-error)
(mpi:all-to-all '())                                                                => (error simple-error "must be a sequence of")
(mpi:allreduce :average 1)                                                          => (error simple-error ":AVERAGE is not an operation: it must be a function or one of :SUM")
(mpi:comm-free mpi:*comm-world*)                                                    => (error mpi:mpi-error "the communicator of all processes cannot be freed")
