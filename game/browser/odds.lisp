;;; The probability of a successful attack: the exact one, not the book's rounded table; how the pages show it, and how
;;; good it is.

(let ((known (make-hash-table :test 'equal)))
  (defun true-odds (attackers defenders)
    "Returns the probability that ATTACKERS dice have a greater sum than DEFENDERS dice, a double-float.
  (true-odds 2 1) => 0.8379629629629629d0"
    (recall (list attackers defenders) known (lambda () (float (exact-odds attackers defenders) 1d0)))))

(defun attack-chance (board from to)
  "Returns the probability, from 0 to 1, that an attack from FROM to TO on BOARD succeeds; NIL where attacks never
fail."
  (when (dice-decide-p)
    (true-odds (second (aref board from)) (second (aref board to)))))

(defun chance-words (chance)
  "Returns CHANCE in percent, never as 0 or 100 percent, since it is neither.
  (list (chance-words 0.0015) (chance-words 0.44) (chance-words 0.9999)) => (\"<1%\" \"44%\" \">99%\")"
  (cond ((< chance 0.005) "<1%")
        ((> chance 0.995) ">99%")
        (t (format nil "~d%" (round (* 100 chance))))))

(defun chance-quality (chance)
  "Returns the class for the quality of CHANCE, which determines the color and shape of its mark.
  (list (chance-quality 0.9) (chance-quality 0.5) (chance-quality 0.1)) => (\"good\" \"fair\" \"poor\")"
  (cond ((>= chance 0.65) "good")
        ((>= chance 0.4) "fair")
        (t "poor")))
