;;; Checks a program without running it (module analysis). This runs in the checker, an interpreter without permissions.
;;; As COMPILE-FILE does, it evaluates what compilation needs; and definitions of functions, since macros may call them.

(defpackage "TESSERA-ANALYSIS" (:use "COMMON-LISP") (:export "FINDINGS" "EXPANSION"))
(in-package "TESSERA-ANALYSIS")

(defvar *found* '() "The findings so far: lists (LINE COLUMN SEVERITY CODE MESSAGE [NAME]), the last first.")
(defvar *loaded* '() "The names of the files that are being checked, the innermost first.")
(defvar *name* "" "The name of the document.")
(defvar *folder* "" "The folder of the document.")

(defun found (line column severity code message &optional name)
  "Notes a finding with these properties, unless it is noted already."
  (let ((finding (list line column severity code message name)))
    (unless (member finding *found* :test #'equal) (push finding *found*))))

(defvar *foreign* '() "The names of packages of modules that are not for the checker.")

(defun of-foreign-module-p (symbol)
  "True if SYMBOL belongs to a package of a module that the checker does not load."
  (and (symbolp symbol) (symbol-package symbol) (member (package-name (symbol-package symbol)) *foreign* :test #'string=)))

(defun note-warning (warning compilation)
  "Notes WARNING as a finding, unless it is about another file or a name of a module that the checker does not load.
Muffles WARNING."
  (unless (and (typep warning 'tessera:compiler-warning)
               (or (of-foreign-module-p (tessera:warning-name warning)) (string/= (or (tessera:warning-file warning) *name*) *name*)))
    (note-finding warning compilation))
  (muffle-warning warning))

(defun note-finding (warning compilation)
  "Notes WARNING as a finding, at its own position or that of the toplevel form in COMPILATION."
  (let ((severity (if (and (typep warning 'style-warning) (not (typep warning 'tessera:undefined-function-warning))) :information :warning)))
    (if (and (typep warning 'tessera:compiler-warning) (plusp (tessera:warning-line warning)))
        (let* ((code (string-downcase (type-of warning))) (written (tessera:warning-name warning)) (name (if (consp written) (second written) written)))
          (found (tessera:warning-line warning) (tessera:warning-column warning)
                 (if (typep warning 'tessera:failing-form-warning) :error severity)
                 (subseq code 0 (or (search "-warning" code) (length code)))
                 (sentence (princ-to-string warning))
                 (and name (symbolp name) (symbol-name name))))
        (destructuring-bind (&optional (line 1) (column 1)) (tessera::%compilation-position compilation)
          (found line column severity "warning" (sentence (princ-to-string warning)))))))

(defun sentence (text)
  "Returns TEXT with a capital at its beginning and a full stop at its end."
  (if (plusp (length text))
      (concatenate 'string (string (char-upcase (char text 0))) (subseq text 1) (if (find (char text (1- (length text))) ".?!") "" "."))
      text))

(defparameter *defining*
  '(defun defmacro defgeneric defmethod defstruct defclass define-condition deftype defsetf define-setf-expander define-modify-macro
    define-compiler-macro define-method-combination defconstant set-macro-character set-dispatch-macro-character make-dispatch-macro-character
    set-syntax-from-char)
  "Operators whose forms are evaluated, which runs no code of the program except initial values. Changes of the reader
hold from there on, as when the file is loaded as source.")

(defun plain-value-p (form)
  "True if FORM, a DEFVAR or DEFPARAMETER, has a value that is a constant."
  (and (consp form) (member (car form) '(defvar defparameter)) (consp (cdr form)) (consp (cddr form)) (constantp (third form))))

(defun loads-p (form)
  "True if FORM, at toplevel, loads files and calls only functions of the standard."
  (let ((loads nil))
    (labels ((standard-p (form)
               (or (atom form)
                   (eq (car form) 'quote)
                   (and (or (not (symbolp (car form))) (not (fboundp (car form))) (eq (symbol-package (car form)) (find-package "COMMON-LISP")))
                        (progn (when (eq (car form) 'load) (setq loads t)) t)
                        (loop for rest = form then (cdr rest)
                              while (consp rest)
                              always (standard-p (car rest)))))))
      (and (consp form)
           (not (member (car form) *defining*))
           (standard-p form)
           loads))))

(defun check-form (form compilation)
  "Checks the toplevel form FORM: processes it as COMPILE-FILE does, and notes an error as a finding."
  (handler-case
      (cond ((loads-p form) (ignore-errors (eval (subst 'look-at-file 'load form))))
            ((and (consp form) (eq (car form) 'require)) (ignore-errors (eval form)))
            (t (tessera::%process-form form compilation
                                       (if (and (consp form) (or (member (car form) *defining*) (plain-value-p form))) :compile-time-too :not-compile-time)
                                       nil #'identity)))
    (error (condition)
      (destructuring-bind (&optional (line 1) (column 1)) (tessera::%compilation-position compilation)
        (found line column :error "error" (sentence (princ-to-string condition)))))))

(defun check-stream (stream compilation)
  "Checks all forms of STREAM."
  (loop for form = (tessera::%read-to-evaluate stream)
        until (eq form stream)
        do (tessera::%check-toplevel-form form)
           (setf (tessera::%compilation-position compilation)
                 (let ((position (multiple-value-list (tessera::%form-position form)))) (and (car position) position)))
           (check-form form compilation)))

(defun check-aside (stream compilation)
  "Checks a file other than the document, as CHECK-STREAM does."
  (tessera::%call-in-unit (lambda () (check-stream stream compilation)) tessera::*compilation-unit*))

(defun call-for-source (name function)
  "Calls FUNCTION with a compilation of the source NAME."
  (let ((compilation (tessera::%compilation)) (outer tessera::*source-file*) (tessera::*source-file* name))
    (unwind-protect
         (progn
           (tessera::%set-source-file name)
           (handler-bind ((warning (lambda (warning) (note-warning warning compilation))))
             (funcall function compilation)))
      (tessera::%set-source-file outer))))

;;; Other files that the program loads. Their definitions count; their problems are not reported here.

(defun look-at-file (name &rest options)
  "Checks the file NAME in place of LOAD."
  (declare (ignore options))
  (let ((path (merge-pathnames name (if (string= *folder* "") *default-pathname-defaults* (pathname *folder*)))))
    (unless (or (member (namestring path) *loaded* :test #'string=) (null (ignore-errors (probe-file path))))
      (push (namestring path) *loaded*)
      (let ((*found* '()) (*package* *package*) (*readtable* *readtable*) (*load-truename* path) (*load-pathname* path))
        (with-open-file (stream path)
          (handler-case (call-for-source (file-namestring path) (lambda (compilation) (check-aside stream compilation)))
            (error () nil)))))
    t))

;;; The context that the server sends with a document: definitions of other files, and packages of modules in C++.

(defun take-definition (package text)
  "Evaluates TEXT, a definition of another file, in PACKAGE. Findings in it are not reported."
  (let ((*found* '()) (*package* (or (find-package package) (find-package (string-upcase package)) *package*)))
    (handler-case
        (call-for-source "" (lambda (compilation) (with-input-from-string (stream text) (check-aside stream compilation))))
      (error () nil))))

(defvar *calls* '()
  "The macro calls that the server wants expanded, each a list of the arguments of EXPANSION-FOR-SERVER.")

(defun take-context (text)
  "Reads TEXT, the context of the document from the server, and makes it known."
  (destructuring-bind (package libraries definitions packages calls) (with-standard-io-syntax (let ((*read-eval* nil)) (read-from-string text)))
    (setq *foreign* (mapcar #'first packages) *calls* calls)
    (loop for (name . names) in packages
          do (let ((package (or (find-package name) (make-package name :use '()))))
               (dolist (name names) (export (intern name package) package))))
    (loop for (library) in libraries
          do (ignore-errors
              (require library)
              (use-package (string-upcase library) (or (find-package package) (find-package (string-upcase package))))))
    (loop for (package definition) in definitions do (take-definition package definition))))

;;; The document. A reader error is reported; the text up to the end of that item is blanked, and reading starts again.

(defun blank-up-to (text end)
  "Returns TEXT with blanks in place of all characters before END but newlines."
  (let ((text (copy-seq text)))
    (dotimes (i (min end (length text)) text)
      (unless (char= (char text i) #\Newline) (setf (char text i) #\Space)))))

(defun position-of-line (text line column)
  "Returns the index in TEXT of LINE and COLUMN, which count from 1."
  (let ((start 0))
    (loop repeat (1- line)
          for newline = (position #\Newline text :start start)
          while newline do (setq start (1+ newline)))
    (min (length text) (+ start (max 0 (1- column))))))

(defun check-text (text ends compilation)
  "Checks the forms of TEXT. After an error of the reader, continues after the next of ENDS, where toplevel expressions
end."
  (loop repeat 100
        do (handler-case (return (with-input-from-string (stream text) (check-stream stream compilation)))
             ((or reader-error end-of-file) (condition)
               (let* ((message (princ-to-string condition))
                      (line (or (tessera::%slot-or-nil condition 'tessera::%line) 1))
                      (column (or (tessera::%slot-or-nil condition 'tessera::%column) 1))
                      (place (position-of-line text line column)))
                 (found line column :error "reader" (sentence message))
                 (setq text (blank-up-to text (or (find-if (lambda (end) (>= end place)) ends) (length text)))))))))

(defmacro with-document ((text name folder context) &body body)
  "(with-document (TEXT NAME FOLDER CONTEXT) form*): evaluates the forms with the variables of the checker bound for the
document NAME in FOLDER."
  `(let* ((path (concatenate 'string ,folder ,name))
          (*found* '()) (*name* ,name) (*folder* ,folder) (*package* (find-package "COMMON-LISP-USER")) (*readtable* (copy-readtable nil))
          (*loaded* (list path)) (*load-pathname* (pathname path)) (*load-truename* *load-pathname*))
     (check-type ,text string)
     (take-context ,context)
     ,@body))

(defun findings (text ends name folder context)
  "Returns the findings in TEXT, the contents of the file NAME in FOLDER, as a text: a list of the expansions that the
server wants, followed by *FOUND*. ENDS is the text of a list of the ends of toplevel expressions, CONTEXT the text of
the context from the server."
  (with-document (text name folder context)
    (call-for-source name
                     (lambda (compilation)
                       (tessera::%call-in-unit (lambda () (check-text text (read-from-string ends) compilation)) nil)))
    (with-standard-io-syntax
      (prin1-to-string (cons (mapcar (lambda (call) (apply 'expansion-for-server call)) *calls*)
                             (sort *found* (lambda (a b) (or (< (first a) (first b)) (and (= (first a) (first b)) (< (second a) (second b)))))))))))

(defun expansion (text ends name folder context position)
  "Returns the expansion of the macro call at POSITION of TEXT; POSITION is the text of a number. The other parameters
are those of FINDINGS."
  (with-document (text name folder context)
    (let ((at (parse-integer position)) (*loaded* *loaded*))
      (call-for-source name (lambda (compilation)
                              (check-text (concatenate 'string (subseq text 0 (or (find-if (lambda (end) (<= end at)) (reverse (read-from-string ends))) 0)))
                                          (read-from-string ends) compilation)
                              (let ((form (with-input-from-string (stream text :start at) (read stream))) (*print-pretty* t) (*print-right-margin* 100)
                                    (*print-case* :downcase))
                                (prin1-to-string (macroexpand-1 form))))))))
