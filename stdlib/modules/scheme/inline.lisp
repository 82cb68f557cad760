;;; Standard procedures that are compiled in place (Scheme's library).

(in-package "TESSERA-SCHEME")

(define-inline-predicate "null?" (x) `(null ,x))
(define-inline-predicate "pair?" (x) `(consp ,x))
(define-inline-predicate "eq?" (x y) `(eq ,x ,y))
(define-inline-predicate "eqv?" (x y) `(eql ,x ,y))
(define-inline-predicate "char?" (x) `(characterp ,x))
(define-inline-predicate "string?" (x) `(stringp ,x))
(define-inline-predicate "vector?" (x) `(simple-vector-p ,x))
(define-inline-predicate "procedure?" (x) `(functionp ,x))
(define-inline-predicate ("number?" "complex?") (x) `(numberp ,x))
(define-inline-predicate "real?" (x) `(realp ,x))
(define-inline-predicate "exact-integer?" (x) `(integerp ,x))
(define-inline-predicate "zero?" (x) `(zerop ,x))
(define-inline-predicate "positive?" (x) `(plusp ,x))
(define-inline-predicate "negative?" (x) `(minusp ,x))
(define-inline-predicate "=" (x y) `(= ,x ,y))
(define-inline-predicate "<" (x y) `(< ,x ,y))
(define-inline-predicate ">" (x y) `(> ,x ,y))
(define-inline-predicate "<=" (x y) `(<= ,x ,y))
(define-inline-predicate ">=" (x y) `(>= ,x ,y))
(define-inline-predicate "char=?" (x y) `(char= ,x ,y))
(define-inline-predicate "eof-object?" (x) `(eq ,x ',*eof*))
(define-inline-predicate "symbol?" (x)
  (let ((value (make-symbol "VALUE")))
    `(let ((,value ,x)) (and (symbolp ,value) ,value (not (eq ,value t)) (not (eq ,value 'false))))))
(define-inline-predicate "equal?" (x y) `(equal-p ,x ,y))
(define-inline-predicate "boolean?" (x) (let ((value (make-symbol "VALUE"))) `(let ((,value ,x)) (or (eq ,value t) (eq ,value 'false)))))

(macrolet ((parity (name operator sense)
             `(define-inline-predicate ,name (x)
                (let ((value (make-symbol "VALUE")))
                  `(let ((,value ,x)) (if (integerp ,value) (,',operator ,value) ,(if ,sense `(odd-p ,',name ,value) `(not (odd-p ,',name ,value)))))))))
  (parity "odd?" oddp t)
  (parity "even?" evenp nil))

(define-inline-procedure "cons" (x y) `(cons ,x ,y))
(define-inline-procedure "list" (&rest items) (if items `(list ,@items) nil))
(define-inline-procedure ("+") (&rest numbers)
  (case (length numbers) (0 0) (1 `(+ ,(first numbers) 0)) (t `(+ ,@numbers))))
(define-inline-procedure ("*") (&rest numbers)
  (case (length numbers) (0 1) (1 `(* ,(first numbers) 1)) (t `(* ,@numbers))))
(define-inline-procedure "-" (x &rest more) `(- ,x ,@more))
(define-inline-procedure "/" (x &rest more) (if more `(/ ,x ,@more) `(/ 1 ,x)))
(define-inline-procedure "abs" (x) `(abs ,x))
(define-inline-procedure "square" (x)
  (let ((value (make-symbol "VALUE")))
    `(let ((,value ,x)) (if (numberp ,value) (* ,value ,value) (,(standard-location "square") ,value)))))
(define-inline-procedure "sqrt" (x)
  (let ((value (make-symbol "VALUE")))
    `(let ((,value ,x)) (if (and (floatp ,value) (> ,value 0)) (sqrt ,value) (,(standard-location "sqrt") ,value)))))
(define-inline-procedure "vector-ref" (vector index) `(svref ,vector ,index))
(define-inline-procedure "string-ref" (string index) `(char ,string ,index))
(define-inline-procedure "vector-set!" (vector index value) `(progn (tessera::%set-svref ,vector ,index ,value) ',*unspecified*))
(define-inline-procedure "vector" (&rest items) `(vector ,@items))
(define-inline-procedure "values" (&rest items) `(values ,@items))
(define-inline-procedure "char->integer" (char) `(char-code ,char))
(define-inline-procedure "call-with-values" (producer consumer) `(multiple-value-call ,consumer (funcall ,producer)))
(define-inline-procedure ("call-with-current-continuation" "call/cc") (receiver) `(call-with-current-continuation ,receiver))

(macrolet ((extreme (name operator)
             `(define-inline-procedure ,name (x y)
                (let ((one (make-symbol "X")) (other (make-symbol "Y")))
                  `(let ((,one ,x) (,other ,y))
                     (if (and (integerp ,one) (integerp ,other)) (,',operator ,one ,other) (,',(standard-location name) ,one ,other)))))))
  (extreme "max" max)
  (extreme "min" min))

(macrolet ((integers (name operator)
             `(define-inline-procedure ,name (n d)
                (let ((x (make-symbol "N")) (y (make-symbol "D")))
                  `(let ((,x ,n) (,y ,d))
                     (if (and (integerp ,x) (integerp ,y)) (,',operator ,x ,y) (,',(standard-location (if (listp name) (first name) name)) ,x ,y)))))))
  (integers ("remainder" "truncate-remainder") rem)
  (integers ("modulo" "floor-remainder") mod)
  (integers ("quotient" "truncate-quotient") integer-quotient))

(defmacro integer-quotient (n d)
  "(integer-quotient N D): the integer quotient of N and D, a single value."
  `(values (truncate ,n ,d)))

;;; Type errors are signalled by an out-of-line call, never in tail position, so that the caller's frame is shown.

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun checked-form (variable form predicate then type name)
    "Returns the form THEN with VARIABLE bound to the value of FORM. If PREDICATE is false of that, the procedure NAME
signals that it is not of TYPE."
    `(let ((,variable ,form))
       (values (if (,predicate ,variable) ,then (tessera::%bad-argument ,variable ',type ',(standard-location name)))))))

;;; Pairs. Any other object, such as the empty list, is an error.

(eval-when (:compile-toplevel :load-toplevel :execute)
(defun pair-access (form steps name)
  "Returns a form that applies STEPS, a list of CAR and CDR, the first of them last, to the value of FORM for the
procedure NAME."
  (let ((pair (make-symbol "PAIR")))
    (if (null (cdr steps))
        (checked-form pair form 'consp `(,(car steps) ,pair) 'cons name)
        (checked-form pair (pair-access form (cdr steps) name) 'consp `(,(car steps) ,pair) 'cons name)))))

(macrolet ((accessors (&rest names)
             `(progn
                ,@(loop for name in names
                        for steps = (loop for letter across (subseq name 1 (1- (length name))) collect (if (char= letter #\a) 'car 'cdr))
                        collect `(define-inline-procedure ,name (pair) (pair-access pair ',steps ,name))
                        collect `(defproc ,name (pair) ,(pair-access 'pair steps name))))))
  (accessors "car" "cdr" "caar" "cadr" "cdar" "cddr" "caaar" "caadr" "cadar" "caddr" "cdaar" "cdadr" "cddar" "cdddr"
             "caaaar" "caaadr" "caadar" "caaddr" "cadaar" "cadadr" "caddar" "cadddr"
             "cdaaar" "cdaadr" "cdadar" "cdaddr" "cddaar" "cddadr" "cdddar" "cddddr"))

(macrolet ((modifier (name operator)
             `(progn
                (define-inline-procedure ,name (pair value)
                  (let ((place (make-symbol "PAIR")))
                    (checked-form place pair 'consp `(progn (,',operator ,place ,value) ',*unspecified*) 'cons ,name)))
                (defproc ,name (pair value)
                  (check ,name "a pair" pair (consp pair))
                  (,operator pair value)
                  *unspecified*))))
  (modifier "set-car!" rplaca)
  (modifier "set-cdr!" rplacd))
