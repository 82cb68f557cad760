;;; The cache of compiled ASDFs: a file for each build and source, of which the newest are kept.
(in-package "TESSERA")

(defun %cache-directory ()
  "Returns the user's directory for compiled files; NIL if it is not known."
  (flet ((given (name)
           (let ((value (getenv name))) (and value (string/= value "") value))))
    (cond ((given "XDG_CACHE_HOME") (format nil "~A/common-lisp/tessera/" (given "XDG_CACHE_HOME")))
          ((given "HOME") (format nil "~A/.cache/common-lisp/tessera/" (given "HOME"))))))

(defparameter *most-compiled-asdfs* 4 "The maximum number of files of compiled ASDFs that are kept.")

(defun %drop-old-asdfs (directory)
  "Deletes the files of compiled ASDFs in DIRECTORY except the newest *MOST-COMPILED-ASDFS*: the others usually belong
to deleted builds and sources, or are unfinished. One that is still needed is compiled again."
  (let ((files (loop for file in (directory (format nil "~Aasdf-*.*" directory))
                     for date = (ignore-errors (file-write-date file))
                     when date collect (cons date file))))
    (loop for (nil . file) in (nthcdr *most-compiled-asdfs* (sort files #'> :key #'car))
          do (ignore-errors (delete-file file)))))
