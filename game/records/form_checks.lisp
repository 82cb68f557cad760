;;; Checks games that come from files, in the form of RECORD-FORM: a file may hold anything. Loaded by record.lisp.

(defparameter *greatest-dice* 100 "The most dice on a hex of a saved game: the odds of more take long to compute.")

(declaim (ftype function level-named))

(defun proper-list-p (thing)
  "True if THING is a list that ends.
  (list (proper-list-p '(1 2)) (proper-list-p '(1 . 2))) => (T NIL)"
  (and (listp thing) (ignore-errors (list-length thing)) t))

(defun check-record-rules (rules)
  "Signals an INVALID-SETTING that names the first of RULES with which no game can be played."
  (check-setting (and (proper-list-p rules) (evenp (length rules)) (loop for (name) on rules by #'cddr always (keywordp name)))
                 "The rules" rules "a property list")
  (flet ((check (name type wanted &rest arguments)
           (let ((value (getf rules name)))
             (apply #'check-setting (typep value type) (format nil "The rule ~s" name) value wanted arguments))))
    (check :size '(integer 1) "the length of a row, 1 or more")
    (check :players '(integer 2 26) "a number of players, from 2 to 26")
    (check :dice `(integer 1 ,*greatest-dice*) "a number of dice, from 1 to ~d" *greatest-dice*)
    (check :people `(or null (integer 0 ,(getf rules :players))) "a number of people, at most that of players")
    (check :level '(or null (satisfies level-named)) "the name of a level of the computer, or NIL")
    (check :seed '(integer 0) "an integer, 0 or more")
    (check :spare '(or null (integer 0 9999)) "a number of dice, from 0 to 9999, or NIL")
    (check :day '(or null (integer 0)) "a number of a day, or NIL")
    (check :ending (if (fboundp 'hexes-to-win) '(member nil :share) 'null) "NIL~:[~; or :SHARE~]" (fboundp 'hexes-to-win))))

(defun check-record-start (start rules)
  "Signals an INVALID-SETTING that names the first hex of START, a list, with which no game can be played by RULES."
  (let ((hexes (expt (getf rules :size) 2)))
    (check-setting (and (proper-list-p start) (= (length start) hexes)) "The board" start "a list of ~d hexes" hexes))
  (loop with type = `(cons (integer 0 ,(1- (getf rules :players))) (cons (integer 1 ,(getf rules :dice)) null))
        for hex in start
        for pos from 0
        do (check-setting (or (typep hex type) (and (hole-p hex) (holes-allowed-p))) (format nil "Hex ~d" pos) hex
                          "(PLAYER DICE), a player below ~d and 1 to ~d dice" (getf rules :players) (getf rules :dice)))
  (check-setting (equal (holes-of start) (getf rules :holes)) "The rule :HOLES" (getf rules :holes) "the positions of the board's holes, ~s" (holes-of start))
  (ecase (land-fault start (getf rules :players))
    ((nil))
    (:few (check-setting nil "The board" start "one with a hex for each player at least"))
    (:pieces (check-setting nil "The board" start "one whose land is in one piece"))))

(defun check-record-form (form)
  "Signals an ERROR, mostly an INVALID-SETTING, that names the first part of FORM with which no game can be played. The
moves are not checked."
  (let ((*print-length* 10) (wanted (if (dice-decide-p) 4 3)))
    (check-setting (and (proper-list-p form) (evenp (length form))) "The game" form "a property list")
    (destructuring-bind (&key id version rules start (undone 0) given moves) form
      (check-setting (eql version wanted) "The version" version "~d, the one that is loaded" wanted)
      (check-setting (stringp id) "The name of the game" id "a string")
      (check-record-rules rules)
      (check-record-start start rules)
      (check-setting (typep undone '(integer 0)) "The number of moves taken back" undone "0 or more")
      (check-setting (typep given `(or null (integer 0 ,(1- (getf rules :players))))) "The winner by resignation" given
                     "NIL, or a player below ~d" (getf rules :players))
      (check-setting (and (proper-list-p moves) (every (lambda (move) (and (proper-list-p move) (= (length move) 3))) moves)) "The list of moves" moves
                     "a list of moves (ACTION ATTACK DEFENSE)"))))
