;;; Chapters 14 and 17: calls that are compiled in line: searches by EQL, and mapping over lists with a literal function.

(in-package "TESSERA")

;;; MEMBER and ASSOC without a key

(defun %constant-test (keys)
  "The name of the test, EQ or EQL, that the keyword arguments KEYS are known to ask for, or NIL."
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
  "True if FORM is a lambda expression of just as many required parameters as ARGUMENTS says."
  (and (consp form)
       (eq (car form) 'lambda)
       (consp (cdr form))
       (listp (cadr form))
       (eql (length (cadr form)) arguments)
       (notany (lambda (parameter) (member parameter lambda-list-keywords)) (cadr form))))

(defun %literal-call (function arguments)
  "The form that calls FUNCTION, a form, with the forms ARGUMENTS in line, or NIL if it is no literal function."
  (let ((named (if (and (consp function) (eq (car function) 'function) (consp (cdr function)))
                   (cadr function)
                   function)))
    (cond ((%plain-lambda-p named (length arguments)) `(funcall ,named ,@arguments))
          ((and (symbolp named) (not (eq named function))) `(,named ,@arguments)))))

(defun %gathering-parts (gathering call list)
  "How a mapping function gathers: a list of its variables, a form around CALL that gathers the value, and the result."
  (let ((gathered (gensym "GATHERED")) (head (gensym "HEAD")))
    (case gathering
      (%gathering-list
       (list `((,gathered '())) `(setq ,gathered (cons ,call ,gathered)) `(nreverse ,gathered)))
      (%gathering-nconc
       (list `((,head (list nil)) (,gathered ,head)) `(setq ,gathered (%attach ,gathered ,call)) `(cdr ,head)))
      (t (list '() call list)))))

(defun %mapping-loop (cells gather)
  "A loop that evaluates GATHER and then advances the variables CELLS, while they are conses."
  (let ((next (gensym "NEXT")))
    `(tagbody
        ,next
        (when (and ,@(mapcar (lambda (cell) `(consp ,cell)) cells))
          ,gather
          ,@(mapcar (lambda (cell) `(setq ,cell (cdr ,cell))) cells)
          (go ,next)))))

(defun %inline-mapper (form name cars gathering function lists)
  "A loop for FORM, the call of the mapping function NAME with FUNCTION and LISTS, if FUNCTION is literal, else FORM."
  (let* ((cells (mapcar (lambda (list) (declare (ignore list)) (gensym "CELL")) lists))
         (call (%literal-call function (if cars (mapcar (lambda (cell) `(car ,cell)) cells) cells))))
    (if call
        (%mapper-form name (mapcar #'list cells lists) call gathering)
        form)))

(defun %mapper-form (name bindings call gathering)
  "The form that evaluates CALL with the variables of BINDINGS bound to successive conses of their lists."
  (let* ((cells (mapcar #'car bindings))
         (first-list (gensym "LIST"))
         (parts (%gathering-parts gathering call first-list)))
    `(let* (,@bindings (,first-list ,(car cells)) ,@(first parts))
       (declare (ignorable ,first-list))
       ,(%mapping-loop cells (second parts))
       (when (or ,@(mapcar (lambda (cell) `(if (consp ,cell) nil ,cell)) cells))
         (%check-mapped (list ,@cells) ',name))
       ,(third parts))))

(defun %check-mapped (tails operation)
  "Signal a TYPE-ERROR if OPERATION stopped at an atom among TAILS that ends an improper list."
  (dolist (tail tails)
    (unless (listp tail) (%bad-argument tail 'list operation))))

(defmacro %define-inline-mapper (name cars gathering)
  "Compile calls of the mapping function NAME, see %DEFINE-LIST-MAPPER, in line where the function is literal."
  `(define-compiler-macro ,name (&whole form function list &rest more-lists)
     (%inline-mapper form ',name ,cars ',gathering function (cons list more-lists))))

(%define-inline-mapper mapcar t %gathering-list)
(%define-inline-mapper mapc t %gathering-nothing)
(%define-inline-mapper mapcan t %gathering-nconc)
(%define-inline-mapper maplist nil %gathering-list)
(%define-inline-mapper mapl nil %gathering-nothing)
(%define-inline-mapper mapcon nil %gathering-nconc)
