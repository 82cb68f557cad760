;;; Dice of Doom as a page of today's browsers, for each visitor a game. Loaded after the third or the fourth version:
;;;     (load "dice_of_doom_v4.lisp")
;;;     (load "browser.lisp")
;;; The handler is PLAY-REQUEST-HANDLER; it shows the text's own page at game.html, too. What it is made of stands in browser/.

(dolist (name '("native.lisp" "analyses.lisp" "webserver.lisp" "texts.lisp" "languages.lisp" "record.lisp" "levels.lisp" "advice.lisp" "notation.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(dolist (name '("computer" "markup" "seats" "words" "odds" "board" "assets" "panels" "chronicle" "end" "pages" "new_games"
                "answers" "together/words" "together/parties" "together/kept" "first" "tongues" "hints" "picture" "positions" "replay" "puzzles"
                "statistics" "requests" "together/table" "together/pages" "together/forms" "together/requests"))
  (load (merge-pathnames (format nil "browser/~a.lisp" name) (or *load-truename* *default-pathname-defaults*))))
