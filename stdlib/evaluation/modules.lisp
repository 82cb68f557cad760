;;; REQUIRE and PROVIDE: libraries of the image, and files of a module path, native ones too (chapter 24).

(in-package "TESSERA")

(defvar *modules* '() "The names of the modules that PROVIDE has announced, as strings.")

(defvar *module-path* '()
  "A list of directories, pathnames or namestrings with a final slash, where REQUIRE looks for NAME.so, a shared object,
and then for NAME.tfasl and NAME.lisp. REQUIRE looks first in the directory of the file that is being loaded and in the
current directory. After the directories of this list it looks in those of the environment variable TESSERA_PATH,
separated by colons, and in those of the host program. The last ones are the program's own: modules/ beside its file,
and where an installation puts them.")

(defparameter *libraries*
  '(("lazy" . "TESSERA-LAZY") ("macros" . "TESSERA-MACROS") ("svg" . "TESSERA-SVG") ("continuations" . "TESSERA-CONTINUATIONS"))
  "The names of the libraries: those of the image, and those that are a module of the program. A library's package bears
a name of Tessera's until the library is required: programs may define other packages called LAZY or SVG.")

(defvar *module-provider-functions* '()
  "Functions that REQUIRE calls on the name of a module for which there is no file, until one returns true: it has
loaded the module.")

(defvar *host-modules* '()
  "An alist: the names of the modules that the host program offers, and the functions without arguments that load
them.")

(defun provide (module)
  "Notes that MODULE, a string designator, is loaded. Returns true."
  (pushnew (string module) *modules* :test #'string=)
  t)

(defun %provided-p (module)
  "True if PROVIDE has announced MODULE, a string designator."
  (member (string module) *modules* :test #'string=))

;;; Libraries of the image.

(defun %library-loaded-p (name)
  "Returns the package of the library NAME, or NIL if there is no such library or it is a module that is not loaded."
  (let ((hidden (cdr (assoc (string name) *libraries* :test #'string-equal))))
    (and hidden (find-package hidden))))

(defun %library-package (name)
  "Returns the package of the library NAME, which is loaded if it is a module; or NIL if there is no such library."
  (or (%library-loaded-p name)
      (when (assoc (string name) *libraries* :test #'string-equal)
        (%need-module (string-downcase name) 'require)
        (%library-loaded-p name))))

(defun %open-library (name package)
  "Gives PACKAGE the name of its library, unless another package has that name."
  (let ((open-name (string-upcase name)))
    (unless (find-package open-name)
      (rename-package package open-name (list (package-name package))))
    (provide (string-downcase name))))

(defun %own-definition-p (symbol)
  "True if SYMBOL is defined as something; false if it was merely read."
  (or (fboundp symbol) (boundp symbol) (symbol-plist symbol) (find-class symbol nil)))

(defun %clashing-symbols (package user)
  "Returns the symbols of USER that stand in the way of those that PACKAGE exports."
  (let ((clashing '()))
    (do-external-symbols (symbol package clashing)
      (multiple-value-bind (other found) (find-symbol (symbol-name symbol) user)
        (when (and found (not (eq other symbol)))
          (push other clashing))))))

(defun %use-library (package user)
  "Makes USER use PACKAGE. Names that USER has defined for itself keep their meaning there, with a warning."
  (let ((clashing (%clashing-symbols package user)))
    (dolist (symbol (remove-if #'%own-definition-p clashing))
      (unintern symbol user))
    (let ((kept (remove-if-not #'%own-definition-p clashing)))
      (shadow (mapcar #'symbol-name kept) user)
      (when kept
        (warn "~A has its own ~{~S~^, ~}: the one~P of ~A need~:[~;s~] the prefix"
              (package-name user) kept (length kept) (package-name package) (null (rest kept)))))
    (use-package package user)))

(defun %require-library (module package)
  "Opens the library MODULE in PACKAGE. If COMMON-LISP-USER is the current package, it uses the library from then on."
  (let ((opened (not (%provided-p (string-downcase module))))
        (user (find-package "COMMON-LISP-USER")))
    (when opened
      (%open-library module package))
    (when (and (eq *package* user) (not (member package (package-use-list user))))
      (%use-library package user))
    opened))

;;; Modules of the host program.

(defun %host-module (name)
  "Returns the function that loads the host program's module NAME, or NIL if it offers none."
  (cdr (assoc (string name) *host-modules* :test #'string-equal)))

(defvar *modules-being-loaded* '()
  "The names of the host program's modules that are being loaded.")

(defun %require-host-module (module function)
  "Loads the host program's MODULE, unless it is provided already. Returns true if it was loaded."
  (let ((name (string-downcase module)))
    (unless (%provided-p name)
      (when (member name *modules-being-loaded* :test #'string=)
        (error "REQUIRE: the module ~A requires itself~@[, through~{ ~A~^,~}~]" name
               (rest (member name (reverse *modules-being-loaded*) :test #'string=))))
      (let ((*modules-being-loaded* (cons name *modules-being-loaded*)))
        (funcall function))
      (provide name))))

;;; Files.

(defun %module-directories ()
  "Returns the directories in which REQUIRE looks for modules, in order."
  (append (and *load-truename* (list *load-truename*))
          (list "")
          *module-path*
          (ignore-errors (%host-module-directories))     ; a host that permits no reading of files tells none
          (ignore-errors (%program-module-directories))))

(defun %file-on-module-path (name types operation)
  "Returns the file NAME of the first of TYPES that is on the module path. If there is none signals a FILE-ERROR of
OPERATION, and returns NIL if that is NIL."
  (or (loop for type in types
            thereis (loop for directory in (%module-directories)
                          thereis (probe-file (merge-pathnames (make-pathname :name name :type type) directory))))
      (when operation
        (error 'simple-file-error
               :pathname name
               :format-control "~A: there is~@[ no library ~A, and~] no file~{ ~A.~A~^ or~} in~{ ~A~^,~}"
               :format-arguments (list operation (and (eq operation 'require) name)
                                       (loop for type in types collect name collect type)
                                       (mapcar #'%directory-name (%module-directories)))))))

(defun %find-module-file (module &optional (operation 'require))
  "Returns the file of MODULE on the module path. If there is none signals a FILE-ERROR of OPERATION, and returns NIL if
that is NIL."
  (%file-on-module-path (string-downcase (string module)) '("so" "tfasl" "lisp") operation))

(defun %directory-name (directory)
  "Returns DIRECTORY, an element of the module path, for a message."
  (let ((name (namestring (make-pathname :name nil :type nil :defaults directory))))
    (if (string= name "") "./" name)))

;;; Shared objects.

(defun %load-shared-object (path)
  "Loads the module in the shared object PATH. Signals a FILE-ERROR that says why it cannot be loaded."
  (let ((outcome (%load-module (namestring (truename path)))))
    (when (stringp outcome)
      (error 'simple-file-error
             :pathname path
             :format-control "REQUIRE: the module ~A cannot be loaded: ~A"
             :format-arguments (list (namestring path) outcome)))))

(defun %load-module-file (module path)
  "Loads MODULE from the file PATH: a shared object, once, or Lisp, which says itself what it provides. Returns true if
it did."
  (let ((name (string-downcase module)))
    (cond ((not (equal (pathname-type path) "so"))
           (load path))
          ((not (%provided-p name))
           (%load-shared-object path)
           (provide name)))))

(defun require (module &optional pathnames)
  "Loads MODULE, a string designator, unless it is provided already. Loads PATHNAMES, one or a list of them, if they are
given. Else loads the image's library of that name, in any case of letters, or what the host program offers under it.
Else loads the file NAME.so, NAME.tfasl or NAME.lisp on the module path (see TESSERA::*MODULE-PATH*). A NAME.so is a
shared object that this build of Tessera made, as interp/README.md describes. A library has a separate package, which
COMMON-LISP-USER uses if it is the current package. Returns true if something was loaded. Signals a FILE-ERROR if there
is nothing of that name, or no module in NAME.so."
  (let* ((offered (and (null pathnames) (not (%library-loaded-p module)) (%host-module module)))
         (loaded (and offered (%require-host-module module offered)))
         (library (and (null pathnames) (if offered (%library-loaded-p module) (%library-package module)))))
    (cond (library (%require-library module library))
          (offered loaded)
          ((%provided-p module) nil)
          ((and (null pathnames) (%load-own-module (string-downcase module))) t)
          ((and (null pathnames) *module-provider-functions* (not (%find-module-file module nil)))
           (or (some (lambda (function) (funcall function module)) *module-provider-functions*)
               (%find-module-file module)))
          (t (let ((paths (cond ((null pathnames) (list (%find-module-file module)))
                                ((listp pathnames) pathnames)
                                (t (list pathnames))))
                   (loaded nil))
               (dolist (path paths loaded)
                 (when (%load-module-file module path)
                   (setf loaded t))))))))

;;; Modules of the program itself: what a start does not need, and is loaded when it is first asked for.

(defun %load-program-modules (&rest names)
  "Loads those of the program's own modules NAMES that are not loaded. Returns true, or NIL if one is not installed."
  (dolist (name names t)
    (unless (or (%provided-p name) (%library-loaded-p name))
      (let ((*package* *package*) (*locked-packages* '()) (*compilation-unit* nil))     ; its redefinitions are not reported
        (unless (%load-own-module name)
          (let ((file (some (lambda (directory)
                              (probe-file (make-pathname :name name :type *compiled-file-type* :defaults directory)))
                            (append (%program-module-directories) (%host-module-directories) *module-path*))))
            (unless file (return nil))
            (load file :verbose nil :print nil)))))))

(defun %need-module (name operator)
  "Loads the program's module NAME, unless it is loaded. Signals an ERROR of OPERATOR if it is not installed."
  (unless (%load-program-modules name)
    (error "~A: the module ~A is not among the program's own in~{ ~A~^,~}" operator name
           (append (%program-module-directories) (%host-module-directories)))))

(defun %in-module (name function operator arguments)
  "Calls FUNCTION, a symbol whose definition is in the program's module NAME, on the list ARGUMENTS, for OPERATOR."
  (unless (fboundp function) (%need-module name operator))
  (apply function arguments))

(defmacro %define-in-module (module name lambda-list &body (documentation call))
  "Defines the function NAME, whose body is in the program's MODULE: a function that is called as CALL says."
  `(defun ,name ,lambda-list
     ,documentation
     (%in-module ,module ',(first call) ',name (list* ,@(rest call)))))
