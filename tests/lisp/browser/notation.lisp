;;; game/records/notation.lisp: games and positions as texts, right ones and damaged ones.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defun played (rules &optional (moves 1000))
  "Returns a game by RULES that the computer has played for all, as many MOVES of it, to the end at most."
  (let ((record (new-record rules)))
    (with-rules (rules)
      (loop repeat moves until (eq (record-stage record) :over) do (play-action record (record-action record :steady))))
    record))                                         => played
(defmacro in-rules ((record) &body body) `(with-rules ((record-rules ,record)) ,@body))   => in-rules
(defun moves-of-record (record) (getf (record-form record) :moves))   => moves-of-record

;;; There and back again: the same board, the same moves, the same dice.
(loop for rules in '((:size 3 :players 2 :dice 4 :people 1 :level :book :seed 5) (:size 6 :players 3 :dice 5 :people 1 :level :steady :seed 12 :fair t)
                     (:size 4 :players 8 :dice 8 :people 3 :level :kind :seed 999999999) (:size 16 :players 8 :dice 2 :people 1 :level :gentle :seed 0))
      for record = (played rules 60)
      for again = (record-of-text (in-rules (record) (record-text record)))
      always (and (equalp (record-start again) (record-start record)) (equal (moves-of-record again) (moves-of-record record))
                  (equalp (record-board again) (record-board record)) (= (record-player again) (record-player record))
                  (loop for name in '(:size :players :dice :people :level :seed) always (equal (rule name again) (rule name record)))))   => t
(let ((record (played '(:size 3 :players 2 :dice 4 :people 1 :level :book :seed 5))))
  (list (in-rules (record) (record-stage (record-of-text (record-text record))))
        (string= (in-rules (record) (record-text record)) (in-rules (record) (record-text (record-of-text (in-rules (record) (record-text record))))))))   => (:over t)

;;; The format
(defparameter *text* "Dice of Doom 1
version 4
size 2
players 2
dice 5
people 1
level steady
seed 7
board
0:4 1:1
1:5 1:1
moves
0: 0-1 5123.4 end
")                                                   => *text*
(defparameter *record* (record-of-text *text* "G"))   => *record*
(record-form *record*)
  => (:id "G" :version 4 :rules (:size 2 :players 2 :dice 5 :people 1 :level :steady :seed 7 :begun t) :start ((0 4) (1 1) (1 5) (1 1))
      :moves (((0 1) (5 1 2 3) (4)) (nil nil nil)))
(string= *text* (in-rules (*record*) (record-text *record*)))   => t
;; Remarks, blanks, empty lines, and ends of lines as other systems have them
(equal (record-form *record*)
       (record-form (record-of-text (format nil "  Dice  of Doom 1~c~%# a remark~%~%~a~%0: 0-1 5123.4 end # so it went" #\Return
                                            (subseq *text* (1+ (position #\Newline *text*)) (search "0: 0-1" *text*)))
                                    "G")))           => t
;; During a turn, and with moves taken back
(let ((record (record-of-text (format nil "Dice of Doom 1~%spare 3~%undone 2~a0: end~%" (subseq *text* 14 (search "0: 0-1" *text*))) "G")))
  (list (record-undone record) (rule :spare record) (record-number record) (record-player record)))   => (2 3 1 1)

;;; Damaged texts are refused, with the line and the fault.
(defun changed (from to)
  "Returns the message about *TEXT* with TO in the place of FROM."
  (let ((at (search from *text*)))
    (handler-case (progn (record-of-text (concatenate 'string (subseq *text* 0 at) to (subseq *text* (+ at (length from))))) :taken)
      (bad-notation (problem) (princ-to-string problem)))))   => changed
(changed "Doom 1" "Doom 2")                          => "Line 1: A game begins with the line “Dice of Doom 1”."
(changed *text* "")                                  => "Line 1: A game begins with the line “Dice of Doom 1”."
(changed "version 4" "version 3")                    => "“3” is not the version of the game that is played here."
(changed "version 4" "version 9")                    => "Line 2: “9” is not a number from 3 to 4."
(changed "size 2" "size 3")                          => "Line 10: A row of the board has 2 hexes, not 3."
(changed "size 2" "size 99999999999999999999")       => "Line 3: “99999999999999999999” is not a number from 2 to 16."
(changed "size 2" "size ٢")                          => "Line 3: “٢” is not a number from 2 to 16."
(changed "level steady" "")                          => :taken
(changed "size 2" "")                                => "The line “size” is missing."
(changed "players 2" "players 2 3")                  => "Line 4: “3” is unexpected here."
(changed "dice 5" "dice 5
dice 5")                                             => "Line 6: “dice” is stated twice."
(changed "people 1" "people 3")                      => "There are more people than players."
(changed "level steady" "level #.(quit)")            => "Line 7: “” is not a level of the computer."
(changed "level steady" "level ((((")                => "Line 7: “((((” is not a level of the computer."
(changed "seed 7" "speed 7")                         => "Line 8: “speed” is not a rule of a game."
(changed "board" "bored")                            => "Line 9: “bored” is not a rule of a game."
(changed "0:4 1:1" "0:4 2:1")                        => "Line 10: “2” is not a number from 0 to 1."
(changed "0:4 1:1" "0:4 1:6")                        => "Line 10: “6” is not a number from 1 to 5."
(changed "0:4 1:1" "0:4 11")                         => "Line 10: “11” is not a hex such as 0:3."
(changed "1:5 1:1" "")                               => "Line 12: A row of the board has 1 hexes, not 2."
(changed "moves" "removes")                          => "Line 12: The line “moves” is missing."
(changed "0: 0-1" "1: 0-1")                          => "Line 13: “1:”: it is the turn of player 0."
(changed "0: 0-1" "0-1")                             => "Line 13: “0-1”: it is the turn of player 0."
(changed "0-1 5123.4" "1-0 5123.4")                  => "Line 13: “1-0”: this move is not possible at that point."
(changed "0-1 5123.4" "0-4 5123.4")                  => "Line 13: “4” is not a number from 0 to 3."
(changed "5123.4" "512.4")                           => "Line 13: “0-1”: hex 0 throws 4 dice, not 3."
(changed "5123.4" "5723.4")                          => "Line 13: “5723.4” are not dice such as 532.41."
(changed "5123.4 end" "")                            => "Line 13: “” are not dice such as 532.41."
(changed "end" "and")                                => "Line 13: “and” is not a move such as 7-8 or end."
(changed "0: 0-1 5123.4 end" "0: end")               => "Line 13: “end”: this move is not possible at that point."
(changed "seed 7" "seed <script>alert(1)</script><script>")   => "Line 8: “<script>alert(1)</script><scr…” is not a number from 0 to 999999999."
;; Random damage (letters changed, left out, doubled) gives a game or a refusal.
(let ((*random-state* (tessera:seed-random-state 1)) (taken 0) (refused 0))
  (loop repeat 1500
        do (let ((text (copy-seq *text*)))
             (loop repeat (1+ (random 3))
                   do (let ((at (random (length text))))
                        (setf text (case (random 3)
                                     (0 (concatenate 'string (subseq text 0 at) (subseq text (1+ at))))
                                     (1 (concatenate 'string (subseq text 0 at) (string (char "0123456789-.: #()end
x\"\\|;'" (random 26))) (subseq text at)))
                                     (t (concatenate 'string (subseq text 0 at) (subseq text (max 0 (- at 10)) at) (subseq text at)))))))
             (handler-case (progn (record-of-text text) (incf taken))
               (bad-notation () (incf refused)))))
  (list (+ taken refused) (plusp taken) (> refused 500)))   => (1500 t t)
(changed "0: 0-1" (format nil "~{~a~}" (loop repeat 6000 collect (string #\Newline))))   => "Line 5001: There are more than 5000 lines."

;;; Positions in addresses
(defparameter *moved* (played '(:size 4 :players 3 :dice 5 :people 1 :level :steady :seed 3 :fair t) 9))   => *moved*
(defun position-now (record) (in-rules (record) (position-text (record-tree record))))   => position-now
(loop for moves from 0 to 40 by 4
      for record = (played '(:size 4 :players 3 :dice 5 :people 1 :level :steady :seed 3 :fair t) moves)
      for position = (position-of-text (position-now record))
      always (and (equal (getf position :board) (coerce (record-board record) 'list)) (= (getf position :player) (record-player record))
                  (equal (list (getf position :size) (getf position :players) (getf position :dice)) '(4 3 5))))   => t
(every (lambda (char) (or (char= char #\.) (find char *letters*))) (position-now *moved*))   => t
;; A game continued from there has the same first player and the same moves.
(let* ((position (position-of-text (position-now *moved*)))
       (record (position-record position)))
  (list (record-player record) (= (length (in-rules (record) (record-moves record))) (length (in-rules (*moved*) (record-moves *moved*))))
        (= (count 0 (record-board record) :key #'first) (count (record-player *moved*) (record-board *moved*) :key #'first))))   => (0 t t)
(defun misreading (text) (handler-case (position-of-text text) (bad-notation (problem) (princ-to-string problem))))   => misreading
(misreading "4.2.2.5.0.t.DIIM")                      => (:size 2 :players 2 :dice 5 :player 0 :spare nil :board ((0 4) (1 1) (1 1) (1 5)))
(mapcar #'misreading
        '("" "4.2.2.5.0.t" "3.2.2.5.0.t.DIIM" "4.2.2.5.2.t.DIIM" "4.2.2.5.0.x.DIIM" "4.2.2.5.0.t.DII" "4.2.2.5.0.t.DI!M"
          "4.2.2.5.0.t.DIIz" "4.2.2.3.0.t.DIIM"))
  => ("This is not a position: it has 1 parts, not 7." "This is not a position: it has 6 parts, not 7."
      "“3” is not the version of the game that is played here." "“2” is not a number from 0 to 1." "“x” is not a number from 0 to 9999."
      "There are 3 hexes, not 2x2." "“!” does not stand for a hex." "“z” stands for player 6 with 4 dice, which this game does not have."
      "“D” stands for player 0 with 4 dice, which this game does not have.")
