;;; SRFI 69, hash tables (Scheme's library).

(in-package "TESSERA-SCHEME")

;;; Common Lisp's for EQ?, EQV? and STRING=?; for other equivalences an alist for each hash of
;;; keys.

(defstruct (custom-table (:constructor make-custom-table (same hash)) (:copier nil)
                         (:print-function (lambda (table stream depth)
                                            (declare (ignore depth))
                                            (format stream "#<hash-table ~D>" (custom-table-count table)))))
  "A table for the equivalence SAME, a predicate of Common Lisp, by HASH, a procedure; BUCKETS has an alist for each
hash."
  same hash (buckets (make-hash-table :test 'equal)) (count 0))

(defun hash-of (object)
  "Returns a number that is the same for objects which are EQUAL?."
  (labels ((of (object depth)
             (cond ((zerop depth) 0)
                   ((consp object) (logxor (* 31 (of (car object) (1- depth))) (of (cdr object) (1- depth))))
                   ((simple-vector-p object)
                    (let ((hash (length object))) (dotimes (i (min 8 (length object)) hash) (setq hash (logand (+ (* 31 hash) (of (svref object i) (1- depth))) most-positive-fixnum)))))
                   ((bytevector-p object) (length object))
                   (t (sxhash object)))))
    (logand (of object 12) most-positive-fixnum)))

(defun hash-or-string (object)
  "Returns OBJECT if it is a string, else its hash. Tables of Common Lisp stay fast even if somebody has chosen strings
with equal hashes."
  (if (stringp object) object (hash-of object)))

(defun bounded (hash bound)
  "Returns HASH, modulo BOUND unless that is NIL."
  (check "hash" "an exact positive integer" bound (typep bound '(or null (integer 1))))
  (if bound (mod hash bound) hash))

(defproc ("hash" "hash-by-identity" "string-hash") (object &optional (bound nil)) (bounded (hash-of object) bound))
(defproc "string-ci-hash" (string &optional (bound nil))
  (bounded (hash-of (string-fold (check-string "string-ci-hash" string))) bound))

(defproc "make-hash-table" (&optional (same nil) (hash nil) &rest ignored)
  (declare (ignore ignored))
  (cond ((eq same (symbol-value (location "eq?"))) (make-hash-table :test 'eq))
        ((eq same (symbol-value (location "eqv?"))) (make-hash-table :test 'eql))
        ((eq same (symbol-value (location "string=?"))) (make-hash-table :test 'equal))
        ((or (null same) (eq same (symbol-value (location "equal?")))) (make-custom-table #'equal-p (or hash #'hash-or-string)))
        (t (make-custom-table (lambda (x y) (true-of same x y))
                              (or hash (if (eq same (symbol-value (location "string-ci=?"))) (symbol-value (location "string-ci-hash")) #'hash-of))))))

(defpred "hash-table?" (object) (or (hash-table-p object) (custom-table-p object)))

(defun check-table (operation table)
  "Returns TABLE; signals an error of OPERATION unless it is a hash table."
  (check operation "a hash table" table (or (hash-table-p table) (custom-table-p table))) table)

(defun table-entry (table key)
  "Returns the cons of KEY and its value in the CUSTOM-TABLE, or NIL."
  (let ((same (custom-table-same table)))
    (dolist (entry (gethash (funcall (custom-table-hash table) key) (custom-table-buckets table)))
      (when (funcall same key (car entry)) (return entry)))))

(defun table-ref (table key default)
  "Returns the value of KEY in TABLE, or DEFAULT."
  (if (hash-table-p table)
      (gethash key table default)
      (let ((entry (table-entry table key))) (if entry (cdr entry) default))))

(defun table-set (table key value)
  "Makes VALUE the value of KEY in TABLE. Returns the unspecified object."
  (if (hash-table-p table)
      (setf (gethash key table) value)
      (let ((entry (table-entry table key)))
        (cond (entry (setf (cdr entry) value))
              (t (incf (custom-table-count table))
                 (push (cons key value) (gethash (funcall (custom-table-hash table) key) (custom-table-buckets table)))))))
  *unspecified*)

(defun table-alist (table)
  "Returns a new alist of the keys and values of TABLE."
  (let ((alist '()))
    (if (hash-table-p table)
        (maphash (lambda (key value) (push (cons key value) alist)) table)
        (maphash (lambda (hash entries) (declare (ignore hash)) (dolist (entry entries) (push (cons (car entry) (cdr entry)) alist)))
                 (custom-table-buckets table)))
    alist))

(defvar *absent* (make-singleton "absent"))

(defproc "hash-table-ref" (table key &optional (otherwise nil) (found nil))
  (let ((value (table-ref (check-table "hash-table-ref" table) key *absent*)))
    (cond ((not (eq value *absent*)) (if found (funcall found value) value))
          (otherwise (funcall otherwise))
          (t (error 'scheme-error :message "hash-table-ref: there is no key" :irritants (list key))))))
(defproc "hash-table-ref/default" (table key default) (table-ref (check-table "hash-table-ref/default" table) key default))
(defproc "hash-table-set!" (table key value) (table-set (check-table "hash-table-set!" table) key value))
(defproc "hash-table-delete!" (table key)
  (check-table "hash-table-delete!" table)
  (if (hash-table-p table)
      (remhash key table)
      (let ((entry (table-entry table key)) (hash (funcall (custom-table-hash table) key)) (buckets (custom-table-buckets table)))
        (when entry
          (decf (custom-table-count table))
          (let ((others (remove entry (gethash hash buckets) :test #'eq)))
            (if others (setf (gethash hash buckets) others) (remhash hash buckets))))))
  *unspecified*)
(defpred "hash-table-exists?" (table key) (not (eq (table-ref (check-table "hash-table-exists?" table) key *absent*) *absent*)))
(defproc "hash-table-update!" (table key f &optional (otherwise nil))
  (let ((value (table-ref (check-table "hash-table-update!" table) key *absent*)))
    (when (eq value *absent*)
      (setq value (if otherwise (funcall otherwise) (error 'scheme-error :message "hash-table-update!: there is no key" :irritants (list key)))))
    (table-set table key (funcall f value))))
(defproc "hash-table-update!/default" (table key f default)
  (table-set (check-table "hash-table-update!/default" table) key (funcall f (table-ref table key default))))
(defproc ("hash-table-size" "hash-table-count") (table)
  (if (hash-table-p (check-table "hash-table-size" table)) (hash-table-count table) (custom-table-count table)))
(defproc "hash-table-keys" (table) (mapcar #'car (table-alist (check-table "hash-table-keys" table))))
(defproc "hash-table-values" (table) (mapcar #'cdr (table-alist (check-table "hash-table-values" table))))
(defproc "hash-table->alist" (table) (table-alist (check-table "hash-table->alist" table)))
(defproc "hash-table-walk" (table f)
  (dolist (entry (table-alist (check-table "hash-table-walk" table)) *unspecified*) (funcall f (car entry) (cdr entry))))
(defproc "hash-table-fold" (table f start)
  (dolist (entry (table-alist (check-table "hash-table-fold" table)) start) (setq start (funcall f (car entry) (cdr entry) start))))
(defproc "hash-table-clear!" (table)
  (if (hash-table-p (check-table "hash-table-clear!" table)) (clrhash table)
      (progn (clrhash (custom-table-buckets table)) (setf (custom-table-count table) 0)))
  *unspecified*)

(defun empty-like (table)
  "Returns an empty hash table with the equivalence of TABLE."
  (if (hash-table-p table) (make-hash-table :test (hash-table-test table)) (make-custom-table (custom-table-same table) (custom-table-hash table))))
(defproc "hash-table-copy" (table &optional ignored)
  (declare (ignore ignored))
  (let ((copy (empty-like (check-table "hash-table-copy" table))))
    (dolist (entry (table-alist table) copy) (table-set copy (car entry) (cdr entry)))))
(defproc "hash-table-merge!" (table other)
  (dolist (entry (table-alist (check-table "hash-table-merge!" other)) table) (table-set table (car entry) (cdr entry))))
(defproc "alist->hash-table" (alist &optional (same nil) (hash nil))
  (let ((table (funcall (symbol-value (location "make-hash-table")) same hash)))
    (dolist (entry (check-list "alist->hash-table" alist) table)
      (check-pair "alist->hash-table" entry)
      (when (eq (table-ref table (car entry) *absent*) *absent*) (table-set table (car entry) (cdr entry))))))
(defproc "hash-table-equivalence-function" (table)
  (if (hash-table-p table)
      (symbol-value (ecase (hash-table-test table) (eq (location "eq?")) (eql (location "eqv?")) (equal (location "string=?"))))
      (let ((same (custom-table-same table))) (if (eq same #'equal-p) (symbol-value (location "equal?")) (lambda (x y) (boolean-of (funcall same x y)))))))
(defproc "hash-table-hash-function" (table) (if (hash-table-p table) (symbol-value (location "hash")) (custom-table-hash table)))
