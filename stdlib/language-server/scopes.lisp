;;; What each name in an item is: a variable or function that is bound around it, or something global (module language-server).
;;;
;;; The text is walked as the evaluator would take the standard's operators, without macros being expanded. What a program's own macro does with
;;; its arguments is not known: names in them are taken as of expressions, and marked.

(in-package "TESSERA-LANGUAGE-SERVER")

(defstruct (binding (:constructor make-binding (kind name node)) (:copier nil))
  "A local variable or function. NODE is where it is bound; USES are the nodes that mean it, that one among them."
  kind name node (uses '()))

(defstruct (use (:constructor make-use (node role binding doubtful)) (:copier nil))
  "A NODE with a name. ROLE: :VARIABLE, :FUNCTION, :DATA (quoted, or in a template) or :BINDING. BINDING: what it means, or NIL if that is global.
DOUBTFUL: it stands in the call of a macro that is not the standard's."
  node role binding doubtful)

(defvar *uses* '() "What the walk has found, the last first.")
(defvar *doubtful* nil "True in the call of a macro of which nothing is known.")

(defun note-use (node role binding)
  (when binding (push node (binding-uses binding)))
  (push (make-use node role binding *doubtful*) *uses*))

(defun bind (kind node scope)
  "SCOPE with the name NODE bound in it."
  (if (and node (eq (node-kind node) :name) (not (find (char (node-name node) 0) ":&")))
      (let ((binding (make-binding kind (node-name node) node)))
        (note-use node :binding binding)
        (cons binding scope))
      scope))

(defun bound (kind name scope)
  (find-if (lambda (binding) (and (eq (binding-kind binding) kind) (like-p (binding-name binding) name))) scope))

(defun quoted-p (node) (let ((prefix (node-prefix node))) (and prefix (string= prefix "'"))))
(defun template-p (node) (let ((prefix (node-prefix node))) (and prefix (char= (char prefix 0) #\`))))
(defun comma-p (node) (let ((prefix (node-prefix node))) (and prefix (find #\, prefix) t)))
(defun function-p (node) (let ((prefix (node-prefix node))) (and prefix (string= prefix "#'"))))

(defun walk-data (node scope)
  "Notes the names in NODE, data or a template; what stands behind a comma is evaluated in SCOPE."
  (cond ((comma-p node) (walk-plain node scope))
        ((eq (node-kind node) :name) (note-use node :data nil))
        (t (dolist (child (node-children node)) (walk-data child scope)))))

(defun walk (node scope)
  "Notes the names in NODE, an expression in SCOPE, a list of bindings."
  (cond ((or (quoted-p node) (template-p node)) (walk-data node scope))
        ((and (function-p node) (eq (node-kind node) :name))
         (note-use node :function (bound :function (node-name node) scope)))
        (t (walk-plain node scope))))

(defun walk-plain (node scope)
  "As WALK, whatever stands before NODE."
  (case (node-kind node)
    (:name (unless (char= (char (node-name node) 0) #\:)
             (note-use node :variable (bound :variable (node-name node) scope))))
    (:list (walk-list node scope))))

(defun walk-all (nodes scope)
  (dolist (node nodes) (walk node scope)))

(defun walk-list (node scope)
  (destructuring-bind (&optional first &rest rest) (node-children node)
    (cond ((null first))
          ((and (eq (node-kind first) :name) (null (node-prefix first)))
           (let* ((name (node-name first)) (local (bound :function name scope)))
             (unless (char= (char name 0) #\:) (note-use first :function local))
             (cond (local (walk-all rest scope))
                   (t (walk-operator name (bare-name name) node rest scope)))))
          (t (walk first scope) (walk-all rest scope)))))

;;; The operators that bind names, or do not evaluate all their arguments.

(defvar *walkers* (make-hash-table :test 'equalp) "From names of operators to functions of the nodes behind them, and the scope.")

(defmacro define-walker (names (rest scope) &body body)
  `(dolist (name ',names)
     (setf (gethash name *walkers*) (lambda (,rest ,scope) (declare (ignorable ,rest ,scope)) ,@body))))

(defun known-operator-p (name)
  "True if NAME is of a function, or an operator or macro of the standard's, as far as is known."
  (let ((symbol (find-symbol (string-upcase name) "COMMON-LISP")))
    (or (and symbol (fboundp symbol))
        (not (macro-name-p name)))))

(defun macro-name-p (name)
  "True if NAME is of a macro that an open document defines, or of a library's."
  (or (some (lambda (found) (eq (fifth found) :macro)) (find-definitions name))
      (let ((symbol (tessera:symbol-named name))) (and symbol (macro-function symbol) t))))

(defun walk-operator (name bare node rest scope)
  (let ((walker (gethash bare *walkers*)))
    (cond (walker (funcall walker rest scope))
          ((defined-kind bare) (walk-definition bare rest scope))
          ((known-operator-p name) (walk-all rest scope))
          (t (let ((*doubtful* t)) (walk-all rest scope))))
    node))

(defun children (node) (if node (node-children node) '()))

(defun walk-lambda-list (node scope)
  "SCOPE with the parameters of the lambda list NODE; initial values are walked."
  (dolist (parameter (children node) scope)
    (cond ((eq (node-kind parameter) :name) (setq scope (bind :variable parameter scope)))
          ((eq (node-kind parameter) :list)
           (destructuring-bind (&optional first value supplied &rest more) (children parameter)
             (cond ((null first))
                   ((or more (and value (eq (node-kind value) :name) (null supplied) (not (eq (node-kind first) :list)) (node-prefix value)))
                    (walk-all (cdr (children parameter)) scope)
                    (setq scope (bind :variable first scope)))
                   (t (when value (walk value scope))
                      (setq scope (if (eq (node-kind first) :list)
                                      (walk-lambda-list first scope)
                                      (bind :variable first scope))
                            scope (if supplied (bind :variable supplied scope) scope)))))))))

(defun walk-method-lambda-list (node scope)
  "As WALK-LAMBDA-LIST; of required parameters (NAME CLASS) the class is a name of its own."
  (let ((required t))
    (dolist (parameter (children node) scope)
      (cond ((and (eq (node-kind parameter) :name) (char= (char (node-name parameter) 0) #\&)) (setq required nil))
            ((and required (eq (node-kind parameter) :list) (children parameter))
             (setq scope (bind :variable (first (children parameter)) scope))
             (dolist (class (rest (children parameter))) (walk-data class scope)))
            ((eq (node-kind parameter) :name) (setq scope (bind :variable parameter scope)))
            (t (setq scope (walk-lambda-list (make-parent (list parameter)) scope)))))))

(defun make-parent (nodes)
  (let ((node (make-node :list 0 0 nil)))
    (setf (node-children node) nodes)
    node))

(defun walk-function (rest scope)
  "Walk REST, lambda list and body of a function."
  (walk-all (rest rest) (walk-lambda-list (first rest) scope)))

(defun walk-definition (operator rest scope)
  "Walk REST, what stands behind OPERATOR, which defines a name."
  (let* ((name (and (first rest) (name-node-of (first rest)))) (kind (defined-kind operator)))
    (when name (note-use name :binding nil))
    (case kind
      ((:function :macro :type :place :compiler-macro)
       (if (and (second rest) (eq (node-kind (second rest)) :list))
           (walk-function (rest rest) scope)
           (walk-all (rest rest) scope)))
      (:method (let ((behind (member :list (rest rest) :key #'node-kind)))
                 (walk-all (rest behind) (walk-method-lambda-list (first behind) scope))))
      ((:variable :constant) (walk-all (rest rest) scope))
      ((:structure :class :condition :generic :package) (dolist (node (rest rest)) (walk-data node scope)))
      (t (let ((*doubtful* (not (find-symbol (string-upcase operator) "COMMON-LISP")))
               (parameters (second rest)))
           (if (and parameters (eq (node-kind parameters) :list) (cddr rest))
               (walk-function (rest rest) scope)
               (walk-all (rest rest) scope)))))))

(defun walk-bindings (nodes scope &key sequential (kind :variable))
  "SCOPE with what NODES, NAME or (NAME VALUE*), bind; the values are walked in SCOPE, or each with the names before it."
  (let ((inner scope))
    (dolist (node nodes inner)
      (case (node-kind node)
        (:name (setq inner (bind kind node inner)))
        (:list (walk-all (rest (children node)) (if sequential inner scope))
               (setq inner (bind kind (first (children node)) inner)))))))

(define-walker ("let" "prog" "do" "symbol-macrolet") (rest scope)
  (let* ((inner (walk-do-bindings (children (first rest)) scope nil))) (walk-do-steps (children (first rest)) inner) (walk-all (rest rest) inner)))
(define-walker ("let*" "prog*" "do*") (rest scope)
  (let* ((inner (walk-do-bindings (children (first rest)) scope t))) (walk-do-steps (children (first rest)) inner) (walk-all (rest rest) inner)))

(defun walk-do-bindings (nodes scope sequential)
  "As WALK-BINDINGS, of (NAME VALUE STEP): STEP is left."
  (walk-bindings (mapcar (lambda (node)
                           (if (cddr (children node))
                               (let ((copy (make-parent (list (first (children node)) (second (children node)))))) copy)
                               node))
                         nodes)
                 scope :sequential sequential))

(defun walk-do-steps (nodes scope)
  (dolist (node nodes) (walk-all (cddr (children node)) scope)))

(define-walker ("lambda") (rest scope) (walk-function rest scope))
(define-walker ("named-lambda") (rest scope) (walk-function (rest rest) scope))

(define-walker ("dolist" "dotimes" "do-symbols" "do-external-symbols" "do-all-symbols" "with-open-file" "with-input-from-string"
                "with-output-to-string" "with-open-stream" "do-generator")
    (rest scope)
  (destructuring-bind (&optional name &rest more) (children (first rest))
    (walk-all more scope)
    (walk-all (rest rest) (bind :variable name scope))))

(define-walker ("multiple-value-bind") (rest scope)
  (when (second rest) (walk (second rest) scope))
  (walk-all (cddr rest) (walk-bindings (children (first rest)) scope)))
(define-walker ("destructuring-bind") (rest scope)
  (when (second rest) (walk (second rest) scope))
  (walk-all (cddr rest) (walk-lambda-list (first rest) scope)))
(define-walker ("with-slots") (rest scope)
  (when (second rest) (walk (second rest) scope))
  (walk-all (cddr rest) (walk-bindings (children (first rest)) scope)))
(define-walker ("with-accessors") (rest scope)
  (when (second rest) (walk (second rest) scope))
  (dolist (entry (children (first rest))) (dolist (accessor (rest (children entry))) (note-use accessor :function nil)))
  (walk-all (cddr rest)
            (let ((inner scope))
              (dolist (entry (children (first rest)) inner) (setq inner (bind :variable (first (children entry)) inner))))))

(define-walker ("flet" "macrolet") (rest scope)
  (dolist (function (children (first rest))) (walk-function (rest (children function)) scope))
  (walk-all (rest rest) (bind-functions (children (first rest)) scope)))
(define-walker ("labels") (rest scope)
  (let ((inner (bind-functions (children (first rest)) scope)))
    (dolist (function (children (first rest))) (walk-function (rest (children function)) inner))
    (walk-all (rest rest) inner)))

(defun bind-functions (nodes scope)
  (dolist (node nodes scope)
    (when (children node) (setq scope (bind :function (first (children node)) scope)))))

(define-walker ("handler-case" "restart-case") (rest scope)
  (when (first rest) (walk (first rest) scope))
  (dolist (clause (rest rest))
    (when (children clause)
      (walk-data (first (children clause)) scope)
      (walk-function (rest (children clause)) scope))))

(define-walker ("cond") (rest scope)
  (dolist (clause rest) (walk-all (children clause) scope)))
(define-walker ("case" "ecase" "ccase" "typecase" "etypecase" "ctypecase") (rest scope)
  (when (first rest) (walk (first rest) scope))
  (dolist (clause (rest rest))
    (when (children clause)
      (walk-data (first (children clause)) scope)
      (walk-all (rest (children clause)) scope))))

(define-walker ("quote") (rest scope) (dolist (node rest) (walk-data node scope)))
(define-walker ("declare" "declaim" "in-package" "go") (rest scope)
  (dolist (node rest) (walk-data node scope)))
(define-walker ("block" "return-from" "the" "eval-when") (rest scope)
  (when (first rest) (walk-data (first rest) scope))
  (walk-all (rest rest) scope))
(define-walker ("function") (rest scope)
  (dolist (node rest)
    (if (eq (node-kind node) :name)
        (note-use node :function (bound :function (node-name node) scope))
        (walk node scope))))

;;; LOOP binds what stands behind FOR, AS, WITH and INTO for the whole form.

(defun loop-keyword-p (node &rest names)
  (and node (eq (node-kind node) :name) (member (string-left-trim ":" (node-name node)) names :test #'like-p)))

(define-walker ("loop") (rest scope)
  (let ((inner scope) (binders '()))
    (loop for (node next) on rest
          when (and next (or (loop-keyword-p node "for" "as" "with" "and") (loop-keyword-p node "into")))
            do (push next binders)
               (setq inner (if (eq (node-kind next) :list) (walk-lambda-list next inner) (bind :variable next inner))))
    (dolist (node rest)
      (unless (or (member node binders)
                  (and (eq (node-kind node) :name) (null (node-prefix node)) (not (bound :variable (node-name node) inner)) (loop-word-p node)))
        (walk node inner)))))

(defun loop-word-p (node)
  (loop-keyword-p node "for" "as" "with" "and" "into" "in" "on" "from" "downfrom" "upfrom" "to" "below" "above" "downto" "upto" "by" "across" "being"
                  "each" "the" "of" "using" "hash-key" "hash-keys" "hash-value" "hash-values" "symbol" "symbols" "present-symbols" "external-symbols"
                  "then" "=" "do" "doing" "collect" "collecting" "append" "appending" "nconc" "nconcing" "sum" "summing" "count" "counting" "maximize"
                  "maximizing" "minimize" "minimizing" "while" "until" "always" "never" "thereis" "repeat" "if" "when" "unless" "else" "end" "finally"
                  "initially" "named" "return" "it" "of-type" "fixnum" "float" "t" "nil"))

;;; What is asked.

(defun names (document item)
  "The uses of names in ITEM, in the order of the text."
  (when (eq (item-names item) :unknown)
    (let ((*uses* '()) (*doubtful* nil))
      (dolist (node (nodes document item)) (walk node '()))
      (setf (item-names item) (sort *uses* #'< :key (lambda (use) (node-start (use-node use)))))))
  (item-names item))

(defun use-at (document item position)
  "The use of a name in ITEM that POSITION is in, or directly behind; NIL if there is none."
  (let ((at (- position (item-start item))))
    (find-if (lambda (use) (<= (node-start (use-node use)) at (node-end (use-node use)))) (names document item) :from-end t)))

(defun global-uses (name)
  "The uses of the global NAME in all open documents: a list of (DOCUMENT ITEM USE)."
  (let ((found '()) (name (bare-name name)))
    (loop for document being the hash-values of *documents*
          do (dolist (item (document-items document))
               (when (search name (document-text document) :start2 (item-start item) :end2 (item-end item) :test #'char-equal)
                 (dolist (use (names document item))
                   (when (and (null (use-binding use)) (like-p name (bare-name (node-name (use-node use)))))
                     (push (list document item use) found))))))
    (nreverse found)))
