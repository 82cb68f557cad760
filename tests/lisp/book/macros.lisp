;;; Chapter 16: the library MACROS.

(progn (require "macros") (use-package "MACROS") t)  => t
(let ((foo (+ 2 3))) (* foo foo))                    => 25
(let1 foo (+ 2 3) (* foo foo))                       => 25
(let1 foo (+ 2 3) (princ "Lisp is awesome!") (* foo foo))   => (prints "Lisp is awesome!" 25)
(macroexpand '(let1 foo (+ 2 3) (* foo foo)))        => (values (let ((foo (+ 2 3))) (* foo foo)) t)
(defun add (a b) (let ((x (+ a b))) (format t "The sum is ~a" x) x))   => add
(add 2 3)                                            => (prints "The sum is 5" 5)
(defun add (a b) (let1 x (+ a b) (format t "The sum is ~a" x) x))   => add
(add 2 3)                                            => (prints "The sum is 5" 5)

(split '(2 3) (format t "This can be split into ~a and ~a." head tail) (format t "This cannot be split."))
  => (prints "This can be split into 2 and (3)." nil)
(split '() (format t "This can be split into ~a and ~a." head tail) (format t "This cannot be split."))
  => (prints "This cannot be split." nil)
(split (progn (princ "Lisp rocks!") '(2 3)) (format t "This can be split into ~a and ~a." head tail) (format t "This cannot be split."))
  => (prints "Lisp rocks!This can be split into 2 and (3)." nil)
(let1 x 100 (split '(2 3) (+ x head) nil))           => 102
(let ((expansion (macroexpand '(split '(2 3) (+ x head) nil))))
  (subst 'g (caar (second expansion)) expansion))
  => (let ((g '(2 3))) (if g (let ((head (car g)) (tail (cdr g))) (+ x head)) nil))
(nth-value 1 (macroexpand '(split '(2 3) (+ x head) nil)))   => t
(equal (macroexpand '(split a b c)) (macroexpand '(split a b c)))   => nil
;;; The book prints #:G8695. The number is another one in every run.
(let ((printed (prin1-to-string (gensym))))
  (and (string= "#:G" printed :end2 3) (integerp (parse-integer printed :start 3))))   => t
(split 5 head nil)                                   => (error type-error "CAR: 5 is not of type LIST")

(pairs '(a b c d e f))                               => ((a . b) (c . d) (e . f))
(pairs '(a b c))                                     => ((a . b))
(pairs '())                                          => nil
(recurse (n 9) (fresh-line) (if (zerop n) (princ "lift-off!") (progn (princ n) (self (1- n)))))
  => (prints "9
8
7
6
5
4
3
2
1
lift-off!" "lift-off!")
(defun my-length (lst) (recurse (lst lst acc 0) (split lst (self tail (1+ acc)) acc)))   => my-length
(my-length '(1 2 3))                                 => 3
(my-length (make-list 1000000))                      => 1000000
(recurse () 5)                                       => 5

;;; The two wrong versions of SPLIT that the chapter begins with
(defmacro split-thrice (val yes no) `(if ,val (let ((head (car ,val)) (tail (cdr ,val))) ,yes) ,no))   => split-thrice
(split-thrice (progn (princ "Lisp rocks!") '(2 3)) (format t "This can be split into ~a and ~a." head tail) (format t "This cannot be split."))
  => (prints "Lisp rocks!Lisp rocks!Lisp rocks!This can be split into 2 and (3)." nil)
(macroexpand '(split-thrice (progn (princ "Lisp rocks!") '(2 3)) (format t "This can be split into ~a and ~a." head tail) (format t "This cannot be split.")))
  => (values (if (progn (princ "Lisp rocks!") '(2 3))
                 (let ((head (car (progn (princ "Lisp rocks!") '(2 3)))) (tail (cdr (progn (princ "Lisp rocks!") '(2 3)))))
                   (format t "This can be split into ~a and ~a." head tail))
                 (format t "This cannot be split.")) t)
(defmacro split-capturing (val yes no) `(let1 x ,val (if x (let ((head (car x)) (tail (cdr x))) ,yes) ,no)))   => split-capturing
(split-capturing (progn (princ "Lisp rocks!") '(2 3)) (format t "This can be split into ~a and ~a." head tail) (format t "This cannot be split."))
  => (prints "Lisp rocks!This can be split into 2 and (3)." nil)
(let1 x 100 (split-capturing '(2 3) (+ x head) nil)) => (error type-error "+: (2 3) is not of type NUMBER")
(macroexpand '(split-capturing '(2 3) (+ x head) nil))
  => (values (let ((x '(2 3))) (if x (let ((head (car x)) (tail (cdr x))) (+ x head)) nil)) t)

;;; The blog's session with LET1
(let1 foo (+ 2 4) (* foo foo))                       => 36
(macroexpand-1 '(let1 foo (+ 2 4) (* foo foo)))      => (values (let ((foo (+ 2 4))) (* foo foo)) t)
