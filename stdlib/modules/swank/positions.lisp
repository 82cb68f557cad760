;;; Positions of definitions: in loaded files, in buffers, in the library's sources, and in C++.

(in-package "SWANK")

(defvar *buffers* '() "The names of buffers without a file from which code was compiled.")

;;; File names in positions.

(defun known-file (name)
  "Returns the truename of the file that positions call NAME; NIL if it is not known."
  (let ((text (cdr (assoc name tessera::*source-texts* :test #'equal))))
    (and (consp text) (probe-file (car text)))))

(defun file-location (file line &optional (column 1) snippet)
  "Returns the location in FILE at LINE and COLUMN, both from 1. Emacs searches the text SNIPPET if it has moved."
  `(:location (:file ,(namestring file)) (:line ,line ,(max 0 (1- column))) ,(and snippet (list :snippet snippet))))

(defun source-location (name line column)
  "Returns SLIME's location for the position NAME, LINE and COLUMN."
  (let ((file (or (known-file name) (library-file name))))
    (cond (file (file-location file (max 1 line) (max 1 column)))
          ((member name *buffers* :test #'equal) `(:location (:buffer ,name) (:line ,line ,(max 0 (1- column))) nil))
          (t (let ((text (tessera:source-line name line)))
               (if text
                   `(:location (:source-form ,text) (:position 1) nil)
                   `(:error ,(format nil "The source ~A is not known." name))))))))

;;; Definitions in files that were loaded.

(defun loaded-files ()
  "Returns the files of the user that positions name."
  (remove-duplicates (loop for (name . text) in tessera::*source-texts*
                           for file = (and (consp text) (not (tessera::%library-file-p name)) (probe-file (car text)))
                           when (and file (not (equal (pathname-type file) "tfasl"))) collect file)
                     :test #'equal))

;;; Definitions of names.

(defun first-of-text (text)
  "Returns a beginning of TEXT that is long enough to find it again."
  (subseq text 0 (min 60 (length text))))

(defun entry-location (entry)
  "Returns the location of ENTRY, a result of DEFINITIONS-NAMED."
  (destructuring-bind (file definition) entry
    (file-location file (definition-line definition) 1 (first-of-text (definition-text definition)))))

(defun entry-label (entry name)
  "Returns the label of ENTRY, a result of DEFINITIONS-NAMED, for NAME: a string."
  (format nil "(~A ~(~A~))" (definition-operator (second entry)) name))

(defun own-file-p (symbol)
  "True if SYMBOL belongs to one of Tessera's packages."
  (and (symbol-package symbol)
       (or (eq (symbol-package symbol) (find-package "COMMON-LISP"))
           (tessera::%own-package-p (symbol-package symbol))
           (eq (symbol-package symbol) (find-package "SWANK")))))

(defun function-location (function)
  "Returns the location where FUNCTION was defined; NIL if it is not known."
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
  "Returns the definitions of SYMBOL in loaded files, in the form of DEFINITIONS-NAMED."
  (remove-if-not (lambda (entry) (defined-in-package-p entry symbol)) (definitions-named (symbol-name symbol) (loaded-files))))

(defun definition-in-files (name)
  "Returns the locations where the symbol NAME is defined in loaded files; NIL if none is found."
  (let ((entry (first (user-definitions name))))
    (and entry (entry-location entry))))

(defun library-definitions (symbol)
  "Returns the definitions of SYMBOL, one of Tessera's, in the library or in C++, in the form of DEFINITIONS-NAMED."
  (let ((function-p (or (fboundp symbol) (special-operator-p symbol))) (variable-p (boundp symbol)))
    (remove-duplicates (loop for (kind . is-p) in `((function . ,function-p) (variable . ,variable-p)
                                                    (type . ,(or (find-class symbol nil) (not (or function-p variable-p)))))
                             for found = (and is-p (library-definition symbol kind))
                             when found collect found)
                       :test #'equalp :from-end t)))

(defun definitions-of-makers (symbol)
  "Returns the definitions of the structures and classes that make SYMBOL a function, in the form of DEFINITIONS-NAMED."
  (loop for maker in (makers-of symbol)
        append (if (own-file-p maker)
                   (remove nil (list (library-definition maker 'type)))
                   (remove-if-not (lambda (entry)
                                    (member (definition-operator (second entry)) '("defstruct" "defclass" "define-condition") :test #'string=))
                                  (user-definitions maker)))))

(defun method-locations (function)
  "Returns a list of a text and a location for each method of the generic FUNCTION whose position is known."
  (let ((gf (tessera::%generic-function function)))
    (when gf
      (loop for method in (tessera::%gf-methods gf)
            for location = (and (not (tessera::%method-accessor method)) (method-location method))
            when location
              collect (list (method-label method) location)))))

(defun method-label (method)
  "Returns METHOD as a text."
  (format nil "(method ~(~A~) ~A)" (text-in-line (tessera::%gf-name (tessera::%method-generic-function method))) (tessera::%method-text method)))

(defun method-location (method)
  "Returns the location where METHOD was defined; NIL if it is not known."
  (let* ((file (tessera::%method-file method))
         (line (and file (tessera::%form-position (without-errors nil (tessera::%method-definition method file))))))
    (and line (source-location file line 1))))

(defun functions-named (symbol)
  "Returns the global functions of SYMBOL, and that of its SETF: lists of a text and the function."
  (append (cond ((special-operator-p symbol) '())
                ((macro-function symbol) (list (list (format nil "(defmacro ~(~A~))" (text-in-line symbol)) (macro-function symbol))))
                ((fboundp symbol) (list (list (format nil "(defun ~(~A~))" (text-in-line symbol)) (fdefinition symbol)))))
          (and (fboundp `(setf ,symbol)) (list (list (format nil "(setf ~(~A~))" (text-in-line symbol)) (fdefinition `(setf ,symbol)))))
          (and (compiler-macro-function symbol)
               (list (list (format nil "(define-compiler-macro ~(~A~))" (text-in-line symbol)) (compiler-macro-function symbol))))))

(defun symbol-definitions (symbol)
  "Returns lists of a text and a location for the definitions of SYMBOL."
  (let ((written (append (loop for entry in (if (own-file-p symbol) (library-definitions symbol) (user-definitions symbol))
                               collect (list (entry-label entry (symbol-name symbol)) (entry-location entry)))
                         (loop for entry in (definitions-of-makers symbol)
                               collect (list (entry-label entry (definition-name (second entry))) (entry-location entry))))))
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
  "Returns the definitions of NAME, as it is typed: lists of a text and a location."
  (let ((symbol (symbol-named (string-left-trim "#'" name))))
    (or (and symbol (symbol-definitions symbol))
        (and symbol (find-package symbol) (package-definitions (find-package symbol)))
        '())))

(defun package-definitions (package)
  "Returns the location where PACKAGE is defined."
  (loop for entry in (definitions-named (package-name package) (loaded-files))
        when (search "package" (definition-operator (second entry)))
          collect (list (entry-label entry (package-name package)) (entry-location entry))))

(define-request find-definition-for-thing (thing)
  "Returns the location where THING, an object, was defined."
  (or (typecase thing
        (function (function-location thing))
        (method (method-location thing))
        (class (second (first (symbol-definitions (class-name thing)))))
        (package (second (first (package-definitions thing))))
        (symbol (second (first (symbol-definitions thing))))
        ((or standard-object structure-object condition) (second (first (symbol-definitions (type-of thing))))))
      '(:error "It is not known where this was defined.")))

(define-request find-source-location-for-emacs (what)
  "Returns the location where WHAT was defined: a list of :INSPECTOR or :DEFINITION and its operands."
  (case (first what)
    (:inspector (find-definition-for-thing (inspector-nth-part (second what))))
    (t (or (second (first (find-definitions-for-emacs (princ-to-string (second what))))) '(:error "It is not known where this was defined.")))))
