;;; A server by hunchentoot, for http.sh: at a port that is free, whose number goes into the file that the variable PORT_FILE names.
(load "load-http.lisp")
(load-quietly "hunchentoot")

(hunchentoot:define-easy-handler (greeting :uri "/greeting") (name)
  (setf (hunchentoot:content-type*) "text/plain")
  (format nil "Grüße, ~A" name))

(let* ((socket (usocket:socket-listen "127.0.0.1" 0 :reuse-address t :element-type '(unsigned-byte 8)))
       (acceptor (apply #'make-instance (if *tls* (read-from-string "hunchentoot:easy-ssl-acceptor") 'hunchentoot:easy-acceptor)
                        :address "127.0.0.1" :port (usocket:get-local-port socket) :access-log-destination nil :message-log-destination nil
                        :taskmaster (make-instance 'hunchentoot:single-threaded-taskmaster)
                        (and *tls* (list :ssl-certificate-file (tls-file "certificate.pem") :ssl-privatekey-file (tls-file "key.pem"))))))
  (usocket:socket-close socket)
  (with-open-file (out (uiop:getenv "PORT_FILE") :direction :output)
    (print (hunchentoot:acceptor-port acceptor) out))
  (hunchentoot:start acceptor))
