;;; Completion, and the call that is being typed.

(in-package "TESSERA-LANGUAGE-SERVER")

;;; Candidates are names of the library, and of definitions in the documents.

(defconstant +completion-limit+ 200 "The maximum number of completions in an answer.")

(defun completion-kind (symbol)
  "Returns the protocol's number for the kind of thing that SYMBOL names."
  (cond ((or (special-operator-p symbol) (macro-function symbol)) 14)
        ((fboundp symbol) 3)
        ((constantp symbol) 21)
        ((boundp symbol) 6)
        ((find-class symbol nil) 7)
        (t 1)))

(defun definition-completion-kind (kind)
  "Returns the protocol's number for a completion by a definition of KIND."
  (case kind ((:function :generic :method :place :other) 3) (:macro 14) (:variable 6) (:constant 21) ((:class :condition :type) 7) (:structure 22) (t 1)))

(defun completion (label kind detail range)
  "Returns the JSON object of a completion that reranges RANGE by LABEL."
  (object "label" label "kind" kind "detail" (or detail :absent)
          "textEdit" (object "range" range "newText" label)
          "data" (object "name" label)))

(defun definitions-for (typed)
  "Returns an alist from the names that complete TYPED to their definitions."
  (let ((found '()))
    (do-definitions (document item definition)
      (unless (eq (definition-kind definition) :package)
        (push (cons (definition-name definition) definition) found))
      (loop for (kind name) in (definition-parts definition)
            when (eq kind :function) do (push (cons name nil) found)))
    (without-doubles (tessera::%matching typed found #'car) #'car)))

(defun without-doubles (objects key)
  "Returns OBJECTS without those whose name, by KEY, an earlier one has, in any case."
  (let ((seen (make-hash-table :test 'equalp)))
    (remove-if (lambda (object) (shiftf (gethash (funcall key object) seen) t)) objects)))

(defun library-completions (document item position text typed range)
  "Returns the completions that the prompt would offer, too: names and keywords of the library, and the words of the
item."
  (let ((*package* (reading-package document position)))
    (loop for label in (tessera:completions text (- position (item-start item)))
          for symbol = (meaningful-symbol label)
          repeat +completion-limit+
          collect (completion label (cond ((char= (char typed 0) #\:) 14) (symbol (completion-kind symbol)) (t 6))
                              (and symbol (if (fboundp symbol) (symbol-signature symbol) (symbol-kind-text symbol))) range))))

(defun own-keywords (document item position)
  "Returns the names of the keyword parameters of the definition that is called around POSITION."
  (let* ((call (first (enclosing-calls document item position)))
         (found (and call (first (find-definitions (node-name (first (node-children call)))))))
         (definition (third found)))
    (cond ((null definition) '())
          ((and (eq (definition-kind definition) :structure) (eq (fifth found) :function))
           (loop for (kind name) in (definition-parts definition) when (eq kind :slot) collect (string-downcase name)))
          (t (let ((parameters (definition-parameters definition)))
               (and parameters (keyword-names parameters)))))))

(defun keyword-names (parameters)
  "Returns the names of the keyword parameters in PARAMETERS, the text of a lambda list."
  (let ((keys nil))
    (loop for node in (node-children (first (nodes-of-tokens parameters (tessera::%tokens parameters) 0)))
          for name = (case (node-kind node) (:name (node-name node)) (:list (let ((first (first (node-children node)))) (and first (node-name first)))))
          when (and keys name (char/= (char name 0) #\&)) collect (string-downcase name)
          when (and name (char= (char name 0) #\&)) do (setq keys (like-p name "&key")))))

(defun keyword-completions (document item position typed range)
  "Returns the completions of TYPED by keyword parameters of the definition that is called around POSITION."
  (loop for name in (own-keywords document item position)
        when (starts-with-p (string-downcase typed) (concatenate 'string ":" name))
          collect (completion (concatenate 'string ":" name) 14 nil range)))

(defun complete (params)
  "Answers a request for completions at a position."
  (multiple-value-bind (document item position) (item-of-request params)
    (let* ((token (and item (token-before item position))) (kind (and token (tessera::%token-kind token))))
      (if (not (eq kind :atom))
          (object "isIncomplete" :false "items" #())
          (let* ((start (+ (item-start item) (tessera::%token-start token))) (typed (subseq (document-text document) start position))
                 (text (subseq (document-text document) (item-start item) (item-end item)))
                 (range (json-range document start position))
                 (own (if (find #\: typed)
                          (keyword-completions document item position typed range)
                          (loop for (name . definition) in (definitions-for typed)
                                collect (completion name (if definition (definition-completion-kind (definition-kind definition)) 3)
                                                     (and definition (one-line (definition-signature definition))) range))))
                 (all (without-doubles (append own (if (and own (find #\: typed)) '() (library-completions document item position text typed range)))
                                       (lambda (completion) (field completion "label")))))
            (object "isIncomplete" (if (>= (length all) +completion-limit+) t :false)
                    "items" (cons :array (subseq all 0 (min (length all) +completion-limit+)))))))))

(defun token-before (item position)
  "Returns the token of ITEM that contains POSITION or ends there; NIL if there is none."
  (let ((at (- position (item-start item))))
    (find-if (lambda (token) (and (< (tessera::%token-start token) at) (<= at (tessera::%token-end token)))) (item-tokens item))))

(defun resolve-completion (completion)
  "Returns COMPLETION, which was sent before, with its documentation."
  (let* ((name (or (field completion "data" "name") (field completion "label"))) (found (first (find-definitions name)))
         (symbol (and (null found) (tessera:symbol-named name))))
    (unless (stringp name) (fail +invalid-params+ "a completion has a label"))
    (cons :object (append (remove "documentation" (cdr completion) :key #'car :test #'equal)
                          (cond (found (list (cons "documentation" (field (object "h" (definition-hover found)) "h"))))
                                ((and symbol (tessera::%meaningful-p symbol) (symbol-package symbol))
                                 (list (cons "documentation" (symbol-hover symbol)))))))))

;;; The call that is being typed.

(defun enclosing-calls (document item position)
  "Returns the lists around POSITION that are calls, the innermost first."
  (let ((at (- position (item-start item))) (calls '()))
    (labels ((descend (nodes)
               (dolist (node nodes)
                 (when (and (eq (node-kind node) :list) (< (node-start node) at)
                            (or (< at (node-end node)) (not (node-closed node))))
                   (when (and (operator-name node) (null (node-prefix node))) (push node calls))
                   (descend (node-children node))))))
      (descend (nodes document item)))
    calls))

(defun argument-number (item node position)
  "Returns the number, from 0, of the argument of the call NODE at POSITION; NIL before the end of the operator."
  (let ((at (- position (item-start item))) (children (node-children node)))
    (and (> at (node-end (first children)))
         (count-if (lambda (child) (< (node-end child) at)) (rest children)))))

(defun parameter-ranges (text)
  "Returns the positions of the parameters in TEXT, a signature (NAME PARAMETER*): a list of (START . END), without
lambda list keywords."
  (let ((tokens (tessera::%tokens text)) (ranges '()) (depth 0) (start nil))
    (loop for token across tokens
          for from = (tessera::%token-start token)
          for to = (tessera::%token-end token)
          do (case (tessera::%token-kind token)
               (:open (incf depth) (when (= depth 2) (setq start from)))
               (:close (decf depth) (when (= depth 1) (push (cons start to) ranges)))
               (t (when (= depth 1) (push (cons from to) ranges)))))
    (rest (reverse ranges))))

(defun active-parameter (text argument)
  "Returns the index in the PARAMETER-PLACES of TEXT of the parameter for argument number ARGUMENT, or NIL."
  (let ((index -1) (section nil))
    (loop for (start . end) in (parameter-ranges text)
          for number from 0
          for parameter = (subseq text start end)
          do (cond ((char= (char parameter 0) #\&) (setq section parameter))
                   ((member section '("&rest" "&body") :test #'equalp) (return number))
                   ((equalp section "&key") (return number))
                   (t (incf index) (when (= index argument) (return number)))))))

(defun call-signature (document node position)
  "Returns two values: the text that shows how the operator of the call NODE is used, and its documentation; NIL if it
is not known."
  (let* ((name (node-name (first (node-children node)))) (found (find-if (lambda (found) (definition-parameters (third found))) (find-definitions name)))
         (symbol (and (null found) (library-symbol name document position))))
    (cond (found (values (definition-signature (third found)) (definition-documentation (third found))))
          ((and symbol (nth-value 1 (tessera:argument-list symbol)))
           (values (symbol-signature symbol) (symbol-documentation symbol))))))

(defun signature-help (params)
  "Answers a request for the signature of the call around a position."
  (multiple-value-bind (document item position) (item-of-request params)
    (dolist (node (and item (enclosing-calls document item position)) nil)
      (let ((argument (argument-number item node position)))
        (multiple-value-bind (text documentation) (and argument (call-signature document node position))
          (when text
            (return
              (object "signatures"
                      (vector (object "label" text
                                      "documentation" (or documentation :absent)
                                      "parameters" (cons :array (loop for (start . end) in (parameter-ranges text)
                                                                      collect (object "label" (vector start end))))))
                      "activeSignature" 0
                      "activeParameter" (or (active-parameter text argument) 0)))))))))
