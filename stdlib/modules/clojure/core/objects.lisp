;;; Functions of clojure.core: references, tasks, vars, namespaces, classes, exceptions, hierarchies (module clojure).

(in-package "TESSERA-CLOJURE")

;;; References.

(defun set-options (reference options)
  "Sets what OPTIONS, keywords and values, say about REFERENCE. Returns it."
  (loop for (key value) on options by #'cddr
        do (case key
             (:|meta| (setf (reference-meta reference) (if (or (null value) (map-object-p value)) value (cast-fail value "clojure.lang.IPersistentMap"))))
             (:|validator| (setf (reference-validator reference) value))
             (:|min-history| (setf (ref-least reference) value))
             (:|max-history| (setf (ref-most reference) value))
             (:|error-handler| (setf (agent-handler reference) value (agent-mode reference) :|continue|))
             (:|error-mode| (setf (agent-mode reference) value))))
  reference)

(define "atom" (value &rest options) "Makes an atom with that value. Options: :meta, :validator."
  (let ((atom (set-options (%atom value) options))) (check-valid atom value) atom))
(define "swap!" (atom function &rest arguments) "Gives the atom what the function makes of its value and the arguments." (apply #'swap-atom atom function arguments))
(define "reset!" (atom value) "Gives the atom the value." (if (atom-object-p atom) (reset-atom atom value) (cast-fail atom "clojure.lang.IAtom")))
(define "swap-vals!" (atom function &rest arguments) "Changes the atom as swap! does. Returns a vector of the old value and the new one."
  (let ((old (atom-object-value atom))) (vector-of old (apply #'swap-atom atom function arguments))))
(define "reset-vals!" (atom value) "Changes the atom as reset! does. Returns a vector of the old value and the new one."
  (let ((old (atom-object-value atom))) (vector-of old (reset-atom atom value))))
(define-predicate "compare-and-set!" (atom old new) "Gives the atom the new value if it has the old one."
  (let ((value (atom-object-value atom)))
    (when (or (eq value old) (and (numberp value) (eql value old))) (reset-atom atom new) t)))
(define "add-watch" (reference key function) "Makes changes of the value call the function with the key, the reference, the old and the new value."
  (if (varp reference)
      (setf (var-watches reference) (assoc-of (var-watches reference) key function))
      (setf (reference-watches reference) (assoc-of (reference-watches reference) key function)))
  reference)
(define "remove-watch" (reference key) "Removes the watch of that key."
  (if (varp reference)
      (setf (var-watches reference) (dissoc-of (var-watches reference) key))
      (setf (reference-watches reference) (dissoc-of (reference-watches reference) key)))
  reference)
(define "set-validator!" (reference function) "Makes the function decide which values the reference may have."
  (let ((old (reference-validator reference)))
    (setf (reference-validator reference) function)
    (handler-bind ((error (lambda (failure) (declare (ignore failure)) (setf (reference-validator reference) old))))
      (check-valid reference (deref-of reference))))
  nil)
(define "get-validator" (reference) "Returns the function that decides which values the reference may have, or nil." (reference-validator reference))
(define "volatile!" (value) "Makes a volatile with that value." (%volatile value))
(define "vreset!" (volatile value) "Gives the volatile the value." (setf (volatile-value volatile) value))
(define "vswap!" (volatile function &rest arguments) "Gives the volatile what the function makes of its value."
  (setf (volatile-value volatile) (apply (callable function) (volatile-value volatile) arguments)))
(define "alter-meta!" (reference function &rest arguments) "Gives the reference the metadata that the function makes of its own."
  (set-meta reference (apply (callable function) (meta-of reference) arguments)))
(define "reset-meta!" (reference meta) "Gives the reference the metadata." (set-meta reference meta))

(defun set-meta (reference meta)
  "Makes META the metadata of REFERENCE."
  (typecase reference
    (reference (setf (reference-meta reference) meta))
    ((or var ns) (setf (with-meta-meta reference) meta))
    (t (cast-fail reference "clojure.lang.IReference"))))

(define "ref" (value &rest options) "Makes a ref with that value. Options: :meta, :validator, :min-history, :max-history."
  (let ((ref (set-options (make-ref value) options))) (check-valid ref value) ref))
(define "ref-set" (ref value) "Gives the ref the value, in a transaction." (set-ref ref value))
(define "alter" (ref function &rest arguments) "Gives the ref what the function makes of its value, in a transaction." (apply #'alter-ref ref function arguments))
(define "commute" (ref function &rest arguments) "Changes the ref as alter does; the function may be called once more when the transaction commits." (apply #'commute-ref ref function arguments))
(define "ensure" (ref) "Returns the ref's value, which no other transaction changes before this one has ended." (ensure-ref ref))
(define "ref-history-count" (ref) "Returns the number of older values of the ref." (- (length (ref-history ref)) 1))
(define "ref-min-history" (ref &optional (count nil count-p)) "Returns the least number of older values that the ref keeps, or sets it and returns the ref." (if count-p (progn (setf (ref-least ref) count) ref) (ref-least ref)))
(define "ref-max-history" (ref &optional (count nil count-p)) "Returns the maximum number of older values of the ref, or sets it and returns the ref." (if count-p (progn (setf (ref-most ref) count) ref) (ref-most ref)))

(define "agent" (value &rest options) "Makes an agent with that value. Options: :meta, :validator, :error-handler, :error-mode."
  (set-options (%agent value) options))
(define ("send" "send-off") (agent function &rest arguments) "Makes a task give the agent what the function makes of its value and the arguments. Returns the agent." (send-to agent function arguments))
(define "await" (&rest agents) "Waits until the agents have done what they were sent." (await-agents agents nil) nil)
(define-predicate "await-for" (milliseconds &rest agents) "Waits as await does, but not longer than the milliseconds. True if the agents have done all." (await-agents agents milliseconds))
(define "agent-error" (agent) "Returns the exception that stopped the agent, or nil." (agent-failure agent))
(define "restart-agent" (agent value &rest options) "Restarts an agent that failed, with the value. Option: :clear-actions."
  (unless (agent-failure agent) (throw-new "RuntimeException" "Agent does not need a restart"))
  (when (truth (getf options :|clear-actions|)) (setf (agent-queue agent) (tessera-continuations::%make-queue)))
  (setf (agent-failure agent) nil (agent-value agent) value)
  (start-agent agent)
  value)
(define "set-error-handler!" (agent function) "Makes exceptions in actions call the function with the agent and the exception." (setf (agent-handler agent) function) nil)
(define "set-error-mode!" (agent mode) "Makes the mode what an exception does: :fail or :continue." (setf (agent-mode agent) mode) nil)
(define "error-mode" (agent) "Returns the effect of an exception: :fail or :continue." (agent-mode agent))
(define "shutdown-agents" () "Does nothing: agents end with the program." nil)
(define "release-pending-sends" () "Sends at once what the running action has sent. Returns how many these were."
  (let ((sends (reverse *nested-sends*))) (setq *nested-sends* '()) (dolist (send sends) (funcall send)) (length sends)))

(define "promise" () "Makes a promise, which deliver gives its value." (%promise :promise))
(define "deliver" (promise value) "Gives the promise its value, if it has none." (if (settle promise :done value) promise nil))
(define "future-call" (function) "Makes a task that calls the function. Returns a future for what it returns." (start-future (callable function)))
(define-predicate "future-done?" (future) "True if the future has its value."
  (when (eq (promise-state future) :pending) (pass-turn))
  (not (eq (promise-state future) :pending)))
(define-predicate "future-cancel" (future) "Cancels the future, unless it is done." (settle future :cancelled nil))
(define-predicate "future-cancelled?" (future) "True if it was cancelled." (eq (promise-state future) :cancelled))
(define "make-delay" (function) "Makes a delay whose value is what the function returns." (%delay function))
(define "force" (object) "Returns the value of a delay; any other object is returned as it is." (if (delay-p object) (force-delay object) object))
(define "pass-turn" () "Runs other tasks for a turn." (pass-turn) nil)

;;; Vars and namespaces.

(define "var-get" (var) "Returns the value of the var." (var-value var))
(define "var-set" (var value) "Gives the var's innermost binding the value."
  (if (var-ns var) (set-dynamic (var-symbol var) value) (set (var-symbol var) value)))
(define "make-local-var" (value) "Makes a var of no namespace with that value: what with-local-vars binds."
  (let ((symbol (make-symbol "local"))) (set symbol value) (%var symbol "local" nil)))
(define-predicate "bound?" (&rest vars) "True if the vars have values." (every #'var-bound-p vars))
(define-predicate "thread-bound?" (&rest vars) "True if the vars are bound by binding."
  (every (lambda (var) (assoc (var-symbol var) *conveyed*)) vars))
(define "alter-var-root" (var function &rest arguments) "Gives the var what the function makes of its value."
  (let* ((old (var-value var)) (new (apply (callable function) old arguments)))
    (set-root var new)
    (notify-watches var old new)
    new))
(define "with-redefs-fn" (bindings function) "Calls the function while the vars, keys of a map, have other values."
  (let ((saved (mapcar (lambda (entry) (cons (vector-nth entry 0) (var-value (vector-nth entry 0)))) (list-of-seq bindings))))
    (unwind-protect (progn (do-seq (entry bindings) (set-root (vector-nth entry 0) (vector-nth entry 1)))
                           (funcall (callable function)))
      (loop for (var . value) in saved do (set-root var value)))))
(define "with-bindings*" (bindings function &rest arguments) "Calls the function while the dynamic vars, keys of a map, are bound."
  (let ((symbols (mapcar (lambda (entry) (var-symbol (vector-nth entry 0))) (list-of-seq bindings))))
    (let ((*conveyed* (append (mapcar #'bound-before symbols) *conveyed*)))
      (progv symbols (mapcar (lambda (entry) (vector-nth entry 1)) (list-of-seq bindings))
        (apply (callable function) arguments)))))
(define "resolve" (symbol) "Returns the var or class that the symbol stands for, or nil." (values (resolve-name (plain-symbol symbol))))
(define "ns-resolve" (ns symbol) "Returns the var or class that the symbol stands for in the namespace, or nil." (values (resolve-name (plain-symbol symbol) (the-ns ns))))
(define "find-var" (symbol) "Returns the var of that full name, or nil."
  (let ((ns (find-ns (or (symbol-namespace symbol) (throw-new "IllegalArgumentException" "Symbol must be namespace-qualified")))))
    (if ns (values (gethash (symbol-part symbol) (ns-mappings ns))) (throw-new "IllegalArgumentException" "No such namespace: ~A" (symbol-namespace symbol)))))
(define "intern" (ns name &optional (value nil value-p)) "Returns the var of that name in the namespace, made if need be, with the value if one is given."
  (let ((var (intern-var (the-ns ns) (text-of name)))) (when value-p (set-root var value)) var))

(defun the-ns (designator)
  "Returns DESIGNATOR, a namespace, or the one that a symbol names; throws if it does not exist."
  (cond ((nsp designator) designator)
        ((symbol-object-p designator)
         (or (find-ns (symbol-name (plain-symbol designator)))
             (throw-new "Exception" "No namespace: ~A found" (symbol-name (plain-symbol designator)))))
        (t (cast-fail designator "clojure.lang.Symbol"))))

(define "find-ns" (symbol) "Returns the namespace of that name, or nil." (find-ns (text-of symbol)))
(define "create-ns" (symbol) "Returns the namespace of that name, made if need be." (make-ns (text-of symbol)))
(define "the-ns" (designator) "Returns the namespace, or the one that a symbol names; throws if it does not exist." (the-ns designator))
(define "ns-name" (designator) "Returns the name of the namespace, a symbol." (symbol-of (ns-name (the-ns designator))))
(define "all-ns" () "Returns a list of all namespaces."
  (let ((all '())) (maphash (lambda (name ns) (declare (ignore name)) (push ns all)) *namespaces*) all))
(define "in-ns" (symbol) "Makes that namespace the current one." (setq *ns* (make-ns (text-of symbol))))

(defun mappings-as-map (ns test)
  "Returns a map from the names in NS to those of its mappings that pass TEST."
  (let ((map *empty-map*))
    (maphash (lambda (name thing) (when (funcall test thing) (setq map (map-assoc map (symbol-of name) thing)))) (ns-mappings ns))
    map))

(define "ns-publics" (ns) "Returns a map from names to the namespace's public vars."
  (let ((ns (the-ns ns))) (mappings-as-map ns (lambda (thing) (and (varp thing) (eq (var-ns thing) ns) (not (var-private thing)))))))
(define "ns-interns" (ns) "Returns a map from names to the namespace's own vars."
  (let ((ns (the-ns ns))) (mappings-as-map ns (lambda (thing) (and (varp thing) (eq (var-ns thing) ns))))))
(define "ns-map" (ns) "Returns a map of all that the namespace knows." (mappings-as-map (the-ns ns) (constantly t)))
(define "ns-aliases" (ns) "Returns a map from aliases to namespaces."
  (let ((map *empty-map*)) (maphash (lambda (name other) (setq map (map-assoc map (symbol-of name) other))) (ns-aliases (the-ns ns))) map))
(define "ns-unmap" (ns symbol) "Makes the namespace forget the name." (remhash (text-of symbol) (ns-mappings (the-ns ns))) nil)
(define "ns-unalias" (ns symbol) "Makes the namespace forget the alias." (remhash (text-of symbol) (ns-aliases (the-ns ns))) nil)
(define "alias" (name ns) "Makes the name one for the namespace." (setf (gethash (text-of name) (ns-aliases *ns*)) (the-ns ns)) nil)

(define "eval" (form) "Evaluates the form. Returns its value." (evaluate-form form))
(define "macroexpand-1" (form) "Returns the form, a call of a macro, expanded once; any other as it is." (values (macro-expansion form)))
(define "macroexpand" (form) "Returns the form expanded until it is not a call of a macro."
  (loop (multiple-value-bind (new expanded) (macro-expansion form) (if expanded (setq form new) (return form)))))

;;; Classes, exceptions, types.

(define "class" (object) "Returns the class of the object." (class-of-object object))
(define "type" (object) "Returns the :type of the object's metadata, or its class." (or (get-of (meta-of object) :|type| nil) (class-of-object object)))
(define-predicate "instance?" (class object) "True if the object is of the class."
  (if (jtypep class) (instance-of-p object class) (cast-fail class "java.lang.Class")))
(define "cast" (class object) "Returns the object; throws if it is not of the class."
  (if (or (null object) (instance-of-p object class)) object (throw-new "ClassCastException" "Cannot cast ~A to ~A" (class-name-of object) (jtype-name class))))
(define-predicate "satisfies?" (protocol object) "True if the protocol was extended to the object's type." (satisfies-p protocol object))
(define-predicate "extends?" (protocol class) "True if the protocol was extended to the class." (find-implementation protocol class))
(define "extend" (class &rest more) "Extends protocols, each followed by a map from keywords to functions, to the class."
  (loop for (protocol methods) on more by #'cddr
        do (extend-class protocol (extended-name class)
                         (mapcar (lambda (entry) (cons (symbol-name (vector-nth entry 0)) (callable (vector-nth entry 1)))) (list-of-seq methods))))
  nil)
(define "ex-info" (message data &optional cause) "Makes an exception with that message and data, a map."
  (unless (map-object-p data) (throw-new "IllegalArgumentException" "Additional data must be non-nil."))
  (make-condition 'throwable :class "ExceptionInfo" :message message :data data :cause cause))
(define "ex-data" (exception) "Returns the data of an exception that ex-info made, or nil." (and (typep exception 'condition) (exception-data exception)))
(define "ex-message" (exception) "Returns the message of an exception, or nil." (and (typep exception 'condition) (exception-message exception)))
(define "ex-cause" (exception) "Returns the cause of an exception, or nil." (and (typep exception 'condition) (exception-cause exception)))
(define "throw-assertion" (message) "Throws an AssertionError." (throw-new "AssertionError" "~A" message))

(define "get-method" (multifn value) "Returns the method for the dispatch value, or nil." (best-method multifn value))
(define "methods" (multifn) "Returns a map from dispatch values to the methods." (multifn-methods multifn))
(define "remove-method" (multifn value) "Removes the method for the dispatch value."
  (setf (multifn-methods multifn) (dissoc-of (multifn-methods multifn) value) (multifn-cache multifn) *empty-map*) multifn)
(define "remove-all-methods" (multifn) "Removes all methods."
  (setf (multifn-methods multifn) *empty-map* (multifn-cache multifn) *empty-map*) multifn)
(define "prefer-method" (multifn preferred other) "Makes the first dispatch value preferred to the other."
  (when (prefers-p multifn (deref-of (multifn-hierarchy multifn)) other preferred)
    (throw-new "IllegalStateException" "Preference conflict in multimethod '~A': ~A is already preferred to ~A"
               (multifn-name multifn) (written other) (written preferred)))
  (setf (multifn-preferences multifn)
        (assoc-of (multifn-preferences multifn) preferred
                  (set-conj (or (get-of (multifn-preferences multifn) preferred nil) *empty-set*) other))
        (multifn-cache multifn) *empty-map*)
  multifn)
(define "prefers" (multifn) "Returns a map from dispatch values to those that they are preferred to." (multifn-preferences multifn))

;;; Hierarchies: maps of :parents, :ancestors and :descendants, each a map from tags to sets.

(defun new-hierarchy ()
  "Makes a hierarchy without relations."
  (map-of :|parents| *empty-map* :|ancestors| *empty-map* :|descendants| *empty-map*))

(defvar *global-hierarchy* (%atom (new-hierarchy)) "The hierarchy of derive.")
(defun global-hierarchy ()
  "Returns the atom with the hierarchy that derive changes by default."
  *global-hierarchy*)

(define "make-hierarchy" () "Makes a hierarchy without relations." (new-hierarchy))

(defun descendants-in (hierarchy tag)
  "Returns the set of the descendants of TAG in HIERARCHY, or NIL."
  (get-of (get-of hierarchy :|descendants| nil) tag nil))

(defun with-relations (hierarchy relation tags others)
  "Returns HIERARCHY with OTHERS, a list, among what each of TAGS has by RELATION, a keyword."
  (let ((map (get-of hierarchy relation nil)))
    (dolist (tag tags (assoc-of hierarchy relation map))
      (let ((set (or (get-of map tag nil) *empty-set*)))
        (dolist (other others) (setq set (set-conj set other)))
        (setq map (assoc-of map tag set))))))

(defun related (hierarchy child parent)
  "Returns HIERARCHY with PARENT as a parent of CHILD."
  (let ((above (cons parent (list-of-seq (ancestors-in hierarchy parent)))) (below (cons child (list-of-seq (descendants-in hierarchy child)))))
    (with-relations (with-relations (with-relations hierarchy :|parents| (list child) (list parent)) :|ancestors| below above)
                    :|descendants| above below)))

(defun check-tag (test text)
  "Throws an AssertionError with TEXT unless TEST is true."
  (unless test (throw-new "AssertionError" "Assert failed: ~A" text)))

(defun named-p (tag)
  "True if TAG is a keyword or a symbol."
  (or (keywordp tag) (symbol-object-p tag)))

(defun derived (hierarchy child parent)
  "Returns HIERARCHY with PARENT as a parent of CHILD; throws if that makes a cycle or is known by another way."
  (check-tag (not (equiv child parent)) "(not= tag parent)")
  (check-tag (or (jtypep child) (named-p child)) "(or (class? tag) (instance? clojure.lang.Named tag))")
  (check-tag (named-p parent) "(instance? clojure.lang.Named parent)")
  (check-hierarchy hierarchy)
  (when (isa-p hierarchy parent child)
    (throw-new "Exception" "Cyclic derivation: ~A has ~A as ancestor" (written parent) (written child)))
  (let ((parents (parents-in hierarchy child)) (ancestors (ancestors-in hierarchy child)))
    (cond ((and parents (contains-of parents parent)) hierarchy)
          ((and ancestors (contains-of ancestors parent))
           (throw-new "Exception" "~A already has ~A as ancestor" (written child) (written parent)))
          (t (related hierarchy child parent)))))
(define "derive" (a b &optional (c nil c-p)) "Makes a child one of a parent: (derive child parent), (derive hierarchy child parent)."
  (if c-p
      (derived a b c)
      (progn (check-tag (and (named-p b) (symbol-namespace b)) "(namespace parent)")
             (check-tag (or (jtypep a) (and (named-p a) (symbol-namespace a))) "(or (class? tag) (and (instance? clojure.lang.Named tag) (namespace tag)))")
             (setf (atom-object-value *global-hierarchy*) (derived (atom-object-value *global-hierarchy*) a b)) nil)))

(defun check-hierarchy (hierarchy)
  "Throws a ClassCastException unless HIERARCHY is a map with the keys of one."
  (unless (and (map-object-p hierarchy) (map-object-p (get-of hierarchy :|parents| nil)) (map-object-p (get-of hierarchy :|ancestors| nil))) (cast-fail hierarchy "clojure.lang.IPersistentMap")))

(defun underived (hierarchy child parent)
  "Returns HIERARCHY without PARENT as a parent of CHILD."
  (check-hierarchy hierarchy)
  (let ((parents (parents-in hierarchy child)))
    (if (and parents (contains-of parents parent))
        (let ((rest (new-hierarchy)))                  ; what is left, derived again
          (do-seq (entry (get-of hierarchy :|parents| nil) rest)
            (do-seq (other (vector-nth entry 1))
              (unless (and (equiv (vector-nth entry 0) child) (equiv other parent))
                (setq rest (related rest (vector-nth entry 0) other))))))
        hierarchy)))
(define "underive" (a b &optional (c nil c-p)) "Undoes what derive did: the first tag no longer derives from the other."
  (if c-p
      (underived a b c)
      (progn (setf (atom-object-value *global-hierarchy*) (underived (atom-object-value *global-hierarchy*) a b)) nil)))
(define-predicate "isa?" (a b &optional (c nil c-p)) "True if the child is the parent or derived from it: (isa? child parent), (isa? hierarchy child parent)."
  (if c-p (isa-p a b c) (isa-p (atom-object-value *global-hierarchy*) a b)))

(defun set-or-nil (elements)
  "Returns the set of ELEMENTS, or NIL if there are none."
  (and elements (set-of-seq elements)))

(defun all-parents (hierarchy tag)
  "Returns the set of the parents of TAG, of which a class has those that it extends, too; or NIL."
  (set-or-nil (append (list-of-seq (parents-in hierarchy tag)) (and (jtypep tag) (bases-of tag)))))

(defun all-ancestors (hierarchy tag)
  "Returns the set of the ancestors of TAG, or NIL. The ancestors of a class include its superclasses, and theirs."
  (let ((supers (and (jtypep tag) (supers-of tag))))
    (set-or-nil (append (list-of-seq (ancestors-in hierarchy tag)) supers
                        (loop for super in supers append (list-of-seq (ancestors-in hierarchy super)))))))

(defun all-descendants (hierarchy tag)
  "Returns the set of the descendants of TAG, or NIL; throws if it is a class."
  (if (jtypep tag)
      (throw-new "UnsupportedOperationException" "Can't get descendants of classes")
      (descendants-in hierarchy tag)))

(defun hierarchy-arguments (a b b-p)
  "Returns hierarchy and tag: A and B if B-P is true, else the global hierarchy and A."
  (if b-p (values a b) (values (atom-object-value *global-hierarchy*) a)))
(macrolet ((relatives (&rest relatives)
             `(progn ,@(loop for (name function documentation) in relatives
                             collect `(define ,name (a &optional (b nil b-p)) ,documentation
                                        (multiple-value-bind (hierarchy tag) (hierarchy-arguments a b b-p) (,function hierarchy tag)))))))
  (relatives ("parents" all-parents "Returns the set of the tag's parents, or nil.")
             ("ancestors" all-ancestors "Returns the set of the tag's parents, their parents and so on, or nil.")
             ("descendants" all-descendants "Returns the set of the tags that are derived from the tag, or nil.")))

(defun lisp-arities (lambda-list)
  "Returns the Common Lisp LAMBDA-LIST in Clojure's form: a list of vectors."
  (let ((parameters '()) (arities '()) (optional nil) (rest nil))
    (flet ((add () (push (vector-of-list (reverse parameters)) arities)))
      (dolist (item lambda-list)
        (case item
          (&optional (add) (setq optional t))
          (&rest (setq rest t))
          (t (when rest (push (symbol-of "&") parameters))
             (push (symbol-of (string-downcase (if (consp item) (first item) item))) parameters)
             (when (and optional (not rest)) (add)))))
      (when (or rest (not optional)) (add))
      (reverse arities))))

(define "get-thread-bindings" () "Returns a map from the dynamic vars that are bound to their values."
  (let ((map *empty-map*))
    (dolist (symbol (conveyed-symbols) map)
      (let ((var (var-of-symbol symbol))) (when (and var (boundp symbol)) (setq map (map-assoc map var (symbol-value symbol))))))))
(define "agent-error-handler" (agent) "Returns the function that set-error-handler! was given." (agent-handler agent))
(define "remove-ns" (symbol) "Forgets the namespace." (remhash (text-of symbol) *namespaces*) nil)
(define "ns-refers" (ns) "Returns a map from names to the vars of other namespaces that this one knows."
  (let ((ns (the-ns ns))) (mappings-as-map ns (lambda (thing) (and (varp thing) (not (eq (var-ns thing) ns)))))))
(define "ns-imports" (ns) "Returns a map from names to the classes that the namespace knows." (mappings-as-map (the-ns ns) #'jtypep))

(defun supers-of (class)
  "Returns a list of the classes that CLASS, a JTYPE, extends, and of theirs."
  (let ((all '()))
    (labels ((visit (class)
               (dolist (super (bases-of class))
                 (unless (member super all :test #'eq) (push super all) (visit super)))))
      (visit class))
    all))

(defun bases-of (class)
  "Returns a list of the classes that CLASS, a JTYPE, extends itself: Object, too, where none of these extends it."
  (let ((bases (remove nil (mapcar (lambda (name) (and (stringp name) (find-class-named name))) (jtype-supers class)))) (object (find-class-named "Object")))
    (if (or (eq class object) (some #'jtype-supers bases) (member object bases)) bases (append bases (list object)))))

(define "bases" (class) "Returns the classes that the class extends itself." (let ((bases (and class (bases-of class)))) (and bases (clojure-list bases))))
(define "supers" (class) "Returns the set of the classes that the class extends, and of theirs; or nil."
  (let ((supers (and class (supers-of class)))) (and supers (set-of-seq supers))))
(define "extenders" (protocol) "Returns the classes that the protocol was extended to."
  (let ((names '())) (maphash (lambda (name table) (declare (ignore table)) (push (find-class-named name) names)) (protocol-implementations protocol)) (clojure-list names)))
(define "find-protocol-impl" (protocol object) "True if the protocol was extended to the object's type."
  (let ((class (class-of-object object))) (if class (boolean-of (find-implementation protocol class)) nil)))
(define "find-protocol-method" (protocol name object) "Returns the function of that name, a keyword, for the object." (find-method-of protocol (symbol-part name) object))

(define "clojure.test/form-place" (form) "Returns a vector of the file and the line where the form stands, or of nil."
  (vector-of (and *position* (not *to-file*) tessera::*source-file* (file-namestring tessera::*source-file*))
             (or (tessera::%form-position form) (car *position*))))

(define "clojure.repl/arglists-of" (var) "Returns the parameter lists of the function or macro, or nil."
  (let ((symbol (var-symbol var)))
    (multiple-value-bind (known lambda-list) (get-properties (symbol-plist symbol) '(lambda-list))
      (if known (lisp-arities lambda-list) (get-of (var-meta var) :|arglists| nil)))))
