;;; LOOP: the variables of a loop: type specifiers, destructuring patterns, layers of bindings, WITH.
(in-package "TESSERA")

;;; Type specifiers

(defun loop-type-spec ()
  "Returns the type specifier that stands next, or T: after OF-TYPE any, without it one of the four simple ones."
  (cond ((loop-skip "OF-TYPE") (loop-next "a type specifier"))
        ((null *loop-rest*) t)
        ((null (car *loop-rest*)) (pop *loop-rest*) t)
        ((loop-at "FIXNUM" "FLOAT" "T") (pop *loop-rest*))
        (t t)))

(defun loop-initial-value (type)
  "Returns a value for a variable of TYPE before the loop has given it one: of the type, if that is easy."
  (unless (eq type t)
    (dolist (candidate '(nil 0 0.0 0.0d0 #\Space))
      (when (ignore-errors (typep candidate type))
        (return candidate)))))

(defun loop-declared-type (type initial)
  "Returns TYPE, widened if the value INITIAL is not in it."
  (if (or initial (eq type t) (ignore-errors (typep nil type)))
      type
      `(or null ,type)))

;;; Patterns: a symbol, NIL for what is ignored, or a tree of patterns

(defun check-loop-variable (name)
  "Signals an error unless NAME can be bound and the loop does not bind it already."
  (unless (symbolp name) (loop-error (loop-shown name) " cannot be the name of a variable"))
  (when (constantp name) (loop-error "the constant " name " cannot be bound"))
  (when (member name *loop-names* :test #'eq)
    (loop-error "the variable " name " is bound twice"))
  (push name *loop-names*))

(defun map-loop-pattern (function pattern type)
  "Calls FUNCTION with every variable of PATTERN and its type, from left to right. TYPE has the shape of PATTERN or is
one type for all variables."
  (cond ((null pattern))
        ((atom pattern) (funcall function pattern (or type t)))
        (t (map-loop-pattern function (car pattern) (if (consp type) (car type) type))
           (map-loop-pattern function (cdr pattern) (if (consp type) (cdr type) type)))))

(defun loop-next-pattern ()
  "Reads a variable or a destructuring pattern."
  (loop-next "a variable"))

(defun loop-destructuring (pattern place)
  "Returns the forms that assign the parts of the variable PLACE to the variables of PATTERN. They may change PLACE."
  (let ((forms '()))
    (do () ((atom pattern))
      (let ((first (pop pattern)))
        (when first
          (setf forms (revappend (loop-assignment first `(car ,place)) forms))))
      (cond ((consp pattern) (push `(setq ,place (cdr ,place)) forms))
            (pattern (push `(setq ,pattern (cdr ,place)) forms))))
    (nreverse forms)))

(defun loop-assignment (pattern form)
  "Returns the forms that assign the value of FORM to PATTERN."
  (cond ((null pattern) (if (atom form) '() (list form)))   ; an atom would be a tag
        ((atom pattern) `((setq ,pattern ,form)))
        (t (let ((place (gensym "PART")))
             `((let ((,place ,form)) ,@(loop-destructuring pattern place)))))))

;;; Layers

(defun loop-type-declaration (name type initial)
  "Returns the declarations, none or one, that NAME is of TYPE though INITIAL may be its first value."
  (let ((type (loop-declared-type type initial)))
    (unless (eq type t) `((type ,type ,name)))))

(defun add-loop-layer (bindings &optional declarations setup)
  "Binds BINDINGS in parallel, inside what was bound before; then runs the forms SETUP."
  (when (or bindings setup)
    (push (list bindings declarations setup) *loop-layers*)))

(defun loop-pattern-bindings (pattern type)
  "Returns two values: the bindings of all variables of PATTERN to initial values, and the declarations for them."
  (let ((bindings '()) (declarations '()))
    (map-loop-pattern (lambda (name type)
                        (check-loop-variable name)
                        (let ((initial (loop-initial-value type)))
                          (push (list name initial) bindings)
                          (setf declarations
                                (nconc (loop-type-declaration name type initial) declarations))))
                      pattern type)
    (values (nreverse bindings) (nreverse declarations))))

;;; WITH

(defun read-loop-with-variable ()
  "Reads `pattern [type] [= form]`. Returns three values: the bindings, the declarations, the set-up forms."
  (let* ((pattern (loop-next-pattern)) (type (loop-type-spec)) (given (loop-skip "="))
         (form (and given (loop-next-form))))
    (cond ((not given) (loop-pattern-bindings pattern type))
          ((and pattern (atom pattern))
           (check-loop-variable pattern)
           (values `((,pattern ,form)) (loop-type-declaration pattern type t)))
          (t (let ((whole (gensym "WHOLE")))
               (multiple-value-bind (bindings declarations) (loop-pattern-bindings pattern type)
                 (values `((,whole ,form) ,@bindings) declarations (loop-destructuring pattern whole))))))))

(defun read-loop-with ()
  "Reads WITH variable {AND variable}*: the variables of one clause are bound in parallel."
  (let ((bindings '()) (declarations '()) (setup '()))
    (do ((more t (loop-skip "AND")))
        ((not more))
      (multiple-value-bind (b d s) (read-loop-with-variable)
        (setf bindings (append bindings b) declarations (append declarations d) setup (append setup s))))
    (add-loop-layer bindings declarations setup)
    '()))

(install-loop-clause '("WITH") :variable 'read-loop-with)
