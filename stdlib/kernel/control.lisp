;;; Data and control flow beyond the conditionals: PROG1, PSETQ, multiple values, the iteration
;;; macros DO, DOLIST and DOTIMES, and the plain functions of that chapter.

(in-package "TESSERA")

(defmacro prog1 (first &body forms)
  "(prog1 FIRST form*): evaluates FIRST, then the forms. Returns the primary value of FIRST."
  (let ((value (gensym "VALUE")))
    `(let ((,value ,first)) ,@forms ,value)))

(defmacro prog2 (first second &body forms)
  "(prog2 FIRST SECOND form*): evaluates all in order. Returns the primary value of SECOND."
  `(progn ,first (prog1 ,second ,@forms)))

(defmacro multiple-value-list (form)
  "(multiple-value-list FORM): returns a list of all values of FORM."
  `(multiple-value-call #'list ,form))

(defmacro named-lambda (name lambda-list &body body)
  "(named-lambda NAME LAMBDA-LIST [doc] declaration* form*): returns the function that LAMBDA makes. Backtraces call it
NAME."
  (declare (ignore name))
  `(function (lambda ,lambda-list ,@body)))

(defmacro multiple-value-bind (variables form &body body)
  "(multiple-value-bind VARIABLES FORM declaration* form*): evaluates the body with VARIABLES bound to the values of
FORM; those that lack one are bound to NIL."
  (unless (listp variables)
    (%program-error "MULTIPLE-VALUE-BIND: ~S is not a list of variables" variables))
  (let ((more (gensym "MORE")))
    `(multiple-value-call (lambda (&optional ,@variables &rest ,more) (declare (ignore ,more)) ,@body) ,form)))

(defun %temporaries (count)
  "Returns a list of COUNT fresh symbols."
  (let ((names nil))
    (%while (< 0 count)
      (setq names (cons (gensym "V") names))
      (setq count (- count 1)))
    names))

(defun %interleave (a b)
  "Returns the list of the elements of the lists A and B by turns."
  (let ((result nil))
    (%while (consp a)
      (setq result (list* (car b) (car a) result))
      (setq a (cdr a))
      (setq b (cdr b)))
    (nreverse result)))

(defmacro nth-value (n form)
  "(nth-value N FORM): returns value number N, counted from 0, of FORM, or NIL if it has fewer values."
  (if (and (integerp n) (<= 0 n 15))
      (let ((names (%temporaries (+ n 1))))
        `(multiple-value-bind ,names ,form
           (declare (ignorable ,@names))
           ,(car (last names))))
      `(nth ,n (multiple-value-list ,form))))

;;; Assignment in parallel.

(defun %symbol-macro-p (name env)
  "True if NAME is a symbol macro in ENV."
  (multiple-value-bind (expansion expanded) (macroexpand-1 name env)
    (declare (ignore expansion))
    expanded))

(defun %split-pairs (pairs operator)
  "Splits the list (a x b y ...) into the list of a, b, ... and that of x, y, ..."
  (let ((places nil) (values nil))
    (%while (consp pairs)
      (unless (consp (cdr pairs))
        (%program-error "~S: ~S lacks a value" operator (car pairs)))
      (setq places (cons (car pairs) places))
      (setq values (cons (car (cdr pairs)) values))
      (setq pairs (cdr (cdr pairs))))
    (values (nreverse places) (nreverse values))))

(defun %parallel-setq (variables values)
  "Returns a form that assigns VALUES to VARIABLES, all evaluated first. The compiler knows its shape and needs few
temporaries."
  (if (cdr variables)
      (let ((bindings nil) (assignments nil))
        (%while variables
          (let ((value (gensym "VALUE")))
            (setq bindings (cons (list value (car values)) bindings)
                  assignments (cons (list 'setq (car variables) value) assignments)
                  variables (cdr variables)
                  values (cdr values))))
        `(let ,(nreverse bindings) ,@(nreverse assignments)))
      `(setq ,(car variables) ,(car values))))

(defun %any-symbol-macro-p (names env)
  "True if one of NAMES is a symbol macro in ENV."
  (%while (and (consp names) (not (%symbol-macro-p (car names) env)))
    (setq names (cdr names)))
  (consp names))

(defmacro psetq (&rest pairs &environment env)
  "(psetq {variable form}*): evaluates all forms, then assigns their values to the variables. Returns NIL."
  (multiple-value-bind (variables values) (%split-pairs pairs 'psetq)
    (cond ((null variables) nil)
          ((%any-symbol-macro-p variables env) `(psetf ,@pairs))
          (t `(progn ,(%parallel-setq variables values) nil)))))

(defmacro multiple-value-setq (variables form &environment env)
  "(multiple-value-setq VARIABLES FORM): assigns the values of FORM to VARIABLES; those that lack one get NIL.
Returns the primary value of FORM."
  (cond ((null variables) `(values ,form))
        ((%any-symbol-macro-p variables env) `(values (setf (values ,@variables) ,form)))
        (t (let ((values (%temporaries (length variables))))
             `(multiple-value-bind ,values ,form
                (setq ,@(%interleave variables values))
                ,(car values))))))

;;; PROG and DO.

(defmacro prog (bindings &body body)
  "(prog BINDINGS declaration* {tag | form}*): LET, TAGBODY and a block named NIL in one. Returns NIL unless left by
RETURN."
  (multiple-value-bind (statements declarations) (%parse-body body nil)
    `(block nil (let ,bindings ,@declarations (tagbody ,@statements)))))

(defmacro prog* (bindings &body body)
  "(prog* BINDINGS declaration* {tag | form}*): as PROG, with its variables bound one after the other."
  (multiple-value-bind (statements declarations) (%parse-body body nil)
    `(block nil (let* ,bindings ,@declarations (tagbody ,@statements)))))

(defun %do-variables (variables operator)
  "Splits the VARIABLES of DO into bindings, and the pairs variable and step form of those that are stepped."
  (let ((bindings nil) (steps nil))
    (%while variables
      (destructuring-bind (name &optional init (step nil stepped))
          (if (consp (car variables)) (car variables) (list (car variables)))
        (%check-variable-name name operator)
        (setq bindings (cons (list name init) bindings))
        (when stepped (setq steps (list* step name steps))))
      (setq variables (cdr variables)))
    (values (nreverse bindings) (nreverse steps))))

(defun %expand-do (operator let setq variables end body)
  "Returns the loop of DO and DO*, whose LET and SETQ are given."
  (multiple-value-bind (bindings steps) (%do-variables variables operator)
    (multiple-value-bind (statements declarations) (%parse-body body nil)
      (let ((again (gensym "AGAIN")) (test (gensym "TEST")))
        `(block nil
           (,let ,bindings
             ,@declarations
             (tagbody
                (go ,test)
                ,again
                ,@statements
                ,@(if steps `((,setq ,@steps)))
                ,test
                (unless ,(car end) (go ,again)))
             ,@(cdr end)))))))

(defmacro do (variables (end-test &rest results) &body body)
  "(do ({(VAR [INIT [STEP]])}*) (END-TEST result*) declaration* {tag | form}*): iterates, stepping all variables in
parallel, until END-TEST is true. Returns the values of the last result form."
  (%expand-do 'do 'let 'psetq variables (cons end-test results) body))

(defmacro do* (variables (end-test &rest results) &body body)
  "(do* ({(VAR [INIT [STEP]])}*) (END-TEST result*) declaration* {tag | form}*): as DO, binding and stepping the
variables one after the other."
  (%expand-do 'do* 'let* 'setq variables (cons end-test results) body))

(defun %tags-p (statements)
  "True if there is a tag among STATEMENTS."
  (%while (and (consp statements) (consp (car statements)))
    (setq statements (cdr statements)))
  (consp statements))

(defun %statements (statements)
  "Returns forms that run STATEMENTS, in a TAGBODY where there are tags."
  (if (%tags-p statements) `((tagbody ,@statements)) statements))

(defun %special-declarations (declarations)
  "Returns those of DECLARATIONS that say SPECIAL: the only ones that hold for a result form too."
  (let ((found nil))
    (%map-list (lambda (declaration)
                 (%map-list (lambda (specification)
                              (if (and (consp specification) (eq (car specification) 'special))
                                  (setq found (cons `(declare ,specification) found))))
                            (cdr declaration)))
               declarations)
    found))

(defun %dolist-result (variable result declarations)
  "Returns the forms for the RESULT of DOLIST, in which VARIABLE is NIL."
  (cond ((null result) nil)
        ((constantp result) (list result))
        (t `((let ((,variable nil))
               (declare (ignorable ,variable))
               ,@(%special-declarations declarations)
               ,result)))))

(defmacro dolist ((variable list &optional result) &body body)
  "(dolist (VARIABLE LIST [RESULT]) declaration* {tag | form}*): runs the body with VARIABLE bound to each element
of LIST. Returns the values of RESULT, in which VARIABLE is NIL."
  (%check-variable-name variable 'dolist)
  (multiple-value-bind (statements declarations) (%parse-body body nil)
    (let ((tail (gensym "TAIL")) (again (gensym "AGAIN")) (test (gensym "TEST")))
      `(block nil
         (let ((,tail ,list))
           (tagbody
              (go ,test)
              ,again
              (let ((,variable (car ,tail)))
                (declare (ignorable ,variable))
                ,@declarations
                (setq ,tail (cdr ,tail))
                ,@(%statements statements))
              ,test
              (if ,tail (go ,again))))
         ,@(%dolist-result variable result declarations)))))

(defmacro dotimes ((variable count &optional result) &body body)
  "(dotimes (VARIABLE COUNT [RESULT]) declaration* {tag | form}*): runs the body with VARIABLE bound to the integers
from 0 below COUNT. Returns the values of RESULT, in which VARIABLE is the number of runs."
  (%check-variable-name variable 'dotimes)
  (multiple-value-bind (statements declarations) (%parse-body body nil)
    (let ((again (gensym "AGAIN")) (test (gensym "TEST"))
          (limit (if (integerp count) count (gensym "LIMIT"))))
      `(block nil
         (let (,@(if (symbolp limit) `((,limit ,count))) (,variable 0))
           (declare (ignorable ,variable))
           ,@declarations
           (tagbody
              (go ,test)
              ,again
              ,@(%statements statements)
              (setq ,variable (+ ,variable 1))
              ,test
              (if (< ,variable ,limit) (go ,again)))
           ,result)))))

;;; Functions.

(defun identity (object)
  "Returns OBJECT."
  object)

(defun constantly (value)
  "Returns a function that takes any arguments and returns VALUE."
  (lambda (&rest arguments)
    (declare (ignore arguments))
    value))

(defun complement (function)
  "Returns a function that is true where FUNCTION is false, and false where it is true. A TYPE-ERROR if FUNCTION is not
a function."
  (unless (functionp function) (error 'type-error :datum function :expected-type 'function))
  (lambda (&rest arguments)
    (not (apply function arguments))))
