;;; Packages that are locked against accidental redefinition of their names (11.1.2.1.2).

(in-package "TESSERA")

;;; All definitions go through natives that check *LOCKED-PACKAGES* (interp/builtins/arguments.cpp): those that define
;;; functions, macros, variables and classes, those that change a package, and %CHECK-DEFINITION, which the library
;;; calls before it changes tables of its own. If a lock forbids the operation, the native fails with a description,
;;; which %SIGNAL-FAILURE passes to %SIGNAL-LOCK. That signals the error, and calls the native again if the restart
;;; CONTINUE is chosen.

(define-condition package-lock-violation (package-error)
  ((name :initarg :name)
   (kind :initarg :kind)
   (operation :initarg :operation))
  (:documentation "Signalled before a definition of a locked package, or the package itself, is changed.")
  (:report (lambda (condition stream)
             (let ((name (slot-value condition 'name)) (package (package-error-package condition)))
               (if (slot-value condition 'kind)
                   (format stream "~S belongs to ~A, which is locked, and cannot be redefined~@[ as a ~(~A~)~]; choose another ~
                                   name, or SHADOW this one"
                           name (package-name package) (let ((kind (slot-value condition 'kind))) (if (eq kind 'function) nil kind)))
                   (format stream "~S: ~A is locked, and is not to be changed" (slot-value condition 'operation)
                           (package-name package)))))))

(define-condition locked-name-warning (simple-condition style-warning)
  ()
  (:documentation "A name was defined that belongs to a locked package, which does not define it."))

(defun %signal-lock (type operation &key package name kind arguments)
  "Signals that NAME as a KIND, or PACKAGE, is locked; or warns, if that is TYPE, that NAME belongs to a locked package
which does not define it. Returns the value for the native OPERATION, called with ARGUMENTS."
  (flet ((go-on () (let ((*locked-packages* '())) (apply operation arguments))))
    (cond ((eq type 'package-lock-violation)
           (restart-case (error type :package package :name name :kind kind :operation operation)
             (continue () :report "Do it all the same." (go-on))))
          (t (warn 'locked-name-warning
                   :format-control "~S belongs to ~A, which does not define it as a ~(~A~): now the program does"
                   :format-arguments (list name (package-name package) kind))
             (%note-own-definition name kind)
             (go-on)))))

(defun lock-package (package)
  "Locks PACKAGE: changes of its symbols' definitions, of its exports, used packages and symbols, and its deletion
signal a PACKAGE-LOCK-VIOLATION, whose restart CONTINUE makes the change. New definitions of its symbols are possible,
with a STYLE-WARNING. Returns T."
  (pushnew (%find-package-or-fail package) *locked-packages*)
  t)

(defun unlock-package (package)
  "Unlocks PACKAGE: its definitions may be changed again. Returns T."
  (setq *locked-packages* (remove (%find-package-or-fail package) *locked-packages*))
  t)

(defun package-locked-p (package)
  "True if PACKAGE is locked: see LOCK-PACKAGE."
  (and (member (%find-package-or-fail package) *locked-packages*) t))

(defmacro without-package-locks (&body forms)
  "(without-package-locks form*): evaluates the forms while no package is locked. Returns the values of the last."
  `(let ((*locked-packages* '())) ,@forms))

(export '(package-lock-violation locked-name-warning lock-package unlock-package package-locked-p without-package-locks))

(lock-package "COMMON-LISP")

(setq *inline-names* (make-hash-table :test 'eq))

(proclaim '(optimize (debug 1)))    ; what users compile tells debuggers of its variables
