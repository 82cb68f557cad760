;;; The picture of a board as a separate file, for documents and drawing programs: the tiles of the pages in the colors
;;; of light pages, but with places and colors written out, since there is no style sheet. SVG is case-sensitive, so
;;; FORMAT prints the tags that TAG would print in lower case.

(defun channels (color)
  "Returns a list of the red, green and blue of COLOR, a string such as \"#fff\" or \"#c23b0e\".
  (list (channels \"#fff\") (channels \"#c23b0e\")) => ((255 255 255) (194 59 14))"
  (if (= (length color) 4)
      (loop for i from 1 to 3 collect (* 17 (digit-char-p (char color i) 16)))
      (loop for i from 1 to 5 by 2 collect (parse-integer color :start i :end (+ i 2) :radix 16))))

(defun mixed (color other part)
  "Returns COLOR mixed with PART, from 0 to 1, of OTHER.
  (mixed \"#ffffff\" \"#000\" 0.5) => \"#808080\""
  (format nil "#~(~{~2,'0x~}~)" (loop for a in (channels color)
                                      for b in (channels other)
                                      collect (round (+ (* a (- 1 part)) (* b part))))))

(defun write-path (path fill stroke width)
  "Draws PATH, a string, with the colors FILL and STROKE, or NIL, and a line of WIDTH."
  (format t "<path d=\"~a\" fill=\"~a\" stroke=\"~a\" stroke-width=\"~a\" stroke-linejoin=\"round\"/>" path fill (or stroke "none") width))

(defun write-die (fill)
  "Draws a die of the color FILL around the point 0, 0."
  (let ((edge (mixed fill "#000" 0.58)))
    (write-path "M-22-25 0-9V17L-22 1Z" (mixed fill "#fff" 0.12) edge 1.6)
    (write-path "M22-25 0-9V17L22 1Z" (mixed fill "#000" 0.2) edge 1.6)
    (write-path "M0-41 22-25 0-9-22-25Z" (mixed fill "#fff" 0.36) edge 1.6)))

(defun write-tile (pos hex)
  "Draws HEX, a list (PLAYER DICE), at POS of the board."
  (destructuring-bind (x . y) (tile-middle pos :wide)
    (destructuring-bind (player dice) hex
      (destructuring-bind (fill edge text) (getf (nth player *seats*) :light)
        (format t "<g transform=\"translate(~d ~d)\">" x y)
        (write-path "M-100 38V56L0 94 100 56V38L0 76Z" (mixed fill "#000" 0.38) (mixed fill "#000" 0.55) 2)
        (write-path (path-text *corners*) fill edge 2)
        (draw-weave player)
        (format t "<g transform=\"translate(-22 -4)\">")
        (write-path (nth player *glyph-paths*) text text 4)
        (format t "<text y=\"14\" text-anchor=\"middle\" font-family=\"sans-serif\" font-size=\"40\" font-weight=\"800\" fill=\"~a\">~d</text></g>" fill dice)
        (dotimes (z dice)
          (format t "<g transform=\"translate(~a ~d)\">" (+ 28 (if (oddp z) 1.5 -1.5)) (- 4 (* z *die-step*)))
          (write-die fill)
          (princ "</g>"))
        (princ "</g>")))))

(defun draw-pattern-definitions ()
  "Defines the patterns of the players' tiles."
  (princ "<defs>")
  (dotimes (player (min *num-players* (length *seats*)))
    (when (pattern-of player)
      (draw-pattern player (path-text *corners*))))
  (princ "</defs>"))

(defun write-tray ()
  "Draws the tray under the tiles."
  (loop for (down color) in '((34 "#bfb39a") (14 "#ddd3c0"))
        do (format t "<g transform=\"translate(0 ~d)\">" down)
           (write-path (tray-path :wide) color color 30)
           (princ "</g>")))

(defun write-picture (board &rest attributes)
  "Prints the picture of BOARD; ATTRIBUTES is a property list of more attributes of its root."
  (format t "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"~a\"~{ ~a=\"~a\"~}>~%<title>Dice of Doom</title>" (view-box) attributes)
  (draw-pattern-definitions)
  (write-tray)
  (dotimes (row *board-size*)
    (loop for column from (1- *board-size*) downto 0
          for pos = (+ column (* row *board-size*))
          unless (hole-p (aref board pos))
            do (terpri)
               (write-tile pos (aref board pos))))
  (format t "~%</svg>~%"))

(defun board-picture (board)
  "Returns the picture of BOARD as a string."
  (with-output-to-string (*standard-output*)
    (write-picture board)))

;;; Cards: the pictures that other programs show beside a link. They take PNG only.

(defparameter *card-size* '(1200 630) "The width and height of cards in pixels.")
(defparameter *cards-kept* 200 "The most cards kept in memory.")

(let ((state :unknown) (directory (or *load-truename* *default-pathname-defaults*)))
  (defun png-p ()
    "True if PNG can be made. Loads what is needed on the first call."
    (when (eq state :unknown)
      (setf state (handler-case (progn (load (merge-pathnames "../web/png.lisp" directory)) t)
                    (error (problem)
                      (format *error-output* "~&There are no pictures for previews of links: ~a~%" problem)
                      nil))))
    state))

(declaim (ftype function rasterized))    ; only where PNG-P is true

(defun card-svg (board)
  "Returns the card of BOARD as SVG."
  (destructuring-bind (width height) *card-size*
    (with-output-to-string (*standard-output*)
      (format t "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ~d ~d\"><rect width=\"~:*~:*~d\" height=\"~d\" fill=\"~a\"/>"
              width height (getf *page-colors* :light))
      (write-picture board 'x 50 'y 16 'width (- width 100) 'height (- height 64))
      (format t "<text x=\"~d\" y=\"~d\" text-anchor=\"end\" font-family=\"sans-serif\" font-weight=\"800\" font-size=\"38\" fill=\"#1d1f24\">Dice of Doom</text></svg>"
              (- width 40) (- height 36)))))

(let ((known (make-hash-table :test 'equal)))
  (defun card (board)
    "Returns the card of BOARD, whose rules are in force, as PNG. Signals a BAD-REQUEST if none can be made."
    (unless (png-p)
      (refuse 404 "There are no pictures for previews of links here."))
    (when (>= (hash-table-count known) *cards-kept*)
      (clrhash known))
    (recall (list *board-size* *max-dice* (coerce board 'list)) known
            (lambda () (apply #'rasterized (card-svg board) *card-size*)))))
