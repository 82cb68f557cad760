;;; Nicknames that are local to a package, an extension of the standard.

(progn (defpackage "NICK-TARGET" (:use "COMMON-LISP") (:export "VISIBLE"))
       (defpackage "NICK-USER" (:use "COMMON-LISP") (:local-nicknames ("NT" "NICK-TARGET") (#:cl2 #:common-lisp)))
       :made)                                           => :made
(defun in-user (text) (let ((*package* (find-package "NICK-USER"))) (read-from-string text))) => in-user
(symbol-package (in-user "nt:visible"))                 => #.(find-package "NICK-TARGET")
(in-user "nt::hidden")                                  => nick-target::hidden
(in-user "cl2:car")                                     => car
(read-from-string "nt:visible")                         => (error package-error)
(find-package "NT")                                     => nil
(let ((*package* (find-package "NICK-USER"))) (find-package "NT")) => #.(find-package "NICK-TARGET")
(let ((*package* (find-package "NICK-USER"))) (find-symbol "VISIBLE" "NT")) => nick-target:visible
(mapcar #'car (tessera:package-local-nicknames "NICK-USER")) => ("CL2" "NT")
(tessera:add-package-local-nickname "NT" "COMMON-LISP" "NICK-USER") => (error package-error)
(package-name (tessera:add-package-local-nickname '#:other "COMMON-LISP" "NICK-USER")) => "NICK-USER"
(in-user "other:car")                                   => car
(car (tessera:remove-package-local-nickname "OTHER" "NICK-USER")) => "OTHER"
(tessera:remove-package-local-nickname "OTHER" "NICK-USER") => nil
(in-user "other:car")                                   => (error package-error)
(tessera:add-package-local-nickname "X" "NO-SUCH-PACKAGE") => (error package-error)
(eval '(defpackage "NICK-BAD" (:local-nicknames "NT"))) => (error program-error)
