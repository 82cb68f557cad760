;;; Tells the checker about the rest of the workspace: definitions of other files that a document needs, and modules
;;; that the checker cannot load.

(in-package "TESSERA-LANGUAGE-SERVER")

(defconstant +most-needed+ 400 "The maximum number of definitions of other documents that the checker gets.")

(defstruct (outside (:constructor make-outside (name qualified)) (:copier nil))
  "A NAME that is used in some item and not bound there. QUALIFIED: true if it has a package before it. SEEN: the number
of the last look that has found it."
  name qualified (seen 0))

(defvar *outside-names* (make-hash-table :test 'equalp) "A hash table from names to OUTSIDEs.")
(defvar *looks* 0 "The number of looks at all names of a document so far.")

(defun outside-named (name)
  "Returns the OUTSIDE for NAME, which is made if there is none."
  (or (gethash name *outside-names*)
      (setf (gethash name *outside-names*)
            (make-outside name (let ((colon (position #\: name))) (and colon (plusp colon) (char/= (char name 0) #\#)))))))

(defun outside-names (document item)
  "Returns the names in ITEM that are not bound there, each once, with their packages as they are written: a list of
OUTSIDE."
  (when (eq (item-outside item) :unknown)
    (let ((seen (make-hash-table :test 'eq)))
      (dolist (use (names document item))
        (unless (or (use-binding use) (eq (use-role use) :binding))
          (setf (gethash (outside-named (node-name (use-node use))) seen) t)))
      (setf (item-outside item) (loop for outside being the hash-keys of seen collect outside))))
  (item-outside item))

(defun names-not-seen (document item look)
  "Returns those of the OUTSIDE-NAMES of ITEM that LOOK, a number, has not found before."
  (loop for outside in (outside-names document item)
        unless (eql (outside-seen outside) look)
          do (setf (outside-seen outside) look) and collect (outside-name outside)))

(defun find-package-definitions (name)
  "Returns the definitions of the package NAME, a string, as FIND-DEFINITIONS does."
  (loop for written in (list name (format nil ":~A" name))
        append (remove :package (find-definitions written) :key #'fifth :test-not #'eq)))

(defun names-of-packages (node)
  "Returns the texts in NODE that may be names of packages."
  (if (eq (node-kind node) :list)
      (loop for child in (node-children node) append (names-of-packages child))
      (and (node-name node) (list (string-left-trim "#:" (node-name node))))))

(defun package-item-p (document item)
  "True if ITEM defines a package, or selects one."
  (let ((operator (and (nodes document item) (operator-name (first (nodes document item))))))
    (member operator '("defpackage" "in-package") :test #'equalp)))

(defun used-libraries ()
  "Returns the libraries whose packages documents use: those entries of *LIBRARIES*."
  (let ((used (loop for document being the hash-values of *documents* append (designators-behind document "use-package"))))
    (remove-if-not (lambda (entry) (find-if (lambda (name) (or (like-p name (car entry)) (like-p name (cdr entry)))) used))
                   tessera::*libraries*)))

(defun needed-definitions (document)
  "Returns two values. The first is a list of the definitions in other documents that DOCUMENT needs, as
FIND-DEFINITIONS returns them, ordered by their dependencies: packages, macros and the functions that these call,
variables and types. The second is an alist of the libraries that DOCUMENT needs without requiring them."
  (let ((libraries (used-libraries)) (this-look (incf *looks*)) (needed-libraries '()) (taken (make-hash-table :test 'eq)) (needed '()) (count 0))
    (labels ((take (found whole)
               (destructuring-bind (its-document item definition node kind) found
                 (declare (ignore definition node))
                 (unless (or (eq its-document document) (gethash item taken)
                             (not (or (member kind '(:macro :variable :constant :structure :class :condition :type :package))
                                      (and whole (member kind '(:function :generic)))))
                             (> (incf count) +most-needed+))
                   (setf (gethash item taken) t)
                   (unless (eq kind :variable) (look its-document item (or whole (eq kind :macro))))
                   (push found needed))))
             (look (its-document item whole)
               (give-way)
               (if (package-item-p its-document item)
                   (dolist (name (names-of-packages (first (nodes its-document item))))
                     (dolist (found (find-package-definitions name)) (take found nil)))
                   (dolist (name (if (eq its-document document)
                                     (names-not-seen its-document item this-look)
                                     (mapcar #'outside-name (outside-names its-document item))))
                     (let ((definitions (find-definitions name)))
                       (if definitions
                           (dolist (found definitions) (take found whole))
                           (dolist (library libraries)
                             (when (exports-p library (bare-name name)) (pushnew library needed-libraries)))))))))
      (dolist (item (document-items document)) (look document item nil)))
    (values (nreverse needed) needed-libraries)))

(defun exports-p (library name)
  "True if LIBRARY, an entry of *LIBRARIES*, exports NAME."
  (eq (nth-value 1 (find-symbol (string-upcase name) (cdr library))) :external))

(defun text-for-checker (found)
  "Returns the text that makes FOUND, a definition, known to the checker. For a variable it only declares it special."
  (destructuring-bind (document item definition node kind) found
    (declare (ignore node))
    (if (and (eq kind :variable) (not (like-p (definition-operator definition) "define-symbol-macro")))
        (format nil "(defvar ~A)" (definition-name definition))
        (subseq (document-text document) (item-start item) (item-end item)))))

(defun qualified-names (document)
  "Returns the names in DOCUMENT that are written with a package, in capitals, each as a cons of the package and the
name."
  (let ((found '()))
    (dolist (item (document-items document) found)
      (give-way)
      (dolist (outside (outside-names document item))
        (when (outside-qualified outside)
          (let* ((name (outside-name outside)) (colon (position #\: name)))
            (pushnew (cons (string-upcase (subseq name 0 colon)) (string-upcase (string-left-trim ":" (subseq name colon)))) found :test #'equal)))))))

(defun foreign-package-p (name)
  "True if NAME belongs to a package of a module that a document requires and the checker cannot load, usually because
it is in C++."
  (and (or (member name *not-for-checker* :test #'string-equal)
           (and (not (find-package name)) (not (module-file (string-downcase name)))))
       (loop with name = (string-downcase name)
             with forms = (list (format nil "(require ~S)" name) (format nil "(require :~A)" name))
             for document being the hash-values of *documents*
             thereis (some (lambda (form) (search form (document-text document))) forms))))

(defun foreign-names (document)
  "Returns the names in DOCUMENT that belong to packages in C++: an alist from packages to lists of names."
  (let ((packages '()))
    (loop for (package . name) in (qualified-names document)
          for known = (assoc package packages :test #'string=)
          do (if known
                 (push name (cdr known))
                 (push (list package name) packages)))
    (remove-if-not #'foreign-package-p packages :key #'first)))

(defun package-of-document (document position)
  "Returns the name of the current package at POSITION of DOCUMENT."
  (or (package-at document position) "COMMON-LISP-USER"))

(defun context-of (document calls)
  "Returns the context of DOCUMENT for the checker, as the text of a list. It has the package, libraries, texts of
definitions with their packages, packages in C++ with names in them, and CALLS of macros to expand."
  (multiple-value-bind (needed libraries) (needed-definitions document)
    (with-standard-io-syntax
      (prin1-to-string (list (package-of-document document (length (document-text document)))
                             libraries
                             (loop for found in needed
                                   for (its-document item) = found
                                   collect (list (package-of-document its-document (item-start item)) (text-for-checker found)))
                             (foreign-names document)
                             (texts-of-calls document calls))))))

(defun known-elsewhere-p (document name)
  "True if another document than DOCUMENT defines the function or variable NAME."
  (some (lambda (found) (not (eq (first found) document))) (find-definitions name)))
