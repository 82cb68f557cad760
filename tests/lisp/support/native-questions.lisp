;;; Asks natives and scripts of Dice of Doom the same questions about random boards, for the files ../native-*.lisp.
;;; Load it after a version of the game. TESSERA_NATIVE_ROUNDS=20 in the environment multiplies the number of boards by
;;; twenty.

;;; Random boards, the same in every run.

(defparameter *seed* 1)

(defun chance (n)
  "Returns an integer from 0 below N, the next of a sequence that is always the same."
  (setf *seed* (mod (+ (* *seed* 1103515245) 12345) 2147483648))
  (mod (ash *seed* -12) n))

(defun chance-in (low high)
  (+ low (chance (- high low -1))))

(defun settings (size players dice)
  (setf *board-size* size *board-hexnum* (* size size) *num-players* players *max-dice* dice))

(defun chance-board ()
  (let ((board (make-array *board-hexnum*)))
    (dotimes (pos *board-hexnum* board)
      (setf (aref board pos) (list (chance *num-players*) (chance-in 1 *max-dice*))))))

(defun rounds (n)
  (* n (let ((times (tessera::%getenv "TESSERA_NATIVE_ROUNDS")))
         (if times (parse-integer times) 1))))

;;; A question is asked twice: of the natives and of the script, with the same dice.

(defparameter *dice* (make-random-state))

(defun answer (question)
  (let ((*random-state* (make-random-state *dice*)) (result nil))
    (prin1-to-string (list (with-output-to-string (*standard-output*) (setf result (funcall question)))
                           result))))

(defun differences (n setup &rest questions)
  "Calls SETUP and ask all QUESTIONS about the board that it returns, ROUNDS of N times. The first questions, boards and
answers of natives and script that differ, at most three."
  (let ((found '()))
    (loop repeat (rounds n)
          while (< (length found) 3)
          do (let ((board (funcall setup)))
               (dolist (question questions)
                 (let* ((seed *seed*)
                        (native (progn (native-on) (answer (lambda () (funcall question board)))))
                        (script (progn (native-off) (setf *seed* seed)
                                       (answer (lambda () (funcall question board))))))
                   (native-on)
                   (unless (equal native script)
                     (push (list question *board-size* *num-players* *max-dice* board native script) found))))))
    found))
