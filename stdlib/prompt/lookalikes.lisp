;;; Typographic characters in text that is pasted at the prompt, read as the plain characters that they resemble.

(in-package "TESSERA")

;;; Typesetters turn ~ into a small tilde, - into a minus sign, and quotes into curly ones. At the prompt these are read
;;; as what was meant, with a warning. Files are read as they are.

(defun %warn-of-lookalike (char meant)
  "Warns that CHAR was read as MEANT, a string."
  (warn "~C (U+~4,'0X) is read as ~A" char (char-code char) meant))

(defun %plain-tildes (string)
  "Returns STRING with plain tildes instead of small ones."
  (let ((small-tilde (code-char #x2DC)))
    (cond ((find small-tilde string)
           (%warn-of-lookalike small-tilde "~")
           (substitute #\~ small-tilde string))
          (t string))))

(defun %read-curly-string (stream char)
  "Reads a string as far as the closing curly quote."
  (%warn-of-lookalike char "\"")
  (%plain-tildes
   (with-output-to-string (text)
     (do ((c (read-char stream t nil t) (read-char stream t nil t)))
         ((char= c (code-char #x201D)))
       (write-char (if (char= c #\\) (read-char stream t nil t) c) text)))))

(defun %read-curly-quote (stream char)
  "Reads a quoted form."
  (%warn-of-lookalike char "'")
  (list 'quote (read stream t nil t)))

(defun %read-minus-sign (stream char)
  "Reads a token that begins with a minus sign."
  (%warn-of-lookalike char "-")
  (let ((next (peek-char nil stream nil nil t)))
    (if (or (null next) (find next '(#\Space #\Tab #\Newline #\Return #\( #\) #\" #\; #\')))
        '-
        (let ((rest (read stream t nil t)))
          (typecase rest
            (number (- rest))
            (symbol (intern (concatenate 'string "-" (symbol-name rest))))
            (t (error 'simple-reader-error
                      :stream stream
                      :format-control "a minus sign before ~S"
                      :format-arguments (list rest))))))))

(defun %read-string-at-prompt (reader)
  "Returns the reader of strings: READER, then plain tildes."
  (lambda (stream char)
    (let ((string (funcall reader stream char)))
      (if (stringp string) (%plain-tildes string) string))))

(defun %prompt-readtable ()
  "Returns a copy of the current readtable in which look-alikes read as the plain characters that they resemble, unless
they have a meaning in it."
  (let ((table (copy-readtable)))
    (flet ((define (code function)
             (unless (get-macro-character (code-char code) table)
               (set-macro-character (code-char code) function t table))))
      (define #x2212 #'%read-minus-sign)
      (define #x2018 #'%read-curly-quote)
      (define #x2019 #'%read-curly-quote)
      (define #x201C #'%read-curly-string))
    (set-macro-character #\" (%read-string-at-prompt (get-macro-character #\")) nil table)
    table))
