;;; Elo ratings from the scores of matches, with their errors: for calibration.lisp and ../league.lisp.

(defun mean (numbers)
  "Returns the mean of NUMBERS."
  (/ (reduce #'+ numbers) (length numbers)))

(defun error-of-mean (numbers)
  "Returns the standard error of the mean of NUMBERS."
  (let ((middle (mean numbers))
        (count (length numbers)))
    (sqrt (/ (float (reduce #'+ numbers :key (lambda (number) (expt (- number middle) 2))) 1d0)
             count
             (max 1 (1- count))))))

(defun score-against-one (share players)
  "Returns two values: the score against one opponent of who wins SHARE of the games of PLAYERS, the others being alike;
and how much that changes with SHARE.
  (list (score-against-one 1/4 4) (score-against-one 1/3 2) (score-against-one 1/2 4)) => (1/2 1/3 3/4)"
  (let ((all (1+ (* share (- players 2)))))
    (values (/ (* share (1- players)) all)
            (/ (1- players) (expt all 2)))))

;;; Elo ratings that fit the observed scores best

(defun expected-score (difference)
  "Returns the expected score for a DIFFERENCE of Elo ratings.
  (expected-score 0) => 0.5d0"
  (/ (1+ (expt 10 (/ (- difference) 400d0)))))

(defun fitted-points (count pairs)
  "Returns a vector of the ratings of COUNT levels, the first 0. PAIRS lists the matches as (I J SCORE ERROR), SCORE
being that of I."
  (let ((points (make-array count :initial-element 0d0)))
    (loop repeat 2000
          do (loop for level from 1 below count
                   do (let ((slope 0d0) (weight 1d-9))
                        (loop for (i j score error) in pairs
                              for side = (cond ((= i level) 1) ((= j level) -1) (t 0))
                              unless (zerop side)
                                do (let* ((expected (expected-score (- (aref points i) (aref points j))))
                                          (steep (* expected (- 1 expected) (/ (log 10d0) 400)))
                                          (precision (/ (max error 0.01d0))))
                                     (incf slope (* side steep precision precision (- score expected)))
                                     (incf weight (* steep steep precision precision))))
                        (incf (aref points level) (/ slope weight)))))
    points))

(defun point-errors (count pairs points &optional (base #'1-))
  "Returns the standard error of each of POINTS, a list, from the errors of the scores in PAIRS. It is that of the
difference from the level that BASE, a function, returns for a level; usually from the level before it."
  (let ((variances (make-array count :initial-element 0d0)))
    (loop for pair in pairs
          do (destructuring-bind (i j score error) pair
               (let ((moved (fitted-points count (substitute (list i j (+ score error) error) pair pairs :test #'eq))))
                 (loop for level from 1 below count
                       do (incf (aref variances level)
                                (expt (- (- (aref moved level) (aref moved (funcall base level)))
                                         (- (aref points level) (aref points (funcall base level))))
                                      2))))))
    (map 'list #'sqrt variances)))
