;;; Guides: pages in Markdown, which cmark-gfm makes into HTML. That is read as a tree, whose links are led to pages of
;;; the manual (the manual).
(in-package "TESSERA-MANUAL")

;;; Trees: a node is a string of escaped text, or (NAME ATTRIBUTES . NODES), where ATTRIBUTES is a list of (NAME .
;;; VALUE), all strings.

(defun node-name (node)
  "Returns the name of the element NODE, or NIL if it is text."
  (and (consp node) (first node)))
(defun node-children (node)
  "Returns the children of the element NODE."
  (cddr node))
(defun node-attribute (node name)
  "Returns the value of the attribute NAME of the element NODE, or NIL."
  (cdr (assoc name (second node) :test #'string=)))

(defvar *alone* '("br" "hr" "img" "input") "The names of elements that have no end tag.")

(defun read-attributes (text)
  "Returns the attributes in TEXT, the part of a tag after its name."
  (loop with start = 0
        for equals = (position #\= text :start start)
        while equals
        collect (let* ((name (string-trim " " (subseq text start equals)))
                       (open (1+ equals))
                       (close (position #\" text :start (1+ open))))
                  (setf start (1+ close))
                  (cons name (subseq text (1+ open) close)))))

(defun read-tag (text)
  "Returns three values for TEXT, the text between < and >: the tag's name, its attributes, and :OPEN, :CLOSE or
:ALONE."
  (if (char= (char text 0) #\/)
      (values (subseq text 1) '() :close)
      (let* ((bare (string-right-trim " /" text))
             (blank (position #\Space bare))
             (name (subseq bare 0 blank)))
        (values name (if blank (read-attributes (subseq bare blank)) '())
                (if (member name *alone* :test #'string=) :alone :open)))))

(defun plain-name-of (node)
  "Returns NODE, or a text if it is the name of a variable such as *PRINT-BASE*, which was parsed as emphasis."
  (let ((text (third node)))
    (if (and (string= (first node) "em") (stringp text) (null (cdddr node)) (> (length text) 1) (notany #'lower-case-p text))
        (format nil "*~a*" text)
        node)))

(defun read-tree (html)
  "Returns the nodes of HTML, a string as cmark-gfm writes it: every element with contents has an end tag."
  (let ((open (list (list nil '()))))           ; elements that are not closed yet, innermost first, with their children reversed
    (flet ((add (node) (push node (cddr (first open))))
           (finished (node) (list* (first node) (second node) (reverse (cddr node)))))
      (loop with start = 0
            for tag = (position #\< html :start start)
            do (when (< start (or tag (length html))) (add (subseq html start tag)))
            while tag
            do (let ((end (position #\> html :start tag)))
                 (setf start (1+ end))
                 (unless (char= (char html (1+ tag)) #\!)
                   (multiple-value-bind (name attributes kind) (read-tag (subseq html (1+ tag) end))
                     (ecase kind
                       (:open (push (list name attributes) open))
                       (:alone (add (list name attributes)))
                       (:close
                        (assert (string= name (first (first open))) () "~a ends where ~a is open." name (first (first open)))
                        (add (plain-name-of (finished (pop open))))))))))
      (assert (null (rest open)) () "~a does not end." (first (first open)))
      (node-children (finished (first open))))))

(defun unescaped (text)
  "Returns TEXT of a tree without the escapes of HTML."
  (with-output-to-string (out)
    (loop with start = 0
          for ampersand = (position #\& text :start start)
          do (write-string text out :start start :end ampersand)
          while ampersand
          do (let* ((end (position #\; text :start ampersand))
                    (name (subseq text (1+ ampersand) end)))
               (write-string (or (cdr (assoc name '(("lt" . "<") ("gt" . ">") ("amp" . "&") ("quot" . "\"")) :test #'string=))
                                 (error "&~a; is not known" name))
                             out)
               (setf start (1+ end))))))

(defun tree-text (node)
  "Returns the text in NODE, unescaped."
  (if (stringp node)
      (unescaped node)
      (format nil "~{~a~}" (mapcar #'tree-text (node-children node)))))

(defvar *converter* "cmark-gfm" "The program that makes HTML of Markdown, with tables.")

(defun markdown-tree (file)
  "Returns the nodes of FILE, a pathname of a page in Markdown."
  (let* ((process (ext:run-program *converter* (list "-e" "table" "--to" "html" (namestring file)) :output :stream :wait nil :error t))
         (html (with-open-stream (in (ext:process-output process))
                 (with-output-to-string (out)
                   (loop for line = (read-line in nil)
                         while line do (write-line line out))))))
    (ext:process-wait process)
    (unless (eql 0 (ext:process-exit-code process))
      (error "~a ended with status ~a for ~a" *converter* (ext:process-exit-code process) file))
    (read-tree html)))

;;; Paths of files in the source tree, such as interp/embedding.md.

(defun folder-of (path)
  "Returns the part of PATH before the name of the file, with the slash."
  (subseq path 0 (let ((slash (position #\/ path :from-end t))) (if slash (1+ slash) 0))))

(defun resolved (path folder)
  "Returns PATH, relative to FOLDER, as a path without dots. A folder ends in a slash."
  (let ((names '()) (parts (tessera::%split-at #\/ (concatenate 'string folder path))))
    (dolist (part (butlast parts))
      (cond ((member part '("" ".") :test #'string=))
            ((string= part "..") (pop names))
            (t (push part names))))
    (format nil "~{~a/~}~a" (reverse names) (first (last parts)))))

(defun source-file (path)
  "Returns the pathname of PATH if there is such a file among the sources; else NIL."
  (let ((file (and (string/= path "") (probe-file (merge-pathnames path *sources*)))))
    (and file (pathname-name file) file)))

(defun ends-in-p (text end)
  "True if TEXT ends with END."
  (and (>= (length text) (length end)) (string= end text :start2 (- (length text) (length end)))))

;;; Guides: which page has which file in Markdown. Those that others lead to follow by themselves.

(defstruct (guide (:copier nil))
  "A guide: PAGE shows the file PATH, with the tree NODES, under TITLE."
  page path title nodes)

(defparameter *written-guides*
  '(("guide-start.html" "Start" "README.md")
    ("guide-embedding.html" "Embedding in C++" "interp/embedding.md")
    ("guide-modules.html" "The engine and its modules" "interp/README.md")
    ("guide-game.html" "Dice of Doom" "game/README.md")
    ("guide-languages.html" "Scheme, Arc and Clojure" "stdlib/languages.md")
    ("guide-editors.html" "Editors: the language server" "stdlib/modules/language-server/README.md")
    ("guide-slime.html" "Emacs and SLIME" "stdlib/modules/swank/README.md")
    ("guide-libraries.html" "ASDF and libraries" "stdlib/modules/asdf/README.md")
    ("guide-examples.html" "Examples" "examples/README.md")
    ("guide-choices.html" "What differs from the standard" "stdlib/choices/README.md"))
  "The guides in files in Markdown: page, title, path.")

(defvar *guides* '() "The guides, the last one first.")

(defun find-guide (path)
  "Returns the guide for PATH, or NIL."
  (find path *guides* :key #'guide-path :test #'string=))

(defun page-of-markdown (path)
  "Returns the name of the page for PATH, which *WRITTEN-GUIDES* does not have."
  (let ((name (substitute #\- #\/ (subseq path 0 (- (length path) 3)))))
    (format nil "page-~(~a~).html" (if (ends-in-p name "-README") (subseq name 0 (- (length name) 7)) name))))

(defun note-guide (path)
  "Adds PATH, a page in Markdown, and the pages that it links to, to the manual."
  (unless (find-guide path)
    (destructuring-bind (&optional page title ignored) (find path *written-guides* :key #'third :test #'string=)
      (declare (ignore ignored))
      (let* ((nodes (markdown-tree (merge-pathnames path *sources*)))
             (heading (find "h1" nodes :key #'node-name :test #'equal)))
        (push (make-guide :page (or page (page-of-markdown path)) :path path :title (or title (tree-text heading)) :nodes (remove heading nodes))
              *guides*)
        (dolist (target (local-links nodes (folder-of path)))
          (when (ends-in-p target ".md") (note-guide target)))))))

(defun map-nodes (function nodes)
  "Calls FUNCTION with each element in the trees NODES."
  (dolist (node nodes)
    (when (consp node)
      (funcall function node)
      (map-nodes function (node-children node)))))

(defun local-p (href)
  "True if HREF leads to a file of the sources."
  (and href (not (search "://" href)) (string/= href "") (char/= (char href 0) #\#)))

(defun split-address (href)
  "Returns two values: HREF up to #, and the part after it, or NIL."
  (let ((hash (position #\# href)))
    (values (subseq href 0 hash) (and hash (subseq href (1+ hash))))))

(defun target-path (href folder)
  "Returns the path of the file that HREF names in a file of FOLDER: for a folder its README.md, if there is one."
  (let ((path (resolved (split-address href) folder)))
    (if (or (ends-in-p path "/") (string= path ""))
        (concatenate 'string path "README.md")
        path)))

(defun local-links (nodes folder)
  "Returns the paths of the files that links in NODES lead to."
  (let ((paths '()))
    (map-nodes (lambda (node)
                 (let ((href (and (string= (node-name node) "a") (node-attribute node "href"))))
                   (when (local-p href)
                     (let ((path (target-path href folder)))
                       (when (source-file path) (pushnew path paths :test #'string=))))))
               nodes)
    (reverse paths)))

;;; Printing trees.

(defvar *folder* "" "The folder of the guide that is being printed.")

(defun heading-p (node)
  "True if NODE is a heading."
  (member (node-name node) '("h1" "h2" "h3" "h4") :test #'equal))

(defun heading-id (node)
  "Returns the anchor of a heading: its words in lower case, joined by hyphens."
  (let ((text (tree-text node)))
    (substitute #\- #\Space (string-downcase (remove-if-not (lambda (char) (or (alphanumericp char) (find char " -_"))) text)))))

(defun print-opening (node &rest more)
  "Prints the start tag of NODE, with MORE attributes."
  (print-tag (node-name node) (append (second node) more) nil))

(defun print-inside (node)
  "Prints the children and the end tag of NODE."
  (dolist (child (node-children node))
    (print-node child))
  (print-tag (node-name node) '() t))

(defun print-linked (node)
  "Prints the link NODE, with the address of its target in the manual; only its contents if the manual does not have the
target."
  (let* ((href (unescaped (node-attribute node "href"))) (to (and (local-p href) (link-target href))))
    (cond ((not (local-p href)) (print-opening node) (print-inside node))
          (to (print-tag "a" (list (cons "href" to)) nil) (print-inside node))
          (t (mapc #'print-node (node-children node))))))

(defun link-target (href)
  "Returns the address of the target of HREF, in a guide; NIL if the manual does not have it."
  (let* ((path (target-path href *folder*)) (guide (find-guide path)) (id (nth-value 1 (split-address href))))
    (cond (guide (address (guide-page guide) id))
          ((source-file path) (address (source-page path))))))

(defun print-picture (node)
  "Prints the picture NODE, whose file becomes part of the manual."
  (let* ((path (resolved (node-attribute node "src") *folder*)) (name (substitute #\- #\/ path)))
    (copy-file (merge-pathnames path *sources*) (merge-pathnames name *output*))
    (alone 'img 'src (relative name) 'alt (node-attribute node "alt") 'loading "lazy")))

(defun copy-file (from to)
  "Copies the file FROM to TO."
  (with-open-file (in from :element-type '(unsigned-byte 8))
    (with-open-file (out to :direction :output :if-exists :supersede :element-type '(unsigned-byte 8))
      (let ((octets (make-array 65536 :element-type '(unsigned-byte 8))))
        (loop for end = (read-sequence octets in)
              while (plusp end)
              do (write-sequence octets out :end end))))))

(defun print-code-block (node)
  "Prints a block of code, with comments and strings marked if it is Lisp or C++."
  (let ((text (string-right-trim '(#\Newline) (tree-text node))))
    (tag pre (tabindex 0)
      (tag code () (print-code text (language-of text))))))

(defun print-node (node)
  "Prints NODE of a guide in *FOLDER*."
  (cond ((stringp node) (write-string node))
        ((heading-p node) (print-opening node (cons "id" (heading-id node))) (print-inside node))
        ((string= (node-name node) "a") (print-linked node))
        ((string= (node-name node) "img") (print-picture node))
        ((string= (node-name node) "pre") (print-code-block node))
        ((string= (node-name node) "table")
         (tag div (class "wide" tabindex 0 role "region" aria-label "Table") (print-opening node) (print-inside node)))
        ((member (node-name node) *alone* :test #'string=) (print-opening node))
        (t (print-opening node) (print-inside node))))

(defun print-guide (guide)
  "Prints GUIDE."
  (let ((*folder* (folder-of (guide-path guide))))
    (element h1 () (guide-title guide))
    (mapc #'print-node (guide-nodes guide))
    (tag p (class "origin")
      (text "From ")
      (tag a (href (address (source-page (guide-path guide)))) (text (guide-path guide)))
      (text " in the sources."))))

(defun guide-headings (guide)
  "Returns lists of the id and the text of the headings of GUIDE."
  (let ((headings '()))
    (map-nodes (lambda (node) (when (heading-p node) (push (list (heading-id node) (tree-text node)) headings)))
               (guide-nodes guide))
    (reverse headings)))
