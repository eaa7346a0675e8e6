import './process/compile-once.cjs';

/** Imported late, so that it comes from the compile cache. */
await import('./process/run.ts');
