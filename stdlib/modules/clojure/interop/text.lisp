;;; What tutorials use of Java: strings, characters, builders, patterns (module clojure).

(in-package "TESSERA-CLOJURE")

(defun found-index (index)
  "Returns INDEX, or -1 for NIL."
  (or index -1))

(defun part-text (part)
  "Returns PART, a string, a character or its code, as a string."
  (cond ((integerp part) (string (code-char part))) ((characterp part) (string part)) (t (check-text part))))

(defun java-string-hash (string)
  "Returns Java's hashCode of STRING."
  (let ((hash 0)) (loop for character across string do (setq hash (ldb (byte 32 0) (+ (* 31 hash) (char-code character))))) (signed hash 32)))

(define-host-method "length" (object) (if (builder-p object) (length (builder-text object)) (length (check-text object))))
(define-host-method "toUpperCase" (string) (string-upcase (check-text string)))
(define-host-method "toLowerCase" (string) (string-downcase (check-text string)))
(define-host-method "trim" (string) (string-trim '(#\Space #\Tab #\Newline #\Return #\Page) (check-text string)))
(define-host-method "strip" (string) (trimmed string t t))
(define-host-method "stripLeading" (string) (trimmed string t nil))
(define-host-method "stripTrailing" (string) (trimmed string nil t))
(define-host-method "isBlank" (string) (boolean-of (every #'whitespace-p (check-text string))))
(define-host-method "isEmpty" (object) (boolean-of (eql (count-of object) 0)))
(define-host-method "substring" (string start &optional (end (length string))) (funcall (function-named "subs") string start end))
(define-host-method "subSequence" (string start end) (funcall (function-named "subs") string start end))
(define-host-method "charAt" (string index) (nth-of (if (builder-p string) (builder-text string) string) index))
(define-host-method "codePointAt" (string index) (char-code (nth-of string index)))
(define-host-method "toCharArray" (string) (coerce (check-text string) 'simple-vector))
(define-host-method "chars" (string) (map 'list #'char-code (check-text string)))
(define-host-method "lines" (string) (list-of-seq (funcall (symbol-function (core-symbol "clojure.string/split-lines")) string)))
(define-host-method "intern" (string) string)
(define-host-method "repeat" (string count)
  (if (minusp count)
      (throw-new "IllegalArgumentException" "count is negative: ~D" count)
      (with-output-to-string (out) (dotimes (index count) (write-string string out)))))
(define-host-method "indexOf" (object part &optional (start 0))
  (cond ((stringp object) (found-index (search (part-text part) object :start2 (max 0 (min start (length object))))))
        ((builder-p object) (found-index (search (part-text part) (builder-text object))))
        (t (found-index (position part (list-of-seq object) :test #'equiv)))))
(define-host-method "lastIndexOf" (object part &optional (start (if (stringp object) (length object) 0)))
  (if (stringp object)
      (let ((part (part-text part)))
        (found-index (and (>= start 0) (search part object :from-end t :end2 (min (+ start (length part)) (length object))))))
      (found-index (position part (list-of-seq object) :test #'equiv :from-end t))))
(define-host-method "contains" (object part)
  (boolean-of (if (stringp object) (search (check-text part) object) (find part (list-of-seq object) :test #'equiv))))
(define-host-method "startsWith" (string part &optional (start 0))
  (let ((end (+ start (length (check-text part))))) (boolean-of (and (<= end (length string)) (string= part string :start2 start :end2 end)))))
(define-host-method "endsWith" (string part)
  (boolean-of (and (<= (length (check-text part)) (length string)) (string= part string :start2 (- (length string) (length part))))))
(define-host-method "replace" (string old new) (replace-text string (shown old) (shown new) nil))
(define-host-method "replaceAll" (object pattern &optional (new nil new-p))
  (if new-p (replace-matches object (regex-of pattern) new nil) (replace-matches (searcher-text object) (searcher-regex object) pattern nil)))
(define-host-method "replaceFirst" (object pattern &optional (new nil new-p))
  (if new-p (replace-matches object (regex-of pattern) new t) (replace-matches (searcher-text object) (searcher-regex object) pattern t)))
(define-host-method "matches" (object &optional pattern)
  (if pattern
      (boolean-of (match-at (regex-of pattern) object 0 t))
      (let ((match (match-at (searcher-regex object) (searcher-text object) 0 t)))
        (setf (searcher-match object) match)
        (boolean-of match))))
(define-host-method "concat" (string other) (concatenate 'string string (check-text other)))
(define-host-method "split" (object pattern &optional (limit 0))
  (coerce (if (regexp object) (split-text pattern object limit) (split-text object (regex-of pattern) limit)) 'simple-vector))
(define-host-method "equalsIgnoreCase" (a b) (boolean-of (and (stringp b) (string-equal a b))))
(define-host-method "compareToIgnoreCase" (a b) (compare-objects (string-downcase a) (string-downcase b)))

(defun replace-text (text old new once)
  "Returns TEXT with NEW for each OLD, strings; for the first if ONCE."
  (with-output-to-string (out)
    (let ((start 0))
      (loop
        (let ((found (search old text :start2 start)))
          (unless found (return))
          (write-string text out :start start :end found)
          (write-string new out)
          (setq start (+ found (length old)))
          (when (string= old "")
            (when (>= start (length text)) (return))
            (write-char (char text start) out)
            (incf start))
          (when once (return))))
      (write-string text out :start (min start (length text))))))

(define-constructor "String" (&optional (text "")) (if (stringp text) (copy-seq text) (map 'string #'identity (list-of-seq text))))
(define-static "String/valueOf" (object) (if (null object) "null" (shown object)))
(define-static "String/join" (separator parts) (funcall (symbol-function (core-symbol "clojure.string/join")) separator parts))
(define-static "String/format" (control arguments &rest more) (java-format control (if (and (simple-vector-p arguments) (null more)) (coerce arguments 'list) (cons arguments more))))

;;; Builders.

(define-constructor "StringBuilder" (&optional (text "")) (let ((builder (%builder))) (builder-append builder (if (integerp text) "" (shown text))) builder))
(define-constructor "StringBuffer" (&optional (text "")) (let ((builder (%builder))) (builder-append builder (if (integerp text) "" (shown text))) builder))

(defun builder-append (builder text)
  "Appends TEXT to BUILDER. Returns BUILDER."
  (loop for character across text do (vector-push-extend character (builder-text builder)))
  builder)

(defun rebuilt (builder text)
  "Returns BUILDER, whose text is TEXT now."
  (setf (fill-pointer (builder-text builder)) 0)
  (builder-append builder text))

(define-host-method "append" (object text)
  (let ((text (if (null text) "null" (shown text)))) (if (builder-p object) (builder-append object text) (progn (write-string text object) object))))
(define-host-method "reverse" (builder) (rebuilt builder (reverse (builder-text builder))))
(define-host-method "insert" (builder index object)
  (let ((text (copy-seq (builder-text builder)))) (rebuilt builder (concatenate 'string (subseq text 0 index) (shown object) (subseq text index)))))
(define-host-method "delete" (builder start end)
  (let ((text (copy-seq (builder-text builder)))) (rebuilt builder (concatenate 'string (subseq text 0 start) (subseq text (min end (length text)))))))
(define-host-method "deleteCharAt" (builder index)
  (let ((text (copy-seq (builder-text builder)))) (rebuilt builder (concatenate 'string (subseq text 0 index) (subseq text (+ index 1))))))
(define-host-method "setCharAt" (builder index character) (setf (char (builder-text builder) index) character) nil)
(define-host-method "setLength" (builder length) (rebuilt builder (subseq (copy-seq (builder-text builder)) 0 length)) nil)

;;; Patterns and matchers.

(define-static "Pattern/compile" (source &optional flags) (declare (ignore flags)) (regex-of source))
(define-static "Pattern/quote" (text) (concatenate 'string "\\Q" text "\\E"))
(define-static "Pattern/matches" (source text) (boolean-of (match-at (regex-of source) text 0 t)))
(define-host-method "pattern" (regex) (regex-source regex))
(define-host-method "matcher" (regex text) (%searcher regex text))
(define-host-method "find" (matcher) (boolean-of (search-again matcher)))
(define-host-method "group" (matcher &optional (number 0)) (group-text (searcher-match matcher) number))
(define-host-method "groupCount" (matcher) (regex-groups (searcher-regex matcher)))
(define-host-method "start" (matcher &optional (number 0)) (svref (match-state-groups (searcher-match matcher)) (* 2 number)))
(define-host-method "end" (matcher &optional (number 0)) (svref (match-state-groups (searcher-match matcher)) (+ 1 (* 2 number))))

;;; Characters.

(macrolet ((tests (&rest entries)
             `(progn ,@(loop for (name test) in entries
                             collect `(define-static ,(concatenate 'string "Character/" name) (character)
                                        (let ((character (if (integerp character) (code-char character) character))) (boolean-of ,test)))))))
  (tests ("isDigit" (digit-char-p character)) ("isLetter" (alpha-char-p character)) ("isAlphabetic" (alpha-char-p character))
         ("isLetterOrDigit" (alphanumericp character)) ("isUpperCase" (upper-case-p character)) ("isLowerCase" (lower-case-p character))
         ("isWhitespace" (whitespace-p character)) ("isSpaceChar" (char= character #\Space))))
(define-static "Character/toUpperCase" (character) (char-upcase character))
(define-static "Character/toLowerCase" (character) (char-downcase character))
(define-static "Character/getNumericValue" (character) (or (digit-char-p character 36) -1))
(define-static "Character/digit" (character radix) (or (digit-char-p character radix) -1))
(define-static "Character/forDigit" (digit radix) (char-downcase (digit-char digit radix)))
(define-static "Character/toString" (character) (part-text character))
(define-static "Character/valueOf" (character) character)
(define-host-method "charValue" (character) character)
