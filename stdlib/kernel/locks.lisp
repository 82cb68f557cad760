;;; What COMMON-LISP defines is not to be defined anew by accident (11.1.2.1.2).

(in-package "TESSERA")

(defun %check-lock (name operator)
  "Signals a correctable PACKAGE-ERROR if NAME, which OPERATOR is to define, is the standard's: what the library and compiled code
call by that name would not be what the program expects."
  (let ((symbol (if (consp name) (second name) name))
        (standard (find-package "COMMON-LISP")))
    (when (eq (symbol-package symbol) standard)
      (cerror "Define it nevertheless." 'simple-package-error
              :package standard
              :format-control "~A: ~S belongs to COMMON-LISP, and is not to be defined anew; choose another name, or SHADOW this one"
              :format-arguments (list operator name)))))

(setq *standard-locked* t)

(proclaim '(optimize (debug 1)))    ; what users compile tells debuggers of its variables
