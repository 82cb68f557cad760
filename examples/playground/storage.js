// What the browser keeps: work in local storage, and the files that programs wrote in IndexedDB.

/** Returns what is kept under `name`, or an empty object. `storage` is localStorage, or sessionStorage for this tab. */
export function recall(name, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(name)) ?? {};
  } catch {
    return {};
  }
}

export function keep(name, value, storage = "localStorage") {
  try {
    globalThis[storage].setItem(name, JSON.stringify(value));
  } catch { /* a private window may keep nothing */ }
}

const promised = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

let database;

/** Returns the result of `use` with the store of files; `otherwise` if the browser keeps nothing. */
async function withFiles(mode, use, otherwise) {
  try {
    database ??= await new Promise((resolve, reject) => {
      const request = indexedDB.open("tessera", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("files");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return await use(database.transaction("files", mode).objectStore("files"));
  } catch {
    return otherwise;
  }
}

/** Returns the kept files: a list of paths and contents. */
export const keptFiles = () => withFiles("readonly", async (store) => {
  const [paths, contents] = await Promise.all([promised(store.getAllKeys()), promised(store.getAll())]);
  return paths.map((path, i) => [path, contents[i]]);
}, []);

/** Keeps changes: paths with contents, or with null for a deleted file. */
export const keepFiles = (changes) => withFiles("readwrite", (store) =>
  Promise.all(changes.map(([path, bytes]) => promised(bytes ? store.put(bytes, path) : store.delete(path)))));
