;;; MACROEXPAND, and where docstrings are kept.

(in-package "TESSERA")

(%proclaim-special '*macroexpand-hook*)
(unless (boundp '*macroexpand-hook*)
  (%set-symbol-value '*macroexpand-hook* 'funcall))

(defmacro %call-expander (expander form env)
  "Returns the expansion of FORM in ENV by the macro function EXPANDER, all of them variables, as *MACROEXPAND-HOOK*
says."
  `(if (eq *macroexpand-hook* 'funcall)
       (funcall ,expander ,form ,env)
       (funcall *macroexpand-hook* ,expander ,form ,env)))

(defun macroexpand-1 (form &optional env)
  "Expands FORM once, if it is a macro call or a symbol macro in ENV. Two values: the expansion, or FORM, and whether
it was expanded."
  (multiple-value-bind (expander kind) (%expander form env)
    (cond ((eq kind ':macro)
           (values (%call-expander expander form env) t))
          ((eq kind ':symbol-macro) (values expander t))
          (t (values form nil)))))

(defun %check-expansion-ends (count form)
  "Signals a PROGRAM-ERROR if COUNT, the number of expansions of FORM so far, shows that they do not end."
  (if (eql count 100000)
      (%program-error "the expansion of ~S does not end" form)
      nil))

(defun macroexpand (form &optional env)
  "Expands FORM until it is neither a macro call nor a symbol macro in ENV. Two values, as of MACROEXPAND-1."
  (let ((count 0) (expanded t) (result form))
    (%while expanded
            (multiple-value-bind (expansion again) (macroexpand-1 result env)
              (setq result expansion)
              (setq expanded again)
              (if again (%check-expansion-ends (setq count (+ count 1)) form))))
    (values result (if (eql count 0) nil t))))

;;; Docstrings, by what they document: a property list from kind to text for each name or object.

(%proclaim-special '*documentation*)
(%set-symbol-value '*documentation* (make-hash-table :test 'equal))

(defun %documentation (object kind)
  "Returns the docstring of OBJECT, a name or a thing, as a KIND, or NIL."
  (values (getf (gethash object *documentation*) kind)))

(defun %set-documentation (object kind text)
  "Makes TEXT the docstring of OBJECT as a KIND; removes it if TEXT is NIL. Returns TEXT."
  (let ((plist nil) (rest (gethash object *documentation*)))
    (%while (consp rest)
            (unless (eq (car rest) kind)
              (setq plist (list* (car rest) (car (cdr rest)) plist)))
            (setq rest (cdr (cdr rest))))
    (%set-gethash object *documentation* (if text (list* kind text plist) plist))
    text))
