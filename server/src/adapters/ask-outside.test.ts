import { expect, test } from 'vitest';
import { neverSent } from './ask-outside.ts';

/* As undici names them, and as the system does (docs of Node, dns and net). */

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
  'a call that ended with %s was never sent',
  (code) => {
    expect(neverSent(new TypeError('fetch failed', { cause: { code } }))).toBe(true);
  },
);

test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', undefined])(
  'a call that ended with %s may have been done',
  (code) => {
    expect(neverSent(new TypeError('fetch failed', { cause: { code } }))).toBe(false);
  },
);

test('a call that ended for a reason of its own may have been done', () => {
  expect(neverSent(new DOMException('over', 'TimeoutError'))).toBe(false);
});
