;;; Arrays: chapter 15.

(make-array 3 :initial-element 0)                        => #(0 0 0)
(make-array '(2 2) :initial-element 1)                   => #2A((1 1) (1 1))
(make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) => #2A((1 2 3) (4 5 6))
(make-array '(2 2) :initial-contents #(#(1 2) (3 4)))    => #2A((1 2) (3 4))
(make-array nil :initial-element 7)                      => #0A7
(make-array '() :initial-contents 'x)                    => #0Ax
(make-array 0)                                           => #()
(make-array '(0 2))                                      => #2A()
(make-array 3 :element-type 'bit :initial-element 1)     => #*111
(make-array 2 :element-type 'character :initial-element #\a) => "aa"
(make-array 3 :initial-contents '(a b c))                => #(a b c)
(make-array 3 :initial-contents '(a b))                  => (error simple-error "MAKE-ARRAY: the initial contents (A B) should be a sequence of 3 elements")
(make-array '(2 2) :initial-contents '((1 2) (3)))       => (error simple-error "MAKE-ARRAY: the initial contents (3) should be a sequence of 2 elements")
(make-array -1)                                          => (error type-error "MAKE-ARRAY: -1 is not of type UNSIGNED-BYTE")
(make-array 'x)                                          => (error type-error "MAKE-ARRAY: X is not of type (OR UNSIGNED-BYTE LIST)")
(make-array 2 :element-type 'bit :initial-element 5)     => (error type-error "MAKE-ARRAY: 5 is not of type BIT")
(make-array 2 :initial-element 1 :initial-contents '(1 2)) => (error simple-error "MAKE-ARRAY: only one of :INITIAL-ELEMENT, :INITIAL-CONTENTS and :DISPLACED-TO can be given")
(vector 1 2 3)                                           => #(1 2 3)
(vector)                                                 => #()
(arrayp #(1))                                            => t
(arrayp "a")                                             => t
(arrayp '(1))                                            => nil
(vectorp #2A((1)))                                       => nil
(simple-vector-p #(1))                                   => t
(simple-vector-p "a")                                    => nil
(simple-vector-p (make-array 1 :fill-pointer 0))         => nil
(bit-vector-p #*01)                                      => t
(simple-bit-vector-p #*01)                               => t
(bit-vector-p #(0 1))                                    => nil

(aref #(1 2 3) 1)                                        => 2
(aref #2A((1 2) (3 4)) 1 0)                              => 3
(aref #0A5)                                              => 5
(aref "abc" 0)                                           => #\a
(aref #*10 0)                                            => 1
(aref #(1 2 3) 3)                                        => (error type-error "AREF: the index 3 is outside of #(1 2 3), whose length is 3")
(aref #(1 2 3) -1)                                       => (error type-error "AREF: the index -1 is outside of #(1 2 3), whose length is 3")
(aref #(1 2 3) 1.0)                                      => (error type-error "AREF: the index 1.0 is outside of #(1 2 3), whose length is 3")
(aref #2A((1 2)) 1)                                      => #+tessera (error type-error) #-tessera (error error)
(aref #2A((1 2)) 0 2)                                    => (error type-error "AREF: the index 2 is outside of #2A((1 2)), whose dimensions are (1 2)")
(aref '(1 2) 0)                                          => (error type-error)
(let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 0 1) 5) a) => #2A((0 5) (0 0))
(let ((a (vector 1 2))) (setf (aref a 1) 'x))            => x
(let ((a (make-array 2 :element-type 'bit :initial-element 0))) (setf (aref a 0) 2)) => (error type-error "AREF: 2 is not of type BIT")
(let ((a (make-array 2 :element-type '(unsigned-byte 8) :initial-element 0))) (setf (aref a 0) 255) a) => #(255 0)
(let ((a (make-array 2 :element-type '(unsigned-byte 8) :initial-element 0))) (setf (aref a 0) 256)) => (error type-error "AREF: 256 is not of type (UNSIGNED-BYTE 8)")
(let ((a (make-array 2 :element-type 'double-float :initial-element 0d0))) (setf (aref a 0) 1.5d0) a) => #(1.5d0 0d0)
(let ((a (make-array 2 :element-type 'double-float :initial-element 0d0))) (setf (aref a 0) 1)) => (error type-error "AREF: 1 is not of type DOUBLE-FLOAT")
(aref #3A(((1 2) (3 4)) ((5 6) (7 8))) 1 0 1)            => 6
(svref #(1 2 3) 0)                                       => 1
(svref "abc" 0)                                          => (error type-error "SVREF: \"abc\" is not of type SIMPLE-VECTOR")
(svref #(1) 1)                                           => (error type-error "SVREF: the index 1 is outside of #(1), whose length is 1")
(row-major-aref #2A((1 2) (3 4)) 2)                      => 3
(let ((a (make-array '(2 2) :initial-element 0))) (setf (row-major-aref a 3) 9) a) => #2A((0 0) (0 9))
(array-row-major-index #2A((1 2 3) (4 5 6)) 1 2)         => 5
(array-row-major-index #0A1)                             => 0
(bit #*101 2)                                            => 1
(sbit #*101 1)                                           => 0
(let ((b (copy-seq #*000))) (setf (bit b 1) 1) b)        => #*010
(let ((b (copy-seq #*000))) (setf (sbit b 2) 1) b)       => #*001
(bit #(1) 0)                                             => (error type-error "BIT: #(1) is not of type (ARRAY BIT)")

(array-rank #2A((1)))                                    => 2
(array-rank #(1))                                        => 1
(array-rank #0A1)                                        => 0
(array-rank 5)                                           => (error type-error "ARRAY-RANK: 5 is not of type ARRAY")
(array-dimensions #2A((1 2 3) (4 5 6)))                  => (2 3)
(array-dimensions "abc")                                 => (3)
(array-dimension #2A((1 2 3) (4 5 6)) 1)                 => 3
(array-dimension #(1) 1)                                 => #+tessera (error type-error "ARRAY-DIMENSION: 1 is not of type (INTEGER 0 (1))") #-tessera (error error)
(array-total-size #2A((1 2 3) (4 5 6)))                  => 6
(array-total-size #0A1)                                  => 1
(array-in-bounds-p #(1 2) 1)                             => t
(array-in-bounds-p #(1 2) 2)                             => nil
(array-in-bounds-p #2A((1 2)) 0 1)                       => t
(array-in-bounds-p #2A((1 2)) -1 1)                      => nil
(array-element-type #(1))                                => t
(array-element-type #*1)                                 => bit
(array-element-type (make-array 1 :element-type '(unsigned-byte 8))) => (unsigned-byte 8)
(array-element-type (make-array 1 :element-type 'single-float)) => single-float
(array-element-type (make-array 1 :element-type 'double-float)) => double-float
(upgraded-array-element-type 'bit)                       => bit
(upgraded-array-element-type 'symbol)                    => t
(adjustable-array-p (make-array 2 :adjustable t))        => t
(adjustable-array-p #(1))                                => nil
(array-displacement #(1))                                => (values nil 0)
(let* ((base (vector 1 2 3 4)) (d (make-array 2 :displaced-to base :displaced-index-offset 1)))
  (multiple-value-bind (to offset) (array-displacement d) (list (eq to base) offset d)))   => (t 1 #(2 3))
(let* ((base (vector 1 2 3 4)) (d (make-array '(2 2) :displaced-to base))) (setf (aref d 1 0) 'x) base) => #(1 2 x 4)
(make-array 3 :displaced-to #(1 2))                      => (error simple-error "MAKE-ARRAY: an array of 3 elements at offset 0 does not fit into one of 2 elements")
(let* ((m #2A((1 2) (3 4))) (d (make-array 4 :displaced-to m))) d) => #(1 2 3 4)

(let ((v (make-array 3 :fill-pointer 0))) (list (vector-push 'a v) (vector-push 'b v) v)) => (0 1 #(a b))
(let ((v (make-array 1 :fill-pointer 0))) (vector-push 'a v) (vector-push 'b v)) => nil
(let ((v (make-array 1 :fill-pointer 0 :adjustable t))) (vector-push-extend 'a v) (list (vector-push-extend 'b v) v)) => (1 #(a b))
(let ((v (make-array 3 :fill-pointer 2 :initial-contents '(1 2 3)))) (list (vector-pop v) v (fill-pointer v))) => (2 #(1) 1)
(vector-pop (make-array 2 :fill-pointer 0))              => (error simple-error "VECTOR-POP: there is nothing to pop: the fill pointer is 0")
(vector-push 1 (vector 1 2))                             => (error type-error "VECTOR-PUSH: #(1 2) is not of type (AND VECTOR (SATISFIES ARRAY-HAS-FILL-POINTER-P))")
(fill-pointer #(1 2))                                    => (error type-error "FILL-POINTER: #(1 2) is not of type (AND VECTOR (SATISFIES ARRAY-HAS-FILL-POINTER-P))")
(let ((v (make-array 3 :fill-pointer 1 :initial-contents '(1 2 3)))) (setf (fill-pointer v) 3) v) => #(1 2 3)
(let ((v (make-array 3 :fill-pointer 1))) (setf (fill-pointer v) 4)) => (error type-error "(SETF FILL-POINTER): 4 is not of type (INTEGER 0 3)")
(array-has-fill-pointer-p (make-array 1 :fill-pointer t)) => t
(array-has-fill-pointer-p #(1))                          => nil
(length (make-array 5 :fill-pointer 2))                  => 2
(array-total-size (make-array 5 :fill-pointer 2))        => 5
(aref (make-array 3 :fill-pointer 1 :initial-contents '(1 2 3)) 2) => 3
(elt (make-array 3 :fill-pointer 1 :initial-contents '(1 2 3)) 2) => (error type-error "ELT: the index 2 is outside of #(1), whose length is 1")
(make-array '(2 2) :fill-pointer 0)                      => (error simple-error "MAKE-ARRAY: an array of 2 dimensions cannot have a fill pointer")

(let ((a (make-array 2 :adjustable t :initial-contents '(1 2)))) (adjust-array a 4 :initial-element 0) a) => #(1 2 0 0)
(let ((a (make-array '(2 2) :adjustable t :initial-contents '((1 2) (3 4))))) (adjust-array a '(3 1) :initial-element 'x)) => #2A((1) (3) (x))
(let ((a (make-array 3 :adjustable t :fill-pointer 3 :initial-contents '(1 2 3)))) (adjust-array a 5 :fill-pointer 4 :initial-element 9) a) => #(1 2 3 9)
(adjust-array (vector 1 2 3) 2)                          => #(1 2)
(adjust-array (make-array 2 :adjustable t) '(1 1))       => (error simple-error "ADJUST-ARRAY: an array of 1 dimensions cannot be adjusted to 2 dimensions")
(let ((a (make-array 2 :adjustable t))) (eq a (adjust-array a 9))) => t

(bit-and #*1100 #*1010)                                  => #*1000
(bit-ior #*1100 #*1010)                                  => #*1110
(bit-xor #*1100 #*1010)                                  => #*0110
(bit-eqv #*1100 #*1010)                                  => #*1001
(bit-nand #*1100 #*1010)                                 => #*0111
(bit-nor #*1100 #*1010)                                  => #*0001
(bit-andc1 #*1100 #*1010)                                => #*0010
(bit-andc2 #*1100 #*1010)                                => #*0100
(bit-orc1 #*1100 #*1010)                                 => #*1011
(bit-orc2 #*1100 #*1010)                                 => #*1101
(bit-not #*1100)                                         => #*0011
(let ((a (copy-seq #*1100))) (bit-and a #*1010 t) a)     => #*1000
(let ((a (copy-seq #*1100)) (b (copy-seq #*0000))) (bit-xor a #*1010 b) (list a b)) => (#*1100 #*0110)
(let ((a (copy-seq #*10))) (bit-not a t) a)              => #*01
(bit-and #*110 #*1)                                      => (error simple-error "BIT-AND: the bit arrays #*110 and #*1 have different dimensions")
(bit-and (make-array '(2 2) :element-type 'bit :initial-contents '((1 0) (1 1))) (make-array '(2 2) :element-type 'bit :initial-element 1)) => #2A((1 0) (1 1))
(bit-not 5)                                              => (error type-error "BIT-NOT: 5 is not of type (ARRAY BIT)")

(equal #(1 2) #(1 2))                                    => nil
(equalp #(1 2) #(1 2))                                   => t
(equalp #2A((1 2)) #2A((1.0 2)))                         => t
(equalp #(1 2) #(1 2 3))                                 => nil
(equalp "ab" #(#\A #\B))                                 => t
(equal #*101 (copy-seq #*101))                           => t
(equalp (make-array 3 :fill-pointer 2 :initial-contents '(1 2 3)) #(1 2)) => t
(copy-seq #2A((1)))                                      => (error type-error "COPY-SEQ: #2A((1)) is not of type SEQUENCE")
(subseq #(1 2 3 4) 1 3)                                  => #(2 3)
(reverse #*1000)                                         => #*0001
(fill (make-array 3 :element-type 'bit :initial-element 0) 1 :start 1) => #*011
(replace (vector 1 2 3) '(x y) :start1 1)                => #(1 x y)
(let ((v (vector 1 2 3 4))) (replace v v :start1 1 :end2 3) v) => #(1 1 2 3)
(concatenate 'list #*01 (make-array 2 :fill-pointer 1 :initial-element 'f)) => (0 1 f)
(<= 8 array-rank-limit)                                  => t
(<= 1024 array-dimension-limit)                          => t
(<= 1024 array-total-size-limit)                         => t

;;; Initial contents that are not sequences.
(make-array 3 :initial-contents 5)                        => (error type-error "MAKE-ARRAY: 5 is not of type SEQUENCE")
(make-array '(2 2) :initial-contents '((1 2) 3))          => (error #+tessera type-error #-tessera error)
(make-array 3 :initial-contents '(1 2 . 3))               => (error type-error "MAKE-ARRAY: 3 is not of type LIST")
(make-array 3 :initial-contents '(1 2))                   => (error simple-error "MAKE-ARRAY: the initial contents (1 2) should be a sequence of 3 elements")

;;; The element type NIL is that of arrays that can hold nothing; the vectors among them are strings (15.1.2.1, type
;;; STRING).
(upgraded-array-element-type nil)                         => nil
(array-element-type (make-array 3 :element-type nil))     => nil
(array-element-type (make-array '(2 2) :element-type nil)) => nil
(type-of (make-array 3 :element-type nil))                => (simple-array nil (3))
(let ((v (make-array 3 :element-type nil))) (list (stringp v) (simple-string-p v) (length v) (simple-vector-p v) (bit-vector-p v))) => (t t 3 nil nil)
(mapcar (lambda (type) (typep (make-array 3 :element-type nil) type))
        '(string (string 3) (string 4) simple-string (simple-string 3) base-string simple-base-string (vector nil) (vector nil 3)
          (vector character) (vector t) (simple-array nil (3)) (simple-array * (3)) (simple-array character (*)) array))
  => (t t nil t t nil nil t t nil nil t t nil t)
(let ((v (make-array 4 :element-type nil :fill-pointer 2))) (list (stringp v) (simple-string-p v) (length v) (array-element-type v))) => (t nil 2 nil)
(string= (make-array 0 :element-type nil) "")             => t
(equal (make-array 0 :element-type nil) "")               => t
(equalp (make-array 0 :element-type nil) #())             => t
(= (sxhash (make-array 0 :element-type nil)) (sxhash "")) => t
(eq (intern (make-array 0 :element-type nil) "LISP-TESTS") (intern "" "LISP-TESTS")) => t
(string-upcase (make-array 0 :element-type nil))          => ""
(nstring-capitalize (make-array 0 :element-type nil))     => ""
(string-trim (make-array 0 :element-type nil) " a ")      => " a "
(concatenate 'string "a" (make-array 0 :element-type nil) "b") => "ab"
(parse-integer (make-array 0 :element-type nil) :junk-allowed t) => (values nil 0)
(prin1-to-string (make-array 0 :element-type nil))        => "\"\""
(copy-seq (make-array 0 :element-type nil))               => ""
(let ((v (adjust-array (make-array 3 :element-type nil :adjustable t) 5))) (list (length v) (array-element-type v))) => (5 nil)
(array-element-type (make-array 2 :element-type nil :displaced-to (make-array 4 :element-type nil) :displaced-index-offset 1)) => nil
(make-array 2 :element-type 'character :displaced-to (make-array 4 :element-type nil)) => (error error "MAKE-ARRAY: an array of element type CHARACTER cannot be displaced to one of element type NIL")
(make-array 3 :element-type nil :initial-element #\a)     => (error type-error "MAKE-ARRAY: #\\a is not of type NIL")
(make-array 1 :element-type nil :initial-contents "a")    => (error type-error "MAKE-ARRAY: #\\a is not of type NIL")
(setf (aref (make-array 3 :element-type nil) 0) #\a)      => (error type-error "AREF: #\\a is not of type NIL")
(setf (char (make-array 3 :element-type nil) 0) #\a)      => (error type-error "CHAR: #\\a is not of type NIL")
(fill (make-array 3 :element-type nil) #\a)               => (error type-error "FILL: #\\a is not of type NIL")
(replace (make-array 3 :element-type nil) "abc")          => (error type-error "REPLACE: #\\a is not of type NIL")
(vector-push #\a (make-array 3 :element-type nil :fill-pointer 0)) => (error type-error "VECTOR-PUSH: #\\a is not of type NIL")
(vector-push-extend #\a (make-array 0 :element-type nil :fill-pointer 0 :adjustable t)) => (error type-error "VECTOR-PUSH-EXTEND: #\\a is not of type NIL")
(with-output-to-string (s (make-array 3 :element-type nil :fill-pointer 0)) (write-char #\a s)) => (error type-error)
(read-sequence (make-array 1 :element-type nil) (make-string-input-stream "a")) => (error type-error "READ-SEQUENCE: #\\a is not of type NIL")
(map-into (make-array 1 :element-type nil) #'identity "a") => (error type-error "AREF: #\\a is not of type NIL")
(make-array 0 :element-type nil :initial-contents '())    => ""

;;; ADJUST-ARRAY takes a fill pointer for arrays that have one.
(handler-case (adjust-array (make-array 3 :adjustable nil) 2 :fill-pointer 1)
  (type-error (c) (typep (type-error-datum c) (type-error-expected-type c)))) => nil

;;; Arrays of many dimensions, some of them given
(multiple-value-list (subtypep '(array t (* * * * * * * * * * * * 0)) '(array t 13))) => (t t)
(multiple-value-list (subtypep '(array t (* * * * * * * * * * * * * * *)) '(array t 15))) => (t t)
(multiple-value-list (subtypep '(array * (* * * * * * * * * * * * * * * * * * * * 1)) '(array * 21))) => (t t)
(multiple-value-list (subtypep '(array bit (2 * * * * * * * * * * * * * * *)) '(array bit 16))) => (t t)
(multiple-value-list (subtypep '(array t (* * * * * * * * * * * * * * *)) '(array t 14))) => (nil t)
(multiple-value-list (subtypep '(array t (3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3)) '(array t 30))) => (t t)
(multiple-value-list (subtypep '(array t 16) '(array t (* * * * * * * * * * * * * * * *)))) => (t t)
(multiple-value-list (subtypep '(array t (* * * * * * * * * * * * *)) '(array t (* * * * * * * * * * * * 1)))) => (nil t)
(multiple-value-list (subtypep '(and (array t (* 10 * *)) (array t (* * * 29))) '(array t (* 10 * 29)))) => (t t)
(multiple-value-list (subtypep '(array t (1 *)) '(or (array t (1 2)) (array t 2)))) => (t t)
(multiple-value-list (subtypep '(array t (* *)) '(or (array t (1 *)) (array t (* 1))))) => (nil t)

;;; ADJUST-ARRAY keeps elements at the same subscripts
(adjust-array (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) '(3 2) :initial-element 0) => #2a((1 2) (4 5) (0 0))
(adjust-array (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) '(1 5) :initial-element 0) => #2a((1 2 3 0 0))
(adjust-array (make-array '(2 2 2) :initial-contents '(((1 2) (3 4)) ((5 6) (7 8)))) '(2 1 3) :initial-element 0) => #3a(((1 2 0)) ((5 6 0)))
(adjust-array (make-array 3 :initial-contents '(1 2 3)) 5 :initial-element 0) => #(1 2 3 0 0)
(adjust-array (make-array 3 :initial-contents '(1 2 3)) 2) => #(1 2)
(adjust-array (make-array '() :initial-element 7) '()) => #0a7
(adjust-array (make-array '(2 0)) '(2 2) :initial-element 1) => #2a((1 1) (1 1))
(adjust-array (make-array '(2 2) :initial-element 1) '(0 2)) => #2a()
(adjust-array (copy-seq "abc") 5 :initial-element #\-) => "abc--"
(adjust-array (make-array 3 :element-type 'character :initial-contents "aλc" :adjustable t) 4 :initial-element #\x) => "aλcx"
(adjust-array (make-array 4 :element-type 'bit :initial-contents #*1011) 6 :initial-element 0) => #*101100
(let ((a (make-array '(2 2) :adjustable t :initial-contents '((1 2) (3 4)))))
  (list (eq a (adjust-array a '(3 3) :initial-element 0)) a))   => (t #2a((1 2 0) (3 4 0) (0 0 0)))
(adjust-array (make-array 2 :displaced-to (vector 1 2 3 4) :displaced-index-offset 1 :adjustable t) 4 :initial-element 0) => #(2 3 0 0)
