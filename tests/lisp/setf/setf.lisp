;;; Chapter 5: places.

;;; Variables and conses.
(let ((x 1)) (setf x 2) x)                        => 2
(let (x y) (setf x 1 y (+ x 1)) (list x y))       => (1 2)
(setf)                                            => nil
(let ((l (list 1 2))) (list (setf (car l) 'a) l)) => (a (a 2))
(let ((l (list 1 2))) (list (setf (cdr l) 'b) l)) => (b (1 . b))
(let ((l (list 1 2 3))) (setf (first l) 'a (second l) 'b (third l) 'c) l) => (a b c)
(let ((l (list 1 2 3 4 5 6 7 8 9 10)))
  (setf (fourth l) 'd (fifth l) 'e (sixth l) 'f (seventh l) 'g (eighth l) 'h (ninth l) 'i (tenth l) 'j)
  l)   => (1 2 3 d e f g h i j)
(let ((l (list 1 2 3))) (setf (rest l) '(x)) l)   => (1 x)
(let ((l (list 1 2 3))) (setf (cadr l) 'b) l)     => (1 b 3)
(let ((l (list 1 2 3 4 5))) (setf (caddr l) 'c (cadddr l) 'd (cddddr l) '(e f)) l) => (1 2 c d e f)
(let ((l (list (list (list 1 2) 3) 4))) (setf (caaar l) 'a (cdaar l) '(b) (cadar l) 'c) l) => (((a b) c) 4)
(let ((l (list 1 (list 2 (list 3 4))))) (setf (caadr l) 'x (cdadr l) 'y) l) => (1 (x . y))
(let ((l (list 1 2 3))) (setf (nth 1 l) 'x (nthcdr-free l) 'y) l) => (error undefined-function "the function (SETF NTHCDR-FREE) is undefined")
(let ((l (list 1 2 3))) (setf (nth 1 l) 'x) l)    => (1 x 3)
(let ((l (list 1 2 3))) (setf (elt l 2) 'x) l)    => (1 2 x)
(let ((v (vector 1 2 3))) (setf (elt v 2) 'x) v)  => #(1 2 x)
(let ((l '())) (setf (car l) 1))                  => (error type-error "RPLACA: NIL is not of type CONS")

;;; Arrays and strings.
(let ((v (vector 1 2 3))) (list (setf (aref v 1) 'x) v)) => (x #(1 x 3))
(let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 1 0) 5) a) => #2A((0 0) (5 0))
(let ((v (vector 1 2))) (setf (svref v 0) 9) v)   => #(9 2)
(let ((s (copy-seq "abc"))) (setf (char s 1) #\x) s) => "axc"
(let ((s (copy-seq "abc"))) (setf (schar s 2) #\x) s) => "abx"
(let ((b (make-array 3 :element-type 'bit :initial-element 0))) (setf (bit b 0) 1 (sbit b 2) 1) b) => #*101
(let ((a (make-array '(2 2) :initial-element 0))) (setf (row-major-aref a 3) 5) a) => #2A((0 0) (0 5))
(let ((v (make-array 3 :fill-pointer 0))) (setf (fill-pointer v) 2) (length v)) => 2
(let ((s (copy-seq "abcdef"))) (setf (subseq s 1 3) "XY") s) => "aXYdef"
(let ((s (copy-seq "abcdef"))) (list (setf (subseq s 4) "UVW") s)) => ("UVW" "abcdUV")
(let ((l (list 1 2 3))) (setf (subseq l 1) '(x y)) l) => (1 x y)
(let ((v (vector 1 2))) (setf (aref v 5) 1))      => (error type-error "AREF: the index 5 is outside of #(1 2), whose length is 2")
(let ((v (vector 1 2)) (i 0)) (setf (aref v i) (incf i)) v) => #(1 2)
(let ((v (vector 0 0 0)) (i 0)) (setf (aref v (incf i)) (incf i)) (list i v)) => (2 #(0 2 0))

;;; Symbols, tables, functions.
(progn (setf (symbol-value '*sv*) 5) (symbol-value '*sv*)) => 5
(progn (setf (get 'sym 'color) 'red) (get 'sym 'color)) => red
(progn (setf (get 'sym 'size 10) 2) (incf (get 'sym 'size 0)) (incf (get 'sym 'weight 100)) (list (get 'sym 'size) (get 'sym 'weight))) => (3 101)
(progn (setf (symbol-plist 'sym) '(a 1)) (get 'sym 'a)) => 1
(let ((h (make-hash-table)))
  (setf (gethash 'a h) 1)
  (incf (gethash 'a h))
  (incf (gethash 'b h 10))
  (push 'x (gethash 'c h))
  (list (gethash 'a h) (gethash 'b h) (gethash 'c h)))   => (2 11 (x))
(let ((h (make-hash-table)) (n 0)) (setf (gethash 'k h (incf n)) 1) n) => 1
(progn (setf (symbol-function 'sf) (lambda () 7)) (sf)) => 7
(progn (setf (fdefinition '(setf sf)) (lambda (v) (list v))) (setf (sf) 8)) => (8)
(progn (setf (macro-function 'mf) (lambda (form env) (declare (ignore env)) `',form)) (eval '(mf 1))) => (mf 1)
(let ((r (copy-readtable nil))) (setf (readtable-case r) :preserve) (readtable-case r)) => :preserve
(progn (setf (documentation 'sf 'function) "Doc.") (documentation 'sf 'function)) => "Doc."

;;; GETF, bytes, THE, VALUES, APPLY.
(let ((p '())) (setf (getf p 'a) 1 (getf p 'b) 2 (getf p 'a) 3) p) => (b 2 a 3)
(let ((p '())) (incf (getf p 'n 10)) p)           => (n 11)
(let ((l (list (list 'a 1)))) (push 'x (getf (car l) 'b)) l) => ((b (x) a 1))
(let ((n 0)) (setf (ldb (byte 4 4) n) 15) n)      => 240
(let ((n 255)) (list (setf (ldb (byte 4 0) n) 0) n)) => (0 240)
(let ((n 0)) (setf (mask-field (byte 4 4) n) 255) n) => 240
(let ((l (list 0))) (incf (ldb (byte 8 8) (car l)) 3) l) => (768)
(let ((x 1)) (setf (the fixnum x) 5) x)           => 5
(let ((l (list 1))) (incf (the fixnum (car l))) l) => (2)
(let (a b) (list (multiple-value-list (setf (values a b) (floor 7 2))) a b)) => ((3 1) 3 1)
(let ((l (list 1 2)) x) (setf (values (car l) x (cadr l)) (values 7 8)) (list l x)) => ((7 nil) 8)
(let (a b c) (setf (values a (values b c)) (values 1 2)) (list a b c)) => (1 2 nil)
(let ((a (make-array '(2 2) :initial-element 0))) (setf (apply #'aref a '(1 1)) 5) a) => #2A((0 0) (0 5))
(let ((a (make-array '(2 2) :initial-element 0))) (incf (apply #'aref a 0 '(1)) 5) a) => #2A((0 5) (0 0))

;;; Symbol macros and macros are places.
(let ((l (list 1 2))) (symbol-macrolet ((x (car l))) (setf x 5) (incf x) (push 0 x) l)) => ((0 . 6) 2)
(let ((l (list 1 2))) (symbol-macrolet ((x (car l))) (setf x 5) (incf x) l)) => (6 2)
(progn (defmacro head (x) `(car ,x)) (let ((l (list 1))) (setf (head l) 2) (incf (head l)) l)) => (3)
(macrolet ((tail (x) `(cdr ,x))) (let ((l (list 1 2))) (setf (tail l) 'x) l)) => (1 . x)

;;; Modifying.
(let ((x 1)) (list (incf x) x (decf x 5) x))      => (2 2 -3 -3)
(let ((x 1.5)) (incf x 1/2) x)                    => 2.0
(let ((l (list 1 2))) (incf (car l) (incf (cadr l))) l) => (4 3)
(let ((x 5)) (incf x (setq x 1)) x)               => 2
(let ((l '())) (list (push 1 l) (push 2 l) l))    => ((1) (2 1) (2 1))
(let ((l (list 1 (list 2)))) (push 0 (cadr l)) l) => (1 (0 2))
(let ((l (list 1 2 3))) (list (pop l) l))         => (1 (2 3))
(let ((l (list 1 2 3))) (list (pop (cdr l)) l))   => (2 (1 3))
(let ((l '())) (pop l))                           => nil
(let ((l (list 1 2))) (list (pushnew 1 l) (pushnew 3 l) l)) => ((1 2) (3 1 2) (3 1 2))
(let ((l (list "a"))) (pushnew "a" l) (length l)) => 2
(let ((l (list "a"))) (pushnew "A" l :test #'string-equal) (length l)) => 1
(let ((l (list '(a 1)))) (pushnew '(a 2) l :key #'car) l) => ((a 1))
(let ((l (list '(a 1)))) (pushnew '(a 2) l :key 'car :test-not 'eq) l) => ((a 2) (a 1))
(let ((p (list 'a 1 'b 2))) (list (remf p 'a) p (remf p 'c) (remf p 'b) p)) => (t (b 2) nil t nil)
(let ((l (list (list 'a 1 'b 2)))) (list (remf (car l) 'b) l)) => (t ((a 1)))
(let ((a 1) (b 2) (c 3)) (list (rotatef a b c) a b c)) => (nil 2 3 1)
(let ((l (list 1 2 3))) (rotatef (car l) (caddr l)) l) => (3 2 1)
(rotatef)                                         => nil
(let ((a 1)) (rotatef a) a)                       => 1
(let ((a 1) (b 2)) (list (shiftf a b 3) a b))     => (1 2 3)
(let ((v (vector 1 2 3)) (i 0)) (list (shiftf (aref v i) (aref v (incf i)) 'x) v)) => (1 #(2 x 3))
(let (a b c d)
  (setf (values a b) (values 1 2) (values c d) (values 3 4))
  (list (multiple-value-list (shiftf (values a b) (values c d) (values 5 6))) a b c d))   => ((1 2) 3 4 5 6)
(let ((a 1) (b 2)) (list (psetf a b b a) a b))    => (nil 2 1)
(let ((l (list 1 2))) (psetf (car l) (cadr l) (cadr l) (car l)) l) => (2 1)
(psetf)                                           => nil

;;; Order of evaluation.
(let ((log '())) (flet ((f (x) (push x log) x)) (let ((l (list 1 2 3))) (setf (nth (f 1) (progn (f 2) l)) (f 3)) (list l (reverse log))))) => ((1 3 3) (1 2 3))
(let ((log '()))
  (flet ((f (x) (push x log) x))
    (let ((v (vector 1 2 3))) (setf (aref (progn (f 'array) v) (f 1)) (f 3)) (list v (reverse log)))))
  => (#(1 3 3) (array 1 3))
(let ((log '())) (flet ((f (x) (push x log) x)) (let ((l (list 1 2 3))) (push (f 'item) (nth (f 1) l)) (reverse log)))) => (item 1)
(let ((log '())) (flet ((f (x) (push x log) x)) (let ((l (list 1 2 3))) (incf (nth (f 1) l) (f 10)) (list l (reverse log))))) => ((1 12 3) (1 10))
(let ((n 0) (v (vector 0 0 0))) (incf (aref v (incf n)) 5) (list n v)) => (1 #(0 5 0))

;;; Definitions of places.
(define-modify-macro appendf (&rest lists) append "Appends.") => appendf
(let ((l (list 1))) (appendf l '(2) '(3)) l)      => (1 2 3)
(define-modify-macro multf (&optional (n 2)) *)   => multf
(let ((l (list 5))) (multf (car l)) (multf (car l) 10) l) => (100)
(documentation 'appendf 'function)                => "Appends."
(progn (defun middle (l) (nth (floor (length l) 2) l)) (defun set-middle (l v) (setf (nth (floor (length l) 2) l) v))) => set-middle
(defsetf middle set-middle "Sets the middle.")    => middle
(let ((l (list 1 2 3))) (setf (middle l) 'x) l)   => (1 x 3)
(let ((l (list 1 2 3))) (incf (middle l) 10) l)   => (1 12 3)
(documentation 'middle 'setf)                     => "Sets the middle."
(defvar *log* '())                                => *log*
(defun entry (key &key (base 0)) (list key base)) => entry
(defsetf entry (key &key (base 0)) (new) `(progn (push (list ,key ,base ,new) *log*) ,new)) => entry
(setf (entry 'a) 1)                               => 1
(let ((n 0)) (setf (entry (incf n) :base (incf n)) (incf n))) => 3
*log*                                             => ((1 2 3) (a 0 1))
(defsetf pair-of (cell) (a b) `(progn (setf (car ,cell) ,a (cdr ,cell) ,b) (values ,a ,b))) => pair-of
(let ((c (cons nil nil))) (setf (pair-of c) (floor 7 2)) c) => (3 . 1)
(define-setf-expander last-of (place &environment env)
  (multiple-value-bind (names forms stores setter getter) (get-setf-expansion place env)
    (declare (ignore stores setter))
    (let ((new (gensym)))
      (values names forms (list new) `(progn (rplaca (last ,getter) ,new) ,new) `(car (last ,getter)))))) => last-of
(let ((l (list 1 2 3))) (setf (last-of l) 7) (incf (last-of l)) l) => (1 2 8)
(let ((l (list (list 1 2) 3))) (push 'x (last-of (car l))) l) => ((1 (x . 2)) 3)
(multiple-value-bind (names forms stores store read) (get-setf-expansion 'x) (list names forms (length stores) (first store) read)) => (nil nil 1 setq x)
(length (multiple-value-list (get-setf-expansion '(car (f x))))) => 5
(multiple-value-bind (names forms) (get-setf-expansion '(foo (f x) (g y))) (list (length names) forms)) => (2 ((f x) (g y)))

;;; Errors.
(eval '(setf x))                                  => #+tessera (error program-error "SETF: X lacks a value") #-tessera (error error)
(eval '(setf 5 6))                                => (error program-error "SETF: 5 is not a place")
(eval '(setf "text" 6))                           => (error program-error "SETF: \"text\" is not a place")
(eval '(setf (no-such-place 1) 2))                => (error undefined-function "the function (SETF NO-SUCH-PLACE) is undefined")
(eval '(incf))                                    => #+tessera (error program-error) #-tessera (error error)
(eval '(push 1))                                  => #+tessera (error program-error) #-tessera (error error)
(eval '(setf (getf '(a 1)) 2))                    => #+tessera (error program-error "GETF: called with 1 argument, but takes 2 or 3") #-tessera (error error)

;;; Local functions and macros are separate places, independent of the global name's meaning.
(progn (defun setf-hidden (x) (car x)) (defsetf setf-hidden (x) (v) `(progn (setf (car ,x) ,v) ,v)) (defun (setf setf-plain) (v x) (setf (car x) v)) t) => t
(let ((l (list 1 2))) (flet ((setf-hidden (x) x) ((setf setf-hidden) (v x) (list :local v x))) (setf (setf-hidden l) 3))) => (:local 3 (1 2))
(let ((l (list 1 2))) (macrolet ((setf-hidden (x) `(cadr ,x))) (setf (setf-hidden l) 3) (incf (setf-hidden l)) l)) => (1 4)
(let ((l (list 1 2))) (labels (((setf setf-plain) (v x) (setf (cadr x) v)) (setf-plain (x) (cadr x))) (incf (setf-plain l) 5) l)) => (1 7)
(let ((l (list 1 2))) (flet ((other (x) x)) (setf (setf-hidden (other l)) 3) l)) => (3 2)
