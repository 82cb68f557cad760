;;; LOOP where Tessera differs from other Lisps, so that only Tessera runs this file.

;; A variable that nothing follows counts from 0

(loop for x for y in '(a b) collect (list x y))             => ((0 a) (1 b))
(loop for x                                                 ; the position
      for y in '(a b)
      collect (cons x y))                                   => ((0 . a) (1 . b))
(loop for pos for hex across #(a b c) collect (list pos hex)) => ((0 a) (1 b) (2 c))
(loop for x repeat 3 collect x)                             => (0 1 2)
(loop for x and y in '(a b) collect (list x y))             => ((0 a) (1 b))
(loop for y in '(a b) and x repeat 3 collect (list x y))    => ((0 a) (1 b))
(loop for x while (< x 3) collect x)                        => (0 1 2)
(loop for x do (when (= x 7) (return x)))                   => 7
(loop as x fixnum for y in '(a) collect x)                  => (0)
(loop for x and y = nil then x repeat 3 collect (list x y)) => ((0 nil) (1 0) (2 1))
(loop for x)                                                => (error program-error "FOR: nothing follows the variable X")
(loop for (x y) for z in '(a) collect x)                    => (error program-error "cannot count")

;; Syntax errors that others let pass, and the messages
(loop for x from 1 to 2 below 3 collect x)                  => (error program-error "LOOP: in the clause FOR: BELOW cannot follow TO")
(loop for x from 1 by 2 by 3 collect x)                     => (error program-error "LOOP: in the clause FOR: BY cannot follow BY")
(loop for x from 5 downto 0 by -1 collect x)                => (error program-error "BY needs a positive number, not -1")
(loop "a")                                                  => (error program-error "\"a\" is not a loop keyword")
(loop 1 2)                                                  => (error program-error "1 is not a loop keyword")
(loop nil)                                                  => (error program-error "NIL is not a loop keyword")
(loop for "x" in '(1) collect 3)                            => (error program-error "\"x\" cannot be the name of a variable")
(loop for x inn '(1) collect x)                             => (error program-error "in the clause FOR: INN is not a preposition")
(loop for x in '(1) do x)                                   => (error program-error "in the clause DO: a compound form must follow, not X")
(loop for x in '(1) when x while x)                         => (error program-error "WHILE cannot stand in a conditional clause")
(loop for x in '(1) collect x sum x)                        => (error program-error "SUM: it cannot accumulate")
(loop with x with x return x)                               => (error program-error "in the clause WITH: the variable X is bound twice")
(loop for x in '() maximize x)                              => nil
(loop-finish)                                               => (error program-error "LOOP-FINISH stands outside")
