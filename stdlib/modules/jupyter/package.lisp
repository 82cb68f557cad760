;;;; package.lisp -- the package of the Jupyter kernel, and what it is made of (the first file of the module "jupyter").

(dolist (module '("json" "debugger" "assist" "explore" "warnings" "display"))
  (tessera::%need-module module 'require))

;;; The sockets are in jupyter-native.so, native/, which SERVE loads: where xeus is missing it is not there.
(defpackage "TESSERA-NOTEBOOK" (:use)
  (:export "OPEN-CONNECTION" "CLOSE-CONNECTION" "NEXT-MESSAGE" "TAKE-POKE" "SEND-MESSAGE" "SET-REQUESTER" "OUTPUT-STREAM" "INPUT-STREAM"
           "DROP-OUTPUT" "ASK"))
(declaim (ftype function tessera-notebook:open-connection tessera-notebook:close-connection tessera-notebook:next-message
                tessera-notebook:take-poke tessera-notebook:send-message tessera-notebook:set-requester tessera-notebook:output-stream
                tessera-notebook:input-stream tessera-notebook:drop-output tessera-notebook:ask))

(defpackage "JUPYTER"
  (:use "COMMON-LISP" "TESSERA-JSON")
  (:export "SERVE" "INSTALL" "SHOW" "SHOW-AGAIN" "CLEAR" "PAGE" "ASK" "*DEBUGGER*"
           "DEFINE-COMM-TARGET" "OPEN-COMM" "SEND-TO-COMM" "CLOSE-COMM" "COMM" "COMM-ID" "COMM-TARGET" "COMM-RECEIVER")
  (:documentation "The kernel by which Jupyter's notebooks and consoles evaluate Lisp."))

(in-package "JUPYTER")

(defmacro without-errors (default &body forms)
  "The values of FORMS; of DEFAULT, if there is an error in them."
  `(handler-case (progn ,@forms)
     (error () ,default)))
