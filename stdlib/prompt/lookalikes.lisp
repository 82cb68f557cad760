;;; Characters that typesetters and input methods put in the place of plain ones, read as those.

(in-package "TESSERA")

;;; Typesetters turn ~ into a small tilde, - into a minus sign, and quotes into curly ones; input methods type wide
;;; parentheses, commas and semicolons. In source text, at the prompt and in files, the reader takes these for what was
;;; meant where they begin a token or end one, with a warning. What programs read by READ is read as it is, and so is
;;; what the readtable has a meaning for.

(defun %note-lookalike (char meant line column)
  "Warns that CHAR, at LINE and COLUMN, is read as MEANT, once for each source. Returns MEANT."
  (unless (%memq char (cdr *reads-source*))
    (push char (cdr *reads-source*))
    (%give-warnings `((nil :lookalike ,(logior (ash line 20) (max column 1)) ,char ,meant))))
  meant)

(defun %lookalike (char line column)
  "Returns the character of ASCII that CHAR, at LINE and COLUMN of what is being read, stands for in source text, or
NIL."
  (let* ((code (char-code char))
         (place (position code '(#x2018 #x2019 #x201C #x201D #x2212 #x3000)))
         (meant (cond (place (char "''\"\"- " place))
                      ((<= #xFF01 code #xFF5E) (find (code-char (- code #xFEE0)) "()'\"`,;")))))
    (and meant *reads-source* (%note-lookalike char meant line column))))

(defun %plain-tildes (string line column)
  "Returns STRING, which begins at LINE and COLUMN of what is being read; of source text with plain tildes where small
ones begin directives of FORMAT."
  (let ((small-tilde (code-char #x2DC)))
    (flet ((directive-p (start)
             (let ((end (position-if-not (lambda (char) (or (digit-char-p char) (find char ":@,'#-+"))) string :start start)))
               (and end (or (alpha-char-p (char string end)) (find (char string end) "%&~|$*?(){}[]<>^/_;!") (char= (char string end) small-tilde))))))
      (dotimes (i (length string) string)
        (when (and *reads-source* (char= (char string i) small-tilde) (directive-p (1+ i)))
          (setf (char string i) (%note-lookalike small-tilde #\~ line column)))))))
