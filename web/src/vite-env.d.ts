/// <reference types="vite/client" />

/** Put in by web/build.ts; null in development, where Vite serves the sources. */
declare const __PORTSIDE_ASSETS__: import('./assets.ts').BuiltAssets | null;
