// Buttons that copy or share the text of a field, such as a link to send.

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function copy(button, field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without HTTPS there is no clipboard API
  }
  button.classList.add("done");
  const text = button.textContent;
  button.textContent = "✓";
  await pause(1200);
  button.textContent = text;
  button.classList.remove("done");
}

const contentOf = ({ value }) => (/^https?:\S+$/.test(value) ? { url: value } : { text: value });

// Returns the file at `address`, for sharing.
async function fileAt(address) {
  const blob = await (await fetch(address)).blob();
  return { files: [new File([blob], "dice-of-doom-turn.svg", { type: "image/svg+xml" })] };
}

/** Shows the buttons in `part` that share by what the device offers. */
export function show(part) {
  for (const button of part.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.canShare?.(contentOf(document.getElementById(button.dataset.share)));
  }
  for (const button of part.querySelectorAll("[data-share-file]")) {
    button.hidden = !navigator.canShare?.({ files: [new File([""], "turn.svg", { type: "image/svg+xml" })] });
  }
}

document.documentElement.classList.add("live");
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy], [data-share], [data-share-file]");
  if (!button || button.matches(".done")) return;
  if (button.dataset.shareFile) return void fileAt(button.dataset.shareFile).then((file) => navigator.share(file)).catch(() => {});
  const field = document.getElementById(button.dataset.copy ?? button.dataset.share);
  if (button.dataset.copy) copy(button, field);
  else navigator.share(contentOf(field)).catch(() => {}); // the person thought better of it
});
