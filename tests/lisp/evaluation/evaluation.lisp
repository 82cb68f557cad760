;;; Chapter 3: evaluation, bindings, declarations, functions and closures.

;;; Forms that stand for themselves, and variables.
5                                                 => 5
"text"                                            => "text"
#\a                                               => #\a
:keyword                                          => :keyword
nil                                               => nil
()                                                => nil
't                                                => t
'(a . b)                                          => (a . b)
''a                                               => (quote a)
(let ((x 1)) x)                                   => 1
(eval (list '+ 1 2))                              => 3
(eval '(values 1 2 3))                            => (values 1 2 3)
(eval ''(+ 1 2))                                  => (+ 1 2)
(let ((x 5)) (declare (ignorable x)) (eval 'pi) x) => 5

;;; LET and LET*.
(let ((x 1) (y 2)) (list x y))                    => (1 2)
(let (x (y) (z 3)) (list x y z))                  => (nil nil 3)
(let ((x 1)) (let ((x 2) (y x)) (list x y)))      => (2 1)
(let ((x 1)) (let* ((x 2) (y x)) (list x y)))     => (2 2)
(let ())                                          => nil
(let* ())                                         => nil
(let ((x 1)) (setq x 2) x)                        => 2
(let ((x 1) (y 2)) (setq x y y x) (list x y))     => (2 2)
(setq)                                            => nil
(let ((x 1)) (let ((f (lambda () x))) (setq x 2) (funcall f))) => 2
(let ((n 0)) (flet ((next () (setq n (+ n 1)))) (next) (next) n)) => 2
(mapcar (lambda (f) (funcall f))
        (let ((fs '())) (dolist (i '(1 2 3) (reverse fs)) (let ((j i)) (push (lambda () (* j j)) fs))))) => (1 4 9)
(progn)                                           => nil
(progn 1 2 (values 3 4))                          => (values 3 4)

;;; Special variables.
(defvar *depth* 0)                                => *depth*
(defun depth () *depth*)                          => depth
(depth)                                           => 0
(let ((*depth* 5)) (depth))                       => 5
(let ((*depth* 5)) (setq *depth* 6) (list (depth) (let ((*depth* 7)) (depth)) (depth))) => (6 7 6)
*depth*                                           => 0
(catch 'out (let ((*depth* 9)) (throw 'out (depth)))) => 9
*depth*                                           => 0
(let ((x 1)) (declare (special x)) (let ((x 2)) (list x (symbol-value 'x)))) => (2 1)
(let ((x 1)) (declare (special x)) (let ((x 2)) (list x (locally (declare (special x)) x)))) => (2 1)
(progv '(*depth* other) '(1 2) (list *depth* (symbol-value 'other))) => (1 2)
(progv '(*depth*) '() (boundp '*depth*))          => nil
(progv '(*depth*) '(1 2 3) (depth))               => 1
(boundp 'other)                                   => nil
(let* ((*depth* 1) (x (depth))) x)                => 1
(let ((*depth* 1) (x (depth))) x)                 => 0
((lambda (*depth*) (depth)) 42)                   => 42
((lambda (&optional (*depth* 43) (x (depth))) x)) => 43
unbound-thing                                     => (error unbound-variable "the variable UNBOUND-THING is unbound")

;;; Definitions of variables.
(defvar *once* 1)                                 => *once*
(defvar *once* 2)                                 => *once*
*once*                                            => 1
(defparameter *each* 1 "Doc.")                    => *each*
(defparameter *each* 2 "Doc.")                    => *each*
*each*                                            => 2
(documentation '*each* 'variable)                 => "Doc."
(defvar *unset*)                                  => *unset*
(boundp '*unset*)                                 => nil
(defconstant +dozen+ 12 "Twelve.")                => +dozen+
+dozen+                                           => 12
(constantp '+dozen+)                              => t
(constantp 5)                                     => t
(constantp ''x)                                   => t
(constantp 'some-variable)                        => nil
(define-symbol-macro first-of-list (car *the-list*)) => first-of-list
(defvar *the-list* (list 1 2))                    => *the-list*
first-of-list                                     => 1
(setf first-of-list 10)                           => 10
(setq first-of-list (+ first-of-list 1))          => 11
*the-list*                                        => (11 2)
(let ((first-of-list 3)) first-of-list)           => 3

;;; Functions and their lambda lists.
(defun plain (a b) "Adds." (+ a b))               => plain
(plain 1 2)                                       => 3
(documentation 'plain 'function)                  => "Adds."
(plain 1)                                         => (error program-error "PLAIN: called with 1 argument, but takes exactly 2; the lambda list is (A B)")
(plain 1 2 3)                                     => (error program-error "PLAIN: called with 3 arguments, but takes exactly 2; the lambda list is (A B)")
(defun only-text () "text")                       => only-text
(only-text)                                       => "text"
(defun opt (a &optional b (c (* a 2)) (d 9 d-p)) (list a b c d d-p)) => opt
(opt 1)                                           => (1 nil 2 9 nil)
(opt 1 2 3 4)                                     => (1 2 3 4 t)
(opt)                                             => (error program-error)
(opt 1 2 3 4 5)                                   => (error program-error)
(defun more (a &rest r) (list a r))               => more
(more 1)                                          => (1 nil)
(more 1 2 3)                                      => (1 (2 3))
(defun keys (&key a (b 2) ((:sea c) 3 c-p) ((nil-key d) 4)) (list a b c c-p d)) => keys
(keys)                                            => (nil 2 3 nil 4)
(keys :b 5 :sea 6 'nil-key 7)                     => (nil 5 6 t 7)
(keys :a 1 :a 2)                                  => (1 2 3 nil 4)
(keys :c 1)                                       => (error program-error "KEYS: :C is not a keyword argument; known are :A, :B, :SEA, NIL-KEY")
(keys :a)                                         => (error program-error "KEYS: the keyword arguments are not in pairs: (:A)")
(keys :z 1 :allow-other-keys t)                   => (nil 2 3 nil 4)
(keys :z 1 :allow-other-keys nil)                 => (error program-error "KEYS: :Z is not a keyword argument; known are :A, :B, :SEA, NIL-KEY")
((lambda (&key a &allow-other-keys) a) :b 1 :a 2) => 2
((lambda (&rest r &key a) (list r a)) :a 1)       => ((:a 1) 1)
((lambda (a &optional (b a) &rest r &key (k b) &aux (x (list a b k)) y) (list x r y)) 1 2 :k 3) => ((1 2 3) (:k 3) nil)
(defun block-of () (return-from block-of 5) 6)    => block-of
(block-of)                                        => 5
(defun (setf thing) (new place) (list :set place new)) => (setf thing)
(setf (thing 1) 2)                                => (:set 1 2)
(funcall #'(setf thing) 2 1)                      => (:set 1 2)
(defun (setf early) (new) (return-from early new)) => (setf early)
(setf (early) 4)                                  => 4
(null (fboundp '(setf thing)))                    => nil
(funcall (lambda (x) (* x x)) 5)                  => 25
((lambda (x &optional (y 2)) (+ x y)) 1)          => 3
(apply #'plain '(1 2))                            => 3
(apply #'list 1 2 '(3 4))                         => (1 2 3 4)
(funcall 'plain 3 4)                              => 7
(undefined-operator 1)                            => (error undefined-function "the function UNDEFINED-OPERATOR is undefined")
(funcall 5)                                       => (error type-error "FUNCALL: 5 is not of type FUNCTION")

;;; FLET, LABELS.
(flet ((f (x) (* x 2))) (f 4))                    => 8
(flet ((plain (a b) (list a b (plain a b)))) (plain 1 2)) => (1 2 3)
(flet ((f () 1)) (flet ((f () 2) (g () (f))) (list (f) (g)))) => (2 1)
(labels ((f () 1)) (labels ((f () 2) (g () (f))) (list (f) (g)))) => (2 2)
(labels ((even (n) (if (= n 0) t (odd (- n 1)))) (odd (n) (if (= n 0) nil (even (- n 1))))) (even 100)) => t
(labels ((f (n) "doc" (declare (fixnum n)) (if (< n 2) (return-from f 1) (* n (f (- n 1)))))) (f 20)) => 2432902008176640000
(flet ((f (&key (a 1)) a)) (list (f) (f :a 2)))   => (1 2)
(flet (((setf f) (new x) (list new x))) (setf (f 1) 2)) => (2 1)
(labels ((count-to (n) (lambda () (if (< n 3) (progn (incf n) (funcall (count-to n))) n)))) (funcall (count-to 0))) => 3
(funcall (let ((x 3)) (flet ((f () (setq x (* x 2)))) #'f))) => 6
(block b (flet ((f () (return-from b 'gone))) (list (f)))) => gone

;;; Declarations, THE, LOCALLY, EVAL-WHEN, LOAD-TIME-VALUE.
(let ((x 1)) (declare (fixnum x) (optimize (speed 3))) (+ x 1)) => 2
(locally (declare (optimize safety)) (values 1 2)) => (values 1 2)
(the fixnum (+ 1 2))                              => 3
(the (values fixnum t) (values 1 'a))             => (values 1 a)
(eval-when (:execute) 5)                          => 5
(eval-when (:compile-toplevel) 5)                 => nil
(let ((x (load-time-value (list 1 2)))) x)        => (1 2)
(progn (declaim (special *declared*)) (setq *declared* 1) (let ((*declared* 2)) (symbol-value '*declared*))) => 2
(proclaim '(inline plain))                        => nil
(proclaim 5)                                      => (error type-error "PROCLAIM: 5 is not a proper list")

;;; Symbol macros and local macros.
(symbol-macrolet ((x (car y))) (let ((y (list 1 2))) (setf x 5) (list x y))) => (5 (5 2))
(symbol-macrolet ((x 1)) (let ((x 2)) x))         => 2
(symbol-macrolet ((x 'outer)) (symbol-macrolet ((x 'inner) (y x)) y)) => inner
(macrolet ((twice (form) `(progn ,form ,form))) (let ((n 0)) (twice (incf n)) n)) => 2
(macrolet ((m (x) `(list ,x))) (macrolet ((m2 (y) `(m ,y))) (m2 1))) => (1)
(macrolet ((m () 1)) (flet ((m () 2)) (m)))       => 2
(flet ((m () 2)) (macrolet ((m () 1)) (m)))       => 1
(macrolet ((m (&whole w a &rest r) `'(,w ,a ,r))) (m 1 2)) => ((m 1 2) 1 (2))

;;; Errors of syntax.
(let ((x 1 2)) x)                                 => (error program-error)
(if)                                              => #+tessera (error program-error "IF: too few operands in (IF); the syntax is (IF TEST THEN &OPTIONAL ELSE)") #-tessera (error error)
(quote)                                           => #+tessera (error program-error "QUOTE: too few operands in (QUOTE); the syntax is (QUOTE OBJECT)") #-tessera (error error)
(let ((5 1)) 5)                                   => (error program-error "LET: 5 is not a variable name")
(setq x)                                          => #+tessera (error program-error "SETQ: no value for X in (SETQ X); the syntax is (SETQ &REST PAIRS)") #-tessera (error error)
(lambda)                                          => #+tessera (error program-error) #-tessera (error error)
(function 5)                                      => (error program-error "FUNCTION: 5 is not a function name; the syntax is (FUNCTION NAME)")
(go nowhere)                                      => (error program-error "GO: there is no tag NOWHERE around")
(return-from nowhere 1)                           => (error program-error "RETURN-FROM: there is no block NOWHERE around (RETURN-FROM NOWHERE 1)")
(eval '(1 2 3))                                   => (error program-error)
(special-operator-p 'if)                          => t
(special-operator-p 'car)                         => nil
(functionp #'car)                                 => t
(functionp 'car)                                  => nil
(compiled-function-p (compile nil '(lambda (x) x))) => t
(funcall (compile nil '(lambda (x) (* x 2))) 21)  => 42
(progn (defun to-compile (x) (+ x 1)) (compile 'to-compile) (to-compile 1)) => 2

;;; Macros whose expansions contain their own call, at toplevel, where EVAL splits the forms, and within functions.
(defmacro twice-itself () '(progn (twice-itself) (twice-itself)))   => twice-itself
(defmacro first-itself (n) `(progn (first-itself ,(1+ n)) 1))       => first-itself
(defmacro last-itself () '(progn 1 (last-itself)))                  => last-itself
(defmacro itself-when () '(eval-when (:execute) (itself-when) 1))   => itself-when
(eval '(twice-itself))                                  => (error error)
(eval '(first-itself 1))                                => (error error)
(eval '(last-itself))                                   => (error error)
(eval '(itself-when))                                   => (error error)
(funcall (compile nil '(lambda () (twice-itself))))     => (error error "the expansion of (TWICE-ITSELF) does not end, or nests more than about 2500 forms")
(funcall (compile nil '(lambda () (last-itself))))      => (error error "the expansion of (LAST-ITSELF) does not end, or nests more than about 2500 forms")
(defmacro down-from (n) (if (= n 0) 0 `(progn (down-from ,(1- n)) ,n))) => down-from
(eval '(down-from 2000))                                => 2000

;;; LOAD of a stream: its report under :PRINT or :VERBOSE, and the name of the file that it reads.
(with-input-from-string (s "(defparameter *loaded-from-string* 'loaded)")
  (list (search ";" (with-output-to-string (*standard-output*) (load s :verbose nil))) *loaded-from-string*)) => (nil loaded)
(with-input-from-string (s "1") (not (search ";" (with-output-to-string (*standard-output*) (load s :verbose t))))) => nil
(with-input-from-string (s "2") (not (search "2" (with-output-to-string (*standard-output*) (load s :print t))))) => nil
(with-input-from-string (s "(defparameter *path-in-string* *load-truename*)") (load s) *path-in-string*) => nil
(let ((name (ensure-directories-exist (concatenate 'string (scratch-folder "stream") "loaded-as-stream.lisp"))))
  (with-open-file (s name :direction :output :if-exists :supersede) (write-line "(defparameter *path-in-stream* (list *load-pathname* *load-truename*))" s))
  (with-open-file (s name) (load s))
  (delete-file name)
  (list (mapcar #'pathname-name *path-in-stream*) *load-truename*)) => (("loaded-as-stream" "loaded-as-stream") nil)

;;; --- EVAL of calls whose arguments are constants, variables or functions
(progn (eval '(defparameter *direct* 1)) (eval '(list 1 'a *direct* "b" :c nil)))                 => (1 a 1 "b" :c nil)
(let ((x (list 1))) (eq x (eval (list 'identity (list 'quote x)))))                               => t
(progn (eval '(define-symbol-macro direct-macro (car '(1)))) (eval '(list direct-macro)))         => (1)
(multiple-value-list (eval '(floor 7 2)))                                                         => (3 1)
(progn (eval '(defun direct-two (x) (list x x))) (eval '(direct-two 'a)))                         => (a a)
(handler-case (eval '(no-such-function 1)) (undefined-function (c) (cell-error-name c)))          => no-such-function
(handler-case (eval '(list no-such-variable)) (unbound-variable (c) (cell-error-name c)))         => no-such-variable
(handler-case (eval '(quote)) (error () :error))                                                  => :error
(handler-case (eval '(list 1 . 2)) (error () :error))                                             => :error
(handler-case (eval '(car 1 2)) (program-error () :error))                                        => :error
(list (eval ''a) (eval '(quote nil)) (eval '(list)))                                              => (a nil nil)
