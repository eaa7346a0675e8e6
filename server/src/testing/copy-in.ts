import { once } from 'node:events';
import type pg from 'pg';

/** What `pg` holds a connection by while it runs a statement; its types name only a part of it. */
interface Wire {
  readonly stream: NodeJS.WritableStream & { readonly writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const CHUNK = 256 * 1024;

/** Runs `copy … from stdin` in text format with these rows, each one line with its end. */
export function copyIn(client: pg.Client, statement: string, rows: Iterable<string>) {
  return new Promise<void>((resolve, reject) => {
    let failure: Error | undefined;
    client.query({
      submit: (wire: unknown) => (wire as Wire).query(statement),
      handleCopyInResponse(wire: Wire) {
        send(wire, rows).then(
          () => wire.endCopyFrom(),
          (error: unknown) => wire.sendCopyFail(String(error)),
        );
      },
      handleError: (error: Error) => (failure = error),
      handleCommandComplete: () => {},
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    } as pg.Submittable);
  });
}

async function send(wire: Wire, rows: Iterable<string>): Promise<void> {
  let chunk = '';
  const flush = async () => {
    wire.sendCopyFromChunk(Buffer.from(chunk));
    chunk = '';
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
  };
  for (const row of rows) {
    chunk += row;
    if (chunk.length >= CHUNK) await flush();
  }
  if (chunk) await flush();
}
