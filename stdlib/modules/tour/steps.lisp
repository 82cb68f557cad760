;;; The steps of the tour through the language, macros, lazy lists and the game. A step is done when its check is true
;;; of the form that the user typed and of its values.

(defpackage "TESSERA-TOUR"
  (:use "COMMON-LISP" "TESSERA-FILLING")
  (:export "STEPS" "STEP-DONE-P"))

(in-package "TESSERA-TOUR")

;;; Steps

(defstruct (tour-step (:constructor make-tour-step (title text hint check needs)) (:copier nil))
  "A step of the tour. TEXT explains it and says what to type; HINT is one form or several that do it; CHECK is a
function of the form that was typed and the list of its values; NEEDS is :GAME if the game must be there, else NIL."
  title text hint check needs)

(defvar *steps* '() "The steps in their order.")

(defmacro define-step (title (form values &key needs) text hint &body check)
  "Adds a step. The forms CHECK, which see the FORM typed and its VALUES, return true if it is done."
  `(setf *steps*
         (append (remove ,title *steps* :key #'tour-step-title :test #'string=)
                 (list (make-tour-step ,title ,text ,hint
                                       (lambda (,form ,values) (declare (ignorable ,form ,values)) ,@check)
                                       ,needs)))))

(defun user-symbol (name)
  "Returns the symbol NAME of the user's package."
  (intern name "COMMON-LISP-USER"))

(defun user-call (name &rest arguments)
  "Returns the value of the user's function NAME for ARGUMENTS; NIL if there is none, or it fails."
  (ignore-errors (apply (user-symbol name) arguments)))

(defun user-eval (text)
  "Returns the value of the form in TEXT, read in the user's package; NIL if it fails."
  (let ((*package* (find-package "COMMON-LISP-USER")))
    (ignore-errors (eval (read-from-string text)))))

(defun calls-p (form name)
  "True if the symbol called NAME occurs anywhere in FORM."
  (let ((stack (list form)) (seen 0))
    (loop while (and stack (< seen 10000))
          do (incf seen)
             (let ((part (pop stack)))
               (cond ((and (symbolp part) (string= part name)) (return t))
                     ((consp part) (push (cdr part) stack) (push (car part) stack)))))))

(define-step "Forms" (form values)
  "A form in parentheses calls the function that stands first: (+ 1 2) is 3. Functions take forms as arguments, too: (+
1 (* 2 3)) is 7. Type any form whose value is 42."
    "(* 6 7)"
  (and (consp form) (eql (first values) 42)))

(define-step "Functions" (form values)
  "DEFUN defines a function: its name, its parameters, and the form whose value it returns.
Define SQUARE, which returns its argument times itself."
    "(defun square (x) (* x x))"
  (and (eql (user-call "SQUARE" 5) 25) (eql (user-call "SQUARE" -3) 9)))

(define-step "Lists" (form values)
  "'(1 2 3) is a list: the quote keeps it from being taken for a call. MAPCAR calls a function, here #'square, on each
element and makes a list of the results. Make the list (1 4 9) with it."
    "(mapcar #'square '(1 2 3))"
  (and (equal (first values) '(1 4 9)) (calls-p form "MAPCAR")))

(define-step "Conses" (form values)
  "A list is a chain of conses: CAR is the first element, CDR the list of the rest, CONS puts an element before a list.
Put the element 0 before the list (1 4 9)."
    "(cons 0 '(1 4 9))"
  (and (equal (first values) '(0 1 4 9)) (calls-p form "CONS")))

(define-step "Loops" (form values)
  "LOOP knows many clauses: (loop for i from 1 to 3 collect i) is (1 2 3); SUM adds up in place of COLLECT.
What is the sum of the squares of the numbers from 1 to 10?"
    "(loop for i from 1 to 10 sum (square i))"
  (and (eql (first values) 385) (consp form)))

(define-step "Errors" (form values)
  "(square 'two) is an error: try it if you like, and type the number of a restart to get out again. A program deals
with errors by HANDLER-CASE: a form, and clauses that name a kind of error. Let (square 'two) be called so that the
value is :CAUGHT."
    "(handler-case (square 'two) (error () :caught))"
  (and (eq (first values) :caught) (calls-p form "HANDLER-CASE")))

(define-step "Macros" (form values)
  "A macro returns a form that takes the place of its call. Backquote makes the form; what stands after a comma is put
in:
  (defmacro let1 (var val &body body) `(let ((,var ,val)) ,@body))
Define LET1 like that. Then (let1 foo (+ 2 3) (* foo foo)) is 25, and (macroexpand-1 '(let1 a 1 a)) shows what becomes of a call."
    "(defmacro let1 (var val &body body) `(let ((,var ,val)) ,@body))"
  (and (ignore-errors (macro-function (user-symbol "LET1")))
       (eql (user-eval "(let1 foo (+ 2 3) (* foo foo))") 25)))

(define-step "Names of your own" (form values)
  "What a macro puts in is evaluated each time that it stands there, and its variables may be the user's. GENSYM makes a
symbol that nobody else has:
  (defmacro twice (form) (let ((v (gensym))) `(let ((,v ,form)) (+ ,v ,v))))
Define TWICE, which evaluates its form once and returns the value added to itself."
    "(defmacro twice (form) (let ((v (gensym))) `(let ((,v ,form)) (+ ,v ,v))))"
  (and (ignore-errors (macro-function (user-symbol "TWICE")))
       (equal (user-eval "(let ((n 5)) (list (twice (incf n)) n))") '(12 6))
       (equal (user-eval "(let ((v 4)) (twice v))") 8)))

(define-step "Lazy lists" (form values)
  "A lazy list computes its elements when they are asked for, so it may be endless. Type (require \"lazy\"), and then
define
  (defun integers (n) (lazy-cons n (integers (1+ n))))
TAKE makes a list of the first elements. Let it take the five integers from 1 on."
    "(require \"lazy\") (defun integers (n) (lazy-cons n (integers (1+ n)))) (take 5 (integers 1))"
  (and (equal (first values) '(1 2 3 4 5)) (calls-p form "TAKE")))

(define-step "Searching what has no end" (form values)
  "LAZY-MAPCAR and LAZY-FIND-IF are MAPCAR and FIND-IF for lazy lists. Which is the first square of an integer above
1000?"
    "(lazy-find-if (lambda (x) (> x 1000)) (lazy-mapcar #'square (integers 1)))"
  (eql (first values) 1024))

(define-step "Dice of Doom" (form values :needs :game)
  "The game of the book is written in what you have seen: the tree of all that can happen is lazy. Load it:
  (load ~s)
and draw a board that chance deals, by (draw-board (gen-board)): a letter is a player, a number that of her dice."
    "(load ~s) (draw-board (gen-board))"
  (and (fboundp (user-symbol "DRAW-BOARD")) (calls-p form "DRAW-BOARD")))

(define-step "A computer that plays" (form values :needs :game)
  "(game-tree board 0 0 t) is the tree below BOARD when player 0 begins a turn: (PLAYER BOARD MOVES), the moves a lazy
list. HANDLE-COMPUTER chooses the best move and returns the tree after it. Let it choose one in a tree whose board is
(gen-board); chance may deal a board without a move, then try again. Your turn: what is the value?"
    "(handle-computer (game-tree (gen-board) 0 0 t))"
  (and (calls-p form "HANDLE-COMPUTER") (consp (first values)) (eql (length (first values)) 3)))
