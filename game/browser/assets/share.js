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

/** Shows the buttons in `part` that share by what the device offers. */
export function show(part) {
  for (const button of part.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.canShare?.(contentOf(document.getElementById(button.dataset.share)));
  }
}

document.documentElement.classList.add("live");
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy], [data-share]");
  if (!button || button.matches(".done")) return;
  const field = document.getElementById(button.dataset.copy ?? button.dataset.share);
  if (button.dataset.copy) copy(button, field);
  else navigator.share(contentOf(field)).catch(() => {}); // the person thought better of it
});
