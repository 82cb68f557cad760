// Programs in links: the language and the text, compressed, after the "#".

const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Puts a program in the address, and in the clipboard if it may. Returns what was done. */
export async function shareLink(language, program) {
  const packed = await through(new TextEncoder().encode(JSON.stringify([language, program])), new CompressionStream("deflate-raw"));
  history.replaceState(null, "", "#" + base64(packed));
  try {
    await navigator.clipboard.writeText(location.href);
    return "The link is copied";
  } catch {
    return "The link is in the address";
  }
}

/** Returns the program of the address; null if there is none. */
export async function openLink() {
  try {
    const [language, program] = JSON.parse(new TextDecoder().decode(await through(bytesOf(location.hash.slice(1)), new DecompressionStream("deflate-raw"))));
    return { language, program: String(program) };
  } catch {
    return null;
  }
}
