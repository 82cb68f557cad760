// Starts the engine of a page, which needs no scripts of the editor. Other scripts of the page import it from here.
import { Engine } from "./engine.js";

export const engine = new Engine(new URL(".", import.meta.url).href);
if (!document.body.dataset.setup) engine.start().catch(() => {});  // its state tells; a page with a setup starts it when it needs it
