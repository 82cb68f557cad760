;;; Pointers, memory of C, structures, vectors and strings in it.

(prog1 t (require "foreign"))                                                        => t
(prog1 t (use-package "FOREIGN"))                                                    => t
(defmacro complaint (&body body) `(handler-case (progn ,@body) (error (c) (princ-to-string c)))) => complaint

;;; --- pointers
(princ-to-string (make-pointer 255))                    => "#<POINTER 0xff>"
(princ-to-string (null-pointer))                        => "#<POINTER NULL>"
(pointer-address (pointer+ (make-pointer 100) -1))      => 99
(pointer-address (pointer+ (null-pointer) -1))          => 18446744073709551615
(pointer-address (pointer+ (make-pointer 18446744073709551615) 2)) => 1
(list (pointer= (make-pointer 5) (make-pointer 5)) (pointer= (make-pointer 5) (null-pointer)) (pointer< (null-pointer) (make-pointer 1))) => (t nil t)
(list (pointer-p (null-pointer)) (pointer-p 0) (null-pointer-p (null-pointer)) (null-pointer-p (make-pointer 1))) => (t nil t nil)
(equalp (make-pointer 5) (make-pointer 5))              => t
(typep (null-pointer) 'pointer)                         => t
(make-pointer -1)                                       => (error type-error "MAKE-POINTER: -1 is not of type (UNSIGNED-BYTE 64)")
(pointer+ 5 1)                                          => (error type-error "POINTER-ADDRESS: 5 is not of type POINTER")
(pointer+ (null-pointer) 1/2)                           => (error type-error "POINTER+: 1/2 is not of type INTEGER")

;;; --- memory of all types
(defun there-and-back (type value) (with-memory ((place type)) (setf (memory-ref place type) value) (memory-ref place type))) => there-and-back
(loop for (type low high) in '((:int8 -128 127) (:uint8 0 255) (:int16 -32768 32767) (:uint16 0 65535) (:int32 -2147483648 2147483647)
                               (:uint32 0 4294967295) (:int64 -9223372036854775808 9223372036854775807) (:uint64 0 18446744073709551615))
      always (and (= (there-and-back type low) low) (= (there-and-back type high) high)
                  (handler-case (there-and-back type (1+ high)) (type-error () t) (:no-error (n) n nil))
                  (handler-case (there-and-back type (1- low)) (type-error () t) (:no-error (n) n nil)))) => t
(list (there-and-back :float 1.5) (there-and-back :double 1/3) (there-and-back :boolean 7) (there-and-back :boolean nil)) => (1.5 0.3333333333333333d0 t nil)
(there-and-back :pointer (make-pointer 77))             => #.(foreign:make-pointer 77)
(there-and-back :pointer 77)                            => (error type-error "(SETF MEMORY-REF): 77 is not of type POINTER")
(there-and-back :string "x")                            => (error error "(SETF MEMORY-REF): 26 is not of type FOREIGN::TYPE-NUMBER")
(there-and-back :void 1)                                => (error simple-error "ALLOCATE: :VOID has no size")
(with-memory ((p :int 4)) (loop for i below 4 collect (memory-ref p :int (* 4 i)))) => (0 0 0 0)
(with-memory ((p 8)) (setf (memory-ref p :uint8 7) 200) (incf (memory-ref p :uint8 7) 5) (memory-ref p :uint64)) => 14771806777775226880
(with-memory ((p :double 3) (q :double 3)) (setf (memory-ref p :double 16) 2) (copy-memory p q 24) (memory-ref q :double 16)) => 2.0d0
(with-memory ((p 10)) (fill-memory p 65 9) (read-string p)) => "AAAAAAAAA"
(complaint (memory-ref (null-pointer) :int))            => "MEMORY-REF: nothing is at #<POINTER NULL>"
(complaint (memory-ref (null-pointer) :int 8))          => "MEMORY-REF: nothing is at #<POINTER NULL> and 8 octets after it"
(complaint (setf (memory-ref (null-pointer) :int) 1))   => "(SETF MEMORY-REF): nothing is at #<POINTER NULL>"
(memory-ref 5 :int)                                     => (error type-error "MEMORY-REF: 5 is not of type (OR POINTER (VECTOR (UNSIGNED-BYTE 8)))")
(with-memory ((p 8)) (memory-ref p :int "x"))           => (error type-error "MEMORY-REF: \"x\" is not of type FIXNUM")
(with-memory ((p 8)) (let ((type :integer)) (memory-ref p type))) => (error simple-error ":INTEGER is not a type of what memory holds")
(allocate -1)                                           => (error type-error "ALLOCATE: -1 is not of type UNSIGNED-BYTE")
(allocate 'car)                                         => (error simple-error "ALLOCATE: CAR is not a type of C")
(let ((p (allocate 0))) (prog1 (null-pointer-p p) (free p))) => nil
(allocate (expt 2 62))                                  => (error storage-condition)
(free 5)                                                => (error type-error "FREE: 5 is not of type POINTER")
(list (type-size :int) (type-size :pointer) (type-size '(:array :short 5)) (type-size '(:struct :char :double)) (type-alignment '(:struct :char :double)))
                                                        => (4 8 10 16 8)
(type-size :void)                                       => (error simple-error ":VOID has no size")
(type-size '(:struct (:array (:array :int 1000000) 1000000) :char)) => 4000000000004
(type-size '(:struct (:struct :char :short) :char :double)) => 16
(type-size '(:array :int))                              => (error simple-error "is not a type of C")
(type-size 'int)                                        => (error simple-error "is not a type of C")

;;; --- octets of Lisp read as C's
(memory-ref (coerce '(1 2 0 0) '(vector (unsigned-byte 8))) :int) => 513
(let ((v (make-array 8 :element-type '(unsigned-byte 8) :initial-element 0))) (setf (memory-ref v :float 4) 1.0) v) => #(0 0 0 0 0 0 128 63)
(complaint (memory-ref (make-array 4 :element-type '(unsigned-byte 8)) :int 1)) => "MEMORY-REF: 1 is not of type (INTEGER 0 0)"
(memory-ref (make-array 3 :element-type '(unsigned-byte 8)) :int) => (error type-error "MEMORY-REF: 0 is not of type (INTEGER 0 -1)")
(memory-ref (vector 1 2 3 4) :int)                      => (error type-error "MEMORY-REF: #(1 2 3 4) is not of type (OR POINTER (VECTOR (UNSIGNED-BYTE 8)))")

;;; --- structures
(define-structure point (x :double) (y :double))        => point
(define-structure figure (kind :signed-char) (center (:struct point)) (sizes (:array :short 3)) (name :pointer)) => figure
(loop for slot in '(kind center sizes name) collect (slot-offset 'figure slot)) => (0 8 24 32)
(list (type-size '(:struct point)) (type-size '(:struct figure)) (type-alignment '(:struct figure))) => (16 40 8)
(with-memory ((f (:struct figure)))
  (setf (slot f 'figure 'kind) -3 (slot (slot f 'figure 'center) 'point 'y) 2.5 (memory-ref (slot f 'figure 'sizes) :short 4) 9)
  (list (slot f 'figure 'kind) (slot (slot f 'figure 'center) 'point 'y) (memory-ref f :short 28) (slot f 'figure 'name))) => (-3 2.5d0 9 #.(foreign:null-pointer))
(slot (null-pointer) 'figure 'kind)                     => (error simple-error)
(slot-offset 'figure 'area)                             => (error simple-error "the structure FIGURE has no slot AREA")
(slot-offset 'nothing 'area)                            => (error simple-error "there is no structure NOTHING")
(eval '(define-structure wrong x))                      => (error simple-error "are not lists of a name and a type")
(eval '(define-structure wrong (x :integer)))           => (error simple-error ":INTEGER is not a type of C")
(let ((answer (call "div" (:struct :int :int) (:int 17) (:int 5)))) (list (memory-ref answer :int) (memory-ref answer :int 4))) => (3 2)

;;; --- vectors
(let ((v (allocate-vector 3)))
  (setf (aref v 1) 5)
  (setf (memory-ref (vector-pointer v) :uint8 2) 7)
  (list v (memory-ref (vector-pointer v 1) :uint8) (array-element-type v)))     => (#(0 5 7) 5 (unsigned-byte 8))
(let* ((v (allocate-vector 100 :element-type 'double-float)) (p (vector-pointer v)))
  (dotimes (i 5) (make-list 10000) (tessera:gc))
  (setf (memory-ref p :double (* 8 99)) 2.5d0)
  (list (aref v 99) (pointer= p (vector-pointer v))))                           => (2.5d0 t)
(let* ((v (allocate-vector 5000 :element-type '(signed-byte 32))) (p (vector-pointer v 4)))
  (setf (aref v 1) -7)
  (list (memory-ref p :int32) (length v) (pointer= p (vector-pointer v 4))))    => (-7 5000 t)
(length (allocate-vector 0))                                                    => 0
(allocate-vector 3 :element-type 'character)                                    => (error type-error)
(allocate-vector -1)                                                            => (error type-error "MAKE-ARRAY: -1 is not of type UNSIGNED-BYTE")
(vector-pointer (make-array 3 :element-type '(unsigned-byte 8)))                => (error simple-error "the collector may move the vector")
(vector-pointer (vector 1 2))                                                   => (error type-error)
(vector-pointer "ab")                                                           => (error type-error)
(defvar *octets* (coerce '(5 6 7 8) '(vector (unsigned-byte 8)))) => *octets*
(with-memory ((p 10)) (copy-from-vector *octets* p :start 1 :end 3) (list (memory-ref p :uint8) (memory-ref p :uint8 1) (memory-ref p :uint8 2))) => (6 7 0)
(with-memory ((p 10)) (fill-memory p 1 10) (copy-to-vector p (copy-seq *octets*) :start 2)) => #(5 6 1 1)
(with-memory ((p 16)) (copy-from-vector (coerce '(1.0d0 2.0d0) '(vector double-float)) p) (memory-ref p :double 8)) => 2.0d0
(with-memory ((p 8)) (copy-to-vector (copy-from-vector (coerce '(1.0 2.0) '(vector single-float)) p) (make-array 2 :element-type 'single-float))) => #(1.0 2.0)
(with-memory ((p 10)) (copy-from-vector *octets* p :start 3 :end 2)) => (error type-error "COPY-FROM-VECTOR: 3 is not of type (INTEGER 0 2)")
(with-memory ((p 10)) (copy-from-vector *octets* p :end 5)) => (error type-error "COPY-FROM-VECTOR: 5 is not of type (INTEGER 0 4)")
(with-memory ((p 10)) (copy-from-vector (vector 1 2) p)) => (error type-error "COPY-FROM-VECTOR: #(1 2) is not of type (VECTOR (UNSIGNED-BYTE 8))")
(with-memory ((p 10)) (copy-from-vector "ab" p))        => (error type-error "COPY-FROM-VECTOR: \"ab\" is not of type (VECTOR (UNSIGNED-BYTE 8))")
(copy-from-vector *octets* (null-pointer))              => (error simple-error)
(let ((v (copy-seq *octets*))) (with-pointer-to-vector (p v) (setf (memory-ref p :uint8 1) 60)) v)                       => #(5 60 7 8)
(let ((v (copy-seq *octets*))) (with-pointer-to-vector (p v :direction :input) (setf (memory-ref p :uint8 1) 60)) v)     => #(5 6 7 8)
(let ((v (copy-seq *octets*))) (with-pointer-to-vector (p v :direction :output) (memory-ref p :uint8 1)))                => 0
(let ((v (copy-seq *octets*))) (catch 'out (with-pointer-to-vector (p v) (setf (memory-ref p :uint8) 1) (throw 'out nil))) v) => #(1 6 7 8)
(with-pointer-to-vector (p (vector 1 2)) p)             => (error type-error "COPY-FROM-VECTOR: #(1 2) is not of type (VECTOR (UNSIGNED-BYTE 8))")
(with-pointer-to-vector (p 5) p)                        => (error type-error "WITH-POINTER-TO-VECTOR: 5 is not of type VECTOR")

;;; --- strings
(with-string (p "Grüße, λ" size) (list (read-string p) size (memory-ref p :uint8 size))) => ("Grüße, λ" 11 0)
(with-string (p "abc") (read-string p :length 2))       => "ab"
(with-string (p "ä") (read-string p :external-format :latin-1)) => "Ã¤"
(with-memory ((p 3)) (fill-memory p 255 2) (length (read-string p))) => 2
(multiple-value-bind (p size) (allocate-string "xyz") (prog1 (list (read-string p) size) (free p))) => ("xyz" 3)
(read-string (null-pointer))                            => (error simple-error)
(with-string (p "abc") (read-string p :length -1))      => (error type-error "READ-STRING: -1 is not of type (OR NULL (UNSIGNED-BYTE 62))")
(with-string (p "abc") (read-string p :external-format :utf-16)) => (error type-error "READ-STRING: :UTF-16 is not of type (MEMBER :DEFAULT :UTF-8 :LATIN-1 :ISO-8859-1 :ASCII)")
(allocate-string 'abc)                                  => (error type-error "ALLOCATE-STRING: ABC is not of type STRING")
