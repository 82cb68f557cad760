;;; Dice of Doom, third version, after chapter 19 of the book: the board as a picture, the game as web pages. The server
;;; calls (dod-request-handler PATH HEADER PARAMS) for each request, which prints the page:
;;;     (serve #'dod-request-handler)        ; then look at http://localhost:8080/game.html
;;; Each browser has its own game: see web/sessions.lisp. Without a server:
;;;     (dod-request-handler "game.html" nil nil)
;;;     (dod-request-handler "game.html" nil '((chosen . "3")))

(dolist (name '("dice_of_doom_v2.lisp" "webserver.lisp" "svg.lisp" "common/trees.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *board-width* 900 "The width of the picture.")
(defparameter *board-height* 500 "The height of the picture.")
(defparameter *board-scale* 64 "Half the width of a tile.")
(defparameter *top-offset* 3 "The distance of the first row of tiles from the top, in halves of a tile.")
(defparameter *row-distance* 0.7 "The distance between rows of tiles, in halves of a tile.")
(defparameter *dice-scale* 40 "The size of a die.")
(defparameter *dot-size* 0.05 "The size of a die's dot relative to the die.")
(defparameter *die-colors* '((255 63 63) (63 63 255)) "The players' colors.")

;;; A die: three faces with dots, drawn for a die of size 1 at (0 . 0)

(defparameter *die-faces*
  '((((0 . -1) (-0.6 . -0.75) (0 . -0.5) (0.6 . -0.75)) . 40)
    (((0 . -0.5) (-0.6 . -0.75) (-0.6 . 0) (0 . 0.25)) . 0)
    (((0 . -0.5) (0.6 . -0.75) (0.6 . 0) (0 . 0.25)) . -40))
  "The corners of the top, the left and the right face, each list with the brightness added to the die's color.")

(defparameter *die-dots*
  '((-0.05 . -0.875) (0.125 . -0.80) (0.3 . -0.725) (-0.3 . -0.775) (-0.125 . -0.70) (0.05 . -0.625) ; six on the top
    (0.2 . -0.35) (0.2 . -0.05) (0.45 . -0.45) (0.45 . -0.15)                                        ; four on the right
    (-0.45 . -0.45) (-0.2 . -0.05))                                                                  ; two on the left
  "The centers of the dots.")

(defun dot-corners (middle)
  "Returns the corners of the dot around the point MIDDLE."
  (loop for (dx . dy) in '((-1 . -1) (-1 . 1) (1 . 1) (1 . -1))
        collect (cons (+ (car middle) (* dx *dot-size*))
                      (+ (cdr middle) (* dy *dot-size*)))))

(defun draw-die-svg (x y col)
  "Draws a die of color COL at the point X, Y."
  (labels ((place (point)
             (cons (+ x (* *dice-scale* (car point)))
                   (+ y (* *dice-scale* (cdr point)))))
           (draw (points color)
             (polygon (mapcar #'place points) color)))
    (loop for (corners . light) in *die-faces*
          do (draw corners (brightness col light)))
    (loop for dot in *die-dots*
          do (draw (dot-corners dot) '(255 255 255)))))

;;; A tile: two hexagons, one above the other, and the dice on them

(defparameter *tile-corners* '((-1 . -0.2) (0 . -0.5) (1 . -0.2) (1 . 0.2) (0 . 0.5) (-1 . 0.2))
  "The corners of a tile of size 1 at (0 . 0).")

(defun tile-points (xx yy lower)
  "Returns the corners of a tile around the point XX, YY, moved down by LOWER times its size: a list of pairs (X . Y)."
  (loop for (x . y) in *tile-corners*
        collect (cons (+ xx (* *board-scale* x))
                      (+ yy (* *board-scale* (+ y lower))))))

(defun tile-polygon (xx yy lower col)
  "Draws a hexagon of color COL around the point XX, YY, moved down by LOWER times its size."
  (polygon (tile-points xx yy lower) col))

(defun draw-tile-svg (x y pos hex xx yy col chosen-tile)
  "Draws the tile in column X and row Y, the hex HEX at position POS of the board, around the point XX, YY in the color
COL, brighter if CHOSEN-TILE is its position. The dice are shifted alternately to the left and to the right."
  (let ((tile-color (if (eql pos chosen-tile) (brightness col 100) col)))
    (tile-polygon xx yy (* 1 0.1) tile-color)
    (tile-polygon xx yy (* 0 0.1) tile-color))
  (dotimes (z (second hex))
    (draw-die-svg (+ xx (* *dice-scale* 0.3 (if (oddp (+ x y z)) -0.3 0.3)))
                  (- yy (* *dice-scale* z 0.8))
                  col)))

;;; The board

(defun color-p (thing)
  "True if THING is a color: (RED GREEN BLUE), numbers from 0 to 255."
  (typep thing '(cons (real 0 255) (cons (real 0 255) (cons (real 0 255) null)))))

(defun check-picture ()
  "Signals an INVALID-SETTING if a size above is wrong or *DIE-COLORS* does not have a color for each player."
  (dolist (name '(*board-width* *board-height* *board-scale* *top-offset* *row-distance* *dice-scale* *dot-size*))
    (check-setting (typep (symbol-value name) '(real 0)) name (symbol-value name) "a number, 0 or more"))
  (check-setting (and (listp *die-colors*) (every #'color-p *die-colors*) (>= (length *die-colors*) *num-players*))
                 '*die-colors* *die-colors*
                 "a list of colors (RED GREEN BLUE), one for each of the ~d players that *NUM-PLAYERS* says"
                 *num-players*))

(defun make-game-link (pos)
  "Returns the address of the page after the player has chosen POS."
  (format nil "/game.html?chosen=~a" pos))

(defun tile-color (hex y)
  "Returns the color of HEX in row Y: its player's, darker the further back it is."
  (brightness (nth (first hex) *die-colors*)
              (* -15 (- *board-size* y))))

(defun map-tiles (function board)
  "Calls FUNCTION for each tile of BOARD, from the back to the front, with the arguments of DRAW-TILE-SVG except the
last: column, row, position, hex, the tile's center (two arguments), and its color."
  (check-board board)
  (check-picture)
  (dotimes (y *board-size*)
    (dotimes (x *board-size*)
      (let* ((pos (+ x (* *board-size* y)))
             (hex (aref board pos))
             (xx (* *board-scale* (+ (* 2 x) (- *board-size* y))))
             (yy (* *board-scale* (+ (* y *row-distance*) *top-offset*))))
        (funcall function x y pos hex xx yy (tile-color hex y))))))

(defun draw-board-svg (board chosen-tile legal-tiles)
  "Draws BOARD with the tile at CHOSEN-TILE, if not NIL, brighter. The tiles at the positions LEGAL-TILES are links."
  (map-tiles (lambda (x y pos hex xx yy col)
               (flet ((draw ()
                        (draw-tile-svg x y pos hex xx yy col chosen-tile)))
                 (if (member pos legal-tiles)
                     (tag g () (tag a ("xlink:href" (make-game-link pos)) (draw)))
                     (draw))))
             board))

;;; The pages

(defparameter *cur-game-tree* nil "The current game.")
(defparameter *from-tile* nil "The hex from which the person is about to attack, or NIL.")
(define-session-variable *cur-game-tree* :save #'tree-state :restore #'tree-of-state :version #'identity)
(define-session-variable *from-tile* :valid (lambda (tile) (typep tile `(or null (mod ,*board-hexnum*)))))

(defun parse-choice (text)
  "Returns the choice that TEXT of an address means: a position, PASS or NIL; :UNKNOWN for anything else. TEXT is not
passed to the Lisp reader, since it comes from outside."
  (let ((text (princ-to-string text)))
    (cond ((string-equal text "NIL") nil)
          ((string-equal text "PASS") 'pass)
          ((and (plusp (length text)) (every #'digit-char-p text)) (parse-integer text))
          (t :unknown))))

(defun dod-request-handler (path header params)
  "Prints the page for PATH: the game after the choice under CHOSEN in the alist PARAMS. HEADER is ignored."
  (declare (ignore header))
  (if (equal path "game.html")
      (progn (princ "<!doctype html>")
             (tag center ()
               (princ "Welcome to DICE OF DOOM!")
               (tag br ())
               (web-turn (assoc 'chosen params))
               (tag br ())
               (draw-dod-page *cur-game-tree* *from-tile*)))
      (progn (setf *response-status* 404)
             (princ "Sorry... I don't know that page."))))

(defun web-turn (chosen)
  "Carries out the parameter CHOSEN, a pair or NIL; without it a new game begins."
  (unless (and *cur-game-tree* chosen)
    (setf chosen nil)
    (web-initialize))
  (destructuring-bind (player board moves) *cur-game-tree*
    (cond ((lazy-null moves) (web-announce-winner board))
          ((zerop player) (web-handle-human (and chosen (parse-choice (cdr chosen)))))
          (t (web-handle-computer)))))

(defun web-initialize ()
  "Begins a new game."
  (setf *from-tile* nil
        *cur-game-tree* (game-tree (gen-board) 0 0 t)))

(defun web-announce-winner (board)
  "Prints who has won a game that ended with BOARD, and a link to a new one."
  (announce-winner board)
  (tag a (href "game.html")
    (princ " play again")))

(defun find-move (test)
  "Returns the first move of the current game whose action satisfies TEST, or NIL."
  (lazy-find-if (lambda (move) (funcall test (first move)))
                (third *cur-game-tree*)))

(defun move-tree (board move)
  "Returns the tree after MOVE, made on BOARD."
  (declare (ignore board))
  (second move))

(defun web-make-move (move)
  "Makes MOVE in the current game."
  (setf *cur-game-tree* (move-tree (second *cur-game-tree*) move)
        *from-tile* nil))

(defun refuse-choice (control &rest arguments)
  "Prints CONTROL, formatted with ARGUMENTS: why a choice is not possible, for example since a link was followed twice."
  (setf *response-status* 409)
  (apply #'format t control arguments))

(defun web-pass ()
  "Ends the person's turn, if possible."
  (let ((move (find-move #'null)))
    (cond (move (web-make-move move)
                (princ "Your reinforcements have been placed.")
                (tag a (href (make-game-link nil))
                  (princ "continue")))
          (t (refuse-choice "You cannot pass before you have attacked. Please choose a hex to move from:")))))

(defun web-choose-source (pos)
  "Remembers that the person attacks from POS, if there is an attack from it."
  (cond ((find-move (lambda (action) (and action (eql (first action) pos))))
         (setf *from-tile* pos)
         (princ "Now choose a destination:"))
        (t (refuse-choice "You cannot move from hex ~(~a~). Please choose a hex to move from:" pos))))

(defun web-attack (pos)
  "Attacks POS from the hex chosen before, if possible."
  (let ((move (find-move (lambda (action) (equal action (list *from-tile* pos))))))
    (cond (move (web-make-move move)
                (princ "You may now ")
                (tag a (href (make-game-link 'pass))
                  (princ "pass"))
                (princ " or make another move:"))
          (t (refuse-choice "You cannot move from hex ~a to hex ~(~a~). Now choose a destination:" *from-tile* pos)))))

(defun web-handle-human (pos)
  "Carries out the person's choice POS, a position, PASS or NIL, and prints the result."
  (cond ((null pos) (princ "Please choose a hex to move from:"))
        ((eq pos 'pass) (web-pass))
        ((null *from-tile*) (web-choose-source pos))
        ((eql pos *from-tile*)
         (setf *from-tile* nil)
         (princ "Move cancelled."))
        (t (web-attack pos))))

(defun web-handle-computer ()
  "Makes the computer's move, and makes the browser ask for the next page after a while."
  (setf *cur-game-tree* (handle-computer *cur-game-tree*))
  (princ "The computer has moved. ")
  (tag script ()
    (princ "window.setTimeout('window.location=\"game.html?chosen=NIL\"',5000)")))

(defun legal-tiles (tree selected-tile)
  "Returns the positions that can be chosen in TREE: targets of attacks from SELECTED-TILE, or sources if it is NIL."
  (loop for ((src dst)) in (take-all (third tree))
        if (null selected-tile)
          collect src
        else if (eql src selected-tile)
          collect dst))

(defun draw-dod-page (tree selected-tile)
  "Draws the board of TREE with SELECTED-TILE, if not NIL, brighter, and links where the player can choose."
  (svg *board-width* *board-height*
    (draw-board-svg (second tree) selected-tile (legal-tiles tree selected-tile))))
