;;; game/common/trees.lisp and game/web/sessions.lisp: trees and sessions as texts. Scripts' trees do not contain the
;;; dice taken; natives' do.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v3.lisp") t)   => t
(defparameter *seed* 1)                              => *seed*
(defun chance (n)
  (setf *seed* (mod (+ (* *seed* 1103515245) 12345) 2147483648))
  (mod (ash *seed* -12) n))                          => chance
(defun chance-board ()
  (board-array (loop repeat *board-hexnum*
                     collect (list (chance *num-players*) (1+ (chance *max-dice*))))))   => chance-board
(defun branches (tree moves)
  "Returns the trees on a path of at most MOVES moves from TREE, chosen by chance."
  (let ((list (take-all (third tree))))
    (cons tree (and list (plusp moves)
                    (branches (elt (rest (elt list (chance (length list)))) 0) (1- moves))))))   => branches
(defun same-tree-p (a b depth)
  "True if A and B are equal as far as DEPTH moves."
  (and (eql (first a) (first b))
       (equalp (second a) (second b))
       (or (zerop depth)
           (let ((moves (take-all (third a))) (others (take-all (third b))))
             (and (= (length moves) (length others))
                  (loop for move in moves
                        for other in others
                        always (and (equal (first move) (first other))
                                    (every (lambda (x y) (same-tree-p x y (1- depth))) (rest move) (rest other)))))))))   => same-tree-p
(defun lost-trees (games)
  "Returns the number of trees in so many games that differ after saving and reading."
  (loop repeat games
        sum (count-if-not (lambda (tree)
                            (same-tree-p tree (tree-of-state (read-from-string (prin1-to-string (tree-state tree)))) 2))
                          (branches (game-tree (chance-board) (chance *num-players*) 0 t) 12))))   => lost-trees

(tree-state nil)                                     => nil
(tree-of-state nil)                                  => nil
(setf *board-size* 2 *board-hexnum* 4)               => 4
(tree-state (game-tree (board-array '((0 1) (1 2) (0 3) (1 1))) 1 0 t))   => (1 ((0 1) (1 2) (0 3) (1 1)) 0 t)
(tree-state (game-tree (board-array '((0 1) (1 2) (0 3) (1 1))) 0 2 nil))   => (0 ((0 1) (1 2) (0 3) (1 1)) 2 nil)
(lost-trees 30)                                      => 0
(setf *board-size* 3 *board-hexnum* 9)               => 9
(lost-trees 10)                                      => 0

;;; All the room is taken: only a further attack shows the number of dice. If no attack does, it makes no difference.
(setf *board-size* 2 *board-hexnum* 4)               => 4
(tree-state (game-tree (board-array '((0 3) (0 3) (0 3) (1 1))) 0 2 nil))   => (0 ((0 3) (0 3) (0 3) (1 1)) 2 nil)
(let ((tree (game-tree (board-array '((0 3) (0 3) (0 3) (1 2))) 0 3 nil)))
  (list (tree-state tree) (same-tree-p tree (tree-of-state (tree-state tree)) 4)))   => ((0 ((0 3) (0 3) (0 3) (1 2)) 1 nil) t)
(tree-state (game-tree (board-array '((0 3) (0 3) (0 3) (0 3))) 0 7 nil))   => (0 ((0 3) (0 3) (0 3) (0 3)) 1 nil)

(tree-of-state '(0 ((0 1) (1 2)) 0 t))               => (error invalid-setting)

;;; The natives' own positions are the ones that the scripts' trees are found to have.
(progn (load "game/native.lisp") t)                  => t
(setf *board-size* 3 *board-hexnum* 9)               => 9
(defun misjudged-trees (games)
  (loop repeat games
        sum (count-if-not (lambda (tree)
                            (let ((known (tree-state tree)) (*trees-to-look-at* 10000))
                              (multiple-value-bind (taken sure) (dice-taken tree)
                                (or (not sure) (eql taken (third known))))))
                          (branches (game-tree (chance-board) (chance *num-players*) 0 t) 12))))   => misjudged-trees
(misjudged-trees 50)                                 => 0
(lost-trees 50)                                      => 0

;;; Four players and dice
(progn (load "game/dice_of_doom_v4.lisp") (setf *board-size* 3 *board-hexnum* 9) t)   => t
(lost-trees 5)                                       => 0
(progn (load "game/native.lisp") t)                  => t
(lost-trees 10)                                      => 0

;;; Sessions as texts
(defvar *score* 7)                                   => *score*
(define-session-variable *score*)                    => *score*
(define-session-variable *score* :save #'1+ :restore #'1-)   => *score*
(count '*score* *session-variables* :key #'first)    => 1
(session-text '((*score* . 1)))                      => "((\"*SCORE*\" 2))"
(cdr (assoc '*score* (values-of-text "((\"*SCORE*\" 2) (\"*NO-SUCH-VARIABLE*\" 3))")))   => 1
(let ((*error-output* (make-broadcast-stream)))
  (loop for text in '("" "(" "((\"*SCORE*\" a))" "#.(error \"evaluated\")" "()")
        collect (cdr (assoc '*score* (values-of-text text)))))   => (7 7 7 7 7)
(session-text (list (cons '*score* #'car)))          => (error type-error)
;; A request that changes nothing saves nothing: versions tell; without them, texts are compared.
(defvar *list* (list 1))                             => *list*
(define-session-variable *list*)                     => *list*
(defun saved-p (old new)
  (unchanged-p (value-versions new) (make-session :versions (value-versions old))))   => saved-p
(mapcar #'saved-p
        (list '((*score* . 1)) '((*score* . 1)) '((*score* . 1)) (list (cons '*list* *list*)))
        (list '((*score* . 1)) '((*score* . 2)) '((*score* . 1) (*list*)) (list (cons '*list* *list*))))   => (t nil nil nil)
(define-session-variable *list* :version #'first)    => *list*
(let ((session (make-session :versions (value-versions (list (cons '*list* *list*))))))
  (flet ((saved-p () (unchanged-p (value-versions (list (cons '*list* *list*))) session)))
    (list (saved-p) (progn (incf (first *list*)) (saved-p)))))   => (t nil)
;; A session that cannot be restored stays saved until it is set again.
(let* ((*error-output* (make-broadcast-stream))
       (session (restored-session "token" "((\"*SCORE*\" none))" 1))
       (value (cdr (assoc '*score* (session-values session)))))
  (list value
        (session-text (list (cons '*score* value)) (session-kept session))
        (session-text '((*score* . 1)) (session-kept session))))
  => (7 "((\"*SCORE*\" NONE))" "((\"*SCORE*\" 2))")
(mapcar #'session-token-p (list nil "" "abc" (make-string 48 :initial-element #\a) (make-string 48 :initial-element #\')))   => (nil nil nil t nil)

;;; Headers and names
(let ((*server-package* *package*))
  (mapcar (lambda (name) (let ((symbol (name-symbol name))) (and (symbol-package symbol) symbol))) '("Score" "chosen" "x-no-such-header" "")))
  => (nil chosen nil nil)
(let ((*response-headers* '(("A" . "1") ("B" . "2"))))
  (setf (response-header "a") "3" (response-header "B") nil (response-header "C") "4")
  (list *response-headers* (response-header "A") (response-header "none")))   => ((("C" . "4") ("a" . "3")) "3" nil)
(serve 'no-such-function)                            => (error type-error)
(serve 'list :port "8080")                           => (error type-error)
(serve 'list :host :localhost)                       => (error type-error)
