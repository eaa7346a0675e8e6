import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { type Problem, problemMessages } from '@portside/contract/problem';
import { strictestHeaders } from './security.ts';

type Code = keyof typeof problemMessages;

const known: Readonly<Record<string, readonly [status: number, code: Code]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'unavailable'],
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
};
/** Closed at once, what is still on its way would take the answer with it. */
const LINGER_MS = 1000;

/**
 * Bytes that are no request. The answer says that the connection ends: a proxy that keeps it would
 * lose the next caller's request on it.
 */
export function answerBroken(error: { code?: string }, socket: Socket): void {
  // After the answer the rest of the bytes is broken as well.
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, code] = known[error.code ?? ''] ?? [400, 'unsupported'];
  const problem: Problem = { code, message: problemMessages[code], requestId: randomUUID() };
  const body = JSON.stringify(problem);
  const headers = {
    ...strictestHeaders,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.resume();
  const enough = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(enough));
}
