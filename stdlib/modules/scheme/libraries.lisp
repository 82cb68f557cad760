;;; Libraries: those of the standard and of programs, IMPORT, and evaluation of toplevel forms (Scheme).

(in-package "TESSERA-SCHEME")

(defstruct (library (:constructor make-library (name exports)) (:copier nil))
  "A library: its NAME, a list; EXPORTS, a function that returns an alist of symbols and denotations."
  name exports)

(defun exports-p (library name)
  "True if LIBRARY, whose name begins with scheme or srfi, exports NAME, a string."
  (and (symbolp (car (library-name library)))
       (member (symbol-name (car (library-name library))) '("scheme" "srfi") :test #'string=)
       (find name (funcall (library-exports library)) :key (lambda (export) (symbol-name (car export))) :test #'string=)))

(defun find-library (name)
  "Returns the library called NAME if it is loaded, or NIL."
  (find name *libraries* :key #'library-name :test #'equal-p))

(defun standard-denotation (name)
  "Returns the denotation of the standard name NAME, a string."
  (let ((symbol (scheme-symbol name)))
    (or (gethash symbol (environment-table *base*))
        (let ((location (find-symbol name *standard*)))
          (and location (boundp location)
               (setf (gethash symbol (environment-table *base*)) location)))
        (error "the library has no ~A" name))))

(defvar *user-environment* nil "The toplevel of the prompt and of programs without imports, or NIL before it is made.")
(defvar *environment* nil "The toplevel environment of the current program; NIL before its first form.")
(defvar *toplevel-forms* '()
  "An alist: names of core forms that are special at toplevel, and functions of the form and the environment.")

(defun define-standard-library (name exports)
  "Defines the standard library NAME, a list of strings and numbers, with the names EXPORTS, whose denotations are found
when first needed."
  (push (make-library name (let ((alist nil))
                             (lambda ()
                               (or alist
                                   (setq alist (loop for export in exports collect (cons (scheme-symbol export) (standard-denotation export))))))))
        *libraries*))

(defmacro deflibrary (name &rest exports)
  "Defines the standard library NAME, a list of strings and numbers, with EXPORTS, names in strings of words."
  `(define-standard-library (library-name-of ',name) (mapcan #'tessera::%words-of (list ,@exports))))

(defun library-name-of (parts)
  "Returns the name of a library from PARTS, strings and numbers."
  (mapcar (lambda (part) (if (stringp part) (scheme-symbol part) part)) parts))

;;; Import sets.

(defun import-failure (set control &rest arguments)
  "Signals a syntax error in the import set SET, with the message of CONTROL and ARGUMENTS."
  (syntax-failure set "~?" control arguments))

(defun same-name-p (form name)
  "True if FORM is an identifier called NAME."
  (and (identifier-p form) (string= (identifier-name form) name)))

(defun import-set (set)
  "Returns the alist of symbols and denotations that the import set SET stands for."
  (unless (and (consp set) (list-p set)) (import-failure set "~A is not an import set: a list" (object-text (strip set))))
  (if (and (consp (cdr set)) (consp (cadr set)) (identifier-p (car set))
           (member (identifier-name (car set)) '("only" "except" "prefix" "rename") :test #'string=))
      (let ((names (import-set (cadr set))) (operands (cddr set)))
        (flet ((entry (identifier)
                 (or (and (identifier-p identifier) (assoc (base-symbol identifier) names :test #'eq))
                     (import-failure set "there is no ~A in the library" (object-text (strip identifier))))))
          (cond ((same-name-p (car set) "only") (mapcar #'entry operands))
                ((same-name-p (car set) "except")
                 (let ((without (mapcar #'entry operands))) (remove-if (lambda (entry) (member entry without :test #'eq)) names)))
                ((same-name-p (car set) "prefix")
                 (unless (and operands (null (cdr operands)) (identifier-p (car operands))) (import-failure set "the syntax is (prefix set identifier)"))
                 (loop for (symbol . meaning) in names
                       collect (cons (scheme-symbol (concatenate 'string (identifier-name (car operands)) (symbol-name symbol))) meaning)))
                (t (let ((renamed (loop for pair in operands
                                        do (unless (and (eql (tessera::%proper-length pair) 2) (identifier-p (second pair)))
                                             (malformed set "renaming" pair "(name new-name)"))
                                        collect (cons (entry (first pair)) (base-symbol (second pair))))))
                     (loop for entry in names
                           collect (let ((new (assoc entry renamed :test #'eq))) (if new (cons (cdr new) (cdr entry)) entry))))))))
      (library-names (strip set))))

(defun library-names (name)
  "Returns the alist of symbols and denotations that the library NAME exports, which is loaded if need be."
  (cond ((find-library name) (funcall (library-exports (find-library name))))
        ((equal-p name (list (sym "tessera") (sym "cl"))) (common-lisp-names))
        ((load-library name) (funcall (library-exports (find-library name))))
        (t (import-failure name "there is no library"))))

(defvar *loading* '() "The names of the libraries whose files are being loaded.")

(defun load-library (name)
  "Loads the file of the library NAME, a/b.sld for (a b), if there is one. Returns true if the file defined the
library."
  (when (member name *loading* :test #'equal-p) (import-failure name "the library imports itself, by others perhaps"))
  (let* ((path (format nil "~{~A~^/~}.sld" (mapcar (lambda (part) (if (symbolp part) (symbol-name part) part)) name)))
         (found (find-if #'probe-file (list (file-beside path) (pathname path)))))
    (when found
      (let ((*environment* (make-user-environment "library file")) (*loading* (cons name *loading*)))
        (load found))
      (find-library name))))

(defun file-beside (name)
  "Returns the pathname of the file NAME, relative to the file that is being loaded."
  (if *load-truename*
      (merge-pathnames (pathname name) (make-pathname :name nil :type nil :version nil :defaults *load-truename*))
      (pathname name)))

(defun import-into (environment sets)
  "Imports the import sets SETS into ENVIRONMENT."
  (dolist (set sets)
    (loop for (symbol . meaning) in (import-set set)
          do (define-keyword symbol meaning environment))))

;;; Common Lisp: (import (tessera cl)) gives cl:car and all else by its name with cl: before it; (import (only (tessera
;;; cl) cl:sort)). Its predicates return what is true in Common Lisp: NIL, the empty list, is not false here. So a name
;;; with ? after it gives a boolean.

(defvar *common-lisp-names* nil)

(defun common-lisp-names ()
  "Returns the alist of symbols and denotations of the library (tessera cl): the functions of Common Lisp."
  (or *common-lisp-names*
      (let ((names '()))
        (do-external-symbols (symbol "COMMON-LISP")
          (when (and (fboundp symbol) (not (macro-function symbol)) (not (special-operator-p symbol)))
            (let ((symbol symbol) (name (concatenate 'string "cl:" (string-downcase symbol))))
              (push (cons (scheme-symbol name) (foreign-location name (fdefinition symbol))) names)
              (push (cons (scheme-symbol (concatenate 'string name "?"))
                          (foreign-location name (lambda (&rest arguments) (boolean-of (apply symbol arguments)))))
                    names))))
        (setq *common-lisp-names* names))))

(defun foreign-location (name value)
  "Returns a new location called NAME with VALUE."
  (let ((location (make-symbol name)))
    (define-global location value)
    location))

(defproc "language-value" (language name)
  (tessera:language-value (if (scheme-symbol-p language) (symbol-name language) language) (if (symbolp name) (symbol-name name) name)))
(defproc "in-language" (language) (tessera:in-language (if (scheme-symbol-p language) (symbol-name language) language)))
(defpred "true?" (object) object)

;;; Libraries of programs.

(defun define-library-form (form)
  "Defines the library of FORM, (define-library NAME DECLARATION ...)."
  (check-form form 1 t)
  (let* ((name (strip (second form))) (environment (make-environment (object-text name))) (exports '()) (bodies '()))
    (unless (and (consp name) (list-p name)) (malformed form "name" name "a list, as the name of a library is"))
    (labels ((declaration (declaration)
               (unless (and (consp declaration) (list-p declaration)) (malformed form "declaration" declaration "a list"))
               (cond ((same-name-p (car declaration) "import") (import-into environment (cdr declaration)))
                     ((same-name-p (car declaration) "export") (setq exports (append exports (cdr declaration))))
                     ((same-name-p (car declaration) "begin") (push (cdr declaration) bodies))
                     ((same-name-p (car declaration) "include") (push (included-forms declaration nil) bodies))
                     ((same-name-p (car declaration) "include-ci") (push (included-forms declaration t) bodies))
                     ((same-name-p (car declaration) "include-library-declarations") (mapc #'declaration (included-forms declaration nil)))
                     ((same-name-p (car declaration) "cond-expand") (mapc #'declaration (chosen-forms declaration environment)))
                     (t (syntax-failure declaration "the declaration is unknown")))))
      (mapc #'declaration (cddr form)))
    (let ((*environment* environment))
      (dolist (body (reverse bodies))
        (dolist (one body) (evaluate-toplevel one environment))))
    (let ((alist (loop for export in exports
                       collect (let* ((inner (if (consp export) (second export) export)) (outer (if (consp export) (third export) export)))
                                 (unless (and (identifier-p inner) (identifier-p outer)
                                              (or (not (consp export)) (same-name-p (car export) "rename")))
                                   (malformed form "export" export "an identifier or (rename name new-name)"))
                                 (cons (base-symbol outer)
                                       (or (denotation inner environment)
                                           (syntax-failure form "~A is exported and not defined" (identifier-name inner))))))))
      (setq *libraries* (cons (make-library name (lambda () alist)) (remove name *libraries* :key #'library-name :test #'equal-p))))
    (values)))

;;; COND-EXPAND and INCLUDE.

(defparameter *feature-names*
  '("r7rs" "exact-closed" "exact-complex" "ieee-float" "full-unicode" "ratios" "posix" "tessera"
    "srfi-1" "srfi-2" "srfi-8" "srfi-9" "srfi-16" "srfi-26" "srfi-39" "srfi-41" "srfi-69"))

(defproc "features" () (mapcar #'scheme-symbol *feature-names*))

(defun feature-holds-p (requirement form)
  "True if REQUIREMENT of the COND-EXPAND FORM holds."
  (cond ((identifier-p requirement) (or (same-name-p requirement "else") (member (identifier-name requirement) *feature-names* :test #'string=)))
        ((not (and (consp requirement) (list-p requirement))) (malformed form "requirement" requirement "a feature, or a list that begins with and, or, not or library"))
        ((same-name-p (car requirement) "and") (every (lambda (part) (feature-holds-p part form)) (cdr requirement)))
        ((same-name-p (car requirement) "or") (some (lambda (part) (feature-holds-p part form)) (cdr requirement)))
        ((same-name-p (car requirement) "not") (check-form requirement 1) (not (feature-holds-p (second requirement) form)))
        ((same-name-p (car requirement) "library")
         (check-form requirement 1)
         (let ((name (strip (second requirement))))
           (or (find-library name) (equal-p name (list (sym "tessera") (sym "cl"))))))
        (t (malformed form "requirement" requirement "a feature, or a list that begins with and, or, not or library"))))

(defun chosen-forms (form scope)
  "Returns the forms of the first clause of FORM, COND-EXPAND, that holds."
  (declare (ignore scope))
  (check-form form 1 t)
  (dolist (clause (cdr form) (syntax-failure form "no clause of cond-expand holds"))
    (unless (and (consp clause) (list-p clause)) (malformed form "clause" clause "(requirement form ...)"))
    (when (feature-holds-p (car clause) form) (return (cdr clause)))))

(defcore "cond-expand" (form scope) (sequence-node (or (expand-all (chosen-forms form scope) scope) (list (unspecified-node)))))
(defdefiner "cond-expand" (form scope) (values '() (chosen-forms form scope)))

(defun included-forms (form fold)
  "Returns the list of the data in the files that FORM, INCLUDE, names; without regard to case if FOLD."
  (check-form form 1 t)
  (loop for name in (cdr form)
        do (unless (stringp name) (syntax-failure form "include takes names of files, strings, not ~A" (object-text (strip name))))
        append (with-open-stream (stream (open-text-in "include" (namestring (file-beside name))))
                   (when fold (setf (gethash stream *folding*) t))
                   (loop for datum = (read-source stream *eof*)
                         until (eq datum *eof*) collect datum))))

(macrolet ((includer (name fold)
             `(progn (defcore ,name (form scope) (sequence-node (expand-all (included-forms form ,fold) scope)))
                     (defdefiner ,name (form scope) (values '() (included-forms form ,fold))))))
  (includer "include" nil)
  (includer "include-ci" t))

;;; Evaluation at toplevel.

(defun run-node (node)
  "Returns the values of NODE."
  (funcall (tessera::%compile-form `(locally (declare (optimize (tessera:re-entry 1))) ,(gen node)) nil)))

(defun evaluate-toplevel (form environment)
  "Returns the values of FORM in ENVIRONMENT. Definitions have none."
  (setq *position* (form-position form))       ; not bound: continuations that FORM captures would have to copy the binding
  (let ((meaning (head-denotation form environment)))
    (cond ((macro-p meaning) (evaluate-toplevel (transcribe form meaning environment) environment))
          ((core-p meaning)
           (let ((definer (cdr (assoc (core-name meaning) *toplevel-forms* :test #'string=))))
             (if definer
                 (funcall definer form environment)
                 (run-node (expand form environment)))))
          ((and (null meaning) (consp form) (member (identifier-or-nil (car form)) '("import" "define-library") :test #'equal))
           (funcall (cdr (assoc (identifier-name (car form)) *toplevel-forms* :test #'string=)) form environment))
          (t (run-node (expand form environment))))))

(defun identifier-or-nil (object)
  "Returns the name of OBJECT if it is an identifier, or NIL."
  (and (identifier-p object) (identifier-name object)))

(defmacro deftoplevel (names (form environment) &body body)
  "(deftoplevel NAMES (FORM ENVIRONMENT) form*): defines the core forms NAMES at toplevel; see *TOPLEVEL-FORMS*."
  `(dolist (name ',(if (listp names) names (list names)))
     (push (cons name (lambda (,form ,environment) (declare (ignorable ,environment)) ,@body)) *toplevel-forms*)))

(defun evaluate-in-order (forms environment)
  "Evaluates FORMS in ENVIRONMENT in order. Returns the values of the last."
  (if (null forms)
      *unspecified*
      (loop
        (let ((form (pop forms)))
          (when (null forms) (return (evaluate-toplevel form environment)))
          (evaluate-toplevel form environment)))))

(deftoplevel "begin" (form environment)
  (check-form form 0 t)
  (dolist (one (cdr form)) (claim-introduced one environment))
  (evaluate-in-order (cdr form) environment))

(defun claim-introduced (form environment)
  "Gives locations to the identifiers that a macro introduced and FORM, its expansion, defines. Other forms of the
expansion could not find them by name."
  (let ((meaning (head-denotation form environment)))
    (when (and (core-p meaning) (list-p form) (cdr form))
      (dolist (identifier (defined-identifiers (core-name meaning) (cdr form)))
        (when (alias-p identifier) (define-location identifier environment))))))

(defun defined-identifiers (keyword operands)
  "Returns the identifiers that a definition with KEYWORD and OPERANDS defines, as far as it is well-formed."
  (flet ((atoms (list) (loop while (consp list) collect (pop list) into all finally (return (if list (cons list all) all)))))
    (cond ((string= keyword "define") (let ((target (car operands))) (loop while (consp target) do (setq target (car target))) (list target)))
          ((string= keyword "define-values") (atoms (car operands)))
          ((string= keyword "define-record-type")
           (destructuring-bind (type &optional constructor predicate &rest fields) operands
             (flet ((first-of (part) (if (consp part) (car part) part)))
               (list* (first-of type) (first-of constructor) predicate
                      (loop for field in fields append (and (consp field) (atoms (cdr field)))))))))))

(deftoplevel "cond-expand" (form environment) (evaluate-in-order (chosen-forms form environment) environment))
(deftoplevel "include" (form environment) (evaluate-in-order (included-forms form nil) environment))
(deftoplevel "include-ci" (form environment) (evaluate-in-order (included-forms form t) environment))
(deftoplevel "define-record-type" (form environment) (evaluate-in-order (record-definitions form) environment) (values))
(deftoplevel "define-stream" (form environment) (evaluate-toplevel (stream-definition form) environment))
(deftoplevel "import" (form environment) (check-form form 0 t) (import-into environment (cdr form)) (values))
(deftoplevel "define-library" (form environment) (define-library-form form))

(deftoplevel "define" (form environment)
  (multiple-value-bind (identifier value) (definition-target form)
    (let ((location (define-location identifier environment)))
      (forget-inlining location)
      (let ((node (definition-value value (base-symbol identifier) form environment)))
        (run-node (list :define location node))
        (note-inlining location node)
        (values)))))

(deftoplevel "define-values" (form environment)
  (check-form form 2)
  (let ((locations '()) (formals (second form)) (locals '()) (rest nil))
    (flet ((location (identifier)
             (unless (identifier-p identifier) (syntax-failure form "define-values of what is not an identifier"))
             (let ((location (define-location identifier environment)))
               (push location locations)
               (temporary (identifier-name identifier)))))
      (loop while (consp formals) do (push (location (pop formals)) locals))
      (when formals (setq rest (location formals))))
    (run-node (list :receive (reverse locals) rest (expand (third form) environment)
                    (sequence-node (append (loop for local in (append (reverse locals) (and rest (list rest)))
                                                 for location in (reverse locations)
                                                 collect (list :define location (list :ref local)))
                                           (list (unspecified-node))))))
    (values)))

(deftoplevel "define-syntax" (form environment)
  (check-form form 2)
  (define-keyword (second form) (keyword-meaning (third form) environment (second form)) environment)
  (values))

(defun note-inlining (location node)
  "Makes the compiler open-code calls of LOCATION if its definition, NODE, is a predicate, accessor or modifier of
records."
  (when (and (eq (car node) :lambda) (null (fourth node)) (not (get location 'assigned)))
    (let ((body (fifth node)) (count (length (third node))))
      (flet ((noting (indicator maker)
               (setf (get location indicator) (lambda (forms) (and (= (length forms) count) (funcall maker forms))))))
        (case (car body)
          (:instance-p (let ((class (third body)))
                         (noting 'test-form (lambda (forms) `(tessera::%instance-of-class-p ,(first forms) ',class)))))
          (:record-ref (destructuring-bind (class index name) (cddr body)
                         (noting 'value-form (lambda (forms) (record-ref-form (first forms) class index name)))))
          (:record-set (destructuring-bind (class index name value) (cddr body)
                         (declare (ignore value))
                         (noting 'value-form (lambda (forms) (record-set-form (first forms) class index name (second forms)))))))))))

;;; Environments.

(defun all-standard-names (environment)
  "Makes ENVIRONMENT know every name of the standard libraries that are for all programs."
  (dolist (library *libraries*)
    (when (and (symbolp (car (library-name library))) (or (string= (symbol-name (car (library-name library))) "scheme")
                                                         (equal-p (library-name library) (list (sym "tessera") (sym "more")))))
      (loop for (symbol . meaning) in (funcall (library-exports library))
            do (setf (gethash symbol (environment-table environment)) meaning)))))

(defun make-user-environment (name &key package)
  "Returns a new environment called NAME that knows all standard names. Its locations are interned in PACKAGE."
  (let ((environment (make-environment name :package package)))
    (all-standard-names environment)
    environment))

(defun user-environment ()
  "Returns the toplevel environment of the prompt and of programs without imports."
  (or *user-environment*
      (setq *user-environment* (make-user-environment "interaction" :package (find-package "SCHEME-USER")))))

(defun evaluate (form notes)
  "Returns the values of FORM, which was read from a program or at the prompt. A program that begins with an import has
only the names that it imports."
  (declare (ignore notes))
  (unless *environment*
    (setq *environment* (if (and *load-pathname* (consp form) (same-name-p (car form) "import"))
                            (make-environment "program")
                            (user-environment))))
  (evaluate-toplevel form *environment*))

(defproc "interaction-environment" () (user-environment))
(defproc "environment" (&rest sets)
  (let ((environment (make-environment "environment"))) (import-into environment sets) environment))

(defun report-environment (operation version wanted)
  "Returns an environment of those names of R5RS whose denotations are WANTED, a predicate."
  (check operation "the number 5" version (eql version 5))
  (let ((environment (make-environment operation)))
    (loop for (symbol . meaning) in (import-set (list (sym "scheme") (sym "r5rs")))
          when (funcall wanted meaning) do (define-keyword symbol meaning environment))
    environment))

(defproc "scheme-report-environment" (version) (report-environment "scheme-report-environment" version (constantly t)))
(defproc "null-environment" (version) (report-environment "null-environment" version (lambda (meaning) (not (symbolp meaning)))))

(defproc "eval" (form &optional (environment (user-environment)))
  (check "eval" "an environment" environment (environment-p environment))
  (let ((*environment* environment)) (evaluate-toplevel form environment)))

(defproc "load" (name &optional (environment (or *environment* (user-environment))))
  (check-string "load" name)
  (check "load" "an environment" environment (environment-p environment))
  (let ((*environment* environment))
    (handler-case (open-text-in "load" name) (:no-error (stream) (close stream)))
    (load (pathname name) :language (tessera::%language-of-type (pathname-type name))))
  *unspecified*)

(defun global-value (name)
  "Returns the value of NAME, a string, at the toplevel of the prompt, and NIL; or NIL and true if it is not defined."
  (let ((meaning (denotation (scheme-symbol name) (user-environment))))
    (if (and meaning (symbolp meaning) (boundp meaning)) (values (symbol-value meaning) nil) (values nil t))))
