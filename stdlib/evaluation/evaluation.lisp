;;; EVAL, COMPILE, DISASSEMBLE and LOAD (chapters 3, 24 and 25).

(in-package "TESSERA")

;;; Everything is compiled; EVAL takes forms at toplevel apart, so that what one defines holds for the next.

;;; Warnings. The compiler notes what it finds, where it is asked to (interp/compiler/findings/findings.cpp): for forms
;;; of a file that is loaded or compiled and of the prompt, and for COMPILE; code that a program gives to EVAL is its
;;; own affair. The module "warnings" signals them.

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
  "The kinds of warnings that the compiler does not give: a list of keywords, each the name of a class of warnings
without -WARNING, such as :UNUSED-VARIABLE, :UNDEFINED-FUNCTION or :REDEFINITION; T stands for all. LOAD and
COMPILE-FILE bind it, so that in a file

    (declaim (tessera:muffle-warnings :unused-variable :redefinition))

concerns the rest of the file. (require \"warnings\") defines the classes; \"warnings\" is the module that has them.")
(export '(*muffled-warnings* muffle-warnings))

(defun %give-warnings (findings &optional references)
  "Warns of FINDINGS, a list of (FILE . FINDING): see interp/compiler/findings/findings.cpp. FILE is NIL for the current
  one.
REFERENCES are those of the unit that ends."
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
  "True if FINDING, of %CHECK-REFERENCES, is a redefinition that is not a mistake: one of the two files loads the other,
the old definition was not in a file, or the language is not Common Lisp and functions are the values of variables."
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
  "Returns findings of calls, in earlier units, of functions whose names have become those of macros."
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
  "True if FINDING, of %CHECK-REFERENCES, is about a function or variable whose definition seems to stand in the file
that is being loaded."
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

(defun %eval-forms (forms notes depth)
  "Evaluates FORMS, which stand DEPTH deep in others, in order. Returns the values of the last."
  (cond ((null forms) nil)
        ((null (cdr forms)) (%evaluate (car forms) notes depth))
        (t (%evaluate (car forms) notes depth)
           (%eval-forms (cdr forms) notes depth))))

(defun %one-deeper (depth)
  "Returns DEPTH plus one. Signals an error at a depth that only endless expansions reach."
  (if (eql depth 10000)
      (%program-error "the form is nested too deeply (the limit is about ~A)" depth)
      (1+ depth)))

(defun %execute-p (situations)
  "True if EVAL-WHEN with SITUATIONS evaluates its forms when no file is compiled."
  (or (%memq ':execute situations) (%memq 'eval situations)))

(defun %proper-p (list)
  "True if LIST ends in NIL. It may share structure, but is not a circle."
  (and (listp list) (null (cdr (last list)))))

(defun %situations-p (object)
  "True if OBJECT is a list of situations of EVAL-WHEN."
  (and (%proper-p object)
       (every (lambda (situation)
                (%memq situation '(:execute :compile-toplevel :load-toplevel eval compile load)))
              object)))

(defun %compiled-form (form notes)
  "Returns the function of no arguments that evaluates FORM. If NOTES, warns of what the compiler finds in it."
  (let ((function (%compile-form form notes)))
    (when *findings* (%give-findings))
    function))

(defun %eval-special (form notes depth)
  "Evaluates FORM, which is not a macro call, and stands DEPTH deep in others. Leaves malformed forms to the compiler."
  (cond ((eq (car form) 'declare)
         (%program-error "DECLARE: ~S does not stand at the beginning of a body" form))
        ((and (eq (car form) 'progn) (%proper-p form))
         (%eval-forms (cdr form) notes (%one-deeper depth)))
        ((and (eq (car form) 'eval-when) (%proper-p form) (cdr form) (%situations-p (car (cdr form))))
         (if (%execute-p (car (cdr form)))
             (%eval-forms (cdr (cdr form)) notes (%one-deeper depth))
             nil))
        ((and (not notes) (%direct-call-p form)) (%call-directly form))
        (t (funcall (%compiled-form form notes)))))

;;; Definitions expand to calls whose arguments are constants, variables or functions, and hosts evaluate such calls
;;; most. They are made at once, as compiling them takes most of the time.

(defun %direct-call-p (form)
  "True if FORM, which is not a macro call, is a quoted object, or a call of a function with arguments that are
constants, variables with values, or lambda expressions of the library's macros. The compiler knows the standard's
functions better than calls do, and other languages have their own calls."
  (let ((operator (car form)))
    (cond ((eq operator 'quote) (and (consp (cdr form)) (null (cddr form))))
          (t (and (symbolp operator)
                  (fboundp operator)
                  (not (special-operator-p operator))
                  (not (eq (symbol-package operator) (find-package "COMMON-LISP")))
                  (string= (language-name *language*) "COMMON-LISP")
                  (handler-case (%proper-p form)
                    (error () nil))
                  (every #'%direct-argument-p (cdr form)))))))

(defun %direct-argument-p (form)
  "True if FORM is an argument for %CALL-DIRECTLY."
  (cond ((consp form) (or (eq (car form) 'named-lambda)
                          (and (eq (car form) 'quote) (consp (cdr form)) (null (cddr form)))))
        ((symbolp form) (and (boundp form) (not (%symbol-macro-p form nil))))
        (t t)))

(defun %direct-argument (form)
  "Returns the value of FORM, of which %DIRECT-ARGUMENT-P is true."
  (cond ((symbolp form) (symbol-value form))
        ((atom form) form)
        ((eq (car form) 'quote) (cadr form))
        (t (%compile-lambda form))))

(defun %call-directly (form)
  "Returns the values of FORM, of which %DIRECT-CALL-P is true."
  (if (eq (car form) 'quote)
      (cadr form)
      (apply (car form) (mapcar #'%direct-argument (cdr form)))))

(defun %evaluate (form notes &optional (depth 0))
  "Evaluates FORM, which stands DEPTH deep in forms at toplevel, as EVAL does. If NOTES, the compiler warns of what it
finds."
  (let ((expansion (macroexpand form)))
    (cond ((consp expansion)
           (%eval-special (if (or (eq expansion form) (not notes)) expansion (%with-position-of expansion form)) notes depth))
          ((symbolp expansion) (symbol-value expansion))
          (t expansion))))

(defun %with-position-of (expansion form)
  "Returns EXPANSION, a list, as one that stands where FORM stands, unless its own position is known."
  (multiple-value-bind (line column) (%form-position form)
    (if (and line (not (%form-position expansion)))
        (%cons-at (car expansion) (cdr expansion) line column)
        expansion)))

(defun %call-at-toplevel (function)
  "Returns the values of FUNCTION, of no arguments, which evaluates a toplevel form of a file or of the prompt:
continuations that are captured in it end with it."
  (%call-with-prompt *default-prompt-tag* function #'values))

(defun eval (form)
  "Evaluates FORM in the null lexical environment. Returns its values."
  (%evaluate form nil))

(defun %compile-definition (definition)
  "Returns the function of DEFINITION, a function or a lambda expression."
  (cond ((functionp definition) definition)
        ((and (consp definition) (%memq (car definition) '(lambda named-lambda)))
         (prog1 (%compile-lambda definition t)
           (when *findings* (%give-findings))))
        (t (error 'type-error :datum definition :expected-type '(or function (cons (eql lambda)))))))

(defun %install-definition (name function)
  "Makes FUNCTION the macro function of NAME, if NAME is a macro, or else its function."
  (if (and (symbolp name) (macro-function name))
      (%set-macro-function name function)
      (%set-fdefinition name function))
  name)

(defun %call-counting-warnings (function)
  "Calls FUNCTION. Returns three values: its own, the number of warnings that were signalled, and the number of those
that are not STYLE-WARNINGs."
  (let ((warnings 0) (failures 0))
    (values (handler-bind ((warning (lambda (warning)
                                      (incf warnings)
                                      (unless (typep warning 'style-warning) (incf failures)))))
              (funcall function))
            warnings failures)))

(defun compile (name &optional (definition nil definition-p))
  "Compiles DEFINITION, a lambda expression or a function, and makes it the function of NAME unless that is NIL. All
functions are compiled, so NAME alone only has to be defined. Three values: NAME or the function; true if the compiler
warned of something; true if one of the warnings was not a STYLE-WARNING."
  (flet ((compiled ()
           (cond ((and name definition-p) (%install-definition name (%compile-definition definition)))
                 (definition-p (%compile-definition definition))
                 ((and (symbolp name) (macro-function name)) name)
                 (t (fdefinition name) name))))
    (multiple-value-bind (value warnings failures)
        (%call-counting-warnings
         (lambda () (%call-in-unit #'compiled (%unit-to-join))))
      (values value (plusp warnings) (plusp failures)))))

(defun %function-designated (designator)
  "Returns the function that DESIGNATOR, a function, a function name or a lambda expression, stands for."
  (cond ((functionp designator) designator)
        ((and (consp designator) (eq (car designator) 'lambda)) (%compile-lambda designator))
        ((and (symbolp designator) (macro-function designator)))
        (t (fdefinition designator))))

(defun disassemble (designator)
  "Writes the instructions of a function, given as itself, by its name or as a lambda expression. Returns NIL."
  (let ((function (%function-designated designator)))
    (handler-case (write-string (%disassembly function))
      (type-error () (format t "~&~S is written in C++.~%" (%function-name function)))))
  nil)

;;; LOAD.

(defvar *read-interns* t
  "True if READ makes new symbols as the standard has it. If NIL, a name that its package does not have is read as a
symbol without a package, so that untrusted text does not intern symbols. LOAD binds it to true.")
(export '*read-interns*)
(defvar *load-pathname* nil "The pathname of the file that is being loaded, or NIL.")
(defvar *load-truename* nil "The truename of the file that is being loaded, or NIL.")
(defvar *load-verbose* nil "True if LOAD says what it loads.")
(defvar *load-print* nil "True if LOAD prints the values of the forms.")
(defvar *source-file* nil "The name, a string, of the file whose forms are being evaluated, or NIL.")

(defvar *source-texts* '()
  "The sources whose names stand in positions: a list of (NAME . TEXT), where TEXT is a string, or (TRUENAME .
WRITE-DATE) of a file. Functions that evaluate a string bind it; LOAD adds to it; see debugger/source-lines.lisp.")

;;; A frame is of a call that has not returned. Its name is :TOPLEVEL-FORM for a form at toplevel, :READER where a form
;;; is being read, and (LAMBDA lambda-list) for a function without a name.
(%define-fields "%FRAME-" :list (:shared "FRAME"))

(defun %frame (name &optional file line column)
  "Returns a frame called NAME for the source position FILE, LINE and COLUMN."
  (let ((frame (make-list *%frame-length*)))
    (setf (%frame-name frame) name
          (%frame-file frame) file
          (%frame-line frame) line
          (%frame-column frame) column)
    frame))

(defmacro %with-source ((name) &body forms)
  "Evaluates FORMS. Positions of forms that are read and compiled meanwhile name the source NAME."
  (let ((outer (gensym)))
    `(let ((,outer *source-file*))
       (unwind-protect
            (let ((*source-file* ,name) (*lookalikes-told* (list t)))
              (%set-source-file *source-file*)
              ,@forms)
         (%set-source-file ,outer)))))

(defvar *toplevel-frame* nil
  "The frame of the form that is being read or evaluated at toplevel, which a tail call may have taken off the stack.")
(defvar *toplevel-form* nil "The form that is being evaluated at toplevel.")
(defvar *outer-toplevel-frames* '() "The frames of the toplevel forms that load the file, the innermost first.")

(export '(retry retry-call skip-form))

(defun %show-loaded (values)
  "Writes VALUES, the list of the values of a form that LOAD has evaluated."
  (format t "~&; ")
  (loop for (value . more) on values
        do (%write-in-language value *standard-output*)
           (when more (write-string ", ")))
  (terpri))

(defun %load-form (form print)
  "Evaluates FORM of a file. If it fails, restarts evaluate it again or skip it. Shows its values if PRINT."
  (loop
    (let ((file (or *source-file* "the stream")))
      (restart-case (return (if print
                                (%show-loaded (multiple-value-list (%call-at-toplevel (lambda () (%evaluate-in-language form t)))))
                                (%call-at-toplevel (lambda () (%evaluate-in-language form t)))))
        (retry () :report (lambda (stream) (format stream "Evaluate this form of ~A again." file)))
        (skip-form () :report (lambda (stream) (format stream "Skip this form of ~A and go on." file)) (return))))))

(defun %load-stream (stream print)
  "Reads and evaluates the forms of STREAM. Returns true."
  (let ((*readtable* *readtable*) (*package* *package*) (*read-interns* t) (*toplevel-frame* nil) (*toplevel-form* nil)
        (*earlier-references* '())
        (*outer-toplevel-frames* (if *toplevel-frame* (cons *toplevel-frame* *outer-toplevel-frames*) *outer-toplevel-frames*)))
    (%call-in-unit
     (lambda ()
       (do ((form (%read-to-evaluate stream) (%read-to-evaluate stream)))
           ((eq form stream) t)
         (%check-toplevel-form form)
         (setq *earlier-references* *references*)
         (%load-form form print)))
     *compilation-unit*)))

(defun %check-toplevel-form (form)
  "Warns if a definition within FORM, which was just read, begins in the first column."
  (when *misplaced-line*
    (%give-warnings `((nil :misplaced-definition ,(ash *misplaced-line* 20) ,form)))))

(defun %read-to-evaluate (stream)
  "Returns the next form of STREAM, with its positions noted; STREAM at its end."
  (%clear-positions)
  (setq *toplevel-frame* (%frame :reader *source-file*))
  (multiple-value-bind (line column) (%next-position stream)
    (let ((form (%read-in-language stream stream)))
      (%note-toplevel-form form line column)
      form)))

(defun %note-toplevel-form (form &optional line column)
  "Notes the position of FORM, which is about to be evaluated: LINE and COLUMN unless it is a list with a known
position."
  (setq *toplevel-form* form)
  (multiple-value-bind (own-line own-column) (%form-position form)
    (setq *toplevel-frame* (%frame :toplevel-form *source-file* (or own-line line) (if own-line own-column column)))))

(defun %next-position (stream)
  "Returns the line and column where the next form of STREAM begins, after blanks and comments that end with the line;
NIL in languages whose readers may see these."
  (if (string= (language-name *language*) "COMMON-LISP")
      (loop
        (let ((char (peek-char t stream nil nil)))
          (if (and (eql char #\;) (eq (get-macro-character #\;) (get-macro-character #\; nil)))
              (read-line stream nil)
              (return (if char (%stream-line stream) (values nil nil))))))
      (values nil nil)))

(defun %skip-interpreter-line (stream)
  "Skips the first line of STREAM, at the beginning of a source, if it begins with #! and names a script's interpreter."
  (when (eql (peek-char nil stream nil) #\#)
    (read-char stream)
    (if (eql (peek-char nil stream nil) #\!)
        (read-line stream nil)
        (unread-char #\# stream)))
  nil)

(defun %load-file (path stream print)
  "Loads the open file STREAM, called PATH. The positions of the forms are noted under that name."
  (let ((*load-pathname* path)
        (*load-truename* (truename path)))
    (%with-source ((file-namestring path))
      (%note-source-file *source-file* *load-truename*)
      (if (%compiled-file-p stream path)
          (%load-compiled-stream stream path print)
          (progn (%skip-interpreter-line stream)
                 (%load-stream stream print))))))

(defvar *source-filter* nil
  "NIL, or a function that is called for each file to be loaded or compiled. It returns a stream to be read in place of
the file, or NIL.")

(defun %open-source (path &rest options)
  "Returns a stream of the file PATH, which OPEN opens with OPTIONS, or of what *SOURCE-FILTER* puts in its place."
  (or (and *source-filter* (funcall *source-filter* path))
      (apply #'open path options)))

(defvar *feature-filter* nil
  "NIL, or a function that is asked for each file to be loaded or compiled: a list of features to read it with.")
(defvar *extra-features* '() "The features that *FEATURE-FILTER* wants for the file that is read.")

(defun %call-with-features (path function)
  "Calls FUNCTION, which reads the file PATH, with the features that *FEATURE-FILTER* wants for it, and without those
that it wants for the file that is read already. What FUNCTION adds to *FEATURES* stays."
  (let ((outer *extra-features*)
        (extra (and *feature-filter* (set-difference (funcall *feature-filter* path) (set-difference *features* *extra-features*)))))
    (flet ((exchange (old new) (setq *features* (append new (set-difference *features* old)))))
      (if (or outer extra)
          (let ((*extra-features* extra))
            (exchange outer extra)
            (unwind-protect (funcall function)
              (exchange extra outer)))
          (funcall function)))))

(defparameter *compiled-file-type* "tfasl" "The type of the files that COMPILE-FILE writes.")

(defun %newer-file-p (path other)
  "True if the file PATH exists and was not written before OTHER, if that exists."
  (and (probe-file path)
       (or (not (probe-file other)) (>= (file-write-date path) (file-write-date other)))))

(defun %found-file (filespec)
  "Returns the pathname of FILESPEC; if there is no such file and it has no type, that of the source or, if that is not
older, of the compiled file."
  (let ((path (merge-pathnames filespec)))
    (if (or (pathname-type path) (probe-file path))
        path
        (let ((source (make-pathname :type "lisp" :defaults path))
              (compiled (make-pathname :type *compiled-file-type* :defaults path)))
          (cond ((%newer-file-p compiled source) compiled)
                ((probe-file source) source)
                (t path))))))

(defun load (filespec &key (verbose *load-verbose*) (print *load-print*) (if-does-not-exist t)
                           (external-format :default) language)
  "Evaluates the forms of FILESPEC, a file or a stream, one by one, with *PACKAGE* and *READTABLE* bound. The file may
be one that COMPILE-FILE wrote; its type, lisp or tfasl, need not be given: the newer file is taken. A first line that
begins with #! is skipped. The language is LANGUAGE, a designator as FIND-LANGUAGE takes; by default it is that of the
file's type, such as scm, or for other files and for streams the current one. Returns true, or NIL if there is no such
file and IF-DOES-NOT-EXIST is NIL; else that is a FILE-ERROR."
  (if (streamp filespec)
      (let* ((*load-pathname* (and (typep filespec 'file-stream) (ignore-errors (merge-pathnames filespec))))
             (*load-truename* (and *load-pathname* (probe-file *load-pathname*))))
        (when verbose (format t "~&; loading ~A~%" (or *load-pathname* filespec)))
        (%call-in-language (or language *language*) (lambda () (%load-stream filespec print))))
      (let ((path (%found-file (if (typep filespec '(or string pathname)) filespec (%bad-argument filespec '(or string pathname stream) 'load)))))
        (when verbose (format t "~&; loading ~A~%" (namestring path)))
        (let ((stream (%open-source path :external-format external-format
                                         :if-does-not-exist (if if-does-not-exist :error nil))))
          (when stream
            (unwind-protect
                 (%call-in-language (or language (%language-of-type (pathname-type path)))
                                    (lambda ()
                                      (%call-with-features path (lambda () (%load-file path stream print)))))
              (close stream)))))))

;;; Texts in any language.

(defun language-eval (designator source &optional (name "text"))
  "Evaluates all forms of the string SOURCE in the language DESIGNATOR. NAME stands for the file in positions. Returns
the values of the last."
  (%call-in-language designator
                     (lambda ()
                       (let ((*source-texts* (acons name source *source-texts*)))
                         (%with-source (name)
                           (values-list (%evaluate-text source nil)))))))

(defun %evaluate-text (source notes &optional check)
  "Returns a list of the values of the last form of the string SOURCE, all of which are evaluated in the current
language. If CHECK, evaluates none unless all can be read to their ends."
  (let ((values '()) (*toplevel-frame* nil) (*toplevel-form* nil))
    (with-input-from-string (in source)
      (do ((form (%read-to-evaluate in) (%read-to-evaluate in)))
          ((eq form in) values)
        (when check
          (setq check nil)
          (when (peek-char t in nil nil) (%check-source source)))
        (setq values (multiple-value-list (%call-at-toplevel (lambda () (%evaluate-in-language form notes)))))))))

;;; Reading a source to its end before any of it is evaluated. Lists are read without making symbols, since packages
;;; may not exist yet. Where the source itself changes the syntax, only evaluation can tell how it is read.

(defun %read-suppressed (stream)
  "Reads the forms of STREAM without making objects of them. Keeps the position of the form that is being read in
*TOPLEVEL-FRAME*."
  (let ((*read-suppress* t))
    (loop
      (multiple-value-bind (line column) (%next-position stream)
        (setq *toplevel-frame* (%frame :reader *source-file* line column))
        (when (eq (read stream nil stream) stream) (return))))))

(defun %check-source (source)
  "Signals an error if the string SOURCE, in Common Lisp, ends within a form or has a closing parenthesis too many."
  (unless (or (string/= (language-name *language*) "COMMON-LISP")
              (some (lambda (word) (search word source)) '("readtable" "macro-char" "syntax" "READTABLE" "MACRO-CHAR")))
    (let ((*toplevel-frame* *toplevel-frame*))
      (with-input-from-string (stream source)
        (%skip-interpreter-line stream)
        (%read-suppressed stream)))))

(export 'language-eval)
(import 'language-eval "COMMON-LISP-USER")
