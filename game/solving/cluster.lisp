;;; Proves the results of given boards by version 2 of the game, on many processes, and prints how many are proved in
;;; time.
;;;     tessera game/solving/cluster.lisp                              ; 24 boards of 5x5, 60 seconds each, one process
;;;     mpirun -n 4 tessera game/solving/cluster.lisp 60 24 5 FILE     ; seconds, boards, size; results in FILE
;;;
;;; Board N is the one that GEN-BOARD makes with the seed N. Each result goes into the file at once, and so do the
;;; positions below a board that are proved. If ranks are killed, or the machine is, the same command goes on; only the
;;; positions that were under way are lost. A board that was not proved in time is tried again.
;;;
;;; Rank 0 keeps a tree of positions with their proof numbers. All ranks, also rank 0, prove leaves of the tree, each
;;; with a table of its own, for *JOB-SECONDS* at a time. A leaf that was not proved then becomes a node, with the proof
;;; numbers that were found for the positions after it.

(dolist (name '("../dice_of_doom_v2.lisp" "prover.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))
(require "mpi")

(defvar *job-seconds* 1 "The seconds for which a rank tries to prove a leaf.")
(defconstant +infinite+ (ash 1 28) "The proof number of what is refuted.")

;;; The tree

(defstruct (node (:constructor make-node (position proof disproof)))
  "A position of the tree: its proof numbers, the nodes after its moves and before it, and whether a rank is at work on
it."
  position proof disproof (successors '()) (parents '()) (busy nil))

(defun node-open-p (node)
  "True if NODE is neither proved nor refuted."
  (and (plusp (node-proof node)) (plusp (node-disproof node))))

(defstruct (proof-tree (:conc-name tree-) (:constructor make-tree (player win known note)) (:copier nil))
  "A tree of nodes about the claim that PLAYER wins, or at least ties unless WIN. KNOWN maps positions to answers of
earlier runs, NOTE is called with each position that is proved or refuted, and the answer."
  player win known note (nodes (make-hash-table :test 'equal)))

(defun add-node (tree proof disproof position)
  "Returns the node for POSITION in TREE. A new one has these proof numbers, unless its answer is known."
  (or (gethash position (tree-nodes tree))
      (setf (gethash position (tree-nodes tree))
            (case (gethash position (tree-known tree))
              (1 (make-node position 0 +infinite+))
              (0 (make-node position +infinite+ 0))
              (t (make-node position proof disproof))))))

(defun own-turn-p (tree node)
  "True if the player of the claim is to move in NODE."
  (= (third (node-position node)) (tree-player tree)))

(defun combined-numbers (own-turn successors)
  "Returns the proof numbers of a node with SUCCESSORS: one of them must be proved if OWN-TURN, else all. Of all that
must be shown the hardest one counts, and one for each other."
  (flet ((all (numbers) (let ((open (remove 0 numbers))) (min +infinite+ (if open (+ (reduce #'max open) (length open) -1) 0))))
         (one (numbers) (reduce #'min numbers)))
    (let ((proofs (mapcar #'node-proof successors)) (disproofs (mapcar #'node-disproof successors)))
      (if own-turn
          (values (one proofs) (all disproofs))
          (values (all proofs) (one disproofs))))))

(defun set-numbers (tree node proof disproof)
  "Gives NODE these proof numbers, and the nodes before it those that follow."
  (let ((changed '()))
    (flet ((put (node proof disproof)
             (unless (and (= proof (node-proof node)) (= disproof (node-disproof node)))
               (setf (node-proof node) proof (node-disproof node) disproof)
               (dolist (parent (node-parents node))
                 (when (node-open-p parent)
                   (setf changed (nconc changed (list parent))))))))
      (put node proof disproof)
      (loop while changed
            do (let ((node (pop changed)))
                 (unless (member node changed)
                   (multiple-value-call #'put node
                     (combined-numbers (own-turn-p tree node) (node-successors node)))))))))

(defun expand (tree node successors)
  "Gives NODE the SUCCESSORS, a list of (PROOF DISPROOF . POSITION)."
  (setf (node-successors node)
        (remove-duplicates (loop for (proof disproof . position) in successors collect (add-node tree proof disproof position))))
  (dolist (successor (node-successors node))
    (push node (node-parents successor)))
  (multiple-value-call #'set-numbers tree node (combined-numbers (own-turn-p tree node) (node-successors node))))

(defun best-leaf (tree node seen)
  "Returns the open leaf below NODE that should be proved next and that no rank works on; NIL if there is none. SEEN has
the nodes that need not be looked at again."
  (cond ((or (not (node-open-p node)) (gethash node seen)) nil)
        ((null (node-successors node)) (and (not (node-busy node)) node))
        (t (setf (gethash node seen) t)
           (loop for successor in (sort (copy-list (node-successors node)) #'<
                                        :key (if (own-turn-p tree node) #'node-proof #'node-disproof))
                 thereis (best-leaf tree successor seen)))))

;;; Jobs

(defun work-on (position player win seconds)
  "Tries for SECONDS to prove POSITION. Returns the answer as PROVE-POSITION does, and if it is -1 the successors."
  (let ((answer (prove-position position player win (end-of-time seconds))))
    (values answer
            (when (= answer -1)
              (dice-of-doom-solving:successors position player win *proof-table-size*)))))

(defun finish-job (tree node answer successors)
  "Notes what a job about NODE has found."
  (setf (node-busy node) nil)
  (case answer
    (1 (funcall (tree-note tree) (node-position node) 1) (set-numbers tree node 0 +infinite+))
    (0 (funcall (tree-note tree) (node-position node) 0) (set-numbers tree node +infinite+ 0))
    (t (when (and successors (node-open-p node) (null (node-successors node)))
         (expand tree node successors)))))

(defun serve-jobs ()
  "Does the jobs that rank 0 sends until there are no more."
  (loop for job = (mpi:receive :source 0)
        while job
        do (mpi:send (multiple-value-list (apply #'work-on job)) 0)))

(defun prove-tree (tree root seconds)
  "Proves or refutes ROOT of TREE within SECONDS on all ranks. Returns 1, 0, or -1 if there was not enough time."
  (let ((end (end-of-time seconds)) (jobs (make-array (mpi:comm-size) :initial-element nil)))
    (labels ((unfinished-p () (and (node-open-p root) (plusp (time-left end))))
             (leaf () (best-leaf tree root (make-hash-table :test 'eq)))
             (job-seconds () (min *job-seconds* (time-left end)))
             (give-jobs ()
               (loop for rank from 1 below (mpi:comm-size)
                     unless (aref jobs rank)
                       do (let ((node (leaf)))
                            (when node
                              (setf (aref jobs rank) node (node-busy node) t)
                              (mpi:send (list (node-position node) (tree-player tree) (tree-win tree) (job-seconds)) rank)))))
             (take-answer ()
               (multiple-value-bind (found rank) (mpi:receive)
                 (let ((node (aref jobs rank)))
                   (setf (aref jobs rank) nil)
                   (apply #'finish-job tree node found))))
             (work-here ()
               (let ((node (leaf)))
                 (cond ((null node) (sleep 0.01))
                       (t (setf (node-busy node) t)
                          (let ((begin (get-internal-real-time)))
                            (loop
                              (multiple-value-bind (answer successors) (work-on (node-position node) (tree-player tree) (tree-win tree) (min 0.1 (job-seconds)))
                                (when (or (/= answer -1) (not (unfinished-p))
                                          (> (/ (- (get-internal-real-time) begin) internal-time-units-per-second) *job-seconds*))
                                  (return (finish-job tree node answer successors))))
                              (loop while (nth-value 0 (mpi:iprobe)) do (take-answer))
                              (give-jobs))))))))
      (loop while (unfinished-p)
            do (give-jobs)
               (work-here)
               (loop while (nth-value 0 (mpi:iprobe)) do (take-answer)))
      (loop while (some #'identity jobs) do (take-answer))
      (cond ((zerop (node-proof root)) 1)
            ((zerop (node-disproof root)) 0)
            (t -1)))))

(defun spread-root (tree root)
  "Makes nodes of ROOT and of the likeliest positions below until there are some leaves for each rank."
  (loop repeat (* 2 (1- (mpi:comm-size)))
        for node = (best-leaf tree root (make-hash-table :test 'eq))
        while node
        do (expand tree node (dice-of-doom-solving:successors (node-position node) (tree-player tree) (tree-win tree) *proof-table-size*))))

(defun value-on-ranks (position seconds known note)
  "Returns the value of POSITION for its player, as found on all ranks within SECONDS, or NIL. KNOWN maps (WIN .
POSITION) to answers; NOTE is called with WIN, a position and its answer."
  (let ((end (end-of-time seconds)))
    (flet ((answer (win)
             (let* ((known-here (let ((table (make-hash-table :test 'equal)))
                                  (maphash (lambda (key answer) (when (eq (first key) win) (setf (gethash (rest key) table) answer))) known)
                                  table))
                    (tree (make-tree (third position) win known-here (lambda (position answer) (funcall note win position answer))))
                    (root (add-node tree 1 1 position)))
               (finish-job tree root (prove-position position (third position) win (end-of-time 0)) '())
               (spread-root tree root)
               (prove-tree tree root (time-left end)))))
      (ecase (answer t)
        (1 1)
        (-1 nil)
        (0 (if (oddp *board-hexnum*)
               0
               (ecase (answer nil) (1 1/2) (0 0) (-1 nil))))))))

;;; The file: a line (:BOARDS SIZE) that says what it is about, (:BOARD N VALUE SECONDS RANKS) for a board that is
;;; proved, (:POSITION N WIN POSITION ANSWER) for one below board N.

(defun read-lines (path size)
  "Returns the results in the file PATH, which need not exist: a list of lists, without those that are not whole."
  (with-open-file (in path :if-does-not-exist nil)
    (when in
      (unless (equal (read-line in nil) (format nil "(:BOARDS ~d)" size))
        (error "~a has other results than of boards of ~dx~:*~d hexes. Give the name of another file" path size))
      (loop for text = (read-line in nil)
            while text
            for line = (let ((*read-eval* nil)) (ignore-errors (read-from-string text)))
            when (and (consp line) (= (or (ignore-errors (list-length line)) 0) 5)) collect line))))

(defun board-of-seed (seed)
  "Returns the board that GEN-BOARD makes with SEED."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (gen-board)))

(defun known-positions (lines n)
  "Returns a hash table from (WIN . POSITION) to answers of the LINES about board N."
  (let ((table (make-hash-table :test 'equal)))
    (loop for (kind number win position answer) in lines
          when (and (eq kind :position) (eql number n))
            do (setf (gethash (cons win position) table) answer))
    table))

(defun report (n value seconds)
  "Prints the result of board N."
  (format t "board ~d: ~:[not proved~;~:*~a~], ~,1f s~%" n value seconds)
  (finish-output))

(defun prove-board (n seconds lines note)
  "Proves board N within SECONDS, prints the result and passes it to NOTE, as the positions below that are proved. LINES
are the results of earlier runs. Returns the value, or NIL."
  (let* ((begin (get-internal-real-time))
         (value (value-on-ranks (position-numbers (board-of-seed n) 0) seconds (known-positions lines n)
                                (lambda (win position answer) (funcall note :position n win position answer))))
         (taken (/ (- (get-internal-real-time) begin) internal-time-units-per-second 1.0)))
    (when value (funcall note :board n value taken (mpi:comm-size)))
    (report n value taken)
    value))

(defun prove-boards (seconds boards path)
  "Proves the first BOARDS boards, each within SECONDS. Keeps the results in the file PATH, and prints them."
  (let ((lines (read-lines path *board-size*)) (proved 0) (*print-pretty* nil)
        (out (open path :direction :output :if-exists :append :if-does-not-exist :create)))
    (unwind-protect   ; WITH-OPEN-FILE would take back what was written if this ends with an error
         (flet ((note (&rest line) (format out "~s~%" line) (finish-output out)))
           (format out "~:[(:BOARDS ~d)~;~]~%" (plusp (file-length out)) *board-size*)
           (loop for n from 1 to boards
                 for known = (find-if (lambda (line) (and (eq (first line) :board) (eql (second line) n))) lines)
                 do (when known (report n (third known) (fourth known)))
                    (when (or known (prove-board n seconds lines #'note)) (incf proved))))
      (close out))
    (format t "~d of ~d boards of ~dx~:*~d hexes are proved in ~d seconds each by ~d rank~:p~%" proved boards *board-size* seconds (mpi:comm-size))))

(destructuring-bind (&optional (seconds "60") (boards "24") (size "5") (path "proofs.results") &rest more) tessera:*arguments*
  (let ((numbers (mapcar (lambda (text) (or (parse-integer text :junk-allowed t) 0)) (list seconds boards size))))
    (cond ((or more (notevery #'plusp numbers) (> (third numbers) 8))
           (format t "usage: [mpirun -n RANKS] tessera game/solving/cluster.lisp [SECONDS [BOARDS [SIZE [FILE]]]]~%"))
          (t (destructuring-bind (seconds boards size) numbers
               (setf *board-size* size *board-hexnum* (* size size))
               (cond ((plusp (mpi:comm-rank)) (serve-jobs))
                     (t (prove-boards seconds boards path)
                        (loop for rank from 1 below (mpi:comm-size) do (mpi:send nil rank)))))))))
