;;; A JSON API of Dice of Doom, by three libraries as Debian packages them (cl-hunchentoot, cl-yason, cl-ppcre;
;;; cl-asdf):
;;;
;;;     build/release/tessera examples/libraries/serve.lisp
;;;     curl -X POST http://127.0.0.1:8080/games
;;;     curl -d '{"from":2,"to":3}' http://127.0.0.1:8080/games/1/moves
;;;
;;; The variable PORT names another port. The first start compiles the libraries, which takes some seconds; others find
;;; them compiled.
(require "asdf")
(push :hunchentoot-no-ssl *features*)   ; for TLS it would ask for OpenSSL, by foreign functions
(asdf:load-asd (merge-pathnames "dice-api.asd" *load-truename*))
(let ((*standard-output* (make-broadcast-stream)))
  (handler-bind ((warning #'muffle-warning))
    (asdf:load-system "dice-api")))
(uiop:symbol-call "DICE-API" "START" :port (parse-integer (or (uiop:getenv "PORT") "8080")))
