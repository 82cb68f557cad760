;;; Chapter 3, macros: definition, lambda lists, expansion; chapter 2, backquote.

;;; Definition and use.
(defmacro swap (a b) "Swaps." `(rotatef ,a ,b))   => swap
(let ((x 1) (y 2)) (swap x y) (list x y))         => (2 1)
(documentation 'swap 'function)                   => "Swaps."
(null (macro-function 'swap))                     => nil
(macro-function 'car)                             => nil
(macroexpand-1 '(swap p q))                       => (values (rotatef p q) t)
(macroexpand-1 '(car x))                          => (values (car x) nil)
(macroexpand 'x)                                  => (values x nil)
(defmacro outer (x) `(middle ,x))                 => outer
(defmacro middle (x) `(list ,x ,x))               => middle
(macroexpand-1 '(outer 1))                        => (values (middle 1) t)
(macroexpand '(outer 1))                          => (values (list 1 1) t)
(outer 1)                                         => (1 1)
(funcall (macro-function 'middle) '(middle 7) nil) => (list 7 7)
(defmacro nothing ())                             => nothing
(nothing)                                         => nil
(defmacro returns () (return-from returns 5) 6)   => returns
(returns)                                         => 5
(defmacro counted (&body body) (declare (optimize speed)) (length body)) => counted
(counted a b c)                                   => 3
(swap)                                            => #+tessera (error program-error "SWAP: called with 0 arguments, but takes exactly 2; the lambda list is (A B)") #-tessera (error error)
(eval '(swap 1 2 3))                              => #+tessera (error program-error "SWAP: called with 3 arguments, but takes exactly 2; the lambda list is (A B)") #-tessera (error error)

;;; Lambda lists that destructure.
(defmacro m-opt (a &optional (b ''b b-p)) `(list ,a ,b ,b-p)) => m-opt
(m-opt 1)                                         => (1 b nil)
(m-opt 1 2)                                       => (1 2 t)
(defmacro m-nest ((a (b c)) &rest d) `'(,a ,b ,c ,d)) => m-nest
(m-nest (1 (2 3)) 4 5)                            => (1 2 3 (4 5))
(eval '(m-nest (1 2) 3))                          => #+tessera (error program-error "M-NEST: 2 is not a list of exactly 2 elements") #-tessera (error error)
(defmacro m-key (&key a ((:bee b) 2 b-p)) `'(,a ,b ,b-p)) => m-key
(m-key)                                           => (nil 2 nil)
(m-key :bee 3 :a 1)                               => (1 3 t)
(eval '(m-key :c 1))                              => #+tessera (error program-error "M-KEY: :C is not a keyword argument; known are :A, :BEE") #-tessera (error error)
(eval '(m-key :a))                                => #+tessera (error program-error "M-KEY: the keyword argument :A lacks a value, in (M-KEY :A)") #-tessera (error error)
(m-key :c 1 :allow-other-keys t)                  => (nil 2 nil)
(defmacro m-whole (&whole form a . rest) `'(,form ,a ,rest)) => m-whole
(m-whole 1 2 3)                                   => ((m-whole 1 2 3) 1 (2 3))
(defmacro m-whole-rest (&whole form . rest) `'(,form ,rest)) => m-whole-rest
(list (m-whole-rest) (m-whole-rest 1 2))          => (((m-whole-rest) ()) ((m-whole-rest 1 2) (1 2)))
(destructuring-bind (&whole all . rest) '(1 2) (list all rest)) => ((1 2) (1 2))
(destructuring-bind (&whole all . rest) '() (list all rest)) => (nil nil)
(destructuring-bind (a (&whole all . rest)) '(1 (2)) (list a all rest)) => (1 (2) (2))
(destructuring-bind (&whole all) '() all)         => nil
(handler-case (eval '(destructuring-bind (&whole all) '(1) all)) (error () :error)) => :error
(defmacro m-env (x &environment env) `',(macroexpand x env)) => m-env
(macrolet ((local () '(an expansion))) (m-env (local))) => (an expansion)
(symbol-macrolet ((s (symbol expansion))) (m-env s)) => (symbol expansion)
(defmacro m-body ((var value) &body body) `(let ((,var ,value)) ,@body)) => m-body
(m-body (x 5) (declare (fixnum x)) (* x x))       => 25
(defmacro m-aux (a &aux (b (list a a))) `'(,a ,@b)) => m-aux
(m-aux 1)                                         => (1 1 1)
(defmacro m-rest-pattern (&rest (a b)) `'(,b ,a)) => m-rest-pattern
(m-rest-pattern 1 2)                              => (2 1)
(defmacro m-nil (nil a) `',a)                     => m-nil
(m-nil () 5)                                      => 5
(defmacro m-opt-nest (&optional ((a b) '(1 2))) `'(,b ,a)) => m-opt-nest
(m-opt-nest)                                      => (2 1)
(m-opt-nest (3 4))                                => (4 3)
(eval '(defmacro bad (a &rest)))                  => (error program-error "BAD: &REST or &BODY lacks its variable")
(eval '(defmacro bad (a &rest b c)))              => (error program-error "BAD: (C) is misplaced in the lambda list")
(eval '(defmacro "bad" ()))                       => #+tessera (error program-error "DEFMACRO: \"bad\" is not a symbol") #-tessera (error error)

;;; Hygiene by hand.
(symbol-package (gensym))                         => nil
(eq (gensym) (gensym))                            => nil
(subseq (symbol-name (gensym "TEMP")) 0 4)        => "TEMP"
(let ((*gensym-counter* 41)) (symbol-name (gensym "V"))) => "V41"
(defmacro once (x) (let ((v (gensym))) `(let ((,v ,x)) (list ,v ,v)))) => once
(let ((n 0)) (once (incf n)))                     => (1 1)

;;; Macros that define macros.
(defmacro define-adder (name n) `(defmacro ,name (x) `(+ ,',n ,x))) => define-adder
(define-adder add5 5)                             => add5
(add5 10)                                         => 15
(macroexpand-1 '(add5 y))                         => (values (+ 5 y) t)
(defmacro define-lister (name &rest items) `(defmacro ,name (&rest more) `(list ,@',items ,@more))) => define-lister
(define-lister list12 1 2)                        => list12
(list12 3 4)                                      => (1 2 3 4)

;;; Compiler macros.
(defun square (x) (* x x))                        => square
(define-compiler-macro square (&whole form x) (if (numberp x) (* x x) form)) => square
(square 5)                                        => 25
(let ((y 6)) (square y))                          => 36
(funcall (compiler-macro-function 'square) '(square 7) nil) => 49
(funcall (compiler-macro-function 'square) '(square z) nil) => (square z)
(funcall (compiler-macro-function 'square) '(funcall #'square 8) nil) => 64
(compiler-macro-function 'car-of-nothing)         => nil
(defmacro known-compiler-macro-p (name &environment env) (if (compiler-macro-function name env) t nil)) => known-compiler-macro-p
(known-compiler-macro-p square)                   => t
(flet ((square (x) x)) (list (square 1) (known-compiler-macro-p square))) => (1 nil)
(macrolet ((square (x) x)) (list (square 1) (known-compiler-macro-p square))) => (1 nil)
(flet ((other (x) x)) (list (other 1) (known-compiler-macro-p square))) => (1 t)

;;; Backquote.
`a                                                => a
`5                                                => 5
`(1 2 3)                                          => (1 2 3)
`(1 ,(+ 1 1) 3)                                   => (1 2 3)
`(1 ,@(list 2 3) 4)                               => (1 2 3 4)
`(1 ,@nil 4)                                      => (1 4)
`(1 ,@(list 2 3))                                 => (1 2 3)
`(1 . ,(+ 1 1))                                   => (1 . 2)
`(1 ,@(list 2 3) . 4)                             => (1 2 3 . 4)
`(1 (2 ,(+ 1 2) (4 ,@(list 5))))                  => (1 (2 3 (4 5)))
`(,@(list 1 2) ,@(list 3))                        => (1 2 3)
`(,@'(1 2) . ,'x)                                 => (1 2 . x)
`#(1 ,(+ 1 1) 3)                                  => #(1 2 3)
`#(,@(list 1 2) 3)                                => #(1 2 3)
`#()                                              => #()
(let ((x (list 1 2))) `#(,@x))                    => #(1 2)
(let ((x (list 1 2)) (y 3)) `(,@x #(,@x) (,y . ,x) #(,.(list y)))) => (1 2 #(1 2) (3 1 2) #(3))
(let ((x (vector))) (equalp `#(,@(coerce x (quote list))) x)) => t
`(a #(b ,(+ 1 2)))                                => (a #(b 3))
`(a `b)                                           => (a `b)
`(,'a ,''b)                                       => (a 'b)
`"text"                                           => "text"
`,(+ 1 2)                                         => 3
`(nil t ,nil ,t)                                  => (nil t nil t)
(let ((x (list 1 2))) `(0 ,.x))                   => (0 1 2)
(let ((q '(r s)) (r '(3 5)) (s '(4 6))) (declare (ignorable r s)) (let ((form ``(a ,,@q))) (progv '(r s) (list '(3 5) '(4 6)) (eval form)))) => (a (3 5) (4 6))
(let ((q '(r s))) (let ((form ``(a ,@,@q))) (progv '(r s) (list '(3 5) '(4 6)) (eval form)))) => (a 3 5 4 6)
(let ((x 1)) (eval ``(,,x ,',x)))                 => (1 1)
(let ((x '(+ 1 2))) (eval ``(,,x ,',x)))          => (3 (+ 1 2))
(let ((x '(a b))) (eval ``(,@',x c)))             => (a b c)
(eval (eval ```(,,,(+ 1 2))))                     => (3)
(eval (eval (list 'quote (list 'quote 5))))       => 5
(let ((a 1)) (eval (eval ```(list ,',',a))))      => (list 1)
(let ((n 'x)) `(defun ,n (&optional ,@(list 'a 'b)) `(,a ,,'b))) => (defun x (&optional a b) `(,a ,b))
(read-from-string "`(a ,b . ,@c)")                => (error reader-error)
(read-from-string ",a")                           => (error reader-error)

;;; A compiler macro that fails leaves the call as it is; a call that does not fit its function fails when it is run.
(progn (defun declining (x) (list x)) (define-compiler-macro declining (x) (if (eql x 1) (error "no") `(list :expanded ,x)))) => declining
(funcall (compile nil '(lambda () (list (declining 1) (declining 2))))) => ((1) (:expanded 2))
(handler-case (eval '(declining 1 2)) (program-error () :wrong))        => :wrong
(mapcar (lambda (call) (eval `(handler-case ,call (error () :wrong))))
        '((coerce 1) (coerce 1 2 3) (mapcan #'car) (maphash 'list) (position 1) (find 2) (remove 'a) (count-if 3) (assoc 1) (map 'list) (every t)
          (reduce #'list) (sort '(1)) (member 1) (mapcar #'list) (notany 1) (delete 1) (some 1)))
=> (:wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong :wrong)
(funcall (quietly (compile nil '(lambda (f) (if f (coerce 1) :unharmed)))) nil)   => :unharmed

;;; --- a backquote in a backquote: ,,@ puts any number of forms after a comma, none as well
(defun nested (x) `(let ((a 1) (b 2)) (declare (ignorable a b)) `(x ,,@x y)))       => nested
(mapcar (lambda (x) (eval (nested x))) '((a b) (a) ()))                             => ((x 1 2 y) (x 1 y) (x y))
(defun nested-splice (x) `(let ((a '(1 2)) (b '(3 4))) (declare (ignorable a b)) `(x ,@,@x y))) => nested-splice
(mapcar (lambda (x) (eval (nested-splice x))) '((a b) (a) ()))                      => ((x 1 2 3 4 y) (x 1 2 y) (x y))
