;;; Makes the decisions of ../browser/decision_set.lisp: positions of games with dice in which a computer of the level
;;; casual made a blunder, and one move is clearly best.
;;;     tessera game/experiments/decision_maker.lisp 16 1    ; 16 decisions, from games with seeds from 1 on

(dolist (name '("../dice_of_doom_v4.lisp" "../native.lisp" "../common/strings.lisp" "../languages/translation.lisp" "../computer/background_analysis.lisp"
                "../records/record.lisp" "../computer/levels.lisp" "../computer/advice.lisp" "../records/notation.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *decision-rules* '(:size 6 :players 3 :dice 5 :people 1 :level :casual :ending :share :fair t)
  "The rules of the games.")
(defparameter *loss* 0.1 "The least loss of chance by the blunder.")
(defparameter *lead* 0.05 "The least advantage of the best move over any other.")
(defparameter *nodes* 60000 "The most positions searched for the chances.")

(defun percent (chance)
  "Returns CHANCE in whole percent."
  (round (* 100 chance)))

(defun chances-of-moves (tree)
  "Returns the chances to win with the moves of TREE, lists (ACTION CHANCE), the best one first, and the best line."
  (let ((found (let ((*ai-style* :strong)) (analysis tree :rate-all t :seconds 20 :nodes *nodes*))))
    (values (sort (loop for (action chance) in (getf found :moves) collect (list action chance)) #'> :key #'second)
            (getf found :line))))

(defun after-likely-outcome (tree action)
  "Returns the tree after ACTION in TREE with the likelier outcome, and after the end of the turn if it can be ended."
  (destructuring-bind (success &optional failure) (rest (find action (moves-of tree) :key #'first :test #'equal))
    (let* ((board (second tree))
           (next (if (and action (< (attack-odds (second (aref board (first action))) (second (aref board (second action)))) 1/2))
                     failure
                     success))
           (pass (and (= (first next) (first tree)) (find nil (moves-of next) :key #'first))))
      (if pass (second pass) next))))

(defun answer-to (tree action)
  "Returns a list of the next player after ACTION in TREE, counted from the player to move, and that player's best
action; NIL if the same player still has to attack."
  (let ((next (after-likely-outcome tree action)))
    (when (and (/= (first next) (first tree)) (moves-of next))
      (list (mod (- (first next) (first tree)) *num-players*)
            (first (first (chances-of-moves next)))))))

(defun decision-of (tree blunder)
  "Returns the decision in TREE, where BLUNDER was played, as a property list; NIL if it is not clear enough."
  (multiple-value-bind (moves line) (chances-of-moves tree)
    (let ((best (first moves))
          (played (find blunder moves :key #'first :test #'equal)))
      (when (and (rest moves) played (first best)
                 (>= (- (second best) (second played)) *loss*)
                 (>= (- (second best) (second (second moves))) *lead*))
        (list :at (position-text tree)
              :blunder blunder :answer (answer-to tree blunder)
              :line (if (equal (first line) (first best)) (subseq line 0 (min 4 (length line))) (list (first best)))
              :moves (loop for (action chance) in moves collect (list action (percent chance))))))))

(defun decisions-of-game (seed)
  "Returns a list of at most one decision, taken from a game with SEED."
  (let* ((rules (list* :seed seed *decision-rules*))
         (record (new-record rules "G")))
    (with-rules (rules)
      (loop until (eq (record-stage record) :over)
            do (play-action record (record-action record :casual)))
      (let ((trees (record-trees record)))
        (loop for move in (review-at-once record)
              for decision = (and (equal (move-review-mistake move) "??")
                                  (decision-of (nth (move-review-number move) trees) (move-review-action move)))
              when decision
                return (list decision))))))

(when tessera:*arguments*
  (destructuring-bind (count seed) (mapcar #'parse-integer tessera:*arguments*)
    (format t ";;; Decisions in games with dice, made by ../experiments/decision_maker.lisp ~d ~d. :AT is the position,~%~
               ;;; :MOVES has the chance to win of every move in percent, the best first; :LINE begins with it.~%~
               ;;; :BLUNDER was played; :ANSWER is what the next player, counted from the one to move, does then.~2%~
               (defparameter *decisions*~%  '(" count seed)
    (loop with found = 0
          for number from seed
          while (< found count)
          do (dolist (decision (decisions-of-game number))
               (let ((*print-case* :downcase) (*print-pretty* nil)) (format t "~:[~%    ~;~]~s" (zerop found) decision))
               (finish-output)
               (incf found)))
    (format t ")~%  \"The decisions.\")~%")))
