;;; Puzzles: win in two turns, whatever the opponent does. They have no dice, as the book's third version, so they have
;;; a definite answer: puzzle_set.lisp contains it, found and proved by ../experiments/puzzle_maker.lisp. The address
;;; contains the moves made so far, so everything works by links. The browser keeps the rating: puzzles.js.

(defmacro with-puzzle ((puzzle) &body body)
  "Evaluates BODY with the settings of PUZZLE."
  `(with-rules ((list :size (getf ,puzzle :size) :players 2 :dice 3))
     (let ((*you* 0))
       ,@body)))

;;; The state of a puzzle

(defstruct (stand (:constructor make-stand (board node)))
  "The state of a puzzle: the BOARD; the NODE of the answer; the EVENTS, the latest first; STATE is :OPEN, :SOLVED, or
:FAILED after a move that does not win."
  board node (events '()) (state :open))

(defun add-event (stand player action gained)
  "Makes the move ACTION of PLAYER in STAND, after which the hexes GAINED get a die."
  (let* ((board (stand-board stand))
         (event (make-event :player player :action action :won (and action t) :gained gained
                            :defender (and action (first (aref board (second action)))))))
    (setf (stand-board stand) (board-after board event))
    (push event (stand-events stand))))

(defun node-actions (node)
  "Returns all possible actions in NODE of an answer."
  (append (mapcar #'first (first node)) (second node)))

(defun try-action (puzzle stand action)
  "Makes the move ACTION in STAND of PUZZLE and the opponent's replies. Returns true; NIL if the move is not possible."
  (let* ((node (stand-node stand))
         (good (assoc action (first node) :test #'equal)))
    (cond ((not (eq (stand-state stand) :open)) nil)
          (good
           (destructuring-bind (gained replies next) (rest good)
             (add-event stand 0 action gained)
             (loop for (reply got) in replies do (add-event stand 1 reply got))
             (if next
                 (setf (stand-node stand) (nth next (getf puzzle :nodes)))
                 (setf (stand-state stand) :solved))
             t))
          ((member action (second node) :test #'equal)
           (when action (add-event stand 0 action '()))
           (setf (stand-state stand) :failed)
           t))))

(defun puzzle-stand (puzzle actions)
  "Returns the state of PUZZLE, whose settings are in force, after ACTIONS, a list; NIL if they are not possible."
  (let ((stand (make-stand (board-array (getf puzzle :board)) (first (getf puzzle :nodes)))))
    (and (every (lambda (action) (try-action puzzle stand action)) actions)
         stand)))

;;; Addresses: the actions so far, as 12-13 or e, separated by _

(defun path-of-actions (actions)
  "Returns ACTIONS, a list, as text for an address.
  (path-of-actions '((1 2) nil)) => \"1-2_e\""
  (format nil "~{~a~^_~}" (loop for action in actions collect (format nil "~:[e~;~:*~{~d-~d~}~]" action))))

(defun actions-of-path (text)
  "Returns the actions in the string TEXT; :NONE if it is wrong.
  (list (actions-of-path \"1-2_e\") (actions-of-path \"1-\")) => (((1 2) NIL) :NONE)"
  (if (string= text "")
      '()
      (loop for part in (parts text #\_)
            for numbers = (and (string/= part "e") (parts part #\-))
            collect (cond ((string= part "e") nil)
                          ((and (= (length numbers) 2) (every (lambda (number) (number-in number 0 255)) numbers)) (mapcar #'parse-integer numbers))
                          (t (return :none))))))

(defun puzzle-address (number actions &rest parameters)
  "Returns the address of the puzzle NUMBER, from 1, after ACTIONS. PARAMETERS is a property list of others."
  (format nil "/puzzle?n=~d~@[&amp;path=~a~]~{&amp;~(~a~)=~a~}" number (and actions (path-of-actions actions)) parameters))

;;; The page

(defun puzzle-link (number stand actions selected)
  "Returns a function for LINK-FOR of DRAW-GAME-BOARD, for STAND, the state of the puzzle NUMBER after ACTIONS, with the
hex SELECTED, or NIL, to attack from."
  (let* ((possible (and (eq (stand-state stand) :open) (remove nil (node-actions (stand-node stand)))))
         (targets (loop for (from to) in possible when (eql from selected) collect to))
         (sources (mapcar #'first possible)))
    (lambda (pos)
      (cond ((eql pos selected) (values (puzzle-address number actions) "sel" (say "undo the choice")))
            ((member pos targets) (values (puzzle-address number (append actions (list (list selected pos)))) "aim sure" (say "attack it")))
            ((member pos sources) (values (puzzle-address number actions :from pos) "can"
                                          (if selected (say "attack from here instead") (say "attack from here"))))))))

(defun state-words (stand selected)
  "Returns the headline for STAND, and what the person is asked to do. SELECTED is the hex to attack from, or NIL."
  (ecase (stand-state stand)
    (:solved (values (say "Solved") (say "Whatever Ace does, the game is yours.")))
    (:failed (values (say "Not that one") (say "After this move you do not win in time, or not for sure.")))
    (:open (values (say "Win in two turns")
                   (cond (selected (say "Pick a target, or another hex of yours."))
                         ((null (stand-events stand)) (say "You are to move. Attacks always succeed here; an attack needs more dice than the target has."))
                         (t (say "Right. Go on.")))))))

(defun print-puzzle-actions (number stand actions selected)
  "Prints links for the possible actions in the puzzle NUMBER in the state STAND after ACTIONS. SELECTED is the hex to
attack from, or NIL."
  (tag div (class "actions")
    (ecase (stand-state stand)
      (:open
       (when selected
         (button-link nil (puzzle-address number actions) (say "Deselect")))
       (when (member nil (node-actions (stand-node stand)))
         (button-link "first" (puzzle-address number (append actions '(nil))) (say "End turn")))
       (button-link nil (puzzle-address number actions :help 1) (say "Show the move")))
      (:failed
       (button-link "first" (puzzle-address number (butlast actions)) (say "Try again")))
      (:solved
       (button-link "first" (puzzle-address (1+ (mod number (length *puzzles*))) '()) (say "Next puzzle") 'data-next-puzzle "")))
    (button-link nil "/puzzles" (say "All puzzles"))))

(defun print-puzzle-events (stand)
  "Prints the events of STAND in order."
  (when (stand-events stand)
    (tag ol (class "told")
      (dolist (event (reverse (stand-events stand)))
        (tag li ()
          (draw-mark (event-player event))
          (text-tag 'span nil (event-words event)))))))

(defun print-puzzle-page (puzzle number stand actions selected help)
  "Prints the page of PUZZLE, the one with NUMBER, in the state STAND after ACTIONS. SELECTED is the hex to attack from,
or NIL; with HELP the right move is shown."
  (let ((advice (and help (first (first (first (stand-node stand)))))))
    (page ((say "Puzzle {n} – Dice of Doom" :n number) :sheet "study.css" :script "puzzles.js"
           :card (list (say "Win in two turns") (say "Puzzle {n} of {all}, difficulty {rating}." :n number :all (length *puzzles*) :rating (getf puzzle :rating))
                       (format nil "puzzle=~d" number)))
      (tag div (id "puzzle" class "study" data-name number data-rating (getf puzzle :rating)
                data-state (if help "failed" (string-downcase (stand-state stand)))
                data-ratings (format nil "[~{~d~^,~}]" (mapcar (lambda (puzzle) (getf puzzle :rating)) *puzzles*)))
        (tag section (class "place" aria-label (say "Board"))
          (draw-game-board (stand-board stand) selected (puzzle-link number stand actions selected)
                           (first (stand-events stand))
                           :above (and advice (lambda () (draw-arrow advice "better")))))
        (tag section (class "panel study-side" aria-label (say "Puzzle"))
          (multiple-value-bind (title prompt) (state-words stand selected)
            (text-tag 'h1 nil title)
            (text-tag 'p (format nil "prompt ~(~a~)" (stand-state stand))
                      (cond ((not help) prompt)
                            (advice (say "The move is: {move}." :move (action-sentence advice)))
                            (t (say "The move is: {move}." :move (say "end turn"))))))
          (print-puzzle-actions number stand actions selected)
          (print-puzzle-events stand)
          (tag p (class "quiet")
            (princ (say "Puzzle {n} of {all}, difficulty {rating}." :n number :all (length *puzzles*) :rating (getf puzzle :rating))))
          (print-own-rating))))))

(defun print-own-rating ()
  "Prints an element for the visitor's rating, which the script fills in."
  (tag p (class "quiet" hidden "")
    (princ (say "Your rating:"))
    (princ " ")
    (tag b (data-own-rating "") (princ "1200"))))

(defun answer-puzzle (params)
  "Shows the puzzle in PARAMS after the moves in PARAMS."
  (let* ((number (number-parameter "N" params 1 (length *puzzles*)))
         (puzzle (nth (1- number) *puzzles*))
         (actions (actions-of-path (or (parameter "PATH" params) ""))))
    (with-puzzle (puzzle)
      (let* ((stand (and (listp actions) (puzzle-stand puzzle actions)))
             (from (and (parameter "FROM" params) (hex-parameter "FROM" params))))
        (when (null stand)
          (refuse 400 "Those moves cannot be made in this puzzle."))
        (unless (or (null from) (member from (mapcar #'first (node-actions (stand-node stand)))))
          (refuse 400 "From hex {hex} you cannot attack now." :hex from))
        (html-answer ()
          (print-puzzle-page puzzle number stand actions from (and (parameter "HELP" params) (eq (stand-state stand) :open))))))))

(defun answer-puzzles (params)
  "Shows all puzzles."
  (declare (ignore params))
  (html-answer ()
    (page ((say "Puzzles – Dice of Doom") :plain t :sheet "study.css" :script "puzzles.js")
      (tag article (id "puzzle" class "rules panel" data-name "" data-state "" data-rating 0
                    data-ratings (format nil "[~{~d~^,~}]" (mapcar (lambda (puzzle) (getf puzzle :rating)) *puzzles*)))
        (text-tag 'h1 nil (say "Puzzles"))
        (when (dice-decide-p) (print-decision-links))
        (text-tag 'h2 nil (say "Without dice: win in two turns"))
        (text-tag 'p nil (say "Win in two turns, whatever the other does. No dice are thrown here: an attack needs more dice than the target has, and always succeeds. At the end of a turn you get a die less than you have taken in it; the game ends when a player begins a turn without an attack."))
        (print-own-rating)
        (tag div (class "actions")
          (button-link "first" (puzzle-address 1 '()) (say "Begin") 'data-next-puzzle ""))
        (tag ol (class "puzzles")
          (loop for puzzle in *puzzles*
                for number from 1
                do (tag li ()
                     (tag a (href (puzzle-address number '()))
                       (text-tag 'b nil number)
                       (text-tag 'small nil (getf puzzle :rating))))))))))
