;;; Input and output of Arc programs (module arc).
(in-package "TESSERA-ARC")

(define "disp" (object &optional (port *standard-output*)) "Writes OBJECT for people. Returns nil." (write-object object port nil) nil)
(define "write" (object &optional (port *standard-output*)) "Writes OBJECT as it is read. Returns nil." (write-object object port t) nil)

(define "pr" (&rest objects)
  "Writes OBJECTS for people. Returns the first."
  (dolist (object objects) (write-object object *standard-output* nil))
  (first objects))

(define "prn" (&rest objects)
  "Writes OBJECTS for people, and a newline. Returns the first."
  (dolist (object objects) (write-object object *standard-output* nil))
  (terpri)
  (first objects))

(define "prs" (&rest objects)
  "Writes OBJECTS for people, with spaces between them. Returns nil."
  (loop for (object . more) on objects
        do (write-object object *standard-output* nil)
           (when more (write-char #\Space))))

(define "prt" (&rest objects)
  "Writes those of OBJECTS that are not nil for people. Returns the first."
  (dolist (object objects) (when object (write-object object *standard-output* nil)))
  (first objects))

(define "prall" (list &optional (initial "") (separator ", "))
  "Writes INITIAL and the elements of LIST with SEPARATOR between them. Returns LIST."
  (when list
    (arc::|pr| initial (car list))
    (dolist (element (cdr list)) (arc::|pr| separator element)))
  list)

(define "ero" (&rest objects)
  "Writes OBJECTS to the port of errors, with spaces between them. Returns the first."
  (let ((*standard-output* *error-output*))
    (apply #'arc::|prs| objects)
    (terpri))
  (first objects))

(define "warn" (text &rest objects)
  "Writes a warning of TEXT and OBJECTS. Returns nil."
  (format *error-output* "~&Warning: ~A" text)
  (dolist (object objects) (format *error-output* " ~A" (shown object)))
  (terpri *error-output*))

(define "stdin" () "Returns the port that is read from." *standard-input*)
(define "stdout" () "Returns the port that is written to." *standard-output*)
(define "stderr" () "Returns the port that errors are written to." *error-output*)

(define "readc" (&optional (port *standard-input*) eof) "Returns the next character of PORT; EOF at its end." (read-char port nil eof))
(define "peekc" (&optional (port *standard-input*) eof) "Returns the next character of PORT without reading it; EOF at
its end." (peek-char nil port nil eof))
(define "readb" (&optional (port *standard-input*) eof) "Returns the next byte of PORT; EOF at its end." (read-byte port nil eof))
(define "writec" (char &optional (port *standard-output*)) "Writes CHAR. Returns it." (write-char char port))
(define "writeb" (byte &optional (port *standard-output*)) "Writes BYTE. Returns it." (write-byte byte port))
(define "readline" (&optional (port *standard-input*))
  "Returns the next line of PORT, a string; nil at its end."
  (let ((line (read-line port nil)))
    (and line (string-right-trim '(#\Return) line))))

(define "read" (&optional (port *standard-input*) eof)
  "Returns the next object that PORT, or a string, has in Arc; EOF at its end."
  (if (stringp port)
      (with-input-from-string (in port) (read-arc in eof))
      (read-arc port eof)))
(define "sread" (port eof) "Returns the next object that PORT has in Arc; EOF at its end." (read-arc port eof))

(define "readall" (source &optional eof)
  "Returns a list of the objects that SOURCE, a port or string, has up to EOF."
  (if (stringp source)
      (with-input-from-string (in source) (arc::|readall| in eof))
      (loop for object = (read-arc source source)
            until (or (eq object source) (and eof (arc::|is| object eof)))
            collect object)))

(define "allchars" (port) "Returns the rest of PORT, a string."
  (with-output-to-string (text)
    (loop for char = (read-char port nil) while char do (write-char char text))))

(define "infile" (name) "Returns a port that reads the file NAME." (open name))
(define "outfile" (name &optional append)
  "Returns a port that writes the file NAME, which is replaced, or extended if APPEND is append."
  (open name :direction :output :if-does-not-exist :create :if-exists (if (eq append 'arc::|append|) :append :supersede)))
(define "instring" (string) "Returns a port that reads STRING." (make-string-input-stream string))
(define "outstring" () "Returns a port whose output INSIDE returns." (make-string-output-stream))
(define "inside" (port) "Returns the string that was written to PORT, which outstring has made." (get-output-stream-string port))
(define "close" (&rest ports) "Closes PORTS. Returns nil." (mapc #'close ports) nil)
(define "flushout" () "Writes all buffered output. Returns t." (finish-output) t)

(define "readfile" (name) "Returns a list of the objects that the file NAME has." (with-open-file (in name) (arc::|readall| in)))
(define "readfile1" (name) "Returns the first object that the file NAME has." (with-open-file (in name) (read-arc in nil)))
(define "filechars" (name) "Returns the text of the file NAME, a string." (with-open-file (in name) (arc::|allchars| in)))
(define "writefile" (object name)
  "Writes OBJECT into the file NAME. Returns it."
  (with-open-file (out name :direction :output :if-exists :supersede) (write-object object out t))
  object)
(define "save-table" (table name) "Writes TABLE into the file NAME. Returns it." (arc::|writefile| (arc::|tablist| table) name) table)
(define "load-table" (name) "Returns the table that save-table wrote into the file NAME." (arc::|listtab| (arc::|readfile1| name)))
(define "read-table" (&optional (port *standard-input*) eof)
  "Returns a table of the list of (key value) that PORT has next; EOF at its end."
  (let ((object (read-arc port eof)))
    (if (listp object) (arc::|listtab| object) object)))
(define "write-table" (table &optional (port *standard-output*))
  "Writes TABLE as a list of (key value). Returns it."
  (write-object (arc::|tablist| table) port t)
  table)

(define "file-exists" (name) "Returns NAME if there is such a file." (and (probe-file name) name))
(define "dir-exists" (name) "Returns NAME if there is such a directory." (and (probe-file (string-right-trim "/" name)) (directory-name-p name) name))
(defun directory-name-p (name)
  "True if NAME names a directory."
  (let ((found (probe-file name)))
    (and found (char= #\/ (let ((text (namestring found))) (char text (1- (length text))))))))
(define "dir" (name) "Returns the names of the files in the directory NAME."
  (mapcar (lambda (path)
            (let ((text (string-right-trim "/" (namestring path))))
              (subseq text (1+ (or (position #\/ text :from-end t) -1)))))
          (directory (concatenate 'string (string-right-trim "/" name) "/*"))))
(define "rmfile" (name) "Removes the file NAME. Returns nil." (delete-file name) nil)
(define "mvfile" (old new) "Gives the file OLD the name NEW. Returns nil." (rename-file old (merge-pathnames new (truename ""))) nil)
