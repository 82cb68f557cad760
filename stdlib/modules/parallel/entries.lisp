;;; Entries: what is not data (code, functions by name, classes, generic functions, packages) on its way to another
;;; interpreter. DESCRIPTION makes a list of it, INSTALL makes the object of the list, once in each worker.
(in-package "PARALLEL")

(defvar *worker* (plusp (parallel-native:worker-number)) "True in a worker.")

;;; Code holds what was remembered in an epoch of the classes. No epoch of one interpreter is one of another.
(incf tessera::*clos-epoch* (ash (parallel-native:worker-number) 32))

(defstruct (known (:copier nil) (:predicate nil))
  "What an object is sent as: its ENTRY; SYMBOLS and OBJECTS that it mentions; the PLAN of all that it needs, or NIL;
its STAMP when it was described, see STAMP-OF."
  entry (symbols '()) (objects '()) (plan nil) (stamp '()))

(defvar *known* (make-hash-table :test 'eq :weakness :key)
  "A hash table from objects to what is known of them; :OPEN while it is being found out.")

(defvar *library-packages* (make-hash-table :test 'eq)
  "A hash table from packages to true for those of the language and its modules, which workers have or require.")

(dolist (name '("COMMON-LISP" "TESSERA" "KEYWORD" "PARALLEL" "PARALLEL-NATIVE"))
  (setf (gethash (find-package name) *library-packages*) t))

(defun of-library-p (function)
  "True if FUNCTION was compiled from a source of Tessera's own library."
  (let ((file (and (tessera::%kind-of-code function) (seventh (tessera::%code-parts (tessera::%code-of-function function))))))
    (and (stringp file) (< 7 (length file)) (string= "stdlib/" file :end2 7))))

(defun library-package-p (package)
  "True if PACKAGE belongs to the language or a module of it."
  (multiple-value-bind (answer found) (gethash package *library-packages*)
    (if found
        answer
        (setf (gethash package *library-packages*)
              (do-symbols (symbol package nil)
                (when (and (eq (symbol-package symbol) package) (fboundp symbol) (of-library-p (fdefinition symbol)))
                  (return t)))))))

(defun library-name-p (name)
  "True if the function or class NAME belongs to the language or a module of it."
  (let ((symbol (if (consp name) (cadr name) name)))
    (and (symbolp symbol) (symbol-package symbol) (library-package-p (symbol-package symbol)))))

(defun global-name (function)
  "Returns the name of which FUNCTION is the global function, or NIL."
  (let ((name (tessera::%function-name function)))
    (and (tessera::%function-name-p name) (fboundp name) (eq (fdefinition name) function) name)))

(defun unsendable (object &optional (why ""))
  "Signals that OBJECT cannot be sent."
  (error "~A cannot be sent to another interpreter~A" (tessera::%text-in-short object) why))

;;; Code: a list as for %MAKE-CODE, with all code that it refers to.

(defun parameter-names (lambda-list)
  "Returns LAMBDA-LIST, which error reports use, without initforms."
  (loop for (parameter) on lambda-list
        collect (loop while (consp parameter) do (setf parameter (if (consp (car parameter)) (cadar parameter) (car parameter)))
                      finally (return parameter))))

(defun code-parts (code constants links)
  "Returns the description of CODE with CONSTANTS and LINKS."
  (multiple-value-bind (positions instructions) (tessera::%code-packed code)
    (destructuring-bind (name arity registers keywords lambda-list documentation file old-positions old-instructions variables)
        (tessera::%code-parts code)
      (declare (ignore documentation old-positions old-instructions))
      (list name arity registers keywords (parameter-names lambda-list) nil file positions instructions variables constants links))))

(defun code-unit (root first)
  "Returns the descriptions of the code ROOT, from number FIRST on, and of all code that it refers to; and a list of the
other constants."
  (let ((codes (make-array 8 :adjustable t :fill-pointer 0)) (numbers (make-hash-table :test 'eq)) (others '()))
    (flet ((number-of (code)
             (or (gethash code numbers)
                 (setf (gethash code numbers) (+ first (vector-push-extend code codes))))))
      (number-of root)
      (values (loop for i from 0
                    while (< i (length codes))
                    collect (loop for constant in (tessera::%code-constants (aref codes i)) for n from 0
                                  for kind = (tessera::%kind-of-code constant)
                                  for link = (and kind
                                                  (not (and (eq kind :function) (library-name-p (global-name constant))
                                                            (global-name constant)))
                                                  (list n
                                                        (number-of (if (eq kind :code) constant (tessera::%code-of-function constant)))
                                                        (eq kind :function)))
                                  collect (if link nil constant) into constants
                                  when link collect link into links
                                  finally (setf others (append constants others))
                                          (return (code-parts (aref codes i) constants links))))
              others))))

(defvar *code-holder* (tessera::%code-of-function (lambda () '(code))) "Code that returns its first constant.")

(defun code-description (code)
  "Returns the description of CODE for INSTALL, and what it mentions."
  (multiple-value-bind (descriptions others) (code-unit code 1)
    (values (list* :code (code-parts *code-holder* '(nil) '((0 1 nil))) descriptions) others)))

;;; Classes. The functions in a class (of initforms, for example) may need the class, and so follow later:
;;; PARTS-OF-CLASS.

(defun slot-names (class)
  "Returns the names of all slots of CLASS, of a structure or condition."
  (map 'list #'tessera::%any-slot-name (tessera::%class-slots class)))

(defun class-description (class)
  "Returns the description of CLASS."
  (let ((name (tessera::%class-name class)) (supers (tessera::%class-direct-superclasses class)))
    (cond ((not (eq (tessera::%find-class name) class)) (unsendable class ": it has lost its name"))
          ((library-name-p name) (list :class name))
          (t (ecase (tessera::%class-kind class)
               (:structure (list :structure (tessera::%class-report class) supers '() (slot-names class)))
               (:condition (list :condition name supers
                                 (loop for slot in (tessera::%class-direct-slots class)
                                       collect (let ((copy (copy-seq slot)))
                                                 (when (functionp (tessera::%cslot-initial copy)) (setf (tessera::%cslot-initial copy) nil))
                                                 copy))
                                 (slot-names class)))
               (:standard
                (unless (eq (class-of class) (find-class 'standard-class)) (unsendable class ": it has a metaclass of its own"))
                (list :standard name supers
                      (loop for slot in (tessera::%class-direct-slots class)
                            collect (list (tessera::%sd-name slot) (tessera::%sd-initargs slot) (tessera::%sd-initform slot) nil
                                          (tessera::%sd-allocation slot) (tessera::%sd-type slot) (tessera::%sd-readers slot)
                                          (tessera::%sd-writers slot) nil)))))))))

(defun parts-of-class (class)
  "Returns a list of the functions in CLASS, to be made by INSTALL, or NIL if there are none."
  (case (tessera::%class-kind class)
    (:standard
     (let ((functions (loop for slot in (tessera::%class-direct-slots class)
                            when (tessera::%sd-initfunction slot) collect (cons (tessera::%sd-name slot) (tessera::%sd-initfunction slot))))
           (initargs (tessera::%class-default-initargs class)))
       (when (or functions initargs) (list :standard-parts class functions initargs))))
    (:condition
     (list :condition-parts class
           (mapcar #'tessera::%cslot-initial (tessera::%class-direct-slots class))
           (tessera::%class-default-initargs class)
           (tessera::%class-report class)))))

(defun ensure-class (description)
  "Makes the class of DESCRIPTION, whose superclasses exist. Returns it."
  (destructuring-bind (kind name supers &optional slots slot-names) description
    (declare (ignore slot-names))
    (let ((names (mapcar #'tessera::%class-name supers)))
      (ecase kind
        (:structure (tessera::%ensure-structure (setf name (copy-seq name)))
                    (find-class (tessera::%ds-name name)))
        (:condition (tessera::%ensure-condition-class name names slots '() nil nil)
                    (find-class name))
        (:standard (tessera::%define-class-and-accessors
                    name names (mapcar (lambda (slot) (apply #'tessera::%make-direct-slot slot)) slots) '() nil))))))

(defun class-like (description)
  "Returns the class of DESCRIPTION, of a structure or condition, made if there is none. A worker takes the definition
of the program; a program signals an ERROR if its own class has other slots."
  (destructuring-bind (kind name supers slots slot-names) description
    (declare (ignore supers slots))
    (let* ((name (if (eq kind :structure) (tessera::%ds-name name) name)) (class (find-class name nil)))
      (cond ((and class (same-names-p slot-names (slot-names class))) class)
            ((or *worker* (null class)) (ensure-class description))
            (t (error "the class ~S had other slots in the worker" name))))))

(defun same-names-p (names others)
  "True if the slot names NAMES and OTHERS are the same; of uninterned symbols, the texts."
  (and (= (length names) (length others))
       (every (lambda (name other) (or (eq name other) (and (null (symbol-package name)) (string= name other)))) names others)))

(defun layout-like (class boxed names)
  "Returns the layout of CLASS for instances with the slots NAMES: the present one, or that of obsolete instances, which
are brought up to date when they are used."
  (let ((layout (tessera::%class-layout class)))
    (unless (and layout (same-names-p names (tessera::%layout-names layout)))
      (let ((locations (make-hash-table :test 'eq)))
        (loop for name in names for i from 1 do (setf (gethash name locations) i))
        (setf layout (vector class names locations (vector class names locations t)))))
    (if boxed (tessera::%layout-boxed layout) layout)))

(defun complete-class (description)
  "Gives a class the functions in DESCRIPTION."
  (destructuring-bind (kind class functions initargs &optional report) description
    (setf (tessera::%class-default-initargs class) initargs)
    (cond ((eq kind :standard-parts)
           (loop for (name . function) in functions
                 do (setf (tessera::%sd-initfunction (find name (tessera::%class-direct-slots class) :key #'tessera::%sd-name)) function))
           (tessera::%finalize-with-subclasses class)
           (tessera::%clear-all-caches))
          (t (setf (tessera::%class-report class) report)
             (mapc (lambda (slot initial) (setf (tessera::%cslot-initial slot) initial)) (tessera::%class-direct-slots class) functions)
             (tessera::%finalize-condition-class class)))))

;;; Packages.

(defun package-description (package)
  "Returns the description of PACKAGE, one of the program's."
  (flet ((own (symbols) (loop for symbol in symbols when (eq (symbol-package symbol) package) collect (symbol-name symbol))))
    (let ((shadowing (package-shadowing-symbols package)) (exported '()))
      (do-external-symbols (symbol package) (push symbol exported))
      (list :package (package-name package) (package-nicknames package) (package-use-list package)
            (own shadowing) (remove package shadowing :key #'symbol-package) (own exported)))))

(defun ensure-package (name nicknames uses shadowing imported exported)
  "Returns the package NAME, made if there is none; in a worker, with all the symbols SHADOWING and IMPORTED that shadow
others."
  (let* ((old (find-package name))
         (package (or old (make-package name :nicknames (remove-if #'find-package nicknames) :use '()))))
    (when (or *worker* (not old))
      (shadow shadowing package)
      (shadowing-import imported package)
      (use-package uses package))
    (unless old (export (mapcar (lambda (name) (intern name package)) exported) package))
    package))

;;; All kinds.

(defun stamp-of (object)
  "Returns a list of parts of OBJECT; if it has others, it must be described anew."
  (cond ((packagep object) (if (library-package-p object) '() (append (package-shadowing-symbols object) (package-use-list object))))
        ((and (tessera::%class-object-p object) (eq (tessera::%class-kind object) :condition)) (list (tessera::%class-slots object)))
        (t '())))

(defun same-p (parts others)
  "True if the lists PARTS and OTHERS have the same elements."
  (and (= (length parts) (length others)) (every #'eql parts others)))

(defun description (object)
  "Returns the description of OBJECT, a list; and a list of objects whose symbols it mentions."
  (flet ((by-name (name) (list :function name (reverse *modules*))))
    (cond ((packagep object)
           (if (library-package-p object)
               (list :library-package (package-name object) (reverse *modules*))
               (package-description object)))
          ((symbolp object)
           (let ((base (tessera::%setter-base object)))
             (if base (values (list :setter base) (list base)) (list :symbol (symbol-name object)))))
          ((simple-vector-p object)
           (list :layout (svref object 0) (not (eq object (tessera::%class-layout (svref object 0)))) (tessera::%layout-names object)))
          ((tessera::%class-object-p object) (class-description object))
          ((tessera::%instance-p object)
           (list :instance-of (or (tessera::%instance-ref object 0) (unsendable object))))
          ((eq (tessera::%kind-of-code object) :code) (code-description object))
          ((not (functionp object)) (unsendable object))
          ((and (global-name object) (library-name-p (global-name object))) (by-name (global-name object)))
          ((tessera::%generic-function object)
           (let ((gf (tessera::%generic-function object)))
             (unless (global-name object) (unsendable object ": it is not the global function of its name"))
             (list :generic (tessera::%gf-name gf) (tessera::%gf-lambda-list gf) (tessera::%gf-combination gf) (tessera::%gf-precedence gf))))
          ((eq (tessera::%kind-of-code object) :function)
           (multiple-value-bind (descriptions others) (code-unit (tessera::%code-of-function object) 0)
             (values (list* :lambda descriptions) others)))
          ((global-name object) (by-name (global-name object)))
          (t (unsendable object ": it is a function of C++ without a global name")))))

(defun known (object)
  "Returns what is known of OBJECT, which is found out if need be."
  (let ((known (gethash object *known*)))
    (cond ((eq known :open) (unsendable object ": it refers to itself"))
          ((and known (same-p (known-stamp known) (stamp-of object))) known)
          (t (setf (gethash object *known*) :open)
             (let ((found nil))
               (unwind-protect
                    (multiple-value-bind (description mentioned) (description object)
                      (setf found (make-known-of description 0 mentioned)
                            (known-stamp found) (stamp-of object)))
                 (if found
                     (setf (gethash object *known*) found)
                     (remhash object *known*)))
               (parallel-native:know-entry (known-entry found) object)
               found)))))

(defun make-known-of (description key &optional mentioned)
  "Returns what is known of what DESCRIPTION describes. KEY: see MAKE-ENTRY. It mentions the symbols in MENTIONED."
  (let ((symbols (if mentioned (nth-value 2 (parallel-native:write-message mentioned t)) '())))
    (multiple-value-bind (message objects) (parallel-native:write-message description)
      (let ((entries (mapcar (lambda (object) (known-entry (known object))) objects)))
        (make-known :entry (parallel-native:make-entry (parallel-native:complete-message message entries '()) key)
                    :symbols symbols :objects objects)))))

(defun require-until (test modules)
  "Requires MODULES until TEST returns true. Returns the last value of TEST."
  (or (funcall test)
      (loop for module in modules
              thereis (progn (ignore-errors (require module)) (funcall test)))))

(defun function-of-module (name modules)
  "Returns the global function NAME, for which the first of MODULES that have it are required."
  (if (require-until (lambda () (fboundp name)) modules)
      (fdefinition name)
      (error "the worker has no function ~S, and no module that has it" name)))

(defun ensure-generic (name lambda-list combination precedence)
  "Returns the generic function NAME, made if there is none."
  (let ((function (if (and (fboundp name) (tessera::%generic-function (fdefinition name)))
                      (fdefinition name)
                      (progn (fmakunbound name) (ensure-generic-function name :lambda-list lambda-list)))))
    (setf (tessera::%gf-combination (tessera::%generic-function function)) combination
          (tessera::%gf-precedence (tessera::%generic-function function)) precedence)
    function))

(defun install-object (description)
  "Returns the object of DESCRIPTION, and makes it if need be."
  (let ((parts (cdr description)))
    (ecase (car description)
      (:package (apply #'ensure-package parts))
      (:library-package (require-until (lambda () (find-package (first parts))) (second parts)))
      (:setter (tessera::%setter-symbol (car parts)))
      (:symbol (make-symbol (car parts)))
      (:layout (apply #'layout-like parts))
      (:class (find-class (car parts)))
      ((:structure :condition) (class-like description))
      (:standard (or (find-class (car parts) nil) (ensure-class description)))     ; a plan brings it up to date
      (:instance-of (tessera::%function-instance (car parts)))
      (:code (funcall (tessera::%make-code parts)))
      (:lambda (tessera::%make-code parts))
      (:function (apply #'function-of-module parts))
      (:generic (apply #'ensure-generic parts)))))

(defun install-definition (description)
  "Makes the definition DESCRIPTION."
  (let ((parts (cdr description)))
    (ecase (car description)
      (:fdefinition (tessera::%set-fdefinition (first parts) (second parts)))
      (:variable (destructuring-bind (name value constantp) parts
                   (cond ((not constantp) (proclaim `(special ,name)) (set name value))
                         ((not (boundp name)) (eval `(defconstant ,name ',value))))))
      ((:structure :condition :standard) (ensure-class description))
      ((:standard-parts :condition-parts) (complete-class description))
      (:method (apply #'tessera::%define-method parts)))))

(defun install (description entry)
  "Makes the object of DESCRIPTION, which came as ENTRY, and returns it; or, if ENTRY is NIL, the definition."
  (handler-bind ((warning #'muffle-warning))
    (if (null entry)
        (install-definition description)
        (let ((object (install-object description)))
          (when *worker* (setf (gethash object *known*) (make-known :entry entry :stamp (stamp-of object))))
          object))))

(defun make-objects (specifications)
  "Returns a vector of an uninterned symbol for each string of SPECIFICATIONS, a hash table for each (SUBTYPE . SIZE)."
  (map 'vector
       (lambda (one)
         (if (stringp one)
             (make-symbol one)
             (make-hash-table :test (svref #(eq eql equal equalp) (logand (car one) 3)) :size (max 1 (cdr one))
                              :weakness (svref #(nil :key :value :key-or-value :key-and-value) (ldb (byte 3 8) (car one))))))
       specifications))

(defun fill-tables (root tables)
  "Fills TABLES, vectors of a hash table and of its keys and values in turn, the last one first. Some are QUEUEs, copies
that have come. Returns ROOT."
  (dolist (parts (reverse tables) root)
    (if (simple-vector-p parts)
        (loop with table = (svref parts 0)
              for i from 1 below (length parts) by 2
              do (setf (gethash (svref parts i) table) (svref parts (+ i 1))))
        (kept-queue parts))))

(defun forgetter (function number)
  "Returns a finalizer that calls FUNCTION with NUMBER, of something native that nothing refers to any more."
  (lambda () (funcall function number)))

(parallel-native:configure #'install #'make-objects #'fill-tables tessera::*%class-length*
                           (position 'layout-mark
                                     (let ((class (tessera::%make-instance nil tessera::*%class-length*)))
                                       (setf (tessera::%class-layout class) 'layout-mark)
                                       (loop for i below tessera::*%class-length* collect (tessera::%instance-ref class i)))))
