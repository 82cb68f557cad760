;;; Compiles every form of the library in the image, without evaluating any, and shows the compiler's warnings:
;;;     tessera tests/lisp/support/check-library.lisp STDLIB-DIRECTORY
(in-package "TESSERA")

(defun check-source (folder file directory)
  "Compiles the forms of FILE of FOLDER."
  (with-open-file (stream (format nil "~A/~A/~A.lisp" directory folder file) :external-format :utf-8)
    (let ((*source-file* (format nil "stdlib/~A/~A.lisp" folder file)) (*package* *package*) (*locked-packages* '()))
      (%set-source-file *source-file*)
      (%note-source-file *source-file* (truename stream))
      (%call-in-unit (lambda ()
                       (loop for form = (%read-to-evaluate stream)
                             until (eq form stream)
                             do (check-form form)))
                     (%unit-to-join)))))

(defun check-form (form)
  "Compiles FORM, and sets the package that it chooses."
  (if (and (consp form) (eq (car form) 'in-package))
      (eval form)
      (let ((expansion (macroexpand-1 form)))
        (if (and (consp expansion) (eq (car expansion) 'progn))
            (mapc #'check-form (cdr expansion))
            (%compiled-form (if (consp expansion) expansion form) t)))))

(let ((directory (first *arguments*)) (*read-interns* t))
  (with-compilation-unit ()
    (dolist (part (with-open-file (in (format nil "~A/bootstrap.lisp" directory)) (read in)))
      (dolist (file (rest part))
        (check-source (first part) file directory))))
  (format t "checked~%"))
