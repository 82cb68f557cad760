;;; The topic of HELP about the game, and a hint for its names before it is loaded. Module documentation loads this.
(in-package "TESSERA-DOCUMENTATION")

(let ((directory (directory-namestring *load-truename*)))
  (define-topic "game" "Dice of Doom, its trees and its players"
      (format nil "(load \"~0@*~adice_of_doom_v2.lisp\") loads the second version, with lazy trees; v1 is the first, v3 makes a page for browsers, v4 rolls dice.
(load \"~0@*~aplay.lisp\") gives (play), a game with hints, undo and saved games. As in the book: (play-vs-computer (game-tree (gen-board) 0 0
t)), and (play-vs-human ...). A tree is a list (PLAYER BOARD MOVES); a move is (ACTION TREE). *NUM-PLAYERS*, *MAX-DICE*, *BOARD-SIZE* and
*AI-LEVEL* are the settings. (load \"~0@*~anative.lisp\") makes the computer fast; bash ~0@*~aplay.sh does all of it." directory)))

(dolist (name '("PLAY" "PLAY-VS-HUMAN" "PLAY-VS-COMPUTER" "GEN-BOARD" "GAME-TREE" "DRAW-BOARD"))
  (push (cons name "The game has it, once it is loaded: (help 'game) tells how.") tessera::*names-elsewhere*))
