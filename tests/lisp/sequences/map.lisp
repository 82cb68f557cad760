;;; MAP, MAP-INTO, REDUCE, the quantifiers, CONCATENATE and MAKE-SEQUENCE.

(some #'evenp '(1 2 3))                                  => t
(some #'evenp '(1 3))                                    => nil
(some #'evenp #(1 2 3))                                  => t
(some #'digit-char-p "ab7")                              => 7
(some #'identity #*001)                                  => 0
(some #'= '(1 2 3) '(3 2 1))                             => t
(some #'= #(1 2 3) '(3 4))                               => nil
(some #'> '(1 2 3) #(1 2 2) '(0 0 1))                    => t
(some (lambda (a b c) (and (= a b c) a)) '(1 2) #(3 2) '(5 2)) => 2
(some #'evenp '())                                       => nil
(some #'evenp 5)                                         => (error type-error "SOME: 5 is not of type SEQUENCE")
(some #'evenp '(1 . 3))                                  => (error type-error "SOME: 3 is not of type LIST")
(some #'eq '(1) 5)                                       => (error type-error "SOME: 5 is not of type SEQUENCE")
(some #'eq '(1) '(2) 5)                                  => (error type-error "SOME: 5 is not of type SEQUENCE")
(some #'car '((nil) (x)))                                => x
(every #'evenp '(2 4))                                   => t
(every #'evenp '(2 3))                                   => nil
(every #'evenp '())                                      => t
(every #'identity '(1 2))                                => t
(every #'char= "abc" "abd")                              => nil
(every #'char= "abc" "abcd")                             => t
(every #'< '(1 2) '(2 3) '(3 4))                         => t
(every #'< '(1 2) #(2 3 0) '(3 3))                       => nil
(every 'evenp #(2 4 6))                                  => t
(every #'evenp 'x)                                       => (error type-error "EVERY: X is not of type SEQUENCE")
(notany #'evenp '(1 3))                                  => t
(notany #'evenp #(1 2))                                  => nil
(notany #'eql '(1 2) '(2 1))                             => t
(notany #'eql '(1 2) '(2 2))                             => nil
(notany #'evenp nil)                                     => t
(notevery #'evenp '(2 4))                                => nil
(notevery #'evenp '(2 5))                                => t
(notevery #'evenp "")                                    => nil
(notevery #'< '(1 2 3) #(2 3 3))                         => t
(some 'no-such-function '(1))
  => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(block nil (every (lambda (x) (when (eql x 2) (return :out)) t) '(1 2 3))) => :out

(reduce #'+ '(1 2 3 4))                                  => 10
(reduce #'+ #(1 2 3 4))                                  => 10
(reduce #'* '())                                         => 1
(reduce #'+ '(5))                                        => 5
(reduce 'cons '(1 2 3))                                  => ((1 . 2) . 3)
(reduce #'list '(1 2 3 4))                               => (((1 2) 3) 4)
(reduce #'list '(1 2 3 4) :from-end t)                   => (1 (2 (3 4)))
(reduce #'list '(1 2 3 4) :initial-value 'foo)           => ((((foo 1) 2) 3) 4)
(reduce #'list '(1 2 3 4) :from-end t :initial-value 'foo) => (1 (2 (3 (4 foo))))
(reduce #'list #(1 2 3 4) :from-end t :initial-value 'foo) => (1 (2 (3 (4 foo))))
(reduce #'list '(1 2 3 4 5) :start 1 :end 4)             => ((2 3) 4)
(reduce #'list #(1 2 3 4 5) :start 1 :end 4 :from-end t) => (2 (3 4))
(reduce #'list '(1 2 3 4 5) :start 1 :end 4 :from-end t) => (2 (3 4))
(reduce #'+ '((1) (2) (3)) :key #'car)                   => 6
(reduce #'cons '(1 2 3) :key #'1+ :initial-value 0)      => (((0 . 2) . 3) . 4)
(reduce #'- '(10 2 3))                                   => 5
(reduce #'- '(10 2 3) :from-end t)                       => 11
(reduce #'max "" :initial-value 7)                       => 7
(reduce (lambda () 'none) nil)                           => none
(reduce #'list '(1))                                     => 1
(reduce #'list '(1) :key #'1+)                           => 2
(reduce #'list '() :initial-value 1 :key #'car)          => 1
(reduce #'+ '(1 2 3) :start 1)                           => 5
(reduce #'append '((1) (2) (3)) :initial-value '(0))     => (0 1 2 3)
(reduce #'+ 5)                                           => (error type-error "REDUCE: 5 is not of type SEQUENCE")
(reduce #'+ '(1 2 . 3))                                  => (error type-error "REDUCE: 3 is not of type LIST")
(reduce #'+ #(1 2) :end 3)                               => (error type-error "REDUCE: the end 3 is not an integer from 0 to 2")
(reduce #'+ '(1 a))                                      => (error type-error "+: A is not of type NUMBER")
(reduce (lambda (a b) (+ (* a 10) b)) "123" :key #'digit-char-p) => 123

(map 'list #'1+ #(1 2 3))                                => (2 3 4)
(map 'list #'1+ '(1 2 3))                                => (2 3 4)
(map 'vector #'1+ '(1 2 3))                              => #(2 3 4)
(map 'string #'char-upcase "abc")                        => "ABC"
(map 'string #'char-upcase '(#\a #\b))                   => "AB"
(map nil #'princ "abc")                                  => (prints "abc" nil)
(map nil (lambda (a b) (princ (list a b))) '(1 2) "xy")  => (prints "(1 x)(2 y)" nil)
(map 'list #'+ '(1 2 3) #(10 20))                        => (11 22)
(map 'vector #'+ '(1 2 3) #(10 20) '(100 200 300))       => #(111 222)
(map 'bit-vector #'logand #*1100 #*1010)                 => #*1000
(map '(vector t 2) #'identity '(a b))                    => #(a b)
(map '(simple-array t (*)) #'identity '(a b))            => #(a b)
(map '(vector t 3) #'identity '(a b))
  => (error type-error "MAP: a sequence of type (VECTOR T 3) cannot have 2 elements")
(map 'list #'list '() '(1))                              => nil
(map 'vector #'list '() '(1))                            => #()
(array-element-type (map '(vector (unsigned-byte 8)) #'1+ '(1 2))) => (unsigned-byte 8)
(map 'list #'car 7)                                      => (error type-error "MAP: 7 is not of type SEQUENCE")
(map 'integer #'identity '(1))
  => (error type-error "MAP: INTEGER is not a type of lists or of vectors")
(map 'string #'identity '(1 2))                          => (error type-error "AREF: 1 is not of type CHARACTER")
(map 'list #'identity "")                                => nil
(stringp (map 'simple-string #'identity "abc"))          => t
(map 'list (lambda (x y z) (list x y z)) '(1 2) "ab" #(t nil)) => ((1 #\a t) (2 #\b nil))

(map-into (list 0 0 0) #'+ '(1 2 3) '(10 20 30))         => (11 22 33)
(map-into (list 0 0 0) #'+ '(1 2) '(10 20 30))           => (11 22 0)
(map-into (list 0 0) #'+ '(1 2 3) #(10 20 30))           => (11 22)
(map-into (vector 0 0 0) #'1+ '(1 2))                    => #(2 3 0)
(map-into (vector 0 0) #'1+ '(1 2 3))                    => #(2 3)
(let ((n 0)) (map-into (make-list 3) (lambda () (incf n)))) => (1 2 3)
(let ((n 0)) (map-into (make-array 3) (lambda () (incf n)))) => #(1 2 3)
(map-into (make-string 3) #'char-upcase "abcd")          => "ABC"
(let ((v (vector 1 2 3))) (map-into v #'1+ v))           => #(2 3 4)
(let ((v (make-array 5 :fill-pointer 1 :initial-element 0))) (map-into v #'1+ '(1 2 3))) => #(2 3 4)
(let ((v (make-array 2 :fill-pointer 0))) (map-into v #'1+ '(1 2 3)) (fill-pointer v)) => 2
(let ((l (list 1 2))) (eq l (map-into l #'1+ l)))        => t
(map-into nil #'1+ '(1 2))                               => nil
(map-into (list 1 2) #'+ '(1 2) '(1 2) #(1))             => (3 2)
(map-into 5 #'1+ '(1))                                   => (error type-error "MAP-INTO: 5 is not of type SEQUENCE")
(map-into (list 1) #'1+ 5)                               => (error type-error "MAP-INTO: 5 is not of type SEQUENCE")
(map-into nil #'1+ 5)                                    => (error type-error "MAP-INTO: 5 is not of type SEQUENCE")
(map-into nil #'list '(1) 5)                             => (error type-error "MAP-INTO: 5 is not of type SEQUENCE")

(concatenate 'list '(1 2) #(3 4) "ab")                   => (1 2 3 4 #\a #\b)
(concatenate 'vector '(1 2) #(3))                        => #(1 2 3)
(concatenate 'string "abc" '(#\d) #(#\e))                => "abcde"
(concatenate 'string)                                    => ""
(concatenate 'list)                                      => nil
(concatenate 'bit-vector #*10 '(1 1))                    => #*1011
(concatenate '(vector character) "ab" "c")               => "abc"
(concatenate '(vector t 3) '(1) '(2 3))                  => #(1 2 3)
(concatenate '(vector t 4) '(1) '(2 3))
  => (error type-error "CONCATENATE: a sequence of type (VECTOR T 4) cannot have 3 elements")
(concatenate 'simple-vector "a" '(1))                    => #(#\a 1)
(let ((l (list 1 2))) (eq l (concatenate 'list l)))      => nil
(concatenate 'string "a" 5)
  => (error type-error "CONCATENATE: 5 is not of type SEQUENCE")
(concatenate 'string "a" '(5))                           => (error type-error "REPLACE: 5 is not of type CHARACTER")
(concatenate 'symbol "a")
  => (error type-error "CONCATENATE: SYMBOL is not a type of lists or of vectors")
(concatenate 'null)                                      => nil
(concatenate 'null '(1))
  => (error type-error "CONCATENATE: a sequence of type NULL cannot have 1 element")
(concatenate 'cons '(1) '(2))                            => (1 2)
(deftype short-text () '(vector character 3))            => short-text
(concatenate 'short-text "ab" "c")                       => "abc"
(concatenate 'short-text "ab")
  => (error type-error "CONCATENATE: a sequence of type SHORT-TEXT cannot have 2 elements")

(make-sequence 'list 3 :initial-element 'x)              => (x x x)
(make-sequence 'vector 2 :initial-element 0)             => #(0 0)
(make-sequence 'string 3 :initial-element #\z)           => "zzz"
(make-sequence 'bit-vector 4 :initial-element 1)         => #*1111
(length (make-sequence 'list 4))                         => 4
(length (make-sequence '(vector single-float) 4))        => 4
(make-sequence '(vector double-float) 2 :initial-element 1d0) => #(1d0 1d0)
(make-sequence '(vector t 3) 3 :initial-element nil)     => #(nil nil nil)
(make-sequence '(vector t 3) 2)
  => (error type-error "MAKE-SEQUENCE: a sequence of type (VECTOR T 3) cannot have 2 elements")
(make-sequence '(string 2) 2 :initial-element #\a)       => "aa"
(make-sequence '(string 2) 3)
  => (error type-error "MAKE-SEQUENCE: a sequence of type (STRING 2) cannot have 3 elements")
(make-sequence '(simple-array bit (2)) 2 :initial-element 0) => #*00
(make-sequence 'null 0)                                  => nil
(make-sequence 'null 1)
  => (error type-error "MAKE-SEQUENCE: a sequence of type NULL cannot have 1 element")
(make-sequence 'cons 0)
  => (error type-error "MAKE-SEQUENCE: a sequence of type CONS cannot have 0 elements")
(make-sequence 'list -1)                                 => (error type-error "-1 is not of type UNSIGNED-BYTE")
(make-sequence 'vector 'x)                               => (error type-error "X is not of type UNSIGNED-BYTE")
(make-sequence 'integer 2)
  => (error type-error "MAKE-SEQUENCE: INTEGER is not a type of lists or of vectors")
(make-sequence 'list 2 :initial-element)
  => (error program-error "MAKE-SEQUENCE: the keyword arguments are not in pairs: (:INITIAL-ELEMENT)")

;;; Types of results: of lists alone, or of vectors alone, and of a length that fits.
(map 'sequence #'1+ '(1))
  => (error type-error "MAP: (OR LIST VECTOR) is not a type of lists or of vectors")
(concatenate '(or list vector) '(1) '(2))
  => (error type-error "CONCATENATE: (OR LIST VECTOR) is not a type of lists or of vectors")
(merge 'sequence (list 1) (list 2) #'<)
  => (error type-error "MERGE: (OR LIST VECTOR) is not a type of lists or of vectors")
(make-sequence 'symbol 2)
  => (error type-error "MAKE-SEQUENCE: SYMBOL is not a type of lists or of vectors")
(make-sequence nil 0)
  => (error type-error "MAKE-SEQUENCE: a sequence of type NIL cannot have 0 elements")
(make-sequence '(cons t (cons t null)) 2)               => (nil nil)
(make-sequence '(cons t (cons t null)) 3)
  => (error type-error "MAKE-SEQUENCE: a sequence of type (CONS T (CONS T NULL)) cannot have 3 elements")
(make-sequence '(cons t *) 0)
  => (error type-error "MAKE-SEQUENCE: a sequence of type (CONS T *) cannot have 0 elements")
(map '(cons t (cons t null)) #'1+ '(1 2))               => (2 3)
(map '(cons t (cons t null)) #'1+ '(1 2 3))
  => (error type-error "MAP: a sequence of type (CONS T (CONS T NULL)) cannot have 3 elements")
(map 'null #'1+ '(1))
  => (error type-error "MAP: a sequence of type NULL cannot have 1 element")
(map '(or (vector t 2) (vector t 3)) #'1+ '(1 2 3))     => #(2 3 4)
(make-sequence '(or (vector t 5) (vector t 10)) 7)
  => (error #+tessera type-error #-tessera error "a sequence of type (OR (VECTOR T 5) (VECTOR T 10)) cannot have 7 elements")
(handler-case (map '(cons t (cons t null)) #'1+ '(1 2 3))
  (type-error (e) (typep (type-error-datum e) (type-error-expected-type e))))   => #+tessera nil #-tessera (2 3 4)

;;; All arguments must be sequences, also where one is empty.
(every #'eql "" 5)                                      => (error type-error "EVERY: 5 is not of type SEQUENCE")
(some #'list nil 'a)                                    => (error type-error "SOME: A is not of type SEQUENCE")
(map nil #'list "" 5)                                   => (error type-error "MAP: 5 is not of type SEQUENCE")
(map-into (vector 1 2) #'list "" 5)                     => (error type-error "MAP-INTO: 5 is not of type SEQUENCE")
(map-into (list 1 2) #'list "" 5)                       => (error type-error "MAP-INTO: 5 is not of type SEQUENCE")

;;; A fill pointer is ignored on entry and set at the end.
(let ((v (make-array 5 :fill-pointer 3)) (i 0)) (map-into v (lambda () (incf i))) (values v (fill-pointer v))) => (values #(1 2 3 4 5) 5)
(let ((v (make-array 5 :fill-pointer 3))) (map-into v #'1+ '(1 2 3 4 5 6)) (fill-pointer v)) => 5

;;; A result type that is not a type specifier, or not a sequence type, is a TYPE-ERROR.
(concatenate '(no such type) "x")
  => (error type-error "CONCATENATE: (NO SUCH TYPE) is not a type of lists or of vectors")
(concatenate 'no-such-type "x")
  => (error type-error "CONCATENATE: NO-SUCH-TYPE is not a type of lists or of vectors")
(map '(no such type) #'identity "x")
  => (error type-error "MAP: (NO SUCH TYPE) is not a type of lists or of vectors")
(make-sequence '(no such type) 2)
  => (error type-error "MAKE-SEQUENCE: (NO SUCH TYPE) is not a type of lists or of vectors")
(make-sequence '(or (no such type) list) 2)
  => (error type-error "MAKE-SEQUENCE: (OR (NO SUCH TYPE) LIST) is not a type of lists or of vectors")
(merge '(no such type) (list 1) (list 2) #'<)
  => (error type-error "MERGE: (NO SUCH TYPE) is not a type of lists or of vectors")
(make-sequence '(satisfies no-such-predicate) 2)
  => (error type-error "MAKE-SEQUENCE: (SATISFIES NO-SUCH-PREDICATE) is not a type of lists or of vectors")
(make-sequence '(values list) 2)
  => (error type-error "MAKE-SEQUENCE: (VALUES LIST) is not a type of lists or of vectors")
(make-sequence 'symbol 0)
  => (error type-error "MAKE-SEQUENCE: SYMBOL is not a type of lists or of vectors")
(concatenate '(or integer (vector t)) '(1))
  => (error type-error "CONCATENATE: (OR INTEGER (VECTOR T)) is not a type of lists or of vectors")
(handler-case (make-sequence '(no such type) 2)
  (type-error (c) (typep (type-error-datum c) (type-error-expected-type c)))) => nil
(concatenate '(and list (satisfies consp)) '(1) '(2))   => (1 2)
