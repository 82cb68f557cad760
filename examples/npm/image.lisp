;;; Loaded into the image of the engine for WebAssembly: what each page needs. Pages would load it at each start.
(flet ((load-beside (file) (load (merge-pathnames file *load-truename*))))
  (mapc #'load-beside '("../../stdlib/modules/texts/brief.lisp" "../../stdlib/modules/texts/sources.lisp" "host.lisp"))
  (provide "texts"))
(setq tessera::*source-texts* '())  ; it names files of the machine that builds
