import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openMailServer } from './mail-server.ts';

test('an email whose sender leaves in the middle of it is none, and stops nothing', async () => {
  const server = await openMailServer();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const half = 'Subject: Your order\r\n\r\nYour ord';
  const sayings = [
    'EHLO test',
    'MAIL FROM:<a@example.com>',
    'RCPT TO:<b@example.com>',
    'DATA',
    half,
  ];
  for await (const line of createInterface({ input: socket })) {
    // A dash stands in all lines of an answer but its last.
    if (line[3] === '-') continue;
    socket.write(`${sayings.shift()}\r\n`);
    if (sayings.length === 0) break;
  }
  socket.destroy();
  await once(socket, 'close');
  server.close();
  expect(server.arrived).toEqual([]);
});
