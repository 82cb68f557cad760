;;; Places: how their expansions are found and defined, and SETF itself.

(in-package "TESSERA")

;;; The definitions of operators' places, by symbol:
;;;   (:SETTER . name)     (f a... ) is set by (name a... value)
;;;   (:FIRST . name)      it is set by (name value a...); without a definition, by the function (SETF f) likewise
;;;   (:LONG count . fn)   long DEFSETF with COUNT store variables; fn, of the store variables, gives a macro
;;;                        function that is applied to the call with temporaries in place of its arguments
;;;   (:EXPANDER . fn)     DEFINE-SETF-EXPANDER; fn, of the place and the environment, gives the five values

(defvar *setf-definitions* (make-hash-table :test 'eq)
  "A hash table from operators to the definitions of their places by DEFSETF and DEFINE-SETF-EXPANDER.")

(defun %setf-definition (operator env)
  "Returns the definition of the places of OPERATOR, or NIL if there is none or OPERATOR is a local function or macro in
ENV."
  (let ((definition (and (symbolp operator) (gethash operator *setf-definitions*))))
    (and definition (not (and env (%local-function-p operator env))) definition)))

(defun %define-setf (operator definition &optional doc)
  "Makes DEFINITION the definition of the places of OPERATOR. Returns OPERATOR."
  (unless (and operator (symbolp operator))
    (%program-error "DEFSETF: ~S is not a symbol" operator))
  (%check-definition operator 'function nil)
  (%set-gethash operator *setf-definitions* definition)
  (if doc (%set-documentation operator 'setf doc))
  operator)

;;; Which forms may be moved past others. A pure form has no effect and calls nothing of the user's.

(defun %pure-operator-p (operator)
  "True if a call of OPERATOR with pure arguments can be treated as pure: it has no effect."
  (%memq operator '(+ - * 1+ 1- car cdr cadr cddr caar cdar cons list aref svref char schar length not null eq eql
                    < > <= >= = zerop min max logand logior logxor gethash nth first second third rest vector
                    symbol-value list* ash char-code code-char numberp consp symbolp atom endp)))

(defun %variable-p (form env)
  "True if FORM is a symbol that is not a symbol macro."
  (and (symbolp form) (not (%symbol-macro-p form env))))

(defun %pure-p (form env)
  "True if FORM has no effect, and its value cannot change by evaluating other pure forms."
  (cond ((consp form)
         (cond ((eq (car form) 'quote) t)
               ((eq (car form) 'function) (symbolp (car (cdr form))))
               (t (and (%pure-operator-p (car form)) (%all-pure-p (cdr form) env)))))
        ((symbolp form) (%variable-p form env))
        (t t)))

(defun %all-pure-p (forms env)
  "True if all of FORMS are pure in ENV: see %PURE-P."
  (%while (and (consp forms) (%pure-p (car forms) env))
    (setq forms (cdr forms)))
  (null forms))

;;; A simple form costs nothing to evaluate twice.

(defun %simple-p (form env)
  "True if FORM, a variable or a constant, needs no temporary variable in ENV."
  (if (consp form) (eq (car form) 'quote) (%pure-p form env)))

(defun %let* (bindings forms)
  "Returns FORMS as one form, with BINDINGS around it where there are any."
  (cond (bindings `(let* ,bindings ,@forms))
        ((and (consp forms) (null (cdr forms))) (car forms))
        (t `(progn ,@forms))))

(defun %zip (variables forms)
  "Returns the bindings of VARIABLES to FORMS."
  (let ((bindings nil))
    (%while (consp variables)
      (setq bindings (cons (list (car variables) (car forms)) bindings))
      (setq variables (cdr variables))
      (setq forms (cdr forms)))
    (nreverse bindings)))

(defun %bind-values (variables form forms)
  "Returns a form that binds VARIABLES to the values of FORM around FORMS."
  (if (and (consp variables) (null (cdr variables)))
      `(let ((,(car variables) ,form)) ,@forms)
      `(multiple-value-bind ,variables ,form ,@forms)))

;;; Expansions.

(defun %argument-temporaries (arguments)
  "Returns three values: temporaries, the forms they are bound to, and ARGUMENTS with the temporaries in place.
Constants stay where they are, keywords of a call among them."
  (let ((names nil) (forms nil) (result nil))
    (dolist (argument arguments)
      (if (constantp argument)
          (setq result (cons argument result))
          (let ((name (gensym "ARGUMENT")))
            (setq names (cons name names))
            (setq forms (cons argument forms))
            (setq result (cons name result)))))
    (values (nreverse names) (nreverse forms) (nreverse result))))

(defun %symbol-expansion (name)
  "Returns the five values of GET-SETF-EXPANSION for the variable NAME."
  (let ((store (gensym "NEW")))
    (values nil nil (list store) `(setq ,name ,store) name)))

(defun %call-expansion (place store-form count)
  "Returns the expansion of a PLACE whose arguments are all evaluated. STORE-FORM is a function from the arguments
and the list of COUNT store variables to the form that stores."
  (multiple-value-bind (names forms arguments) (%argument-temporaries (cdr place))
    (let ((stores (%temporaries count)))
      (values names forms stores
              (funcall store-form arguments stores)
              (cons (car place) arguments)))))

(defun %function-store (operator arguments value env)
  "Returns the call of the function that stores VALUE and takes it first."
  (let ((definition (%setf-definition operator env)))
    (if definition
        `(,(cdr definition) ,value ,@arguments)
        `(funcall (function (setf ,operator)) ,value ,@arguments))))

(defun %function-expansion (place env)
  "Returns the expansion of PLACE, whose setter is a function that takes the value first."
  (%call-expansion place
                   (lambda (arguments stores) (%function-store (car place) arguments (car stores) env))
                   1))

(defun %long-store (definition operator arguments stores env)
  "Returns the storing form of a long DEFSETF."
  (funcall (apply (cdr (cdr definition)) stores) (cons operator arguments) env))

(defun %defined-expansion (place definition env)
  "Returns the expansion of PLACE by DEFINITION, its operator's definition."
  (let ((operator (car place)) (kind (car definition)))
    (cond ((eq kind ':expander) (funcall (cdr definition) place env))
          ((eq kind ':first) (%function-expansion place env))
          ((eq kind ':setter)
           (%call-expansion place
                            (lambda (arguments stores) `(,(cdr definition) ,@arguments ,(car stores)))
                            1))
          (t (%call-expansion place
                              (lambda (arguments stores) (%long-store definition operator arguments stores env))
                              (car (cdr definition)))))))

(defun %check-place (place)
  "Returns PLACE; signals a PROGRAM-ERROR if it is not a symbol or a call, or is a constant."
  (unless (or (symbolp place) (and (consp place) (symbolp (car place)) (listp (cdr place))))
    (%program-error "SETF: ~S is not a place" place))
  (when (and (symbolp place) (constantp place))
    (%program-error "SETF: the constant ~S cannot be assigned" place))
  place)

(defun get-setf-expansion (place &optional env)
  "Returns five values for reading and storing PLACE in ENV: a list of temporary variables, the forms to bind them to,
the list of store variables, the storing form, the reading form. Signals a PROGRAM-ERROR if PLACE is not a place."
  (%check-place place)
  (let ((definition (if (consp place) (%setf-definition (car place) env) nil)))
    (if definition
        (%defined-expansion place definition env)
        (multiple-value-bind (expansion expanded) (macroexpand-1 place env)
          (cond (expanded (get-setf-expansion expansion env))
                ((symbolp place) (%symbol-expansion place))
                (t (%function-expansion place env)))))))

;;; SETF. A setter with the value last keeps the order of evaluation by itself; one with the value first may do
;;; without temporaries if nothing that is evaluated in between can be noticed.

(defun %set-by-expansion (place value env)
  "Returns the form that stores the value of the form VALUE in PLACE by its expansion."
  (multiple-value-bind (names forms stores store-form) (get-setf-expansion place env)
    (%let* (%zip names forms) (list (%bind-values stores value (list store-form))))))

(defun %set-by-function (place value env)
  "Returns the form that sets PLACE by a function that takes the VALUE first."
  (let ((operator (car place)) (arguments (cdr place)))
    (if (or (null arguments)
            (and (%pure-p value env) (%all-pure-p arguments env)))
        (%function-store operator arguments value env)
        (multiple-value-bind (names forms arguments) (%argument-temporaries arguments)
          (%let* (%zip names forms) (list (%function-store operator arguments value env)))))))

(defun %set-by-definition (place definition value env)
  "Returns the form that stores the value of the form VALUE in PLACE by DEFINITION, its operator's definition."
  (let ((kind (car definition)))
    (cond ((eq kind ':setter) `(,(cdr definition) ,@(cdr place) ,value))
          ((eq kind ':first) (%set-by-function place value env))
          (t (%set-by-expansion place value env)))))

(defun %set-form (place value env)
  "Returns the form that stores the value of the form VALUE in PLACE."
  (%check-place place)
  (let ((definition (if (consp place) (%setf-definition (car place) env) nil)))
    (cond (definition (%set-by-definition place definition value env))
          ((symbolp place) `(setq ,place ,value))
          (t (multiple-value-bind (expansion expanded) (macroexpand-1 place env)
               (if expanded
                   `(setf ,expansion ,value)
                   (%set-by-function place value env)))))))

(defun %set-forms (pairs env)
  "Returns the list of the forms that store the values of PAIRS in their places, in order."
  (multiple-value-bind (places values) (%split-pairs pairs 'setf)
    (let ((forms nil))
      (%while places
        (setq forms (cons (%set-form (car places) (car values) env) forms))
        (setq places (cdr places))
        (setq values (cdr values)))
      (nreverse forms))))

(defmacro setf (&rest pairs &environment env)
  "(setf {PLACE VALUE}*): stores the value of each VALUE in its PLACE, in order. Returns the values of the last."
  (%let* nil (%set-forms pairs env)))

;;; Definitions of places.

(defun %long-defsetf (operator lambda-list stores body)
  "Returns the form for the definition that a long DEFSETF makes."
  `(list* ':long ,(length stores)
          (lambda ,stores ,(%macro-lambda operator lambda-list body))))

(defmacro defsetf (access-function second &rest more)
  "(defsetf ACCESS-FUNCTION UPDATE-FUNCTION [doc]) or (defsetf ACCESS-FUNCTION LAMBDA-LIST (store-variable*)
declaration* form*): defines how SETF stores in (ACCESS-FUNCTION argument*). Returns ACCESS-FUNCTION."
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     ,(if (and second (symbolp second))
          `(%define-setf ',access-function '(:setter . ,second) ,@more)
          (multiple-value-bind (forms declarations doc) (%parse-body (cdr more))
            (declare (ignore forms declarations))
            `(%define-setf ',access-function
                           ,(%long-defsetf access-function second (car more) (cdr more))
                           ,doc)))))

(defmacro define-setf-expander (access-function lambda-list &body body)
  "(define-setf-expander ACCESS-FUNCTION LAMBDA-LIST declaration* form*): defines how SETF treats places of
ACCESS-FUNCTION; the forms return the five values of GET-SETF-EXPANSION. Returns ACCESS-FUNCTION."
  (multiple-value-bind (forms declarations doc) (%parse-body body)
    (declare (ignore forms declarations))
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (%define-setf ',access-function
                     (cons ':expander ,(%macro-lambda access-function lambda-list body))
                     ,doc))))
