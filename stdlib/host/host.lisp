;;; What a C++ program's calls go through: errors come back as values (for api/).

(in-package "TESSERA")

(defun %backtrace-text ()
  "The frames of the user's functions as a string, a line for each."
  (with-output-to-string (stream)
    (%write-frames (%user-frames) stream)))

(defun %host-run (function &rest arguments)
  "Call FUNCTION. Two values: T and its primary value, or NIL and a list (class-name message backtrace) of the
condition for which it would have entered the debugger."
  (block run
    (let ((*invoke-debugger*
            (lambda (condition hook)
              (declare (ignore hook))
              (return-from run
                (values nil (list (princ-to-string (%public-class-name condition)) (%safe-message condition) (%backtrace-text)))))))
      (with-simple-restart (abort "Return to the host program.")
        (return-from run (values t (apply function arguments))))
      (values nil (list "ABORT" "The evaluation was aborted." "")))))

(defun %host-evaluate (source name)
  "Evaluate every form of the string SOURCE in COMMON-LISP-USER; NAME stands for the file. Returns the primary value of
the last form."
  (let ((*package* (find-package "COMMON-LISP-USER")) (*source-file* name)
        (*source-texts* (acons name source *source-texts*)) (*toplevel-frame* nil) (*toplevel-form* nil) (value nil))
    (%set-source-file name)
    (with-input-from-string (in source)
      (do ((form (%read-to-evaluate in) (%read-to-evaluate in)))
          ((eq form in) value)
        (setq value (eval form))))))

(defun %host-function (name)
  "The function whose name the string NAME holds."
  (let ((*package* (find-package "COMMON-LISP-USER")))
    (fdefinition (read-from-string name))))

(defun %host-symbol (name)
  "The symbol that the string NAME denotes in COMMON-LISP-USER."
  (let ((*package* (find-package "COMMON-LISP-USER")))
    (let ((symbol (read-from-string name)))
      (check-type symbol symbol)
      symbol)))

(defun %host-define (name function documentation)
  "Make FUNCTION, a function of the host program, the global function of the symbol that the string NAME denotes."
  (let ((symbol (%host-symbol name)))
    (%set-fdefinition symbol function)
    (when (plusp (length documentation))
      (%set-documentation symbol 'function documentation))
    symbol))

(defun %host-offer-module (name function)
  "Let (require NAME) call FUNCTION, of the host program."
  (push (cons name function) *host-modules*))
