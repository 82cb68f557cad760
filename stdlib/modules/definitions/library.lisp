;;; Finds the definitions of the library's names in its sources, in Lisp and C++, if they are there. A name without a
;;; definition is found where it is first written.

(in-package "TESSERA-DEFINITIONS")

;;; The sources: in the tree of the build, or in an installation.

(defvar *source-directory* nil
  "The directory of Tessera's own sources, with stdlib/ and interp/ in it; NIL before it was searched above the program,
:NOWHERE if it was not found.")

(defun parent (directory)
  "Returns the parent directory of DIRECTORY."
  (make-pathname :directory (butlast (pathname-directory directory)) :name nil :type nil :defaults directory))

(defun sources-above (directory)
  "Returns the directory with Tessera's sources above DIRECTORY, or in share/tessera/ of one above; or NIL."
  (loop for above = (pathname directory) then (parent above)
        repeat 5
        do (dolist (place '("" "share/tessera/"))
             (when (probe-file (merge-pathnames (format nil "~Astdlib/bootstrap.lisp" place) above))
               (return-from sources-above (merge-pathnames place above))))
        while (rest (pathname-directory above))))

(defun source-directory ()
  "Returns the directory of Tessera's own sources, or NIL."
  (unless *source-directory*
    (setq *source-directory* (or (some #'sources-above (tessera::%program-module-directories)) :nowhere)))
  (if (eq *source-directory* :nowhere) nil *source-directory*))

(defun library-file (name)
  "Returns the truename of NAME, a file of the library such as stdlib/conses/conses.lisp; or NIL."
  (and (tessera::%library-file-p name) (source-directory) (probe-file (merge-pathnames name (source-directory)))))

(defun path-in-sources (file)
  "Returns the name of FILE relative to the directory of the sources."
  (enough-namestring file (source-directory)))

(defun below-p (path &rest folders)
  "True if PATH is below one of FOLDERS of stdlib/."
  (some (lambda (folder) (eql 0 (search (format nil "stdlib/~A/" folder) path))) folders))

(defun ends-in-p (text end)
  "True if TEXT ends with END."
  (let ((start (- (length text) (length end)))) (and (>= start 0) (string= text end :start1 start))))

(defun folder-order (path)
  "Returns the rank, a number, of the folder of PATH in the search for a name's definition: tables in C++, the library,
texts about names."
  (cond ((search "interp/builtins/" path) 0)
        ((ends-in-p path "special_operators.def") 0)
        ((ends-in-p path ".cpp") 1)
        ((ends-in-p path "known_symbols.def") 2)
        ((below-p path "modules/documentation") 4)
        ((search "stdlib/" path) 3)
        (t 5)))

(defun source-files ()
  "Returns the files that may define a name of the library, in the order in which they are searched."
  (stable-sort (loop for (folder type) in '(("interp" "cpp") ("stdlib" "lisp") ("interp" "def"))
                     append (remove-if (lambda (file) (below-p (path-in-sources file) "modules/manual" "modules/swank" "modules/language-server" "modules/definitions" "modules/tour" "modules/jupyter"))
                                       (directory (merge-pathnames (format nil "~A/**/*.~A" folder type) (source-directory)))))
               #'< :key (lambda (file) (folder-order (path-in-sources file)))))

;;; From names to definitions.

(defvar *library* nil
  "The directory of the sources, and a table from names in capitals to lists of a file, its date and a definition in
it.")

(defun read-library ()
  "Makes the table of definitions in the sources the value of *LIBRARY*."
  (let ((table (make-hash-table :test 'equal)))
    (dolist (file (source-files))
      (unless (or (equal (pathname-type file) "def") (below-p (path-in-sources file) "modules/documentation"))
        (let ((date (file-write-date file)))
          (dolist (definition (index-of file))
            (push (list file date definition) (gethash (definition-name definition) table))))))
    (setq *library* (cons (source-directory) table))))

(defun library-definitions-named (name)
  "Returns lists of a file and a definition of NAME, a string in capitals without % at its beginning, in the library."
  (unless (equal (car *library*) (source-directory)) (read-library))
  (when (loop for (file date) in (gethash name (cdr *library*)) thereis (not (eql date (ignore-errors (file-write-date file)))))
    (read-library))
  (loop for (file nil definition) in (reverse (gethash name (cdr *library*))) collect (list file definition)))

(defun language-path-p (path)
  "True if PATH is in the folder of another language."
  (and (below-p path "languages") (> (count #\/ path) 2)))

(defun base-names (symbol)
  "Returns a list of the name of SYMBOL without % at its beginning, and the names from which a macro that defines
several names makes it."
  (let ((name (string-left-trim "%" (symbol-name symbol))))
    (cons name (loop for end in '("-IF-NOT" "-IF" "-WARNING")
                     when (ends-in-p name end) collect (subseq name 0 (- (length name) (length end)))))))

(defparameter *definers*
  '(("defun" . function) ("defmacro" . function) ("defgeneric" . function) ("define-native" . function) ("native" . function)
    ("define-special-form" . function) ("%define-macro" . function) ("%set-macro-function" . function)
    ("defvar" . variable) ("defparameter" . variable) ("defconstant" . variable)
    ("defclass" . type) ("deftype" . type) ("defstruct" . type) ("define-condition" . type) ("%define-standard-condition" . type))
  "A list of kinds of names and their defining operators.")

(defun definition-rank (entry symbol kind)
  "Returns a number that says how well ENTRY, a file and a definition, fits SYMBOL as a KIND of name; the least fits
best."
  (destructuring-bind (file definition) entry
    (+ (cond ((eq (cdr (assoc (definition-operator definition) *definers* :test #'string=)) kind) 0)
             ((ends-in-p (definition-operator definition) "compiler-macro") 6)
             ((string= (definition-operator definition) "native") 8)
             (t 4))
       (if (string= (definition-name definition) (string-left-trim "%" (symbol-name symbol))) 0 1)
       (if (search (format nil "%~A" (symbol-name symbol)) (definition-text definition) :test #'char-equal) 2 0)
       (if (search "builtins/" (namestring file)) 0 1))))

(defun fitting-definitions (symbol)
  "Returns the definitions that may be those of SYMBOL: lists of a file and a definition."
  (remove-if-not (lambda (entry)
                   (and (not (and (language-path-p (path-in-sources (first entry)))
                                  (member (package-name (symbol-package symbol)) '("COMMON-LISP" "TESSERA") :test #'string=)))
                        (string/= (definition-operator (second entry)) "%define-prompt-command")
                        (or (equal (pathname-type (first entry)) "cpp") (defined-in-package-p entry symbol))))
                 (loop for name in (base-names symbol) append (library-definitions-named name))))

;;; The first mention of a name.

(defvar *texts* nil "A table from files to their texts, for searches of many names; NIL if texts are not kept.")

(defun text-of (file)
  "Returns the text of FILE, from *TEXTS* if it is kept there."
  (if *texts*
      (or (gethash file *texts*) (setf (gethash file *texts*) (tessera::%file-text file)))
      (tessera::%file-text file)))

(defun delimited-p (text start end)
  "True if no character of a name stands before START or at END of TEXT."
  (flet ((delimiter-p (at) (or (not (< -1 at (length text))) (find (char text at) (format nil "~% ()'\"`,#:;")))))
    (and (delimiter-p (1- start)) (delimiter-p end))))

(defun mention-in (name text)
  "Returns the first line of TEXT with NAME, outside of comments, as a definition; or NIL."
  (loop for at = (search name text) then (search name text :start2 (1+ at))
        while at
        do (let* ((start (1+ (or (position #\Newline text :end at :from-end t) -1)))
                  (first (position #\Space text :start start :test #'char/=)))
             (when (and (delimited-p text at (+ at (length name))) (not (find (char text first) ";/")))
               (return (make-definition :name name :operator "definition" :line (1+ (count #\Newline text :end at))
                                        :text (subseq text first (position #\Newline text :start at))))))))

(defun native-p (symbol)
  "True if SYMBOL is a function that is written in C++."
  (and (fboundp symbol) (not (special-operator-p symbol)) (not (macro-function symbol))
       (tessera::%native-p (tessera::%original-function (fdefinition symbol)))))

(defun first-mention (symbol)
  "Returns a file and a definition at the first occurrence of the name of SYMBOL, where a macro presumably defines it.
NIL if there is none."
  (let* ((name (first (base-names symbol))) (small (string-downcase name)) (quoted (format nil "\"~A\"" name))
         (lisp-p (and (fboundp symbol) (not (special-operator-p symbol)) (not (native-p symbol)))))
    (dolist (file (source-files))
      (let* ((path (path-in-sources file)) (lisp-file-p (equal (pathname-type file) "lisp"))
             (definition (and (not (language-path-p path))
                              (not (and lisp-p (ends-in-p path ".cpp")))
                              (mention-in (if lisp-file-p small quoted) (text-of file)))))
        (when definition (return (list file definition)))))))

(defun library-definition (symbol kind)
  "Returns the definition of SYMBOL, the library's, as a KIND of name, FUNCTION, VARIABLE or TYPE: a list of a file and
a definition. NIL without the sources."
  (and (source-directory)
       (or (first (stable-sort (fitting-definitions symbol) #'< :key (lambda (entry) (definition-rank entry symbol kind))))
           (first-mention symbol))))
