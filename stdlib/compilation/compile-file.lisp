;;; COMPILE-FILE: toplevel forms, what they do at compile time, and the file (3.2.3, chapter 24).

(in-package "TESSERA")

(defvar *compile-verbose* nil "True if COMPILE-FILE prints the name of the file that it compiles.")
(defvar *compile-print* nil "True if COMPILE-FILE prints the toplevel forms, abbreviated.")
(defvar *compile-file-pathname* nil "The pathname of the file that is being compiled, or NIL.")
(defvar *compile-file-truename* nil "The truename of the file that is being compiled, or NIL.")
(defvar *failure-watcher* nil
  "A function that is called with each condition that a toplevel form signals, and the form's line and column if they
are known; or NIL.")

;;; The compilation of one file.

(defstruct (%compilation (:constructor %compilation (&key strict)))
  "OUTPUT is the writer of the file; WARNINGS and FAILURES are the numbers of conditions signalled; POSITION
is the line and the column where the current toplevel form begins, or NIL. If STRICT, an error ends the compilation."
  (output (%file-writer)) (warnings 0) (failures 0) (position nil) (strict nil))

(defun %report-problem (compilation kind message)
  "Reports to the user that COMPILATION found a problem of KIND, a string."
  (format *error-output* "~&; ~A~@[ ~{~D:~D~}~]: ~A: ~A~%"
          (or *source-file* "COMPILE-FILE") (%compilation-position compilation) kind message))

(defun %note-warning (compilation warning)
  "Counts WARNING. Reports and muffles it if no handler outside does, unless it is the compiler's, which reports its
place itself."
  (incf (%compilation-warnings compilation))
  (unless (typep warning 'style-warning) (incf (%compilation-failures compilation)))
  (unless (%slot-or-nil warning 'position)
    (signal warning)
    (%report-problem compilation (string-downcase (type-of warning)) warning)
    (muffle-warning warning)))

(defun %note-failure (compilation condition)
  "Reports CONDITION, an error at compile time, and counts it. Returns a form that signals it at load time."
  (incf (%compilation-warnings compilation))
  (incf (%compilation-failures compilation))
  (%report-problem compilation "error" condition)
  (when *failure-watcher* (apply *failure-watcher* condition (%compilation-position compilation)))
  `(error 'simple-program-error :format-control "a form that could not be compiled: ~A"
                                :format-arguments (list ,(princ-to-string condition))))

;;; A toplevel form is taken apart until what is left is not a PROGN, EVAL-WHEN, LOCALLY, MACROLET or SYMBOL-MACROLET.
;;; The environment of a form in these is kept as a function that puts it around the form.

(defun %process-forms (forms compilation mode environment wrap)
  "Calls %PROCESS-FORM with each of FORMS."
  (dolist (form forms)
    (%process-form form compilation mode environment wrap)))

(defun %process-form (form compilation mode environment wrap)
  "Compiles FORM, a toplevel form in ENVIRONMENT, into COMPILATION, and evaluates it, too, if MODE is :COMPILE-TIME-TOO
and not :NOT-COMPILE-TIME. WRAP puts the forms that enclose FORM around a form."
  (multiple-value-bind (expansion expanded) (macroexpand-1 form environment)
    (cond (expanded (%process-form expansion compilation mode environment wrap))
          ((not (and (consp form) (%proper-p form))) (%process-other form compilation mode wrap))
          (t (case (car form)
               (progn (%process-forms (cdr form) compilation mode environment wrap))
               (eval-when (%process-eval-when form compilation mode environment wrap))
               (locally (%process-locally form compilation mode environment wrap))
               ((macrolet symbol-macrolet) (%process-macrolet form compilation mode wrap))
               (t (%process-other form compilation mode wrap)))))))

(defun %process-other (form compilation mode wrap)
  "Compiles FORM, which has no toplevel forms within, into COMPILATION, and evaluates it, too, if MODE is
:COMPILE-TIME-TOO."
  (let ((whole (funcall wrap form)))
    (when (eq mode :compile-time-too) (eval whole))
    (unless (or (constantp whole) (symbolp whole))      ; such forms do nothing
      (let ((code (%compile-for-file whole)))
        (when *findings* (%give-findings))
        (%write-record code (%compilation-output compilation))))))

(defun %process-eval-when (form compilation mode environment wrap)
  "Processes a form by the table of figure 3-7 of the standard."
  (unless (and (cdr form) (%situations-p (cadr form)))
    (%program-error "EVAL-WHEN: there is no list of situations in ~S" form))
  (destructuring-bind (situations &rest forms) (cdr form)
    (let ((compile-time (or (%memq ':compile-toplevel situations) (%memq 'compile situations)
                            (and (%execute-p situations) (eq mode :compile-time-too)))))
      (cond ((or (%memq ':load-toplevel situations) (%memq 'load situations))
             (%process-forms forms compilation (if compile-time :compile-time-too :not-compile-time) environment wrap))
            (compile-time (eval (funcall wrap `(progn ,@forms))))))))

(defun %process-locally (form compilation mode environment wrap)
  "Processes the body of FORM, a LOCALLY form, as toplevel forms with its declarations around each."
  (multiple-value-bind (forms declarations) (%parse-body (cdr form))
    (%process-forms forms compilation mode environment
                    (if declarations
                        (lambda (inner) (funcall wrap `(locally ,@declarations ,inner)))
                        wrap))))

(defmacro %call-with-environment (function &environment environment)
  "(%call-with-environment FUNCTION): calls FUNCTION, an object, at compile time with the lexical environment of this
form. Expands into NIL."
  (funcall function environment)
  nil)

(defun %process-macrolet (form compilation mode wrap)
  "Processes the body of FORM, MACROLET or SYMBOL-MACROLET, as toplevel forms with its definitions around each."
  (unless (cdr form) (%program-error "~S lacks its definitions" form))
  (multiple-value-bind (forms declarations) (%parse-body (cddr form))
    (labels ((around (inner) (funcall wrap `(,(car form) ,(cadr form) ,@declarations ,inner)))
             (process (environment)
               (let ((*mistakes-wait* t))
                 (%process-forms forms compilation mode environment #'around))))
      (let ((*mistakes-wait* nil))
        (%compile-form (around `(%call-with-environment ,#'process)))))))

(defun %compile-toplevel-form (form compilation)
  "Compiles FORM of the file into COMPILATION. If that signals an error, loading will signal it at this place."
  (when *compile-print*
    (let ((*print-length* 3) (*print-level* 2))
      (format t "~&; ~S~%" form)))
  (if (%compilation-strict compilation)
      (%process-form form compilation :not-compile-time nil #'identity)
      (handler-case (%process-form form compilation :not-compile-time nil #'identity)
        (error (condition)
          (%process-form (%note-failure compilation condition) compilation :not-compile-time nil #'identity)))))

(defun %compile-stream (stream compilation)
  "Compiles the forms of the source file STREAM into COMPILATION."
  (let ((*readtable* *readtable*) (*package* *package*))
    (loop for form = (%read-to-evaluate stream)
          until (eq form stream)
          do (%check-toplevel-form form)
             (setf (%compilation-position compilation)
                   (let ((position (multiple-value-list (%form-position form))))
                     (and (car position) position)))
             (%compile-toplevel-form form compilation))))

;;; The file.

(defun compile-file-pathname (input-file &key (output-file nil) &allow-other-keys)
  "Returns the pathname of the file that COMPILE-FILE would write: OUTPUT-FILE, with what it lacks from INPUT-FILE, and
the type tfasl.

    (file-namestring (compile-file-pathname \"lib/queue.lisp\"))   ; \"queue.tfasl\""
  (let ((default (make-pathname :type *compiled-file-type* :defaults (merge-pathnames input-file))))
    (if output-file (merge-pathnames output-file default) default)))

(defun %write-compiled (text stream)
  "Writes a compiled file to STREAM: the first line, and TEXT, the records."
  (format stream "~A ~D ~D~%" *compiled-file-magic* (%instruction-set) (sxhash text))
  (write-string text stream))

(defun %write-compiled-file (path text)
  "Writes the file PATH, whose records are TEXT."
  (with-open-file (stream path :direction :output :if-exists :supersede :external-format :utf-8)
    (%write-compiled text stream))
  path)

(defun %source-to-compile (input-file)
  "Returns the pathname of the source INPUT-FILE, which may lack its type."
  (let ((path (merge-pathnames input-file)))
    (if (or (pathname-type path) (probe-file path))
        path
        (make-pathname :type "lisp" :defaults path))))

(defun %compiled-text (source external-format compilation)
  "Compiles the file SOURCE into COMPILATION. Returns the text of the records."
  (with-open-stream (stream (%open-source source :external-format external-format))
    (let ((*compile-file-pathname* source)
          (*compile-file-truename* (truename source)))
      (%with-source ((file-namestring source))
        (%note-source-file *source-file* *compile-file-truename*)
        (%call-with-features source (lambda () (%compiled-records stream compilation)))))))

(defun %compiled-records (stream compilation)
  "Compiles the source STREAM, from its beginning, into COMPILATION. Returns the text of the records."
  (handler-bind ((warning (lambda (warning) (%note-warning compilation warning))))
    (%skip-interpreter-line stream)
    (%call-in-unit (lambda () (%compile-stream stream compilation)) (%unit-to-join)))
  (%written-records (%compilation-output compilation)))

(defun compile-file (input-file &rest options &key output-file (verbose *compile-verbose*) (print *compile-print*)
                                                   (external-format :default))
  "Compiles the source INPUT-FILE to a file that LOAD loads without compiling: OUTPUT-FILE, by default of the same name
and the type tfasl. Macros are expanded now, and forms in EVAL-WHEN are evaluated now if it requests that. An error in a
form is reported to *ERROR-OUTPUT*, and signalled again when the file is loaded. Three values: the truename of the file;
true if there were warnings; true if there were errors, or warnings other than STYLE-WARNINGs. A FILE-ERROR if
INPUT-FILE cannot be read, a READER-ERROR or END-OF-FILE if it is not Lisp. The file can be loaded by the version of
Tessera that wrote it."
  (declare (ignore output-file))
  (let* ((source (%source-to-compile input-file))
         (target (apply #'compile-file-pathname source options))
         (compilation (%compilation))
         (*compile-print* print))
    (when verbose (format t "~&; compiling ~A~%" (namestring source)))
    (%write-compiled-file target (%compiled-text source external-format compilation))
    (when verbose (format t "~&; wrote ~A~%" (namestring target)))
    (values (truename target)
            (plusp (%compilation-warnings compilation))
            (plusp (%compilation-failures compilation)))))
