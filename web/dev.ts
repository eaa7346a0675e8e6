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
    optimizeDeps: { entries: ['src/entry.client.tsx', 'src/**/*-page.tsx'] },
  });
  return {
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    loadWeb: async () => (await vite.ssrLoadModule('/src/entry.server.tsx')) as Entry,
    chatFrame: buildChatFrame,
    close: () => vite.close(),
  };
}
