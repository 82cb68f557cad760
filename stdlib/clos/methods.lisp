;;; Methods: defmethod, add-method and similar functions, the accessors that DEFCLASS makes (7.6.1 to 7.6.4).
(in-package "TESSERA")

;;; Adding and removing.

(defun %find-method (gf qualifiers specializers)
  "Returns the method of GF with QUALIFIERS and SPECIALIZERS, or NIL."
  (find-if (lambda (method)
             (and (equal (%method-qualifiers method) qualifiers)
                  (every #'%same-specializer-p (%method-specializers method) specializers)))
           (%gf-methods gf)))

(defun %methods-changed (gf)
  "Forgets everything that was computed from the methods of GF."
  (setq *clos-epoch* (+ *clos-epoch* 1))
  (%clear-cache gf))

(defun %own-specializer-p (specializer)
  "True if SPECIALIZER applies only to objects of the library's own classes, not of a class that a program has defined."
  (if (%class-object-p specializer)
      (not (%redefinable-p (%class-name specializer)))
      (let ((object (second specializer)))
        (cond ((keywordp object) nil)
              ((symbolp object) (not (%redefinable-p (or object 't))))
              ((or (numberp object) (characterp object)) (not (%redefinable-p 't)))))))

(defun %check-methods (gf specializers)
  "Signals an error if the methods of GF for SPECIALIZERS may not change: scripts that may not redefine functions may
not define methods for objects of the library either."
  (when (every #'%own-specializer-p specializers)
    (%check-definition (%gf-name gf) 'function t)))

(defvar *dependents-notifier* nil
  "The function of the module mop that is called with each metaobject that was changed, and with the change; or NIL.")

(defun %notify-dependents (metaobject &rest change)
  "Notifies the dependents of METAOBJECT, if there are any, of CHANGE."
  (when *dependents-notifier* (funcall *dependents-notifier* metaobject change)))

(defun %has-user-methods-p (name)
  "True if a program has added methods to the generic function NAME, which has one of the system."
  (let ((gf (%named-generic-function name)))
    (and gf (cdr (%gf-methods gf)) t)))

(defun %remove-method (gf method)
  "Removes METHOD from GF, if it is there, and notifies the dependents of GF."
  (when (%memq method (%gf-methods gf))
    (%check-methods gf (%method-specializers method))
    (setf (%gf-methods gf) (%delete-eq method (%gf-methods gf))
          (%method-generic-function method) nil)
    (%methods-changed gf)
    (%notify-dependents gf 'remove-method method)))

(defun %specializes-more-p (method)
  "True if METHOD specializes a parameter after the first."
  (notevery (lambda (specializer) (eq specializer (%find-class 't))) (cdr (%method-specializers method))))

(defun %add-method (gf method)
  "Adds METHOD to GF in place of one with the same qualifiers and specializers. Returns METHOD."
  (let ((text (%disagreement (%gf-shape gf) (%method-shape method)))
        (old (%find-method gf (%method-qualifiers method) (%method-specializers method))))
    (when text
      (%clos-program-error 'add-method "the lambda list ~S of the method does not agree with that of ~S, ~S: ~A"
                           (%method-lambda-list method) (%gf-name gf) (%gf-lambda-list gf) text))
    (%check-methods gf (%method-specializers method))
    (when (and (%takes-anything-p (%gf-shape gf)) (%specializes-more-p method))
      (%clos-error 'add-method "~S has methods with different parameters, so ~S may only specialize the first one"
                   (%gf-name gf) method))
    (when old
      (if (%has-user-methods-p 'remove-method)
          (remove-method (%gf-function gf) old)
          (%remove-method gf old)))
    (setf (%method-generic-function method) gf
          (%gf-methods gf) (cons method (%gf-methods gf)))
    (%methods-changed gf)
    (when (eq (%gf-name gf) 'print-object) (%let-print-object-print (car (%method-specializers method))))
    (%notify-dependents gf 'add-method method)
    method))

(defun %to-specializer (designator operation)
  "Returns the specializer that DESIGNATOR, a class, the name of one or (EQL object), means."
  (cond ((%class-object-p designator) designator)
        ((and (consp designator) (eq (car designator) 'eql) (consp (cdr designator)) (null (cddr designator)))
         designator)
        ((and designator (symbolp designator))
         (or (%find-class designator)
             (%clos-error operation "there is no class named ~S" designator)))
        (t (%clos-program-error operation "~S is not a class, the name of one or (EQL object)" designator))))

;;; The accessors.

(defun %make-method (class function qualifiers specializers lambda-list documentation accessor)
  "Returns a new method, of no generic function yet."
  (%instance class function qualifiers specializers lambda-list (%lambda-list-shape lambda-list 'defmethod)
             nil documentation accessor nil))

(defvar *accessor-classifier* nil
  "The function of the module mop that is called with each new accessor method and the slot that it is for; or NIL.")

(defun %add-accessor (name lambda-list specializers slot maker)
  "Adds an accessor method for SLOT to the generic function NAME, which is made if there is none. MAKER makes its
function."
  (let* ((gf (%ensure-generic name lambda-list (%lambda-list-shape lambda-list 'defclass)
                              (%find-class 'standard-generic-function) 'defclass
                              (if (cdr lambda-list) :writer :reader)))
         (method (%make-method (%gf-method-class gf) maker '() specializers lambda-list (%sd-documentation slot) (%sd-name slot))))
    (when *accessor-classifier* (funcall *accessor-classifier* method slot))
    (%add-method gf method)))

(defun %add-reader (name class slot)
  "Adds the method by which the generic function NAME reads SLOT of instances of CLASS."
  (%add-accessor name (list (%class-parameter class)) (list class) slot nil))

(defun %add-writer (name class slot)
  "Adds the method by which the generic function NAME sets SLOT of instances of CLASS."
  (%add-accessor name (list 'new-value (%class-parameter class)) (list (%find-class 't) class) slot nil))

(defun %class-parameter (class)
  "Returns the name of the parameter of an accessor of CLASS."
  (make-symbol (symbol-name (%class-name class))))

(defun %remove-accessor (name class position)
  "Removes from the generic function NAME the accessor method whose argument at POSITION is of CLASS."
  (let* ((gf (%named-generic-function name))
         (method (and gf (find-if (lambda (method)
                                    (and (%method-accessor method)
                                         (eq (nth position (%method-specializers method)) class)))
                                  (%gf-methods gf)))))
    (when method (%remove-method gf method))))

(defmacro %accessor-at (lambda-list location fast slow)
  "(%accessor-at LAMBDA-LIST LOCATION FAST SLOW): an accessor with LAMBDA-LIST that evaluates FAST, in which (LOCATION)
is the slot's location, if the object has the LAYOUT, and otherwise SLOW."
  (flet ((lambda-at (location)
           `(lambda ,lambda-list
              (if (eq (%object-layout object) layout)
                  (macrolet ((location () ,location)) ,fast)
                  ,slow))))
    `(case ,location
       ,@(mapcar (lambda (i) `(,i ,(lambda-at i))) '(1 2 3 4 5 6 7 8))
       (t ,(lambda-at `',location)))))

(defun %reader-function (name layout location)
  "Returns a function that reads the slot NAME, at LOCATION of instances that have LAYOUT."
  (let ((unbound (%unbound-marker)))
    (%accessor-at (object) location
      (let ((value (%instance-ref object (location))))
        (if (eq value unbound) (slot-value object name) value))
      (slot-value object name))))

(defun %writer-function (name layout location)
  "Returns a function that sets the slot NAME, at LOCATION of instances that have LAYOUT."
  (%accessor-at (new-value object) location
    (%set-instance-ref object (location) new-value)
    (setf (slot-value object name) new-value)))

(defun %accessor-function (method class)
  "Returns the function of the accessor METHOD for instances of CLASS."
  (let* ((name (%method-accessor method))
         (layout (%class-layout class))
         (location (and layout (%location-of layout name)))
         (writerp (cdr (%method-specializers method))))
    (cond ((not (integerp location))
           (if writerp
               (lambda (new-value object) (setf (slot-value object name) new-value))
               (lambda (object) (slot-value object name))))
          (writerp (%writer-function name layout location))
          (t (%reader-function name layout location)))))

;;; DEFMETHOD.

(defun %mention-of-next (form env)
  "Returns the kind of references to CALL-NEXT-METHOD and NEXT-METHOD-P in the code FORM: NIL for not at all, :CALL for
calls only, else T. A macro that the standard does not define may expand into anything."
  (cond ((symbolp form) (if (%memq form '(call-next-method next-method-p)) t nil))
        ((atom form) nil)
        ((and (symbolp (car form)) (macro-function (car form) env)
              (not (%memq (symbol-package (car form))
                          (load-time-value (list (find-package "COMMON-LISP") (find-package "TESSERA"))))))
         t)
        (t (let* ((callp (%memq (car form) '(call-next-method next-method-p))) (mention (if callp :call nil)))
             (do ((rest (if callp (cdr form) form) (cdr rest))) ((atom rest) mention)
               (case (%mention-of-next (car rest) env)
                 ((t) (return t))
                 (:call (setq mention :call))))))))

(defun %open-lambda-list (rest)
  "Returns REST, the part of a method's lambda list after its required parameters, changed to accept all keywords: the
caller checks them."
  (if (and (%memq '&key rest) (not (%memq '&allow-other-keys rest)))
      (let ((aux (%memq '&aux rest)))
        (append (ldiff rest aux) '(&allow-other-keys) aux))
      rest))

(defun %method-parts (name variables body)
  "Returns three values for the BODY of a method of NAME with the required VARIABLES: declarations, a block, the
docstring."
  (multiple-value-bind (forms declarations docstring) (%parse-body body)
    (values `((declare (ignorable ,@variables)) ,@declarations)
            `(block ,(%block-name name) ,@forms)
            docstring)))

(defun %check-next-arguments (name old new)
  "Signals an error unless the same methods of the generic function NAME apply to OLD, the required arguments of a
method, as to NEW, those that it passes to CALL-NEXT-METHOD."
  (let ((gf (%named-generic-function name)))
    (when (and gf
               (some (lambda (position)
                       (let ((a (nth position old)) (b (nth position new)))
                         (not (or (eql a b)
                                  (and (eq (class-of a) (class-of b))
                                       (notany (lambda (method) (consp (nth position (%method-specializers method))))
                                               (%gf-methods gf)))))))
                     (%gf-positions gf))
               (not (equal (%applicable-methods gf old) (%applicable-methods gf new))))
      (%clos-error 'call-next-method "other methods of ~S apply to the arguments ~S than to ~S" name new old))))

(defun %safest-p (declarations)
  "True if DECLARATIONS of a method, or else a proclamation, request the quality SAFETY of 3."
  (dolist (declaration declarations (eql 3 (cadr (%assq 'safety *optimize-qualities*))))
    (dolist (specification (cdr declaration))
      (when (and (consp specification) (eq (car specification) 'optimize))
        (dolist (quality (cdr specification))
          (cond ((eq quality 'safety) (return-from %safest-p t))
                ((and (consp quality) (eq (car quality) 'safety)) (return-from %safest-p (eql 3 (cadr quality))))))))))

(defun %changed-arguments-form (name required new)
  "Returns a form that checks the arguments in the variables NEW, which a method of NAME passes to CALL-NEXT-METHOD. The
method's arguments are in the variables REQUIRED."
  `(unless (and ,@(mapcar (lambda (old new) `(eq ,old ,new)) required new))
     (%check-next-arguments ',name (list ,@required) (list ,@new))))

(defun %next-method-functions (name next more required rest)
  "Returns the definitions of CALL-NEXT-METHOD and NEXT-METHOD-P, where the arguments are in the variables REQUIRED and
REST. Arguments of CALL-NEXT-METHOD are checked if NAME is the name of the generic function, not NIL."
  (let ((new (%fresh-names required)))
    `((call-next-method (&rest arguments)
        (cond (arguments
               ,@(when (and name required)
                   `((when (nthcdr ,(- (length required) 1) arguments)
                       (destructuring-bind (,@new &rest others) arguments
                         (declare (ignore others))
                         ,(%changed-arguments-form name required new)))))
               (apply ,next arguments))
              (t ,(if rest `(apply ,next ,@required ,rest) `(funcall ,next ,@required)))))
      (next-method-p () ,more))))

(defun %next-method-macros (name next more required rest)
  "Returns the definitions of CALL-NEXT-METHOD and NEXT-METHOD-P as local macros, which suffice if the body only calls
them."
  `((call-next-method (&rest arguments)
      (%next-method-call ',name ',next ',required ',rest arguments))
    (next-method-p () ',more)))

(defun %next-method-call (name next required rest arguments)
  "Returns the expansion of a call of the macro CALL-NEXT-METHOD with the forms ARGUMENTS; see %NEXT-METHOD-FUNCTIONS."
  (cond ((null arguments) (if rest `(apply ,next ,@required ,rest) `(funcall ,next ,@required)))
        ((or (null name) (< (length arguments) (length required))) `(funcall ,next ,@arguments))
        (t (let* ((values (mapcar (lambda (argument) (declare (ignore argument)) (gensym "ARGUMENT")) arguments)))
             `(let ,(mapcar #'list values arguments)
                ,(%changed-arguments-form name required (ldiff values (nthcdr (length required) values)))
                (funcall ,next ,@values))))))

(defun %method-lambda (full-name variables rest declarations block mention)
  "Returns the form of a method's function: see generics.lisp for its arguments and value, and %MENTION-OF-NEXT for
MENTION."
  (let ((next (gensym "NEXT")) (more (gensym "MORE")) (lambda-list (append variables (%open-lambda-list rest)))
        (name (if (%safest-p declarations) (cadr full-name) nil)))
    (if mention
        (let ((required (%fresh-names variables))
              (others (if (%memq (car rest) '(&optional &rest &key)) (gensym "REST") nil)))
          `(lambda (,next ,more)
             (declare (ignorable ,next ,more))
             (named-lambda ,full-name (,@required ,@(if others `(&rest ,others) '()))
               (,@(if (eq mention :call)
                      `(macrolet ,(%next-method-macros name next more required others))
                      `(flet ,(%next-method-functions name next more required others)
                         (declare (ignorable #'call-next-method #'next-method-p))))
                ,(if others
                     `(apply (named-lambda ,full-name ,lambda-list ,@declarations ,block) ,@required ,others)
                     `(funcall (lambda ,lambda-list ,@declarations ,block) ,@required))))))
        `(lambda (,next ,more)
           (declare (ignore ,next ,more))
           (named-lambda ,full-name ,lambda-list ,@declarations ,block)))))

(defun %specializer-form (specializer)
  "Returns a form for the SPECIALIZER as written in a method's lambda list."
  (if (and (consp specializer) (eq (car specializer) 'eql) (consp (cdr specializer)))
      `(list 'eql ,(cadr specializer))
      `',specializer))

(defun %split-method-form (name parts)
  "Returns three values: the qualifiers, the lambda list and the body among PARTS of the DEFMETHOD form of NAME."
  (do ((rest parts (cdr rest)) (qualifiers '() (cons (car rest) qualifiers)))
      ((or (atom rest) (listp (car rest)))
       (if (consp rest)
           (values (nreverse qualifiers) (car rest) (cdr rest))
           (%clos-program-error 'defmethod "~S: there is no lambda list" name)))))

(defun %method-form (name parts env)
  "Returns the form that makes a method and adds it to the generic function NAME, from PARTS of a DEFMETHOD form."
  (multiple-value-bind (qualifiers lambda-list body) (%split-method-form name parts)
    (multiple-value-bind (variables specializers rest) (%split-specialized lambda-list)
      (multiple-value-bind (declarations block docstring)
          (%method-parts name variables body)
        (multiple-value-bind (function initargs)
            (%own-method-lambda name `(lambda (,@variables ,@(%open-lambda-list rest)) ,@declarations ,block) env)
          `(%define-method ',name ',qualifiers (list ,@(mapcar #'%specializer-form specializers))
                           ',(append variables rest)
                           ,(or function
                                (%method-lambda `(method ,name ,@qualifiers ,specializers)
                                                variables rest declarations block
                                                (%mention-of-next (cons rest body) env)))
                           ,docstring ,@initargs))))))

(defun %own-method-lambda (name lambda-expression env)
  "Calls a program's method of MAKE-METHOD-LAMBDA, if it has one for the generic function NAME, for LAMBDA-EXPRESSION.
Returns the form for the function of a method, and forms for further initargs; else NIL."
  (let ((gf (%named-generic-function name)))
    (if (and gf (not (%plain-generic-function-p gf)))
        (%in-module "mop" '%made-method-lambda 'defmethod (list gf lambda-expression env))
        nil)))

(defun %define-method (name qualifiers specializers lambda-list function documentation &rest initargs)
  "Makes a method and adds it to the generic function NAME, which is made if there is none. Returns the method. INITARGS
are those of MAKE-METHOD-LAMBDA."
  (let* ((specializers (mapcar (lambda (s) (%to-specializer s 'defmethod)) specializers))
         (generic (%generic-lambda-list lambda-list))
         (gf (%ensure-generic name generic (%lambda-list-shape generic 'defmethod)
                              (%find-class 'standard-generic-function) 'defmethod))
         (method (%make-method (%gf-method-class gf) function qualifiers specializers lambda-list documentation nil)))
    (unless (and (eq (%gf-method-class gf) (load-time-value (%find-class 'standard-method))) (null initargs))
      (%in-module "mop" '%initialize-method 'defmethod (list* method initargs)))
    (if (%has-user-methods-p 'add-method)
        (add-method (%gf-function gf) method)
        (%add-method gf method))
    method))

(defmacro defmethod (name &rest parts &environment env)
  "(defmethod NAME qualifier* LAMBDA-LIST [doc] declaration* form*): defines a method of the generic function NAME,
which is made if there is none. A required parameter may be (VARIABLE CLASS-NAME) or (VARIABLE (EQL form)): then the
method applies to such arguments only. The forms may call CALL-NEXT-METHOD and NEXT-METHOD-P. Returns the method; a
PROGRAM-ERROR if NAME is an ordinary function or macro, or the lambda list does not agree with that of the generic
function."
  (unless (and name (%function-name-p name))
    (%clos-program-error 'defmethod "~S is not a name for a function" name))
  (%method-form name parts env))

;;; DEFGENERIC.

(defun %check-generic-options (name options)
  "Signals an error if one of OPTIONS of the generic function NAME is unknown or given twice."
  (let ((seen '()))
    (dolist (option options)
      (unless (and (consp option)
                   (%memq (car option) '(:argument-precedence-order :documentation :generic-function-class :method
                                         :method-class :method-combination declare)))
        (%clos-program-error 'defgeneric "~S: ~S is not an option of DEFGENERIC" name option))
      (when (eq (car option) 'declare)
        (dolist (specification (cdr option))
          (unless (and (consp specification) (eq (car specification) 'optimize))
            (%clos-program-error 'defgeneric "~S: ~S is declared, but only OPTIMIZE can be" name specification))))
      (when (and (%memq (car option) seen) (not (%memq (car option) '(:method declare))))
        (%clos-program-error 'defgeneric "~S: the option ~S is given twice" name (car option)))
      (push (car option) seen))))

(defun %generic-options-form (options)
  "Returns the keyword arguments for ENSURE-GENERIC-FUNCTION that OPTIONS of DEFGENERIC stand for."
  (mapcan (lambda (option)
            (case (car option)
              ((:argument-precedence-order :method-combination) `(,(car option) ',(cdr option)))
              ((:documentation :generic-function-class :method-class) `(,(car option) ',(cadr option)))
              (t '())))
          options))

(defmacro defgeneric (name lambda-list &body options &environment env)
  "Defines the generic function NAME with LAMBDA-LIST, which has neither defaults nor specializers. OPTIONS are
(:ARGUMENT-PRECEDENCE-ORDER parameter*), (:METHOD-COMBINATION name argument*), (:DOCUMENTATION string), (:METHOD
qualifier* lambda-list form*) any number of times, (:GENERIC-FUNCTION-CLASS name), (:METHOD-CLASS name) and
declarations. Methods that an earlier DEFGENERIC defined are removed. Returns the generic function; a PROGRAM-ERROR if
the form is malformed, NAME is an ordinary function or macro, or methods do not agree with LAMBDA-LIST."
  (unless (and name (%function-name-p name))
    (%clos-program-error 'defgeneric "~S is not a name for a function" name))
  (%check-generic-lambda-list name lambda-list)
  (%lambda-list-shape lambda-list 'defgeneric)
  (%check-generic-options name options)
  (let ((methods (remove-if-not (lambda (option) (eq (car option) :method)) options)))
    `(progn
       (%begin-generic ',name)
       (ensure-generic-function ',name :lambda-list ',lambda-list ,@(%generic-options-form options))
       ,@(if methods
             `((%note-defined-methods ',name
                                      (list ,@(mapcar (lambda (option) (%method-form name (cdr option) env)) methods))))
             '())
       (fdefinition ',name))))

(defun %begin-generic (name)
  "Removes what an earlier DEFGENERIC form gave the generic function NAME, if there is one. Methods of DEFMETHOD stay."
  (let ((gf (%named-generic-function name)))
    (when gf
      (dolist (method (%gf-defined-methods gf)) (%remove-method gf method))
      (setf (%gf-defined-methods gf) '()
            (%gf-combination gf) '(standard)
            (%gf-precedence gf) (%positions-below (length (%shape-required (%gf-shape gf))))))))

(defun %note-defined-methods (name methods)
  "Notes METHODS as those that the DEFGENERIC form of NAME has defined."
  (setf (%gf-defined-methods (%named-generic-function name)) methods))
