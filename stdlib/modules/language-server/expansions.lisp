;;; Meanings of names in calls of a program's own macros: the names are found again in the expansion, which the checker
;;; returns. Without the expansion, a call is uncertain.

(in-package "TESSERA-LANGUAGE-SERVER")

(defun names-in (node)
  "Returns the nodes of names in NODE, in the order of the text, each as a cons of the node and whether it begins a
list."
  (let ((found '()))
    (labels ((visit (node first)
               (case (node-kind node)
                 (:name (push (cons node first) found))
                 (:list (loop for child in (node-children node) for head = t then nil do (visit child head))))))
      (visit node nil))
    (nreverse found)))

(defun markable-p (node first)
  "True if the checker gets a mark for NODE, a name, which begins a list if FIRST."
  (let ((name (node-name node)))
    (not (or (keyword-name-p name) (char= (char name 0) #\&) (member name '("nil" "t") :test #'like-p)
             (and first (or (find-symbol (string-upcase (bare-name name)) "COMMON-LISP") (macro-name-p name)))))))

(defun marked-text (document item call)
  "Returns the text of CALL, a node, with a mark @START for each name."
  (let* ((base (item-start item)) (text (document-text document)) (at (+ base (node-start call))))
    (with-output-to-string (out)
      (loop for (node . first) in (names-in call)
            do (when (markable-p node first)
                 (write-string text out :start at :end (+ base (node-start node)))
                 (format out "|@~D|" (node-start node))
                 (setq at (+ base (node-end node)))))
      (write-string text out :start at :end (+ base (node-end call))))))

(defun calls-for-checker (document)
  "Returns the calls in DOCUMENT whose expansions are not known yet: a list of (ITEM CALL)."
  (loop for item in (document-items document)
        when (eq (item-expansions item) :unknown)
          append (progn (give-way)
                        (names document item)
                        (loop for call in (item-calls item) when (node-closed call) collect (list item call)))))

(defun texts-of-calls (document calls)
  "Returns the texts of CALLS for the checker: lists of a package, the text, and the text with marks."
  (loop for (item call) in calls
        collect (list (package-of-document document (item-start item)) (node-text document item call) (marked-text document item call))))

(defun take-expansions (calls expansions)
  "Notes the EXPANSIONS of CALLS, which the checker has returned."
  (let ((items (remove-duplicates (mapcar #'first calls))))
    (dolist (item items) (setf (item-expansions item) '() (item-names item) :unknown))
    (loop for (item call) in calls
          for expansion in expansions
          when expansion do (push (cons call expansion) (item-expansions item)))))

(defun forget-expansions ()
  "Forgets all expansions, because a macro has changed."
  (loop for document being the hash-values of *documents*
        do (dolist (item (document-items document))
             (unless (eq (item-expansions item) :unknown)
               (setf (item-expansions item) :unknown (item-names item) :unknown)))))

(defun made-by-macros-p (item name)
  "True if the expansion of a call in ITEM has a symbol NAME that does not come from the call."
  (labels ((within-p (expansion)
             (loop while (consp expansion)
                   thereis (within-p (pop expansion))
                   finally (return (and (stringp expansion) (like-p expansion name))))))
    (and (listp (item-expansions item))
         (some (lambda (entry) (within-p (cdr entry))) (item-expansions item)))))

;;; Expansions as nodes. Names of the call have positions, other names do not.

(defun node-of-expansion (expansion nodes)
  "Returns EXPANSION, from the checker, as a node. PLACES is a table from numbers to the nodes of the call."
  (flet ((new (kind) (make-node kind nil nil nil)))
    (cond ((integerp expansion)
           (let ((node (copy-structure (gethash expansion nodes))))
             (setf (node-prefix node) nil)
             node))
          ((stringp expansion) (let ((node (new :name))) (setf (node-name node) expansion) node))
          ((consp expansion)
           (let ((node (new :list)))
             (setf (node-children node) (loop for rest = expansion then (cdr rest)
                                              while (consp rest) collect (node-of-expansion (car rest) nodes)))
             node))
          ((null expansion) (new :list))
          (t (new :other)))))

(defun walk-expansion (call expansion scope)
  "Walks CALL, a node, by its EXPANSION: each name in it has its meaning in the expansion."
  (let ((nodes (make-hash-table)) (noted (make-hash-table)))
    (loop for (node) in (names-in call) do (setf (gethash (node-start node) nodes) node))
    (let ((uses (let ((*uses* '()) (*expansions* '())) (walk (node-of-expansion expansion nodes) scope) (reverse *uses*))))
      (dolist (use uses)
        (let* ((at (node-start (use-node use))) (known (gethash at noted)))
          (cond ((null known) (setf (gethash at noted) use (use-node use) (gethash at nodes)))
                ((not (eq (use-binding known) (use-binding use))) (setf (use-doubtful known) t))))))
    (loop for (node . first) in (rest (names-in call))
          for use = (gethash (node-start node) noted)
          do (cond (use (push use *uses*))
                   ((and first (not (markable-p node first))) (note-use node :function nil))
                   ((not (keyword-name-p (node-name node))) (let ((*doubtful* t)) (note-use node :data nil)))))))

(defun walk-macro-call (call rest scope)
  "Walks CALL, a call of a macro that the standard does not define: its expansion, if that is known, or else its
operands REST, as doubtful expressions."
  (let ((known (and (node-start call) (assoc call *expansions*))))
    (when (and (node-start call) (not *doubtful*)) (push call *calls*))
    (if known
        (walk-expansion call (cdr known) scope)
        (let ((*doubtful* t)) (walk-all rest scope)))))
