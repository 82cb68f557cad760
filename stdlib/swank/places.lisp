;;;; places.lisp -- where definitions stand: in files that were loaded, in buffers, in the library's sources, in C++ (swank; on connections).

(in-package "SWANK")

(defvar *buffers* '() "The names of buffers without a file that something was compiled from.")

;;; Files by the names that positions have.

(defun known-file (name)
  "The truename of the file that positions call NAME; NIL if it is not known."
  (let ((text (cdr (assoc name tessera::*source-texts* :test #'equal))))
    (and (consp text) (probe-file (car text)))))

(defvar *source-directory* nil
  "Where Tessera's own sources are, a directory with stdlib/ and interp/ in it; NIL: to be looked for above the program, :NOWHERE if it is not there.")

(defun parent (directory)
  "The directory that has DIRECTORY in it."
  (make-pathname :directory (butlast (pathname-directory directory)) :name nil :type nil :defaults directory))

(defun source-directory ()
  "The directory of Tessera's own sources, or NIL."
  (unless *source-directory*
    (setq *source-directory*
          (or (loop for module-directory in (tessera::%program-module-directories)
                    thereis (loop for directory = (pathname module-directory) then (parent directory)
                                  repeat 5
                                  when (probe-file (merge-pathnames "stdlib/bootstrap.lisp" directory)) return directory
                                  while (rest (pathname-directory directory))))
              :nowhere)))
  (if (eq *source-directory* :nowhere) nil *source-directory*))

(defun library-file (name)
  "The truename of NAME, a file of the library such as stdlib/conses/conses.lisp; or NIL."
  (and (tessera::%library-file-p name) (source-directory) (probe-file (merge-pathnames name (source-directory)))))

(defun file-location (file line &optional (column 1) snippet)
  "The place in FILE at LINE and COLUMN, both from 1; where that text stands that begins with SNIPPET, if it has moved."
  `(:location (:file ,(namestring file)) (:line ,line ,(max 0 (1- column))) ,(and snippet (list :snippet snippet))))

(defun source-location (name line column)
  "The place that positions call NAME, LINE and COLUMN, as SLIME takes it."
  (let ((file (or (known-file name) (library-file name))))
    (cond (file (file-location file (max 1 line) (max 1 column)))
          ((member name *buffers* :test #'equal) `(:location (:buffer ,name) (:line ,line ,(max 0 (1- column))) nil))
          (t (let ((text (tessera:source-line name line)))
               (if text
                   `(:location (:source-form ,text) (:position 1) nil)
                   `(:error ,(format nil "The source ~A is not known." name))))))))

;;; An index of the definitions in a file: what stands behind (def... in a line.

(defstruct (definition (:copier nil) (:predicate nil))
  "NAME, a string in capitals without a package, is defined by OPERATOR, a string, in LINE, which begins with TEXT."
  name operator line text)

(defvar *indexes* (make-hash-table :test 'equal) "From names of files to a list of their date and their definitions.")

(defun token-end (text start)
  "Where the token of TEXT ends that begins at START."
  (or (position-if #'tessera::%token-delimiter-p text :start start) (length text)))

(defun defining-operator-p (text start)
  "True if the token of TEXT that begins at START names what defines something."
  (let* ((colon (position #\: text :start start :end (token-end text start) :from-end t))
         (bare (if colon (1+ colon) start))
         (begin (if (and (< bare (length text)) (char= (char text bare) #\%)) (1+ bare) bare)))
    (and (<= (+ begin 3) (length text)) (string-equal "def" text :start2 begin :end2 (+ begin 3)))))

(defun definition-in-line (text line)
  "The definition that the string TEXT, LINE of a file, begins; or NIL."
  (let ((open (position-if-not (lambda (char) (find char " ,`'")) text)))
    (when (and open (< open 5) (char= (char text open) #\() (defining-operator-p text (1+ open)))
      (let* ((end (token-end text (1+ open)))
             (start (position-if-not (lambda (char) (find char " (|'#:")) text :start end)))
        (when (and start (> start end) (char/= (char text start) #\"))
          (let* ((name (subseq text start (token-end text start)))
                 (setf-p (and (string-equal name "setf") (find #\( text :start end :end start)))
                 (bare (if setf-p (string-trim " " (subseq text (token-end text start) (token-end text (min (length text) (1+ (token-end text start)))))) name)))
            (make-definition :name (string-left-trim "%" (string-upcase (subseq bare (1+ (or (position #\: bare :from-end t) -1)))))
                             :operator (string-downcase (subseq text (1+ open) end)) :line line :text text)))))))

(defun native-in-line (text line)
  "The native that the string TEXT, LINE of a file in C++, enters into a table or defines; or NIL."
  (let* ((row (or (search "{\"" text) (search "\"*" text))) (call (or (search "efine(\"" text) (search "efine_function(\"" text)))
         (quote (position #\" text :start (or row call 0)))
         (end (and quote (or row call) (position #\" text :start (1+ quote)))))
    (when end
      (let ((name (subseq text (1+ quote) end)))
        (make-definition :name (string-left-trim "%" (string-upcase (subseq name (1+ (or (position #\: name :from-end t) -1)))))
                         :operator "native" :line line :text (string-left-trim " " text))))))

(defun read-index (file)
  "The definitions in FILE."
  (let ((finder (if (equal (pathname-type file) "cpp") #'native-in-line #'definition-in-line)))
    (with-open-file (in file :external-format :utf-8)
      (loop for line from 1
            for text = (read-line in nil)
            while text
            for found = (funcall finder text line)
            when found collect found))))

(defun index-of (file)
  "The definitions in FILE, which is read anew if it was changed."
  (let ((entry (gethash (namestring file) *indexes*)) (date (file-write-date file)))
    (if (eql (first entry) date)
        (rest entry)
        (rest (setf (gethash (namestring file) *indexes*) (cons date (without-errors '() (read-index file))))))))

(defun loaded-files ()
  "The files of the user that positions name."
  (remove-duplicates (loop for (name . text) in tessera::*source-texts*
                           for file = (and (consp text) (not (tessera::%library-file-p name)) (probe-file (car text)))
                           when (and file (not (equal (pathname-type file) "tfasl"))) collect file)
                     :test #'equal))

(defun library-files (folder type)
  "The files of TYPE below FOLDER of Tessera's own sources."
  (and (source-directory)
       (directory (merge-pathnames (format nil "~A/**/*.~A" folder type) (source-directory)))))

(defun definitions-named (name files)
  "Lists of a file and a definition of NAME, a string in capitals, in FILES."
  (let ((bare (string-left-trim "%" name)))
    (loop for file in files
          append (loop for definition in (index-of file)
                       when (string= (definition-name definition) bare)
                         collect (list file definition)))))

;;; Definitions of names.

(defun first-of-text (text)
  "As much of TEXT as is enough to know the place by."
  (subseq text 0 (min 60 (length text))))

(defun entry-location (entry)
  "The location of ENTRY, of DEFINITIONS-NAMED."
  (destructuring-bind (file definition) entry
    (file-location file (definition-line definition) 1 (first-of-text (definition-text definition)))))

(defun entry-label (entry symbol)
  "What ENTRY, of DEFINITIONS-NAMED, defines SYMBOL as, a string."
  (format nil "(~A ~(~A~))" (definition-operator (second entry)) (text-in-line symbol)))

(defun own-file-p (symbol)
  "True if SYMBOL is of one of Tessera's packages."
  (and (symbol-package symbol)
       (or (eq (symbol-package symbol) (find-package "COMMON-LISP"))
           (tessera::%own-package-p (symbol-package symbol))
           (eq (symbol-package symbol) (find-package "SWANK")))))

(defun function-location (function)
  "Where FUNCTION was defined, a location; NIL if that is not known."
  (multiple-value-bind (name lambda-list documentation file line) (tessera::%function-source (tessera::%original-function function))
    (declare (ignore lambda-list documentation))
    (cond ((and name (symbolp name) (stringp file) (not (known-file file)) (definition-in-files name)))    ; it was evaluated from there
          ((and (stringp file) line (not (tessera::%library-file-p file)))
           (let ((location (source-location file line 1))
                 (text (without-errors nil (tessera:source-line file line))))
             (if (and text (eq (first location) :location))
                 (append (butlast location) (list (list :snippet (first-of-text (string-left-trim " " text)))))
                 location)))
          ((and name (symbolp name) (definition-in-files name)))
          ((and name (symbolp name) (own-file-p name))
           (let ((entry (first (library-definitions name))))
             (and entry (entry-location entry)))))))

(defun user-definitions (symbol)
  "Where SYMBOL is defined in files that were loaded: as DEFINITIONS-NAMED has it."
  (remove-if-not (lambda (entry) (in-package-p entry symbol)) (definitions-named (symbol-name symbol) (loaded-files))))

(defun definition-in-files (name)
  "Where the symbol NAME is defined in files that were loaded; NIL if that is not seen."
  (let ((entry (first (user-definitions name))))
    (and entry (entry-location entry))))

(defun library-definitions (symbol)
  "Where SYMBOL, of Tessera's own, is defined in the library or in C++: as DEFINITIONS-NAMED has it."
  (let ((name (symbol-name symbol)))
    (append (and (native-p symbol) (definitions-named name (library-files "interp/builtins" "cpp")))
            (or (definitions-named name (remove-if (lambda (file) (elsewhere-p file symbol)) (library-files "stdlib" "lisp")))
                (and (not (native-p symbol)) (definitions-named name (library-files "interp" "cpp")))))))

(defun native-p (symbol)
  "True if SYMBOL is a function that is written in C++."
  (and (fboundp symbol) (not (special-operator-p symbol)) (not (macro-function symbol))
       (tessera::%native-p (tessera::%original-function (fdefinition symbol)))))

(defun elsewhere-p (file symbol)
  "True if FILE, of the library, defines nothing of the package of SYMBOL: other languages, and texts about names."
  (let ((folders (pathname-directory file)))
    (or (member "documentation" folders :test #'equal)
        (and (member "languages" folders :test #'equal)
             (member (package-name (symbol-package symbol)) '("COMMON-LISP" "TESSERA") :test #'string=)))))

(defun method-locations (function)
  "A list of a text and a location for each method of the generic FUNCTION whose place is known."
  (let ((gf (tessera::%generic-function function)))
    (when gf
      (loop for method in (tessera::%gf-methods gf)
            for location = (and (not (tessera::%method-accessor method)) (method-location method))
            when location
              collect (list (method-label method) location)))))

(defun method-label (method)
  "METHOD as a text."
  (format nil "(method ~(~A~) ~A)" (text-in-line (tessera::%gf-name (tessera::%method-generic-function method))) (tessera::%method-text method)))

(defun method-location (method)
  "Where METHOD was defined; NIL if that is not known."
  (let* ((file (tessera::%method-file method))
         (line (and file (tessera::%form-position (without-errors nil (tessera::%method-definition method file))))))
    (and line (source-location file line 1))))

(defun functions-named (symbol)
  "The global functions of SYMBOL, and that of its SETF: lists of a text and the function."
  (append (cond ((special-operator-p symbol) '())
                ((macro-function symbol) (list (list (format nil "(defmacro ~(~A~))" (text-in-line symbol)) (macro-function symbol))))
                ((fboundp symbol) (list (list (format nil "(defun ~(~A~))" (text-in-line symbol)) (fdefinition symbol)))))
          (and (fboundp `(setf ,symbol)) (list (list (format nil "(setf ~(~A~))" (text-in-line symbol)) (fdefinition `(setf ,symbol)))))
          (and (compiler-macro-function symbol)
               (list (list (format nil "(define-compiler-macro ~(~A~))" (text-in-line symbol)) (compiler-macro-function symbol))))))

(defun in-package-p (entry symbol)
  "True if the name that ENTRY, of DEFINITIONS-NAMED, defines is SYMBOL, read where it stands."
  (destructuring-bind (file definition) entry
    (let ((package (package-of-line file (definition-line definition))))
      (or (null package) (eq symbol (find-symbol (symbol-name symbol) package))))))

(defun package-of-line (file line)
  "The package that LINE of FILE is read in; NIL if that is not known."
  (let ((last nil))
    (loop for definition in (package-lines file)
          while (< (car definition) line)
          do (setq last (cdr definition)))
    (find-package-named (or last "COMMON-LISP-USER"))))

(defun package-lines (file)
  "Where FILE goes into packages: a list of lines and names."
  (with-open-file (in file :external-format :utf-8)
    (loop for line from 1
          for text = (read-line in nil)
          while text
          when (and (> (length text) 12) (string-equal "(in-package " text :end2 12))
            collect (cons line (subseq text 12 (position #\) text))))))

(defun symbol-definitions (symbol)
  "Lists of a text and a location for what SYMBOL is defined as."
  (let ((written (loop for entry in (if (own-file-p symbol)
                                        (library-definitions symbol)
                                        (user-definitions symbol))
                       collect (list (entry-label entry symbol) (entry-location entry)))))
    (append (loop for (text function) in (functions-named symbol)
                  append (method-locations function)
                  unless (tessera::%generic-function function)
                    append (let ((location (function-location function)))
                             (unless (or (null location)
                                         (and written (eq (first (second location)) :source-form))   ; it was evaluated from there
                                         (find (second location) written :key #'cadadr :test #'equal))
                               (list (list text location)))))
            (remove-if (lambda (found) (search "(defmethod " (first found))) written))))

(define-request find-definitions-for-emacs (name)
  "Where NAME, as it is typed, is defined: lists of a text and a location."
  (let ((symbol (symbol-named (string-left-trim "#'" name))))
    (or (and symbol (symbol-definitions symbol))
        (and symbol (find-package symbol) (package-definitions (find-package symbol)))
        '())))

(defun package-definitions (package)
  "Where PACKAGE is defined."
  (loop for entry in (definitions-named (package-name package) (loaded-files))
        when (search "package" (definition-operator (second entry)))
          collect (list (entry-label entry (make-symbol (package-name package))) (entry-location entry))))

(define-request find-definition-for-thing (thing)
  "Where THING, an object, was defined."
  (or (typecase thing
        (function (function-location thing))
        (method (method-location thing))
        (class (second (first (symbol-definitions (class-name thing)))))
        (package (second (first (package-definitions thing))))
        (symbol (second (first (symbol-definitions thing))))
        ((or standard-object structure-object condition) (second (first (symbol-definitions (type-of thing))))))
      '(:error "It is not known where this was defined.")))

(define-request find-source-location-for-emacs (what)
  "Where WHAT was defined: a list of :INSPECTOR or :DEFINITION and what that takes."
  (case (first what)
    (:inspector (find-definition-for-thing (inspector-nth-part (second what))))
    (t (or (second (first (find-definitions-for-emacs (princ-to-string (second what))))) '(:error "It is not known where this was defined.")))))
