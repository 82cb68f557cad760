;;; Appendix A-5: a domain-specific language. HTML as Lisp forms, with a new tag from a one-line macro.
;;;     tessera examples/a5_dsl.lisp

(require "svg")

(defmacro bold (&body body)
  "(bold form*): prints the tag <b> around the output of the forms."
  `(tag b () ,@body))

(defun page ()
  "Prints a page."
  (html (body (princ "Hello ")
              (bold (princ "World!")))))

(page)
(terpri)
(assert (equal (with-output-to-string (*standard-output*) (page))
               "<html><body>Hello <b>World!</b></body></html>"))

;;; It is all Lisp: loops, functions and variables stand where they are needed.
(tag ul ()
  (loop for n from 1 to 3
        do (tag li (id n) (format t "~r" n))))
(terpri)
