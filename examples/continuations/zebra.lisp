;;; Who owns the zebra, and who drinks water? Five houses stand in a row, of five colours; in each lives somebody of another nation, with
;;; another animal, drink and brand of cigarettes. The program writes down what is known, and chooses; where a choice contradicts what is
;;; known, it fails, and goes back to the last choice that has something left. Nothing here says how to search.
;;;     tessera examples/continuations/zebra.lisp

(require "continuations")

(defun must (true)
  "Gives up this way unless TRUE."
  (unless true (fail)))

(defun some-order (list)
  "Chooses an order of the elements of LIST."
  (when list
    (let ((first (choose list)))
      (cons first (some-order (remove first list))))))

(defun next-to (house)
  "Chooses one of the two neighbours of HOUSE, a number. That of a house at the end may be none: then there is none that lives there."
  (amb (1- house) (1+ house)))

(defun puzzle ()
  "Chooses a way in which all that is known is true. Returns who drinks water and who owns the zebra. Houses are numbers from the left, and
each colour, nation, drink, brand and animal a variable: the house where it is. The earlier something is checked, the less is tried in vain."
  (destructuring-bind (red green ivory yellow blue) (some-order '(1 2 3 4 5))
    (must (= green (1+ ivory)))
    (destructuring-bind (english spanish ukrainian norwegian japanese) (some-order '(1 2 3 4 5))
      (must (= norwegian 1))
      (must (= english red))
      (must (= blue (next-to norwegian)))
      (destructuring-bind (coffee tea milk juice water) (some-order '(1 2 3 4 5))
        (must (= milk 3))
        (must (= coffee green))
        (must (= ukrainian tea))
        (destructuring-bind (old-gold kools chesterfield lucky-strike parliament) (some-order '(1 2 3 4 5))
          (must (= kools yellow))
          (must (= lucky-strike juice))
          (must (= japanese parliament))
          (destructuring-bind (dog snails fox horse zebra) (some-order '(1 2 3 4 5))
            (must (= spanish dog))
            (must (= old-gold snails))
            (must (= fox (next-to chesterfield)))
            (must (= horse (next-to kools)))
            (flet ((owner (house)
                     (nth (position house (list english spanish ukrainian norwegian japanese))
                          '("Englishman" "Spaniard" "Ukrainian" "Norwegian" "Japanese"))))
              (list (owner water) (owner zebra)))))))))

;;; All solutions, to see that there is no other.
(let ((solutions (all-solutions (puzzle))))
  (loop for (drinker owner) in solutions
        do (format t "The ~a drinks water, and the ~a owns the zebra.~%" drinker owner))
  (assert (equal solutions '(("Norwegian" "Japanese")))))
