;;; Loads the module that answers editors' questions about code from its sources, as it is not in the image; then the
;;; parts of the prompt's editor that do not need a terminal.
(unless (find-package "TESSERA-EDITOR")
  (dolist (file '("assist/expressions" "assist/arguments" "assist/indentation" "assist/completion" "editor/buffer" "editor/layout"))
    (load (format nil "stdlib/modules/~A.lisp" file))))
