/**
 * What the product is made of is compiled once a version, not at every start: that is half of the
 * time to the first page. `npm start` names it before all else (`-r`), so that threads have it too,
 * and no file waits for the compiler. Where the folder cannot be written, nothing is kept.
 */
const { existsSync } = require('node:fs');
const { enableCompileCache, flushCompileCache } = require('node:module');
const { resolve } = require('node:path');

const folder = resolve(__dirname, '../../../node_modules/.cache/compiled');
const isWritten = existsSync(folder);
enableCompileCache(folder);
// Node keeps all that it has read there until a flush. During the start, so that the same memory
// is used again. The very first start would wait for its files to be written.
const flushing = isWritten ? setInterval(() => flushCompileCache(), 100).unref() : undefined;
// When the first pages were made, and all that they need was loaded.
setTimeout(() => {
  clearInterval(flushing);
  flushCompileCache();
}, 20_000).unref();
