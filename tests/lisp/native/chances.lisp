;;; The exact chances of small boards with dice: game/solving/chances.lisp, compared with plain value iteration on the
;;; script's trees.

;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/native.lisp") (load "game/solving/prover.lisp")
       (load "game/solving/chances.lisp") t)         => t
(defun settings (size dice)
  (setf *num-players* 2 *board-size* size *board-hexnum* (* size size) *max-dice* dice))   => settings

;;; Every reachable position, with the script's trees and ratings.
(defun position-of-tree (tree first)
  (list (first tree) (coerce (second tree) 'list) first))   => position-of-tree
(defun reachable (board)
  "Returns a hash table from the positions that can follow from BOARD to lists (PLAYER BOARD MOVES), where MOVES are
lists of pairs of a probability and a position."
  (let ((all (make-hash-table :test 'equal)))
    (labels ((visit (tree first)
               (let ((key (position-of-tree tree first)))
                 (unless (gethash key all)
                   (setf (gethash key all) t)
                   (let ((board (second tree)))
                     (flet ((dice (pos) (second (aref board pos))))
                       (setf (gethash key all)
                             (list (first tree) board
                                   (loop for (action success failure) in (take-all (third tree))
                                         collect (if action
                                                     (let ((odds (attack-odds (dice (first action)) (dice (second action)))))
                                                       (list (list odds (position-of-tree success nil)) (list (- 1d0 odds) (position-of-tree failure nil))))
                                                     (list (list 1 (position-of-tree success t))))))))
                     (loop for (action success failure) in (take-all (third tree))
                           do (visit success (null action))
                              (when failure (visit failure nil))))))))
      (visit (game-tree board 0 0 t) t))
    all))                                            => reachable
(defun plain-chances (positions)
  "Returns a hash table from POSITIONS to player 0's chance, by value iteration."
  (let ((values (make-hash-table :test 'equal)))
    (flet ((value-of (player board moves)
             (if moves
                 (reduce (if (zerop player) #'max #'min)
                         (mapcar (lambda (outcomes) (loop for (odds key) in outcomes sum (* odds (gethash key values 0.5d0)))) moves))
                 (let ((w (winners board))) (if (member 0 w) (/ 1d0 (length w)) 0d0)))))
      (loop repeat 200
            for change = 0d0
            do (maphash (lambda (key entry)
                          (let ((new (apply #'value-of entry)))
                            (setf change (max change (abs (- new (gethash key values 0.5d0)))) (gethash key values) new)))
                        positions)
            while (> change 1d-10)))
    values))                                         => plain-chances
(defun largest-error (board)
  "Returns the largest difference between plain and native chances in the positions that follow from BOARD, and whether
all are within the bounds."
  (let* ((positions (reachable board)) (plain (plain-chances positions)) (largest 0) (outside 0))
    (maphash (lambda (key entry)
               (destructuring-bind (player board moves) entry
                 (declare (ignore moves))
                 (multiple-value-bind (low high) (position-chance (game-tree board player 0 (third key)))
                   (let ((chance (if (zerop player) (gethash key plain) (- 1 (gethash key plain)))))
                     (unless (<= (- low 1d-7) chance (+ high 1d-7)) (incf outside))
                     (setf largest (max largest (abs (- chance low)) (abs (- chance high))))))))
             positions)
    (list (> (hash-table-count positions) 100) (< largest 2d-6) outside)))   => largest-error
(progn (settings 2 2) (<= (first (last (compute-chances))) 1d-6))   => t
(largest-error #((0 2) (1 2) (1 2) (0 1)))           => (t t 0)
(progn (settings 2 3) (<= (first (last (compute-chances))) 1d-6))   => t
(largest-error #((0 3) (1 2) (1 3) (0 1)))           => (t t 0)
;;; Other odds: without luck in the last attack.
(let ((*dice-odds* #(#(1.0 1.0) #(0.5 1.0)))) (settings 2 2) (compute-chances) (position-chance (game-tree #((0 2) (1 1) (1 1) (0 1)) 0 0 t)))
                                                     => (values 1.0d0 1.0d0)
(progn (settings 3 4) (compute-chances))             => (error error "up to 3x3 hexes with up to 3 dice")
(position-chance (game-tree (gen-board) 0 0 t))      => (error error "COMPUTE-CHANCES")
(let ((*num-players* 3)) (compute-chances))          => (error error "two players")
(defun undone () (load "game/dice_of_doom_v2.lisp") (settings 2 2) (compute-chances))   => undone
(undone)                                             => (error error "version 4")
