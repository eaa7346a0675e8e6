import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ConsoleFiles } from './console-page.ts';
import type { WebEntry, WebSource } from './pages.ts';

interface DevRenderer {
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  loadWeb(): Promise<WebEntry>;
  chatFrame(): Promise<string>;
  console: ConsoleFiles;
  close(): Promise<void>;
}

/**
 * Vite with hot reload in front of the product, on one port. A computed path keeps the web's types
 * out of the server.
 */
export async function devWeb(): Promise<WebSource & { close(): Promise<void> }> {
  const server = createServer();
  const path = new URL('../../../web/dev.ts', import.meta.url).href;
  const { createDevRenderer } = (await import(path)) as {
    createDevRenderer: (http: Server) => Promise<DevRenderer>;
  };
  const renderer = await createDevRenderer(server);
  return {
    load: () => renderer.loadWeb(),
    chatFrame: () => renderer.chatFrame(),
    console: async () => renderer.console,
    serverFactory: (handler) =>
      server.on('request', (request, response) => {
        renderer.middleware(request, response, () => handler(request, response));
      }),
    close: () => renderer.close(),
  };
}
