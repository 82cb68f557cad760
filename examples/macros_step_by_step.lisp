;;; The macro SPLIT of chapter 16: two wrong versions, the right one, and the expansion of each.
;;;     tessera examples/macros_step_by_step.lisp

(defun show (title form)
  "Prints TITLE and the expansion of FORM, a macro call."
  (let ((*print-pretty* t) (*print-gensym* t))
    (format t "~&~%~a~%  ~s~%expands to~%  ~s~%" title form (macroexpand-1 form))))

(defmacro let1 (var val &body body)
  "(let1 VAR VAL form*): LET for one variable."
  `(let ((,var ,val))
     ,@body))

(show "LET1" '(let1 foo (+ 2 3) (* foo foo)))
(assert (= 25 (let1 foo (+ 2 3) (* foo foo))))

;;; First version: the expansion contains VAL three times, so it is evaluated three times.

(defmacro split (val yes no)
  "(split VAL YES NO): evaluates YES with HEAD and TAIL bound if VAL is a list with elements, else NO. Evaluates VAL too
often."
  `(if ,val
       (let ((head (car ,val))
             (tail (cdr ,val)))
         ,yes)
       ,no))

(show "SPLIT that evaluates too often" '(split (progn (princ "Lisp rocks!") '(2 3)) (list head tail) nil))
(assert (equal "Lisp rocks!Lisp rocks!Lisp rocks!"
               (with-output-to-string (*standard-output*)
                 (split (progn (princ "Lisp rocks!") '(2 3)) (list head tail) nil))))

;;; Second version: VAL is evaluated once, but the macro's variable X captures the caller's X.

(defmacro split (val yes no)
  "(split VAL YES NO): as before, but evaluates VAL once. Captures a variable X of the caller."
  `(let1 x ,val
     (if x
         (let ((head (car x))
               (tail (cdr x)))
           ,yes)
         ,no)))

(show "SPLIT that captures a variable" '(split '(2 3) (+ x head) nil))
(handler-case (let1 x 100 (split '(2 3) (+ x head) nil))
  (:no-error (value) (error "~a? X should have been a list." value))
  (type-error (condition) (format t "In use: ~a~%" condition)))

;;; Third version: the variable is a fresh uninterned symbol, a new one for each expansion.

(defmacro split (val yes no)
  "(split VAL YES NO): as before, without capture."
  (let1 g (gensym)
    `(let1 ,g ,val
       (if ,g
           (let ((head (car ,g))
                 (tail (cdr ,g)))
             ,yes)
           ,no))))

(show "SPLIT that is safe" '(split '(2 3) (+ x head) nil))
(show "and again, with another variable" '(split '(2 3) (+ x head) nil))
(assert (= 102 (let1 x 100 (split '(2 3) (+ x head) nil))))

;;; SPLIT binds HEAD and TAIL on purpose.

(defun my-length (lst)
  "Returns the length of LST."
  (labels ((f (lst acc)
             (split lst
                    (f tail (1+ acc))
                    acc)))
    (f lst 0)))

(format t "~%The length of ~a is ~d.~%" '(a b c) (my-length '(a b c)))
(assert (= 3 (my-length '(a b c))))
