;;; The layout of the pretty printer: where the text queued by a pretty stream is broken into lines.
;;; The queue is a sequence of tokens: strings without newlines, and PRETTY-OPs between them.
(in-package "TESSERA")

(defstruct (pretty-op (:copier nil))
  "An operation between two texts. A, B and C depend on KIND:
  :START     prefix, true if it begins each line, suffix
  :END
  :NEWLINE   kind
  :INDENT    :BLOCK or :CURRENT, columns
  :TAB       kind, column, increment"
  kind a b c)

(defstruct (pretty-block (:copier nil))
  "A logical block being laid out. LINE-PREFIX begins each of its lines, INDENT is the column where their text begins.
Its current section began at SECTION-COLUMN and SECTION-LINE; no line is broken in a FLAT block."
  start-column indent line-prefix suffix section-column section-line flat)

(defstruct (pretty-layout (:copier nil))
  "A layout under way: SECTION-ENDS holds, for each start and newline among TOKENS, where the section that follows it
ends. PENDING blanks are written only if text follows them on their line."
  target tokens section-ends margin (column 0) (line 1) (pending 0) blocks)

;;; Sections

(defun %section-ends (tokens)
  "Returns, for each start and each newline among TOKENS, the index of the newline, in its block or an outer one, that
ends its section."
  (let* ((count (length tokens)) (ends (make-array count)) (next (list count)))
    (loop for i from (1- count) downto 0
          for token = (svref tokens i)
          do (when (pretty-op-p token)
               (case (pretty-op-kind token)
                 (:end (push (first next) next))
                 (:start (pop next) (setf (svref ends i) (first next)))
                 (:newline (setf (svref ends i) (first next) (first next) i)))))
    ends))

(defun %tab-blanks (op column section-column)
  "Returns the number of blanks that the tab OP writes at COLUMN."
  (let ((origin (if (member (pretty-op-a op) '(:section :section-relative)) section-column 0)))
    (if (member (pretty-op-a op) '(:line :section))
        (%tab-distance (- column origin) (pretty-op-b op) (pretty-op-c op))
        (%relative-tab-distance (- column origin) (pretty-op-b op) (pretty-op-c op)))))

(defun %unbreakable-p (op)
  "True unless the newline OP breaks the line whatever fits."
  (not (member (pretty-op-a op) '(:mandatory :literal))))

(defun %blanks-at-end (token)
  "Returns the number of trailing blanks in TOKEN. They are not written at the end of a line."
  (if (stringp token)
      (- (length token) 1 (or (position #\Space token :from-end t :test #'char/=) -1))
      0))

(defun %room-on-line (layout to)
  "Returns the last column that text up to the token TO may reach. On the last line that *PRINT-LINES* allows there must
be room for the abbreviation, unless that token is the end."
  (let ((margin (pretty-layout-margin layout)))
    (if (and (eql (pretty-layout-line layout) *print-lines*)
             (< to (length (pretty-layout-tokens layout))))
        (loop for block in (pretty-layout-blocks layout)
              sum (length (pretty-block-suffix block)) into suffixes
              finally (return (+ (- margin 3 suffixes) (%blanks-at-end (svref (pretty-layout-tokens layout) (1- to))))))
        margin)))

(defun %current-section-column (blocks)
  "Returns the start of the current section of the innermost of BLOCKS."
  (if blocks (pretty-block-section-column (first blocks)) 0))

(defun %fits-p (layout from to)
  "True if the tokens from the index FROM up to TO fit on the current line. Tabs at their end need no room."
  (let* ((tabs 0)
         (room (%room-on-line layout to))
         (column (pretty-layout-column layout))
         (outer (pretty-layout-blocks layout))
         (section (%current-section-column outer))
         (sections '()))
    (loop for i from from below to
          for token = (svref (pretty-layout-tokens layout) i)
          do (unless (and (not (stringp token)) (eq (pretty-op-kind token) :tab))
               (incf column tabs)
               (setf tabs 0))
             (if (stringp token)
                 (incf column (length token))
                 (case (pretty-op-kind token)
                   (:start (incf column (length (pretty-op-a token)))
                    (push section sections)
                    (setf section column))
                   (:end (incf column (length (pretty-op-c token)))
                    (setf section (if sections (pop sections) (%current-section-column (setf outer (rest outer))))))
                   (:tab (incf tabs (%tab-blanks token (+ column tabs) section)))
                   (:newline (unless (%unbreakable-p token) (return-from %fits-p nil))
                    (setf section column))))
             (when (> column room) (return nil))
          finally (return (<= column room)))))

;;; Output

(defun %emit-blanks (layout count)
  "Adds COUNT blanks to those that are held back until text follows them."
  (incf (pretty-layout-pending layout) count)
  (incf (pretty-layout-column layout) count))

(defun %flush-blanks (layout)
  "Writes the blanks that were held back."
  (write-repeated #\Space (pretty-layout-pending layout) (pretty-layout-target layout))
  (setf (pretty-layout-pending layout) 0))

(defun %emit-text (layout text)
  "Writes TEXT, but holds back the blanks at its end."
  (let ((last (position #\Space text :from-end t :test #'char/=)))
    (when last
      (%flush-blanks layout)
      (write-string text (pretty-layout-target layout) :end (1+ last))
      (incf (pretty-layout-column layout) (1+ last)))
    (%emit-blanks layout (- (length text) (if last (1+ last) 0)))))

(defun %abbreviate-lines (layout)
  "Writes the abbreviation for the lines that *PRINT-LINES* does not allow, and ends the layout."
  (let ((target (pretty-layout-target layout)))
    (write-string " .." target)
    (dolist (block (pretty-layout-blocks layout))
      (write-string (pretty-block-suffix block) target))
    (throw layout nil)))

(defun %break-line (layout kind)
  "Begins a new line in the current block; after a literal newline without indentation."
  (let ((block (first (pretty-layout-blocks layout))))
    (if (eq kind :literal)
        (%flush-blanks layout)
        (setf (pretty-layout-pending layout) 0))
    (when (and *print-lines* (not *print-readably*) (>= (pretty-layout-line layout) *print-lines*))
      (%abbreviate-lines layout))
    (terpri (pretty-layout-target layout))
    (incf (pretty-layout-line layout))
    (setf (pretty-layout-column layout) 0)
    (%emit-text layout (pretty-block-line-prefix block))
    (unless (eq kind :literal)
      (%emit-blanks layout (max 0 (- (pretty-block-indent block) (pretty-layout-column layout)))))
    (setf (pretty-block-section-line block) (pretty-layout-line layout))))

;;; Tokens

(defun %miserly-p (layout block)
  "True if BLOCK is so far to the right that it is printed in miser style."
  (and *print-miser-width*
       (<= (- (pretty-layout-margin layout) (pretty-block-start-column block)) *print-miser-width*)))

(defun %break-p (layout block kind index)
  "True if the newline KIND at INDEX in BLOCK breaks the line."
  (case kind
    ((:mandatory :literal) t)
    (:linear (not (pretty-block-flat block)))
    (:miser (and (not (pretty-block-flat block)) (%miserly-p layout block)))
    (:fill (and (not (pretty-block-flat block))
                (or (%miserly-p layout block)
                    (> (pretty-layout-line layout) (pretty-block-section-line block))
                    (not (%fits-p layout (1+ index) (svref (pretty-layout-section-ends layout) index))))))))

(defun %layout-newline (layout op index)
  "Performs the newline OP at INDEX: breaks the line if its kind demands it, and begins a section."
  (let ((block (first (pretty-layout-blocks layout))))
    (when (%break-p layout block (pretty-op-a op) index)
      (%break-line layout (pretty-op-a op)))
    (setf (pretty-block-section-column block) (pretty-layout-column layout))))

(defun %padded-to (text column)
  "Returns TEXT with blanks after it up to COLUMN."
  (concatenate 'string text (make-string (max 0 (- column (length text))) :initial-element #\Space)))

(defun %layout-start (layout op index)
  "Opens a block, without line breaks if the section that it is part of fits on the line."
  (let* ((outer (first (pretty-layout-blocks layout)))
         (flat (if (and outer (pretty-block-flat outer))
                   t
                   (%fits-p layout index (svref (pretty-layout-section-ends layout) index))))
         (outer-prefix (if outer (pretty-block-line-prefix outer) ""))
         (line-prefix (if (pretty-op-b op)
                          (concatenate 'string (%padded-to outer-prefix (pretty-layout-column layout)) (pretty-op-a op))
                          outer-prefix)))
    (%emit-text layout (pretty-op-a op))
    (let ((column (pretty-layout-column layout)))
      (push (make-pretty-block :start-column column :indent column :line-prefix line-prefix :suffix (pretty-op-c op)
                               :section-column column :section-line (pretty-layout-line layout) :flat flat)
            (pretty-layout-blocks layout)))))

(defun %layout-end (layout)
  "Closes the innermost block and writes its suffix."
  (let ((block (pop (pretty-layout-blocks layout))))
    (%emit-text layout (pretty-block-suffix block))))

(defun %layout-indent (layout op)
  "Performs the indentation OP in the innermost block, unless that is printed in miser style."
  (let ((block (first (pretty-layout-blocks layout))))
    (unless (%miserly-p layout block)
      (setf (pretty-block-indent block)
            (max 0 (+ (pretty-op-b op)
                      (if (eq (pretty-op-a op) :current)
                          (pretty-layout-column layout)
                          (pretty-block-start-column block))))))))

(defun %layout-tab (layout op)
  "Writes the blanks of the tab OP."
  (%emit-blanks layout
                (%tab-blanks op (pretty-layout-column layout)
                             (pretty-block-section-column (first (pretty-layout-blocks layout))))))

(defun %layout-token (layout token index)
  "Writes TOKEN, the one at INDEX, or performs the operation that it is."
  (if (stringp token)
      (%emit-text layout token)
      (case (pretty-op-kind token)
        (:start (%layout-start layout token index))
        (:end (%layout-end layout))
        (:newline (%layout-newline layout token index))
        (:indent (%layout-indent layout token))
        (:tab (%layout-tab layout token)))))

(defun %split-lines (text)
  "Returns the tokens for TEXT: its lines, with literal newlines between them."
  (loop for start = 0 then (1+ end)
        for end = (position #\Newline text :start start)
        unless (eql start (or end (length text)))
          collect (subseq text start end)
        while end
        collect (make-pretty-op :kind :newline :a :literal)))

(defun %layout-tokens (tokens target column margin)
  "Writes the list TOKENS to the stream TARGET, which stands at COLUMN, in lines of at most MARGIN columns where
possible."
  (let* ((tokens (coerce (loop for token in tokens
                               if (stringp token) nconc (%split-lines token)
                               else collect token)
                         'simple-vector))
         (layout (make-pretty-layout :target target :tokens tokens :section-ends (%section-ends tokens)
                                     :column column :margin margin)))
    (catch layout
      (loop for index from 0
            for token across tokens
            do (%layout-token layout token index))
      (%flush-blanks layout))))
