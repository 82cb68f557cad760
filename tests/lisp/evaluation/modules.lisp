;;; REQUIRE and PROVIDE: libraries of the image, files, and names that clash.

(provide "some-module")                              => t
(require "some-module")                              => nil
(require "no-such-module")                           => (error file-error "no-such-module")
(require "no-such-module" "tests/no-such-file.lisp") => (error file-error "OPEN: cannot open #P\"tests/no-such-file.lisp\": No such file or directory")
(find-package "LAZY")                                => nil
(let ((*package* (find-package "COMMON-LISP-USER"))) (require "lazy"))   => t
(package-name (find-package "LAZY"))                 => "LAZY"
(multiple-value-bind (symbol status) (find-symbol "LAZY-CONS" "COMMON-LISP-USER")
  (list (package-name (symbol-package symbol)) status))   => ("LAZY" :inherited)
(find "lazy" *modules* :test #'string=)              => "lazy"

;;; The module's symbols replace symbols that were only read; symbols with definitions stay, with a warning.
(let ((*package* (find-package "COMMON-LISP-USER")))
  (eval (read-from-string "(defun brightness (x) x)"))
  (read-from-string "(polygon circle)")
  (handler-bind ((warning #'muffle-warning)) (require 'svg))
  (list (eval (read-from-string "(brightness 5)"))
        (package-name (symbol-package (read-from-string "polygon")))))   => (5 "SVG")
(defparameter *module* (format nil "tessera-module-~d" (random 1000000000 (make-random-state t))))   => *module*
(with-open-file (out (concatenate 'string *module* ".lisp") :direction :output)
  (format out "(provide ~s) (defparameter cl-user::*module-test* 77)" *module*))   => nil
(require *module*)                                   => t
(symbol-value (find-symbol "*MODULE-TEST*" "COMMON-LISP-USER"))   => 77
(require *module*)                                   => nil
(progn (delete-file (concatenate 'string *module* ".lisp")) t)   => t
