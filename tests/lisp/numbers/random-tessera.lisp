;;; How random states are written.
(prin1-to-string (tessera::%random-state-of '(1 2 3 4 5 6 7 8))) => "#S(RANDOM-STATE :STATE (1. 2. 3. 4. 5. 6. 7. 8.))"
(read-from-string "#S(RANDOM-STATE :STATE (1 2 3))")    => (error simple-error)
(read-from-string "#S(RANDOM-STATE :STATE (0 0 0 0 0 0 0 0))") => (error simple-error)
(read-from-string "#S(RANDOM-STATE :STATE (0 0 0 0 0 0 0 -1))") => (error simple-error)
(read-from-string "#S(random-state 1)")                   => (error reader-error "READ: (1) is not a list of slot names and values")
(read-from-string "#S(random-state :state)")              => (error reader-error "READ: (:STATE) is not a list of slot names and values")
(read-from-string "#S(random-state . 1)")                 => (error reader-error "READ: 1 is not a list of slot names and values")
(random-state-p (read-from-string "#S(random-state state (1 2 3 4 5 6 7 8))")) => t
(read-from-string "#S(RANDOM-STATE)")                   => (error simple-error)

;;; The same seed, the same chance.
(defun drawn (seed) (let ((*random-state* (tessera:seed-random-state seed))) (loop repeat 5 collect (random 1000))))   => drawn
(equal (drawn 42) (drawn 42))                           => t
(equal (drawn 42) (drawn 43))                           => nil
(random-state-p (tessera:seed-random-state 0))          => t
(tessera:seed-random-state -1)                          => (error type-error "SEED-RANDOM-STATE: -1 is not of type UNSIGNED-BYTE")
(tessera:seed-random-state 'dice)                       => (error type-error "SEED-RANDOM-STATE: DICE is not of type UNSIGNED-BYTE")
