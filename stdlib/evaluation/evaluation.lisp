;;; EVAL, COMPILE and DISASSEMBLE (chapters 3 and 25).

(in-package "TESSERA")

;;; Everything is compiled; EVAL takes forms at toplevel apart, so that what one defines holds for the next.

(defun %eval-forms (forms notes depth)
  "Evaluates FORMS, which stand DEPTH deep in others, in order. Returns the values of the last."
  (cond ((null forms) nil)
        ((null (cdr forms)) (%evaluate (car forms) notes depth))
        (t (%evaluate (car forms) notes depth)
           (%eval-forms (cdr forms) notes depth))))

(defun %one-deeper (depth)
  "Returns DEPTH plus one. Signals an error at a depth that only endless expansions reach."
  (if (eql depth 10000)
      (%program-error "the form is nested too deeply (the limit is about ~A)" depth)
      (1+ depth)))

(defun %execute-p (situations)
  "True if EVAL-WHEN with SITUATIONS evaluates its forms when no file is compiled."
  (or (%memq ':execute situations) (%memq 'eval situations)))

(defun %proper-p (list)
  "True if LIST ends in NIL. It may share structure, but is not a circle."
  (and (listp list) (null (cdr (last list)))))

(defun %situations-p (object)
  "True if OBJECT is a list of situations of EVAL-WHEN."
  (and (%proper-p object)
       (every (lambda (situation)
                (%memq situation '(:execute :compile-toplevel :load-toplevel eval compile load)))
              object)))

(defun %compiled-form (form notes)
  "Returns the function of no arguments that evaluates FORM. If NOTES, warns of what the compiler finds in it."
  (let ((function (%compile-form form notes)))
    (when *findings* (%give-findings))
    function))

(defun %eval-special (form notes depth)
  "Evaluates FORM, which is not a macro call, and stands DEPTH deep in others. Leaves malformed forms to the compiler."
  (cond ((eq (car form) 'declare)
         (%program-error "DECLARE: ~S does not stand at the beginning of a body" form))
        ((and (eq (car form) 'progn) (%proper-p form))
         (%eval-forms (cdr form) notes (%one-deeper depth)))
        ((and (eq (car form) 'eval-when) (%proper-p form) (cdr form) (%situations-p (car (cdr form))))
         (if (%execute-p (car (cdr form)))
             (%eval-forms (cdr (cdr form)) notes (%one-deeper depth))
             nil))
        ((and (not notes) (%direct-call-p form)) (%call-directly form))
        (t (funcall (%compiled-form form notes)))))

;;; Definitions expand to calls whose arguments are constants, variables or functions, and hosts evaluate such calls
;;; most. They are made at once, as compiling them takes most of the time.

(defun %direct-call-p (form)
  "True if FORM, which is not a macro call, is a quoted object, or a call of a function with arguments that are
constants, variables with values, or lambda expressions of the library's macros. Calls of the standard's functions are
not among them, as the compiler does these faster, nor are calls in other languages."
  (let ((operator (car form)))
    (cond ((eq operator 'quote) (and (consp (cdr form)) (null (cddr form))))
          (t (and (symbolp operator)
                  (fboundp operator)
                  (not (special-operator-p operator))
                  (not (eq (symbol-package operator) (find-package "COMMON-LISP")))
                  (string= (language-name *language*) "COMMON-LISP")
                  (handler-case (%proper-p form)
                    (error () nil))
                  (every #'%direct-argument-p (cdr form)))))))

(defun %direct-argument-p (form)
  "True if FORM is an argument for %CALL-DIRECTLY."
  (cond ((consp form) (or (eq (car form) 'named-lambda)
                          (and (eq (car form) 'quote) (consp (cdr form)) (null (cddr form)))))
        ((symbolp form) (and (boundp form) (not (%symbol-macro-p form nil))))
        (t t)))

(defun %direct-argument (form)
  "Returns the value of FORM, of which %DIRECT-ARGUMENT-P is true."
  (cond ((symbolp form) (symbol-value form))
        ((atom form) form)
        ((eq (car form) 'quote) (cadr form))
        (t (%compile-lambda form))))

(defun %call-directly (form)
  "Returns the values of FORM, of which %DIRECT-CALL-P is true."
  (if (eq (car form) 'quote)
      (cadr form)
      (apply (car form) (mapcar #'%direct-argument (cdr form)))))

(defun %evaluate (form notes &optional (depth 0))
  "Evaluates FORM, which stands DEPTH deep in forms at toplevel, as EVAL does. If NOTES, the compiler warns of what it
finds."
  (let ((expansion (macroexpand form)))
    (cond ((consp expansion)
           (%eval-special (if (or (eq expansion form) (not notes)) expansion (%with-position-of expansion form)) notes depth))
          ((symbolp expansion) (symbol-value expansion))
          (t expansion))))

(defun %with-position-of (expansion form)
  "Returns EXPANSION, a list, as one that stands where FORM stands, unless its own position is known."
  (multiple-value-bind (line column) (%form-position form)
    (if (and line (not (%form-position expansion)))
        (%cons-at (car expansion) (cdr expansion) line column)
        expansion)))

(defun %call-at-toplevel (function)
  "Calls FUNCTION, which evaluates a toplevel form of a file or of the prompt, and returns its values. Continuations
that are captured in it end with it."
  (%call-with-prompt *default-prompt-tag* function #'values))

(defun eval (form)
  "Evaluates FORM in the null lexical environment. Returns its values."
  (%evaluate form nil))

(defun %compile-definition (definition)
  "Returns the function of DEFINITION, a function or a lambda expression."
  (cond ((functionp definition) definition)
        ((and (consp definition) (%memq (car definition) '(lambda named-lambda)))
         (prog1 (%compile-lambda definition t)
           (when *findings* (%give-findings))))
        (t (error 'type-error :datum definition :expected-type '(or function (cons (eql lambda)))))))

(defun %install-definition (name function)
  "Makes FUNCTION the macro function of NAME, if NAME is a macro, or else its function."
  (if (and (symbolp name) (macro-function name))
      (%set-macro-function name function)
      (%set-fdefinition name function))
  name)

(defun %call-counting-warnings (function)
  "Calls FUNCTION. Returns three values: its own, the number of warnings that were signalled, and the number of those
that are not STYLE-WARNINGs."
  (let ((warnings 0) (failures 0))
    (values (handler-bind ((warning (lambda (warning)
                                      (incf warnings)
                                      (unless (typep warning 'style-warning) (incf failures)))))
              (funcall function))
            warnings failures)))

(defun compile (name &optional (definition nil definition-p))
  "Compiles DEFINITION, a lambda expression or a function, and makes it the function of NAME unless that is NIL. All
functions are compiled, so NAME alone only has to be defined. Three values: NAME or the function; true if the compiler
warned of something; true if one of the warnings was not a STYLE-WARNING."
  (flet ((compiled ()
           (cond ((and name definition-p) (%install-definition name (%compile-definition definition)))
                 (definition-p (%compile-definition definition))
                 ((and (symbolp name) (macro-function name)) name)
                 (t (fdefinition name) name))))
    (multiple-value-bind (value warnings failures)
        (%call-counting-warnings
         (lambda () (%call-in-unit #'compiled (%unit-to-join))))
      (values value (plusp warnings) (plusp failures)))))

(defun %function-designated (designator)
  "Returns the function that DESIGNATOR, a function, a function name or a lambda expression, stands for."
  (cond ((functionp designator) designator)
        ((and (consp designator) (eq (car designator) 'lambda)) (%compile-lambda designator))
        ((and (symbolp designator) (macro-function designator)))
        (t (fdefinition designator))))

(defun disassemble (designator)
  "Writes the instructions of a function, given as itself, by its name or as a lambda expression. Returns NIL."
  (let ((function (%function-designated designator)))
    (handler-case (write-string (%disassembly function))
      (type-error () (format t "~&~S is written in C++.~%" (%function-name function)))))
  nil)
