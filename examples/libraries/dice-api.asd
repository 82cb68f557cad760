;;; A system as any library or application has one. None of those that it depends on knows Tessera; the last two come with the first.
(defsystem "dice-api"
  :description "Dice of Doom as a JSON API: games are played by requests."
  :depends-on ("hunchentoot" "yason" "cl-ppcre" "alexandria" "flexi-streams")
  :serial t
  :components ((:file "game") (:file "json") (:file "api")))
