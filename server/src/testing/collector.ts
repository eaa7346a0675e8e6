import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP has it in JSON. */
export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes?: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly SeenSpan[] }[];
  }[];
}

/** Takes traces by OTLP over HTTP, as a collector does. */
export async function openCollector() {
  const spans: SeenSpan[] = [];
  const bodies: string[] = [];
  const seen: { readonly path: string; readonly key: string | undefined }[] = [];
  let isAway = false;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { 'x-key': key } = request.headers;
      seen.push({ path: request.url ?? '', key: typeof key === 'string' ? key : undefined });
      if (isAway) {
        response.writeHead(400).end();
        return;
      }
      const body = Buffer.concat(parts).toString();
      bodies.push(body);
      const { resourceSpans } = JSON.parse(body) as Batch;
      for (const { scopeSpans } of resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    bodies,
    seen,
    goAway: (away: boolean) => (isAway = away),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
