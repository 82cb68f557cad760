;;; Evaluates texts under a name by which positions and backtraces know them: of a buffer, the prompt, or a cell.

(in-package "TESSERA")

(defun %evaluate-source (text name line)
  "Evaluates the forms of TEXT, which stands in the source NAME from LINE on, as at the prompt, but as one unit: of what
is not defined the compiler warns at the end. A list of the values of the last form."
  (%with-source (name)
    (%call-in-unit
     (lambda ()
       (let ((values '()) (*toplevel-frame* nil) (*toplevel-form* nil))
         (with-input-from-string (in text)
           (%set-stream-line in line)
           (loop
             (let ((form (%read-to-evaluate in)))
               (when (eq form in) (return values))
               (%check-toplevel-form form)
               (setq - form
                     values (%values-at-prompt form *compilation-unit*))
               (%remember-form form))))))
     nil)))
