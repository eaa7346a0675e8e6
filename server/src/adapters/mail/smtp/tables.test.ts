import { afterEach, expect, test } from 'vitest';
import { openMailServer } from '../../../testing/mail-server.ts';
import { adviceOf } from './advice.ts';
import { smtpMail } from './mail.ts';

/** A server's answers and what they are with us, typed from RFC 5321 and RFC 3463. */
const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const message = {
  id: 'let_1',
  to: 'ann@example.com',
  from: 'Harbor <no-reply@harbor.example>',
  subject: 'Hello',
  text: 'Hello Ann',
  html: '<p>Hello Ann</p>',
};

async function post(options: Parameters<typeof openMailServer>[0], from = 'no-reply@shop.example') {
  const sink = await openMailServer(options);
  const port = smtpMail({ url: sink.url, from });
  open.push(port, sink);
  return { sink, port };
}

const temporary = [
  '421 4.3.2 closing',
  '450 4.2.0 greylisted',
  '451 4.3.0 error',
  '452 4.2.2 full',
];
const final = [
  '550 5.1.1 no such user',
  '551 5.1.6 moved',
  '552 5.2.2 too large',
  '553 5.1.3 bad name',
  '554 5.7.1 forbidden',
];

test.each([...temporary, ...final])(
  '[M05] “%s” about a recipient or a text is final from 500 on, and trouble below',
  async (words) => {
    const isFinal = words.startsWith('5');
    const about = [{ toRecipient: () => words }, { toText: () => words }];
    for (const options of about) {
      const { port } = await post(options);
      const sent = port.send(message);
      if (isFinal) expect(await sent).toEqual({ refused: words });
      else await expect(sent).rejects.toMatchObject({ outcome: 'not_done' });
    }
  },
);

test.each(final)('[M05] “%s” about our sender is ours to repair', async (words) => {
  const { port } = await post({ toSender: () => words });
  await expect(port.send(message)).rejects.toMatchObject({ outcome: 'not_done' });
});

test.each([
  ['no-reply@shop.example', { name: 'Harbor', address: 'no-reply@shop.example' }],
  ['Shop <no-reply@shop.example>', { name: 'Shop', address: 'no-reply@shop.example' }],
])('[M05] with the setting %s an email comes from %j', async (from, sender) => {
  const { port, sink } = await post({}, from);
  await port.send(message);
  expect(sink.arrived[0]?.mail.from?.value).toEqual([sender]);
  expect(sink.arrived[0]?.mail.messageId).toBe('<let_1@shop.example>');
});

test('[M05] a brand without a name of its own writes by its address', async () => {
  const { port, sink } = await post({});
  await port.send({ ...message, from: 'no-reply@harbor.example' });
  const sender = { name: '', address: 'no-reply@shop.example' };
  expect(sink.arrived[0]?.mail.from?.value).toEqual([sender]);
});

test.each([
  [{ code: 'EAUTH' }, 'refuses user and password'],
  [{ code: 'ETLS' }, 'no TLS that can be trusted'],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'no TLS that can be trusted'],
  [{ code: 'ESOCKET', message: 'not in the cert’s altnames' }, 'no TLS that can be trusted'],
  [{ code: 'ESOCKET', message: 'connect ECONNREFUSED' }, undefined],
  [{ code: 'EDNS' }, undefined],
  [{}, undefined],
])('[M11] the self test says of %j: %s', (error, advice) => {
  const said = adviceOf(error);
  expect(said).toMatchObject({ service: 'mail', outcome: 'not_done', cause: error });
  if (advice === undefined) expect(said).not.toHaveProperty('advice');
  else expect(said).toMatchObject({ advice: expect.stringContaining(advice) });
});
