;;; Chapter 5: data and control flow.

;;; Conditionals.
(if nil 1 2)                                      => 2
(if nil 1)                                        => nil
(when 1 2 (values 3 4))                           => (values 3 4)
(when nil 1)                                      => nil
(when t)                                          => nil
(unless nil 1 2)                                  => 2
(unless t 1)                                      => nil
(and)                                             => t
(and 1 2 (values 3 4))                            => (values 3 4)
(and 1 nil 3)                                     => nil
(or)                                              => nil
(or nil (values 1 2))                             => (values 1 2)
(or (values 1 2) 3)                               => 1
(cond)                                            => nil
(cond (nil 1) (t 2 (values 3 4)))                 => (values 3 4)
(cond ((values 1 2)))                             => (values 1)
(cond ((assoc 'b '((a 1) (b 2))) 'found) (t 'lost)) => found
(cond (nil 1))                                    => nil
(not nil)                                         => t
(let ((n 0)) (cond ((incf n)) (t (incf n))) n)    => 1
(eval '(cond 5))                                  => #+tessera (error program-error "COND: 5 is not a clause; a list (TEST form*) is needed") #-tessera (error error)
(eval '(when))                                    => #+tessera (error program-error "WHEN: called with 0 arguments, but takes at least 1; the lambda list is (TEST &REST FORMS)") #-tessera (error error)

;;; CASE.
(case 'b (a 1) ((b c) 2 (values 3 4)) (t 5))      => (values 3 4)
(case 'x (a 1))                                   => nil
(case 'x (a 1) (otherwise 2))                     => 2
(case 3 ((1 2) 'low) ((3 4) 'high))               => high
(case 3.0 (3 'integer) (3.0 'float))              => float
(case #\a (#\A 1) (#\a 2))                        => 2
(case 100000000000000000000 (100000000000000000000 'big)) => big
(case nil (nil 1) ((nil) 2))                      => 2
(case t ((t) 1) (t 2))                            => 1
(case 'a (a))                                     => nil
(case 7 ((1 2 3 4 5 6 7 8 9) 'digit) (t 'no))     => digit
(case 'g ((a b c d e f g) 'known))                => known
(case (car '(2)) (1 'one) (2 'two))               => two
(let ((n 0)) (case (incf n) (1 'one) (2 'two)))   => one
(ecase 2 (1 'a) ((2 3) 'b))                       => b
(ecase 4 (1 'a) ((2 3) 'b))                       => (error type-error "ECASE: 4 is not of type (MEMBER 1 2 3)")
(handler-case (ecase 4 (1 'a) ((2 3) 'b)) (type-error (e) (type-error-datum e))) => 4
(let ((x 2)) (ccase x (1 'a) (2 'b)))             => b
(let ((x 5)) (list (handler-bind ((type-error (lambda (e) (declare (ignore e)) (store-value 2)))) (ccase x (1 'a) (2 'b))) x)) => (b 2)
(eval '(case 1 (t 1) (1 2)))                      => #+tessera (error program-error "CASE: the clause (T 1) is for all keys, so it must be the last") #-tessera (error error)
(typecase 5 (string 'text) (integer 'whole) (t 'other)) => whole
(typecase 'x (string 'text) (integer 'whole))     => nil
(typecase 'x (string 'text) (otherwise 'other))   => other
(typecase nil (null 'null) (list 'list))          => null
(typecase 1.5 ((or integer string) 1) ((float 1.0 2.0) 2)) => 2
(etypecase "a" (symbol 1) (string 2))             => 2
(etypecase 5 (symbol 1) (string 2))               => (error type-error "ETYPECASE: 5 is not of type (OR SYMBOL STRING)")
(let ((x "a")) (ctypecase x (symbol 1) (string 2))) => 2
(let ((x 5)) (list (handler-bind ((type-error (lambda (e) (declare (ignore e)) (store-value 'a)))) (ctypecase x (symbol 1) (string 2))) x)) => (1 a)

;;; Sequencing and multiple values.
(prog1 1 2 3)                                     => 1
(prog1 (values 1 2) 3)                            => (values 1)
(prog2 1 2 3)                                     => 2
(let ((l '())) (list (prog1 (push 1 l) (push 2 l)) l)) => ((1) (2 1))
(multiple-value-list (values 1 2 3))              => (1 2 3)
(multiple-value-list (values))                    => nil
(multiple-value-bind (a b c) (values 1 2) (list a b c)) => (1 2 nil)
(multiple-value-bind (a) (values 1 2) (declare (integer a)) a) => 1
(multiple-value-bind () (values 1 2) 5)           => 5
(multiple-value-call #'list 1 (values 2 3) (values) 4) => (1 2 3 4)
(multiple-value-call 'list (floor 7 2))           => (3 1)
(multiple-value-prog1 (values 1 2) 3)             => (values 1 2)
(let (a b c) (list (multiple-value-setq (a b c) (values 1 2)) a b c)) => (1 1 2 nil)
(let ((l (list 1 2))) (symbol-macrolet ((x (car l))) (multiple-value-setq (x) (floor 9 2)) l)) => (4 2)
(let ((order '()) (v (vector 1 2)) (y 0))
  (flet ((note (x) (push x order) x))
    (symbol-macrolet ((x (svref v (note 1))))
      (list (multiple-value-setq (y x) (values (note 7) 8)) v y (reverse order))))) => (7 #(1 8) 7 (1 7))
(let ((x 0) (y 0)) (symbol-macrolet ((z x)) (list (multiple-value-setq (z y) (values)) x y))) => (nil nil nil)
(multiple-value-setq () (values 1 2))             => (values 1)
(nth-value 1 (floor 7 2))                         => 1
(nth-value 5 (floor 7 2))                         => nil
(let ((n 0)) (nth-value n (values 'a 'b)))        => a
(nth-value 20 (values-list '(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20))) => 20
(values-list '(1 2 3))                            => (values 1 2 3)
(values (values 1 2) 3)                           => (values 1 3)
(list (values))                                   => (nil)

;;; BLOCK, CATCH, TAGBODY, UNWIND-PROTECT.
(block b 1 (return-from b (values 2 3)) 4)        => (values 2 3)
(block nil (return) 1)                            => nil
(block nil (return 5))                            => 5
(block a (block a (return-from a 1)) 2)           => 2
(block b (mapc (lambda (x) (when (> x 1) (return-from b x))) '(1 2 3))) => 2
(catch 'a (catch 'b (throw 'a (values 1 2))) 3)   => (values 1 2)
(catch 'a 1 2)                                    => 2
(throw 'nobody 1)                                 => (error control-error "THROW: there is no CATCH for the tag NOBODY")
(let ((f (block b (lambda () (return-from b 1))))) (funcall f)) => (error control-error "RETURN-FROM: the exit point is no longer active: its form has been left")
(let ((n 0)) (tagbody again (incf n) (when (< n 5) (go again))) n) => 5
(tagbody 1 2 3)                                   => nil
(let ((l '())) (tagbody (push 1 l) (go 2) (push 3 l) 2 (push 4 l)) l) => (4 1)
(let ((l '())) (tagbody (mapc (lambda (x) (push x l) (when (= x 2) (go out))) '(1 2 3)) (push 'no l) out) l) => (2 1)
(let ((l '())) (unwind-protect (push 1 l) (push 2 l)) l) => (2 1)
(let ((l '())) (catch 'x (unwind-protect (throw 'x 1) (push 2 l))) l) => (2)
(unwind-protect (values 1 2) 3)                   => (values 1 2)
(block b (unwind-protect (return-from b 1) (return-from b 2))) => 2
(let ((l '())) (block nil (unwind-protect (unwind-protect (return) (push 1 l)) (push 2 l))) l) => (2 1)
(catch 'a (unwind-protect (throw 'a 1) (catch 'a (throw 'a 2)))) => 1

;;; Iteration.
(let ((l '())) (dotimes (i 4 (reverse l)) (push i l))) => (0 1 2 3)
(dotimes (i 5 i))                                 => 5
(dotimes (i -5 i))                                => 0
(dotimes (i 5))                                   => nil
(dotimes (i 5) (when (= i 3) (return (values i 'out)))) => (values 3 out)
(let ((n 0)) (dotimes (i 4 n) (when (oddp i) (go next)) (incf n 10) next (incf n))) => 24
(let ((n 3)) (dotimes (i n n) (incf n)))          => 6
(let ((l '())) (dolist (x '(1 2 3) (list x l)) (push x l))) => (nil (3 2 1))
(dolist (x '()) (error "never"))                  => nil
(dolist (x '(1 2 3)) (when (= x 2) (return x)))   => 2
(let ((l '())) (dolist (x '(1 2 3) l) (declare (ignorable x)) (when (= x 2) (go skip)) (push x l) skip)) => (3 1)
(dolist (x 5) x)                                  => (error type-error "CAR: 5 is not of type LIST")
(dolist (x '(1 . 2)) x)                           => (error type-error "CAR: 2 is not of type LIST")
(mapcar #'funcall (let ((l '())) (dolist (x '(1 2 3) l) (push (lambda () x) l)))) => (3 2 1)
(do ((i 0 (+ i 1)) (l '() (cons i l))) ((= i 4) (values l i))) => (values (3 2 1 0) 4)
(do* ((i 0 (+ i 1)) (l '() (cons i l))) ((= i 4) l)) => (4 3 2 1)
(do ((x '(a b c) (cdr x)) (y)) ((null x) y) (setq y (car x))) => c
(do ((i 0 (1+ i))) (nil) (when (= i 7) (return (* i 2)))) => 14
(do () (t 1 2))                                   => 2
(do () (t))                                       => nil
(do ((i 0)) ((> i 3) i) (declare (fixnum i)) (when (= i 1) (setq i 10) (go end)) (incf i) end) => 10
(do ((a 1 b) (b 2 a) (n 0 (1+ n))) ((= n 3) (list a b))) => (2 1)
(eval '(do ((x 1 2 3)) (t)))                      => #+tessera (error program-error "DESTRUCTURING-BIND: (X 1 2 3) is not a list of 1 to 3 elements") #-tessera (error error)
(loop (return 5))                                 => 5

;;; PROG.
(prog ((x 0)) again (incf x) (when (< x 10) (go again)) (return x)) => 10
(prog (x (y 2)) (return (list x y)))              => (nil 2)
(prog ((x 1)) (setq x 2))                         => nil
(prog* ((x 1) (y (+ x 1))) (declare (ignorable x)) (return y)) => 2
(let ((x 5)) (prog ((x 1) (y x)) (return (list x y)))) => (1 5)

;;; Assignment in parallel.
(let ((a 1) (b 2)) (psetq a b b a) (list a b))    => (2 1)
(let ((a 1)) (psetq a 2))                         => nil
(psetq)                                           => nil
(let ((a 1) (b 2) (c 3)) (psetq a (+ b c) b (+ a c) c (+ a b)) (list a b c)) => (5 4 3)
(let ((l (list 1 2)) (b 5)) (symbol-macrolet ((x (car l))) (psetq x b b x) (list l b))) => ((5 2) 1)
(eval '(psetq a))                                 => #+tessera (error program-error "PSETQ: A lacks a value") #-tessera (error error)

;;; Taking apart.
(destructuring-bind (a b) '(1 2) (list a b))      => (1 2)
(destructuring-bind (a (b &rest c) . d) '(1 (2 3 4) 5 6) (list a b c d)) => (1 2 (3 4) (5 6))
(destructuring-bind (&optional (a 1) (b a b-p)) '() (list a b b-p)) => (1 1 nil)
(destructuring-bind (&optional ((a b) '(1 2))) '() (list a b)) => (1 2)
(destructuring-bind (a &key b ((:sea (c d)) '(3 4) s)) '(1 :b 2) (list a b c d s)) => (1 2 3 4 nil)
(destructuring-bind (a &key b) '(1 :c 2) (list a b)) => #+tessera (error program-error "DESTRUCTURING-BIND: :C is not a keyword argument; known are :B") #-tessera (error error)
(destructuring-bind (a &key b &allow-other-keys) '(1 :c 2) (list a b)) => (1 nil)
(destructuring-bind (&whole w a &rest r &aux (s (cons a r))) '(1 2) (list w a r s)) => ((1 2) 1 (2) (1 2))
(destructuring-bind (a (&whole w b c)) '(1 (2 3)) (list a w b c)) => (1 (2 3) 2 3)
(destructuring-bind (a . b) '(1 . 2) (list a b))  => (1 2)
(destructuring-bind () '() 5)                     => 5
(destructuring-bind (a &body b) '(1 2 3) (declare (integer a)) (list a b)) => (1 (2 3))
(destructuring-bind (a b) '(1) (list a b))        => #+tessera (error program-error "DESTRUCTURING-BIND: (1) is not a list of exactly 2 elements") #-tessera (error error)
(destructuring-bind (a) '(1 2) (list a))          => #+tessera (error program-error "DESTRUCTURING-BIND: (1 2) is not a list of exactly 1 elements") #-tessera (error error)
(destructuring-bind (a (b)) '(1 2) (list a b))    => #+tessera (error program-error "DESTRUCTURING-BIND: 2 is not a list of exactly 1 elements") #-tessera (error error)

;;; Functions.
(identity 5)                                      => 5
(funcall (constantly 5) 1 2 3)                    => 5
(funcall (complement #'evenp) 2)                  => nil
(funcall (complement #'<) 2 1)                    => t
(mapcar (complement #'member) '(1 5) '((1 2) (1 2))) => (nil t)
(every #'numberp '(1 2 3))                        => t
(some #'symbolp '(1 a))                           => t
(notany #'symbolp '(1 2))                         => t
(notevery #'symbolp '(1 a))                       => t
(apply #'max 3 '(1 7 5))                          => 7
(eq 'a 'a)                                        => t
(eql 1.0 1)                                       => nil
(equal '(1 "a") (list 1 "a"))                     => t
(equalp "ABC" "abc")                              => t
(fdefinition 'no-such-function)                   => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(progn (defun gone () 1) (fmakunbound 'gone) (fboundp 'gone)) => nil
(progn (setf (fdefinition 'alias) #'car) (alias '(1 2))) => 1
(progn (setf (symbol-function 'alias2) (lambda (x) (list x))) (alias2 1)) => (1)

;;; --- every standard macro has its macro function
(let ((names '(multiple-value-bind multiple-value-list call-method prog1 cond with-open-file loop defclass)))
  (remove-if #'macro-function names))                   => ()
(eval (macroexpand-1 '(multiple-value-bind (q r s) (floor 7 2) (declare (fixnum q)) (list q r s)))) => (3 1 nil)

;; DESTRUCTURING-BIND: how many elements there may be
(flet ((try (list)
            (handler-case (destructuring-bind (a (b &optional (c 0) d) . rest) list (list a b c d rest))
              (error () :wrong))))
  (mapcar #'try '((1 (2)) (1 (2 3)) (1 (2 3 4) 5) (1 (2 3 4 5)) (1 ()) (1) () (1 (2) . 3) (1 . 2) (1 (2 . 3)))))
  => ((1 2 0 nil nil) (1 2 3 nil nil) (1 2 3 4 (5)) :wrong :wrong :wrong :wrong (1 2 0 nil 3) :wrong :wrong)
(flet ((try (list) (handler-case (destructuring-bind (&optional a b) list (list a b)) (error () :wrong))))
  (mapcar #'try '(() (1) (1 2) (1 2 3) (1 . 2))))   => ((nil nil) (1 nil) (1 2) :wrong :wrong)
(flet ((try (list) (handler-case (destructuring-bind (a b &rest r &key x) list (list a b r x)) (error () :wrong))))
  (mapcar #'try '((1 2) (1 2 :x 3) (1) (1 2 :y 3))))   => ((1 2 nil nil) (1 2 (:x 3) 3) :wrong :wrong)
(destructuring-bind (a b c d e f g h i) '(1 2 3 4 5 6 7 8 9) (list i a h b c d e f g)) => (9 1 8 2 3 4 5 6 7)
(destructuring-bind (a b) '(1) (list a b)) => #+tessera (error program-error "DESTRUCTURING-BIND: (1) is not a list of exactly 2 elements") #-tessera (error error)
