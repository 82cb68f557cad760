;;; game/browser/player_colors.lisp: players are distinguishable, and text on their colors readable, with every kind of
;;; color vision.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") (load "tests/lisp/support/colors.lisp") t)   => t

;;; The measure itself, on pairs of Sharma, Wu and Dalal (2005).
(defun near-p (wanted found) (< (abs (- wanted found)) 1d-4))   => near-p
(near-p 2.0425d0 (ciede2000 '(50 2.6772d0 -79.7751d0) '(50 0 -82.7485d0)))   => t
(near-p 1.0000d0 (ciede2000 '(50 -1.3802d0 -84.2814d0) '(50 0 -82.7485d0)))   => t
(near-p 27.1492d0 (ciede2000 '(50 2.5d0 0) '(73 25 -18)))   => t
(near-p 0.9082d0 (ciede2000 '(2.0776d0 0.0795d0 -1.1350d0) '(0.9033d0 -0.0636d0 -0.5514d0)))   => t
(list (contrast "#fff" "#000000") (contrast "#777777" "#777"))   => (21.0d0 1.0d0)
(defun colors-of (scheme which) (mapcar (lambda (seat) (nth which (getf seat scheme))) *seats*))   => colors-of
;; The book's page has blue and magenta, which look almost the same without cones for red.
(< 11 (least-difference '("#ff3f3f" "#3f3fff" "#3fff3f" "#ff3fff")) 12)   => t

;;; Four players, and eight, on light and dark pages
(loop for scheme in '(:light :dark)
      collect (list (>= (least-difference (subseq (colors-of scheme 0) 0 4)) 31) (>= (least-difference (colors-of scheme 0)) 20)))
  => ((t t) (t t))
;; Text on a color, a color's edge on the page and on a panel
(loop for scheme in '(:light :dark)
      nconc (loop for fill in (colors-of scheme 0) for text in (colors-of scheme 2) unless (>= (contrast fill text) 4.5) collect fill))   => nil
(loop for (scheme page panel) in `((:light ,(getf *page-colors* :light) "#fffdf9") (:dark ,(getf *page-colors* :dark) "#1e2128"))
      nconc (loop for edge in (colors-of scheme 1) unless (>= (min (contrast edge page) (contrast edge panel)) 3) collect (list scheme edge)))
  => nil
;; Each player has a separate glyph.
(list (length *seats*)
      (length (remove-duplicates *glyph-paths* :test #'equal))
      (length (remove-duplicates *seats* :key (lambda (seat) (getf seat :glyph)) :test #'equal)))
  => (8 8 8)
;; From the fifth player on, tiles have separate patterns as well, on pages and in files.
(list (count nil *patterns*) (length (remove-duplicates (subseq *patterns* 4) :test #'equal)))   => (4 4)
(defun drawn (players)
  (with-rules ((list :size 4 :players players :dice 5))
    (let ((board (board-array (loop for pos below 16 collect (list (mod pos players) 1)))))
      (list (board-picture board)
            (with-output-to-string (*standard-output*) (draw-definitions) (draw-game-board board nil (constantly nil) nil))))))   => drawn
(loop for players in '(4 8)
      collect (loop for picture in (drawn players)
                    collect (loop for player below 8
                                  count (and (search (format nil "id=\"w~d\"" player) picture) (search (format nil "href=\"#w~d\"" player) picture)))))
  => ((0 0) (4 4))
