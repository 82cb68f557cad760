;;; What the pages are written with, beside the tags of the library SVG: texts, tags without an inside, buttons. All of it goes to
;;; *STANDARD-OUTPUT*.

(defmacro void-tag (name &rest attributes)
  "(void-tag name attribute value ...): prints the tag NAME, which has no inside and is not closed."
  `(print-tag ',name (list ,@(loop for (attribute value) on attributes by #'cddr collect `(cons ',attribute ,value))) nil))

(defun text-tag (name class text)
  "Prints TEXT in a tag NAME of CLASS, if not NIL."
  (print-tag name (and class (list (cons 'class class))) nil)
  (princ text)
  (print-tag name nil t))

(defun button-link (class address text &rest attributes)
  "Prints a link to ADDRESS that looks like a button and says TEXT. CLASS is NIL or more of its classes, such as \"first\" for the main one of a
page; ATTRIBUTES a property list of others."
  (print-tag 'a (list* (cons 'class (format nil "button~@[ ~a~]" class)) (cons 'href address)
                       (loop for (name value) on attributes by #'cddr collect (cons name value)))
             nil)
  (princ text)
  (print-tag 'a nil t))

(defun print-sign-link (address class label key path)
  "Prints a link of CLASS to ADDRESS that shows a sign, which PATH draws, and is called LABEL. It is a step, and KEY does the same."
  (tag a (class class href address aria-label label title label data-step "" data-key key)
    (tag svg (class "sign" viewbox "0 0 24 24" aria-hidden "true")
      (tag path (d path)))))
