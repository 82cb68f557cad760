;;; Compiles the modules of modules.lisp: tessera compile-modules.lisp STDLIB-DIRECTORY OUTPUT-DIRECTORY [DOCSTRINGS]
;;; DOCSTRINGS is what make_image wrote, if the library's docstrings are not in the image.
(in-package "TESSERA")

(proclaim '(optimize (debug 0)))    ; as in the image

(defparameter *not-loaded* '("asdf" "foreign")
  "Modules that no other may use: to load them asks for what a machine that builds may lack.")

(defun compile-source (path file compilation)
  "Compiles the source PATH, known as FILE, into COMPILATION."
  (with-open-file (stream path :external-format :utf-8)
    (let ((*source-file* (format nil "stdlib/~A.lisp" file))      ; by which backtraces know the library
          (*load-truename* (truename stream)))                    ; by which macros find files beside it
      (%set-source-file *source-file*)
      (%note-source-file *source-file* (truename stream))
      (%call-in-unit (lambda () (%compile-stream stream compilation)) (%unit-to-join)))))

(defun module-file (name output)
  "Where the module NAME goes, in the directory OUTPUT."
  (format nil "~A/~A.~A" output name *compiled-file-type*))

(destructuring-bind (directory output &optional docstrings
                     &aux (modules (with-open-file (in (format nil "~A/modules.lisp" directory)) (read in))))
    *arguments*
  (dolist (module modules)              ; those of another build could not be loaded where one is needed here
    (let ((target (module-file (first module) output)))
      (when (probe-file target) (delete-file target))))
  (dolist (module modules)
    (destructuring-bind (name folder . files) module
      (let ((compilation (%compilation (make-string-output-stream)))
            (target (module-file name output)))
        (handler-bind ((warning (lambda (warning) (%note-warning compilation warning))))
          (with-compilation-unit ()
            (dolist (file files)
              (compile-source (format nil "~A/~A/~A.lisp" directory folder file) (format nil "~A/~A" folder file) compilation))
            (when (and docstrings (string= name "documentation"))
              (compile-source docstrings "docstrings" compilation))))
        (when (plusp (%compilation-warnings compilation))
          (quit 1))
        (%write-compiled-file target (get-output-stream-string (%compilation-output compilation)))
        (unless (member name *not-loaded* :test #'string=)
          (load target))))))
