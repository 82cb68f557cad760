;;; Facts about the running system: memory in use, positions of functions.
(in-package "EXT")

(defun bytes-consed ()
  "Returns the number of bytes that were allocated since the start."
  (getf (tessera:gc-statistics) :bytes-allocated))

(defun dynamic-usage ()
  "Returns the number of bytes in use, some of which may be garbage."
  (getf (tessera:gc-statistics) :bytes-in-use))

(defun function-source-location (function)
  "Returns two values for FUNCTION, a function or its name: the name of its source, a string, and the line of its first
form. Returns NIL if that is not known."
  (let ((function (if (functionp function) function (fdefinition function))))
    (multiple-value-bind (name lambda-list documentation file line) (tessera::%function-source function)
      (declare (ignore name lambda-list documentation))
      (and file (values file line)))))

(defun compiled-file-version ()
  "Returns a number that differs between builds that cannot load each other's compiled files."
  (tessera::%instruction-set))

(defun readtable-macro-characters (&optional (readtable *readtable*))
  "Returns a list of lists (CHARACTER FUNCTION DISPATCHING-P . SUBS), one for each macro character of READTABLE:
FUNCTION is the value of GET-MACRO-CHARACTER. If it dispatches, SUBS is an alist from the characters that may follow, in
upper case, to their functions."
  (tessera::%readtable-macros readtable))

(defun arglist (function)
  "Returns the lambda list of FUNCTION, a function or the name of a function or macro; and whether it is known."
  (tessera::%in-module "assist" 'tessera::argument-list 'arglist (list function)))
