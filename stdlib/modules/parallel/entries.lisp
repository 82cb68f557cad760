;;; Entries: code, functions by name, classes, generic functions and packages on their way to another interpreter.
;;; DESCRIPTION describes such an object by a list; INSTALL makes the object of the list, once in each worker.
(in-package "PARALLEL")

(require "parallel-base")
(declaim (special *worker* *known*) (ftype function pack stamp-of slot-names forgetter))

(defstruct (known (:copier nil) (:predicate nil))
  "What an object is sent as: its ENTRY; SYMBOLS and OBJECTS that it mentions; the PLAN of all that it needs, or NIL;
its STAMP when it was described, see STAMP-OF."
  entry (symbols '()) (objects '()) (plan nil) (stamp '()))

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

;;; Packages.

(defun package-description (package)
  "Returns the description of PACKAGE, one of the program's."
  (flet ((own (symbols) (loop for symbol in symbols when (eq (symbol-package symbol) package) collect (symbol-name symbol))))
    (let ((shadowing (package-shadowing-symbols package)) (exported '()))
      (do-external-symbols (symbol package) (push symbol exported))
      (list :package (package-name package) (package-nicknames package) (package-use-list package)
            (own shadowing) (remove package shadowing :key #'symbol-package) (own exported)))))

;;; All kinds.

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
    (when (consp known) (setf known (make-known :entry (car known) :stamp (cdr known))
                              (gethash object *known*) known))
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

