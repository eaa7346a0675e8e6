import './compile-once.cjs';

/** The product. Loaded only now, so that it comes from what was compiled before. */
await import('./run.ts');
