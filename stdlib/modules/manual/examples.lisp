;;; Examples: evaluated when the manual is made, and shown with their results (the manual).
(in-package "TESSERA-MANUAL")

(defvar *helpers* '() "Functions and macros that only examples use.")

(defun note-helpers ()
  "Notes the functions with docstrings that stdlib/modules/documentation/ defines, before examples define more."
  (do-symbols (symbol "TESSERA-DOCUMENTATION")
    (when (and (eq (symbol-package symbol) (find-package "TESSERA-DOCUMENTATION")) (fboundp symbol) (documentation symbol 'function))
      (push symbol *helpers*))))

(defmacro with-example-printing (&body body)
  "Evaluates BODY with the printer's variables as examples need them."
  `(let ((*package* (find-package "TESSERA-DOCUMENTATION")) (*print-case* :downcase) (*print-pretty* t) (*print-right-margin* 84))
     ,@body))

(defun without-places (message)
  "Returns MESSAGE without the names of folders of this machine."
  (dolist (folder (list (namestring *sources*) (namestring *output*) (namestring (ext:getcwd))) message)
    (loop for at = (search folder message)
          while at
          do (setf message (concatenate 'string (subseq message 0 at) (subseq message (+ at (length folder))))))))

(defun outcome (form)
  "Evaluates FORM. Returns the list of its values, what it printed, and the error that it signalled, or NIL."
  (let ((output (make-string-output-stream)) (values '()) (condition nil))
    (handler-case
        (let ((*standard-output* output) (*error-output* output) (*package* (find-package "TESSERA-DOCUMENTATION")))
          (handler-bind ((warning #'muffle-warning))
            (setf values (multiple-value-list (eval form)))))
      (serious-condition (c) (setf condition c)))
    (values values (get-output-stream-string output) condition)))

(defun condition-text (condition)
  "Returns CONDITION in one line."
  (format nil "~(~a~): ~a" (type-of condition)
          (substitute #\Space #\Newline (without-places (princ-to-string condition)))))

(defun result-text (values condition)
  "Returns the text that shows VALUES or CONDITION, the result of an example."
  (cond (condition (condition-text condition))
        (values (with-example-printing (format nil "~{~s~^, ~}" values)))
        (t "no values")))

(defun print-example (shown form)
  "Prints an example: the form SHOWN, and the result of FORM, the same with the symbols of its library."
  (multiple-value-bind (values output condition) (outcome form)
    (let ((code (with-example-printing (prin1-to-string shown)))
          (result (result-text values condition)))
      (tag pre (class "example" tabindex 0)
        (tag code () (print-code code :lisp))
        (unless (string= output "")
          (terpri)
          (element samp (class "printed") (string-right-trim '(#\Newline) output)))
        (if (and (string= output "") (not (find #\Newline code)) (not (find #\Newline result)) (< (+ (length code) (length result)) 70))
            (write-char #\Space)
            (terpri))
        (element span (class "arrow") (if condition "⇒ signals " "⇒ "))
        (element samp (class (if condition "signalled" "result")) result)))))

(defun print-examples (symbol)
  "Prints the examples of SYMBOL."
  (let ((entry (tessera-documentation::find-entry symbol)))
    (when entry
      (loop for (shown) in (tessera-documentation::shown-examples entry)
            for (form) in (tessera-documentation:examples symbol)
            do (print-example shown form)))))
