;;; The board as a picture to play on: flat tiles with dice, each a link if it can be chosen, with a title that
;;; describes it. Printed to *STANDARD-OUTPUT*. A tile is 200 wide and contains only its column and row; the style sheet
;;; places it, in the wide view, which is the book's, or for phones in the tall view, the same board turned by 60
;;; degrees.
;;;
;;; A tile shows a glyph with the number of dice on the left and the dice on the right. As rows are shifted by half a
;;; tile, the dice of a tile never cover the numbers of those behind it.

(defparameter *corners* '((0 . -76) (100 . -38) (100 . 38) (0 . 76) (-100 . 38) (-100 . -38))
  "The corners of a tile, clockwise from the top.")
(defparameter *row-step* 114 "The vertical distance between rows of tiles.")
(defparameter *die-step* 24 "The vertical distance between the dice of a stack.")
(defparameter *view-steps* '((:wide (200 . 0) (-100 . 114)) (:tall (100 . -114) (100 . 114)))
  "For each view how far to the right and down the next column and the next row are.")
(defparameter *view-neighbors*
  '((:wide (-1 . 0) (0 . 1) (1 . 1) (1 . 0) (0 . -1) (-1 . -1)) (:tall (0 . 1) (1 . 1) (1 . 0) (0 . -1) (-1 . -1) (-1 . 0)))
  "For each view how many rows and columns further the neighbors beyond the edges are, clockwise from the upper right.")

;;; Definitions, drawn once in a page and referred to

(defun path-text (points)
  "Returns POINTS as a closed SVG path.
  (path-text '((0 . 1) (20 . -3))) => \"M0 1 20 -3Z\""
  (format nil "M~{~a~^ ~}Z" (loop for (x . y) in points collect (format nil "~d ~d" x y))))

(defun draw-spots (matrix spots)
  "Draws SPOTS, pairs (X . Y), on the face of a die, transformed by MATRIX."
  (tag g (class "pip" transform (format nil "matrix(~a)" matrix))
    (loop for (x . y) in spots
          do (tag circle (cx x cy y r ".2")))))

(defun draw-die-definitions ()
  "Defines a die, \"d\", and one with six spots on its top, \"dd\", for the top of a stack."
  (tag g (id "d")
    (tag path (class "dl" d "M-22-25 0-9V17L-22 1Z"))
    (tag path (class "dr" d "M22-25 0-9V17L22 1Z"))
    (tag path (class "dt" d "M0-41 22-25 0-9-22-25Z"))
    (draw-spots "11 8 0 13 -11 -4" '((-.45 . -.45) (.45 . .45)))
    (draw-spots "11 -8 0 13 11 -4" '((-.5 . -.5) (.5 . -.5) (-.5 . .5) (.5 . .5))))
  (tag g (id "dd")
    (tag use (href "#d"))
    (draw-spots "10.5 7.6 -10.5 7.6 0 -25" '((-.55 . -.42) (-.55 . .42) (0 . -.42) (0 . .42) (.55 . -.42) (.55 . .42)))))

(defun draw-stack-definitions ()
  "Defines the stacks of dice s1, s2, ..., slightly askew, by their number of dice."
  (loop for height from 1 to *max-dice*
        do (tag g (id (format nil "s~d" height))
             (tag ellipse (class "shade" cx 4 cy 5 rx 29 ry 18))
             (dotimes (z height)
               (tag use (href (if (= z (1- height)) "#dd" "#d") x (if (oddp z) 1.5 -1.5) y (- (* z *die-step*))))))))

(defun ring-path ()
  "Returns the path of the ring in a tile that can be chosen."
  (path-text (loop for (x . y) in *corners* collect (cons (round (* 0.88 x)) (round (* 0.88 y))))))

(defun draw-definitions ()
  "Draws the definitions for boards and marks, invisibly."
  (tag svg (class "definitions" width 0 height 0 aria-hidden "true" focusable "false")
    (tag defs ()
      (tag g (id "h")
        (tag path (class "side" d "M-100 38V56L0 94 100 56V38L0 76Z"))
        (tag path (class "roof" d (path-text *corners*))))
      (tag g (id "r")
        (tag path (class "low" d (ring-path)))
        (tag path (class "ring" d (ring-path))))
      (tag g (id "a")
        (tag path (class "low" d "M-34 0H34M15-17 34 0 15 17"))
        (tag path (class "line" d "M-34 0H34M15-17 34 0 15 17")))
      (draw-die-definitions)
      (draw-stack-definitions)
      (draw-seat-definitions (path-text *corners*)))))

;;; The tray under the tiles

(defun tile-middle (pos view)
  "Returns the center of the tile at POS in VIEW, :WIDE or :TALL, a pair (X . Y)."
  (destructuring-bind ((right . down) (row-right . row-down)) (rest (assoc view *view-steps*))
    (multiple-value-bind (row column) (floor pos *board-size*)
      (cons (+ (* column right) (* row row-right)) (+ (* column down) (* row row-down))))))

(defun outlines (view positions)
  "Returns the outlines of the tiles at POSITIONS in VIEW, each a list of corners in order: the edges beyond which there
is none of the tiles. At a corner at most two of these meet, so each has one successor."
  (let ((inside (make-array *board-hexnum* :element-type 'bit :initial-element 0))
        (next (make-hash-table))
        (starts '()))
    (flet ((number-of (corner) (+ (car corner) (* 10000 (cdr corner))))
           (inside-p (row column) (and (< -1 row *board-size*) (< -1 column *board-size*) (= 1 (bit inside (+ column (* row *board-size*)))))))
      (dolist (pos positions)
        (setf (bit inside pos) 1))
      (dolist (pos positions)
        (multiple-value-bind (row column) (floor pos *board-size*)
          (loop with (mx . my) = (tile-middle pos view)
                for (down . right) in (rest (assoc view *view-neighbors*))
                for ((x . y) (u . v)) on (append *corners* (list (first *corners*)))
                do (unless (inside-p (+ row down) (+ column right))
                     (push (cons (+ mx x) (+ my y)) starts)
                     (setf (gethash (number-of (first starts)) next) (cons (+ mx u) (+ my v)))))))
      (loop for start in (nreverse starts)
            when (gethash (number-of start) next)
              collect (loop with point = start
                            for after = (gethash (number-of point) next)
                            while after
                            collect point
                            do (remhash (number-of point) next)
                               (setf point after))))))

(defun all-positions ()
  "Returns the positions of all hexes."
  (loop for pos below *board-hexnum*
        unless (member pos *holes*) collect pos))

(defun tray-path (view)
  "Returns the outlines of the board in VIEW and of its lakes as an SVG path."
  (format nil "~{~a~}" (mapcar #'path-text (outlines view (all-positions)))))

(defun draw-tray ()
  "Draws the tray for both views."
  (print-once (250 *board-size* *holes*)
    (loop for (view) in *view-steps*
          for path = (tray-path view)
          do (tag g (class (format nil "tray ~(~a~)" view))
               (tag path (class "low" transform "translate(0 34)" d path))
               (tag path (transform "translate(0 14)" d path))))))

;;; The largest land of a player

(declaim (ftype function get-connected))    ; only some versions of the game define it

(defun largest-land (board player)
  "Returns the positions of the largest connected land of PLAYER on BOARD.
  (let ((*board-size* 2) (*board-hexnum* 4)) (sort (largest-land #((0 1) (1 1) (1 1) (0 1)) 0) #'<)) => (0 3)"
  (let ((seen '()) (best '()))
    (dotimes (pos (length board) best)
      (unless (member pos seen)
        (let ((land (get-connected board player pos)))
          (setf seen (append land seen))
          (when (> (length land) (length best))
            (setf best land)))))))

(defun dice-placed (board player)
  "Returns the number of dice that PLAYER gets if the turn ends with BOARD: one for each hex of the largest land, as far
as there is room."
  (- (dice-count (add-new-dice board player 0)) (dice-count board)))

(defun draw-land (land taken dice)
  "Draws the outline of LAND, a list of positions, for both views. Unless DICE is NIL, writes the number of dice that
LAND brings at one of its hexes other than TAKEN."
  (tag g (class "lands" aria-hidden "true")
    (loop for (view) in *view-steps*
          do (tag path (class (format nil "border ~(~a~)" view) d (format nil "~{~a~}" (mapcar #'path-text (outlines view land))))))
    (when dice
      (draw-pill "size" (loop for pos in land unless (eql pos taken) maximize pos) (format nil "+~d" dice)))))

;;; Tiles

(defun place-class (pos)
  "Returns the classes for which the style sheet moves an element to the tile at POS.
  (let ((*board-size* 5)) (place-class 7)) => \"c2 r1\""
  (multiple-value-bind (row column) (floor pos *board-size*)
    (format nil "c~d r~d" column row)))

(defun tile-class (pos player selected purpose event)
  "Returns the classes of the tile at POS as a string: its location, PLAYER, and whether it is SELECTED. PURPOSE, or
NIL, is what it can be chosen for. EVENT, or NIL, may have changed it."
  (format nil "t ~a ~a~@[ ~a~]~:[~; gained~]" (seat-class player) (place-class pos)
          (if (eql pos selected) "sel" purpose)
          (and event (member pos (event-gained event)))))

(defun draw-tile (player dice)
  "Draws a tile of PLAYER with DICE dice around the point 0, 0."
  (print-once (1000 player dice)
    (tag g (class "slab")
      (tag use (href "#h"))
      (draw-weave player)
      (tag use (href "#r")))
    (tag g (class "mark")
      (tag use (href (format nil "#g~d" player)))
      (text-tag 'text nil dice))
    (tag use (class "stack" href (format nil "#s~d" dice) x 28 y 4))))

(defun draw-linked-tile (board pos selected link purpose title event)
  "Draws the tile at POS of BOARD, as a link to LINK unless that is NIL; PURPOSE and TITLE describe the choice. See
DRAW-GAME-BOARD."
  (destructuring-bind (player dice) (aref board pos)
    (flet ((class () (tile-class pos player selected purpose event))
           (label () (format nil "~a~@[: ~a~]" (hex-words board pos) title)))
      (if link
          (tag a (class (class) href link data-hex pos data-step "" aria-label (label))
            (draw-tile player dice))
          (print-named-once (4000 *board-size* pos player dice purpose title (eql pos selected)
                                   (and event (member pos (event-gained event)) t))
            (tag g (class (class) role "img" tabindex -1 data-hex pos aria-label (label))
              (draw-tile player dice)))))))

;;; Marks above the tiles

(defun direction-class (from to)
  "Returns the class of an arrow from the hex at FROM to its neighbor TO.
  (let ((*board-size* 5)) (list (direction-class 7 8) (direction-class 7 1))) => (\"to-e\" \"to-nw\")"
  (multiple-value-bind (row column) (floor from *board-size*)
    (multiple-value-bind (row-to column-to) (floor to *board-size*)
      (format nil "to-~[n~;~;s~]~[w~;~;e~]" (1+ (- row-to row)) (1+ (- column-to column))))))

(defun draw-pill (class pos text)
  "Draws a label of CLASS with TEXT at the foot of the tile at POS."
  (let ((width (+ 44 (loop for char across text sum (if (> (char-code char) #x2e80) 36 20))))) ; East Asian characters are wide
    (tag g (class (format nil "pill ~a ~a" class (place-class pos)))
      (tag rect (x (- (floor width 2)) y 29 width width height 46 rx 23))
      (tag text (y 53) (princ (escape-markup text))))))

(defun draw-arrow (action class)
  "Draws an arrow of CLASS for the attack ACTION."
  (destructuring-bind (from to) action
    (tag g (class (format nil "arrow ~a ~a" (place-class from) class))
      (tag g (class (direction-class from to))
        (tag use (href "#a"))))))

(defun draw-last-attack (event)
  "Draws an arrow for the attack of EVENT, with both sums at its beginning."
  (draw-arrow (event-action event) (if (event-won event) "won" "lost"))
  (when (event-attack event)
    (draw-pill "last" (first (event-action event)) (format nil "~d : ~d" (sum (event-attack event)) (sum (event-defense event))))))

(defun draw-overlays (board selected link-for event advice)
  "Draws the marks above the tiles of BOARD: the chances of attacks from SELECTED, except that of ADVICE, which has an
arrow; or the last attack, EVENT."
  (tag g (class "aloft" aria-hidden "true")
    (if selected
        (dotimes (pos (length board))
          (let ((chance (and (not (eql pos (second advice)))
                             (equal (nth-value 1 (funcall link-for pos)) "aim") (attack-chance board selected pos))))
            (when chance
              (draw-pill (chance-quality chance) pos (chance-words chance)))))
        (when (and event (event-action event))
          (draw-last-attack event)))))

;;; The board

(defun view-box ()
  "Returns the view box of the wide view: left, top, width, height. The style sheet contains it, too."
  (let ((top (+ 50 (* *die-step* *max-dice*))))
    (format nil "~d ~d ~d ~d" (- -20 (* 100 *board-size*)) (- top) (- (* 300 *board-size*) 60)
            (+ top 134 (* *row-step* (1- *board-size*))))))

(defun draw-game-board (board selected link-for event &key (name (say "The board")) advice above land)
  "Draws BOARD. SELECTED is the position of the tile from which the person attacks, or NIL. LINK-FOR is a function from
a position to three values: the address to link to, the purpose, \"can\" for a source or \"aim\" for a target, and a
title; or NIL for no link. EVENT is the last event or NIL. ADVICE is an attack to show with an arrow, or NIL. ABOVE is a
function that draws more marks above the tiles, or NIL. LAND is a list of positions to outline, NAME the accessible name
of the picture."
  (tag svg (class (format nil "board n~d d~d" *board-size* *max-dice*) viewbox (view-box) role "group" aria-label name)
    (tag g (class "zoom")
      (tag g (class "camera")
        (draw-tray)
        (dotimes (row *board-size*)
          (loop for column from (1- *board-size*) downto 0 ; from the back to the front, in both views
                for pos = (+ column (* row *board-size*))
                unless (hole-p (aref board pos))
                  do (multiple-value-bind (link purpose title) (funcall link-for pos)
                       (draw-linked-tile board pos selected link purpose title event))))
        (when land
          (draw-land land (and event (first (event-action event)))
                     (if selected nil (dice-placed board (first (aref board (first land)))))))
        (draw-overlays board selected link-for event advice)
        (when advice (draw-arrow advice "won"))
        (when above (funcall above))))))
