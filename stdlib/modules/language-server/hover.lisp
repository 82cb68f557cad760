;;; Hover: what a name of the library or of a document means.

(in-package "TESSERA-LANGUAGE-SERVER")

(defun library-symbol (name document position)
  "Returns the symbol of the library that NAME means at POSITION of DOCUMENT, or NIL if it does not mean one."
  (let ((*package* (reading-package document position)))
    (or (meaningful-symbol name) (symbol-of-used-library name))))

(defun symbol-of-used-library (name)
  "Returns the symbol NAME of a library whose package a document uses; NIL if there is none, or the library is not
loaded."
  (loop for entry in (used-libraries)
        for package = (find-package (cdr entry))
        when (and package (exports-p entry name)) return (find-symbol (string-upcase name) package)))

(defun meaningful-symbol (name)
  "Returns the symbol that NAME means in the current package, if the symbol is defined as something; or NIL."
  (let ((symbol (tessera:symbol-named (string-left-trim "'`," name))))
    (and symbol (tessera::%meaningful-p symbol) symbol)))

(defun reading-package (document position)
  "Returns the package in which names at POSITION are looked up: that of IN-PACKAGE, if it exists here."
  (let ((name (package-at document position)))
    (or (and name (find-package (string-upcase name))) (find-package "COMMON-LISP-USER"))))

(defun shown-name (symbol)
  "Returns the name of SYMBOL in lower case."
  (string-downcase (symbol-name symbol)))

(defun kind-in-words (kind)
  "Returns the English name of the KIND of a definition."
  (case kind
    (:generic "generic function") (:compiler-macro "compiler macro") (:combination "method combination") (:other "definition")
    (t (string-downcase kind))))

(defun definition-signature (definition)
  "Returns the text that shows how DEFINITION is used: (NAME PARAMETER*), or its name."
  (let ((parameters (definition-parameters definition)))
    (if parameters
        (format nil "(~A~:[ ~;~]~A)" (definition-name definition) (<= (length parameters) 2) (one-line (subseq parameters 1 (max 1 (1- (length parameters))))))
        (definition-name definition))))

(defun one-line (text)
  "Returns TEXT with a single blank for each run of white space."
  (with-output-to-string (out)
    (let ((blank nil))
      (loop for char across text
            do (cond ((tessera::%separator-p char) (setq blank t))
                     (t (when (shiftf blank nil) (write-char #\Space out))
                        (write-char char out)))))))

(defun symbol-signature (symbol)
  "Returns the text that shows how the library's SYMBOL is used."
  (if (nth-value 1 (tessera:argument-list symbol))
      (values (tessera:argument-text symbol -1 nil))
      (shown-name symbol)))

(defun symbol-kind-text (symbol)
  "Returns the English name of the kind of thing that the library's SYMBOL names."
  (cond ((special-operator-p symbol) "special operator")
        ((macro-function symbol) "macro")
        ((and (fboundp symbol) (tessera::%generic-function (fdefinition symbol))) "generic function")
        ((fboundp symbol) "function")
        ((constantp symbol) "constant")
        ((boundp symbol) "variable")
        ((find-class symbol nil) "class")
        (t "name")))

(defun symbol-documentation (symbol)
  "Returns the first docstring of SYMBOL, or NIL."
  (loop for kind in '(function variable type structure)
        for text = (documentation symbol kind)
        when text return text))

(defun markdown (signature kind text)
  "Returns the JSON object of a hover text: SIGNATURE, KIND and the docstring TEXT, which may be NIL."
  (object "kind" "markdown" "value" (format nil "```lisp~%~A~%```~%*~A*~@[~%~%~A~]" signature kind (and text (marked-down text)))))

(defun marked-down (text)
  "Returns TEXT, a docstring, as Markdown: escapes special characters, except in indented lines, which are code."
  (with-output-to-string (out)
    (loop for char across text
          do (when (find char "*_`<>[]#") (write-char #\\ out))
             (write-char char out))))

;;; Hover.

(defun local-hover (use)
  "Returns the hover text for USE of a local name."
  (let ((binding (use-binding use)))
    (markdown (node-name (use-node use)) (format nil "local ~(~A~)" (binding-kind binding)) nil)))

(defun definition-hover (found)
  "Returns the hover text for FOUND, a definition from FIND-DEFINITIONS."
  (destructuring-bind (document item definition node kind) found
    (declare (ignore item))
    (let ((whole (eq node (definition-name-node definition))))
      (markdown (if whole (definition-signature definition) (node-name node))
                (format nil "~A, ~A" (if whole (kind-in-words kind) (format nil "of ~A ~A" (kind-in-words (definition-kind definition)) (definition-name definition)))
                        (document-title document))
                (and whole (definition-documentation definition))))))

(defun symbol-hover (symbol)
  "Returns the hover text for the library's SYMBOL."
  (markdown (symbol-signature symbol)
            (format nil "~A of ~(~A~)" (symbol-kind-text symbol) (package-name (symbol-package symbol)))
            (symbol-documentation symbol)))

(defun hover (params)
  "Answers a request for the hover text at a position."
  (multiple-value-bind (document item position) (item-of-request params)
    (let ((use (and item (use-at document item position))))
      (and use
           (let* ((node (use-node use)) (name (node-name node))
                  (found (and (null (use-binding use)) (first (find-definitions name))))
                  (symbol (and (null (use-binding use)) (null found) (library-symbol name document position)))
                  (contents (cond ((use-binding use) (local-hover use))
                                  (found (definition-hover found))
                                  (symbol (symbol-hover symbol)))))
             (and contents
                  (object "contents" contents
                          "range" (json-range document (+ (item-start item) (node-start node)) (+ (item-start item) (node-end node))))))))))

(defun item-of-request (params)
  "Returns three values for the PARAMS of a request: the document, the item around their position, or NIL, and the
position."
  (let* ((document (document-of params)) (position (position-in document params)))
    (values document (item-around document position) position)))

(defun document-of (params)
  "Returns the document that the PARAMS of a request name."
  (let ((uri (field params "textDocument" "uri")))
    (unless (stringp uri) (fail +invalid-params+ "textDocument has no uri"))
    (find-document uri)))
