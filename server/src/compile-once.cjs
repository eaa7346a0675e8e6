/**
 * What the product is made of is compiled once a version, not at every start: that is half of the
 * time to the first page. `npm start` names it before all else (`-r`), so that threads have it too,
 * and no file waits for the compiler. Where the folder cannot be written, nothing is kept.
 */
const { enableCompileCache, flushCompileCache } = require('node:module');
const { resolve } = require('node:path');

enableCompileCache(resolve(__dirname, '../../node_modules/.cache/compiled'));
// When the first pages were made, and all that they need was loaded.
setTimeout(() => flushCompileCache(), 20_000).unref();
