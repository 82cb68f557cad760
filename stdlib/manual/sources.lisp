;;; Sources: where names are defined, and pages that show those files with a place for each line (the manual).
(in-package "TESSERA-MANUAL")

;;; Code with comments and strings marked.

(defun language-of (text)
  "What TEXT, a block of code in a guide, is written in: :LISP, :C++ or NIL."
  (let ((start (string-left-trim '(#\Space #\Newline) text)))
    (cond ((string= start "") nil)
          ((or (search "#include" start) (search "tessera::" start) (search "lisp.define" start) (search "//" start)) :c++)
          ((find (char start 0) "(;'`>") :lisp))))

(defstruct (syntax (:copier nil))
  "How comments and strings are written: LINE begins a comment to the line's end, OPEN and CLOSE are around others."
  line open close)

(defun syntax-of (language)
  (ecase language
    (:lisp (make-syntax :line ";" :open "#|" :close "|#"))
    (:c++ (make-syntax :line "//" :open "/*" :close "*/"))))

(defun string-end (text start)
  "The index behind the string of TEXT that goes on at START; NIL if it does not end here."
  (loop for i from start below (length text)
        do (case (char text i)
             (#\\ (incf i))
             (#\" (return (1+ i))))))

(defun begins-p (beginning text at)
  (let ((end (+ at (length beginning))))
    (and (<= end (length text)) (string= beginning text :start2 at :end2 end))))

(defun quoted-character-p (text at language)
  "True if the character AT, which would begin something, is one by itself: #\\; or '\"'."
  (and (plusp at)
       (ecase language
         (:lisp (and (char= (char text (1- at)) #\\) (> at 1) (char= (char text (- at 2)) #\#)))
         (:c++ (find (char text (1- at)) "'\\")))))

(defun next-mark (text start language syntax)
  "Two values: where in TEXT, from START on, a comment or a string begins, and which: :LINE, :BLOCK or :STRING; or NIL."
  (let ((first (char (syntax-line syntax) 0)) (opener (char (syntax-open syntax) 0)))
    (loop for at = (position-if (lambda (char) (or (char= char #\") (char= char first) (char= char opener))) text :start start)
          while at
          do (cond ((quoted-character-p text at language))
                   ((begins-p (syntax-line syntax) text at) (return (values at :line)))
                   ((begins-p (syntax-open syntax) text at) (return (values at :block)))
                   ((char= (char text at) #\") (return (values at :string))))
             (setf start (1+ at)))))

(defun mark-end (text start state syntax)
  "Where in TEXT what goes on at START, of the kind STATE, ends; NIL if in a later line."
  (ecase state
    (:line (length text))
    (:string (string-end text start))
    (:block (let ((close (search (syntax-close syntax) text :start2 start))) (and close (+ close (length (syntax-close syntax))))))))

(defun print-marked (text start end state)
  (tag span (class (if (eq state :string) "string" "comment"))
    (text (subseq text start end))))

(defun print-code-line (line language syntax state)
  "Prints LINE, which begins in STATE: NIL, :STRING or :BLOCK. Returns that of its end."
  (let ((start 0))
    (loop
      (if state
          (let ((end (mark-end line start state syntax)))
            (when (< start (or end (length line))) (print-marked line start end state))
            (unless end (return state))
            (setf start end state nil))
          (multiple-value-bind (mark kind) (next-mark line start language syntax)
            (text (subseq line start mark))
            (unless mark (return nil))
            (let ((end (mark-end line (+ mark (if (eq kind :block) (length (syntax-open syntax)) 1)) kind syntax)))
              (print-marked line mark end kind)
              (unless end (return kind))
              (setf start end)))))))

(defun print-code (text language)
  "Prints TEXT, lines of code in LANGUAGE, or in none that is known if that is NIL."
  (if language
      (let ((syntax (syntax-of language)) (state nil))
        (loop for (line . more) on (parts text #\Newline)
              do (setf state (print-code-line line language syntax state))
                 (when more (terpri))))
      (text text)))

;;; Where names are defined. Swank's index of definitions tells; what nobody defines by name stands where the name is written first.

(defvar *definitions* (make-hash-table :test 'equal)
  "From names in capitals, without % at the beginning, to lists of a file and a definition in it.")
(defvar *texts* '() "Lists of a path and the text of those files that may define a name of the library.")

(defun path-in-sources (file)
  (enough-namestring file *sources*))

(defun read-lines (file)
  (with-open-file (in file :external-format :utf-8)
    (coerce (loop for line = (read-line in nil) while line collect line) 'vector)))

(defun below-p (path &rest folders)
  "True if PATH is below one of FOLDERS of stdlib/."
  (some (lambda (folder) (eql 0 (search (format nil "stdlib/~a/" folder) path))) folders))

(defun note-definitions ()
  "Reads the definitions in the library and in C++."
  (setf swank::*source-directory* *sources*)
  (loop for (folder type) in '(("interp/builtins" "cpp") ("stdlib" "lisp") ("interp" "cpp") ("interp" "def"))
        do (dolist (file (swank::library-files folder type))
             (let ((path (path-in-sources file)))
               (unless (or (assoc path *texts* :test #'string=) (below-p path "manual" "swank" "language-server" "tour"))
                 (push (list path (format nil "~{~a~%~}" (coerce (read-lines file) 'list))) *texts*)
                 (unless (or (below-p path "documentation") (equal type "def"))
                   (dolist (definition (swank::index-of file))
                     (push (list file definition) (gethash (swank::definition-name definition) *definitions*))))))))
  (setf *texts* (stable-sort (reverse *texts*) #'< :key (lambda (entry) (folder-order (first entry))))))

(defun language-path-p (path)
  "True if PATH is of another language's folder."
  (and (below-p path "languages") (> (count #\/ path) 2)))

(defun base-names (symbol)
  "The name of SYMBOL without % at the beginning, and what it is made of where a macro defines several names at once."
  (let ((name (string-left-trim "%" (symbol-name symbol))))
    (cons name (loop for end in '("-IF-NOT" "-IF" "-WARNING")
                     when (ends-in-p name end) collect (subseq name 0 (- (length name) (length end)))))))

(defvar *definers*
  '(("defun" . function) ("defmacro" . function) ("defgeneric" . function) ("define-native" . function) ("native" . function)
    ("define-special-form" . function) ("%define-macro" . function) ("defvar" . variable) ("defparameter" . variable) ("defconstant" . variable)
    ("defclass" . type) ("deftype" . type) ("defstruct" . type) ("define-condition" . type) ("%define-standard-condition" . type))
  "What defining operators define.")

(defun definition-rank (entry symbol kind)
  "How well ENTRY, a file and a definition, fits SYMBOL as a KIND of name, a number; the least fits best."
  (destructuring-bind (file definition) entry
    (+ (if (eq (cdr (assoc (swank::definition-operator definition) *definers* :test #'string=)) kind) 0 4)
       (if (search (format nil "%~a" (symbol-name symbol)) (swank::definition-text definition) :test #'char-equal) 2 0)
       (if (search "builtins/" (namestring file)) 0 1))))

(defun fitting-definitions (symbol)
  "The definitions that may be those of SYMBOL: lists of a file and a definition."
  (remove-if-not (lambda (entry)
                   (and (not (and (language-path-p (path-in-sources (first entry)))
                                  (member (package-name (symbol-package symbol)) '("COMMON-LISP" "TESSERA") :test #'string=)))
                        (not (search "%define-prompt-command" (swank::definition-text (second entry))))
                        (or (equal (pathname-type (first entry)) "cpp") (swank::in-package-p entry symbol))))
                 (loop for name in (base-names symbol) thereis (gethash name *definitions*))))

(defun definition-of (symbol kind)
  "Two values: the path of the file that defines SYMBOL as a KIND of name, FUNCTION, VARIABLE or TYPE, and the line; or NIL."
  (let ((best (first (sort (fitting-definitions symbol) #'< :key (lambda (entry) (definition-rank entry symbol kind))))))
    (if best
        (values (path-in-sources (first best)) (swank::definition-line (second best)))
        (first-mention symbol))))

(defun delimited-p (text start end)
  "True if no character of a name stands before START or at END of TEXT."
  (flet ((delimiter-p (at) (or (not (< -1 at (length text))) (find (char text at) (format nil "~% ()'\"`,#:;")))))
    (and (delimiter-p (1- start)) (delimiter-p end))))

(defun comment-at-p (text at)
  "True if the line of TEXT in which AT is begins with a comment."
  (let ((start (position-if-not (lambda (char) (char= char #\Space)) text :start (1+ (or (position #\Newline text :end at :from-end t) -1)))))
    (find (char text start) ";/")))

(defun mention-in (name text)
  "The number of the line, from 1, in which NAME is first written in TEXT outside of comments; or NIL."
  (loop for at = (search name text) then (search name text :start2 (1+ at))
        while at
        when (and (delimited-p text at (+ at (length name))) (not (comment-at-p text at)))
          return (1+ (count #\Newline text :end at))))

(defun folder-order (path)
  "Where the folder of PATH comes among those where a name's maker is looked for: C++'s tables, the library, texts about names."
  (cond ((search "interp/builtins/" path) 0)
        ((ends-in-p path "special_operators.def") 0)
        ((ends-in-p path ".cpp") 1)
        ((ends-in-p path "known_symbols.def") 2)
        ((search "stdlib/documentation/" path) 4)
        ((search "stdlib/" path) 3)
        (t 5)))

(defun in-c++-p (path)
  (or (ends-in-p path ".cpp") (ends-in-p path ".def")))

(defun first-mention (symbol)
  "Two values: the path of the file, and the line in it, where the name of SYMBOL is first written: there something makes its definition."
  (let* ((name (first (base-names symbol))) (small (string-downcase name)) (quoted (format nil "\"~a\"" name))
         (lisp-p (and (fboundp symbol) (not (special-operator-p symbol)) (not (swank::native-p symbol)))))
    (loop for (path text) in *texts*
          for line = (and (not (language-path-p path))
                          (not (and lisp-p (ends-in-p path ".cpp"))) (mention-in (if (in-c++-p path) quoted small) text))
          when line
            do (return (values path line)))))

;;; Pages of sources.

(defvar *shown-sources* '() "The paths of the files that the manual shows.")

(defun source-page (path)
  "The page that shows the file of the sources that PATH names; it will be written."
  (pushnew path *shown-sources* :test #'string=)
  (format nil "source/~a.html" path))

(defun source-link (path line)
  "Prints a link to LINE of the file PATH."
  (tag a (class "source" href (address (source-page path) (format nil "L~d" line)))
    (text (format nil "~a:~d" path line))))

(defun language-of-file (path)
  (let ((type (pathname-type path)))
    (cond ((member type '("lisp" "scm" "arc" "clj") :test #'equal) :lisp)
          ((member type '("cpp" "hpp" "def" "c" "h" "css" "js") :test #'equal) :c++))))

(defun write-source-page (path)
  "Writes the page that shows the file PATH."
  (with-page ((format nil "source/~a.html" path) path)
    (element h1 (class "path") path)
    (let* ((language (language-of-file path)) (syntax (and language (syntax-of language))) (state nil))
      (tag pre (class "listing" tabindex 0)
        (loop for line across (read-lines (merge-pathnames path *sources*))
              for number from 1
              do (tag span (id (format nil "L~d" number))
                   (if language
                       (setf state (print-code-line line language syntax state))
                       (text line)))
                 (terpri))))))
