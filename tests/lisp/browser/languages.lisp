;;; game/languages/translation.lisp, languages/*.po, browser/language.lisp: the pages in Chinese and Japanese, and the
;;; choice of a visitor's language.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") (load "game/languages/collect.lisp") t)   => t
(mapcar #'language-code *languages*)                 => (:en :zh :zh-hant :ja)
(language-code *language*)                           => :en

;;; Saying things
(list (say "{who} won" :who "Ace")
      (say "{who} won")
      (say "no such text {a}{b}" :a 1 :b "{a}")
      (say-count 1 "{count} die" "{count} dice")
      (say-count 0 "{count} die" "{count} dice"))
  => ("Ace won" "? won" "no such text 1{a}" "1 die" "0 dice")
(in-words-of (:ja)
  (list (say "{who} won" :who (player-name 1)) (dice-words 1) (dice-words 3) (say "no such text {a}" :a 1)))
  => ("エースの勝ち" "ダイス1個" "ダイス3個" "no such text 1")
(in-words-of (:zh) (list (player-name 0) (say-list '("a" "b" "c")) (outcome-words '(1 3 0 2))))   => ("你" "a、b和c" "艾斯、崔伊、你和杜斯打成平手")
(in-words-of (:xx) (say "Rules"))                    => "Rules"

;;; Catalogues are complete: every text that a page says has its translation, with the same placeholders; none is left
;;; over; the template has all texts.
(defparameter *all* (all-texts))                     => *all*
(> (length *all*) 250)                               => t
(loop for language in (rest *languages*)
      append (loop for text in *all*
                   for forms = (gethash (text-one text) (language-texts language))
                   unless (and forms (loop for form in forms
                                           always (and (string/= form "")
                                                       (equal (placeholders form) (placeholders (or (text-many text) (text-one text)))))))
                     collect (list (language-code language) (text-one text))))   => nil
(loop for language in (rest *languages*)
      append (loop for one being the hash-keys of (language-texts language)
                   unless (find one *all* :key #'text-one :test #'string=)
                     collect (list (language-code language) one)))   => nil
(loop for name in '("zh" "zh_TW" "ja")
      collect (let ((entries (catalogue-entries (format nil "game/languages/~a.po" name))))
                (= (length entries) (length (remove-duplicates entries :key #'first :test #'string=)) (1+ (length *all*)))))
  => (t t t)
(with-input-from-string (in (with-output-to-string (*standard-output*) (print-template)))
  (= (loop for line = (read-line in nil) while line count (eql (search "msgid \"" line) 0)) (1+ (length *all*))))   => t
;; Each text has Chinese or Japanese characters, besides names of keys, of the game, and of parts of saved games.
(flet ((foreign-p (char) (< 64 (char-code char) 123)))
  (loop for language in (rest *languages*)
        append (loop for form in (loop for forms being the hash-values of (language-texts language) append forms)
                     for bare = (fill-in form '())
                     unless (or (some (lambda (char) (> (char-code char) 255)) bare) (notany #'foreign-p bare) (search "Dice of Doom" bare))
                       collect (list (language-code language) form))))   => nil

;;; Files as gettext writes them, and others
(defun catalogue (&rest lines) (with-input-from-string (in (format nil "~{~a~%~}" lines)) (read-catalogue in)))   => catalogue
(catalogue "# A remark" "msgid \"\"" "msgstr \"\"" "\"Language: ja\\n\"" "" "#: a.lisp" "#, python-brace-format" "msgid \"a {b} \"" "\"c\"" "msgstr \"d\"" "\"\\\"e\\\"\\\\\\n\""
           "msgid \"one\"" "msgid_plural \"many\"" "msgstr[0] \"x\"" "msgstr[1] \"y\"" "#~ msgid \"old\"" "#~ msgstr \"gone\"" "#, fuzzy" "msgid \"fuzzy\"" "msgstr \"no\"" "msgid \"last\"" "msgstr \"\"")
  => (("" nil ("Language: ja
")) ("a {b} c" nil ("d\"e\"\\
")) ("one" "many" ("x" "y")) ("last" nil ("")))
(catalogue "msgid \"a\"" "msgxyz \"b\"")            => (error bad-catalogue "Line 2 of a catalogue makes no sense: msgxyz")
(catalogue "msgstr \"a\"")                           => (error bad-catalogue "Line 1")
(catalogue "msgid a")                                => (error bad-catalogue "Line 1")

;;; The language: by the browser's request, or by the visitor's choice.
(mapcar (lambda (header) (language-code (accepted-language header)))
        '(nil "" "ja" "ja-JP" "zh-TW,zh;q=0.9,en;q=0.8" "fr,de;q=0.9" "fr, ja;q=0.3, zh;q=0.4" "en;q=0.1,ja;q=0.2" "ja;q=0" "ja;q=0,zh;q=0.001" "*" "xyz;;;" ";q=1" "ja;q=abc" "ja ; q=0.5"))
  => (:en :en :ja :ja :zh-hant :en :zh :ja :en :zh :en :en :en :en :ja)
(mapcar (lambda (text) (let ((language (language-named text))) (and language (language-code language))))
        '("zh" "zh-CN" "zh-Hans-TW" "zh-Hant" "zh-hant-HK" "ZH-tw" "zh-HK" "zh-MO" "zh-SG" "zhx" "z" "" "ja-Latn"))
  => (:zh :zh :zh :zh-hant :zh-hant :zh-hant :zh-hant :zh-hant :zh nil nil nil :ja)
(language-code (accepted-language (make-string 100000 :initial-element #\,)))   => :en
(defun asked (path params &rest header)
  "Returns the status of the answer to PATH, the beginning of the page, and its Location and Set-Cookie."
  (destructuring-bind (status type page &optional headers)
      (multiple-value-list (answer path params (loop for (name value) on header by #'cddr collect (cons name value))))
    (declare (ignore type))
    (list status (let ((at (search "<html lang=\"" page))) (and at (subseq page (+ at 12) (+ at 14))))
          (cdr (assoc "Location" headers :test #'equal)) (cdr (assoc "Set-Cookie" headers :test #'equal)))))   => asked
(asked "rules" nil)                                  => (200 "en" nil nil)
(asked "rules" nil '#:accept-language "ja,en;q=0.5")   => (200 "ja" nil nil)
(asked "rules" nil '#:accept-language "ja" '#:cookie "session-80=1; language=zh")   => (200 "zh" nil nil)
(asked "rules" nil '#:accept-language "ja" '#:cookie "language=<b>; other")   => (200 "ja" nil nil)
(asked "nowhere" nil '#:accept-language "zh")        => (404 "zh" nil nil)
(asked "language" '((to . "ja")) '#:host "a.example" '#:referer "http://a.example/play?from=3")
  => (303 nil "/play?from=3" "language=ja; Path=/; Max-Age=31536000; SameSite=Lax")
(loop for referer in '("http://evil.example/x" "x" "http://a.example//evil.example" "http://a.example" "http://a.example/\\evil.example")
      collect (third (asked "language" '((to . "ja")) '#:host "a.example" '#:referer referer)))   => ("/" "/" "/evil.example" "/" "/evil.example")
(list (first (asked "language" '((to . "tlh")))) (first (asked "language" nil)))   => (400 400)
(language-code *language*)                           => :en

(load "tests/lisp/support/store.lisp")            => t

;;; Pages in each language contain no English: none of the English texts stands between their tags.
(defun texts-between-tags (page)
  "Returns the texts of PAGE, without tags and what is in other languages by its name."
  (loop with start = 0
        for end = (position #\< page :start start)
        for text = (string-trim '(#\Space #\Newline) (subseq page start end))
        unless (string= text "") collect text
        while end
        do (setf start (1+ (position #\> page :start end)))))   => texts-between-tags
(defparameter *over* (let* ((rules '(:size 3 :players 3 :dice 5 :people 1 :level :kind :seed 5 :fair t)) (record (new-record rules)))
                       (with-rules (rules) (loop until (eq (record-stage record) :over) do (play-action record (record-action record :kind))))
                       record))                      => *over*
(defun latin-words (code path &rest params)
  "Returns what the page at PATH says in the language CODE that has two Latin letters side by side."
  (let ((page (nth-value 2 (answer path (loop for (name value) on params by #'cddr collect (cons name value))
                                   (list (cons '#:accept-language (string-downcase code)))))))
    (remove-if-not (lambda (text) (loop for (a b) on (coerce text 'list) thereis (and b (< 64 (char-code a) 123) (< 64 (char-code b) 123) (alpha-char-p a) (alpha-char-p b))))
                   (set-difference (texts-between-tags page) '("Dice of Doom" "English") :test #'string=))))   => latin-words
(defun without-names (texts)
  (remove-if (lambda (text)
               (or (search "Dice of Doom" text) (search "SVG" text) (search "&gt;" text) (search "Enter" text)))
             texts))   => without-names
(loop for code in '(:zh :zh-hant :ja)
      append (loop for (path . params) in '(("") ("rules") ("play") ("replay" at "3") ("puzzles") ("puzzle" n "1") ("puzzle" n "1" help "1") ("decision" n "1") ("decision" n "1" to "end") ("statistics") ("today") ("position" at "4.2.2.5.0.t.DIIM")
                                            ("position" at "4") ("together"))
                   append (progn (setf *record* (if (equal path "") nil *over*))
                                 (without-names (apply #'latin-words code path params)))))   => nil
(progn
  (setf *record* (unplayed-record "6.3.5.1.steady.12.a"))
  (append (without-names (latin-words :ja "play"))
          (without-names (latin-words :zh "hint" 'game "6.3.5.1.steady.12.a" 'move "0"))))   => nil

;;; The page while the store cannot be used comes in the language that the browser asks for, or that its cookie names.
(loop for headers in '((("Accept-Language" . "de")) (("Accept-Language" . "ja,en")) (("accept-language" . "zh-TW")) (("Cookie" . "a=1; language=zh") ("Accept-Language" . "ja")))
      collect (multiple-value-bind (text undone) (unavailable-words headers 5)
                (list (subseq text 0 3) (and (find #\5 text) t) (subseq undone 0 2))))
  => (("The" t "Wh") ("サーバ" t "送信") ("伺服器" t "你剛") ("服务器" t "你刚"))
