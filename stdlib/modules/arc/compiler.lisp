;;; Arc to Common Lisp (module arc): forms, calls, functions. The operators are in operators.lisp, places in
;;; places.lisp.
(in-package "TESSERA-ARC")

;;; Local variables become Common Lisp variables of the same name, or local functions if their value is a function and
;;; they are never assigned. Global variables become special variables that are never bound. Calls of a global name call
;;; its SYMBOL-FUNCTION, which is one of these:
;;; - the variable's value, if that is a function;
;;; - a function that looks its argument up in the value, if that is a list, string or table.

(defstruct (local (:constructor local (name lisp-name &optional function-p)) (:copier nil))
  "A variable of Arc that is bound around a form. LISP-NAME is its name in Common Lisp, that of a function if
FUNCTION-P."
  name lisp-name function-p (assigned-p nil))

(defun lookup (name environment)
  "Returns the LOCAL of the variable NAME, or NIL if it is global."
  (dolist (local environment nil)
    (when (eq (local-name local) name) (return local))))

(defun bind (name environment)
  "Returns two values: the name in Common Lisp of a new variable NAME, and ENVIRONMENT with it."
  (unless (symbol-parameter-p name)
    (malformed (list name) "it cannot be a variable"))
  (let ((lisp-name (if (eq name t) (make-symbol "t") name)))
    (values lisp-name (cons (local name lisp-name) environment))))

;;; Source positions: a compiled form gets the position of the form that it is made of.

(defvar *form* nil "The list that is being compiled, if its position is known.")

(defvar *depth* 0 "The number of forms and macro expansions around the form that is being compiled.")

(defun positioned (car cdr place)
  "Returns a cons of CAR and CDR that stands at PLACE of the source."
  (tessera::%cons-at car cdr (car place) (cdr place)))

(defun standing-at (form lisp-form)
  "Returns LISP-FORM, the translation of FORM, with the position of FORM."
  (if (consp lisp-form)
      (multiple-value-bind (line column) (tessera::%form-position form)
        (if (and line (not (tessera::%form-position lisp-form)))
            (tessera::%cons-at (car lisp-form) (cdr lisp-form) line column)
            lisp-form))
      lisp-form))

;;; Forms.

(defun compile-arc (form environment)
  "Returns the form of Common Lisp for FORM of Arc."
  (cond ((symbolp form) (compile-symbol form environment))
        ((consp form)
         (let ((*form* (if (tessera::%form-position form) form *form*)) (*depth* (tessera::%one-deeper *depth*)))
           (standing-at form (compile-list form environment))))
        ((or (numberp form) (stringp form) (characterp form)) form)
        (t (list 'quote form))))

(defun compile-all (forms environment)
  "Returns the forms of Common Lisp for FORMS."
  (mapcar (lambda (form) (compile-arc form environment)) forms))

(defun compile-body (forms environment)
  "Returns the forms of Common Lisp for FORMS, or (NIL) if there are none."
  (or (compile-all forms environment) '(nil)))

(defun global (symbol)
  "Returns the form for the value of the global variable SYMBOL."
  `(locally (declare (special ,symbol)) ,symbol))

(defun compile-symbol (symbol environment)
  "Returns the form of Common Lisp for the variable SYMBOL."
  (let ((local (lookup symbol environment)))
    (cond (local (if (local-function-p local) `(function ,(local-lisp-name local)) (local-lisp-name local)))
          ((or (null symbol) (eq symbol t)) symbol)
          ((keywordp symbol) `(function ,(named symbol)))
          ((foreign-parts symbol) (foreign-value symbol))
          ((ssyntax-p symbol) (compile-arc (ssexpand symbol) environment))
          ((keyword-name-p symbol) (intern (string-upcase (subseq (symbol-name symbol) 1)) "KEYWORD"))
          (t (global symbol)))))

(defun foreign-value (symbol)
  "Returns the form for the value of SYMBOL, a name of another language."
  (multiple-value-bind (language name) (foreign-parts symbol)
    (if (string= language "COMMON-LISP")
        (let ((found (lisp-symbol-or-fail name symbol)))
          (if (or (fboundp found) (not (boundp found))) `(function ,found) found))
        `(foreign ,language ,name))))

(defun lisp-symbol-or-fail (name whole)
  "Returns the symbol of Common Lisp called NAME; signals an error about WHOLE if there is none."
  (multiple-value-bind (symbol found) (lisp-symbol name)
    (unless found (malformed whole "Common Lisp has no such name"))
    symbol))

(defun foreign (language name)
  "Returns the value of NAME in LANGUAGE."
  (tessera:language-value language name))

(defun compile-list (form environment)
  "Returns the form of Common Lisp for the list FORM."
  (let ((head (car form)))
    (cond ((not (tessera::%proper-length form)) (malformed form "the form is not a proper list"))
          ((eq head 'quote) form)
          ((and (symbolp head) head) (compile-named form head environment))
          ((and (consp head) (member (car head) '(:compose arc::|compose|)) (tessera::%proper-length head) (cdr head) (not (lookup (car head) environment)))
           (compile-arc (composed (cdr head) (cdr form)) environment))
          ((and (consp head) (member (car head) '(:complement arc::|complement|)) (tessera::%proper-length head) (cdr head)
                (not (lookup (car head) environment)))
           (compile-arc (list :no (cons (cadr head) (cdr form))) environment))
          ((and (consp head) (member (car head) '(:andf arc::|andf|)) (tessera::%proper-length head) (cdr head) (not (lookup (car head) environment)))
           (compile-conjunction (cdr head) (cdr form) environment))
          ((call-known head (cdr form) environment))
          (t (call-value (compile-arc head environment) (compile-all (cdr form) environment))))))

(defun composed (functions arguments)
  "Returns the form that calls FUNCTIONS, the last with ARGUMENTS and each other with the value of the next."
  (if (cdr functions)
      (list (car functions) (composed (cdr functions) arguments))
      (cons (car functions) arguments)))

(defun compile-conjunction (functions arguments environment)
  "Returns the form for (f&g argument*): each of FUNCTIONS is called with the same ARGUMENTS."
  (let ((names (mapcar (lambda (argument) (declare (ignore argument)) (gensym)) arguments)))
    `(let ,(mapcar #'list names (compile-all arguments environment))
       (and ,@(mapcar (lambda (function)
                        (compile-arc (cons function (mapcar (lambda (name) (list :%lisp name)) names)) environment))
                      functions)))))

(defun macro-of (head environment)
  "Returns the macro or operator, a TAGGED, that HEAD of a form names, or NIL."
  (cond ((lookup head environment) nil)
        ((keywordp head) (let ((original (get (named head) 'original))) (and (macro-value-p original) original)))
        ((and (boundp head) (macro-value-p (symbol-value head))) (symbol-value head))))

(defun expand-macro (macro form)
  "Returns the expansion of FORM, a call of MACRO."
  (apply (tagged-rep macro) (cdr form)))

(defun compile-named (form head environment)
  "Returns the form for FORM, whose HEAD is a symbol."
  (let ((macro (macro-of head environment)) (arguments (cdr form)))
    (cond ((and macro (operator-p (tagged-rep macro)))
           (funcall (operator-function (tagged-rep macro)) form environment))
          (macro (compile-arc (expand-macro macro form) environment))
          ((lookup head environment) (call-local (lookup head environment) (compile-all arguments environment)))
          ((keywordp head) (call-function (named head) (compile-all arguments environment) t))
          ((eq head t) (call-value t (compile-all arguments environment)))
          ((foreign-parts head) (compile-foreign-call form head environment))
          ((ssyntax-p head) (compile-arc (cons (ssexpand head) arguments) environment))
          (t (call-global head (compile-all arguments environment))))))

(defun compile-foreign-call (form head environment)
  "Returns the form for a call of HEAD, a name of another language: macros and special operators of Common Lisp, too.
The operands of a function are forms of Arc."
  (multiple-value-bind (language name) (foreign-parts head)
    (let ((arguments (compile-all (cdr form) environment)))
      (if (string= language "COMMON-LISP")
          (cons (lisp-symbol-or-fail name head) arguments)
          `(funcall (foreign ,language ,name) ,@arguments)))))

;;; Calls.

(defun call-local (local arguments)
  "Returns the form that calls the variable LOCAL."
  (if (local-function-p local)
      `(,(local-lisp-name local) ,@arguments)
      (call-value (local-lisp-name local) arguments)))

(defun call-global (symbol arguments)
  "Returns the form that calls the value of the global variable SYMBOL."
  (if (and (boundp symbol) (not (functionp (symbol-value symbol))))
      (call-value (global symbol) arguments)
      (call-function symbol arguments (eq (get symbol 'original 0) (and (boundp symbol) (symbol-value symbol))))))

(defun call-function (symbol arguments original-p)
  "Returns the form that calls the function SYMBOL. If it is ORIGINAL-P, not changed by the program, the call is
compiled in place where possible."
  (let ((inline (and original-p (get symbol 'inline))))
    (or (and inline
             (<= (first inline) (length arguments))
             (or (null (second inline)) (<= (length arguments) (second inline)))
             (apply (third inline) arguments))
        (if (and original-p (not (member symbol '(arc::|apply| arc::|ccc|))))
            `(values (,symbol ,@arguments))       ; not a tail call, so that backtraces show the caller
            `(,symbol ,@arguments)))))

(defun simple-p (form)
  "True if FORM of Common Lisp can stand anywhere: a variable or a constant."
  (or (atom form) (eq (car form) 'quote)))

(defun call-with-simple (forms function)
  "Returns the form that FUNCTION makes of FORMS, which it may repeat: forms that are not simple are first bound to
variables."
  (if (every #'simple-p forms)
      (apply function forms)
      (let* ((names (mapcar (lambda (form) (if (constantp form) form (gensym))) forms))
             (bindings (loop for name in names for form in forms
                             unless (eq name form) collect (list name form))))
        `(let ,bindings ,(apply function names)))))

(defun call-value (function arguments)
  "Returns the form that calls FUNCTION, a form, or looks ARGUMENTS up in it: strings, lists and tables are called as
functions are."
  (case (length arguments)
    ((1 2) (call-with-simple (cons function arguments)
                             (lambda (function key &rest default)
                               `(cond ((functionp ,function) (funcall ,function ,key ,@default))
                                      ((hash-table-p ,function) (values (gethash ,key ,function ,@default)))
                                      (t (values (index ,function ,key ,@default)))))))
    (t (call-with-simple (list function)
                         (lambda (function)
                           `(funcall (if (functionp ,function) ,function (inapplicable ,function ,(length arguments))) ,@arguments))))))

;;; Functions.

(defun optional-p (parameter)
  "True if PARAMETER is (o variable [default])."
  (and (consp parameter) (eq (car parameter) 'arc::|o|)
       (let ((length (tessera::%proper-length parameter)))
         (unless (and length (<= 2 length 3) (symbolp (cadr parameter)))
           (malformed parameter "an optional parameter is (o name) or (o name default)"))
         t)))

(defun compile-function (operator name parameters body environment)
  "Returns the form (OPERATOR [NAME] lambda-list body): OPERATOR is LAMBDA, NAMED-LAMBDA, or NIL for the definition of a
local function."
  (multiple-value-bind (lambda-list bindings inner) (compile-parameters parameters environment)
    (let ((forms (compile-body body inner)))
      `(,@(and operator (list operator)) ,@(and name (list name)) ,lambda-list
        ,@(if bindings `((let* ,bindings ,@forms)) forms)))))

(defun compile-parameters (parameters environment)
  "Returns three values: the lambda list for PARAMETERS, bindings of LET* in it, and ENVIRONMENT within."
  (let ((lambda-list '()) (bindings '()) (optional nil))
    (loop while (consp parameters)
          do (let ((parameter (pop parameters)))
               (flet ((add (entry)
                        (when (and optional (symbolp entry)) (setf entry (list entry nil)))
                        (push entry lambda-list)))
                 (cond ((optional-p parameter)
                        (unless optional (push '&optional lambda-list) (setf optional t))
                        (let ((default (compile-arc (caddr parameter) environment)))
                          (multiple-value-bind (name inner) (bind (cadr parameter) environment)
                            (if bindings
                                (let ((given (gensym)))
                                  (add (list name nil given))
                                  (push `(,name (if ,given ,name ,default)) bindings))
                                (add (list name default)))
                            (setf environment inner))))
                       ((and parameter (symbolp parameter))
                        (multiple-value-bind (name inner) (bind parameter environment)
                          (add name)
                          (setf environment inner)))
                       ((listp parameter)
                        (let ((name (gensym)))
                          (add name)
                          (multiple-value-bind (more inner) (destructured parameter name environment)
                            (setf bindings (append (reverse more) bindings) environment inner))))
                       (t (malformed parameter "a parameter is a name, or a list of such"))))))
    (when parameters
      (unless (symbolp parameters) (malformed parameters "a parameter is a name, or a list of such"))
      (multiple-value-bind (name inner) (bind parameters environment)
        (setf lambda-list (list* name '&rest lambda-list) environment inner)))
    (check-distinct (mapcar (lambda (entry) (if (consp entry) (car entry) entry)) lambda-list))
    (values (nreverse lambda-list) (nreverse bindings) environment)))

(defun check-distinct (names)
  "Signals an error if a name is twice in the list NAMES, which are bound at once."
  (loop for (name . others) on names
        when (and name (symbolp name) (member name others))
          do (malformed *form* "~A is bound twice" name)))

(defun destructured (pattern value environment)
  "Returns two values: LET* bindings of the names in PATTERN to the parts of the Common Lisp variable VALUE, and
ENVIRONMENT with these names. Missing parts are NIL."
  (let ((bindings '()))
    (labels ((walk (pattern value)
               (loop
                 (cond ((null pattern) (return))
                       ((symbolp pattern)
                        (add pattern value)
                        (return))
                       ((atom pattern) (malformed pattern "a parameter is a name, or a list of such"))
                       (t (element (car pattern) value)
                          (setf pattern (cdr pattern))
                          (when pattern
                            (let ((rest (gensym)))
                              (push `(,rest (cdr ,value)) bindings)
                              (setf value rest)))))))
             (element (part value)
               (cond ((optional-p part)
                      (add (cadr part) `(if (consp ,value) (car ,value) ,(compile-arc (caddr part) environment))))
                     ((and part (symbolp part)) (add part `(car ,value)))
                     ((null part))
                     (t (let ((name (gensym)))
                          (push `(,name (car ,value)) bindings)
                          (walk part name)))))
             (add (name form)
               (multiple-value-bind (lisp-name inner) (bind name environment)
                 (push (list lisp-name form) bindings)
                 (setf environment inner))))
      (walk pattern value))
    (values (nreverse bindings) environment)))

;;; Functions that are bound to variables are known to the compiler, as long as it does not turn out that such a
;;; variable is assigned.

(defun function-parts (form environment)
  "Returns four values if FORM is (fn parameters body*), (afn ...) or (rfn name ...), with their original meaning: true,
the name by which it calls itself or NIL, its parameters and its body."
  (if (and (consp form) (symbolp (car form)) (car form) (tessera::%proper-length form) (cdr form))
      (let ((macro (macro-of (car form) environment)))
        (cond ((null macro) nil)
              ((eq macro (get 'arc::|fn| 'original)) (values t nil (cadr form) (cddr form)))
              ((eq macro (get 'arc::|afn| 'original)) (values t 'arc::|self| (cadr form) (cddr form)))
              ((and (eq macro (get 'arc::|rfn| 'original)) (symbol-parameter-p (cadr form)) (cddr form))
               (values t (cadr form) (caddr form) (cdddr form)))))
      nil))

(defmacro while-unassigned ((local) &body forms)
  "(while-unassigned (LOCAL) form*): returns the value of the forms, which compile code that treats LOCAL as a known
function; NIL if the code assigns LOCAL."
  `(catch ,local ,@forms))

(defun note-assigned (local)
  "Notes that LOCAL is assigned. If it was treated as a known function, its binding is compiled again."
  (setf (local-assigned-p local) t)
  (when (local-function-p local)
    (throw local nil)))

(defun symbol-parameter-p (name)
  "True if NAME can be the name of a variable."
  (and name (symbolp name) (not (keywordp name))))

(defun local-function-name (name)
  "Returns the name in Common Lisp of a local function NAME: not the symbol of an Arc function, since code that is
compiled in place may call that."
  (if (or (eq name t) (get name 'original)) (make-symbol (symbol-text name nil)) name))

(defun local-definition (form lisp-name environment)
  "Returns the definition (LISP-NAME lambda-list form*) of LABELS for FORM, a function for FUNCTION-PARTS; or NIL if it
assigns its own name."
  (multiple-value-bind (known self parameters body) (function-parts form environment)
    (declare (ignore known))
    (if self
        (let ((local (local self lisp-name t)))
          (while-unassigned (local)
            (compile-function nil lisp-name parameters body (cons local environment))))
        (compile-function nil lisp-name parameters body environment))))

(defun call-known (form arguments environment)
  "Returns the form that calls FORM, a function for FUNCTION-PARTS, with ARGUMENTS of Arc; NIL for another FORM."
  (multiple-value-bind (known self) (function-parts form environment)
    (when known
      (let* ((name (make-symbol (if self (symbol-name self) "fn")))
             (definition (local-definition form name environment)))
        (and definition
             `(labels (,definition) (,name ,@(compile-all arguments environment))))))))

;;; Evaluation.

(defun failing-form (condition)
  "Returns the form that signals CONDITION at its position. It is not a tail call, so that backtraces show the frame."
  `(values ,(standing-at *form* `(error ',condition))))

(defun lisp-form (form)
  "Returns the form of Common Lisp for FORM of Arc at toplevel; errors in it are signalled when it is evaluated."
  (let ((*form* form))
    (block nil
      (handler-bind ((arc-syntax-error (lambda (condition) (return (failing-form condition)))))
        (compile-arc form '())))))

(defun evaluate (form &optional notes)
  "Returns the value of FORM of Arc. Each form of (do form*) is compiled after those before it were evaluated, since
they may define macros."
  (if (and (consp form) (eq (car form) 'arc::|do|) (tessera::%proper-length form) (cdr form) (eq (macro-of 'arc::|do| '()) (get 'arc::|do| 'original)))
      (loop for (next . more) on (cdr form)
            do (if more (evaluate next notes) (return (evaluate next notes))))
      (funcall (tessera::%compile-form (lisp-form form)))))
