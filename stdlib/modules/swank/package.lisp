;;; The packages of the Swank server, and DEFINE-REQUEST, which defines the functions that Emacs may call.

(require "swank-native")        ; sockets and streams

(defpackage "SWANK" (:use "COMMON-LISP")
  (:import-from "TESSERA" "FRAME-NAME" "FRAME-FUNCTION" "FRAME-SOURCE" "FRAME-ARGUMENTS" "FRAME-LOCALS" "FRAME-EVAL" "FRAME-RETURN" "FRAME-RETRY"
                "FRAME-ELIDED-P" "ARGUMENT-LIST" "ARGUMENT-TEXT" "CALL-AT" "COMMON-BEGINNING" "SYMBOL-NAMED")
  (:import-from "TESSERA-DEFINITIONS" "DEFINITION-NAME" "DEFINITION-OPERATOR" "DEFINITION-LINE" "DEFINITION-TEXT" "INDEX-OF" "DEFINITIONS-NAMED"
                "TOKEN-END" "DEFINED-IN-PACKAGE-P" "LIBRARY-FILE" "LIBRARY-DEFINITION" "MAKERS-OF")
  (:shadow "COMPLETIONS")
  (:documentation "The server of SLIME, the environment for Lisp in Emacs. The functions that SLIME calls are exported,
under SLIME's names."))

;;; SLIME's contributions call functions in packages of theirs.
(defpackage "SWANK-REPL" (:use))
(defpackage "SWANK-MACROSTEP" (:use))
(defpackage "SWANK-TRACE-DIALOG" (:use))

(in-package "SWANK")

(defmacro define-request (name lambda-list documentation &body forms)
  "(define-request name lambda-list documentation form*): defines a function that Emacs may call, whose name its package
exports."
  `(progn
     (eval-when (:compile-toplevel :load-toplevel :execute)
       (export ',name (symbol-package ',name)))
     (defun ,name ,lambda-list ,documentation ,@forms)))

(defvar *user-code* nil
  "True while code of the user's runs for a request: an error in it enters the debugger. An error of the server itself
is an answer.")

(defmacro with-user-code (&body forms)
  "Evaluates FORMS, in which code of the user's runs."
  `(let ((*user-code* t)) ,@forms))

(defmacro without-errors (default &body forms)
  "Returns the values of FORMS; of DEFAULT, if there is an error in them."
  `(handler-case (progn ,@forms)
     (error () ,default)))
