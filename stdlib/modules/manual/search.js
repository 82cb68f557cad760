// The search of the manual: an index of names and headings, a list of what was found, and keys. Without it all works
// but the search.
"use strict";
(() => {
  const input = document.getElementById("the-search");
  const list = document.getElementById("the-results");
  if (!input || !list) return;
  const root = input.dataset.root;
  const most = 12;
  let chosen = -1;
  let wanted = false;

  const loadIndex = () => {
    if (wanted) return;
    wanted = true;
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = show;
    document.head.append(script);
  };

  // The less, the better an entry fits; Infinity: not at all.
  const rank = ([name, , , kind, text], query) => {
    const lower = name.toLowerCase();
    const bare = lower.replace(/^[*&%]|[*]$/g, "");
    const extra = (kind === "heading" ? 0.5 : 0) + name.length / 1000;
    if (lower === query || bare === query) return extra;
    if (lower.startsWith(query) || bare.startsWith(query)) return 1 + extra;
    if (new RegExp("(^|[^a-z])" + query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).test(lower)) return 2 + extra;
    if (lower.includes(query)) return 3 + extra;
    if (query.length > 2 && text.toLowerCase().includes(query)) return 4 + extra;
    return Infinity;
  };

  const find = (query) =>
    searchIndex
      .map((entry) => [rank(entry, query), entry])
      .filter(([value]) => value < Infinity)
      .sort((a, b) => a[0] - b[0])
      .slice(0, most)
      .map(([, entry]) => entry);

  const part = (kind, text) => {
    const element = document.createElement("span");
    element.className = kind;
    element.textContent = text;
    return element;
  };

  const close = () => {
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  };

  const choose = (number) => {
    const items = [...list.querySelectorAll("[role=option]")];
    if (items.length === 0) return;
    chosen = (number + items.length) % items.length;
    items.forEach((item, i) => item.setAttribute("aria-selected", String(i === chosen)));
    input.setAttribute("aria-activedescendant", items[chosen].id);
    items[chosen].scrollIntoView({ block: "nearest" });
  };

  function show() {
    const query = input.value.trim().toLowerCase();
    if (query === "" || typeof searchIndex === "undefined") return close();
    const found = find(query);
    list.replaceChildren(
      ...found.map(([name, page, id, kind, text], i) => {
        const item = document.createElement("li");
        item.id = "the-result-" + i;
        item.setAttribute("role", "option");
        const link = document.createElement("a");
        link.href = root + page + (id ? "#" + id : "");
        link.tabIndex = -1;
        link.append(part(kind === "heading" || kind === "guide" ? "title" : "name", name), part("kind", kind), part("about", text));
        item.append(link);
        return item;
      }),
    );
    if (found.length === 0) {
      const item = document.createElement("li");
      item.className = "none";
      item.textContent = "Nothing was found.";
      list.append(item);
    }
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    chosen = -1;
    choose(0);
  }

  const go = () => {
    const link = list.querySelectorAll("a")[Math.max(chosen, 0)];
    if (!link) return;
    close();
    input.blur();
    location.href = link.href;
  };

  input.addEventListener("focus", loadIndex);
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const actions = { ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), Enter: go, Escape: () => { close(); input.blur(); } };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
  list.addEventListener("click", close);
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
})();
