// The script of all pages. It is a classic script, whose compiled code browsers keep with the service worker's files.
import "./start.js";

document.getElementById("editor") ? import("./page.js") : import("./lesson.js");
