;;; Held requests: the server answers them later, when something has happened that a browser waits for, or when it
;;; should ask again. Loaded by webserver.lisp.
;;;     (hold-request "a topic" 20)          ; in a handler: holds the request for at most 20 seconds
;;;     (answer-held-requests "a topic")     ; answers with 200: something has happened
;;;     (tell "changed" "a topic")           ; makes all processes do so: see saving.lisp
;;;     (release-held-requests)              ; answers those whose time is over with 204
;;; A held request occupies a connection of the server, so their number is limited. The header Retry-After tells a
;;; browser whose request is not held when to ask again.

(defparameter *held-limit* 12000 "The most requests held at a time by an interpreter.")
(defparameter *held-share* 3/4 "The part of the server's connections that can be held, so that others find room.")
(defparameter *held-client-limit* 24 "The most requests held for one client; this machine has no limit.")
(defparameter *held-pause* 4 "The seconds after which a browser whose request is not held should ask again.")

(defstruct held-request
  "A held request: its NUMBER, the TOPIC that it waits for, the CLIENT who asks, and UNTIL when, in internal time."
  number topic client until)

(defvar *held-requests* (make-hash-table) "The held requests, by number.")
(defvar *held-topics* (make-hash-table :test 'equal) "For each topic a table of the requests held for it, by number.")
(defvar *held-clients* (make-hash-table :test 'equal) "The numbers of requests held for clients.")
(defvar *held-check* 0 "The internal time from which on there may be requests whose time is over.")
(defvar *request-number* nil "The number of the request that is being answered.")
(defparameter *held-headers* '(("Content-Type" . "text/plain; charset=utf-8") ("Cache-Control" . "no-store") ("X-Content-Type-Options" . "nosniff"))
  "The headers of all answers to held requests.")

(defun forget-held-requests ()
  "Forgets all held requests. The server has answered them when it stopped."
  (mapc #'clrhash (list *held-requests* *held-topics* *held-clients*)))

(defun held-count ()
  "Returns the number of held requests."
  (hash-table-count *held-requests*))

(defun held-p (number)
  "True if the request NUMBER is held."
  (and (gethash number *held-requests*) t))

(defun unhold-request (number)
  "Forgets that the request NUMBER is held, if it is. Returns true if it was."
  (let ((request (gethash number *held-requests*)))
    (when request
      (let* ((topic (held-request-topic request))
             (others (gethash topic *held-topics*)))
        (remhash number *held-requests*)
        (remhash number others)
        (when (zerop (hash-table-count others))
          (remhash topic *held-topics*))
        (when (zerop (decf (gethash (held-request-client request) *held-clients*)))
          (remhash (held-request-client request) *held-clients*))
        t))))

(defun release (number pause)
  "Answers the held request NUMBER with 204, nothing has happened. PAUSE is the number of seconds after which the
browser should ask again, or NIL."
  (unhold-request number)
  (webserver:answer number 204 (if pause (acons "Retry-After" (princ-to-string pause) *held-headers*) *held-headers*) ""))

(defun held-numbers ()
  "Returns the numbers of the held requests, the oldest first."
  (sort (loop for number being the hash-keys of *held-requests* collect number) #'<))

(defun make-held-room ()
  "Releases a part of the held requests, those that have waited longest, if there are too many."
  (let ((most (max 1 (min *held-limit* (floor (* *held-share* (webserver:connection-room)))))))
    (when (>= (held-count) most)
      (loop for number in (held-numbers)
            repeat (1+ (- (held-count) (ceiling (* 15 most) 16)))
            do (release number *held-pause*)))))

(defun hold-request (topic seconds)
  "Holds the current request until something happens to TOPIC, a string, for at most SECONDS, and returns true. If its
client has too many held already, returns NIL."
  (when (and *request-number*
             (or (string= *client* "") (< (gethash *client* *held-clients* 0) *held-client-limit*)))
    (make-held-room)
    (let* ((until (+ (get-internal-real-time) (round (* seconds internal-time-units-per-second))))
           (request (make-held-request :number *request-number* :topic topic :client *client* :until until)))
      (setf (gethash *request-number* *held-requests*) request
            (gethash *request-number* (or (gethash topic *held-topics*) (setf (gethash topic *held-topics*) (make-hash-table)))) request
            *held-check* (min until *held-check*))
      (incf (gethash *client* *held-clients* 0)))
    t))

(defun answer-held-requests (topic)
  "Answers the requests held for TOPIC with 200. Returns their number."
  (let ((mine (gethash topic *held-topics*)))
    (loop for number in (and mine (loop for number being the hash-keys of mine collect number))
          do (unhold-request number)
             (webserver:answer number 200 *held-headers* "changed")
          count t)))

(defun answer-all-held-requests ()
  "Answers all held requests with 200: something may have happened."
  (mapc #'answer-held-requests (loop for topic being the hash-keys of *held-topics* collect topic)))

(add-listener "reconnected" 'answer-all-held-requests)

(defun release-all-held-requests ()
  "Answers all held requests with 204 and has the browsers ask again at once: the server ends."
  (dolist (number (held-numbers))
    (release number 0)))

(defun release-held-requests (&optional (now (get-internal-real-time)))
  "Releases the requests whose time is over NOW. Looks at most some times in a second."
  (when (and (plusp (held-count)) (<= *held-check* now))
    (setf *held-check* (+ now (floor internal-time-units-per-second 5)))
    (loop for request in (loop for request being the hash-values of *held-requests*
                               when (<= (held-request-until request) now)
                                 collect request)
          do (release (held-request-number request) nil))))
