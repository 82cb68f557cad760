;;; TRACE: reports calls.

(in-package "TESSERA")

;;; A traced function is replaced by one that reports and calls it. The original is kept here by name. While anything is
;;; traced, functions that define functions look here, so that a redefinition replaces the original.

(defvar *traced* '() "The traced functions: a list of (name original replacement condition).")
(defvar *trace-depth* 0 "The number of traced calls in progress.")
(defvar *in-trace* nil "True while a report is written: calls made for that are not reported.")
(defvar *reported-condition* nil "The condition that was reported last as the reason why a traced call ended.")
(defvar *plain-definer* #'%set-fdefinition "The function that defines functions while none is traced.")

(defparameter *trace-indentations* 20 "The maximum depth of calls up to which reports are indented.")

(defun %trace-line (control &rest arguments)
  "Writes a line of the trace, indented by the depth of calls."
  (let ((*in-trace* t))
    (format *trace-output* "~&~V@T~D: ~?~%" (* 2 (min *trace-depth* *trace-indentations*)) *trace-depth* control arguments)))

(defun %trace-brief (object)
  "Returns a short text of OBJECT; calls made for that are not reported."
  (let ((*in-trace* t)) (%brief object 500)))

(defun %report-exit (name condition)
  "Writes that the function NAME was left without values; because of CONDITION, unless that is NIL. A condition is
written in full only once."
  (let ((known (and condition (eq condition *reported-condition*)))
        (class (and condition (%public-class-name condition)))
        (message (and condition (let ((*in-trace* t)) (%cut-to (%safe-message condition) 200)))))
    (setq *reported-condition* condition)
    (%trace-line "~A was left by ~:[~:[a non-local exit~*~*~;~A: ~A~]~;~*that ~A~]" (%trace-brief name) known condition class message)))

(defun %traced-call (name function arguments)
  "Calls FUNCTION and reports its arguments and values under NAME."
  (%trace-line "~A" (%trace-brief (cons name arguments)))
  (let ((values '()) (returned nil) (signalled nil))
    (unwind-protect
         (progn
           (setq values (let ((*trace-depth* (+ *trace-depth* 1)))
                          ;; what comes here no handler within has taken
                          (handler-bind ((serious-condition (lambda (condition) (setq signalled condition))))
                            (multiple-value-list (apply function arguments))))
                 returned t))
      (unless returned
        (%report-exit name signalled)))
    (%trace-line "~A returned ~:[no values~;~:*~{~A~^, ~}~]" (%trace-brief name) (mapcar #'%trace-brief values))
    (values-list values)))

(defun %reported-p (condition arguments)
  "True if a call with ARGUMENTS is to be reported, as CONDITION, a function or NIL, says."
  (and (not *in-trace*)
       (or (null condition)
           (let ((*in-trace* t)) (apply condition arguments)))))

(defun %tracing-function (name reporter)
  "Returns the function that replaces the traced function NAME. REPORTER is called with NAME, the function and a list of
arguments, and calls it."
  (lambda (&rest arguments)
    (destructuring-bind (function replacement condition) (rest (assoc name *traced* :test #'equal))
      (declare (ignore replacement))
      (if (%reported-p condition arguments)
          (funcall reporter name function arguments)
          (apply function arguments)))))

;;; Docstrings: a wrapper takes over the function's docstring, and returns a changed one at the end.

(defun %document-alike (function other)
  "Gives FUNCTION the docstring of OTHER, if that has one."
  (flet ((text (function)
           (let ((gf (%generic-function function)))
             (if gf (%gf-documentation gf) (or (%documentation function t) (nth-value 2 (%function-source function)))))))
    (unless (equal (text function) (text other))
      (%set-documentation-of-function function (text other)))))

;;; New definitions of traced functions.

(defun %define-traced (name function)
  "Makes FUNCTION the function NAME, as the function %SET-FDEFINITION does; a traced one stays traced."
  (let ((entry (assoc name *traced* :test #'equal)))
    (cond ((and entry (fboundp name) (eq (fdefinition name) (third entry)))
           (unless (eq function (third entry))
             (setf (second entry) function)
             (%document-alike (third entry) function))
           function)
          (t (funcall *plain-definer* name function)))))

(defun %watch-definitions ()
  "Makes definitions check for traced functions, if there are any."
  (funcall *plain-definer* '%set-fdefinition (if *traced* #'%define-traced *plain-definer*)))

;;; TRACE and UNTRACE.

(defun %check-traceable (name)
  "Signals an error unless NAME is the name of a function. True if there is such a function; if not, warns."
  (unless (and name (%function-name-p name))
    (error "TRACE: ~S is not the name of a function" name))
  (when (and (symbolp name) (or (special-operator-p name) (macro-function name)))
    (error "TRACE: ~S is a ~:[macro~;special operator~], not a function" name (special-operator-p name)))
  (or (fboundp name)
      (warn "TRACE: there is no function ~S~@[; did you mean ~{~S~^ or ~}?~]" name (and (symbolp name) (similar-names name #'fboundp)))))

(defun %define-quietly (name function)
  "Makes FUNCTION the function NAME without warnings."
  (let ((*compilation-unit* nil) (*locked-packages* '()))
    (funcall *plain-definer* name function)))

(defun %trace-function (name condition &optional (reporter #'%traced-call))
  "Traces the function NAME; calls with arguments of which CONDITION, a function or NIL, is true. REPORTER is as for
%TRACING-FUNCTION. Returns NAME, or NIL if there is no such function."
  (when (%check-traceable name)
    (let ((function (fdefinition name)) (entry (assoc name *traced* :test #'equal)))
      (if (and entry (eq function (third entry)))
          (setf (fourth entry) condition)
          (let ((replacement (%tracing-function name reporter)))
            (setq *traced* (cons (list name function replacement condition) (remove entry *traced*)))
            (%document-alike replacement function)
            (%define-quietly name replacement)
            (%watch-definitions)
            (when (and (symbolp name) (eq (symbol-package name) (find-package "COMMON-LISP")))
              (let ((*in-trace* t))
                (format *trace-output* "~&; Calls of ~S that were compiled in place are not reported.~%" name))))))
    name))

(defun %trace-specification (specification)
  "Traces the function in SPECIFICATION: a function name, or a list of one and :CONDITION and a form."
  (when (and (consp specification) (eq (car specification) 'quote) (consp (cdr specification)))
    (setq specification (cadr specification))
    (warn "TRACE: names are written without a quote: (trace ~S)" specification))
  (if (or (atom specification) (%function-name-p specification))
      (%trace-function specification nil)
      (destructuring-bind (name &key condition) specification
        (%trace-function name (and condition (coerce (eval condition) 'function))))))

(defun %trace (specifications)
  "Implements TRACE: returns the names traced by SPECIFICATIONS, or all traced names if there are none."
  (if specifications
      (remove nil (mapcar #'%trace-specification specifications))
      (mapcar #'first *traced*)))

(defun %untrace-function (name)
  "Ends the tracing of NAME."
  (let ((entry (assoc name *traced* :test #'equal)))
    (unless entry (warn "UNTRACE: ~S is not traced" name))
    (when entry
      (setq *traced* (remove entry *traced*))
      (when (and (fboundp name) (eq (fdefinition name) (third entry)))
        (%document-alike (second entry) (third entry))
        (%define-quietly name (second entry)))
      (%watch-definitions)))
  name)

(defun %untrace (names)
  "Implements UNTRACE: ends the tracing of NAMES, or of all functions. Returns the names."
  (mapcar #'%untrace-function (or names (mapcar #'first *traced*))))
