;;; The probability of a successful attack: the exact one, not the text's rounded table; how the pages show it, and how
;;; good it is.

(let ((known (make-hash-table :test 'equal)))
  (defun true-odds (attackers defenders)
    "Return how likely ATTACKERS dice come out higher than DEFENDERS dice, a float.
  (true-odds 2 1) => 0.8379629629629629d0"
    (recall (list attackers defenders) known
            (lambda ()
              (let ((attack (dice-sums attackers))
                    (defense (dice-sums defenders)))
                (float (/ (loop for ways across attack
                                for sum from 0
                                sum (* ways (reduce #'+ defense :end (min sum (length defense)))))
                          (expt 6 (+ attackers defenders)))
                       1d0))))))

(defun dice-sums (count)
  "Returns a vector with the number of ways in which COUNT dice have each sum.
  (dice-sums 1) => #(0 1 1 1 1 1 1)"
  (let ((ways (vector 1)))
    (loop repeat count
          do (let ((more (make-array (+ (length ways) 6) :initial-element 0)))
               (loop for n across ways
                     for sum from 0
                     do (loop for face from 1 to 6 do (incf (aref more (+ sum face)) n)))
               (setf ways more)))
    ways))

(defun attack-chance (board from to)
  "Returns the probability, from 0 to 1, that an attack from FROM to TO on BOARD succeeds; NIL where attacks never fail."
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
