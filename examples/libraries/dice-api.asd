;;; A system as any library or application has one. Of the three that it depends on none knows Tessera.
(defsystem "dice-api"
  :description "Dice of Doom as a JSON API: games are played by requests."
  :depends-on ("hunchentoot" "yason" "cl-ppcre")
  :serial t
  :components ((:file "game") (:file "json") (:file "api")))
