;;; Brings rows onto the terminal, and writes only what has changed.

(in-package "TESSERA-EDITOR")

(defparameter *colors*
  '((#\p . "1;32") (#\s . "32") (#\c . "2;37") (#\k . "35") (#\m . "1;4;36") (#\e . "31") (#\d . "2") (#\b . "1;4") (#\i . "7") (#\v . "36"))
  "The control sequences of faces. They are p prompt, s strings, c comments, k keywords, m partners, e errors and v
values; d text that was not typed, b the current part of the status line, i text that was found or chosen.")

(defparameter *plain-faces* '((#\m . "1;4") (#\b . "4") (#\i . "7")) "The control sequences of faces without colors.")

(defvar *faces* *colors* "The table of the terminal.")

(defun face-sequence (face)
  "Returns the control sequence that selects FACE."
  (let ((found (cdr (assoc face *faces*))))
    (if found (format nil "~C[0;~Am" (code-char 27) found) (format nil "~C[0m" (code-char 27)))))

(defun in-face (face string)
  "Returns STRING with the control sequences that show it in FACE, each of its lines by itself."
  (if (assoc face *faces*)
      (with-output-to-string (out)
        (loop for start = 0 then (1+ end)
              for end = (position #\Newline string :start start)
              do (unless (eql start (or end (length string)))
                   (write-string (face-sequence face) out)
                   (write-string string out :start start :end (or end (length string)))
                   (write-string (face-sequence #\Space) out))
                 (when end (terpri out))
              while end))
      string))

;;; The state of the terminal: rows from the prompt on, and the cursor among them.
(defstruct (display (:copier nil))
  (rows (vector)) (row 0) (column 0) (columns 80))

(defun csi (out count letter)
  "Writes the control sequence of LETTER to OUT, COUNT times; nothing if COUNT is 0."
  (when (plusp count)
    (write-char (code-char 27) out)
    (write-char #\[ out)
    (when (> count 1) (format out "~D" count))
    (write-char letter out)))

(defun move-to (display row column out)
  "Moves the cursor to ROW, which is on the terminal, and COLUMN."
  (let ((down (- row (display-row display))))
    (if (minusp down) (csi out (- down) #\A) (csi out down #\B)))
  (unless (= column (display-column display))
    (write-char #\Return out)
    (csi out column #\C))
  (setf (display-row display) row (display-column display) column))

(defun write-row-from (row start out)
  "Writes the characters of ROW from START on in their faces."
  (let ((text (row-text row)) (faces (row-faces row)) (i start))
    (loop while (< i (length text))
          do (let ((end (or (position (char faces i) faces :start i :test #'char/=) (length text)))
                   (special (assoc (char faces i) *faces*)))
               (when special (write-string (face-sequence (char faces i)) out))
               (write-string text out :start i :end end)
               (when special (write-string (face-sequence #\Space) out))
               (setq i end)))))

(defun first-difference (old new)
  "Returns the index of the first character in which the rows OLD and NEW differ, back to one with which no character
combines."
  (let ((index (min (or (mismatch (row-text old) (row-text new)) (length (row-text new)))
                    (or (mismatch (row-faces old) (row-faces new)) (length (row-text new))))))
    (if (< index (length (row-text new)))
        (loop while (and (plusp index) (zerop (tessera::%char-width (char (row-text new) index)))) do (decf index)))
    index))

(defun update-row (display index old new out)
  "Makes the row number INDEX, which shows OLD, show NEW."
  (let* ((start (first-difference old new))
         (column (columns-of (subseq (row-text new) 0 start))))
    (move-to display index column out)
    (write-row-from new start out)
    (when (< (row-width new) (row-width old)) (write-string (format nil "~C[K" (code-char 27)) out))
    (setf (display-column display) (row-width new))))

(defun add-row (display index new out)
  "Brings a row below the last one onto the terminal, which scrolls if it must."
  (cond ((zerop index) (write-char #\Return out))
        (t (move-to display (1- index) (display-column display) out)
           (format out "~C~C" #\Return #\Newline)))
  (write-row-from new 0 out)
  (setf (display-row display) index (display-column display) (row-width new)))

(defun clear-below (display index out)
  "Clears the rows of the terminal from number INDEX on."
  (when (< index (length (display-rows display)))
    (move-to display index 0 out)
    (write-string (format nil "~C[J" (code-char 27)) out)))

(defun show (display rows row column)
  "Brings ROWS onto the terminal, and the cursor to ROW and COLUMN."
  (let ((old (display-rows display)))
    (tessera::%terminal-write
     (with-output-to-string (out)
       (loop for new across rows
             for i from 0
             do (cond ((>= i (length old)) (add-row display i new out))
                      ((not (same-row-p (aref old i) new)) (update-row display i (aref old i) new out))))
       (clear-below display (length rows) out)
       (move-to display (max 0 (min row (1- (length rows)))) column out)))
    (setf (display-rows display) rows)))

(defun forget-rows (display columns)
  "Clears the rows from the terminal, which may have wrapped them differently because it now has COLUMNS."
  (let ((above (loop for i below (display-row display)
                     sum (max 1 (ceiling (row-width (aref (display-rows display) i)) columns)))))
    (tessera::%terminal-write
     (with-output-to-string (out)
       (csi out (+ above (floor (display-column display) columns)) #\A)
       (format out "~C~C[J" #\Return (code-char 27))))
    (setf (display-rows display) (vector) (display-row display) 0 (display-column display) 0
          (display-columns display) columns)))

(defun clear-screen (display)
  "Clears the whole terminal; the rows are to be shown at its top."
  (tessera::%terminal-write (format nil "~C[H~:*~C[2J" (code-char 27)))
  (setf (display-rows display) (vector) (display-row display) 0 (display-column display) 0))
