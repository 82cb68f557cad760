;;; How random states are written.
(prin1-to-string (tessera::%random-state-of '(1 2 3 4 5 6 7 8))) => "#S(RANDOM-STATE :STATE (1. 2. 3. 4. 5. 6. 7. 8.))"
(read-from-string "#S(RANDOM-STATE :STATE (1 2 3))")    => (error error)
(read-from-string "#S(RANDOM-STATE :STATE (0 0 0 0 0 0 0 0))") => (error error)
(read-from-string "#S(RANDOM-STATE :STATE (0 0 0 0 0 0 0 -1))") => (error error)
(read-from-string "#S(RANDOM-STATE)")                   => (error error)
