;;; MACROEXPAND-ALL and MACROSTEP, which are Tessera's own.

(import '(tessera:macroexpand-all tessera:macrostep))   => t
(progn (defmacro my-or (a b) `(let ((it ,a)) (if it it ,b))) (defmacro twice (x) `(list ,x ,x)) :defined) => :defined

(macroexpand-all '(my-or (my-or 1 2) 3))                => (let ((it (let ((it 1)) (if it it 2)))) (if it it 3))
(macroexpand-all '(list (when a b) '(when a b)))        => (list (if a (progn b) nil) '(when a b))
(macroexpand-all '(lambda (x &optional (y (twice 1)) &key (z (twice 2) z-p)) "doc" (declare (ignorable x)) (twice y)))
  => #'(lambda (x &optional (y (list 1 1)) &key (z (list 2 2) z-p)) "doc" (declare (ignorable x)) (list y y))
(macroexpand-all '#'(lambda (x) (twice x)))             => #'(lambda (x) (list x x))
(macroexpand-all '((lambda (x) (twice x)) (twice 1)))   => ((lambda (x) (list x x)) (list 1 1))
;; Local macros, and bindings that shadow macros.
(macroexpand-all '(macrolet ((m (x) (list 'quote x))) (m (twice 1)) (macrolet ((m () 5)) (m)) (m 2)))
  => (macrolet ((m (x) (list 'quote x))) '(twice 1) (macrolet ((m () 5)) 5) '2)
(macroexpand-all '(flet ((twice (x) x)) (twice (my-or 1 2))))   => (flet ((twice (x) x)) (twice (let ((it 1)) (if it it 2))))
(macroexpand-all '(labels ((f (x) (twice x))) (f (twice 1))))   => (labels ((f (x) (list x x))) (f (list 1 1)))
(macroexpand-all '(flet ((twice (x) (twice x))) (twice 1)))     => (flet ((twice (x) (list x x))) (twice 1))
(macroexpand-all '(symbol-macrolet ((s (car x))) (list s (let ((s s)) s) (setq y s))))
  => (symbol-macrolet ((s (car x))) (list (car x) (let ((s (car x))) s) (setq y (car x))))
(macroexpand-all '(symbol-macrolet ((s (twice 1))) s))  => (symbol-macrolet ((s (twice 1))) (list 1 1))
;; Wherever forms stand.
(macroexpand-all '(let ((x (twice 1)) y) (declare (special y)) (twice x)))  => (let ((x (list 1 1)) y) (declare (special y)) (list x x))
(macroexpand-all '(tagbody a (twice x) (go a)))         => (tagbody a (list x x) (go a))
(macroexpand-all '(block b (return-from b (twice 1))))  => (block b (return-from b (list 1 1)))
(macroexpand-all '(the list (twice 1)))                 => (the list (list 1 1))
(macroexpand-all '(eval-when (:execute) (twice 1)))     => (eval-when (:execute) (list 1 1))
(macroexpand-all '(if nil (twice 1) (twice 2)))         => (if nil (list 1 1) (list 2 2))
(macroexpand-all '(progn (return (twice 1)) (go out) (return-from f (twice 2)))) => (progn (return-from nil (list 1 1)) (go out) (return-from f (list 2 2)))
(macroexpand-all '(locally (declare (optimize speed)) (twice 1))) => (locally (declare (optimize speed)) (list 1 1))
(macroexpand-all '(unwind-protect (twice 1) (twice 2))) => (unwind-protect (list 1 1) (list 2 2))
(macroexpand-all '(catch 'x (throw 'x (twice 1))))      => (catch 'x (throw 'x (list 1 1)))
;; Templates in backquotes stay; nothing is evaluated.
(equal (macroexpand-all '`(a ,(twice 1) `(b ,(twice ,(twice 2))) ,@(twice c)))
       '`(a ,(list 1 1) `(b ,(twice ,(list 2 2))) ,@(list c c)))  => t
(macroexpand-all '(load-time-value (print (twice 1))))  => (prints "" (load-time-value (print (list 1 1))))
(macroexpand-all '(progn (eval-when (:compile-toplevel :load-toplevel :execute) (print 1))))
  => (prints "" (progn (eval-when (:compile-toplevel :load-toplevel :execute) (print 1))))
(macroexpand-all '(no-such-function (twice 1)))         => (no-such-function (list 1 1))
(macroexpand-all 5)                                     => 5
(macroexpand-all 'x)                                    => x
(macroexpand-all '"s")                                  => "s"
(macroexpand-all '(let))                                => (error program-error "LET: too few operands in (LET); the syntax is (LET BINDINGS &BODY BODY)")
(macroexpand-all '(twice))                              => (error program-error "TWICE: called with 0 arguments, but takes exactly 1; the lambda list is (X)")
(let ((circle (list 1))) (setf (cdr circle) circle) (eq circle (second (macroexpand-all `(quote ,circle))))) => t
;; Its expansion has the meaning of the call.
(every (lambda (form) (equalp (eval form) (eval (macroexpand-all form))))
       '((loop for i below 5 when (evenp i) collect (twice i) into l finally (return l))
         (let ((x (list 1 2 3))) (push 0 (cdr x)) (incf (car x) 5) (rotatef (car x) (cadr x)) x)
         (handler-case (car 5) (type-error (c) (type-error-datum c)))
         (do ((i 0 (1+ i)) (l '() (cons i l))) ((= i 3) l))
         (with-output-to-string (s) (format s "~a" (case 5 ((1 2) 'a) (t 'b))))
         (multiple-value-list (multiple-value-bind (a b) (floor 7 2) (values b a)))
         (destructuring-bind (a &optional (b 5)) '(1) (list a b))
         (funcall (lambda (&key (x 1)) (prog1 x (setf x 2))) :x 3)
         (macrolet ((m (&environment e x) (macroexpand x e))) (symbol-macrolet ((s 5)) (cons s (m (twice 1)))))))
  => t

;;; --- macrostep
(load "tests/lisp/support/dialogue.lisp") => t
(dialogue (lambda () (macrostep '(my-or (twice 1) 2))) "" "u" "" "")
  => (values "(MY-OR (TWICE 1) 2)
1: (MY-OR (TWICE 1) 2)
Return: expand call 1, N: call N, a: all calls, q: quit, h: more commands
macrostep> 
=>(LET ((IT (TWICE 1))) (IF IT IT 2))<=
1: (TWICE 1)
macrostep> 
(MY-OR (TWICE 1) 2)
1: (MY-OR (TWICE 1) 2)
macrostep> 
=>(LET ((IT (TWICE 1))) (IF IT IT 2))<=
1: (TWICE 1)
macrostep> 
(LET ((IT =>(LIST 1 1)<=)) (IF IT IT 2))
There is no macro call left in it.
" ((let ((it (list 1 1))) (if it it 2))))
(nth-value 1 (dialogue (lambda () (macrostep '(list (twice 1) (twice 2) '(twice 3)))) "2"))   => ((list (twice 1) (list 2 2) '(twice 3)))
(nth-value 1 (dialogue (lambda () (macrostep '(list (twice (my-or 1 2)) (twice 2)))) "a"))
  => ((list (list (let ((it 1)) (if it it 2)) (let ((it 1)) (if it it 2))) (list 2 2)))
(nth-value 1 (dialogue (lambda () (macrostep '(macrolet ((m () '(m2)) (m2 () 5)) (m)))) "" "")) => ((macrolet ((m () '(m2)) (m2 () 5)) 5))
(nth-value 1 (dialogue (lambda () (macrostep '(list 1)))))                                   => ((list 1))
(nth-value 1 (dialogue (lambda () (macrostep '(list (twice 1)))) "h" "3" "u" "what" ":q"))    => ((list (twice 1)))
(nth-value 1 (dialogue (lambda () (macrostep 5))))      => (5)
;; A wrong call of a macro is reported, and stays unchanged.
(multiple-value-bind (text values) (dialogue (lambda () (macrostep '(list (twice) (twice 1)))) "")
  (list (not (search "TWICE" text)) (not (search "1: (TWICE 1)" text)) values)) => (nil nil ((list (twice) (list 1 1))))
;; If there is nothing to expand, the reason is reported.
(defun ending (form)
  (let ((text (dialogue (lambda () (macrostep form)))))
    (subseq text (1+ (position #\Newline text :from-end t :end (1- (length text)))))))   => ending
(ending '(list 1))                                      => "There is no macro call in it.
"
(ending '(list (twice)))                                => "A macro call that fails is left as it is.
"
(ending 4)                                              => "4 is not a call. Is its quote missing? Usage: (macrostep '(when a b))
"
;; The calls to choose from are written as in the form.
(let ((call (list 'twice (make-symbol "G")))) (not (search "1: (TWICE #:G)" (dialogue (lambda () (macrostep `(list ,call ,call))))))) => nil
;;; --- with the macros of an environment
(defmacro expanded-here (form &environment environment) `',(tessera:macroexpand-all form environment)) => expanded-here
(macrolet ((twice (x) `(progn ,x ,x))) (expanded-here (list (twice (when a b))))) => (list (progn (if a (progn b) nil) (if a (progn b) nil)))
(symbol-macrolet ((x (car y))) (expanded-here (list x (let ((x 2)) x)))) => (list (car y) (let ((x 2)) x))
(macrolet ((m () 'outer)) (macrolet ((m () ''inner)) (expanded-here (m)))) => 'inner
(tessera:macroexpand-all '(when a b) nil)          => (if a (progn b) nil)
