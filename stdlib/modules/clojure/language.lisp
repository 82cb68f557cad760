;;; Evaluation, files of namespaces, and the registration of the language (module clojure).

(in-package "TESSERA-CLOJURE")

(defun toplevel-kind (form)
  "Returns the kind of the list FORM, as HEAD-KIND does."
  (if (and (consp form) (symbol-object-p (first form)))
      (head-kind (first form))
      nil))

(defun evaluate-form (form &optional notes)
  "Returns the value of FORM. The forms of a do are evaluated one by one, so that one can use macros that those before
it define."
  (let ((*locals* '()) (*recur* nil) (form (unwrapped form)))
    (multiple-value-bind (kind thing) (toplevel-kind form)
      (at-form (form)
        (cond ((eq kind :macro) (evaluate-form (expand-macro thing form) notes))
              ((and (eq kind :special) (string= (symbol-part (first form)) "do"))
               (let ((value nil))
                 (dolist (inner (rest form) value)
                   (setq value (evaluate-form inner notes)))))
              (t (tessera::%evaluate (expand form) nil)))))))

(defun evaluate-at-toplevel (form notes)
  "Returns the value of FORM, a toplevel form of a file or of the prompt. Tasks that can go on have their turns then."
  (let ((*position* *last-position*) (*to-file* nil) (*conveyed* *conveyed*))
    (prog1 (evaluate-form form notes)
      (run-tasks))))

;;; Files.

(defvar *load-path* '() "The directories, with a final slash, where require looks for files of namespaces besides the loading file's and the current one.")

(defun namespace-file (name)
  "Returns the file of the namespace NAME, or NIL."
  (let ((relative (namespace-path name)))
    (flet ((in (directory)
             (some (lambda (type) (probe-file (concatenate 'string directory relative type))) '(".clj" ".cljc"))))
      (or (some #'in (loading-directories))
          (in "") (in "src/")
          (some #'in *load-path*)))))

(defun namespace-path (name)
  "Returns the path of the file of the namespace NAME, without its type."
  (substitute #\_ #\- (substitute #\/ #\. name)))

(defun loading-directories ()
  "Returns the directory of the file that is being loaded, and those above it as far as its namespace reaches."
  (when *load-truename*
    (let ((directory (directory-namestring *load-truename*)))
      (cons directory
            (loop repeat (count #\. (ns-name *ns*))
                  do (setq directory (subseq directory 0 (+ 1 (or (position #\/ directory :from-end t :end (- (length directory) 1)) 0))))
                  collect directory)))))

(defvar *first-ns* nil "The namespace in which the files that are loaded begin; NIL for user.")

(defun load-clojure (path)
  "Loads the file PATH as Clojure; its forms begin in the current namespace."
  (let ((*first-ns* *ns*) (*ns* *ns*))
    (tessera:call-in-language :clojure (lambda () (load path)))))

(defvar *loading* '() "The namespaces whose files are being loaded.")

(defun need-namespace (name reload)
  "Returns the namespace NAME, whose file is loaded if it does not exist."
  (cond ((member name *loading* :test #'string=)
         (throw-new "IllegalStateException" "Cyclic load dependency: ~{~A~^->~}" (reverse (cons name *loading*))))
        ((and (find-ns name) (not reload)) (find-ns name))
        (t (let ((file (or (namespace-file name)
                           (throw-new "FileNotFoundException" "Could not locate ~A.clj or ~:*~A.cljc on classpath" (namespace-path name))))
                 (*loading* (cons name *loading*)))
             (load-clojure file)
             (or (find-ns name)
                 (throw-new "Exception" "namespace '~A' not found after loading '~A'" name (namestring file)))))))

(defun refer-names (ns names rename)
  "Makes the NAMES, strings, of the namespace NS known in the current one, under those of the map RENAME."
  (dolist (name names)
    (let ((var (gethash name (ns-mappings ns))))
      (unless (and (varp var) (eq (var-ns var) ns))
        (throw-new "IllegalAccessError" "~A does not exist" name))
      (when (var-private var) (throw-new "IllegalAccessError" "~A is not public" name))
      (let ((renamed (get-of rename (symbol-of name) nil)))
        (setf (gethash (if renamed (text-of renamed) name) (ns-mappings *ns*)) var)))))

(defun public-names (ns)
  "Returns the names of the public vars that NS has itself."
  (let ((names '()))
    (maphash (lambda (name thing)
               (when (and (varp thing) (eq (var-ns thing) ns) (not (var-private thing))) (push name names)))
             (ns-mappings ns))
    names))

(defun refer-namespace (ns options)
  "Implements refer: OPTIONS are :only, :exclude and :rename."
  (destructuring-bind (&key ((:|only| only) '%all) ((:|exclude| exclude) nil) ((:|rename| rename) nil) &allow-other-keys) options
    (let ((names (if (eq only '%all) (public-names ns) (mapcar #'text-of (list-of-seq only)))) (excluded (mapcar #'text-of (list-of-seq exclude))))
      (if (eq ns *core*)
          (setf (ns-hidden *ns*) excluded)
          (refer-names ns (remove-if (lambda (name) (member name excluded :test #'string=)) names) rename)))))

(defun require-one (spec use reload)
  "Loads and refers to the namespace that SPEC, a symbol or a vector, asks for."
  (let* ((list (if (symbol-object-p spec) (list spec) (list-of-seq spec))) (name (text-of (first list))) (options (rest list)))
    (if (and options (not (keywordp (first options))))
        (dolist (inner options)      ; (prefix name...)
          (let ((inner (if (symbol-object-p inner) (list inner) (list-of-seq inner))))
            (require-one (cons (symbol-of (concatenate 'string name "." (text-of (first inner)))) (rest inner)) use reload)))
        (destructuring-bind (&key ((:|as| as) nil) ((:|refer| refer) nil) ((:|as-alias| as-alias) nil) &allow-other-keys) options
          (if as-alias
              (setf (gethash (text-of as-alias) (ns-aliases *ns*)) (make-ns name))
              (let ((ns (need-namespace name reload)))
                (when as (setf (gethash (text-of as) (ns-aliases *ns*)) ns))
                (cond ((eq refer :|all|) (refer-namespace ns '()))
                      (refer (refer-names ns (mapcar #'text-of (list-of-seq refer)) (getf options :|rename|)))
                      (use (refer-namespace ns options)))))))))

(defun require-all (specs use)
  "Loads what SPECS name, as require has them, and if USE is true refers to the names."
  (let ((reload (intersection '(:|reload| :|reload-all|) specs)))
    (dolist (spec specs)
      (unless (keywordp spec) (require-one spec use reload)))))

(define "require" (&rest specs) "Loads the namespaces: 'name, '[name :as alias :refer [names]]." (require-all specs nil) nil)
(define "use" (&rest specs) "Loads namespaces as require does, and refers to all of their names." (require-all specs t) nil)
(define "refer" (name &rest options) "Makes the names of the namespace known in the current one: :only, :exclude, :rename." (refer-namespace (the-ns name) options) nil)
(define "refer-clojure" (&rest options) "Makes the names of clojure.core known in the current namespace: :only, :exclude, :rename." (refer-namespace *core* options) nil)
(define "import-classes" (&rest specs) "Makes classes known by their last names."
  (dolist (spec specs)
    (let* ((list (if (symbol-object-p spec) (list spec) (list-of-seq spec))) (prefix (if (rest list) (concatenate 'string (text-of (first list)) ".") "")))
      (dolist (part (if (rest list) (rest list) list))
        (let ((class (or (find-class-named (concatenate 'string prefix (text-of part)))
                         (throw-new "ClassNotFoundException" "~A~A" prefix (text-of part)))))
          (setf (gethash (last-part (jtype-name class)) (ns-mappings *ns*)) class)))))
  nil)
(define "load-file" (path) "Evaluates the forms of the file." (load-clojure path) nil)
(define "load-string" (text) "Evaluates the forms in the text." (tessera:language-eval :clojure text))
(define "language-value" (language name) "Returns the value of the name, a string, in another language." (tessera:language-value language name))

(define-special "ns" (form)
  (check-count form 1)
  (let* ((name (second form)) (forms (cddr form)) (doc (and (stringp (first forms)) (pop forms))) (map (and (pmap-p (first forms)) (pop forms))))
    (declare (ignore map))
    (unless (symbol-object-p name) (fail "namespace name must be a symbol: ~A" (written name)))
    (let ((text (text-of name)))
      `(progn (setq *ns* (make-ns ,text))
              ,@(and doc `((setf (ns-meta *ns*) (map-of :|doc| ,doc))))
              ,@(mapcar #'expand-ns-clause forms)
              nil))))

(defun expand-ns-clause (clause)
  "Returns the expansion of CLAUSE of the macro ns."
  (let* ((clause (unwrapped clause)) (kind (and (consp clause) (keywordp (first clause)) (symbol-name (first clause)))) (arguments (mapcar #'constant (if (consp clause) (rest clause) nil))))
    (cond ((null kind) (fail "Malformed ns clause: ~A" (written clause)))
          ((string= kind "require") `(require-all (list ,@arguments) nil))
          ((string= kind "use") `(require-all (list ,@arguments) t))
          ((string= kind "import") `(,(core-symbol "import-classes") ,@arguments))
          ((string= kind "refer-clojure") `(refer-namespace *core* (list ,@arguments)))
          ((string= kind "refer") `(,(core-symbol "refer") ,@arguments))
          ((string= kind "gen-class") nil)
          (t (fail "Unknown ns clause: ~A" (written (first clause)))))))

;;; Errors, in Clojure's words.

(defun report-text (condition)
  "Returns the report of CONDITION: a syntax error has its position, other exceptions their class and their message."
  (if (typep condition 'syntax-failure)
      (princ-to-string condition)
      (let ((class (class-name-of condition)))
        (format nil "Execution error (~A)~@[: ~A~]~@[ ~A~]" (last-part class) (exception-message condition)
                (and (exception-data condition) (written (exception-data condition)))))))

(defun command-of (form)
  "Returns the name of the command of the prompt that FORM, a keyword, stands for; else something that stands for none."
  (if (keywordp form)
      (let ((known (find-symbol (string-upcase (symbol-name form)) "KEYWORD")))
        (if (and known (tessera::%find-prompt-command known)) known (list form)))
      nil))

(defun global-value (name)
  "Returns the value of NAME, a string; and true if it has none."
  (let ((found (let ((*ns* (or (find-ns "user") *core*))) (resolve-name (symbol-of name)))))
    (if (and (varp found) (var-bound-p found))
        (values (var-value found) nil)
        (values nil t))))

(tessera:define-language :clojure
  :reader #'read-text
  :evaluator #'evaluate-at-toplevel
  :writer (lambda (object stream) (write-object object stream t))
  :prompt (lambda () (format nil "~A=" (ns-name *ns*)))
  :report #'report-text
  :command #'command-of
  :value #'global-value
  :variables (list (cons '*ns* (lambda () (or *first-ns* (make-ns "user"))))
                   (cons '*print-elements* (lambda () nil))
                   (cons '*print-depth* (lambda () nil))
                   (cons 'tessera:*float-traps* (lambda () nil))
                   (cons '*read-default-float-format* (lambda () 'double-float))))
