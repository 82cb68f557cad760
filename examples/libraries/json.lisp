;;; The game as JSON, written and read by yason.
(in-package "DICE-API")

(defun json-object (&rest keys-and-values)
  "Returns the table that yason writes as an object: (json-object \"id\" 5)."
  (alexandria:plist-hash-table keys-and-values :test 'equal))

(defun json-boolean (object)
  "Returns the boolean of yason for OBJECT."
  (if object 'yason:true 'yason:false))

(defun json-of-move (move)
  "Returns the JSON object for MOVE."
  (if move
      (json-object "from" (first move) "to" (second move))
      (json-object "pass" 'yason:true)))

(defun player-name (player)
  "Returns the name of PLAYER in JSON."
  (string-upcase (player-letter player)))

(defun json-of-game (id tree)
  "Returns the JSON object for the game ID, whose current tree is TREE."
  (destructuring-bind (player board &rest more) tree
    (declare (ignore more))
    (let ((moves (mapcar (lambda (move) (json-of-move (first move))) (moves tree))))
      (json-object "id" id
                   "player" (player-name player)
                   "size" *board-size*
                   "board" (map 'vector
                                (lambda (hex) (json-object "player" (player-name (first hex)) "dice" (second hex)))
                                board)
                   "moves" (coerce moves 'vector)
                   "over" (json-boolean (null moves))
                   "winners" (if moves #() (map 'vector #'player-name (winners board)))))))

(defun written (object)
  "Returns OBJECT as a string of JSON."
  (with-output-to-string (out) (yason:encode object out)))

(defun parsed (text)
  "Returns the object in TEXT, or NIL if it is not a JSON object."
  (let ((object (ignore-errors (yason:parse text))))
    (and (hash-table-p object) object)))
