;;; What the library for lazy lists asks of Tessera, in place of that in other Lisps: there lazy values print as the
;;; functions that they are.
#-tessera
(eval-when (:compile-toplevel :load-toplevel :execute)
  (unless (find-package "TESSERA")
    (make-package "TESSERA" :use '("COMMON-LISP"))))

#-tessera
(defmacro tessera::named-lambda (name parameters &body forms)
  (declare (ignore name))
  `(lambda ,parameters ,@forms))
