;;; Chapter 8: DEFSTRUCT.

(defstruct point x y)                               => point
(defvar *p* (make-point :x 1 :y 2))                 => *p*
(point-x *p*)                                       => 1
(point-y *p*)                                       => 2
(point-p *p*)                                       => t
(point-p 5)                                         => nil
(typep *p* 'point)                                  => t
(typep *p* 'structure-object)                       => t
(type-of *p*)                                       => point
(class-name (class-of *p*))                         => point
(class-name (class-of (class-of *p*)))              => structure-class
(setf (point-x *p*) 10)                             => 10
(point-x *p*)                                       => 10
(incf (point-x *p*) 5)                              => 15
(prin1-to-string *p*)                               => "#S(POINT :X 15 :Y 2)"
(let ((q (copy-point *p*))) (setf (point-y q) 7) (list (point-y *p*) (point-y q) (point-p q))) => (2 7 t)
(let ((q (copy-structure *p*))) (list (eq q *p*) (equalp q *p*) (equal q *p*)))                => (nil t nil)
(make-point)                                        => #s(point :x nil :y nil)
(point-x 5)                                         => (error type-error "POINT-X: 5 is not of type POINT")
(point-x nil)                                       => (error type-error "POINT-X: NIL is not of type POINT")
(setf (point-x 5) 1)                                => (error type-error "(SETF POINT-X): 5 is not of type POINT")
(funcall #'point-x 'a)                              => (error type-error "POINT-X: A is not of type POINT")
(mapcar #'point-y (list *p* *p*))                   => (2 2)
(funcall #'(setf point-y) 3 *p*)                    => 3
(copy-point 5)                                      => (error type-error "COPY-POINT: 5 is not of type POINT")
(make-point :z 1)                                   => (error program-error "MAKE-POINT: :Z is not a keyword argument; known are :X, :Y")
(copy-structure 5)                                  => (error type-error "COPY-STRUCTURE: 5 is not of type STRUCTURE-OBJECT")
(defstruct point x y)                               => point
(point-y *p*)                                       => 3
(handler-case (point-x 5) (type-error (e) (list (type-error-datum e) (type-error-expected-type e)))) => (5 point)
#+tessera (point-x 5) #+tessera => #+tessera (error type-error "POINT-X: 5 is not of type POINT")

;; The reader
#s(point :x 1 :y 2)                                 => #s(point :x 1 :y 2)
(point-x #s(point :x 7))                            => 7
(read-from-string "#S(NO-SUCH-STRUCTURE :A 1)")     => (error reader-error "READ: there is no structure NO-SUCH-STRUCTURE")
(let ((p (read-from-string "#S(LISP-TESTS::POINT :Y 4)"))) (list (point-x p) (point-y p))) => (nil 4)

;; Defaults are evaluated each time, in order
(defvar *count* 0)                                  => *count*
(defstruct counter (id (incf *count*)) (name "none" :type string))   => counter
(list (counter-id (make-counter)) (counter-id (make-counter)))       => (1 2)
(counter-name (make-counter :id 0))                 => "none"
(defstruct documented "A structure with a docstring." a)             => documented
(documentation 'documented 'structure)              => "A structure with a docstring."

;; :CONC-NAME
(defstruct (short (:conc-name sh-)) a)              => short
(sh-a (make-short :a 1))                            => 1
(defstruct (bare (:conc-name nil)) bare-slot)       => bare
(bare-slot (make-bare :bare-slot 2))                => 2
(defstruct (bare2 :conc-name) bare2-slot)           => bare2
(bare2-slot (make-bare2 :bare2-slot 3))             => 3
(defstruct (stringy (:conc-name "ST/")) a)          => stringy
(st/a (make-stringy :a 5))                          => 5

;; :CONSTRUCTOR
(defstruct (boa (:constructor new-boa (a b &optional (c 3) d &rest e &aux (f (list a b)))))
  a b c (d 4) e f)                                  => boa
(defun boa-slots (s) (list (boa-a s) (boa-b s) (boa-c s) (boa-d s) (boa-e s) (boa-f s))) => boa-slots
(boa-slots (new-boa 1 2))                           => (1 2 3 4 nil (1 2))
(boa-slots (new-boa 1 2 5 6 7 8))                   => (1 2 5 6 (7 8) (1 2))
(fboundp 'make-boa)                                 => nil
(defstruct (keyed (:constructor new-keyed (a &key b (c 5 c-p) ((:delta d) 6) &aux (e c-p))))
  a (b 2) c d e)                                    => keyed
(prin1-to-string (new-keyed 1))                     => "#S(KEYED :A 1 :B 2 :C 5 :D 6 :E NIL)"
(prin1-to-string (new-keyed 1 :c 7 :delta 8 :b 9))  => "#S(KEYED :A 1 :B 9 :C 7 :D 8 :E T)"
(defstruct (multi (:constructor) (:constructor a-multi (a)) (:constructor b-multi (&key b))) (a 1) (b 2)) => multi
(list (multi-b (make-multi)) (multi-a (a-multi 5)) (multi-b (b-multi :b 9)) (multi-a (b-multi))) => (2 5 9 1)
(defstruct (none (:constructor nil)) a)             => none
(fboundp 'make-none)                                => nil
(defstruct (renamed (:constructor create-renamed)) a) => renamed
(renamed-a (create-renamed :a 1))                   => 1
(defstruct (required (:constructor required-of (a))) a (b (error "b is needed"))) => required
(required-of 1)                                     => (error simple-error "b is needed")

;; :COPIER and :PREDICATE
(defstruct (named-helpers (:copier clone) (:predicate is-it)) a) => named-helpers
(list (is-it (clone (make-named-helpers))) (is-it 1)) => (t nil)
(defstruct (no-helpers (:copier nil) (:predicate nil)) a) => no-helpers
(list (fboundp 'copy-no-helpers) (fboundp 'no-helpers-p)) => (nil nil)

;; :INCLUDE
(defstruct (point3 (:include point)) z)             => point3
(defvar *p3* (make-point3 :x 1 :y 2 :z 3))          => *p3*
(list (point3-x *p3*) (point-y *p3*) (point3-z *p3*)) => (1 2 3)
(list (point-p *p3*) (point3-p *p3*) (point3-p *p*) (typep *p3* 'point)) => (t t nil t)
*p3*                                                => #s(point3 :x 1 :y 2 :z 3)
(setf (point-x *p3*) 4)                             => 4
(point3-x *p3*)                                     => 4
(point3-z *p*)                                      => (error type-error "POINT3-Z: #S(POINT :X 15 :Y 3) is not of type POINT3")
(defstruct (tuned (:include point (x 100) (y 200 :read-only t))) w) => tuned
(make-tuned :w 1)                                   => #s(tuned :x 100 :y 200 :w 1)
(eval '(setf (tuned-y (make-tuned)) 1))             => (error undefined-function "the function (SETF TUNED-Y) is undefined")
(defstruct (deep (:include point3 (z 9)) (:conc-name d-)) q) => deep
(let ((d (make-deep :q 1))) (list (d-x d) (d-z d) (point3-z d) (d-q d))) => (nil 9 9 1)
(equalp (make-point :x 1 :y "A") (make-point :x 1.0 :y "a")) => t
(equalp (make-point :x 1 :y 2) (make-point3 :x 1 :y 2))      => nil

;; :READ-ONLY
(defstruct fixed (a 1 :read-only t))                => fixed
(fixed-a (make-fixed))                              => 1
(fboundp '(setf fixed-a))                           => nil

;; Printing
(defstruct (shown (:print-function (lambda (object stream depth)
                                     (declare (ignore depth))
                                     (princ "<shown " stream) (prin1 (shown-a object) stream) (princ ">" stream))))
  a)                                                => shown
(princ-to-string (make-shown :a 1))                 => "<shown 1>"
(prin1-to-string (list (make-shown :a "x")))        => "(<shown \"x\">)"
(defstruct (shown2 (:print-object print-shown2)) a) => shown2
(defun print-shown2 (object stream) (princ (list :shown2 (shown2-a object)) stream)) => print-shown2
(prin1-to-string (make-shown2 :a 3))                => "(SHOWN2 3)"
(defstruct (shown3 (:include shown)) b)             => shown3
(princ-to-string (make-shown3 :a 2))                => "<shown 2>"

;; :TYPE
(defstruct (as-list (:type list)) a (b 2))          => as-list
(make-as-list :a 1)                                 => (1 2)
(as-list-b '(1 5))                                  => 5
(fboundp 'as-list-p)                                => nil
(let ((s (make-as-list))) (setf (as-list-a s) 9) s) => (9 2)
(defstruct (named-list (:type list) :named) a)      => named-list
(make-named-list :a 1)                              => (named-list 1)
(list (named-list-p (make-named-list)) (named-list-p '(x 1)) (named-list-p 5) (named-list-p nil)) => (t nil nil nil)
(defstruct (as-vector (:type vector) :named) a b)   => as-vector
(make-as-vector :a 1 :b 2)                          => #(as-vector 1 2)
(as-vector-p #(as-vector 1 2))                      => t
(as-vector-b (copy-as-vector (make-as-vector :b 3))) => 3
(defstruct (floats (:type (vector single-float))) (a 1.0) (b 2.0)) => floats
(array-element-type (make-floats))                  => single-float
(floats-b (make-floats))                            => 2.0
(defstruct (binop (:type list) :named (:initial-offset 2)) (operator '?) operand-1 operand-2) => binop
(defstruct (annotated-binop (:type list) (:initial-offset 3) (:include binop)) commutative associative) => annotated-binop
(make-annotated-binop :operator '* :operand-1 'x :operand-2 5 :commutative t :associative t)
  => (nil nil binop * x 5 nil nil nil t t)
(annotated-binop-operand-1 (make-annotated-binop :operand-1 3)) => 3
(defstruct (typed-child (:type vector) :named (:include as-vector)) c) => typed-child
(make-typed-child :a 1 :c 3)                        => #(as-vector 1 nil typed-child 3)
(list (typed-child-p (make-typed-child)) (as-vector-p (make-typed-child))) => (t t)
(defstruct (typed-boa (:type list) (:constructor typed-boa (b a))) a b) => typed-boa
(typed-boa 1 2)                                     => (2 1)

;; Errors
(eval '(defstruct (bad1 (:include no-such-structure)) a)) => #+tessera (error program-error "DEFSTRUCT: BAD1: there is no structure NO-SUCH-STRUCTURE to include") #-tessera (error error)
(eval '(defstruct bad2 a a))                              => (error program-error "DEFSTRUCT: BAD2: there are two slots A")
(eval '(defstruct (bad3 (:no-such-option 1)) a))          => #+tessera (error program-error "DEFSTRUCT: BAD3: :NO-SUCH-OPTION is not an option of DEFSTRUCT") #-tessera (error error)
(eval '(defstruct (bad4 (:include point (w 1))) a))       => (error program-error "DEFSTRUCT: BAD4: the included structure POINT has no slot W")

;; In use
(let ((list (list (make-point :x 3 :y 0) (make-point :x 1 :y 0))))
  (mapcar #'point-x (sort list #'< :key #'point-x)))  => (1 3)
(let ((p (make-point :x (list 1 2))))
  (push 0 (point-x p))
  (rotatef (point-x p) (point-y p))
  p)                                                => #s(point :x nil :y (0 1 2))
(subtypep 'point3 'point)                           => (values t t)

;;; --- the types of slots
(deftype even-number () '(and integer (satisfies evenp))) => even-number
(defstruct (typed (:constructor make-typed) (:constructor typed (n &optional name)))
  (n 0 :type even-number) (name "" :type string) (next nil :type (or null typed)) (f #'car :type (function (t) t)) free)
                                                        => typed
(typed-n (make-typed :n 4))                             => 4
(make-typed :n 3)                                       => (error type-error "MAKE-TYPED: 3 is not of type EVEN-NUMBER")
(make-typed :name 'sym)                                 => (error type-error "MAKE-TYPED: SYM is not of type STRING")
(make-typed :next 5)                                    => (error type-error "MAKE-TYPED: 5 is not of type (OR NULL TYPED)")
(make-typed :f 5)                                       => (error type-error "MAKE-TYPED: 5 is not of type FUNCTION")
(typed-next (make-typed :next (make-typed)))            => #s(typed)
(typed 2 "x")                                           => #s(typed :n 2 :name "x")
(typed 1)                                               => (error type-error "TYPED: 1 is not of type EVEN-NUMBER")
(let ((x (make-typed))) (setf (typed-n x) 6 (typed-free x) 'anything) (list (typed-n x) (typed-free x))) => (6 anything)
(let ((x (make-typed))) (setf (typed-n x) 7))           => (error type-error "(SETF TYPED-N): 7 is not of type EVEN-NUMBER")
(let ((x (make-typed))) (incf (typed-n x)))             => (error type-error "(SETF TYPED-N): 1 is not of type EVEN-NUMBER")
(funcall #'(setf typed-name) 5 (make-typed))            => (error type-error "(SETF TYPED-NAME): 5 is not of type STRING")
(handler-case (make-typed :n 3) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (3 even-number)
(defstruct (typed-below (:include typed (n 2))) (m 1 :type fixnum)) => typed-below
(typed-n (make-typed-below))                            => 2
(make-typed-below :n 1)                                 => (error type-error "MAKE-TYPED-BELOW: 1 is not of type EVEN-NUMBER")
(make-typed-below :m "x")                               => (error type-error "MAKE-TYPED-BELOW: \"x\" is not of type FIXNUM")

;;; The reader of a slot P has the name that the predicate would have, in structures that include this one, too; unless
;;; one asks for it.
(defstruct with-p p q)                                  => with-p
(let ((x (make-with-p :p 5))) (list (with-p-p x) (setf (with-p-p x) 6) (with-p-p x) (typep x 'with-p))) => (5 6 6 t)
(defstruct (below-p (:include with-p)) r)               => below-p
(let ((x (make-below-p :p 7))) (list (below-p-p x) (with-p-p x))) => (7 7)
(defstruct (asking-p (:predicate asking-p?)) p)         => asking-p
(let ((x (make-asking-p :p 8))) (list (asking-p? x) (asking-p? 1) (asking-p-p x))) => (t nil 8)

;;; :CONC-NAME NIL, or nothing, calls the readers as the slots are; the empty string has them interned as any other
;;; prefix.
(packagep (defpackage "SLOT-NAMES" (:use)))             => t
(defstruct (plain-readers (:conc-name)) slot-names::sn-a) => plain-readers
(slot-names::sn-a (make-plain-readers :sn-a 1))         => 1
(defstruct (plainer-readers :conc-name) slot-names::sn-b) => plainer-readers
(slot-names::sn-b (make-plainer-readers :sn-b 2))       => 2
(defstruct (nil-readers (:conc-name nil)) slot-names::sn-c) => nil-readers
(slot-names::sn-c (make-nil-readers :sn-c 3))           => 3
(defstruct (empty-readers (:conc-name "")) slot-names::sn-d) => empty-readers
(list (sn-d (make-empty-readers :sn-d 4)) (fboundp 'slot-names::sn-d)) => (4 nil)
(eval '(defstruct (predicate-without-name (:type list) (:predicate predicate-without-name-p)))) => (error simple-error "DEFSTRUCT: PREDICATE-WITHOUT-NAME: a predicate needs :NAMED")

;;; A structure that is defined within another form exists when that is evaluated
(unless (find-class 'inner-1 nil) (defstruct inner-1 a b)) => inner-1
(inner-1-b #S(inner-1 :b 2)) => 2
(progn (when (find-class 'inner-2 nil) (error "defined")) (defstruct inner-2 a) (inner-2-a (make-inner-2 :a 1))) => 1
(when nil (defstruct inner-3)) => nil
(find-class 'inner-3 nil) => nil
(handler-case (find-class 'inner-3) (error () :none)) => :none
(let ((n 5)) (defstruct inner-4 (a (incf n)))) => inner-4
(list (inner-4-a (make-inner-4)) (inner-4-a (make-inner-4))) => (6 7)
(flet ((f () (find-class 'inner-5 nil))) (let ((before (f))) (defstruct inner-5) (list before (class-name (f))))) => (nil inner-5)
(if (find-class 'inner-5 nil) (class-name (find-class 'inner-5)) (defstruct inner-5 x)) => inner-5
(progn (defstruct (inner-6 (:include inner-5)) y) (inner-6-y (make-inner-6 :y 3))) => 3
(dolist (x '(1) (class-name (find-class 'inner-7))) (defstruct inner-7 x)) => inner-7

;;; A constructor with an &AUX parameter without form leaves the slot alone
(progn (defstruct (aux-1 (:constructor make-aux-1 (&aux a b))) a (b 0 :type integer)) (let ((s (make-aux-1))) (setf (aux-1-b s) 10) (aux-1-b s))) => 10
(progn
  (defstruct (aux-2 (:constructor make-aux-2 (x &aux (y x) z))) x y (z nil :type string))
  (let ((s (make-aux-2 1))) (list (aux-2-x s) (aux-2-y s))))   => (1 1)
(progn (defstruct (aux-3 (:constructor make-aux-3 (&aux (n)))) (n 0 :type fixnum)) (aux-3-p (make-aux-3))) => t
(progn (defstruct (aux-4 (:type list) (:constructor make-aux-4 (a &aux b))) a (b 1)) (first (make-aux-4 5))) => 5
(progn (defstruct (aux-5 (:type (vector fixnum)) (:constructor make-aux-5 (a &aux b))) a (b 1)) (aref (make-aux-5 5) 0)) => 5
(progn (defstruct (aux-6 (:constructor make-aux-6 (&optional a &aux b))) (a 1 :type integer) (b 2 :type integer)) (aux-6-a (make-aux-6))) => 1
(progn (defstruct (aux-7 (:constructor make-aux-7 (&key (a 4) &aux b))) a (b "" :type string)) (aux-7-a (make-aux-7))) => 4
(setf (aux-3-n (make-aux-3)) :x) => (error type-error "(SETF AUX-3-N): :X is not of type FIXNUM")
(make-aux-2) => (error program-error "MAKE-AUX-2: called with 0 arguments, but takes exactly 1; the lambda list is (X &AUX (Y X) Z)")
(progn (defstruct (aux-8 (:constructor make-aux-8 (&aux (b 3)))) (b 0 :type integer)) (aux-8-b (make-aux-8))) => 3
