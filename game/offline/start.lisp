;;; Loads the game that the page shows: the version *PAGE-VERSION*, a string such as "v3", or version 4.
(dolist (name (list (format nil "../dice_of_doom_~a.lisp" (if (boundp '*page-version*) (symbol-value '*page-version*) "v4"))
                    "../browser.lisp" "page.lisp"))
  (load (merge-pathnames name *load-truename*)))
