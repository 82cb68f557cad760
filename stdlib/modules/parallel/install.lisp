;;; What arrives from other interpreters: INSTALL makes the objects of entries, and definitions, of lists by
;;; DESCRIPTION. A worker loads no more than this and work.lisp at first.
(in-package "PARALLEL")

;; of the module parallel
(declaim (ftype function complete kept-queue task-error-class task-error-text task-error-backtrace))

(defvar *worker* (plusp (parallel-native:worker-number)) "True in a worker.")

;;; Code holds what was remembered in an epoch of the classes. No epoch of one interpreter is one of another.
(incf tessera::*clos-epoch* (ash (parallel-native:worker-number) 32))

(defvar *known* (make-hash-table :test 'eq :weakness :key)
  "A hash table from objects to what is known of them, a KNOWN; to (ENTRY . STAMP) of those that have arrived; to :OPEN
while it is being found out.")

;;; Classes.

(defun slot-names (class)
  "Returns the names of all slots of CLASS, a class of structures or conditions."
  (map 'list #'tessera::%any-slot-name (tessera::%class-slots class)))

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
  "Returns the class of structures or conditions that DESCRIPTION describes, and makes it if need be. A worker takes the
definition of the program; a program signals an ERROR if its own class has other slots."
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
  (cond ((packagep object) (append (package-shadowing-symbols object) (package-use-list object)))
        ((and (tessera::%class-object-p object) (eq (tessera::%class-kind object) :condition)) (list (tessera::%class-slots object)))
        (t '())))

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
      (:library-package
       (when (string= (first parts) "PARALLEL") (require "parallel"))
       (require-until (lambda () (find-package (first parts))) (second parts)))
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
      (:properties (setf (symbol-plist (first parts)) (second parts)))
      ((:structure :condition :standard) (ensure-class description))
      ((:standard-parts :condition-parts) (complete-class description))
      (:method (apply #'tessera::%define-method parts)))))

(defun install (description entry)
  "Makes the object of DESCRIPTION, which came as ENTRY, and returns it; or, if ENTRY is NIL, the definition."
  (handler-bind ((warning #'muffle-warning))
    (if (null entry)
        (install-definition description)
        (let ((object (install-object description)))
          (when *worker* (setf (gethash object *known*) (cons entry (stamp-of object))))
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
  "Returns a finalizer that calls FUNCTION with NUMBER, the number of a native object that nothing refers to any more."
  (lambda () (funcall function number)))

(parallel-native:configure #'install #'make-objects #'fill-tables tessera::*%class-length*
                           (position 'layout-mark
                                     (let ((class (tessera::%make-instance nil tessera::*%class-length*)))
                                       (setf (tessera::%class-layout class) 'layout-mark)
                                       (loop for i below tessera::*%class-length* collect (tessera::%instance-ref class i)))))
