;;; Measures the strength of the computer's players: plays the matches of *STRENGTH-MATCHES*, shows the progress, and
;;; writes a table and a chart.
;;;     tessera game/experiments/strength.lisp                ; matches.csv and matches.svg
;;;     tessera game/experiments/strength.lisp full OUT       ; OUT.csv and OUT.svg
;;;     tessera game/experiments/strength.lisp quick [OUT]    ; a tenth of the games

(load (merge-pathnames "matches.lisp" (or *load-truename* *default-pathname-defaults*)))

(destructuring-bind (&optional (extent "full") (path "matches") &rest more) tessera:*arguments*
  (let ((part (cdr (assoc extent '(("full" . 1) ("quick" . 1/10)) :test #'string=))))
    (if (and part (null more))
        (play-strength-matches path :part part)
        (format t "usage: tessera game/experiments/strength.lisp [full | quick] [OUT]~%"))))
