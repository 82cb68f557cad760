;;; Nodes: the expressions of an item's tokens; and the definition in an item.

(in-package "TESSERA-LANGUAGE-SERVER")

(defstruct (node (:constructor make-node (kind start end prefix)) (:copier nil))
  "KIND: :LIST, :NAME, :STRING, :OTHER. START and END count from the item's beginning; PREFIX is the text before it,
such as \"'\" or \"#'\", or NIL. NAME is the text of a name, or of a short string, which may stand for one; CHILDREN are
the nodes of a list."
  kind start end prefix (name nil) (children '()) (closed t))

(defconstant longest-name 64 "The maximum length of strings whose texts are kept.")

(defun number-text-p (text)
  "True if TEXT, an atom, looks like a number."
  (let ((at (if (find (char text 0) "+-.") 1 0)))
    (and (< at (length text)) (digit-char-p (char text at)) t)))

(defun atom-node (text token prefix base)
  "Returns the node of TOKEN, an atom or a string, with PREFIX. TEXT has it at its position plus BASE."
  (let* ((start (tessera::%token-start token)) (end (tessera::%token-end token)) (kind (tessera::%token-kind token))
         (string (subseq text (+ base start) (+ base end))))
    (cond ((eq kind :string)
           (let ((node (make-node :string start end prefix)))
             (when (< 2 (length string) longest-name) (setf (node-name node) (string-value string)))
             node))
          ((and (eq kind :atom) (plusp (length string)) (not (number-text-p string))
                (or (not (find (char string 0) "#.")) (eql 0 (search "#:" string))))
           (let ((node (make-node :name start end prefix)))
             (setf (node-name node) string)
             node))
          (t (make-node :other start end prefix)))))

(defun nodes-of-tokens (text tokens base)
  "Returns the nodes at toplevel of TOKENS, which begin at BASE of TEXT."
  (let ((stack (list (make-node :list 0 0 nil))) (prefix nil))
    (loop for token across tokens
          do (case (tessera::%token-kind token)
               (:comment)
               (:prefix (setq prefix (concatenate 'string prefix (subseq text (+ base (tessera::%token-start token)) (+ base (tessera::%token-end token))))))
               (:open (let ((node (make-node :list (tessera::%token-start token) (tessera::%token-end token) (shiftf prefix nil))))
                        (setf (node-closed node) (and (tessera::%token-partner token) t))
                        (push node (node-children (first stack)))
                        (push node stack)))
               (:close (when (rest stack)
                         (let ((node (pop stack)))
                           (setf (node-end node) (tessera::%token-end token)
                                 (node-children node) (nreverse (node-children node))))))
               (t (push (atom-node text token (shiftf prefix nil) base) (node-children (first stack))))))
    (dolist (node stack)
      (setf (node-end node) (if (plusp (length tokens)) (tessera::%token-end (aref tokens (1- (length tokens)))) 0)
            (node-children node) (nreverse (node-children node))))
    (node-children (first (last stack)))))

(defun nodes (document item)
  "Returns the nodes of ITEM: one, if it is an expression."
  (when (eq (item-nodes item) :unknown)
    (setf (item-nodes item) (nodes-of-tokens (document-text document) (item-tokens item) (item-start item))))
  (item-nodes item))

(defun node-text (document item node)
  "Returns the text of NODE, a node of ITEM in DOCUMENT."
  (subseq (document-text document) (+ (item-start item) (node-start node)) (+ (item-start item) (node-end node))))

(defun operator-name (node)
  "Returns the text of the operator of NODE, a list, without its package; NIL if it has none."
  (let ((first (and (eq (node-kind node) :list) (first (node-children node)))))
    (and first (eq (node-kind first) :name) (null (node-prefix first)) (bare-name (node-name first)))))

(defun bare-name (name)
  "Returns NAME without its package."
  (let ((colon (position #\: name :from-end t)))
    (if (and colon (plusp colon)) (subseq name (1+ colon)) name)))

(defun string-value (text)
  "Returns the contents of the string literal TEXT."
  (with-output-to-string (out)
    (let ((end (if (and (> (length text) 1) (char= (char text (1- (length text))) #\")) (1- (length text)) (length text))) (at 1))
      (loop while (< at end)
            do (when (and (char= (char text at) #\\) (< (1+ at) end)) (incf at))
               (write-char (char text at) out)
               (incf at)))))

;;; Definitions.

(defstruct (definition (:constructor make-definition (kind operator name node name-node)) (:copier nil))
  "KIND: :FUNCTION, :MACRO, :VARIABLE ...; PARAMETERS: the text of the lambda list, or NIL; DOCUMENTATION: the
docstring, or NIL. PARTS: a list of (KIND NAME NODE) for slots and accessors."
  kind operator name node name-node (parameters nil) (documentation nil) (parts '()))

(defparameter *defining-operators*
  '(("defun" :function) ("defmacro" :macro) ("defgeneric" :generic) ("defmethod" :method) ("defvar" :variable) ("defparameter" :variable)
    ("defconstant" :constant) ("defstruct" :structure) ("defclass" :class) ("define-condition" :condition) ("deftype" :type)
    ("defpackage" :package) ("define-compiler-macro" :compiler-macro) ("defsetf" :place) ("define-setf-expander" :place)
    ("define-modify-macro" :macro) ("define-symbol-macro" :variable) ("define-method-combination" :combination) ("in-package" nil))
  "An alist from the standard's defining operators to the kinds of their definitions.")

(defun defined-kind (operator)
  "Returns the kind of definitions by OPERATOR, a text; NIL if its name does not look like that of a defining operator."
  (let ((known (assoc operator *defining-operators* :test #'like-p)))
    (cond (known (second known))
          ((eql 0 (search "def" operator :test #'char-equal)) :other))))

(defun name-node-of (node)
  "Returns the node of the name in NODE, the operand of a defining operator: the name, (setf NAME) or (NAME OPTION*)."
  (case (node-kind node)
    (:name node)
    (:list (let ((first (first (node-children node))))
             (cond ((null first) nil)
                   ((and (eq (node-kind first) :name) (like-p (node-name first) "setf") (second (node-children node)))
                    (name-node-of (second (node-children node))))
                   ((eq (node-kind first) :name) first))))))

(defun slot-parts (document item kind nodes)
  "Returns the parts of a structure or class in NODES, those of its slots: slots, readers and accessors."
  (loop for node in nodes
        for name = (case (node-kind node)
                     (:name node)
                     (:list (let ((first (first (node-children node)))) (and first (eq (node-kind first) :name) first))))
        when name
          collect (list :slot (node-name name) name)
          and append (and (not (eq kind :structure))
                          (eq (node-kind node) :list)
                          (loop for (option value) on (rest (node-children node))
                                when (and value (eq (node-kind option) :name)
                                          (member (node-text document item option) '(":accessor" ":reader" ":writer") :test #'like-p)
                                          (eq (node-kind value) :name))
                                  collect (list :function (node-name value) value)))))

(defun structure-parts (name node options slots)
  "Returns SLOTS, and the functions that DEFSTRUCT NAME makes, as parts; NODE is that of the name, OPTIONS are nodes."
  (flet ((values-of (option)
           (loop for list in options
                 when (equalp (operator-name list) option) collect (second (node-children list)))))
    (let* ((conc-name (values-of ":conc-name"))
           (prefix (cond ((null conc-name) (format nil "~A-" name))
                         ((or (null (first conc-name)) (null (node-name (first conc-name))) (like-p (node-name (first conc-name)) "nil")) "")
                         (t (string-left-trim "#:" (node-name (first conc-name)))))))
      (append slots
              (loop for slot in slots
                    collect (list :function (format nil "~A~A" prefix (second slot)) (third slot)))
              (loop for (option usual) in '((":constructor" "make-~A") (":predicate" "~A-p") (":copier" "copy-~A"))
                    append (loop for value in (or (values-of option) '(nil))
                                 for its-name = (and value (node-name value))
                                 unless (and its-name (like-p its-name "nil"))
                                   collect (if its-name
                                               (list :function its-name value)
                                               (list :function (format nil usual name) node))))))))

(defun lambda-list-node (operator rest)
  "Returns the node of the lambda list among REST, the operands after the name in a form of OPERATOR."
  (if (like-p operator "defmethod")
      (find :list rest :key #'node-kind)
      (let ((first (first rest))) (and first (eq (node-kind first) :list) first))))

(defun docstring-node (kind rest)
  "Returns the node of the docstring among REST, the operands after the name in a definition of KIND; or NIL."
  (case kind
    ((:function :macro :method :type :compiler-macro :place :other)
     (let ((behind (rest (member :list rest :key #'node-kind))))
       (and behind (eq (node-kind (first behind)) :string) (rest behind) (first behind))))
    ((:variable :constant) (let ((third (second rest))) (and third (eq (node-kind third) :string) third)))
    (:structure (let ((first (first rest))) (and first (eq (node-kind first) :string) first)))
    ((:class :condition :generic :package)
     (loop for node in rest
           when (and (eq (node-kind node) :list) (rest (node-children node)) (eq (node-kind (first (node-children node))) :name)
                     (like-p (node-name (first (node-children node))) ":documentation"))
             return (find :string (node-children node) :key #'node-kind)))))

(defun node-definition (document item node)
  "Returns the definition that NODE, an expression at toplevel, is; or NIL."
  (let* ((operator (operator-name node)) (kind (and operator (defined-kind operator)))
         (named (and kind (second (node-children node)))) (name (and named (name-node-of named))))
    (when name
      (let* ((definition (make-definition kind operator (bare-name (node-name name)) node name)) (rest (cddr (node-children node)))
             (lambda-list (and (member kind '(:function :macro :generic :method :type :place :compiler-macro :other)) (lambda-list-node operator rest)))
             (documentation (docstring-node kind rest)))
        (when lambda-list (setf (definition-parameters definition) (node-text document item lambda-list)))
        (when documentation (setf (definition-documentation definition) (string-value (node-text document item documentation))))
        (case kind
          (:structure (setf (definition-parts definition)
                            (structure-parts (definition-name definition) name (rest (node-children named))
                                             (slot-parts document item kind (remove :string rest :key #'node-kind)))))
          ((:class :condition)
           (let ((slots (second rest)))
             (when (and slots (eq (node-kind slots) :list))
               (setf (definition-parts definition) (slot-parts document item kind (node-children slots)))))))
        definition))))

(defparameter *enclosing-operators*
  '("progn" "eval-when" "let" "let*" "flet" "labels" "macrolet" "symbol-macrolet" "locally" "when" "unless" "with-compilation-unit")
  "Operators around toplevel definitions.")

(defun definitions-in (document item node)
  "Returns the definitions that NODE, an expression at toplevel, is or has in it."
  (let ((operator (operator-name node)))
    (if (and operator (member operator *enclosing-operators* :test #'like-p))
        (loop for child in (rest (node-children node)) append (definitions-in document item child))
        (let ((definition (node-definition document item node))) (and definition (list definition))))))

(defun item-defines (document item)
  "Returns the definitions that ITEM is or has in it."
  (when (eq (item-definitions item) :unknown)
    (setf (item-definitions item) (loop for node in (nodes document item) append (definitions-in document item node))))
  (item-definitions item))

(defmacro do-definitions ((document item definition) &body body)
  "(do-definitions (DOCUMENT ITEM DEFINITION) form*): evaluates the forms for each DEFINITION in each known document."
  `(loop for ,document being the hash-values of *documents*
         do (dolist (,item (document-items ,document))
              (dolist (,definition (item-defines ,document ,item))
                ,@body))))

(defun index-entries (document item)
  "Returns the entries of the definitions in ITEM for the index: a list of (NAME DOCUMENT ITEM DEFINITION NODE KIND)."
  (loop for definition in (item-defines document item)
        collect (list (definition-name definition) document item definition (definition-name-node definition) (definition-kind definition))
        append (loop for (kind part node) in (definition-parts definition)
                     when (eq kind :function) collect (list (bare-name part) document item definition node kind))))

(defun make-index ()
  "Returns a new index: a table from each name to its entries, the last first, by the order of documents and in them."
  (let ((index (make-hash-table :test 'equalp)))
    (loop for document in (sort (loop for document being the hash-values of *documents* collect document) #'< :key #'document-number)
          do (dolist (item (document-items document))
               (loop for (name . entry) in (index-entries document item) do (push entry (gethash name index)))))
    index))

(defun behind-p (entry other)
  "True if ENTRY of the index comes after OTHER."
  (let ((number (document-number (first entry))) (its-number (document-number (first other))))
    (or (> number its-number)
        (and (= number its-number) (> (item-start (second entry)) (item-start (second other)))))))

(defun change-index (document old new)
  "Removes the definitions of the items OLD of DOCUMENT from the index, if it is made, and adds those of the items NEW."
  (when *index*
    (dolist (item old)
      (loop for (name) in (index-entries document item)
            do (setf (gethash name *index*) (remove item (gethash name *index*) :key #'second))))
    (dolist (item new)
      (loop for (name . entry) in (index-entries document item)
            do (setf (gethash name *index*) (merge 'list (list entry) (gethash name *index*) #'behind-p))))))

(defun find-definitions (name)
  "Returns the definitions of NAME in the known documents: a list of (DOCUMENT ITEM DEFINITION NODE KIND). NODE is that
of the name."
  (reverse (gethash (bare-name name) (or *index* (setq *index* (make-index))))))

(defun package-at (document position)
  "Returns the name of the package in the last IN-PACKAGE before POSITION, or NIL."
  (let ((package nil))
    (dolist (item (document-items document) package)
      (when (> (item-start item) position) (return package))
      (let ((node (first (nodes document item))))
        (when (and node (equalp (operator-name node) "in-package") (second (node-children node)))
          (setq package (string-trim "\"#:'" (node-text document item (second (node-children node))))))))))
