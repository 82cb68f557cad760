;;; The pages beside chapters and guides: the first one, programs with their output, all names, the search index
;;; (the manual).
(in-package "TESSERA-MANUAL")

;;; Guides that a topic of HELP begins: its text, its examples, and then programs of examples/.

(defparameter *shown-guides*
  '(("guide-macros.html" "Macros" "macros" "examples/macros.lisp" "examples/macros_step_by_step.lisp")
    ("guide-lazy-lists.html" "Lazy lists" "lazy" "examples/lazy_lists.lisp")
    ("guide-continuations.html" "Generators, choices and tasks" "continuations" "examples/continuations/same_fringe.lisp"
     "examples/continuations/producer_consumer.lisp"))
  "The guides that show programs: page, title, topic of HELP, paths.")

(defun run-program-text (path)
  "Returns the output of the program PATH."
  (let* ((process (ext:run-program *program* (list (namestring (merge-pathnames path *sources*)))
                                   :output :stream :wait nil :error :output :directory (namestring *output*)))
         (text (with-open-stream (in (ext:process-output process))
                 (with-output-to-string (out)
                   (loop for line = (read-line in nil)
                         while line do (write-line line out))))))
    (ext:process-wait process)
    (assert (eql 0 (ext:process-exit-code process)) () "~a ended with status ~a: ~a" path (ext:process-exit-code process) text)
    text))

(defvar *program* "tessera" "The program that runs examples.")

(defun print-program (path)
  "Prints the program PATH and its output."
  (element h2 (id (substitute #\- #\/ path)) (format nil "The program ~a" (file-namestring path)))
  (tag pre (tabindex 0)
    (tag code ()
      (print-code (format nil "~{~a~^~%~}" (coerce (read-lines (merge-pathnames path *sources*)) 'list)) :lisp)))
  (element p () "It prints:")
  (tag pre (class "printed" tabindex 0) (element samp () (string-right-trim '(#\Newline) (run-program-text path))))
  (tag p (class "origin") (source-link path 1)))

(defun print-topic (topic)
  "Prints the text and the examples of TOPIC, a topic of HELP."
  (print-docstring (tessera-documentation::topic-text topic) '() nil)
  (loop for (form) in (tessera-documentation::topic-examples topic)
        do (print-example form form)))

(defun write-shown-guide (page title topic paths)
  "Writes the guide PAGE under TITLE: the text of TOPIC and the programs PATHS."
  (with-page (page title)
    (element h1 () title)
    (print-topic (tessera-documentation::find-topic topic))
    (mapc #'print-program paths)))

(defun write-guide (guide)
  "Writes the page of GUIDE."
  (with-page ((guide-page guide) (guide-title guide))
    (print-guide guide)))

;;; The contents.

(defun chapters-where (predicate)
  "Returns lists of the page and the title of the chapters for which PREDICATE is true."
  (loop for chapter in *chapters*
        when (funcall predicate chapter)
          collect (list (chapter-page chapter) (chapter-title chapter))))

(defun note-contents ()
  "Computes the contents of the manual."
  (flet ((guides (titles)
           (loop for title in titles
                 for guide = (find title (append *written-guides* *shown-guides*) :key #'second :test #'string=)
                 when guide collect (subseq guide 0 2))))
    (setf *contents*
          (remove-if-not #'rest `(("Guides" ,@(guides '("Start" "Macros" "Lazy lists" "Generators, choices and tasks" "Embedding in C++" "The engine and its modules"
                                  "Dice of Doom" "Scheme, Arc and Clojure" "Examples")))
            ("Editors and libraries" ,@(guides '("Editors: the language server" "Emacs and SLIME" "ASDF and libraries")))
            ("The language" ,@(chapters-where #'chapter-section) ,@(guides '("What differs from the standard")))
            ("Tessera's own" ,@(chapters-where (lambda (chapter) (not (or (chapter-section chapter) (chapter-package chapter))))))
            ("Libraries and modules" ,@(chapters-where #'chapter-package))
            ("Indexes" ("names.html" "All names")))))))

;;; The first page.

(defun write-first-page ()
  "Writes the first page."
  (with-page ("index.html" "Tessera: the reference manual" "The reference manual of Tessera, a small Common Lisp for embedding in C++")
    (tag div (class "title")
      (alone 'img 'src (relative "emblem.svg") 'alt "A die on a tile" 'width 72 'height 72)
      (tag div ()
        (element h1 () "Tessera")
        (element p (class "lead") (format nil "The reference manual of version ~a: a small Common Lisp for embedding in C++, and the home of Dice of Doom."
                                          (lisp-implementation-version)))))
    (tag p ()
      (text (format nil "It tells of ~:d names, each with what it takes, returns and signals, with examples that were run when this was made, and with
the place of its definition. Press / to search~:[.~;, or begin with ~]" (hash-table-count *chapter-of-symbol*) *written-guides*))
      (when *written-guides*
        (link "guide-start.html" nil "the start")
        (text ".")))
    (tag div (class "parts")
      (loop for (title . pages) in *contents*
            do (tag section ()
                 (element h2 () title)
                 (tag ul ()
                   (loop for (page name) in pages
                         do (tag li () (link page nil name)))))))))

;;; All names, by letter.

(defun name-order (symbol)
  "Returns the text by which SYMBOL is ordered."
  (plain-name symbol))

(defun letter-of (symbol)
  "Returns the letter under which SYMBOL is listed, a string, or \"#\"."
  (let ((char (find-if #'alphanumericp (symbol-name symbol))))
    (if (and char (alpha-char-p char)) (string char) "#")))

(defun all-symbols ()
  "Returns a list of all symbols with entries, in alphabetical order."
  (sort (loop for symbol being the hash-keys of *chapter-of-symbol* collect symbol) #'string< :key #'name-order))

(defun write-names ()
  "Writes the page of all names."
  (with-page ("names.html" "All names")
    (element h1 () "All names")
    (let ((letters '()))
      (dolist (symbol (all-symbols))
        (let ((group (assoc (letter-of symbol) letters :test #'string=)))
          (if group (push symbol (cdr group)) (push (list (letter-of symbol) symbol) letters))))
      (let ((letters (sort letters #'string< :key #'first)))
        (tag p (class "letters")
          (loop for (letter) in letters
                do (tag a (href (format nil "#letter-~a" (letter-id letter))) (text letter)) (text " ")))
        (loop for (letter . symbols) in letters
              do (element h2 (id (format nil "letter-~a" (letter-id letter))) letter)
                 (print-name-list (reverse symbols)))))))

(defun letter-id (letter)
  "Returns the part of an id for LETTER."
  (if (string= letter "#") "other" (string-downcase letter)))

;;; The search index: lists of a name, its page and id, and its kind.

(defun summary (text)
  "Returns the first sentence of TEXT in one line, cut if it is long."
  (let ((sentence (one-line (or (first (sentences text)) ""))))
    (if (> (length sentence) 110) (concatenate 'string (subseq sentence 0 (position #\Space sentence :end 107 :from-end t)) " …") sentence)))

(defun search-entries ()
  "Returns the entries of the search index: names, guides and headings."
  (append (loop for symbol in (all-symbols)
                for (meaning) = (list (first (meanings symbol)))
                collect (list (symbol-id symbol) (chapter-page (gethash symbol *chapter-of-symbol*)) (fragment (symbol-id symbol)) (meaning-kind meaning)
                              (summary (meaning-text meaning))))
          (loop for (page title) in (append *written-guides* *shown-guides*)
                collect (list title page "" "guide" ""))
          (loop for guide in *guides*
                append (loop for (id text) in (guide-headings guide)
                             collect (list text (guide-page guide) (fragment id) "heading" (guide-title guide))))))

(defun write-search-index ()
  "Writes the search index, a file in JavaScript."
  (with-file "search-index.js"
    (format t "// What the search of the manual knows: names or headings, their page and place, kind, and text.~%const searchIndex = [~%")
    (dolist (entry (search-entries))
      (tessera-json:write-json (coerce entry 'simple-vector) *standard-output*)
      (format t ",~%"))
    (format t "];~%")))

;;; All of it.

(defun be-for-playground ()
  "Leaves out what needs other programs or the sources, and lets the page run examples."
  (setf *written-guides* '() *shown-guides* '() *script* "../site.js"))

(defun write-manual (sources output)
  "Writes the manual of the SOURCES, a directory, to the directory OUTPUT. Returns the number of its pages."
  (let ((*pages* '())
        (*sources* (truename sources)) (*output* (progn (ensure-directories-exist output) (truename output))))
    (note-definitions)
    (note-helpers)
    (loop for (nil nil path) in *written-guides* do (note-guide path))
    (note-names)
    (dolist (guide *guides*)
      (when (begins-p "stdlib/choices/" (guide-path guide) 0) (note-choices guide)))
    (note-contents)
    (with-file "emblem.svg" (draw-emblem))
    (dolist (file '("manual.css" "search.js"))
      (copy-file (merge-pathnames (format nil "stdlib/modules/manual/~a" file) *sources*) (merge-pathnames file *output*)))
    (write-first-page)
    (mapc #'write-chapter *chapters*)
    (mapc #'write-guide *guides*)
    (loop for (page title topic . paths) in *shown-guides* do (write-shown-guide page title topic paths))
    (write-names)
    (write-search-index)
    (mapc #'write-source-page *shown-sources*)
    (length *pages*)))
