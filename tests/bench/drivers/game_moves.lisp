;;; Loaded after a lazy version of the game, in any Lisp: how long the computer's moves take on boards by chance.

(defun chance-sequence (seed)
  "Returns a function of N that returns integers below N, in every Lisp the same ones for the same SEED."
  (lambda (n)
    (setf seed (mod (+ (* seed 1103515245) 12345) 2147483648))
    (mod (ash seed -12) n)))

(defun chance-board (chance)
  (board-array (loop repeat *board-hexnum*
                     collect (list (funcall chance *num-players*) (1+ (funcall chance *max-dice*))))))

(defun movable-boards (count)
  "Returns COUNT boards on which player 0 can move."
  (loop with chance = (chance-sequence 20)
        for board = (chance-board chance)
        unless (lazy-null (third (game-tree board 0 0 t)))
          collect board into boards
        until (= (length boards) count)
        finally (return boards)))

(defun rated-as-by-computer (board)
  "Returns the ratings by which HANDLE-COMPUTER chooses on BOARD."
  (let ((tree (limit-tree-depth (game-tree board 0 0 t) *ai-level*)))
    (if (fboundp 'board-attack-fail)
        (get-ratings tree 0)
        (ab-get-ratings-max tree 0 most-positive-fixnum most-negative-fixnum))))

(defun run-moves (boards)
  "Makes the computer move on each of BOARDS, in a fresh tree."
  (let ((*standard-output* (make-broadcast-stream)))
    (dolist (board boards)
      (handle-computer (game-tree board 0 0 t)))))

(defun seconds-of (function)
  "Returns the processor time of a call of FUNCTION: it is called until a quarter of a second has passed."
  (let ((start (get-internal-run-time)))
    (loop for calls from 1
          for time = (progn (funcall function) (- (get-internal-run-time) start))
          until (>= time (/ internal-time-units-per-second 4))
          finally (return (/ time (* 1d0 calls internal-time-units-per-second))))))

(defun measure-moves (level size count)
  "Prints the seconds of a move at LEVEL on COUNT boards of SIZE by SIZE hexes, and all ratings."
  (setf *board-size* size
        *board-hexnum* (* size size)
        *ai-level* level)
  (let* ((boards (movable-boards count))
         (seconds (loop repeat 3
                        for seconds = (seconds-of (lambda () (run-moves boards)))
                        minimize seconds
                        until (> seconds 2))))
    (format t "seconds ~,9f~%ratings ~s~%" (/ seconds count) (mapcar #'rated-as-by-computer boards))))
