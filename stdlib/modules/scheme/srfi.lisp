;;; Lists (SRFI 1), streams (SRFI 41), hash tables (SRFI 69) (Scheme's library).

(in-package "TESSERA-SCHEME")

;;; SRFI 1. Procedures are called as the document has it, each element once and in order.

(defun check-lists (operation lists)
  "Returns LISTS; signals an error of OPERATION unless all of them are proper lists."
  (dolist (list lists lists) (check-list operation list)))

(defmacro true-of (f &rest arguments)
  "(true-of F argument*): true if the value of F for the arguments is true in Scheme."
  `(true-p (funcall ,f ,@arguments)))

(defproc "xcons" (d a) (cons a d))
(defproc "cons*" (first &rest more) (apply #'list* first more))
(defproc "list-tabulate" (count f)
  (check-index "list-tabulate" count)
  (let ((result '())) (loop for i from (1- count) downto 0 do (push (funcall f i) result)) result))
(defproc "iota" (count &optional (start 0) (step 1))
  (check-index "iota" count)
  (loop for i below count collect (+ start (* i step))))
(defproc "circular-list" (first &rest more)
  (let ((list (cons first (copy-list more)))) (setf (cdr (last list)) list) list))

(defpred "proper-list?" (x) (list-p x))
(defpred "circular-list?" (x) (and (consp x) (null (tessera::%proper-length x)) (circular-p x)))
(defpred "dotted-list?" (x) (and (not (list-p x)) (not (circular-p x))))
(defpred "not-pair?" (x) (atom x))
(defpred "null-list?" (x) (null x))

(defun circular-p (x)
  "True if X is a circular list."
  (let ((slow x))
    (loop
      (unless (consp x) (return nil))
      (setq x (cdr x))
      (unless (consp x) (return nil))
      (setq x (cdr x) slow (cdr slow))
      (when (eq x slow) (return t)))))

(defpred "list=" (same &rest lists)
  (check-lists "list=" lists)
  (loop for (one . more) on lists
        always (or (null more)
                   (and (= (length one) (length (car more))) (every (lambda (x y) (true-of same x y)) one (car more))))))

(macrolet ((ordinals (&rest names)
             `(progn ,@(loop for name in names
                             for k from 0
                             collect `(defproc ,name (list) (car (cell-of ,name list ,k)))))))
  (ordinals "first" "second" "third" "fourth" "fifth" "sixth" "seventh" "eighth" "ninth" "tenth"))

(defproc "car+cdr" (pair) (check-pair "car+cdr" pair) (values (car pair) (cdr pair)))

(defun head-of (operation list k)
  "Returns a list of the first K elements of LIST; signals an error of OPERATION if it is too short."
  (check-index operation k)
  (let ((result '()) (rest list))
    (dotimes (i k (nreverse result))
      (check operation (format nil "a list of ~D elements" k) list (consp rest))
      (push (pop rest) result))))

(defproc ("take" "take!" "list-head") (list k) (head-of "take" list k))
(defproc "drop" (list k) (tail-of "drop" list k))
(defproc "take-right" (list k) (tail-of "take-right" list (- (conses-of list) k)))
(defproc ("drop-right" "drop-right!") (list k) (head-of "drop-right" list (- (conses-of list) k)))
(defproc ("split-at" "split-at!") (list k) (values (head-of "split-at" list k) (tail-of "split-at" list k)))
(defproc "last" (list) (check-pair "last" list) (car (last list)))
(defproc "last-pair" (list) (check-pair "last-pair" list) (last list))
(defproc "length+" (list) (if (circular-p list) 'false (length (check-list "length+" list))))
(publish (standard-location "append!") (symbol-value (standard-location "append")))
(publish (standard-location "reverse!") (symbol-value (standard-location "reverse")))
(defproc ("concatenate" "concatenate!") (lists) (apply (symbol-value (location "append")) (check-list "concatenate" lists)))
(defproc ("append-reverse" "append-reverse!") (front tail) (revappend (check-list "append-reverse" front) tail))
(defproc "zip" (list &rest more) (apply (symbol-value (location "map")) #'list list more))
(macrolet ((unzips (&rest names)
             `(progn ,@(loop for name in names
                             for count from 1
                             collect `(defproc ,name (lists) (values-list (columns ,name lists ,count)))))))
  (unzips "unzip1" "unzip2" "unzip3" "unzip4" "unzip5"))

(defun columns (operation lists count)
  "Returns the first COUNT columns of the rows LISTS."
  (check-list operation lists)
  (loop for k below count collect (loop for list in lists collect (car (cell-of operation list k)))))

(defproc "count" (f list &rest more)
  (let ((count 0))
    (apply (symbol-value (location "for-each")) (lambda (&rest items) (when (true-p (apply f items)) (incf count))) list more)
    count))

(defproc "fold" (f start list &rest more)
  (check-procedure "fold" f)
  (if (null more)
      (do ((rest (check-list "fold" list) (cdr rest)) (value start (funcall f (car rest) value))) ((atom rest) value))
      (do ((lists (cons list more) (mapcar #'cdr lists)) (value start (apply f (append (mapcar #'car lists) (list value)))))
          ((any-end-p "fold" lists) value))))

(defproc "fold-right" (f start list &rest more)
  (check-procedure "fold-right" f)
  (if (null more)
      (let ((value start)) (dolist (item (reverse (check-list "fold-right" list)) value) (setq value (funcall f item value))))
      (let ((rows (reverse (apply (symbol-value (location "map")) #'list list more))) (value start))
        (dolist (row rows value) (setq value (apply f (append row (list value))))))))

(defun rows-of-pairs (operation lists)
  "Returns a list of lists: the first pairs of LISTS, the second ones, and so on, until one of them ends. It is made
completely first, so that OPERATION may change the lists."
  (loop until (any-end-p operation lists) collect lists do (setq lists (mapcar #'cdr lists))))

(defproc "pair-fold" (f start list &rest more)
  (dolist (row (rows-of-pairs "pair-fold" (cons list more)) start) (setq start (apply f (append row (list start))))))
(defproc "pair-fold-right" (f start list &rest more)
  (dolist (row (reverse (rows-of-pairs "pair-fold-right" (cons list more))) start) (setq start (apply f (append row (list start))))))
(defproc "pair-for-each" (f list &rest more)
  (dolist (row (rows-of-pairs "pair-for-each" (cons list more)) *unspecified*) (apply f row)))

(defproc "reduce" (f start list)
  (check-list "reduce" list)
  (if (null list) start (do ((rest (cdr list) (cdr rest)) (value (car list) (funcall f (car rest) value))) ((atom rest) value))))
(defproc "reduce-left" (f start list)
  (check-list "reduce-left" list)
  (if (null list) start (do ((rest (cdr list) (cdr rest)) (value (car list) (funcall f value (car rest)))) ((atom rest) value))))
(defproc "reduce-right" (f start list)
  (check-list "reduce-right" list)
  (if (null list) start (let* ((reversed (reverse list)) (value (car reversed)))
                          (dolist (item (cdr reversed) value) (setq value (funcall f item value))))))

(defproc "unfold" (stop-p mapper successor seed &optional (tail-of (lambda (seed) (declare (ignore seed)) nil)))
  (let ((items '()))
    (loop until (true-of stop-p seed) do (push (funcall mapper seed) items) (setq seed (funcall successor seed)))
    (revappend items (funcall tail-of seed))))
(defproc "unfold-right" (stop-p mapper successor seed &optional (tail nil))
  (loop until (true-of stop-p seed) do (push (funcall mapper seed) tail) (setq seed (funcall successor seed)))
  tail)

(defproc ("append-map" "append-map!") (f list &rest more)
  (apply (symbol-value (location "append")) (apply (symbol-value (location "map")) f list more)))
(publish (standard-location "map-in-order") (symbol-value (standard-location "map")))
(publish (standard-location "map!") (symbol-value (standard-location "map")))
(defproc "filter-map" (f list &rest more)
  (delete 'false (apply (symbol-value (location "map")) f list more) :test #'eq))

(defproc ("filter" "filter!") (f list)
  (check-procedure "filter" f)
  (let ((kept '())) (dolist (item (check-list "filter" list) (reverse kept)) (when (true-of f item) (setq kept (cons item kept))))))
(defproc ("remove" "remove!") (f list)
  (check-procedure "remove" f)
  (let ((kept '())) (dolist (item (check-list "remove" list) (reverse kept)) (unless (true-of f item) (setq kept (cons item kept))))))
(defproc ("partition" "partition!") (f list)
  (let ((in '()) (out '()))
    (dolist (item (check-list "partition" list)) (if (true-of f item) (push item in) (push item out)))
    (values (nreverse in) (nreverse out))))

(defproc "find" (f list) (dolist (item (check-list "find" list) 'false) (when (true-of f item) (return item))))
(defproc "find-tail" (f list) (do ((rest list (cdr rest))) ((atom rest) 'false) (when (true-of f (car rest)) (return rest))))
(defproc ("take-while" "take-while!") (f list) (values (spanned f list t)))
(defproc "drop-while" (f list) (do ((rest list (cdr rest))) ((or (atom rest) (not (true-of f (car rest)))) rest)))

(defun spanned (f list sense)
  "Returns two values: a list of the first elements of LIST of which F is true if SENSE, or false if not; and the rest."
  (let ((taken '()))
    (do ((rest list (cdr rest)))
        ((or (atom rest) (not (eq sense (true-of f (car rest))))) (values (nreverse taken) rest))
      (push (car rest) taken))))
(defproc ("span" "span!") (f list) (spanned f list t))
(defproc ("break" "break!") (f list) (spanned f list nil))

(defproc "any" (f list &rest more)
  (do ((lists (cons list more) (mapcar #'cdr lists))) ((any-end-p "any" lists) 'false)
    (let ((value (apply f (mapcar #'car lists)))) (when (true-p value) (return value)))))
(defproc "every" (f list &rest more)
  (let ((value t))
    (do ((lists (cons list more) (mapcar #'cdr lists))) ((any-end-p "every" lists) value)
      (setq value (apply f (mapcar #'car lists)))
      (unless (true-p value) (return 'false)))))
(defproc "list-index" (f list &rest more)
  (do ((lists (cons list more) (mapcar #'cdr lists)) (i 0 (1+ i))) ((any-end-p "list-index" lists) 'false)
    (when (true-p (apply f (mapcar #'car lists))) (return i))))

(defun sameness (same)
  "Returns the function of Common Lisp for SAME, a predicate of Scheme; EQUAL? if that is NIL."
  (if same (lambda (x y) (true-of same x y)) #'equal-p))

(defproc ("delete" "delete!") (item list &optional same) (remove item (check-list "delete" list) :test (sameness same)))
(defproc ("delete-duplicates" "delete-duplicates!") (list &optional same)
  (let ((kept '()) (test (sameness same)))
    (dolist (item (check-list "delete-duplicates" list) (nreverse kept))
      (unless (member item kept :test (lambda (new old) (funcall test old new))) (push item kept)))))
(defproc "alist-cons" (key value alist) (acons key value alist))
(defproc "alist-copy" (alist) (loop for entry in (check-list "alist-copy" alist) collect (if (consp entry) (cons (car entry) (cdr entry)) entry)))
(defproc ("alist-delete" "alist-delete!") (key alist &optional same) (remove key alist :key #'car :test (sameness same)))

(defun subset-p (same one other)
  "True if each element of the list ONE is in OTHER by the predicate SAME."
  (every (lambda (x) (member x other :test (sameness same))) one))

(defpred "lset<=" (same &rest lists)
  (check-lists "lset<=" lists)
  (loop for (one . more) on lists
        always (or (null more) (subset-p same one (car more)))))
(defpred "lset=" (same &rest lists)
  (check-lists "lset=" lists)
  (loop for (one . more) on lists
        always (or (null more) (and (subset-p same one (car more)) (subset-p same (car more) one)))))
(defproc "lset-adjoin" (same list &rest items)
  (dolist (item items (check-list "lset-adjoin" list)) (unless (member item list :test (sameness same)) (push item list))))
(defproc ("lset-union" "lset-union!") (same &rest lists)
  (let ((result (car (check-lists "lset-union" lists))))
    (dolist (list (cdr lists) result)
      (dolist (item list) (unless (member item result :test (sameness same)) (push item result))))))
(defproc ("lset-intersection" "lset-intersection!") (same list &rest lists)
  (check-lists "lset-intersection" (cons list lists))
  (remove-if-not (lambda (item) (every (lambda (other) (member item other :test (sameness same))) lists)) list))
(defproc ("lset-difference" "lset-difference!") (same list &rest lists)
  (check-lists "lset-difference" (cons list lists))
  (remove-if (lambda (item) (some (lambda (other) (member item other :test (sameness same))) lists)) list))
(defproc ("lset-diff+intersection" "lset-diff+intersection!") (same list &rest lists)
  (check-lists "lset-diff+intersection" (cons list lists))
  (flet ((elsewhere-p (item) (some (lambda (other) (member item other :test (sameness same))) lists)))
    (values (remove-if #'elsewhere-p list) (remove-if-not #'elsewhere-p list))))
(defproc ("lset-xor" "lset-xor!") (same &rest lists)
  (check-lists "lset-xor" lists)
  (let ((result '()))
    (dolist (list lists result)
      (let ((old result))
        (setq result (append (remove-if (lambda (item) (member item old :test (sameness same))) list)
                             (remove-if (lambda (item) (member item list :test (sameness same))) old)))))))

;;; More of lists that programs use.

(defproc ("sort" "list-sort") (one other)
  (multiple-value-bind (sequence less) (if (functionp one) (values other one) (values one other))
    (check-procedure "sort" less)
    (let ((test (cond ((eq less (symbol-value (location "<"))) #'<)
                      ((eq less (symbol-value (location ">"))) #'>)
                      (t (lambda (x y) (true-of less x y))))))
      (if (simple-vector-p sequence) (stable-sort (copy-seq sequence) test) (stable-sort (copy-list (check-list "sort" sequence)) test)))))
(defproc "1+" (z) (+ (check-number "1+" z) 1))
(defproc "-1+" (z) (- (check-number "-1+" z) 1))
(defproc "string-join" (strings &optional (delimiter " "))
  (check-string "string-join" delimiter)
  (with-output-to-string (out)
    (loop for (string . more) on (check-list "string-join" strings)
          do (write-string (check-string "string-join" string) out)
             (when more (write-string delimiter out)))))
(defproc "string-index" (string wanted)
  (check-string "string-index" string)
  (or (if (characterp wanted) (position wanted string) (position-if (lambda (char) (true-of wanted char)) string)) 'false))
(defproc "string-null?" (string) (boolean-of (zerop (length (check-string "string-null?" string)))))

;;; Streams (SRFI 41): promises of pairs.

(defstruct (lazy-stream (:constructor make-lazy-stream-of (done value)) (:copier nil)
                        (:print-function (lambda (lazy-stream stream depth)
                                           (declare (ignore lazy-stream depth))
                                           (write-string "#<stream>" stream))))
  "A stream. If DONE, VALUE is NIL or a STREAM-PAIR; else VALUE is a procedure that returns a stream."
  done value)

(defstruct (stream-pair (:constructor make-stream-pair-of (first rest)) (:copier nil))
  "FIRST is a promise, REST a stream."
  first rest)

(defvar *stream-null* (make-lazy-stream-of t nil))
(publish-value "stream-null" *stream-null*)

(defun make-lazy-stream (thunk)
  "Returns a stream whose value is that of the stream which THUNK returns, when it is needed."
  (make-lazy-stream-of nil thunk))
(defun make-eager-stream (stream)
  "Returns STREAM; signals an error unless it is a stream."
  (check "stream-delay" "a stream" stream (lazy-stream-p stream)) stream)
(defun make-stream-pair (first rest)
  "Returns a stream of one more element: the value of FIRST, called when it is needed, in front of the stream that REST
returns."
  (make-lazy-stream-of t (make-stream-pair-of (make-delayed (lambda () (make-delayed-of (make-promise-of t (funcall first)))))
                                                                          (make-lazy-stream rest))))

(defun stream-value (stream)
  "Returns NIL if STREAM is empty, or else its pair."
  (loop
    (when (lazy-stream-done stream) (return (lazy-stream-value stream)))
    (let ((next (funcall (lazy-stream-value stream))))
      (check "stream" "a stream" next (lazy-stream-p next))
      (unless (lazy-stream-done stream)
        (setf (lazy-stream-done stream) (lazy-stream-done next)
              (lazy-stream-value stream) (lazy-stream-value next))
        (unless (lazy-stream-done next)
          ;; both are one from now on
          (setf (lazy-stream-value next) (let ((stream stream)) (lambda () stream))))))))

(defun pair-of-stream (operation stream)
  "Returns the pair of STREAM; signals an error of OPERATION if it is empty or not a stream."
  (check operation "a stream" stream (lazy-stream-p stream))
  (or (stream-value stream) (fail "~A: the stream is empty" operation)))

(defpred "stream?" (object) (lazy-stream-p object))
(defpred "stream-null?" (object) (and (lazy-stream-p object) (null (stream-value object))))
(defpred "stream-pair?" (object) (and (lazy-stream-p object) (stream-value object) t))
(defun stream-first (stream)
  "Returns the first element of STREAM."
  (funcall (location "force") (stream-pair-first (pair-of-stream "stream-car" stream))))
(defun stream-rest (stream)
  "Returns STREAM without its first element."
  (stream-pair-rest (pair-of-stream "stream-cdr" stream)))
(defproc "stream-car" (stream) (stream-first stream))
(defproc "stream-cdr" (stream) (stream-rest stream))

(defmacro lazily (&body body)
  "(lazily form*): a stream whose value is that of the stream which the forms return, when it is needed."
  `(make-lazy-stream (lambda () ,@body)))
(defmacro streaming (first rest)
  "(streaming FIRST REST): a stream of the value of the form FIRST and the elements of the stream REST, both evaluated
when needed."
  `(make-stream-pair (lambda () ,first) (lambda () ,rest)))
(defun empty-p (stream)
  "True if STREAM is empty; signals an error unless it is a stream."
  (check "stream" "a stream" stream (lazy-stream-p stream)) (null (stream-value stream)))

(defproc "list->stream" (list)
  (labels ((next (rest) (lazily (if (null rest) *stream-null* (streaming (car rest) (next (cdr rest))))))) (next (check-list "list->stream" list))))
(defproc "port->stream" (&optional port)
  (labels ((next () (lazily (let ((char (read-char (in "port->stream" port) nil nil))) (if char (streaming char (next)) *stream-null*))))) (next)))
(defproc "stream->list" (one &optional (other nil))
  (multiple-value-bind (count stream) (if (lazy-stream-p one) (values nil one) (values one other))
    (let ((items '()))
      (loop until (or (eql count 0) (empty-p stream))
            do (push (stream-first stream) items) (setq stream (stream-rest stream)) (when count (decf count)))
      (nreverse items))))
(defproc "stream-append" (&rest streams)
  (labels ((next (streams)
             (lazily (cond ((null streams) *stream-null*)
                           ((null (cdr streams)) (car streams))
                           ((empty-p (car streams)) (next (cdr streams)))
                           (t (let ((one (car streams))) (streaming (stream-first one) (next (cons (stream-rest one) (cdr streams))))))))))
    (next streams)))
(defproc "stream-concat" (streams)
  (labels ((next (streams)
             (lazily (cond ((empty-p streams) *stream-null*)
                           ((empty-p (stream-first streams)) (next (stream-rest streams)))
                           (t (let ((one (stream-first streams)))
                                (streaming (stream-first one) (next (streaming (stream-rest one) (stream-rest streams)))))))))
           )
    (next streams)))
(defproc "stream-constant" (&rest items)
  (let ((all (copy-list items))) (labels ((next (rest) (lazily (let ((rest (or rest all))) (streaming (car rest) (next (cdr rest))))))) (next all))))
(defproc "stream-drop" (n stream)
  (labels ((next (n stream) (lazily (if (or (= n 0) (empty-p stream)) stream (next (1- n) (stream-rest stream)))))) (next n stream)))
(defproc "stream-take" (n stream)
  (labels ((next (n stream) (lazily (if (or (= n 0) (empty-p stream)) *stream-null* (streaming (stream-first stream) (next (1- n) (stream-rest stream)))))))
    (next n stream)))
(defproc "stream-take-while" (f stream)
  (labels ((next (stream) (lazily (if (or (empty-p stream) (not (true-of f (stream-first stream)))) *stream-null*
                                      (streaming (stream-first stream) (next (stream-rest stream)))))))
    (next stream)))
(defproc "stream-drop-while" (f stream)
  (labels ((next (stream) (lazily (if (or (empty-p stream) (not (true-of f (stream-first stream)))) stream (next (stream-rest stream)))))) (next stream)))
(defproc "stream-filter" (f stream)
  (labels ((next (stream)
             (lazily (cond ((empty-p stream) *stream-null*)
                           ((true-of f (stream-first stream)) (streaming (stream-first stream) (next (stream-rest stream))))
                           (t (next (stream-rest stream)))))))
    (next stream)))
(defproc "stream-fold" (f start stream)
  (loop until (empty-p stream) do (setq start (funcall f start (stream-first stream)) stream (stream-rest stream)))
  start)
(defproc "stream-for-each" (f &rest streams)
  (loop until (some #'empty-p streams) do (apply f (mapcar #'stream-first streams)) (setq streams (mapcar #'stream-rest streams)))
  *unspecified*)
(defproc "stream-map" (f &rest streams)
  (labels ((next (streams)
             (lazily (if (some #'empty-p streams) *stream-null*
                         (streaming (apply f (mapcar #'stream-first streams)) (next (mapcar #'stream-rest streams)))))))
    (next streams)))
(defproc "stream-from" (first &optional (step 1))
  (labels ((next (n) (lazily (streaming n (next (+ n step)))))) (next first)))
(defproc "stream-iterate" (f base)
  (labels ((next (value) (lazily (streaming value (next (funcall f value)))))) (next base)))
(defproc "stream-length" (stream) (let ((count 0)) (loop until (empty-p stream) do (incf count) (setq stream (stream-rest stream))) count))
(defproc "stream-range" (first past &optional (step (if (< first past) 1 -1)))
  (labels ((next (n) (lazily (if (if (plusp step) (< n past) (> n past)) (streaming n (next (+ n step))) *stream-null*)))) (next first)))
(defproc "stream-ref" (stream n) (dotimes (i n) (setq stream (stream-rest stream))) (stream-first stream))
(defproc "stream-reverse" (stream)
  (lazily (let ((result *stream-null*))
            (loop until (empty-p stream)
                  do (let ((first (stream-first stream)) (so-far result)) (setq result (streaming first so-far))) (setq stream (stream-rest stream)))
            result)))
(defproc "stream-scan" (f base stream)
  (labels ((next (base stream)
             (lazily (if (empty-p stream) (streaming base *stream-null*)
                         (streaming base (next (funcall f base (stream-first stream)) (stream-rest stream)))))))
    (next base stream)))
(defproc "stream-unfold" (mapper go-on-p generator base)
  (labels ((next (base) (lazily (if (true-of go-on-p base) (streaming (funcall mapper base) (next (funcall generator base))) *stream-null*)))) (next base)))
(defproc "stream-unfolds" (generator seed)
  (labels ((rows (seed)
             ;; what GENERATOR gives beside the next seed, each time
             (lazily (let ((row (multiple-value-list (funcall generator seed)))) (streaming (cdr row) (rows (car row))))))
           (column (rows i)
             (lazily (let ((part (nth i (stream-first rows))))
                       (cond ((consp part) (streaming (car part) (column (stream-rest rows) i)))
                             ((null part) *stream-null*)
                             (t (column (stream-rest rows) i)))))))
    (let ((all (rows seed)))
      (values-list (loop for i below (length (stream-first all)) collect (column all i))))))
(defproc "stream-zip" (&rest streams) (apply (symbol-value (location "stream-map")) #'list streams))

;;; Hash tables (SRFI 69): Common Lisp's for EQ?, EQV? and STRING=?; for other equivalences an alist for each hash of
;;; keys.

(defstruct (custom-table (:constructor make-custom-table (same hash)) (:copier nil)
                         (:print-function (lambda (table stream depth)
                                            (declare (ignore depth))
                                            (format stream "#<hash-table ~D>" (custom-table-count table)))))
  "A table for the equivalence SAME, a predicate of Common Lisp, by HASH, a procedure; BUCKETS has an alist for each
hash."
  same hash (buckets (make-hash-table :test 'eql)) (count 0))

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
        (t (make-custom-table (if (or (null same) (eq same (symbol-value (location "equal?")))) #'equal-p (lambda (x y) (true-of same x y)))
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
      (let ((entry (table-entry table key)) (hash (funcall (custom-table-hash table) key)))
        (when entry
          (decf (custom-table-count table))
          (setf (gethash hash (custom-table-buckets table)) (remove entry (gethash hash (custom-table-buckets table)) :test #'eq)))))
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
