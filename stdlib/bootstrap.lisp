;;; The files of the standard library in bootstrap order: each may use what stands before it.
("backquote" "defmacro" "control")
