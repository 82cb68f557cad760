;;; Run by the build: takes the library's docstrings out of the image and writes them to the file in *ARGUMENTS*,
;;; as a source that becomes part of the module "documentation". Nothing of this stays in the image. Docstrings of (SETF
;;; NAME) are few and stay there: to ask whether there is such a function gives it a name.
(in-package "TESSERA")

(let ((docstrings '()))
  (labels ((ours-p (name)
             (let ((symbol (if (consp name) (cadr name) name)))
               (and symbol (symbolp symbol)
                    (member (symbol-package symbol) (list (find-package "COMMON-LISP") (find-package "TESSERA"))))))
           (take-from (function name)
             (let* ((generic (%generic-function function))
                    (text (if generic (shiftf (%gf-documentation generic) nil) (%take-docstring function))))
               (when text (push (list 'function name text) docstrings)))))
    (dolist (symbol (remove-if-not #'ours-p (%package-symbols (list-all-packages) '(:internal :external))))
      (cond ((macro-function symbol) (take-from (macro-function symbol) symbol))
            ((special-operator-p symbol))
            ((fboundp symbol) (take-from (fdefinition symbol) symbol))))
    (let ((names (loop for name being the hash-keys of *documentation* collect name)))
      (dolist (name (remove-if-not #'ours-p names))
        (loop for (kind text) on (gethash name *documentation*) by #'cddr
              do (push (list kind name text) docstrings))
        (remhash name *documentation*))))
  (with-open-file (out (car *arguments*) :direction :output :if-exists :supersede :external-format :utf-8)
    (format out "(in-package \"TESSERA\")~%(tessera-documentation::note-docstrings '~S)~%"
            (remove-duplicates docstrings :key #'butlast :test #'equal))))

(setq *source-texts* '())
