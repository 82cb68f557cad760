;;; Chapter 4: membership, DEFTYPE, COERCE, TYPE-OF, classes.

;; Atomic types
(typep 5 'integer)                       => t
(typep 5 'fixnum)                        => t
(typep (expt 10 40) 'fixnum)             => nil
(typep (expt 10 40) 'bignum)             => t
(typep 1/2 'ratio)                       => t
(typep 1/2 'integer)                     => nil
(typep 1/2 'rational)                    => t
(typep 1.0 'single-float)                => t
(typep 1.0d0 'double-float)              => t
(typep 1.0 'double-float)                => nil
(typep 1.0 'real)                        => t
(typep #c(1 2) 'complex)                 => t
(typep #c(1 2) 'real)                    => nil
(typep #c(1 2) 'number)                  => t
(typep #\a 'character)                   => t
(typep #\a 'standard-char)               => t
(typep (code-char 955) 'standard-char)   => nil
(typep nil 'null)                        => t
(typep nil 'symbol)                      => t
(typep nil 'list)                        => t
(typep nil 'cons)                        => nil
(typep nil 'atom)                        => t
(typep '(1) 'atom)                       => nil
(typep :a 'keyword)                      => t
(typep 'a 'keyword)                      => nil
(typep t 'boolean)                       => t
(typep nil 'boolean)                     => t
(typep 'x 'boolean)                      => nil
(typep 1 'bit)                           => t
(typep 2 'bit)                           => nil
(typep "abc" 'string)                    => t
(typep "abc" 'vector)                    => t
(typep "abc" 'sequence)                  => t
(typep "abc" 'simple-vector)             => nil
(typep #(1 2) 'simple-vector)            => t
(typep #*101 'bit-vector)                => t
(typep #*101 'simple-bit-vector)         => t
(typep #2a((1 2) (3 4)) 'array)          => t
(typep #2a((1 2) (3 4)) 'vector)         => nil
(typep #2a((1 2) (3 4)) 'simple-array)   => t
(typep #'car 'function)                  => t
(typep 'car 'function)                   => nil
(typep *package* 'package)               => t
(typep (make-hash-table) 'hash-table)    => t
(typep *standard-output* 'stream)        => t
(typep *readtable* 'readtable)           => t
(typep *random-state* 'random-state)     => t
(typep 1 t)                              => t
(typep 1 nil)                            => nil
(typep (make-array 3 :fill-pointer 0) 'simple-array)        => nil
(typep (make-array 3 :fill-pointer 0) 'vector)              => t
(typep (make-array 3 :adjustable t) 'simple-vector)         => nil

;; Compound types
(typep 5 '(integer 0 10))                => t
(typep 5 '(integer 0 (5)))               => nil
(typep 5 '(integer * 4))                 => nil
(typep -5 '(integer * 4))                => t
(typep 0.5 '(float 0.0 1.0))             => t
(typep 1.0 '(single-float 0.0 (1.0)))    => nil
(typep 1/2 '(rational 1/3 2/3))          => t
(typep 3 '(real (3)))                    => nil
(typep 255 '(unsigned-byte 8))           => t
(typep 256 '(unsigned-byte 8))           => nil
(typep -128 '(signed-byte 8))            => t
(typep -129 '(signed-byte 8))            => nil
(typep 5 '(mod 5))                       => nil
(typep 4 '(mod 5))                       => t
(typep -1 'unsigned-byte)                => nil
(typep 5 '(or string integer))           => t
(typep :x '(or string integer))          => nil
(typep 5 '(and integer (not fixnum)))    => nil
(typep 5 '(not string))                  => t
(typep 'b '(member a b c))               => t
(typep 'd '(member a b c))               => nil
(typep 1.0 '(member 1))                  => nil
(typep 3 '(eql 3))                       => t
(typep 3 '(satisfies oddp))              => t
(typep 4 '(satisfies oddp))              => nil
(typep '(1 . 2) '(cons integer integer)) => t
(typep '(1 . a) '(cons integer integer)) => nil
(typep '(1 . a) '(cons integer *))       => t
(typep '(a b) '(cons (eql a) (cons (eql b) null))) => t
(typep #(1 2 3) '(vector t 3))           => t
(typep #(1 2 3) '(vector t 4))           => nil
(typep #(1 2 3) '(simple-vector 3))      => t
(typep "abc" '(string 3))                => t
(typep "abc" '(simple-array character (*)))                 => t
(typep #2a((1 2) (3 4)) '(array t (2 2)))                   => t
(typep #2a((1 2) (3 4)) '(array t (2 *)))                   => t
(typep #2a((1 2) (3 4)) '(array t (2 3)))                   => nil
(typep #2a((1 2) (3 4)) '(array t 2))                       => t
(typep #2a((1 2) (3 4)) '(array * 3))                       => nil
(typep (make-array 2 :element-type 'double-float) '(array double-float (*))) => t
(typep (make-array 2 :element-type 'double-float) '(array t (*)))            => nil
(typep #c(1 2) '(complex rational))      => t
(typep #c(1.0 2.0) '(complex single-float)) => t
(typep #c(1.0 2.0) '(complex rational))  => nil
(let ((type '(integer 0 3))) (list (typep 2 type) (typep 4 type))) => (t nil)
(typep 5 (find-class 'integer))          => t
(typep 5 (find-class 'symbol))           => nil
(typep 5 'no-such-type)                  => (error simple-error "TYPEP: NO-SUCH-TYPE is not a known type")
(typep 5 '(no-such-type 1))              => (error simple-error "TYPEP: (NO-SUCH-TYPE 1) is not a known type")
(typep #'car '(function (t) t))          => (error simple-error "TYPEP: (FUNCTION (T) T) is not a known type")

;; DEFTYPE
(deftype small () '(integer 0 9))                    => small
(typep 5 'small)                                     => t
(typep 10 'small)                                    => nil
(deftype in-range (&optional low high) `(integer ,low ,high)) => in-range
(typep 5 'in-range)                                  => t
(typep 5 '(in-range 6))                              => nil
(typep 5 '(in-range 0 5))                            => t
(deftype pair-of (a &key (with a)) `(cons ,a ,with)) => pair-of
(typep '(1 . 2) '(pair-of integer))                  => t
(typep '(1 . x) '(pair-of integer :with symbol))     => t
(typep '(1 . x) '(pair-of integer))                  => nil
(deftype small-pair () '(pair-of small))             => small-pair
(let ((x '(1 . 2))) (typep x 'small-pair))           => t
(subtypep 'small-pair 'cons)                         => (values t t)
(deftype square-matrix (&optional type size) `(array ,type (,size ,size))) => square-matrix
(typep #2a((1 2) (3 4)) '(square-matrix t 2))        => t
(typep #2a((1 2) (3 4)) 'square-matrix)              => t
(subtypep '(square-matrix t 3) '(array t 2))         => (values t t)
(locally (deftype color () "Three of them." '(member red green blue)) (documentation 'color 'type)) => "Three of them."

;; TYPECASE uses it
(typecase 3.0 (integer :int) (float :float) (t :other)) => :float
(typecase "x" ((or symbol string) :name) (t :other))    => :name
(etypecase 3 (string 1))                                => (error type-error "ETYPECASE: 3 is not of type (OR STRING)")

;; COERCE
(coerce '(1 2 3) 'vector)                => #(1 2 3)
(coerce '(1 2 3) 'simple-vector)         => #(1 2 3)
(coerce #(1 2 3) 'list)                  => (1 2 3)
(coerce "abc" 'list)                     => (#\a #\b #\c)
(coerce '(#\a #\b) 'string)              => "ab"
(coerce '(#\a #\b) 'simple-string)       => "ab"
(coerce #(#\a) '(vector character))      => "a"
(coerce '(1 0 1) 'bit-vector)            => #*101
(coerce '() 'list)                       => ()
(coerce '() 'vector)                     => #()
(coerce '(1 2) '(vector t 2))            => #(1 2)
(coerce '(1 2) '(vector t 3))            => (error type-error "COERCE: (1 2) is not of type (VECTOR T 3)")
(array-element-type (coerce '(1.0 2.0) '(vector single-float))) => single-float
(coerce "a" 'character)                  => #\a
(coerce 'a 'character)                   => #\A
(coerce "ab" 'character)                 => (error type-error "CHARACTER: \"ab\" is not of type CHARACTER")
(coerce 1 'float)                        => 1.0
(coerce 1/2 'single-float)               => 0.5
(coerce 1 'double-float)                 => 1.0d0
(coerce 1.5 'double-float)               => 1.5d0
(coerce 1.5d0 'float)                    => 1.5d0
(coerce 1 'complex)                      => 1
(coerce 1.0 'complex)                    => #c(1.0 0.0)
(coerce 1 '(complex single-float))       => #c(1.0 0.0)
(coerce #c(1 2) '(complex double-float)) => #c(1.0d0 2.0d0)
(funcall (coerce 'car 'function) '(1))   => 1
(funcall (coerce '(lambda (x) (* x 2)) 'function) 4) => 8
(coerce 'no-such-function-at-all 'function) => (error undefined-function "the function NO-SUCH-FUNCTION-AT-ALL is undefined")
(coerce 5 t)                             => 5
(coerce 5 'integer)                      => 5
(coerce 5 '(integer 0 10))               => 5
(coerce 1.5 'integer)                    => (error type-error "COERCE: 1.5 is not of type INTEGER")
(coerce 'a 'list)                        => (error type-error "COERCE: A is not of type LIST")
(let ((type 'list)) (coerce "ab" type))  => (#\a #\b)
(coerce '(1 2) 'no-such-type)            => (error simple-error "TYPEP: NO-SUCH-TYPE is not a known type")

;; TYPE-OF is narrow, and right
(typep 5 (type-of 5))                    => t
(type-of nil)                            => null
(type-of t)                              => boolean
(type-of :a)                             => keyword
(type-of 'a)                             => symbol
(type-of 1/2)                            => ratio
(type-of 1.0)                            => single-float
(type-of 1.0d0)                          => double-float
(type-of '(1))                           => cons
(type-of (make-hash-table))              => hash-table
(type-of #(1 2 3))                       => (simple-vector 3)
(subtypep (type-of "abc") 'string)       => (values t t)
(subtypep (type-of (make-array '(2 2))) '(simple-array t (2 2))) => (values t t)
(subtypep (type-of 5) 'integer)          => (values t t)
(subtypep (type-of #c(1.0 2.0)) '(complex single-float)) => (values t t)
(subtypep (type-of (expt 10 40)) 'bignum) => (values t t)
(subtypep (type-of #'car) 'function)     => (values t t)

;; Classes
(class-name (find-class 'integer))       => integer
(find-class 'no-such-class nil)          => nil
(find-class 'no-such-class)              => (error simple-error "FIND-CLASS: there is no class named NO-SUCH-CLASS")
(class-name (class-of 1.0))              => single-float
(class-name (class-of nil))              => null
(class-name (class-of 'a))               => symbol
(class-name (class-of '(1)))             => cons
(class-name (class-of (find-class 'integer))) => built-in-class
(eq (class-of 1/2) (find-class 'ratio))  => t
(typep (find-class 'string) 'class)      => t
(subtypep (class-of 5) (find-class 'integer)) => (values t t)
(setf (find-class 'my-integer) (find-class 'integer) (find-class 'my-integer) nil) => nil
#+tessera (prin1-to-string (find-class 'integer)) #+tessera => #+tessera "#<BUILT-IN-CLASS INTEGER>"

;;; --- complex numbers of floats
(coerce 3 '(complex float))                             => #c(3.0 0.0)
(coerce 3 '(complex double-float))                      => #c(3.0d0 0.0d0)
(coerce 3 'complex)                                     => 3
(coerce 1.5d0 '(complex float))                         => #c(1.5d0 0.0d0)
(coerce -0.0 'complex)                                  => #c(-0.0 0.0)
(coerce 1.0 '(complex rational))                        => (error type-error "COERCE: 1.0 is not of type (COMPLEX RATIONAL)")
(coerce #c(1.0 2.0) '(complex integer))                 => (error type-error "COERCE: #C(1.0 2.0) is not of type (COMPLEX INTEGER)")
(coerce 1 '(complex integer))                           => 1
(typep #c(1.0 2.0) '(complex float))                    => t
(typep #c(1 2) '(complex float))                        => nil
(typep #c(1d0 2d0) '(complex real))                     => t
(subtypep '(complex float) '(complex rational))         => (values nil t)
(subtypep '(complex double-float) '(complex float))     => (values t t)
(subtypep 'complex '(complex float))                    => (values nil t)
(subtypep '(complex (or integer float)) 'complex)       => (values t t)
(subtypep '(complex float) (list 'complex (upgraded-complex-part-type 'float))) => (values t t)
(values (subtypep '(integer 0 3) (upgraded-complex-part-type '(integer 0 3))))    => t
(upgraded-complex-part-type '(or single-float double-float)) => float
(upgraded-complex-part-type 'real)                      => real
(upgraded-complex-part-type 'symbol)                    => (error simple-error "UPGRADED-COMPLEX-PART-TYPE: SYMBOL is not a type of real numbers")
(upgraded-complex-part-type nil)                        => nil
(subtypep '(complex nil) nil)                           => (values t t)

;;; Abbreviations that stand for themselves.
(deftype endless () 'endless)                           => endless
(typep 1 'endless)                                      => (error error "DEFTYPE: the expansion of the type ENDLESS does not end")
(coerce 1 'endless)                                     => (error error "DEFTYPE: the expansion of the type ENDLESS does not end")
(make-array 3 :element-type 'endless)                   => (error error "DEFTYPE: the expansion of the type ENDLESS does not end")
(upgraded-array-element-type 'endless)                  => (error error "DEFTYPE: the expansion of the type ENDLESS does not end")
(funcall (compile nil '(lambda (x) (typep x 'endless))) 1) => (error error "DEFTYPE: the expansion of the type ENDLESS does not end")
(progn (deftype endless-1 () 'endless-2) (deftype endless-2 () '(or endless-1 integer))) => endless-2
(typep 1 'endless-1)                                    => (error error "DEFTYPE: the expansion of the type ENDLESS-1 does not end")
(funcall (compile nil '(lambda (x) (typep x 'endless-1))) 1) => (error error "DEFTYPE: the expansion of the type ENDLESS-1 does not end")
(progn (deftype growing (&optional (x 'integer)) `(growing (cons ,x))) (typep 1 'growing)) => (error error "DEFTYPE: the expansion of the type GROWING does not end")
(deftype nested (n) (if (= n 0) 'integer `(cons (nested ,(- n 1)) null))) => nested
(list (typep '(((5))) '(nested 3)) (typep '((5)) '(nested 3)) (funcall (compile nil '(lambda (x) (typep x '(nested 3)))) '(((5))))) => (t nil t)
(funcall 'typep 1 '(not))                               => (error simple-error "TYPEP: (NOT) is not a known type")
(funcall 'typep 1 '(not symbol list))                   => (error simple-error "TYPEP: (NOT SYMBOL LIST) is not a known type")

;; TYPE-OF returns a subtype of every standard type that the object belongs to
(let ((types '()))
  (do-external-symbols (symbol "CL") (when (ignore-errors (typep 0 symbol) t) (push symbol types)))
  (loop for object in (list 0 1 5 -5 (expt 10 40) (- (expt 10 40)) most-positive-fixnum most-negative-fixnum 1/2 1.5 1d0 #c(1 2) #c(1.0 2.0)
                            #\a (code-char 955) nil t :a 'a '#:a "abc" (make-string 2 :element-type 'base-char) (make-array 2 :element-type nil)
                            #(1) #*1 (make-array 2 :fill-pointer 1) (make-array 2 :element-type 'character :fill-pointer 1)
                            (make-array '(2 2)) (make-array nil :element-type 'bit) (make-array 1 :element-type '(unsigned-byte 8))
                            '(1) (make-hash-table) #p"a" *readtable* *random-state* *package* (make-broadcast-stream) (find-class 'cons)
                            (find-class 'standard-object) #'car #'print-object (lambda ()) (make-condition 'type-error :datum 1 :expected-type 'cons))
        append (loop for type in types
                     unless (or (eq type '*) (not (typep object type)) (subtypep (type-of object) type))
                       collect (list object type))))  => nil
(type-of 1)                              => bit
(subtypep (type-of 5) 'unsigned-byte)    => (values t t)
(subtypep (type-of -5) '(and fixnum (not unsigned-byte))) => (values nil t)
(subtypep (type-of (expt 10 40)) '(and bignum unsigned-byte)) => (values t t)
(type-of #'print-object)                 => standard-generic-function
(typep "a" 'base-string)                 => t
(typep (vector #\a) 'base-string)        => nil

;;; --- declared types of variables in hot loops, whose values change type meanwhile
(defun kinds-counted (start step limit)
  (let ((integers 0) (floats 0) (others 0) (numbers 0))
    (do ((x start (funcall step x)) (n 0 (+ n 1))) ((= n limit) (list integers floats others numbers))
      (if (integerp x) (incf integers) (if (floatp x) (incf floats) (incf others)))
      (when (numberp x) (incf numbers)))))                                        => kinds-counted
(kinds-counted 0 #'1+ 20000)                                                      => (20000 0 0 20000)
(kinds-counted 0d0 (lambda (x) (+ x 0.5d0)) 20000)                                => (0 20000 0 20000)
(kinds-counted 0 (lambda (x) (if (eql x 10000) 1/2 (+ x 1))) 20000)               => (10001 0 9999 20000)
(defun typed-sum (n) (let ((s 0)) (dotimes (i n s) (setq s (if (integerp i) (if (numberp s) (+ s i) :none) (- s))))))  => typed-sum
(typed-sum 100000)                                                                => 4999950000
(defun float-sum (n) (let ((s 0d0)) (dotimes (i n s) (when (and (floatp s) (not (integerp s)) (not (symbolp s))) (setq s (+ s 0.5d0))))))  => float-sum
(float-sum 100000)                                                                => 50000d0
(defun growing (n) (let ((x 1)) (dotimes (i n) (setq x (if (typep x 'fixnum) (* x 3) (if (integerp x) (floor x 1000000000000) 'odd)))) x))  => growing
(integerp (growing 100000))                                                       => t
(defun turned (n)
  (let ((x 0))
    (dotimes (i n x)
      (setq x (cond ((consp x) 0) ((integerp x) (if (< x 1000) (+ x 1) 0.5d0)) ((floatp x) (list x)) (t :none))))))
  => turned
(turned 100100)                                                                   => 803
