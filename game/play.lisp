;;; Playing at the prompt, with words for moves, hints, undo and saved games. Loaded after a version of Dice of Doom, or
;;; trilobite:
;;;     (load "dice_of_doom_v4.lisp")
;;;     (load "play.lisp")
;;;     (play)                               ; `help` lists the commands
;;;
;;; play/dice_of_doom.lisp and play/trilobite.lisp hold what differs between the games; the one for the loaded game is
;;; loaded.

(flet ((load-beside (name)
         (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*)))))
  (load-beside "play/colors.lisp")
  (load-beside "play/saved_games.lisp")
  (cond ((fboundp 'possible-moves) (load-beside "play/trilobite.lisp"))
        ((fboundp 'attacking-moves)
         (load-beside "native.lisp")
         (load-beside "computer/background_analysis.lisp")
         (load-beside "records/record.lisp")
         (load-beside "computer/levels.lisp")
         (load-beside "computer/advice.lisp")
         (load-beside "play/dice_of_doom.lisp"))
        (t (error "There is no game to play: load a version of Dice of Doom, or trilobite, before play.lisp")))
  (load-beside "play/commands.lisp"))
