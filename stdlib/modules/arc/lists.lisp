;;; Arc's functions of lists, and of strings and tables where those are sequences, too (module arc).
(in-package "TESSERA-ARC")

(define "car" (list) "Returns the first element of LIST." (car list))
(define-inline "car" (list) `(car ,list))
(define "cdr" (list) "Returns LIST without its first element." (cdr list))
(define-inline "cdr" (list) `(cdr ,list))
(define "caar" (list) "Returns (car (car LIST))." (caar list))
(define-inline "caar" (list) `(caar ,list))
(define "cadr" (list) "Returns the second element of LIST." (cadr list))
(define-inline "cadr" (list) `(cadr ,list))
(define "cdar" (list) "Returns (cdr (car LIST))." (cdar list))
(define-inline "cdar" (list) `(cdar ,list))
(define "cddr" (list) "Returns LIST without its first two elements." (cddr list))
(define-inline "cddr" (list) `(cddr ,list))
(define "caddr" (list) "Returns the third element of LIST." (caddr list))
(define-inline "caddr" (list) `(caddr ,list))
(define "cons" (first rest) "Returns a cons of FIRST and REST." (cons first rest))
(define-inline "cons" (first rest) `(cons ,first ,rest))
(define "list" (&rest objects) "Returns a list of OBJECTS." objects)
(define-inline "list" (&rest objects) `(list ,@objects))
(define "scar" (cons value) "Makes VALUE the car of CONS." (set-car cons value))
(define "scdr" (cons value) "Makes VALUE the cdr of CONS." (set-cdr cons value))
(define "idfn" (object) "Returns OBJECT." object)
(define "nthcdr" (count list) "Returns LIST without its first COUNT elements." (nthcdr count list))
(define "empty" (sequence) "True if SEQUENCE, a list, string or table, has no elements." (zerop (arc::|len| sequence)))
(define "carif" (object) "Returns the car of OBJECT if it is a cons, else OBJECT." (if (consp object) (car object) object))
(define "caris" (object value) "True if OBJECT is a cons whose car is VALUE." (and (consp object) (arc::|is| (car object) value)))

;;; Tests are functions, or objects that elements are compared with.

(defun testify (test)
  "Returns TEST as a function of one argument: TEST if it is a function, else a comparison with TEST."
  (if (functionp test) test (lambda (object) (or (eql object test) (is-p object test)))))

(define "testify" (test) "Returns TEST if it is a function; else a function that compares its argument with TEST." (testify test))

(defun like (elements original)
  "Returns ELEMENTS, a list, as a sequence like ORIGINAL."
  (if (stringp original) (arc::|string| elements) elements))

(define "some" (test sequence)
  "Returns the first value of TEST for an element of SEQUENCE that is not nil."
  (let ((test (testify test)))
    (dolist (element (iterable sequence) nil)
      (let ((value (funcall test element))) (when value (return value))))))

(define "all" (test sequence)
  "True if TEST holds of all elements of SEQUENCE."
  (let ((test (testify test)))
    (dolist (element (iterable sequence) t)
      (unless (funcall test element) (return nil)))))

(define "mem" (test list)
  "Returns the rest of LIST from the first element that TEST holds of."
  (let ((test (testify test)))
    (loop for rest on list when (funcall test (car rest)) return rest)))

(define "find" (test sequence)
  "Returns the first element of SEQUENCE that TEST holds of."
  (let ((test (testify test)))
    (dolist (element (iterable sequence) nil)
      (when (funcall test element) (return element)))))

(define "keep" (test sequence)
  "Returns the elements of SEQUENCE that TEST holds of."
  (let ((test (testify test)))
    (like (loop for element in (iterable sequence) when (funcall test element) collect element) sequence)))

(define "rem" (test sequence)
  "Returns the elements of SEQUENCE that TEST does not hold of."
  (let ((test (testify test)))
    (like (loop for element in (iterable sequence) unless (funcall test element) collect element) sequence)))

(define "pos" (test sequence &optional (start 0))
  "Returns the number of the first element of SEQUENCE from START on that TEST holds of."
  (let ((test (testify test)))
    (loop for element in (nthcdr start (iterable sequence)) for place from start
          when (funcall test element) return place)))

(define "before" (first second sequence &optional (start 0))
  "True if an element that FIRST holds of is in SEQUENCE from START on, before any that SECOND holds of."
  (let ((one (arc::|pos| first sequence start)) (other (arc::|pos| second sequence start)))
    (and one (or (null other) (< one other)))))

(define "count" (test sequence)
  "Returns the number of elements of SEQUENCE that satisfy TEST."
  (let ((test (testify test)))
    (loop for element in (iterable sequence) count (funcall test element))))

(define "trues" (function sequence)
  "Returns the values of FUNCTION for the elements of SEQUENCE, without nils."
  (let ((function (callable function)))
    (loop for element in (iterable sequence)
          for value = (funcall function element)
          when value collect value)))

(define "partition" (test sequence)
  "Returns a list of two: the elements of SEQUENCE that TEST holds of, and the others."
  (list (arc::|keep| test sequence) (arc::|rem| test sequence)))

;;; Mapping.

(define "map1" (function list)
  "Returns a list of the values of FUNCTION for the elements of LIST."
  (let ((function (callable function)))
    (loop for element in list collect (funcall function element))))

(define-inline "map1" (function list)
  (if (and (consp function) (member (car function) '(lambda function)))
      `(mapcar ,function ,list)
      (call-with-simple (list function list)
                        (lambda (function list) `(mapcar (if (functionp ,function) ,function (callable ,function)) ,list)))))

(define "map" (function sequence &rest others)
  "Returns the values of FUNCTION for the elements of the sequences: a string if one of them is, else a list."
  (let ((function (callable function)))
    (cond ((and (null others) (listp sequence)) (loop for element in sequence collect (funcall function element)))
          (t (let ((results (apply #'mapcar function (iterable sequence) (mapcar #'iterable others))))
               (if (or (stringp sequence) (some #'stringp others)) (arc::|string| results) results))))))

(define "mappend" (function &rest sequences)
  "Returns the values of FUNCTION, lists, joined."
  (apply #'append (apply #'mapcar (callable function) (mapcar #'iterable sequences))))

(define "reduce" (function list)
  "Returns the value of FUNCTION for the first two elements of LIST, then for that value and the third, and so on."
  (if (null list) (funcall (callable function)) (reduce (callable function) list)))

(define "rreduce" (function list)
  "Returns the value of FUNCTION for the last two elements of LIST, then for the one before and that value, and so on."
  (if (null list) (funcall (callable function)) (reduce (callable function) list :from-end t)))

;;; Parts.

(define "rev" (sequence) "Returns the elements of SEQUENCE in reverse." (if (stringp sequence) (reverse sequence) (reverse (the-list sequence))))
(define "nrev" (list) "Returns the elements of LIST in reverse, reusing its conses." (nreverse (the-list list)))

(defun the-list (object)
  "Returns OBJECT; signals an error unless it is a list."
  (if (listp object) object (fail "~A is not a list" (shown object))))

(define "firstn" (count sequence)
  "Returns the first COUNT elements of SEQUENCE, or all."
  (cond ((null count) sequence)
        ((stringp sequence) (subseq sequence 0 (min count (length sequence))))
        (t (loop for element in (the-list sequence) repeat count collect element))))

(define "lastn" (count sequence)
  "Returns the last COUNT elements of SEQUENCE, or all."
  (if (stringp sequence)
      (subseq sequence (max 0 (- (length sequence) count)))
      (last sequence count)))

(define "last" (list) "Returns the last element of LIST, or the last character of a string; nil if there is none."
  (car (last (if (stringp list) (iterable list) (the-list list)))))

(define "cut" (sequence start &optional end)
  "Returns the elements of SEQUENCE from START up to END, or up to its end; a negative END counts from there."
  (let* ((length (arc::|len| sequence))
         (stop (cond ((null end) length) ((minusp end) (+ length end)) (t end))))
    (cond ((not (stringp sequence)) (loop for element in (nthcdr start sequence) for place from start below stop collect element))
          ((<= 0 start stop length) (subseq sequence start stop))
          (t (fail "cut: ~A to ~A is not within ~A" (shown start) (shown end) (shown sequence))))))

(define "split" (sequence place)
  "Returns a list of two: SEQUENCE up to PLACE, and from there on."
  (list (arc::|cut| sequence 0 place) (arc::|cut| sequence place)))

(define "join" (&rest lists)
  "Returns the elements of LISTS, a list."
  (apply #'append lists))

(define "pair" (list &optional (function #'list))
  "Returns a list of the values of FUNCTION, usually list, for each two elements of LIST; the last may be alone."
  (loop with function = (callable function)
        for rest on list by #'cddr
        collect (if (cdr rest) (funcall function (car rest) (cadr rest)) (list (car rest)))))

(define "tuples" (list &optional (size 2))
  "Returns lists of SIZE elements of LIST each; the last may be shorter."
  (loop for rest = list then (nthcdr size rest)
        while rest
        collect (loop for element in rest repeat size collect element)))

(define "flat" (&rest trees)
  "Returns a list of the atoms in the lists TREES, however deep, but for nil."
  (let ((atoms '()) (waiting (list trees)))
    (loop while waiting
          do (let ((next (pop waiting)))
               (cond ((consp next) (push (cdr next) waiting) (push (car next) waiting))
                     (next (push next atoms)))))
    (nreverse atoms)))

(define "range" (start end) "Returns the integers from START to END, a list." (loop for number from start to end collect number))
(define "single" (list) "True if LIST has one element." (and (consp list) (null (cdr list))))
(define "dotted" (list) "True if LIST does not end in nil." (and (consp list) (cdr (last list)) t))
(define "adjoin" (object list &optional (test #'arc::|is|))
  "Returns LIST with OBJECT in front, unless TEST holds of OBJECT and one of its elements."
  (if (find object list :test (callable test)) list (cons object list)))

(define "union" (test first second)
  "Returns the list FIRST, and those elements of SECOND that match none of FIRST under TEST."
  (let ((test (callable test)))
    (append first (remove-if (lambda (element) (find-if (lambda (other) (funcall test other element)) first)) second))))

(define "%toggled" (object list test)
  "Returns LIST without OBJECT if that is in it, else with it."
  (let ((test (callable test)))
    (if (find object list :test test) (remove object list :test test) (cons object list))))

(define "consif" (object list) "Returns OBJECT in front of LIST, unless it is nil." (if object (cons object list) list))
(define "conswhen" (test object list) "Returns OBJECT in front of LIST if TEST holds of it." (if (funcall (callable test) object) (cons object list) list))

(define "dedup" (list)
  "Returns LIST without elements that are the same as one before."
  (let ((seen (make-hash-table :test 'equal)))
    (loop for element in list
          unless (gethash element seen)
            collect element and do (setf (gethash element seen) t))))

(define "intersperse" (object list)
  "Returns LIST with OBJECT between its elements."
  (loop for (element . more) on list collect element when more collect object))

(define "rand-perm" (list)
  "Returns the elements of LIST in random order."
  (let ((vector (coerce list 'simple-vector)))
    (loop for place from (1- (length vector)) downto 1
          do (rotatef (svref vector place) (svref vector (random (1+ place)))))
    (coerce vector 'list)))

;;; Lists of pairs.

(define "assoc" (key list)
  "Returns the element of LIST, a list of lists, that begins with KEY."
  (loop for pair in list
        when (and (consp pair) (or (eql (car pair) key) (is-p (car pair) key))) return pair))

(define "alref" (list key) "Returns the value of KEY in LIST, a list of (key value)." (cadr (arc::|assoc| key list)))

;;; Best elements, and order.

(define "best" (test list)
  "Returns the element of LIST that TEST holds of with each other."
  (let ((test (callable test)))
    (and list
         (let ((best (car list)))
           (dolist (element (cdr list) best)
             (when (funcall test element best) (setf best element)))))))

(define "most" (function list)
  "Returns the element of LIST for which the value of FUNCTION is greatest."
  (let ((function (callable function)))
    (and list
         (let* ((best (car list)) (score (funcall function best)))
           (dolist (element (cdr list) best)
             (let ((other (funcall function element)))
               (when (less-p score other) (setf best element score other))))))))

(define "least" (function list)
  "Returns the element of LIST for which the value of FUNCTION is least."
  (let ((function (callable function)))
    (and list
         (let* ((best (car list)) (score (funcall function best)))
           (dolist (element (cdr list) best)
             (let ((other (funcall function element)))
               (when (less-p other score) (setf best element score other))))))))

(define "sum" (function list)
  "Returns the sum of the values of FUNCTION for the elements of LIST."
  (let ((function (callable function)))
    (loop for element in (iterable list) sum (funcall function element))))

(defun order-function (test)
  "Returns TEST as a function of two arguments."
  (cond ((eq test (get 'arc::|<| 'original)) #'less-p)
        ((eq test (get 'arc::|>| 'original)) (lambda (first second) (less-p second first)))
        (t (callable test))))

(define "sort" (test sequence)
  "Returns the elements of SEQUENCE sorted by TEST; equal elements keep their order."
  (let ((test (order-function test)))
    (like (stable-sort (copy-list (iterable sequence)) test) sequence)))
(define "mergesort" (test list) "Returns LIST sorted by TEST." (arc::|sort| test list))

(define "merge" (test first second)
  "Returns the sorted lists FIRST and SECOND as one."
  (merge 'list (copy-list first) (copy-list second) (order-function test)))

(define "bestn" (count test list) "Returns the first COUNT elements of LIST sorted by TEST." (arc::|firstn| count (arc::|sort| test list)))

(define "insert-sorted" (test object list)
  "Returns the sorted LIST with OBJECT where it belongs."
  (let ((test (order-function test)) (before '()))
    (loop while (and list (not (funcall test object (car list))))
          do (push (pop list) before))
    (revappend before (cons object list))))

(define "%inserted-new" (test object list)
  "Returns the sorted LIST with OBJECT where it belongs, unless LIST has OBJECT already."
  (if (arc::|mem| object list) list (arc::|insert-sorted| test object list)))

(define "compare" (test function)
  "Returns a function that is true if TEST holds of the values of FUNCTION for its arguments."
  (let ((test (order-function test)) (function (callable function)))
    (lambda (first second) (funcall test (funcall function first) (funcall function second)))))

(define "counts" (sequence &optional (table (arc::|table|)))
  "Returns a table of how often each element is in SEQUENCE."
  (dolist (element (iterable sequence) table)
    (incf (gethash element table 0))))

(define "commonest" (sequence)
  "Returns a list of the element that is most often in SEQUENCE, and how often."
  (let ((best nil) (most 0))
    (maphash (lambda (element count) (when (> count most) (setf best element most count))) (arc::|counts| sequence))
    (list best most)))

;;; Trees.

(define "trav" (function tree &rest others)
  "Calls FUNCTION with TREE and the parts below it that are conses."
  (declare (ignore others))
  (let ((function (callable function)) (waiting (list tree)))
    (loop while waiting
          do (let ((next (pop waiting)))
               (when (consp next)
                 (funcall function next)
                 (push (cdr next) waiting)
                 (push (car next) waiting))))))

(define "treewise" (function base tree)
  "Returns BASE of TREE if it is an atom; for a cons, FUNCTION of the values of treewise for its car and cdr."
  (let ((function (callable function)) (base (callable base)))
    (labels ((walk (tree)
               (if (atom tree) (funcall base tree) (funcall function (walk (car tree)) (walk (cdr tree))))))
      (walk tree))))

(define "tree-subst" (old new tree)
  "Returns TREE with NEW in place of the parts that OLD holds of."
  (let ((test (testify old)))
    (labels ((walk (tree)
               (cond ((funcall test tree) new)
                     ((atom tree) tree)
                     (t (cons (walk (car tree)) (walk (cdr tree)))))))
      (walk tree))))

(define "ontree" (function tree)
  "Calls FUNCTION with TREE and all its parts."
  (let ((function (callable function)) (waiting (list tree)))
    (loop while waiting
          do (let ((next (pop waiting)))
               (funcall function next)
               (when (consp next)
                 (push (cdr next) waiting)
                 (push (car next) waiting))))))

;;; A queue is a list of the first and the last cons of its elements, and their number.

(define "queue" () "Returns a new queue." (list nil nil 0))

(define "enq" (object queue)
  "Puts OBJECT at the end of QUEUE. Returns its elements."
  (let ((cons (list object)))
    (if (first queue) (setf (cdr (second queue)) cons) (setf (first queue) cons))
    (setf (second queue) cons)
    (incf (third queue))
    (first queue)))

(define "deq" (queue)
  "Takes the first element from QUEUE; nil if there is none."
  (when (first queue)
    (decf (third queue))
    (pop (first queue))))

(define "qlen" (queue) "Returns the number of elements of QUEUE." (third queue))
(define "qlist" (queue) "Returns the elements of QUEUE, a list." (first queue))
(define "enq-limit" (object queue &optional (limit 1000))
  "Puts OBJECT at the end of QUEUE, and removes the first element if there are more than LIMIT."
  (unless (< (third queue) limit) (arc::|deq| queue))
  (arc::|enq| object queue))
