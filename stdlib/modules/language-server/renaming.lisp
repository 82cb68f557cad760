;;; Renames a name, and finds the uses of a name that mean the same.
;;;
;;; A rename is refused where it cannot be certain: for names that the documents do not define or that a definition
;;; makes implicitly, for local names within calls of macros that inspect names, for a name with several meanings that
;;; stands as data, and if the new name already has a meaning.

(in-package "TESSERA-LANGUAGE-SERVER")

(defun refuse (control &rest arguments)
  "Signals that a name cannot be renamed, with a message that CONTROL makes of ARGUMENTS."
  (fail +request-failed+ "~?" control arguments))

(defun line-of-use (document item use)
  "Returns the number of the line of USE, from 1."
  (1+ (line-of document (+ (item-start item) (node-start (use-node use))))))

;;; Meanings of global names.

(defun slot-name-p (name)
  "True if a slot of that NAME is defined."
  (do-definitions (document item definition)
    (when (find-if (lambda (part) (and (eq (first part) :slot) (like-p (second part) name))) (definition-parts definition))
      (return-from slot-name-p t))))

(defun spaces-of (name)
  "Returns the spaces of names, as in USE, in which the documents define NAME."
  (remove-duplicates (append (loop for found in (find-definitions name) collect (space-of-kind (fifth found)))
                             (and (slot-name-p (bare-name name)) '(:slot)))))

(defun space-meant (use spaces)
  "Returns the one of SPACES to which USE, a use of a global name, belongs; NIL if that is not known."
  (cond ((null (rest spaces)) (if (or (null (use-space use)) (use-doubtful use)) (first spaces) (use-space use)))
        (t (use-space use))))

(defun uses-meaning (name space)
  "Returns the uses of the global NAME that mean a thing of SPACE, or may: a list of (DOCUMENT ITEM USE). SPACE NIL:
all."
  (let ((spaces (spaces-of name)))
    (remove-if-not (lambda (found)
                     (let ((meant (space-meant (third found) spaces))) (or (null space) (null meant) (eq meant space))))
                   (global-uses name))))

(defun uses-of (document item use)
  "Returns all uses with the meaning of USE: a list of (DOCUMENT ITEM USE)."
  (let ((binding (use-binding use)) (name (node-name (use-node use))))
    (if binding
        (loop for other in (names document item)
              when (eq (use-binding other) binding)
                collect (list document item other))
        (uses-meaning name (space-meant use (spaces-of name))))))

(defun package-of-use (document item use)
  "Returns the name of the package in which the name of USE is read."
  (let* ((name (node-name (use-node use))) (colon (position #\: name)))
    (string-upcase (string-left-trim ":#" (or (use-home use)
                                              (and colon (plusp colon) (char/= (char name 0) #\#) (subseq name 0 colon))
                                              (package-at document (+ (item-start item) (node-start (use-node use))))
                                              "COMMON-LISP-USER")))))

(defun uses-of-symbol (name uses use)
  "Returns those of USES, a list of (DOCUMENT ITEM USE), with the same symbol as USE, one of them, if several packages
define a symbol NAME."
  (let* ((packages (remove-duplicates (loop for (document item its-use) in uses
                                            when (eq (use-role its-use) :binding) collect (package-of-use document item its-use))
                                      :test #'string=))
         (package (and (rest packages) (apply #'package-of-use (find use uses :key #'third)))))
    (flet ((there-p (found)
             (let ((its-package (apply #'package-of-use found)))
               (unless (member its-package packages :test #'string=)
                 (refuse "~A is defined in several packages, ~{~A~^, ~}, and is ambiguous in line ~D" name packages (apply #'line-of-use found)))
               (string= its-package package))))
      (if package (remove-if-not #'there-p uses) uses))))

;;; Checks.

(defun check-local-name (document item use)
  "Refuses to rename the local name of USE if a macro makes its binding or it stands in a call of an unknown macro."
  (let* ((name (node-name (use-node use)))
         (doubtful (find-if (lambda (other) (and (use-doubtful other) (like-p name (node-name (use-node other))))) (names document item))))
    (unless (node-start (binding-node (use-binding use))) (refuse "~A is bound by what a macro makes, not here" name))
    (when doubtful
      (refuse "~A stands in the call of a macro, in line ~D, whose expansion is not known" name (line-of-use document item doubtful)))))

(defun check-definition (name found)
  "Refuses to rename NAME if FOUND, its definition from FIND-DEFINITIONS, makes the name implicitly."
  (destructuring-bind (document item definition node kind) found
    (let ((operator (definition-operator definition)))
      (unless (like-p (node-text document item node) (node-text-of-name node name))
        (refuse "~A is made by the ~A of ~A" name (string-upcase operator) (definition-name definition)))
      (case kind
        (:structure (refuse "renaming the structure ~A would also rename its functions" name))
        (:package (refuse "~A is a package" name))
        ((:other :combination) (refuse "renaming is not supported here: ~A is not a standard definition" (string-upcase operator)))))))

(defun node-text-of-name (node name)
  "Returns the text of NODE, with its package, if it is NAME; or NIL."
  (let ((text (or (node-name node) "")))
    (if (like-p (bare-name text) name) text name)))

(defun check-global-name (name use)
  "Refuses to rename the global NAME of USE if its meaning or its definitions are not known for certain."
  (let* ((name (bare-name name)) (found (find-definitions name)) (spaces (spaces-of name)) (space (space-meant use spaces))
         (symbol (tessera:symbol-named name)))
    (cond ((find-symbol (string-upcase name) "COMMON-LISP") (refuse "~A is the standard's and not defined in the documents that are known" name))
          ((or (eq space :slot) (equal spaces '(:slot))) (refuse "~A is a slot, and the objects that have it are not known" name))
          ((null found) (refuse "~A is not defined in the documents that are known" name))
          ((null space) (refuse "~A is ambiguous here: it names several things" name))
          ((not (member space spaces)) (refuse "~A is not defined in the documents that are known as what it is here" name))
          ((and symbol (fboundp symbol) (every (lambda (one) (eq (fifth one) :method)) found))
           (refuse "~A is a library's, and the documents only have methods of it" name)))
    (dolist (one found)
      (when (eq (space-of-kind (fifth one)) space) (check-definition name one)))))

(defun check-renaming (document item use)
  "Refuses to rename the name of USE if its uses are not known for certain."
  (if (use-binding use)
      (check-local-name document item use)
      (check-global-name (node-name (use-node use)) use)))

;;; Edits.

(defun uses-to-rename (document item use)
  "Returns the uses with the meaning of USE, a list of (DOCUMENT ITEM USE). Refuses if one is not certain."
  (let* ((name (bare-name (node-name (use-node use)))) (uses (uses-of document item use)))
    (cond ((use-binding use) uses)
          (t (let ((spaces (spaces-of name)))
               (loop for (its-document its-item its-use) in uses
                     unless (space-meant its-use spaces)
                       do (refuse "~A is ambiguous in line ~D: it names several things" name (line-of-use its-document its-item its-use))))
             (uses-of-symbol name uses use)))))

;;; Words. A list of symbols may be a sentence, whose words are not names.

(defun lists-around (document item use)
  "Returns the lists, nodes, that the name of USE stands in, the innermost first."
  (let ((start (node-start (use-node use))) (lists '()))
    (labels ((descend (nodes)
               (dolist (node nodes)
                 (when (and (eq (node-kind node) :list) (< (node-start node) start (node-end node)))
                   (push node lists)
                   (return (descend (node-children node)))))))
      (descend (nodes document item)))
    lists))

(defun names-nothing-p (node document position)
  "True if NODE is a name outside of templates that has no meaning at POSITION of DOCUMENT."
  (let ((name (node-name node)))
    (and (eq (node-kind node) :name)
         (not (find #\, (node-prefix node)))
         (not (keyword-name-p name))
         (not (find-definitions name))
         (not (library-symbol name document position)))))

(defun word-p (document item use space)
  "True if USE, a use of a name in SPACE, is a word among words: data in a list with names that have no meaning. It is
not one if the name has a sign in it, as *A* or A-B, or stands in a template where code has such a name."
  (let* ((node (use-node use)) (lists (lists-around document item use)) (list (first lists)))
    (and (eq (use-role use) :data)
         (null (or (node-prefix node) (use-home use) (use-form use)))
         (every #'alpha-char-p (node-name node))
         list
         (not (and (find-if (lambda (list) (find #\` (node-prefix list))) lists)
                   (or (not (eq space :function)) (eql (node-start node) (node-start (first (node-children list)))))))
         (loop for other in (node-children list) thereis (names-nothing-p other document (item-start item))))))

(defun notify-words-left (name words)
  "Notifies the editor that NAME stays unchanged in WORDS, a list of (DOCUMENT ITEM USE)."
  (when words
    (notify "window/showMessage"
            (object "type" 3
                    "message" (format nil "~A is left as it is among words: ~{~A~^, ~}" name
                                      (loop for (document item use) in words
                                            collect (format nil "~A:~D" (document-title document) (line-of-use document item use))))))))

;;; The new name.

(defun valid-name-p (name)
  "True if NAME can be the new name of something."
  (and (stringp name) (plusp (length name)) (notany (lambda (char) (or (tessera::%token-delimiter-p char) (find char "|\\:#"))) name)
       (not (number-text-p name)) (notevery (lambda (char) (char= char #\.)) name) (char/= (char name 0) #\&)))

(defun constant-name-p (name)
  "True if NAME is a constant of a document or of the standard."
  (or (some (lambda (found) (eq (fifth found) :constant)) (find-definitions name))
      (multiple-value-bind (symbol found) (find-symbol (string-upcase name) "COMMON-LISP")
        (and found (constantp symbol)))))

(defun check-new-local-name (document item use new)
  "Refuses to give the local name of USE the name NEW if that has a meaning in ITEM."
  (let* ((kind (binding-kind (use-binding use)))
         (other (find-if (lambda (other) (and (like-p new (node-name (use-node other)))
                                              (or (use-doubtful other) (member (use-space other) (list nil kind)))))
                         (names document item))))
    (when other (refuse "~A has a meaning in this definition already, in line ~D" new (line-of-use document item other)))
    (when (made-by-macros-p item new) (refuse "~A stands in what a macro makes in this definition" new))
    (when (and (eq kind :variable) (or (special-name-p new) (constant-name-p new)))
      (refuse "~A is a special variable or a constant already" new))
    (when (and (eq kind :function) (or (find-symbol (string-upcase new) "COMMON-LISP") (macro-name-p new)))
      (refuse "~A is an operator already" new))))

(defun check-new-global-name (uses new)
  "Refuses to give the global name of USES the name NEW if that has a meaning."
  (when (or (find-definitions new) (find-symbol (string-upcase new) "COMMON-LISP"))
    (refuse "~A is defined already" new))
  (loop for (document item use) in uses
        do (dolist (other (names document item))
             (when (and (use-binding other) (like-p new (node-name (use-node other))) (member (use-space other) (list (use-space use) nil)))
               (refuse "~A has a meaning already around a use, in line ~D" new (line-of-use document item other))))))

(defun check-new-name (document item use uses new)
  "Refuses to rename the name of USE to NEW if that is not valid or has a meaning."
  (unless (valid-name-p new) (fail +invalid-params+ "~S is not a name" new))
  (cond ((like-p (bare-name (node-name (use-node use))) new))
        ((use-binding use) (check-new-local-name document item use new))
        (t (check-new-global-name uses new))))

;;; The requests.

(defun forget-names ()
  "Forgets the uses of names, because macros or special variables may have changed."
  (loop for document being the hash-values of *documents*
        do (dolist (item (document-items document)) (setf (item-names item) :unknown))))

(defun use-to-rename (params)
  "Returns the document, the item and the use at the position of PARAMS; refuses if it cannot be renamed."
  (forget-names)
  (await-expansions (document-of params))
  (multiple-value-bind (document item use) (use-in params)
    (unless use (refuse "There is no name here"))
    (check-renaming document item use)
    (values document item use)))

(defun bare-range (document item node)
  "Returns the range of the name of NODE without its package."
  (let ((end (+ (item-start item) (node-end node))))
    (json-range document (- end (length (bare-name (node-name node)))) end)))

(defun prepare-rename (params)
  "Answers a request whether the name at a position can be renamed: returns its range."
  (multiple-value-bind (document item use) (use-to-rename params)
    (uses-to-rename document item use)
    (object "range" (bare-range document item (use-node use)) "placeholder" (bare-name (node-name (use-node use))))))

(defun renaming-edit (document item use new)
  "Returns the JSON object of the edit that renames USE to NEW."
  (let ((node (use-node use)) (form (use-form use)))
    (if form
        (object "range" (node-range document item node) "newText" (format nil form (node-name node) new))
        (object "range" (bare-range document item node) "newText" new))))

(defun words-among (uses use)
  "Returns those of USES, with the meaning of USE, that are words."
  (unless (use-binding use)
    (let ((space (first (spaces-of (bare-name (node-name (use-node use)))))))
      (loop for found in uses
            for (document item its-use) = found
            when (and (not (eq its-use use)) (word-p document item its-use space)) collect found))))

(defun rename (params)
  "Answers a request to rename the name at a position: returns the edits."
  (multiple-value-bind (document item use) (use-to-rename params)
    (let* ((new (field params "newName")) (edits (make-hash-table :test 'equal)) (all (uses-to-rename document item use))
           (words (words-among all use)) (uses (set-difference all words)))
      (check-new-name document item use uses new)
      (notify-words-left (node-name (use-node use)) words)
      (loop for (its-document its-item its-use) in uses
            do (push (renaming-edit its-document its-item its-use new) (gethash (document-uri its-document) edits)))
      (object "changes" (cons :object (loop for uri being the hash-keys of edits using (hash-value list)
                                            collect (cons uri (cons :array (reverse list)))))))))
