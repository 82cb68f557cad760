;;; Compiles a module of the library: tessera compile-module.lisp .../module.lisp NAME OUTPUT-DIRECTORY [DOCSTRINGS]
;;; Writes OUTPUT-DIRECTORY/NAME.tfasl. module.lisp has a declaration for each module of its folder:
;;;     (NAME (:needs MODULE...) (:reads MODULE...) (:natives NAME...) FILE...)
;;; The compiled module loads the modules after :NEEDS first. Those after :READS are loaded while it is compiled alone,
;;; as its sources have names of theirs. :NATIVES are functions of the package NAME-NATIVE, which the shared object of
;;; the module defines; (:NATIVE-MODULE NAME) says if that is another module's. DOCSTRINGS is one more source: the
;;; docstrings that make_image has kept out of the image.
(in-package "TESSERA")

(proclaim '(optimize (debug 0)))    ; as in the image

;;; DOCUMENTATION must not load a module here: those that are not compiled yet may be of an earlier build.
(setq tessera:*muffled-warnings* (list :redefinition))
(%set-fdefinition '%ask-documentation (constantly nil))

(defun call-with-source (file function)
  "Calls FUNCTION on a stream of FILE, known to backtraces by its path from stdlib/ on; and to macros, that look for
files beside it, as *LOAD-TRUENAME*."
  (with-open-file (stream file :external-format :utf-8)
    (let* ((path (namestring (truename stream))) (place (search "stdlib/" path :from-end t))
           (*source-file* (if place (subseq path place) (file-namestring path)))
           (*load-truename* (truename stream)))
      (%set-source-file *source-file*)
      (%note-source-file *source-file* *load-truename*)
      (funcall function stream))))

(defun compile-source (file compilation)
  "Compiles the source FILE into COMPILATION."
  (call-with-source file (lambda (stream)
                           (%call-in-unit (lambda () (%compile-stream stream compilation)) (%unit-to-join)))))

(defun compile-forms (forms compilation)
  "Compiles FORMS into COMPILATION."
  (with-input-from-string (stream (format nil "(in-package \"TESSERA\")~%~{~S~%~}" forms))
    (%compile-stream stream compilation)))

(defun module-declaration (list name)
  "Returns the parts of the declaration of the module NAME in the file LIST."
  (with-open-file (in list)
    (loop for (module . parts) = (read in)
          until (string= module name)
          finally (return parts))))

(defun declare-natives (package names)
  "Declares the functions NAMES of PACKAGE, defined by a shared object that need not be loaded yet, to the compiler.
Returns a form that makes the package where the module is loaded."
  (let ((form `(defpackage ,package (:use) (:export ,@names))))
    (eval form)
    (proclaim `(ftype function ,@(mapcar (lambda (name) (find-symbol name package)) names)))
    form))

(destructuring-bind (list name output &optional docstrings) *arguments*
  (flet ((named (key parts) (rest (assoc key (remove-if-not #'consp parts)))))
    (let* ((parts (module-declaration list name))
           (needs (named :needs parts)) (natives (named :natives parts)) (files (remove-if #'consp parts))
           (compilation (%compilation)))
      (dolist (module (append needs (named :reads parts))) (%need-module module name))
      (handler-bind ((warning (lambda (warning) (%note-warning compilation warning))))
        (with-compilation-unit ()
          (compile-forms (loop for need in needs collect `(%need-module ,need 'require)) compilation)
          (when natives
            (compile-forms (list (declare-natives (format nil "~:@(~A~)-NATIVE" (or (first (named :native-module parts)) name)) natives)) compilation))
          (dolist (file files)
            (compile-source (merge-pathnames (format nil "~A.lisp" file) (truename list)) compilation))
          (when docstrings
            (compile-source docstrings compilation))
          (unless (assoc name *libraries* :test #'string=)     ; REQUIRE opens these, and announces them then
            (compile-forms `((provide ,name)) compilation))))
      (when (plusp (%compilation-warnings compilation))
        (quit 1))
      (%write-compiled-file (format nil "~A/~A.~A" output name *compiled-file-type*)
                            (%written-records (%compilation-output compilation))))))
