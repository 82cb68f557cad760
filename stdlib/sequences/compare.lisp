;;; Comparison of two sequences: MISMATCH and SEARCH (chapter 17).

(in-package "TESSERA")

(defmacro %with-pair-match ((operation) &body body)
  "Runs BODY where (match-p a b) tells if two elements match under the variables KEY, TEST and TEST-NOT."
  (flet ((variant (form) `(macrolet ((match-p (a b) ,form)) ,@body)))
    `(let ((test (%test-function test test-not ,operation))
           (key (and key (%coerce-to-function key))))
       (cond (key
              (let ((test (or test #'eql)))
                ,(variant '(list 'funcall 'test (list 'funcall 'key a) (list 'funcall 'key b)))))
             (test ,(variant '(list 'funcall 'test a b)))
             (t ,(variant '(list 'eql a b)))))))

(defmacro %with-two-ranges (((vector-1 limit-1) (vector-2 limit-2) operation) &body body)
  "Runs BODY with the two sequences as vectors, in which the elements have their own indices, and the ends of the
ranges."
  `(let* ((,vector-1 (%range-vector sequence-1 start1 end1 ,operation))
          (,vector-2 (%range-vector sequence-2 start2 end2 ,operation))
          (,limit-1 (%range-limit sequence-1 ,vector-1 start1 end1 ,operation))
          (,limit-2 (%range-limit sequence-2 ,vector-2 start2 end2 ,operation)))
     ,@body))

(defun %range-limit (sequence vector start end operation)
  "Returns the index in VECTOR, made of SEQUENCE by %RANGE-VECTOR, where the range ends."
  (if (listp sequence)
      (length vector)
      (%vector-end vector start end operation)))

(defun mismatch (sequence-1 sequence-2 &key from-end test test-not key (start1 0) end1 (start2 0) end2)
  "Returns the index in SEQUENCE-1 of the first element that does not match its counterpart in SEQUENCE-2 under TEST
after KEY, or has none. Returns NIL if all match. With FROM-END, compares from the right and returns one plus the
index."
  (%with-two-ranges ((v limit-1) (w limit-2) 'mismatch)
    (%with-pair-match ('mismatch)
      (if from-end
          (do ((i (1- limit-1) (1- i)) (j (1- limit-2) (1- j)))
              ((or (< i start1) (< j start2))
               (if (and (< i start1) (< j start2)) nil (1+ i)))
            (unless (match-p (aref v i) (aref w j)) (return (1+ i))))
          (do ((i start1 (1+ i)) (j start2 (1+ j)))
              ((or (>= i limit-1) (>= j limit-2))
               (if (and (>= i limit-1) (>= j limit-2)) nil i))
            (unless (match-p (aref v i) (aref w j)) (return i)))))))

(defmacro %pattern-at-p (pattern start limit vector index)
  "True if the PATTERN between START and LIMIT matches VECTOR at INDEX."
  `(do ((i ,start (1+ i)) (j ,index (1+ j)))
       ((>= i ,limit) t)
     (unless (match-p (aref ,pattern i) (aref ,vector j)) (return nil))))

(defun search (sequence-1 sequence-2 &key from-end test test-not key (start1 0) end1 (start2 0) end2)
  "Returns the index of the first part of SEQUENCE-2 that matches SEQUENCE-1, element by element, under TEST after KEY,
or NIL. With FROM-END, that of the last such part."
  (%with-two-ranges ((pattern limit-1) (vector limit-2) 'search)
    (when (and (stringp pattern) (stringp vector) (not (or key test test-not)))
      (return-from search (%string-search pattern start1 limit-1 vector start2 limit-2 from-end)))
    (let ((last (- limit-2 (- limit-1 start1))))
      (%with-pair-match ('search)
        (if from-end
            (do ((k last (1- k)))
                ((< k start2) nil)
              (when (%pattern-at-p pattern start1 limit-1 vector k) (return k)))
            (do ((k start2 (1+ k)))
                ((> k last) nil)
              (when (%pattern-at-p pattern start1 limit-1 vector k) (return k))))))))
