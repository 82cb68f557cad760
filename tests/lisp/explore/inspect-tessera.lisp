;;; INSPECT with scripted users (chapter 25). The dialogues are Tessera's own.

(load "tests/lisp/support/dialogue.lisp") => t
(defparameter *first-line* (format nil "N: into part N, u: up, q: quit, h: more commands~%")) => *first-line*
;; Returns what INSPECT of OBJECT shows when the user types INPUT, without the line about commands.
(defun inspected (object &rest input)
  (subseq (apply #'dialogue (lambda () (inspect object)) input) (length *first-line*))) => inspected
;; The same without the lines about the type.
(defun parts (object &rest input)
  (let ((text (apply #'inspected object input))) (subseq text (1+ (position #\Newline text))))) => parts
(progn (defclass box () ((content :initarg :content) lid)) (defstruct (crate (:constructor crate (a b))) (a 0 :type integer) b) :defined) => :defined

(subseq (dialogue (lambda () (inspect 5)) "q") 0 (length *first-line*)) => #.*first-line*
(nth-value 1 (dialogue (lambda () (inspect 5)) "q"))    => (5)
(inspected '(a (b . c) "s") "1" "0" "q") => "(A (B . C) \"s\") is of type CONS.
  0: A
  1: (B . C)
  2: \"s\"
inspect> 
(B . C) is of type CONS.
  0: B
  1: rest: C
inspect> 
B is of type SYMBOL.
  0: name: \"B\"
  1: package: #<PACKAGE \"LISP-TESTS\">
  2: value: unbound
  3: function: unbound
  4: property list: NIL
inspect> "
(inspected (vector 1/2) "0" "u" "u" "q") => "#(1/2) is of type (SIMPLE-VECTOR 1).
  0: 1/2
inspect> 
1/2 is of type RATIO.
  0: numerator: 1
  1: denominator: 2
inspect> 
#(1/2) is of type (SIMPLE-VECTOR 1).
  0: 1/2
inspect> 
INSPECT began with this object; q leaves.
#(1/2) is of type (SIMPLE-VECTOR 1).
  0: 1/2
inspect> "
;; Commands may have a colon; forms are evaluated, with * bound to the object; errors are reported, and change nothing.
(parts 5 "(1+ *)" "e (list *)" "(car *)" "7" ")" "(list" "1)" ":q")
  => #.(format nil "inspect> ~%6~%inspect> ~%(5)~%inspect> ~%CAR: 5 is not of type LIST~%inspect> ~%There is no part 7. h: more commands~%inspect> ~%READ-FROM-STRING: a closing parenthesis without an opening one (line 1, column 1)~%inspect> ~%(1)~%inspect> ")
(parts 5 "h" "?" "")                                    => #.(format nil "inspect> ~%~a~%inspect> ~:*~%~a~%inspect> ~%inspect> " tessera::*inspect-help*)
(defun says (text &rest parts) (every (lambda (part) (search part text)) parts)) => says
(says (parts 5 "set" "set 0") "inspect> 
Usage: set N FORM
inspect> 
Usage: set N FORM
")                                                      => t
(says (parts 5 "set 0 1") "There is no part 0.")        => t
(says (parts 5 "e (error \"no\")") "inspect> 
no
inspect> ")                                             => t
(says (parts 5 "n") "This was the last page.")          => t

;;; --- parts, and setting them
(let ((crate (crate 1 2))) (list (parts crate "set 1 (list 3 4)" "q") (crate-b crate))) => ("  0: A: 1
  1: B: 2
inspect>   1: B: (3 4)
inspect> " (3 4))
(let ((box (make-instance 'box :content 5))) (list (parts box "1" "set 1 :on" "0" "q") (slot-value box 'lid))) => ("  0: CONTENT: 5
  1: LID: unbound
inspect> 
Part 1 has no value.
inspect>   1: LID: :ON
inspect> 
5 is of type FIXNUM.
inspect> " :on)
(let ((h (make-hash-table))) (setf (gethash 'k h) 'v) (list (parts h "set 0 (list * 1)") (consp (gethash 'k h)))) => ("  0: K: V
inspect>   0: K: (#<HASH-TABLE :TEST EQL :COUNT 1> 1)
inspect> " t)
(let ((l (list 1 2 3))) (parts l "set 2 x" "set 1 'y") l)   => (1 y 3)
(let ((l (list* 1 2 3))) (parts l "set 2 '(4)") l)      => (1 2 4)
(parts (make-array '(1 2) :initial-contents '((1 2)))) => "  0: (0 0): 1
  1: (0 1): 2
inspect> "
(parts "ab" "set 0 5" "set 0 #\\x")                    => "  0: #\\a
  1: #\\b
inspect> 
(SETF ROW-MAJOR-AREF): 5 is not of type CHARACTER
inspect>   0: #\\x
inspect> "
(parts #p"/a/b.c" "set 1 5")                            => "  0: host: NIL
  1: directory: (:ABSOLUTE \"a\")
  2: name: \"b\"
  3: type: \"c\"
  4: version: NIL
inspect> 
INSPECT: directory cannot be set
inspect> "
(says (parts (let ((n 5)) (defun inspected-closure (x) "doc" (+ x n)) #'inspected-closure))
      "  0: name: INSPECTED-CLOSURE" "  1: lambda list: (X)" "  2: documentation: \"doc\"" "  4: captured N: 5") => t
(says (parts #'car) "  0: name: CAR" "  1: lambda list: (LIST)")        => t
(says (parts #'print-object) "  1: methods: (#<STANDARD-METHOD")       => t
(says (parts (find-method #'print-object '() '(class t))) "  1: specializers: (#<STANDARD-CLASS CLASS> #<BUILT-IN-CLASS T>)") => t
(says (parts (find-class 'box)) "  0: name: BOX" "  3: slots: (CONTENT LID)") => t
(says (parts (find-package "KEYWORD")) "  0: name: \"KEYWORD\"")       => t
(says (parts 'car) "  3: function: #<FUNCTION CAR>")    => t
(says (parts (make-condition 'type-error :datum 5 :expected-type 'list) "set 0 1") "DATUM: 5" "Nothing of this can be set") => t
;; Of a lazy list only the computed part is shown.
(progn (require "lazy") (inspected (funcall (find-symbol "MAKE-LAZY" "LAZY") '(a b)) "1")) => "#<LAZY A B> is a lazy value.
  0: A
  1: B
inspect> 
B is of type SYMBOL.
  0: name: \"B\"
  1: package: #<PACKAGE \"LISP-TESTS\">
  2: value: unbound
  3: function: unbound
  4: property list: NIL
inspect> "
(parts nil)                                             => "inspect> "

;;; --- long things in pages, circular things once around
(let ((text (parts (loop for i below 50 collect i) "n" "n" "n" "p" "45" "q")))
  (list (says text "  19: 19
  30 more: n shows the next ones
inspect> ") (says text "  20: 20
" "  39: 39
  10 more: n shows the next ones" "  49: 49
inspect> 
This was the last page.
" "45 is of type FIXNUM."))) => (t t)
(let ((circle (list 1 2))) (setf (cddr circle) circle) (parts circle)) => "  0: 1
  1: 2
  2: rest: #1=(1 2 . #1#)
inspect> "
(< (length (inspected (make-list 1000000))) 1500)       => t
(< (length (inspected (make-string 1000000))) 1500)     => t
(< (length (inspected (make-array '(1000 1000)))) 1500) => t
(progn (defclass unprintable () ()) (defmethod print-object ((x unprintable) stream) (error "no")) :defined) => :defined
(inspected (list (make-instance 'unprintable)) "0")     => "#<CONS that cannot be printed> is of type CONS.
  0: #<UNPRINTABLE that cannot be printed>
inspect> 
#<UNPRINTABLE that cannot be printed> is of type UNPRINTABLE.
inspect> "
