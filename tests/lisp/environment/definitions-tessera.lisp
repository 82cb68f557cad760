;;; The library defines each function once: a second definition would replace the first without a word.

(defun definitions (file)
  "Returns the names of the functions and macros that FILE defines at toplevel, with their packages."
  (with-open-file (in file :external-format :utf-8)
    (loop with package = nil
          for line = (read-line in nil)
          while line
          when (eql 0 (search "(in-package " line))
            do (setf package (subseq line 12 (position #\) line)))
          when (some (lambda (start) (eql 0 (search start line))) '("(defun " "(defmacro " "(defgeneric "))
            collect (let ((start (1+ (position #\Space line))))
                      (list package (string-upcase (subseq line start (position #\Space line :start start))))))))   => definitions

(defun defined-twice ()
  "Returns the names that two files of the library define, other than the manual's, with the files."
  (let ((files (make-hash-table :test 'equal)))
    (loop for file in (directory "stdlib/**/*.lisp")
          unless (search "modules/manual/" (namestring file))
            do (dolist (name (definitions file))
                 (unless (char= (char (second name) 0) #\()             ; (SETF NAME)
                   (push (file-namestring file) (gethash name files)))))
    (loop for name being the hash-keys of files using (hash-value where)
          when (rest where) collect (list name where))))   => defined-twice

(defined-twice)   => nil
