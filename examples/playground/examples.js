// Programs to try: a title, a language, and the text.
export const examples = [
  ["Factorial", "common-lisp", `
(defun factorial (n)
  (if (zerop n) 1 (* n (factorial (- n 1)))))
(factorial 40)`],
  ["Lazy list", "common-lisp", `
(load "lazy.lisp")
(defparameter *integers*
  (labels ((from (n) (lazy-cons n (from (+ n 1)))))
    (from 0)))
(take 10 *integers*)
*integers*`],
  ["Macro", "common-lisp", `
(defmacro while (condition &body body)
  \`(loop (unless ,condition (return)) ,@body))
(macroexpand-1 '(while (plusp n) (decf n)))`],
  ["Restarts", "common-lisp", `
(defun total (prices)
  (loop for price in prices
        sum (restart-case (if (numberp price) price (error "~S is not a price" price))
              (skip () :report "Leave this price out." 0)
              (use-value (value) :report "Use another price."
                :interactive (lambda () (list (eval (read *query-io*))))
                value))))
(total '(3 4 five 6))`],
  ["Dice of Doom", "common-lisp", `
(load "dice_of_doom_v2.lisp")
(draw-board (gen-board))
(game-tree (gen-board) 0 0 t)`],
  ["Scheme: generator", "scheme", `
(define (tree-walk tree visit)
  (cond ((null? tree) 'done)
        ((pair? tree) (tree-walk (car tree) visit) (tree-walk (cdr tree) visit))
        (else (visit tree))))
(call/cc (lambda (return)
  (tree-walk '(1 (2 -3) 4) (lambda (x) (if (negative? x) (return x))))))`],
  ["Clojure: sequence", "clojure", `
(defn evens [] (filter even? (range)))
(take 10 (evens))`],
];
