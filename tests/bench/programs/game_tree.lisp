;;; The eager game tree of Dice of Doom, first version: lists, vectors, closures; then the rating of the whole tree.
(defparameter *size* 3)
(defparameter *hexes* (* *size* *size*))
(defparameter *most-dice* 3)

(defun neighbors (pos)
  (let ((up (- pos *size*)) (down (+ pos *size*)))
    (loop for p in (append (list up down)
                           (unless (zerop (mod pos *size*)) (list (1- up) (1- pos)))
                           (unless (zerop (mod (1+ pos) *size*)) (list (1+ pos) (1+ down))))
          when (and (>= p 0) (< p *hexes*))
            collect p)))

(defun attacked (board player src dst dice)
  (let ((after (copy-seq board)))
    (setf (svref after src) (list player 1)
          (svref after dst) (list player (1- dice)))
    after))

(defun reinforced (board player spare)
  (labels ((f (hexes n)
             (cond ((null hexes) '())
                   ((zerop n) hexes)
                   (t (destructuring-bind (owner dice) (car hexes)
                        (if (and (eql owner player) (< dice *most-dice*))
                            (cons (list owner (1+ dice)) (f (cdr hexes) (1- n)))
                            (cons (car hexes) (f (cdr hexes) n))))))))
    (coerce (f (coerce board 'list) spare) 'simple-vector)))

(defun tree (board player spare first)
  (list player board (moves board player spare first)))

(defun moves (board player spare first)
  (let ((attacks
          (mapcan (lambda (src)
                    (when (eql player (first (svref board src)))
                      (mapcan (lambda (dst)
                                (when (and (not (eql player (first (svref board dst))))
                                           (> (second (svref board src)) (second (svref board dst))))
                                  (list (list (list src dst)
                                              (tree (attacked board player src dst (second (svref board src)))
                                                    player
                                                    (+ spare (second (svref board dst)))
                                                    nil)))))
                              (neighbors src))))
                  (loop for n below *hexes* collect n))))
    (if first
        attacks
        (cons (list nil (tree (reinforced board player (1- spare)) (- 1 player) 0 t)) attacks))))

(defun score (board player)
  (let ((mine (count player board :key #'first)))
    (cond ((> (* 2 mine) *hexes*) 2)
          ((= (* 2 mine) *hexes*) 1)
          (t 0))))

(defun rate (tree player)
  (let ((moves (third tree)))
    (cond ((null moves) (score (second tree) player))
          (t (reduce (if (eql (first tree) player) #'max #'min)
                     (mapcar (lambda (move) (rate (second move) player)) moves))))))

(defun size (tree)
  (1+ (loop for move in (third tree) sum (size (second move)))))

(defun main ()
  (dolist (board '(#((1 2) (1 2) (1 1) (1 2) (0 1) (1 1) (1 2) (0 3) (1 2))
                   #((0 2) (1 1) (0 1) (1 1) (0 3) (1 2) (1 2) (0 1) (0 2))
                   #((1 1) (0 3) (0 2) (0 1) (1 2) (0 1) (1 2) (0 2) (0 3))
                   #((1 2) (0 2) (0 1) (1 3) (1 1) (1 2) (0 2) (1 2) (0 1))))
    (let ((tree (tree board 0 0 t)))
      (format t "~d ~d ~d~%" (size tree) (rate tree 0) (rate tree 1)))))
