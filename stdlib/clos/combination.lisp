;;; Method combination other than the standard one: the ten built-in, define-method-combination (7.6.6.4).
(in-package "TESSERA")

(defvar *method-combinations* (make-hash-table :test 'eq)
  "A hash table from the name of a method combination to a function of generic function, methods and options, which
returns a form: the effective method. CALL-METHOD and MAKE-METHOD may be used in it.")

(defun %check-combination-name (name)
  "Signals an error if NAME belongs to a locked package and may not be defined as a method combination."
  (%check-definition name 'method-combination (or (eq name 'standard) (gethash name *method-combinations*))))

(defun %checked-combination (designator)
  "Returns the list of name and options of the method combination that DESIGNATOR, such a list or the name, stands for."
  (let ((list (if (consp designator) designator (list designator))))
    (unless (or (eq (car list) 'standard) (gethash (car list) *method-combinations*))
      (%clos-error 'defgeneric "there is no method combination named ~S" (car list)))
    (when (and (eq (car list) 'standard) (cdr list))
      (%clos-error 'defgeneric "the standard method combination takes no arguments: ~S" (cdr list)))
    list))

(defun method-combination-error (format-control &rest arguments)
  "Signals an error in method combination, with the message that FORMAT makes of FORMAT-CONTROL and ARGUMENTS."
  (%signal-failure 'simple-error (list :format-control format-control :format-arguments arguments) nil))

(defun invalid-method-error (method format-control &rest arguments)
  "Signals that METHOD does not suit the method combination, with the message that FORMAT makes of FORMAT-CONTROL and
ARGUMENTS."
  (%signal-failure 'simple-error
                   (list :format-control "~S: ~?" :format-arguments (list method format-control arguments))
                   nil))

;;; From the form to a function. CALL-METHOD finds the function of the method when it is expanded.

(defun %next-function (methods required rest)
  "Returns the function that calls the first of METHODS, in which (MAKE-METHOD form) may stand, or NIL if there are
none."
  (cond ((null methods) nil)
        ((%made-method-p (car methods)) (%effective-form-function (cadr (car methods)) required rest))
        (t (%method-call (car methods) (%next-function (cdr methods) required rest)))))

(defun %made-method-p (object)
  "True if OBJECT is a list (MAKE-METHOD form)."
  (and (consp object) (eq (car object) 'make-method)))

(defun %call-method-form (method next-methods required rest)
  "Returns the form that calls METHOD on the arguments in the variables REQUIRED and REST."
  (let ((function (if (%made-method-p method)
                      (%effective-form-function (cadr method) required rest)
                      (%method-call (%method-or-error method 'call-method) (%next-function next-methods required rest)))))
    (if rest
        `(apply ',function ,@required ,rest)
        `(funcall ',function ,@required))))

(defun %effective-form-function (form required rest)
  "Returns a function with the parameters REQUIRED, and REST unless it is NIL, that evaluates FORM."
  (eval `(lambda (,@required ,@(if rest `(&rest ,rest) '()))
           (declare (ignorable ,@required))
           (macrolet ((call-method (method &optional next-methods)
                        (%call-method-form method next-methods ',required ',rest))
                      (make-method (form)
                        (%clos-program-error 'make-method "it stands outside of CALL-METHOD: ~S" form)))
             ,form))))

(defmacro call-method (method &optional next-methods)
  "(call-method METHOD [NEXT-METHODS]): in the effective method of a method combination, calls METHOD, a method or
(MAKE-METHOD form), on the arguments of the generic function; NEXT-METHODS is the list of what CALL-NEXT-METHOD calls."
  (%clos-program-error 'call-method "~S stands outside of an effective method" `(call-method ,method ,next-methods)))

(defvar *combination-arguments* nil
  "The variables of the generic function's arguments: those of the required ones, and that of the rest; then the number
of optional parameters.")

(defun %combined-function (gf methods &optional (maker (gethash (car (%gf-combination gf)) *method-combinations*)))
  "Returns the effective method of GF from METHODS, the most specific first: MAKER, by default the method combination of
GF, returns its form."
  (let* ((combination (%gf-combination gf))
         (required (%fresh-names (%shape-required (%gf-shape gf))))
         (rest (if (%shape-takes-more-p (%gf-shape gf)) (gensym "REST") nil))
         (*combination-arguments* (list required rest (%shape-optional (%gf-shape gf)))))
    (%effective-form-function
     (apply maker gf methods (cdr combination))
     required rest)))

;;; The short form: an operator is applied to the values of all primary methods.

(defun %short-combination-form (name operator identity gf methods order)
  "Returns the effective method of GF from METHODS: a form with OPERATOR. With IDENTITY, one method alone is called
without it."
  (let ((primaries '()) (arounds '()))
    (dolist (method methods)
      (let ((qualifiers (%method-qualifiers method)))
        (cond ((equal qualifiers (list name)) (push method primaries))
              ((equal qualifiers '(:around)) (push method arounds))
              (t (invalid-method-error
                  method "the qualifiers ~S have no meaning in the method combination ~S: only ~S and :AROUND"
                  qualifiers name name)))))
    (unless primaries
      (%clos-error (%gf-name gf) "there is no method with the qualifier ~S for these arguments" name))
    (when (eq order :most-specific-first) (setq primaries (nreverse primaries)))
    (let ((form (if (and identity (null (cdr primaries)))
                    `(call-method ,(car primaries))
                    `(,operator ,@(mapcar (lambda (method) `(call-method ,method)) primaries)))))
      (%around-form (nreverse arounds) form))))

(defun %around-form (arounds form)
  "Returns a form that calls the around methods AROUNDS; the next method of the last one is FORM."
  (if arounds
      `(call-method ,(car arounds) (,@(cdr arounds) (make-method ,form)))
      form))

(defun %define-short-combination (name operator identity documentation)
  "Defines the method combination NAME, whose effective methods are forms with OPERATOR. With IDENTITY, a single method
is called without it."
  (%check-combination-name name)
  (when documentation (%set-documentation name 'method-combination documentation))
  (%set-gethash name *method-combinations*
                (lambda (gf methods &optional (order :most-specific-first))
                  (unless (%memq order '(:most-specific-first :most-specific-last))
                    (%clos-error (%gf-name gf) "~S: ~S is neither :MOST-SPECIFIC-FIRST nor :MOST-SPECIFIC-LAST" name order))
                  (%short-combination-form name operator identity gf methods order)))
  (%clear-all-caches)
  name)

(dolist (name '(+ and append list max min nconc or progn))
  (%define-short-combination name name (not (eq name 'list)) nil))

;;; The long form: methods are sorted into groups, and a body makes the form.

(defun %qualifiers-match-p (pattern qualifiers)
  "True if the list QUALIFIERS matches PATTERN: *, or a list of qualifiers and * that may end in *."
  (cond ((eq pattern '*) t)
        ((null pattern) (null qualifiers))
        ((atom pattern) nil)
        (t (and (consp qualifiers)
                (or (eq (car pattern) '*) (eq (car pattern) (car qualifiers)))
                (%qualifiers-match-p (cdr pattern) (cdr qualifiers))))))

(defun %group-parts (specifier)
  "Returns two values: the patterns and predicates of the method group SPECIFIER, and its options."
  (let ((options (member-if #'keywordp (cdr specifier))))
    (values (ldiff (cdr specifier) options) options)))

(defun %group-test-form (patterns)
  "Returns a form that is true if the value of QUALIFIERS matches one of PATTERNS."
  `(or ,@(mapcar (lambda (pattern)
                   (if (and pattern (symbolp pattern) (not (eq pattern '*)))
                       `(,pattern qualifiers)
                       `(%qualifiers-match-p ',pattern qualifiers)))
                 patterns)))

(defun %group-form (specifier)
  "Returns a form for the description of the method group SPECIFIER: a list of its name, its test, its order and whether
it must not be empty."
  (multiple-value-bind (patterns options) (%group-parts specifier)
    (unless patterns
      (%clos-program-error 'define-method-combination "the method group ~S has no pattern" specifier))
    (do ((rest options (cddr rest))) ((null rest))
      (unless (and (%memq (car rest) '(:description :order :required)) (consp (cdr rest)))
        (%clos-program-error 'define-method-combination "~S is not an option of the method group ~S" (car rest) specifier)))
    `(list ',(car specifier)
           (lambda (qualifiers) (declare (ignorable qualifiers)) ,(%group-test-form patterns))
           ,(getf options :order :most-specific-first)
           ,(getf options :required))))

(defun %sort-into-groups (name gf methods groups)
  "Returns a list with the METHODS of GF that belong to each of GROUPS, in the order that the group asks for. Each
method belongs to the first group that it fits."
  (let ((lists (mapcar (lambda (group) (declare (ignore group)) '()) groups)))
    (dolist (method methods)
      (let ((index (position-if (lambda (group) (funcall (cadr group) (%method-qualifiers method))) groups)))
        (unless index
          (invalid-method-error method "the qualifiers ~S belong to no method group of the method combination ~S"
                                (%method-qualifiers method) name))
        (push method (nth index lists))))
    (mapcar (lambda (list group) (%ordered-group name gf list group)) lists groups)))

(defun %ordered-group (name gf reversed group)
  "Returns the methods of GROUP in its order; REVERSED has the most specific one last."
  (destructuring-bind (variable test order required) group
    (declare (ignore test))
    (when (and required (null reversed))
      (%clos-error (%gf-name gf) "there is no method of the group ~S, which the method combination ~S requires" variable name))
    (case order
      (:most-specific-first (reverse reversed))
      (:most-specific-last reversed)
      (t (method-combination-error "~S: the :ORDER of the method group ~S is ~S" name variable order)))))

(defun %argument-bindings (lambda-list)
  "Returns the bindings of the variables of the :ARGUMENTS option to forms for the arguments of the generic function;
see %ARGUMENT-FORM."
  (let ((section :required) (index 0) (bindings '()))
    (dolist (item lambda-list (nreverse bindings))
      (cond ((%memq item lambda-list-keywords)
             (setq section item)
             (unless (eq item '&key) (setq index 0)))
            (t (let ((parts (list section index (if (eq section '&key) (%parameter-keyword item) nil))))
                 (push `(,(%parameter-variable item) (%argument-form ',parts ',(if (consp item) (cadr item) nil)))
                       bindings)
                 (when (and (consp item) (cddr item))
                   (push `(,(caddr item) (%supplied-form ',parts)) bindings)))
               (setq index (+ index 1)))))))

(defun %argument-form (parts default)
  "Returns a form for an argument of the generic function, in its effective method. PARTS are a section of the lambda
list, the number in it and the keyword."
  (destructuring-bind ((required rest optional) (section index keyword)) (list *combination-arguments* parts)
    (case section
      (:required (if (< index (length required)) (nth index required) default))
      (&whole `(list* ,@required ,rest))
      (&optional (if (< index optional) `(if (nthcdr ,index ,rest) (nth ,index ,rest) ,default) default))
      (&rest (if rest `(nthcdr ,optional ,rest) nil))
      (t (if rest `(getf (nthcdr ,optional ,rest) ,keyword ,default) default)))))

(defun %supplied-form (parts)
  "Returns a form that is true if an argument of the generic function was given; see %ARGUMENT-FORM."
  (destructuring-bind ((required rest optional) (section index keyword)) (list *combination-arguments* parts)
    (declare (ignore required))
    (cond ((null rest) nil)
          ((eq section '&key) `(if (get-properties (nthcdr ,optional ,rest) '(,keyword)) t nil))
          ((< index optional) `(if (nthcdr ,index ,rest) t nil)))))

(defun %long-combination-form (name lambda-list groups body)
  "Returns the definition of the method combination NAME by its long form."
  (let ((arguments '()) (gf-variable (gensym "GENERIC-FUNCTION")) (gf (gensym "GF")) (methods (gensym "METHODS")))
    (do () ((not (and (consp (car body)) (%memq (car (car body)) '(:arguments :generic-function)))))
      (let ((option (pop body)))
        (if (eq (car option) :arguments)
            (setq arguments (cdr option))
            (setq gf-variable (cadr option)))))
    (multiple-value-bind (forms declarations docstring) (%parse-body body)
      `(progn
         ,@(if docstring `((%set-documentation ',name 'method-combination ,docstring)) '())
         (%define-long-combination
          ',name
          (lambda (,gf ,methods ,@lambda-list)
            (let ((,gf-variable (%gf-function ,gf)) ,@(%argument-bindings arguments))
              (declare (ignorable ,gf-variable))
              (destructuring-bind ,(mapcar #'car groups)
                  (%sort-into-groups ',name ,gf ,methods (list ,@(mapcar #'%group-form groups)))
                ,@declarations
                (block ,name ,@forms)))))))))

(defun %define-long-combination (name function)
  "Defines the method combination NAME by FUNCTION, and forgets effective methods made before."
  (%check-combination-name name)
  (%set-gethash name *method-combinations* function)
  (%clear-all-caches)
  name)

(defun %short-combination-options (name options)
  "Returns a form that defines the method combination NAME by its short form with OPTIONS."
  (do ((rest options (cddr rest))) ((null rest))
    (unless (and (%memq (car rest) '(:documentation :identity-with-one-argument :operator)) (consp (cdr rest)))
      (%clos-program-error 'define-method-combination "~S: ~S is not an option with a value" name (car rest))))
  `(%define-short-combination ',name ',(getf options :operator name)
                              ,(getf options :identity-with-one-argument)
                              ,(getf options :documentation)))

(defmacro define-method-combination (name &rest parts)
  "Defines the method combination NAME. Short form: keywords and values follow, :OPERATOR (by default NAME) to be
applied to the values of the methods with the qualifier NAME, :IDENTITY-WITH-ONE-ARGUMENT and :DOCUMENTATION. Long form:
a lambda list for the arguments of the :METHOD-COMBINATION option, a list of method groups (VARIABLE
pattern-or-predicate* [:ORDER form] [:REQUIRED form] [:DESCRIPTION string]), options (:ARGUMENTS . lambda-list) and
(:GENERIC-FUNCTION variable), and forms that return the effective method. Returns NAME."
  (unless (and name (symbolp name))
    (%clos-program-error 'define-method-combination "~S is not a name" name))
  (when (and parts (listp (car parts)) (null (cdr parts)))
    (%clos-program-error 'define-method-combination "~S: the method groups are missing" name))
  (if (and parts (listp (car parts)))
      (%long-combination-form name (car parts) (cadr parts) (cddr parts))
      (%short-combination-options name parts)))
