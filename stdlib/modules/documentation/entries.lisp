;;; Entries for exported names: chapter, examples, and a text where no definition has a docstring. The other files have
;;; the entries, one for each chapter of the standard and for each module.

(defpackage "TESSERA-DOCUMENTATION"
  (:use "COMMON-LISP" "TESSERA-FILLING")
  (:export "FIND-DOCSTRING" "WRITE-EXAMPLES" "EXAMPLES" "WRITE-HELP" "TOPICS" "PUBLIC-MODULES"))

(in-package "TESSERA-DOCUMENTATION")

(defstruct (entry (:constructor make-entry (section title text hidden examples library)) (:copier nil))
  "The documentation of a name."
  section     ; the number in the standard, or NIL
  title       ; the subject of the chapter
  text        ; for a name without a docstring, or NIL
  hidden      ; true if the examples are tests that teach nothing
  examples    ; a list of (FORM EXPECTED), written as in tests/lisp
  library)    ; the name of the library that has its symbols, or NIL

(defvar *entries* (make-hash-table :test 'eq) "The entries, by symbol.")

(defun examples-in (rest)
  "Returns the examples in REST, a list FORM => EXPECTED and so on."
  (loop while rest
        collect (destructuring-bind (form arrow expected &rest others) rest
                  (assert (string= arrow "=>"))
                  (setf rest others)
                  (list form expected))))

(defparameter *module-packages*
  '(("ext" "EXT" "The process and its environment") ("sockets" "SOCKETS" "Connections over the network")
    ("foreign" "FOREIGN" "Functions and memory of C") ("mp" "MP" "Processes") ("parallel" "PARALLEL" "Work on all cores") ("mpi" "MPI" "Programs of many processes") ("gray" "GRAY" "Streams of one's own")
    ("mop" "CLOS" "The metaobject protocol"))
  "The modules with a package for programs, libraries apart: lists of a module, its package, and a title.")

(defun public-modules ()
  "Loads the modules of *MODULE-PACKAGES* that are installed, and returns their elements."
  (remove-if-not (lambda (module) (handler-case (progn (require (first module)) t) (file-error () nil))) *module-packages*))

(defun loaded-package (library)
  "Returns the package of LIBRARY, a library or a module, or NIL if it is not loaded."
  (or (tessera::%library-loaded-p library)
      (let ((name (second (assoc library *module-packages* :test #'string=)))) (and name (find-package name)))))

(defun symbol-of-library (symbol library)
  "Returns the symbol of LIBRARY that SYMBOL, written in this package, stands for, if it exports one; else SYMBOL."
  (multiple-value-bind (own status) (find-symbol (symbol-name symbol) (loaded-package library))
    (if (eq status :external) own symbol)))

(defun note-entries (section title library entries)
  "Notes ENTRIES, as DEFINE-ENTRIES takes them, for the chapter SECTION about TITLE or for LIBRARY."
  (loop for (name . rest) in entries
        for text = (and (stringp (first rest)) (not (eq (second rest) '=>)) (pop rest))
        for hidden = (and (eq (first rest) :hidden) (pop rest))
        do (setf (gethash (if library (symbol-of-library name library) name) *entries*)
                 (make-entry section title text hidden (examples-in rest) library))))

(defmacro define-entries (section title &body entries)
  "Notes ENTRIES, each (NAME [TEXT] [:HIDDEN] {FORM => EXPECTED}*), of a chapter of the standard; :HIDDEN examples are
tested, not shown."
  `(note-entries ,section ,title nil ',entries))

(defmacro define-library-entries (library title &body entries)
  "Notes ENTRIES, as DEFINE-ENTRIES does, of LIBRARY. Its symbols are written without a package, since that may have
different names or not be loaded yet."
  `(push (list nil ,title ,library ',entries) *waiting-entries*))

(defvar *waiting-entries* '()
  "Arguments of NOTE-ENTRIES for libraries. Some are modules: entries on their symbols wait until they are loaded.")

(defun note-waiting-entries ()
  "Notes the waiting entries of modules that are loaded by now."
  (setf *waiting-entries*
        (remove-if (lambda (arguments)
                     (when (loaded-package (third arguments))
                       (apply #'note-entries arguments)
                       t))
                   *waiting-entries*)))

(defun find-entry (symbol)
  "Returns the entry of SYMBOL, or NIL."
  (when *waiting-entries* (note-waiting-entries))
  (values (gethash symbol *entries*)))

(defun about-type-p (symbol text)
  "True if TEXT, about SYMBOL, describes a type."
  (or (find-class symbol nil)
      (some (lambda (words) (search words text :test #'char-equal)) '("as a type" "the type of" "the class of"))))

(defun find-text (symbol kind)
  "Returns the text in these files about SYMBOL as a KIND of documentation: VARIABLE, TYPE, or FUNCTION if it is one
only within methods; or NIL."
  (let* ((entry (find-entry symbol)) (text (and entry (entry-text entry))))
    (and text
         (case kind
           (function (member symbol '(call-next-method next-method-p call-method make-method)))
           (variable (boundp symbol))
           (type (about-type-p symbol text)))
         text)))

(defun shown-examples (entry)
  "Returns the examples of ENTRY that are shown, as they are written."
  (if (entry-hidden entry) '() (entry-examples entry)))

(defun examples (symbol)
  "Returns the examples of SYMBOL, a list of (FORM EXPECTED); NIL if it has none. EXPECTED has the form of tests/lisp."
  (let ((entry (find-entry symbol)))
    (and entry
         (labels ((translated (x)
                    (cond ((consp x) (cons (translated (car x)) (translated (cdr x))))
                          ((and x (symbolp x) (not (keywordp x))) (symbol-of-library x (entry-library entry)))
                          (t x))))
           (if (entry-library entry) (translated (entry-examples entry)) (entry-examples entry))))))

;;; The docstrings of the library's definitions, which are not in the image.

(defvar *docstrings* (make-hash-table :test 'equal) "The docstrings of definitions, by (KIND . NAME).")

(defun note-docstrings (docstrings)
  "Notes DOCSTRINGS, a list of (KIND NAME TEXT)."
  (loop for (kind name text) in docstrings
        do (setf (gethash (cons kind name) *docstrings*) text)))

(defun find-docstring (name kind)
  "Returns the documentation of NAME as a KIND: the docstring of its definition, or the text in these files; or NIL."
  (or (gethash (cons kind name) *docstrings*)
      (and (symbolp name) (find-text name kind))))

;;; Writing them.

(defun write-expected (expected stream)
  "Writes EXPECTED, the result of an example, to STREAM."
  (case (and (consp expected) (first expected))
    (values (format stream "=> ~{~s~^, ~}" (rest expected)))
    (error (format stream "signals ~s" (second expected)))
    (prints (format stream "prints ~s~@[ => ~{~s~^, ~}~]" (second expected) (cddr expected)))
    (t (format stream "=> ~s" expected))))

(defun write-example-lines (examples indentation stream)
  "Writes EXAMPLES, a list of (FORM EXPECTED), to STREAM, each line after the string INDENTATION."
  (let ((*package* (find-package "TESSERA-DOCUMENTATION")) (*print-case* :downcase) (*print-pretty* t) (*print-escape* t) (*print-base* 10)
        (*print-right-margin* 90) (*print-circle* nil) (*print-length* nil) (*print-level* nil) (*print-lines* nil) (*print-readably* nil))
    (loop for (form expected) in examples
          for text = (prin1-to-string form)
          for result = (with-output-to-string (out) (write-expected expected out))
          do (format stream "~&~a" indentation)
             (write-indented text indentation stream)
             (if (and (<= (+ (length text) (length result)) 90) (not (find #\Newline text)))
                 (format stream " ~a~%" result)
                 (format stream "~%~a   ~a~%" indentation result)))))

(defun write-indented (text indentation stream)
  "Writes TEXT to STREAM, with INDENTATION in front of every line but the first."
  (loop for char across text
        do (write-char char stream)
           (when (char= char #\Newline) (write-string indentation stream))))

(defun write-examples (symbol stream)
  "Writes to STREAM the entry of SYMBOL: its examples, and its chapter or library."
  (let ((entry (find-entry symbol)))
    (when entry
      (when (and (entry-text entry) (notany (lambda (kind) (find-text symbol kind)) '(variable type)))
        (format stream "~&    ~a~%" (entry-text entry)))
      (write-example-lines (shown-examples entry) "      " stream)
      (cond ((entry-section entry) (format stream "  (The standard, ~a: ~a.)~%" (entry-section entry) (entry-title entry)))
            ((entry-library entry) (format stream "  (~a, which (require ~s) opens.)~%" (entry-title entry) (entry-library entry)))))))
