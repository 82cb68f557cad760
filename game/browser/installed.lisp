;;; The game as an application that devices install: its description and icons, and the page that they show without a
;;; network. assets/worker.js keeps what was loaded.

(defparameter *icon-sizes* '(192 512) "The sizes of icons of the installed game, in pixels.")

(defun manifest ()
  "Returns the description of the game for devices that install it, in JSON."
  (format nil "{\"name\":\"Dice of Doom\",\"start_url\":\"/\",\"display\":\"standalone\",\"background_color\":\"~a\",\"theme_color\":\"~:*~a\",\"icons\":[{\"src\":\"~a\",\"type\":\"image/svg+xml\",\"sizes\":\"any\"}~:{,{\"src\":\"/icon.png?size=~d\",\"type\":\"image/png\",\"sizes\":\"~:*~dx~:*~d\"}~}]}"
          (getf *page-colors* :light) (asset-address "icon.svg") (and (png-p) (mapcar #'list *icon-sizes*))))

(defun answer-manifest (params)
  "Sends the description of the game for devices that install it."
  (declare (ignore params))
  (values 200 "application/manifest+json" (manifest)))

(let ((known (make-hash-table)))
  (defun answer-icon (params)
    "Sends the icon as PNG of the size in PARAMS."
    (let ((size (or (find (number-parameter "SIZE" params 1 1000) *icon-sizes*)
                    (refuse 400 "There is no icon of that size."))))
      (unless (png-p)
        (refuse 404 "There are no pictures for previews of links here."))
      (values 200 "image/png" (recall size known (lambda () (rasterized (icon) size size))) '(("Cache-Control" . "max-age=86400"))))))

(defun answer-offline (params)
  "Shows the page that browsers keep for the time when there is no network."
  (declare (ignore params))
  (html-answer ()
    (page ((say "You are offline") :plain t)
      (tag section (class "message panel")
        (text-tag 'h1 nil (say "You are offline"))
        (text-tag 'p nil (say "A game needs the server. The rules and the puzzles that you have seen are still here."))
        (tag div (class "actions")
          (button-link "first" "/play" (say "To the game"))
          (button-link nil "/puzzles" (say "Puzzles"))
          (button-link nil "/rules" (say "Rules")))))))
