;;; The visitor's statistics. The browser keeps them, and statistics.js fills them in; the server does not know them.

(defun answer-statistics (params)
  "Shows the page on which the script shows the visitor's statistics."
  (declare (ignore params))
  (html-answer () (print-statistics-page)))

(defun print-figures ()
  "Prints elements for the figures of all games."
  (tag dl (class "figures")
    (loop for (name label) in (list (list "games" (say "Games")) (list "won" (say "Won")) (list "streak" (say "Won in a row"))
                                    (list "best" (say "Longest streak")) (list "rating" (say "Puzzle rating")) (list "solved" (say "Puzzles solved"))
                                    (list "days" (say "Puzzles of the day in a row")))
          do (tag div ()
               (text-tag 'dt nil label)
               (tag dd (data-figure name) (princ "–"))))))

(defun print-levels-table ()
  "Prints a table with a line for each level of the computers."
  (tag table (class "skill")
    (tag thead ()
      (tag tr ()
        (dolist (title (list (say "Computers") (say "Games") (say "Won") "%"))
          (tag th (scope "col") (princ title)))))
    (tag tbody ()
      (dolist (level *levels*)
        (tag tr (data-level (string-downcase (level-name level)) data-elo (or (level-elo level) ""))
          (tag th (scope "row") (princ (say (level-title level))))
          (loop repeat 3 do (text-tag 'td nil "–")))))))

(defun print-carry ()
  "Prints fields, filled in by the script, for a link that carries the statistics to another device, and the button that
takes them over there."
  (tag div (class "link" id "carry-part" hidden "")
    (tag label (for "carry") (princ (say "The link to take your statistics to another device")))
    (void-tag input id "carry" type "text" readonly "")
    (print-copy-buttons "carry"))
  (tag p (id "take-part" hidden "")
    (tag button (class "button first" type "button" id "take") (princ (say "Take over the statistics of this link")))))

(defun print-statistics-page ()
  "Prints the page of the visitor's statistics."
  (page ((say "Your statistics – Dice of Doom") :plain t :sheet "study.css" :script "statistics.js")
    (tag article (class "rules panel" id "statistics" data-like (say "You play like the level {level}, to judge by {n} games." :level "{level}" :n "{n}"))
      (text-tag 'h1 nil (say "Your statistics"))
      (tag noscript () (text-tag 'p nil (say "Your browser keeps them, by a script; without scripts there are none.")))
      (print-figures)
      (text-tag 'h2 nil (say "Games against computers, by level"))
      (print-levels-table)
      (text-tag 'p "like" "")
      (text-tag 'p "quiet" (say "Only this browser knows them. Games with moves taken back do not count, nor those of several people."))
      (print-carry)
      (tag div (class "actions")
        (tag button (class "button" type "button" id "clear" data-sure (say "Sure? Click again.") data-done (say "Cleared."))
          (princ (say "Clear the statistics")))))))
