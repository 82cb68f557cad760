;;; REMOVE, DELETE, SUBSTITUTE, NSUBSTITUTE and the functions on duplicates (chapter 17).

(in-package "TESSERA")

;;; The :COUNT argument

(defun %count-limit (count operation)
  "Returns the maximum number of elements that OPERATION may change for the argument COUNT."
  (cond ((null count) most-positive-fixnum)
        ((integerp count) (max count 0))
        (t (%bad-argument count '(or null integer) operation))))

(defmacro %hits-from-end (sequence start end count operation)
  "Returns the ascending indices of the last COUNT elements that (match x)."
  `(let ((hits '()) (left (%count-limit ,count ,operation)))
     (%do-range-backward (element i ,sequence ,start ,end ,operation)
       (when (eql left 0) (return))
       (when (match element)
         (push i hits)
         (setq left (1- left))))
     hits))

;;; Ways of changing a sequence where (hit x i) is true of an element and its index, LIMIT times at most

(defmacro %rebuild-list ((list start end limit operation) &rest instead)
  "Returns a list like LIST without its hits, or with the value of INSTEAD in their place. It shares its tail with
LIST."
  `(let* ((head (list nil)) (last head) (run ,list) (left ,limit))
     (%do-list (cell i ,list ,start ,end ,operation)
       (when (eql left 0) (return))
       (when (hit (car cell) i)
         (do () ((eq run cell))
           (setq last (setf (cdr last) (list (car run))))
           (setq run (cdr run)))
         ,@(when instead `((setq last (setf (cdr last) (list ,@instead)))))
         (setq run (cdr cell))
         (setq left (1- left))))
     (setf (cdr last) run)
     (cdr head)))

(defmacro %splice-list ((list start end limit operation))
  "Cuts the hits out of LIST. Returns the rest."
  `(let* ((head (cons nil ,list)) (left ,limit)
          (last (if (eql ,start 0) head (nthcdr ,start head))))
     (%do-list (cell i ,list ,start ,end ,operation)
       (when (eql left 0) (return))
       (cond ((hit (car cell) i)
              (setf (cdr last) (cdr cell))
              (setq left (1- left)))
             (t (setq last cell))))
     (cdr head)))

(defmacro %compact-vector ((vector target start end limit operation))
  "Copies the elements of VECTOR that are not hits to TARGET, a vector of the same length. Returns their number."
  `(let* ((stop (%vector-end ,vector ,start ,end ,operation)) (target ,target) (left ,limit) (next ,start))
     (unless (eq target ,vector) (replace target ,vector :end2 ,start))
     (%do-vector (element i ,vector ,start stop)
       (cond ((and (not (eql left 0)) (hit element i))
              (setq left (1- left)))
             (t (setf (aref target next) element)
                (setq next (1+ next)))))
     (replace target ,vector :start1 next :start2 stop)
     (+ next (- (length ,vector) stop))))

(defun %similar-vector (vector length)
  "Returns a new simple vector of LENGTH elements of the type of VECTOR's."
  (make-array length :element-type (array-element-type vector)))

(defmacro %removed (sequence start end limit operation)
  "Returns a sequence like SEQUENCE without its hits."
  `(%sequence-case (,sequence ,operation)
     (%rebuild-list (,sequence ,start ,end ,limit ,operation))
     (let ((kept (%similar-vector ,sequence (length ,sequence))))
       (%trimmed kept (%compact-vector (,sequence kept ,start ,end ,limit ,operation))))))

(defmacro %deleted (sequence start end limit operation)
  "Returns SEQUENCE, which may be destroyed, without its hits."
  `(%sequence-case (,sequence ,operation)
     (%splice-list (,sequence ,start ,end ,limit ,operation))
     (%trimmed ,sequence (%compact-vector (,sequence ,sequence ,start ,end ,limit ,operation)))))

(defun %trimmed (vector length)
  "Returns the first LENGTH elements of VECTOR, which may be VECTOR itself, shortened by its fill pointer if it has
one."
  (cond ((eql length (length vector)) vector)
        ((array-has-fill-pointer-p vector)
         (setf (fill-pointer vector) length)
         vector)
        (t (subseq vector 0 length))))

(defmacro %at-indices ((indices) &body body)
  "Runs BODY where the hits are the elements at INDICES, an ascending list."
  `(let ((pending ,indices))
     (macrolet ((hit (element i)
                  (declare (ignore element))
                  (list 'and (list 'eql i '(car pending)) '(progn (pop pending) t))))
       ,@body)))

(defun %remove-at (sequence indices operation)
  "Returns SEQUENCE without the elements at INDICES, an ascending list."
  (if (null indices)
      sequence
      (%at-indices (indices)
        (%removed sequence 0 nil (length indices) operation))))

(defun %delete-at (sequence indices operation)
  "Returns SEQUENCE, which may be destroyed, without the elements at INDICES, an ascending list."
  (if (null indices)
      sequence
      (%at-indices (indices)
        (%deleted sequence 0 nil (length indices) operation))))

(%define-matching remove (() item (sequence) (from-end (start 0) end count))
    "Returns a sequence like SEQUENCE without the elements between START and END of which each ~. If COUNT is given, at
most COUNT of them are left out: the first, or with FROM-END the last ones. It may share storage with SEQUENCE."
  (if from-end
      (%remove-at sequence (%hits-from-end sequence start end count operation) operation)
      (macrolet ((hit (element i) (declare (ignore i)) (list 'match element)))
        (%removed sequence start end (%count-limit count operation) operation))))

(%define-matching delete (() item (sequence) (from-end (start 0) end count))
    "Returns SEQUENCE, which may be destroyed, without the elements between START and END of which each ~. If COUNT is
given, at most COUNT of them are deleted: the first, or with FROM-END the last ones."
  (if from-end
      (%delete-at sequence (%hits-from-end sequence start end count operation) operation)
      (macrolet ((hit (element i) (declare (ignore i)) (list 'match element)))
        (%deleted sequence start end (%count-limit count operation) operation))))

;;; Substitution

(defmacro %replace-hits (sequence newitem start end limit operation)
  "Stores NEWITEM over the hits in SEQUENCE."
  `(let ((left ,limit))
     (%sequence-case (,sequence ,operation)
       (%do-list (cell i ,sequence ,start ,end ,operation)
         (when (eql left 0) (return))
         (when (hit (car cell) i)
           (setf (car cell) ,newitem)
           (setq left (1- left))))
       (let ((stop (%vector-end ,sequence ,start ,end ,operation)))
         (%do-vector (element i ,sequence ,start stop)
           (when (eql left 0) (return))
           (when (hit element i)
             (setf (aref ,sequence i) ,newitem)
             (setq left (1- left))))))
     ,sequence))

(defun %substitute-at (newitem sequence indices operation)
  "Stores NEWITEM into SEQUENCE at INDICES, an ascending list; returns SEQUENCE."
  (%at-indices (indices)
    (%replace-hits sequence newitem 0 nil (length pending) operation)))

(%define-matching substitute ((newitem) olditem (sequence) (from-end (start 0) end count))
    "Returns a sequence like SEQUENCE, with NEWITEM for the elements between START and END of which each ~. If COUNT is
given, at most COUNT of them are replaced: the first, or with FROM-END the last ones. It may share storage with
SEQUENCE."
  (if from-end
      (%substitute-at newitem (copy-seq sequence) (%hits-from-end sequence start end count operation) operation)
      (let ((limit (%count-limit count operation)))
        (macrolet ((hit (element i) (declare (ignore i)) (list 'match element)))
          (%sequence-case (sequence operation)
            (%rebuild-list (sequence start end limit operation) newitem)
            (let ((copy (copy-seq sequence)))
              (%replace-hits copy newitem start end limit operation)))))))

(%define-matching nsubstitute ((newitem) olditem (sequence) (from-end (start 0) end count))
    "Replaces by NEWITEM the elements of SEQUENCE between START and END of which each ~. If COUNT is given, at most
COUNT of them are replaced: the first, or with FROM-END the last ones. Returns SEQUENCE."
  (if from-end
      (%substitute-at newitem sequence (%hits-from-end sequence start end count operation) operation)
      (macrolet ((hit (element i) (declare (ignore i)) (list 'match element)))
        (%replace-hits sequence newitem start end (%count-limit count operation) operation))))

;;; Duplicates

(defun %keys-vector (sequence start end key operation)
  "Returns a simple vector of the elements of SEQUENCE between START and END, after the function KEY if there is one."
  (if (or key end (not (listp sequence)))
      (let* ((source (%range-vector sequence start end operation))
             (length (if (listp sequence) (length source) (%vector-end source start end operation)))
             (keys (make-array (- length start))))
        (%do-vector (element i source start length)
          (setf (svref keys (- i start)) (if key (funcall key element) element)))
        keys)
      (let ((list (%list-from sequence start end operation)))
        (replace (make-array (length list)) list))))

(defun %duplicate-p (keys i from to test)
  "True if the Ith of KEYS matches one of those from FROM up to TO. The earlier one is TEST's first argument."
  (let ((key (svref keys i)))
    (do ((j from (1+ j)))
        ((>= j to) nil)
      (when (cond ((null test) (eql key (svref keys j)))
                  ((< i j) (funcall test key (svref keys j)))
                  (t (funcall test (svref keys j) key)))
        (return t)))))

(defun %duplicates-by-pairs (keys test from-end)
  "Returns the indices, ascending, of the elements of the vector KEYS to drop, found by comparing each with each."
  (let ((duplicates '()) (length (length keys)))
    (dotimes (i length (nreverse duplicates))
      (when (if from-end
                (%duplicate-p keys i 0 i test)
                (%duplicate-p keys i (1+ i) length test))
        (push i duplicates)))))

(defun %duplicates (sequence from-end start end key test operation)
  "Returns the indices in SEQUENCE, ascending, of the elements between START and END to drop so that no two match."
  (let* ((keys (%keys-vector sequence start end key operation))
         (indices (multiple-value-bind (table-test before) (if (> (length keys) 8) (%hash-test test) nil)
                    (when before
                      (dotimes (i (length keys)) (setf (svref keys i) (funcall before (svref keys i)))))
                    (if table-test
                        (%duplicate-indices keys table-test from-end)
                        (%duplicates-by-pairs keys test from-end)))))
    (if (eql start 0)
        indices
        (mapcar (lambda (i) (+ i start)) indices))))

(defmacro %without-duplicates (remover operation)
  "Returns the body of the functions on duplicates, which drop elements by REMOVER."
  `(let ((test (%test-function test test-not ,operation))
         (key (and key (%coerce-to-function key))))
     (,remover sequence (%duplicates sequence from-end start end key test ,operation) ,operation)))

(defun remove-duplicates (sequence &key from-end test test-not (start 0) end key)
  "Returns a sequence like SEQUENCE in which no two elements between START and END match under TEST after KEY. Of
those that match the last one stays, or the first one with FROM-END. The result may share storage with SEQUENCE."
  (%without-duplicates %remove-at 'remove-duplicates))

(defun delete-duplicates (sequence &key from-end test test-not (start 0) end key)
  "Returns SEQUENCE, which may be destroyed for it, without those elements between START and END that match another
one under TEST after KEY. Of those that match the last one stays, or the first one with FROM-END."
  (%without-duplicates %delete-at 'delete-duplicates))
