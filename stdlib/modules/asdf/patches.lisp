;;; Applies the patches of patches/ to libraries that do not know this Lisp, as their sources are read.
(in-package "TESSERA")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun %read-all-lines (stream)
    "Returns a list of the lines of STREAM."
    (loop for line = (read-line stream nil) while line collect line)))

(defmacro %patch-texts ()
  "(%patch-texts): the texts of the files patches/*.patch beside this file, an alist from their names to lists of
lines."
  `',(loop for path in (directory (merge-pathnames "patches/*.patch" *load-truename*))
           collect (with-open-file (stream path) (cons (pathname-name path) (%read-all-lines stream)))))

;;; A patch is an alist from the ends of the names of files to hunks; a hunk is a list of a line's number, the lines
;;; that are to be found, and those that take their place.

(defun %prefix-p (prefix line)
  "True if LINE begins with PREFIX."
  (and (>= (length line) (length prefix)) (string= prefix line :end2 (length prefix))))

(defun %hunk-start (line)
  "Returns the number in LINE, \"@@ -N,M ...\"."
  (parse-integer line :start 4 :junk-allowed t))

(defun %patched-name (line)
  "Returns the name of the file in LINE, \"+++ b/NAME\", with a slash before it."
  (let ((end (or (position #\Tab line) (length line))))
    (subseq line (position #\/ line) end)))

(defun %parse-patch (lines)
  "Returns the patch that LINES of a unified diff stand for."
  (let ((files '()))
    (dolist (line lines)
      (cond ((%prefix-p "+++ " line) (push (list (%patched-name line)) files))
            ((%prefix-p "--- " line))
            ((%prefix-p "@@ " line) (push (list (%hunk-start line) '() '()) (cdr (first files))))
            ((and files (cdr (first files)) (plusp (length line)))
             (let ((hunk (second (first files))) (text (subseq line 1)))
               (ecase (char line 0)
                 (#\Space (push text (second hunk)) (push text (third hunk)))
                 (#\- (push text (second hunk)))
                 (#\+ (push text (third hunk)))
                 (#\\))))))
    (loop for (name . hunks) in files
          collect (cons name (loop for (start old new) in (reverse hunks)
                                   collect (list start (reverse old) (reverse new)))))))

(defun %lines-at-p (old lines index)
  "True if the vector LINES contains the list OLD from INDEX on."
  (and (<= 0 index (- (length lines) (length old)))
       (loop for line in old for i from index always (string= line (svref lines i)))))

(defun %find-lines (old lines expected)
  "Returns the index of the list OLD in the vector LINES that is nearest to EXPECTED; or NIL."
  (loop with expected = (min expected (length lines))
        for distance from 0 to (length lines)
        do (cond ((%lines-at-p old lines (+ expected distance)) (return (+ expected distance)))
                 ((%lines-at-p old lines (- expected distance)) (return (- expected distance))))))

(defun %apply-hunks (hunks lines)
  "Returns the lines, a list, that HUNKS make of the list LINES, and the numbers of the HUNKS that do not fit."
  (let ((vector (coerce lines 'simple-vector)) (position 0) (shift 0) (result '()) (misfits '()))
    (loop for (start old new) in hunks
          for found = (%find-lines old vector (max 0 (+ start -1 shift)))
          do (cond ((and found (>= found position))
                    (loop for i from position below found do (push (svref vector i) result))
                    (dolist (line new) (push line result))
                    (setf position (+ found (length old))
                          shift (- found (- start 1))))
                   (t (push start misfits))))
    (loop for i from position below (length vector) do (push (svref vector i) result))
    (values (nreverse result) (nreverse misfits))))

(defparameter *patches*
  (loop for (library . lines) in (%patch-texts)
        append (loop for (end . hunks) in (%parse-patch lines) collect (list* library end hunks)))
  "A list of lists of a library's name, the end of a file's name, and hunks.")

(defparameter *patched-versions*
  (loop for (library line) in (%patch-texts) collect (cons library line))
  "An alist from the names of libraries to the first lines of their patches, which name the patched versions.")

(defun %ends-with-p (end name)
  "True if NAME ends with END."
  (let ((start (- (length name) (length end))))
    (and (>= start 0) (string= end name :start2 start))))

(defun %knows-us-p (lines)
  "True if LINES of a source mention this Lisp, so that the source needs no patch."
  (some (lambda (line) (search "tessera" line :test #'char-equal)) lines))

(defun %warn-of-misfit (library path misfits)
  "Warns that the patch of LIBRARY does not fit the file PATH at the lines MISFITS."
  (warn "The patch of the library ~S for Tessera does not fit ~A at the lines~{ ~D~^,~}, which are read as they are. It ~
         is ~A. If the library does not load, its authors do not know Tessera yet: see the page \"Bringing your project\"."
        library (namestring path) misfits (cdr (assoc library *patched-versions* :test #'string=))))

(defun %patched-text (path entry)
  "Returns the text of the file PATH with the hunks of ENTRY of *PATCHES* applied, changed as *READ-AS* and *GUARDED*
request; NIL if it needs no change."
  (let ((lines (with-open-file (stream path) (%read-all-lines stream))))
    (unless (%knows-us-p lines)
      (multiple-value-bind (lines guarded) (%without-guard path lines)
        (let ((opening (and (not (%ends-with-p ".asd" (namestring path))) (%requiring-text path lines))))
          (when (or entry opening guarded)
            (multiple-value-bind (patched misfits) (%apply-hunks (cddr entry) lines)
              (when misfits (%warn-of-misfit (first entry) path misfits))
              (format nil "~@[~A~]~{~A~%~}" opening patched))))))))

(defun %patched-source (path)
  "Returns a stream of the patched text of the file PATH, or NIL if it needs no patch; for *SOURCE-FILTER*."
  (let* ((name (ignore-errors (namestring (truename path))))
         (entry (and name (find-if (lambda (entry)
                                     (and (%ends-with-p (second entry) name) (search (first entry) name)))
                                   *patches*)))
         (text (and name (or entry (%reading-of path)) (%patched-text path entry))))
    (and text (make-string-input-stream text))))
