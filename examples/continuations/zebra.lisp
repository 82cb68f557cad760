;;; Who owns the zebra, and who drinks water? Five houses of five colors stand in a row. Each inhabitant has a
;;; different nationality, animal, drink and brand of cigarettes. The program states the facts and chooses; a choice
;;; that contradicts a fact fails, and the program backtracks to the last choice that has alternatives. Nothing here
;;; says how to search.
;;;     tessera examples/continuations/zebra.lisp

(require "continuations")

(defun must (true)
  "Fails, and so backtracks, unless TRUE."
  (unless true (fail)))

(defun some-order (list)
  "Chooses an order of the elements of LIST."
  (when list
    (let ((first (choose list)))
      (cons first (some-order (remove first list))))))

(defun next-to (house)
  "Chooses one of the two neighbors of HOUSE, a number. The neighbor of an outer house may not exist."
  (amb (1- house) (1+ house)))

(defun puzzle ()
  "Chooses an arrangement in which all facts are true. Returns who drinks water and who owns the zebra. Houses are
numbers from the left, and each color, nation, drink, brand and animal a variable: the house where it is. The earlier a
fact is checked, the fewer choices are made in vain."
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

;;; All solutions, to show that there is only one.
(let ((solutions (all-solutions (puzzle))))
  (loop for (drinker owner) in solutions
        do (format t "The ~a drinks water, and the ~a owns the zebra.~%" drinker owner))
  (assert (equal solutions '(("Norwegian" "Japanese")))))
