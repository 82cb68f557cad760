;;; Dice of Doom on maps: boards with holes, such as the sea around islands. The game is that of last_standing.lisp;
;;; with *HOLES* NIL, as it is unless set, boards are the book's.
;;;     (setf *board-size* 7 *board-hexnum* 49 *holes* (map-holes :atoll 7 0))
;;;     (play-vs-computer (game-tree (gen-board) 0 0 t))
;;; A hole has a place on the board, but no owner, no dice and no neighbors: it is the hex (26 0).

(unless (and (boundp '*version*) *version* (eql (version-name *version*) :last-standing))
  (load (merge-pathnames "last_standing.lisp" (or *load-truename* *default-pathname-defaults*))))

#+tessera (declaim (tessera:muffle-warnings :redefinition))

(when (fboundp 'native-off)             ; the functions below are made of the script's
  (native-off))

;;; The rules: whatever asks for neighbors, counts hexes or draws them

(let ((old-neighbors (symbol-function 'neighbors)))
  (defun neighbors (pos)
    "Returns the positions of the hexes that touch the one at POS; none for a hole.
  (let ((*board-size* 2) (*board-hexnum* 4) (*holes* '(3))) (neighbors 0)) => (2 1)"
    (if (member pos *holes*)
        '()
        (remove-if (lambda (pos) (member pos *holes*)) (funcall old-neighbors pos)))))

(let ((old-winners (symbol-function 'winners)))
  (defun winners (board)
    "Returns the list of the players with the most hexes on BOARD, whose holes do not count.
  (winners #((0 1) (26 0) (26 0) (0 2))) => (0)"
    (funcall old-winners (remove-if #'hole-p board))))

(let ((old-score-board (symbol-function 'score-board)))
  (defun score-board (board player)
    "Returns the score of BOARD for PLAYER; holes add nothing."
    (+ (funcall old-score-board board player) (length *holes*))))

(let ((old-hex-p (symbol-function 'hex-p)))
  (defun hex-p (thing)
    "True if THING is a hex, (PLAYER DICE), or a hole."
    (or (hole-p thing) (funcall old-hex-p thing))))

(let ((old-check-board (symbol-function 'check-board)))
  (defun check-board (board)
    "Signals an INVALID-SETTING if a setting has a wrong value, or BOARD or its holes do not match them."
    (funcall old-check-board board)
    (check-setting (equal (holes-of board) *holes*) "The board" board "one with holes at ~:[none of its places~;~:*~{~a~^, ~}~], as *HOLES* says" *holes*)))

(defun with-holes (board)
  "Returns BOARD with holes at *HOLES*."
  (dolist (pos *holes* board)
    (setf (aref board pos) (hole))))

(let ((old-gen-board (symbol-function 'gen-board)))
  (defun gen-board ()
    "Returns a board with a random owner and random dice for each hex.
  (let ((*holes* '(1))) (hole-p (aref (gen-board) 1))) => T"
    (with-holes (funcall old-gen-board))))

;;; Pictures

(let ((old-draw-board (symbol-function 'draw-board)))
  (defun draw-board (board)
    "Prints BOARD, each row further to the left than the one above it; nothing where it has holes."
    (let* ((letter (player-letter *nobody*))
           (text (with-output-to-string (*standard-output*) (funcall old-draw-board board))))
      (loop for at = (search (format nil "~a-0" letter) text)
            while at
            do (replace text "   " :start1 at))
      (fresh-line)
      (write-string text)
      nil)))

(let ((old-draw-tile-svg (symbol-function 'draw-tile-svg)))
  (defun draw-tile-svg (x y pos hex xx yy col chosen-tile)
    "Draws a tile as the text does; nothing for a hole."
    (unless (hole-p hex)
      (funcall old-draw-tile-svg x y pos hex xx yy col chosen-tile))))

(load (merge-pathnames "records/maps.lisp" (or *load-truename* *default-pathname-defaults*)))

;;; Declares the rules for native.lisp.

(declare-version :maps :based-on :last-standing :board :holes :score :threats)

(when (fboundp 'native-on)
  (native-on))
