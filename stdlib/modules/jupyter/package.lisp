;;; The package of the kernel for Jupyter, and macros for its handlers.

(defpackage "JUPYTER"
  (:use "COMMON-LISP" "TESSERA-JSON")
  (:export "SERVE" "INSTALL" "SHOW" "SHOW-AGAIN" "CLEAR" "PAGE" "ASK" "*DEBUGGER*"
           "DEFINE-COMM-TARGET" "OPEN-COMM" "SEND-TO-COMM" "CLOSE-COMM" "COMM" "COMM-ID" "COMM-TARGET" "COMM-RECEIVER")
  (:documentation "The kernel by which Jupyter's notebooks and consoles evaluate Lisp."))

(in-package "JUPYTER")

(defmacro without-errors (default &body forms)
  "Returns the values of FORMS; of DEFAULT, if there is an error in them."
  `(handler-case (progn ,@forms)
     (error () ,default)))
