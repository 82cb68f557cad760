;;; Appendix A-1: functional style. Separates computing from input and output.
;;;     echo Mississippi | tessera examples/a1_functional.lisp

(defun unique-letters (name)
  "Returns a greeting for NAME without its repeated letters."
  (format nil "Hello ~a" (remove-duplicates name)))

(defun ask-and-respond ()
  "Asks for a name and prints a greeting, unless the input has ended."
  (princ "What is your name?")
  (finish-output)
  (let ((name (read-line *standard-input* nil)))
    (when name
      (princ (unique-letters name)))
    (terpri)))

(assert (equal (unique-letters "Mississippi") "Hello Mspi"))
(ask-and-respond)
