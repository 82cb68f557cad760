;;; Functions of clojure.core: arrays, which are vectors of Common Lisp's (module clojure).

(in-package "TESSERA-CLOJURE")

(defun array-of (collection)
  "Returns a new array of the elements of COLLECTION."
  (coerce (list-of-seq (seq-of collection)) 'simple-vector))

(define "to-array" (coll) "Returns an array of the elements." (array-of coll))
(define "into-array" (type &optional (coll nil coll-p)) "Returns an array of the elements; the type is not kept." (array-of (if coll-p coll type)))

(defun new-array (size-or-elements elements initial)
  "Returns an array of that size, whose elements are first those of ELEMENTS, which may be one for all, and then
INITIAL; or of those elements."
  (flet ((converted (elements)
           (let ((array (array-of elements)))
             (typecase initial
               (float (map-into array (lambda (number) (coerce number 'double-float)) array))
               (integer (map-into array #'truncated array))
               (t array)))))
    (cond ((not (integerp size-or-elements)) (converted size-or-elements))
          ((typep elements '(or null collection cons string vector))
           (replace (make-array size-or-elements :initial-element initial) (converted elements)))
          (t (fill (make-array size-or-elements) (svref (converted (list elements)) 0))))))

(macrolet ((makers (&rest makers)
             `(progn ,@(loop for (initial . names) in makers
                             collect `(define ,names (size-or-elements &optional elements)
                                        "Returns an array of so many elements, which are those of the second argument as far as it has any; or of the elements of a collection."
                                        (new-array size-or-elements elements ,initial))))))
  (makers (nil "object-array") (0 "int-array" "long-array" "short-array" "byte-array") (0d0 "double-array" "float-array")
          ((%false) "boolean-array") ((code-char 0) "char-array")))

(define "make-array" (type size &rest sizes) "Returns an array of that size; an array of arrays if there are more sizes.
The type is not kept."
  (let ((array (make-array size :initial-element nil)))
    (when sizes
      (dotimes (index size) (setf (svref array index) (apply (symbol-function (core-symbol "make-array")) type sizes))))
    array))

(defun check-array (array)
  "Returns ARRAY, or throws a ClassCastException if it is not an array."
  (if (simple-vector-p array) array (cast-fail array "[Ljava.lang.Object;")))

(defun check-index (array index)
  "Throws unless INDEX is an index of ARRAY."
  (check-array array)
  (unless (and (integerp index) (< -1 index (length array)))
    (throw-new "ArrayIndexOutOfBoundsException" "Index ~A out of bounds for length ~D" (shown index) (length array))))

(define "aget" (array index &rest indices) "Returns the element at the index; in arrays of arrays, at the indices."
  (dolist (next indices)
    (check-index array index)
    (setq array (svref array index) index next))
  (check-index array index)
  (svref array index))

(define ("aset" "aset-int" "aset-long" "aset-short" "aset-byte" "aset-double" "aset-float" "aset-boolean" "aset-char") (array index value &rest more)
  "Gives the element at the index the value; in arrays of arrays, at the indices. Returns the value."
  (loop while more
        do (check-index array index)
           (setq array (svref array index) index value value (pop more)))
  (check-index array index)
  (setf (svref array index) value))

(define "alength" (array) "Returns the number of elements of the array." (length (check-array array)))
(define "aclone" (array) "Returns a copy of the array." (copy-seq (check-array array)))
