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

(defun %defined-type-p (type)
  "True if DEFTYPE defined the type specifier TYPE."
  (let ((head (if (consp type) (car type) type)))
    (and (symbolp head) head (gethash head *type-expanders*) t)))

;;; What DEFTYPE defined is expanded where an array is made, not each time that it is.
(define-compiler-macro make-array (&whole form dimensions &rest keys)
  (let* ((copy (copy-list keys))
         (type (and (evenp (length keys)) (getf copy :element-type))))
    (cond ((and (%quoted-p type) (%defined-type-p (cadr type)))
           (setf (getf copy :element-type) (list 'quote (upgraded-array-element-type (cadr type))))
           (list* 'make-array dimensions copy))
          (t form))))
