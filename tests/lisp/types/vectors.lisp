;;; Vectors with elements of each kind: read and stored often enough to become machine code, tested for their type, made
;;; of other sequences.

(defun filled (type value rounds)
  "Returns a vector for elements of TYPE that VALUE was stored in, everywhere and ROUNDS times."
  (let ((vector (make-array 50 :element-type type)))
    (dotimes (round rounds vector)
      (dotimes (i (length vector)) (setf (aref vector i) value)))))     => filled

(defun sum-of (vector rounds)
  "Returns the sum of the elements of VECTOR, ROUNDS times."
  (let ((sum 0))
    (dotimes (round rounds sum)
      (dotimes (i (length vector)) (incf sum (aref vector i))))))       => sum-of

(defun sum-of-filled (type value) (sum-of (filled type value 60) 60))   => sum-of-filled

(sum-of-filled '(unsigned-byte 8) 255)                                  => 765000
(sum-of-filled '(signed-byte 8) -128)                                   => -384000
(sum-of-filled '(unsigned-byte 16) 65535)                               => 196605000
(sum-of-filled '(signed-byte 16) -32768)                                => -98304000
(sum-of-filled '(unsigned-byte 32) 4294967295)                          => 12884901885000
(sum-of-filled '(signed-byte 32) -2147483648)                           => -6442450944000
(sum-of-filled '(unsigned-byte 64) (1- (expt 2 64)))                    => 55340232221128654845000
(sum-of-filled '(unsigned-byte 64) (1- (expt 2 62)))                    => 13835058055282163709000
(sum-of-filled '(signed-byte 64) (- (expt 2 63)))                       => -27670116110564327424000
(sum-of-filled '(signed-byte 64) -4)                                    => -12000
(sum-of-filled 'bit 1)                                                  => 3000
(sum-of-filled 'double-float 0.5d0)                                     => 1500.0d0
(sum-of-filled 'single-float 0.5)                                       => 1500.0
(sum-of-filled t 1/2)                                                   => 1500
(count #\λ (filled 'character #\λ 60))                                  => 50

;;; Elements of a wrong type are refused, however often it was tried before.
(defun stored-p (type good bad)
  "True if BAD can be stored in a vector for elements of TYPE that GOOD has been stored in often."
  (let ((vector (filled type good 60)))
    (handler-case (progn (dotimes (i 50) (setf (aref vector i) (if (< i 40) good bad))) t)
      (type-error () nil))))                                            => stored-p

(loop for (type good bad) in '(((unsigned-byte 8) 1 256) ((unsigned-byte 8) 1 -1) ((unsigned-byte 8) 1 1.0) ((signed-byte 8) 1 128)
                               ((unsigned-byte 16) 1 65536) ((signed-byte 16) 1 -32769) ((unsigned-byte 32) 1 4294967296)
                               ((signed-byte 32) 1 2147483648) ((unsigned-byte 64) 1 -1) ((signed-byte 64) 1 9223372036854775808)
                               (double-float 1d0 1) (single-float 1.0 1d0) (bit 1 2) (character #\a 97))
      when (stored-p type good bad) collect type)                       => ()
(let ((vector (filled '(unsigned-byte 8) 1 60)) (read 0))
  (handler-case (dotimes (i 60) (aref vector i) (incf read)) (error () read)))  => 50
(let ((vector (make-array 50 :element-type '(unsigned-byte 8) :adjustable t :fill-pointer 0)))
  (dotimes (i 50) (vector-push i vector))
  (sum-of vector 60))                                                   => 73500
(let ((string (make-string 3 :initial-element #\a)))
  (dotimes (i 100) (setf (char string (mod i 3)) (code-char (+ 200 i))))
  (map 'list #'char-code string))                                       => (299 297 298)
(setf (char (make-string 3) 5) #\a)                                     => (error error "CHAR: the index 5 is outside of \"   \", whose length is 3")
(setf (char (vector 1 2) 0) #\a)                                        => (error type-error "CHAR: #(1 2) is not of type STRING")

;;; Tests of their types.
(deftype octet () '(unsigned-byte 8))                                   => octet
(deftype octets () '(vector octet))                                     => octets
(flet ((types (object)
         (list (typep object 'octets) (typep object '(simple-array octet (*))) (typep object '(simple-array (unsigned-byte 8) (3)))
               (typep object '(vector (unsigned-byte 16))) (typep object 'simple-vector))))
  (list (types (make-array 3 :element-type 'octet)) (types (make-array 3 :element-type 'octet :fill-pointer 2)) (types (vector 1 2 3))
        (types '(1 2 3)) (types (make-array 4 :element-type '(unsigned-byte 16)))))
    => ((t t t nil nil) (t nil nil nil nil) (nil nil nil nil t) (nil nil nil nil nil) (nil nil nil t nil))
(typep (make-array '(2 2) :element-type 'octet) 'octets)                => nil
(array-element-type (make-array 2 :element-type 'octet))                => (unsigned-byte 8)
(let ((options 0))
  (list (array-element-type (make-array (incf options) :initial-element (incf options) :element-type 'octet)) options))
                                                                        => ((unsigned-byte 8) 2)

;;; Made of other sequences.
(coerce '(1 2 3) 'octets)                                               => #(1 2 3)
(array-element-type (coerce '(1 2 3) 'octets))                          => (unsigned-byte 8)
(let ((octets (make-array 3 :element-type 'octet :initial-contents '(1 2 3)))) (eq octets (coerce octets 'octets)))  => t
(coerce #(1 2) '(vector (unsigned-byte 16) 2))                          => #(1 2)
(coerce '(1 2) '(vector (unsigned-byte 16) 3))                          => (error type-error "COERCE: (1 2) is not of type (VECTOR (UNSIGNED-BYTE 16) 3)")
(coerce '(1 256) 'octets)                                               => (error type-error "(SETF ROW-MAJOR-AREF): 256 is not of type (UNSIGNED-BYTE 8)")
(coerce 5 'octets)                                                      => (error type-error "COERCE: 5 is not of type OCTETS")
(coerce "abc" 'list)                                                    => (#\a #\b #\c)
