import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';

export const webFolder = fileURLToPath(new URL('.', import.meta.url));

/** What builds and development share; there is no vite.config file, so that nothing is implied. */
export const sharedConfig = {
  configFile: false,
  root: webFolder,
  base: '/',
  publicDir: false,
  plugins: [react(), tailwindcss()],
} satisfies InlineConfig;

/** What wraps each import to preload it, also where `modulePreload` is off. */
export const bareImports: Plugin = {
  name: 'bare-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/** What data mode still asks of parts that are there for framework mode and for tracing. */
const asked: Record<string, Record<string, string>> = {
  'dom/ssr/components.js': {
    FrameworkContext: 'createContext(undefined)',
    PrefetchPageLinks: '() => null',
    mergeRefs: '(ref) => ref',
    usePrefetchBehavior: '() => [false, undefined, {}]',
  },
  'router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
  },
};

/** A name for React's tools, set on what nobody uses, keeps it in the build. */
const namedForTools = /^\w+\.displayName = "[\w.]+";$/gm;

/**
 * Leaves 2.7 kB (gzip) of React Router out of the browser's build (decision 0002). The version is
 * pinned; one that has these parts elsewhere or under other names does not build.
 */
export function withoutFrameworkMode(): Plugin {
  const left = new Set(Object.keys(asked));
  return {
    name: 'portside:without-framework-mode',
    transform(code, id) {
      const part = /react-router\/dist\/production\/lib\/(.+)$/.exec(id.replaceAll('\\', '/'))?.[1];
      if (part === undefined) return undefined;
      const kept = asked[part];
      if (!kept) return { code: code.replaceAll(namedForTools, ''), map: null };
      const names = /^export \{(.+)\};$/m
        .exec(code)?.[1]
        ?.split(',')
        .map((name) => name.trim());
      if (!names || Object.keys(kept).some((name) => !names.includes(name))) {
        this.error(`React Router’s ${part} has other exports than decision 0002 knows`);
      }
      left.delete(part);
      const exports = names.map((name) => `export const ${name} = ${kept[name] ?? 'undefined'};`);
      return { code: `import { createContext } from 'react';\n${exports.join('\n')}`, map: null };
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`React Router has moved ${[...left].join(', ')}`);
    },
  };
}

/** What Lingui says to who set it up wrongly, where `words/i18n.ts` sets it up. */
const advice = [/console\.warn\(`Uncompiled message[^`]+`\);/, /"Lingui: Attempted to call[^"]+"/];

/** Leaves half a kilobyte of sentences out of the browser's build, which nobody would read there. */
export function withoutAdvice(): Plugin {
  let isLeft = true;
  return {
    name: 'portside:without-advice',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').includes('@lingui/core/dist/')) return undefined;
      if (!advice.every((one) => one.test(code))) return undefined;
      isLeft = false;
      return { code: advice.reduce((text, one) => text.replace(one, '""'), code), map: null };
    },
    buildEnd(error) {
      if (!error && isLeft) this.error('Lingui’s advice has moved');
    },
  };
}
