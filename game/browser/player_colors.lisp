;;; How the players look: colors that people with any kind of color vision can tell apart, and glyphs where colors are
;;; not enough; see design.md.

(defparameter *seats*
  '((:name "vermilion" :glyph "circle" :light ("#c23b0e" "#b0350c" "#fff") :dark ("#c23d0f" "#c34320" "#fff"))
    (:name "blue" :glyph "square" :light ("#5164d2" "#495abe" "#fff") :dark ("#4a69d2" "#4a69d2" "#fff"))
    (:name "gold" :glyph "triangle" :light ("#ffdf48" "#9b8728" "#16181d") :dark ("#ffdf65" "#ffdf65" "#16181d"))
    (:name "aqua" :glyph "diamond" :light ("#7ce8f0" "#4c9398" "#16181d") :dark ("#5de8e8" "#5de8e8" "#16181d"))
    (:name "plum" :glyph "cross" :light ("#4b165d" "#431353" "#fff") :dark ("#491d6c" "#78698c" "#fff"))
    (:name "forest" :glyph "star" :light ("#003022" "#002a1e" "#fff") :dark ("#014133" "#61716c" "#fff"))
    (:name "rose" :glyph "drop" :light ("#f5848b" "#cc6d73" "#16181d") :dark ("#ea8a8a" "#ea8a8a" "#16181d"))
    (:name "slate" :glyph "clover" :light ("#6c636a" "#61595f" "#fff") :dark ("#716d78" "#716d78" "#fff")))
  "For each player, from the first, the colors on light and on dark pages. Each is a list of the fill, its edge toward
the page, and the color of text and glyphs on it.")

(defparameter *page-sizes* '(2 16) "The least and the greatest length of a board's row that the pages offer.")
(defparameter *page-colors* '(:light "#f4f1ea" :dark "#15171c") "The background colors of the pages.")

(defun seat-class (player)
  "Returns the class of an element in the colors of PLAYER.
  (seat-class 2) => \"p2\""
  (format nil "p~d" player))

(defun seat-styles (scheme)
  "Returns the style rules for the players' colors in SCHEME, :LIGHT or :DARK."
  (format nil "~:{.p~d{--f:~a;--e:~a;--t:~a}~%~}"
          (loop for seat in *seats*
                for player from 0
                collect (list* player (getf seat scheme)))))

;;; Glyphs, as paths around the point 0, 0: about 60 wide, so that the digit of a stack fits inside

(defparameter *glyph-paths*
  '("M-27 0a27 27 0 0 1 54 0 27 27 0 0 1-54 0Z"
    "M-24-24H24V24H-24Z"
    "M0-36 32 23H-32Z"
    "M0-35 31 0 0 35-31 0Z"
    "M-15-28H15V-15H28V15H15V28H-15V15H-28V-15H-15Z"
    "M0-35 11-15 33-11 18 6 21 28 0 19-21 28-18 6-33-11-11-15Z"
    "M0-37C9-20 27-10 27 5A27 26 0 0 1-27 5C-27-10-9-20 0-37Z"
    "M-12-3a14.5 14.5 0 0 1-1-26 14.5 14.5 0 0 1 26 0 14.5 14.5 0 0 1-1 26 14.5 14.5 0 0 1 15 15 14.5 14.5 0 0 1-27 8 14.5 14.5 0 0 1-27-8 14.5 14.5 0 0 1 15-15Z")
  "The outlines of the glyphs, player by player.")

;;; Patterns: from the fifth player on, colors and glyphs alone take a second look, so the tiles have a pattern each

(defparameter *patterns*
  '(nil nil nil nil
    ("rotate(45)" "#fff" ".26" "M0 0H9V28H0Z")                                       ; stripes
    ("rotate(45)" "#fff" ".34" "M14 7a7 7 0 0 1 0 14a7 7 0 0 1 0-14Z")               ; dots
    ("rotate(0)" "#000" ".2" "M0 0H28V8H0Z")                                         ; level stripes
    ("rotate(0)" "#fff" ".22" "M0 0H14V14H0ZM14 14H28V28H14Z"))                      ; checks
  "For each player the pattern on the tiles, NIL for none: how it is turned, its color and opacity, and a path that
repeats every 28 units.")

(defun pattern-of (player)
  "Returns the pattern of PLAYER; NIL if there is none."
  (nth player *patterns*))

(defun draw-pattern (player roof)
  "Defines the pattern of PLAYER, and the tile's ROOF, a path, filled with it: q4 and w4, and so on."
  (destructuring-bind (turn color opacity path) (pattern-of player)
    (format t "<pattern id=\"q~d\" width=\"28\" height=\"28\" patternUnits=\"userSpaceOnUse\" patternTransform=\"~a\"><path d=\"~a\" fill=\"~a\" fill-opacity=\"~a\"/></pattern><path id=\"w~d\" d=\"~a\" fill=\"url(#q~d)\"/>"
            player turn path color opacity player roof player)))

(defun draw-weave (player)
  "Draws the pattern of PLAYER on a tile, if there is one."
  (when (pattern-of player)
    (tag use (href (format nil "#w~d" player)))))

(defun draw-seat-definitions (roof)
  "Defines the players' glyphs, g0, g1, ..., their patterns on the tile's ROOF, a path, and their marks beside text, m0,
m1, ...."
  (loop for player below (min *num-players* (length *seats*))
        for path in *glyph-paths*
        do (when (pattern-of player) (draw-pattern player roof))
           (tag path (id (format nil "g~d" player) class "gl" d path))
           (tag symbol (id (format nil "m~d" player) viewbox "-102 -80 204 178")
             (tag use (href "#h"))
             (draw-weave player)
             (tag use (href (format nil "#g~d" player) transform "translate(0 -3) scale(1.6)")))))

(defun draw-mark (player)
  "Draws the mark of PLAYER beside text."
  (tag svg (class (format nil "mini ~a" (seat-class player)) aria-hidden "true")
    (tag use (href (format nil "#m~d" player)))))
