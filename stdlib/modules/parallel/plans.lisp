;;; Plans: the definitions that code needs where it runs. A symbol that the code mentions brings its global function,
;;; its value if it is special, its property list, and its class, unless the language has them; and so on for what these
;;; mention.
(in-package "PARALLEL")

(defstruct (plan (:copier nil) (:predicate nil))
  "NATIVE: the plan for messages. It is in force while the SYMBOLS, a list of (SYMBOL FUNCTION PROPERTIES . VALUE), have
these, and in the EPOCH of the classes and of their NAMES."
  native symbols epoch names)

(defvar *definitions* (make-hash-table :test 'equal)
  "A hash table from (KIND NAME) to a list of a number, the objects that were sent last, and what is known of them.")

(defvar *no-value* (list 'no-value) "The value that stands for that of a variable without one.")

(defun function-of (symbol)
  "Returns the global function of SYMBOL, or NIL."
  (if (fboundp symbol) (fdefinition symbol) nil))

(defun value-of (symbol)
  "Returns the value of SYMBOL, or *NO-VALUE*."
  (if (boundp symbol) (symbol-value symbol) *no-value*))

(defun definition (kind name objects description)
  "Returns what is known of the definition of NAME of KIND, which is made of OBJECTS now; NIL if it cannot be sent.
DESCRIPTION returns the list for INSTALL."
  (let* ((key (list kind name)) (former (gethash key *definitions*)))
    (if (and former (same-p (second former) objects))
        (third former)
        (let* ((number (if former (first former) (+ 1 (hash-table-count *definitions*))))
               (known (handler-case (make-known-of (funcall description) number)
                        (error () nil))))
          (when (third former) (parallel-native:drop-entry (known-entry (third former))))
          (setf (gethash key *definitions*) (list number objects known))
          known))))

(defstruct (planner (:copier nil) (:predicate nil))
  "What MAKE-PLAN-FOR has found: objects and symbols that were SEEN, DEFINITIONS, the SYMBOLS of the plan."
  (seen (make-hash-table :test 'eq)) (definitions '()) (symbols '()) (pending '()))

(defun define (planner kind name objects description)
  "Adds a definition to PLANNER: see DEFINITION."
  (let ((known (definition kind name objects description)))
    (when known
      (push (known-entry known) (planner-definitions planner))
      (mention planner known))))

(defun mention (planner known)
  "Adds what KNOWN mentions to what PLANNER is to look at."
  (setf (planner-pending planner) (append (known-objects known) (known-symbols known) (planner-pending planner))))

(defun define-methods (planner methods)
  "Adds those of METHODS to PLANNER that are not accessors by DEFCLASS."
  (dolist (method methods)
    (unless (tessera::%method-accessor method)
      (let ((gf (tessera::%method-generic-function method)))
        (define planner :method method (list method)
                (lambda ()
                  (list :method (tessera::%gf-name gf) (tessera::%method-qualifiers method) (tessera::%method-specializers method)
                        (tessera::%method-lambda-list method) (tessera::%method-function method) nil)))))))

(defun library-methods-for (class)
  "Returns the methods of generic functions of the language that are for CLASS."
  (loop for gf in tessera::*generic-functions*
        when (library-name-p (tessera::%gf-name gf))
          append (remove-if-not (lambda (method) (member class (tessera::%method-specializers method))) (tessera::%gf-methods gf))))

(defun define-class (planner class)
  "Adds CLASS and the methods of the language's functions for it to PLANNER."
  (let ((stamp (list* (tessera::%class-report class) (tessera::%class-default-initargs class)
                      (append (tessera::%class-direct-superclasses class) (tessera::%class-direct-slots class)))))
    (define planner :class class stamp (lambda () (class-description class)))
    (when (parts-of-class class)
      (define planner :parts class stamp (lambda () (parts-of-class class))))
    (define-methods planner (library-methods-for class))))

(defun look-at (planner thing)
  "Adds to PLANNER what THING, a symbol or an object that has an entry, needs."
  (unless (gethash thing (planner-seen planner))
    (setf (gethash thing (planner-seen planner)) t)
    (cond ((and (symbolp thing) (symbol-package thing)) (look-at-symbol planner thing))
          (t (mention planner (known thing))
             (cond ((symbolp thing)
                    (let ((name `(setf ,(tessera::%setter-base thing))))
                      (when (and (cadr name) (fboundp name) (not (library-name-p name)))
                        (define-function planner name (fdefinition name)))))
                   ((tessera::%class-object-p thing)
                    (unless (library-name-p (tessera::%class-name thing))
                      (define-class planner thing)))
                   ((and (functionp thing) (tessera::%generic-function thing)
                         (not (library-name-p (tessera::%gf-name (tessera::%generic-function thing)))))
                    (define-methods planner (tessera::%gf-methods (tessera::%generic-function thing)))))))))

(defun define-function (planner name function)
  "Adds the global FUNCTION NAME to PLANNER."
  (if (tessera::%generic-function function)
      (push function (planner-pending planner))
      (define planner :function name (list function) (lambda () (list :fdefinition name function)))))

(defun look-at-symbol (planner symbol)
  "Adds to PLANNER what SYMBOL means, unless the language has it."
  (unless (library-name-p symbol)
    (let ((function (function-of symbol)) (value (value-of symbol)) (class (find-class symbol nil)))
      (push (list* symbol function (copy-list (symbol-plist symbol)) value) (planner-symbols planner))
      (when (and function (not (macro-function symbol)) (not (special-operator-p symbol)))
        (define-function planner symbol function))
      (unless (eq value *no-value*)
        (define planner :variable symbol (list value) (lambda () (list :variable symbol value (constantp symbol)))))
      (when (symbol-plist symbol)
        (define planner :properties symbol (copy-list (symbol-plist symbol)) (lambda () (list :properties symbol (symbol-plist symbol)))))
      (when class (push class (planner-pending planner))))))

(defun make-plan-for (object)
  "Returns the plan of what OBJECT, which has an entry, needs."
  (let ((planner (make-planner :pending (list object))))
    (loop while (planner-pending planner)
          do (look-at planner (pop (planner-pending planner))))
    (make-plan :native (parallel-native:make-plan (nreverse (planner-definitions planner)))
               :symbols (planner-symbols planner) :epoch tessera::*clos-epoch* :names tessera::*class-names*)))

(defun in-force-p (plan)
  "True if nothing has changed since PLAN was made."
  (and (eql (plan-epoch plan) tessera::*clos-epoch*)
       (eq (plan-names plan) tessera::*class-names*)
       (loop for (symbol function properties . value) in (plan-symbols plan)
             always (and (eq (function-of symbol) function) (same-p (symbol-plist symbol) properties) (eql (value-of symbol) value)))))

(defun plan-for (object known)
  "Returns the plan of OBJECT, of which KNOWN is known, for messages; NIL if it needs none."
  (unless (or *worker* (packagep object))
    (let ((plan (known-plan known)))
      (unless (and plan (in-force-p plan))
        (when plan (parallel-native:drop-plan (plan-native plan)))
        (setf plan (make-plan-for object)
              (known-plan known) plan))
      (plan-native plan))))

(defun complete (message objects)
  "Gives MESSAGE the entries of OBJECTS, and plans of all that they need. Returns MESSAGE."
  (let ((all (mapcar #'known objects)))
    (parallel-native:complete-message message (mapcar #'known-entry all) (remove nil (mapcar #'plan-for objects all)))))

(defun copy (object)
  "Returns a copy of OBJECT as a worker would get it: of all its parts, with the structure that they share.

    (let ((tail (list 1 2))) (parallel:copy (list tail tail)))   ; ((1 2) (1 2)), whose parts are the same list

Signals an ERROR that names what cannot be sent: a stream, for example."
  (parallel-native:read-message (pack object)))
