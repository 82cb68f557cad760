;;; game/dice_of_doom_v3.lisp: the picture and the pages, without a server.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v3.lisp") t)   => t
(list *board-width* *board-height* *board-scale* *top-offset* *dice-scale* *dot-size*)   => (900 500 64 3 40 0.05)
(defmacro printed-text (&body forms) `(with-output-to-string (*standard-output*) ,@forms))   => printed-text
(defun includes (text &rest parts) (every (lambda (part) (and (search part text) t)) parts))   => includes

(svg 100 100 (draw-die-svg 50 50 '(255 0 0)))
  => (prints "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" height=\"100\" width=\"100\"><polygon points=\"50,10 26.0,20.0 50,30.0 74.0,20.0 \" style=\"fill:rgb(255,40,40);stroke:rgb(155,0,0)\"></polygon><polygon points=\"50,30.0 26.0,20.0 26.0,50 50,60.0 \" style=\"fill:rgb(255,0,0);stroke:rgb(155,0,0)\"></polygon><polygon points=\"50,30.0 74.0,20.0 74.0,50 50,60.0 \" style=\"fill:rgb(215,0,0);stroke:rgb(115,0,0)\"></polygon><polygon points=\"46.0,13.0 46.0,17.0 50.0,17.0 50.0,13.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"53.0,16.0 53.0,20.0 57.0,20.0 57.0,16.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"60.0,18.999998 60.0,23.0 64.0,23.0 64.0,18.999998 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"36.0,17.0 36.0,21.000002 40.0,21.000002 40.0,17.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"43.0,20.0 43.0,24.0 47.0,24.0 47.0,20.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"50.0,23.0 50.0,27.0 54.0,27.0 54.0,23.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"56.0,34.0 56.0,38.0 60.0,38.0 60.0,34.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"56.0,46.0 56.0,50.0 60.0,50.0 60.0,46.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"66.0,30.0 66.0,34.0 70.0,34.0 70.0,30.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"66.0,42.0 66.0,46.0 70.0,46.0 70.0,42.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"30.0,30.0 30.0,34.0 34.0,34.0 34.0,30.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon><polygon points=\"40.0,46.0 40.0,50.0 44.0,50.0 44.0,46.0 \" style=\"fill:rgb(255,255,255);stroke:rgb(155,155,155)\"></polygon></svg>" #\>)
(includes (printed-text (svg 300 300 (draw-tile-svg 0 0 0 '(0 3) 100 150 '(255 0 0) nil)))
          "xmlns:xlink=\"http://www.w3.org/1999/xlink\" height=\"300\" width=\"300\"><polygon points=\"36,143.6 100,124.4 164,143.6 164,169.2 100,188.4 36,169.2 \" style=\"fill:rgb(255,0,0);stroke:rgb(155,0,0)\"")   => t
(includes (printed-text (draw-tile-svg 0 0 0 '(0 3) 100 150 '(155 0 0) 0)) "fill:rgb(255,100,100)")   => t
(includes (printed-text (svg *board-width* *board-height* (draw-board-svg (gen-board) nil nil)))
          "height=\"500\" width=\"900\"><polygon points=\"256,185.6 320,166.4 384,185.6 384,211.2 320,230.4 256,211.2 \"")   => t
(make-game-link 5)                                   => "/game.html?chosen=5"
(make-game-link 'pass)                               => "/game.html?chosen=PASS"

;;; A game in a browser
(setf *board-size* 2 *board-hexnum* 4)               => 4
(defun gen-board () (board-array (list (list 1 2) (list 1 2) (list 0 2) (list 1 1))))   => gen-board
(defun page (chosen) (printed-text (dod-request-handler "game.html" nil (and chosen `((chosen . ,chosen))))))   => page
(dod-request-handler "index.html" nil nil)
  => (prints "Sorry... I don't know that page." "Sorry... I don't know that page.")
(includes (page nil) "<!doctype html><center>Welcome to DICE OF DOOM!<br></br>Please choose a hex to move from:<br></br><svg xmlns="
          "<g><a xlink:href=\"/game.html?chosen=2\">")   => t
(includes (page "0") "You cannot move from hex 0.")  => t
(includes (page "pass") "You cannot pass before you have attacked.")   => t
(includes (page "#.(error \"read\")") "You cannot move from hex unknown.")   => t
(includes (page "2") "<br></br>Now choose a destination:<br></br>" "chosen=3")   => t
(includes (page "99") "You cannot move from hex 2 to hex 99.")   => t
(includes (page "2") "Move cancelled.")              => t
(includes (page "2") "Now choose a destination:")    => t
(includes (page "3") "You may now <a href=\"/game.html?chosen=PASS\">pass</a> or make another move:")   => t
(second *cur-game-tree*)                             => #((1 2) (1 2) (0 1) (0 1))
(includes (page "PASS") "Your reinforcements have been placed.<a href=\"/game.html?chosen=NIL\">continue</a>")   => t
(first *cur-game-tree*)                              => 1
(includes (page "NIL") "The computer has moved. <script>window.setTimeout('window.location=\"game.html?chosen=NIL\"',5000)</script><br></br><svg")   => t
(setf *cur-game-tree* (game-tree (board-array '((0 1) (0 1) (0 1) (1 1))) 1 0 t) *from-tile* nil)   => nil
(includes (page "NIL") "The winner is a<a href=\"game.html\"> play again</a><br></br><svg ")   => t
(progn (setf *cur-game-tree* (game-tree (board-array '((0 1) (0 1) (1 1) (1 1))) 1 0 t)) t)   => t
(includes (page "NIL") "The game is a tie between (a b)<a href=\"game.html\"> play again</a>")   => t
(includes (page nil) "Please choose a hex to move from:")   => t
