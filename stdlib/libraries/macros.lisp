;;; LET1, SPLIT, RECURSE and PAIRS, as chapter 16 of the book has them: (require "macros"); see evaluation/modules.lisp.

(defpackage "TESSERA-MACROS"
  (:use "COMMON-LISP")
  (:export "LET1" "SPLIT" "HEAD" "TAIL" "RECURSE" "SELF" "PAIRS"))

(in-package "TESSERA-MACROS")

(defmacro let1 (var val &body body)
  "(let1 variable value form*): evaluates the forms with VARIABLE bound to VALUE. Returns their values."
  `(let ((,var ,val))
     ,@body))

(defmacro split (val yes no)
  "(split list yes no): evaluates LIST, once. If it is a cons, returns the values of YES with HEAD and TAIL bound to its
car and cdr; else those of NO."
  (let1 list (gensym)
    `(let1 ,list ,val
       (if ,list
           (let ((head (car ,list))
                 (tail (cdr ,list)))
             ,yes)
           ,no))))

(defun pairs (lst)
  "Returns the elements of LST two by two: (a b c d) gives ((a . b) (c . d)). A last one without a partner is left out."
  (loop for (first . others) on lst by #'cddr
        when others
          collect (cons first (first others))))

(defmacro recurse (vars &body body)
  "(recurse (variable value ...) form*): evaluates the forms with the variables bound to the values. Returns their
values. In the forms, (SELF new-value ...) evaluates them again with new values."
  (let ((bindings (pairs vars)))
    `(labels ((self ,(mapcar #'car bindings)
                ,@body))
       (self ,@(mapcar #'cdr bindings)))))
