;;; Lets SBCL load the game's scripts: the libraries that they require, compiled from the sources in stdlib/.
(in-package "COMMON-LISP-USER")

(defparameter *libraries* '("lazy" "macros" "svg"))

(load (merge-pathnames "stand_ins.lisp" *load-truename*))

(handler-bind ((warning #'muffle-warning))
  (dolist (name *libraries*)
    (load (format nil "stdlib/libraries/~a.lisp" name)))
  (dolist (name *libraries*)
    (let ((package (string-upcase name)))
      (rename-package (concatenate 'string "TESSERA-" package) package))
    (push name *modules*)))
