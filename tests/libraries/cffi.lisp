;;; CFFI's own tests, in the copy that the variable SOURCE names, for cffi.sh: writes how many there are, and how many
;;; and which fail.
(require "asdf")
(asdf:initialize-output-translations
 `(:output-translations (t (,(uiop:ensure-directory-pathname (uiop:getenv "CACHE")) :implementation)) :ignore-inherited-configuration))
(asdf:initialize-source-registry
 `(:source-registry (:directory ,(uiop:getenv "SOURCE")) (:tree "/usr/share/common-lisp/source/") :ignore-inherited-configuration))
(defvar *answer* *standard-output*)
(handler-bind ((warning #'muffle-warning))
  (asdf:load-system "cffi-tests")
  (asdf:test-system "cffi-tests"))
(let ((failed (sort (mapcar #'symbol-name (uiop:symbol-call "REGRESSION-TEST" "PENDING-TESTS")) #'string<)))
  (format *answer* "~&TESTS ~D FAILED ~D~{ ~A~}~%" (length (rest (symbol-value (find-symbol "*ENTRIES*" "REGRESSION-TEST")))) (length failed) failed))
(finish-output *answer*)
(uiop:quit 0)
