;;; MACROEXPAND, and where docstrings are kept.

(in-package "TESSERA")

(%proclaim-special '*macroexpand-hook*)
(unless (boundp '*macroexpand-hook*)
  (%set-symbol-value '*macroexpand-hook* 'funcall))

(defun macroexpand-1 (form &optional env)
  "Expands FORM once, if it is a macro call or a symbol macro in ENV. Two values: the expansion, or FORM, and whether
it was expanded."
  (multiple-value-bind (expander kind) (%expander form env)
    (cond ((eq kind ':macro)
           (values (if (eq *macroexpand-hook* 'funcall)
                       (funcall expander form env)
                       (funcall *macroexpand-hook* expander form env))
                   t))
          ((eq kind ':symbol-macro) (values expander t))
          (t (values form nil)))))

(defun macroexpand (form &optional env)
  "Expands FORM until it is neither a macro call nor a symbol macro in ENV. Two values, as of MACROEXPAND-1."
  (let ((ever nil) (expanded t))
    (%while expanded
      (multiple-value-bind (expansion again) (macroexpand-1 form env)
        (setq form expansion)
        (setq expanded again)
        (if again (setq ever t))))
    (values form ever)))

;;; Docstrings, by what they document: a property list from kind to text for each name or object.

(%proclaim-special '*documentation*)
(%set-symbol-value '*documentation* (make-hash-table :test 'equal))

(defun %documentation (object kind)
  "Returns the docstring of OBJECT, a name or a thing, as a KIND, or NIL."
  (values (getf (gethash object *documentation*) kind)))

(defun %set-documentation (object kind text)
  "Makes TEXT the docstring of OBJECT as a KIND; none if it is NIL. Returns TEXT."
  (let ((plist nil) (rest (gethash object *documentation*)))
    (%while (consp rest)
      (unless (eq (car rest) kind)
        (setq plist (list* (car rest) (car (cdr rest)) plist)))
      (setq rest (cdr (cdr rest))))
    (%set-gethash object *documentation* (if text (list* kind text plist) plist))
    text))
