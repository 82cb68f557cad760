;;; Matching regular expressions: a matcher of closures that backtracks, and what uses it: finding, replacing,
;;; splitting.

(in-package "TESSERA-CLOJURE")

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
  "Returns the result of re-find for MATCH: the text, or a vector of it and the groups."
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
