;;; The reader's conditionals and tags: #?(), #inst, #uuid, records, those of a program; and EDN (module clojure).

(in-package "TESSERA-CLOJURE")

;;; UUIDs and points in time.

(defun uuid-of-text (text)
  "Returns the UUID that TEXT is, or NIL. Its parts may have fewer or more digits than usual, as Java has it."
  (let ((bits 0) (start 0))
    (when (and (<= (length text) 36) (eql 4 (count #\- text)))
      (dolist (size '(32 16 16 16 48) (%uuid bits))
        (let ((end (or (position #\- text :start start) (length text))))
          (unless (digits-p text start end 16) (return nil))
          (setq bits (logior (ash bits size) (ldb (byte size 0) (parse-integer text :start start :end end :radix 16)))
                start (+ end 1)))))))

(defun uuid-text (uuid)
  "Returns the notation of UUID: hexadecimal digits in five groups."
  (let ((digits (format nil "~(~32,'0X~)" (uuid-bits uuid))))
    (format nil "~A-~A-~A-~A-~A" (subseq digits 0 8) (subseq digits 8 12) (subseq digits 12 16) (subseq digits 16 20) (subseq digits 20))))

(defun day-number (year month day)
  "Returns the number of days from the first of 1970 to the date."
  (let* ((year (if (<= month 2) (- year 1) year)) (month (mod (- month 3) 12)))
    (+ (* 365 year) (floor year 4) (- (floor year 100)) (floor year 400) (floor (+ (* 153 month) 2) 5) day -719469)))

(defun date-of-day (day)
  "Returns year, month and day of the date that is DAY days after the first of 1970."
  (let* ((year (floor (* (+ day 719468) 400) 146097)) (year (if (> (day-number year 3 1) day) (- year 1) (if (<= (day-number (+ year 1) 3 1) day) (+ year 1) year)))
         (rest (- day (day-number year 3 1))) (month (floor (+ (* 5 rest) 2) 153)))
    (values (if (>= month 10) (+ year 1) year) (+ 1 (mod (+ month 2) 12)) (+ 1 (- rest (floor (+ (* 153 month) 2) 5))))))

(defvar *inst-pattern*
  "(\\d\\d\\d\\d)(?:-(\\d\\d)(?:-(\\d\\d)(?:[T](\\d\\d)(?::(\\d\\d)(?::(\\d\\d)(?:[.](\\d+))?)?)?)?)?)?(?:[Z]|([-+])(\\d\\d):(\\d\\d))?"
  "The pattern of the text of an #inst.")

(defun inst-of-text (text)
  "Returns the point in time that TEXT denotes by RFC 3339; NIL if TEXT is malformed."
  (when (stringp *inst-pattern*) (setq *inst-pattern* (regex-of *inst-pattern*)))
  (let ((match (match-at *inst-pattern* text 0 t)))
    (when match
      (flet ((part (group default) (let ((text (group-text match group))) (if text (parse-integer text) default))))
        (let* ((year (part 1 0)) (month (part 2 1)) (day (part 3 1)) (hour (part 4 0)) (minute (part 5 0)) (second (part 6 0))
               (fraction (group-text match 7)) (offset (* (if (equal (group-text match 8) "-") -1 1) (+ (* 60 (part 9 0)) (part 10 0)))))
          (when (and (<= 1 month 12) (<= 1 day (- (day-number (if (eql month 12) (+ year 1) year) (+ 1 (mod month 12)) 1) (day-number year month 1)))
                     (<= hour 23) (<= minute 59) (<= second 60))
            (%inst (+ (* 1000 (+ (* 60 (- (+ (* 60 (+ (* 24 (day-number year month day)) hour)) minute) offset)) second))
                      (if fraction (floor (* 1000 (parse-integer fraction)) (expt 10 (length fraction))) 0)))))))))

(defun inst-text (inst)
  "Returns INST as an RFC 3339 timestamp in UTC."
  (multiple-value-bind (day rest) (floor (inst-milliseconds inst) 86400000)
    (multiple-value-bind (year month date) (date-of-day day)
      (format nil "~4,'0D-~2,'0D-~2,'0DT~2,'0D:~2,'0D:~2,'0D.~3,'0D-00:00" year month date
              (floor rest 3600000) (mod (floor rest 60000) 60) (mod (floor rest 1000) 60) (mod rest 1000)))))

(defun inst-as-date (inst)
  "Returns INST as Java's Date is shown, in UTC."
  (multiple-value-bind (day rest) (floor (inst-milliseconds inst) 86400000)
    (multiple-value-bind (year month date) (date-of-day day)
      (format nil "~A ~A ~2,'0D ~2,'0D:~2,'0D:~2,'0D UTC ~D" (nth (mod (+ day 4) 7) '("Sun" "Mon" "Tue" "Wed" "Thu" "Fri" "Sat"))
              (nth (- month 1) '("Jan" "Feb" "Mar" "Apr" "May" "Jun" "Jul" "Aug" "Sep" "Oct" "Nov" "Dec"))
              date (floor rest 3600000) (mod (floor rest 60000) 60) (mod (floor rest 1000) 60) year))))

;;; Tags.

(defvar *data-readers* *empty-map* "The program's own tags: from symbols to functions.")
(defvar *default-reader* nil "The function of the tag and the form that reads the form after an unknown tag; or NIL.")

(defvar *tags*
  (list (cons "uuid" (lambda (form) (or (and (stringp form) (uuid-of-text form))
                                        (throw-new "IllegalArgumentException" "Invalid UUID string: ~A" (shown form)))))
        (cons "inst" (lambda (form) (or (and (stringp form) (inst-of-text form))
                                        (throw-new "RuntimeException" "Unrecognized date/time syntax: ~A" (shown form))))))
  "Clojure's own tags, and the functions that read what is after them.")

(defun read-tagged (stream position)
  "Reads a tag and a form from STREAM. Returns what the tag makes of the form."
  (let* ((tag (read-form stream position)) (form (read-form stream position)))
    (cond (*suppressed* nil)
          ((symbol-object-p tag) (tagged-value (plain-symbol tag) form position))
          (t (reader-fail position "Reader tag must be a symbol")))))

(defun tagged-value (tag form position)
  "Returns the object that FORM after the symbol TAG denotes."
  (let ((own (get-of *data-readers* tag nil)) (known (cdr (assoc (symbol-name tag) *tags* :test #'string=)))
        (class (and (not *edn*) (find #\. (symbol-name tag)) (find-class-named (symbol-name tag)))))
    (cond (own (funcall (callable own) form))
          (known (funcall known form))
          ((and class (jtype-fields class)) (if (map-object-p form) (record-from-map class form) (apply #'construct class (list-of-seq form))))
          (*default-reader* (funcall (callable *default-reader*) tag form))
          (t (reader-fail position "No reader function for tag ~A" (symbol-name tag))))))

;;; Conditionals.

(defvar *read-conditionals* :allow "The way #?() is read: :ALLOW, :PRESERVE, or NIL where it is an error.")
(defvar *reader-features* '("clj" "tessera" "default") "The names of the features that #?() finds.")

(defun read-skipped (stream position)
  "Reads a form without understanding it."
  (let ((*suppressed* t)) (read-form stream position)))

(defun read-conditional (stream position)
  "Reads #?(:feature form ...): returns the form of the first feature that holds. The other ones are skipped."
  (let ((splice (and (eql (peek-char nil stream nil) #\@) (read-char stream))))
    (unless (eql (skip-blanks stream) #\() (reader-fail position "read-cond body must be a list"))
    (read-char stream)
    (cond (*suppressed* (read-until #\) stream position) '%nothing)
          ((eq *read-conditionals* :preserve) (%reader-conditional (clojure-list (read-until #\) stream position)) (boolean-of splice)))
          ((null *read-conditionals*) (reader-fail position "Conditional read not allowed"))
          (t (read-clauses stream position splice)))))

(defun read-clauses (stream position splice)
  "Reads the clauses of a reader conditional. Returns the chosen form, (%SPLICE FORM...) to splice it, or %NOTHING."
  (let ((chosen '%nothing))
    (loop
      (when (clause-end-p stream position) (return))
      (let ((feature (read-form stream position)))
        (unless (keywordp feature) (reader-fail position "Feature should be a keyword"))
        (when (clause-end-p stream position) (reader-fail position "read-cond requires an even number of forms"))
        (if (and (eq chosen '%nothing) (member (symbol-name feature) *reader-features* :test #'string=))
            (setq chosen (read-form stream position))
            (read-skipped stream position))))
    (cond ((or (not splice) (eq chosen '%nothing)) chosen)
          ((sequentialp chosen) (cons '%splice (list-of-seq chosen)))
          (t (reader-fail position "Spliced form list in read-cond-splicing must implement java.util.List")))))

(defun clause-end-p (stream position)
  "Takes the parenthesis that ends a conditional, if it stands next; what is left out before it, too."
  (loop
    (case (skip-blanks stream)
      ((nil) (end-fail stream position))
      (#\) (read-char stream) (return t))
      (#\# (read-char stream)
       (cond ((eql (peek-char nil stream nil) #\_)
              (read-char stream)
              (read-form stream position))
             (t (unread-char #\# stream) (return nil))))
      (t (return nil)))))

;;; What programs read, with options.

(defun read-with-options (stream options eof)
  "Returns the next form of STREAM, as the map OPTIONS has it; EOF at the end."
  (let* ((mode (get-of options :|read-cond| nil)) (features (get-of options :|features| nil))
         (*read-conditionals* (cond ((eq mode :|allow|) :allow) ((eq mode :|preserve|) :preserve) (t nil)))
         (*reader-features* (append (mapcar #'symbol-name (list-of-seq features)) '("clj" "tessera" "default"))))
    (read-or-fail stream eof)))

(defun read-or-fail (stream eof)
  "Reads a form from STREAM. Returns EOF at its end, or throws there if that is %FAIL."
  (let ((form (handler-case (read-text stream stream)
                (syntax-failure (failure) (throw-new (syntax-failure-class failure) "~A" (syntax-failure-message failure))))))
    (cond ((not (eq form stream)) form)
          ((eq eof '%fail) (throw-new "RuntimeException" "EOF while reading"))
          (t eof))))

(defun read-edn (stream options)
  "Returns the next form of STREAM, which is EDN. OPTIONS, a map: :readers, :default, :eof."
  (let ((*edn* t) (*read-conditionals* nil) (*data-readers* (or (get-of options :|readers| nil) *empty-map*))
        (*default-reader* (get-of options :|default| nil)))
    (read-or-fail stream (get-of options :|eof| '%fail))))
