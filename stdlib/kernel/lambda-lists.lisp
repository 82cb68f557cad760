;;; Destructuring lambda lists of DEFMACRO, MACROLET, DESTRUCTURING-BIND, DEFTYPE and others.
;;; A pattern becomes bindings for one LET*.

(in-package "TESSERA")

;;; The state of a walk over one lambda list, nested patterns included, is a vector:
;;;   0 the bindings so far, latest first      1 the name shown in messages
;;;   2 a form giving the whole call           3 the default of optional parameters that state none
;;; The place in the list that is taken apart is a cursor (VARIABLE . BEHIND): BEHIND is true when VARIABLE still
;;; holds the cell of the element taken last, so that stepping on and looking are one expression.

(defun %ll-name (state)
  "Returns the name of the operator that STATE parses a lambda list for."
  (svref state 1))
(defun %ll-whole (state)
  "Returns the form in STATE that errors show when the list does not match."
  (svref state 2))
(defun %ll-default (state)
  "Returns the default in STATE for optional parameters that state none."
  (svref state 3))

(defun %ll-bind (state variable form)
  "Adds a binding of VARIABLE to FORM and returns VARIABLE."
  (unless (if (symbolp variable) (not (constantp variable)) nil)
    (%program-error "~S: ~S is not a variable, in a lambda list" (%ll-name state) variable))
  (%set-svref state 0 (cons (list variable form) (svref state 0)))
  variable)

(defun %ll-bind-temporary (state name form)
  "Adds a binding of a new variable to FORM and returns the variable. NAME is a part of its name."
  (%ll-bind state (gensym name) form))

(defun %ll-tail (cursor)
  "Returns the form for the rest of the list at CURSOR, and moves the cursor there."
  (if (cdr cursor)
      (progn (%set-cdr cursor nil)
             `(setq ,(car cursor) (cdr ,(car cursor))))
      (car cursor)))

(defun %lambda-list-keyword-p (x)
  "True if X is a lambda list keyword."
  (%memq x '(&whole &environment &optional &rest &body &key &allow-other-keys &aux)))

(defun %parameter-p (lambda-list)
  "True if LAMBDA-LIST starts with a parameter: neither its end, nor a dotted tail, nor a keyword."
  (and (consp lambda-list) (not (%lambda-list-keyword-p (car lambda-list)))))

;;; How many elements a lambda list takes.

(defun %count-parameters (lambda-list)
  "Returns two values: the number of parameters at the head of LAMBDA-LIST, and its rest after them."
  (let ((count 0))
    (%while (%parameter-p lambda-list)
      (setq count (+ count 1))
      (setq lambda-list (cdr lambda-list)))
    (values count lambda-list)))

(defun %lambda-list-arity (lambda-list)
  "Returns the least and the largest number of elements that LAMBDA-LIST takes; the latter may be NIL for any."
  (multiple-value-bind (required rest) (%count-parameters lambda-list)
    (multiple-value-bind (optional rest)
        (if (and (consp rest) (eq (car rest) '&optional))
            (%count-parameters (cdr rest))
            (values 0 rest))
      (values required
              (if (or (null rest) (and (consp rest) (eq (car rest) '&aux)))
                  (+ required optional)
                  nil)))))

(defun %proper-count-p (list least most)
  "True if LIST has from LEAST to MOST elements, or any number from LEAST on if MOST is NIL; it may then be dotted."
  (let ((count 0))
    (%while (and (consp list) (or (null most) (not (< most count))))
      (setq count (+ count 1))
      (setq list (cdr list)))
    (and (not (< count least))
         (if most (and (null list) (not (< most count))) t))))

(defun %count-text (least most)
  "Returns a text that says how many: from LEAST to MOST, or any number from LEAST on if MOST is NIL."
  (cond ((null most) (format nil "at least ~D" least))
        ((eql most 0) "none")
        ((eql least most) (format nil "exactly ~D" least))
        (t (format nil "~D ~:[to~;or~] ~D" least (eql most (+ least 1)) most))))

(defun %check-arguments (list least most name whole)
  "Signals a PROGRAM-ERROR naming NAME and WHOLE unless LIST has from LEAST to MOST elements."
  (unless (%proper-count-p list least most)
    (if (eq list whole)
        (%program-error "~S: ~S is not a list of ~A elements" name list (%count-text least most))
        (%program-error "~S: ~A" name (%count-message (if (%proper-p list) (length list) 0)
                                                      (or (%macro-lambda-list name) (%count-text least most)))))))

(defun %macro-lambda-list (name)
  "Returns the lambda list of NAME, if that is a macro; else NIL."
  (let ((function (and (symbolp name) (macro-function name))))
    (and function
         (multiple-value-bind (name lambda-list) (%function-source function)
           (declare (ignore name))
           lambda-list))))

;;; Keyword arguments.

(defun %keyword-cell (plist keyword)
  "Returns the part of PLIST that starts with the value of KEYWORD, or NIL."
  (let ((found nil))
    (%while (and (consp plist) (not found))
      (if (eq (car plist) keyword)
          (setq found (cdr plist))
          (setq plist (cdr (cdr plist)))))
    found))

(defun %check-keywords (plist keywords lenient name whole)
  "Signals a PROGRAM-ERROR unless PLIST is a property list of KEYWORDS; of others too if LENIENT or if it says so."
  (let ((cell (%keyword-cell plist ':allow-other-keys)))
    (if (and cell (car cell)) (setq lenient t)))
  (let ((tail plist))
    (%while (consp tail)
      (unless (consp (cdr tail))
        (%program-error "~S: the keyword argument ~S lacks a value, in ~S" name (car tail) whole))
      (unless (or lenient (%memq (car tail) keywords) (eq (car tail) ':allow-other-keys))
        (%signal-failure 'unknown-keyword (list ':keyword (car tail) ':known keywords) name))
      (setq tail (cdr (cdr tail))))
    (when tail
      (%program-error "~S: the keyword arguments ~S are a dotted list, in ~S" name plist whole))))

;;; Sections of a lambda list. Each function takes the lambda list at its section and returns what is after it.

(defun %ll-pattern (state pattern form)
  "Binds PATTERN, a variable or a nested lambda list, to the value of FORM."
  (if (and pattern (symbolp pattern))
      (%ll-bind state pattern form)
      (%ll-list state pattern (%ll-bind-temporary state "PART" form) nil)))

(defun %ll-required (state lambda-list cursor)
  "Binds the required parameters at LAMBDA-LIST from the list at CURSOR. Returns the rest of LAMBDA-LIST."
  (%while (%parameter-p lambda-list)
    (%ll-pattern state (car lambda-list) `(car ,(%ll-tail cursor)))
    (%set-cdr cursor t)
    (setq lambda-list (cdr lambda-list)))
  lambda-list)

(defun %parameter-parts (state parameter)
  "Splits an optional parameter: its variable or pattern, its default form, its supplied-p variable or NIL."
  (if (consp parameter)
      (let ((rest (cdr parameter)))
        (when (or (not (listp rest)) (cdr (cdr (cdr parameter))))
          (%program-error "~S: ~S is not a parameter, in a lambda list" (%ll-name state) parameter))
        (values (car parameter)
                (if rest (car rest) (%ll-default state))
                (car (cdr rest))))
      (values parameter (%ll-default state) nil)))

(defun %ll-optional (state lambda-list cursor)
  "Binds the optional parameters at LAMBDA-LIST from the list at CURSOR. Returns the rest of LAMBDA-LIST."
  (%while (%parameter-p lambda-list)
    (multiple-value-bind (pattern default supplied) (%parameter-parts state (car lambda-list))
      (%ll-pattern state pattern `(if ,(%ll-tail cursor) (car ,(car cursor)) ,default))
      (when supplied
        (%ll-bind state supplied `(if ,(car cursor) t nil))))
    (%set-cdr cursor t)
    (setq lambda-list (cdr lambda-list)))
  lambda-list)

(defun %ll-rest (state lambda-list cursor)
  "Binds the &REST parameter at LAMBDA-LIST to the list at CURSOR. Returns the rest of LAMBDA-LIST."
  (unless (consp lambda-list)
    (%program-error "~S: &REST or &BODY lacks its variable" (%ll-name state)))
  (%ll-pattern state (car lambda-list) (%ll-tail cursor))
  (cdr lambda-list))

(defun %key-parts (state parameter)
  "Splits a keyword parameter: its keyword, its pattern, its default form, its supplied-p variable or NIL."
  (multiple-value-bind (variable default supplied) (%parameter-parts state parameter)
    (if (consp variable)
        (values (car variable) (car (cdr variable)) default supplied)
        (values (intern (symbol-name variable) "KEYWORD") variable default supplied))))

(defun %ll-key-parameter (state parameter tail)
  "Binds one keyword PARAMETER from the list in the variable TAIL. Returns its keyword."
  (multiple-value-bind (keyword pattern default supplied) (%key-parts state parameter)
    (let ((cell (%ll-bind-temporary state "CELL" `(%keyword-cell ,tail ',keyword))))
      (%ll-pattern state pattern `(if ,cell (car ,cell) ,default))
      (when supplied
        (%ll-bind state supplied `(if ,cell t nil))))
    keyword))

(defun %key-names (state lambda-list)
  "Returns the keywords of the section at LAMBDA-LIST, and the lambda list after it."
  (let ((keywords nil))
    (%while (%parameter-p lambda-list)
      (setq keywords (cons (values (%key-parts state (car lambda-list))) keywords))
      (setq lambda-list (cdr lambda-list)))
    (values (nreverse keywords) lambda-list)))

(defun %ll-key (state lambda-list cursor)
  "Binds the keyword parameters at LAMBDA-LIST from the list at CURSOR, after a check of its keywords. Returns the rest
of LAMBDA-LIST."
  (let ((tail (%ll-bind-temporary state "KEYS" (%ll-tail cursor))))
    (multiple-value-bind (keywords rest) (%key-names state lambda-list)
      (let ((lenient (and (consp rest) (eq (car rest) '&allow-other-keys))))
        (%ll-bind-temporary state "CHECK"
                            `(%check-keywords ,tail ',keywords ,lenient ',(%ll-name state) ,(%ll-whole state)))
        (%while (%parameter-p lambda-list)
          (%ll-key-parameter state (car lambda-list) tail)
          (setq lambda-list (cdr lambda-list)))
        (if lenient (cdr rest) rest)))))

(defun %ll-aux (state lambda-list)
  "Binds the &AUX variables at LAMBDA-LIST. Returns the rest of LAMBDA-LIST."
  (%while (%parameter-p lambda-list)
    (let ((parameter (car lambda-list)))
      (if (consp parameter)
          (%ll-pattern state (car parameter) (car (cdr parameter)))
          (%ll-bind state parameter nil)))
    (setq lambda-list (cdr lambda-list)))
  lambda-list)

;;; Whole lambda lists.

(defun %section-p (lambda-list &rest keywords)
  "True if LAMBDA-LIST begins with one of KEYWORDS."
  (and (consp lambda-list) (%memq (car lambda-list) keywords)))

(defun %ll-sections (state lambda-list cursor)
  "Binds all parameters of LAMBDA-LIST, from the list at CURSOR. Returns the rest that could not be parsed."
  (setq lambda-list (%ll-required state lambda-list cursor))
  (when (%section-p lambda-list '&optional)
    (setq lambda-list (%ll-optional state (cdr lambda-list) cursor)))
  (cond ((%section-p lambda-list '&rest '&body)
         (setq lambda-list (%ll-rest state (cdr lambda-list) cursor)))
        ((and lambda-list (symbolp lambda-list))
         (%ll-bind state lambda-list (%ll-tail cursor))
         (setq lambda-list nil)))
  (when (%section-p lambda-list '&key)
    (setq lambda-list (%ll-key state (cdr lambda-list) cursor)))
  (when (%section-p lambda-list '&aux)
    (setq lambda-list (%ll-aux state (cdr lambda-list))))
  lambda-list)

(defun %count-test (rest least most)
  "Returns a form that is true if the variable REST, which it changes, holds a list of from LEAST to MOST elements, or
of any number from LEAST on if MOST is NIL."
  (cond ((< 0 least)
         `(and (consp ,rest)
               (progn (setq ,rest (cdr ,rest))
                      ,(%count-test rest (- least 1) (if most (- most 1) nil)))))
        ((null most) t)
        ((eql most 0) `(null ,rest))
        (t `(or (null ,rest) ,(%count-test rest 1 most)))))

(defun %check-form (tail least most name whole)
  "Returns the form that checks, for NAME, how many elements the list in the variable TAIL has: in line for a few
elements in DESTRUCTURING-BIND, which runs more often than the expanders of macros."
  (let ((check `(%check-arguments ,tail ,least ,most ',name ,whole)) (rest (make-symbol "REST")))
    (if (and (eq name 'destructuring-bind) (< (or most least) 8))
        `(let ((,rest ,tail))
           (if ,(%count-test rest least most) nil ,check))
        check)))

;; (&whole form . arguments) has a variable for the rest.
(defun %after-whole (lambda-list)
  "Returns the rest of LAMBDA-LIST after &WHOLE and its variable."
  (let ((rest (cdr (cdr lambda-list))))
    (if (and rest (symbolp rest)) (list '&rest rest) rest)))

(defun %ll-list (state lambda-list tail whole)
  "Binds LAMBDA-LIST to the list in the variable TAIL; WHOLE is the form to show when it does not match."
  (when (%section-p lambda-list '&whole)
    (%ll-pattern state (car (cdr lambda-list)) tail)
    (setq lambda-list (%after-whole lambda-list)))
  (unless (listp lambda-list)
    (%program-error "~S: ~S is not a lambda list" (%ll-name state) lambda-list))
  (multiple-value-bind (least most) (%lambda-list-arity lambda-list)
    (unless (and (eql least 0) (null most))
      (%ll-bind-temporary state "CHECK" (%check-form tail least most (%ll-name state) (or whole tail)))))
  (let ((rest (%ll-sections state lambda-list (cons tail nil))))
    (when rest
      (%program-error "~S: ~S is misplaced in the lambda list" (%ll-name state) rest))))

(defun %extract-environment (name lambda-list)
  "Returns the LAMBDA-LIST of the macro NAME without its &ENVIRONMENT parameter, and that parameter's variable or NIL."
  (let ((before nil) (tail lambda-list))
    (%while (and (consp tail) (not (eq (car tail) '&environment)))
      (setq before (cons (car tail) before))
      (setq tail (cdr tail)))
    (cond ((not (consp tail)) (values lambda-list nil))
          ((consp (cdr tail)) (values (nreconc before (cdr (cdr tail))) (car (cdr tail))))
          (t (%program-error "~S: no variable follows &ENVIRONMENT in the lambda list" name)))))

(defun %placed-bindings (state lambda-list)
  "Returns the bindings of STATE in order. Where the source of LAMBDA-LIST is known, they stand there, so that the
compiler warns of variables that are not used."
  (multiple-value-bind (line column) (%form-position lambda-list)
    (let ((bindings nil) (tail (svref state 0)))
      (%while tail
        (setq bindings (if (and line (symbol-package (car (car tail))))
                           (%cons-at (car tail) bindings line column)
                           (cons (car tail) bindings)))
        (setq tail (cdr tail)))
      bindings)))

(defun %destructuring-let (state declarations forms &optional lambda-list)
  "Returns the LET* form that makes the bindings of STATE around FORMS; those of LAMBDA-LIST are to be used."
  (let ((checks nil) (bindings (%placed-bindings state lambda-list)))
    (let ((tail bindings))
      (%while tail
        (unless (symbol-package (car (car tail)))
          (setq checks (cons (car (car tail)) checks)))
        (setq tail (cdr tail))))
    `(let* ,bindings
       ,@(if checks `((declare (ignorable ,@checks))) nil)
       ,@declarations
       ,@forms)))

(defun %macro-bindings (name lambda-list form env default arguments)
  "Returns the state with the bindings of the macro NAME, whose function has the parameters FORM and ENV.
ARGUMENTS is the form that gives the list to take apart."
  (multiple-value-bind (lambda-list environment) (%extract-environment name lambda-list)
    (let ((state (vector nil name form default)))
      (when environment
        (%ll-bind state environment env))
      (when (%section-p lambda-list '&whole)
        (%ll-pattern state (car (cdr lambda-list)) form)
        (setq lambda-list (%after-whole lambda-list)))
      (%ll-list state lambda-list (%ll-bind-temporary state "ARGUMENTS" arguments) form)
      state)))

(defun %expander-lambda (name lambda-list body default arguments)
  "Returns the NAMED-LAMBDA form of an expander of two arguments. ARGUMENTS is a function from the variable
that holds the call to the form that gives the call's arguments."
  (let ((form (gensym "FORM")) (env (gensym "ENV")))
    (multiple-value-bind (forms declarations doc) (%parse-body body)
      `(named-lambda ,name (,form ,env)
         ,@(if doc (list doc) nil)
         (declare (ignorable ,form ,env))
         ,(%destructuring-let (%macro-bindings name lambda-list form env default (funcall arguments form))
                              declarations
                              `((block ,(%block-name name) ,@forms))
                              lambda-list)))))

(defun %macro-lambda (name lambda-list body &optional default)
  "Returns the NAMED-LAMBDA form of a macro function, whose arguments are a form and an environment. DEFAULT is the form
for optional parameters that state none. Signals a PROGRAM-ERROR for a malformed LAMBDA-LIST."
  (%expander-lambda name lambda-list body default (lambda (form) `(cdr ,form))))

(defun %compiler-macro-lambda (name lambda-list body)
  "Returns the NAMED-LAMBDA form of a compiler macro function, like %MACRO-LAMBDA. The call may also be (funcall #'NAME
...)."
  (%expander-lambda name lambda-list body nil (lambda (form) `(%call-arguments ,form))))

(defun %call-arguments (form)
  "Returns the arguments of the call FORM, which may go through FUNCALL."
  (if (eq (car form) 'funcall) (cdr (cdr form)) (cdr form)))
