;;; stdlib/bootstrap.lisp, the module.lisp of each module and the folders of stdlib/ agree.

(defun read-list (file)
  (with-open-file (in file) (read in)))              => read-list
(defun files-in (folder files)
  (loop for file in files collect (format nil "~A/~A" folder file)))   => files-in
(defun image-files ()
  (loop for (folder . files) in (read-list "stdlib/bootstrap.lisp") append (files-in folder files)))   => image-files
(defun module-files ()
  (loop for list in (directory "stdlib/modules/*/module.lisp")
        append (with-open-file (in list)
                 (loop for module = (read in nil)
                       while module
                       append (files-in (format nil "modules/~A" (first (last (pathname-directory list)))) (remove-if #'consp (rest module)))))))   => module-files
(defun files-in-folders ()
  (loop for path in (directory "stdlib/**/*.lisp")
        for folders = (rest (member "stdlib" (pathname-directory path) :test #'equal))
        unless (or (member folders '(() ("build") ("modules" "manual")) :test #'equal) (equal (pathname-name path) "module"))     ; what makes the manual is loaded by stdlib/modules/manual/make.lisp alone
          collect (format nil "~{~A/~}~A" folders (pathname-name path))))   => files-in-folders

(null (image-files))                                 => nil
(null (module-files))                                => nil
(set-exclusive-or (append (image-files) (module-files)) (files-in-folders) :test #'string=)   => nil
(let ((files (append (image-files) (remove-duplicates (module-files) :test #'string=)))) ; two modules may share their package's file
  (= (length files) (length (remove-duplicates files :test #'string=))))   => t

;; A variable is declared special before the first file that binds it.
(defun forms-of (file)
  (with-open-file (in (format nil "stdlib/~A.lisp" file))
    (let ((*package* (find-package "TESSERA")))
      (loop for form = (read in nil in)
            until (eq form in)
            when (and (consp form) (eq (first form) 'in-package))
              do (setf *package* (or (find-package (second form)) *package*))
            collect form))))                         => forms-of
(defun binds-p (variable form)
  "True if VARIABLE begins a list in FORM, as in a binding."
  (loop while (consp form)
        thereis (let ((part (car form)))
                  (and (consp part) (or (eq (car part) variable) (binds-p variable part))))
        do (setf form (cdr form))))                  => binds-p
(let ((before '()) (early '()))
  (dolist (file (image-files) early)
    (let ((forms (forms-of file)))
      (dolist (form forms)
        (when (and (member (first form) '(defvar defparameter)) (char= (char (symbol-name (second form)) 0) #\*)
                   (< 1 (length (symbol-name (second form)))))
          (loop for (name . others) in before
                when (binds-p (second form) others) do (push (list (second form) name) early))))
      (push (cons file forms) before))))             => nil
