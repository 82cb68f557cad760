;;; What the files on conses and sequences share, and the mapping functions (chapter 14).

(in-package "TESSERA")

;;; Arguments

(defun %bad-argument (datum type operation)
  "Signals a TYPE-ERROR: DATUM, given to OPERATION, is not of TYPE. Returns what USE-VALUE supplies."
  (%signal-failure 'type-error (list :datum datum :expected-type type) operation))

(defun %check-ends (list operation)
  "Signals a TYPE-ERROR if LIST, given to OPERATION, is circular. Returns NIL."
  (when (%endless-p list)
    (%signal-failure 'simple-type-error
                     (list :datum list :expected-type '(and list (satisfies list-length)) :format-control "the list is circular")
                     operation))
  nil)

(defun %proper-length (object)
  "Returns the length of OBJECT, or NIL if it is not a proper list."
  (unless (and (consp object) (%endless-p object))
    (do ((length 0 (1+ length)) (rest object (cdr rest)))
        ((atom rest) (if (null rest) length nil)))))

(defun %eql-test-p (test)
  "True if the designator TEST is of EQL, or of EQ, which may stand for EQL."
  (or (eq test 'eql) (eq test #'eql) (eq test 'eq) (eq test #'eq)))

(defun %test-function (test test-not operation)
  "Returns the function for the :TEST and :TEST-NOT arguments of OPERATION, or NIL where it is EQL."
  (cond (test-not
         (when test (error "~s: both :TEST and :TEST-NOT are given" operation))
         (let ((function (%coerce-to-function test-not)))
           (lambda (a b) (not (funcall function a b)))))
        ((or (null test) (%eql-test-p test)) nil)
        (t (%coerce-to-function test))))

;;; Walking lists

(defmacro %listp (variable)
  "(%listp VARIABLE): true if the value of VARIABLE is a list. As a test it compiles into jumps."
  `(if (consp ,variable) t (null ,variable)))

(defmacro %do-cells ((cell list operation &optional result) &body body)
  "Runs BODY with CELL bound to each cons of LIST, returns RESULT; a list that ends in an atom is a TYPE-ERROR."
  `(do ((,cell ,list (cdr ,cell)))
       ((not (consp ,cell))
        (when ,cell (%bad-argument ,cell 'list ,operation))
        ,result)
     ,@body))

;;; Functions in three flavours: NAME with an item and a test, NAME-IF and NAME-IF-NOT with a predicate

(defmacro %with-item-match ((item operation) &body body)
  "Runs BODY, which is compiled once for each kind of test that the variables KEY, TEST and TEST-NOT may ask for, with
these macros:
  (match X)            true if X matches ITEM
  (if-plain A B)       A if the test is EQL without a key, else B
  (by-native L S E A)  without a key, (S ITEM L NIL) for STRING=, (S ITEM L T) for STRING-EQUAL, (E ITEM L) for EQUAL;
                       A for other tests, and if that is 0"
  (flet ((variant (form plain &optional native)
           `(macrolet ((match (element) ,form)
                       (if-plain (a b) (declare (ignorable a b)) ,(if plain 'a 'b))
                       (by-native (l s e a)
                         (declare (ignorable l s e))
                         ,(if native
                              `(list 'let (list (list 'found (list 'cond (list '(eq test #'string=) (list s ',item l nil))
                                                                   (list '(eq test #'string-equal) (list s ',item l t))
                                                                   (list '(eq test #'equal) (list e ',item l))
                                                                   '(t 0))))
                                     (list 'if '(eql found 0) a 'found))
                              'a)))
              ,@body)))
    `(let ((test (if (or test test-not) (%test-function test test-not ,operation) nil))
           (key (if key (%coerce-to-function key) nil)))
       (if key
           (if test
               ,(variant `(list 'funcall 'test ',item (list 'funcall 'key element)) nil)
               ,(variant `(list 'eql ',item (list 'funcall 'key element)) nil))
           (if test
               ,(variant `(list 'funcall 'test ',item element) nil t)
               ,(variant `(list 'eql ',item element) t))))))

(defmacro %with-predicate-match ((wanted) &body body)
  "Runs BODY where (match x) tells if the variable PREDICATE, after KEY, gives truth (WANTED true) or falsity."
  (flet ((variant (form)
           `(macrolet ((match (element) ,(if wanted form `(list 'not ,form)))
                       (if-plain (a b) (declare (ignore a)) b)
                       (by-native (l s e a) (declare (ignore l s e)) a))
              ,@body)))
    `(let ((predicate (%coerce-to-function predicate))
           (key (if key (%coerce-to-function key) nil)))
       (if key
           ,(variant `(list 'funcall 'predicate (list 'funcall 'key element)))
           ,(variant `(list 'funcall 'predicate element))))))

(defun %join-strings (&rest strings)
  "Returns a fresh string of the characters of STRINGS, for use before CONCATENATE exists."
  (let ((length 0))
    (dolist (string strings) (setq length (+ length (length string))))
    (let ((result (make-string length)) (start 0))
      (dolist (string strings result)
        (replace result string :start1 start)
        (setq start (+ start (length string)))))))

(defun %fill-in (template text)
  "Returns TEMPLATE with TEXT in place of its first tilde."
  (do ((i 0 (1+ i)))
      ((>= i (length template)) template)
    (when (char= (char template i) #\~)
      (return (%join-strings (subseq template 0 i) text (subseq template (1+ i)))))))

(defmacro %define-operation (name lambda-list documentation &body body)
  "Defines NAME so that BODY may say (answer x) to return, and OPERATION for the function's name."
  `(defun ,name ,lambda-list
     ,documentation
     (macrolet ((answer (form) (list 'return-from ',name form)))
       (symbol-macrolet ((operation ',name))
         ,@body))))

(defmacro %define-matching (name (before item after keys) template &body body)
  "Defines NAME, NAME-IF and NAME-IF-NOT with the parameters BEFORE, ITEM (or a predicate), AFTER and the keyword
parameters KEYS. BODY asks (match x), returns by (answer x) and is called OPERATION. The tilde in TEMPLATE, the
documentation, becomes `matches ITEM' and so on."
  (flet ((named (suffix) (intern (%join-strings (symbol-name name) suffix) "TESSERA")))
    `(progn
       (%define-operation ,name (,@before ,item ,@after &key ,@keys key test test-not)
         ,(%fill-in template (%join-strings "matches " (symbol-name item) " under :TEST and :KEY"))
         (%with-item-match (,item operation) ,@body))
       (%define-operation ,(named "-IF") (,@before predicate ,@after &key ,@keys key)
         ,(%fill-in template "satisfies PREDICATE (after :KEY)")
         (%with-predicate-match (t) ,@body))
       (%define-operation ,(named "-IF-NOT") (,@before predicate ,@after &key ,@keys key)
         ,(%fill-in template "does not satisfy PREDICATE (after :KEY)")
         (%with-predicate-match (nil) ,@body)))))

;;; Mapping over lists

(defmacro %gathering-list (&body body)
  "Runs BODY where (gather x) adds X to the list that is returned."
  `(let ((gathered '()))
     (macrolet ((gather (form) (list 'setq 'gathered (list 'cons form 'gathered))))
       ,@body)
     (nreverse gathered)))

(defmacro %gathering-nconc (&body body)
  "Runs BODY where (gather x) appends the list X, destructively, to the list that is returned."
  `(let* ((head (list nil)) (end head))
     (macrolet ((gather (form) (list 'setq 'end (list '%attach 'end form))))
       ,@body)
     (cdr head)))

(defmacro %gathering-nothing (&body body)
  "Runs BODY where (gather x) only evaluates X; returns the variable LIST."
  `(progn
     (macrolet ((gather (form) form))
       ,@body)
     list))

(defun %attach (end list)
  "Makes LIST the rest of the cons END, as NCONC would; returns the new end."
  (when list (setf (cdr end) list))
  (if (consp list) (last list) end))

(defun %step-lists (lists cars operation)
  "Returns the first elements (CARS true) or the tails themselves of LISTS, each of which is then advanced in place; or
:END when one of them is at its end."
  (let ((arguments '()))
    (do ((rest lists (cdr rest)))
        ((null rest) (nreverse arguments))
      (let ((list (car rest)))
        (unless (consp list)
          (when list (%bad-argument list 'list operation))
          (return :end))
        (push (if cars (car list) list) arguments)
        (setf (car rest) (cdr list))))))

(defmacro %do-two-lists ((cell-1 list-1 cell-2 list-2 operation) &body body)
  "Runs BODY with the conses of two lists in step, until one of them ends."
  `(do ((,cell-1 ,list-1 (cdr ,cell-1))
        (,cell-2 ,list-2 (cdr ,cell-2)))
       ((if (consp ,cell-1) (not (consp ,cell-2)) t)
        (cond ((consp ,cell-1) (when ,cell-2 (%bad-argument ,cell-2 'list ,operation)))
              (,cell-1 (%bad-argument ,cell-1 'list ,operation))))
     ,@body))

(defmacro %define-list-mapper (name cars gathering documentation)
  "Defines NAME, which calls a function with successive elements (CARS true) or tails of lists."
  (flet ((argument (cell) (if cars `(car ,cell) cell)))
    `(defun ,name (function list &rest more-lists)
       ,documentation
       (let ((function (%coerce-to-function function)))
         (,gathering
          (cond ((null more-lists)
                 (%do-cells (cell list ',name)
                   (gather (funcall function ,(argument 'cell)))))
                ((null (cdr more-lists))
                 (%do-two-lists (cell list other (car more-lists) ',name)
                   (gather (funcall function ,(argument 'cell) ,(argument 'other)))))
                (t
                 (do* ((lists (cons list (copy-list more-lists)))
                       (arguments (%step-lists lists ,cars ',name) (%step-lists lists ,cars ',name)))
                      ((eq arguments :end))
                   (gather (apply function arguments))))))))))

(%define-list-mapper mapcar t %gathering-list
  "Calls FUNCTION with the first elements of the lists, then with the second ones and so on, until the shortest list
ends. Returns the list of the results.")

(%define-list-mapper mapc t %gathering-nothing
  "Calls FUNCTION with successive elements of the lists, until the shortest ends. Returns LIST.")

(%define-list-mapper mapcan t %gathering-nconc
  "Calls FUNCTION with successive elements of the lists, until the shortest ends. Returns the results, which are lists,
joined by NCONC.")

(%define-list-mapper maplist nil %gathering-list
  "Calls FUNCTION with the lists, then with their successive tails, until the shortest ends. Returns the list of the
results.")

(%define-list-mapper mapl nil %gathering-nothing
  "Calls FUNCTION with the lists, then with their successive tails, until the shortest ends. Returns LIST.")

(%define-list-mapper mapcon nil %gathering-nconc
  "Calls FUNCTION with the lists, then with their successive tails, until the shortest ends. Returns the results, which
are lists, joined by NCONC.")
