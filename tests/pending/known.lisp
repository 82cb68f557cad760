;;; What is not right yet: pairs as in tests/lisp, each of which fails today. One that comes out moves to its topic in tests/lisp;
;;; the test "pending" says so.

;;; Classes of errors
(read-from-string "#S(random-state 1)")                   => (error reader-error)
