;;; game/wizards_game.lisp: the commands as functions, and GAME-ACTION.

(progn (load "game/wizards_game.lisp") t)            => t
*allowed-commands*                                   => (splash dunk weld look walk pickup inventory)
(walk 'upstairs)
  => (you are in the attic. there is a giant welding torch in the corner. there is a ladder going downstairs from here.)
(look)
  => (you are in the attic. there is a giant welding torch in the corner. there is a ladder going downstairs from here.)
(weld 'chain 'bucket)                                => (i cant weld like that.)
(walk 'east)                                         => (you cannot go that way.)
(car (last (walk 'downstairs)))                      => floor.
(pickup 'bucket)                                     => (you are now carrying the bucket)
(pickup 'bucket)                                     => (you cannot get that.)
(have 'bucket)                                       => (bucket)
(have 'chain)                                        => nil
(walk 'west)
  => (you are in a beautiful garden. there is a well in front of you. there is a door going east from here. you see a frog on the floor. you see a chain on the floor.)
(dunk 'bucket 'well)                                 => (the water level is too low to reach.)
(pickup 'chain)                                      => (you are now carrying the chain)
(inventory)                                          => (items- bucket chain)
(progn (walk 'east) (splash 'bucket 'wizard))        => (the bucket has nothing in it.)
(progn (walk 'upstairs) (weld 'chain 'bucket))       => (the chain is now securely welded to the bucket.)
(weld 'chain 'bucket)                                => (you do not have a bucket.)
(progn (walk 'downstairs) (walk 'west) (dunk 'bucket 'well))   => (the bucket is now full of water)
*bucket-filled*                                      => t
(tweaked-text '(i am here. not there! is it a house? yes))   => "I am here. Not there! Is it a house? Yes"
(words "  walk   up ")                               => ("walk" "up")
(with-input-from-string (*standard-input* "Walk West") (game-read))   => (walk west)
(with-input-from-string (*standard-input* "") (game-read))   => (quit)

;;; A user's own command
(macroexpand-1 '(game-action ring bell door garden '(it rings.)))
  => (values (progn (defun ring (subject object)
                      (if (and (eq *location* 'garden) (eq subject 'bell) (eq object 'door) (have 'bell))
                          (progn '(it rings.))
                          '(i cant ring like that.)))
                    (pushnew 'ring *allowed-commands*)) t)
(game-action feed frog well garden (list 'the subject 'jumps 'into 'the object))
  => (feed splash dunk weld look walk pickup inventory)
(progn (pickup 'frog) (feed 'frog 'well))            => (the frog jumps into the well)
(with-input-from-string (*standard-input* "feed frog well") (game-repl))
  => (prints "The frog jumps into the well
" nil)
