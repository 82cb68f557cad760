;;; Dice of Doom, second version, as the game's own scripts have it (run.py puts them before this): the computer plays
;;; against itself on a board of 4x4.
(defun main ()
  (let ((*board-size* 4) (*board-hexnum* 16) (*ai-level* 5))
    (play-computers (game-tree (board-array '((0 2) (1 1) (0 3) (1 2)
                                              (1 3) (0 1) (0 2) (1 1)
                                              (0 1) (1 2) (0 3) (1 3)
                                              (1 2) (0 2) (1 1) (0 1)))
                               0 0 t))))
