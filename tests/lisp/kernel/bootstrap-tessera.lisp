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
  (dolist (file (listed-files) early)
    (let ((forms (forms-of file)))
      (dolist (form forms)
        (when (and (member (first form) '(defvar defparameter)) (char= (char (symbol-name (second form)) 0) #\*)
                   (< 1 (length (symbol-name (second form)))))
          (loop for (name . others) in before
                when (binds-p (second form) others) do (push (list (second form) name) early))))
      (push (cons file forms) before))))             => nil
