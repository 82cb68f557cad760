;;; The environment of the process.
(stringp (tessera:getenv "PATH"))                        => t
(tessera:getenv "NO_SUCH_VARIABLE_I_HOPE")               => nil
(tessera:getenv 5)                                       => (error type-error)
(tessera:getenv 'path)                                   => (error type-error)
