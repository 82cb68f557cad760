;;; The rows that show a text on a terminal, with a face for each character.

(in-package "TESSERA-EDITOR")

;;; A face is a character: what it looks like stands in *FACES* of display.lisp.

(defstruct (row (:constructor row (text faces width)) (:copier nil))
  "A row of the terminal: its characters, a face for each, and the columns they take."
  text faces width)

(defun same-row-p (row other)
  "True if ROW and OTHER have the same text and faces."
  (and (string= (row-text row) (row-text other))
       (string= (row-faces row) (row-faces other))))

(defun row-of (face string)
  "Returns a row of STRING in FACE."
  (row string (make-string (length string) :initial-element face) (columns-of string)))

(defun columns-of (string)
  "Returns the number of columns that STRING takes."
  (loop for char across string sum (max 0 (tessera::%char-width char))))

;;; The faces of a text.

(defun token-face (text token)
  "Returns the face of a token of TEXT, or NIL if it is an ordinary one."
  (case (tessera::%token-kind token)
    (:string #\s)
    (:comment #\c)
    (:character #\s)
    (:atom (if (char= (char text (tessera::%token-start token)) #\:) #\k nil))))

(defun faces-of (text tokens)
  "Returns a string with the face of each character of TEXT."
  (let ((faces (make-string (length text) :initial-element #\Space)))
    (loop for token across tokens
          for face = (token-face text token)
          when face
            do (fill faces face :start (tessera::%token-start token) :end (tessera::%token-end token)))
    faces))

(defun mark-partners (faces tokens point)
  "Marks in FACES the parenthesis before POINT, or else the one at it, and its partner; a parenthesis without a partner
is marked as an error."
  (flet ((parenthesis-at (position)
           (let ((i (tessera::%index-from tokens position)))
             (and (< i (length tokens))
                  (= (tessera::%token-start (aref tokens i)) position)
                  (member (tessera::%token-kind (aref tokens i)) '(:open :close))
                  (aref tokens i)))))
    (let* ((before (and (plusp point) (parenthesis-at (1- point))))
           (token (or (and before (eq (tessera::%token-kind before) :close) before)
                      (parenthesis-at point)))
           (partner (and token (tessera::%token-partner token))))
      (cond (partner (setf (char faces (tessera::%token-start token)) #\m
                           (char faces (tessera::%token-start partner)) #\m))
            ((and token (eq (tessera::%token-kind token) :close))
             (setf (char faces (tessera::%token-start token)) #\e))))
    faces))

;;; The rows of a text.

(defun control-picture (char)
  "Returns the text that shows the control character CHAR: ^A and so on."
  (let ((code (char-code char)))
    (cond ((char= char #\Tab) "    ")
          ((< code 32) (coerce (list #\^ (code-char (+ code 64))) 'string))
          (t "^?"))))

(defstruct (layout (:constructor layout (columns)) (:copier nil))
  "A layout under way: ROWS of at most COLUMNS. The open row is kept apart."
  columns
  (rows (make-array 16 :adjustable t :fill-pointer 0))
  (text (make-string-output-stream)) (faces (make-string-output-stream)) (width 0))

(defun end-row (layout)
  "Adds the open row to the rows of LAYOUT."
  (vector-push-extend (row (get-output-stream-string (layout-text layout)) (get-output-stream-string (layout-faces layout))
                           (layout-width layout))
                      (layout-rows layout))
  (setf (layout-width layout) 0))

(defun add-char (layout char face)
  "Adds CHAR, at the beginning of a new row if it has no place in the open one."
  (let ((width (if (char<= #\Space char #\~) 1 (tessera::%char-width char))))
    (if (minusp width)
        (loop for shown across (control-picture char) do (add-char layout shown #\d))
        (progn
          (when (> (+ (layout-width layout) width) (layout-columns layout)) (end-row layout))
          (write-char char (layout-text layout))
          (write-char face (layout-faces layout))
          (incf (layout-width layout) width)))))

(defun add-string (layout string face)
  "Adds the characters of STRING in FACE to LAYOUT."
  (loop for char across string do (add-char layout char face)))

(defun add-faced (layout string faces)
  "Adds the characters of STRING in their FACES to LAYOUT."
  (loop for char across string
        for face across faces
        do (add-char layout char face)))

(defun text-rows (text faces point columns prompt prompt-faces more-prompt)
  "Returns three values: a vector of the rows of TEXT, after PROMPT and on further lines after MORE-PROMPT; the row and
the column of POINT."
  (let ((layout (layout columns)) (point-row 0) (point-column 0))
    (flet ((note-point ()
             (when (>= (layout-width layout) (layout-columns layout)) (end-row layout))
             (setq point-row (length (layout-rows layout)) point-column (layout-width layout))))
      (add-faced layout prompt prompt-faces)
      (loop for i from 0 below (length text)
            for char = (char text i)
            do (when (= i point) (note-point))
               (cond ((char= char #\Newline)
                      (end-row layout)
                      (add-string layout more-prompt #\d))
                     (t (add-char layout char (char faces i)))))
      (when (= point (length text)) (note-point))
      (end-row layout)
      (values (layout-rows layout) point-row point-column))))

(defun cut-row (text faces columns)
  "Returns a row of TEXT with its FACES, cut to COLUMNS."
  (let ((end 0) (width 0))
    (loop while (and (< end (length text))
                     (<= (+ width (max 0 (tessera::%char-width (char text end)))) columns))
          do (incf width (max 0 (tessera::%char-width (char text end))))
             (incf end))
    (row (subseq text 0 end) (subseq faces 0 end) width)))

(defun table-rows (strings columns limit)
  "Returns rows that show STRINGS in columns, at most LIMIT rows, and if necessary one more with the number of strings
that are not shown."
  (let* ((widest (+ 2 (reduce #'max strings :key #'columns-of :initial-value 1)))
         (across (max 1 (floor columns widest)))
         (down (ceiling (length strings) across))
         (shown (min down limit))
         (strings (coerce strings 'vector))
         (rows (loop for i below shown
                     collect (cut-row* (with-output-to-string (line)
                                         (loop for j below across
                                               for index = (+ i (* j down))
                                               when (< index (length strings))
                                                 do (write-string (aref strings index) line)
                                                    (loop repeat (- widest (columns-of (aref strings index)))
                                                          do (write-char #\Space line))))
                                       columns))))
    (if (< shown down)
        (append rows (list (row-of #\d (format nil "... ~D in all" (length strings)))))
        rows)))

(defun cut-row* (text columns)
  "Returns a plain row of TEXT without blanks at its end, cut to COLUMNS."
  (let ((text (string-right-trim " " text)))
    (cut-row text (make-string (length text) :initial-element #\Space) columns)))
