;;; Games on maps: the form, the names of games, positions, games as text, pictures, reviews.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defvar *page* nil)                                  => *page*
(defun ask (path &rest params)
  "Returns the status of the answer to PATH with PARAMS, and where it sends the browser. *PAGE* is its text."
  (destructuring-bind (status type page &optional headers)
      (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name value))))
    (declare (ignore type))
    (setf *page* page)
    (list status (cdr (assoc "Location" headers :test #'equal)))))   => ask
(defun count-of (text) (loop for at = (search text *page*) then (search text *page* :start2 (1+ at)) while at count t))   => count-of
(defun ask-new (&rest changed)
  (let ((*request-method* "POST"))
    (apply #'ask "new" (append changed '(size "6" players "3" level "casual" seed "5")))))   => ask-new
(defun new-name (&rest changed)
  (let ((address (second (apply #'ask-new changed))))
    (subseq address (+ 5 (search "game=" address)))))   => new-name

;;; The form offers maps; the rectangle is the default.
(ask "")                                             => (200 nil)
(list (count-of "<option value=\"none\" selected=\"\">") (count-of "<option value=\"islands\">") (count-of "Horseshoe, 32 hexes"))   => (1 1 1)
(ask "together")                                     => (200 nil)
(count-of "<option value=\"atoll\">")                => 1
(loop for map in '("atol" "" "none" "ATOLL" "islands") collect (first (ask-new 'map map)))   => (400 303 303 303 303)
;;; A named map has its own size, islands the one that was asked for, if it is large enough.
(loop for (map size) in '(("atoll" "4") ("archipelago" "5") ("islands" "4") ("islands" "9"))
      for rules = (named-rules (new-name 'map map 'size size))
      collect (list (getf rules :map) (getf rules :size)))   => ((:atoll 7) (:archipelago 7) (:islands 5) (:islands 9))
(loop for name in '("7.3.5.1.book.5.share.atoll.z" "7.3.5.1.book.5.atoll.z" "7.3.5.1.book.5.share.z" "7.3.5.1.book.5.atoll.share.z" "7.3.5.1.book.5.share.nowhere.z")
      collect (let ((rules (named-rules name))) (list (getf rules :ending) (getf rules :map))))
  => ((:share :atoll) (nil :atoll) (:share nil) (nil nil) (nil nil))
;;; A map of the wrong size is refused.
(unplayed-record "6.3.5.1.book.5.atoll.z")           => nil
;;; The same name is the same board.
(let ((name (new-name 'map "islands" 'size "7")))
  (equalp (record-start (unplayed-record name)) (record-start (unplayed-record name))))   => t

;;; The page: a tile for each hex, none for a hole, and the map in words
(defparameter *name* (new-name 'map "atoll"))        => *name*
(ask "play" 'game *name*)                            => (200 nil)
(list (count-of "data-hex=") (count-of "Atoll, 30 hexes, 3 players, seed 5") (count-of "Whoever holds 23 wins"))   => (30 1 1)
(with-rules ((record-rules (unplayed-record *name*)))
  (let ((path (tray-path :wide))) (list (count #\M path) (count #\Z path))))   => (2 2)
;;; A move, and the game as the session keeps it
(defparameter *action* (let ((record (unplayed-record *name*))) (find nil (mapcar #'first (with-rules ((record-rules record)) (record-moves record))) :test-not #'eql)))   => *action*
(first (ask "attack" 'game *name* 'move "0" 'from (princ-to-string (first *action*)) 'to (princ-to-string (second *action*))))   => 303
(record-number *record*)                             => 1
(equalp (record-board (record-of-form (record-form *record*))) (record-board *record*))   => t
(first (ask "attack" 'game *name* 'move "1" 'from "16" 'to "17"))   => 400
;;; As text, and back
(defmacro in-rules ((record) &body body) `(with-rules ((record-rules ,record)) ,@body))   => in-rules
(defparameter *text* (in-rules (*record*) (record-text *record*)))   => *text*
(list (search " - - -" *text*) (rule :map (record-of-text *text*)) (rule :holes (record-of-text *text*)))
  => (112 nil (4 5 6 12 13 16 17 20 23 24 25 28 31 32 35 36 42 43 44))
(let ((again (record-of-text *text*)))
  (list (equalp (record-board again) (record-board *record*)) (string= *text* (in-rules (again) (record-text again)))))   => (t t)
(record-of-text (concatenate 'string (subseq *text* 0 (search "0:" *text*)) "~" (subseq *text* (search "0:" *text*))))   => (error bad-notation "is not a")
;;; A position, played on by the next player: the board is turned, and the holes stay.
(defparameter *position* (in-rules (*record*) (position-text (record-tree *record*))))   => *position*
(count #\~ *position*)                               => 19
(let ((record (position-record (position-of-text *position*))))
  (list (rule :holes record) (in-rules (record) (string= (position-text (record-tree record)) *position*))))
  => ((4 5 6 12 13 16 17 20 23 24 25 28 31 32 35 36 42 43 44) t)
(position-of-text "4.2.2.5.0.t.~~~I")                => (error bad-notation "fewer hexes than players")
(position-of-text "5.3.3.5.2.t.BB~~~~~JJ")           => (error bad-notation "not in one piece")
(first (ask "position" 'at "5.3.3.5.2.t.BB~~~~~JJ")) => 400
(first (ask "board.png" 'at "5.3.3.5.2.t.BB~~~~~JJ")) => 400
(position-of-text "4.2.2.5.0.t.~D~I")                => (:size 2 :players 2 :dice 5 :player 0 :spare nil :board ((26 0) (0 4) (26 0) (1 1)) :holes (0 2))
(ask "position" 'at *position*)                      => (200 nil)
(count-of "data-hex=")                               => 30
;;; The picture has a tile for each hex.
(let ((record (position-record (position-of-text *position*))))
  (setf *page* (in-rules (record) (board-picture (record-board record))))
  (count-of "<text y=\"14\""))                       => 30
;;; A computer plays on, its moves are rated, and the end has its charts.
(in-rules (*record*)
  (loop until (eq (record-stage *record*) :over) do (play-action *record* (record-action *record* :steady)))
  (list (equal (holes-of (record-board *record*)) *holes*)
        (loop for turn in (turns *record*) always (equal (holes-of (second turn)) *holes*))
        (length (find-chances *record*))
        (reduce #'+ (loop for player below 3 collect (count player (record-board *record*) :key #'first)))))   => (t t 3 30)
(ask "play")                                         => (200 nil)
(count-of "name=\"map\" value=\"atoll\"")            => 1
(first (ask "replay"))                               => 200
;;; Land in several pieces, or none at all, is refused wherever a board comes from outside.
(defun text-of-board (&rest rows)
  (format nil "Dice of Doom 1~%version 4~%size ~d~%players 2~%dice 5~%ending share~%board~%~{~a~%~}moves~%" (length rows) rows))   => text-of-board
(record-of-text (text-of-board "- -" "- -"))         => (error bad-notation "fewer hexes than players")
(record-of-text (text-of-board "0:2 0:2 -" "- - -" "- 1:2 1:2"))   => (error bad-notation "not in one piece")
(defparameter *kept* *record*)                       => *kept*
(let ((*request-method* "POST"))
  (loop for rows in '(("- -" "- -") ("0:2 0:2 -" "- - -" "- 1:2 1:2"))
        collect (first (ask "import" 'text (apply #'text-of-board rows)))))   => (400 400)
(eq *record* *kept*)                                 => t
(let ((form (copy-list (record-form (position-record (position-of-text "4.2.2.5.0.t.~D~I"))))))
  (list (record-p (record-of-form form))
        (progn (setf (getf form :start) (list (hole) (hole) (hole) (hole)) (getf form :rules) (list* :holes '(0 1 2 3) (getf form :rules)))
               (handler-case (record-of-form form) (invalid-setting (problem) (setting-wanted problem))))))
  => (t "one with a hex for each player at least")
;;; "Play again" after a game that began from a position is on the position's map, or on islands.
(flet ((again (text)
         (let ((record (position-record (position-of-text text))))
           (in-rules (record) (setf *page* (with-output-to-string (*standard-output*) (print-again-form record))))
           (list (count-of "name=\"map\" value=\"atoll\"") (count-of "name=\"map\" value=\"islands\"") (count-of "name=\"map\"")))))
  (mapcar #'again (list *position* "4.2.2.5.0.t.~D~I" "4.2.2.5.0.t.ADDI")))   => ((1 0 1) (0 1 1) (0 0 0))
;;; A request skips a bounded number of moves; the page asks for the next ones.
(let ((record (position-record (position-of-text "5.2.3.5.0.t.IQIQ"))) (*skipped-moves* 3))
  (setf *record* record)
  (in-rules (record) (play-action record nil))
  (list (first (ask "skip" 'game (record-id record) 'move "1"))
        (record-number *record*) (count-of (format nil "data-next=\"/skip?game=~a&amp;move=~d\"" (record-id record) (record-number record)))))
  => (200 4 1)
;;; The phrase about a game with friends counts the land.
(table-words (list :size 7 :players 3 :holes (map-holes :atoll 7 0)))   => "3 players on 30 hexes"
;;; The rules explain maps.
(ask "rules")                                        => (200 nil)
(count-of "On a map there is sea")                   => 1
;;; Nothing is returned by what prints a board.
(let ((*standard-output* (make-broadcast-stream))) (in-rules (*kept*) (draw-board (record-board *kept*))))   => nil
;;; The named maps are sound.
(loop for map in *maps*
      for size = (map-size (map-name map) 7)
      for land = (make-array (* size size) :element-type 'bit :initial-element 1)
      do (dolist (pos (map-holes (map-name map) size 0)) (setf (aref land pos) 0))
      always (sound-land-p land size))               => t
(map-size :nowhere 5)                                => (error invalid-setting "MAP cannot be :NOWHERE: it must be one of islands")
(map-named 5)                                        => nil
;;; Games with friends: a rematch on islands is on others.
(let* ((party (begin-party "T" "K" (list (make-seat :kind :person :key "K") (make-seat :kind :computer :level :steady)) nil
                           (asked-party-rules '((size . "6") (map . "islands")) 2)))
       (first (rule :holes (party-record party))))
  (begin-rematch party 123)
  (list (rule :map (party-record party)) (equal first (rule :holes (party-record party)))
        (equal (map-holes :islands 6 123) (rule :holes (party-record party)))))   => (:islands nil t)
