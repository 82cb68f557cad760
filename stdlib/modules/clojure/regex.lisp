;;; Regular expressions: a parser, and a matcher that goes back where it has to, made of closures (module clojure).

(in-package "TESSERA-CLOJURE")

;;; What an expression is parsed into: (:TEST FUNCTION) one character that FUNCTION is true of, (:SEQUENCE NODE*),
;;; (:EITHER NODE*), (:REPEAT NODE LEAST MOST KIND) with MOST NIL for any number and KIND one of :GREEDY, :LAZY,
;;; :POSSESSIVE, (:GROUP NUMBER NODE), (:SAME NUMBER), (:AT FUNCTION) a place that FUNCTION of the match and an index is
;;; true of, (:LOOK NODE AHEAD-P WANTED), (:ATOMIC NODE).

(defstruct (match-state (:constructor %match-state (text end groups whole)) (:copier nil))
  "TEXT that is matched up to END. GROUPS: beginnings and ends. WHOLE: true if the match has to end where TEXT does."
  text end groups whole)

(defstruct (regex-parser (:constructor %regex-parser (source)) (:copier nil))
  "SOURCE from INDEX on is to be parsed. NAMES: an alist of the names of groups and their numbers."
  source (index 0) (groups 0) (names '()) (ignore-case nil) (dot-all nil) (lines nil) (comments nil))

(defun regex-fail (parser control &rest arguments)
  "Throws a PatternSyntaxException with the message and where PARSER is."
  (throw-new "PatternSyntaxException" "~? near index ~D~%~A" control arguments (regex-parser-index parser) (regex-parser-source parser)))

(defun regex-peek (parser)
  "Returns the next character of PARSER, or NIL."
  (let ((index (regex-parser-index parser)) (source (regex-parser-source parser)))
    (and (< index (length source)) (char source index))))

(defun regex-take (parser)
  "Returns the next character of PARSER and steps over it; throws at the end."
  (let ((character (or (regex-peek parser) (regex-fail parser "Unexpected end"))))
    (incf (regex-parser-index parser))
    character))

(defun regex-take-if (parser text)
  "Takes TEXT, if it stands there."
  (let* ((index (regex-parser-index parser)) (source (regex-parser-source parser)) (end (+ index (length text))))
    (when (and (<= end (length source)) (string= text source :start2 index :end2 end))
      (setf (regex-parser-index parser) end)
      t)))

(defun parse-alternatives (parser)
  "Parses branches with | between them. Returns their node."
  (let ((branches (list (parse-branch parser))))
    (loop while (regex-take-if parser "|")
          do (push (parse-branch parser) branches))
    (if (rest branches) `(:either ,@(reverse branches)) (first branches))))

(defun parse-branch (parser)
  "Parses what stands one after the other, up to | or ) or the end. Returns its node."
  (let ((nodes '()))
    (loop
      (let ((next (regex-peek parser)))
        (cond ((or (null next) (find next "|)")) (return))
              ((and (regex-parser-comments parser) (blank-p next)) (regex-take parser))
              (t (let ((node (parse-atom parser)))
                   (when node (push (parse-quantifiers parser node) nodes)))))))
    (if (and nodes (null (rest nodes))) (first nodes) `(:sequence ,@(reverse nodes)))))

(defun parse-number (parser)
  "Parses a decimal integer. Returns it, or NIL if there are no digits."
  (let ((start (regex-parser-index parser)))
    (loop while (and (regex-peek parser) (digit-char-p (regex-peek parser))) do (regex-take parser))
    (if (> (regex-parser-index parser) start)
        (parse-integer (regex-parser-source parser) :start start :end (regex-parser-index parser))
        nil)))

(defun parse-quantifiers (parser node)
  "Parses the quantifiers after NODE. Returns the node of them and NODE."
  (loop
    (multiple-value-bind (least most)
        (case (regex-peek parser)
          (#\* (regex-take parser) (values 0 nil))
          (#\+ (regex-take parser) (values 1 nil))
          (#\? (regex-take parser) (values 0 1))
          (#\{ (regex-take parser) (parse-counts parser))
          (t (return node)))
      (setq node (list :repeat node least most (cond ((regex-take-if parser "?") :lazy) ((regex-take-if parser "+") :possessive) (t :greedy)))))))

(defun parse-counts (parser)
  "Parses the rest of {m}, {m,} or {m,n}. Returns the least and the greatest count; NIL for no limit."
  (let* ((least (or (parse-number parser) (regex-fail parser "Illegal repetition"))) (comma (regex-take-if parser ",")) (most (parse-number parser)))
    (unless (regex-take-if parser "}") (regex-fail parser "Unclosed counted closure"))
    (when (and comma most (< most least)) (regex-fail parser "Illegal repetition range"))
    (values least (if comma most least))))

(defun character-node (parser character)
  "Returns the node that matches CHARACTER, in either case if the flag i is set."
  (if (regex-parser-ignore-case parser)
      `(:test ,(lambda (other) (char-equal other character)))
      `(:test ,(lambda (other) (char= other character)))))

(defun parse-atom (parser)
  "Returns the next thing that a quantifier may follow; NIL for what matches nothing, such as flags."
  (let ((character (regex-take parser)))
    (case character
      (#\. `(:test ,(if (regex-parser-dot-all parser) (constantly t) (lambda (other) (not (find other '(#\Newline #\Return)))))))
      (#\( (parse-group parser))
      (#\[ `(:test ,(parse-class parser)))
      (#\^ `(:at ,(if (regex-parser-lines parser) #'line-start-p #'text-start-p)))
      (#\$ `(:at ,(if (regex-parser-lines parser) #'line-end-p #'last-line-end-p)))
      (#\\ (parse-escape parser))
      ((#\* #\+ #\?) (decf (regex-parser-index parser)) (regex-fail parser "Dangling meta character '~C'" character))
      (t (character-node parser character)))))

(defun text-start-p (match index)
  "True if INDEX is at the start of the text."
  (declare (ignore match)) (eql index 0))

(defun text-end-p (match index)
  "True if INDEX is at the end of the text of MATCH."
  (eql index (match-state-end match)))

(defun line-start-p (match index)
  "True if a line of the text of MATCH starts at INDEX."
  (or (eql index 0) (char= (char (match-state-text match) (- index 1)) #\Newline)))

(defun line-end-p (match index)
  "True if a line of the text of MATCH ends at INDEX."
  (or (text-end-p match index) (char= (char (match-state-text match) index) #\Newline)))

(defun last-line-end-p (match index)
  "True if INDEX is at the end of the text of MATCH, or at a newline that ends it."
  (or (text-end-p match index)
      (and (eql (+ index 1) (match-state-end match)) (char= (char (match-state-text match) index) #\Newline))))

(defun word-character-p (character)
  "True if CHARACTER is an ASCII letter, a digit or an underscore."
  (or (char= character #\_) (and (alphanumericp character) (< (char-code character) 128))))

(defun word-border-p (match index)
  "True if one of the characters before and at INDEX belongs to a word, and the other does not."
  (let ((text (match-state-text match)))
    (not (eq (and (> index 0) (word-character-p (char text (- index 1))) t)
             (and (< index (match-state-end match)) (word-character-p (char text index)) t)))))

(defun class-escape (parser character)
  "Returns the test that \\CHARACTER stands for within and without brackets, or NIL."
  (flet ((negated (test) (lambda (character) (not (funcall test character))))
         (digit (character) (char<= #\0 character #\9))
         (space (character) (find character '(#\Space #\Tab #\Newline #\Return #\Page #.(code-char 11)))))
    (case character
      (#\d #'digit) (#\D (negated #'digit))
      (#\w #'word-character-p) (#\W (negated #'word-character-p))
      (#\s #'space) (#\S (negated #'space))
      (#\p (property-test parser)) (#\P (negated (property-test parser)))
      (t nil))))

(defun property-test (parser)
  "Returns the test for the name after \\p."
  (let* ((name (if (regex-take-if parser "{")
                   (let ((start (regex-parser-index parser)))
                     (loop until (eql (regex-take parser) #\}))
                     (subseq (regex-parser-source parser) start (- (regex-parser-index parser) 1)))
                   (string (regex-take parser))))
         (entry (assoc (string-left-trim "Is" name)
                       `((("L" "Alpha" "Alphabetic" "Letter") . ,#'alpha-char-p) (("Lu" "Upper" "Uppercase") . ,#'upper-case-p)
                         (("Ll" "Lower" "Lowercase") . ,#'lower-case-p) (("N" "Nd" "Digit") . ,#'digit-char-p) (("Alnum") . ,#'alphanumericp)
                         (("P" "Punct" "Punctuation") . ,(lambda (character) (and (graphic-char-p character) (not (alphanumericp character)) (char/= character #\Space))))
                         (("Space" "Z" "Zs") . ,#'blank-p))
                       :test (lambda (name names) (member name names :test #'string=)))))
    (or (cdr entry) (regex-fail parser "Unknown character property name {~A}" name))))

(defun escaped-character (parser character)
  "Returns the character that \\CHARACTER is."
  (case character
    (#\n #\Newline) (#\t #\Tab) (#\r #\Return) (#\f #\Page) (#\a (code-char 7)) (#\e (code-char 27))
    (#\u (code-char (parse-code parser 4)))
    (#\x (code-char (parse-code parser 2)))
    (#\0 (code-char (parse-code parser 3 8)))
    (t (if (alpha-char-p character)
           (regex-fail parser "Illegal/unsupported escape sequence")
           character))))

(defun parse-code (parser digits &optional (radix 16))
  "Parses at most so many DIGITS of RADIX. Returns the number that they are."
  (let ((code 0))
    (loop repeat digits
          while (and (regex-peek parser) (digit-char-p (regex-peek parser) radix))
          do (setq code (+ (* radix code) (digit-char-p (regex-take parser) radix))))
    code))

(defun parse-escape (parser)
  "Parses what stands after a backslash outside of classes. Returns its node."
  (let* ((character (regex-take parser)) (class (class-escape parser character)))
    (cond (class `(:test ,class))
          ((char<= #\1 character #\9) `(:same ,(digit-char-p character)))
          (t (case character
               (#\b `(:at ,#'word-border-p))
               (#\B `(:at ,(lambda (match index) (not (word-border-p match index)))))
               (#\A `(:at ,#'text-start-p))
               (#\z `(:at ,#'text-end-p))
               (#\Z `(:at ,#'last-line-end-p))
               (#\k (parse-named-reference parser))
               (#\Q (parse-quotation parser))
               (t (character-node parser (escaped-character parser character))))))))

(defun parse-named-reference (parser)
  "Parses the rest of \\k<name>. Returns the node that matches the same text as the group."
  (unless (regex-take-if parser "<") (regex-fail parser "\\k is not followed by '<' for named capturing group"))
  (let ((name (parse-group-name parser)))
    `(:same ,(or (cdr (assoc name (regex-parser-names parser) :test #'string=))
                 (regex-fail parser "(named capturing group <~A> does not exist" name)))))

(defun parse-quotation (parser)
  "Parses the rest of \\Q...\\E. Returns the node of its characters."
  (let* ((start (regex-parser-index parser)) (source (regex-parser-source parser)) (end (or (search "\\E" source :start2 start) (length source))))
    (setf (regex-parser-index parser) (min (length source) (+ end 2)))
    `(:sequence ,@(map 'list (lambda (character) (character-node parser character)) (subseq source start end)))))

(defun parse-group-name (parser)
  "Parses the name of a group and the > after it. Returns the name."
  (let ((start (regex-parser-index parser)))
    (loop until (eql (regex-take parser) #\>))
    (subseq (regex-parser-source parser) start (- (regex-parser-index parser) 1))))

(defun close-group (parser node)
  "Steps over the ) of a group; throws if it is missing. Returns NODE."
  (unless (regex-take-if parser ")") (regex-fail parser "Unclosed group"))
  node)

(defun parse-capturing (parser name)
  "Parses the rest of a capturing group, which has NAME unless it is NIL. Returns its node."
  (let ((number (incf (regex-parser-groups parser))))
    (when name (push (cons name number) (regex-parser-names parser)))
    (close-group parser `(:group ,number ,(parse-alternatives parser)))))

(defun parse-group (parser)
  "Parses the rest of a group, after its (. Returns its node."
  (cond ((not (regex-take-if parser "?")) (parse-capturing parser nil))
        ((regex-take-if parser ":") (close-group parser (parse-alternatives parser)))
        ((regex-take-if parser "=") (close-group parser `(:look ,(parse-alternatives parser) t t)))
        ((regex-take-if parser "!") (close-group parser `(:look ,(parse-alternatives parser) t nil)))
        ((regex-take-if parser "<=") (close-group parser `(:look ,(parse-alternatives parser) nil t)))
        ((regex-take-if parser "<!") (close-group parser `(:look ,(parse-alternatives parser) nil nil)))
        ((regex-take-if parser ">") (close-group parser `(:atomic ,(parse-alternatives parser))))
        ((regex-take-if parser "<") (parse-capturing parser (parse-group-name parser)))
        (t (parse-flags parser))))

(defun parse-flags (parser)
  "Parses flags, up to a parenthesis, or up to a colon and then what they hold for."
  (let ((on t) (saved (list (regex-parser-ignore-case parser) (regex-parser-dot-all parser) (regex-parser-lines parser) (regex-parser-comments parser))))
    (loop
      (case (regex-take parser)
        (#\- (setq on nil))
        (#\i (setf (regex-parser-ignore-case parser) on))
        (#\s (setf (regex-parser-dot-all parser) on))
        (#\m (setf (regex-parser-lines parser) on))
        (#\x (setf (regex-parser-comments parser) on))
        (#\u)
        (#\) (return nil))
        (#\: (return (prog1 (close-group parser (parse-alternatives parser))
                       (setf (regex-parser-ignore-case parser) (first saved) (regex-parser-dot-all parser) (second saved)
                             (regex-parser-lines parser) (third saved) (regex-parser-comments parser) (fourth saved)))))
        (t (regex-fail parser "Unknown inline modifier"))))))

;;; Classes of characters.

(defun parse-class (parser)
  "Returns the test for the class after a bracket."
  (let ((negated (regex-take-if parser "^")) (tests '()) (first t))
    (loop
      (let ((character (regex-take parser)))
        (cond ((and (char= character #\]) (not first)) (return))
              ((char= character #\[) (push (parse-class parser) tests))
              ((and (char= character #\&) (regex-take-if parser "&"))
               (return (let ((left (any-test (reverse tests) negated)) (right (parse-class-rest parser)))
                         (return-from parse-class (lambda (character) (and (funcall left character) (funcall right character)))))))
              (t (push (parse-class-item parser character) tests)))
        (setq first nil)))
    (any-test (reverse tests) negated)))

(defun parse-class-rest (parser)
  "Returns the test for the rest of a class after &&."
  (if (regex-take-if parser "[")
      (prog1 (parse-class parser)
        (unless (regex-take-if parser "]") (regex-fail parser "Unclosed character class")))
      (parse-class parser)))

(defun any-test (tests negated)
  "Returns a test of a character: that one of TESTS passes, or, if NEGATED is true, none."
  (if negated
      (lambda (character) (notany (lambda (test) (funcall test character)) tests))
      (if (and tests (null (rest tests)))
          (first tests)
          (lambda (character) (some (lambda (test) (funcall test character)) tests)))))

(defun parse-class-item (parser character)
  "Parses a class, a range or a single character that begins with CHARACTER. Returns its test."
  (let ((class (and (char= character #\\) (class-escape parser (or (regex-peek parser) #\Space)))))
    (if class
        (progn (unless (find (regex-peek parser) "pP") (regex-take parser)) class)
        (let ((low (if (char= character #\\) (escaped-character parser (regex-take parser)) character)))
          (if (and (eql (regex-peek parser) #\-) (regex-range-p parser))
              (progn (regex-take parser)
                     (let* ((next (regex-take parser)) (high (if (char= next #\\) (escaped-character parser (regex-take parser)) next)))
                       (when (char< high low) (regex-fail parser "Illegal character range"))
                       (if (regex-parser-ignore-case parser)
                           (lambda (other) (or (char<= low (char-downcase other) high) (char<= low (char-upcase other) high)))
                           (lambda (other) (char<= low other high)))))
              (second (character-node parser low)))))))

(defun regex-range-p (parser)
  "True if after the minus that comes next there is no bracket."
  (let ((index (+ (regex-parser-index parser) 1)) (source (regex-parser-source parser)))
    (and (< index (length source)) (char/= (char source index) #\]))))

;;; Matchers: functions of the match and an index that return where the match ends, or NIL. NEXT is what has to match
;;; after.

(defun matcher-of (node next)
  "Returns the matcher for NODE and then NEXT."
  (declare (function next))
  (ecase (first node)
    (:test (let ((test (second node)))
             (declare (function test))
             (lambda (match index)
               (and (< index (match-state-end match))
                    (funcall test (char (match-state-text match) index))
                    (funcall next match (+ index 1))))))
    (:sequence (reduce #'matcher-of (rest node) :from-end t :initial-value next))
    (:either (let ((branches (mapcar (lambda (branch) (matcher-of branch next)) (rest node))))
               (lambda (match index) (some (lambda (branch) (funcall branch match index)) branches))))
    (:repeat (destructuring-bind (inner least most kind) (rest node) (repeat-matcher inner least most kind next)))
    (:group (group-matcher (second node) (third node) next))
    (:same (let ((number (second node)))
             (lambda (match index)
               (let* ((text (group-text match number)) (end (+ index (length text))))
                 (and text
                      (<= end (match-state-end match))
                      (string= text (match-state-text match) :start2 index :end2 end)
                      (funcall next match end))))))
    (:at (let ((test (second node)))
           (lambda (match index) (and (funcall test match index) (funcall next match index)))))
    (:atomic (let ((inner (matcher-of (second node) (lambda (match index) (declare (ignore match)) index))))
               (lambda (match index)
                 (let ((end (funcall inner match index)))
                   (and end (funcall next match end))))))
    (:look (destructuring-bind (inner ahead wanted) (rest node) (look-matcher inner ahead wanted next)))))

(defun group-text (match number)
  "Returns the text that group NUMBER matched, or NIL."
  (let* ((groups (match-state-groups match)) (start (svref groups (* 2 number))))
    (and start (subseq (match-state-text match) start (svref groups (+ 1 (* 2 number)))))))

(defun group-matcher (number node next)
  "Returns a matcher of NODE that notes the borders of the group NUMBER, and goes on with NEXT."
  (let* ((start-index (* 2 number)) (end-index (+ 1 start-index)) (starts '())
         (inner (matcher-of node (lambda (match index)
                                   (let* ((groups (match-state-groups match)) (old-start (svref groups start-index)) (old-end (svref groups end-index))
                                          (start (pop starts)))
                                     (setf (svref groups start-index) start
                                           (svref groups end-index) index)
                                     (or (funcall next match index)
                                         (progn (setf (svref groups start-index) old-start
                                                      (svref groups end-index) old-end)
                                                (push start starts)
                                                nil)))))))
    (lambda (match index)
      (let ((saved starts))
        (push index starts)
        (or (funcall inner match index)
            (progn (setq starts saved) nil))))))

(defun look-matcher (node ahead wanted next)
  "Returns a matcher that goes on with NEXT if NODE matches, or not, as WANTED says, AHEAD of the index or behind it."
  (let ((end-wanted nil))
    (let ((inner (matcher-of node (lambda (match index) (declare (ignore match))
                                    (and (or (null end-wanted) (eql index end-wanted)) index)))))
      (lambda (match index)
        (let ((found (if ahead
                         (progn (setq end-wanted nil) (funcall inner match index))
                         (loop for start from index downto 0
                               thereis (progn (setq end-wanted index) (funcall inner match start))))))
          (and (if wanted found (not found))
               (funcall next match index)))))))

(defun repeat-matcher (node least most kind next)
  "Returns a matcher of LEAST to MOST times NODE, by KIND greedy, lazy or possessive, which goes on with NEXT."
  (cond ((eq kind :possessive)
         (matcher-of `(:atomic (:repeat ,node ,least ,most :greedy)) next))
        ((and (eq (first node) :test) (eq kind :greedy)) (repeat-test-matcher (second node) least most next))
        (t (general-repeat-matcher node least most (eq kind :lazy) next))))

(defun repeat-test-matcher (test least most next)
  "Matches as many characters as TEST accepts, and then fewer."
  (declare (function test next))
  (lambda (match index)
    (let* ((text (match-state-text match)) (limit (if most (min (match-state-end match) (+ index most)) (match-state-end match)))
           (end (do ((end index (+ end 1))) ((or (>= end limit) (not (funcall test (char text end)))) end)
                  (declare (fixnum end)))))
      (do ((end end (- end 1))) ((< end (+ index least)) nil)
        (let ((found (funcall next match end)))
          (when found (return found)))))))

(defun general-repeat-matcher (node least most lazy next)
  "Returns a matcher of LEAST to MOST times NODE, the fewest first if LAZY, which goes on with NEXT."
  (let ((count 0) (last-index nil) (inner nil))
    (labels ((try (match index)
               (let ((done count) (from last-index))
                 (flet ((again ()
                          (and (or (null most) (< done most))
                               (not (and (eql index from) (>= done least)))      ; nothing was matched: it would go on for ever
                               (progn (setq count (+ done 1) last-index index)
                                      (or (funcall inner match index)
                                          (progn (setq count done last-index from) nil)))))
                        (leave ()
                          (and (>= done least)
                               (progn (setq count 0 last-index nil)
                                      (or (funcall next match index)
                                          (progn (setq count done last-index from) nil))))))
                   (if lazy
                       (or (leave) (again))
                       (or (again) (leave)))))))
      (setq inner (matcher-of node #'try))
      (lambda (match index)
        (let ((outer-count count) (outer-index last-index))
          (setq count 0 last-index nil)
          (or (try match index)
              (progn (setq count outer-count last-index outer-index) nil)))))))

;;; Expressions.

(defvar *regexes* (make-hash-table :test #'equal) "The expressions that were made, by their sources.")

(defun regex-of (source)
  "Returns a regular expression, a new object, whose source is the string SOURCE."
  (copy-structure
   (or (gethash source *regexes*)
       (let* ((parser (%regex-parser source)) (node (parse-alternatives parser)))
         (when (regex-peek parser) (regex-fail parser "Unmatched closing ')'"))
         (setf (gethash source *regexes*)
               (%regex source
                       (matcher-of node (lambda (match index) (if (and (match-state-whole match) (/= index (match-state-end match))) nil index)))
                       (regex-parser-groups parser)))))))

(defun match-at (regex text start whole)
  "Returns the match of REGEX in TEXT that begins at START, and goes to its end if WHOLE; or NIL."
  (let* ((groups (make-array (* 2 (+ 1 (regex-groups regex))) :initial-element nil)) (match (%match-state text (length text) groups whole))
         (end (funcall (regex-matcher regex) match start)))
    (when end
      (setf (svref groups 0) start
            (svref groups 1) end)
      match)))

(defun match-from (regex text start)
  "Returns the first match of REGEX in TEXT from START on, or NIL."
  (loop for index from start to (length text)
        thereis (match-at regex text index nil)))

(defun match-end-of (match)
  "Returns the index in the text after MATCH."
  (svref (match-state-groups match) 1))

(defun match-start-of (match)
  "Returns the index in the text where MATCH begins."
  (svref (match-state-groups match) 0))

(defun match-result (match)
  "Returns what re-find returns of MATCH: the text, or a vector of it and the groups."
  (let ((count (ash (length (match-state-groups match)) -1)))
    (if (eql count 1)
        (group-text match 0)
        (vector-of-list (loop for number from 0 below count collect (group-text match number))))))

(defun all-matches (regex text)
  "Returns a lazy sequence of what match-result gives for each match of REGEX in TEXT."
  (labels ((from (start)
             (lazily (let ((match (and (<= start (length text)) (match-from regex text start))))
                       (if match
                           (let ((end (match-end-of match)))
                             (cons (match-result match) (from (if (eql end (match-start-of match)) (+ end 1) end))))
                           nil)))))
    (from 0)))

(defstruct (searcher (:constructor %searcher (regex text)) (:copier nil))
  "What re-matcher returns: INDEX is where the next search begins, MATCH the last."
  regex text (index 0) (match nil))

(defun search-again (searcher)
  "Looks for the next match of SEARCHER and notes it. Returns its result, or NIL."
  (let ((match (match-from (searcher-regex searcher) (searcher-text searcher) (searcher-index searcher))))
    (setf (searcher-match searcher) match)
    (when match
      (setf (searcher-index searcher) (if (eql (match-end-of match) (match-start-of match)) (+ 1 (match-end-of match)) (match-end-of match)))
      (match-result match))))

(defun searcher-group (searcher number default)
  "Returns the text that group NUMBER of the last match of SEARCHER matched; or DEFAULT, or if that is %NONE an error."
  (let ((match (searcher-match searcher)))
    (cond ((and match (< -1 number (ash (length (match-state-groups match)) -1))) (group-text match number))
          ((not (eq default '%none)) default)
          (match (throw-new "IndexOutOfBoundsException" "No group ~D" number))
          (t (throw-new "IllegalStateException" "No match found")))))

(defun replacement-text (match replacement)
  "Returns REPLACEMENT with what $N stands for."
  (with-output-to-string (out)
    (let ((index 0) (length (length replacement)))
      (loop while (< index length)
            do (let ((character (char replacement index)))
                 (incf index)
                 (cond ((and (char= character #\\) (< index length))
                        (write-char (char replacement index) out)
                        (incf index))
                       ((and (char= character #\$) (< index length) (digit-char-p (char replacement index)))
                        (let ((number (digit-char-p (char replacement index))))
                          (unless (< (* 2 number) (length (match-state-groups match)))
                            (throw-new "IndexOutOfBoundsException" "No group ~D" number))
                          (write-string (or (group-text match number) "") out))
                        (incf index))
                       (t (write-char character out))))))))

(defun replace-matches (text regex replacement once)
  "Returns TEXT with the matches of REGEX, or the first if ONCE, replaced: REPLACEMENT is a string or a function of the
match."
  (with-output-to-string (out)
    (let ((start 0) (copied 0))
      (loop
        (let ((match (and (<= start (length text)) (match-from regex text start))))
          (unless match (return))
          (write-string text out :start copied :end (match-start-of match))
          (write-string (if (stringp replacement)
                            (replacement-text match replacement)
                            (check-text (funcall (callable replacement) (match-result match))))
                        out)
          (setq copied (match-end-of match)
                start (if (eql copied (match-start-of match)) (+ copied 1) copied))
          (when once (return))))
      (when (< copied (length text)) (write-string text out :start copied)))))

(defun split-text (text regex limit)
  "Returns a list of the parts of TEXT between the matches of REGEX, LIMIT at most unless that is 0. Empty ones at the
end are left out if it is 0."
  (let ((parts '()) (from 0) (start 0))
    (loop
      (let ((match (and (<= start (length text)) (or (<= limit 0) (< (+ 1 (length parts)) limit)) (match-from regex text start))))
        (unless match (return))
        (let ((a (match-start-of match)) (b (match-end-of match)))
          (cond ((and (eql b 0)) (setq start 1))      ; an empty match at the beginning gives no part
                (t (push (subseq text from a) parts)
                   (setq from b
                         start (if (eql a b) (+ b 1) b)))))))
    (push (subseq text from) parts)
    (when (eql limit 0)
      (loop while (and parts (> from 0) (string= (first parts) "")) do (pop parts)))
    (nreverse parts)))
