;;; Sources in Clojure that are compiled with the module, when Tessera is built (module clojure).

(in-package "TESSERA-CLOJURE")

(defun source-forms (name ns)
  "Returns the expansions of the forms of the file NAME beside the one that is being compiled, in the namespace NS. Each
is evaluated, too, for those after it."
  (let ((*ns* (make-ns ns)) (*to-file* t) (*position* nil) (*locals* '()) (*recur* nil) (forms '()) (path (merge-pathnames name *load-truename*))
        (tessera:*float-traps* nil))
    (with-open-file (in path :external-format :utf-8)
      (do ((form (read-text in in) (read-text in in))) ((eq form in) (nreverse forms))
        (handler-bind ((syntax-failure (lambda (failure) (error "~A: ~A" path failure))))
          (let ((expansion (expand form)))
            (eval expansion)
            (push expansion forms)))))))

(defmacro include (name ns)
  "Returns the definitions of the file NAME, in Clojure, for the namespace NS."
  `(progn (make-ns ,ns) ,@(source-forms name ns)))
