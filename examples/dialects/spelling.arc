; A spelling corrector that learns from a text. Shows tables as functions, abbreviated forms, anaphora, a macro, and
; functions of Common Lisp and Scheme.
;     tessera examples/dialects/spelling.arc

; The training text: the corrector counts its words.

(= text "The adventurer throws the dice, and the orc throws the dice as well. Whoever has more dice attacks a neighbour; the winner
moves all dice but one into the country, and the loser is left with what remains. The winner of the game has most countries in the end.
A clever winner attacks early, for the dice that are left at the end of a turn bring new dice to the countries of the winner.")

(def words (s) (tokens downcase.s ~letter))

(= known (counts words.text))

; All words at one mistake from a word: a missing letter, two swapped, a wrong one, an extra one.

(= letters (map [cl:code-char (+ 96 _)] (range 1 26)))

(def splits (w)
  (map1 [list (cut w 0 _) (cut w _)] (range 0 len.w)))

(def edits (w)
  (dedup
    (accum a
      (each (l r) splits.w
        (unless (empty r)
          (a (+ l (cut r 1))))
        (when (> len.r 1)
          (a (+ l r.1 r.0 (cut r 2))))
        (each c letters
          (a (+ l c r))
          (unless (empty r)
            (a (+ l c (cut r 1)))))))))

(mac first-of choices                      ; the first non-empty choice; later ones are not evaluated
  (if choices
      (w/uniq c
        `(let ,c ,(car choices)
           (if ,c ,c (first-of ,@(cdr choices)))))))

(def correct (w)
  (let found (first-of (if known.w (list w))
                       (keep [known _] edits.w)
                       (keep [known _] (mappend edits edits.w)))
    (aif (best (compare > known) found) it w)))

(each w '("dice" "dcie" "wnner" "neigbour" "contries" "thrwos" "xyzzy")
  (prn w " -> " correct.w))

; Functions of the other languages are called by name and accept Arc's functions.

(cl:format t "The corrector knows ~R words, " len.known)
(prn "and has read " (scheme:fold + 0 vals.known) ".")
(prn "The longest are " (firstn 3 (cl:sort keys.known > :key len)))
