;;; The board of a game as a picture that one plays on: the text's tiles and dice, each tile a link where it can be chosen, with a title
;;; that says what stands there. Written to *STANDARD-OUTPUT*.
;;;
;;; A die takes fifteen polygons and a board holds many, so a page holds one of each color and refers to it.

;;; Dice

(defvar *dice-by-reference* nil "True while dice are drawn as references to those of DRAW-DICE-DEFINITIONS.")

(defun die-id (color)
  "Return the name of the die of COLOR in a page.
  (die-id '(255 63 63)) => \"die-255-63-63\""
  (format nil "die-~{~a~^-~}" color))

#+tessera
(declaim (tessera:muffle-warnings :redefinition))     ; of DRAW-DIE-SVG

(let ((whole-die (symbol-function 'draw-die-svg)))
  (defun draw-die-svg (x y col)
    "Draw a die of color COL at the point X, Y; where *DICE-BY-REFERENCE* is true, as a reference to the one of its color."
    (if *dice-by-reference*
        (tag use (href (format nil "#~a" (die-id col)) x x y y))
        (funcall whole-die x y col))))

(defun styles-as-attributes (picture)
  "Return PICTURE, a text of SVG, with attributes in the place of its styles, which a strict content security policy would ignore.
  (styles-as-attributes \"<g style=\\\"fill:red;stroke:blue\\\"></g>\") => \"<g fill=\\\"red\\\" stroke=\\\"blue\\\"></g>\""
  (with-output-to-string (out)
    (loop with mark = " style=\""
          for start = 0 then (1+ end)
          for style = (search mark picture :start2 start)
          for end = (and style (position #\" picture :start (+ style (length mark))))
          do (write-string picture out :start start :end (and end style))
          while end
          do (loop for from = (+ style (length mark)) then (1+ to)
                   for colon = (position #\: picture :start from :end end)
                   for to = (or (position #\; picture :start from :end end) end)
                   while colon
                   do (format out " ~a=\"~a\"" (subseq picture from colon) (subseq picture (1+ colon) to))
                   until (= to end)))))

(defmacro without-styles (&body body)
  "Evaluate BODY, and print what it prints with attributes in the place of styles."
  `(write-string (styles-as-attributes (with-output-to-string (*standard-output*) ,@body))))

(defun dice-colors ()
  "Return the list of the colors in which dice can stand on a board: each player's in each row."
  (remove-duplicates
   (loop for player below *num-players*
         nconc (loop for y below *board-size* collect (tile-color (list player 1) y))
         collect (nth player *die-colors*))
   :test #'equal))

(defun draw-dice-definitions ()
  "Draw what the references to dice refer to, where it is not seen."
  (tag svg (class "definitions" width 0 height 0 aria-hidden "true" focusable "false")
    (tag defs ()
      (without-styles
        (dolist (color (dice-colors))
          (tag g (id (die-id color)) (draw-die-svg 0 0 color)))))))

(let ((known (make-hash-table :test 'equal)))
  (defun dice-definitions ()
    "Return what DRAW-DICE-DEFINITIONS draws, made once for the colors, sizes and functions by which dice are drawn."
    (when (> (hash-table-count known) 100)
      (clrhash known))
    (recall (list (dice-colors) *dice-scale* *dot-size* #'draw-die-svg #'polygon #'svg-style #'brightness)
            known
            (lambda () (with-output-to-string (*standard-output*) (draw-dice-definitions))))))

(defun draw-player-die (player)
  "Draw the die of PLAYER as a mark beside a text."
  (let ((*dice-by-reference* t))
    (tag svg (class "mark" viewbox "-26 -42 52 54" aria-hidden "true" focusable "false")
      (draw-die-svg 0 0 (nth player *die-colors*)))))

;;; Tiles

(declaim (ftype function attack-odds))     ; some versions of the game have it

(defun chance-percent (board from to)
  "Return how likely an attack from FROM to TO on BOARD succeeds, in percent; NIL where none fails."
  (when (dice-decide-p)
    (max 1 (min 99 (round (* 100 (attack-odds (second (aref board from)) (second (aref board to)))))))))

(defun points-text (points)
  "Return the pairs of POINTS as the text of an attribute."
  (format nil "~{~a~^ ~}" (loop for (x . y) in points collect (format nil "~a,~a" x y))))

(defun draw-ring (class xx yy)
  "Draw the edge, of CLASS, of the tile around the point XX, YY: it shows that it can be chosen, or that something happened there."
  (tag polygon (class class points (points-text (tile-points xx yy 0)))))

(defun draw-label (text class xx yy)
  "Write TEXT of CLASS around the point XX, YY."
  (tag text (class class x xx y yy aria-hidden "true") (princ text)))

(defun tile-label (hex pos)
  "Return what is written on the tile of HEX at POS.
  (tile-label '(1 3) 7) => \"b 7\""
  (format nil "~a ~d" (player-letter (first hex)) pos))

(defun draw-tile (x y pos hex xx yy color chosen)
  "Draw a tile as DRAW-TILE-SVG does, with its label and ring."
  (let ((*dice-by-reference* t))
    (without-styles (draw-tile-svg x y pos hex xx yy color chosen)))
  (draw-label (tile-label hex pos) "label" xx (+ yy (* 0.6 *board-scale*)))
  (draw-ring "ring" xx yy))

(defun tile-class (pos selected choices link event)
  "Return the classes of the tile at POS, one text: whether it is SELECTED, is one of CHOICES or has another LINK, and what EVENT, if any,
did there."
  (format nil "tile~:[~; selected~]~@[ ~a~]~@[ ~a~]"
          (eql pos selected)
          (cond ((member pos choices) "choice")
                (link "other"))
          (when event
            (cond ((member pos (event-gained event)) "gained")
                  ((eql pos (first (event-action event))) "attacker")
                  ((eql pos (second (event-action event))) (if (event-won event) "taken" "held"))))))

;;; The arrow of an attack

(defun tile-middle (pos)
  "Return the middle of the tile at POS of the board, a pair (X . Y)."
  (multiple-value-bind (y x) (floor pos *board-size*)
    (cons (* *board-scale* (+ (* 2 x) (- *board-size* y)))
          (* *board-scale* (+ (* y *row-distance*) *top-offset*)))))

(defun draw-arrow (from to class)
  "Draw an arrow of CLASS from the tile at FROM to the one at TO."
  (destructuring-bind ((fx . fy) (tx . ty)) (list (tile-middle from) (tile-middle to))
    (let* ((dx (- tx fx))
           (dy (- ty fy))
           (length (sqrt (float (+ (* dx dx) (* dy dy)))))
           (ux (/ dx length))
           (uy (/ dy length)))
      (flet ((point (along aside)
               (format nil "~,1f,~,1f" (+ fx (* along ux) (- (* aside uy))) (+ fy (* along uy) (* aside ux)))))
        (tag polygon (class class
                      points (format nil "~{~a~^ ~}"
                                     (list (point 12 -6) (point (- length 34) -8) (point (- length 36) -18) (point (- length 8) 0)
                                           (point (- length 36) 18) (point (- length 34) 8) (point 12 6)))))))))

;;; The board

(defparameter *page-row-distance* 1.05 "*ROW-DISTANCE* for the pages: tiles seen a little more from above, so that stacks hide less and fingers have room.")

(defun call-with-page-tiles (function)
  "Call FUNCTION with the rows and tiles of the pages."
  (let* ((stretch (/ *page-row-distance* *row-distance*))
         (*row-distance* *page-row-distance*)
         (*tile-corners* (loop for (x . y) in *tile-corners* collect (cons x (* y stretch)))))
    (funcall function)))

(defun board-view-box ()
  "Return the part of the picture that a board fills, as SVG wants it: left, top, width, height."
  (let* ((margin 8)
         (tallest-stack (* *dice-scale* (+ 1 (* 0.8 (1- *max-dice*)))))
         (chance 36)                    ; what DRAW-CHOICE writes above a stack
         (top (floor (- (* *top-offset* *board-scale*) tallest-stack chance margin)))
         (bottom (+ (* *board-scale* (+ *top-offset* (* *row-distance* (1- *board-size*)) 0.1))
                    (* *board-scale* (reduce #'max *tile-corners* :key #'cdr)))))
    (format nil "~d ~d ~d ~d"
            (- margin) top
            (+ (* *board-scale* (1- (* 3 *board-size*))) (* 2 margin))
            (ceiling (- (+ bottom margin) top)))))

(defun draw-choice (hex pos xx yy chance)
  "Draw what shows above all tiles that the one of HEX at POS can be chosen, and the CHANCE in percent, if not NIL, to take it."
  (draw-ring "outline" xx yy)
  (draw-label (tile-label hex pos) "label" xx (+ yy (* 0.6 *board-scale*)))
  (when chance
    (draw-label (format nil "~d%" chance) "chance" xx (- yy (* *dice-scale* (+ 0.6 (* 0.8 (second hex))))))))

(defun draw-tiles (board selected choices link-for event)
  "Draw the tiles of BOARD: see DRAW-BOARD-PICTURE."
  (map-tiles
   (lambda (x y pos hex xx yy color)
     (multiple-value-bind (link purpose) (funcall link-for pos)
       (let ((class (tile-class pos selected choices link event))
             (title (format nil "~a~@[: ~a~]" (hex-words board pos) purpose)))
         (flet ((inside ()
                  (tag title () (princ title))
                  (draw-tile x y pos hex xx yy color selected)))
           (if link
               (tag a (class class href link data-hex pos data-column x data-row y data-step "")
                 (inside))
               (tag g (class class role "img" tabindex -1 data-hex pos data-column x data-row y)
                 (inside)))))))
   board))

(defun draw-choices (board selected choices)
  "Draw what shows that the tiles of BOARD at the positions CHOICES can be chosen, SELECTED being chosen already, if not NIL."
  (map-tiles (lambda (x y pos hex xx yy color)
               (declare (ignore x y color))
               (when (member pos choices)
                 (draw-choice hex pos xx yy (and selected (/= pos selected) (chance-percent board selected pos)))))
             board))

(defun draw-board-picture (board selected choices link-for event)
  "Draw BOARD. SELECTED is the position of the tile from which the person attacks, or NIL. The tiles at the positions CHOICES stand
out. LINK-FOR returns for a position the address behind the tile and what that does, two values; NIL if it is no link. EVENT, if not
NIL, is the last one."
  (call-with-page-tiles
   (lambda ()
     (tag svg (xmlns "http://www.w3.org/2000/svg" class (if selected "board choosing" "board") viewbox (board-view-box)
               role "group" aria-label "The board")
       (draw-tiles board selected choices link-for event)
       (tag g (class "above" aria-hidden "true")
         (when (and event (event-action event))
           (destructuring-bind (from to) (event-action event)
             (draw-arrow from to (if (event-won event) "arrow won" "arrow lost"))))
         (draw-choices board selected choices))))))
