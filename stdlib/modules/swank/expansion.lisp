;;; Expands macro calls for Emacs.

(in-package "SWANK")

(defun expanded-text (expander string)
  "Returns the value of EXPANDER for the form STRING, pretty-printed."
  (with-user-code
    (let ((*print-pretty* t) (*print-circle* nil) (*print-gensym* t) (*print-case* :downcase) (*print-length* nil) (*print-level* nil))
      (let ((expansion (funcall expander (read-from-string string))))
        (without-errors (text-of expansion) (prin1-to-string expansion))))))

(define-request swank-macroexpand-1 (string) "Returns STRING, a form, expanded once." (expanded-text #'macroexpand-1 string))
(define-request swank-macroexpand (string) "Returns STRING, a form, expanded until it is not a macro call." (expanded-text #'macroexpand string))
(define-request swank-macroexpand-all (string) "Returns STRING, a form, with all macros in it expanded." (expanded-text #'tessera:macroexpand-all string))

(defun compiler-expanded (form)
  "Returns two values: FORM, expanded once by the compiler macro of its operator; and true if it was expanded."
  (let ((expander (and (consp form) (tessera::%function-name-p (first form)) (not (and (symbolp (first form)) (special-operator-p (first form))))
                       (compiler-macro-function (first form)))))
    (if expander
        (let ((expansion (funcall *macroexpand-hook* expander form nil)))
          (values expansion (not (eq expansion form))))
        (values form nil))))

(defun repeatedly (expander form)
  "Returns FORM, expanded by EXPANDER until that does not change it."
  (loop
    (multiple-value-bind (expansion expanded) (funcall expander form)
      (unless expanded (return expansion))
      (setq form expansion))))

(defun expanded-either-way (form)
  "Returns two values: FORM, expanded once as a macro call or else by a compiler macro; and true if it was expanded."
  (multiple-value-bind (expansion expanded) (macroexpand-1 form)
    (if expanded (values expansion t) (compiler-expanded form))))

(define-request swank-compiler-macroexpand-1 (string)
  "Returns STRING, a form, expanded once by a compiler macro."
  (expanded-text #'compiler-expanded string))

(define-request swank-compiler-macroexpand (string)
  "Returns STRING, a form, expanded by compiler macros."
  (expanded-text (lambda (form) (repeatedly #'compiler-expanded form)) string))

(define-request swank-expand-1 (string)
  "Returns STRING, a form, expanded once as a macro call or by a compiler macro."
  (expanded-text #'expanded-either-way string))

(define-request swank-expand (string)
  "Returns STRING, a form, expanded as a macro call or by compiler macros."
  (expanded-text (lambda (form) (repeatedly #'expanded-either-way form)) string))

(define-request swank-format-string-expand (string)
  "Returns the compiled form of the control string STRING, which may be in quotation marks."
  (expanded-text (lambda (control) (macroexpand-1 `(formatter ,(if (stringp control) control string)))) string))

;;; Expansion in place, step by step. SLIME sends the forms around it, so that local macros are known.

(defmacro expanded-here (form box &environment environment)
  "(expanded-here FORM BOX): stores the value of MACROEXPAND-1 for FORM in the environment here in the car of BOX, an
object."
  (setf (car box) (multiple-value-list (macroexpand-1 form environment)))
  nil)

(defvar *hole* nil "The placeholder for the form to expand while the text around it is read.")

(defun expand-in-context (string context)
  "Returns the value of MACROEXPAND-1 for the form STRING; CONTEXT is the list of the two texts around it in its
definition."
  (let* ((form (read-from-string string)) (box (list nil)) (*hole* (gensym "HOLE")))
    (without-errors nil
      (let ((around (read-from-string (format nil "~A #.swank::*hole* ~A" (first context) (second context)))))
        (tessera:macroexpand-all (subst `(expanded-here ,form ,box) *hole* around))))
    (values-list (or (first box) (multiple-value-list (macroexpand-1 form))))))

(define-request swank-macrostep::macrostep-expand-1 (string compiler-macros-p context)
  "Returns STRING, a form within CONTEXT, expanded once; and the positions of macro calls in its text: lists of an
operator, a kind, an index."
  (multiple-value-bind (expansion expanded) (with-user-code (expand-in-context string context))
    (unless (or expanded (not compiler-macros-p))
      (multiple-value-setq (expansion expanded) (compiler-expanded expansion)))
    (if expanded
        (let ((text (expanded-text #'identity (prin1-to-string expansion))))
          `(:ok ,text ,(macro-calls-in text)))
        '(:error "This is not a macro call."))))

(defun macro-calls-in (text)
  "Returns the positions of apparent macro calls in TEXT, the text of a form."
  (loop for start = (position #\( text) then (position #\( text :start (1+ start))
        while start
        for end = (token-end text (1+ start))
        for symbol = (and (> end (1+ start)) (symbol-named (subseq text (1+ start) end)))
        when (and symbol (macro-function symbol) (not (and (plusp start) (find (char text (1- start)) "'`"))))
          collect (list (subseq text (1+ start) end) :macro start)))

(define-request swank-macrostep::macro-form-p (string compiler-macros-p context)
  "True if the form STRING within CONTEXT is a macro call."
  (multiple-value-bind (expansion expanded) (with-user-code (expand-in-context string context))
    `(:ok ,(cond (expanded :macro)
                 ((and compiler-macros-p (nth-value 1 (compiler-expanded expansion))) :compiler-macro)))))
