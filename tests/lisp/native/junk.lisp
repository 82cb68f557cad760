;;; game/native.lisp with arguments of any kind: natives return the script's value, or signal a condition of the same
;;; class.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/native.lisp") t)   => t
(progn (setf *board-size* 2 *board-hexnum* 4 *num-players* 3) (defparameter *seed* 7) t)   => t
(defun chance (n)
  (setf *seed* (mod (+ (* *seed* 1103515245) 12345) 2147483648))
  (mod (ash *seed* -12) n))                          => chance
(defun hexes (&rest hexes) (make-array (length hexes) :initial-contents hexes))   => hexes
(defparameter *boards*
  (list (hexes '(0 3) '(1 2) '(1 1) '(2 1)) (hexes '(0 1) '(0 5) '(1 1) '(1 4)) (hexes '(0 12) '(1 2) '(25 1) '(2 1))
        (hexes '(0 0) '(1 1) '(0 2) '(1 1)) (hexes '(0 1)) (hexes) (hexes '(0 1 2) '(1 1) '(0 1) '(1 1)) (hexes 1 2 3 4)
        (hexes '(0 . 1) '(1 2) '(0 3) '(1 1)) (hexes '(a b) '(0 1) '(1 1) '(1 2)) (hexes '(0 2.5) '(0 1) '(1 1) '(1 2))
        (hexes '(-1 2) '(0 1) '(1 1) '(1 2)) (hexes '(0 2/3) '(1 1) '(0 1) '(1 3)) "four" (make-array 4 :fill-pointer 3 :initial-element '(0 2))
        (make-array 4 :adjustable t :initial-element '(0 2)) (make-array '(2 2) :initial-element '(0 2)) '((0 2) (1 1) (1 1) (1 1))))   => *boards*
(defun junk ()
  "Returns any object but a circular one."
  (case (chance 9)
    (0 (elt '(-1 -7 99 1000000000000 -1000000000000 100000000000000000000) (chance 6)))
    (1 (elt '(0.0 1.0 2.5 1/2 0d0 #c(1 2)) (chance 6)))
    (2 (elt '(nil t a :b) (chance 4)))
    (3 "text")
    (4 #'car)
    (5 (list (chance 4) (elt *boards* (chance (length *boards*))) (elt (list nil 'moves (lazy-nil) (make-lazy '(1 2)) #'car) (chance 5))))
    (6 (elt *boards* (chance (length *boards*))))
    (t (chance 5))))                                 => junk
(defun a-board () (elt *boards* (if (zerop (chance 3)) (chance (length *boards*)) (chance 2))))   => a-board
(defun a-number () (if (zerop (chance 4)) (junk) (chance 5)))   => a-number
(defun a-tree ()
  (case (chance 4)
    (0 (junk))
    (1 (list (a-number) (a-board) (third (limit-tree-depth (game-tree (elt *boards* (chance 2)) 0 0 t) 2))))
    (t (limit-tree-depth (game-tree (elt *boards* (chance 2)) (chance 3) (chance 3) (zerop (chance 2))) (chance 3)))))   => a-tree
(defparameter *calls*
  '((neighbors a-number) (board-attack a-board a-number a-number a-number a-number)
    (board-attack-fail a-board a-number a-number a-number a-number) (add-new-dice a-board a-number a-number) (winners a-board)
    (threatened a-number a-board) (score-board a-board a-number) (get-connected a-board a-number a-number)
    (largest-cluster-size a-board a-number) (attacking-moves a-board a-number a-number)
    (game-tree a-board a-number a-number a-number) (limit-tree-depth a-tree a-number) (get-ratings a-tree a-number)
    (rate-position a-tree a-number) (ab-get-ratings-max a-tree a-number a-number a-number)
    (ab-get-ratings-min a-tree a-number a-number a-number) (ab-rate-position a-tree a-number a-number a-number)
    (handle-computer a-tree)))                       => *calls*
(defun looked-at (object depth)
  "Returns OBJECT with the lazy lists in it made lists, a few elements long."
  (cond ((and (functionp object) (plusp depth)) (looked-at (take 4 object) (1- depth)))
        ((functionp object) 'function)
        ((consp object) (cons (looked-at (car object) depth) (looked-at (cdr object) depth)))
        (t object)))                                 => looked-at
(defun general-class (condition)
  (cond ((typep condition 'type-error) 'type-error)
        ((typep condition 'program-error) 'program-error)
        ((typep condition 'arithmetic-error) 'arithmetic-error)
        (t (type-of condition))))                    => general-class
(defun outcome-of (call seed)
  (let ((*seed* seed) (*random-state* (make-random-state *dice*)))
    (handler-case (prin1-to-string (looked-at (with-output-to-string (*standard-output*)
                                                (return-from outcome-of
                                                  (prin1-to-string (looked-at (apply (first call) (mapcar #'funcall (rest call))) 2))))
                                              2))
      (error (condition) (general-class condition)))))   => outcome-of
(defparameter *dice* (make-random-state))            => *dice*
(defun differences (n)
  (loop with found = '()
        repeat n
        while (< (length found) 3)
        do (let* ((call (elt *calls* (chance (length *calls*))))
                  (seed *seed*)
                  (native (progn (native-on) (outcome-of call seed)))
                  (script (progn (native-off) (outcome-of call seed))))
             (native-on)
             (unless (equal native script)
               (push (list (cons (first call) (let ((*seed* seed)) (mapcar #'funcall (rest call)))) native script) found)))
        finally (return found)))                     => differences
(differences (* 3000 (let ((times (tessera::%getenv "TESSERA_NATIVE_ROUNDS"))) (if times (parse-integer times) 1))))   => nil
;;; Afterwards all is as it was.
(progn (native-on) (setf *board-size* 2 *board-hexnum* 4) (length (get-ratings (limit-tree-depth (game-tree (elt *boards* 0) 0 0 t) 3) 0)))   => 3
