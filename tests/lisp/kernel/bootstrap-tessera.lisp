;;; stdlib/bootstrap.lisp and the folders of stdlib/ agree.

(defun listed-files ()
  "The files that bootstrap.lisp lists, as FOLDER/FILE."
  (loop for (folder . files) in (with-open-file (in "stdlib/bootstrap.lisp") (read in))
        append (loop for file in files collect (format nil "~A/~A" folder file))))   => listed-files
(defun files-in-folders ()
  (loop for path in (directory "stdlib/*/*.lisp")
        collect (format nil "~A/~A" (first (last (pathname-directory path))) (pathname-name path))))   => files-in-folders

(null (listed-files))                                => nil
(set-exclusive-or (listed-files) (files-in-folders) :test #'string=)   => nil
(= (length (listed-files)) (length (remove-duplicates (listed-files) :test (function string=))))   => t
