;;; Translates what people read. Programs use English, (say "{who} won" :who name); the message catalogues
;;; languages/*.po, in the format of GNU gettext, hold the translations. languages/collect.lisp collects the texts.
;;;     (define-language :ja "日本語" "languages/ja.po")
;;;     (in-words-of (:ja) (say "{who} won" :who "Ace"))

(defstruct language
  "A language: its CODE, a keyword; its NAME in the language itself; TAGS, other codes that browsers use; and TEXTS, a
table from English texts to lists of translations, one for each grammatical number."
  code name (tags '()) (texts (make-hash-table :test 'equal)))

(defvar *languages* (list (make-language :code :en :name "English")) "The available languages, English first.")
(defvar *language* (first *languages*) "The language of the texts that SAY returns.")

;;; Translating

(defun translated (text number)
  "Returns the translation of TEXT into *LANGUAGE*, or TEXT if the catalogue has none. NUMBER, 0 or 1, selects the
grammatical number."
  (let ((forms (gethash text (language-texts *language*))))
    (cond ((null forms) text)
          ((rest forms) (nth number forms))
          (t (first forms)))))

(defun template-parts (text)
  "Returns the parts of TEXT: strings, and for each {name} a list of its keyword, or of a string if there is no such
keyword. A brace that is not closed stays.
  (template-parts \"{n} hexes {\") => ((:N) \" hexes {\")"
  (loop for start = 0 then (1+ end)
        for open = (position #\{ text :start start)
        for end = (and open (position #\} text :start open))
        for before = (subseq text start (and end open))
        unless (string= before "") collect before
        while end
        collect (let ((name (string-upcase (subseq text (1+ open) end))))
                  (list (or (find-symbol name "KEYWORD") name)))))

(let ((known (make-hash-table :test 'equal)))
  (defun fill-in (text values)
    "Returns TEXT with each {name} replaced by its value in the property list VALUES. A brace that is not closed stays.
  (fill-in \"{who} won {n} hexes {\" '(:n 3 :who \"Ace\")) => \"Ace won 3 hexes {\""
    (if (not (find #\{ text))
        text
        (with-output-to-string (out)
          (when (> (hash-table-count known) 2000) ; texts may contain names that people chose
            (clrhash known))
          (dolist (part (or (gethash text known) (setf (gethash text known) (template-parts text))))
            (if (consp part)
                (princ (getf values (first part) "?") out)
                (write-string part out)))))))

(defun say (text &rest values)
  "Returns the English TEXT in *LANGUAGE*, with each {name} replaced by its value in the property list VALUES.
  (say \"{who} won\" :who \"Ace\") => \"Ace won\""
  (fill-in (translated text 0) values))

;; collect.lisp looks for SAY, SAY-COUNT and NOTE in the sources.
(defmacro note (text)
  "Returns TEXT, an English text that is passed to SAY elsewhere."
  text)

(defun say-count (count one many &rest values)
  "Returns ONE, an English singular, or MANY, its plural, in *LANGUAGE* as fits COUNT, which replaces {count}. VALUES as
for SAY.
  (say-count 2 \"{count} die\" \"{count} dice\") => \"2 dice\""
  (let ((number (if (= count 1) 0 1)))
    (fill-in (if (gethash one (language-texts *language*))
                 (translated one number)
                 (if (= count 1) one many))
             (list* :count count values))))

(defun say-list (things)
  "Returns the texts THINGS, a list, as one text with the separators of *LANGUAGE*.
  (say-list '(\"Ace\" \"Deuce\" \"Trey\")) => \"Ace, Deuce and Trey\""
  (cond ((null (rest things)) (first things))
        (t (reduce (lambda (before last) (say "{before} and {last}" :before before :last last))
                   (list (reduce (lambda (before next) (say "{before}, {next}" :before before :next next)) (butlast things))
                         (first (last things)))))))

(defun say-sentences (sentences)
  "Returns SENTENCES, a list of texts or NIL, as one text with the separators of *LANGUAGE*.
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
  "Returns the text between quotes in LINE from START on, with escapes replaced; NIL if there is none."
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
  "Returns the kind of the text in LINE of a catalogue: :ID, :PLURAL, :FORM, :MORE of the line before, :NOTHING, or NIL
for a wrong line."
  (flet ((begins-p (with) (eql (mismatch with line) (length with))))
    (cond ((string= (string-trim '(#\Space #\Tab #\Return) line) "") :nothing)
          ((begins-p "#") :nothing)
          ((begins-p "msgid_plural \"") :plural)
          ((begins-p "msgid \"") :id)
          ((begins-p "msgstr \"") :form)
          ((begins-p "msgstr[") :form)
          ((begins-p "\"") :more))))

(defun read-catalogue (stream)
  "Returns the entries of the catalogue in STREAM, lists (TEXT PLURAL FORMS), PLURAL being NIL if there is none. Fuzzy
entries are left out. The first entry describes the catalogue; its TEXT is \"\". Signals a BAD-CATALOGUE."
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
  "Defines the language CODE, a keyword, with the NAME that its speakers use and the catalogue in the file PATH. TAGS
are other codes that browsers use. Returns CODE."
  (let ((language (make-language :code code :name name :tags tags)))
    (loop for (text nil forms) in (catalogue-entries path)
          do (unless (or (string= text "") (member "" forms :test #'string=))
               (setf (gethash text (language-texts language)) forms)))
    (setf *languages* (append (remove code *languages* :key #'language-code) (list language)))
    code))

;;; Choosing a language

(defun tag-fits-p (tag text)
  "True if TEXT is TAG or continues it after a hyphen.
  (list (tag-fits-p \"zh\" \"zh-TW\") (tag-fits-p \"zh\" \"zhx\")) => (T NIL)"
  (let ((end (mismatch tag text :test #'char-equal)))
    (or (null end)
        (and (= end (length tag)) (char= (char text end) #\-)))))

(defun language-named (text)
  "Returns the language whose code or tag matches TEXT with the most characters; NIL if none does.
  (language-code (language-named \"en-GB\")) => :EN"
  (let ((best nil) (most 0))
    (dolist (language (and text *languages*) best)
      (dolist (tag (cons (symbol-name (language-code language)) (language-tags language)))
        (when (and (tag-fits-p tag text) (> (length tag) most))
          (setf best language
                most (length tag)))))))

(defun quality (parameters)
  "Returns the quality in PARAMETERS, a list from an Accept-Language header, in thousandths: 1000 if it is missing.
  (list (quality '(\"q=0.8\")) (quality '()) (quality '(\"q=x\"))) => (800 1000 0)"
  (let ((text (loop for parameter in parameters
                      thereis (and (eql (search "q=" parameter) 0) (subseq parameter 2)))))
    (cond ((null text) 1000)
          ((and (<= 1 (length text) 5) (find (char text 0) "01") (every #'digit-char-p (remove #\. text)))
           (let ((digits (remove #\. text)))
             (floor (* 1000 (parse-integer digits)) (expt 10 (1- (length digits))))))
          (t 0))))

(defun accepted-language (header)
  "Returns the available language that HEADER, the value of an Accept-Language header or NIL, prefers; English if there
is none.
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
  "Evaluates BODY with the language CODE, a keyword, as *LANGUAGE*."
  `(let ((*language* (or (find ,code *languages* :key #'language-code) (first *languages*))))
     ,@body))
