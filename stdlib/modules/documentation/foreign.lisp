;;; Entries for the package of the module foreign. Examples call functions of C's own library.
(in-package "TESSERA-DOCUMENTATION")

(define-library-entries "foreign" "Pointers of C"
  (pointer (typep (null-pointer) 'pointer) => t)
  (pointer-p (list (pointer-p (null-pointer)) (pointer-p 0)) => (t nil))
  (make-pointer (pointer-address (make-pointer 255)) => 255)
  (pointer-address (pointer-address (make-pointer 255)) => 255)
  (null-pointer (pointer-address (null-pointer)) => 0)
  (null-pointer-p (null-pointer-p (make-pointer 255)) => nil)
  (pointer+ (pointer-address (pointer+ (make-pointer 255) 8)) => 263)
  (pointer= (pointer= (make-pointer 255) (make-pointer 255)) => t)
  (pointer< (pointer< (null-pointer) (make-pointer 255)) => t))

(define-library-entries "foreign" "Types of C"
  (type-size (list (type-size :int) (type-size :double) (type-size '(:struct :char :double)) (type-size '(:array :short 5))) => (4 8 16 10))
  (type-alignment (type-alignment '(:struct :char :double)) => 8)
  (define-structure (define-structure point (x :double) (y :double)) => point)
  (slot (progn (define-structure point (x :double) (y :double))
               (with-memory ((p (:struct point))) (setf (slot p 'point 'y) 2) (slot p 'point 'y))) => 2.0d0)
  (slot-offset (progn (define-structure point (x :double) (y :double)) (slot-offset 'point 'y)) => 8))

(define-library-entries "foreign" "Libraries of C"
  (library (let ((math (open-library "libm.so.6"))) (prog1 (typep math 'library) (close-library math))) => t)
  (open-library (let ((math (open-library "libm.so.6"))) (prog1 (library-name math) (close-library math))) => "libm.so.6")
  (close-library (let ((math (open-library "libm.so.6"))) (list (close-library math) (close-library math))) => (t nil))
  (library-name (library-name (open-library nil)) => nil)
  (library-file (library-file (open-library nil)) => "")
  (library-open-p (let ((math (open-library "libm.so.6"))) (close-library math) (library-open-p math)) => nil)
  (find-address (pointer-p (find-address "strlen")) => t (find-address "no_such_function" nil nil) => nil))

(define-library-entries "foreign" "Functions and variables of C"
  (call (call "strlen" :size (:string "dice")) => 4
        (call "pow" :double (:double 2) (:double 10)) => 1024.0d0
        (with-memory ((text 20))
          (call "snprintf" :int (:pointer text) (:size 20) (:string "%d dice") &rest (:int 3))
          (read-string text)) => "3 dice")
  (define-function (progn (define-function (absolute "abs") :int ((n :int))) (absolute -3)) => 3)
  (foreign-function (mapcar (foreign-function "abs" :int '(:int)) '(-1 2 -3)) => (1 2 3))
  (define-variable (progn (define-variable (*environment* "environ") :pointer) (pointer-p *environment*)) => t))

(define-library-entries "foreign" "Functions that C calls"
  (make-callback (let ((f (make-callback #'1+ :int '(:int)))) (prog1 (call f :int (:int 6)) (free-callback f))) => 7)
  (free-callback (let ((f (make-callback #'1+ :int '(:int)))) (free-callback f) (handler-case (call f :int (:int 6)) (error () :gone))) => :gone)
  (with-callback (with-callback (f #'1+ :int (:int)) (call f :int (:int 6))) => 7)
  (define-callback (progn (define-callback below :int ((a :pointer) (b :pointer)) (- (memory-ref a :int8) (memory-ref b :int8)))
                          (with-string (text "dice")
                            (call "qsort" :void (:pointer text) (:size 4) (:size 1) (:pointer (callback 'below)))
                            (read-string text))) => "cdei")
  (callback (progn (define-callback twice :int ((n :int)) (* 2 n)) (call (callback 'twice) :int (:int 3))) => 6))

(define-library-entries "foreign" "Memory of C"
  (allocate (let ((p (allocate :int 3))) (prog1 (memory-ref p :int 8) (free p))) => 0)
  (free (free (allocate 100)) => nil)
  (with-memory (with-memory ((n :int)) (setf (memory-ref n :int) 7) (memory-ref n :int)) => 7)
  (memory-ref (with-memory ((p 8)) (setf (memory-ref p :uint8 1) 2) (memory-ref p :int)) => 512)
  (copy-memory (with-string (from "dice") (with-memory ((to 5)) (copy-memory from to 5) (read-string to))) => "dice")
  (fill-memory (with-memory ((p 4)) (fill-memory p 65 3) (read-string p)) => "AAA")
  (copy-from-vector (with-memory ((p 4)) (copy-from-vector (coerce '(1 2) '(vector (unsigned-byte 8))) p) (memory-ref p :int)) => 513)
  (copy-to-vector (with-string (p "dice") (copy-to-vector p (make-array 4 :element-type '(unsigned-byte 8)))) => #(100 105 99 101))
  (with-pointer-to-vector (let ((v (coerce '(3 1 2) '(vector (unsigned-byte 8)))))
                            (with-pointer-to-vector (p v) (fill-memory p 7 2))
                            v) => #(7 7 2))
  (allocate-vector (allocate-vector 3 :element-type 'single-float) => #(0.0 0.0 0.0))
  (vector-pointer (let ((v (allocate-vector 3))) (fill-memory (vector-pointer v 1) 7 2) v) => #(0 7 7))
  (read-string (with-string (p "dice") (read-string p :length 2)) => "di")
  (allocate-string (multiple-value-bind (p size) (allocate-string "λ") (free p) size) => 2)
  (with-string (with-string (p "dice") (call "strlen" :size (:pointer p))) => 4))

(define-library-entries "foreign" "Errors"
  (library-error (handler-case (open-library "no-such.so") (library-error (c) (library-error-name c))) => "no-such.so")
  (library-error-name (handler-case (open-library "no-such.so") (library-error (c) (library-error-name c))) => "no-such.so")
  (unknown-symbol (handler-case (call "no_such_function" :int) (unknown-symbol () :unknown)) => :unknown)
  (unknown-symbol-name (handler-case (call "no_such_function" :int) (unknown-symbol (c) (unknown-symbol-name c))) => "no_such_function")
  (errno (progn (call "open" :int (:string "/no/such/file") (:int 0)) (errno)) => 2)
  (error-text (error-text 2) => "No such file or directory"))
