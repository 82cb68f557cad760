;;; The expander: translates Clojure's forms into forms of Common Lisp for the one compiler (module clojure). What is
;;; here: names, calls, literals. The special forms are in files of their own.

(in-package "TESSERA-CLOJURE")

;;; A local name is a variable of Common Lisp of the same symbol; or a local function, or a form, such as a field
;;; of an instance. LOOP and functions that RECUR are local functions that call themselves in tail positions, of which
;;; the compiler makes loops.

(defvar *locals* '() "An alist from symbols to their local meaning: (:VALUE SYMBOL), (:FUNCTION LABEL) or (:FORM FORM), the innermost first.")
(defvar *recur* nil "The target of recur: (LABEL . COUNT), :TRY where a try is in between, or NIL.")
(defvar *position* nil "The position of the form that is being expanded: a cons of line and column, or NIL.")
(defvar *to-file* nil "True if the expansion goes to a compiled file: without objects that only this process has, and without positions.")
(defvar *macro-form* nil "The call of the macro that is being expanded: its &form.")

(defun fail (control &rest arguments)
  "Signals a syntax error at the form that is being expanded, with the message of CONTROL and ARGUMENTS."
  (error 'syntax-failure :file tessera::*source-file* :line (car *position*) :column (cdr *position*)
                         :message (apply #'format nil control arguments)))

(defun form-list (form)
  "Returns the elements of FORM, any sequence, as a list of Lisp."
  (typecase form
    (null nil)
    (cons (if (listp (cdr (last form))) form (list-of-seq form)))
    (t (list-of-seq form))))

(defun list-form-p (form)
  "True if FORM is a list or a sequence that stands for one, such as a lazy sequence."
  (typecase form
    ((or cons listing) t)
    ((or lazy vector-seq range indexed) (seq-of form))
    (t nil)))

(defun unwrapped (form)
  "Returns FORM as conses, if it is a sequence of another kind."
  (typecase form
    (cons (form-list form))
    (listing (listing-list form))
    ((or lazy vector-seq range indexed) (if (seq-of form) (list-of-seq form) *empty-list*))
    (hinted (hinted-symbol form))
    (t form)))

(defun placed (form)
  "Returns the Common Lisp FORM with the source position of the form that is being expanded."
  (if (and (consp form) *position* (not *to-file*) (not (eq (car form) 'quote)) (null (tessera::%form-position form)))
      (tessera::%cons-at (car form) (cdr form) (car *position*) (cdr *position*))
      form))

(defmacro at-form ((form) &body body)
  "Evaluates BODY with the position of FORM, if that has one."
  `(let ((*position* (multiple-value-bind (line column) (tessera::%form-position ,form)
                       (if line (cons line column) *position*))))
     ,@body))

(defun expand (form &optional tail)
  "Returns the expansion of FORM. TAIL: its value is that of what recur goes to."
  (let ((form (unwrapped form)))
    (typecase form
      (cons (at-form (form) (placed (expand-list form tail))))
      (null nil)
      (keyword form)
      (symbol (if (symbol-object-p form) (expand-symbol form) `',form))
      ((or number string character function) form)
      (pvec (expand-vector form))
      (pmap (expand-map form))
      (pset (expand-set form))
      (regex `(load-time-value (regex-of ,(regex-source form))))
      (empty-list '*empty-list*)
      ((or exact-number uuid inst) (constant form))
      (t `',form))))

(defun expand-all (forms)
  "Returns the expansions of FORMS."
  (mapcar #'expand forms))

(defun expand-body (forms &optional tail)
  "Returns the expansion of FORMS, evaluated in turn: one form."
  (cond ((null forms) nil)
        ((null (rest forms)) (expand (first forms) tail))
        (t `(progn ,@(loop for (form . more) on forms
                           collect (expand form (and tail (null more))))))))

;;; Literals.

(defun constant-form-p (form)
  "True if FORM is a literal that needs no evaluation."
  (typecase form
    ((or number exact-number uuid inst string character keyword null) t)
    (symbol (not (symbol-object-p form)))
    (pvec (and (null (pvec-meta form)) (every #'constant-form-p (list-of-seq form))))
    (pmap (and (null (pmap-meta form)) (every #'constant-form-p (map-elements form))))
    (pset (and (null (pset-meta form)) (every #'constant-form-p (list-of-seq form))))
    (t nil)))

(defun constant (object)
  "Returns a form whose value is OBJECT."
  (cond ((typep object '(or number string character keyword null)) object)
        ((not *to-file*) `',object)
        (t (let ((made (constructor object)))
             (if (and (consp made) (not (eq (car made) 'quote))) `(load-time-value ,made) made)))))

(defun constructor (object)
  "Returns a form that makes OBJECT again."
  (typecase object
    ((or number string character keyword null) object)
    (symbol `',object)
    (cons `(list ,@(mapcar #'constructor (form-list object))))
    (empty-list '*empty-list*)
    (pvec `(vector-of ,@(mapcar #'constructor (list-of-seq object))))
    (pmap `(map-of ,@(mapcar #'constructor (map-elements object))))
    (pset `(set-of ,@(mapcar #'constructor (list-of-seq object))))
    (hinted `(%hinted ',(hinted-symbol object) ,(constructor (hinted-meta object))))
    (listing `(%listing ,(constructor (listing-list object)) ,(constructor (listing-meta object))))
    (regex `(regex-of ,(regex-source object)))
    (big `(%big ,(big-value object)))
    (decimal `(%decimal ,(decimal-unscaled object) ,(decimal-scale object)))
    (uuid `(%uuid ,(uuid-bits object)))
    (inst `(%inst ,(inst-milliseconds object)))
    (t `',object)))

(defun with-meta-form (form made)
  "Returns MADE, the expansion of the literal FORM, with its metadata."
  (if (with-meta-meta form)
      `(copy-with-meta ,made ,(expand (with-meta-meta form)))
      made))

(defun expand-vector (form)
  "Returns the expansion of FORM, a vector."
  (if (constant-form-p form)
      (if (eql (pvec-count form) 0) '*empty-vector* (constant form))
      (with-meta-form form (let ((elements (expand-all (list-of-seq form))))
                             (if (<= (length elements) 32)
                                 `(vector-of-array (vector ,@elements))
                                 `(vector-of-list (list ,@elements)))))))

(defun expand-map (form)
  "Returns the expansion of FORM, a map."
  (if (constant-form-p form)
      (if (eql (pmap-count form) 0) '*empty-map* (constant form))
      (let* ((elements (map-elements form)) (array `(vector ,@(expand-all elements))))
        (with-meta-form form
          (if (and (<= (length elements) +array-map-limit+)
                   (loop for key in elements by #'cddr always (constant-form-p key)))      ; and so no two are equal
              `(%array-map ,(pmap-count form) ,array)
              `(map-of-array ,array t))))))

(defun expand-set (form)
  "Returns the expansion of FORM, a set."
  (if (constant-form-p form)
      (if (eql (count-of form) 0) '*empty-set* (constant form))
      (with-meta-form form `(set-of-array (vector ,@(expand-all (list-of-seq form)))))))

;;; Names.

(defun local-of (symbol)
  "Returns the local meaning of SYMBOL, or NIL."
  (cdr (assoc symbol *locals* :test #'eq)))

(defun expand-symbol (symbol)
  "Returns the expansion of SYMBOL, where its value is wanted."
  (let ((local (local-of symbol)))
    (if local
        (ecase (first local)
          (:value (second local))
          (:function `(function ,(second local)))
          (:form (second local)))
        (expand-global symbol))))

(defun language-prefix (symbol)
  "Returns the name of the language that the namespace of SYMBOL is, or NIL."
  (let ((namespace (symbol-namespace symbol)))
    (and namespace
         (not (find-namespace *ns* namespace))
         (find namespace '("cl" "scheme" "arc") :test #'string=))))

(defun lisp-symbol (symbol)
  "Returns the symbol of Common Lisp that cl/NAME stands for: NAME may have a package before a colon."
  (let* ((name (string-upcase (symbol-part symbol))) (colon (position #\: name))
         (package (if colon (find-package (subseq name 0 colon)) (find-package "COMMON-LISP-USER")))
         (found (and package (find-symbol (if colon (string-left-trim ":" (subseq name colon)) name) package))))
    (or found (fail "Unable to resolve symbol: ~A in this context" (symbol-name symbol)))))

(defun check-public (found)
  "Returns FOUND, a var or class, unless it is private to another namespace, which is an error."
  (when (and (varp found) (var-private found) (not (eq (var-ns found) *ns*)))
    (fail "var: #'~A is not public" (function-name-text (var-symbol found))))
  found)

(defun resolved (symbol)
  "Returns the var or class that SYMBOL stands for. An error if it stands for nothing."
  (multiple-value-bind (found missing-namespace) (resolve-name symbol)
    (cond (found (check-public found))
          (missing-namespace (fail "No such namespace: ~A" (symbol-namespace symbol)))
          ((symbol-namespace symbol) (fail "No such var: ~A" (symbol-name symbol)))
          (t (fail "Unable to resolve symbol: ~A in this context" (symbol-name symbol))))))

(defun class-prefix (symbol)
  "Returns the class that the namespace of SYMBOL is, unless it is another namespace; or NIL."
  (let ((namespace (symbol-namespace symbol)))
    (and namespace
         (not (find-namespace *ns* namespace))
         (or (let ((found (gethash namespace (ns-mappings *ns*)))) (and (jtypep found) found))
             (find-class-named namespace)))))

(defun expand-global (symbol)
  "Returns the expansion of SYMBOL, which is not local: the value of a var, a class, or what is defined elsewhere."
  (let ((language (language-prefix symbol)) (class (class-prefix symbol)))
    (cond ((equal language "cl")
           (let ((lisp (lisp-symbol symbol)))
             (if (or (boundp lisp) (not (fboundp lisp))) lisp `(function ,lisp))))
          (language `(tessera:language-value ,language ,(symbol-part symbol)))
          (class (expand-static-field class symbol))
          (t (let ((found (resolved symbol)))
               (cond ((jtypep found) (class-form found))
                     ((var-macro found) (fail "Can't take value of a macro: #'~A" (function-name-text (var-symbol found))))
                     (t (var-symbol found))))))))

(defun class-form (class)
  "Returns a form for CLASS."
  `(load-time-value (find-class-named ,(jtype-name class))))

;;; Lists: special forms, macros, calls.

(defvar *specials* (make-hash-table :test #'equal)
  "A table from the names of special forms, and of macros of the expander, to functions of the form and whether it is in
tail position.")

(defvar *inlines* (make-hash-table :test #'equal)
  "A table from names of clojure.core to (KIND . FUNCTION): FUNCTION makes a form of expanded arguments, or NIL; KIND is
:VALUE, or :TEST of what is true in Lisp.")

(defmacro define-special (name (form &optional (tail (gensym))) &body body)
  "Defines how NAME, a string or a list of them, is expanded: BODY makes a form of the list FORM."
  `(dolist (name ',(if (listp name) name (list name)))
     (note-special name (lambda (,form ,tail)
                          (declare (ignorable ,tail))
                          ,@body))))

(defun note-special (name function)
  "Makes FUNCTION expand lists that begin with NAME. Clojure's macros among them become names of clojure.core, too."
  (setf (gethash name *specials*) function)
  (unless (member name *special-names* :test #'string=)
    (setf (var-macro (intern-var *core* name)) t)))

(defmacro define-inline (name kind lambda-list &body body)
  "Defines what the call of NAME in clojure.core becomes, if the arguments fit LAMBDA-LIST. BODY makes a form of the
expanded arguments."
  (let ((arguments (gensym))
        (required (or (position-if (lambda (item) (member item lambda-list-keywords)) lambda-list) (length lambda-list))))
    `(setf (gethash ,name *inlines*)
           (cons ,kind
                 (lambda (,arguments)
                   (if (and (>= (length ,arguments) ,required)
                            ,@(cond ((member '&rest lambda-list) '())
                                    (t `((<= (length ,arguments) ,(length (remove '&optional lambda-list)))))))
                       (destructuring-bind ,lambda-list ,arguments ,@body)
                       nil))))))

(defun head-kind (head)
  "Returns the kind of meaning of the symbol HEAD of a list: :LOCAL, :SPECIAL, :MACRO, :VAR, :CLASS, :LISP, :LANGUAGE or
:HOST; and the thing itself."
  (let* ((head (plain-symbol head)) (local (local-of head)))
    (if local
        (values :local local)
        (let* ((namespace (symbol-namespace head)) (name (symbol-part head))
               (found (if (or (null namespace) (find-namespace *ns* namespace)) (resolve-name head) nil))
               (core (and (varp found) (eq (var-ns found) *core*)))
               (special (and (or core (and (null found) (null namespace))) (gethash name *specials*))))
          (cond (special (values :special special))
                ((varp found) (values (if (var-macro found) :macro :var) (check-public found)))
                ((and (> (length name) 1) (or (char= (char name 0) #\.) (char= (char name (- (length name) 1)) #\.)))
                 (values :host nil))
                ((language-prefix head) (values (if (string= namespace "cl") :lisp :language) nil))
                ((class-prefix head) (values :class (class-prefix head)))
                (t (values :unknown nil)))))))

(defun expand-list (form tail)
  "Returns the expansion of FORM, a list."
  (let ((head (first form)))
    (when (hintedp head) (setq head (hinted-symbol head)))
    (if (symbol-object-p head)
        (multiple-value-bind (kind thing) (head-kind head)
          (ecase kind
            (:local (expand-local-call thing (expand-all (rest form))))
            (:special (funcall thing form tail))
            (:macro (expand (expand-macro thing form) tail))
            (:var (expand-var-call thing (rest form)))
            (:class (expand-static-call thing head (expand-all (rest form))))
            (:lisp (expand-lisp-call (lisp-symbol head) (expand-all (rest form))))
            (:language `(funcall (callable ,(expand-global head)) ,@(expand-all (rest form))))
            (:host (expand-host-call head form))
            (:unknown (resolved head) (fail "Unable to resolve symbol: ~A in this context" (symbol-name head)))))
        (expand-other-call head (expand-all (rest form))))))

(defun expand-lisp-call (symbol arguments)
  "Returns the call of the Common Lisp function SYMBOL with ARGUMENTS, which are expanded."
  (cond ((or (special-operator-p symbol) (macro-function symbol) (not (fboundp symbol)))
         (fail "cl/~(~A~) is not a function of Common Lisp" symbol))
        (t `(,symbol ,@arguments))))

(defun expand-local-call (local arguments)
  "Returns the call of LOCAL with ARGUMENTS, which are expanded."
  (ecase (first local)
    (:function `(,(second local) ,@arguments))
    ((:value :form) (called (second local) arguments))))

(defun called (function arguments)
  "Returns a call of the value of the form FUNCTION."
  (if (symbolp function)
      `(funcall (if (functionp ,function) ,function (callable ,function)) ,@arguments)
      `(funcall (callable ,function) ,@arguments)))

(defun expand-other-call (head arguments)
  "Returns a call of what is not a symbol: a keyword, a literal, the value of a form."
  (typecase head
    (keyword (case (length arguments)
               (1 `(get-of ,(first arguments) ,head nil))
               (2 `(get-of ,(first arguments) ,head ,(second arguments)))
               (t (fail "Wrong number of args (~D) passed to: ~A" (length arguments) (written head)))))
    (null (fail "Can't call nil"))
    ((or number string character)
     `(funcall (callable ,head) ,@arguments))
    (t (let ((function (expand head)))
         (if (and (consp function) (member (car function) '(lambda named-lambda)))
             `(funcall ,function ,@arguments)
             (called function arguments))))))

(defvar *own-package* (find-package "TESSERA-CLOJURE"))

(defun inline-of (var)
  "Returns the inline expansion of calls of VAR, or NIL."
  (and (eq (var-ns var) *core*) (gethash (var-name var) *inlines*)))

(defun expand-var-call (var forms)
  "Returns the call of the value of VAR with FORMS as arguments: inline if possible, else by its symbol."
  (let* ((arguments (expand-all forms)) (inline (inline-of var)) (form (and inline (funcall (cdr inline) arguments))))
    (cond ((and form (eq (car inline) :test)) `(boolean-of ,form))
          ((and (consp form) (eq (symbol-package (car form)) *own-package*))
           `(values ,form))      ; no tail call: where it fails, the place is that of the call
          (form)
          ((var-dynamic var) (called (var-symbol var) arguments))
          (t `(,(var-symbol var) ,@arguments)))))

(defun expand-test (form)
  "Returns a form of Lisp that is true in Lisp if FORM is true in Clojure."
  (let ((form (unwrapped form)))
    (if (and (consp form) (symbol-object-p (first form)))
        (multiple-value-bind (kind thing) (head-kind (first form))
          (at-form (form)
            (cond ((eq kind :macro) (expand-test (expand-macro thing form)))
                  ((and (eq kind :special) (expand-special-test form)))
                  ((and (eq kind :var) (eq (car (inline-of thing)) :test)
                        (let ((test (funcall (cdr (inline-of thing)) (expand-all (rest form))))) (and test (placed test)))))
                  (t (truth-of (placed (expand form)))))))
        (truth-of (expand form)))))

(defun expand-special-test (form)
  "Returns the test for FORM, if it is a special form that combines tests; or NIL."
  (let ((name (symbol-part (first form))))
    (cond ((string= name "and") `(and ,@(mapcar #'expand-test (rest form))))
          ((string= name "or") (if (rest form) `(or ,@(mapcar #'expand-test (rest form))) nil))
          (t nil))))

(defun truth-of (expansion)
  "Returns a form that is true in Lisp if the value of EXPANSION is true in Clojure."
  (cond ((eq expansion t) t)
        ((null expansion) nil)
        ((and (consp expansion) (eq (car expansion) 'boolean-of)) (second expansion))
        (t `(truth ,expansion))))

;;; Macros.

(defun expand-macro (var form)
  "Returns the expansion of FORM, a call of the macro VAR."
  (let ((*macro-form* form) (name (function-name-text (var-symbol var))))
    (handler-case (apply (symbol-function (var-symbol var)) (rest form))
      (syntax-failure (failure) (error failure))
      (error (failure)
        (error 'syntax-failure :phase (format nil "macroexpanding ~A" name) :file tessera::*source-file*
                               :line (car *position*) :column (cdr *position*)
                               :message (or (exception-message failure) (class-name-of failure)))))))

(defun own-expansion (form)
  "Returns the expansion of FORM, a call of a macro that the expander knows itself, as Clojure's macro would give it;
FORM if there is none to show."
  (destructuring-bind (head &optional first second &rest more) form
    (flet ((core (name &rest forms) (cons (symbol-of name) forms)) (body (forms) (cons (symbol-of "do") forms)))
      (let ((name (symbol-part head)))
        (cond ((string= name "when") (core "if" first (body (cddr form))))
              ((string= name "when-not") (core "if" first nil (body (cddr form))))
              ((string= name "if-not") (core "if" first (first more) second))
              ((string= name "cond")
               (if (rest form) (list (symbol-of "if") first second (list* (symbol-of "clojure.core/cond") more)) nil))
              ((member name '("->" "->>") :test #'string=)
               (reduce (lambda (value form) (threaded value form (string= name "->>"))) (cddr form) :initial-value first))
              (t form))))))

(defun macro-expansion (form)
  "Returns the expansion of FORM and true if it is a macro call; else FORM."
  (let ((form (unwrapped form)))
    (if (and (consp form) (symbol-object-p (first form)))
        (multiple-value-bind (kind thing) (head-kind (first form))
          (case kind
            (:macro (values (expand-macro thing form) t))
            (:special (let ((expansion (own-expansion form))) (values expansion (not (eq expansion form)))))
            (t (values form nil))))
        (values form nil))))
