;;; The harness itself: failures of pairs.

(defun passes (expected form)
  "True if the pair FORM => EXPECTED passes."
  (multiple-value-bind (values output condition) (lisp-tests::outcome form)
    (and (lisp-tests::matches-p expected values output condition) t)))              => passes

(passes 3 '(+ 1 2))                                            => t
(passes 4 '(+ 1 2))                                            => nil
;;; An additional value, or none, is a failure.
(passes 3 '(floor 7 2))                                        => nil
(passes '(values 3 1) '(floor 7 2))                            => t
(passes nil '(values))                                         => nil
(passes '(values) '(values))                                   => t
;;; So is output that the pair does not name.
(passes 1 '(progn (princ "a") 1))                              => nil
(passes '(values 1 2) '(progn (princ "a") (values 1 2)))       => nil
(passes '(prints "a" 1) '(progn (princ "a") 1))                => t
(passes '(prints "b" 1) '(progn (princ "a") 1))                => nil
(passes 1 '(quietly (princ "a") (warn "b") 1))     => t
;;; An error must be of the class, and its message must have the text.
(passes '(error simple-error) '(error "no dice"))              => t
(passes '(error simple-error "dice") '(error "no dice"))       => t
(passes '(error simple-error "hex") '(error "no dice"))        => nil
(passes '(error program-error) '(error "no dice"))             => nil
(passes 1 '(error "no dice"))                                  => nil
;;; A file without a pair is a failure.
(with-output-to-string (*standard-output*) (lisp-tests:run-file "/dev/null"))
=> "FAIL /dev/null has no pair
/dev/null: 0 passed, 1 failed
"
