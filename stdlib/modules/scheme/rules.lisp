;;; SYNTAX-RULES: patterns, templates, and expansions (Scheme's expander).

(in-package "TESSERA-SCHEME")

(defun core-named-p (identifier scope name)
  "True if IDENTIFIER stands for the core form NAME in SCOPE."
  (let ((denotation (denotation identifier scope)))
    (and (core-p denotation) (string= (core-name denotation) name))))

(defun parse-rules (form scope name)
  "Returns the macro that FORM, (syntax-rules ...), makes in SCOPE."
  (unless (and (consp form) (identifier-p (car form)) (core-named-p (car form) scope "syntax-rules"))
    (syntax-failure form "the transformer of a macro is not a form of syntax-rules"))
  (check-form form 1 t)
  (let ((ellipsis nil) (rest (cdr form)))
    (when (identifier-p (car rest)) (setq ellipsis (pop rest)))
    (unless (and rest (list-p (car rest)) (every #'identifier-p (car rest)))
      (syntax-failure form "the literals of syntax-rules are not a list of identifiers"))
    (let ((macro (make-macro name scope ellipsis (car rest) '())))
      (setf (macro-rules macro) (mapcar (lambda (rule) (checked-rule rule macro)) (cdr rest)))
      macro)))

(defun checked-rule (rule macro)
  "Returns the list of the pattern of RULE without its keyword, its template and its variables; signals an error if RULE
is malformed."
  (unless (and (eql (tessera::%proper-length rule) 2) (consp (car rule)))
    (syntax-failure rule "a rule is not a list of a pattern and a template"))
  (let ((variables (pattern-variables (cdar rule) macro 0)))
    (loop for ((variable) . rest) on variables
          do (when (assoc variable rest :test #'eq)
               (syntax-failure rule "the variable ~A stands twice in a pattern" (identifier-name variable))))
    (check-template (cadr rule) variables macro 0)
    (list (cdar rule) (cadr rule) variables)))

(defun ellipsis-p (object macro)
  "True if OBJECT is the ellipsis of MACRO."
  (and (identifier-p object)
       (not (member object (macro-literals macro) :test #'eq))
       (if (macro-ellipsis macro)
           (eq object (macro-ellipsis macro))
           (core-named-p object (macro-scope macro) "..."))))

(defun literal-p (object macro)
  "True if OBJECT is one of the literals of MACRO."
  (member object (macro-literals macro) :test #'eq))

(defun wildcard-p (object macro)
  "True if OBJECT is the identifier _ in MACRO."
  (core-named-p object (macro-scope macro) "_"))

;;; Patterns.

(defun pattern-variables (pattern macro depth)
  "Returns an alist of the variables of PATTERN and the number of ellipses that each is under."
  (cond ((identifier-p pattern)
         (cond ((ellipsis-p pattern macro) (syntax-failure pattern "a misplaced ellipsis in a pattern"))
               ((or (literal-p pattern macro) (wildcard-p pattern macro)) '())
               (t (list (cons pattern depth)))))
        ((simple-vector-p pattern) (pattern-variables (coerce pattern 'list) macro depth))
        ((consp pattern)
         (let ((variables '()) (ellipses 0))
           (loop while (consp pattern)
                 do (let ((element (pop pattern)))
                      (cond ((and (consp pattern) (ellipsis-p (car pattern) macro))
                             (pop pattern)
                             (when (> (incf ellipses) 1) (syntax-failure pattern "two ellipses in one list of a pattern"))
                             (setq variables (append (pattern-variables element macro (1+ depth)) variables)))
                            (t (setq variables (append (pattern-variables element macro depth) variables))))))
           (if pattern (append (pattern-variables pattern macro depth) variables) variables)))
        (t '())))

(defun check-template (template variables macro depth)
  "Signals an error if variables of TEMPLATE are under too few ellipses, or ellipses have nothing to repeat."
  (cond ((identifier-p template)
         (let ((known (assoc template variables :test #'eq)))
           (when (and known (> (cdr known) depth))
             (syntax-failure template "the variable ~A needs an ellipsis in the template" (identifier-name template)))))
        ((simple-vector-p template) (check-template (coerce template 'list) variables macro depth))
        ((not (consp template)))
        ((ellipsis-p (car template) macro)
         (unless (and (consp (cdr template)) (null (cddr template))) (syntax-failure template "a misplaced ellipsis in a template")))
        (t (loop while (consp template)
                 do (let ((element (pop template)) (more 0))
                      (loop while (and (consp template) (ellipsis-p (car template) macro)) do (pop template) (incf more))
                      (when (and (plusp more) (notany (lambda (known) (plusp (cdr known)))
                                                      (template-variables element variables)))
                        (syntax-failure element "an ellipsis in a template has nothing to repeat"))
                      (check-template element variables macro (+ depth more))))
           (when template (check-template template variables macro depth)))))

(defun template-variables (template variables)
  "Returns the entries of VARIABLES that TEMPLATE uses."
  (cond ((identifier-p template)
         (let ((known (assoc template variables :test #'eq))) (and known (list known))))
        ((simple-vector-p template) (template-variables (coerce template 'list) variables))
        ((consp template) (let ((all '()))
                            (loop while (consp template) do (setq all (append (template-variables (pop template) variables) all)))
                            (if template (append (template-variables template variables) all) all)))
        (t '())))

(defun match (pattern form macro scope bindings)
  "Returns BINDINGS, an alist, with the variables of PATTERN bound to parts of FORM; or :NO if that does not match."
  (loop
    (cond ((identifier-p pattern)
           (return (cond ((literal-p pattern macro)
                          (if (and (identifier-p form) (same-meaning-p form scope pattern (macro-scope macro))) bindings :no))
                         ((wildcard-p pattern macro) bindings)
                         (t (acons pattern form bindings)))))
          ((consp pattern)
           (if (and (consp (cdr pattern)) (ellipsis-p (cadr pattern) macro))
               (return (match-ellipsis pattern form macro scope bindings))
               (progn
                 (unless (consp form) (return :no))
                 (setq bindings (match (car pattern) (car form) macro scope bindings))
                 (when (eq bindings :no) (return :no))
                 (setq pattern (cdr pattern) form (cdr form)))))
          ((null pattern) (return (if (null form) bindings :no)))
          ((simple-vector-p pattern)
           (return (if (simple-vector-p form)
                       (match (coerce pattern 'list) (coerce form 'list) macro scope bindings)
                       :no)))
          (t (return (if (equal-p pattern form) bindings :no))))))

(defun conses-of (form)
  "Returns the number of conses in the spine of FORM, a list that may end in any object."
  (let ((count 0))
    (loop while (consp form) do (incf count) (setq form (cdr form)))
    count))

(defun match-ellipsis (pattern form macro scope bindings)
  "Implements MATCH for PATTERN, which begins with an element and the ellipsis."
  (let* ((element (car pattern)) (behind (cddr pattern))
         (count (- (conses-of form) (conses-of behind)))
         (variables (pattern-variables element macro 0))
         (matches '()))
    (when (minusp count) (return-from match-ellipsis :no))
    (dotimes (i count)
      (let ((one (match element (pop form) macro scope '())))
        (when (eq one :no) (return-from match-ellipsis :no))
        (push one matches)))
    (setq matches (nreverse matches))
    (loop for (variable) in variables
          do (push (cons variable (loop for one in matches collect (cdr (assoc variable one :test #'eq)))) bindings))
    (match behind form macro scope bindings)))

;;; Templates.

(defun instantiate (template bindings variables macro rename)
  "Returns the datum that TEMPLATE makes with BINDINGS. RENAME is a function that returns the alias of an identifier."
  (labels ((make (template bindings depths escaped)
             (cond ((identifier-p template)
                    (let ((binding (assoc template bindings :test #'eq)))
                      (if binding (cdr binding) (funcall rename template))))
                   ((consp template)
                    (if (and (not escaped) (ellipsis-p (car template) macro) (consp (cdr template)))
                        (make (cadr template) bindings depths t)
                        (make-list-of template bindings depths escaped)))
                   ((simple-vector-p template) (coerce (make (coerce template 'list) bindings depths escaped) 'simple-vector))
                   (t template)))
           (make-list-of (template bindings depths escaped)
             (let ((items '()))
               (loop while (and (consp template) (not (and (not escaped) items (ellipsis-p (car template) macro))))
                     do (let ((element (pop template)) (more 0))
                          (unless escaped
                            (loop while (and (consp template) (ellipsis-p (car template) macro)) do (pop template) (incf more)))
                          (if (zerop more)
                              (push (make element bindings depths escaped) items)
                              (setq items (revappend (repeat element bindings depths more) items)))))
               (nreconc items (if template (make template bindings depths escaped) template))))
           (repeat (element bindings depths more)
             (let* ((used (remove-if-not (lambda (known) (plusp (cdr known))) (template-variables element depths)))
                    (lists (loop for (variable) in used collect (cdr (assoc variable bindings :test #'eq))))
                    (inner (append (loop for (variable . depth) in used collect (cons variable (1- depth))) depths))
                    (count (loop for list in lists maximize (length list)))
                    (results '()))
               (unless (every (lambda (list) (= (length list) count)) lists)
                 (syntax-failure element "variables under one ellipsis have matched different numbers of forms"))
               (dotimes (i count)
                 (let ((now (append (loop for (variable) in used
                                          for list in lists
                                          collect (cons variable (car list)))
                                    bindings)))
                   (setq lists (mapcar #'cdr lists))
                   (if (= more 1)
                       (push (make element now inner nil) results)
                       (setq results (revappend (repeat element now inner (1- more)) results)))))
               (nreverse results))))
    (make template bindings variables nil)))

(defun transcribe (form macro scope)
  "Returns the expansion of FORM, a use of MACRO in SCOPE."
  (dolist (rule (macro-rules macro)
                (syntax-failure form "no rule of the macro ~A fits" (macro-name macro)))
    (destructuring-bind (pattern template variables) rule
      (let ((bindings (match pattern (cdr form) macro scope '())))
        (unless (eq bindings :no)
          (let ((aliases '()))
            (return (instantiate template bindings variables macro
                                 (lambda (identifier)
                                   (cdr (or (assoc identifier aliases :test #'eq)
                                            (first (push (cons identifier (make-alias identifier (macro-scope macro))) aliases)))))))))))))
