;;; SRFI 1, lists, and other procedures that programs use (Scheme's library).

(in-package "TESSERA-SCHEME")

;;; Procedures are called as the document has it, each element once and in order.

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
