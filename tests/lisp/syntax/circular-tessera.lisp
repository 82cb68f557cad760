;;; Lists without an end, given to functions that go along them: an error, where nothing but a signal could stop others.

(defparameter *circle* (let ((x (list 1 2 3))) (setf (cdr (last x)) x))) => *circle*
(length *circle*)                                      => (error type-error "LENGTH: the list is circular")
(list-length *circle*)                                 => nil
(reverse *circle*)                                     => (error type-error "REVERSE: the list is circular")
(nreverse (let ((x (list 1 2))) (setf (cddr x) x)))    => (error type-error "NREVERSE: the list is circular")
(append *circle* '(4))                                 => (error type-error "APPEND: the list is circular")
(append '(4) *circle* '(5))                            => (error type-error "APPEND: the list is circular")
(third (append '(4) *circle*))                         => 2
(nconc (let ((x (list 1 2))) (setf (cddr x) x)) '(3))  => (error type-error "NCONC: the list is circular")
(revappend *circle* '())                               => (error type-error "REVAPPEND: the list is circular")
(last *circle*)                                        => (error type-error "LAST: the list is circular")
(last *circle* 3)                                      => (error type-error "LAST: the list is circular")
(butlast *circle*)                                     => (error type-error "BUTLAST: the list is circular")
(nbutlast *circle*)                                    => (error type-error "NBUTLAST: the list is circular")
(ldiff *circle* (cddr *circle*))                       => (1 2)
(ldiff *circle* '(1))                                  => (error type-error "LDIFF: the list is circular")
(tailp (cdr *circle*) *circle*)                        => t
(tailp '(1) *circle*)                                  => (error type-error "TAILP: the list is circular")
(copy-list *circle*)                                   => (error type-error "COPY-LIST: the list is circular")
(copy-alist *circle*)                                  => (error type-error "COPY-ALIST: the list is circular")
(copy-seq *circle*)                                    => (error type-error "COPY-SEQ: the list is circular")
(subseq *circle* 1 2)                                  => (error type-error "SUBSEQ: the list is circular")
(car (member 3 *circle*))                              => 3
(member 4 *circle*)                                    => (error type-error "MEMBER: the list is circular")
(assoc 'a (let ((x (list '(b . 1)))) (setf (cdr x) x))) => (error type-error "ASSOC: the list is circular")
(getf (let ((x (list 'a 1))) (setf (cddr x) x)) 'b)    => (error type-error "GETF: the list is circular")
(sort *circle* #'<)                                    => (error type-error "LENGTH: the list is circular")
(concatenate 'list *circle* '(1))                      => (error type-error "LENGTH: the list is circular")
(fill *circle* 0)                                      => (error type-error "FILL: the list is circular")
(eval (let ((x (list 'list 1 2))) (setf (cdddr x) (cdr x)) x)) => (error program-error)
(eval (let ((x (list 'let '() 1))) (setf (cdddr x) (cddr x)) x)) => (error program-error "LET: the form is a circular list")
(compile nil (let ((x (list 'lambda '() 1))) (setf (cdddr x) (cddr x)) x)) => (error program-error "LAMBDA: the form is a circular list")

(handler-case (length *circle*)
  (type-error (c) (list (integerp (car (type-error-datum c))) (type-error-expected-type c) (princ-to-string c)))) => (t (and list (satisfies list-length)) "LENGTH: the list is circular")
(handler-case (getf '(a 1 b) 'c)
  (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => ((b) (cons t cons))

;;; --- functions that collect elements of a list detect that it is circular, before memory is full
(defun circular-error (form)
  "Returns FORM, unless it signals a TYPE-ERROR that names what it called, and whose datum is not of the expected type."
  (handler-case (progn (eval `(locally (declare (notinline ,(first form))) ,form)) form)
    (type-error (c)
      (if (and (not (typep (type-error-datum c) (type-error-expected-type c)))
               (search (symbol-name (first form)) (princ-to-string c)))
          nil
          form))))                                         => circular-error
(remove nil (mapcar #'circular-error
  '((remove 2 *circle*) (remove 9 *circle* :key #'1+) (remove 9 *circle* :test #'<) (remove-if #'evenp *circle*) (remove-if-not #'evenp *circle* :start 1)
    (delete 9 *circle*) (delete-if #'stringp *circle*) (delete-if-not #'numberp *circle*)
    (substitute 1 9 *circle*) (substitute-if 1 #'evenp *circle*) (substitute-if-not 1 #'oddp *circle*)
    (nsubstitute 1 9 *circle*) (nsubstitute-if 1 #'stringp *circle*) (nsubstitute-if-not 1 #'numberp *circle*)
    (count 9 *circle*) (count-if #'stringp *circle*) (find 9 *circle*) (find 9 *circle* :from-end t) (find-if #'stringp *circle*)
    (position 9 *circle*) (position-if #'stringp *circle* :from-end t) (reduce #'+ *circle*) (reduce #'max *circle* :from-end t)
    (search '(9) *circle*) (search *circle* '(9)) (mismatch *circle* '(1 2 3)) (mismatch '(1) *circle* :from-end t)
    (union *circle* '(4)) (union '(4) *circle*) (union '(4) *circle* :test #'=) (nunion *circle* (list 4)) (intersection '(9) *circle*) (intersection *circle* '(9))
    (nintersection *circle* '(9)) (set-difference *circle* '(2)) (set-difference '(9) *circle*) (nset-difference *circle* '(9))
    (set-exclusive-or *circle* '(9)) (nset-exclusive-or (list 9) *circle*) (subsetp *circle* '(1 2 3)) (subsetp '(9) *circle*)))) => nil
(let ((r (remove 2 *circle* :end 4)))
  (list (find 2 *circle*) (position 3 *circle*) (loop repeat 5 for x in r collect x) (count 1 *circle* :end 300001))) => (2 2 (1 3 1 2 3) 100001)

;;; --- messages of errors show circular and long objects in short
(tessera::%safe-message (make-condition 'type-error :datum *circle* :expected-type 'number))
  => "#1=(1 2 3 . #1#) is not of type NUMBER"
(let ((tessera::*longest-in-message* 3))
  (tessera::%safe-message (make-condition 'type-error :datum (vector 1 2 3 4) :expected-type 'number)))
  => "#(1 2 3 ...) is not of type NUMBER"
(handler-case (error 'type-error :datum *circle* :expected-type 'number) (error (c) (type-error-expected-type c))) => number

;;; --- other functions that walk lists
(get-properties *circle* '(a))                         => (error type-error "GET-PROPERTIES: the list is circular")
(get-properties (let ((x (list 'a 1))) (setf (cddr x) x)) '(b)) => (error type-error "GET-PROPERTIES: the list is circular")
(get-properties '(a 1 b 2) (let ((x (list 'c 'd))) (setf (cddr x) x))) => (error type-error "GET-PROPERTIES: the list is circular")
(pairlis *circle* *circle*)                            => (error type-error "PAIRLIS: the list is circular")
(pairlis '(1 2) *circle*)                              => (error error)
(pairlis *circle* '(1 2))                              => (error type-error)
(progv *circle* '(1) 2)                                => (error type-error)
(progv (let ((x (list 'a 'b))) (setf (cddr x) x)) '(1) 2) => (error type-error)
(progv '(a) (let ((x (list 1))) (setf (cdr x) x)) (symbol-value 'a)) => 1
(list (nth 1000000000000 *circle*) (nth (expt 10 30) *circle*) (nth (1+ (expt 10 30)) *circle*)) => (2 2 3)
(car (nthcdr (1- (expt 2 200)) *circle*))              => 1
(nth (expt 10 30) '(1 2 3))                            => nil
(nthcdr (expt 10 30) '(1 2 . 3))                       => (error type-error)
(nth -1 *circle*)                                      => (error type-error)
(let ((x (list 1 2 3 4))) (setf (cddddr x) (cdr x)) (list (nth 5 x) (nth 102 x) (nth (1+ (expt 10 20)) x))) => (3 4 3)

;;; --- comparisons end, and take no longer where parts are shared
(defun circle (&rest elements) (setf (cdr (last elements)) elements)) => circle
(defun doubled (depth leaf) (dotimes (i depth leaf) (setf leaf (cons leaf leaf)))) => doubled
(equal (circle 1 2) (circle 1 2))                      => t
(equal (circle 1 2) (circle 1 2 1 2 1 2))              => t
(equal (circle 1 2) (circle 1 3))                      => nil
(equal (circle 1 2 1 2 1 2 1 2) (circle 1 2 1 2 1 2 1 3)) => nil
(let ((a (list 1 2)) (b (list 1 2))) (setf (car a) a (car b) b) (equal a b)) => t
(let ((a (list 1 2)) (b (list 1 3))) (setf (car a) a (car b) b) (equal a b)) => nil
(let ((a (make-list 1000000)) (b (make-list 1000000))) (setf (cdr (last a)) a (cdr (last b)) b) (equal a b)) => t
(equal (doubled 200 1) (doubled 200 1))                => t
(equal (doubled 24 1) (doubled 24 2))                  => nil
(equalp (doubled 200 1) (doubled 200 1.0))             => t
(equalp (circle 1 2) (circle 1 2.0))                   => t
(let ((a (vector 1 2)) (b (vector 1 2))) (setf (svref a 0) a (svref b 0) b) (equalp a b)) => t
(let ((a (vector 1 2)) (b (vector 1 3))) (setf (svref a 0) a (svref b 0) b) (equalp a b)) => nil
(defstruct ring next) => ring
(let ((a (make-ring)) (b (make-ring))) (setf (ring-next a) b (ring-next b) a) (equalp a b)) => t
(let ((a (make-hash-table)) (b (make-hash-table))) (setf (gethash 1 a) a (gethash 1 b) b) (equalp a b)) => t
(let ((table (make-hash-table :test 'equal))) (setf (gethash (circle 1 2) table) :found) (gethash (circle 1 2) table)) => (values :found t)
(let ((a (make-list 3000000)) (b (make-list 3000000))) (list (equal a b) (equal a (cdr b)))) => (t nil)
(let ((*print-readably* t)) (prin1-to-string (make-array '(2 0 3))))  => "#A(T (2 0 3) (NIL NIL))"
(let ((*print-readably* t)) (prin1-to-string (make-array 2 :element-type 'bit :initial-element 1)))  => "#*11"
(read-from-string "#A((1 2))")  => (error reader-error)
