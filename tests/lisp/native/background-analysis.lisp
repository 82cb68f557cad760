;;; game/computer/background_analysis.lisp: searches in other threads while Lisp continues.

(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (load "game/computer/background_analysis.lisp") t)   => t
(setf *board-size* 3 *board-hexnum* 9 *ai-style* :strong)   => :strong
(defparameter *board* (board-array '((0 3) (1 2) (0 1) (1 1) (0 2) (1 3) (0 1) (1 2) (1 1))))   => *board*
(defparameter *tree* (game-tree *board* 0 0 t))             => *tree*
(defun awaited (job)
  "Returns what the search JOB has found, once it is done."
  (loop (multiple-value-bind (result state) (analysis-result job)
          (unless (eq state :pending)
            (return (values result state))))
        (sleep 0.01)))   => awaited

;;; The same is found as by a search that Lisp waits for.
(defparameter *job* (begin-analysis *tree* :seconds 0.2))   => *job*
(analysis-job-p *job*)                                      => t
(nth-value 1 (awaited *job*))                               => :done
(let ((found (analysis-result *job*))
      (same (analysis *tree* :seconds 0.2)))
  (equal (list (getf found :best) (getf found :chance) (getf found :line))
         (list (getf same :best) (getf same :chance) (getf same :line))))   => t
(equal (first (analyzed-move *job*)) (first (nth (getf (analysis-result *job*) :best) (take-all (third *tree*)))))   => t
(and (member (analyzed-move *job*) (take-all (third *tree*)) :test #'eq) t)   => t

;;; Several at a time, and more than there are processors
(loop for job in (loop repeat 20 collect (begin-analysis *tree* :seconds 0.02))
      always (eq (nth-value 1 (awaited job)) :done))        => t

;;; Short searches do not wait for long ones. (A solved board would end them by itself.)
(setf *board-size* 6 *board-hexnum* 36)                     => 36
(defparameter *large* (loop for tree = (game-tree (gen-board) 0 0 t) until (force (third tree)) finally (return tree)))   => *large*
(let* ((long (loop repeat 12 collect (begin-analysis *large* :seconds 1000)))
       (short (loop repeat 3 collect (begin-analysis *large* :seconds 0.01))))
  (unwind-protect (list (loop for job in short always (eq (nth-value 1 (awaited job)) :done))
                        (loop for job in long always (eq (nth-value 1 (analysis-result job)) :pending)))
    (mapc #'cancel-analysis long)))                         => (t t)

;;; A search that would take long does not hold up Lisp; it can be cancelled, once.
(analysis-job-p (setf *job* (begin-analysis *large* :seconds 1000)))   => t
(multiple-value-list (analysis-result *job*))               => (nil :pending)
(analyzed-move *job*)                                       => nil
(cancel-analysis *job*)                                     => t
(cancel-analysis *job*)                                     => nil
(multiple-value-list (analysis-result *job*))               => (nil :none)
(dice-of-doom:cancel-analysis 1)                            => nil
(dice-of-doom:analysis-result "none")                       => nil

;;; Four players and dice
;;; The harness has interned another symbol TAG.
(progn
  (unintern (find-symbol "TAG" *package*))
  (load "game/dice_of_doom_v4.lisp")
  (load "game/native.lisp")
  (setf *board-size* 3 *board-hexnum* 9 *ai-style* :max-n)
  t)   => t
(setf *tree* (game-tree (board-array '((0 3) (1 2) (2 1) (3 1) (0 2) (1 3) (2 4) (3 2) (1 1))) 0 0 t) *job* nil)   => nil
(analysis-job-p (setf *job* (begin-analysis *tree* :seconds 0.05 :rate-all t)))   => t
(let ((found (awaited *job*)))
  (list (integerp (getf found :best))
        (= (length (getf found :moves)) (length (take-all (third *tree*))))
        (<= 0 (getf found :chance) 1)))
  => (t t t)

(begin-analysis 'nothing)                                   => (error wrong-argument)
(begin-analysis *large* :seconds 1)                         => (error wrong-argument)
(begin-analysis (analysis-job-tree *job*) :seconds 0)       => (error wrong-argument)
