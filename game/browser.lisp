;;; Dice of Doom as a page of today's browsers, for each visitor a game. Loaded after the third or the fourth version:
;;;     (load "dice_of_doom_v4.lisp")
;;;     (load "browser.lisp")
;;; The handler is PLAY-REQUEST-HANDLER; it shows the text's own page at game.html, too. What it is made of stands in browser/.

(dolist (name '("native.lisp" "computer/background_analysis.lisp" "webserver.lisp" "common/strings.lisp" "languages/translation.lisp" "records/record.lisp" "computer/levels.lisp" "computer/advice.lisp" "records/notation.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(dolist (name '("computer" "markup" "player_colors" "phrases" "odds" "board" "assets" "panels" "history" "game_over" "pages" "new_games"
                "responses" "together/phrases" "together/parties" "together/storage" "first_page" "language" "hints" "picture" "positions" "replay" "puzzle_set" "puzzles"
                "statistics" "requests" "together/side_panel" "together/pages" "together/forms" "together/requests"))
  (load (merge-pathnames (format nil "browser/~a.lisp" name) (or *load-truename* *default-pathname-defaults*))))
