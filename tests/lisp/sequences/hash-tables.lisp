;;; Hash tables: chapter 18.

(defun table (test &rest keys-and-values)
  "Returns a hash table with TEST and these entries."
  (let ((table (make-hash-table :test test)))
    (do ((rest keys-and-values (cddr rest))) ((null rest) table)
      (setf (gethash (car rest) table) (cadr rest)))))
=> table
(defun entries (table)
  "Returns the entries of TABLE as a sorted association list."
  (let ((list '()))
    (maphash (lambda (key value) (push (cons key value) list)) table)
    (sort list #'string< :key #'prin1-to-string)))
=> entries

(hash-table-p (make-hash-table))                         => t
(hash-table-p '(1))                                      => nil
(hash-table-count (make-hash-table))                     => 0
(hash-table-test (make-hash-table))                      => eql
(hash-table-test (make-hash-table :test 'equal))         => equal
(hash-table-test (make-hash-table :test #'equalp))       => equalp
(hash-table-test (make-hash-table :test #'eq))           => eq
(make-hash-table :test #'<)                              => (error simple-error)
(make-hash-table :test 'no-such-test)                    => (error simple-error)
(hash-table-p (make-hash-table :size 100 :rehash-size 1.5 :rehash-threshold 0.7)) => t
(integerp (hash-table-size (make-hash-table :size 10)))  => t
(loop for size in '(0 -1 1.0 0.5 3/2 #\a nil "2")
      unless (handler-case (make-hash-table :rehash-size size)
               (type-error (condition) (and (eql (type-error-datum condition) size)
                                            (not (typep size (type-error-expected-type condition)))
                                            (typep 2 (type-error-expected-type condition)))))
        collect size)                                    => nil
(loop for threshold in '(-1 2 1.5 #\a)
      unless (handler-case (make-hash-table :rehash-threshold threshold)
               (type-error (condition) (and (not (typep threshold (type-error-expected-type condition)))
                                            (typep 1/2 (type-error-expected-type condition)))))
        collect threshold)                               => nil
(realp (hash-table-rehash-size (make-hash-table)))       => t
(<= 0 (hash-table-rehash-threshold (make-hash-table)) 1) => t
(gethash 'a (make-hash-table))                           => (values nil nil)
(gethash 'a (make-hash-table) 5)                         => (values 5 nil)
(gethash 'a (table 'eq 'a 1))                            => (values 1 t)
(gethash 'a (table 'eq 'a nil) 5)                        => (values nil t)
(gethash 1 (table 'eql 1 'x))                            => (values x t)
(gethash 1.0 (table 'eql 1 'x))                          => (values nil nil)
(gethash (expt 10 30) (table 'eql (expt 10 30) 'big))    => (values big t)
(gethash 1/2 (table 'eql 1/2 'half))                     => (values half t)
(gethash 1.5d0 (table 'eql 1.5d0 'd))                    => (values d t)
(gethash #\a (table 'eql #\a 'c))                        => (values c t)
(gethash "a" (table 'eql "a" 1))                         => (values nil nil)
(gethash "a" (table 'equal "a" 1))                       => (values 1 t)
(gethash (list 1 "x" '(2 . 3)) (table 'equal (list 1 "x" '(2 . 3)) 1)) => (values 1 t)
(gethash "A" (table 'equal "a" 1))                       => (values nil nil)
(gethash "A" (table 'equalp "a" 1))                      => (values 1 t)
(gethash 1.0 (table 'equalp 1 'one))                     => (values one t)
(gethash #(1 "a") (table 'equalp (vector 1.0 "A") 'v))   => (values v t)
(gethash #(1) (table 'equal (vector 1) 'v))              => (values nil nil)
(gethash #*101 (table 'equal (copy-seq #*101) 'bits))    => (values bits t)
(gethash '(#\A) (table 'equalp '(#\a) 1))                => (values 1 t)
(gethash 0.0 (table 'eql -0.0 1))                        => (values nil nil)
(let ((h (make-hash-table))) (setf (gethash 'a h) 1))    => 1
(let ((h (make-hash-table))) (setf (gethash 'a h) 1 (gethash 'a h) 2) (entries h)) => ((a . 2))
(let ((h (make-hash-table))) (incf (gethash 'n h 10)) (gethash 'n h)) => (values 11 t)
(let ((h (make-hash-table))) (push 'x (gethash 'n h)) (gethash 'n h)) => (values (x) t)
(remhash 'a (table 'eq 'a 1))                            => t
(remhash 'b (table 'eq 'a 1))                            => nil
(let ((h (table 'eq 'a 1 'b 2))) (remhash 'a h) (list (hash-table-count h) (gethash 'a h) (gethash 'b h))) => (1 nil 2)
(let ((h (table 'eq 'a 1))) (remhash 'a h) (setf (gethash 'a h) 3) (entries h)) => ((a . 3))
(let ((h (table 'eq 'a 1))) (eq h (clrhash h)))          => t
(hash-table-count (clrhash (table 'eq 'a 1 'b 2)))       => 0
(entries (table 'equal "x" 1 "y" 2))                     => (("x" . 1) ("y" . 2))
(maphash #'list (table 'eql 1 2))                        => nil
(maphash (lambda (k v) (princ (list k v))) (table 'eql 1 2)) => (prints "(1 2)" nil)
(let ((h (table 'eql 1 1 2 2 3 3))) (maphash (lambda (k v) (when (oddp v) (remhash k h))) h) (entries h)) => ((2 . 2))
(let ((h (table 'eql 1 1 2 2))) (maphash (lambda (k v) (setf (gethash k h) (* v 10))) h) (entries h)) => ((1 . 10) (2 . 20))
(let ((h (table 'eql 1 1 2 2 3 3 4 4)) (seen '()))
  (maphash (lambda (k v) (push v seen) (remhash (1+ k) h)) h)
  (list seen (entries h)))   => ((3 1) ((1 . 1) (3 . 3)))
(let ((h (table 'eql 1 1 2 2)) (seen 0)) (maphash (lambda (k v) (incf seen (+ k v)) (clrhash h)) h) (list seen (hash-table-count h))) => (2 0)
(let ((h (table 'eql 1 1 2 2)) (seen '()))
  (maphash (lambda (k v) (push k seen) (dotimes (i 100) (setf (gethash (list i) h) v))) h)
  (list (nreverse seen) (hash-table-count h)))   => ((1 2) 202)
(let* ((h (make-hash-table)) (f (lambda (k v) (declare (ignore v)) (remhash k h) (setf (gethash k h) 'again))))
  (setf (gethash 1 h) 1 (gethash 2 h) 2)
  (maphash f h)
  (entries h))   => ((1 . again) (2 . again))
(let ((h (make-hash-table)) (sum 0))
  (dotimes (i 1000) (setf (gethash (list i) h) i))
  (maphash (lambda (k v) (incf sum v) (make-array 1000) (if (oddp v) (remhash k h) (setf (gethash k h) (list v)))) h)
  (list sum (hash-table-count h)))   => (499500 500)
(let ((h (table 'equal "a" 1))) (block nil (maphash #'cons h) 7)) => 7
(maphash #'list 5)                                       => (error type-error "MAPHASH: 5 is not of type HASH-TABLE")
(maphash (lambda (k v) (list k v)) 5)                    => (error type-error "MAPHASH: 5 is not of type HASH-TABLE")
(maphash (lambda (k) k) (table 'eql 1 2))                => (error program-error "an anonymous function was called with 2 arguments, but takes exactly 1; the lambda list is (K)")
(with-hash-table-iterator (next 5) (next))               => (error type-error "MAPHASH: 5 is not of type HASH-TABLE")
(let ((h (table 'eql 1 1 2 2 3 3)) (seen '()))
  (with-hash-table-iterator (next h)
    (loop (multiple-value-bind (more k) (next) (unless more (return)) (push k seen) (remhash k h))))
  (list seen (hash-table-count h)))   => ((3 2 1) 0)
(maphash 'no-such-function (table 'eql 1 2))             => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(block nil (maphash (lambda (k v) (return (+ k v))) (table 'eql 1 2))) => 3
(gethash 'a '((a . 1)))                                  => (error type-error "GETHASH: ((A . 1)) is not of type HASH-TABLE")
(setf (gethash 'a 7) 1)                                  => (error type-error "(SETF GETHASH): 7 is not of type HASH-TABLE")
(remhash 'a 7)                                           => (error type-error "REMHASH: 7 is not of type HASH-TABLE")
(clrhash 7)                                              => (error type-error "CLRHASH: 7 is not of type HASH-TABLE")
(hash-table-count 'x)                                    => (error type-error "HASH-TABLE-COUNT: X is not of type HASH-TABLE")
(let ((h (make-hash-table))) (dotimes (i 1000) (setf (gethash i h) (* i i))) (list (hash-table-count h) (gethash 999 h))) => (1000 998001)
(let ((h (make-hash-table :test 'equal))) (dotimes (i 500) (setf (gethash (format nil "k~d" i) h) i)) (gethash "k321" h)) => (values 321 t)
(let ((h (make-hash-table :test 'eq)) (keys '()))
  (dotimes (i 200) (let ((k (list i))) (push k keys) (setf (gethash k h) i)))
  (every (lambda (k) (eql (car k) (gethash k h))) keys))   => t
(let ((h (make-hash-table)))
  (dotimes (i 300) (setf (gethash i h) i))
  (dotimes (i 300) (when (evenp i) (remhash i h)))
  (list (hash-table-count h) (gethash 17 h) (gethash 18 h)))   => (150 17 nil)
(let ((sum 0))
  (with-hash-table-iterator (next (table 'eql 1 10 2 20))
    (loop (multiple-value-bind (more key value) (next) (unless more (return sum)) (incf sum (* key value))))))   => 50
(with-hash-table-iterator (next (make-hash-table)) (next)) => nil
(with-hash-table-iterator (next (table 'eq 'a 'b)) (next)) => (values t a b)
(with-hash-table-iterator (a (table 'eq 'x 1))
  (with-hash-table-iterator (b (table 'eq 'y 2)) (list (multiple-value-list (a)) (multiple-value-list (b)) (a))))
  => ((t x 1) (t y 2) nil)
(integerp (sxhash "abc"))                                => t
(= (sxhash "abc") (sxhash (copy-seq "abc")))             => t
(= (sxhash '(1 2)) (sxhash (list 1 2)))                  => t
(= (sxhash 'a) (sxhash 'a))                              => t
(<= 0 (sxhash -5) most-positive-fixnum)                  => t

;; GETHASH and its SETF as instructions: one value or two, and variables that are also the destination.
(let ((x 1) (h (table 'eql 1 2))) (setq x (gethash x h)) x) => 2
(let ((h (table 'eql 1 2))) (setq h (gethash 1 h)) h)    => 2
(let ((h (table 'eql 1 2))) (setq h (gethash 5 h h)) (hash-table-p h)) => t
(let ((d 5) (h (table 'eql))) (list (gethash 1 h d) d))  => (5 5)
(let ((d 5) (h (table 'eql 1 2))) (list (gethash 1 h d) d)) => (2 5)
(let ((d 5) (h (table 'eql 1 2))) (list (gethash 1 h (setq d 6)) d)) => (2 6)
(let ((k 1) (h (table 'eql 1 'one 2 'two))) (list (gethash k h (setq k 2)) k)) => (one 2)
(let ((k 1) (h (table 'eql))) (setf (gethash k h) (incf k)) (list k (entries h))) => (2 ((1 . 2)))
(let ((h (table 'eql))) (list (setf (gethash 1 h (princ "d")) 'x) (entries h))) => (prints "d" (x ((1 . x))))
(let ((h (table 'eql 1 'a))) (list (incf (gethash 2 h 10) 5) (gethash 2 h) (hash-table-count h))) => (15 15 2)
(multiple-value-list (gethash 1 (table 'eql 1 'a)))      => (a t)
(multiple-value-list (gethash 2 (table 'eql 1 'a) 'b))   => (b nil)
(multiple-value-list (prog1 (gethash 1 (table 'eql 1 'a)))) => (a)
(multiple-value-list (let ((h (table 'eql 1 'a))) (if h (gethash 1 h)))) => (a t)
(multiple-value-list (values (gethash 1 (table 'eql 1 'a)))) => (a)
(let ((h (table 'eql 1 nil))) (multiple-value-bind (v found) (gethash 1 h 5) (list v found))) => (nil t)
(let ((h (table 'eql 1 nil))) (if (gethash 1 h) 'yes 'no)) => no
(let ((h (table 'eql 1 t))) (if (and h (gethash 1 h)) 'yes 'no)) => yes
(let ((h (table 'eql 1 2))) (gethash 1 h) (gethash 2 h) 'done) => done
(let ((x 'old)) (handler-case (setq x (gethash 1 5 2)) (type-error () nil)) x) => old
(let ((x 'old)) (handler-case (setq x (gethash 1 5)) (type-error () nil)) x) => old
(handler-case (list (gethash 1 'no-table)) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (no-table hash-table)
(let ((x 1)) (handler-case (progn (setf (gethash 1 x) 2) 'done) (type-error (c) (type-error-datum c)))) => 1
(handler-bind ((type-error (lambda (c) (use-value 7 c)))) (list (gethash 1 'no-table))) => (7)
(funcall #'gethash 1 (table 'eql 1 2) 3)                 => (values 2 t)
(mapcar (lambda (k) (gethash k (table 'eql 1 2) 'none)) '(1 2)) => (2 none)

;; The entry found last is looked at first.
(let ((h (table 'eql 1 'a 2 'b))) (list (gethash 1 h) (remhash 1 h) (gethash 1 h) (gethash nil h) (gethash 2 h))) => (a t nil nil b)
(let ((h (table 'eq 'a 1))) (gethash 'a h) (clrhash h) (list (gethash 'a h) (gethash nil h) (hash-table-count h))) => (nil nil 0)
(let ((h (table 'equal "a" 1)) (k "b")) (setf (gethash k h) 2) (remhash k h) (setf (gethash k h) 3) (list (gethash k h) (gethash "b" h))) => (3 3)

;; Changes between GETHASH and its SETF of the same key, in hot code: the entry found last may have been removed, reused
;; for another key, or moved.
(defun count-keys (table keys rounds between)
  "Returns TABLE after ROUNDS of counting KEYS. In the middle of every 100th round, calls BETWEEN with the key and the
table."
  (dotimes (i rounds table)
    (let* ((key (svref keys (mod i (length keys)))) (count (gethash key table 0)))
      (when (= (mod i 100) 99) (funcall between key table))
      (setf (gethash key table) (+ count 1)))))
=> count-keys
(defun fresh-words (&optional (n 7))
  (let ((words (make-array n))) (dotimes (i n words) (setf (svref words i) (format nil "word~d" (* i i i i i))))))
=> fresh-words
(defun total (table) (let ((sum 0)) (maphash (lambda (key count) (declare (ignore key)) (incf sum count)) table) (list (hash-table-count table) sum)))
=> total
(mapcar (lambda (test) (total (count-keys (make-hash-table :test test) (fresh-words) 7000 #'list))) '(eq eql equal equalp))
=> ((7 7000) (7 7000) (7 7000) (7 7000))
(total (count-keys (make-hash-table :test 'equal) (fresh-words) 7000 #'remhash)) => (7 7000)
(total (count-keys (make-hash-table :test 'equal) (fresh-words) 7000 (lambda (key table) (declare (ignore key)) (clrhash table)))) => (1 15)
(total (count-keys (make-hash-table :test 'equal)
                   (fresh-words)
                   7000
                   (lambda (key table) (remhash key table) (setf (gethash (copy-seq key) table) 'other))))   => (7 7000)
(total (count-keys (make-hash-table :test 'equal) (fresh-words) 7000 (lambda (key table) (gethash (copy-seq key) table)))) => (7 7000)
(total (count-keys (make-hash-table :test 'equal) (fresh-words) 7000 (lambda (key table) (dotimes (i 20) (setf (gethash (list key i) table) 0))))) => (147 7000)
(total (count-keys (make-hash-table :test 'equal)
                   (fresh-words)
                   7000
                   (lambda (key table) (declare (ignore key)) (make-list 5000) (gethash "none" table))))   => (7 7000)
;; A key that is not the stored one may be changed: it is another key then.
(let ((table (make-hash-table :test 'equal)))
  (setf (gethash "some word" table) 1)
  (dotimes (i 3000)
    (let* ((key (copy-seq "some word")) (count (gethash key table)))
      (setf (char key 0) #\S
            (gethash key table) (+ count 1))))
  (entries table))
=> (("Some word" . 2) ("some word" . 1))
(let ((table (make-hash-table :test 'equal)) (key (copy-seq "stored key")) (other (copy-seq "stored key")))
  (setf (gethash key table) 1)
  (incf (gethash other table) 10)
  (let ((found (gethash other table))) (setf (char other 0) #\S (gethash other table) (+ found 100)))
  (list (gethash key table) (gethash other table) (hash-table-count table)))
=> (11 111 2)
(let ((table (make-hash-table :test 'equal)) (key (copy-seq "stored key")))
  (setf (gethash "stored key" table) 1)
  (let ((found (gethash key table))) (setf (char key 0) (code-char 955) (gethash key table) (+ found 100)))
  (list (gethash "stored key" table) (gethash key table) (hash-table-count table)))
=> (1 101 2)

;; Strings of every length, however they are stored, are found by strings with the same characters, and by no others.
(defun forms-of (string)
  "Strings with the characters of STRING, each stored in another way."
  (let ((wide (copy-seq string)) (length (length string)))
    (unless (zerop length)
      (let ((first (char wide 0))) (setf (char wide 0) (code-char 955) (char wide 0) first)))
    (list (copy-seq string) wide (coerce (coerce string 'list) 'string)
          (make-array (+ length 2) :element-type 'character :initial-contents (concatenate 'string string "zz") :fill-pointer length)
          (subseq (concatenate 'string string (string (code-char 955))) 0 length)
          (make-array length :element-type 'character :displaced-to (concatenate 'string "ab" string) :displaced-index-offset 2))))
=> forms-of
(loop with table = (make-hash-table :test 'equal)
      for length to 40
      for string = (map-into (make-string length) (let ((i 0)) (lambda () (code-char (+ 97 (mod (* 7 (incf i)) 23))))))
      for forms = (forms-of string)
      for stored = (elt forms (mod length 6))
      for before = (mapcar (lambda (form) (gethash form table)) forms)
      do (setf (gethash stored table) length)
      unless (and (every #'null before)
                  (every (lambda (form) (eql (gethash form table) length)) forms)
                  (= (hash-table-count table) (1+ length))
                  (loop for i below length
                        for other = (copy-seq string)
                        do (setf (char other i) #\!)
                        never (gethash other table)))
        collect length)
=> nil
(let ((table (make-hash-table :test 'equal)) (keys (coerce (loop for i below 3000 collect (format nil "~v,'0d" (mod i 18) i)) 'vector)))
  (loop for key across keys for i from 0 do (setf (gethash key table) i))
  (loop for i from 0 below 3000 by 3 do (remhash (copy-seq (svref keys i)) table))
  (loop for key across keys for i from 0
        for value = (gethash (copy-seq key) table)
        unless (or (eql value (if (zerop (mod i 3)) nil i)) (string= key (svref keys value))) collect i))
=> nil

;; EQUALP objects have equal hashes, and integers beyond the floats are distinguished.
(gethash (expt 2.0d0 100) (table 'equalp (expt 2 100) 'big)) => (values big t)
(gethash (1+ (expt 2 100)) (table 'equalp (expt 2 100) 'big)) => (values nil nil)
(gethash 1/2 (table 'equalp 0.5d0 'half))                => (values half t)
(gethash #c(1.0 0.0) (table 'equalp 1 'one))             => (values one t)
(gethash "ab" (table 'equalp (vector #\A #\b) 'v))       => (values v t)
(gethash #*101 (table 'equalp (vector 1 0 1) 'bits))     => (values bits t)
(let ((h (table 'equalp))) (dotimes (i 1000) (setf (gethash (+ (expt 2 61) i) h) i)) (list (hash-table-count h) (gethash (+ (expt 2 61) 777) h))) => (1000 777)
(let ((h (make-hash-table :test 'eq)) (symbols (loop repeat 1000 collect (make-symbol "S"))))
  (dolist (s symbols) (setf (gethash s h) s))
  (list (hash-table-count h) (every (lambda (s) (eq s (gethash s h))) symbols)))   => (1000 t)
(let ((s (make-symbol "S"))) (= (sxhash s) (sxhash (make-symbol "S")))) => t

;; Many operations in random order, against a vector of the expected entries; garbage in between moves the keys.
(defun agrees-p (test make-key rounds &aux (n 300) (x 1) (live 0) (table (make-hash-table :test test)))
  "Puts, find and remove N keys that MAKE-KEY makes of their numbers, in ROUNDS of pseudo-random order."
  (flet ((pick (limit) (mod (ash (setf x (mod (+ (* x 1103515245) 12345) 2147483648)) -8) limit)))
    (let ((keys (coerce (loop for i below n collect (funcall make-key i)) 'vector)) (values (make-array n :initial-element nil)))
      (dotimes (round rounds)
        (let* ((i (pick n)) (key (svref keys i)) (old (svref values i)))
          (case (pick 4)
            ((0 1) (unless old (incf live)) (setf (svref values i) round (gethash key table) round))
            (2 (when old (decf live)) (setf (svref values i) nil) (unless (eq (remhash key table) (if old t nil)) (return-from agrees-p (list 'remhash i))))
            (t (make-list 200)))
          (unless (eql (gethash key table) (svref values i)) (return-from agrees-p (list 'gethash i)))))
      (and (= live (hash-table-count table))
           (loop for i below n always (equal (multiple-value-list (gethash (svref keys i) table)) (list (svref values i) (if (svref values i) t nil))))
           (let ((seen 0)) (maphash (lambda (key value) (declare (ignore key)) (when (find value values) (incf seen))) table) (= seen live))))))
=> agrees-p
(agrees-p 'eq #'list 5000)                               => t
(agrees-p 'eql (lambda (i) (case (mod i 3) (0 (* i 1d300)) (1 (list i)) (t (- i)))) 5000) => t
(agrees-p 'equal (lambda (i) (case (mod i 3) (0 (format nil "k~d" i)) (1 (list i (make-array 1))) (t (make-symbol "S")))) 5000) => t
(agrees-p 'equalp (lambda (i) (case (mod i 3) (0 (vector i "x" #\y)) (1 (list i (make-hash-table))) (t (* i 1.5)))) 5000) => t

;;; A string that has a fill pointer is the same key as a simple one, alone and within a list.
(let ((pointed (make-array 5 :element-type 'character :fill-pointer 3 :initial-contents "abcde"))
      (shared (make-array 3 :element-type 'character :displaced-to (copy-seq "xabcx") :displaced-index-offset 1)))
  (loop for test in '(equal equalp)
        collect (let ((table (table test "abc" 1 (list pointed) 2)))
                  (list (gethash pointed table) (gethash shared table) (gethash (list "abc") table) (remhash shared table) (hash-table-count table)))))
=> ((1 1 2 t 1) (1 1 2 t 1))
(let ((wide (copy-seq (vector #\a #\b))) (string (make-string 2 :initial-element (code-char 955))))
  (let ((table (table 'equal string 1))) (list (gethash (make-array 2 :element-type 'character :fill-pointer 2 :initial-element (code-char 955)) table)
                                               (gethash wide table) (gethash (replace (copy-seq string) "ab") (table 'equal "ab" 2)))))
=> (1 nil 2)

;; Strings as keys of EQUAL: of all lengths, however they are stored.
(let ((h (make-hash-table :test 'equal)))
  (dotimes (n 20) (setf (gethash (make-string n :initial-element #\a) h) n))
  (loop for n below 20 unless (eql (gethash (subseq "aaaaaaaaaaaaaaaaaaaaa" 0 n) h) n) collect n))
=> nil
(let ((h (make-hash-table :test 'equal)))
  (setf (gethash "abcdefghi" h) 1)
  (list (gethash "abcdefghj" h) (gethash "bbcdefghi" h) (gethash "abcdefgh" h) (gethash (copy-seq "abcdefghi") h)))
=> (nil nil nil 1)
(let ((h (make-hash-table :test 'equal)) (wide (make-string 3 :initial-element (code-char 955))))
  (setf (gethash wide h) :wide (gethash "abc" h) :narrow)
  (replace wide "abc")
  (list (gethash (copy-seq "abc") h) (gethash (make-array 3 :element-type 'character :fill-pointer t :initial-contents "abc") h)))
=> (:narrow :narrow)
(let ((h (make-hash-table :test 'equal)) (wide (make-string 3 :initial-element (code-char 955))))
  (replace wide "abc")
  (setf (gethash (make-array 3 :element-type 'character :adjustable t :initial-contents "abc") h) 1)
  (list (gethash "abc" h) (gethash wide h)))
=> (1 1)
(let ((s "hello")) (list (subseq s 1) (subseq s 1 3) (subseq s 5) (subseq s 0 nil) (eq (subseq s 0) s)))
=> ("ello" "el" "" "hello" nil)
(handler-case (subseq "hello" 3 2) (error () :wrong))
=> :wrong
(handler-case (subseq "hello" 0 6) (error () :wrong))
=> :wrong
