;;; SHOW-TREE: draws nested lists, and objects with a TREE-VIEW, as text and as SVG.

(in-package "TESSERA")

;;; The shown part of a tree is computed first: nodes that have lines of text, maybe a picture, and branches.

(defstruct (%node (:constructor %node (lines &optional picture branches more)) (:copier nil))
  "LINES of text; PICTURE is a list (WIDTH HEIGHT FUNCTION), as TREE-VIEW returns it, that replaces the lines after the
first, or NIL; BRANCHES is a list of (LABEL . NODE); MORE, a string, stands for those that are not shown, or is NIL."
  lines picture branches more)

(defparameter *most-nodes* 5000 "The maximum number of nodes that SHOW-TREE shows.")
(defparameter *most-levels* 100 "The number of levels of a nested list that SHOW-TREE shows without :DEPTH.")
(defvar *nodes-left* 0 "The number of nodes that may still be shown.")

;;; Trees with views.

(defun %label-text (label)
  "Returns LABEL if it is a string, or else a short text of it."
  (if (stringp label) label (%brief label 40)))

(defun %viewed-branches (branches depth most)
  "Returns nodes for the first MOST of BRANCHES, a list or a lazy one, and \"more\" if others are left. The others are
not forced."
  (let ((nodes '()))
    (loop
      (when (or (and most (>= (length nodes) most)) (<= *nodes-left* 0))
        (return (values (nreverse nodes) (and branches "more"))))
      (let ((cell (if (functionp branches) (funcall branches) branches)))
        (unless (consp cell) (return (values (nreverse nodes) nil)))
        (destructuring-bind (label . object) (car cell)
          (push (cons (%label-text label) (%tree-node object depth most '())) nodes))
        (setq branches (cdr cell))))))

(defun %viewed-node (lines branches picture more depth most)
  "Returns the node of a tree with that view, as far as DEPTH below it."
  (let ((node (%node (mapcar #'%label-text lines) picture)))
    (if (eql depth 0)
        (setf (%node-more node) (and branches more))
        (setf (values (%node-branches node) (%node-more node)) (%viewed-branches branches (1- depth) most)))
    node))

;;; Other lists: the first element is the label, the others are branches. A list of lists has no label. Circular lists
;;; are shown once around.

(defun %list-node (tree depth most above)
  "Returns the node for TREE, a cons that stands below those in the list ABOVE."
  (multiple-value-bind (conses rest) (%conses-of tree)
    (let* ((labelled (atom (car tree)))
           (elements (append (map 'list #'car (if labelled (subseq conses 1) conses)) (and rest (list rest))))
           (node (%node (list (if labelled (%brief (car tree) 60) "()"))))
           (shown (if (and most (> (length elements) most)) most (length elements))))
      (if (eql depth 0)
          (setf (%node-more node) (and elements (format nil "~D" (length elements))))
          (setf (%node-branches node)
                (loop for element in elements
                      repeat shown
                      while (plusp *nodes-left*)
                      collect (cons nil (if (eq element tree)
                                            (%node (list "(the list itself)"))
                                            (%tree-node element (1- depth) most (cons tree above)))))
                (%node-more node)
                (let ((left (- (length elements) (length (%node-branches node)))))
                  (and (plusp left) (format nil "~D more" left)))))
      node)))

(defun %tree-node (tree depth most above)
  "Returns the node for TREE, which stands below the conses in the list ABOVE, with DEPTH levels and MOST branches."
  (decf *nodes-left*)
  (multiple-value-bind (lines branches picture more) (tree-view tree)
    (cond (lines (%viewed-node lines branches picture (or more "more") depth most))
          ((atom tree) (%node (list (%brief tree 60))))
          ((member tree above :test #'eq) (%node (list "(a list above)")))
          (t (%list-node tree depth most above)))))

;;; As text.

(defun %plain-terminal-p (stream)
  "True if STREAM is a terminal that does not show all characters of Unicode, as the environment says."
  (and (interactive-stream-p stream)
       (let ((locale (find-if (lambda (value) (and value (string/= value ""))) (mapcar #'getenv '("LC_ALL" "LC_CTYPE" "LANG")))))
         (not (and locale (or (search "UTF-8" locale :test #'char-equal) (search "UTF8" locale :test #'char-equal)))))))

(defun %write-node (node stream signs first others)
  "Writes NODE to STREAM. FIRST stands before its first line, OTHERS before those that follow. SIGNS are four strings:
before a branch, before its other lines, before the last branch, and for branches that are not shown."
  (destructuring-bind (branch beside last left) signs
    (loop for line in (%node-lines node)
          for prefix = first then others
          do (format stream "~A~A~%" prefix line))
    (let ((more (%node-more node)) (blank (make-string (length beside) :initial-element #\Space)))
      (loop for ((label . child) . rest) on (%node-branches node)
            for end = (and (null rest) (null more))
            for before = (concatenate 'string others (if end last branch))
            for below = (concatenate 'string others (if end blank beside))
            do (when label (format stream "~A~A~%" before label))
               (%write-node child stream signs (if label below before) below))
      (when more (format stream "~A~A~A ~A~%" others last left more)))))

(defun %write-tree-as-text (node stream &optional (shown-on stream))
  "Writes NODE to STREAM as text. SHOWN-ON is the stream that says which characters can be shown."
  (%write-node node stream (if (%plain-terminal-p shown-on) '("|- " "|  " "`- " "...") '("├─ " "│  " "└─ " "…")) "" ""))

;;; As a picture: nodes stand in rows, each above the middle of its branches.

(defstruct (%placed (:constructor %placed (node label width height children)) (:copier nil))
  "NODE with its WIDTH and HEIGHT, and the LABEL of its branch. SPAN is its width with all nodes below; X its middle."
  node label width height children (span 0) (x 0) (y 0))

(defparameter *svg-line* 16 "The height of a line of text.")
(defparameter *svg-char* 7.3 "The width of a character.")
(defparameter *svg-gap* 18 "The space between nodes.")

(defun %text-width (text)
  "Returns the width of TEXT."
  (* *svg-char* (loop for char across text sum (max 0 (%char-width char)))))

(defun %placed-tree (node label)
  "Returns NODE and all below it with their sizes and spans."
  (let* ((children (append (loop for (label . child) in (%node-branches node) collect (%placed-tree child label))
                           (and (%node-more node) (list (%placed-tree (%node (list (format nil "… ~A" (%node-more node)))) nil)))))
         (picture (%node-picture node)) (lines (if picture (list (first (%node-lines node))) (%node-lines node)))
         (text-width (+ 14 (reduce #'max lines :key #'%text-width :initial-value 10))) (text-height (+ 10 (* *svg-line* (length lines))))
         (placed (destructuring-bind (&optional (width 0) (height 0) draw) picture
                   (declare (ignore draw))
                   (%placed node label (max text-width (+ 14 width)) (+ text-height height) children))))
    (setf (%placed-span placed)
          (max (+ *svg-gap* (%placed-width placed)) (if label (+ *svg-gap* (%text-width label)) 0)
               (reduce #'+ children :key #'%placed-span)))
    placed))

(defun %place-tree (placed left level tops)
  "Gives PLACED, whose span begins at LEFT, and all below it their places; TOPS are where the rows begin."
  (let ((start (+ left (/ (- (%placed-span placed) (reduce #'+ (%placed-children placed) :key #'%placed-span)) 2))))
    (dolist (child (%placed-children placed))
      (%place-tree child start (1+ level) tops)
      (incf start (%placed-span child))))
  (let ((children (%placed-children placed)))
    (setf (%placed-x placed) (if children
                                 (/ (+ (%placed-x (first children)) (%placed-x (first (last children)))) 2)
                                 (+ left (/ (%placed-span placed) 2)))
          (%placed-y placed) (aref tops level))))

(defun %row-heights (placed)
  "Returns a list of the heights of the rows of PLACED."
  (let ((heights '()) (row (list placed)))
    (loop while row
          do (push (reduce #'max row :key #'%placed-height) heights)
             (setq row (loop for node in row append (%placed-children node))))
    (nreverse heights)))

(defun %row-tops (heights)
  "Returns a vector of the tops of rows with HEIGHTS, and as its last element the bottom of the picture."
  (let ((top *svg-gap*))
    (coerce (append (loop for height in heights collect top do (incf top (+ height 48))) (list top)) 'vector)))

(defun %round (number)
  "Returns NUMBER rounded to tenths."
  (let ((tenths (round (* 10 number)))) (if (zerop (mod tenths 10)) (floor tenths 10) (/ tenths 10.0))))

(defun %printable (text)
  "Returns TEXT with spaces for control characters, which XML forbids."
  (substitute-if #\Space (lambda (char) (or (char< char #\Space) (char= char (code-char 127)))) text))

(defun %svg-text (text x y anchor style)
  "Draws TEXT at X and Y with ANCHOR and STYLE."
  (tessera-svg:tag text (x (%round x) y (%round y) text-anchor anchor style style "xml:space" "preserve")
    (princ (tessera-svg:escape-markup (%printable text)))))

(defun %svg-line (x1 y1 x2 y2)
  "Draws a curve from X1 and Y1 to X2 and Y2."
  (let ((middle (/ (+ y1 y2) 2)))
    (tessera-svg:tag path (d (format nil "M~a ~a C~a ~a ~a ~a ~a ~a" (%round x1) (%round y1) (%round x1) (%round middle)
                                     (%round x2) (%round middle) (%round x2) (%round y2))
                           style "fill:none;stroke:rgb(150,150,150)"))))

(defun %svg-node (placed)
  "Draws PLACED and all below it."
  (let* ((node (%placed-node placed)) (picture (%node-picture node)) (x (%placed-x placed)) (y (%placed-y placed)) (width (%placed-width placed))
         (left (- x (/ width 2))))
    (dolist (child (%placed-children placed))
      (%svg-line x (+ y (%placed-height placed)) (%placed-x child) (- (%placed-y child) (if (%placed-label child) 16 0))))
    (when (%placed-label placed)
      (%svg-text (%placed-label placed) x (- y 5) "middle" "fill:rgb(90,90,90)"))
    (tessera-svg:tag rect (x (%round left) y (%round y) width (%round width) height (%round (%placed-height placed)) rx 6
                           style "fill:rgb(250,250,250);stroke:rgb(150,150,150)"))
    (loop for line in (if picture (list (first (%node-lines node))) (%node-lines node))
          for below from (+ y *svg-line*) by *svg-line*
          do (%svg-text line (+ left 7) below "start" "fill:rgb(30,30,30)"))
    (when picture
      (funcall (third picture) (+ left (/ (- width (first picture)) 2)) (+ y *svg-line* 6)))
    (mapc #'%svg-node (%placed-children placed))))

(defun %write-tree-as-svg (node stream)
  "Writes NODE to STREAM as SVG."
  (let* ((*standard-output* stream) (*read-default-float-format* 'single-float) (*print-pretty* nil)
         (placed (%placed-tree node nil)) (tops (%row-tops (%row-heights placed)))
         (width (%round (+ (%placed-span placed) *svg-gap*))) (height (%round (aref tops (1- (length tops))))))
    (%place-tree placed (/ *svg-gap* 2) 0 tops)
    (format t "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"~A\" height=\"~A\" viewBox=\"0 0 ~2:*~A ~A\" style=\"max-width:100%;height:auto\">"
            width height)       ; as wide as the page, at most; TAG has no capitals
    (tessera-svg:tag g (font-family "monospace" font-size 12)
      (%svg-node placed))
    (write-string "</svg>")
    (terpri)))

;;; SHOW-TREE.

(defun %show-tree (tree depth stream format most)
  "Implements SHOW-TREE."
  (check-type depth (or null (integer 0)))
  (check-type most (or null (integer 1)))
  (check-type format (member :text :svg))
  (let ((node (let ((*nodes-left* *most-nodes*))
                (%tree-node tree (or depth (if (tree-view tree) 2 *most-levels*)) most '())))
        (write (if (eq format :svg) #'%write-tree-as-svg #'%write-tree-as-text)))
    (typecase stream
      (null (with-output-to-string (out) (funcall write node out)))
      ((or string pathname)
       (with-open-file (out stream :direction :output :if-exists :supersede :external-format :utf-8)
         (funcall write node out))
       (pathname stream))
      (t (let ((out (if (eq stream t) *standard-output* stream)))
           (fresh-line out)
           (if (and (eq format :text) (%editing-p) *text-writer* (interactive-stream-p out))
               (funcall *text-writer* (with-output-to-string (text) (%write-tree-as-text node text out)))
               (funcall write node out))
           (values))))))
