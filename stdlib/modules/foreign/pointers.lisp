;;; Pointers: addresses as a separate type.
(in-package "FOREIGN")

(defstruct (pointer (:constructor %pointer (address)) (:copier nil))
  "A pointer of C."
  (address 0 :type (unsigned-byte 64) :read-only t))

(%use-pointer (%pointer 0))

(loop for (name text) in '((pointer-p "Returns true if OBJECT is a POINTER.")
                           (pointer-address "Returns the address that POINTER is, an integer."))
      do (setf (documentation name 'function) text))

(defmethod print-object ((pointer pointer) stream)
  (print-unreadable-object (pointer stream :type t)
    (if (null-pointer-p pointer) (write-string "NULL" stream) (format stream "~(0x~X~)" (pointer-address pointer)))))

(defun make-pointer (address)
  "Returns the POINTER to ADDRESS, an integer from 0 to 2^64 - 1."
  (%check address (unsigned-byte 64) make-pointer)
  (%pointer address))

(defun null-pointer ()
  "Returns the null pointer."
  (%pointer 0))

(defun null-pointer-p (pointer)
  "True if POINTER is the null pointer."
  (eql (pointer-address pointer) 0))

(defun pointer+ (pointer octets)
  "Returns the POINTER that is OCTETS, an integer, after POINTER, or before it if OCTETS is negative."
  (%check octets integer pointer+)
  (let ((address (+ (pointer-address pointer) octets)))
    (%pointer (if (typep address '(and fixnum unsigned-byte)) address (ldb (byte 64 0) address)))))

(defun pointer= (pointer-1 pointer-2)
  "True if both pointers have the same address."
  (= (pointer-address pointer-1) (pointer-address pointer-2)))

(defun pointer< (pointer-1 pointer-2)
  "True if POINTER-1 has a lower address than POINTER-2."
  (< (pointer-address pointer-1) (pointer-address pointer-2)))
