;;; The macros of the chapter on packages: IN-PACKAGE, DEFPACKAGE and the iterations.
;;; The functions are natives (interp/builtins/objects/packages.cpp).

(in-package "TESSERA")

(defun %package-failure (package control &rest arguments)
  "Signals a PACKAGE-ERROR about PACKAGE."
  (error 'simple-package-error :package package :format-control control :format-arguments arguments))

(defun %find-package-or-fail (name)
  "Returns the package called NAME; a PACKAGE-ERROR if there is none."
  (or (find-package name) (%package-failure name "there is no package called ~A" name)))

(defmacro in-package (name)
  "Makes the package called NAME (not evaluated) the value of *PACKAGE*, when the form is compiled, too."
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (setq *package* (%find-package-or-fail ',(string name)))))

(defun %delete-correctably (package)
  "Signals why DELETE-PACKAGE cannot delete PACKAGE: there is no such package, or others use it. The restart CONTINUE
returns NIL in the first case, and in the second makes the others stop using it and deletes it."
  (if (packagep package)
      (restart-case (%package-failure package "DELETE-PACKAGE: ~S is used by other packages: ~S"
                                      package (package-used-by-list package))
        (continue ()
          :report "Have no package use it, and delete it."
          (dolist (user (package-used-by-list package)) (unuse-package package user))
          (delete-package package)))
      (restart-case (%package-failure package "DELETE-PACKAGE: there is no package called ~A" package)
        (continue () :report "Delete nothing." nil))))

;;; DEFPACKAGE: the options are collected in a property list, checked, and carried out by %DEFPACKAGE.

(defparameter %once-options '(:size :documentation) "Options of DEFPACKAGE that can be given once.")
(defparameter %name-options '(:nicknames :use :shadow :export :intern :local-nicknames)
  "Options that take names, or pairs of them.")
(defparameter %import-options '(:import-from :shadowing-import-from) "Options that take a package and names.")

(defun %check-package-option (option)
  "Returns the key of OPTION of DEFPACKAGE. Signals a PROGRAM-ERROR if there is no such option."
  (let ((key (if (consp option) (car option) option)))
    (unless (and (consp option) (listp (cdr option)) (null (cdr (last option)))
                 (or (member key %once-options) (member key %name-options) (member key %import-options)))
      (%program-error "~S is not an option of DEFPACKAGE" option))
    (when (and (member key %once-options) (or (null (cdr option)) (cddr option)))
      (%program-error "the option ~S of DEFPACKAGE takes one value" option))
    key))

(defun %package-option-names (key options)
  "Returns the names that all of OPTIONS called KEY list, as strings, each once."
  (let ((names nil))
    (dolist (option options (nreverse names))
      (when (eq (car option) key)
        (dolist (name (cdr option))
          (pushnew (if (packagep name) (package-name name) (string name)) names :test #'string=))))))

(defun %package-nickname-pairs (options)
  "Returns the lists of a nickname and a package's name, as strings, that the :LOCAL-NICKNAMES of OPTIONS give."
  (let ((pairs nil))
    (dolist (option options (nreverse pairs))
      (when (eq (car option) :local-nicknames)
        (dolist (pair (cdr option))
          (unless (and (consp pair) (consp (cdr pair)) (null (cddr pair)))
            (%program-error "~S in :LOCAL-NICKNAMES of DEFPACKAGE is not a nickname and a package" pair))
          (push (list (string (first pair)) (if (packagep (second pair)) (package-name (second pair)) (string (second pair))))
                pairs))))))

(defun %package-imports (key options)
  "Returns lists of a package and names, as strings, for OPTIONS called KEY."
  (let ((imports nil))
    (dolist (option options (nreverse imports))
      (when (eq (car option) key)
        (push (mapcar (lambda (name) (if (packagep name) (package-name name) (string name))) (cdr option)) imports)))))

(defun %imported-names (imports)
  "Returns all the names of IMPORTS."
  (let ((names nil))
    (dolist (import imports (nreverse names))
      (dolist (name (cdr import)) (push name names)))))

(defun %check-disjoint (lists)
  "Signals a PROGRAM-ERROR if a name stands in two of LISTS, each an option's key followed by names."
  (do ((rest lists (cdr rest)))
      ((null rest))
    (dolist (name (cdar rest))
      (dolist (other (cdr rest))
        (when (member name (cdr other) :test #'string=)
          (%program-error "~S is both in ~S and in ~S of one DEFPACKAGE" name (caar rest) (car other)))))))

(defun %check-package-options (options)
  "Signals a PROGRAM-ERROR if OPTIONS of DEFPACKAGE are wrong or contradict one another."
  (let ((seen nil))
    (dolist (option options)
      (let ((key (%check-package-option option)))
        (when (and (member key %once-options) (member key seen))
          (%program-error "~S is given twice in one DEFPACKAGE" key))
        (push key seen))))
  (let ((interned (%package-option-names :intern options)))
    (%check-disjoint
     (list (cons :shadow (%package-option-names :shadow options))
           (cons :intern interned)
           (cons :import-from (%imported-names (%package-imports :import-from options)))
           (cons :shadowing-import-from (%imported-names (%package-imports :shadowing-import-from options)))))
    (%check-disjoint (list (cons :intern interned) (cons :export (%package-option-names :export options))))))

(defmacro defpackage (name &rest options)
  "Makes the package called NAME, or changes it to what OPTIONS say, and returns it. The options are (:nicknames name*)
(:documentation string) (:use package*) (:shadow name*) (:shadowing-import-from package name*) (:import-from package
name*) (:export name*) (:intern name*) (:size integer). Beyond the standard, (:local-nicknames (nickname package)*)
names other packages while this one is current. A package without :USE uses no packages."
  (%check-package-options options)
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (%defpackage ',(string name)
                  :nicknames ',(%package-option-names :nicknames options)
                  :documentation ',(cadr (assoc :documentation options))
                  :use ',(%package-option-names :use options)
                  :shadow ',(%package-option-names :shadow options)
                  :shadowing-imports ',(%package-imports :shadowing-import-from options)
                  :imports ',(%package-imports :import-from options)
                  :interns ',(%package-option-names :intern options)
                  :exports ',(%package-option-names :export options)
                  :local-nicknames ',(%package-nickname-pairs options))))

(defun %symbol-of-package (name package)
  "Returns the symbol called NAME that is accessible in PACKAGE; a correctable PACKAGE-ERROR if there is none."
  (multiple-value-bind (symbol status) (find-symbol name package)
    (if status
        symbol
        (restart-case (%package-failure package "there is no symbol called ~S in ~S" name package)
          (continue ()
            :report (lambda (stream) (format stream "Make the symbol ~A in ~A." name (package-name package)))
            (values (intern name package)))))))

(defun %symbols-of-import (import)
  "Returns the symbols of IMPORT, a list of a package's name and symbols' names."
  (let ((package (%find-package-or-fail (car import))))
    (mapcar (lambda (name) (list (%symbol-of-package name package))) (cdr import))))

(defun %package-for-definition (name nicknames)
  "Returns the package called NAME, made if need be, with NICKNAMES among its other names."
  (let ((package (find-package name)))
    (cond ((null package) (make-package name :nicknames nicknames))
          ((string= name (package-name package))
           (if (subsetp nicknames (package-nicknames package) :test #'string=)
               package
               (rename-package package name (union nicknames (package-nicknames package) :test #'string=))))
          (t (%package-failure package "~S is a nickname of ~S" name package)))))

(defun %defpackage (name &key nicknames documentation use shadow shadowing-imports imports interns exports
                               local-nicknames)
  "Carries out a DEFPACKAGE form in the order that the standard gives, and returns the package."
  (let ((package (%package-for-definition name nicknames)))
    (shadow shadow package)
    (dolist (import shadowing-imports)
      (dolist (symbols (%symbols-of-import import)) (shadowing-import symbols package)))
    (use-package (mapcar #'%find-package-or-fail use) package)
    (dolist (import imports)
      (dolist (symbols (%symbols-of-import import)) (import symbols package)))
    (dolist (interned interns) (intern interned package))
    (dolist (exported exports) (export (list (intern exported package)) package))
    (dolist (pair local-nicknames)
      (add-package-local-nickname (first pair) (second pair) package))
    (when documentation (%set-documentation package t documentation))
    package))

;;; Local nicknames: names for packages that hold while another package is current.

(defvar *local-nicknames* '()
  "An alist from packages to alists from their local nicknames, strings, to packages. The reader uses it.")

(export '(add-package-local-nickname remove-package-local-nickname package-local-nicknames))

(defun package-local-nicknames (package)
  "Returns the local nicknames of PACKAGE: an alist from strings to packages."
  (copy-alist (cdr (assoc (%find-package-or-fail package) *local-nicknames*))))

(defun add-package-local-nickname (nickname actual &optional (package *package*))
  "Makes NICKNAME, a string designator, name the package ACTUAL while PACKAGE is current. Returns PACKAGE; a
PACKAGE-ERROR if NICKNAME is one for another package already."
  (let* ((package (%find-package-or-fail package))
         (actual (%find-package-or-fail actual))
         (name (string nickname))
         (entry (or (assoc package *local-nicknames*)
                    (car (push (list package) *local-nicknames*))))
         (pair (assoc name (cdr entry) :test #'string=)))
    (cond ((null pair) (push (cons name actual) (cdr entry)))
          ((not (eq (cdr pair) actual))
           (%package-failure package "~A is a local nickname for ~S in ~S already" name (cdr pair) package)))
    package))

(defun remove-package-local-nickname (nickname &optional (package *package*))
  "Removes the local NICKNAME from PACKAGE. Returns the pair of it and the package that it named; NIL if there was
none."
  (let* ((entry (assoc (%find-package-or-fail package) *local-nicknames*))
         (pair (assoc (string nickname) (cdr entry) :test #'string=)))
    (when pair
      (setf (cdr entry) (remove pair (cdr entry)))
      pair)))

;;; Iterations

(defmacro do-symbols ((variable &optional (package '*package*) result) &body body)
  "Evaluates BODY, a tagbody, with VARIABLE bound to each symbol accessible in PACKAGE; returns RESULT."
  `(dolist (,variable (%package-symbols ,package '(:internal :external :inherited)) ,result) ,@body))

(defmacro do-external-symbols ((variable &optional (package '*package*) result) &body body)
  "Evaluates BODY, a tagbody, with VARIABLE bound to each external symbol of PACKAGE; returns RESULT."
  `(dolist (,variable (%package-symbols ,package '(:external)) ,result) ,@body))

(defmacro do-all-symbols ((variable &optional result) &body body)
  "Evaluates BODY, a tagbody, with VARIABLE bound to each symbol of every package; returns RESULT."
  `(dolist (,variable (%package-symbols (list-all-packages) '(:internal :external)) ,result) ,@body))

(defmacro with-package-iterator ((name packages &rest kinds) &body body)
  "Evaluates BODY, where (NAME) returns four values for one more symbol of PACKAGES: true, the symbol, its status and
its package; or NIL when there are no more. KINDS: at least one of :INTERNAL, :EXTERNAL and :INHERITED."
  (when (or (null kinds) (set-difference kinds '(:internal :external :inherited)))
    (%program-error "~S are not the kinds of symbols of WITH-PACKAGE-ITERATOR" kinds))
  (let ((entries (gensym "ENTRIES")))
    `(let ((,entries (%package-entries ,packages ',kinds)))
       (macrolet ((,name () '(if ,entries (multiple-value-prog1 (values-list (cons t (car ,entries)))
                                            (setq ,entries (cdr ,entries))))))
         ,@body))))
