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

(defun %literal-function (form arguments)
  "FORM in a shape that FUNCALL can open-code, if it is a literal function of as many ARGUMENTS; else NIL."
  (when (and (consp form) (eq (car form) 'function) (consp (cdr form)))
    (if (consp (cadr form))
        (setq form (cadr form))
        (return-from %literal-function form)))
  (and (consp form)
       (eq (car form) 'lambda)
       (consp (cdr form))
       (listp (cadr form))
       (eql (length (cadr form)) arguments)
       (notany (lambda (parameter) (member parameter lambda-list-keywords)) (cadr form))
       form))

(defun %gathering-parts (gathering call list)
  "How a mapping function gathers: a list of its variables, a form around CALL that gathers the value, and the result."
  (let ((gathered (gensym "GATHERED")) (head (gensym "HEAD")))
    (case gathering
      (%gathering-list
       (list `((,gathered '())) `(setq ,gathered (cons ,call ,gathered)) `(nreverse ,gathered)))
      (%gathering-nconc
       (list `((,head (list nil)) (,gathered ,head)) `(setq ,gathered (%attach ,gathered ,call)) `(cdr ,head)))
      (t (list '() call list)))))

(defun %mapping-loop (cells step gather)
  "A loop that evaluates GATHER and then advances the variables CELLS, in the bindings STEP, while they are conses."
  (let ((next (gensym "NEXT")))
    `(tagbody
        ,next
        (when (and ,@(mapcar (lambda (cell) `(consp ,cell)) cells))
          ,gather
          ,@step
          (go ,next)))))

(defun %inline-mapper (name cars gathering function lists)
  "The form for a call of the mapping function NAME with the literal FUNCTION and the forms LISTS."
  (let* ((cells (mapcar (lambda (form) (declare (ignore form)) (gensym "CELL")) lists))
         (first-list (gensym "LIST"))
         (call `(funcall ,function ,@(if cars (mapcar (lambda (cell) `(car ,cell)) cells) cells)))
         (parts (%gathering-parts gathering call first-list))
         (step (mapcar (lambda (cell) `(setq ,cell (cdr ,cell))) cells)))
    `(let* (,@(mapcar #'list cells lists) (,first-list ,(car cells)) ,@(first parts))
       (declare (ignorable ,first-list))
       ,(%mapping-loop cells step (second parts))
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
     (let ((literal (%literal-function function (1+ (length more-lists)))))
       (if literal
           (%inline-mapper ',name ,cars ',gathering literal (cons list more-lists))
           form))))

(%define-inline-mapper mapcar t %gathering-list)
(%define-inline-mapper mapc t %gathering-nothing)
(%define-inline-mapper mapcan t %gathering-nconc)
(%define-inline-mapper maplist nil %gathering-list)
(%define-inline-mapper mapl nil %gathering-nothing)
(%define-inline-mapper mapcon nil %gathering-nconc)
