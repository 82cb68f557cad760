;;; Whole games of the third and the fourth version, as a browser plays them: each page is asked for by a link of the
;;; last.

(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v3.lisp") t)   => t
(defun page (chosen)
  (with-output-to-string (*standard-output*)
    (dod-request-handler "game.html" nil (and chosen (list (cons 'chosen chosen))))))   => page
(defun link-after (mark page)
  (let ((start (search mark page)))
    (when start
      (subseq page (+ start (length mark)) (position #\" page :start (+ start (length mark)))))))   => link-after
(defun next-choice (page)
  "Returns what a person chooses who takes the first hex that is a link, and passes where none is."
  (or (link-after "window.location=\"game.html?chosen=" page)
      (and (search "continue</a>" page) (link-after "<a href=\"/game.html?chosen=" page))
      (link-after "<a xlink:href=\"/game.html?chosen=" page)
      (link-after "<a href=\"/game.html?chosen=" page)))   => next-choice
(defun pages-of-a-game ()
  (loop for page = (page nil) then (page (next-choice page))
        collect page
        until (search "play again" page)))           => pages-of-a-game
(defun good-page-p (page)
  (and (eql 0 (search "<!doctype html><center>Welcome to DICE OF DOOM!<br></br>" page))
       (search "<br></br><svg xmlns=" page)
       (search "</svg></center>" page :start2 (- (length page) 15))
       (not (search "You cannot" page))))            => good-page-p

;;; Two players; the person is the first, and loses.
(setf *board-size* 2 *board-hexnum* 4)               => 4
(defun gen-board () (board-array (list (list 1 2) (list 1 2) (list 0 2) (list 1 1))))   => gen-board
(defparameter *pages* (pages-of-a-game))             => *pages*
(every #'good-page-p *pages*)                        => t
(loop for page in *pages* collect (find page '("choose a hex" "destination" "another move" "reinforcements" "computer has moved" "The winner is b")
                                        :test (lambda (page part) (search part page))))
  => ("choose a hex" "destination" "another move" "reinforcements" "computer has moved" "computer has moved" "computer has moved" "The winner is b")

;;; Four players with random dice: the winner is not known in advance, but there is one.
(progn (load "game/dice_of_doom_v4.lisp") t)         => t
(setf *board-size* 3 *board-hexnum* 9 *cur-game-tree* nil)   => nil
(setf *pages* (loop for pages = (pages-of-a-game) until (> (length pages) 5) finally (return pages)) *cur-game-tree* nil)   => nil
(every #'good-page-p *pages*)                        => t
(and (find-if (lambda (page) (search "dice rolled" page)) *pages*) t)   => t
(and (find-if (lambda (part) (search part (first (last *pages*)))) '("The winner is" "The game is a tie")) t)   => t
