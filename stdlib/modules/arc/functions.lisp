;;; Arc's functions about functions, errors, symbols, templates and programs (module arc).
(in-package "TESSERA-ARC")

;;; Functions.

(define "compose" (&rest functions)
  "Returns a function that calls the last of FUNCTIONS with its arguments, the one before with the value of that, and so
on."
  (let ((functions (mapcar #'callable functions)))
    (if (null functions)
        #'arc::|idfn|
        (let ((last (car (last functions))) (others (reverse (butlast functions))))
          (lambda (&rest arguments)
            (let ((value (apply last arguments)))
              (dolist (function others value)
                (setf value (funcall function value)))))))))

(define "complement" (function)
  "Returns a function that is true where FUNCTION is not."
  (let ((function (callable function)))
    (lambda (&rest arguments) (not (apply function arguments)))))

(define "only" (function)
  "Returns a function that calls FUNCTION if its first argument is true."
  (let ((function (callable function)))
    (lambda (&rest arguments) (and (car arguments) (apply function arguments)))))

(define "andf" (&rest functions)
  "Returns a function that calls FUNCTIONS with its arguments until one returns nil."
  (let ((functions (mapcar #'callable functions)))
    (lambda (&rest arguments)
      (let ((value t))
        (dolist (function functions value)
          (unless (setf value (apply function arguments)) (return nil)))))))

(define "orf" (&rest functions)
  "Returns a function that calls FUNCTIONS with its arguments until one does not return nil."
  (let ((functions (mapcar #'callable functions)))
    (lambda (&rest arguments)
      (dolist (function functions nil)
        (let ((value (apply function arguments)))
          (when value (return value)))))))

(define "const" (object) "Returns a function that returns OBJECT." (lambda (&rest arguments) (declare (ignore arguments)) object))

(define "get" (key) "Returns a function that returns the element of its argument for KEY." (lambda (object) (call-object object (list key))))

(define "memo" (function)
  "Returns a function like FUNCTION that remembers its values for given arguments."
  (let ((function (callable function)) (known (make-hash-table :test 'equal)))
    (lambda (&rest arguments)
      (multiple-value-bind (value found) (gethash arguments known)
        (if found value (setf (gethash arguments known) (apply function arguments)))))))

(define "ccc" (function)
  "Calls FUNCTION with the current continuation, a function."
  (tessera:call-with-current-continuation (callable function)))

(push 'arc::|ccc| tessera::*capturing-operators*)

;;; Errors.

(define "err" (&rest objects)
  "Signals an error whose message consists of OBJECTS; all but the first are written as the reader reads them."
  (error 'arc-error
         :text (with-output-to-string (text)
                 (loop for (object . more) on objects for first = t then nil
                       do (write-object object text (not (or first (stringp object))))
                          (when more (write-char #\Space text))))))

(define "on-err" (on-error function)
  "Returns the value of FUNCTION, called without arguments; if it signals an error, the value of ON-ERROR for that."
  (block nil
    (funcall on-error
             (block failed
               (return (handler-case (funcall function)
                         ((or error storage-condition) (condition) (return-from failed condition))))))))

(define "details" (condition) "Returns the message of CONDITION, an error, as a string."
  (if (typep condition 'condition) (message condition) (fail "~A is not an error" (shown condition))))

(define "protect" (during after)
  "Returns the value of the function DURING, called without arguments. The function AFTER is called however it is left."
  (values (unwind-protect (funcall during) (funcall after))))

;;; Symbols and programs.

(defvar *uniqs* 0 "The number of symbols that UNIQ has made.")
(define "uniq" (&optional (name "gs")) "Returns a new symbol that no text names." (make-symbol (format nil "~A~D" (arc::|string| name) (incf *uniqs*))))

(defun plain (form)
  "Returns FORM with Arc's names in place of those that expansions of Arc's own macros use."
  (cond ((consp form)
         (if (and (eq (car form) 'quote) (consp (cdr form)))
             (list 'arc::|quote| (cadr form))
             (loop while (consp form)
                   collect (plain (pop form)) into elements
                   finally (return (if form (nconc elements (plain form)) elements)))))
        ((keywordp form) (named form))
        (t form)))

(defun expansion (form)
  "Returns two values: the expansion of FORM, or FORM if it is not a macro call; and true if it is one."
  (let ((macro (and (consp form) (symbolp (car form)) (car form) (macro-of (car form) '()))))
    (if (and macro (not (operator-p (tagged-rep macro))))
        (values (expand-macro macro form) t)
        (values form nil))))

(define "macex1" (form) "Returns the expansion of FORM, a macro call, by one step." (plain (expansion form)))
(define "macex" (form &optional once)
  "Returns the expansion of FORM until it is not a macro call; by one step if ONCE is not nil."
  (loop (multiple-value-bind (new more) (expansion form)
          (setf form new)
          (when (or once (not more)) (return (plain form))))))

(define "ssyntax" (object) "True if OBJECT is a symbol that stands for a form." (and (symbolp object) (ssyntax-p object) t))
(define "ssexpand" (object) "Returns the form that OBJECT, a symbol, stands for." (plain (ssexpand object)))
(define "eval" (form) "Returns the value of FORM." (evaluate form))
(define "load" (file) "Evaluates the forms of FILE in the language of its type, by default Arc. Returns nil." (load file) nil)
(define "bound" (symbol) "True if SYMBOL, a global variable, has a value." (boundp symbol))
(define "quit" (&optional (status 0)) "Ends the program." (tessera:quit status))
(define "sleep" (seconds) "Waits for SECONDS. Returns nil." (sleep seconds) nil)
(define "system" (&rest arguments)
  "Signals an error, because programs of the system cannot be called."
  (declare (ignore arguments))
  (fail "system: programs cannot be called from here"))

;;; Templates: (NAME . fields), each field with a function that gives its first value.

(defvar *templates* (make-hash-table :test 'eq) "The templates: for each name a list of (FIELD . FUNCTION).")

(define "%deftem" (name included fields)
  "Defines the template NAME with FIELDS, (field . function), and those of the templates INCLUDED."
  (setf (gethash name *templates*)
        (append fields (mapcan (lambda (other) (copy-list (template other))) included)))
  name)

(defun template (name)
  "Returns the fields of the template NAME; signals an error if there is none."
  (multiple-value-bind (fields found) (gethash name *templates*)
    (unless found (fail "There is no template ~A" (shown name)))
    fields))

(define "inst" (name &rest pairs)
  "Returns a table of the template NAME, with fields and values PAIRS that differ."
  (let ((table (make-hash-table :test 'equal)))
    (loop for (field . function) in (reverse (template name))
          do (arc::|sref| table (funcall function) field))
    (arc::|fill-table| table pairs)))

(define "templatize" (name list)
  "Returns a table of the template NAME, with the fields that LIST, a list of (field value), gives."
  (let ((table (arc::|inst| name)) (fields (template name)))
    (loop for (field value) in list
          do (when (assoc field fields) (arc::|sref| table value field)))
    table))
(define "temread" (name &optional (port *standard-input*)) "Returns a table of the template NAME, with the fields that the next object of PORT, a list of (field value), gives." (arc::|templatize| name (read-arc port nil)))
