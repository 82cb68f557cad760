;;; Walks the standard's operators that bind names or do not evaluate all their arguments.

(in-package "TESSERA-LANGUAGE-SERVER")

(defmacro define-walker (names (rest scope) &body body)
  "(define-walker NAMES (REST SCOPE) form*): defines how the operands of the operators NAMES, the list of nodes REST,
are walked in SCOPE."
  `(dolist (name ',names)
     (setf (gethash name *walkers*) (lambda (,rest ,scope) (declare (ignorable ,rest ,scope)) ,@body))))

(defun walk-first (nodes scope)
  "Walks the first of NODES, if there is one. Returns the others."
  (when nodes (walk (first nodes) scope))
  (rest nodes))

;;; Variables.

(define-walker ("let" "symbol-macrolet") (rest scope)
  (walk-all (rest rest) (walk-let (children (first rest)) scope)))
(define-walker ("let*") (rest scope)
  (walk-all (rest rest) (walk-let (children (first rest)) scope :sequential t)))
(define-walker ("prog") (rest scope)
  (walk-tagbody (rest rest) (walk-let (children (first rest)) scope)))
(define-walker ("prog*") (rest scope)
  (walk-tagbody (rest rest) (walk-let (children (first rest)) scope :sequential t)))

(defun walk-do (rest inner)
  "Walks REST, the end and the statements of a loop, in INNER."
  (walk-all (children (first rest)) inner)
  (walk-tagbody (rest rest) inner))

(define-walker ("do") (rest scope) (walk-do (rest rest) (walk-let (children (first rest)) scope)))
(define-walker ("do*") (rest scope) (walk-do (rest rest) (walk-let (children (first rest)) scope :sequential t)))

(define-walker ("dolist" "dotimes" "do-symbols" "do-external-symbols" "do-all-symbols") (rest scope)
  (destructuring-bind (&optional name &rest more) (children (first rest))
    (let ((inner (progn (walk-all (butlast more (if (rest more) 1 0)) scope) (bind :variable name scope))))
      (walk-all (rest more) inner)      ; the result
      (walk-tagbody (rest rest) inner))))
(define-walker ("with-open-file" "with-input-from-string" "with-output-to-string" "with-open-stream") (rest scope)
  (destructuring-bind (&optional name &rest more) (children (first rest))
    (walk-all more scope)
    (walk-all (rest rest) (bind :variable name scope))))

(define-walker ("multiple-value-bind") (rest scope)
  (walk-all (walk-first (rest rest) scope) (walk-let (children (first rest)) scope)))
(define-walker ("multiple-value-setq") (rest scope)
  (dolist (name (children (first rest))) (walk-variable name scope))
  (walk-all (rest rest) scope))
(define-walker ("destructuring-bind") (rest scope)
  (walk-all (walk-first (rest rest) scope) (walk-lambda-list (first rest) scope)))

(define-walker ("with-slots") (rest scope)
  (let ((body (walk-first (rest rest) scope)))
    (dolist (entry (children (first rest)))
      (cond ((eq (node-kind entry) :name) (setq scope (bind :variable entry scope "(~1@*~A ~0@*~A)")))
            (t (dolist (slot (rest (children entry))) (note-use slot :slot nil))
               (setq scope (bind :variable (first (children entry)) scope)))))
    (walk-all body scope)))
(define-walker ("with-accessors") (rest scope)
  (let ((body (walk-first (rest rest) scope)))
    (dolist (entry (children (first rest)))
      (dolist (accessor (rest (children entry))) (walk-function-name accessor '())))
    (dolist (entry (children (first rest)))
      (setq scope (bind :variable (first (children entry)) scope)))
    (walk-all body scope)))
(define-walker ("print-unreadable-object") (rest scope)
  (walk-all (children (first rest)) scope)
  (walk-all (rest rest) scope))

;;; Functions, blocks and tags.

(define-walker ("lambda") (rest scope) (walk-function rest scope))
(define-walker ("named-lambda") (rest scope) (walk-function (rest rest) (with-block (first rest) nil scope)))
(define-walker ("function") (rest scope)
  (dolist (node rest)
    (if (or (eq (node-kind node) :name) (equalp (operator-name node) "setf"))
        (walk-function-name node scope)
        (walk node scope))))

(defun bind-functions (nodes scope)
  "Returns SCOPE with the names of NODES, definitions as in FLET."
  (dolist (node nodes scope)
    (setq scope (bind :function (first (children node)) scope))))

(defun walk-local-functions (nodes scope inner)
  "Walks NODES, definitions as in FLET, in SCOPE; in INNER they are bound."
  (dolist (node nodes)
    (let ((name (first (children node))))
      (walk-function (rest (children node))
                     (with-block name (and (plain-name-p name) (bound :function (node-name name) inner)) scope)))))

(define-walker ("flet" "macrolet") (rest scope)
  (let ((inner (bind-functions (children (first rest)) scope)))
    (walk-local-functions (children (first rest)) scope inner)
    (walk-all (rest rest) inner)))
(define-walker ("labels") (rest scope)
  (let ((inner (bind-functions (children (first rest)) scope)))
    (walk-local-functions (children (first rest)) inner inner)
    (walk-all (rest rest) inner)))

(define-walker ("block") (rest scope) (walk-all (rest rest) (bind :block (first rest) scope)))
(define-walker ("return-from") (rest scope)
  (let ((block (and (plain-name-p (first rest)) (bound :block (node-name (first rest)) scope))))
    (when block
      (case (binding-means block)
        ((nil) (note-use (first rest) :block block))
        (:global (note-use (first rest) :function nil))
        (t (note-use (first rest) :function (binding-means block)))))
    (walk-all (rest rest) scope)))
(define-walker ("tagbody") (rest scope) (walk-tagbody rest scope))
(define-walker ("go") (rest scope)
  (let ((tag (and (plain-name-p (first rest)) (bound :tag (node-name (first rest)) scope))))
    (when tag (note-use (first rest) :tag tag))))

;;; Conditions, cases, types, declarations, data.

(define-walker ("handler-case" "restart-case") (rest scope)
  (dolist (clause (walk-first rest scope))
    (when (children clause)
      (walk-type (first (children clause)) scope)
      (walk-function (rest (children clause)) scope))))
(define-walker ("handler-bind" "restart-bind") (rest scope)
  (dolist (binding (children (first rest)))
    (when (children binding)
      (walk-type (first (children binding)) scope)
      (walk-all (rest (children binding)) scope)))
  (walk-all (rest rest) scope))
(define-walker ("with-simple-restart") (rest scope)
  (walk-all (rest (children (first rest))) scope)
  (walk-all (rest rest) scope))

(define-walker ("cond") (rest scope)
  (dolist (clause rest) (walk-all (children clause) scope)))
(define-walker ("case" "ecase" "ccase") (rest scope)
  (dolist (clause (walk-first rest scope))
    (when (children clause)
      (walk-data (first (children clause)) scope)
      (walk-all (rest (children clause)) scope))))
(define-walker ("typecase" "etypecase" "ctypecase") (rest scope)
  (dolist (clause (walk-first rest scope))
    (when (children clause)
      (walk-type (first (children clause)) scope)
      (walk-all (rest (children clause)) scope))))
(define-walker ("the") (rest scope)
  (when rest (walk-type (first rest) scope))
  (walk-all (rest rest) scope))
(define-walker ("check-type") (rest scope)
  (let ((behind (walk-first rest scope)))
    (when behind (walk-type (first behind) scope))
    (walk-all (rest behind) scope)))
(define-walker ("assert") (rest scope)
  (let ((behind (walk-first rest scope)))
    (walk-all (children (first behind)) scope)
    (walk-all (rest behind) scope)))

(define-walker ("declare" "declaim") (rest scope)
  (dolist (node rest) (walk-declaration node scope)))
(define-walker ("quote" "in-package") (rest scope) (dolist (node rest) (walk-data node scope)))
(define-walker ("eval-when") (rest scope) (walk-all (rest rest) scope))

;;; LOOP binds what stands after FOR, AS, WITH and INTO for the whole form.

(defun loop-keyword-p (node &rest names)
  "True if NODE is one of the keywords NAMES of LOOP."
  (and node (eq (node-kind node) :name) (null (node-prefix node)) (member (string-left-trim ":" (node-name node)) names :test #'like-p)))

(defun bind-pattern (node scope)
  "Returns SCOPE with the names in NODE, a name or a tree of names."
  (if (eq (node-kind node) :list)
      (dolist (child (children node) scope) (setq scope (bind-pattern child scope)))
      (bind :variable node scope)))

(defun bind-loop-names (rest scope)
  "Returns two values: SCOPE with the names that the LOOP of REST binds, and the nodes of those names."
  (let ((binders '()))
    (flet ((take (node) (push node binders) node))
      (loop for (node next) on rest
            when next
              do (cond ((member node binders))
                       ((or (loop-keyword-p node "for" "as" "with" "into") (and (loop-keyword-p node "and") (not (loop-word-p next))))
                        (setq scope (bind-pattern (take next) scope)))
                       ((loop-keyword-p node "named") (setq scope (bind :block (take next) scope)))
                       ((loop-keyword-p node "using") (setq scope (bind :variable (second (children (take next))) scope))))))
    (values scope binders)))

(define-walker ("loop") (rest scope)
  (multiple-value-bind (inner binders) (bind-loop-names rest scope)
    (loop for before = nil then node
          for node in rest
          do (cond ((member node binders))
                   ((loop-keyword-p before "of-type") (walk-type node inner))
                   ((and (plain-name-p node) (not (bound :variable (node-name node) inner)) (loop-word-p node)))
                   (t (walk node inner))))))

(defun loop-word-p (node)
  "True if NODE is a keyword of LOOP."
  (loop-keyword-p node "for" "as" "with" "and" "into" "in" "on" "from" "downfrom" "upfrom" "to" "below" "above" "downto" "upto" "by" "across" "being"
                  "each" "the" "of" "using" "hash-key" "hash-keys" "hash-value" "hash-values" "symbol" "symbols" "present-symbols" "external-symbols"
                  "then" "=" "do" "doing" "collect" "collecting" "append" "appending" "nconc" "nconcing" "sum" "summing" "count" "counting" "maximize"
                  "maximizing" "minimize" "minimizing" "while" "until" "always" "never" "thereis" "repeat" "if" "when" "unless" "else" "end" "finally"
                  "initially" "named" "return" "it" "of-type" "fixnum" "float" "t" "nil"))

;;; Definitions.

(defun space-of-kind (kind)
  "Returns the space of names of definitions of KIND, as in USE."
  (case kind
    ((:function :macro :generic :method :compiler-macro :place) :function)
    ((:variable :constant) :variable)
    ((:structure :class :condition :type) :class)
    (:package :package)
    (t :other)))

(defun note-definition (node space)
  "Notes that NODE, NAME or (SETF NAME) or NIL, is defined."
  (let ((name (and node (name-node-of node))))
    (when (and name (not (keyword-name-p (node-name name)))) (note-use name :binding nil :space space))))

(defun walk-definition (operator rest scope)
  "Walks REST, the operands of OPERATOR, which defines a name."
  (let* ((kind (defined-kind operator)) (name (first rest)) (behind (rest rest)) (inner (with-block (and name (name-node-of name)) :global scope)))
    (note-definition name (space-of-kind kind))
    (case kind
      ((:function :macro :type :compiler-macro)
       (if (like-p operator "define-modify-macro")
           (progn (walk-lambda-list (first behind) scope)
                  (when (second behind) (walk-function-name (second behind) scope)))
           (walk-function behind inner)))
      (:place (walk-place-definition operator behind inner))
      (:method (walk-method behind inner))
      (:generic (walk-lambda-list (first behind) scope)
       (dolist (option (rest behind))
         (if (equalp (operator-name option) ":method") (walk-method (rest (children option)) inner) (walk-data option scope))))
      ((:variable :constant) (walk-all behind scope))
      ((:class :condition) (walk-class behind scope))
      (:structure (walk-structure-options (rest (children name)) scope) (dolist (node behind) (walk-slot node scope)))
      (:package (walk-package-options name behind))
      (t (let ((*doubtful* (not (find-symbol (string-upcase operator) "COMMON-LISP"))) (parameters (first behind)))
           (if (and parameters (eq (node-kind parameters) :list) (rest behind))
               (walk-function behind inner)
               (walk-all behind scope)))))))

(defun walk-method (behind scope)
  "Walks BEHIND, qualifiers, lambda list and body of a method."
  (walk-function (member :list behind :key #'node-kind) scope #'walk-specialized-parameter))

(defun walk-place-definition (operator behind scope)
  "Walks BEHIND, the operands after the name in DEFSETF or DEFINE-SETF-EXPANDER."
  (cond ((not (like-p operator "defsetf")) (walk-function behind scope))
        ((and behind (eq (node-kind (first behind)) :list))
         (walk-all (cddr behind) (walk-let (children (second behind)) (walk-lambda-list (first behind) scope))))
        (behind (walk-function-name (first behind) scope))))

(defun walk-slot (node scope)
  "Walks NODE, a slot of a class or structure: NAME, (NAME OPTION VALUE ...) or (NAME INITFORM OPTION VALUE ...)."
  (note-definition node :slot)
  (let ((rest (rest (children node))))
    (unless (or (null rest) (and (eq (node-kind (first rest)) :name) (char= (char (node-name (first rest)) 0) #\:)))
      (setq rest (walk-first rest scope)))
    (loop for (option value) on rest by #'cddr
          when (and value (eq (node-kind option) :name))
            do (flet ((named (&rest names) (member (node-name option) names :test #'like-p)))
                 (cond ((named ":initform") (walk value scope))
                       ((named ":type") (walk-type value scope))
                       ((named ":accessor" ":reader" ":writer") (note-definition value :function)))))))

(defun walk-class (behind scope)
  "Walks BEHIND, superclasses, slots and options."
  (destructuring-bind (&optional supers slots &rest options) behind
    (dolist (super (children supers)) (walk-type super scope))
    (dolist (slot (children slots)) (walk-slot slot scope))
    (dolist (option options)
      (let ((rest (rest (children option))))
        (cond ((member (operator-name option) '(":default-initargs" ":report") :test #'equalp) (walk-all rest scope))
              ((equalp (operator-name option) ":metaclass") (dolist (node rest) (walk-type node scope)))
              (t (dolist (node rest) (walk-data node scope))))))))

(defun walk-structure-options (options scope)
  "Walks the OPTIONS of a structure."
  (dolist (option options)
    (let ((rest (rest (children option))))
      (flet ((named (&rest names) (member (operator-name option) names :test #'equalp)))
        (cond ((null rest))
              ((named ":include")
               (walk-type (first rest) scope)
               (dolist (slot (rest rest)) (walk-slot slot scope)))
              ((named ":constructor" ":copier" ":predicate")
               (unless (and (plain-name-p (first rest)) (like-p (node-name (first rest)) "nil")) (note-definition (first rest) :function))
               (dolist (node (rest rest)) (walk-data node scope)))
              ((named ":print-function" ":print-object")
               (if (eq (node-kind (first rest)) :name) (walk-function-name (first rest) scope) (walk (first rest) scope))))))))

(defun walk-package-options (name options)
  "Notes the symbols that OPTIONS of the package NAME, a node, name."
  (dolist (option options)
    (flet ((named (&rest names) (member (operator-name option) names :test #'equalp)))
      (let ((rest (rest (children option))))
        (cond ((named ":export" ":shadow" ":intern") (note-designators rest (and name (node-name name))))
              ((named ":import-from" ":shadowing-import-from")
               (note-designators (rest rest) (and rest (node-name (first rest))))))))))

(defun note-designators (nodes package)
  "Notes NODES, which designate symbols of PACKAGE. When one is renamed, a string stays a string, in upper case, and a
keyword a keyword."
  (dolist (node nodes)
    (when (node-name node)
      (let ((bare (make-node :name (node-start node) (node-end node) nil)) (name (node-name node)))
        (setf (node-name bare) (string-left-trim "#:" name))
        (note-use bare :data nil :home package
                                 :form (cond ((eq (node-kind node) :string) "\"~*~:@(~A~)\"")
                                             ((keyword-name-p name) (if (char= (char name 0) #\#) "#:~*~A" ":~*~A"))))))))
