;;; Completions of a name that is being typed.
(load "tests/lisp/support/assist.lisp") => t
(defun completed (text &rest options) (values (apply #'tessera:completions text (length text) options))) => completed

(completed "(multiple-value-b") => ("multiple-value-bind")
(completed "(MULTIPLE-VALUE-B") => ("MULTIPLE-VALUE-BIND")
(completed "(mapca") => ("mapcan" "mapcar")
(completed "#'mapca") => ("mapcan" "mapcar")
(completed "*print-c") => ("*print-case*" "*print-circle*")
(completed "(mvb") => ("multiple-value-bind")
(completed "(m-v-b") => ("multiple-value-bind")
(completed "(zzz") => nil
(completed "") => nil
(nth-value 1 (tessera:completions "(list (mapca" 12)) => 7

;;; Packages, with symbols that are exported first.
(completed "(cl:mapca") => ("cl:mapcan" "cl:mapcar")
(completed "common-lisp-u") => ("common-lisp-user:")
(progn (defpackage "COMPLETED" (:use "COMMON-LISP") (:export "ROLL-B")) (intern "ROLL-A" "COMPLETED") (setf (fdefinition (intern "ROLL-B" "COMPLETED")) #'list)
       (completed "(completed:roll")) => ("completed:roll-b")
(completed "(completed::roll") => ("completed::roll-b" "completed::roll-a")
(completed "(no-such-package::a") => nil

;;; Keywords: those of the operator, or any.
(completed "(find x y :f") => (":from-end")
(completed "(make-hash-table :r") => (":rehash-size" ":rehash-threshold")
(completed "(make-hash-table :")
=> (":test" ":size" ":rehash-size" ":rehash-threshold" ":weakness" ":synchronized" ":hash-function")
(find ":key" (completed "(list :ke") :test #'string=) => ":key"
(completed ":he" :commands '(":help" ":more")) => (":help")
(completed "(list :initial-e" :commands '(":initial")) => (":initial-element")

;;; Local names in the same form.
(completed "(flet ((my-function (x) x)) (my-f") => ("my-function")
(completed "(let ((my-variable 1)) my-v") => ("my-variable")

;;; Files; nothing in comments.
(completed "(load \"stdlib/modules/assist/exp") => ("stdlib/modules/assist/expressions.lisp")
(completed "(load \"stdlib/modules/assi") => ("stdlib/modules/assist/")
(completed "(load \"no-such-folder/") => nil
(completed "; mapca") => nil
(completed "(list \"a\"") => nil

(tessera:common-beginning '("mapcar" "mapcan" "mapc")) => "mapc"
(tessera:common-beginning '("a" "b")) => ""

;;; Names that were only typed are not candidates.
(progn (read-from-string "typed-only-once") (completed "typed-on")) => nil
