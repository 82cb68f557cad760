;;; Loaded after the game's second version: how the computer's choice of a move on a board of 5x5 grows with *AI-LEVEL*.
(defparameter *position*
  (board-array '((0 2) (1 1) (0 3) (1 2) (0 1)
                 (1 3) (0 1) (0 2) (1 1) (1 2)
                 (0 1) (1 2) (0 3) (1 3) (0 2)
                 (1 2) (0 2) (1 1) (0 1) (1 1)
                 (0 3) (1 1) (0 2) (1 2) (0 1))))

(defun choose-at (level)
  (let ((*ai-level* level))
    (handle-computer (game-tree *position* 0 0 t))))

(defun count-nodes-at (level)
  "Returns the number of positions that the choice rates."
  (let ((nodes 0) (rate #'ab-rate-position))
    (unwind-protect
         (progn
           (setf (symbol-function 'ab-rate-position)
                 (lambda (&rest arguments)
                   (incf nodes)
                   (apply rate arguments)))
           (choose-at level))
      (setf (symbol-function 'ab-rate-position) rate))
    nodes))

(defun tell-about (level)
  (let ((start (get-internal-run-time)))
    (choose-at level)
    (let ((seconds (/ (float (- (get-internal-run-time) start) 1d0) internal-time-units-per-second)))
      (format t "~&seconds ~f~%" seconds))
    (room t)
    (format t "~&nodes ~d~%" (count-nodes-at level))))
