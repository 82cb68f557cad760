;;; Elements of the pages, beside the tags of the library SVG: text, void elements, buttons. Everything is printed to
;;; *STANDARD-OUTPUT*.

(defmacro void-tag (name &rest attributes)
  "(void-tag name attribute value ...): prints the void element NAME, which has no content and no closing tag."
  `(print-tag ',name (list ,@(loop for (attribute value) on attributes by #'cddr collect `(cons ',attribute ,value))) nil))

(defun text-tag (name class text)
  "Prints TEXT in an element NAME of CLASS, unless that is NIL."
  (print-tag name (and class (list (cons 'class class))) nil)
  (princ text)
  (print-tag name nil t))

(defun button-link (class address text &rest attributes)
  "Prints a link to ADDRESS with TEXT that looks like a button. CLASS is NIL or more classes, such as \"first\" for the
main one of a page; ATTRIBUTES is a property list of others."
  (print-tag 'a (list* (cons 'class (format nil "button~@[ ~a~]" class)) (cons 'href address)
                       (loop for (name value) on attributes by #'cddr collect (cons name value)))
             nil)
  (princ text)
  (print-tag 'a nil t))

(defun print-sign-link (address class label key path)
  "Prints a link of CLASS to ADDRESS that shows the icon PATH and has the accessible name LABEL. It is a step, and KEY
has the same effect."
  (tag a (class class href address aria-label label title label data-step "" data-key key)
    (tag svg (class "sign" viewbox "0 0 24 24" aria-hidden "true")
      (tag path (d path)))))

(defmacro print-once ((limit &rest key) &body body)
  "Prints what BODY prints, which depends only on the values of KEY: what it has printed for equal values is printed
again. At most LIMIT texts are kept."
  `(let ((known (load-time-value (make-hash-table :test 'equal))))
     (when (>= (hash-table-count known) ,limit)
       (clrhash known))
     (write-string (recall (list ,@key) known (lambda () (with-output-to-string (*standard-output*) ,@body))))))

(defmacro print-named-once ((limit &rest key) &body body)
  "Prints what BODY prints as PRINT-ONCE does, where that depends on the reader's language and the players' names, too."
  `(print-once (,limit ,@key *you* (language-code *language*) (if (own-game-p) '() *names*)) ,@body))

(defun without-tags (markup)
  "Returns the text of MARKUP, a string, without its tags.
  (without-tags \"a <b>c</b>\") => \"a c\""
  (with-output-to-string (out)
    (loop with inside = nil
          for char across markup
          do (case char
               (#\< (setf inside t))
               (#\> (setf inside nil))
               (t (unless inside (write-char char out)))))))
