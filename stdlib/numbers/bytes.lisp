;;; Bytes of integers whose size and position are known where they are read or replaced, and tests of bits: in terms of
;;; LOGAND, LOGIOR and ASH, which are instructions.
(in-package "TESSERA")

(defun %constant-byte (form)
  "Returns the size and the position of the byte that FORM, (byte SIZE POSITION) of two numbers, stands for; NIL of any
other form."
  (if (and (%constant-byte-form-p form) (< (+ (second form) (third form)) 1000))
      (values (second form) (third form))
      nil))

(defun %low-mask (size)
  "Returns an integer with SIZE bits, which are 1."
  (- (ash 1 size) 1))

(define-compiler-macro ldb (&whole form bytespec integer)
  (multiple-value-bind (size position) (%constant-byte bytespec)
    (cond ((null size) form)
          ((= position 0) `(logand ,integer ,(%low-mask size)))
          (t `(logand (ash ,integer ,(- position)) ,(%low-mask size))))))

(define-compiler-macro mask-field (&whole form bytespec integer)
  (multiple-value-bind (size position) (%constant-byte bytespec)
    (if size `(logand ,integer ,(ash (%low-mask size) position)) form)))

(define-compiler-macro ldb-test (&whole form bytespec integer)
  (if (%constant-byte bytespec)
      `(not (eql (mask-field ,bytespec ,integer) 0))
      form))

(defun %replaced-bits (bits integer mask)
  "Returns a form for the value of the form INTEGER in which the bits under MASK are replaced by those of the form BITS,
whose value has no bits outside of MASK."
  `(logior ,bits (logand ,integer ,(lognot mask))))

(define-compiler-macro dpb (&whole form newbyte bytespec integer)
  (multiple-value-bind (size position) (%constant-byte bytespec)
    (if size
        (let ((field `(logand ,newbyte ,(%low-mask size))))
          (%replaced-bits (if (= position 0) field `(ash ,field ,position)) integer (ash (%low-mask size) position)))
        form)))

(define-compiler-macro deposit-field (&whole form newbyte bytespec integer)
  (multiple-value-bind (size position) (%constant-byte bytespec)
    (if size
        (let ((mask (ash (%low-mask size) position)))
          (%replaced-bits `(logand ,newbyte ,mask) integer mask))
        form)))

(define-compiler-macro logtest (integer-1 integer-2)
  `(not (eql (logand ,integer-1 ,integer-2) 0)))

(define-compiler-macro lognot (integer)
  `(logxor ,integer -1))

(define-compiler-macro logandc1 (integer-1 integer-2)
  `(logand (logxor ,integer-1 -1) ,integer-2))

(define-compiler-macro logandc2 (integer-1 integer-2)
  `(logand ,integer-1 (logxor ,integer-2 -1)))

(define-compiler-macro logbitp (&whole form index integer)
  (if (typep index '(integer 0 1000))
      `(not (eql (logand ,integer ,(ash 1 index)) 0))
      form))

(macrolet ((of-one (name identity)
             `(define-compiler-macro ,name (&whole form &rest integers)
                (if (and integers (null (rest integers)))
                    (list ',name (first integers) ,identity) ; the call reports a non-integer
                    form))))
  (of-one logior 0)
  (of-one logxor 0)
  (of-one logand -1))
