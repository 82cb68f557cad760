;;; The compiler's warnings, and compilation units, which delay warnings of undefined names (chapter 3).

(in-package "TESSERA")

;;; The compiler notes what it finds, where it is asked to (interp/compiler/findings/findings.hpp): for forms
;;; of a file that is loaded or compiled and of the prompt, and for COMPILE, not for
;;; forms that a program passes to EVAL. The module "warnings" signals them.

(defvar *findings* '() "The findings of the compiler in the form that it compiles, the newest first.")
(defvar *references* '()
  "The uses of global names in the current file that may be defined until its unit ends, the newest first.")
(defvar *earlier-references* '() "The part of *REFERENCES* from forms of the file that were already evaluated.")
(defvar *misplaced-line* nil
  "The line in which a list within the form that was read begins in the first column, or NIL.")
(defvar *compilation-unit* nil
  "The current compilation unit, or NIL: a cons of true if WITH-COMPILATION-UNIT made it, and the references of the
files that are completed.")

(defvar *unit-files* '() "The files that are being compiled, each loaded by the next.")

(defvar *muffled-warnings* '()
  "The kinds of warnings that the compiler does not give, a list of keywords. Each is the name of a class of warnings
without -WARNING, such as :UNUSED-VARIABLE, :UNDEFINED-FUNCTION or :REDEFINITION. T stands for all. LOAD and
COMPILE-FILE bind it, so that in a file

    (declaim (tessera:muffle-warnings :unused-variable :redefinition))

concerns the rest of the file. (require \"warnings\") defines the classes; \"warnings\" is the module that has them.")
(export '(*muffled-warnings* muffle-warnings))

(defun %give-warnings (findings &optional references)
  "Warns of FINDINGS, a list of (FILE . FINDING): see interp/compiler/findings/findings.hpp. FILE is NIL for the current
one. REFERENCES are those of the unit that ends."
  (when (handler-case (%load-program-modules "warnings")
          (file-error () nil))      ; of another build: code is compiled without it
    (funcall '%signal-findings findings references)))

(defun %give-findings ()
  "Warns of what the compiler has found."
  (let ((findings '()))
    (dolist (finding (shiftf *findings* '()))
      (unless (%as-declared-p finding) (push (cons nil finding) findings)))
    (when findings (%give-warnings findings))))

(defun %as-declared-p (finding)
  "True if FINDING is about a constant that is of the type declared for its place."
  (and (eq (car finding) :declared-type)
       (destructuring-bind (value type) (cdddr finding)
         (handler-case (typep value type)
           (error () t)))))       ; no type that is known

(defun %unit-to-join ()
  "Returns the unit that the current compilation belongs to, or NIL if it needs a new one. The unit of a file that is
loaded only includes files that it loads."
  (and (car *compilation-unit*) *compilation-unit*))

(defun %meant-redefinition-p (finding references)
  "True if FINDING, a result of %CHECK-REFERENCES, is a redefinition that is not a mistake. Then one of the two files
loads the other, the old definition was not in a file, or the language keeps functions in variables."
  (destructuring-bind (file kind place name &optional old-file &rest more) finding
    (declare (ignore place name more))
    (flet ((loaded-from-p (file other)
             (dolist (reference references nil)
               (when (and (equal (car reference) file) (member other (cddr reference) :test #'equal))
                 (return t)))))
      (and (eq kind :redefinition)
           (or (string/= (language-name *language*) "COMMON-LISP")
               (not (or (consp (cdr (assoc old-file *source-texts* :test #'equal))) (%library-file-p old-file)))
               (loaded-from-p (car file) old-file)
               (loaded-from-p old-file (car file)))))))

(defun %call-in-unit (function outer &optional explicit)
  "Returns the values of FUNCTION, which compiles one file, or a text in place of one, as a part of the unit OUTER. If
OUTER is NIL, makes a new unit and warns of undefined names and wrong calls at its end. If EXPLICIT, the functions that
COMPILE compiles belong to the unit."
  (let ((unit (or outer (list explicit))))
    (multiple-value-prog1
        (let ((*compilation-unit* unit) (*references* '()) (*muffled-warnings* *muffled-warnings*)
              (*unit-files* (cons (or *source-file* "") *unit-files*)))
          (multiple-value-prog1 (funcall function)
            (setf (cdr unit) (list* (list* (car *unit-files*) *muffled-warnings* (cdr *unit-files*)) (nconc *references* (cdr unit))))))
      (unless outer
        (let ((findings (append (%macros-defined-late)
                                (remove-if (lambda (finding) (%meant-redefinition-p finding (cdr unit)))
                                           (%check-references (cdr unit))))))
          (dolist (finding findings)
            (when (eq (second finding) :undefined-function) (push finding *undefined-functions*)))
          (when findings (%give-warnings findings (cdr unit))))))))

(defvar *undefined-functions* '() "The findings of earlier units about functions that were not defined at their ends.")
(defvar *late-macros* '() "The findings among *UNDEFINED-FUNCTIONS* about names that have become macros: the calls still call functions.")

(defun %macros-defined-late ()
  "Returns findings about calls in earlier units of functions whose names are names of macros by now."
  (let ((late '()))
    (setq *undefined-functions*
          (remove-if (lambda (finding)
                       (destructuring-bind (file kind place name &rest details) finding
                         (declare (ignore kind))
                         (and (symbolp name)
                              (fboundp name)
                              (or (null (macro-function name))
                                  (push (list* file :late-macro place name details) late)))))
                     *undefined-functions*))
    (setq *late-macros* (append late *late-macros*))
    late))

(defun %give-earlier-warnings ()
  "Gives the warnings, once, for those forms of the file being loaded that stand before the one that has failed."
  (when *earlier-references*
    (let* ((references (cons (list* (car *unit-files*) *muffled-warnings* (cdr *unit-files*)) *earlier-references*))
           (findings (remove-if (lambda (finding) (or (%meant-redefinition-p finding references) (%defined-below-p finding)))
                              (%check-references references))))
      (setq *references* (ldiff *references* (shiftf *earlier-references* '())))
      (when findings (%give-warnings findings references)))))

(defun %defined-below-p (finding)
  "True if FINDING, a result of %CHECK-REFERENCES, is about a function or variable whose definition seems to stand in
the file that is being loaded."
  (destructuring-bind (file kind place name &rest more) finding
    (declare (ignore place more))
    (and (%memq kind '(:undefined-function :undefined-variable))
         (let ((text (ignore-errors (%source-text (car file)))))
           (and text
                (some (lambda (definer) (search (format nil "(~A ~A" definer name) text :test #'char-equal))
                      '("defun" "defmacro" "defgeneric" "defmethod" "defvar" "defparameter" "defconstant" "defstruct")))))))

(defmacro with-compilation-unit ((&key override) &body forms)
  "(with-compilation-unit ([:override BOOLEAN]) form*): evaluates the forms as one unit: the compiler warns of functions
and variables that are not defined at its end, once for each. The unit is part of an outer one unless OVERRIDE is true.
Returns the values of the forms."
  `(%call-in-unit (lambda () ,@forms) (if ,override nil (%unit-to-join)) t))
