;;; Searches in lists: MEMBER, ASSOC, RASSOC and ADJOIN (chapter 14).

(in-package "TESSERA")

(%define-matching member (() item (list) ())
    "Returns the tail of LIST that begins with the first element which ~, or NIL."
  (if-plain
   (%memql item list)
   (by-native list %member-string %memqual
              (%do-cells (cell list operation)
                (when (match (car cell)) (answer cell))))))

(%define-matching assoc (() item (alist) ())
    "Returns the first cons in ALIST whose CAR ~, or NIL. Elements that are NIL are passed over."
  (if-plain
   (%assql item alist)
   (by-native alist %assoc-string %assqual
              (%do-cells (cell alist operation)
                (let ((entry (car cell)))
                  (when (and entry (match (car entry))) (answer entry)))))))

(%define-matching rassoc (() item (alist) ())
    "Returns the first cons in ALIST whose CDR ~, or NIL. Elements that are NIL are passed over."
  (%do-cells (cell alist operation)
    (let ((entry (car cell)))
      (when (and entry (match (cdr entry))) (answer entry)))))

(defun adjoin (item list &key key test test-not)
  "Returns LIST, with ITEM in front unless an element matches it under :TEST. :KEY is applied to ITEM too."
  (let ((wanted (if key (funcall key item) item)))
    (if (if (or key test test-not)
            (member wanted list :key key :test test :test-not test-not)
            (%memql item list))
        list
        (cons item list))))
