;;; The files of the module sockets, in order.
("sockets"
 "package" "conditions" "hosts" "connections" "datagrams")
