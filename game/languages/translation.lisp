;;; What people read, in their language. Programs say it in English, (say "{who} won" :who name); catalogues in the formats of GNU gettext, languages/*.po, say
;;; what that is in other languages. languages/collect.lisp finds all texts in the sources, for languages/dice-of-doom.pot.
;;;     (define-language :ja "日本語" "languages/ja.po")
;;;     (in-words-of (:ja) (say "{who} won" :who "Ace"))

(defstruct language
  "A language: its CODE, a keyword; what it is called by those who speak it; TAGS, a list of other texts that browsers call it by; and what its catalogue says,
by the English texts: a list of texts for each, one for each grammatical number."
  code name (tags '()) (texts (make-hash-table :test 'equal)))

(defvar *languages* (list (make-language :code :en :name "English")) "The languages that there are, English first.")
(defvar *language* (first *languages*) "The language in which things are said.")

;;; Saying it

(defun translated (text number)
  "Returns what TEXT is in *LANGUAGE*, or TEXT itself if its catalogue has none. NUMBER, 0 or 1, is the form to take where it has two."
  (let ((forms (gethash text (language-texts *language*))))
    (cond ((null forms) text)
          ((rest forms) (nth number forms))
          (t (first forms)))))

(defun fill-in (text values)
  "Returns TEXT with each {name} replaced by what the property list VALUES has for it.
  (fill-in \"{who} won {n} hexes\" '(:n 3 :who \"Ace\")) => \"Ace won 3 hexes\""
  (if (not (find #\{ text))
      text
      (with-output-to-string (out)
        (loop for start = 0 then (1+ end)
              for open = (position #\{ text :start start)
              for end = (and open (position #\} text :start open))
              do (write-string text out :start start :end open)
              while open
              do (princ (getf values (find-symbol (string-upcase (subseq text (1+ open) end)) "KEYWORD") "?") out)))))

(defun say (text &rest values)
  "Returns TEXT, an English one, in *LANGUAGE*, with each {name} replaced by what the property list VALUES has for it.
  (say \"{who} won\" :who \"Ace\") => \"Ace won\""
  (fill-in (translated text 0) values))

;; The sources are searched for SAY, SAY-COUNT and NOTE.
(defmacro note (text)
  "Returns TEXT, an English one that SAY says elsewhere."
  text)

(defun say-count (count one many &rest values)
  "Returns ONE, the English text for one of something, or MANY, in *LANGUAGE* as it goes with COUNT, which is {count} in it. VALUES as for SAY.
  (say-count 2 \"{count} die\" \"{count} dice\") => \"2 dice\""
  (let ((number (if (= count 1) 0 1)))
    (fill-in (if (gethash one (language-texts *language*))
                 (translated one number)
                 (if (= count 1) one many))
             (list* :count count values))))

(defun say-list (things)
  "Returns the list of texts THINGS as one, with what *LANGUAGE* has between them.
  (say-list '(\"Ace\" \"Deuce\" \"Trey\")) => \"Ace, Deuce and Trey\""
  (cond ((null (rest things)) (first things))
        (t (reduce (lambda (before last) (say "{before} and {last}" :before before :last last))
                   (list (reduce (lambda (before next) (say "{before}, {next}" :before before :next next)) (butlast things))
                         (first (last things)))))))

(defun say-sentences (sentences)
  "Returns the list SENTENCES, texts or NIL, as one text, with what *LANGUAGE* has between sentences.
  (say-sentences '(\"One.\" nil \"Two.\")) => \"One. Two.\""
  (let ((sentences (remove nil sentences)))
    (if sentences
        (reduce (lambda (before next) (say "{before} {next}" :before before :next next)) sentences)
        "")))

;;; Catalogues

(define-condition bad-catalogue (error)
  ((line :initarg :line) (text :initarg :text))
  (:report (lambda (condition stream)
             (with-slots (line text) condition (format stream "Line ~d of a catalogue makes no sense: ~a" line text))))
  (:documentation "A catalogue is not as GNU gettext writes them."))

(defun quoted-text (line start)
  "Returns the text that stands in LINE between quotes from START on, with what backslashes stand for; NIL if there is none."
  (let ((open (position #\" line :start start))
        (close (position #\" line :from-end t)))
    (when (and open (< open close))
      (with-output-to-string (out)
        (loop with pos = (1+ open)
              while (< pos close)
              do (let ((char (char line pos)))
                   (cond ((char= char #\\)
                          (incf pos)
                          (write-char (case (char line pos) (#\n #\Newline) (#\t #\Tab) (t (char line pos))) out))
                         (t (write-char char out)))
                   (incf pos)))))))

(defun keyword-of-line (line)
  "Returns what the text in LINE of a catalogue is: :ID, :PLURAL, :FORM; :MORE of the one before; :NOTHING; NIL if it makes no sense."
  (flet ((begins-p (with) (eql (mismatch with line) (length with))))
    (cond ((string= (string-trim '(#\Space #\Tab #\Return) line) "") :nothing)
          ((begins-p "#") :nothing)
          ((begins-p "msgid_plural \"") :plural)
          ((begins-p "msgid \"") :id)
          ((begins-p "msgstr \"") :form)
          ((begins-p "msgstr[") :form)
          ((begins-p "\"") :more))))

(defun read-catalogue (stream)
  "Returns the entries of the catalogue that STREAM brings, lists (TEXT PLURAL FORMS), PLURAL being NIL where there is none. What is marked as fuzzy is left out.
The first one tells of the catalogue, its TEXT is \"\". Signals a BAD-CATALOGUE."
  (let ((entries '()) (fuzzy nil))
    (loop for line = (read-line stream nil)
          for number from 1
          while line
          do (let ((kind (keyword-of-line line)))
               (when (and (eql (search "#," line) 0) (search "fuzzy" line))
                 (setf fuzzy t))
               (unless (eq kind :nothing)
                 (let ((text (and kind (quoted-text line 0))))
                   (unless (and text (or (eq kind :id) entries))
                     (error 'bad-catalogue :line number :text line))
                   (ecase kind
                     (:id (push (list text nil '() fuzzy) entries)
                      (setf fuzzy nil))
                     (:plural (setf (second (first entries)) text))
                     (:form (push text (third (first entries))))
                     (:more (let ((entry (first entries)))
                              (cond ((third entry) (setf (first (third entry)) (concatenate 'string (first (third entry)) text)))
                                    ((second entry) (setf (second entry) (concatenate 'string (second entry) text)))
                                    (t (setf (first entry) (concatenate 'string (first entry) text)))))))))))
    (loop for (text plural forms fuzzy) in (nreverse entries)
          unless fuzzy
            collect (list text plural (reverse forms)))))

(defun catalogue-entries (path)
  "Returns the entries of the catalogue in the file PATH: see READ-CATALOGUE."
  (with-open-file (in path :external-format :utf-8)
    (read-catalogue in)))

(defun define-language (code name path &rest tags)
  "Lets there be the language CODE, a keyword, which those who speak it call NAME; the file PATH is its catalogue. TAGS are other texts that browsers call it by.
Returns CODE."
  (let ((language (make-language :code code :name name :tags tags)))
    (loop for (text nil forms) in (catalogue-entries path)
          do (unless (or (string= text "") (member "" forms :test #'string=))
               (setf (gethash text (language-texts language)) forms)))
    (setf *languages* (append (remove code *languages* :key #'language-code) (list language)))
    code))

;;; Which one

(defun tag-fits-p (tag text)
  "True if TEXT is TAG, or goes on after it with a hyphen.
  (list (tag-fits-p \"zh\" \"zh-TW\") (tag-fits-p \"zh\" \"zhx\")) => (T NIL)"
  (let ((end (mismatch tag text :test #'char-equal)))
    (or (null end)
        (and (= end (length tag)) (char= (char text end) #\-)))))

(defun language-named (text)
  "Returns the language whose code or one of whose tags is TEXT, or begins it: the one that says most of it; NIL if there is none.
  (language-code (language-named \"en-GB\")) => :EN"
  (let ((best nil) (most 0))
    (dolist (language (and text *languages*) best)
      (dolist (tag (cons (symbol-name (language-code language)) (language-tags language)))
        (when (and (tag-fits-p tag text) (> (length tag) most))
          (setf best language
                most (length tag)))))))

(defun quality (parameters)
  "Returns how much a language is wanted, in thousandths, as the list PARAMETERS of an Accept-Language header says: 1000 if it does not.
  (list (quality '(\"q=0.8\")) (quality '()) (quality '(\"q=x\"))) => (800 1000 0)"
  (let ((text (loop for parameter in parameters
                      thereis (and (eql (search "q=" parameter) 0) (subseq parameter 2)))))
    (cond ((null text) 1000)
          ((and (<= 1 (length text) 5) (find (char text 0) "01") (every #'digit-char-p (remove #\. text)))
           (let ((digits (remove #\. text)))
             (floor (* 1000 (parse-integer digits)) (expt 10 (1- (length digits))))))
          (t 0))))

(defun accepted-language (header)
  "Returns the language that HEADER, the text of an Accept-Language header or NIL, wants most of those that there are; English if none.
  (language-code (accepted-language \"fr, en;q=0.5\")) => :EN"
  (let ((best (first *languages*)) (most 0))
    (dolist (part (and header (< (length header) 1000) (parts header #\,)) best)
      (destructuring-bind (name &rest parameters) (mapcar (lambda (text) (string-trim " " text)) (parts part #\;))
        (let ((language (language-named name))
              (quality (quality parameters)))
          (when (and language (> quality most))
            (setf best language
                  most quality)))))))

(defmacro in-words-of ((code) &body body)
  "Evaluates BODY with the language CODE, a keyword, as the one in which things are said."
  `(let ((*language* (or (find ,code *languages* :key #'language-code) (first *languages*))))
     ,@body))
