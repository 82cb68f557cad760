;;; Finds where expressions begin and end in text that is being typed, complete or not.
;;;
;;; The text is never read: no symbol is interned, nothing is evaluated, and unfinished text is understood as far as it
;;; goes. A position is an index of the text, before the character of that index.

(in-package "TESSERA")

;;; Tokens, in the order of the text. KIND is :OPEN, :CLOSE, :STRING, :COMMENT, :CHARACTER, :PREFIX ('  #' ,@ ...) or
;;; :ATOM. PARTNER is of a parenthesis the one that belongs to it, if there is one. FINISHED is false of what the end of
;;; the text cuts off.
(defstruct (%token (:constructor %token (kind start end &optional (finished t))) (:copier nil))
  kind start end finished partner)

(defun %token-delimiter-p (char)
  "True if CHAR ends a symbol or number."
  (or (%separator-p char) (find char "()\"';`,")))

(defun %separator-p (char)
  "True if CHAR only separates expressions."
  (or (char= char #\Space) (char= char #\Newline) (char= char #\Tab) (char= char #\Return) (char= char #\Page)))

(defun %string-end (text start)
  "Returns two values: the end of the string that begins at START, and true if it is closed."
  (let ((end (length text)) (i (1+ start)))
    (loop
      (cond ((>= i end) (return (values end nil)))
            ((char= (char text i) #\") (return (values (1+ i) t)))
            ((char= (char text i) #\\) (incf i 2))
            (t (incf i))))))

(defun %block-comment-end (text start)
  "Returns two values: the end of the comment #|...|# that begins at START, with those inside it, and true if it is
closed."
  (let ((end (length text)) (i start) (depth 0))
    (loop
      (when (>= (1+ i) end) (return (values end nil)))
      (let ((char (char text i)) (next (char text (1+ i))))
        (cond ((and (char= char #\#) (char= next #\|)) (incf depth) (incf i 2))
              ((and (char= char #\|) (char= next #\#))
               (incf i 2)
               (when (zerop (decf depth)) (return (values i t))))
              (t (incf i)))))))

(defun %atom-end (text start)
  "Returns two values: the end of the symbol or number that begins at START, and true if its bars are closed."
  (let ((end (length text)) (i start) (bar nil))
    (loop
      (when (>= i end) (return (values end (not bar))))
      (let ((char (char text i)))
        (cond ((char= char #\\) (incf i 2) (when (> i end) (setq i end)))
              ((char= char #\|) (setq bar (not bar)) (incf i))
              ((and (not bar) (%token-delimiter-p char)) (return (values i t)))
              (t (incf i)))))))

(defun %sharp-token (text start)
  "Returns the token that begins with the # at START."
  (let* ((end (length text))
         (i (or (position-if-not #'digit-char-p text :start (1+ start)) end)))
    (if (>= i end)
        (%token :atom start end)
        (case (char text i)
          (#\| (if (= i (1+ start))
                   (multiple-value-bind (end finished) (%block-comment-end text start)
                     (%token :comment start end finished))
                   (multiple-value-call #'%token :atom start (%atom-end text start))))
          (#\\ (let ((first (min end (+ i 2))))
                 (%token :character start (if (< (1+ i) end) (%atom-end text (if (> first end) end first)) end) (< (1+ i) end))))
          ((#\( #\#) (%token :prefix start i))
          ((#\' #\. #\+ #\- #\,) (%token :prefix start (1+ i)))
          (t (multiple-value-bind (end finished) (%atom-end text i)
               (if (and (< end (length text)) (find (char text end) "(\""))
                   (%token :prefix start end)      ; #S( #2A( #P"
                   (%token :atom start end finished))))))))

(defun %next-token (text start)
  "Returns the token of TEXT that begins at START, where there is no blank."
  (case (char text start)
    (#\( (%token :open start (1+ start)))
    (#\) (%token :close start (1+ start)))
    (#\" (multiple-value-call #'%token :string start (%string-end text start)))
    (#\; (let ((end (position #\Newline text :start start)))
           (%token :comment start (or end (length text)) (and end t))))
    ((#\' #\`) (%token :prefix start (1+ start)))
    (#\, (%token :prefix start (if (and (< (1+ start) (length text)) (find (char text (1+ start)) "@."))
                                   (+ start 2)
                                   (1+ start))))
    (#\# (%sharp-token text start))
    (t (multiple-value-call #'%token :atom start (%atom-end text start)))))

(defun %tokens (text)
  "Returns the tokens of TEXT as a vector, parentheses with their partners."
  (let ((tokens (make-array 64 :adjustable t :fill-pointer 0)) (open '()) (i 0) (end (length text)))
    (loop
      (loop while (and (< i end) (%separator-p (char text i))) do (incf i))
      (when (>= i end) (return tokens))
      (let ((token (%next-token text i)))
        (when (<= (%token-end token) i) (setf (%token-end token) (1+ i)))
        (case (%token-kind token)
          (:open (push token open))
          (:close (when open
                    (let ((partner (pop open)))
                      (setf (%token-partner token) partner (%token-partner partner) token)))))
        (vector-push-extend token tokens)
        (setq i (%token-end token))))))

(defun %tokens-of (text-or-tokens)
  "Returns the tokens of TEXT-OR-TOKENS."
  (if (stringp text-or-tokens) (%tokens text-or-tokens) text-or-tokens))

(defun %token-around (tokens position)
  "Returns the token that contains characters before and after POSITION, or is unfinished at POSITION; NIL if there is
none."
  (find-if (lambda (token)
             (and (< (%token-start token) position)
                  (or (< position (%token-end token))
                      (and (= position (%token-end token)) (not (%token-finished token))))))
           tokens))

(defun %index-from (tokens position)
  "Returns the index of the first of TOKENS that begins at POSITION or after it."
  (let ((low 0) (high (length tokens)))
    (loop while (< low high)
          do (let ((middle (ash (+ low high) -1)))
               (if (< (%token-start (aref tokens middle)) position)
                   (setq low (1+ middle))
                   (setq high middle))))
    low))

;;; Motion by expressions.

(defun expression-end (text position)
  "Returns the end of the expression of TEXT that begins at POSITION, or of the first one after it. NIL if a list ends
before one begins, or there is none, or it is not finished.

    (expression-end \"(car x) (cdr x)\" 0)   ; 7"
  (let* ((tokens (%tokens-of text)) (i (%index-from tokens position)))
    (let ((around (%token-around tokens position)))
      (when (and around (member (%token-kind around) '(:atom :string :character)))
        (return-from expression-end (and (%token-finished around) (%token-end around)))))
    (loop while (and (< i (length tokens)) (member (%token-kind (aref tokens i)) '(:comment :prefix))) do (incf i))
    (when (< i (length tokens))
      (let ((token (aref tokens i)))
        (case (%token-kind token)
          (:open (and (%token-partner token) (%token-end (%token-partner token))))
          (:close nil)
          (t (and (%token-finished token) (%token-end token))))))))

(defun expression-start (text position)
  "Returns the start of the expression of TEXT that ends at POSITION, or of the last one before it, with its quotes. NIL
if a list begins after it, or there is none.

    (expression-start \"(car 'x)\" 7)   ; 5"
  (let* ((tokens (%tokens-of text)) (i (1- (%index-from tokens position))))
    (loop while (and (>= i 0) (member (%token-kind (aref tokens i)) '(:comment :prefix))) do (decf i))
    (when (>= i 0)
      (let ((token (aref tokens i)))
        (case (%token-kind token)
          (:open nil)
          (:close (and (%token-partner token) (%start-with-prefixes tokens (%token-partner token))))
          (t (%start-with-prefixes tokens token)))))))

(defun %start-with-prefixes (tokens token)
  "Returns the start of TOKEN, or of the prefixes directly before it."
  (let ((start (%token-start token)))
    (loop for i downfrom (1- (%index-from tokens start)) to 0
          for prefix = (aref tokens i)
          while (and (eq (%token-kind prefix) :prefix) (= (%token-end prefix) start))
          do (setq start (%token-start prefix)))
    start))

(defun %enclosing-open (tokens position)
  "Returns the innermost parenthesis :OPEN before POSITION that is not closed before it, as a token; or NIL."
  (loop for i downfrom (1- (%index-from tokens position)) to 0
        for token = (aref tokens i)
        do (case (%token-kind token)
             (:open (return token))
             (:close (if (%token-partner token)
                         (setq i (%index-from tokens (%token-start (%token-partner token)))))))))

(defun enclosing-list-start (text position)
  "Returns the start of the innermost list of TEXT that contains POSITION; NIL if there is none."
  (let ((open (%enclosing-open (%tokens-of text) position)))
    (and open (%token-start open))))

(defun matching-parenthesis (text position)
  "Returns the position of the partner of the parenthesis at POSITION of TEXT; NIL if there is no parenthesis, or it has
no partner."
  (let* ((tokens (%tokens-of text)) (i (%index-from tokens position)))
    (when (< i (length tokens))
      (let ((token (aref tokens i)))
        (and (= (%token-start token) position)
             (%token-partner token)
             (%token-start (%token-partner token)))))))

(defun text-context (text position)
  "Returns the context of POSITION in TEXT: :STRING, :COMMENT, or NIL for code."
  (let ((token (%token-around (%tokens-of text) position)))
    (and token
         (case (%token-kind token)
           (:string :string)
           (:comment :comment)))))

(defun complete-text-p (text)
  "True if the reader would read TEXT to its end, and so all of it can be evaluated; false if more must follow. A text
with an error for the reader counts as complete; a second value is the condition then. Nothing is evaluated, and in
Common Lisp nothing is interned."
  (let ((*read-suppress* t))
    (with-input-from-string (stream text)
      (handler-case (loop until (eq (%read-in-language stream stream) stream) finally (return t))
        (end-of-file () nil)
        (error (condition) (values t condition))))))

;;; Calls.

(defun %elements-before (tokens open position)
  "Returns the first tokens of the expressions that begin in the list of OPEN before POSITION, in order; for a list that
is its :OPEN."
  (let ((elements '()) (i (1+ (%index-from tokens (%token-start open)))))
    (loop while (and (< i (length tokens)) (< (%token-start (aref tokens i)) position))
          do (let ((token (aref tokens i)))
               (unless (member (%token-kind token) '(:comment :prefix :close)) (push token elements))
               (setq i (if (and (eq (%token-kind token) :open) (%token-partner token))
                           (1+ (%index-from tokens (%token-start (%token-partner token))))
                           (1+ i)))))
    (nreverse elements)))

(defun %token-text (text token)
  "Returns the part of TEXT that TOKEN is."
  (subseq text (%token-start token) (%token-end token)))

(defun %prefixed-p (tokens token)
  "True if a quote or #( stands directly before TOKEN."
  (let ((i (1- (%index-from tokens (%token-start token)))))
    (and (>= i 0)
         (eq (%token-kind (aref tokens i)) :prefix)
         (= (%token-end (aref tokens i)) (%token-start token)))))

(export '(expression-end expression-start enclosing-list-start matching-parenthesis text-context complete-text-p))
