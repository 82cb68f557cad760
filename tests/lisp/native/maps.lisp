;;; The version with maps: natives and script agree on boards with holes, and the maps are playable and fair.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*))
       (quietly (load "game/maps.lisp")) (quietly (load "game/native.lisp")) (load "tests/lisp/support/native-questions.lisp")
       (load "tests/lisp/support/native-tree-questions.lisp") (setf *level* 2) t)   => t
(list (version-name *version*) *holes* (functions-in-state :changed :script))   => (:maps nil nil)
(defun all-differences (n &rest questions) (apply #'differences n 'small-board 'ask-tree 'ask-ratings 'ask-move questions))   => all-differences
;;; As in last_standing.lisp unless *HOLES* is set.
(defun small-board ()
  (settings (chance-in 1 3) (chance-in 2 4) (chance-in 2 5))
  (setf *holes* '())
  (chance-board))                                    => small-board
(all-differences 60)                                 => nil
;;; With random holes, by both endings
(defun holed-board (size)
  (settings size (chance-in 2 4) (chance-in 2 5))
  (setf *holes* (loop for pos below *board-hexnum* when (zerop (chance 4)) collect pos)
        *winning-hexes* (and (plusp (chance 2)) (max 1 (hexes-to-win))))
  (with-holes (chance-board)))                       => holed-board
(defun small-board () (holed-board (chance-in 2 4)))   => small-board
(defun ask-rules (board)
  (list (loop for pos below *board-hexnum* collect (neighbors pos))
        (winners board)
        (loop for player below *num-players*
              collect (list (score-board board player) (largest-cluster-size board player) (add-new-dice board player 0)
                            (loop for pos below *board-hexnum* collect (sort (get-connected board player pos) #'<))))
        (loop for pos below *board-hexnum* unless (hole-p (aref board pos)) collect (and (threatened pos board) t))))   => ask-rules
(defun ask-depths (board) (loop for depth below 4 collect (count-tree board (chance *num-players*) depth)))   => ask-depths
(all-differences 200 'ask-rules 'ask-depths)         => nil
(differences 3 (lambda () (holed-board 7)) 'ask-rules 'ask-move)   => nil
(differences 1 (lambda () (holed-board 12)) 'ask-rules)   => nil
;;; Move for move, to the end of games with real dice.
(defun game (board)
  (let ((*ai-level* 2))
    (loop repeat 40
          for tree = (game-tree board 0 0 t) then (handle-computer tree)
          collect (list (first tree) (second tree))
          until (lazy-null (third tree)))))          => game
(differences 3 (lambda () (holed-board 4)) 'game)    => nil
(plusp (first (dice-of-doom:search-figures)))        => t
;;; The tree's size
(labels ((below (tree depth)
           (if (zerop depth)
               1
               (loop for move in (take-all (third tree))
                     sum (loop for subtree in (rest move) sum (below subtree (1- depth)))))))
  (loop repeat 20
        for board = (holed-board 3)
        always (loop for depth from 0 to 3 always (= (count-tree board 0 depth) (below (game-tree board 0 0 t) depth)))))   => t
;;; A redefined function is called, also by the searches.
(let ((old #'neighbors)) (defun neighbors (pos) (reverse (funcall old pos))))   => neighbors
(all-differences 40)                                 => nil
(progn (quietly (load "game/maps.lisp")) (functions-in-state :changed))   => nil
(let ((old #'score-board)) (defun score-board (board player) (- (funcall old board player))))   => score-board
(all-differences 40)                                 => nil
(progn (quietly (load "game/maps.lisp")) (functions-in-state :changed))   => nil

;;; --- the rules

(setf *board-size* 2 *board-hexnum* 4 *num-players* 2 *max-dice* 5 *winning-hexes* nil *holes* '(1))   => (1)
(list (neighbors 0) (neighbors 1) (neighbors 3))     => ((2 3) nil (0 2))
(mapcar #'first (take-all (third (game-tree (vector '(0 2) '(26 0) '(1 1) '(1 2)) 0 0 t))))   => ((0 2) (0 3))
(winners (vector '(0 2) '(26 0) '(1 1) '(1 2)))      => (1)
(values (hexes-to-win))                              => 3
(draw-board (vector '(0 2) '(26 0) '(1 1) '(1 2)))
  => (prints "    a-2     
  b-1 b-2 ")
;;; Boards have holes where the settings say so, and nowhere else.
(game-tree (vector '(0 2) '(1 1) '(1 1) '(1 2)) 0 0 t)   => (error invalid-setting "one with holes at 1, as *HOLES* says")
(game-tree (vector '(0 2) '(26 0) '(26 0) '(1 2)) 0 0 t)   => (error invalid-setting "one with holes at 1, as *HOLES* says")
(check-board (vector '(0 2) '(26 1) '(1 1) '(1 2)))  => (error invalid-setting)
(dice-of-doom:analyze-position (vector '(0 2) '(1 2) '(1 1) '(1 2)) 0 0 t :max-n 1000 1 1 nil nil nil)   => nil

;;; The stronger player searches boards with holes in each style, whatever their size, and makes only legal moves.
(defun strong-game (board)
  (loop with tree = (game-tree board 0 0 t)
        for moves from 0
        while (and (first (take-all (third tree))) (< moves 400))
        do (let ((found (analysis tree :nodes 60 :seconds 10 :depth 2)))
             (setf tree (quietly (pick-chance-branch (second tree) (nth (getf found :best) (take-all (third tree)))))))
        finally (return (equal *holes* (loop for hex across (second tree) for pos from 0 when (hole-p hex) collect pos)))))   => strong-game
(loop for style in '(:max-n :paranoid :best-reply)
      always (let ((*ai-style* style))
               (loop for size in '(4 6 9)
                     always (let* ((*holes* nil) (board (progn (settings size 3 5)
                                                                (setf *holes* (loop for pos below *board-hexnum* when (= 3 (mod pos 7)) collect pos)
                                                                      *winning-hexes* (hexes-to-win))
                                                                (with-holes (chance-board)))))
                              (strong-game board)))))   => t

;;; --- matches and trial games

(progn (quietly (load "game/records/record.lisp")) (quietly (load "game/experiments/matches.lisp")) t)   => t
(let ((wins (with-rules ((list :size 7 :players 3 :dice 5 :ending :share :holes (map-holes :atoll 7 0)))
              (dice-of-doom:play-greedily (deal 5 t) (rules-in-use) (list* 7 3 5 *winning-hexes* *holes*) 1 60))))
  (list (length wins) (round (reduce #'+ wins))))    => (3 60)
(dice-of-doom:play-greedily (vector '(0 1)) (rules-in-use) '(1 2 5 0 0) 1 1)   => (error error "does not have the size and the holes")
(dice-of-doom:play-greedily (vector '(7 1)) (rules-in-use) '(1 2 5 0) 1 1)   => (error error "players or dice")

;;; --- the maps

(defun land-of (name size seed)
  "Returns a bit for each place of the map, 1 for land."
  (let ((land (make-array (* size size) :element-type 'bit :initial-element 1)))
    (dolist (pos (map-holes name size seed) land) (setf (aref land pos) 0))))   => land-of
;;; Land is in one piece, and each hex has two neighbors at least.
(loop for map in *maps*
      for size = (map-size (map-name map) 8)
      always (sound-land-p (land-of (map-name map) size 3) size))   => t
(loop for size from 5 to 16
      always (loop for seed from 1 to 5
                   for land = (land-of :islands size seed)
                   always (and (sound-land-p land size) (< 1/6 (/ (count 0 land) (* size size)) 1/2))))   => t
;;; No single hex separates so much land that both sides could hold out for ever. Seed 8 of 6 rows made such islands.
(loop for map in *maps*
      for size = (map-size (map-name map) 6)
      always (loop for seed from 1 to 60 never (stronghold-p (land-of (map-name map) size seed) size)))   => t
(let ((*random-state* (tessera:seed-random-state (+ 8 (ash 1 40))))) (stronghold-p (random-islands 6) 6))   => t
;;; Islands follow from the seed, and differ.
(list (equal (map-holes :islands 7 4) (map-holes :islands 7 4)) (equal (map-holes :islands 7 4) (map-holes :islands 7 5)))   => (t nil)
;;; The natives' neighbors are those of the land: as in SOUND-LAND-P, but in the game's order.
(let ((*board-size* 7) (*board-hexnum* 49) (*holes* (map-holes :islands 7 4)))
  (loop for pos below 49
        always (equal (sort (copy-list (neighbors pos)) #'<)
                      (and (not (member pos *holes*)) (sort (remove-if (lambda (pos) (member pos *holes*)) (places-around pos 7)) #'<)))))   => t
(map-holes :atoll 6 0)                               => (error invalid-setting "7, on this map")
(map-holes :islands 4 0)                             => (error invalid-setting "a number from 5 to 16")
(map-holes :nowhere 6 0)                             => (error invalid-setting "one of islands")
;;; Large boards get few trial games, so that no request for one keeps others waiting.
(loop for (size holes) in '((7 19) (8 12) (10 30) (16 77))
      collect (let ((*board-size* size) (*board-hexnum* (* size size)) (*holes* (loop for pos below holes collect pos))) (affordable 120)))
  => (120 39 22 3)
;;; Dealt boards: equal numbers of hexes, holes in place, and the same for the same seed.
(with-rules ((with-map (list :size 7 :players 3 :dice 5 :ending :share :map :islands :seed 9)))
  (let ((board (deal 9 t)))
    (list (equal (holes-of board) *holes*)
          (<= (- (reduce #'max (loop for player below 3 collect (count player board :key #'first)))
                 (reduce #'min (loop for player below 3 collect (count player board :key #'first)))) 1)
          (equalp board (let ((*random-state* (tessera:seed-random-state 9))) (fairest-board 9))))))   => (t t t)
