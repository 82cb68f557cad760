;;; Hash tables beyond the standard's: entries that are held weakly, tests of programs' own (EXT).

(prog1 t (require "ext"))                                                       => t

;;; The readers return the arguments of MAKE-HASH-TABLE.
(mapcar (lambda (weakness) (ext:hash-table-weakness (make-hash-table :weakness weakness)))
        '(nil :key :value :key-or-value :key-and-value))                        => (nil :key :value :key-or-value :key-and-value)
(ext:hash-table-weakness (make-hash-table))                                     => nil
(make-hash-table :weakness :keys)                                               => (error simple-error)
(ext:hash-table-weakness '())                                                   => (error type-error)
(list (ext:hash-table-synchronized-p (make-hash-table :synchronized t))
      (ext:hash-table-synchronized-p (make-hash-table :synchronized nil :weakness :key))
      (ext:hash-table-synchronized-p (make-hash-table)))                        => (t nil nil)
(hash-table-test (make-hash-table :test 'equal :weakness :value :synchronized t)) => equal
(let ((table (make-hash-table :synchronized t)))
  (ext:with-locked-hash-table (table) (setf (gethash 1 table) 2) (gethash 1 table))) => (values 2 t)
(ext:with-locked-hash-table (5) 1)                                              => (error type-error)

;;; Entries die with the objects that hold them.
(defvar *kept* (list "kept"))                                                   => *kept*
(defun full () (tessera:gc :full t))                                            => full
(defun filled (weakness test)
  "Returns a table of 40 entries: keys and values that are kept elsewhere, and that are not."
  (let ((table (make-hash-table :weakness weakness :test test)))
    (dotimes (i 10 table)
      (setf (gethash (list :lost i) table) (list i)
            (gethash (list :key i) table) *kept*
            (gethash i table) (list i)
            (gethash (- -1 i) table) *kept*))))                                 => filled
(defun left (weakness test)
  (let ((table (filled weakness test)))
    (full)
    (hash-table-count table)))                                                  => left
(loop for test in '(eq eql equal equalp)
      collect (loop for weakness in '(nil :key :value :key-or-value :key-and-value) collect (left weakness test)))
=> ((40 20 20 30 10) (40 20 20 30 10) (40 20 20 30 10) (40 20 20 30 10))
(let ((table (filled :key 'eql)))
  (full)
  (list (gethash 3 table) (eq (gethash -3 table) *kept*) (hash-table-count table)
        (let ((n 0)) (maphash (lambda (key value) (declare (ignore key value)) (incf n)) table) n)
        (loop for key being the hash-keys of table minimize key)))              => ((3) t 20 20 -10)

;;; ... also when the collector works in slices while the program runs, and the table grows meanwhile.
(defun await-major-collections (n function)
  "Makes garbage that gets old, and calls FUNCTION with 0, 1, ..., until N more major collections have ended."
  (let ((end (+ n (getf (tessera:gc-statistics) :major-collections))) (kept '()))
    (loop for i from 0 while (< (getf (tessera:gc-statistics) :major-collections) end)
          do (if (zerop (mod i 64)) (setf kept '()))
             (push (make-list 10000) kept)
             (funcall function i))))                                            => await-major-collections
(let ((table (make-hash-table :test 'eq :weakness :key)) (keys (loop for i below 50 collect (list i))))
  (loop for key in keys for i from 0 do (setf (gethash key table) (list i)))
  (dotimes (i 200) (setf (gethash (list i) table) t))
  (await-major-collections 3 #'identity)
  (list (<= 50 (hash-table-count table) 53) (loop for key in keys always (equal (gethash key table) key)))) => (t t)
(let ((table (make-hash-table :test 'eq :weakness :value)) (last nil))
  (await-major-collections 3 (lambda (i) (setf (gethash i table) (setf last (list i)))))
  (loop for value being the hash-values of table always (integerp (car value)))) => t

;;; A value that refers to its own key does not keep the entry alive: the key must be reachable from elsewhere.
(let ((table (make-hash-table :test 'eq :weakness :key)) (kept (list 1)))
  (setf (gethash kept table) (list kept))
  (let ((key (list 2))) (setf (gethash key table) (list key)))
  (full)
  (list (hash-table-count table) (eq (car (gethash kept table)) kept)))         => (1 t)

;;; Chains: each value is the next key, entered in three orders.
(defvar *firsts* '())                                                           => *firsts*
(defun chain (length order)
  (let ((table (make-hash-table :test 'eq :weakness :key)) (keys (coerce (loop repeat (1+ length) collect (list nil)) 'vector)))
    (dotimes (i length)
      (let ((at (mod (* order i) length)))
        (setf (gethash (aref keys at) table) (aref keys (1+ at)))))
    (push (aref keys 0) *firsts*)
    table))                                                                     => chain
(defun walk (first table) (loop for key = first then (gethash key table) while (gethash key table) count t)) => walk
(defvar *chains* (loop for order in '(1 6006 2999) collect (chain 6007 order))) => *chains*
(progn (full) (mapcar #'hash-table-count *chains*))                             => (6007 6007 6007)
(mapcar #'walk (reverse *firsts*) *chains*)                                     => (6007 6007 6007)
(progn (setq *firsts* '()) (full) (mapcar #'hash-table-count *chains*))         => (0 0 0)

;;; Weak tables in weak tables.
(let ((outer (make-hash-table :test 'eq :weakness :key)) (key (list 1)))
  (setf (gethash key outer) (make-hash-table :test 'eq :weakness :value))
  (setf (gethash 1 (gethash key outer)) key
        (gethash 2 (gethash key outer)) (list 2))
  (full)
  (list (hash-table-count outer) (hash-table-count (gethash key outer)) (eq (gethash 1 (gethash key outer)) key))) => (1 1 t)

;;; A weak table works like any other after many collections.
(let ((table (make-hash-table :test 'eq :weakness :key)) (keys '()))
  (dotimes (round 6)
    (dotimes (i 200)
      (let ((key (list i)))
        (when (evenp i) (push key keys))
        (setf (gethash key table) i)))
    (full))
  (list (hash-table-count table) (every (lambda (key) (= (gethash key table) (car key))) keys)
        (progn (dolist (key keys) (remhash key table)) (hash-table-count table)))) => (600 t 0)
(let ((table (filled :key 'equal)) (n 0))
  (maphash (lambda (key value) (declare (ignore value)) (full) (incf n) (unless (integerp key) (remhash key table))) table)
  (list (<= 20 n 21) (hash-table-count table)))                                 => (t 20)
(let ((table (make-hash-table :weakness :key :test 'equal)))
  (setf (gethash (copy-seq "a") table) 1) (clrhash table) (full) (hash-table-count table)) => 0

;;; Tables of all kinds against lists of their expected entries, with collections at random times.
(defvar *kept-keys* (make-array 30))                                            => *kept-keys*
(defvar *kept-values* (make-array 30))                                          => *kept-values*
(defvar *serial* 0)                                                             => *serial*
(defun fresh (vector) (setf (aref vector (random 30)) (list (incf *serial*))))  => fresh
(defun entries-that-stay (weakness model)
  "Returns those of MODEL, an alist of numbers, that stay: an entry that does may keep another one by the value that
they share."
  (let ((living (append (map 'list #'first *kept-keys*) (map 'list #'first *kept-values*))))
    (flet ((stays-p (entry)
             (let ((key (member (car entry) living)) (value (member (cdr entry) living)))
               (ecase weakness ((nil) t) (:key key) (:value value) (:key-or-value (or key value)) (:key-and-value (and key value))))))
      (loop for stay = (remove-if-not #'stays-p model)
            for more = (loop for (key . value) in stay append (set-difference (list key value) living))
            while (and more (eq weakness :key-or-value))
            do (setq living (append more living))
            finally (return stay)))))                                           => entries-that-stay
(defun compare (table model)
  "Returns how many entries TABLE has that MODEL says should be gone; an error if there is a wrong one, or one is
missing."
  (let ((found 0) (stay (entries-that-stay (ext:hash-table-weakness table) model)))
    (maphash (lambda (key value)
               (incf found)
               (unless (eql (cdr (assoc (first key) model)) (first value)) (error "~S is not in ~S" (list key value) model)))
             table)
    (loop for key across *kept-keys*
          for known = (assoc (first key) stay)
          when (and known (not (eql (first (gethash key table)) (cdr known))))
            do (error "~S is missing" known))
    (- found (length stay))))                                                   => compare
(defvar *table* nil)                                                            => *table*
(defvar *model* nil)                                                            => *model*
(defun change-at-random (weakness test steps)
  (let ((table (make-hash-table :weakness weakness :test test)) (model '()))
    (dotimes (i 30) (setf (aref *kept-keys* i) (list (incf *serial*)) (aref *kept-values* i) (list (incf *serial*))))
    (dotimes (i steps)
      (let ((key (aref *kept-keys* (random 30))) (value (aref *kept-values* (random 30))))
        (case (random 12)
          ((0 1 2 3 4 5) (setf (gethash key table) value)
           (setq model (acons (first key) (first value) (remove (first key) model :key #'car))))
          (6 (remhash key table) (setq model (remove (first key) model :key #'car)))
          ((7 8) (fresh *kept-keys*))
          (9 (fresh *kept-values*))
          (10 (tessera:gc))
          (t (full)))))
    (setq *table* table *model* model)
    nil))                                                                       => change-at-random
;; Functions that returned may have left a key or value in a part of the stack that the current frame has not yet
;; written.
(defun over-the-stack (depth) (if (plusp depth) (1+ (over-the-stack (1- depth))) 0)) => over-the-stack
(loop for test in '(eq equal)
      append (loop for weakness in '(nil :key :value :key-and-value :key-or-value)
                   do (change-at-random weakness test 600)
                      (over-the-stack 100)
                      (full)
                   collect (compare *table* *model*)))                          => (0 0 0 0 0 0 0 0 0 0)

;; GETHASH and its SETF of one key, between which the key moves, or its entry goes since nothing else refers to the
;; value.
(loop with keys = (coerce (loop for i below 40 collect (format nil "key number ~d" (* i i))) 'vector)
      for weakness in '(nil :key :value)
      for table = (make-hash-table :test 'equal :weakness weakness)
      do (dotimes (i 4000)
           (let* ((key (svref keys (mod i 40))) (count (first (gethash key table '(0)))))
             (when (= (mod i 500) 499) (tessera:gc) (full))
             (setf (gethash key table) (list (1+ count)))))
      collect (let ((least 100) (most 0))
                (maphash (lambda (key count) (declare (ignore key)) (setf least (min least (first count)) most (max most (first count)))) table)
                (list (hash-table-count table) least most)))                    => ((40 100 100) (40 100 100) (1 13 13))

;;; Tests of programs' own.
(defun same-letters (a b) (string-equal a b))                                   => same-letters
(defun hash-letters (string) (sxhash (string-upcase string)))                   => hash-letters
(ext:define-hash-table-test same-letters hash-letters)                          => same-letters
(defvar *letters* (make-hash-table :test 'same-letters))                        => *letters*
(setf (gethash "One" *letters*) 1)                                              => 1
(gethash "oNE" *letters*)                                                       => (values 1 t)
(gethash "two" *letters*)                                                       => (values nil nil)
(gethash "two" *letters* 5)                                                     => (values 5 nil)
(let ((v (gethash "two" *letters* 6))) v)                                       => 6
(let ((v (gethash "ONE" *letters*))) v)                                         => 1
(funcall 'gethash "ONE" *letters*)                                              => (values 1 t)
(incf (gethash "ONE" *letters*) 5)                                              => 6
(incf (gethash "three" *letters* 10))                                           => 11
(apply #'(setf gethash) 7 (list "Three" *letters*))                             => 7
(let ((all '())) (maphash (lambda (key value) (push (cons key value) all)) *letters*) (reverse all)) => (("One" . 6) ("three" . 7))
(loop for key being the hash-keys of *letters* collect key)                     => ("One" "three")
(list (hash-table-p *letters*) (typep *letters* 'hash-table) (type-of *letters*) (hash-table-test *letters*) (hash-table-count *letters*))
=> (t t hash-table same-letters 2)
(class-name (class-of *letters*))                                               => hash-table
(princ-to-string *letters*)                                                     => "#<HASH-TABLE :TEST SAME-LETTERS :COUNT 2>"
(eq *letters* (progn (remhash "THREE" *letters*) *letters*))                    => t
(list (remhash "ONE" *letters*) (remhash "ONE" *letters*) (hash-table-count *letters*)) => (t nil 0)
(progn (setf (gethash "x" *letters*) 1) (eq (clrhash *letters*) *letters*))     => t
(gethash "x" *letters*)                                                         => (values nil nil)
(hash-table-test (make-hash-table :test #'same-letters))                        => same-letters
(integerp (hash-table-size *letters*))                                          => t
(make-hash-table :test 'car)                                                    => (error simple-error)
(make-hash-table :test (lambda (a b) (eql a b)))                                => (error simple-error)
(macroexpand-1 '(ext:define-hash-table-test))                                   => (error program-error)
(ext:define-hash-table-test equal sxhash)                                       => (error simple-error "DEFINE-HASH-TABLE-TEST: EQUAL is a test of the standard")
(gethash 5 *letters*)                                                           => (error type-error "STRING-UPCASE: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(gethash "x" (make-hash-table :test 'same-letters :hash-function (lambda (key) (declare (ignore key)) -1))) => (error type-error "the value of HASH is -1, which is not of type UNSIGNED-BYTE")
(let ((table (make-hash-table :test (lambda (a b) (= (mod a 10) (mod b 10))) :hash-function (lambda (n) (mod n 10)))))
  (dotimes (i 25) (incf (gethash i table 0)))
  (list (hash-table-count table) (gethash 14 table) (gethash 15 table)))        => (10 3 2)
(let ((table (make-hash-table :test 'equal :hash-function (constantly 1))))
  (setf (gethash (list 1) table) :one)
  (list (gethash (list 1) table) (gethash (list 2) table) (hash-table-test table))) => (:one nil equal)

;;; ... with errors and exits in the test, and keys held weakly.
(let ((table (make-hash-table :test (lambda (a b) (declare (ignore a b)) (throw 'out :thrown)) :hash-function (constantly 0))))
  (setf (gethash 1 table) 2)
  (list (catch 'out (gethash 1 table)) (catch 'out (setf (gethash 1 table) 3)) (catch 'out (remhash 1 table)) (hash-table-count table)))
=> (:thrown :thrown :thrown 1)
(let ((table (make-hash-table :test 'same-letters :weakness :key)) (kept (list (copy-seq "kept"))))
  (dotimes (i 100) (setf (gethash (format nil "~R" i) table) i))
  (setf (gethash (car kept) table) :kept)
  (full)
  (list (ext:hash-table-weakness table) (hash-table-count table) (gethash "KEPT" table) (gethash "five" table)
        (dotimes (i 100 (gethash "iv" table))
          (push (format nil "~@R" (1+ i)) kept)
          (setf (gethash (car kept) table) i))))                                => (:key 1 :kept nil 3)
