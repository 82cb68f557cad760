;;; Arc as a language of the prompt, LOAD and hosts (module arc): see languages.lisp.
(in-package "TESSERA-ARC")

(defun global-value (name)
  "Returns two values: the value of the global variable called NAME, and true if it has none."
  (let ((symbol (arc-symbol name)))
    (cond ((not (and (symbolp symbol) symbol)) (values symbol nil))
          ((boundp symbol) (values (symbol-value symbol) nil))
          (t (values nil t)))))

(tessera:define-language "ARC"
                         :reader #'read-arc
                         :evaluator #'evaluate
                         :writer (lambda (object stream) (write-object object stream t))
                         :prompt (lambda () "arc")
                         :report (lambda (condition) (concatenate 'string "Error: " (message condition)))
                         :command (lambda (form)
                                    (let ((keyword (and (symbolp form) form (keyword-name-p form)
                                                        (find-symbol (string-upcase (subseq (symbol-name form) 1)) "KEYWORD"))))
                                      (or keyword form)))
                         :value #'global-value)
