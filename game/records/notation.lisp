;;; Games and positions of Dice of Doom as text, for people and addresses; notation.md describes the formats. Input is
;;; parsed here and checked against the rules; nothing of it is read as Lisp. Needs record.lisp and
;;; ../computer/levels.lisp.
;;;     (record-text record)                 ; a game as lines
;;;     (record-of-text text)                ; the game again; a BAD-NOTATION names the line and the error
;;;     (position-text tree)                 ; a position in characters allowed in an address

(define-condition bad-notation (error)
  ((line :initarg :line :initform nil :reader notation-line)
   (text :initarg :text :reader notation-text))
  (:report (lambda (condition stream)
             (format stream "~@[~a ~]~a" (and (notation-line condition) (say "Line {n}:" :n (notation-line condition))) (notation-text condition))))
  (:documentation "A text is not a game or position: TEXT says why; LINE is where, from 1, or NIL."))

(defvar *line* nil "The number of the line that is parsed, or NIL.")

(defun misread (control &rest values)
  "Signals a BAD-NOTATION. CONTROL and VALUES, as for SAY, are its message."
  (error 'bad-notation :line *line* :text (apply #'say control values)))

(defun shown (text)
  "Returns TEXT, which came from outside, short enough for a message.
  (shown \"abc\") => \"“abc”\""
  (format nil "“~a”" (substitute-if #\? (lambda (char) (or (< (char-code char) 32) (= (char-code char) 127)))
                                    (if (> (length text) 30) (concatenate 'string (subseq text 0 29) "…") text))))

(defun whole-number (text least greatest)
  "Returns the integer from LEAST to GREATEST that TEXT stands for. Signals a BAD-NOTATION."
  (if (and (<= 1 (length text) 9) (every (lambda (char) (find char "0123456789")) text) (<= least (parse-integer text) greatest))
      (parse-integer text)
      (misread "{value} is not a number from {least} to {greatest}." :value (shown text) :least least :greatest greatest)))

;;; Positions: VERSION.SIZE.PLAYERS.DICE.PLAYER.TAKEN.HEXES. VERSION is 5 where a share of the hexes wins. TAKEN is the
;;; number of dice taken in the turn, "t" where a turn begins; HEXES has a letter for each hex, and ~ for each hole.

(defparameter *letters* "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  "The letters for hexes: the index is eight times the player, plus the dice less one.")
(defparameter *sizes* '(2 16) "The least and the greatest length of a board's row in texts.")
(defparameter *most-players* 8 "The most players in texts.")
(defparameter *most-dice* 8 "The most dice on a hex in texts.")

(defun game-version ()
  "Returns 3 or 4: the loaded version of the game, as far as dice are concerned."
  (if (dice-decide-p) 4 3))

(defun hex-letter (hex)
  "Returns the letter of HEX, a list (PLAYER DICE), or a hole.
  (list (hex-letter '(1 3)) (hex-letter '(26 0))) => (#\\K #\\~)"
  (if (hole-p hex)
      #\~
      (char *letters* (+ (* 8 (first hex)) (1- (second hex))))))

(defun check-land (hexes players)
  "Signals a BAD-NOTATION unless the LAND-FAULT of HEXES, a list, for PLAYERS is NIL."
  (ecase (land-fault hexes players)
    ((nil))
    (:few (misread "There are fewer hexes than players."))
    (:pieces (misread "The land is not in one piece."))))

(defun position-text (tree)
  "Returns the position of TREE as text."
  (destructuring-bind (player board spare first-move) (position-of tree)
    (format nil "~d.~d.~d.~d.~d.~:[~d~;t~*~].~a" (if *winning-hexes* 5 (game-version)) *board-size* *num-players* *max-dice* player first-move spare
            (map 'string #'hex-letter board))))

(defun hex-of-letter (char players dice)
  "Returns the hex, a list (PLAYER DICE), or the hole, for the letter CHAR. Signals a BAD-NOTATION if it exceeds PLAYERS
or DICE."
  (when (and (char= char #\~) (holes-allowed-p))
    (return-from hex-of-letter (hole)))
  (multiple-value-bind (player above) (floor (or (position char *letters*) (misread "{value} does not stand for a hex." :value (shown (string char)))) 8)
    (if (and (< player players) (< above dice))
        (list player (1+ above))
        (misread "{value} stands for player {player} with {count} dice, which this game does not have." :value (shown (string char)) :player player :count (1+ above)))))

(defun position-of-text (text)
  "Parses the position TEXT. Returns a property list: :SIZE, :PLAYERS, :DICE, :PLAYER, :SPARE, NIL where a turn
begins, :BOARD, a list, and perhaps :ENDING and :HOLES. Signals a BAD-NOTATION."
  (let ((parts (and (< (length text) 400) (parts text #\.))))
    (unless (= (length parts) 7)
      (misread "This is not a position: it has {n} parts, not 7." :n (length parts)))
    (destructuring-bind (version size players dice player spare hexes) parts
      (unless (or (equal version (princ-to-string (game-version)))
                  (and (equal version "5") (fboundp 'hexes-to-win)))
        (misread "{value} is not the version of the game that is played here." :value (shown version)))
      (let* ((size (whole-number size (first *sizes*) (second *sizes*)))
             (players (whole-number players 2 *most-players*))
             (dice (whole-number dice 2 *most-dice*)))
        (unless (= (length hexes) (* size size))
          (misread "There are {n} hexes, not {size}x{size}." :n (length hexes) :size size))
        (let ((board (loop for char across hexes collect (hex-of-letter char players dice))))
          (check-land board players)
          (append (list :size size :players players :dice dice :player (whole-number player 0 (1- players))
                        :spare (if (string= spare "t") nil (whole-number spare 0 9999))
                        :board board)
                  (and (string= version "5") '(:ending :share))
                  (and (holes-of board) (list :holes (holes-of board)))))))))

;;; Games: a line for each rule, then the board, then a line for each turn

(defparameter *notation-title* "Dice of Doom 1" "The first line of a game as text.")
(defparameter *most-lines* 5000 "The most lines of a game as text.")
(defparameter *most-moves* 20000 "The most moves of a game as text.")

(defun event-text (event)
  "Returns EVENT as text: \"end\", or the hexes of an attack and the faces of the dice."
  (format nil "~:[end~;~:*~{~d-~d~}~]~@[ ~{~d~}~]~@[.~{~d~}~]" (event-action event) (event-attack event) (event-defense event)))

(defun record-text (record)
  "Returns RECORD, whose rules are in force, as text for RECORD-OF-TEXT."
  (with-output-to-string (out)
    (format out "~a~%version ~d~%" *notation-title* (game-version))
    (loop for name in '(:size :players :dice :people :level :seed :ending :spare)
          when (rule name record)
            do (format out "~(~a ~a~)~%" name (rule name record)))
    (when (plusp (record-undone record))
      (format out "undone ~d~%" (record-undone record)))
    (when (record-given record)
      (format out "given ~d~%" (record-given record)))
    (format out "board~%")
    (loop for hex across (record-start record)
          for pos from 1
          do (format out "~:[~{~d:~d~}~;-~*~]~:[ ~;~%~]" (hole-p hex) hex (zerop (mod pos *board-size*))))
    (format out "moves~%")
    (loop with begins = t
          for event in (reverse (record-events record))
          do (format out "~:[ ~;~d: ~]" begins (event-player event)) ; a turn begins with the player's number
             (format out "~a" (event-text event))
             (setf begins (null (event-action event)))
             (when begins (terpri out))
          finally (unless begins (terpri out)))))

;;; Parsing: LINES is a list of lists (NUMBER . WORDS)

(defun lines-of (text)
  "Returns the lines of TEXT that are not empty, as lists (NUMBER . WORDS). Text after a # is a comment."
  (with-input-from-string (in text)
    (loop for line = (read-line in nil)
          for number from 1
          while line
          do (when (> number *most-lines*)
               (let ((*line* number)) (misread "There are more than {n} lines." :n *most-lines*)))
          nconc (let ((words (remove "" (parts (substitute #\Space #\Return (substitute #\Space #\Tab (subseq line 0 (position #\# line)))) #\Space)
                                     :test #'string=)))
                  (and words (list (cons number words)))))))

(defparameter *text-rules*
  '(("version" :version 3 4) ("size" :size 2 16) ("players" :players 2 8) ("dice" :dice 2 8) ("people" :people 1 8) ("level" :level) ("ending" :ending)
    ("seed" :seed 0 999999999) ("spare" :spare 0 9999) ("undone" :undone 0 99999) ("given" :given 0 7))
  "The lines that state rules: word, rule, and the smallest and the largest number allowed.")

(defun rule-of-line (words)
  "Returns the rule that WORDS, a list of strings, state, as a list (NAME VALUE). Signals a BAD-NOTATION."
  (destructuring-bind (word &optional (value "") &rest more) words
    (let ((rule (assoc word *text-rules* :test #'string=)))
      (cond ((null rule) (misread "{value} is not a rule of a game." :value (shown word)))
            (more (misread "{value} is unexpected here." :value (shown (first more))))
            ((third rule) (list (second rule) (whole-number value (third rule) (fourth rule))))
            ((eq (second rule) :ending)
             (if (and (string= value "share") (fboundp 'hexes-to-win)) (list :ending :share) (misread "{value} is not an ending of the game." :value (shown value))))
            ((level-named value) (list :level (level-name (level-named value))))
            (t (misread "{value} is not a level of the computer." :value (shown value)))))))

(defun read-rules (lines)
  "Returns the rules at the beginning of LINES, up to the line \"board\", and the lines after it. Signals a
BAD-NOTATION."
  (loop with rules = '()
        for ((number . words) . more) on lines
        do (let ((*line* number))
             (when (equal words '("board"))
               (return (values rules more)))
             (destructuring-bind (name value) (rule-of-line words)
               (when (member name rules)
                 (misread "{value} is stated twice." :value (shown (first words))))
               (setf rules (list* name value rules))))
        finally (misread "The line “{word}” is missing." :word "board")))

(defun check-rules (rules)
  "Signals a BAD-NOTATION if RULES, a property list, are incomplete or not those of the loaded version."
  (loop for (word name) in *text-rules*
        do (unless (or (getf rules name) (member name '(:spare :undone :people :level :seed :ending :given)))
             (misread "The line “{word}” is missing." :word word)))
  (unless (= (getf rules :version) (game-version))
    (misread "{value} is not the version of the game that is played here." :value (shown (princ-to-string (getf rules :version)))))
  (when (> (getf rules :people 1) (getf rules :players))
    (misread "There are more people than players."))
  (unless (< (getf rules :given 0) (getf rules :players))
    (misread "{value} is not a number from {least} to {greatest}." :value (getf rules :given) :least 0 :greatest (1- (getf rules :players)))))

(defun read-board (lines rules)
  "Returns the list of hexes at the beginning of LINES, with the number of rows in RULES, and the lines after them.
Signals a BAD-NOTATION."
  (let ((size (getf rules :size)))
    (values (loop repeat size
                  append (destructuring-bind (&optional number &rest words) (pop lines)
                           (let ((*line* number))
                             (unless (= (length words) size)
                               (misread "A row of the board has {n} hexes, not {size}." :n (length words) :size size))
                             (loop for word in words collect (read-hex word rules)))))
            lines)))

(defun read-hex (word rules)
  "Returns the hex, a list (PLAYER DICE), or the hole, that WORD describes. Signals a BAD-NOTATION."
  (let ((parts (parts word #\:)))
    (cond ((and (string= word "-") (holes-allowed-p)) (hole))
          ((= (length parts) 2)
           (list (whole-number (first parts) 0 (1- (getf rules :players)))
                 (whole-number (second parts) 1 (getf rules :dice))))
          (t (misread "{value} is not a hex such as 0:3." :value (shown word))))))

(defun action-of-word (word)
  "Returns the action (FROM TO) that WORD describes. Signals a BAD-NOTATION."
  (let ((parts (parts word #\-)))
    (unless (= (length parts) 2)
      (misread "{value} is not a move such as 7-8 or end." :value (shown word)))
    (loop for part in parts collect (whole-number part 0 (1- *board-hexnum*)))))

(defun read-dice (word)
  "Returns the faces of the dice that WORD describes, two lists. Signals a BAD-NOTATION."
  (let ((parts (parts word #\.)))
    (unless (and (= (length parts) 2) (every (lambda (part) (and (string/= part "") (every (lambda (char) (find char "123456")) part))) parts))
      (misread "{value} are not dice such as 532.41." :value (shown word)))
    (loop for part in parts collect (map 'list #'digit-char-p part))))

(defun play-words (record words)
  "Makes the moves in RECORD that WORDS, the strings of a line, describe. Signals a BAD-NOTATION."
  (let ((player (string-right-trim ":" (first words))))
    (unless (and (equal (first words) (format nil "~a:" player))
                 (= (whole-number player 0 (1- *num-players*)) (record-player record)))
      (misread "{value}: it is the turn of player {player}." :value (shown (first words)) :player (record-player record)))
    (loop with words = (rest words)
          for word = (pop words)
          while word
          do (if (string= word "end")
                 (play-word record word nil nil nil)
                 (let ((action (action-of-word word)))
                   (destructuring-bind (attack defense) (if (dice-decide-p) (read-dice (or (pop words) "")) '(nil nil))
                     (play-word record word action attack defense)))))))

(defun play-word (record word action attack defense)
  "Makes the move ACTION in RECORD with the dice showing ATTACK and DEFENSE. WORD is its text for messages. Signals a
BAD-NOTATION."
  (when (>= (record-number record) *most-moves*)
    (misread "There are more than {n} moves." :n *most-moves*))
  (unless (find-action record action)
    (misread "{value}: this move is not possible at that point." :value (shown word)))
  (when action
    (loop for faces in (list attack defense)
          for pos in action
          for dice = (if (dice-decide-p) (second (aref (record-board record) pos)) 0)
          do (unless (= (length faces) dice)
               (misread "{value}: hex {hex} throws {count} dice, not {n}." :value (shown word) :hex pos :count dice :n (length faces)))))
  (replay-move record action attack defense))

(defun record-of-text (text &optional (id (format nil "~36r" (random (expt 36 8) *chance*))))
  "Parses TEXT, a game as of RECORD-TEXT. Returns a record with ID. Signals a BAD-NOTATION that names the line and the
error."
  (let ((lines (lines-of text)))
    (unless (equal (rest (first lines)) (parts *notation-title* #\Space))
      (let ((*line* (or (first (first lines)) 1)))
        (misread "A game begins with the line “{word}”." :word *notation-title*)))
    (multiple-value-bind (rules lines) (read-rules (rest lines))
      (check-rules rules)
      (multiple-value-bind (hexes lines) (read-board lines rules)
        (check-land hexes (getf rules :players))
        (setf rules (append (and (holes-of hexes) (list :holes (holes-of hexes))) rules))
        (let ((*line* (first (first lines))))
          (unless (equal (rest (first lines)) '("moves"))
            (misread "The line “{word}” is missing." :word "moves")))
        (with-rules (rules)
          (let ((record (begin-record id (rules-of-text rules) (board-array hexes))))
            (setf (record-undone record) (getf rules :undone 0))
            (loop for (number . words) in (rest lines)
                  do (let ((*line* number))
                       (play-words record words)))
            (setf (record-given record) (getf rules :given))
            record))))))

(defun rules-of-text (rules)
  "Returns RULES, as parsed, in the form of a record's rules."
  (append (loop for name in '(:size :players :dice) append (list name (getf rules name)))
          (list :people (getf rules :people 1) :level (getf rules :level :steady) :seed (getf rules :seed 0) :begun t)
          (loop for name in '(:spare :ending :holes) when (getf rules name) append (list name (getf rules name)))))
