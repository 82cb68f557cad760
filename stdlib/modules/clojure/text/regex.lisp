;;; The parser of regular expressions (module clojure). matching.lisp, beside it, makes matchers of the nodes.

(in-package "TESSERA-CLOJURE")

;;; What an expression is parsed into: (:TEST FUNCTION) one character that FUNCTION is true of, (:SEQUENCE NODE*),
;;; (:EITHER NODE*), (:REPEAT NODE LEAST MOST KIND) with MOST NIL for any number and KIND one of :GREEDY, :LAZY,
;;; :POSSESSIVE, (:GROUP NUMBER NODE), (:SAME NUMBER), (:AT F) succeeds at an index if (F match index) is true, (:LOOK
;;; NODE AHEAD-P WANTED), (:ATOMIC NODE).

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

(defun punctuation-p (character)
  "True if CHARACTER is neither a letter nor a digit nor a space, and has a shape."
  (and (graphic-char-p character) (not (alphanumericp character)) (char/= character #\Space)))

(defparameter *character-properties*
  '((alpha-char-p "L" "Alpha" "Alphabetic" "Letter")
    (upper-case-p "Lu" "Upper" "Uppercase")
    (lower-case-p "Ll" "Lower" "Lowercase")
    (digit-char-p "N" "Nd" "Digit")
    (alphanumericp "Alnum")
    (punctuation-p "P" "Punct" "Punctuation")
    (blank-p "Space" "Z" "Zs"))
  "The properties of \\p: the test, a function name, and the property's names.")

(defun property-test (parser)
  "Returns the test for the name after \\p."
  (let* ((name (if (regex-take-if parser "{")
                   (let ((start (regex-parser-index parser)))
                     (loop until (eql (regex-take parser) #\}))
                     (subseq (regex-parser-source parser) start (- (regex-parser-index parser) 1)))
                   (string (regex-take parser))))
         (plain-name (if (eql (mismatch "Is" name) 2) (subseq name 2) name))
         (entry (find-if (lambda (entry) (member plain-name (rest entry) :test #'string=)) *character-properties*)))
    (if entry
        (fdefinition (first entry))
        (regex-fail parser "Unknown character property name {~A}" name))))

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
  "Parses a number of at most DIGITS digits in RADIX, and returns it."
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
