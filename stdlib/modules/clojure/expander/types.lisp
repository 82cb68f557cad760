;;; Protocols, types and records, reify, multimethods (module clojure).

(in-package "TESSERA-CLOJURE")

;;; A protocol keeps for each of its methods a table from kinds of values to functions. What was looked up is kept in
;;; CACHE, by KIND-OF.

(defstruct (protocol (:constructor %protocol (name)) (:copier nil) (:predicate protocolp))
  "A protocol. IMPLEMENTATIONS is a table from names of classes to tables from names of methods to functions."
  name (implementations (make-hash-table :test #'equal)) (caches '()))

(defun kind-of (object)
  "Returns an object that identifies the class of OBJECT, by EQ."
  (typecase object
    (instance (instance-type object))
    (condition (class-of-object object))
    (t (short-class-of object))))

(defun find-implementation (protocol class)
  "Returns the table of PROTOCOL for CLASS, a JTYPE, or what it extends; NIL if there is none."
  (let ((implementations (protocol-implementations protocol)))
    (labels ((look (class)
               (and class
                    (or (gethash (jtype-name class) implementations)
                        (some (lambda (super) (and (stringp super) (look (find-class-named super)))) (jtype-supers class))))))
      (or (look class) (gethash "java.lang.Object" implementations)))))

(defun find-method-of (protocol name object)
  "Returns the function for the method NAME of PROTOCOL and OBJECT. An error if there is none."
  (let* ((class (class-of-object object))
         (table (if class (find-implementation protocol class) (gethash "nil" (protocol-implementations protocol)))))
    (or (and table (gethash name table))
        (throw-new "IllegalArgumentException" "No implementation of method: :~A of protocol: #'~A found for class: ~A"
                   name (protocol-name protocol) (class-name-of object)))))

(defun protocol-function (cache protocol name object)
  "Returns the function for OBJECT of the method NAME, whose CACHE is a table of what was found."
  (let ((kind (kind-of object)))
    (or (gethash kind cache)
        (setf (gethash kind cache) (find-method-of protocol name object)))))

(defun new-cache (protocol)
  "Makes a cache for a function of PROTOCOL, which is cleared when the protocol is extended."
  (let ((cache (make-hash-table :test #'eq)))
    (push cache (protocol-caches protocol))
    cache))

(defun extend-class (protocol class-name methods)
  "Gives PROTOCOL the METHODS, an alist of names and functions, for the class of that name."
  (unless (protocolp protocol) (cast-fail protocol "clojure.lang.IPersistentMap"))
  (let ((table (or (gethash class-name (protocol-implementations protocol))
                   (setf (gethash class-name (protocol-implementations protocol)) (make-hash-table :test #'equal)))))
    (loop for (name . function) in methods
          do (setf (gethash name table) function))
    (mapc #'clrhash (protocol-caches protocol))))

(defun satisfies-p (protocol object)
  "True if PROTOCOL is implemented for OBJECT."
  (let ((class (class-of-object object)))
    (if class
        (find-implementation protocol class)
        (gethash "nil" (protocol-implementations protocol)))))

(define-special "defprotocol" (form)
  (check-count form 1)
  (let* ((name (second form)) (specs (remove-if-not #'consp (mapcar #'unwrapped (cddr form)))) (var (var-to-define name))
         (protocol (gensym)))
    `(let ((,protocol (%protocol ,(function-name-text (var-symbol var)))))
       (define-interface ,(let ((full (type-full-name name))) (define-interface full) full))
       ,(definition name '() protocol)
       ,@(mapcar (lambda (spec) (expand-protocol-method spec protocol)) specs)
       (var-of-symbol ',(var-symbol var)))))

(defun expand-protocol-method (spec protocol)
  "Returns a form that defines the function of the method SPEC, (NAME [PARAMETER*]* [DOC]), of the value of PROTOCOL."
  (let* ((name (first spec)) (text (symbol-name (plain-symbol name))) (vectors (remove-if-not #'pvec-p (rest spec)))
         (doc (find-if #'stringp (rest spec))) (cache (gensym "CACHE")) (var (var-to-define name)))
    (unless vectors (fail "Definition of protocol function ~A must take at least one arg." text))
    (let ((arities (mapcar (lambda (vector)
                             (when (eql (pvec-count vector) 0)
                               (fail "Definition of function ~A in protocol must take at least one arg." text))
                             (let ((variables (loop repeat (pvec-count vector) collect (gensym "P"))))
                               (make-arity :parameters variables :rest nil
                                           :body `(funcall (protocol-function ,cache ,protocol ,text ,(first variables)) ,@variables))))
                           vectors)))
      `(let ((,cache (new-cache ,protocol)))
         ,(definition name `(,@(and doc (list :|doc| doc)) :|arglists| ,(constant vectors))
                      (lambda-named (var-symbol var) (lambda-of-arities arities text)))))))

;;; Methods of types, as they stand after the fields: a symbol for each protocol or interface, and after it its
;;; methods.

(defun method-groups (forms)
  "Returns an alist: the symbols of FORMS, and the lists that follow each."
  (let ((groups '()))
    (dolist (form forms)
      (let ((form (unwrapped form)))
        (cond ((or (symbol-object-p form) (null form) (not (consp form)))
               (push (list form) groups))
              ((null groups) (fail "Expected a protocol or an interface before ~A" (written form)))
              (t (push form (cdr (first groups)))))))
    (mapcar (lambda (group) (cons (first group) (reverse (rest group)))) (reverse groups))))

(defun grouped-methods (methods)
  "Returns an alist of the names of METHODS, lists (NAME [PARAMETER*] FORM*), and their clauses."
  (let ((names '()))
    (dolist (method methods)
      (unless (and (consp method) (symbol-object-p (first method))) (fail "Method must have a name: ~A" (written method)))
      (let* ((name (symbol-part (first method))) (entry (or (assoc name names :test #'string=) (first (push (list name) names)))))
        (if (pvec-p (second method))
            (push (rest method) (cdr entry))
            (dolist (clause (rest method)) (push (unwrapped clause) (cdr entry))))))
    (mapcar (lambda (entry) (cons (first entry) (reverse (rest entry)))) (reverse names))))

(defun expand-methods (methods)
  "Returns a form for an alist of the names of METHODS and their functions."
  `(list ,@(mapcar (lambda (entry)
                     (let ((*recur* nil) (label (symbol-of (first entry))))
                       `(cons ,(first entry)
                              ,(lambda-named label (lambda-of-arities (mapcar #'expand-arity (rest entry)) (first entry))))))
                   (grouped-methods methods))))

(defun field-names (vector)
  "Returns the names of the fields in VECTOR, symbols without metadata."
  (unless (pvec-p vector) (fail "No fields vector given."))
  (mapcar (lambda (field)
            (unless (simple-symbol-object-p field) (fail "Field must be a symbol: ~A" (written field)))
            (plain-symbol field))
          (list-of-seq vector)))

(defun with-fields (fields methods)
  "Returns METHODS, (NAME [THIS PARAMETER*] FORM*), with what tells the expander that FIELDS are those of THIS."
  (mapcar (lambda (method)
            (unless (and (consp method) (pvec-p (second method)) (> (pvec-count (second method)) 0))
              (fail "Must supply at least one argument for 'this' in: ~A" (written (first method))))
            (list (first method) (second method) (list* (symbol-of "%with-fields") (vector-of-list fields) (second method) (cddr method))))
          methods))

(defun bound-names (patterns)
  "Returns the symbols that PATTERNS, the patterns of parameters, bind."
  (let ((*locals* '()))
    (dolist (pattern patterns) (unless (amp-p pattern) (destructure pattern nil)))
    (mapcar #'first *locals*)))

(define-special "%with-fields" (form tail)
  (let* ((fields (list-of-seq (second form))) (parameters (list-of-seq (third form))) (this (first parameters)) (*locals* *locals*)
         (self (gensym "THIS")))
    (unless (symbol-object-p this) (fail "'this' must be a symbol: ~A" (written this)))
    (loop with bound = (bound-names parameters)
          for field in fields
          for index from 0
          do (unless (member field bound :test #'eq)
               (push (list field :form `(svref (instance-values ,self) ,index)) *locals*)))
    `(let ((,self ,(plain-symbol this))) ,(expand-body (cdddr form) tail))))

(defun type-full-name (symbol)
  "Returns the full name of the type SYMBOL of the current namespace, as Java has it."
  (unless (simple-symbol-object-p symbol) (fail "The name of a type must be a symbol: ~A" (written symbol)))
  (concatenate 'string (substitute #\_ #\- (ns-name *ns*)) "." (symbol-name (plain-symbol symbol))))

(defun define-type (name fields recordp)
  "Makes the class NAME, a string, with FIELDS, symbols."
  (let ((type (%jtype name fields recordp)) (part (last-part name)))
    (setf (jtype-supers type) (if recordp (list "clojure.lang.IRecord" "clojure.lang.IPersistentMap" "clojure.lang.IObj") (list "clojure.lang.IType"))
          (gethash name *classes*) type
          (gethash part (ns-mappings *ns*)) type)
    type))

(defun define-interface (name)
  "Makes the class NAME, a string, which has no instances of its own."
  (setf (gethash name *classes*) (or (gethash name *classes*) (%jtype name '() nil))))

(defun interface-of (protocol)
  "Returns the name of the class that all types which have the methods of PROTOCOL within them extend."
  (let* ((name (protocol-name protocol)) (slash (position #\/ name)))
    (concatenate 'string (substitute #\_ #\- (subseq name 0 slash)) "." (subseq name (+ slash 1)))))

(define-special "definterface" (form)
  (check-count form 1)
  (let ((name (type-full-name (second form))))
    (flet ((known (name) (setf (gethash (last-part name) (ns-mappings *ns*)) (define-interface name))))
      (known name)
      `(setf (gethash ,(last-part name) (ns-mappings *ns*)) (define-interface ,name)))))

(defun add-methods (type designator methods)
  "Gives TYPE the METHODS, an alist, of DESIGNATOR: a protocol, or a class."
  (typecase designator
    (protocol (extend-class designator (jtype-name type) methods)
              (push (interface-of designator) (jtype-supers type)))
    (jtype (setf (jtype-methods type) (append methods (jtype-methods type)))
           (push (jtype-name designator) (jtype-supers type)))
    (t (cast-fail designator "java.lang.Class"))))

(defun expand-designator (symbol)
  "Returns a form for the protocol or class SYMBOL; nil is the class of nil."
  (if (null symbol) nil (expand symbol)))

(defun expand-type (form recordp)
  "Returns the expansion of FORM, a deftype, or a defrecord if RECORDP is true."
  (check-count form 2)
  (let* ((name (second form)) (fields (field-names (third form))) (full (type-full-name name))
         (groups (method-groups (cdddr form))) (arrow (symbol-of (concatenate 'string "->" (symbol-name (plain-symbol name)))))
         (type (gensym "TYPE")) (map (symbol-of (concatenate 'string "map->" (symbol-name (plain-symbol name))))))
    `(let ((,type ,(let ((made (define-type full fields recordp)))      ; now, for what follows in the same form
                     (if *to-file* `(define-type ,full ',fields ,recordp) `',made))))
       ,(definition arrow '() (lambda-named (var-symbol (var-to-define arrow)) `(,fields (%instance ,type (vector ,@fields)))))
       ,@(and recordp (list (definition map '() (lambda-named (var-symbol (var-to-define map)) `((map) (record-from-map ,type map))))))
       ,@(loop for (designator . methods) in groups
               collect `(add-methods ,type ,(expand-designator designator) ,(expand-methods (with-fields fields methods))))
       ,type)))

(defun record-from-map (type map)
  "Returns a record of TYPE with the values of MAP."
  (let* ((fields (jtype-fields type)) (record (%instance type (make-array (length fields) :initial-element nil))))
    (do-seq (entry map record)
      (setq record (record-assoc record (vector-nth entry 0) (vector-nth entry 1))))))

(define-special "deftype" (form) (expand-type form nil))
(define-special "defrecord" (form) (expand-type form t))

(defun extended-name (designator)
  "Returns the name that protocols know the class DESIGNATOR by."
  (typecase designator
    (null "nil")
    (jtype (jtype-name designator))
    (t (cast-fail designator "java.lang.Class"))))

(define-special "extend-type" (form)
  (check-count form 1)
  `(progn ,@(loop for (protocol . methods) in (method-groups (cddr form))
                  collect `(extend-class ,(expand-designator protocol) (extended-name ,(expand-designator (second form))) ,(expand-methods methods)))
          nil))

(define-special "extend-protocol" (form)
  (check-count form 1)
  `(progn ,@(loop for (class . methods) in (method-groups (cddr form))
                  collect `(extend-class ,(expand-designator (second form)) (extended-name ,(expand-designator class)) ,(expand-methods methods)))
          nil))

;;; reify: a type for each place in a program, whose instances have the methods as their values.

(defun reified (cell designators methods)
  "Returns an instance with METHODS, a list of alists that belong to DESIGNATORS. The car of CELL keeps the type."
  (let ((type (or (car cell)
                  (setf (car cell)
                        (let ((type (%jtype "reify" '() nil)) (start 0))
                          (setf (jtype-name type) (format nil "~A.reify~D" (ns-name *ns*) (incf *gensym-number*))
                                (gethash (jtype-name type) *classes*) type)
                          (loop for designator in designators
                                for group in methods
                                do (let ((index start))
                                     (add-methods type designator
                                                  (mapcar (lambda (method)
                                                            (prog1 (cons (car method) (forwarding index)) (incf index)))
                                                          group))
                                     (setq start index)))
                          type)))))
    (%instance type (coerce (mapcan (lambda (group) (mapcar #'cdr group)) methods) 'simple-vector))))

(defun forwarding (index)
  "Returns a function that calls the function which its first argument, an instance, has at INDEX."
  (lambda (this &rest arguments) (apply (svref (instance-values this) index) this arguments)))

(define-special "reify" (form)
  (let ((groups (method-groups (rest form))))
    `(reified (load-time-value (list nil))
              (list ,@(mapcar (lambda (group) (expand-designator (first group))) groups))
              (list ,@(mapcar (lambda (group) (expand-methods (rest group))) groups)))))

;;; Multimethods, and hierarchies.

(defstruct (multifn (:constructor %multifn (name dispatch default hierarchy)) (:copier nil))
  "A multimethod. METHODS: a map from values of DISPATCH to functions; PREFERENCES: from such to a set of those that it
is preferred to."
  name dispatch default hierarchy (methods *empty-map*) (preferences *empty-map*) (cache *empty-map*) (cached-for nil))

(defun parents-in (hierarchy tag)
  "Returns the set of the parents of TAG in HIERARCHY, or NIL."
  (get-of (get-of hierarchy :|parents| nil) tag nil))

(defun ancestors-in (hierarchy tag)
  "Returns the set of the parents of TAG in HIERARCHY, and of theirs; NIL if there are none."
  (get-of (get-of hierarchy :|ancestors| nil) tag nil))

(defun isa-p (hierarchy child parent)
  "True if CHILD is PARENT, or derived from it."
  (labels ((isa-itself-p (child)
             (cond ((equiv child parent) t)
                   ((and (jtypep child) (jtypep parent)) (class-extends-p (jtype-name child) (jtype-name parent)))
                   ((and (pvec-p child) (pvec-p parent))
                    (and (eql (pvec-count child) (pvec-count parent))
                         (loop for index from 0 below (pvec-count child)
                               always (isa-p hierarchy (vector-nth child index) (vector-nth parent index)))))
                   (t nil))))
    (or (isa-itself-p child)
        (some #'isa-itself-p (list-of-seq (ancestors-in hierarchy child))))))

(defun prefers-p (multifn hierarchy a b)
  "True if the dispatch value A is preferred to B."
  (or (some (lambda (other) (or (equiv other b) (isa-p hierarchy b other))) (list-of-seq (get-of (multifn-preferences multifn) a nil)))
      (some (lambda (parent) (prefers-p multifn hierarchy parent b)) (list-of-seq (parents-in hierarchy a)))))

(defun best-method (multifn value)
  "Returns the function of MULTIFN for the dispatch VALUE, or NIL."
  (let ((best nil) (hierarchy (deref-of (multifn-hierarchy multifn))))
    (do-seq (entry (multifn-methods multifn))
      (let ((candidate (vector-nth entry 0)))
        (when (isa-p hierarchy value candidate)
          (cond ((or (null best) (prefers-p multifn hierarchy candidate (vector-nth best 0))
                     (and (isa-p hierarchy candidate (vector-nth best 0))
                          (not (prefers-p multifn hierarchy (vector-nth best 0) candidate))))
                 (setq best entry))
                ((not (or (prefers-p multifn hierarchy (vector-nth best 0) candidate) (isa-p hierarchy (vector-nth best 0) candidate)))
                 (throw-new "IllegalArgumentException"
                            "Multiple methods in multimethod '~A' match dispatch value: ~A -> ~A and ~A, and neither is preferred"
                            (multifn-name multifn) (written value) (written candidate) (written (vector-nth best 0))))))))
    (or (and best (vector-nth best 1))
        (get-of (multifn-methods multifn) (multifn-default multifn) nil))))

(defun method-for (multifn value)
  "Returns the function of MULTIFN for the dispatch VALUE. An error if there is none."
  (let ((hierarchy (deref-of (multifn-hierarchy multifn))))
    (unless (eq (multifn-cached-for multifn) hierarchy)
      (setf (multifn-cached-for multifn) hierarchy
            (multifn-cache multifn) *empty-map*))
    (or (map-get (multifn-cache multifn) value nil)
        (let ((found (or (best-method multifn value)
                         (throw-new "IllegalArgumentException" "No method in multimethod '~A' for dispatch value: ~A"
                                    (multifn-name multifn) (shown value)))))
          (setf (multifn-cache multifn) (map-assoc (multifn-cache multifn) value found))
          found))))

(defun multifn-function (multifn)
  "Returns MULTIFN as a function of Common Lisp."
  (let ((dispatch (callable (multifn-dispatch multifn))))
    (lambda (&rest arguments)
      (apply (method-for multifn (apply dispatch arguments)) arguments))))

(define-special "defmulti" (form)
  (check-count form 2)
  (let* ((name (second form)) (forms (cddr form)) (doc (and (stringp (first forms)) (pop forms))) (map (and (pmap-p (first forms)) (pop forms))))
    (when (or (null forms) (evenp (length forms))) (fail "defmulti wants a dispatch function, and options with their values"))
    (let* ((dispatch (pop forms)) (default (getf forms :|default| :|default|)) (hierarchy (getf forms :|hierarchy|))
           (name (with-more-meta name map)) (var (var-to-define name)) (symbol (var-symbol var)))
      `(progn (unless (and (boundp ',symbol) (multifn-p (symbol-value ',symbol)))
                ,(definition name (and doc (list :|doc| doc))
                             `(%multifn ,(symbol-part name) ,(expand dispatch) ,(expand default)
                                        ,(if hierarchy (expand hierarchy) '(global-hierarchy))))
                (setf (symbol-function ',symbol) (multifn-function (symbol-value ',symbol))))
              (var-of-symbol ',symbol)))))

(define-special "defmethod" (form)
  (check-count form 3)
  (let* ((name (second form)) (forms (cdddr form)) (named (and (symbol-object-p (first forms)) (plain-symbol (pop forms)))) (*recur* nil))
    `(add-multimethod ,(expand name) ,(expand (third form))
                 ,(expand `(,(symbol-of "fn*" ) ,@(and named (list named)) ,@forms)))))

(defun add-multimethod (multifn value function)
  "Makes FUNCTION the method of MULTIFN for the dispatch value VALUE. Returns MULTIFN."
  (unless (multifn-p multifn) (cast-fail multifn "clojure.lang.MultiFn"))
  (setf (multifn-methods multifn) (assoc-of (multifn-methods multifn) value function)
        (multifn-cache multifn) *empty-map*)
  (when (and (string= (multifn-name multifn) "print-method") (not (eq value :|default|))) (setq *print-method* multifn))
  multifn)

(defun print-method-of (object)
  "Returns the method of print-method for OBJECT, unless that is the default."
  (let* ((tag (get-of (meta-of object) :|type| nil)) (method (best-method *print-method* (if (keywordp tag) tag (class-of-object object)))))
    (if (eq method (get-of (multifn-methods *print-method*) :|default| nil)) nil method)))
