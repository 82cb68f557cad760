;;; QUASIQUOTE, the macro behind `. No other macro exists yet.

(in-package "TESSERA")

;;; The reader gives (QUASIQUOTE x), (UNQUOTE x), (UNQUOTE-SPLICING x) and (UNQUOTE-NSPLICING x). An inner
;;; backquote is left for its own expansion; only commas of the outermost level are replaced. Where ,,@x
;;; has put several forms into one UNQUOTE, each of them counts.
;;;
;;; Each function below returns a form. The forms are simplified while they are built, from right to left.

(%set-fdefinition '%qq-constant-p
  (named-lambda %qq-constant-p (form)
    "True if FORM is a quoted datum, a keyword, NIL, T or an object that evaluates to itself."
    (if (consp form)
        (eq (car form) 'quote)
        (if (symbolp form)
            (if (eq form nil) t (if (eq form t) t (keywordp form)))
            t))))

(%set-fdefinition '%qq-value
  (named-lambda %qq-value (constant)
    "Returns the value of the form CONSTANT, of which %QQ-CONSTANT-P is true."
    (if (consp constant) (car (cdr constant)) constant)))

(%set-fdefinition '%qq-quote
  (named-lambda %qq-quote (datum)
    "Returns a form whose value is DATUM."
    (if (consp datum)
        (list 'quote datum)
        (if (%qq-constant-p datum) datum (list 'quote datum)))))

(%set-fdefinition '%qq-constant-cons
  (named-lambda %qq-constant-cons (original head tail)
    "Returns a form whose value is a constant pair of HEAD and TAIL: the pair ORIGINAL if it is one."
    (%qq-quote (if (consp original)
                   (if (eq (car original) head)
                       (if (eq (cdr original) tail) original (cons head tail))
                       (cons head tail))
                   (cons head tail)))))

(%set-fdefinition '%qq-cons
  (named-lambda %qq-cons (original head tail)
    "Returns a form that makes a pair of the values of the forms HEAD and TAIL; TAIL is a list or a constant. ORIGINAL is
the template."
    (if (%qq-constant-p tail)
        (if (%qq-constant-p head)
            (%qq-constant-cons original (%qq-value head) (%qq-value tail))
            (if (eq (%qq-value tail) nil)
                (list 'list head)
                (list 'cons head tail)))
        (if (eq (car tail) 'list)
            (list* 'list head (cdr tail))
            (if (eq (car tail) 'list*)
                (list* 'list* head (cdr tail))
                (if (if (eq (car tail) 'cons) (cdr (cdr tail)) nil)
                    (list* 'list* head (cdr tail))
                    (list 'cons head tail)))))))

;; A tail that is a variable has no operator.
(%set-fdefinition '%qq-pair
  (named-lambda %qq-pair (original head tail)
    "Returns a form that makes a pair of the values of the forms HEAD and TAIL. ORIGINAL is the template."
    (if (consp tail)
        (%qq-cons original head tail)
        (if (%qq-constant-p tail)
            (%qq-cons original head tail)
            (list 'cons head tail)))))

(%set-fdefinition '%qq-splice
  (named-lambda %qq-splice (operator form tail)
    "Returns a form that calls OPERATOR, APPEND or NCONC, with the values of FORM and TAIL."
    (if (eq tail nil)
        form
        (if (eq form nil)
            tail
            (if (if (consp tail) (eq (car tail) operator) nil)
                (list* operator form (cdr tail))
                (list operator form tail))))))

(%set-fdefinition '%qq-operator
  (named-lambda %qq-operator (x)
    "Returns the operator of X if it is a backquote or a comma with a form; otherwise NIL."
    (if (consp x)
        (if (%memq (car x) '(quasiquote unquote unquote-splicing unquote-nsplicing))
            (if (consp (cdr x)) (car x) nil)
            nil)
        nil)))

(%set-fdefinition '%qq-element-operator
  (named-lambda %qq-element-operator (x)
    "Returns the operator of X, an element of a list, as %QQ-OPERATOR does; also that of a comma without a form, which
,,@x leaves if X is empty."
    (if (consp x)
        (if (eq (cdr x) nil)
            (car (%memq (car x) '(unquote unquote-splicing unquote-nsplicing)))
            (%qq-operator x))
        nil)))

(%set-fdefinition '%qq-insert
  (named-lambda %qq-insert (operator forms tail)
    "Returns a form that puts the values of FORMS in front of that of TAIL: as elements if OPERATOR is UNQUOTE, else
spliced in."
    (if (consp forms)
        (let ((rest (%qq-insert operator (cdr forms) tail)))
          (if (eq operator 'unquote)
              (%qq-pair nil (car forms) rest)
              (%qq-splice (if (eq operator 'unquote-splicing) 'append 'nconc) (car forms) rest)))
        tail)))

(%set-fdefinition '%qq-list
  (named-lambda %qq-list (x depth)
    "Returns a form that builds the template X, a pair."
    (let ((element (car x))
          (tail (%quasiquote (cdr x) depth)))
      (let ((operator (if (eql depth 1) (%qq-element-operator element) nil)))
        (if (%memq operator '(unquote unquote-splicing unquote-nsplicing))
            (%qq-insert operator (cdr element) tail)
            (%qq-pair x (%quasiquote element depth) tail))))))

(%set-fdefinition '%qq-vector
  (named-lambda %qq-vector (vector depth)
    "Returns a form that builds the template VECTOR, a simple vector."
    (let ((form (%quasiquote (%vector-elements vector) depth)))
      (if (%qq-constant-p form)
          (apply (function vector) (%qq-value form))
          (if (if (consp form) (eq (car form) 'list) nil)
              (cons 'vector (cdr form))
              (list 'apply '(function vector) form))))))

(%set-fdefinition '%vector-elements
  (named-lambda %vector-elements (vector)
    "Returns a fresh list of the elements of VECTOR."
    (let ((index (length vector)) (elements nil))
      (tagbody
       next
         (if (eql index 0) nil
             (progn (setq index (- index 1))
                    (setq elements (cons (aref vector index) elements))
                    (go next))))
      elements)))

(%set-fdefinition '%qq-unquoted
  (named-lambda %qq-unquoted (x)
    "Returns the form in X, a comma in the place of a whole datum or of the tail of a list."
    (if (eq (car x) 'unquote)
        (if (cdr (cdr x))
            (error "Several forms stand after one comma where one is expected: ~S" x)
            (car (cdr x)))
        (error "A form is to be spliced in where there is no list: ~S" x))))

(%set-fdefinition '%quasiquote
  (named-lambda %quasiquote (x depth)
    "Returns a form that builds the template X, in which commas of level DEPTH are evaluated."
    (let ((operator (%qq-operator x)))
      (if (eq operator 'quasiquote)
          (%qq-pair x (list 'quote 'quasiquote) (%qq-list (cdr x) (+ depth 1)))
          (if operator
              (if (eql depth 1)
                  (%qq-unquoted x)
                  (%qq-pair x (list 'quote operator) (%qq-list (cdr x) (- depth 1))))
              (if (consp x)
                  (%qq-list x depth)
                  (if (simple-vector-p x)
                      (%qq-vector x depth)
                      (%qq-quote x))))))))

(%set-macro-function 'quasiquote
  (named-lambda quasiquote (form env)
    "(quasiquote TEMPLATE), read from `TEMPLATE: builds the template with the values of its commas filled in."
    (declare (ignore env))
    (%quasiquote (car (cdr form)) 1)))
