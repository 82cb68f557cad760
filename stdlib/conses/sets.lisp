;;; Lists as sets (chapter 14).

(in-package "TESSERA")

;;; Membership. Long lists are put into a hash table if there are hash tables with the test.

(defun %hash-test (test)
  "Returns the hash table test that does what the function TEST (NIL for EQL) does, or NIL if there is none. Second
value: what is to be called on the objects before they are looked up, or NIL."
  (cond ((null test) 'eql)
        ((eq test #'equal) 'equal)
        ((eq test #'equalp) 'equalp)
        ((eq test #'string=) (values 'equal #'%designated-string))
        ((eq test #'string-equal) (values 'equalp #'%designated-string))
        ((eq test #'=) (values 'eql #'%exact-number))
        ((eq test #'char=) (values 'eql #'%checked-character))
        ((eq test #'char-equal) (values 'equalp #'%checked-character))))

(defun %designated-string (object)
  "Returns the string that OBJECT designates; fails as STRING= does."
  (cond ((stringp object) object)
        ((or (symbolp object) (characterp object)) (string object))
        (t (string= object object))))

(defun %exact-number (object)
  "Returns a number that is EQL to that of another number if and only if that is = to OBJECT; fails as = does."
  (cond ((rationalp object) object)
        ((complexp object) (complex (%exact-number (realpart object)) (%exact-number (imagpart object))))
        ((and (floatp object) (<= (abs object) (%largest-float object))) (rational object))
        (t (= object 0)
           object)))

(defun %checked-character (object)
  "Returns OBJECT; fails as CHAR= does if it is not a character."
  (if (characterp object) object (char= object)))

(defun %composed (function key)
  "Returns a function that calls FUNCTION on what KEY returns; both may be NIL."
  (cond ((null function) key)
        ((null key) function)
        (t (lambda (object) (funcall function (funcall key object))))))

(defun %table-of (list key test operation)
  "Returns a hash table with TEST of the elements of LIST after KEY."
  (let ((table (make-hash-table :test test)))
    (%do-cells (cell list operation table)
      (setf (gethash (if key (funcall key (car cell)) (car cell)) table) t))))

(defun %membership (list key test operation)
  "Returns a function that is true of an element that, after KEY, matches one of LIST under TEST. Both may be NIL."
  (multiple-value-bind (table-test before) (if (and (consp list) (nthcdr 20 list)) (%hash-test test) nil)
    (cond (table-test
           (let* ((key (%composed before key)) (table (%table-of list key table-test operation)))
             (if key
                 (lambda (element) (gethash (funcall key element) table))
                 (lambda (element) (gethash element table)))))
          (key (lambda (element) (member (funcall key element) list :key key :test (or test #'eql))))
          (test (lambda (element) (member element list :test test)))
          (t (lambda (element) (%memql element list))))))

(defun %swapped (test)
  "Returns the function TEST (NIL for EQL) with its arguments exchanged, unless it is known to be symmetric."
  (if (%hash-test test)
      test
      (lambda (a b) (funcall test b a))))

(defun %select (list wanted member-p operation)
  "Returns a list of the elements of LIST for which MEMBER-P is true, or false if WANTED is NIL."
  (let ((selected '()))
    (%do-cells (cell list operation (nreverse selected))
      (when (if (funcall member-p (car cell)) wanted (not wanted))
        (push (car cell) selected)))))

(defun %nselect (list wanted member-p operation)
  "Returns LIST, which is destroyed, with only the elements for which MEMBER-P is true, or false if WANTED is NIL."
  (let* ((head (cons nil list)) (last head))
    (%do-cells (cell list operation (cdr head))
      (if (if (funcall member-p (car cell)) wanted (not wanted))
          (setq last cell)
          (setf (cdr last) (cdr cell))))))

;;; The operations

(defmacro %check-both-end (list-1 list-2 operation)
  "Signals a TYPE-ERROR if one of the lists given to OPERATION is circular."
  `(when (%endless-p ,list-1 ,list-2)
     (%check-ends ,list-1 ,operation)
     (%check-ends ,list-2 ,operation)))

(defmacro %define-set-operation (name documentation form)
  "Defines NAME on LIST-1 and LIST-2 as FORM. In it, (select l w) and (nselect l w) filter the list L by membership in
LIST-2 being W. (select-other l) returns the elements of the list L that are not in LIST-1."
  `(defun ,name (list-1 list-2 &key key test test-not)
     ,documentation
     (let ((test (%test-function test test-not ',name))
           (key (and key (%coerce-to-function key))))
       (%check-both-end list-1 list-2 ',name)
       (macrolet ((select (list wanted)
                    (list '%select list wanted '(%membership list-2 key test ',name) '',name))
                  (nselect (list wanted)
                    (list '%nselect list wanted '(%membership list-2 key test ',name) '',name))
                  (select-other (list)
                    (list '%select list nil '(%membership list-1 key (%swapped test) ',name) '',name)))
         ,form))))

(%define-set-operation intersection
  "Returns a list of the elements of LIST-1 that, after KEY, match an element of LIST-2 under TEST."
  (select list-1 t))

(%define-set-operation nintersection
  "Returns a list of the elements of LIST-1, which is destroyed, that after KEY match an element of LIST-2 under TEST."
  (nselect list-1 t))

(%define-set-operation set-difference
  "Returns a list of the elements of LIST-1 that, after KEY, match no element of LIST-2 under TEST."
  (select list-1 nil))

(%define-set-operation nset-difference
  "Returns a list of the elements of LIST-1, which is destroyed, that after KEY match no element of LIST-2 under TEST."
  (nselect list-1 nil))

(%define-set-operation union
  "Returns a list of the elements of LIST-2, which it may share, after those of LIST-1 that, after KEY, match none of
them under TEST."
  (nconc (select list-1 nil) list-2))

(%define-set-operation nunion
  "Returns a list of the elements of LIST-2, after those of LIST-1 that, after KEY, match none of them under TEST. Both
lists may be destroyed."
  (nconc (nselect list-1 nil) list-2))

(%define-set-operation set-exclusive-or
  "Returns a list of the elements of either list that, after KEY, match none of the other under TEST."
  (nconc (select list-1 nil) (select-other list-2)))

(%define-set-operation nset-exclusive-or
  "Returns a list of the elements of either list that, after KEY, match none of the other under TEST. LIST-1 is
destroyed."
  (let ((others (select-other list-2)))
    (nconc (nselect list-1 nil) others)))

(defun subsetp (list-1 list-2 &key key test test-not)
  "Returns T if each element of LIST-1, after KEY, matches an element of LIST-2 under TEST, else NIL."
  (let* ((test (%test-function test test-not 'subsetp))
         (key (and key (%coerce-to-function key)))
         (member-p (progn (%check-both-end list-1 list-2 'subsetp)
                          (%membership list-2 key test 'subsetp))))
    (%do-cells (cell list-1 'subsetp t)
      (unless (funcall member-p (car cell)) (return nil)))))
