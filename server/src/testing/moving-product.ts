import { cpSync, existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { later } from '../clock.ts';
import { readConfig } from '../settings/config.ts';
import { start } from '../process/start.ts';
import { migratedFolder } from './prepared-databases.ts';

const folder = process.env['PORTSIDE_DATA'];
if (folder && !existsSync(join(folder, 'database'))) {
  // Its tables are there: to make them takes a third of such a start. At once: in turns, a thousand
  // small files take twice as long.
  cpSync(join(await migratedFolder(), 'database'), join(folder, 'database'), { recursive: true });
}

/**
 * The product in a process of its own whose clock its parent moves on: journeys in a browser need
 * sessions that are older than the test. A message is a number of milliseconds; it is sent back.
 */
let moved = 0;
const now = () => later(new Date(), moved);
const running = await start(readConfig(), { clock: { now } });
// Browsers set the time of their proofs by it.
running.http.server.prependListener('request', (_, answer: ServerResponse) => {
  const writeHead = answer.writeHead.bind(answer) as (...head: unknown[]) => ServerResponse;
  // As late as a server says it: time may have moved since the call came.
  answer.writeHead = (...head: unknown[]) => {
    answer.setHeader('date', now().toUTCString());
    return writeHead(...head);
  };
});
process.on('message', (milliseconds: number) => {
  moved += milliseconds;
  process.send?.(milliseconds);
});
process.once('disconnect', () => {
  void running.close().then(() => process.exit(0));
});
process.send?.('open');
