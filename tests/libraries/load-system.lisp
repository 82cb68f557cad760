;;; Loads one system with ASDF, in a separate process, and reports the result (for load.sh): the variable SYSTEM
;;; names it, CACHE is a directory for compiled files. Runs on any Lisp.
(require "asdf")
(in-package "COMMON-LISP-USER")

(defvar *answer* *standard-output*)

(defun complain (condition)
  "Says in a line why the system cannot be loaded, and leaves."
  (let ((*print-length* 8) (*print-level* 4) (*print-pretty* nil))
    (format *answer* "~&FAILED ~A: ~A~%" (type-of condition)
            (substitute #\Space #\Newline (handler-case (princ-to-string condition) (error () "(no message)")))))
  (finish-output *answer*)
  (uiop:quit 1))

(asdf:initialize-output-translations
 `(:output-translations (t (,(uiop:ensure-directory-pathname (uiop:getenv "CACHE")) :implementation)) :ignore-inherited-configuration))
(asdf:initialize-source-registry
 '(:source-registry (:tree "/usr/share/common-lisp/source/") (:tree "/usr/share/common-lisp/systems/") :ignore-inherited-configuration))

(asdf:register-immutable-system "asdf") ; not a newer one in its midst: the ASDF that a Lisp brings is its own

(handler-bind ((warning #'muffle-warning)
               (error #'complain))
  (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
    (asdf:load-system (uiop:getenv "SYSTEM"))))
(format t "~&LOADED~%")
(finish-output)
(uiop:quit 0)
