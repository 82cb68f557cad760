;;; What the manual must have, as JSON: for each public name its packages, and its examples with what they must give.
;;; Run by manual_test.py.
(mapc #'require '("filling" "warnings" "debugger" "assist" "explore" "documentation" "lazy" "macros" "svg" "continuations"
                  "display" "language-server"))

(defvar *public* (append '("COMMON-LISP" "TESSERA" "TESSERA-LAZY" "TESSERA-MACROS" "TESSERA-SVG" "TESSERA-CONTINUATIONS")
                         (mapcar #'second (tessera-documentation:public-modules))))

(defun shown (value)
  (let ((*package* (find-package "TESSERA-DOCUMENTATION")) (*print-case* :downcase) (*print-pretty* t) (*print-right-margin* 84))
    (prin1-to-string value)))

(defun shown-list (values)
  (cons :array (mapcar #'shown values)))

(defun example (form expected)
  "Returns FORM, what it must print or NIL, and its values, or the class of the error."
  (let ((tag (and (consp expected) (symbolp (first expected)) (symbol-name (first expected)))))
    (flet ((is (name) (equal tag name)))
      (vector (shown form)
              (and (is "PRINTS") (second expected))
              (cond ((is "PRINTS") (shown-list (cddr expected)))
                    ((is "VALUES") (shown-list (rest expected)))
                    ((is "ERROR") (shown (second expected)))
                    (t (shown-list (list expected))))))))

(let ((told (make-hash-table)))
  (dolist (package *public*)
    (do-external-symbols (symbol package)
      (unless (gethash symbol told)
        (setf (gethash symbol told) t)
        (let ((entry (tessera-documentation::find-entry symbol)))
          (tessera-language-server::write-json
           (vector (string-downcase (symbol-name symbol)) package
                   (cons :array (and entry (loop for (form) in (tessera-documentation::shown-examples entry)
                                                 for (nil expected) in (tessera-documentation:examples symbol)
                                                 collect (example form expected)))))
           *standard-output*)
          (terpri))))))
