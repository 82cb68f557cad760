;;; Hash tables beyond the standard: weak ones, and tests that programs define.
(in-package "EXT")

(defun hash-table-weakness (table)
  "Returns the argument :WEAKNESS with which MAKE-HASH-TABLE has made TABLE. NIL: TABLE keeps its entries alive. :KEY:
an entry goes once its key is referred to from nowhere else, not counting its own value. :VALUE: once its value is not.
:KEY-AND-VALUE: once either is not. :KEY-OR-VALUE: once neither is. Entries are removed when a full collection runs, as
by (gc :full t), also during an iteration over TABLE."
  (values (tessera::%hash-table-traits table)))

(defun hash-table-synchronized-p (table)
  "True if MAKE-HASH-TABLE has made TABLE with :SYNCHRONIZED. That changes nothing: functions of hash tables are always
atomic for other processes (module mp)."
  (nth-value 1 (tessera::%hash-table-traits table)))

(defmacro with-locked-hash-table ((table) &body forms)
  "(with-locked-hash-table (TABLE) FORM*): evaluates FORMS. No other process (module mp) uses TABLE meanwhile, unless
they wait. Returns their values."
  `(%call-with-locked-table ,table (lambda () ,@forms)))

(defun %call-with-locked-table (table function)
  "Calls FUNCTION while no other process uses TABLE. Returns its values."
  (tessera::%hash-table-traits table)
  (let ((without-interrupts (and (find-package "MP") (find-symbol "%CALL-WITHOUT-INTERRUPTS" "MP"))))
    (if (and without-interrupts (fboundp without-interrupts))
        (funcall without-interrupts function)
        (funcall function))))

;;; Tests of programs' own. A table with one is an object of another kind (%CUSTOM-TABLE), for which natives and the VM
;;; call the functions below. Its entries are in a table by EQ, from the keys that were stored; `buckets`, a table by
;;; EQL, leads from a hash to the list of these keys, or of weak pointers to them if the entries are held weakly.

(defstruct (parts (:constructor %make-parts (buckets test hash weak)) (:copier nil) (:predicate nil))
  (buckets nil :type hash-table) (test nil :type function) (hash nil :type function) weak)

(defvar *hash-functions* (make-hash-table :test 'eq)
  "A table from the names of tests that DEFINE-HASH-TABLE-TEST has defined to their hash functions.")

(defmacro define-hash-table-test (test hash-function)
  "(define-hash-table-test TEST HASH-FUNCTION): makes TEST, the name of a function of two arguments, or that function,
valid for :TEST of MAKE-HASH-TABLE. HASH-FUNCTION, a name or a lambda expression, is called with a key, and returns an
integer that is not negative, the same for keys for which TEST is true. Returns TEST."
  `(%note-hash-table-test ',test #',hash-function))

(defun %note-hash-table-test (test hash-function)
  "Makes HASH-FUNCTION the hash function of TEST, a name. Returns TEST."
  (check-type test symbol)
  (when (member test '(eq eql equal equalp))
    (error "DEFINE-HASH-TABLE-TEST: ~S is a test of the standard" test))
  (setf (gethash test *hash-functions*) hash-function)
  test)

(defun %name-of-test (test)
  "Returns TEST, or its name if it is the global function of a symbol."
  (let ((name (if (functionp test) (nth-value 2 (function-lambda-expression test)) test)))
    (if (and name (symbolp name) (fboundp name) (or (eq name test) (eq (fdefinition name) test))) name test)))

(defun tessera::%make-custom-hash-table (&rest arguments &key (test 'eql) hash-function weakness &allow-other-keys)
  "Implements MAKE-HASH-TABLE of ARGUMENTS for a TEST that is not the standard's, or with a HASH-FUNCTION."
  (let* ((name (%name-of-test test))
         (hash (or hash-function (and (symbolp name) (gethash name *hash-functions*)))))
    (unless hash
      (error "MAKE-HASH-TABLE: ~S is not the test of a hash table: EQ, EQL, EQUAL, EQUALP, or one that DEFINE-HASH-TABLE-TEST knows" test))
    (tessera::%custom-table
     (apply #'make-hash-table :test 'eq :hash-function nil arguments)
     name
     (%make-parts (make-hash-table) (coerce test 'function) (coerce hash 'function) (and weakness t)))))

(defun %hash-of (key parts)
  "Returns the hash of KEY, by the program's function."
  (let ((hash (funcall (parts-hash parts) key)))
    (check-type hash unsigned-byte)
    hash))

(defun %stored-key (key keys parts)
  "Returns the one of KEYS, stored keys, that is equal to KEY by the table's test, and true; or NIL and NIL."
  (let ((test (parts-test parts)))
    (dolist (stored keys (values nil nil))
      (if (parts-weak parts)
          (multiple-value-bind (object lives) (weak-pointer-value stored)
            (when (and lives (funcall test object key)) (return (values object t))))
          (when (funcall test stored key) (return (values stored t)))))))

;; The program's functions may be stopped or wait (module mp), and another process may change the table meanwhile: lists
;; of keys are never changed themselves, so that shows.
(defun %find-key (key hash parts)
  "Returns the stored key with HASH that is equal to KEY, and true; or NIL and NIL. Other processes may have changed the
table meanwhile, but the answer holds when this returns."
  (loop
    (let ((keys (gethash hash (parts-buckets parts))))
      (multiple-value-bind (stored found) (%stored-key key keys parts)
        (when (eq keys (gethash hash (parts-buckets parts)))
          (return (values stored found)))))))

(defun %drop-dead-keys (buckets)
  "Removes the weak pointers from BUCKETS whose objects were collected."
  (maphash (lambda (hash keys)
             (let ((living (remove-if-not (lambda (pointer) (nth-value 1 (weak-pointer-value pointer))) keys)))
               (if living (setf (gethash hash buckets) living) (remhash hash buckets))))
           buckets))

(defun %add-key (key hash entries parts)
  "Adds KEY to ENTRIES under its HASH."
  (let ((buckets (parts-buckets parts)))
    (when (and (parts-weak parts) (> (hash-table-count buckets) (+ 16 (* 2 (hash-table-count entries)))))
      (%drop-dead-keys buckets))
    (push (if (parts-weak parts) (make-weak-pointer key) key) (gethash hash buckets))))

(defun tessera::%custom-gethash (key table &optional default)
  "Implements GETHASH of a TABLE with a test that a program has defined."
  (multiple-value-bind (entries parts) (tessera::%custom-table-parts table)
    (multiple-value-bind (stored found) (%find-key key (%hash-of key parts) parts)
      (if found (gethash stored entries default) (values default nil)))))

(defun tessera::%custom-puthash (key table value)
  "Implements (SETF GETHASH) of a TABLE with a test that a program has defined."
  (multiple-value-bind (entries parts) (tessera::%custom-table-parts table)
    (let ((hash (%hash-of key parts)))
      (multiple-value-bind (stored found) (%find-key key hash parts)
        (unless found (%add-key key hash entries parts))
        (setf (gethash (if found stored key) entries) value)))))

(defun tessera::%custom-remhash (key table)
  "Implements REMHASH of a TABLE with a test that a program has defined."
  (multiple-value-bind (entries parts) (tessera::%custom-table-parts table)
    (let ((hash (%hash-of key parts)))
      (multiple-value-bind (stored found) (%find-key key hash parts)
        (when found
          (setf (gethash hash (parts-buckets parts))
                (remove stored (gethash hash (parts-buckets parts))
                        :test #'eq :key (if (parts-weak parts) #'weak-pointer-value #'identity)))
          (unless (gethash hash (parts-buckets parts)) (remhash hash (parts-buckets parts)))
          (remhash stored entries))))))

(defun tessera::%custom-clrhash (table)
  "Implements CLRHASH of a TABLE with a test that a program has defined."
  (multiple-value-bind (entries parts) (tessera::%custom-table-parts table)
    (clrhash entries)
    (clrhash (parts-buckets parts))
    table))
