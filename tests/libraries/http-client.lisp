;;; Requests by drakma to the server at the port that the variable PORT has, for http.sh. Says FINE if all answers are right.
(load "load-http.lisp")
(load-quietly "drakma")

(defun ask (path &rest options)
  (apply #'drakma:http-request (format nil "~:[http~;https~]://127.0.0.1:~A~A" *tls* (uiop:getenv "PORT") path)
         (append options (and *tls* (list :verify :required :ca-file (tls-file "certificate.pem"))))))

(loop until (ignore-errors (ask "/greeting")) do (sleep 1/10)) ; it may not listen yet
(multiple-value-bind (text status) (ask "/greeting?name=dice")
  (assert (and (equal text "Grüße, dice") (= status 200)) () "a GET was answered with ~S, ~S" text status))
(assert (equal (ask "/greeting" :method :post :parameters '(("name" . "λ")) :external-format-out :utf-8) "Grüße, λ"))
(assert (= (nth-value 1 (ask "/nothing-here")) 404))
(loop for i below 20
      do (assert (equal (ask (format nil "/greeting?name=~D" i)) (format nil "Grüße, ~D" i))))
(assert (typep (nth-value 1 (ignore-errors (drakma:http-request "http://127.0.0.1:1/"))) 'usocket:connection-refused-error))
;; A certificate that nobody vouches for is refused.
(when *tls*
  (assert (typep (nth-value 1 (ignore-errors (drakma:http-request (format nil "https://127.0.0.1:~A/greeting" (uiop:getenv "PORT")) :verify :required)))
                 'error)))
(format t "~&FINE~%")
