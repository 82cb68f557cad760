;;; The other special forms, and macros so common that the expander knows them (module clojure).

(in-package "TESSERA-CLOJURE")

(defun check-count (form least &optional most)
  "Signals a syntax error unless FORM has LEAST to MOST operands."
  (let ((count (length (rest form))))
    (when (or (< count least) (and most (> count most)))
      (fail "Too ~:[many~;few~] arguments to ~A" (< count least) (symbol-part (first form))))))

(define-special "quote" (form)
  (check-count form 1 1)
  (constant (second form)))

(define-special "do" (form tail)
  (expand-body (rest form) tail))

(define-special "if" (form tail)
  (check-count form 2 3)
  `(if ,(let ((*recur* nil)) (expand-test (second form))) ,(expand (third form) tail) ,(expand (fourth form) tail)))

(define-special "if-not" (form tail)
  (check-count form 2 3)
  `(if ,(let ((*recur* nil)) (expand-test (second form))) ,(expand (fourth form) tail) ,(expand (third form) tail)))

(define-special "when" (form tail)
  (check-count form 1)
  `(if ,(let ((*recur* nil)) (expand-test (second form))) ,(expand-body (cddr form) tail) nil))

(define-special "when-not" (form tail)
  (check-count form 1)
  `(if ,(let ((*recur* nil)) (expand-test (second form))) nil ,(expand-body (cddr form) tail)))

(define-special "cond" (form tail)
  (when (oddp (length (rest form))) (fail "cond requires an even number of forms"))
  (labels ((clauses (forms)
             (if (null forms)
                 nil
                 (let ((test (first forms)) (value (second forms)))
                   (if (keywordp test)
                       (expand value tail)
                       `(if ,(let ((*recur* nil)) (expand-test test)) ,(expand value tail) ,(clauses (cddr forms))))))))
    (clauses (rest form))))

(define-special "and" (form tail)
  (labels ((all (forms)
             (cond ((null forms) t)
                   ((null (rest forms)) (expand (first forms) tail))
                   (t (let ((value (gensym)))
                        `(let ((,value ,(let ((*recur* nil)) (expand (first forms)))))
                           (if (truth ,value) ,(all (rest forms)) ,value)))))))
    (all (rest form))))

(define-special "or" (form tail)
  (labels ((any (forms)
             (cond ((null forms) nil)
                   ((null (rest forms)) (expand (first forms) tail))
                   (t (let ((value (gensym)))
                        `(let ((,value ,(let ((*recur* nil)) (expand (first forms)))))
                           (if (truth ,value) ,value ,(any (rest forms)))))))))
    (any (rest form))))

;;; def.

(defun var-to-define (name)
  "Returns the var that a definition of NAME, a symbol, makes. Noted at once, so that what follows can use it."
  (unless (symbol-object-p name) (fail "First argument to def must be a Symbol"))
  (let ((symbol (plain-symbol name)))
    (when (and (symbol-namespace symbol) (string/= (symbol-namespace symbol) (ns-name *ns*)))
      (fail "Can't refer to qualified var that doesn't exist"))
    (let* ((part (symbol-part symbol)) (known (gethash part (ns-mappings *ns*))))
      (when (and (varp known) (not (eq (var-ns known) *ns*)) (not (eq (var-ns known) *core*)))
        (fail "~A already refers to: #'~A in namespace: ~A" part (function-name-text (var-symbol known)) (ns-name *ns*)))
      (let ((var (intern-var *ns* part)) (meta (if (hintedp name) (hinted-meta name) nil)))
        (setf (var-dynamic var) (truth (get-of meta :|dynamic| nil)))
        (unless (truth (get-of meta :|macro| nil)) (setf (var-macro var) nil))
        var))))

(defun definition (name more &optional (init nil init-p))
  "Returns a form that defines NAME, with the metadata MORE, a list of keys and forms besides its own, as the value of
the form INIT."
  (let* ((var (var-to-define name)) (own (if (hintedp name) (hinted-meta name) nil))
         (meta (if (or own more) `(map-of ,@more ,@(mapcar #'expand (and own (map-elements own)))) nil)))
    `(define-var ',(var-symbol var) ,meta ,@(and init-p (list init)))))

(define-special "def" (form)
  (check-count form 1 3)
  (let* ((doc (and (cdddr form) (third form))) (more (and doc (list :|doc| doc))) (*recur* nil))
    (when (and doc (not (stringp doc))) (fail "Too many arguments to def"))
    (cond ((null (cddr form)) (definition (second form) more))
          (t (var-to-define (second form))
             (definition (second form) more (expand-named-value (second form) (if doc (fourth form) (third form))))))))

(defun expand-named-value (name form)
  "Returns the expansion of FORM. A function without a name is called NAME."
  (let ((form (unwrapped form)))
    (if (and (function-form-p form) (not (symbol-object-p (second form))))
        (at-form (form)
          (let ((symbol (var-symbol (var-to-define name))))
            (lambda-named symbol (rest (expand-function form symbol)))))
        (expand form))))

(defun with-more-meta (name map)
  "Returns NAME with the entries of MAP, if any, as metadata."
  (if map (copy-with-meta name (if (meta-of name) (map-conj (meta-of name) map) map)) name))

(defun parse-definition (form)
  "Returns three values of (defn NAME [DOC] [MAP] ...): the name, its docstring or NIL, and the clauses."
  (let* ((name (second form)) (forms (cddr form)) (doc (and (stringp (first forms)) (pop forms))) (map (and (pmap-p (first forms)) (pop forms))))
    (unless (symbol-object-p name) (fail "First argument to ~A must be a symbol" (symbol-part (first form))))
    (let ((last (car (last forms))))
      (when (and (pmap-p last) (rest forms) (list-form-p (first forms)))
        (setq map (if map (map-conj map last) last)
              forms (butlast forms))))
    (values (with-more-meta name map) doc (function-clauses forms))))

(defun parameter-lists (clauses)
  "Returns a form for the parameter lists of CLAUSES, as :arglists."
  (constant (mapcar (lambda (clause) (if (consp clause) (first clause) nil)) clauses)))

(defun expand-definition-of-function (form extra)
  "Returns the expansion of FORM, a defn or the like, with EXTRA metadata of the name."
  (multiple-value-bind (name doc clauses) (parse-definition form)
    (let* ((name (with-more-meta name extra)) (var (var-to-define name)) (symbol (var-symbol var)) (*recur* nil))
      (definition name
                  `(,@(and doc (list :|doc| doc)) :|arglists| ,(parameter-lists clauses)
                    ,@(and *position* (not *to-file*) (list :|line| (car *position*) :|column| (cdr *position*) :|file| tessera::*source-file*)))
                  (lambda-named symbol (lambda-of-arities (mapcar #'expand-arity clauses) (function-name-text symbol)))))))

(define-special "defn" (form) (expand-definition-of-function form nil))
(define-special "defn-" (form) (expand-definition-of-function form (map-of :|private| t)))

(define-special "defmacro" (form)
  (let ((*locals* (list* (list (symbol-of "&form") :form '*macro-form*) (list (symbol-of "&env") :form '(local-environment)) *locals*)))
    (expand-definition-of-function form (map-of :|macro| t))))

(defun local-environment ()
  "Returns the local names where a macro is expanded, a map: &env."
  (let ((map *empty-map*))
    (loop for (symbol) in *locals* do (setq map (map-assoc map symbol t)))
    map))

(define-special "declare" (form)
  `(progn ,@(mapcar (lambda (name) (definition name '())) (rest form))))

(define-special "defonce" (form)
  (check-count form 2 2)
  (let ((var (var-to-define (second form))))
    `(if (boundp ',(var-symbol var))
         nil
         ,(definition (second form) '() (expand (third form))))))

(define-special "var" (form)
  (check-count form 1 1)
  (unless (symbol-object-p (second form)) (fail "var requires a symbol"))
  (let ((found (resolve-name (plain-symbol (second form)))))
    (unless (varp found) (fail "Unable to resolve var: ~A in this context" (written (second form))))
    `(var-of-symbol ',(var-symbol found))))

(define-special "set!" (form)
  (check-count form 2 2)
  (let* ((place (unwrapped (second form))) (value (expand (third form))))
    (if (symbol-object-p place)
        (let ((local (local-of place)))
          (cond ((and local (eq (first local) :form)) `(setf ,(second local) ,value))
                (local (fail "Cannot assign to non-mutable: ~A" (symbol-name place)))
                (t (let ((var (resolved place)))
                     (unless (and (varp var) (var-dynamic var)) (fail "Can't set!: ~A: it is not dynamic" (symbol-name place)))
                     `(set-dynamic ',(var-symbol var) ,value)))))
        (fail "Invalid assignment target"))))

(defun set-dynamic (symbol value)
  "Gives the innermost binding of the dynamic var SYMBOL another VALUE."
  (unless (or (assoc symbol *conveyed*) (member symbol '(*print-elements* *print-depth* *ns*)))
    (throw-new "IllegalStateException" "Can't change/establish root binding of: ~A with set" (var-name (var-of-symbol symbol))))
  (set symbol value))

(define-special "binding" (form)
  (let ((pairs (binding-pairs form "binding")) (variables '()) (values '()) (symbols '()) (*recur* nil))
    (loop for (name value) in pairs
          do (let ((var (and (symbol-object-p name) (resolve-name (plain-symbol name)))))
               (unless (varp var) (fail "Unable to resolve var: ~A in this context" (written name)))
               (unless (var-dynamic var) (fail "Can't dynamically bind non-dynamic var: ~A" (function-name-text (var-symbol var))))
               (push (var-symbol var) symbols)
               (push (gensym) variables)
               (push (expand value) values)))
    `(let* ,(mapcar #'list (reverse variables) (reverse values))
       (let (,@(mapcar #'list symbols variables) (*conveyed* (list* ,@(mapcar (lambda (symbol) `(bound-before ',symbol)) symbols) *conveyed*)))
         (declare (special ,@symbols))
         ,(expand-body (cddr form))))))

;;; Exceptions.

(define-special "throw" (form)
  (check-count form 1 1)
  `(throw-object ,(expand (second form))))

(defun clause-p (form name)
  "True if FORM is a list that begins with the symbol NAME: a clause of try."
  (let ((form (unwrapped form)))
    (and (consp form) (symbol-object-p (first form)) (string= (symbol-name (plain-symbol (first form))) name))))

(defun expand-catch (clause condition)
  "Returns a clause of COND for the catch CLAUSE; the condition is in the variable CONDITION."
  (destructuring-bind (&optional class name &rest body) (rest clause)
    (unless (and (symbol-object-p class) (simple-symbol-object-p name)) (fail "Unable to parse catch clause: ~A" (written clause)))
    (let ((*locals* *locals*) (symbol (local-name name)))
      (add-local symbol)
      `((catches-p ,condition ,(catch-class class))
        (let ((,symbol ,condition)) ,(expand-body body))))))

(defun catch-class (class)
  "Returns a form for the CLASS of a catch clause, a symbol."
  (let ((found (resolve-name (plain-symbol class))))
    (unless (jtypep found) (fail "Unable to resolve classname: ~A" (written class)))
    (class-form found)))

(define-special "try" (form)
  (let* ((*recur* :try) (clauses (mapcar #'unwrapped (rest form)))
         (body (remove-if (lambda (clause) (or (clause-p clause "catch") (clause-p clause "finally"))) clauses))
         (catches (remove-if-not (lambda (clause) (clause-p clause "catch")) clauses)) (finally (find-if (lambda (clause) (clause-p clause "finally")) clauses))
         (condition (gensym "E")) (handlers (mapcar (lambda (clause) (at-form (clause) (expand-catch clause condition))) catches)))
    (unless (equal clauses (append body catches (and finally (list finally))))
      (fail "Only catch or finally clause can follow catch in try expression"))
    (let ((guarded (if catches
                       `(call-catching (lambda () ,(expand-body body))
                                       (lambda (,condition) (or ,@(mapcar #'first handlers)))
                                       (lambda (,condition) (cond ,@handlers)))
                       (expand-body body))))
      (if finally `(unwind-protect ,guarded ,(expand-body (rest finally))) guarded))))

(defun call-catching (body wanted handler)
  "Returns the value of the function BODY, or of HANDLER for an exception in it that WANTED is true of."
  (block nil
    (funcall handler
             (block failed
               (return (handler-bind ((serious-condition (lambda (condition)
                                                           (when (funcall wanted condition)
                                                             (return-from failed condition)))))
                         (funcall body)))))))

(define-special "catch" (form)
  (fail "Unable to resolve symbol: ~A in this context" (symbol-name (first form))))
(define-special "finally" (form)
  (fail "Unable to resolve symbol: ~A in this context" (symbol-name (first form))))

;;; case.

(defun case-test (value constant)
  "Returns a test of the variable VALUE for CONSTANT, a form that is not evaluated."
  (let ((constant (unwrapped constant)))
    (typecase constant
      ((or null keyword character integer) (equality-form value constant))
      (symbol `(eq ,value ',constant))
      (t `(equiv ,value ,(constant constant))))))

(define-special "case" (form tail)
  (check-count form 1)
  (let* ((value (gensym "CASE")) (clauses (cddr form)) (seen '()))
    (labels ((check (constant)
               (let ((constant (unwrapped constant)))
                 (when (member constant seen :test #'equiv) (fail "Duplicate case test constant: ~A" (written constant)))
                 (push constant seen)))
             (branches (clauses)
               (cond ((null clauses)
                      `(throw-new "IllegalArgumentException" "No matching clause: ~A" (shown ,value)))
                     ((null (rest clauses)) (expand (first clauses) tail))
                     (t (let ((test (unwrapped (first clauses))))
                          (if (consp test) (mapc #'check test) (check test))
                          `(if ,(if (consp test) `(or ,@(mapcar (lambda (one) (case-test value one)) test)) (case-test value test)) ,(expand (second clauses) tail) ,(branches (cddr clauses))))))))
      `(let ((,value ,(let ((*recur* nil)) (expand (second form))))) ,(branches clauses)))))

;;; Threading, of the forms themselves.

(defun threaded (value form lastp)
  "Returns FORM with VALUE as its first operand, or its last if LASTP."
  (let ((form (unwrapped form)))
    (if (consp form)
        (let ((new (if lastp (append form (list value)) (list* (first form) value (rest form)))))
          (at-form (form)
            (if *position* (tessera::%cons-at (car new) (cdr new) (car *position*) (cdr *position*)) new)))
        (list form value))))

(define-special "->" (form tail)
  (check-count form 1)
  (expand (reduce (lambda (value form) (threaded value form nil)) (cddr form) :initial-value (second form)) tail))

(define-special "->>" (form tail)
  (check-count form 1)
  (expand (reduce (lambda (value form) (threaded value form t)) (cddr form) :initial-value (second form)) tail))

(define-special "lazy-seq" (form)
  (let ((*recur* nil))
    `(lazily ,(expand-body (rest form)))))

(define-special "dotimes" (form)
  (let* ((pairs (binding-pairs form "dotimes")) (*recur* nil) (*locals* *locals*) (name (first (first pairs))) (limit (gensym "N")))
    (unless (and (eql (length pairs) 1) (simple-symbol-object-p name)) (fail "dotimes requires exactly 2 forms in binding vector"))
    (let ((count (expand (second (first pairs)))) (symbol (local-name name)) (label (make-symbol "DOTIMES")))
      (add-local symbol)
      `(let ((,limit ,count))
         (labels ((,label (,symbol)
                    (if (< ,symbol ,limit) (progn ,(expand-body (cddr form)) (,label (+ ,symbol 1))) nil)))
           (,label 0))))))
