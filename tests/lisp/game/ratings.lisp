;;; Elo ratings from scores: game/experiments/ratings.lisp.
(load "game/experiments/ratings.lisp")               => t

;;; An equal player among four wins a quarter of the games, and is rated as the others are.
(list (score-against-one 1/4 4) (score-against-one 1/3 2) (score-against-one 1/2 4))   => (1/2 1/3 3/4)
(loop for (share players) in '((1/4 4) (1/3 3) (1/2 2))
      collect (round (aref (fitted-points 2 (list (list 1 0 (float (score-against-one share players) 1d0) 0.01d0))) 1)))   => (0 0 0)
(values (round (aref (fitted-points 2 '((1 0 0.75d0 0.01d0))) 1)))   => 191
