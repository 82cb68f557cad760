;;; The cache of compiled ASDFs: a file for each build and source, of which the newest are kept.
(in-package "TESSERA")

(defun %cache-directory ()
  "Returns the directory where what users have compiled is kept; NIL if it is not known."
  (flet ((given (name)
           (let ((value (getenv name))) (and value (string/= value "") value))))
    (cond ((given "XDG_CACHE_HOME") (format nil "~A/common-lisp/tessera/" (given "XDG_CACHE_HOME")))
          ((given "HOME") (format nil "~A/.cache/common-lisp/tessera/" (given "HOME"))))))

(defparameter *most-compiled-asdfs* 4 "How many files of compiled ASDFs are kept.")

(defun %drop-old-asdfs (directory)
  "Deletes the files of compiled ASDFs in DIRECTORY but the newest *MOST-COMPILED-ASDFS*: others are of builds and
sources that are gone, or not finished. One that is wanted after all is made again."
  (let ((files (loop for file in (directory (format nil "~Aasdf-*.*" directory))
                     for date = (ignore-errors (file-write-date file))
                     when date collect (cons date file))))
    (loop for (nil . file) in (nthcdr *most-compiled-asdfs* (sort files #'> :key #'car))
          do (ignore-errors (delete-file file)))))
