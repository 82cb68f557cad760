;;; What natives of the chapter on arrays ask of Lisp.

(in-package "TESSERA")

(defun %call-with-expanded-type (function arguments)
  "Calls FUNCTION again with ARGUMENTS, the element type among them (the value of :ELEMENT-TYPE, or the only one) expanded.
MAKE-ARRAY and ADJUST-ARRAY call this in their place for types that DEFTYPE defined."
  (let* ((copy (copy-list arguments))
         (place (cdr (member :element-type copy))))
    (if place
        (setf (car place) (%expand-type (car place) nil))
        (setf (car copy) (%expand-type (car copy) nil)))
    (apply function copy)))
