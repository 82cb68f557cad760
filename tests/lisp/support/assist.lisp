;;; Loads what editors ask about code, from its sources: it is a module, and no part of the image. Then the parts of the
;;; prompt's editor that know no terminal.
(unless (find-package "TESSERA-EDITOR")
  (dolist (file '("assist/expressions" "assist/arguments" "assist/indentation" "assist/completion" "editor/buffer" "editor/layout"))
    (load (format nil "stdlib/modules/~A.lisp" file))))
