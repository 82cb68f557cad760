// The visitor's settings: the pace of computers' moves, sound, keys, notifications. The browser keeps them if it may.

const read = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is not allowed
  }
};

const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // not kept
  }
};

const field = (name) => document.getElementById(name);

export const pace = () => field("pace").value;
export const soundOn = () => field("sound")?.checked ?? false;
export const notifying = () => (field("notify")?.checked && window.Notification?.permission === "granted") ?? false;
export const keysOn = () => field("keys")?.checked ?? true;

/** Fills in the fields and shows them. `paces` are the possible paces; `changed` gets the name of a changed field. */
export function begin(paces, changed) {
  const kept = read("pace");
  if (paces.includes(kept)) field("pace").value = kept;
  field("sound").checked = read("sound") === "on";
  field("keys").checked = read("keys") !== "off";
  const notify = field("notify");
  if (notify) notify.checked = read("notify") === "on" && window.Notification?.permission === "granted";
  notify?.addEventListener("change", async () => {
    if (notify.checked) notify.checked = (await window.Notification?.requestPermission()) === "granted";
    keep("notify", notify.checked ? "on" : "off");
  });
  document.documentElement.dataset.pace = pace();
  const settings = field("pace").closest("details");
  settings.hidden = false;
  settings.addEventListener("change", ({ target }) => {
    keep(target.id, target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value);
    document.documentElement.dataset.pace = pace();
    changed(target.id);
  });
  document.addEventListener("click", ({ target }) => {
    if (!settings.contains(target)) settings.open = false;
  });
}
