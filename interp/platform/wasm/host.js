// Runs before the program starts (emscripten's --pre-js). Under node the program sees node's files and writes to node's
// standard files. A page sets Module.standardFiles and starts no program.
const underNode = typeof process === "object" && !!process.versions.node;

/** Returns the operations of a standard file: `read` fills a part of an array, and `write` takes one. */
const standardFile = (read, write) => ({
  read: (stream, buffer, offset, length) => read(buffer.subarray(offset, offset + length)),
  write: (stream, buffer, offset, length) => (write(buffer.subarray(offset, offset + length)), length),
  llseek: () => { throw new FS.ErrnoError(29); },  // ESPIPE
});

/** For hosts: returns the result of `use` with the address of `text` in the engine's memory, and its size. */
Module.withText = (text, use) => {
  const size = lengthBytesUTF8(text) + 1, address = Module._malloc(size);
  stringToUTF8(text, address, size);
  try {
    return use(address, size - 1);
  } finally {
    Module._free(address);
  }
};

if (underNode) {
  const fs = require("fs"), path = require("path");
  const readFrom = (file) => (bytes) => {
    try {
      return fs.readSync(file, bytes);
    } catch (error) {
      if (error.code === "EOF") return 0;
      throw new FS.ErrnoError(error.code === "EAGAIN" ? 6 : 29);
    }
  };
  const writeTo = (file) => (bytes) => {
    for (let done = 0; done < bytes.length;) {
      try {
        done += fs.writeSync(file, bytes, done);
      } catch (error) {
        if (error.code === "EPIPE") throw new FS.ErrnoError(64);
        if (error.code !== "EAGAIN") throw error;
      }
    }
  };
  Module.wasmBinary = fs.readFileSync(path.join(__dirname, path.basename(__filename, ".js") + ".wasm"));
  Module.standardFiles = [0, 1, 2].map((file) => standardFile(readFrom(file), writeTo(file)));
  Module.mountFiles = () => {
    for (const entry of fs.readdirSync("/", {withFileTypes: true})) {
      if (!entry.isDirectory() || ["dev", "proc", "sys"].includes(entry.name)) continue;
      const place = "/" + entry.name;
      if (!FS.analyzePath(place).exists) FS.mkdir(place);
      FS.mount(NODEFS, {root: place}, place);
    }
    if (!FS.analyzePath("/tessera").exists) FS.mkdir("/tessera");
    FS.mount(NODEFS, {root: __dirname}, "/tessera");
    FS.chdir(process.cwd());
  };
}

Module.preRun = [() => {
  FS.init();
  Module.standardFiles.forEach((operations, file) => {
    const stream = FS.getStream(file);
    stream.tty = undefined;
    stream.stream_ops = operations;
  });
  Module.mountFiles();
  if (underNode) Object.assign(ENV, process.env);
}];
