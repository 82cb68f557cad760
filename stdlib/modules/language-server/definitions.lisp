;;; Definitions and uses of names, outlines, folds, semantic tokens.

(in-package "TESSERA-LANGUAGE-SERVER")

(defun node-range (document item node)
  "Returns the JSON object for the range of NODE, a node of ITEM in DOCUMENT."
  (json-range document (+ (item-start item) (node-start node)) (+ (item-start item) (node-end node))))

(defun location (document item node)
  "Returns the JSON object for the location of NODE, a node of ITEM in DOCUMENT."
  (object "uri" (document-uri document) "range" (node-range document item node)))

(defun use-in (params)
  "Returns three values for the PARAMS of a request: the document, the item and the use of a name, or NIL."
  (multiple-value-bind (document item position) (item-of-request params)
    (values document item (and item (use-at document item position)))))

(defun find-definition (params)
  "Answers a request for the definition of the name at a position."
  (multiple-value-bind (document item use) (use-in params)
    (cond ((null use) nil)
          ((use-binding use)
           (let ((node (binding-node (use-binding use)))) (and (node-start node) (location document item node))))
          (t (cons :array (or (loop for (its-document its-item nil node) in (find-definitions (node-name (use-node use)))
                                    collect (location its-document its-item node))
                              (library-locations document item use)))))))

(defun library-locations (document item use)
  "Returns a list of the location in Tessera's own sources where the name of USE is defined; NIL if it is not the
library's."
  (let* ((symbol (library-symbol (node-name (use-node use)) document (item-start item)))
         (kinds (case (use-space use) (:function '(function)) (:variable '(variable)) (:class '(type)) (t (kinds-of-name symbol))))
         (found (and symbol (some (lambda (kind) (tessera-definitions:library-definition symbol kind)) kinds))))
    (when found
      (destructuring-bind (file definition) found
        (let* ((line (1- (tessera-definitions:definition-line definition)))
               (text (tessera-definitions:definition-text definition))
               (column (or (and (char= (char text 0) #\() (search (symbol-name symbol) text :test #'char-equal)) 0))
               (position (object "line" line "character" column)))
          (list (object "uri" (uri-of-file (namestring file)) "range" (object "start" position "end" position))))))))

(defun kinds-of-name (symbol)
  "Returns the kinds of the library's definitions of SYMBOL, which may be NIL, as LIBRARY-DEFINITION takes them."
  (and symbol
       (append (and (or (fboundp symbol) (special-operator-p symbol)) '(function))
               (and (boundp symbol) '(variable))
               (and (find-class symbol nil) '(type)))))

(defun references (params)
  "Answers a request for the uses of the name at a position in all documents."
  (multiple-value-bind (document item use) (use-in params)
    (let ((declared (field params "context" "includeDeclaration")))
      (cons :array (loop for (its-document its-item its-use) in (and use (uses-of document item use))
                         when (or declared (not (eq (use-role its-use) :binding)))
                           collect (location its-document its-item (use-node its-use)))))))

(defun highlights (params)
  "Answers a request for the uses of the name at a position in its document."
  (multiple-value-bind (document item use) (use-in params)
    (cons :array (loop for (its-document its-item its-use) in (and use (uses-of document item use))
                       when (eq its-document document)
                         collect (object "range" (node-range document its-item (use-node its-use))
                                         "kind" (if (eq (use-role its-use) :binding) 3 2))))))

;;; Outlines.

(defun symbol-kind (kind)
  "Returns the protocol's number for a definition of KIND."
  (case kind
    ((:function :macro :compiler-macro :place :other) 12) (:generic 12) (:method 6) (:variable 13) (:constant 14) (:structure 23)
    ((:class :condition) 5) (:type 26) (:package 4) (:slot 8) (t 13)))

(defun outline-entry (document item definition)
  "Returns the JSON object for DEFINITION, which is in ITEM of DOCUMENT, with its slots, for the outline."
  (object "name" (if (plusp (length (definition-name definition))) (definition-name definition) "?")
          "detail" (definition-operator definition)
          "kind" (symbol-kind (definition-kind definition))
          "range" (node-range document item (definition-node definition))
          "selectionRange" (node-range document item (definition-name-node definition))
          "children" (cons :array (loop for (kind name node) in (definition-parts definition)
                                        when (eq kind :slot)
                                          collect (object "name" name "kind" 8
                                                          "range" (node-range document item node) "selectionRange" (node-range document item node))))))

(defun outline (params)
  "Answers a request for the outline of a document."
  (let ((document (document-of params)))
    (cons :array (loop for item in (document-items document)
                       append (loop for definition in (item-defines document item)
                                    when (definition-kind definition) collect (outline-entry document item definition))))))

(defun workspace-symbols (params)
  "Answers a request for the definitions in all documents whose names match a query."
  (let ((query (or (field params "query") "")) (found '()) (count 0))
    (unless (stringp query) (fail +invalid-params+ "query is a string"))
    (do-definitions (document item definition)
      (when (and (definition-kind definition) (< count 500)
                 (or (string= query "") (tessera::%abbreviation-p query (definition-name definition)) (search query (definition-name definition) :test #'char-equal)))
        (incf count)
        (push (object "name" (definition-name definition) "kind" (symbol-kind (definition-kind definition))
                      "location" (location document item (definition-name-node definition)))
              found)))
    (cons :array (reverse found))))

;;; Folds: expressions and comments of several lines.

(defun folds (params)
  "Answers a request for the ranges of a document that can be folded."
  (let* ((document (document-of params)) (seen (make-hash-table)) (found '()))
    (labels ((fold (start end kind)
               (let ((first (line-of document start)) (last (line-of document end)))
                 (when (and (> last first) (not (gethash first seen)))
                   (setf (gethash first seen) t)
                   (push (object "startLine" first "endLine" last "kind" (or kind :absent)) found))))
             (descend (item nodes)
               (dolist (node nodes)
                 (when (eq (node-kind node) :list)
                   (fold (+ (item-start item) (node-start node)) (+ (item-start item) (node-end node)) nil)
                   (descend item (node-children node))))))
      (dolist (item (document-items document))
        (descend item (nodes document item)))
      (dolist (run (comment-runs document)) (fold (car run) (cdr run) "comment")))
    (cons :array (reverse found))))

(defun comment-runs (document)
  "Returns the positions of runs of comments at toplevel: a list of (START . END)."
  (let ((runs '()))
    (dolist (item (document-items document) (reverse runs))
      (when (eq (tessera::%token-kind (aref (item-tokens item) 0)) :comment)
        (if (and runs (<= (- (line-of document (item-start item)) (line-of document (cdr (first runs)))) 1)
                 (every (lambda (char) (tessera::%separator-p char)) (subseq (document-text document) (cdr (first runs)) (item-start item))))
            (setf (cdr (first runs)) (item-end item))
            (push (cons (item-start item) (item-end item)) runs))))))

(defun selection-range (document position)
  "Returns the JSON object of the expressions around POSITION, each within the next."
  (let ((result nil) (item (item-around document position)))
    (when item
      (labels ((descend (nodes)
                 (dolist (node nodes)
                   (when (<= (node-start node) (- position (item-start item)) (node-end node))
                     (setq result (object "range" (node-range document item node) "parent" (or result :absent)))
                     (return (descend (node-children node)))))))
        (descend (nodes document item))))
    (or result (object "range" (json-range document position position)))))

(defun selection-ranges (params)
  "Answers a request for the expressions around some positions."
  (let ((document (document-of params)))
    (cons :array (map 'list (lambda (position) (selection-range document (position-of document (field position "line") (field position "character"))))
                      (field params "positions")))))

;;; Colors: semantic tokens, each by the lines and columns from the one before.

(defparameter *token-types* '("function" "macro" "variable" "parameter" "keyword" "string" "comment" "number" "type"))
(defparameter *token-modifiers* '("declaration" "defaultLibrary"))

(defun colors-of-item (document item)
  "Returns a list of (START END TYPE MODIFIERS) in the order of the text; positions are of the document."
  (let ((found '()) (base (item-start item)))
    (flet ((add (start end type &optional (modifiers 0))
             (push (list (+ base start) (+ base end) (position type *token-types* :test #'string=) modifiers) found)))
      (loop for token across (item-tokens item)
            do (case (tessera::%token-kind token)
                 (:string (add (tessera::%token-start token) (tessera::%token-end token) "string"))
                 (:comment (add (tessera::%token-start token) (tessera::%token-end token) "comment"))
                 (:character (add (tessera::%token-start token) (tessera::%token-end token) "string"))
                 (:atom (let ((text (subseq (document-text document) (+ base (tessera::%token-start token)) (+ base (tessera::%token-end token)))))
                          (cond ((number-text-p text) (add (tessera::%token-start token) (tessera::%token-end token) "number"))
                                ((find (char text 0) ":&") (add (tessera::%token-start token) (tessera::%token-end token) "keyword")))))))
      (dolist (use (names document item))
        (let* ((node (use-node use)) (symbol (find-symbol (string-upcase (node-name node)) "COMMON-LISP")) (library (if symbol 2 0)))
          (unless (find (char (node-name node) 0) ":&")
            (case (use-role use)
              (:function (add (node-start node) (node-end node)
                              (if (and (null (use-binding use))
                                       (if symbol (or (macro-function symbol) (special-operator-p symbol)) (macro-name-p (node-name node))))
                                  "macro" "function")
                              library))
              (:variable (unless (member (node-name node) '("nil" "t") :test #'like-p)
                           (add (node-start node) (node-end node) "variable" library)))
              (:class (add (node-start node) (node-end node) "type" library))
              (:binding (add (node-start node) (node-end node)
                             (case (use-space use)
                               (:variable (if (use-binding use) "parameter" "variable"))
                               (:class "type")
                               (t "function"))
                             1)))))))
    (sort found #'< :key #'first)))

(defun encoded-colors (document items)
  "Returns the JSON array of the protocol for the semantic tokens of ITEMS."
  (let ((line 0) (column 0) (data '()))
    (flet ((add (start end type modifiers)
             (let* ((its-line (line-of document start)) (its-column (units document (svref (document-lines document) its-line) start)))
               (unless (= its-line line) (setq column 0))
               (push (- its-line line) data)
               (push (- its-column column) data)
               (push (units document start end) data)
               (push type data)
               (push modifiers data)
               (setq line its-line column its-column))))
      (dolist (item items)
        (let ((last 0))
          (loop for (start end type modifiers) in (colors-of-item document item)
                do (when (>= start last)
                     ;; an editor may want tokens within a line
                     (loop for first = (line-of document start)
                           for stop = (min end (line-end document first))
                           do (when (> stop start) (add start stop type modifiers))
                              (if (< stop (1- end))
                                  (setq start (svref (document-lines document) (1+ first)))
                                  (return))
                           while (< start end))
                     (setq last end))))))
    (cons :array (nreverse data))))

(defun colors (params)
  "Answers a request for the semantic tokens of a document."
  (let ((document (document-of params)))
    (object "data" (encoded-colors document (document-items document)))))

(defun colors-of-range (params)
  "Answers a request for the semantic tokens of a range."
  (let ((document (document-of params)))
    (multiple-value-bind (start end) (range-in document (field params "range"))
      (object "data" (encoded-colors document (remove-if (lambda (item) (or (< (item-end item) start) (> (item-start item) end)))
                                                          (document-items document)))))))
