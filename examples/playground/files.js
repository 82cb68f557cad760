// The list of the files that programs wrote: to download, and to delete.
import { keepFiles, keptFiles } from "./storage.js";
import { element } from "./turns.js";

const home = "/home/web_user/";

/** Shows the files in `list`, within the element `details`, and again whenever they change. */
export function showFiles(engine, details, list) {
  const show = async () => {
    const files = await keptFiles();
    details.hidden = files.length === 0;
    details.querySelector("summary").textContent = `Files (${files.length})`;
    list.replaceChildren(...files.map(([path, bytes]) => {
      const name = path.startsWith(home) ? path.slice(home.length) : path;
      const remove = async () => {
        await engine.lisp.writeFile(path, null);
        await keepFiles([[path, null]]);
        show();
      };
      return element("li", {},
        element("a", { textContent: name, href: URL.createObjectURL(new Blob([bytes])), download: name.split("/").at(-1) }),
        ` ${bytes.length} bytes `,
        element("button", { type: "button", textContent: "Delete", "aria-label": `Delete ${name}`, onclick: remove }));
    }));
  };
  engine.addEventListener("files", show);
  show();
}
