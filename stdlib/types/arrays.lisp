;;; Functions that natives of the chapter on arrays call.

(in-package "TESSERA")

(defun %call-with-expanded-type (function arguments)
  "Calls FUNCTION again with ARGUMENTS, the element type among them (the value of :ELEMENT-TYPE, or the only one)
expanded. MAKE-ARRAY and ADJUST-ARRAY call this in their place for types that DEFTYPE defined."
  (let* ((copy (copy-list arguments))
         (place (cdr (member :element-type copy))))
    (if place
        (setf (car place) (%expand-type (car place) nil))
        (setf (car copy) (%expand-type (car copy) nil)))
    (apply function copy)))

(defun %stored-type (type)
  "Returns the element type of arrays for elements of TYPE, if TYPE needs an expansion of DEFTYPE and arrays have
another element type; else NIL."
  (let ((head (if (consp type) (car type) type)))
    (if (and (symbolp head) head (gethash head *type-expanders*))
        (let ((stored (upgraded-array-element-type type)))
          (if (equal stored type) nil stored))
        nil)))

;;; What DEFTYPE defined is expanded where an array is made, not each time that it is.
(define-compiler-macro make-array (&whole form dimensions &rest keys)
  (let* ((copy (copy-list keys))
         (type (and (evenp (length keys)) (getf copy :element-type)))
         (stored (and (%quoted-p type) (%stored-type (cadr type)))))
    (cond (stored
           (setf (getf copy :element-type) (list 'quote stored))
           (list* 'make-array dimensions copy))
          (t form))))
