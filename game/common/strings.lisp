;;; Taking texts apart.

(defun parts (text mark)
  "Returns the list of the parts of the string TEXT between those of its characters that are MARK.
  (parts \"3.2..a\" #\\.) => (\"3\" \"2\" \"\" \"a\")"
  (loop for start = 0 then (1+ end)
        for end = (position mark text :start start)
        collect (subseq text start end)
        while end))
