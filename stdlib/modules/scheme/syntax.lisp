;;; Identifiers, scopes, environments, and the denotations of identifiers (Scheme's expander).
;;;
;;; An identifier is a symbol or an alias. Identifiers that a macro puts into its expansion are aliases, fresh ones each
;;; time: separate names, which have the meaning that they had where the macro was defined unless something in the
;;; expansion binds them. So bindings of macros and of their users never meet. What an identifier stands for, its
;;; denotation, is
;;;     a LOCAL       a variable of LAMBDA, LET ...
;;;     a symbol      the location of a variable of the toplevel or of a library
;;;     a CORE        a form that the expander knows
;;;     a MACRO       of SYNTAX-RULES.

(in-package "TESSERA-SCHEME")

(defstruct (alias (:constructor make-alias (name scope)) (:copier nil))
  "An identifier that a macro made of NAME, which is looked up in SCOPE where the alias itself is not bound."
  name scope)

(defstruct (scope (:constructor make-scope (parent)) (:copier nil))
  "Bindings around a part of a program: an alist of identifiers and denotations."
  parent (bindings '()))

(defstruct (environment (:constructor make-environment (name &key package)) (:copier nil)
                        (:print-function (lambda (environment stream depth)
                                           (declare (ignore depth))
                                           (format stream "#<environment ~A>" (environment-name environment)))))
  "A toplevel. TABLE maps its identifiers to their denotations; FORWARD has the locations of those that are used and not
defined. Locations are interned in PACKAGE, or in none if that is NIL."
  name package
  (table (make-hash-table :test 'eq))
  (forward (make-hash-table :test 'eq)))

(defstruct (local (:constructor make-local (name symbol)) (:copier nil))
  "A local variable: its NAME in the program, and its SYMBOL in the compiled form. ASSIGNED is true if SET! assigns it.
KIND is :VALUE, :FUNCTION of LABELS, or :CHECKED if it may be used before it has a value."
  name symbol (assigned nil) (kind :value))

(defstruct (core (:constructor make-core (name expander)) (:copier nil))
  "A form that the expander implements: EXPANDER, a function of the form and its scope, returns a node."
  name expander)

(defstruct (macro (:constructor make-macro (name scope ellipsis literals rules)) (:copier nil))
  "A macro of SYNTAX-RULES, defined in SCOPE; RULES are lists of a pattern and a template."
  name scope ellipsis literals rules)

(defun identifier-p (object)
  "True if OBJECT is an identifier: a symbol or an alias."
  (or (scheme-symbol-p object) (alias-p object)))

(defun base-symbol (identifier)
  "Returns the symbol from which IDENTIFIER was made."
  (loop while (alias-p identifier) do (setq identifier (alias-name identifier)))
  identifier)

(defun identifier-name (identifier)
  "Returns the name of the symbol from which IDENTIFIER was made."
  (symbol-name (base-symbol identifier)))

(defun scope-environment (scope)
  "Returns the toplevel that SCOPE is in."
  (loop while (scope-p scope) do (setq scope (scope-parent scope)))
  scope)

;;; Looking up.

(defun denotation (identifier scope)
  "Returns the denotation of IDENTIFIER in SCOPE. If it is not bound, returns three values: NIL, and the environment and
the symbol of the last lookup."
  (loop
    (loop while (scope-p scope)
          do (let ((binding (assoc identifier (scope-bindings scope) :test #'eq)))
               (when binding (return-from denotation (cdr binding))))
             (setq scope (scope-parent scope)))
    (let ((found (gethash identifier (environment-table scope))))
      (cond (found (return found))
            ((alias-p identifier)
             (setq scope (alias-scope identifier)
                   identifier (alias-name identifier)))
            (t (return (values nil scope identifier)))))))

(defun same-meaning-p (one one-scope other other-scope)
  "True if the identifiers ONE and OTHER have the same binding, or both none and the same name."
  (multiple-value-bind (first one-environment one-symbol) (denotation one one-scope)
    (declare (ignore one-environment))
    (multiple-value-bind (second other-environment other-symbol) (denotation other other-scope)
      (declare (ignore other-environment))
      (if (or first second) (eq first second) (eq one-symbol other-symbol)))))

(defun bind (identifier denotation scope)
  "Binds IDENTIFIER in SCOPE. Returns DENOTATION."
  (push (cons identifier denotation) (scope-bindings scope))
  denotation)

(defun bind-local (identifier scope)
  "Returns a new local variable, bound to IDENTIFIER in SCOPE. Its symbol has the name of IDENTIFIER, with a number if
an outer variable has the same symbol. It is interned, because debuggers show such variables and continuations share
them."
  (let ((name (identifier-name identifier)))
    (flet ((free-p (symbol)
             (loop for outer = scope then (scope-parent outer)
                   while (scope-p outer)
                   never (loop for (nil . meaning) in (scope-bindings outer)
                               thereis (and (local-p meaning) (eq (local-symbol meaning) symbol))))))
      (let ((symbol (loop for number from 0
                          for symbol = (scheme-symbol (if (zerop number) name (format nil "~A.~D" name number)))
                          when (free-p symbol) return symbol)))
        (bind identifier (make-local name symbol) scope)))))

(defun temporary (name)
  "Returns a new local variable that no identifier is bound to."
  (make-local name (make-symbol name)))

;;; Locations of the toplevel.

(defun new-location (identifier environment)
  "Returns a location for IDENTIFIER as a variable of ENVIRONMENT."
  (let* ((name (identifier-name identifier))
         (package (environment-package environment))
         (symbol (if (and package (symbolp identifier)) (intern name package) (make-symbol name))))
    (setf (get symbol 'environment) environment)
    symbol))

(defun reference-location (environment symbol)
  "Returns the location of SYMBOL in ENVIRONMENT, which has no definition of it yet."
  (or (gethash symbol (environment-forward environment))
      (setf (gethash symbol (environment-forward environment)) (new-location symbol environment))))

(defun own-location-p (denotation environment)
  "True if DENOTATION is the location of a variable of ENVIRONMENT itself."
  (and (symbolp denotation) denotation (eq (get denotation 'environment) environment)))

(defun define-location (identifier environment)
  "Returns the location that a definition of IDENTIFIER in ENVIRONMENT gives a value. An imported name becomes a
separate variable."
  (let ((known (gethash identifier (environment-table environment))))
    (if (own-location-p known environment)
        known
        (let ((location (or (gethash identifier (environment-forward environment)) (new-location identifier environment))))
          (remhash identifier (environment-forward environment))
          (setf (gethash identifier (environment-table environment)) location)))))

(defun define-keyword (identifier denotation environment)
  "Makes DENOTATION, such as a macro, the denotation of IDENTIFIER in ENVIRONMENT."
  (remhash identifier (environment-forward environment))
  (setf (gethash identifier (environment-table environment)) denotation))

;;; Syntax as data.

(defun any-alias-p (datum)
  "True if an alias is anywhere within DATUM, which may be circular."
  (let ((seen nil) (count 0) (todo (list datum)))
    (loop while todo
          do (let ((part (pop todo)))
               (loop
                 (cond ((alias-p part) (return-from any-alias-p t))
                       ((or (consp part) (simple-vector-p part))
                        (when (> (incf count) 1000)
                          (unless seen (setq seen (make-hash-table :test 'eq)))
                          (when (gethash part seen) (return))
                          (setf (gethash part seen) t))
                        (if (consp part)
                            (progn (push (car part) todo) (setq part (cdr part)))
                            (progn (loop for element across part do (push element todo)) (return))))
                       (t (return))))))))

(defun strip (syntax)
  "Returns SYNTAX as data, with symbols in place of aliases."
  (labels ((stripped (part)
             (cond ((alias-p part) (base-symbol part))
                   ((consp part)
                    (let ((items '()))
                      (loop while (consp part) do (push (stripped (pop part)) items))
                      (nreconc items (if part (stripped part) part))))
                   ((simple-vector-p part) (map 'simple-vector #'stripped part))
                   (t part))))
    (if (any-alias-p syntax) (stripped syntax) syntax)))

;;; Errors of syntax, and positions.

(defvar *position* nil "The position of the innermost form whose position is known: a cons of line and column, or NIL.")

(defun form-position (form)
  "Returns the position of FORM if it is known, or else that of the form around it."
  (multiple-value-bind (line column) (tessera::%form-position form)
    (if line (cons line column) *position*)))

(defun syntax-failure (form control &rest arguments)
  "Signals a syntax error in FORM, with the message of CONTROL and ARGUMENTS."
  (let ((position (form-position form)))
    (error 'scheme-error :kind :syntax
                         :message (format nil "~?~@[, in ~A~]~@[, at ~A~]" control arguments
                                          (and (consp form) (object-text (strip form)))
                                          (and position (format nil "~@[~A:~]~D:~D" tessera::*source-file* (car position) (cdr position)))))))

(defun malformed (form what part expected)
  "Signals a syntax error: PART of FORM, WHAT in the message, does not have the form EXPECTED."
  (syntax-failure form "the ~A ~A is not ~A" what (object-text (strip part)) expected))

(defun list-p (object)
  "True if OBJECT is a list that ends in ()."
  (and (listp object) (tessera::%proper-length object) t))

(defun check-form (form least &optional (most least))
  "Signals an error unless FORM is a list of its keyword and LEAST to MOST operands; MOST may be T for any number."
  (let* ((length (tessera::%proper-length form)) (count (and length (1- length))) (name (identifier-name (car form))))
    (cond ((null count) (syntax-failure form "the form of ~A is not a proper list" name))
          ((not (and (>= count least) (or (eq most t) (<= count most))))
           (syntax-failure form "~A takes ~A, not ~D" name
                           (cond ((eq most t) (format nil "at least ~D operand~:P" least))
                                 ((= least most) (format nil "~D operand~:P" least))
                                 (t (format nil "~D ~:[to~;or~] ~D operands" least (= most (1+ least)) most)))
                           count)))))
