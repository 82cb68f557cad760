;;; SHOW-TREE, which is Tessera's own, and how lazy lists print.

(progn
  (require "lazy")
  (import '(tessera:show-tree))
  (import (mapcar (lambda (name) (find-symbol name "LAZY"))
                  '("MAKE-LAZY" "LAZY-CONS" "LAZY" "FORCE" "TAKE" "LAZY-NIL" "LAZY-CDR")))
  :done)   => :done

;;; --- lazy lists print their computed part, without forcing more
(prin1-to-string (make-lazy '(1 2 3)))                  => "#<LAZY 1 2 3>"
(defun from (n) (lazy-cons n (from (+ n 1))))           => from
(defparameter *forced* 0)                               => *forced*
(let ((list (lazy-cons (incf *forced*) (from 2)))) (list (prin1-to-string list) *forced*)) => ("#<LAZY …>" 0)
(let ((list (from 1))) (take 3 list) (prin1-to-string list))    => "#<LAZY 1 2 3 …>"
(let ((list (from 1))) (take 3 list) (let ((*print-length* 2)) (prin1-to-string list))) => "#<LAZY 1 2 …>"
(let ((list (make-lazy '("a" #\b)))) (list (prin1-to-string list) (princ-to-string list))) => ("#<LAZY \"a\" #\\b>" "#<LAZY a b>")
(prin1-to-string (make-lazy '()))                       => "#<LAZY>"
(let ((value (lazy (+ 1 2)))) (list (prin1-to-string value) (force value) (prin1-to-string value))) => ("#<LAZY …>" 3 "#<LAZY = 3>")
(let ((list (make-lazy '(1 2)))) (force (lazy-cdr (lazy-cdr list))) (prin1-to-string list)) => "#<LAZY 1 2>"
(let ((list (make-lazy '(1 2 3)))) (force (lazy-cdr list)) (prin1-to-string list)) => "#<LAZY 1 2 3>"
(let ((*print-pretty* t)) (prin1-to-string (list (make-lazy '(1)) 2)))  => "(#<LAZY 1> 2)"
(let ((*print-readably* t)) (prin1-to-string (make-lazy '(1)))) => (error print-not-readable)
(let ((ones (lazy-cons 1 nil))) (setf (cdr (force ones)) ones) (length (prin1-to-string ones))) => 209
(let ((list (lazy-cons nil nil))) (setf (car (force list)) list) (prin1-to-string list)) => "#<LAZY #<LAZY …>>"
(prin1-to-string (make-lazy (list (make-lazy (list (make-lazy '(1)))))))    => "#<LAZY #<LAZY #<LAZY …>>>"
;; They are functions all the same, and see changes of their list.
(functionp (make-lazy '(1)))                            => t
(funcall (make-lazy '()))                               => nil
(let* ((list (list 1 2)) (lazy (make-lazy list))) (setf (first list) 9) (take 5 lazy)) => (9 2)
(force (make-lazy 5))                                   => (error type-error "CAR: 5 is not of type LIST")

;;; --- nested lists
(show-tree '(+ (* 2 3) (- 4 (f x "s")) 5)) => (prints "+
├─ *
│  ├─ 2
│  └─ 3
├─ -
│  ├─ 4
│  └─ F
│     ├─ X
│     └─ \"s\"
└─ 5
")
(show-tree '(+ (* 2 3) (- 4 (f x "s")) 5) :depth 1) => (prints "+
├─ *
│  └─ … 2
├─ -
│  └─ … 2
└─ 5
")
(show-tree '(1 2 3 4 5) :most 2) => (prints "1
├─ 2
├─ 3
└─ … 2 more
")
(show-tree '((a b) c (1 . 2))) => (prints "()
├─ A
│  └─ B
├─ C
└─ 1
   └─ 2
")
(show-tree 5)                                           => (prints "5
")
(show-tree nil)                                         => (prints "NIL
")
(show-tree '(a) :stream nil)                            => (prints "" "A
")
(let ((circle (list 1 2))) (setf (cddr circle) circle) (show-tree circle)) => (prints "1
├─ 2
└─ (the list itself)
")
(let ((inner (list 'a))) (setf (cdr inner) (list (list 'b inner))) (show-tree inner)) => (prints "A
└─ B
   └─ (a list above)
")
(let ((x '(a))) (loop repeat 40 do (setf x (list 'n x x))) (< (length (show-tree x :stream nil)) 1000000)) => t
(let ((x '(a))) (loop repeat 100000 do (setf x (list 'n x))) (< (length (show-tree x :stream nil)) 100000)) => t
(show-tree 5 :depth -1)                                 => (error type-error "the value of DEPTH is -1, which is not of type (OR NULL (INTEGER 0))")
(show-tree 5 :format :pdf)                              => (error type-error "the value of FORMAT is :PDF, which is not of type (MEMBER :TEXT :SVG)")

;;; --- trees of a program's own: TREE-VIEW
(progn (defstruct family name children) (defmethod tessera:tree-view ((object family))
         (values (list (family-name object)) (loop for child in (family-children object) collect (cons "child" child)) nil "children")) :defined) => :defined
(defparameter *family* (make-family :name "Ann" :children (list (make-family :name 'bob) (make-family :name "Cid" :children (list 1))))) => *family*
(show-tree *family*) => (prints "Ann
├─ child
│  BOB
└─ child
   Cid
   └─ child
      1
")
(show-tree *family* :depth 0)                           => (prints "Ann
└─ … children
")
(show-tree *family* :most 1)                            => (prints "Ann
├─ child
│  BOB
└─ … more
")
;;; --- game trees: as deep as is asked, and nothing below is forced
(load "game/common/pictures.lisp")                      => t
(defparameter *looked-at* 0)                            => *looked-at*
(defun growing-tree (n)
  (list 0 (vector n) (lazy (incf *looked-at*) (cons (list (list n (+ n 1)) (growing-tree (+ n 1))) (lazy-nil))))) => growing-tree
(list (show-tree (growing-tree 1) :stream nil) *looked-at*) => ("player a
#(1)
└─ 1 -> 2
   player a
   #(2)
   └─ 2 -> 3
      player a
      #(3)
      └─ … moves
" 2)
(progn (setf *looked-at* 0) (list (show-tree (growing-tree 1) :depth 0 :stream nil) *looked-at*)) => ("player a
#(1)
└─ … moves
" 0)
;; Moves in a list, with a tree for the case that one fails; boards as DRAW-BOARD draws them.
(progn (defun draw-board (board) (loop for hex across board do (format t "~&<~a>" hex))) :defined) => :defined
(show-tree '(0 #(1 2) (((0 1) (1 #(3) ()) (0 #(4) ())) (nil (1 #(5) ()))))) => (prints "player a
<1>
<2>
├─ 0 -> 1
│  player b
│  <3>
├─ 0 -> 1 fails
│  player a
│  <4>
└─ end of turn
   player b
   <5>
")
(progn (fmakunbound 'draw-board) :gone)                 => :gone

;;; --- as pictures
(defparameter *picture* (show-tree '(a "<&>" (b c)) :format :svg :stream nil)) => *picture*
(subseq *picture* 0 39)                                 => "<svg xmlns=\"http://www.w3.org/2000/svg\""
(list (not (search "&quot;&lt;&amp;&gt;&quot;" *picture*)) (search "<&>" *picture*)) => (nil nil)
(- (count #\< *picture*) (count #\> *picture*))         => 0
(defparameter *file* (format nil "/tmp/tessera-tree-~d.svg" (random 1000000000 (make-random-state t)))) => *file*
(equal (namestring (show-tree '(a b) :format :svg :stream *file*)) *file*) => t
(with-open-file (in *file*) (list (subseq (read-line in) 0 4) (delete-file *file*))) => ("<svg" t)
;; The hexes of a board are drawn, with their dice.
(let ((picture (show-tree '(0 #((0 1) (1 2) (0 3) (1 4)) ()) :format :svg :stream nil)))
  (list (loop for start = 0 then (1+ at) for at = (search "<polygon" picture :start2 start) while at count t)
        (not (null (search ">4</text>" picture)))))     => (4 t)
