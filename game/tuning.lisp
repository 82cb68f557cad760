;;; Tunes the evaluation of games of several players by SPSA: each step changes all linear weights a little at random,
;;; plays the changed player against the one with the opposite changes, and moves the weights toward who won more.
;;;     tessera game/tuning.lisp                          ; 100 steps of 100 games, in one process
;;;     mpirun -n 5 tessera game/tuning.lisp 400 200      ; 400 steps of 200 games; 4 ranks play
;;;     mpirun -n 5 tessera game/tuning.lisp 400 200 FILE ; keeps its steps in FILE instead of tuning.results
;;;
;;; Each step is added to the file, and the same command goes on after the last one. The seed decides everything,
;;; whatever the number of ranks. For the rule that a share of the hexes wins, define before:
;;;     --eval "(defvar *tuning-rules* '(:version 4 :size 5 :players 4 :max-dice 3 :winning-hexes 19))"
;;; At the end it prints what is to be added to the linear weights of native/multi/weights.cpp, as :WEIGHTS of an
;;; engine: a league of it and of the player without says whether it is stronger.

(dolist (name '("experiments/matches.lisp" "experiments/ratings.lisp" "experiments/ranks.lisp" "experiments/result_files.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defvar *tuning-rules* '(:version 4 :size 5 :players 4 :max-dice 3) "The rules of all games.")
(defvar *tuning-nodes* 500 "The positions that a player searches for a move.")
(defvar *tuning-seed* 1 "The number that decides all boards, dice and changes.")
(defvar *change* 0.1 "The change of each weight in the first step; it falls with the steps to the power 0.101.")
(defvar *gain* 2 "The factor from a step's score to the change of the weights; it falls to the power 0.602.")

(defconstant +boards-of-match+ 5 "The number of boards that a rank plays before it reports.")

(defun changes-of-step (step)
  "Returns the signs of the changes of STEP, a list of 25 numbers 1 or -1."
  (let ((*random-state* (tessera:seed-random-state (+ (* 1000003 *tuning-seed*) step))))
    (loop repeat 25 collect (if (zerop (random 2)) 1 -1))))

(defun changed (weights signs size)
  "Returns the engine with WEIGHTS changed by SIZE in the directions SIGNS."
  (list :strong :nodes *tuning-nodes* :weights (mapcar (lambda (weight sign) (+ weight (* size sign))) weights signs)))

(defun step-score (one others seed first)
  "Returns the sum of the scores of the engine ONE against OTHERS on some boards from FIRST on, each against one
opponent, minus 1/2."
  (destructuring-bind (&key version size players max-dice (winning-hexes 0)) *tuning-rules*
    (loop for winners in (first (dice-of-doom:play-boards (engine-numbers one) (engine-numbers others) (text-rules version)
                                                          (list size players max-dice winning-hexes) seed first +boards-of-match+ 1))
          sum (- (score-against-one (board-score winners) players) 1/2))))

(defun sum-of-scores (one others seed firsts)
  "Returns the sum of the values of STEP-SCORE for FIRSTS, on all ranks."
  (let ((sum 0))
    (give-out (loop for first in firsts collect (list one others seed first)) #'step-score
              (lambda (task score) (declare (ignore task)) (incf sum score)))
    sum))

(defun next-weights (weights step games)
  "Returns WEIGHTS after STEP, in which GAMES are played, and the score of the step, from -1/2 to 1/2."
  (let* ((signs (changes-of-step step))
         (size (/ *change* (expt step 0.101)))
         (more (changed weights signs size))
         (less (changed weights signs (- size)))
         (boards (ceiling games (* 2 (getf *tuning-rules* :players))))
         (firsts (loop for first from 0 below boards by +boards-of-match+ collect first))
         (seed (+ *tuning-seed* (* 1000 step)))
         (score (/ (- (sum-of-scores more less seed firsts) (sum-of-scores less more seed firsts))
                   (* 2 +boards-of-match+ (length firsts)))))
    (values (mapcar (lambda (weight sign) (+ weight (* sign (/ *gain* (expt (+ step 10) 0.602)) score)))
                    weights signs)
            score)))

;;; The file has a line (STEP SCORE WEIGHTS) for each step.

(defun tuning-head (games)
  "Returns the head of the file: what is tuned, by GAMES games in each step."
  (list :tuning 1 :rules *tuning-rules* :nodes *tuning-nodes* :seed *tuning-seed* :change *change* :gain *gain* :games games))

(defun read-steps (path games)
  "Returns the last step in the file PATH, 0 if there is none, and its weights. Signals an ERROR if the file is of
another tuning."
  (let ((step 0) (weights (make-list 25 :initial-element 0)))
    (map-results (lambda (result)
                   (when (and (consp result) (eql (first result) (1+ step)) (= (length (third result)) 25))
                     (setf step (first result)
                           weights (third result))))
                 path (tuning-head games))
    (values step weights)))

(defun make-steps (first weights steps games add)
  "Makes the steps from FIRST to STEPS with GAMES games each, and calls ADD with each result. Returns the last weights."
  (loop for step from first to steps
        do (multiple-value-bind (after score) (next-weights weights step games)
             (setf weights after)
             (funcall add (list step score weights))
             (format t "step ~d: score ~,3f, longest change ~,3f~%" step score (reduce #'max weights :key #'abs))
             (finish-output)))
  weights)

(defun tune (steps games path)
  "Makes those of STEPS steps that the file PATH does not have yet, with GAMES games each. Prints the last weights."
  (multiple-value-bind (done weights) (read-steps path games)
    (format t "~%:weights (~{~,4f~^ ~})~%"
            (call-with-results (lambda (add) (make-steps (1+ done) weights steps games add)) path (tuning-head games)))))

(destructuring-bind (&optional (steps "100") (games "100") (path "tuning.results") &rest more) tessera:*arguments*
  (let ((numbers (mapcar (lambda (text) (parse-integer text :junk-allowed t)) (list steps games))))
    (cond ((or more (notevery (lambda (number) (typep number '(integer 1 1000000))) numbers))
           (format t "usage: [mpirun -n RANKS] tessera game/tuning.lisp [STEPS [GAMES [FILE]]]~%"))
          ((plusp (mpi:comm-rank)) (serve-tasks #'step-score))
          (t (tune (first numbers) (second numbers) path)
             (end-tasks)))))
