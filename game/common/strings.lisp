;;; Splits strings.

(defun parts (text mark)
  "Splits the string TEXT at each character MARK. Returns the list of the parts.
  (parts \"3.2..a\" #\\.) => (\"3\" \"2\" \"\" \"a\")"
  (loop for start = 0 then (1+ end)
        for end = (position mark text :start start)
        collect (subseq text start end)
        while end))
