;;; Somebody who plays in the pages of the game's server, by random clicks. For soak.cpp.

(require "sockets")

(defvar *requests* 0 "How many requests were answered.")
(defvar *games* 0 "How many games were played.")
(defvar *faults* '() "What went wrong, strings.")

(defun ask (port method target cookie &optional (body ""))
  "Sends a request. Returns the status, and the whole answer."
  (let ((connection (sockets:connect "127.0.0.1" port)))
    (unwind-protect
         (let ((end (coerce '(#\Return #\Newline) 'string)))
           (format connection "~a ~a HTTP/1.1~aHost: localhost~a~@[Cookie: ~a~a~]" method target end end cookie end)
           (format connection "Connection: close~aContent-Type: application/x-www-form-urlencoded~aContent-Length: ~d~a~a~a"
                   end end (length body) end end body)
           (finish-output connection)
           (let ((answer (with-output-to-string (all)
                           (loop for line = (read-line connection nil)
                                 while line
                                 do (write-line line all)))))
             (incf *requests*)
             (values (parse-integer answer :start 9 :end 12) answer)))
      (close connection))))

(defun unescaped (text)
  "Returns TEXT, an address in HTML, with & for each entity of it."
  (with-output-to-string (out)
    (loop with start = 0
          for at = (search "&amp;" text :start2 start)
          do (write-string text out :start start :end at)
          while at
          do (write-char #\& out)
             (setf start (+ at 5)))))

(defun after (mark text &key (end #\") (skip (length mark)))
  "Returns the parts of TEXT from SKIP characters after the beginning of a MARK to the next END, a list of strings."
  (loop for start = (search mark text) then (search mark text :start2 to)
        while start
        for from = (+ start skip)
        for to = (position end text :start from)
        collect (unescaped (subseq text from to))))

(defun play-in-pages (port)
  "Plays a game in the pages of the server at PORT to its end, or for 200 requests."
  (let ((cookie nil) (target nil))
    (flet ((take (status page)
             (let ((set (first (after "Set-Cookie: " page :end #\;))) (choices (append (after "\"/attack" page :skip 1) (after "\"/pass" page :skip 1))))
               (unless (member status '(200 303))
                 (push (format nil "~a: ~a" target status) *faults*))
               (setf cookie (or set cookie)
                     target (cond ((= status 303) (first (after "Location: " page :end #\Return)))
                                  ((first (remove "" (after "data-next=\"" page) :test #'equal)))
                                  ((search "data-stage=\"computer\"" page) "/play") ; it thinks
                                  (choices (nth (random (length choices)) choices)))))))
      (multiple-value-call #'take (ask port "POST" "/new" nil (format nil "size=4&players=3&level=steady&seed=~d" (random 100000))))
      (loop repeat 200
            while target
            do (multiple-value-call #'take (ask port "GET" target cookie))
               (sleep 0.05)))
    (incf *games*)))
