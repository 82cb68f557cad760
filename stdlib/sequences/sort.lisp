;;; SORT, STABLE-SORT and MERGE (chapter 17). With a standard order on numbers, characters or strings, and
;;; keys of one kind, they sort natively; otherwise by merge sorts, on conses or on simple vectors.

(in-package "TESSERA")

(defmacro %with-order ((predicate key) &body body)
  "Runs BODY where (before-p a b) tells if A must come before B, given two keys, and (key-of x) is the key of X. The
usual predicates are compiled in line."
  (flet ((variant (before key-of)
           `(macrolet ((before-p (a b) ,before) (key-of (element) ,key-of)) ,@body)))
    `(cond (,key ,(variant `(list 'funcall ',predicate a b) `(list 'funcall ',key element)))
           ((eq ,predicate #'<) ,(variant '(list '< a b) 'element))
           ((eq ,predicate #'>) ,(variant '(list '> a b) 'element))
           (t ,(variant `(list 'funcall ',predicate a b) 'element)))))

;;; Lists

(defun %merge-lists (a b predicate key)
  "Merges the sorted lists A and B, which are destroyed. Of equal elements those of A come first."
  (cond ((null a) b)
        ((null b) a)
        (t (%with-order (predicate key)
             (let* ((head (list nil)) (last head)
                    (key-a (key-of (car a))) (key-b (key-of (car b))))
               (do () (nil)
                 (cond ((before-p key-b key-a)
                        (setf (cdr last) b)
                        (setq last b  b (cdr b))
                        (when (null b)
                          (setf (cdr last) a)
                          (return (cdr head)))
                        (setq key-b (key-of (car b))))
                       (t
                        (setf (cdr last) a)
                        (setq last a  a (cdr a))
                        (when (null a)
                          (setf (cdr last) b)
                          (return (cdr head)))
                        (setq key-a (key-of (car a)))))))))))

(defun %cut (list n)
  "Ends LIST after N conses, if it has as many; returns the rest."
  (let ((cell (nthcdr (1- n) list)))
    (when (consp cell)
      (let ((rest (cdr cell)))
        (setf (cdr cell) nil)
        rest))))

(defun %sort-list (list n predicate key)
  "Sorts LIST, which has N elements, by its own conses."
  (if (< n 2)
      list
      (let* ((half (ash n -1)) (rest (%cut list half)))
        (%merge-lists (%sort-list list half predicate key)
                      (%sort-list rest (- n half) predicate key)
                      predicate key))))

;;; Vectors

(defmacro %insertion-sort (vector start end)
  "Sorts the part of the simple vector from START to END, a short one, in place."
  `(do ((i (1+ ,start) (1+ i)))
       ((>= i ,end))
     (let* ((element (svref ,vector i)) (this (key-of element)) (j i))
       (do ()
           ((or (eql j ,start) (not (before-p this (key-of (svref ,vector (1- j)))))))
         (setf (svref ,vector j) (svref ,vector (1- j)))
         (setq j (1- j)))
       (setf (svref ,vector j) element))))

(defmacro %merge-runs (from to start middle end)
  "Merges the sorted parts START..MIDDLE and MIDDLE..END of the simple vector FROM into the same part of TO."
  `(let ((a ,start) (b ,middle))
     (do ((next ,start (1+ next)))
         ((>= next ,end))
       (cond ((and (< a ,middle)
                   (or (>= b ,end)
                       (not (before-p (key-of (svref ,from b)) (key-of (svref ,from a))))))
              (setf (svref ,to next) (svref ,from a))
              (setq a (1+ a)))
             (t
              (setf (svref ,to next) (svref ,from b))
              (setq b (1+ b)))))))

(defun %sort-runs (vector run predicate key)
  "Sorts each part of RUN elements of the simple VECTOR."
  (%with-order (predicate key)
    (do ((start 0 (+ start run)) (length (length vector)))
        ((>= start length))
      (let ((end (min length (+ start run))))
        (%insertion-sort vector start end)))))

(defun %merge-pass (from to run predicate key)
  "Merges each two neighboring sorted parts of RUN elements of the simple vector FROM into TO."
  (%with-order (predicate key)
    (do ((start 0 (+ start run run)) (length (length from)))
        ((>= start length))
      (let ((middle (min length (+ start run))) (end (min length (+ start run run))))
        (if (or (>= middle end)
                (not (before-p (key-of (svref from middle)) (key-of (svref from (1- middle))))))
            (replace to from :start1 start :start2 start :end2 end)
            (%merge-runs from to start middle end))))))

(defun %sort-simple-vector (vector predicate key)
  "Sorts the simple VECTOR, with a scratch vector of the same length."
  (let ((length (length vector)) (run 8))
    (%sort-runs vector run predicate key)
    (when (< run length)
      (do ((from vector) (to (make-array length)))
          ((>= run length)
           (unless (eq from vector) (replace vector from)))
        (%merge-pass from to run predicate key)
        (rotatef from to)
        (setq run (* run 2)))))
  vector)

(defun %sort-vector (vector predicate key)
  "Sorts VECTOR, which may be of any kind, in place."
  (if (simple-vector-p vector)
      (%sort-simple-vector vector predicate key)
      (let ((elements (make-array (length vector))))
        (replace elements vector)
        (replace vector (%sort-simple-vector elements predicate key)))))

;;; The functions

(defun %sort-natively (sequence predicate key)
  "Sorts SEQUENCE in place, if that can be done without calling PREDICATE; returns true if so."
  (when (and (%known-order-p predicate) (> (length sequence) 1))
    (let* ((length (length sequence))
           (elements (if (simple-vector-p sequence) sequence (replace (make-array length) sequence)))
           (keys elements))
      (when key
        (setq keys (make-array length))
        (dotimes (i length) (setf (svref keys i) (funcall key (svref elements i)))))
      (when (%sort-known elements keys predicate)
        (unless (eq elements sequence) (replace sequence elements))
        t))))

(defun %sort (sequence predicate key operation)
  "Sorts SEQUENCE, for OPERATION, keeping the order of equal elements."
  (let ((predicate (%coerce-to-function predicate))
        (key (and key (%coerce-to-function key))))
    (%sequence-case (sequence operation)
      (if (%sort-natively sequence predicate key)
          sequence
          (%sort-list sequence (length sequence) predicate key))
      (if (%sort-natively sequence predicate key)
          sequence
          (%sort-vector sequence predicate key)))))

(defun sort (sequence predicate &key key)
  "Sorts SEQUENCE, which is destroyed if it is a list, so that PREDICATE holds of no element (after KEY) and an
earlier one. Returns the sorted sequence."
  (%sort sequence predicate key 'sort))

(defun stable-sort (sequence predicate &key key)
  "Sorts SEQUENCE so that PREDICATE, after KEY, is false of each element and an earlier one. Elements of which neither
comes before the other stay in their order. A list is destroyed. Returns the sorted sequence."
  (%sort sequence predicate key 'stable-sort))

(defun %as-list (sequence operation)
  "Returns SEQUENCE itself if it is a list, or else a list of its elements."
  (%sequence-case (sequence operation)
    sequence
    (%gathering-list
     (let ((limit (length sequence)))
       (%do-vector (element i sequence 0 limit) (gather element))))))

(defun %merge-vectors (from to middle predicate key)
  "Merges the parts of the simple vector FROM before and after MIDDLE, which are sorted, into TO. Returns TO."
  (let ((a 0) (b middle) (end (length from)))
    (if (or (eql a middle) (eql b end))
        (replace to from)
        (%with-order (predicate key)
          (let ((key-a (key-of (svref from a))) (key-b (key-of (svref from b))))
            (do ((next 0 (1+ next))) (nil)
              (cond ((before-p key-b key-a)
                     (setf (svref to next) (svref from b))
                     (setq b (1+ b))
                     (when (eql b end)
                       (return (replace to from :start1 (1+ next) :start2 a :end2 middle)))
                     (setq key-b (key-of (svref from b))))
                    (t
                     (setf (svref to next) (svref from a))
                     (setq a (1+ a))
                     (when (eql a middle)
                       (return (replace to from :start1 (1+ next) :start2 b)))
                     (setq key-a (key-of (svref from a)))))))))))

(defun merge (result-type sequence-1 sequence-2 predicate &key key)
  "Merges both sequences, which may be destroyed, into a sequence of RESULT-TYPE, and returns it. It is sorted by
PREDICATE after KEY if they are. Of equal elements those of SEQUENCE-1 come first."
  (let ((predicate (%coerce-to-function predicate)) (key (and key (%coerce-to-function key))))
    (if (and (vectorp sequence-1) (vectorp sequence-2) (not (eq result-type 'list)))
        (let* ((middle (length sequence-1)) (length (+ middle (length sequence-2))) (both (make-array length)))
          (replace both sequence-1)
          (replace both sequence-2 :start1 middle)
          (let ((merged (%merge-vectors both (make-array length) middle predicate key)))
            (if (member result-type '(vector simple-vector)) merged (%concatenate result-type (list merged) 'merge))))
        (let ((merged (%merge-lists (%as-list sequence-1 'merge) (%as-list sequence-2 'merge) predicate key)))
          (if (eq result-type 'list) merged (%concatenate result-type (list merged) 'merge))))))
