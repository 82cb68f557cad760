;;; Calls that are compiled in line (chapters 14 and 17): searches by EQL, and mapping over lists and hash tables with a
;;; literal function.

(in-package "TESSERA")

;;; MEMBER and ASSOC without a key

(defun %constant-test (keys)
  "Returns the name of the test, EQ or EQL, that the keyword arguments KEYS are known to ask for, or NIL."
  (cond ((null keys) 'eql)
        ((and (eq (car keys) ':test) (consp (cdr keys)) (null (cddr keys)))
         (find-if (lambda (name) (member (cadr keys) `(',name #',name) :test #'equal))
                  '(eq eql)))))

(define-compiler-macro member (&whole form item list &rest keys)
  (case (%constant-test keys)
    (eql `(%memql ,item ,list))
    (eq `(%memq ,item ,list))
    (t form)))

(define-compiler-macro assoc (&whole form item alist &rest keys)
  (case (%constant-test keys)
    (eql `(%assql ,item ,alist))
    (eq `(%assq ,item ,alist))
    (t form)))

;;; The mapping functions

(defun %plain-lambda-p (form arguments)
  "True if FORM is a lambda expression with exactly ARGUMENTS parameters, all required."
  (and (consp form)
       (eq (car form) 'lambda)
       (consp (cdr form))
       (listp (cadr form))
       (eql (length (cadr form)) arguments)
       (notany (lambda (parameter) (member parameter lambda-list-keywords)) (cadr form))))

(defun %literal-call (function arguments environment)
  "Returns the form that calls FUNCTION, a form, with the forms ARGUMENTS in line. Returns NIL if FUNCTION is not a
literal function in ENVIRONMENT; names of macros and special operators are not."
  (let ((named (if (and (consp function) (eq (car function) 'function) (consp (cdr function)))
                   (cadr function)
                   function)))
    (cond ((%plain-lambda-p named (length arguments)) `(funcall ,named ,@arguments))
          ((and (symbolp named)
                (not (eq named function))
                (not (special-operator-p named))
                (not (macro-function named environment)))
           `(,named ,@arguments)))))

(defun %gathering-parts (gathering call list)
  "Returns the parts of a mapping loop that gathers its values: a list of its variables, a form around CALL that gathers
the value, and the result."
  (let ((gathered (gensym "GATHERED")) (head (gensym "HEAD")))
    (case gathering
      (%gathering-list
       (list `((,gathered '())) `(setq ,gathered (cons ,call ,gathered)) `(nreverse ,gathered)))
      (%gathering-nconc
       (let ((value (gensym "VALUE")) (next (gensym "NEXT")))
         (list `((,head (list nil)) (,gathered ,head))
               `(let ((,value ,call))
                  (when ,value
                    (%set-cdr ,gathered ,value)
                    (tagbody
                       ,next
                       (when (consp (cdr ,gathered))
                         (setq ,gathered (cdr ,gathered))
                         (go ,next)))))
               `(cdr ,head))))
      (t (list '() call list)))))

(defun %mapping-loop (cells gather)
  "Returns a loop that evaluates GATHER and then advances the variables CELLS, while they are conses."
  (let ((next (gensym "NEXT")))
    `(tagbody
        ,next
        (when (and ,@(mapcar (lambda (cell) `(consp ,cell)) cells))
          ,gather
          ,@(mapcar (lambda (cell) `(setq ,cell (cdr ,cell))) cells)
          (go ,next)))))

(defun %inline-mapper (form name cars gathering function lists environment)
  "Returns a loop for FORM, the call of the mapping function NAME with FUNCTION and LISTS, if FUNCTION is literal in
ENVIRONMENT, else FORM."
  (let* ((cells (mapcar (lambda (list) (declare (ignore list)) (gensym "CELL")) lists))
         (call (%literal-call function (if cars (mapcar (lambda (cell) `(car ,cell)) cells) cells) environment)))
    (if call
        (%mapper-form name (mapcar #'list cells lists) call gathering)
        form)))

(defun %mapper-form (name bindings call gathering)
  "Returns the form that evaluates CALL with the variables of BINDINGS bound to successive conses of their lists."
  (let* ((cells (mapcar #'car bindings))
         (first-list (gensym "LIST"))
         (parts (%gathering-parts gathering call first-list)))
    `(let* (,@bindings (,first-list ,(car cells)) ,@(first parts))
       (declare (ignorable ,first-list))
       ,(%mapping-loop cells (second parts))
       (when ,(if (cdr cells) `(or ,@(mapcar (lambda (cell) `(if (consp ,cell) nil ,cell)) cells)) (car cells))
         (%check-mapped (list ,@cells) ',name))
       ,(third parts))))

(defun %check-mapped (tails operation)
  "Signals a TYPE-ERROR if OPERATION stopped at an atom among TAILS that ends an improper list."
  (dolist (tail tails)
    (unless (listp tail) (%bad-argument tail 'list operation))))

(defmacro %define-inline-mapper (name cars gathering)
  "Makes the compiler inline calls of the mapping function NAME (see %DEFINE-LIST-MAPPER) with a literal function."
  `(define-compiler-macro ,name (&whole form function list &rest more-lists &environment environment)
     (%inline-mapper form ',name ,cars ',gathering function (cons list more-lists) environment)))

(%define-inline-mapper mapcar t %gathering-list)
(%define-inline-mapper mapc t %gathering-nothing)
(%define-inline-mapper mapcan t %gathering-nconc)
(%define-inline-mapper maplist nil %gathering-list)
(%define-inline-mapper mapl nil %gathering-nothing)
(%define-inline-mapper mapcon nil %gathering-nconc)

(define-compiler-macro maphash (&whole form function hash-table &environment environment)
  (let* ((key (gensym "KEY")) (value (gensym "VALUE")) (call (%literal-call function (list key value) environment)))
    (if call
        `(%do-entries (,key ,value ,hash-table) ,call)
        form)))

;;; Functions of one list or vector, without keywords or with a literal key

;;; A loop is described by a list of variables: the block to leave with a value, an element, and one more than its
;;; index.

(defun %loop-variables ()
  "Returns a list of new names for a loop's block, element and index."
  (list (gensym "BLOCK") (gensym "ELEMENT") (gensym "INDEX")))

(defun %mentions-p (symbol tree)
  "True if SYMBOL is an atom of TREE."
  (do () ((atom tree) (eq symbol tree))
    (when (%mentions-p symbol (car tree)) (return t))
    (setq tree (cdr tree))))

(defun %tree-size (tree limit)
  "Returns the number of conses of TREE, or a larger one than LIMIT if it has more."
  (if (or (atom tree) (< limit 0))
      0
      (let ((size (1+ (%tree-size (car tree) (1- limit)))))
        (+ size (%tree-size (cdr tree) (- limit size))))))

(defun %list-loop (operation list variables body result)
  "Returns a loop over the value of the variable LIST, a list: see %SEQUENCE-LOOP."
  (destructuring-bind (block element index) variables
    (let ((cell (gensym "CELL")) (next (gensym "NEXT"))
          (counted (%mentions-p index (list body result))))
      `(let ((,cell ,list) ,element ,@(if counted `((,index 0))))
         (tagbody
            ,next
            (unless (consp ,cell)
              (when ,cell (%check-mapped (list ,cell) ',operation))
              (return-from ,block ,result))
            (setq ,element (car ,cell) ,cell (cdr ,cell) ,@(if counted `(,index (1+ ,index))))
            ,body
            (go ,next))))))

(defun %vector-loop (operation vector variables body result)
  "Returns a loop over the value of the variable VECTOR, which must be a vector: see %SEQUENCE-LOOP."
  (destructuring-bind (block element index) variables
    (let ((next (gensym "NEXT")) (length (gensym "LENGTH")))
      `(let ((,length (length (%checked-vector ,vector ',operation))) (,index 0) ,element)
         (tagbody
            ,next
            (when (>= ,index ,length) (return-from ,block ,result))
            (setq ,element (aref ,vector ,index) ,index (1+ ,index))
            ,body
            (go ,next))))))

(defun %either-loop (operation sequence variables body result)
  "Returns one loop for lists and vectors, so that BODY is compiled once only: see %SEQUENCE-LOOP."
  (destructuring-bind (block element index) variables
    (let ((listp (gensym "LISTP")) (cell (gensym "CELL")) (length (gensym "LENGTH")) (next (gensym "NEXT")))
      `(let* ((,listp (listp ,sequence)) (,cell ,sequence) (,index 0) ,element
              (,length (if ,listp 0 (length (%checked-vector ,sequence ',operation)))))
         (tagbody
            ,next
            (if ,listp
                (if (consp ,cell)
                    (setq ,element (car ,cell) ,cell (cdr ,cell))
                    (progn (when ,cell (%check-mapped (list ,cell) ',operation))
                           (return-from ,block ,result)))
                (if (< ,index ,length)
                    (setq ,element (aref ,sequence ,index))
                    (return-from ,block ,result)))
            (setq ,index (1+ ,index))
            ,body
            (go ,next))))))

(defun %sequence-loop (operation sequence variables body result)
  "Returns a form that evaluates BODY with VARIABLES for each element of the value of the form SEQUENCE, for OPERATION.
The value is that of RESULT, unless BODY leaves the block. A short BODY without a value is compiled once for lists and
once for vectors."
  (let ((given (gensym "GIVEN")))
    `(let ((,given ,sequence))
       (block ,(first variables)
         ,(if (and (<= (%tree-size body 40) 40) (not (%mentions-p 'load-time-value body)))
              `(if (listp ,given)
                   ,(%list-loop operation given variables body result)
                   ,(%vector-loop operation given variables body result))
              (%either-loop operation given variables body result))))))

(defun %checked-vector (object operation)
  "Returns OBJECT; a TYPE-ERROR of OPERATION unless it is a vector."
  (if (vectorp object) object (%bad-argument object 'sequence operation)))

(defmacro %define-inline-test (name (call block element index) on-test &optional (result nil))
  "Makes the compiler turn calls of NAME with a literal function and one sequence into a loop that evaluates the value
of the form ON-TEST; CALL is the form that calls the function."
  `(define-compiler-macro ,name (&whole form function sequence &rest more &environment environment)
     (let* ((variables (%loop-variables)) (,call (%literal-call function (list (second variables)) environment)))
       (if (and ,call (null more))
           (%sequence-loop ',name sequence variables
                           (destructuring-bind (,block ,element ,index) variables
                             (declare (ignorable ,block ,element ,index))
                             ,on-test)
                           ',result)
           form))))

(%define-inline-test some (call block element index)
  (let ((value (gensym "VALUE")))
    `(let ((,value ,call)) (when ,value (return-from ,block ,value)))))
(%define-inline-test every (call block element index) `(unless ,call (return-from ,block nil)) t)
(%define-inline-test notany (call block element index) `(when ,call (return-from ,block nil)) t)
(%define-inline-test notevery (call block element index) `(unless ,call (return-from ,block t)))
(%define-inline-test find-if (call block element index) `(when ,call (return-from ,block ,element)))
(%define-inline-test find-if-not (call block element index) `(unless ,call (return-from ,block ,element)))
(%define-inline-test position-if (call block element index) `(when ,call (return-from ,block (1- ,index))))
(%define-inline-test position-if-not (call block element index) `(unless ,call (return-from ,block (1- ,index))))

(defun %inline-count (form function sequence more wanted environment)
  "Returns a loop for FORM, which counts the elements of SEQUENCE for which FUNCTION is true or false like WANTED.
Returns FORM if FUNCTION is not literal or there are MORE arguments."
  (let* ((variables (%loop-variables)) (count (gensym "COUNT")) (step `(setq ,count (1+ ,count)))
         (call (%literal-call function (list (second variables)) environment)))
    (if (and call (null more))
        `(let ((,count 0))
           ,(%sequence-loop (car form) sequence variables (if wanted `(when ,call ,step) `(unless ,call ,step)) count))
        form)))

(define-compiler-macro count-if (&whole form function sequence &rest more &environment environment)
  (%inline-count form function sequence more t environment))

(define-compiler-macro count-if-not (&whole form function sequence &rest more &environment environment)
  (%inline-count form function sequence more nil environment))

;;; REMOVE-IF and REMOVE-IF-NOT

(defun %kept (elements sequence)
  "Returns a sequence like SEQUENCE with the elements of the list ELEMENTS, which is destroyed, in reverse."
  (if (listp sequence)
      (nreverse elements)
      (replace (%similar-vector sequence (length elements)) (nreverse elements))))

(defun %inline-remove (form function sequence more unless-or-when environment)
  "Returns a loop for FORM, which keeps the elements of SEQUENCE UNLESS or WHEN the literal FUNCTION is true of them.
Returns FORM if FUNCTION is not literal or there are MORE arguments."
  (let* ((variables (%loop-variables)) (kept (gensym "KEPT")) (given (gensym "SEQUENCE"))
         (call (%literal-call function (list (second variables)) environment)))
    (if (and call (null more))
        `(let* ((,given ,sequence) (,kept '()))
           ,(%sequence-loop (car form) given variables
                            `(,unless-or-when ,call (setq ,kept (cons ,(second variables) ,kept)))
                            `(%kept ,kept ,given)))
        form)))

(define-compiler-macro remove-if (&whole form function sequence &rest more &environment environment)
  (%inline-remove form function sequence more 'unless environment))

(define-compiler-macro remove-if-not (&whole form function sequence &rest more &environment environment)
  (%inline-remove form function sequence more 'when environment))

;;; An item with a literal key

(defun %inline-keyed (form searcher item sequence keys environment)
  "Returns a call of SEARCHER with a test and SEQUENCE for FORM if KEYS are only a literal :KEY, whose value is compared
with ITEM; else FORM."
  (let* ((wanted (gensym "ITEM")) (element (gensym "ELEMENT"))
         (call (if (and (eq (car keys) :key) (consp (cdr keys)) (null (cddr keys)))
                   (%literal-call (cadr keys) (list element) environment)
                   nil)))
    (if call
        `(let ((,wanted ,item))
           (,searcher (lambda (,element) (eql ,wanted ,call)) ,sequence))
        form)))

(defun %inline-searcher (form searcher vector-searcher item sequence keys environment)
  "Returns a form for FORM, which looks for ITEM in SEQUENCE. With a literal :KEY, it is an inlined search by SEARCHER.
If the literal KEYS only bound the search, it calls VECTOR-SEARCHER when SEQUENCE is a vector at run time. Otherwise it
is FORM."
  (if (%bounds-only-p keys)
      (let* ((names (mapcar (lambda (x) (declare (ignore x)) (gensym "ARGUMENT")) keys))
             (value (lambda (key default)
                      (let ((place (member key keys)))
                        (if place (nth (- (length keys) (length place) -1) names) default))))
             (arguments (mapcar value '(:start :end :from-end) '(0 nil nil)))
             (wanted (gensym "ITEM")) (given (gensym "SEQUENCE")))
        `(let* ((,wanted ,item) (,given ,sequence) ,@(%keyword-bindings names keys))
           (if (vectorp ,given)
               (,vector-searcher ,wanted ,given ,@arguments)
               (locally (declare (notinline ,(car form)))
                 (,(car form) ,wanted ,given ,@(mapcan #'list '(:start :end :from-end) arguments))))))
      (%inline-keyed form searcher item sequence keys environment)))

(defun %bounds-only-p (keys)
  "True if the keyword arguments KEYS are :START, :END and :FROM-END, each literal and at most once."
  (do ((rest keys (cddr rest)) (seen '() (cons (car rest) seen)))
      ((null rest) t)
    (unless (and (consp (cdr rest)) (%memq (car rest) '(:start :end :from-end)) (not (%memq (car rest) seen)))
      (return nil))))

(defun %keyword-bindings (names keys)
  "Returns the bindings of every second of NAMES to the argument after each of the keywords in KEYS."
  (cond ((null keys) '())
        (t (cons (list (cadr names) (cadr keys)) (%keyword-bindings (cddr names) (cddr keys))))))

(define-compiler-macro find (&whole form item sequence &rest keys &environment environment)
  (%inline-searcher form 'find-if '%vector-find item sequence keys environment))

(define-compiler-macro position (&whole form item sequence &rest keys &environment environment)
  (%inline-searcher form 'position-if '%vector-position item sequence keys environment))

(define-compiler-macro count (&whole form item sequence &rest keys &environment environment)
  (%inline-searcher form 'count-if '%vector-count item sequence keys environment))

(define-compiler-macro remove (&whole form item sequence &rest keys &environment environment)
  (%inline-keyed form 'remove-if item sequence keys environment))

;;; REDUCE from the left, with a literal function

(define-compiler-macro reduce (&whole form function sequence &rest keys &environment environment)
  (let* ((variables (%loop-variables)) (value (gensym "VALUE")) (given (gensym "SEQUENCE"))
         (call (%literal-call function (list value (second variables)) environment)))
    (cond ((null call) form)
          ((and (eq (car keys) :initial-value) (consp (cdr keys)) (null (cddr keys)))
           `(let* ((,given ,sequence) (,value ,(cadr keys)))
              ,(%sequence-loop 'reduce given variables `(setq ,value ,call) value)))
          ((and (null keys) (symbolp (cadr function)))  ; a lambda expression may not serve without arguments
           (let ((index (third variables)))
             `(let ((,value nil))
                ,(%sequence-loop 'reduce sequence variables
                                 `(setq ,value (if (eql ,index 1) ,(second variables) ,call))
                                 `(if (eql ,index 0) (funcall ,function) ,value)))))
          (t form))))

;;; MAP of one sequence to a list or simple vector

(defun %map-to-list-form (call sequence variables)
  "Returns the form that gathers the values of CALL for the elements of SEQUENCE in a list."
  (let ((values (gensym "VALUES")))
    `(let ((,values '()))
       ,(%sequence-loop 'map sequence variables `(setq ,values (cons ,call ,values)) `(nreverse ,values)))))

(defun %map-to-vector-form (call sequence variables)
  "Returns the form that stores the values of CALL for the elements of SEQUENCE in a simple vector."
  (let ((given (gensym "SEQUENCE")) (values (gensym "VALUES")))
    `(let* ((,given ,sequence) (,values (make-array (length ,given))))
       ,(%sequence-loop 'map given variables `(%set-svref ,values (1- ,(third variables)) ,call) values))))

(define-compiler-macro map (&whole form result-type function sequence &rest more &environment environment)
  (let* ((variables (%loop-variables)) (call (%literal-call function (list (second variables)) environment)))
    (cond ((or more (null call)) form)
          ((equal result-type ''list) (%map-to-list-form call sequence variables))
          ((member result-type '('vector 'simple-vector) :test #'equal) (%map-to-vector-form call sequence variables))
          (t form))))

;;; CONCATENATE of strings

(define-compiler-macro concatenate (&whole form result-type &rest sequences)
  (if (and (equal result-type ''string) sequences (<= (length sequences) 20))
      (let ((names (mapcar (lambda (sequence) (declare (ignore sequence)) (gensym "SEQUENCE")) sequences)))
        `(let ,(mapcar #'list names sequences)
           (or (%joined-strings ,@names) (%concatenate 'string (list ,@names)))))
      form))
