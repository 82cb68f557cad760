;;; A league of the computer's players: each plays all others, and a table shows their Elo ratings with errors. Many
;;; processes play at a time, on one machine or several.
;;;     tessera game/league.lisp                          ; 100 games of each pair, in one process
;;;     mpirun -n 5 tessera game/league.lisp 400          ; 400 games; rank 0 distributes them, 4 ranks play
;;;     mpirun -n 5 tessera game/league.lisp 400 FILE     ; keeps its results in FILE instead of league.results
;;;
;;; Each result goes into the file at once. If ranks are killed, or the machine is, the same command goes on, and only
;;; the games that were under way are lost. More games of the same league add to the file. The seed decides every game,
;;; whatever the number of ranks, so the table is the same. For another league, define these before:
;;;     mpirun -n 5 tessera --eval "(defvar *entrants* '((\"a\" (:random)) (\"b\" (:book :level 2))))" game/league.lisp

(dolist (name '("experiments/matches.lisp" "experiments/ratings.lisp" "experiments/ranks.lisp" "experiments/result_files.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defvar *entrants*
  '(("random" (:random))
    ("book 2" (:book :level 2))
    ("strong 30" (:strong :nodes 30))
    ("strong 300" (:strong :nodes 300))
    ("strong 3000" (:strong :nodes 3000)))
  "The players, each a name and an engine as in matches.lisp. The first has the rating 0. An engine with :TIME
plays otherwise each time.")

(defvar *league-rules* '(:version 4 :size 5 :players 2 :max-dice 5) "The rules of all games.")
(defvar *league-seed* 1 "The number that decides all boards, dice and random moves.")

(defconstant +boards-of-task+ 5 "The number of boards that a rank plays before it reports.")

;;; Tasks: (I J FIRST COUNT), the boards FIRST to FIRST + COUNT - 1 of the match of entrants I and J.

(defun league-tasks (games)
  "Returns the tasks of a league with GAMES games of each pair, rounded up to whole tasks, the first boards of all pairs
first."
  (loop for first from 0 below (ceiling games (getf *league-rules* :players)) by +boards-of-task+
        append (loop for i from 1 below (length *entrants*)
                     append (loop for j below i collect (list i j first +boards-of-task+)))))

(defun task-scores (i j first count)
  "Plays a task, which is a list of the arguments. Returns the scores of its first entrant on the boards, 0 to 1."
  (destructuring-bind (&key version size players max-dice (winning-hexes 0)) *league-rules*
    (flet ((numbers (place) (engine-numbers (second (nth place *entrants*)))))
      (mapcar #'board-score
              (first (dice-of-doom:play-boards (numbers i) (numbers j) (text-rules version)
                                               (list size players max-dice winning-hexes)
                                               (+ *league-seed* (* 1000 i) j) first count 1))))))

;;; The file has a line (TASK SCORES) for each task that is done.

(defun league-head ()
  "Returns the head of the file: what league it is."
  (list :league 1 :entrants *entrants* :rules *league-rules* :seed *league-seed* :boards +boards-of-task+))

(defun whole-result-p (result)
  "True if RESULT is a whole (TASK SCORES)."
  (and (consp result)
       (listp (first result))
       (= (length (first result)) 4)
       (listp (second result))
       (= (length (second result)) (fourth (first result)))
       (every #'realp (second result))))

(defun read-results (path)
  "Returns the results in the file PATH, which need not exist, as a list of (TASK SCORES). Signals an ERROR if the file
is of another league."
  (let ((results '()))
    (map-results (lambda (result)
                   (when (whole-result-p result)
                     (pushnew result results :key #'first :test #'equal)))
                 path (league-head))
    results))

(defun run-league (games path)
  "Plays what is missing in PATH of a league of GAMES games, and returns all results."
  (let* ((results (read-results path))
         (tasks (league-tasks games))
         (left (remove-if (lambda (task) (find task results :key #'first :test #'equal)) tasks))
         (all (length tasks))
         (done (- all (length left))))
    (format t "~d of ~d tasks are done~%" done all)
    (finish-output)
    (call-with-results (lambda (add)
                         (give-out left #'task-scores
                                   (lambda (task scores)
                                     (push (list task scores) results)
                                     (funcall add (list task scores))
                                     (when (zerop (mod (incf done) (max 1 (floor all 10))))
                                       (format t "~d of ~d tasks~%" done all)
                                       (finish-output)))))
                       path (league-head))
    (end-tasks)
    (remove-if-not (lambda (result) (member (first result) tasks :test #'equal)) results)))

;;; The table

(defun league-pairs (results)
  "Returns a list of (I J SCORE ERROR) of RESULTS, SCORE being that of I against one J, even if several J play; a drawn
board is added, so that ratings are finite."
  (loop for i from 1 below (length *entrants*)
        append (loop for j below i
                     collect (let ((scores (cons (/ (getf *league-rules* :players))
                                                 (loop for ((one other) scores) in (sort (copy-list results) #'< :key #'caddar)
                                                       when (and (= one i) (= other j)) append scores))))
                               (multiple-value-bind (score slope) (score-against-one (mean scores) (getf *league-rules* :players))
                                 (list i j (float score 1d0) (max 0.01d0 (* slope (error-of-mean scores)))))))))

(defun print-table (results)
  "Prints the ratings of RESULTS with 95 % intervals, and the scores of each pair in percent: 50 if they are equal."
  (let* ((pairs (league-pairs results))
         (count (length *entrants*))
         (points (fitted-points count pairs))
         (errors (point-errors count pairs points (constantly 0)))
         (order (sort (loop for i below count collect i) #'> :key (lambda (i) (aref points i)))))
    (format t "~%| player | Elo | +- |~{ ~a |~}~%|---|--:|--:|~{~a|~}~%" (mapcar (lambda (i) (first (nth i *entrants*))) order)
            (make-list count :initial-element "--:"))
    (dolist (i order)
      (format t "| ~a | ~d | ~d |~{ ~a |~}~%" (first (nth i *entrants*)) (round (aref points i)) (round (* 1.96 (nth i errors)))
              (loop for j in order
                    collect (flet ((score (i j) (third (find-if (lambda (pair) (and (= (first pair) i) (= (second pair) j))) pairs))))
                              (if (= i j) "" (percent (if (> i j) (score i j) (- 1 (score j i)))))))))
    (format t "~%~d games; ~a~%" (* (getf *league-rules* :players) (reduce #'+ results :key (lambda (result) (length (second result)))))
            (format nil "~{~(~a~) ~a~^, ~}, seed ~d" *league-rules* *league-seed*))))

(destructuring-bind (&optional (games "100") (path "league.results") &rest more) tessera:*arguments*
  (let ((games (parse-integer games :junk-allowed t)))
    (cond ((or more (not (typep games '(integer 1 1000000))))
           (format t "usage: [mpirun -n RANKS] tessera game/league.lisp [GAMES [FILE]]~%"))
          ((plusp (mpi:comm-rank)) (serve-tasks #'task-scores))
          (t (print-table (run-league games path))))))
