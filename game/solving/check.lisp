;;; Checks proof files: see checker.lisp.
;;;     tessera game/solving/check.lisp FILE ...

(load (merge-pathnames "checker.lisp" (or *load-truename* *default-pathname-defaults*)))

(dolist (path tessera:*arguments*)
  (multiple-value-bind (low high hexes player) (dice-of-doom-checker:check-proof path)
    (format t "~a: with ~{~{~c~d~}~^ ~}, ~c begins and gets ~:[~a to ~a~;~a~]~%"
            path (loop for (owner dice) in hexes collect (list (char "ab" owner) dice)) (char "ab" player)
            (= low high) low high)))
