;;; The table of special operators: syntax, documentation and subforms of each come from it.

(length (intersection '(block catch eval-when flet function go if labels let let* load-time-value locally macrolet multiple-value-call
                        multiple-value-prog1 progn progv quote return-from setq symbol-macrolet tagbody the throw unwind-protect)
                      (tessera::%special-operators)))           => 25
(set-difference (remove (find-package "TESSERA") (remove-if-not #'special-operator-p (tessera::%special-operators)) :key #'symbol-package)
                '(block catch eval-when flet function go if labels let let* load-time-value locally macrolet multiple-value-call
                  multiple-value-prog1 progn progv quote return-from setq symbol-macrolet tagbody the throw unwind-protect))  => nil
(mapcar #'special-operator-p '(multiple-value-bind multiple-value-list lambda))          => (nil nil nil)
(remove-if (lambda (name) (stringp (documentation name 'function))) (tessera::%special-operators))  => nil
(documentation 'progv 'function)                                => #.(nth-value 2 (tessera::%special-operator 'progv))
(tessera::%special-operator 'car)                               => (values nil nil nil)
(tessera::%special-operator 5)                                  => (error type-error)
(nth-value 1 (tessera::%special-operator 'if))                  => "test then &optional else"
(require "assist")                                              => t
(funcall (find-symbol "ARGUMENT-LIST" "TESSERA") 'unwind-protect)   => (values (tessera::protected &body tessera::cleanup) T)
(not (search "It names a special operator:
    (LET BINDINGS &BODY BODY)
    Evaluates BODY with new variables" (with-output-to-string (stream) (describe 'let stream))))  => nil

;;; --- forms that are not as the syntax says: the message names the operator, the form and the syntax
(defun complaint (form)
  (handler-case (handler-bind ((warning #'muffle-warning)) (funcall (compile nil `(lambda () ,form))) nil)
    (program-error (condition) (princ-to-string condition))))   => complaint
(complaint '(if))                     => "IF: too few operands in (IF); the syntax is (IF TEST THEN &OPTIONAL ELSE)"
(complaint '(if 1 2 3 4))             => "IF: too many operands in (IF 1 2 3 4); the syntax is (IF TEST THEN &OPTIONAL ELSE)"
(complaint '(setq print))             => "SETQ: no value for PRINT in (SETQ PRINT); the syntax is (SETQ &REST PAIRS)"
(complaint '(let 5 1))                => "LET: 5 is not a list of bindings; the syntax is (LET BINDINGS &BODY BODY)"
(complaint '(let* 5 1))               => "LET*: 5 is not a list of bindings; the syntax is (LET* BINDINGS &BODY BODY)"
(complaint '(let* ((5 1)) 1))         => "LET*: 5 is not a variable name"
(complaint '(labels ((car)) 1))
=> "LABELS: (CAR) is not a definition of a function, which is (NAME LAMBDA-LIST FORM...); the syntax is (LABELS DEFINITIONS &BODY BODY)"
(complaint '(block 5))                => "BLOCK: 5 is not a block name; the syntax is (BLOCK NAME &BODY FORMS)"
(complaint '(tagbody 1 1))            => "TAGBODY: the tag 1 occurs twice; the syntax is (TAGBODY &REST STATEMENTS)"
(complaint '(function (lambda)))      => "LAMBDA: too few operands in (LAMBDA); the syntax is (LAMBDA LAMBDA-LIST &BODY BODY)"
;; Each operator with fewer operands than it needs, one more than it takes, and a dotted tail.
(loop for name in (tessera::%special-operators)
      for operands = (tessera::%special-operator name)
      for least = (count :required operands :key #'cdr)
      when (plusp least)
        unless (search "too few operands" (or (complaint `(,name ,@(make-list (1- least) :initial-element nil))) "")) collect name)  => nil
(loop for name in (tessera::%special-operators)
      for operands = (tessera::%special-operator name)
      unless (or (find :rest operands :key #'cdr)
                 (search "too many operands" (or (complaint `(,name ,@(make-list (1+ (length operands)) :initial-element nil))) "")))
        collect name)                                           => nil
(loop for name in (tessera::%special-operators)
      unless (complaint `(,name nil nil . 5)) collect name)     => nil

;;; --- subforms
(defun marked (form) (tessera::%map-subforms (lambda (subform) (list :form subform)) form))  => marked
(marked '(if a b))                    => (if (:form a) (:form b))
(marked '(quote a))                   => (quote a)
(marked '(let (x (y) (z 1)) (declare (special x)) x y))  => (let (x (y) (z (:form 1))) (declare (special x)) (:form x) (:form y))
(marked '(setq a 1 b 2))              => (setq a (:form 1) b (:form 2))
(marked '(block b 1 2))               => (block b (:form 1) (:form 2))
(marked '(return-from b))             => (return-from b)
(marked '(tagbody a (b) 5 (c)))       => (tagbody a (:form (b)) 5 (:form (c)))
(marked '(flet ((f (x) y)) (f 1)))    => (flet ((f (x) y)) (:form (f 1)))
(marked '(symbol-macrolet ((a b)) a)) => (symbol-macrolet ((a b)) (:form a))
(marked '(the integer x))             => (the integer (:form x))
(marked '(load-time-value (a) t))     => (load-time-value (a) t)
(marked '(function (lambda (x) x)))   => (function (lambda (x) x))
(marked '(tessera::named-lambda f (x) x)) => (tessera::named-lambda f (x) x)
(marked '(multiple-value-call f 1 2)) => (multiple-value-call (:form f) (:form 1) (:form 2))
(marked '(eval-when (:execute) 1))    => (eval-when (:execute) (:form 1))
(marked '(progv a b c d))             => (progv (:form a) (:form b) (:form c) (:form d))
