;;; Arc's macros that are made of others (module arc).
(in-package "TESSERA-ARC")

;;; In expansions a keyword is Arc's operator of that name, whatever the program calls by it: see package.lisp. The
;;; variables that programs are to see are Arc's symbols.

(define-macro "when" (test &rest body) `(:if ,test (:do ,@body)))
(define-macro "unless" (test &rest body) `(:if (:no ,test) (:do ,@body)))

(define-macro "aif" (test &rest clauses)
  (if (null clauses)
      test
      `(:let arc::|it| ,test
         (:if arc::|it| ,(car clauses) ,@(and (cdr clauses) (if (cddr clauses) `((:aif ,@(cdr clauses))) (cdr clauses)))))))

(define-macro "awhen" (test &rest body) `(:let arc::|it| ,test (:if arc::|it| (:do ,@body))))
(define-macro "aand" (&rest forms)
  (cond ((null forms) t)
        ((null (cdr forms)) (car forms))
        (t `(:let arc::|it| ,(car forms) (:and arc::|it| (:aand ,@(cdr forms)))))))

(define-macro "iflet" (pattern test then &rest clauses)
  (let ((value (gensym)))
    `(:let ,value ,test
       (:if ,value
            (:let ,pattern ,value ,then)
            ,@(and clauses (if (cdr clauses) `((:iflet ,pattern ,@clauses)) clauses))))))

(define-macro "whenlet" (pattern test &rest body) `(:iflet ,pattern ,test (:do ,@body)))
(define-macro "caselet" (name value &rest clauses) `(:let ,name ,value (:case ,name ,@clauses)))
(define-macro "do1" (first &rest others)
  (let ((value (gensym))) `(:let ,value ,first ,@others ,value)))
(define-macro "nor" (&rest forms) `(:no (:or ,@forms)))
(define-macro "nand" (&rest forms) `(:no (:and ,@forms)))
(define-macro "in" (object &rest choices)
  (let ((value (gensym)))
    `(:let ,value ,object (:or ,@(mapcar (lambda (choice) `(:is ,value ,choice)) choices)))))
(define-macro "check" (object test &optional otherwise)
  (let ((value (gensym)))
    `(:let ,value ,object (:if (,test ,value) ,value ,otherwise))))

(define-macro "w/uniq" (names &rest body)
  (if (and (consp names) (tessera::%proper-length names))
      `(:with ,(mapcan (lambda (name) (list name '(:uniq))) names) ,@body)
      `(:let ,names (:uniq) ,@body)))

(define-macro "catch" (&rest body) `(:point arc::|throw| ,@body))

(define-macro "whiler" (name value end &rest body)
  (let ((last (gensym)))
    `(:withs (,name nil ,last (:testify ,end))
       (:while (:no (,last (:assign ,name ,value)))
         ,@body))))

(define-macro "drain" (value &optional end)
  (let ((collect (gensym)) (given (gensym)))
    `(:accum ,collect
       (:whiler ,given ,value ,end
         (,collect ,given)))))

(define-macro "summing" (name &rest body)
  (let ((sum (gensym)) (test (gensym)))
    `(:let ,sum 0
       (:let ,name (:fn (,test) (:if ,test (:++ ,sum)))
         ,@body)
       ,sum)))

(define-macro "ontable" (key value table &rest body)
  `(:maptable (:fn (,key ,value) ,@body) ,table))

(define-macro "n-of" (count form)
  (let ((collect (gensym)))
    `(:accum ,collect (:repeat ,count (,collect ,form)))))

(define-macro "rand-choice" (&rest forms)
  `(:case (:rand ,(max 1 (length forms)))
     ,@(loop for form in forms for number from 0 append (list number form))))

(define-macro "obj" (&rest pairs)
  `(:fill-table (:table)
     (:list ,@(loop for (key value) on pairs by #'cddr append (list `(quote ,key) value)))))

(define-macro "defmemo" (name parameters &rest body)
  `(:%defmemo (quote ,name) (:fn ,parameters ,@body)))

(define "%defmemo" (name function)
  (check-definable (list 'arc::|defmemo| name) name)
  (define-global name (arc::|memo| function)))

(define-macro "deftem" (name &rest fields)
  `(:%deftem (quote ,(if (consp name) (car name) name))
             (quote ,(if (consp name) (cdr name) nil))
             (:list ,@(loop for (field default) on fields by #'cddr
                            collect `(:cons (quote ,field) (:fn () ,default))))))

(define-macro "atomic" (&rest body) `(:do ,@body))
(define-macro "atlet" (&rest operands) `(:let ,@operands))
(define-macro "atwith" (&rest operands) `(:with ,@operands))
(define-macro "atwiths" (&rest operands) `(:withs ,@operands))

;;; Ports that are closed after a body.

(defun with-port (name opening body)
  "Returns the form that evaluates BODY with NAME bound to the port of the form OPENING, and closes it."
  `(:let ,name ,opening (:after (:do ,@body) (:close ,name))))

(define-macro "w/infile" (name file &rest body) (with-port name `(:infile ,file) body))
(define-macro "w/outfile" (name file &rest body) (with-port name `(:outfile ,file) body))
(define-macro "w/appendfile" (name file &rest body) (with-port name `(:outfile ,file 'arc::|append|) body))
(define-macro "w/instring" (name string &rest body) (with-port name `(:instring ,string) body))
(define-macro "w/outstring" (name &rest body) `(:let ,name (:outstring) ,@body))
(define-macro "tofile" (file &rest body)
  (let ((port (gensym))) (with-port port `(:outfile ,file) `((:w/stdout ,port ,@body)))))
(define-macro "fromfile" (file &rest body)
  (let ((port (gensym))) (with-port port `(:infile ,file) `((:w/stdin ,port ,@body)))))
