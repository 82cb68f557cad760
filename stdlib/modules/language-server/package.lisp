;;; The package of the language server (Language Server Protocol 3.17). README.md describes how the parts fit.

(require "language-server-native")      ; messages and the second interpreter

(defpackage "TESSERA-LANGUAGE-SERVER"
  (:use "COMMON-LISP" "TESSERA-JSON")
  (:export "SERVE"))

(in-package "TESSERA-LANGUAGE-SERVER")

(defun like-p (name other)
  "True if the strings NAME and OTHER name the same symbol to the reader."
  (string-equal name other))

(defun starts-with-p (prefix text)
  "True if TEXT begins with PREFIX."
  (and (<= (length prefix) (length text)) (string= prefix text :end2 (length prefix))))
