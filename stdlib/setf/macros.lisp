;;; The macros that read and store places: PSETF, SHIFTF, ROTATEF, INCF, PUSH, POP, REMF,
;;; and DEFINE-MODIFY-MACRO.

(in-package "TESSERA")

;;; Where the subforms of a place are simple and nothing that is evaluated later can assign them, their temporaries
;;; are replaced by the subforms themselves.

(defun %all-simple-p (forms env)
  "True if all of FORMS are simple in ENV: see %SIMPLE-P."
  (%while (and (consp forms) (%simple-p (car forms) env))
    (setq forms (cdr forms)))
  (null forms))

(defun %replace-symbols (form bindings)
  "Returns FORM with each symbol that BINDINGS binds replaced by its form."
  (cond ((consp form)
         (cons (%replace-symbols (car form) bindings)
               (%replace-symbols (cdr form) bindings)))
        ((and form (symbolp form))
         (let ((binding (%assq form bindings)))
           (if binding (car (cdr binding)) form)))
        (t form)))

(defun %place-parts (place env undisturbed)
  "Returns the values of GET-SETF-EXPANSION, with a list of bindings as the first value. If UNDISTURBED, nothing that is
evaluated between the subforms of PLACE and the storing can assign a variable, and simple subforms need no bindings."
  (multiple-value-bind (names forms stores store-form access-form) (get-setf-expansion place env)
    (let ((bindings (%zip names forms)))
      (if (and bindings undisturbed (%all-simple-p forms env))
          (values nil stores (%replace-symbols store-form bindings) (%replace-symbols access-form bindings))
          (values bindings stores store-form access-form)))))

(defun %store-one (stores store-form value)
  "Returns a form that stores VALUE by STORE-FORM, and NIL in further store variables."
  (if (and (consp stores) (null (cdr stores)) (%stored-last-p (car stores) store-form))
      (%replace-last store-form value)
      `(let* ((,(car stores) ,value) ,@(cdr stores)) ,store-form)))

(defun %stored-last-p (store form)
  "True if FORM is a call with simple arguments, of which the last one alone is the variable STORE."
  (and (consp form)
       (eq (car (last form)) store)
       (let ((arguments (cdr form)))
         (%while (and (cdr arguments)
                      (not (eq (car arguments) store))
                      (or (atom (car arguments)) (eq (car (car arguments)) 'quote)))
           (setq arguments (cdr arguments)))
         (null (cdr arguments)))))

(defun %replace-last (form value)
  "Returns FORM with VALUE in place of its last argument."
  (append (butlast form) (list value)))

(defun %modify-form (place env arguments make-value &optional (harmless t))
  "Returns a form that stores in PLACE what MAKE-VALUE, a function from the reading form and ARGUMENTS to a form, makes.
ARGUMENTS are evaluated after the subforms of PLACE and before it is read. HARMLESS is true if the form that is made
assigns no variable by itself."
  (let ((pure (and harmless (%all-pure-p arguments env))))
    (multiple-value-bind (bindings stores store-form access-form) (%place-parts place env pure)
      (if pure
          (%let* bindings (list (%store-one stores store-form (funcall make-value access-form arguments))))
          (multiple-value-bind (names forms arguments) (%argument-temporaries arguments)
            (%let* (append bindings (%zip names forms))
                   (list (%store-one stores store-form (funcall make-value access-form arguments)))))))))

(defun %numeric-step (operator step-one access arguments)
  "Returns the form that applies OPERATOR to ACCESS and the step in ARGUMENTS; STEP-ONE replaces it if the step is 1."
  (if (eql (car arguments) 1)
      (list step-one access)
      (list operator access (car arguments))))

(defmacro incf (place &optional (delta 1) &environment env)
  "(incf PLACE [DELTA]): adds DELTA to the number in PLACE. Returns the new value."
  (%modify-form place env (list delta)
                (lambda (access arguments) (%numeric-step '+ '1+ access arguments))))

(defmacro decf (place &optional (delta 1) &environment env)
  "(decf PLACE [DELTA]): subtracts DELTA from the number in PLACE. Returns the new value."
  (%modify-form place env (list delta)
                (lambda (access arguments) (%numeric-step '- '1- access arguments))))

;;; Lists in places.

(defun %after-item (item place env make-form)
  "Calls MAKE-FORM on a form for ITEM, which is to be evaluated before the subforms of PLACE."
  (if (or (constantp item)
          (and (%simple-p item env) (consp place) (%all-pure-p (cdr place) env)))
      (funcall make-form item)
      (let ((name (gensym "ITEM")))
        `(let ((,name ,item)) ,(funcall make-form name)))))

(defmacro push (item place &environment env)
  "(push ITEM PLACE): puts ITEM in front of the list in PLACE. Returns the new list."
  (if (and (symbolp place) (%variable-p place env))
      `(setq ,place (cons ,item ,place))
      (%after-item item place env
        (lambda (item)
          (multiple-value-bind (bindings stores store-form access-form) (%place-parts place env t)
            (%let* bindings (list (%store-one stores store-form `(cons ,item ,access-form)))))))))

(defmacro pushnew (item place &rest keys &environment env)
  "(pushnew ITEM PLACE &key KEY TEST TEST-NOT): puts ITEM in front of the list in PLACE unless it is there, as ADJOIN
does. Returns the list."
  (%after-item item place env
    (lambda (item)
      (%modify-form place env keys
                    (lambda (access arguments) `(adjoin ,item ,access ,@arguments))))))

(defmacro pop (place &environment env)
  "(pop PLACE): removes the first element of the list in PLACE. Returns that element."
  (multiple-value-bind (bindings stores store-form access-form) (%place-parts place env t)
    (let ((list (gensym "LIST")))
      (%let* (append bindings (list (list list access-form)))
             (list (%store-one stores store-form `(cdr ,list))
                   `(car ,list))))))

(defun %half-property (plist)
  "Signals that PLIST ends with an indicator."
  (error 'type-error :datum plist :expected-type 'list))

(defun %remove-property (plist indicator)
  "Removes INDICATOR from PLIST, which may be changed. Two values: the new list, and whether INDICATOR was there."
  (let ((before nil) (tail plist))
    (%while (and (consp tail) (not (eq (car tail) indicator)))
      (setq before (cdr tail))
      (unless (consp before) (%half-property plist))
      (setq tail (cdr before)))
    (cond ((null tail) (values plist nil))
          ((not (consp (cdr tail))) (%half-property plist))
          (before (%set-cdr before (cdr (cdr tail))) (values plist t))
          (t (values (cdr (cdr tail)) t)))))

(defmacro remf (place indicator &environment env)
  "(remf PLACE INDICATOR): removes the property INDICATOR from the property list in PLACE. Returns true if it was
there."
  (multiple-value-bind (names forms stores store-form access-form) (get-setf-expansion place env)
    (let ((key (gensym "INDICATOR")) (found (gensym "FOUND")))
      `(let* (,@(%zip names forms) (,key ,indicator))
         (multiple-value-bind (,(car stores) ,found) (%remove-property ,access-form ,key)
           (let ,(cdr stores)
             (when ,found ,store-form))
           ,found)))))

;;; Several places at once.

(defmacro psetf (&rest pairs &environment env)
  "(psetf {PLACE VALUE}*): evaluates all values, then stores them in the places. Returns NIL."
  (multiple-value-bind (places values) (%split-pairs pairs 'psetf)
    (%parallel-setf places values env)))

(defun %parallel-setf (places values env)
  "Returns a form that evaluates the subforms of PLACES and VALUES in order, then stores all."
  (let ((store-forms nil) (wrappers nil))
    (%while places
      (multiple-value-bind (names forms stores store-form) (get-setf-expansion (car places) env)
        (setq wrappers (cons (list (%zip names forms) stores (car values)) wrappers))
        (setq store-forms (cons store-form store-forms)))
      (setq places (cdr places))
      (setq values (cdr values)))
    (%wrap-stores wrappers (append (nreverse store-forms) (list nil)))))

(defun %wrap-stores (wrappers forms)
  "Puts the bindings of WRAPPERS, lists (bindings stores value) with the innermost first, around FORMS."
  (dolist (wrapper wrappers (%let* nil forms))
    (destructuring-bind (bindings stores value) wrapper
      (setq forms (list (%let* bindings (list (%bind-values stores value forms))))))))

(defun %place-expansions (places env)
  "Returns the list of (bindings stores store-form access-form) of PLACES."
  (let ((result nil))
    (dolist (place places (nreverse result))
      (multiple-value-bind (names forms stores store-form access-form) (get-setf-expansion place env)
        (setq result (cons (list (%zip names forms) stores store-form access-form) result))))))

(defun %chain (stores expansions forms)
  "Returns FORMS inside nested bindings: STORES have the values that the first of EXPANSIONS reads, the store variables
of the first have the values that the second reads, and so on."
  (if (null expansions)
      (%let* nil forms)
      (destructuring-bind (bindings next-stores store-form access-form) (car expansions)
        (declare (ignore store-form))
        (%let* bindings
               (list (%bind-values stores access-form
                                   (list (%chain next-stores (cdr expansions) forms))))))))

(defun %expansion-stores (expansion)
  "Returns the list of the store variables of EXPANSION, a result of %PLACE-EXPANSIONS."
  (car (cdr expansion)))

(defun %store-forms (expansions)
  "Returns the list of the storing forms of EXPANSIONS."
  (let ((forms nil))
    (dolist (expansion expansions (nreverse forms))
      (setq forms (cons (car (cdr (cdr expansion))) forms)))))

(defmacro rotatef (&rest places &environment env)
  "(rotatef PLACE*): stores in each place what the next one held, in the last what the first one held. Returns NIL."
  (let ((expansions (%place-expansions places env)))
    (%chain (%expansion-stores (car (last expansions)))
            expansions
            (append (%store-forms expansions) (list nil)))))

(defmacro shiftf (place &rest places-and-value &environment env)
  "(shiftf PLACE+ VALUE): stores in each place what the next one held, in the last VALUE. Returns what the first held."
  (unless places-and-value
    (%program-error "SHIFTF: the new value is missing, after ~S" place))
  (let* ((expansions (%place-expansions (cons place (butlast places-and-value)) env))
         (old-values (%temporaries (length (%expansion-stores (car expansions))))))
    (%chain old-values
            expansions
            (list (%bind-values (%expansion-stores (car (last expansions)))
                                (car (last places-and-value))
                                (append (%store-forms expansions) (list `(values ,@old-values))))))))

;;; Modify macros of one's own.

(defun %parameter-variables (lambda-list)
  "Returns the list of the variables of LAMBDA-LIST that stand for one argument each, and its &REST variable or NIL."
  (let ((names nil) (rest nil))
    (%while (consp lambda-list)
      (let ((parameter (car lambda-list)))
        (cond ((eq parameter '&rest)
               (setq lambda-list (cdr lambda-list))
               (setq rest (car lambda-list)))
              ((eq parameter '&optional))
              ((%memq parameter lambda-list-keywords)
               (%program-error "DEFINE-MODIFY-MACRO: ~S has no place in its lambda list" parameter))
              ((consp parameter) (setq names (cons (car parameter) names)))
              (t (setq names (cons parameter names)))))
      (setq lambda-list (cdr lambda-list)))
    (values (nreverse names) rest)))

(defmacro define-modify-macro (name lambda-list function &optional doc)
  "(define-modify-macro NAME LAMBDA-LIST FUNCTION [doc]): defines a macro (NAME place argument*) that stores in the
place what FUNCTION returns for its value and the arguments. LAMBDA-LIST may have &optional and &rest. Returns NAME."
  (multiple-value-bind (names rest) (%parameter-variables lambda-list)
    (let ((place (gensym "PLACE")) (env (gensym "ENV")))
      `(defmacro ,name (,place ,@lambda-list &environment ,env)
         ,@(if doc (list doc))
         (%modify-form ,place ,env (list* ,@names ,rest)
                       (lambda (access arguments) (list* ',function access arguments))
                       ,(if (%pure-operator-p function) t nil))))))
