;;; The buffer of the prompt's editor, whose functions make new buffers; and the rows that show a text.
(load "tests/lisp/support/assist.lisp") => t
(defun shown (buffer)
  "Returns the text of BUFFER with _ where the cursor is."
  (if buffer
      (let ((text (tessera-editor::buffer-text buffer)) (point (tessera-editor::buffer-point buffer)))
        (concatenate 'string (subseq text 0 point) "_" (subseq text point))))) => shown
(defun buffer (text)
  "Returns what SHOWN shows as TEXT."
  (let ((point (position #\_ text))) (tessera-editor::buffer (remove #\_ text) point))) => buffer

(shown (tessera-editor::inserted (buffer "a_b") "xy")) => "axy_b"
(shown (tessera-editor::deleted (buffer "abc_d") 1 2)) => "ac_d"
(shown (tessera-editor::deleted (buffer "a_bcd") 2 4)) => "a_b"
(shown (tessera-editor::replaced (buffer "a_bc") 0 2 "xyz")) => "xyz_c"
(shown (tessera-editor::moved (buffer "a_b") 7)) => "ab_"

;;; Lines.
(shown (tessera-editor::line-moved (buffer "abc
d_e
fgh") 1 1)) => "abc
de
f_gh"
(shown (tessera-editor::line-moved (buffer "abc
de_") -1 5)) => "abc_
de"
(shown (tessera-editor::line-moved (buffer "ab_c") 1 0)) => nil
(shown (tessera-editor::line-moved (buffer "ab_c") -1 0)) => nil
(shown (tessera-editor::indented (buffer "(when x
_y"))) => "(when x
  _y"
(shown (tessera-editor::indented (buffer "(when x
        y_"))) => "(when x
  y_"
(shown (tessera-editor::indented (buffer "(list \"
  _y"))) => "(list \"
  _y"
(shown (tessera-editor::broken (buffer "(when x  _  y"))) => "(when x
  _y"

;;; Words.
(tessera-editor::word-end "ab-cd ef" 0) => 2
(tessera-editor::word-end "ab-cd ef" 2) => 5
(tessera-editor::word-start "ab-cd ef" 8) => 6
(tessera-editor::word-start "ab-cd " 6) => 3
(tessera-editor::blank-word-start "a b-c " 6) => 2
(shown (tessera-editor::word-changed (buffer "_one two") #'string-capitalize)) => "One_ two"
(shown (tessera-editor::characters-swapped (buffer "a_b"))) => "ba_"
(shown (tessera-editor::characters-swapped (buffer "ab_"))) => "ba_"
(shown (tessera-editor::characters-swapped (buffer "_ab"))) => "_ab"

;;; Combining characters are one with the character before them.
(let ((text (format nil "e~Cx" (code-char #x301)))) (list (tessera-editor::next-point text 0) (tessera-editor::previous-point text 2))) => (2 0)

;;; Rows: five columns, a prompt, wide characters, newlines, controls.
(defun rows (text point columns)
  (multiple-value-bind (rows row column)
      (tessera-editor::text-rows text (make-string (length text) :initial-element #\Space) point columns "> " "pp" ". ")
    (list (map 'list #'tessera-editor::row-text rows) row column))) => rows
(rows "abc" 3 8) => (("> abc") 0 5)
(rows "abcdef" 6 5) => (("> abc" "def") 1 3)
(rows "abc" 3 5) => (("> abc" "") 1 0)
(rows (format nil "a~%b") 2 8) => (("> a" ". b") 1 2)
(rows "日本語" 1 7) => (("> 日本" "語") 0 4)
(rows (string (code-char 1)) 1 8) => (("> ^A") 0 4)

;;; Only differences are written again.
(mapcar #'tessera-editor::columns-of '("abc" "日本" "")) => (3 4 0)
(let ((rows (tessera-editor::table-rows '("aa" "b" "c" "dddd") 14 9))) (mapcar #'tessera-editor::row-text rows)) => ("aa    c" "b     dddd")
