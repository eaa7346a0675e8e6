import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentNoticeHeaders } from '../adapters/payment/sandbox/notices.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const send = async (body: string) =>
  app.fetch('/app/notices/payment', {
    method: 'POST',
    headers: { ...paymentNoticeHeaders(app.app, body), 'content-type': 'application/json' },
    body,
  });

test('a signed notice with what no database holds is refused, wherever it stands', async () => {
  const notice = (id: string) =>
    `{"id":"${id}","object":"event","type":"charge.updated","data":{"object":{"id":"${id}"}}}`;
  for (const id of [String.raw`evt_\u0000`, String.raw`evt_\ud800`]) {
    const answer = await send(notice(id));
    expect([answer.status, await answer.json()]).toEqual([400, { received: false }]);
  }
});
