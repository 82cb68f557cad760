; The book's example of Arc: the primes up to 1000, each looked at by trying all that might divide it.
;     tessera examples/dialects/primes.arc

(= found (accum a
           (for n 1 1000
             (unless (some [is 0 (mod n _)] (range 2 (- n 1)))
               a.n))))

(prn "found " len.found ", the greatest " (last found))
