;;; Namespaces and vars (module clojure).

(in-package "TESSERA-CLOJURE")

;;; A namespace has a package of its name. A var is a symbol there: its value is the var's, and its function what a call
;;; of the var's name calls. Symbols as data, and the names of local variables, are in a package of their own.

(defpackage "CLOJURE-SYMBOLS" (:use))
(defvar *symbols* (find-package "CLOJURE-SYMBOLS") "The package of the symbols that the reader makes.")

(defstruct (ns (:include with-meta) (:constructor %ns (name package)) (:copier nil) (:predicate nsp))
  "A namespace. MAPPINGS: from names to vars and classes. ALIASES: from names to namespaces. HIDDEN: names of
clojure.core that it does not see."
  name package (mappings (make-hash-table :test #'equal)) (aliases (make-hash-table :test #'equal)) (hidden '()))

(defstruct (var (:include with-meta) (:constructor %var (symbol name ns)) (:copier nil) (:predicate varp))
  "A var: SYMBOL holds its value. NS is NIL for a local one. MACRO: true if it is called with forms."
  symbol name ns (dynamic nil) (macro nil) (private nil) (watches *empty-map*))

(defvar *namespaces* (make-hash-table :test #'equal) "A table from names to namespaces.")

(defun find-ns (name)
  "Returns the namespace NAME, or NIL."
  (values (gethash name *namespaces*)))

(defun make-ns (name)
  "Returns the namespace NAME, a string, which is made if need be."
  (or (find-ns name)
      (setf (gethash name *namespaces*)
            (%ns name (or (find-package name) (make-package name :use '()))))))

(defvar *core* (make-ns "clojure.core") "The namespace that all others see.")
(defvar *ns* (make-ns "user") "The current namespace.")

(defun var-namespace-name (var)
  "Returns the name of the namespace of VAR, or \"?\" if it has none."
  (if (var-ns var) (ns-name (var-ns var)) "?"))

(defun symbol-of (name &optional namespace)
  "Returns the symbol NAME of NAMESPACE, strings, as data."
  (values (intern (if namespace (concatenate 'string namespace "/" name) name) *symbols*)))

(defun plain-symbol (object)
  "Returns OBJECT, without the metadata if it is a symbol."
  (if (hintedp object) (hinted-symbol object) object))

(defun symbol-object-p (object)
  "True if OBJECT is one of Clojure's symbols."
  (typecase object
    (null nil)
    (keyword nil)
    (symbol (not (or (eq object t) (eq object (%false)))))
    (t (hintedp object))))

(defun simple-symbol-object-p (object)
  "True if OBJECT is a symbol of Clojure without a namespace."
  (and (symbol-object-p object) (null (symbol-namespace object))))

(defun namespace-end (name)
  "Returns the index of the slash that ends the namespace in NAME, a string, or NIL."
  (let ((slash (position #\/ name)))
    (if (and slash (> (length name) (+ slash 1))) slash nil)))

(defun symbol-namespace (symbol)
  "Returns the namespace of SYMBOL or a keyword, a string, or NIL."
  (let* ((name (symbol-name (plain-symbol symbol))) (slash (namespace-end name)))
    (if slash (subseq name 0 slash) nil)))

(defun symbol-part (symbol)
  "Returns the name of SYMBOL or a keyword, without its namespace."
  (let* ((name (symbol-name (plain-symbol symbol))) (slash (namespace-end name)))
    (if slash (subseq name (+ slash 1)) name)))

(defun var-of-symbol (symbol)
  "Returns the var that SYMBOL, in the package of a namespace, holds the value of; or NIL."
  (get symbol 'var))

(defun make-var (ns name symbol)
  "Makes the var NAME of NS, whose value is that of SYMBOL."
  (let ((var (%var symbol name ns)))
    (setf (get symbol 'var) var
          (gethash name (ns-mappings ns)) var)))

(defun intern-var (ns name)
  "Returns the var NAME, a string, that the namespace NS itself has, and makes it if need be."
  (let ((found (gethash name (ns-mappings ns))))
    (if (and (varp found) (eq (var-ns found) ns))
        found
        (make-var ns name (intern name (ns-package ns))))))

(defun find-mapping (ns name)
  "Returns the var or class called NAME in the namespace NS, or NIL."
  (or (gethash name (ns-mappings ns))
      (let ((var (gethash name (ns-mappings *core*))))
        (and var (not (member name (ns-hidden ns) :test #'string=)) var))))

(defun find-namespace (ns name)
  "Returns the namespace that NAME stands for in NS: an alias or a name; or NIL."
  (or (gethash name (ns-aliases ns)) (find-ns name)))

(defun resolve-name (symbol &optional (ns *ns*))
  "Returns the var or class that SYMBOL stands for in NS, or NIL. The second value is true if its namespace does not
exist."
  (let ((namespace (symbol-namespace symbol)) (name (symbol-part symbol)))
    (if namespace
        (let ((found (find-namespace ns namespace)))
          (if found (values (gethash name (ns-mappings found)) nil) (values nil t)))
        (values (or (find-mapping ns name) (find-class-named name)) nil))))

(defun var-bound-p (var)
  "True if VAR has a value."
  (boundp (var-symbol var)))

(defun var-value (var)
  "Returns the value of VAR."
  (let ((symbol (var-symbol var)))
    (if (boundp symbol)
        (symbol-value symbol)
        (throw-new "IllegalStateException" "Var ~A is unbound." (function-name-text symbol)))))

(defun set-root (var value)
  "Makes VALUE that of VAR, and what calls of its name call."
  (let ((symbol (var-symbol var)))
    (setf (symbol-value symbol) value)
    (if (functionp value)
        (setf (symbol-function symbol) value)
        (setf (symbol-function symbol) (lambda (&rest arguments) (apply (callable (symbol-value symbol)) arguments))))
    value))

(defun define-var (symbol meta &rest value)
  "Returns the var of SYMBOL with VALUE, a list of it or NIL, and the map META."
  (let ((var (or (var-of-symbol symbol) (make-var (make-ns (package-name (symbol-package symbol))) (symbol-name symbol) symbol))))
    (setf (var-meta var) meta)
    (when meta
      (setf (var-dynamic var) (truth (get-of meta :|dynamic| nil))
            (var-private var) (truth (get-of meta :|private| nil))
            (var-macro var) (truth (get-of meta :|macro| nil))))
    (cond (value (set-root var (first value)))
          ((not (fboundp symbol))
           (setf (symbol-function symbol)
                 (lambda (&rest arguments) (declare (ignore arguments))
                   (throw-new "IllegalStateException" "Attempting to call unbound fn: #'~A" (function-name-text symbol))))))
    var))

(defun core-symbol (name)
  "Returns the symbol of the var NAME. Its namespace is clojure.core unless NAME begins with another one and a slash."
  (let ((slash (namespace-end name)))
    (if slash
        (intern (subseq name (+ slash 1)) (ns-package (make-ns (subseq name 0 slash))))
        (intern name (ns-package *core*)))))

;; Those of the library.
(mapc #'make-ns '("clojure.string" "clojure.set" "clojure.walk" "clojure.template" "clojure.test" "clojure.math" "clojure.pprint" "clojure.edn" "clojure.java.io" "clojure.repl"))

;;; What makes calls: functions, and all that acts as one.

(defun wrong-arity (count name)
  "Throws an ArityException: the function NAME does not take COUNT arguments."
  (throw-new "ArityException" "Wrong number of args (~D) passed to: ~A" count name))

(defun callable (object)
  "Returns OBJECT as a function of Common Lisp."
  (typecase object
    (function object)
    (keyword (lambda (map &optional default) (get-of map object default)))
    ((or pmap tree-map tmap) (lambda (key &optional default) (get-of object key default)))
    (pset (lambda (key &optional default) (get-of object key default)))
    (tset (lambda (key &optional default) (get-of object key default)))
    ((or pvec tvec) (lambda (index) (nth-of object index)))
    (var (callable (var-value object)))
    (hinted-function (hinted-function-function object))
    (instance (if (jtype-recordp (instance-type object))
                  (lambda (key &optional default) (get-of object key default))
                  (let ((method (or (instance-method object "invoke") (cast-fail object "clojure.lang.IFn"))))
                    (lambda (&rest arguments) (apply method object arguments)))))
    ((or symbol hinted) (if (symbol-object-p object)
                            (lambda (map &optional default) (get-of map (plain-symbol object) default))
                            (cast-fail object "clojure.lang.IFn")))
    (t (reference-callable object))))
