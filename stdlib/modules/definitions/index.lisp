;;; Indexes the definitions in files of Lisp and C++ by line, without evaluating anything.

(defpackage "TESSERA-DEFINITIONS"
  (:use "COMMON-LISP")
  (:export "DEFINITION" "DEFINITION-NAME" "DEFINITION-OPERATOR" "DEFINITION-LINE" "DEFINITION-TEXT" "INDEX-OF" "DEFINITIONS-NAMED" "TOKEN-END"
           "DEFINED-IN-PACKAGE-P" "NATIVE-P" "*SOURCE-DIRECTORY*" "*TEXTS*" "LIBRARY-FILE"
           "LIBRARY-DEFINITION" "MAKERS-OF")
  (:documentation "Positions of definitions in files and in Tessera's own sources."))

(in-package "TESSERA-DEFINITIONS")

(defstruct (definition (:copier nil) (:predicate nil))
  "NAME, a string in capitals without a package, is defined by OPERATOR, a string, in LINE, which begins with TEXT."
  name operator line text)

(defvar *indexes* (make-hash-table :test 'equal)
  "A hash table from names of files to a list of their date and their definitions.")

(defun token-end (text start)
  "Returns the end of the token of TEXT that begins at START."
  (or (position-if #'tessera::%token-delimiter-p text :start start) (length text)))

(defun defining-operator-p (text start)
  "True if the token of TEXT that begins at START names a defining operator."
  (let* ((end (token-end text start)) (colon (position #\: text :start start :end end :from-end t))
         (name (string-left-trim "%" (subseq text (if colon (1+ colon) start) end))))
    (or (eql 0 (search "def" name :test #'char-equal))
        (string-equal name "set-macro-function"))))

(defun bare-name (text)
  "Returns TEXT, a name, in capitals without its package and % at its beginning."
  (string-left-trim "%" (string-upcase (subseq text (1+ (or (position #\: text :from-end t) -1))))))

(defun definition-in-line (text line)
  "Returns the definition that the string TEXT, LINE of a file, begins; or NIL."
  (let ((open (position-if-not (lambda (char) (find char " ,`'")) text)))
    (when (and open (< open 5) (char= (char text open) #\() (defining-operator-p text (1+ open)))
      (let* ((end (token-end text (1+ open)))
             (start (position-if-not (lambda (char) (find char " (|'#:")) text :start end)))
        (when (and start (> start end) (char/= (char text start) #\"))
          (let* ((name (subseq text start (token-end text start)))
                 (setf-p (and (string-equal name "setf") (find #\( text :start end :end start)))
                 (bare (if setf-p (string-trim " " (subseq text (token-end text start) (token-end text (min (length text) (1+ (token-end text start)))))) name)))
            (make-definition :name (bare-name bare) :operator (string-downcase (subseq text (1+ open) end)) :line line :text text)))))))

(defun native-in-line (text line)
  "Returns the native that the string TEXT, LINE of a file in C++, enters into a table or defines; or NIL."
  (flet ((at (mark) (search mark text)))
    (let* ((row (at "{\""))
           (start (or (and row (eql row (position #\Space text :test #'char/=)) row) (at "\"*") (at "efine(\"") (at "efine_function(\"")))
           (quote (and start (position #\" text :start start)))
           (end (and quote (position #\" text :start (1+ quote)))))
      (when end
        (make-definition :name (bare-name (subseq text (1+ quote) end)) :operator "native" :line line :text (string-left-trim " " text))))))

(defun read-index (file)
  "Returns the definitions in FILE."
  (let ((finder (if (equal (pathname-type file) "cpp") #'native-in-line #'definition-in-line)))
    (with-open-file (in file :external-format :utf-8)
      (loop for line from 1
            for text = (read-line in nil)
            while text
            for found = (funcall finder text line)
            when found collect found))))

(defun index-of (file)
  "Returns the definitions in FILE, which is read again if it was changed."
  (let ((entry (gethash (namestring file) *indexes*)) (date (file-write-date file)))
    (if (eql (first entry) date)
        (rest entry)
        (rest (setf (gethash (namestring file) *indexes*) (cons date (ignore-errors (read-index file))))))))

(defun definitions-named (name files)
  "Returns lists of a file and a definition of NAME, a string in capitals, in FILES."
  (let ((bare (string-left-trim "%" name)))
    (loop for file in files
          append (loop for definition in (index-of file)
                       when (string= (definition-name definition) bare)
                         collect (list file definition)))))

;;; Packages.

(defun package-of-line (file line)
  "Returns the package in which LINE of FILE is read; NIL if it is not known."
  (let ((last "COMMON-LISP-USER"))
    (with-open-file (in file :external-format :utf-8)
      (loop for number from 1 below line
            for text = (read-line in nil)
            while text
            when (and (> (length text) 12) (string-equal "(in-package " text :end2 12))
              do (setq last (string-left-trim "#:'\"" (string-right-trim "\" " (subseq text 12 (position #\) text)))))))
    (or (find-package last) (find-package (string-upcase last)))))

(defun defined-in-package-p (entry symbol)
  "True if the name that ENTRY, a result of DEFINITIONS-NAMED, defines is SYMBOL when it is read there."
  (destructuring-bind (file definition) entry
    (let ((package (package-of-line file (definition-line definition))))
      (or (null package) (eq symbol (find-symbol (symbol-name symbol) package))))))

;;; Definitions that imply functions: structures and classes.

(defun makers-of (symbol)
  "Returns the names of the structures and classes whose definitions make SYMBOL a function: constructor, predicate,
copier, or a reader or writer of a slot."
  (let ((setter `(setf ,symbol)))
    (remove-duplicates (append (structures-making symbol)
                               (and (fboundp symbol) (not (macro-function symbol)) (classes-read-by (fdefinition symbol)))
                               (and (fboundp setter) (classes-read-by (fdefinition setter)))))))

(defun structures-making (symbol)
  "Returns the names of the structures whose DEFSTRUCT has made SYMBOL a function."
  (flet ((makes-p (description)
           (or (find symbol (tessera::%ds-constructors description) :key #'first)
               (eq symbol (tessera::%ds-copier description))
               (eq symbol (tessera::%ds-predicate description))
               (find symbol (tessera::%new-accessor-slots description) :key #'tessera::%slot-accessor))))
    (append (loop for class in (subclasses (find-class 'structure-object))
                  for description = (tessera::%class-report class)
                  when (and description (makes-p description)) collect (class-name class))
            (loop for name being the hash-keys of tessera::*typed-structures* using (hash-value description)
                  when (makes-p description) collect name))))

(defun subclasses (class)
  "Returns all subclasses of CLASS."
  (loop for direct in (tessera::%class-direct-subclasses class)
        append (cons direct (subclasses direct))))

(defun classes-read-by (function)
  "Returns the names of the classes for whose slots FUNCTION is a reader or writer."
  (let ((generic (tessera::%generic-function (tessera::%original-function function))))
    (and generic
         (loop for method in (tessera::%gf-methods generic)
               for object = (and (tessera::%method-accessor method) (first (last (tessera::%method-specializers method))))
               when (typep object 'class) collect (class-name object)))))
