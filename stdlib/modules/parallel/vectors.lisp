;;; Vectors of numbers whose memory the program and its workers share.
(in-package "PARALLEL")

(defvar *element-types*
  '((unsigned-byte 8) (signed-byte 8) (unsigned-byte 16) (signed-byte 16) (unsigned-byte 32) (signed-byte 32)
    (unsigned-byte 64) (signed-byte 64) single-float double-float)
  "The element types of shared vectors, as PARALLEL-NATIVE numbers them.")

(defun make-shared-vector (length &key (element-type 'double-float) (initial-element nil initial-element-p))
  "Returns a vector of LENGTH numbers of ELEMENT-TYPE, zeros or INITIAL-ELEMENT. Messages do not copy it: the program
and the workers that get it read and write the same elements. Each element is stored at once, but nothing orders the
stores of several workers: let each write elements of its own, and read those of others after their tasks have ended.

    (let ((squares (parallel:make-shared-vector 4)))
      (parallel:pdotimes (i 4) (setf (aref squares i) (* i i 1d0)))
      squares)   ; #(0.0d0 1.0d0 4.0d0 9.0d0)

Signals an ERROR if ELEMENT-TYPE is not a type of numbers that vectors store unboxed, and a STORAGE-CONDITION if
messages and shared vectors would take more than the heap's limit."
  (let* ((stored (array-element-type (make-array 0 :element-type element-type)))
         (number (position stored *element-types* :test #'equal)))
    (unless number (error "MAKE-SHARED-VECTOR: ~S is not a type of numbers that vectors store unboxed" element-type))
    (let ((vector (handler-case (parallel-native:make-shared-vector number length)
                    (storage-condition ()      ; those that nothing refers to any more have memory, too
                      (tessera:gc :full t)
                      (parallel-native:make-shared-vector number length)))))
      (if initial-element-p (fill vector initial-element) vector))))
