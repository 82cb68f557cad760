;;; Proofs of results under best play, by the rules of versions 1 to 3 for two players. Load a version of the game
;;; first.
;;;     (prove-result board)                     ; 1, player 0 wins; 1/2, a tie; 0, a loss
;;;     (write-proof "board.proof" board)        ; a file for checker.lisp

(require "dice-of-doom-solving")

(defvar *proof-table-size* 256 "The size of the table of proof numbers in megabytes, rounded down to a power of two.")

(defun check-provable (board player)
  "Signals an INVALID-SETTING unless PLAYER can begin a turn on BOARD, and the rules are those that the prover knows."
  (check-board board)
  (check-setting (= *num-players* 2) '*num-players* *num-players* "2: proofs are about games of two players")
  (check-setting (member player '(0 1)) "The player" player "0 or 1")
  (check-setting (typep *proof-table-size* '(integer 1 65536)) '*proof-table-size* *proof-table-size* "a number of megabytes, 1 to 65536")
  (destructuring-bind (&key attack luck reinforcement &allow-other-keys) (version-rules)
    (check-setting (and (eq luck :none) (eq attack :stronger) (eq reinforcement :taken))
                   "The game" (version-name *version*) "version 1, 2 or 3: proofs are about games without luck")))

(defun position-numbers (board player &optional (spare-dice 0) (first-move t))
  "Returns a position as the solver's natives take it: a list of numbers.
  (let ((*board-size* 2) (*board-hexnum* 4) (*max-dice* 3)) (position-numbers #((0 2) (1 1) (0 1) (1 1)) 0)) => (2 3 0 0 1 0 2 1 1 0 1 1 1)"
  (list* *board-size* *max-dice* player spare-dice (if first-move 1 0)
         (loop for (owner dice) across board collect owner collect dice)))

(defun time-left (end)
  "Returns the seconds until END, an internal real time; or many, if END is NIL."
  (if end
      (max 0d0 (/ (float (- end (get-internal-real-time)) 1d0) internal-time-units-per-second))
      1d9))

(defun end-of-time (seconds)
  "Returns the internal real time in SECONDS seconds; NIL if SECONDS is NIL."
  (and seconds (+ (get-internal-real-time) (round (* seconds internal-time-units-per-second)))))

(defun prove-position (position player win end)
  "Returns 1 if it is proved that PLAYER wins from POSITION or, unless WIN, at least ties; 0 if it is refuted, -1 if it
is not known at END. The second value is the number of positions searched."
  (destructuring-bind (answer proof disproof nodes)
      (dice-of-doom-solving:prove position player win (time-left end) *proof-table-size*)
    (declare (ignore proof disproof))
    (values answer nodes)))

(defun prove-result (board &key (player 0) time)
  "Returns the least and the most value of BOARD for PLAYER, who begins a turn, under best play: 1, a win; 1/2, a tie;
0, a loss. They are the same unless TIME, a number of seconds, is over before the result is proved. The third value is
the number of positions searched.
  (let ((*board-size* 2) (*board-hexnum* 4)) (prove-result #((0 2) (1 1) (0 1) (1 1)))) => 1"
  (check-provable board player)
  (check-setting (typep time '(or null (real (0) 1000000))) "The time" time "a number of seconds, more than 0, or NIL")
  (let ((position (position-numbers board player)) (end (end-of-time time)) (low 0) (high 1) (all 0))
    (flet ((decide (win)
             (multiple-value-bind (answer nodes) (prove-position position player win end)
               (incf all nodes)
               (when (= answer 1) (setf low (if win 1 1/2)))
               (when (= answer 0) (setf high (if win (if (oddp *board-hexnum*) 0 1/2) 0))))))
      (decide t)
      (when (< low high 1)   ; no win: a tie, if there are ties
        (decide nil)))
    (values low high all)))

;;; The moves of a position, for SOLVE of computer/strong_player.lisp

(defun provable-position-p (board spare-dice)
  "True if the prover takes positions on BOARD with SPARE-DICE dice taken in the turn."
  (and (<= *board-size* 8) (<= *max-dice* 5) (<= spare-dice 320)
       (every (lambda (hex) (typep (second hex) '(integer 1 5))) board)))

(defun prove-move (position player low high end)
  "Tries to prove the value of POSITION for PLAYER, which is from LOW to HIGH, until END. Returns what it then is."
  (loop for win = (= high 1)
        while (< low high)
        do (ecase (prove-position position player win end)
             (1 (setf low (if win 1 1/2)))
             (0 (setf high (if (and win (evenp *board-hexnum*)) 1/2 0)))
             (-1 (return))))
  (list low high))

(defun prove-moves (position time)
  "Returns for each move of POSITION, a list as of POSITION-OF, its least and its most value for the player to move.
They are the same if its result is proved; if TIME is not NIL, that may be too many for TIME seconds. All moves get some
time, and those that are not proved then twice as much."
  (destructuring-bind (player board spare-dice first-move) position
    (let* ((end (end-of-time time))
           (numbers (position-numbers board player spare-dice first-move))
           (successors (mapcar #'cddr (dice-of-doom-solving:successors numbers player t *proof-table-size*)))
           (values (make-list (length successors) :initial-element '(0 1))))
      (flet ((later (seconds) (if end (min end (end-of-time seconds)) (end-of-time seconds)))
             (unproved-p (value) (< (first value) (second value))))
        (loop for seconds = 1/10 then (* 2 seconds)
              do (setf values (loop for successor in successors
                                    for (low high) in values
                                    collect (prove-move successor player low high (later seconds))))
              while (and (some #'unproved-p values)
                         (or (null end) (< (get-internal-real-time) end)))))
      values)))

;;; Proof files

(defun print-claim (out position player value end most)
  "Writes the proof to OUT that PLAYER gets at least VALUE from POSITION. Signals an ERROR if that is not possible
before END, or takes more than MOST positions."
  (multiple-value-bind (outcome moves positions)
      (dice-of-doom-solving:proof-text position player (= value 1) (time-left end) *proof-table-size* most)
    (unless (zerop outcome)
      (error "WRITE-PROOF: ~a" (ecase outcome
                                 (1 "the claim is false")
                                 (2 "the time is over")
                                 (3 (format nil "the proof needs more than ~:d positions, or a position has more than 94 moves" most)))))
    (let ((*print-pretty* nil))
      (format out "~s~%" (list :claim (list player value) :positions positions :moves (length moves))))
    (loop for start from 0 below (length moves) by 100
          do (write-line moves out :start start :end (min (length moves) (+ start 100))))
    positions))

(defun write-proof (path board &key (player 0) time (positions 10000000))
  "Writes a proof of the result of BOARD, on which PLAYER begins a turn, to the file PATH. Returns the result
(1, 1/2 or 0) and the number of positions in the proof. Signals an ERROR if that takes more than TIME seconds, or more
positions than POSITIONS."
  (let ((end (end-of-time time)))
    (multiple-value-bind (low high) (prove-result board :player player :time time)
      (unless (= low high)
        (error "WRITE-PROOF: the result of the board is not known after ~d seconds" time))
      (let ((temporary (format nil "~a.new" (namestring path))) (walked 0))
        (with-open-file (out temporary :direction :output :if-exists :supersede)
          (let ((*print-pretty* nil))
            (format out "dice-of-doom proof 1~%~s~%" (list :size *board-size* :dice *max-dice* :board (coerce board 'list) :player player)))
          (loop for (claimant value) in (case low
                                          (1 (list (list player 1)))
                                          (0 (list (list (- 1 player) 1)))
                                          (t (list (list player 1/2) (list (- 1 player) 1/2))))
                do (incf walked (print-claim out (position-numbers board player) claimant value end positions)))
          (format out "end~%"))
        (rename-file temporary path)
        (values low walked)))))
