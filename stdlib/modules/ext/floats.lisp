;;; Bits of floats, infinities, and NaNs.
(in-package "EXT")

(defun single-float-bits (float)
  "Returns the 32 bits of the single-float FLOAT as a signed integer."
  (check-type float single-float)
  (tessera::%float-bits float))

(defun make-single-float (bits)
  "Returns the single-float that has the 32 BITS, a signed or unsigned integer."
  (tessera::%single-of-bits bits))

(defun double-float-bits (float)
  "Returns the 64 bits of the double-float FLOAT as a signed integer."
  (check-type float double-float)
  (tessera::%float-bits float))

(defun double-float-high-bits (float)
  "Returns the upper 32 bits of the double-float FLOAT as a signed integer."
  (ash (double-float-bits float) -32))

(defun double-float-low-bits (float)
  "Returns the lower 32 bits of the double-float FLOAT as an unsigned integer."
  (ldb (byte 32 0) (double-float-bits float)))

(defun make-double-float (high low)
  "Returns the double-float whose upper 32 bits are HIGH, signed or unsigned, and whose lower ones are LOW, unsigned."
  (tessera::%double-of-bits high low))

(defconstant single-float-positive-infinity (tessera::%single-of-bits #x7F800000)
  "The single-float that is larger than all others.")
(defconstant single-float-negative-infinity (tessera::%single-of-bits #xFF800000)
  "The single-float that is smaller than all others.")
(defconstant double-float-positive-infinity (tessera::%double-of-bits #x7FF00000 0)
  "The double-float that is larger than all others.")
(defconstant double-float-negative-infinity (tessera::%double-of-bits #xFFF00000 0)
  "The double-float that is smaller than all others.")

(defun %exponent-and-fraction (float)
  "Returns the bits of the exponent of FLOAT, the largest value that these can have, and the bits of its fraction."
  (etypecase float
    (single-float (let ((bits (single-float-bits float))) (values (ldb (byte 8 23) bits) #xFF (ldb (byte 23 0) bits))))
    (double-float (let ((bits (double-float-bits float))) (values (ldb (byte 11 52) bits) #x7FF (ldb (byte 52 0) bits))))))

(defun float-infinity-p (float)
  "True if FLOAT is an infinity."
  (multiple-value-bind (exponent largest fraction) (%exponent-and-fraction float)
    (and (= exponent largest) (zerop fraction))))

(defun float-nan-p (float)
  "True if FLOAT is not a number."
  (multiple-value-bind (exponent largest fraction) (%exponent-and-fraction float)
    (and (= exponent largest) (plusp fraction))))

(defun float-denormalized-p (float)
  "True if FLOAT is denormalized."
  (multiple-value-bind (exponent largest fraction) (%exponent-and-fraction float)
    (declare (ignore largest))
    (and (zerop exponent) (plusp fraction))))

(defmacro with-float-traps-masked ((&rest traps) &body forms)
  "(with-float-traps-masked (TRAP*) FORM*): evaluates FORMS, in which arithmetic on floats returns infinities and NaNs
instead of signalling :OVERFLOW, :INVALID or :DIVIDE-BY-ZERO; with one of these among TRAPS all three. :UNDERFLOW and
:INEXACT are never signalled."
  (if (intersection traps '(:overflow :invalid :divide-by-zero))
      `(let ((tessera:*float-traps* nil)) ,@forms)
      `(progn ,@forms)))

;;; Names of other Lisps, in which portable libraries have them.

(defconstant short-float-positive-infinity single-float-positive-infinity "The largest short-float, which is a single-float.")
(defconstant short-float-negative-infinity single-float-negative-infinity "The smallest short-float.")
(defconstant long-float-positive-infinity double-float-positive-infinity "The largest long-float, which is a double-float.")
(defconstant long-float-negative-infinity double-float-negative-infinity "The smallest long-float.")

(defun single-float-to-bits (float)
  "Returns the 32 bits of the single-float FLOAT as an integer that is not negative."
  (ldb (byte 32 0) (single-float-bits float)))

(defun double-float-to-bits (float)
  "Returns the 64 bits of the double-float FLOAT as an integer that is not negative."
  (ldb (byte 64 0) (double-float-bits float)))

(defun bits-to-single-float (bits)
  "Returns the single-float that has these 32 BITS, an integer."
  (make-single-float bits))

(defun bits-to-double-float (bits)
  "Returns the double-float that has these 64 BITS, an integer."
  (make-double-float (ash bits -32) (ldb (byte 32 0) bits)))
