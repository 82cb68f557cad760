;;; APROPOS: names that contain a text.

(in-package "TESSERA")

(defun %symbols-to-search (package)
  "Returns the symbols accessible in PACKAGE, or those present in any package if it is NIL."
  (if package
      (%package-symbols (list (or (find-package package)
                                  (error 'simple-package-error :package package :format-control "APROPOS: there is no package ~S"
                                                               :format-arguments (list package))))
                        '(:internal :external :inherited))
      (%package-symbols (list-all-packages) '(:internal :external))))

(defun %apropos-list (string package)
  "Returns the sorted list of the symbols to search in PACKAGE whose names contain STRING."
  (let ((part (string string)) (seen (make-hash-table :test 'eq)) (found '()))
    (dolist (symbol (%symbols-to-search package) (sort found #'string< :key #'symbol-name))
      (when (and (search part (symbol-name symbol) :test #'char-equal)
                 (not (gethash symbol seen)))
        (setf (gethash symbol seen) t)
        (push symbol found)))))

(defun %symbol-roles (symbol)
  "Returns a list of words for the things that SYMBOL names."
  (append (cond ((special-operator-p symbol) (list "special operator"))
                ((macro-function symbol) (list "macro"))
                ((fboundp symbol) (list (if (%generic-function (fdefinition symbol)) "generic function" "function"))))
          (if (fboundp (list 'setf symbol)) (list "setf function"))
          (cond ((keywordp symbol) (list "keyword"))
                ((eq (nth-value 1 (%expander symbol nil)) :symbol-macro) (list "symbol macro"))
                ((constantp symbol) (list (format nil "constant ~A" (%brief (symbol-value symbol) 40))))
                ((boundp symbol) (list (format nil "variable ~A" (%brief (symbol-value symbol) 40)))))
          (let ((class (%find-class symbol)))
            (cond (class (list (ecase (%class-kind class)
                                 (:standard "class") (:structure "structure") (:condition "condition") (:built-in "built-in class"))))
                  ((gethash symbol *type-expanders*) (list "type"))))))

(defun %own-package-p (package)
  "True if PACKAGE is one of Tessera's, of which users only use the exported names."
  (and package
       (or (eql (mismatch "TESSERA" (package-name package)) 7)
           (equal (package-name package) "TESSERA")
           (find (package-name package) *libraries* :key #'car :test #'string-equal))))

(defun %apropos-rank (symbol)
  "Returns the rank of SYMBOL, a number: exported names first, then other defined names, then the rest; the library's
own last."
  (cond ((keywordp symbol) 3)
        ((%public-symbol-p symbol) 0)
        ((%own-package-p (symbol-package symbol)) 4)
        ((%symbol-roles symbol) 1)
        (t 2)))

(defun %apropos (string package)
  "Implements APROPOS."
  (let* ((ranked (mapcar (lambda (symbol) (cons (%apropos-rank symbol) symbol)) (%apropos-list string package)))
         (shown (if package ranked (remove 4 ranked :key #'car))))
    (loop for (nil . symbol) in (stable-sort shown #'< :key #'car)
          do (format t "~&~S~@[ (~{~A~^, ~})~]~%" symbol (%symbol-roles symbol))))
  (values))
