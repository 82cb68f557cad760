;;; Collective operations, which all processes of a communicator call in the same order.
(in-package "MPI")

(defun post (object rank comm)
  "Starts to send OBJECT to RANK as a part of a collective operation. Returns a REQUEST."
  (make-request (start-send object rank +collective-tag+ comm) nil))

(defun fetch (rank comm)
  "Waits for the object that RANK sends as a part of a collective operation, and returns it."
  (values (received (mpi-native:receive rank +collective-tag+ (number-of comm) nil))))

(defun check-root (root comm)
  "Signals a TYPE-ERROR unless ROOT is a rank of COMM."
  (let ((size (comm-size comm)))
    (unless (typep root `(integer 0 ,(1- size)))
      (error 'type-error :datum root :expected-type `(integer 0 ,(1- size))))))

(defun broadcast (object &key (root 0) (comm *comm-world*))
  "Returns in all ranks the OBJECT of ROOT, which other ranks ignore: ROOT's own, and copies of it."
  (check-root root comm)
  (let* ((size (comm-size comm)) (place (mod (- (comm-rank comm) root) size)) (step 1))
    (flet ((rank-at (place) (mod (+ place root) size)))
      ;; A tree: the rank at a place without its lowest bit sends.
      (loop until (or (>= step size) (logtest place step)) do (setf step (* 2 step)))
      (when (plusp place) (setf object (fetch (rank-at (- place step)) comm)))
      (wait-all (loop for distance = (ash step -1) then (ash distance -1)
                      while (plusp distance)
                      when (< (+ place distance) size)
                        collect (post object (rank-at (+ place distance)) comm)))
      object)))

(defun check-parts (operation parts comm)
  "Signals an ERROR unless PARTS has an element for each rank of COMM."
  (unless (and (typep parts 'sequence) (= (length parts) (comm-size comm)))
    (error "~A: ~S must be a sequence of ~D elements, one for each rank" operation parts (comm-size comm))))

(defun scatter (parts &key (root 0) (comm *comm-world*))
  "Returns in rank N the element N of PARTS, a sequence in ROOT; other ranks ignore it."
  (check-root root comm)
  (cond ((/= (comm-rank comm) root) (fetch root comm))
        (t (check-parts 'scatter parts comm)
           (wait-all (loop for rank below (comm-size comm)
                           unless (= rank root)
                             collect (post (elt parts rank) rank comm)))
           (elt parts root))))

(defun gather (object &key (root 0) (comm *comm-world*))
  "Returns in ROOT the list of the OBJECTs of all ranks, in their order; in others NIL."
  (check-root root comm)
  (cond ((= (comm-rank comm) root)
         (loop for rank below (comm-size comm)
               collect (if (= rank root) object (fetch rank comm))))
        (t (wait (post object root comm))
           nil)))

(defun allgather (object &key (comm *comm-world*))
  "Returns in all ranks the list of the OBJECTs of all ranks, in their order."
  (broadcast (gather object :comm comm) :comm comm))

(defun all-to-all (parts &key (comm *comm-world*))
  "Sends element N of PARTS, a sequence, to rank N. Returns the list of what all ranks have sent to this one, in their
order."
  (check-parts 'all-to-all parts comm)
  (let* ((own (comm-rank comm))
         (requests (loop for rank below (comm-size comm)
                         unless (= rank own)
                           collect (post (elt parts rank) rank comm))))
    (prog1 (loop for rank below (comm-size comm)
                 collect (if (= rank own) (elt parts rank) (fetch rank comm)))
      (wait-all requests))))

;;; Reductions.

(defvar *operations*
  '((:sum +) (:product *) (:min min) (:max max) (:logand logand) (:logior logior) (:logxor logxor))
  "The operations with names, in the order of MPI-NATIVE:REDUCE-NUMBERS, and the functions for other objects.")

(defun combined (operation object root comm)
  "Returns the OBJECTs of all ranks, combined, in ROOT; in all ranks if ROOT is NIL."
  (let ((place (position operation *operations* :key #'first)))
    (when (and (keywordp operation) (not place))
      (error "~S is not an operation: it must be a function or one of ~{~S~^, ~}" operation (mapcar #'first *operations*)))
    (if (and place (mpi-native:number-vector-p object))
        (mpi-native:reduce-numbers object place (or root -1) (number-of comm))
        (let* ((function (if place (second (nth place *operations*)) operation))
               (objects (gather object :root (or root 0) :comm comm))
               (result (and objects (cl:reduce function objects))))
          (if root result (broadcast result :comm comm))))))

(defun reduce (operation object &key (root 0) (comm *comm-world*))
  "Returns in ROOT the OBJECTs of all ranks, combined from the first rank to the last by OPERATION; in others NIL. It is
a function of two objects, or :SUM, :PRODUCT, :MIN, :MAX, :LOGAND, :LOGIOR or :LOGXOR. These combine simple vectors of
unboxed numbers element by element, without Lisp; the order of the ranks is open then. All ranks have vectors of the
same type and length."
  (check-root root comm)
  (combined operation object root comm))

(defun allreduce (operation object &key (comm *comm-world*))
  "Returns in all ranks what REDUCE returns in one."
  (combined operation object nil comm))
