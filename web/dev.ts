import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'vite';
import { buildChatFrame } from './chat-frame.ts';
import { sharedConfig } from './vite.ts';

type Entry = typeof import('./src/entry.server.tsx');

/** Vite inside of our own server: sources instead of a build, hot reload on the same port. */
export interface DevRenderer {
  /** Answers what is Vite's (sources, hot reload); `next` is called for everything else. */
  readonly middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  /** The page renderer as it is now; an edit is seen by the next page. */
  readonly loadWeb: () => Promise<Entry>;
  /** The script of a chat service's frame, built at each question. */
  readonly chatFrame: () => Promise<string>;
  /** What the page of the console loads. */
  readonly console: { scripts: string[]; styles: string[]; before: string };
  readonly close: () => Promise<void>;
}

/** @param http the server that listens; hot reload takes its upgrade requests. */
export async function createDevRenderer(http: Server): Promise<DevRenderer> {
  const vite = await createServer({
    ...sharedConfig,
    appType: 'custom',
    define: { __PORTSIDE_ASSETS__: 'null' },
    server: { middlewareMode: true, hmr: { server: http } },
    // Found once at the start, so that no page reloads itself because of a late discovery.
    optimizeDeps: { entries: ['src/entry.{client,console}.tsx', 'src/**/*-page.tsx'] },
  });
  return {
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    loadWeb: async () => (await vite.ssrLoadModule('/src/entry.server.tsx')) as Entry,
    chatFrame: buildChatFrame,
    console: {
      scripts: ['/@vite/client', '/src/entry.console.tsx'],
      styles: ['/src/console/console.css?direct'],
      before:
        'import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window);' +
        'window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;',
    },
    close: () => vite.close(),
  };
}
