;;; Loads the game that the page shows.
(dolist (name '("../dice_of_doom_v4.lisp" "../browser.lisp" "page.lisp"))
  (load (merge-pathnames name *load-truename*)))
