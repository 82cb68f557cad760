;;; What whoever runs the server needs: pages that say whether it lives and is ready, figures for Prometheus, a page
;;; while the store cannot be used, and an orderly end. Loaded by webserver.lisp.

(define-condition store-failure (simple-error) ()
  (:documentation "The store of the sessions cannot be used now."))

(defvar *operator-token* (progn (require "ext") (funcall (find-symbol "GETENV" "EXT") "OPERATOR_TOKEN"))
  "The word that opens the operator's pages, a string; NIL if there is none. The environment sets it, since others can
read the command line of a process.")
(defparameter *least-token* 16 "The fewest characters of an operator's token.")

(defun operator-token-p (word)
  "True if WORD is the operator's token."
  (and *operator-token* (>= (length *operator-token*) *least-token*) (equal word *operator-token*)))

;;; Figures

(defparameter *time-limits* (loop for milliseconds in '(5 10 25 50 100 250 500 1000 2500)
                                  collect (floor (* milliseconds internal-time-units-per-second) 1000))
  "The limits of the classes of times, in internal units.")

(defun count-event (event &optional (amount 1))
  "Adds AMOUNT to the count of EVENT, a keyword, a status, or the limit of a class of times. All interpreters of the
server count together. Where pages are made without a server, nothing is counted."
  (when (fboundp 'webserver:count-event)
    (webserver:count-event (princ-to-string event) amount)))

(defun count-seconds (time)
  "Records that a request took TIME, in internal units."
  (count-event :time time)
  (count-event (or (find time *time-limits* :test #'<=) :longer)))

(defvar *gauges* '() "A property list from events to the numbers that this interpreter has counted last.")

(defun note-gauge (event number)
  "Makes NUMBER what this interpreter contributes to the count of EVENT."
  (let ((change (- number (getf *gauges* event 0))))
    (unless (zerop change)
      (setf (getf *gauges* event) number)
      (count-event event change))))

(defun note-gauges ()
  "Notes how much this interpreter has in memory."
  (note-gauge :held (held-count))
  (note-gauge :sessions (hash-table-count *session-cache*))
  (note-gauge :shared (hash-table-count *shared-states*)))

(defvar *sent-status* 0 "The status of the response to the current request; 0 while there is none.")

(defun send-response (number status headers content)
  "Answers the request NUMBER and counts the STATUS."
  (count-event status)
  (setf *sent-status* status)
  (webserver:answer number status headers content))

(defun print-metric (name type help &rest lines)
  "Prints the figure NAME in Prometheus's format, with LINES, a list of (LABELS VALUE). TYPE and HELP say what it is."
  (format t "# HELP tessera_~a ~a~%# TYPE tessera_~a ~a~%~:{tessera_~a~a ~f~%~}" name help name type
          (loop for (labels value) in lines collect (list name labels value))))

(defun print-times (counted &aux (limits *time-limits*))
  "Prints how long requests took in Prometheus's format. COUNTED is a function from events to their counts."
  (print-metric "request_seconds" "histogram" "Time in which Lisp made a response, without waiting for an interpreter.")
  (loop for limit in (append limits '(:longer))
        sum (funcall counted limit) into below
        do (format t "tessera_request_seconds_bucket{le=\"~:[+Inf~;~:*~f~]\"} ~d~%"
                   (and (numberp limit) (/ limit internal-time-units-per-second)) below)
        finally (format t "tessera_request_seconds_sum ~f~%tessera_request_seconds_count ~d~%"
                        (/ (funcall counted :time) internal-time-units-per-second) below)))

(defun print-metrics (&aux (counts (webserver:counts)))
  "Prints what the server counts in Prometheus's format."
  (flet ((counted (event)
           (or (second (assoc (princ-to-string event) counts :test #'string=)) 0)))
    (apply #'print-metric "responses_total" "counter" "Responses by status; held requests are not counted."
           (loop for status from 200 below 600
                 for count = (counted status)
                 when (plusp count)
                   collect (list (format nil "{status=\"~d\"}" status) count)))
    (print-times #'counted)
    (loop for (name type help value)
            in `(("retries_total" "counter" "Requests made again since another process had changed their state." ,(counted :retried))
                 ("store_failures_total" "counter" "Failed attempts to use the store." ,(counted :failed))
                 ("store_ready" "gauge" "1 if the store can be used." ,(if (webserver:sessions-ready) 1 0))
                 ("held_requests" "gauge" "Requests that wait for an event." ,(counted :held))
                 ("sessions_in_memory" "gauge" "Sessions in this process's memory." ,(counted :sessions))
                 ("states_in_memory" "gauge" "Games with friends in this process's memory." ,(counted :shared)))
          do (print-metric name type help (list "" value)))))

;;; Pages

(defun answer-plainly (number status text &rest headers)
  "Answers the request NUMBER with STATUS, TEXT and HEADERS, an alist. Returns true."
  (webserver:answer number status (append headers *held-headers*) (format nil "~a~%" text))
  t)

(defun answer-probe (number path headers)
  "Answers the request NUMBER if PATH is one of the pages for whoever runs the server, and returns true. HEADERS are the
request's."
  (cond ((equal path "healthz") (answer-plainly number 200 "alive"))
        ((equal path "readyz")
         (if (webserver:sessions-ready)
             (answer-plainly number 200 "ready")
             (answer-plainly number 503 "The store of the sessions cannot be used now.")))
        ((and (equal path "metrics") *operator-token*)
         (if (operator-token-p (bearer-token (cdr (assoc "Authorization" headers :test #'string-equal))))
             (answer-plainly number 200 (with-output-to-string (*standard-output*) (print-metrics)))
             (answer-plainly number 401 "This needs the operator's token." '("WWW-Authenticate" . "Bearer"))))))

(defun bearer-token (header)
  "Returns the token in HEADER, the value of an Authorization header or NIL; NIL if there is none.
  (list (bearer-token \"Bearer abc\") (bearer-token \"Basic abc\") (bearer-token nil)) => (\"abc\" NIL NIL)"
  (let ((end (mismatch "Bearer " (or header "") :test #'char-equal)))
    (and (eql end 7) (subseq header 7))))

(let ((noted 0))
  (defun note-store-failure (path condition)
    "Reports on *ERROR-OUTPUT*, at most every ten seconds, that CONDITION kept the handler from making the page PATH."
    (when (> (- (get-universal-time) noted) 10)
      (setf noted (get-universal-time))
      (note-failure path condition))))

(defparameter *store-pause* 5 "The seconds after which a browser asks again when the store cannot be used.")

(defvar *unavailable-page* 'unavailable-text
  "A function of the request's headers and the seconds until the page asks again. Returns the texts of the page while
the store cannot be used: that, and that a form was not processed.")

(defun unavailable-text (headers seconds)
  "Returns the texts of the page while the store cannot be used, in English. HEADERS do not matter."
  (declare (ignore headers))
  (values (format nil "The server cannot reach its games for a moment. Nothing is lost. This page tries again by itself every ~a seconds."
                  seconds)
          "What you sent was not done."))

(defun answer-unavailable (number headers)
  "Answers the request NUMBER with HEADERS: the store cannot be used now. The page asks again by itself. After a form
was sent, which is not to be sent again unasked, it goes back to the page of the form."
  (let* ((back (and (string= *request-method* "POST") (local-path (cdr (assoc "Referer" headers :test #'string-equal)))))
         (pause (princ-to-string *store-pause*)))
    (multiple-value-bind (text undone) (funcall *unavailable-page* headers pause)
      (send-response number 503
                     (list* (cons "Retry-After" pause)
                            (cons "Refresh" (format nil "~a~@[; url=~a~]" pause back))
                            '("Content-Type" . "text/html; charset=utf-8")
                            *held-headers*)
                     (format nil "<!doctype html><meta name=\"viewport\" content=\"width=device-width\"><title>503</title><p>~a~@[ ~a~]"
                             text (and back undone))))))

(defun local-path (address)
  "Returns ADDRESS, the value of a Referer header or NIL, without the server's name; \"/\" if there is none.
  (list (local-path \"https://dice.example/play?game=1\") (local-path \"https://dice.example//evil.example\") (local-path nil))
  => (\"/play?game=1\" \"/\" \"/\")"
  (let* ((start (search "//" (or address "")))
         (slash (and start (position #\/ address :start (+ start 2)))))
    (if (and slash (not (eql (mismatch "//" address :start2 slash) 2)))
        (subseq address slash)
        "/")))

;;; The end

(defparameter *drain-times* '(1 10)
  "The seconds after which idle connections end, since browsers and proxies may just be using them again, and after
which the server does not wait for any.")

(defun drain (&aux (begun (get-internal-real-time)))
  "Takes no more connections, releases the held requests and answers all others."
  (loop for seconds = (/ (- (get-internal-real-time) begun) internal-time-units-per-second)
        while (and (webserver:drain (> seconds (first *drain-times*))) (< seconds (second *drain-times*)))
        do (release-all-held-requests)
           (serve-request 20))
  (format t "~&The server has ended.~%"))
