;;; Proofs of results, proof files with and without errors, and the tables of small boards: game/solving/.

(progn (load "game/dice_of_doom_v1.lisp") (load "game/solving/prover.lisp") (load "game/solving/tables.lisp")
       (load "game/solving/checker.lisp") t)         => t
(defun settings (size dice)
  (setf *board-size* size *board-hexnum* (* size size) *max-dice* dice))   => settings

;;; Random boards, the same in every run.
(defparameter *seed* 1)                              => *seed*
(defun chance (n)
  (setf *seed* (mod (+ (* *seed* 1103515245) 12345) 2147483648))
  (mod (ash *seed* -12) n))                          => chance
(defun chance-board (&optional (dice *max-dice*))
  (let ((board (make-array *board-hexnum*)))
    (dotimes (pos *board-hexnum* board)
      (setf (aref board pos) (list (chance 2) (1+ (chance dice)))))))   => chance-board
(defun nearly-decided-board ()
  "Returns a board on which one player has all hexes but two: the tree is small."
  (let ((board (map 'vector (lambda (hex) (list 0 (second hex))) (chance-board))))
    (loop repeat 2
          do (setf (aref board (chance *board-hexnum*)) (list 1 (1+ (chance *max-dice*)))))
    board))                                          => nearly-decided-board

;;; --- the text's ratings of whole trees
(defun wrong-results (boards make-board)
  "Returns the boards for which prover and script disagree."
  (loop repeat boards
        for board = (funcall make-board)
        for player = (chance 2)
        for value = (rate-position (game-tree board player 0 t) player)
        unless (equal (subseq (multiple-value-list (prove-result board :player player)) 0 2) (list value value))
          collect board))                            => wrong-results
(progn (settings 2 3) (wrong-results 150 #'chance-board))           => nil
(progn (settings 2 4) (wrong-results 40 #'chance-board))            => nil
(progn (settings 3 3) (wrong-results 5 #'nearly-decided-board))     => nil
(progn (settings 3 3) (wrong-results 5 (lambda () (chance-board 2))))   => nil
;;; A board with more dice on a hex than reinforcements bring.
(progn (settings 2 2) (prove-result #((0 5) (1 4) (0 1) (1 2))))    => (values 1 1 3)

;;; --- the tables
(progn (settings 2 3) (tabulate-results))
  => (values ((4 16 5 6) (5 64 32 16) (6 160 72 42) (7 256 140 28) (8 304 149 40) (9 256 142 31) (10 160 76 25) (11 64 32 12) (12 16 5 6)) 10368 68)
(defun wrong-in-table (boards)
  (loop repeat boards
        for board = (chance-board)
        for player = (chance 2)
        unless (eql (tabulated-result board player) (rate-position (game-tree board player 0 t) player))
          collect board))                            => wrong-in-table
(wrong-in-table 200)                                 => nil
(tabulated-result #((0 1) (0 1) (1 1) (1 1)) 0)      => 1/2
(tabulated-result #((0 1) (0 4) (1 1) (1 1)) 0)      => (error error "TABULATE-RESULTS")
(progn (settings 4 3) (tabulate-results))            => (error error "up to 3x3 hexes")

;;; --- proof files
(defparameter *proof* (concatenate 'string (ensure-directories-exist (scratch-folder "proofs")) "board.proof"))   => *proof*
(defun refusal (&rest arguments)
  "Returns NIL if the proof is right, and else why not."
  (handler-case (progn (apply #'dice-of-doom-checker:check-proof *proof* arguments) nil)
    (dice-of-doom-checker:invalid-proof (c) (princ-to-string c))))   => refusal
(defun file-lines (path)
  (with-open-file (in path) (loop for line = (read-line in nil) while line collect line)))   => file-lines
(defun write-lines (lines)
  (with-open-file (out *proof* :direction :output :if-exists :supersede)
    (format out "~{~a~%~}" lines)))                  => write-lines
(defun proves-p (size boards)
  "True if the proofs of random boards are right, about these boards, and show what the prover says."
  (settings size 3)
  (loop repeat boards
        for board = (chance-board)
        for player = (chance 2)
        for value = (write-proof *proof* board :player player)
        always (equal (subseq (multiple-value-list (dice-of-doom-checker:check-proof *proof* :board board :player player)) 0 2)
                      (list value value))))          => proves-p
(proves-p 2 30)                                      => t
(proves-p 3 10)                                      => t
(settings 2 3)                                       => 3
(write-proof *proof* #((0 2) (1 1) (0 1) (1 1)))     => (values 1 3)
(file-lines *proof*)  => ("dice-of-doom proof 1" "(:SIZE 2 :DICE 3 :BOARD ((0 2) (1 1) (0 1) (1 1)) :PLAYER 0)" "(:CLAIM (0 1) :POSITIONS 3 :MOVES 1)" "!" "end")
(refusal :board #((0 2) (1 1) (0 1) (1 2)))          => "The proof is wrong: it is about another board, or another player begins"
(refusal :player 1)                                  => "The proof is wrong: it is about another board, or another player begins"

;;; Planted errors. A board with a larger proof:
(defvar *board*)                                     => *board*
(defvar *lines*)                                     => *lines*
(defvar *moves*)                                     => *moves*
(defun use-board ()
  "Takes the next random board that player 0 wins, with a proof that is not too short."
  (loop do (setf *board* (chance-board))
        until (and (= (write-proof *proof* *board*) 1) (> (length (fourth (file-lines *proof*))) 12)))
  (setf *lines* (file-lines *proof*)
        *moves* (apply #'concatenate 'string (butlast (nthcdr 3 *lines*)))))   => use-board
(stringp (progn (settings 3 3) (use-board)))         => t
(defun changed (index line) (let ((lines (copy-list *lines*))) (setf (nth index lines) line) lines))   => changed
(defun refused (lines) (write-lines lines) (refusal))                                                 => refused
(refused *lines*)                                    => nil
;;; Another claim, board or player:
(defun replaced (old new line)
  (let ((at (search old line)))
    (concatenate 'string (subseq line 0 at) new (subseq line (+ at (length old))))))   => replaced
(stringp (refused (changed 2 (replaced "(0 1)" "(1 1)" (nth 2 *lines*)))))        => t
(stringp (refused (changed 2 (replaced "(0 1)" "(1 1/2)" (nth 2 *lines*)))))      => t
(stringp (refused (changed 2 (replaced "(0 1)" "(0 2)" (nth 2 *lines*)))))        => t
(stringp (refused (changed 1 (replaced ":PLAYER 0" ":PLAYER 1" (nth 1 *lines*)))))  => t
(stringp (refused (changed 1 (replaced "(0 3)" "(0 2)" (nth 1 *lines*)))))        => t
(stringp (refused (changed 1 (replaced ":SIZE 3" ":SIZE 2" (nth 1 *lines*)))))    => t
(stringp (refused (changed 1 (replaced ":DICE 3" ":DICE #.(error \"read\")" (nth 1 *lines*)))))   => t
(stringp (refused (changed 0 "dice-of-doom proof 2")))  => t
;;; Each move: left out, doubled, or another one. Another move that wins at once is not an error: it must not be refused
;;; where the table says that it wins, so only the moves that do not win are tried here.
(defun with-moves (moves &optional (count (length moves)))
  "Returns the file with MOVES."
  (let ((line (nth 2 *lines*)))
    (append (subseq *lines* 0 2)
            (list (format nil "~a~d)" (subseq line 0 (+ 7 (search ":MOVES " line))) count))
            (loop for start from 0 below (length moves) by 100 collect (subseq moves start (min (length moves) (+ start 100))))
            (list "end"))))                          => with-moves
(progn (tabulate-results) (> (length *moves*) 5))    => t
(refused (with-moves *moves*))                       => nil
(defun losing-moves ()
  "Returns a list of (INDEX CHARACTER) for moves that, in place of those of the proof, do not win."
  (let ((used 0) (met (make-hash-table :test 'equal)) (found '()))
    (labels ((visit (tree spare first)
               (destructuring-bind (player board moves) tree
                 (let ((key (list (coerce board 'list) player spare first)))
                   (unless (gethash key met)
                     (setf (gethash key met) t)
                     (flet ((next (move)
                              (list (second move) (if (first move) (+ spare (second (aref board (second (first move))))) 0) (null (first move)))))
                       (cond ((and (= player 0) (rest moves))
                              (let ((number (- (char-code (char *moves* used)) 33)))
                                (loop for move in moves
                                      for i from 0
                                      for (tree spare first) = (next move)
                                      for value = (tabulated-result (second tree) (first tree) spare first)
                                      unless (eql value (if (zerop (first tree)) 1 0))
                                        do (push (list used (code-char (+ 33 i))) found))
                                (incf used)
                                (apply #'visit (next (nth number moves)))))
                             (t (dolist (move moves) (apply #'visit (next move)))))))))))
      (visit (game-tree *board* 0 0 t) 0 t))
    found))                                          => losing-moves
(defun accepted-losing-moves ()
  "Returns those of the losing moves that the checker accepts, and the number of all."
  (let ((losing (losing-moves)))
    (values (loop for (index character) in losing
                  for moves = (copy-seq *moves*)
                  unless (progn (setf (char moves index) character) (refused (with-moves moves)))
                    collect (list index character))
            (length losing))))                       => accepted-losing-moves
(loop with all = 0
      repeat 8
      do (use-board)
         (multiple-value-bind (accepted count) (accepted-losing-moves)
           (incf all count)
           (when accepted (return (list *board* accepted))))
      finally (return (> all 40)))                   => t
(loop for index below (length *moves*)
      always (refused (with-moves (remove-if (constantly t) *moves* :start index :end (1+ index)))))   => t
(loop for index below (length *moves*)
      always (refused (with-moves (concatenate 'string (subseq *moves* 0 index) "~" (subseq *moves* (1+ index))))))   => t
(loop for index to (length *moves*)
      always (refused (with-moves (concatenate 'string (subseq *moves* 0 index) "!" (subseq *moves* index)))))   => t
(loop for index below (length *moves*) always (refused (with-moves (subseq *moves* 0 index) (length *moves*))))   => t
;;; Files that end too early, have too much, or nothing.
(loop for count below (length *lines*) always (refused (subseq *lines* 0 count)))  => t
(stringp (refused (append *lines* '("end"))))        => t
(stringp (refused (append (butlast *lines*) '("" "end"))))   => t
(stringp (refused (list "dice-of-doom proof 1" "(:SIZE 3 :DICE 3 :BOARD" "(1 2)" "end")))   => t
(stringp (refused (list "dice-of-doom proof 1" "(:SIZE 3 . 4)" "end")))   => t
(stringp (refused (list "dice-of-doom proof 1" "(:SIZE 3 :WIDTH 4)" "end")))   => t
(stringp (refused (changed 2 "(:CLAIM (0 1) :POSITIONS 1 :MOVES -1)")))   => t
(stringp (refused (changed 2 "(:CLAIM (0 1) :POSITIONS 10 :MOVES 1000000000000)")))   => t

;;; --- limits
(progn (settings 8 3) (multiple-value-bind (low high) (prove-result (chance-board) :time 0.01) (< low high)))   => t
(write-proof *proof* (chance-board) :time 0.01)      => (error error "is not known after")
(prove-result #((0 1)))                              => (error error "an array of 64 hexes")
(progn (settings 2 3) (prove-result #((0 1) (1 1) (1 1) (0 1)) :player 2))   => (error error "0 or 1")
(prove-result #((0 1) (1 1) (1 1) (0 1)) :time 0)    => (error error "a number of seconds")
(prove-result #((0 1) (1 6) (1 1) (0 1)))            => (error error "with 1 to 5 dice")
(let ((*num-players* 3)) (prove-result #((0 1) (1 1) (1 1) (0 1))))   => (error error "two players")
