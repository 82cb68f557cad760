;;; Draws boards and game trees for SHOW-TREE and notebooks. pictures.lisp loads this file when it is needed.

(in-package "GAME-PICTURES")

;;; As trees

(defun player-text (player)
  "Returns a text for PLAYER, such as \"player a\"."
  (if (typep player '(integer 0 25))
      (format nil "player ~C" (code-char (+ (char-code #\a) player)))
      (format nil "player ~A" player)))

(defun move-label (move)
  "Returns the label of MOVE in a picture of a tree: a text, or MOVE itself."
  (cond ((null move) "end of turn")
        ((and (consp move) (eql 2 (ignore-errors (list-length move))) (every #'integerp move)) (format nil "~D -> ~D" (first move) (second move)))
        (t move)))

(defun branches (moves)
  "Returns a lazy list of branches for MOVES, a list or a lazy one."
  (and moves
       (lambda ()
         (let ((cell (if (functionp moves) (funcall moves) moves)))
           (when (consp cell)
             (destructuring-bind (&optional move tree failure) (car cell)
               (let ((label (move-label move)) (others (branches (cdr cell))))
                 (list* (cons label tree)
                        (if failure
                            (cons (cons (format nil "~A fails" label) failure) others)
                            others)))))))))

(defun view-of-tree (tree)
  "Returns the values of TREE-VIEW for the game TREE."
  (destructuring-bind (player board . others) tree
    (values (cons (player-text player) (or (board-lines board) (list board)))
            (branches (car (last others)))
            (and (hexes-p board)
                 (multiple-value-bind (width height) (board-size board)
                   (list width height (lambda (left top) (draw-hexes board left top)))))
            "moves")))

;;; As pictures

(defparameter *radius* 13 "The radius of a hex.")
(defparameter *colors* '((63 107 209) (217 119 6) (147 68 190) (13 148 136) (220 60 60) (90 150 60))
  "The colors of the players.")

(defun board-size (board)
  "Returns the width and the height of the picture of BOARD."
  (let ((side (isqrt (length board))))
    (values (* *radius* 1.8 (+ side (/ (1- side) 2) 0.4)) (+ (* *radius* 1.55 side) (* 0.6 *radius*)))))

(defun rounded (number)
  "Returns NUMBER with one digit after the point, or none if that is 0."
  (let ((tenths (round (* 10 number)))) (if (zerop (mod tenths 10)) (floor tenths 10) (/ tenths 10.0))))

(defun draw-hexes (board left top)
  "Draws BOARD, row below row, each shifted to the left of the one above it."
  (let* ((side (isqrt (length board))) (step (* 1.8 *radius*)))
    (loop for (player dice) across board
          for i from 0
          unless (eql player 26)        ; a hole: see ../maps.lisp
          do (multiple-value-bind (row column) (floor i side)
               (let ((x (+ left (* step (+ column 0.7 (/ (- side row 1) 2))))) (y (+ top *radius* (* 1.55 *radius* row))))
                 (tessera-svg:polygon (loop for (dx dy) in '((0 -1) (0.87 -0.5) (0.87 0.5) (0 1) (-0.87 0.5) (-0.87 -0.5))
                                            collect (cons (rounded (+ x (* *radius* dx))) (rounded (+ y (* *radius* dy)))))
                                      (nth (mod player (length *colors*)) *colors*))
                 (tessera-svg:tag text (x (rounded x) y (rounded (+ y 4)) text-anchor "middle" style "fill:white;font-weight:bold;stroke:none"
                                        "xml:space" "preserve")
                   (format t "~D" dice)))))))

(defun picture (width height draw)
  "Returns a picture of WIDTH and HEIGHT, the SVG that the function DRAW prints."
  (with-output-to-string (*standard-output*)
    (let* ((*print-pretty* nil) (*print-base* 10) (*print-radix* nil) (*read-default-float-format* 'single-float)
           (width (rounded width)) (height (rounded height)))
      (tessera-svg:svg width height (funcall draw)))))

(defun games-own-picture (board)
  "Returns the picture of BOARD that DRAW-BOARD-SVG draws, if that function exists, as from the third version on; or
NIL."
  (flet ((setting (name) (let ((symbol (find-symbol name *package*))) (and symbol (boundp symbol) (symbol-value symbol)))))
    (let ((draw (games-function "DRAW-BOARD-SVG")) (width (setting "*BOARD-WIDTH*")) (height (setting "*BOARD-HEIGHT*")))
      (and draw width height
           (ignore-errors       ; it draws boards of the size that the game is set to
            (picture width height (lambda () (funcall draw board nil '()))))))))

(defun picture-of-board (board)
  "Returns the picture of BOARD that a notebook shows."
  (or (games-own-picture board)
      (multiple-value-bind (width height) (board-size board)
        (picture (+ width 8) (+ height 8)
                 (lambda ()
                   (tessera-svg:tag g (font-family "monospace" font-size 12)
                     (draw-hexes board 4 4)))))))
