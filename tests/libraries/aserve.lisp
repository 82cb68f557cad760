;;; A server by aserve, with its threads, asked by its own client and by drakma in the same process, for aserve.sh:
;;; prints FINE if all answers are right.
(load "load-http.lisp")
(mapc #'load-quietly '("aserve" "drakma"))
(in-package "NET.ASERVE")

(defmacro expect (form value)
  "Ends the program unless FORM has VALUE."
  `(let ((found ,form))
     (unless (equalp found ,value)
       (format t "~S is ~S.~%" ',form found)
       (tessera:exit 1))))

(publish :path "/greeting" :content-type "text/html"
         :function (lambda (request entity)
                     (with-http-response (request entity)
                       (with-http-body (request entity)
                         (html (:html (:body (:h1 "Hello, " (:princ-safe (request-query-value "name" request))))))))))
(publish :path "/slow" :content-type "text/plain"
         :function (lambda (request entity)
                     (with-http-response (request entity)
                       (sleep 0.05)
                       (with-http-body (request entity)
                         (princ (request-query-value "n" request) *html-stream*)))))
(publish :path "/long" :content-type "text/plain"
         :function (lambda (request entity)
                     (with-http-response (request entity)
                       (with-http-body (request entity)
                         (dotimes (i 20000) (format *html-stream* "line ~5,'0D~%" i))))))
(publish :path "/wrong" :content-type "text/plain"
         :function (lambda (request entity)
                     (with-http-response (request entity)
                       (error "The page cannot be made."))))
(publish-file :path "/file" :file "systems.txt" :content-type "text/plain")
(publish-multi :path "/parts" :content-type "text/plain" :items '((:string "one, ") (:string "two")))

(defvar *errors* (make-string-output-stream))
(setf (vhost-error-stream (wserver-default-vhost *wserver*)) *errors*
      (vhost-log-stream (wserver-default-vhost *wserver*)) (make-broadcast-stream))
(defvar *server* (start :port 0 :listeners 4))

(defun url (path)
  (format nil "http://127.0.0.1:~D~A" (acl-compat.socket:local-port (wserver-socket *server*)) path))

(defun ask (path &rest options)
  (apply #'net.aserve.client:do-http-request (url path) options))

(defparameter *lines* (format nil "~{line ~5,'0D~%~}" (loop for i below 20000 collect i)))

;;; By its own client

(expect (ask "/greeting?name=%3Cdice%3E") "<html><body><h1>Hello, &lt;dice&gt;</h1></body></html>")
(expect (nth-value 1 (ask "/greeting")) 200)
(expect (ask "/greeting" :method :post :query '(("name" . "Ada"))) "<html><body><h1>Hello, Ada</h1></body></html>")
(expect (nth-value 1 (ask "/nothing")) 404)
(expect (ask "/long") *lines*)
(expect (ask "/long" :protocol :http/1.0) *lines*)
(expect (ask "/parts") "one, two")
(expect (length (ask "/file" :format :binary)) (with-open-file (file "systems.txt" :element-type '(unsigned-byte 8)) (file-length file)))

;;; By drakma

(expect (drakma:http-request (url "/greeting?name=dice")) "<html><body><h1>Hello, dice</h1></body></html>")
(expect (drakma:http-request (url "/greeting") :method :post :parameters '(("name" . "Ada"))) "<html><body><h1>Hello, Ada</h1></body></html>")
(expect (drakma:http-request (url "/long")) *lines*)
(expect (nth-value 1 (drakma:http-request (url "/nothing"))) 404)

;;; Several at a time, and what a page does wrong

(expect (mapcar #'mp:process-join
                (loop for i below 12
                      collect (let ((path (format nil "/slow?n=~D" i))) (mp:process-run-function "asks" (lambda () (ask path))))))
        (loop for i below 12 collect (princ-to-string i)))
(ignore-errors (ask "/wrong"))
(expect (loop repeat 1000 ; the connection may end before its process has told why
              for told = (get-output-stream-string *errors*)
                then (progn (sleep 0.01) (concatenate 'string told (get-output-stream-string *errors*)))
              thereis (and (search "The page cannot be made." told) t))
        t)
(expect (ask "/parts") "one, two")

;;; Time that runs out, here and there

(expect (acl-compat.mp:with-timeout (0.05 :late) (loop (sleep 1))) :late)
(expect (acl-compat.mp:with-timeout (5 :late) :early) :early)
(expect (acl-compat.mp:with-timeout (5 :late) (acl-compat.mp:with-timeout (0.05 :inner) (sleep 60))) :inner)

(shutdown :server *server*)
(expect (loop repeat 500 thereis (null (rest (mp:all-processes))) do (sleep 0.01)) t)
(format t "FINE~%")
