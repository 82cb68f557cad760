;;; game/browser/requests.lisp, pages.lisp, board.lisp: the answers to sensible and other requests.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defun ask (path &rest params)
  "Returns the status of the answer to PATH with PARAMS, a property list, and where it sends the browser. *PAGE* is its
text, *HEADERS* are others."
  (destructuring-bind (status type page &optional headers)
      (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name value))))
    (declare (ignore type))
    (setf *page* page *headers* headers)
    (list status (cdr (assoc "Location" headers :test #'equal)))))   => ask
(defvar *page* nil)                                  => *page*
(defvar *headers* nil)                               => *headers*
(defun says (&rest texts) (every (lambda (text) (search text *page*)) texts))   => says
(defun seen (&rest texts) (and (apply #'says texts) t))   => seen

;;; The first page, and files
(ask "")                                             => (200 nil)
(seen "<!doctype html>" "<form" "method=\"post\"" "action=\"/new\"" "name=\"seed\"" "href=\"/rules\"" "</html>")   => t
(seen "It replaces your game.")            => nil
(ask "rules")                                        => (200 nil)
(seen "At the end of a turn" "a hex holds 5 dice")   => t
(ask "index.html")                                   => (200 nil)
(ask "style.css")                                    => (200 nil)
(seen ".p0{--f:#c23b0e;" ".p7{--f:" ".c9{--c:9}.r9{--r:9}.n10{--n:10}" ".d8{--d:8}" "@media (prefers-color-scheme: dark) {
.p0{--f:#c23d0f;")                                   => t
(ask "game.js")                                      => (200 nil)
(ask "icon.svg")                                     => (200 nil)
(seen "<svg" "viewBox=" "class=\"pip\"")             => t
(ask (subseq (asset-address "style.css") 1))         => (200 nil)
(list (ask "v-other/focus.js") (first (ask "v-other/nothing.js")) (first (ask "w-1/style.css")))   => ((200 nil) 404 404)
(loop for path in '("nowhere" "/" "../../etc/passwd" "browser/style.css" "STYLE.CSS" "<b>") collect (first (ask path)))   => (404 404 404 404 404 404)
(seen "There is no page &lt;b&gt;.")                 => t
(loop for path in '("play" "attack" "pass" "next" "skip" "record.txt") collect (ask path))
  => ((303 "/") (303 "/") (303 "/") (303 "/") (303 "/") (303 "/"))

;;; A new game: by a form only, and with rules that make sense.
(defun ask-new (&rest changed)
  "Returns the answer to the form for a new game with CHANGED fields."
  (let ((*request-method* "POST"))
    (apply #'ask "new" (append changed '(size "3" players "2" level "book" seed "5")))))   => ask-new
(ask "new" 'size "3" 'players "2" 'level "book")     => (405 nil)
*headers*                                            => (("Allow" . "POST"))
(loop for changed in '((size "1") (size "1000") (size "-3") (size "") (size "3.0") (size "#.(quit)") (size "١") (players "-1") (players "1") (players "9")
                       (players "two") (level "") (level "book ") (level ":book") (dice "1") (dice "9") (people "0") (people "3") (people "") (seed "-1") (seed "1000000000") (seed "99999999999999999999") (seed "x"))
      unless (equal (apply #'ask-new changed) '(400 nil))
        collect changed)                             => nil
(let ((*request-method* "POST")) (ask "new"))        => (400 nil)
*record*                                             => nil
;; Requests that another site makes a browser send change no game: forms, and links that are moves. Pages can be linked
;; to.
(defun asked-from (path method &rest header)
  (let ((*request-method* method))
    (values (answer path '() (loop for (name value) on header by #'cddr collect (cons name value))))))   => asked-from
(loop for site in '("cross-site" "same-site" "same-origin" "none" "?")
      collect (asked-from "new" "POST" '#:sec-fetch-site site))   => (403 403 400 400 403)
(loop for path in '("attack" "pass" "next" "skip" "play" "" "record.txt")
      collect (asked-from path "GET" '#:sec-fetch-site "cross-site"))   => (403 403 403 403 303 200 303)
(loop for origin in '("http://a.example" "http://a.example:80" "http://A.EXAMPLE" "https://b.a.example" "http://evil.example/a.example" "null" "" "a.example")
      collect (asked-from "new" "POST" '#:host "a.example" '#:origin origin))   => (400 403 400 403 403 403 403 403)
(asked-from "new" "POST" '#:host "127.0.0.1:8080" '#:x-forwarded-host "a.example" '#:origin "https://a.example")   => 400
(loop for referer in '("http://a.example/play?from=3" "http://evil.example/http://a.example/")
      collect (asked-from "attack" "GET" '#:host "a.example" '#:referer referer))   => (303 403)
(asked-from "attack" "GET" '#:host "a.example")      => 303
(authority "https://dice.example:8080/play?a")       => "dice.example:8080"
(ask-new 'seed "x\"<i>")                             => (400 nil)
(seen "seed must be a number from 0 to 999999999, not &quot;x\\&quot;&lt;i&gt;&quot;.")   => t
(defun new-name (&rest changed)
  "Returns the name of the game to which the form with CHANGED fields leads."
  (destructuring-bind (status address) (apply #'ask-new changed)
    (and (eql status 303) (eql (search "/play?game=" address) 0) (subseq address 11))))   => new-name
(named-rules (new-name))                             => (:size 3 :players 2 :dice 5 :people 1 :level :book :seed 5 :fair t)
(named-rules (new-name 'dice "7" 'people "2" 'level "steady"))   => (:size 3 :players 2 :dice 7 :people 2 :level :steady :seed 5 :fair t)
(let ((rules (named-rules (new-name 'seed "" 'size "2"))))
  (list (getf rules :size) (typep (getf rules :seed) '(integer 0 999999999))))   => (2 t)
(list *board-size* *num-players*)                    => (5 4)
(string= (new-name) (new-name))                      => nil
(mapcar #'named-rules '("" "3.2.5.1.book.5" "3.2.5.1.book.5.a.b" "99.2.5.1.book.5.a" "3.9.5.1.book.5.a" "3.2.5.3.book.5.a" "3.2.5.1.best.5.a" "3.2.5.1.book.-5.a"
                        "3.2.5.1.book.5." "3.2.5.1.book.5.a/b" "3.2.5.1.book.5.aaaaaaaaaaaaaaaa" "G" "......"))
  => (nil nil nil nil nil nil nil nil nil nil nil nil nil)

;;; Nothing is kept of a game before its first move; that begins it, once.
(defparameter *name* (new-name))                     => *name*
(list (ask "play" 'game *name*) (ask "play" 'game *name* 'move "0" 'from "0") *record*)   => ((200 nil) (400 nil) nil)
(defun first-attack (name)
  (first (first (with-rules ((named-rules name)) (remove nil (record-moves (unplayed-record name)) :key #'first)))))   => first-attack
(defun attack-in (name move)
  (destructuring-bind (from to) (mapcar #'princ-to-string (first-attack name))
    (ask "attack" 'game name 'move move 'from from 'to to)))   => attack-in
(ask "play" 'game *name* 'move "0" 'from (princ-to-string (first (first-attack *name*))))   => (200 nil)
(and (seen "Pick a target" (format nil "href=\"/attack?game=~a&amp;move=0&amp;from=" *name*)) (null *record*))   => t
(list (attack-in *name* "1") *record* (first (ask "attack" 'game *name* 'move "0" 'from "0" 'to "0")) *record*)   => ((303 "/") nil 400 nil)
(defun played () (list (position (record-id *record*) (list *name* *other*) :test #'equal) (record-number *record*)))   => played
(defvar *other* nil)                                 => *other*
(list (attack-in *name* "0") (played))               => ((303 "/play") (0 1))
(list (attack-in *name* "0") (played))               => ((409 nil) (0 1))
;; Another one leaves it, and then it is not begun again.
(stringp (setf *other* (new-name 'size "4")))        => t
(list (ask "play" 'game *other*) (played))           => ((200 nil) (0 1))
(list (attack-in *other* "0") (played) (equal *left-games* (list *name*)))   => ((303 "/play") (1 1) t)
(list (attack-in *name* "0") (ask "play" 'game *name*) (played))   => ((409 nil) (200 nil) (1 1))
(list (setf *record* nil) (setf *left-games* '()))   => (nil nil)

;;; A game
(defun begin-with (hexes)
  "Makes the game one of 2x2 hexes that begins with the list HEXES."
  (let ((rules '(:size 2 :players 2 :dice 5 :level :book :seed 1)))
    (setf *record* (with-rules (rules) (begin-record "G" rules (board-array hexes))))))   => begin-with
(defun begin () (begin-with '((0 4) (1 1) (1 5) (1 1))) t)   => begin
(begin)                                              => t
(ask "play")                                         => (200 nil)
(seen "<title>Your turn – Dice of Doom</title>" "Pick a hex of yours to attack from." "The dice are dealt"
      "href=\"/play?game=G&amp;move=0&amp;from=0\"" "Hex 0, yours, 4 dice: attack from here" "aria-label=\"Hex 2, Ace, 5 dice\"")   => t
(seen "End turn")                                    => nil
(progn (ask "") (seen "It replaces your game."))   => t
(ask "play" 'part "game")                            => (200 nil)
(search "<div id=\"game\"" *page*)                   => 0
(seen "<html")                                       => nil
(ask "play" 'game "G" 'move "0" 'from "0")           => (200 nil)
(seen "Attack with your 4 dice" "href=\"/attack?game=G&amp;move=0&amp;from=0&amp;to=1\"" "attack it, chance &gt;99%" "attack it, chance 22%"
      "class=\"pill good c1 r0\"" "class=\"pill poor c0 r1\"" "Deselect" "href=\"/play?game=G&amp;move=0\"")   => t
(ask "attack" 'game "G" 'move "0" 'from "0" 'to "1")   => (303 "/play")
(list (record-number *record*) (record-player *record*))   => (1 0)
(ask "play")                                         => (200 nil)
(seen "Attack again, or end your turn." "You took hex 1 from hex 0" "You took a hex of Ace" "End turn <small>+2 dice</small>" "class=\"sums\"" "arrow c0 r0 won"
      "pill last")                                   => t
(seen (format nil "data-event=\"~a\"" (event-numbers (first (record-events *record*)))))   => t
(let ((event (make-event :player 1 :defender 0 :action '(3 7) :attack '(6 5) :defense '(2) :won t)))
  (list (event-numbers event) (event-numbers (make-event :player 2 :gained '(4 5)))))   => ("[1,1,[3,7],0,[6,5],[2],[]]" "[2,0,[],0,[],[],[4,5]]")
(ask "pass" 'game "G" 'move "1" 'part "game")        => (200 nil)
(seen "You ended your turn and got 2 dice." "Ace’s turn" "data-stage=\"computer\"" "data-next=\"/next?game=G&amp;move=2\""
      "Skip to my turn")                             => t
(ask "next" 'game "G" 'move "2")                     => (303 "/play")
(event-player (first (record-events *record*)))      => 1
(ask "record.txt")                                   => (200 nil)
(equal (getf (record-form (record-of-text *page*)) :moves) (getf (record-form *record*) :moves))   => t
(record-p (setf *record* (unplayed-record (new-name 'size "2" 'level "gentle" 'seed "1"))))   => t
(defun link-of-now (&rest more) (list* 'game (record-id *record*) 'move (princ-to-string (record-number *record*)) more))   => link-of-now
(let ((action (find-if #'identity (mapcar #'first (with-rules ((record-rules *record*)) (record-moves *record*))))))
  (apply #'ask "attack" (link-of-now 'from (princ-to-string (first action)) 'to (princ-to-string (second action)))))   => (303 "/play")
(apply #'ask "pass" (link-of-now))                   => (303 "/play")
(unless (eq (with-rules ((record-rules *record*)) (record-stage *record*)) :over) (first (apply #'ask "skip" (link-of-now))))   => 303
(member (with-rules ((record-rules *record*)) (record-stage *record*)) '(:computer))   => nil

;;; Several people at one browser: each is asked by name, not as "you".
(let ((rules '(:size 2 :players 3 :dice 5 :people 2 :level :kind :seed 1 :fair t)))
  (setf *record* (with-rules (rules) (begin-record "H" rules (board-array '((0 4) (1 4) (1 1) (2 1))))))
  t)                                                 => t
(ask "play")                                         => (200 nil)
(list (seen "<title>Main’s turn" "Pick a hex of yours to attack from.") (seen "You"))   => (t nil)
(ask "attack" 'game "H" 'move "0" 'from "0" 'to "2")   => (303 "/play")
(ask "pass" 'game "H" 'move "1")                     => (303 "/play")
(list (record-player *record*) (with-rules ((record-rules *record*)) (record-stage *record*)))   => (1 :person)
(ask "play")                                         => (200 nil)
(seen "Ace’s turn" "data-stage=\"person\"" "href=\"/play?game=H&amp;move=2&amp;from=1\"")   => t
(first (ask "attack" 'game "H" 'move "2" 'from "1" 'to "3"))   => 303
(ask "pass" 'game "H" 'move "3")                     => (303 "/play")
(with-rules ((record-rules *record*)) (list (record-player *record*) (record-stage *record*) (mapcar #'first (record-moves *record*))))   => (2 :over nil)
(ask "play")                                         => (200 nil)
(list (or (seen "Main won") (seen "Ace won") (seen "A tie between Main and Ace")) (seen "You"))   => (t nil)

;;; Senseless and late requests leave the game unchanged.
(defun untouched (path &rest params)
  "Returns the status of the answer, if the game is what it was before."
  (let ((before (prin1-to-string (record-form *record*))))
    (prog1 (first (apply #'ask path params))
      (unless (string= before (prin1-to-string (record-form *record*)))
        (error "~a ~s touched the game." path params)))))   => untouched
(begin)                                              => t
(loop for value in '("999" "()" "" "-1" "nil" "pass" "1.0" "#.(quit)" "١" "99999999999999999999" "<b>" "'1")
      unless (equal (list (untouched "play" 'game "G" 'move "0" 'from value)
                          (untouched "attack" 'game "G" 'move "0" 'from value 'to "1")
                          (untouched "attack" 'game "G" 'move "0" 'from "0" 'to value))
                    '(400 400 400))
        collect value)                               => nil
(loop for (from to) in '(("0" "0") ("1" "0") ("1" "1") ("2" "3") ("3" "0"))
      collect (untouched "attack" 'game "G" 'move "0" 'from from 'to to))   => (400 400 400 400 400)
(seen "You cannot attack hex 0 from hex 3 now.")     => t
(untouched "attack" 'game "G" 'move "0" 'from "0")   => 400
(untouched "attack" 'game "G" 'move "0" 'to "1")     => 400
(untouched "play" 'game "G" 'move "0" 'from "1")     => 400
(seen "From hex 1 you cannot attack now.")           => t
(list (untouched "pass" 'game "G" 'move "0") (untouched "next" 'game "G" 'move "0") (untouched "skip" 'game "G" 'move "0"))   => (400 400 400)
(loop for (game move) in '(("G" "1") ("H" "0") ("g" "0") ("" "") ("G" "-1") ("G" "00") ("G" "0 ") ("G" "()"))
      collect (list (untouched "attack" 'game game 'move move 'from "0" 'to "1") (untouched "pass" 'game game 'move move)
                    (untouched "play" 'game game 'move move 'from "0")))
  => ((409 409 409) (409 409 409) (409 409 409) (409 409 409) (409 409 409) (409 409 409) (409 409 409) (409 409 409))
(seen "That page was out of date: nothing was changed." "Pick a hex of yours")   => t
(list (untouched "attack") (untouched "attack" 'part "game") (untouched "pass" 'game "G") (untouched "skip" 'move "0"))   => (409 409 409 409)
(untouched "play" 'chosen "999")                     => 200
;; The page's script polls for the game's progress, which may come from another window.
(untouched "attack" 'game "G" 'move "7" 'from "0" 'to "1" 'part "game" 'by "script")   => 200
(list (seen "That page was out of date") (seen "Pick a hex of yours"))   => (nil t)
(untouched "attack" 'game "G" 'move "7" 'from "0" 'to "1" 'part "game" 'by "person")   => 409
;; A link used twice
(list (ask "attack" 'game "G" 'move "0" 'from "0" 'to "1") (untouched "attack" 'game "G" 'move "0" 'from "0" 'to "1"))   => ((303 "/play") 409)
;; A player cannot move for another, nor after the end.
(ask "pass" 'game "G" 'move "1")                     => (303 "/play")
(list (untouched "attack" 'game "G" 'move "2" 'from "2" 'to "0") (untouched "pass" 'game "G" 'move "2"))   => (400 400)
(record-p (begin-with '((0 1) (0 1) (0 1) (1 1))))   => t
(list (untouched "pass" 'game "G" 'move "0")
      (untouched "next" 'game "G" 'move "0")
      (untouched "attack" 'game "G" 'move "0" 'from "0" 'to "3"))   => (400 400 400)
(ask "play")                                         => (200 nil)
(seen "You won" "3 of 4 hexes after 0 moves." "Play again" "Same board")   => t

;; Every request gets an answer, and games continue.
(defparameter *paths* '("" "play" "attack" "pass" "next" "skip" "new" "record.txt" "style.css" "rules" "nowhere"
                        "hint" "undo" "replay" "position" "continue" "import" "board.svg" "puzzle" "puzzles" "statistics" "language"))   => *paths*
(defparameter *texts*
  '("3.2.5.1.book.5.a" "0" "1" "2" "3" "4" "999" "-1" "" " " "nil" "()" "2.5" "1e9" "book" "gentle" "G" "#1=(1 . #1#)"
    "4.2.2.5.0.t.DIIM" "4.2.2.5.1.t.DIIM" "0-1" "e_e" "Dice of Doom 1" "<script>" "\"" "%00"))   => *texts*
(defun one-of (list) (nth (random (length list)) list))   => one-of
(defun random-params ()
  (loop for name in '(game move from to size players level seed part at text n path help)
        for right = (case name
                      (game (and *record* (record-id *record*)))
                      (move (and *record* (princ-to-string (record-number *record*))))
                      (size "3") (players "2") (level "gentle"))
        unless (zerop (random 4))
          collect (cons name (if (and right (plusp (random 4))) right (one-of *texts*)))))   => random-params
(let ((*random-state* (tessera:seed-random-state 1)) (seen '()))
  (loop repeat 800
        do (let ((*request-method* (one-of '("GET" "POST"))))
             (pushnew (values (answer (one-of *paths*) (random-params))) seen)))
  (sort seen #'<))                                   => (200 303 400 404 405 409)

;;; The board as a picture: labels for screen readers, and nothing that a strict content security policy refuses.
(begin)                                              => t
(ask "play")                                         => (200 nil)
(list (seen " style=") (seen "<script>") (seen "onclick") (seen "http://localhost") (seen "javascript:"))   => (nil nil nil nil nil)
(seen "role=\"img\"" "role=\"group\"" "aria-label=\"The board\"" "role=\"status\"" "<html lang=\"en\">")   => t
(defun count-of (text) (loop for at = (search text *page*) then (search text *page* :start2 (1+ at)) while at count t))   => count-of
(list (count-of "data-hex=") (count-of "aria-label=\"Hex ") (count-of "data-step"))   => (4 4 5)
;; All references have targets.
(defun references-there-p ()
  (loop with start = 0
        for at = (search "<use " *page* :start2 start)
        for from = (and at (+ 2 (search "\"#" *page* :start2 at)))
        while at
        do (setf start from)
        unless (search (format nil "id=\"~a\"" (subseq *page* from (position #\" *page* :start from))) *page*)
          return (subseq *page* at (+ at 40))
        finally (return t)))                         => references-there-p
(references-there-p)                                 => t
(loop for path in '("play" "attack" "pass")
      do (ask path 'game "G" 'move (princ-to-string (record-number *record*)) 'from "0" 'to "1")
      always (references-there-p))   => t
;; The first page shows the game that is being played.
(begin)                                              => t
(ask "")                                             => (200 nil)
(seen "Back to your game <small>Your turn</small>" "<option value=\"2\" selected=\"\">2x2 hexes" "aria-label=\"Your game\"")   => t
(references-there-p)                                 => t
;; A page without a board has none of that.
(progn (ask "nowhere") (list (seen "<defs") (< (length *page*) 2000)))   => (nil t)

;;; Chances are true, and never 0 or 100 percent.
(loop for (a b) in '((2 5) (2 8) (8 1) (2 1) (3 3) (5 4)) collect (chance-words (true-odds a b)))   => ("1%" "<1%" ">99%" "84%" "45%" "72%")
(loop for a from 2 to 8 nconc (loop for b from 1 to 8 when (member (chance-words (true-odds a b)) '("0%" "100%") :test #'equal) collect (list a b)))   => nil
(list (< 0.006 (true-odds 2 5) 0.007) (true-odds 7 1))   => (t 1.0d0)
(= (attack-chance #((0 4) (1 5)) 0 1) (true-odds 4 5))   => t
(loop for sum across (dice-sums 8) sum sum)          => 1679616

;;; The board's outline: each corner once, all of them of tiles, in both views.
(flet ((outline (size view) (let ((*board-size* size) (*board-hexnum* (* size size))) (first (outlines view (all-positions))))))
  (list (outline 1 :wide)
        (loop for size from 1 to 6 collect (list (length (outline size :wide)) (length (outline size :tall))))
        (let ((points (outline 5 :tall))) (= (length points) (length (remove-duplicates points :test #'equal))))))
  => (((0 . -76) (100 . -38) (100 . 38) (0 . 76) (-100 . 38) (-100 . -38)) ((6 6) (14 14) (22 22) (30 30) (38 38) (46 46)) t)
(let ((*board-size* 5)) (list (place-class 7) (direction-class 7 8) (direction-class 7 1) (direction-class 7 13) (direction-class 7 12) (direction-class 7 6)))
  => ("c2 r1" "to-e" "to-nw" "to-se" "to-s" "to-w")
(list (path-text '((0 . 1) (20 . -3))) (seat-class 2))   => ("M0 1 20 -3Z" "p2")
(parameter "FROM" '((from . "3")))                   => "3"

;;; The handler for SERVE: status, headers, and the book's page beside these.
(defun handled (path params)
  "Returns the status, the headers of interest and the beginning of the page that the handler makes."
  (let ((*response-status* 200) (*response-headers* '()))
    (let ((page (with-output-to-string (*standard-output*) (play-request-handler path nil params))))
      (list *response-status* (response-header "Content-Type") (response-header "Location") (and (response-header "Content-Security-Policy") t)
            (subseq page 0 (min 15 (length page)))))))                   => handled
(handled "" '())                                     => (200 "text/html; charset=utf-8" nil t "<!doctype html>")
(handled "play" '((from . "999")))                   => (409 "text/html; charset=utf-8" nil t "<!doctype html>")
(handled "nowhere" '())                              => (404 "text/html; charset=utf-8" nil t "<!doctype html>")
(butlast (handled "pass" '((game . "G") (move . "0"))))   => (400 "text/html; charset=utf-8" nil t)
(butlast (handled "style.css" '()))                  => (200 "text/css; charset=utf-8" nil t)
(handled "attack" '((game . "G") (move . "0") (from . "0") (to . "1")))   => (303 "text/plain; charset=utf-8" "/play" t "See /play")
(handled "game.html" '())                            => (200 nil nil nil "<!doctype html>")
;; Files may be kept for a while, pages may not.
(defun kept (path)
  (let ((*response-headers* (list (cons "Cache-Control" "no-store"))))
    (with-output-to-string (*standard-output*) (play-request-handler path nil nil))
    (response-header "Cache-Control")))              => kept
(list (kept "style.css") (kept "game.js") (kept (subseq (asset-address "game.js") 1)) (kept "v-old/game.js") (kept "") (kept "play") (kept "nowhere"))
  => ("max-age=600" "max-age=600" "max-age=31536000, immutable" "max-age=600" "no-store" "no-store" "no-store")

;;; Computers hurry when no person has a hex left.
(loop for hexes in '(((1 2) (1 2) (1 5) (1 1)) ((0 2) (1 2) (1 5) (1 1)))
      collect (progn (begin-with hexes) (with-rules ((record-rules *record*)) (people-out-p *record*))))   => (t nil)

;;; The player whose turn it is learns that the game is about to end, as a player has no hex left.
(defun asked-with (hexes)
  "Returns what the first of three players is asked to do on a board of 2x2 HEXES."
  (let ((rules '(:size 2 :players 3 :dice 5 :level :book :seed 1)))
    (with-rules (rules) (prompt-words (begin-record "G" rules (board-array hexes)) nil))))   => asked-with
(asked-with '((0 3) (1 2) (2 1) (0 1)))              => "Pick a hex of yours to attack from."
(asked-with '((0 3) (2 2) (2 1) (0 1)))              => "Pick a hex of yours to attack from. Ace has no hex left: the game ends with your turn."
(asked-with '((0 3) (1 2) (1 1) (0 1)))              => "Pick a hex of yours to attack from. Deuce has no hex left: the game ends when Deuce is to move."

;;; The largest land of the person is outlined, with its size, unless a hex is chosen; holes have outlines of their own.
(progn (begin-with '((0 4) (0 1) (1 5) (1 1))) (ask "play") (seen "class=\"border wide\"" "class=\"border tall\"" "class=\"pill size c1 r0\"" ">+2</text>"))   => t
;; It is the number that finds room, as in the list of the players.
(progn (begin-with '((0 5) (0 1) (1 5) (1 1))) (ask "play") (list (seen ">+1</text>") (seen ">+2</text>")))   => (t nil)
(progn (begin-with '((0 4) (0 1) (1 5) (1 1))) (ask "play" 'game "G" 'move "0" 'from "0") (list (seen "class=\"border wide\"") (seen "pill size")))   => (t nil)
(let ((*board-size* 4) (*board-hexnum* 16))
  (mapcar #'length (outlines :wide '(0 1 2 4 6 8 9 10))))   => (22 6)
