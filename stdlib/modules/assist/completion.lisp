;;; Completions of what is being typed: symbols, keywords, packages, file names.

(in-package "TESSERA")

;;; Which names a text before the cursor stands for.

(defun %own-case (name typed)
  "Returns the symbol name NAME in the case of TYPED, the beginning that the user has typed."
  (if (and (find-if #'upper-case-p typed) (notany #'lower-case-p typed))
      name
      (string-downcase name)))

(defun %typable-p (name)
  "True if the reader makes NAME of the same letters in either case."
  (and (plusp (length name))
       (notany (lambda (char) (or (lower-case-p char) (%token-delimiter-p char) (find char "|\\:"))) name)))

(defun %meaningful-p (symbol)
  "True if SYMBOL is defined as something, and not merely a name that was typed once."
  (or (eq (symbol-package symbol) (load-time-value (find-package "COMMON-LISP")))
      (%own-definition-p symbol)))

(defun %begins-p (prefix name)
  "True if NAME begins with PREFIX, in any case."
  (and (<= (length prefix) (length name))
       (string-equal prefix name :end2 (length prefix))))

(defun %abbreviation-p (short name)
  "True if the characters of SHORT are found in NAME in order, each directly after the one before or at the beginning of
a word: mvb and m-v-b in MULTIPLE-VALUE-BIND."
  (labels ((try (i j)
             (cond ((= i (length short)) t)
                   ((char= (char short i) #\-)
                    (let ((dash (position #\- name :start j))) (and dash (try (1+ i) (1+ dash)))))
                   (t (loop for k = j then (let ((dash (position #\- name :start k))) (and dash (1+ dash)))
                            while (and k (< k (length name)))
                            thereis (and (char-equal (char short i) (char name k)) (try (1+ i) (1+ k))))))))
    (and (plusp (length short)) (try 0 0))))

(defun %matching (typed objects key)
  "Returns those of OBJECTS whose names, by KEY, begin with TYPED; if there are none, those that it abbreviates; if
none, those that contain it."
  (flet ((those (test) (remove-if-not (lambda (object) (funcall test typed (funcall key object))) objects)))
    (or (those #'%begins-p)
        (and (> (length typed) 1)
             (or (those #'%abbreviation-p)
                 (and (> (length typed) 2)
                      (those (lambda (part name) (search part name :test #'char-equal)))))))))

(defun %sorted-names (names)
  "Returns NAMES sorted and without duplicates."
  (sort (remove-duplicates names :test #'string=) #'string<))

;;; Symbols.

(defun %symbol-names (typed package kinds test)
  "Returns the sorted names of the symbols of PACKAGE and KINDS that complete TYPED and satisfy TEST."
  (let ((symbols (%package-symbols (list package) kinds)))
    (flet ((those (symbols)
             (remove-if-not (lambda (symbol) (and (funcall test symbol) (%typable-p (symbol-name symbol)))) symbols)))
      (%sorted-names
       (mapcar #'symbol-name
               (or (those (remove-if-not (lambda (symbol) (%begins-p typed (symbol-name symbol))) symbols))
                   (%matching typed (those symbols) #'symbol-name)))))))

(defun %meaningful-names (typed package kinds operators-only)
  "Returns the sorted names of the defined symbols of PACKAGE and KINDS that complete TYPED; if OPERATORS-ONLY and there
are operators, only those."
  (or (and operators-only (%symbol-names typed package kinds #'fboundp))
      (%symbol-names typed package kinds #'%meaningful-p)))

(defun %qualified-completions (typed colon operators-only)
  "Returns the completions of TYPED, which has a package's name before its COLON: exported symbols first, others if
there are two colons."
  (let* ((internal (and (< (1+ colon) (length typed)) (char= (char typed (1+ colon)) #\:)))
         (package (find-package (string-upcase (subseq typed 0 colon))))
         (prefix (subseq typed 0 (if internal (+ colon 2) (1+ colon))))
         (name (subseq typed (length prefix))))
    (when package
      (mapcar (lambda (found) (concatenate 'string prefix (%own-case found name)))
              (append (%meaningful-names name package '(:external) operators-only)
                      (and internal (%symbol-names name package '(:internal) (constantly t))))))))

(defun %package-completions (typed)
  "Returns the names of packages, with their colon, that begin with TYPED."
  (and (plusp (length typed))
       (%sorted-names (loop for package in (list-all-packages)
                            append (loop for name in (cons (package-name package) (package-nicknames package))
                                         when (and (%begins-p typed name) (%typable-p name) (string/= name "KEYWORD"))
                                           collect (concatenate 'string (%own-case name typed) ":"))))))

(defun %local-names (text tokens around typed)
  "Returns the other names in TEXT that complete TYPED: its variables and local functions. AROUND is the token that is
being typed."
  (loop for token across tokens
        for name = (and (eq (%token-kind token) :atom) (not (eq token around)) (%token-text text token))
        when (and name
                  (alpha-char-p (char name 0))
                  (not (find #\: name))
                  (not (string-equal name typed))
                  (%begins-p typed name))
          collect name))

(defun %symbol-completions (typed text tokens around)
  "Returns the completions of TYPED, a name without a package."
  (let* ((operators-only (%operator-position-p tokens around))
         (names (mapcar (lambda (name) (%own-case name typed))
                        (%meaningful-names typed *package* '(:internal :external :inherited) operators-only)))
         (exact (and names (%begins-p typed (first names))))
         (local (%local-names text tokens around typed))
         (packages (%package-completions typed)))
    (cond (exact (append (%sorted-names (append local names)) packages))
          ((or local packages) (append (%sorted-names local) packages))
          (t names))))

(defun %operator-position-p (tokens around)
  "True if the token AROUND stands first in a list that is not quoted, or after #'."
  (let ((before (1- (%index-from tokens (%token-start around)))))
    (and (>= before 0)
         (let ((token (aref tokens before)))
           (case (%token-kind token)
             (:open (not (%prefixed-p tokens token)))
             (:prefix (= 2 (- (%token-end token) (%token-start token)))))))))

(defun %keyword-completions (typed text position)
  "Returns the completions of TYPED, which begins with a colon: keyword arguments of the operator that is being called,
or else any keywords."
  (let* ((operator (call-at text (- position (length typed))))
         (name (subseq typed 1))
         (own (and operator (%matching name (mapcar #'symbol-name (operator-keywords operator)) #'identity))))
    (mapcar (lambda (found) (concatenate 'string ":" (%own-case found name)))
            (or own
                (and (plusp (length name))
                     (%symbol-names name (find-package "KEYWORD") '(:external) (lambda (symbol) (%begins-p name (symbol-name symbol)))))))))

;;; Files.

(defun %home-expanded (name)
  "Returns NAME with the home directory in place of ~/ at its beginning."
  (if (eql 0 (search "~/" name))
      (concatenate 'string (namestring (user-homedir-pathname)) (subseq name 2))
      name))

(defun %entry-name (pathname)
  "Returns the last part of the PATHNAME of a file or directory, as it is typed in a string."
  (let* ((name (namestring pathname))
         (directory (and (plusp (length name)) (char= (char name (1- (length name))) #\/)))
         (slash (position #\/ name :end (if directory (1- (length name)) (length name)) :from-end t)))
    (remove #\\ (subseq name (if slash (1+ slash) 0)))))

(defun %file-completions (typed)
  "Returns the names of files that begin with TYPED, the beginning of a string."
  (let* ((slash (position #\/ typed :from-end t))
         (folder (if slash (subseq typed 0 (1+ slash)) ""))
         (name (subseq typed (length folder)))
         (entries (handler-case (directory (concatenate 'string (%home-expanded folder) "*.*"))
                    (error () '()))))
    (loop for entry in (%sorted-names (mapcar #'%entry-name entries))
          when (and (>= (length entry) (length name))
                    (string= name entry :end2 (length name))
                    (or (plusp (length name)) (char/= (char entry 0) #\.)))
            collect (concatenate 'string folder entry))))

;;; Completion.

(defun completions (text position &key commands)
  "Returns two values: a list of strings that can replace the text typed before POSITION of TEXT, the best first, and
the position in TEXT where the replaced part begins. COMMANDS are names, strings with a colon, that may stand where TEXT
begins.

    (completions \"(multiple-value-b\" 17)   ; (\"multiple-value-bind\"), 1"
  (let* ((tokens (%tokens-of text))
         (around (find-if (lambda (token) (and (< (%token-start token) position) (<= position (%token-end token))
                                               (member (%token-kind token) '(:atom :string :comment))))
                          tokens)))
    (if (null around)
        (values '() position)
        (let* ((start (%token-start around)) (typed (subseq text start position)))
          (cond ((eq (%token-kind around) :comment) (values '() position))
                ((eq (%token-kind around) :string)
                 (if (and (%token-finished around) (= position (%token-end around)))
                     (values '() position)
                     (values (%file-completions (subseq text (1+ start) position)) (1+ start))))
                (t (values (%name-completions typed text position tokens around commands) start)))))))

(defun %name-completions (typed text position tokens around commands)
  "Returns the completions of TYPED, part of a name or keyword before POSITION of TEXT."
  (let ((colon (position #\: typed)))
    (cond ((find #\| typed) '())
          ((null colon) (%symbol-completions typed text tokens around))
          ((plusp colon) (%qualified-completions typed colon (%operator-position-p tokens around)))
          (t (or (and commands
                      (zerop (%index-from tokens (%token-start around)))
                      (remove-if-not (lambda (command) (%begins-p typed command)) commands))
                 (%keyword-completions typed text position))))))

(defun common-beginning (strings)
  "Returns the longest common beginning of STRINGS, in any case."
  (let ((first (first strings)) (length (length (first strings))))
    (dolist (string (rest strings) (subseq first 0 length))
      (setq length (or (mismatch first string :end1 length :test #'char-equal) length)))))

(export '(completions common-beginning))
