;;; New games: the options of the form, and the names of games. A game is not stored before its first move: its name, in
;;; the addresses, contains everything about it. So visitors who only look leave nothing behind.

(defparameter *page-players* (list 2 (length *seats*))
  "The least and the greatest number of players that the pages offer.")
(defparameter *page-dice* '(2 8) "The least and the greatest number of dice on a hex that the pages offer.")

(define-condition bad-request (error)
  ((status :initarg :status :reader bad-request-status)
   (text :initarg :text :reader bad-request-text)
   (headers :initarg :headers :initform '() :reader bad-request-headers))
  (:report (lambda (condition stream) (write-string (bad-request-text condition) stream)))
  (:documentation "A wrong request: STATUS is the HTTP status, TEXT the reason; HEADERS is an alist of strings for the
response."))

(defun refuse-text (status text)
  "Signals a BAD-REQUEST with STATUS and TEXT."
  (error 'bad-request :status status :text text))

(defun refuse (status control &rest values)
  "Signals a BAD-REQUEST with STATUS. CONTROL and VALUES, as for SAY, are the reason."
  (refuse-text status (apply #'say control values)))

(defun parameter (name params)
  "Returns the text of the parameter NAME, a string, in the alist PARAMS; NIL if there is none.
  (parameter \"FROM\" '((from . \"3\"))) => \"3\""
  (cdr (assoc name params :test #'string-equal)))

(defun number-in (text least greatest)
  "Returns the integer from LEAST to GREATEST that TEXT, a string or NIL, stands for; NIL if it is not one.
  (list (number-in \"12\" 2 16) (number-in \"17\" 2 16) (number-in \"1e1\" 2 16)) => (12 nil nil)"
  (and text
       (<= 1 (length text) 9)
       (every #'digit-char-p text)
       (<= least (parse-integer text) greatest)
       (parse-integer text)))

(defun number-parameter (name params least greatest)
  "Returns the parameter NAME, an integer from LEAST to GREATEST. Signals a BAD-REQUEST if it is not one."
  (or (number-in (parameter name params) least greatest)
      (if (parameter name params)
          (refuse 400 "{name} must be a number from {least} to {greatest}, not {value}." :name (string-downcase name) :least least :greatest greatest
                      :value (prin1-to-string (parameter name params)))
          (refuse 400 "{name} must be a number from {least} to {greatest}, not missing." :name (string-downcase name) :least least :greatest greatest))))

;;; The options of the form

(defun asked-seed (params)
  "Returns the seed in PARAMS: that of the field, or that of the board shown beside the button, or a random one."
  (loop for name in '("SEED" "SHOWN")
        unless (member (parameter name params) '(nil "") :test #'equal)
          return (number-parameter name params 0 *greatest-seed*)
        finally (return (random (1+ *greatest-seed*) *chance*))))

(defun asked-level (params)
  "Returns the name of the level in PARAMS. Signals a BAD-REQUEST if there is no such level."
  (level-name (or (level-named (parameter "LEVEL" params))
                  (refuse 400 "level must be one of {levels}." :levels (format nil "~{~(~a~)~^, ~}" (mapcar #'level-name *levels*))))))

(defun asked-rules (params)
  "Returns the rules in PARAMS, the fields of the form for a new game. Signals a BAD-REQUEST if they are wrong."
  (flet ((number-or (default name least greatest)
           (if (parameter name params)
               (number-parameter name params least greatest)
               default)))
    (let ((players (number-parameter "PLAYERS" params (first *page-players*) (second *page-players*))))
      (list :size (asked-size params)
            :players players
            :dice (number-or *max-dice* "DICE" (first *page-dice*) (second *page-dice*))
            :people (number-or 1 "PEOPLE" 1 players)
            :level (asked-level params)
            :seed (asked-seed params)
            :ending (asked-ending params players)
            :map (asked-map params)
            :fair (dice-decide-p)))))

(defun asked-map (params)
  "Returns the name of the map in PARAMS, NIL for none. Signals a BAD-REQUEST if there is no such map."
  (let ((text (parameter "MAP" params)))
    (cond ((member text '(nil "" "none") :test #'equal) nil)
          ((and (holes-allowed-p) (map-named text)) (map-name (map-named text)))
          (t (refuse 400 "map must be one of {values}, not {value}."
                     :values (format nil "none~@[~{, ~(~a~)~}~]" (and (holes-allowed-p) (mapcar #'map-name *maps*)))
                     :value (prin1-to-string text))))))

(defun asked-size (params)
  "Returns the length of a board's row in PARAMS: that of the map, if there is a map that has one."
  (let ((map (asked-map params))
        (size (number-parameter "SIZE" params (first *page-sizes*) (second *page-sizes*))))
    (if map
        (max *least-islands* (map-size map size))
        size)))

(defun asked-ending (params players)
  "Returns the rule :ENDING in PARAMS for a game of PLAYERS players: :SHARE, or NIL as in the book. Signals a
BAD-REQUEST if there is no such ending."
  (let ((text (parameter "ENDING" params)))
    (cond ((member text '(nil "" "usual") :test #'equal) (ending-for players))
          ((string= text "book") nil)
          ((and (string= text "share") (fboundp 'hexes-to-win)) :share)
          (t (refuse 400 "ending must be one of {values}, not {value}." :values "usual, share, book" :value (prin1-to-string text))))))

;;; Names

(defun game-name (rules)
  "Returns a name for a game of RULES. All names differ, so that an old page is not mistaken for one of the next game."
  (format nil "~d.~d.~d.~d.~(~a~).~d~@[.~(~a~)~]~@[.~(~a~)~].~(~36r~)" (getf rules :size) (getf rules :players) (getf rules :dice) (getf rules :people)
          (getf rules :level) (getf rules :seed) (getf rules :ending) (getf rules :map) (random (expt 36 8) *chance*)))

(defun named-options (words)
  "Returns the rules for WORDS, those of a game's name between the seed and the last one: perhaps an ending, then
perhaps a map. The second value is true if all are known."
  (let* ((ending (and (equal (first words) "share") (fboundp 'hexes-to-win)))
         (rest (if ending (rest words) words))
         (map (and (holes-allowed-p) (map-named (first rest)))))
    (values (append (and ending '(:ending :share)) (and map (list :map (map-name map))))
            (null (if map (rest rest) rest)))))

(defun named-rules (name)
  "Returns the rules that GAME-NAME put into the string NAME; NIL if it is not such a name.
  (getf (named-rules \"6.3.5.1.book.12.zzz\") :size) => 6"
  (let ((parts (and (<= (length name) 60) (parts name #\.))))
    (when (and (<= 7 (length parts) 9) (nth-value 1 (named-options (subseq parts 6 (1- (length parts))))))
      (destructuring-bind (size players dice people level seed &rest more) parts
        (let* ((mark (first (last more)))
               (players (apply #'number-in players *page-players*))
               (rules (list :size (apply #'number-in size *page-sizes*)
                            :players players
                            :dice (apply #'number-in dice *page-dice*)
                            :people (and players (number-in people 1 players))
                            :level (let ((level (level-named level))) (and level (level-name level)))
                            :seed (number-in seed 0 *greatest-seed*))))
          (and (notany #'null rules)
               (<= 1 (length mark) 8)
               (every #'alphanumericp mark)
               (append rules (named-options (butlast more)) (list :fair (dice-decide-p)))))))))

(defun page-rules ()
  "Returns the rules that the pages offer, with a random seed. With dice they are such that a person's game lasts some
turns: see experiments/simulation.lisp."
  (let ((rules (default-rules)))
    (if (dice-decide-p)
        (list :size 6 :players 3 :dice (getf rules :dice) :people 1 :level :casual :seed (getf rules :seed) :ending (ending-for 3) :fair t)
        rules)))

;;; Unplayed games

(defun fresh-record (rules)
  "Returns a new game of RULES with its own name. It is not stored until somebody moves."
  (new-record rules (game-name rules)))

(defun unplayed-record (name)
  "Returns the game with the string NAME as it is before its first move; NIL if there is no such game."
  (let ((rules (named-rules name)))
    (and rules
         (handler-case (new-record rules name)
           (invalid-setting () nil)))))
