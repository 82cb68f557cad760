;;; Finds what each name in an item is: a variable or function that is bound around it, or a global name.
;;;
;;; Text is walked by the standard's operators (operators.lisp). Calls of a program's own macros are walked by their
;;; expansions (expansions.lisp). Without an expansion, their arguments are walked as expressions, and their names are
;;; marked as uncertain.

(in-package "TESSERA-LANGUAGE-SERVER")

(defstruct (binding (:constructor make-binding (kind name node &optional means)) (:copier nil))
  "A local name. KIND: :VARIABLE, :FUNCTION, :BLOCK or :TAG. NODE is the name at its binding. MEANS: for the block that
a function has by its name, the binding of that function, or :GLOBAL."
  kind name node (means nil))

(defstruct (use (:constructor make-use (node role space binding doubtful form home)) (:copier nil))
  "A NODE with a name. ROLE: :BINDING if it is bound or defined here; otherwise like SPACE, or :DATA. SPACE is the kind
of thing that it names: :VARIABLE, :FUNCTION, :CLASS, :SLOT, :BLOCK, :TAG, :PACKAGE, :OTHER; NIL if that is not known,
as for data. BINDING is its local binding, or NIL if it is global. DOUBTFUL: true in the call of a macro that is not the
standard's. FORM: a control string that makes the new text of the old and the new name, if that is not the new name
alone. HOME: the text of its package's name, if that is not the current one."
  node role space binding doubtful form home)

(defvar *uses* '() "The uses that the walk has found, the last first.")
(defvar *doubtful* nil "True in the call of an unknown macro.")
(defvar *expansions* '() "An alist from the macro calls in the item that is walked to their expansions, known so far.")
(defvar *calls* '() "The calls in that item of macros that are not the standard's, the last first.")

(defun note-use (node role binding &key (space (if (eq role :data) nil role)) form home)
  "Notes NODE as a use of a name with these properties, unless a macro made it."
  (when (node-start node)               ; not so of what a macro has made
    (push (make-use node role space binding *doubtful* form home) *uses*)))

(defun keyword-name-p (name)
  "True if NAME is that of a keyword or of a symbol without a package."
  (find (char name 0) ":#"))

(defun plain-name-p (node)
  "True if NODE is a name without a prefix."
  (and node (eq (node-kind node) :name) (null (node-prefix node)) (not (keyword-name-p (node-name node)))))

(defun special-name-p (name)
  "True if a variable NAME is known to be special from the documents or the library."
  (or (some (lambda (found) (and (eq (fifth found) :variable) (not (like-p (definition-operator (third found)) "define-symbol-macro"))))
            (find-definitions name))
      (let ((symbol (tessera:symbol-named name))) (and symbol (tessera::%special-variable-p symbol)))))

(defun bind (kind node scope &optional form)
  "Returns SCOPE with the name NODE bound in it; FORM as in USE. Special variables are not bound, because they have the
same meaning everywhere."
  (cond ((or (not (plain-name-p node)) (char= (char (node-name node) 0) #\&) (member (node-name node) '("nil" "t") :test #'like-p)) scope)
        ((and (eq kind :variable) (special-name-p (node-name node))) (note-use node :variable nil :form form) scope)
        (t (let ((binding (make-binding kind (node-name node) node)))
             (note-use node :binding binding :space kind :form form)
             (cons binding scope)))))

(defun bound (kind name scope)
  "Returns the innermost binding of NAME as a KIND in SCOPE, or NIL."
  (find-if (lambda (binding) (and (eq (binding-kind binding) kind) (like-p (binding-name binding) name))) scope))

(defun quoted-p (node)
  "True if NODE is quoted."
  (let ((prefix (node-prefix node))) (and prefix (string= prefix "'"))))
(defun template-p (node)
  "True if NODE is a backquoted template."
  (let ((prefix (node-prefix node))) (and prefix (char= (char prefix 0) #\`))))
(defun comma-p (node)
  "True if NODE stands after a comma."
  (let ((prefix (node-prefix node))) (and prefix (find #\, prefix) t)))
(defun function-p (node)
  "True if NODE stands after #'."
  (let ((prefix (node-prefix node))) (and prefix (string= prefix "#'"))))
(defun children (node)
  "Returns the children of NODE, which may be NIL."
  (if node (node-children node) '()))

;;; Expressions.

(defun walk-data (node scope)
  "Notes the names in NODE, data or a template. Expressions after commas are walked in SCOPE."
  (cond ((comma-p node) (walk-plain node scope))
        ((eq (node-kind node) :name) (note-use node :data nil))
        (t (dolist (child (node-children node)) (walk-data child scope)))))

(defun walk (node scope)
  "Notes the names in NODE, an expression in SCOPE, a list of bindings."
  (cond ((or (quoted-p node) (template-p node)) (walk-data node scope))
        ((and (function-p node) (eq (node-kind node) :name)) (walk-function-name node scope))
        (t (walk-plain node scope))))

(defun walk-plain (node scope)
  "Walks NODE as WALK does, whatever its prefix."
  (case (node-kind node)
    (:name (walk-variable node scope))
    (:list (walk-list node scope))))

(defun walk-all (nodes scope)
  "Walks each of NODES in SCOPE."
  (dolist (node nodes) (walk node scope)))

(defun walk-variable (node scope)
  "Notes NODE, if it is a name, as a use of a variable."
  (when (and (eq (node-kind node) :name) (not (keyword-name-p (node-name node))))
    (note-use node :variable (bound :variable (node-name node) scope))))

(defun walk-function-name (node scope)
  "Notes NODE, NAME or (SETF NAME), as a use of a function."
  (let ((name (name-node-of node)))
    (when (and name (not (keyword-name-p (node-name name))))
      (note-use name :function (and (eq name node) (bound :function (node-name name) scope))))))

(defun walk-list (node scope)
  "Walks NODE, a list that is evaluated, in SCOPE."
  (destructuring-bind (&optional first &rest rest) (node-children node)
    (cond ((null first))
          ((plain-name-p first)
           (let* ((name (node-name first)) (local (bound :function name scope)))
             (note-use first :function local)
             (if local (walk-all rest scope) (walk-operator node name rest scope))))
          (t (walk first scope) (walk-all rest scope)))))

(defvar *walkers* (make-hash-table :test 'equalp)
  "A hash table from names of operators to functions of the nodes of their operands and the scope.")

(defun walk-operator (node name rest scope)
  "Walks NODE, a list. REST are the operands of NAME, a global operator."
  (let* ((bare (bare-name name)) (walker (gethash bare *walkers*)))
    (cond (walker (funcall walker rest scope))
          ((defined-kind bare) (walk-definition bare rest scope))
          ((known-operator-p name) (walk-all rest scope))
          (t (walk-macro-call node rest scope)))))

(defun known-operator-p (name)
  "True if NAME is known to be that of a function, or of an operator or macro of the standard."
  (let ((symbol (find-symbol (string-upcase name) "COMMON-LISP")))
    (or (and symbol (fboundp symbol))
        (not (macro-name-p name)))))

(defun macro-name-p (name)
  "True if NAME is that of a macro which a document or a library defines."
  (or (some (lambda (found) (eq (fifth found) :macro)) (find-definitions name))
      (let ((symbol (tessera:symbol-named name))) (and symbol (macro-function symbol) t))))

;;; Types and declarations.

(defun walk-type (node scope)
  "Notes the names in NODE, a type specifier in SCOPE."
  (let ((operator (operator-name node)))
    (cond ((comma-p node) (walk-plain node scope))
          ((eq (node-kind node) :name) (unless (keyword-name-p (node-name node)) (note-use node :class nil)))
          ((member operator '("eql" "member") :test #'equalp) (dolist (child (rest (children node))) (walk-data child scope)))
          ((equalp operator "satisfies") (dolist (child (rest (children node))) (walk-function-name child '())))
          (t (dolist (child (children node)) (walk-type child scope))))))

(defun walk-declared (nodes scope)
  "Notes NODES, the operands of a declaration: variables, and (FUNCTION NAME)."
  (dolist (node nodes)
    (if (equalp (operator-name node) "function")
        (dolist (name (rest (children node))) (walk-function-name name scope))
        (walk-variable node scope))))

(defun walk-declaration (node scope)
  "Notes the names in NODE, a declaration that holds in SCOPE."
  (let ((name (operator-name node)) (rest (rest (children node))))
    (flet ((named (&rest names) (member name names :test #'equalp)))
      (cond ((null (children node)))
            ((named "ignore" "ignorable" "dynamic-extent" "special") (walk-declared rest scope))
            ((named "inline" "notinline") (dolist (function rest) (walk-function-name function scope)))
            ((named "optimize" "declaration"))
            ((named "type" "ftype")
             (when rest (walk-type (first rest) scope))
             (if (named "type")
                 (walk-declared (rest rest) scope)
                 (dolist (function (rest rest)) (walk-function-name function scope))))
            (t (walk-type (first (children node)) scope) (walk-declared rest scope))))))

;;; Lambda lists and patterns.

(defun walk-lambda-list (node scope &optional (walk-required #'walk-lambda-list))
  "Returns SCOPE with the parameters of the lambda list NODE; initial values are walked. WALK-REQUIRED is called with a
list among the required parameters and the scope. The list is a pattern, except in methods."
  (let ((section ""))
    (dolist (parameter (children node) scope)
      (case (node-kind parameter)
        (:name (if (char= (char (node-name parameter) 0) #\&)
                   (setq section (node-name parameter))
                   (setq scope (bind :variable parameter scope (and (like-p section "&key") "((:~A ~A))")))))
        (:list (setq scope (cond ((string= section "") (funcall walk-required parameter scope))
                                 ((member section '("&optional" "&key" "&aux") :test #'like-p) (walk-parameter parameter section scope))
                                 (t (walk-lambda-list parameter scope)))))))))

(defun walk-parameter (node section scope)
  "Returns SCOPE with the variables of NODE, (NAME VALUE SUPPLIED) in the SECTION of a lambda list. A keyword
parameter's NAME may be (KEYWORD NAME)."
  (destructuring-bind (&optional name value supplied &rest more) (children node)
    (declare (ignore more))
    (when value (walk value scope))
    (let* ((key (like-p section "&key")) (pattern (if (and key (eq (node-kind name) :list)) (second (children name)) name)))
      (bind :variable supplied
            (if (and pattern (eq (node-kind pattern) :list))
                (walk-lambda-list pattern scope)
                (bind :variable pattern scope (and key (eq pattern name) "(:~A ~A)")))))))

(defun walk-specialized-parameter (node scope)
  "Returns SCOPE with the variable of NODE, (NAME CLASS) of a method."
  (destructuring-bind (&optional name class &rest more) (children node)
    (declare (ignore more))
    (cond ((null class))
          ((equalp (operator-name class) "eql") (walk-all (rest (children class)) scope))
          (t (walk-type class scope)))
    (bind :variable name scope)))

(defun walk-let (nodes scope &key sequential)
  "Returns SCOPE with the variables of NODES, each NAME or (NAME VALUE STEP*). Each VALUE is walked in SCOPE, or with
the names before it; a STEP with all."
  (let ((inner scope))
    (dolist (node nodes)
      (if (eq (node-kind node) :list)
          (destructuring-bind (&optional name value &rest steps) (children node)
            (declare (ignore steps))
            (when value (walk value (if sequential inner scope)))
            (setq inner (bind :variable name inner)))
          (setq inner (bind :variable node inner))))
    (dolist (node nodes inner) (walk-all (cddr (children node)) inner))))

(defun walk-tagbody (nodes scope)
  "Walks NODES, tags and statements."
  (let ((inner scope))
    (dolist (node nodes) (setq inner (bind :tag node inner)))
    (dolist (node nodes) (unless (plain-name-p node) (walk node inner)))))

(defun walk-function (rest scope &optional (walk-required #'walk-lambda-list))
  "Walks REST, lambda list and body of a function."
  (walk-all (rest rest) (walk-lambda-list (first rest) scope walk-required)))

(defun with-block (name means scope)
  "Returns SCOPE with the block that a function has by its NAME, a node or NIL. MEANS: its binding, or :GLOBAL."
  (if (plain-name-p name)
      (cons (make-binding :block (node-name name) name means) scope)
      scope))

;;; Queries.

(defun names (document item)
  "Returns the uses of names in ITEM, in the order of the text."
  (when (eq (item-names item) :unknown)
    (let ((*uses* '()) (*doubtful* nil) (*calls* '()) (*expansions* (if (listp (item-expansions item)) (item-expansions item) '())))
      (dolist (node (nodes document item)) (walk node '()))
      (setf (item-calls item) *calls*
            (item-names item) (stable-sort (nreverse *uses*) #'< :key (lambda (use) (node-start (use-node use)))))))
  (item-names item))

(defun use-at (document item position)
  "Returns the use of a name in ITEM that POSITION is in, or directly after; NIL if there is none."
  (let ((at (- position (item-start item))))
    (find-if (lambda (use) (<= (node-start (use-node use)) at (node-end (use-node use)))) (names document item) :from-end t)))

(defun global-uses (name)
  "Returns the uses of the global NAME in all open documents: a list of (DOCUMENT ITEM USE)."
  (let ((found '()) (name (bare-name name)))
    (loop for document being the hash-values of *documents*
          do (dolist (item (document-items document))
               (when (search name (document-text document) :start2 (item-start item) :end2 (item-end item) :test #'char-equal)
                 (dolist (use (names document item))
                   (when (and (null (use-binding use)) (like-p name (bare-name (node-name (use-node use)))))
                     (push (list document item use) found))))))
    (nreverse found)))
