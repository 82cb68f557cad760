;;; Dice of Doom as web pages, with a game for each visitor. Loaded after the third or the fourth version:
;;;     (load "dice_of_doom_v4.lisp")
;;;     (load "browser.lisp")
;;;     (serve #'play-request-handler)
;;; The book's own page is still at game.html. The parts are in browser/; see browser/README.md.

(dolist (name '("native.lisp" "webserver.lisp" "common/odds.lisp" "common/strings.lisp" "languages/translation.lisp"
                "computer/background_analysis.lisp" "records/record.lisp" "computer/levels.lisp" "computer/advice.lisp"
                "records/notation.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(dolist (name '("computer" "markup" "player_colors" "phrases" "odds" "board" "assets" "panels" "history" "game_over" "pages"
                "new_games" "responses" "together/phrases" "together/parties" "together/storage" "first_page" "language"
                "hints" "conceding" "picture" "turn_film" "replay" "puzzle_set" "puzzles" "positions" "statistics" "installed" "today" "decision_set" "decisions" "requests" "together/side_panel"
                "together/pages" "together/forms" "together/requests" "together/tables"))
  (load (merge-pathnames (format nil "browser/~a.lisp" name) (or *load-truename* *default-pathname-defaults*))))
