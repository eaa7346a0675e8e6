import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { mailSuite } from './mail.suite.ts';
import { smtpMail } from './smtp-mail.ts';

interface Arrived {
  to: string;
  mail: ParsedMail;
}

/** A real SMTP server on this machine: what it answers to RCPT decides who takes mail. */
async function openSink(toRecipient: (address: string) => string, isBusy = () => false) {
  const waiting: (() => void)[] = [];
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const [code = '250', ...words] = toRecipient(address).split(' ');
      if (code === '250') return done();
      return done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      simpleParser(stream, {}, (error, mail) => {
        if (!error) arrived.push({ to, mail });
        if (mail.subject !== 'Your code' && isBusy()) waiting.push(done);
        else done(error);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, arrived, waiting, close: () => server.close() };
}

const settings = (url: string) => ({ url, from: 'no-reply@shop.example' });
const message = {
  id: 'let_1',
  to: 'ann@example.com',
  from: 'Harbor <no-reply@harbor.example>',
  replyTo: 'Harbor <help@harbor.example>',
  subject: 'Hello',
  text: 'Hello Ann',
  html: '<p>Hello Ann</p>',
};

mailSuite('SMTP', async () => {
  const sink = await openSink((to) => (to.startsWith('bounce@') ? '550 no such box' : '250 ok'));
  const port = smtpMail(settings(sink.url));
  return {
    port,
    async arrived(to) {
      const emails = sink.arrived.filter((one) => one.to === to);
      const byId = new Map(emails.map((one) => [one.mail.messageId, one]));
      return [...byId.values()].map((one) => one.mail.subject ?? '');
    },
    async close() {
      port.close();
      sink.close();
    },
  };
});

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function post(toRecipient: (address: string) => string) {
  const sink = await openSink(toRecipient);
  const port = smtpMail(settings(sink.url));
  open.push(port, sink);
  return { sink, port };
}

test('an email says that a machine wrote it, and is named by its id', async () => {
  const { sink, port } = await post(() => '250 ok');
  await port.send(message);
  const mail = sink.arrived[0]?.mail;
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.messageId).toBe('<let_1@shop.example>');
  expect(mail?.from?.value).toEqual([{ name: 'Harbor', address: 'no-reply@shop.example' }]);
  expect(mail?.replyTo?.value).toEqual([{ name: 'Harbor', address: 'help@harbor.example' }]);
  expect(mail?.text?.trim()).toBe('Hello Ann');
  expect(mail?.html).toContain('<p>Hello Ann</p>');
});

test('a server that is busy is trouble, not a refusal', async () => {
  const { port } = await post(() => '451 try again later');
  await expect(port.send(message)).rejects.toMatchObject({ service: 'mail', outcome: 'not_done' });
});

test('a server that is not there is trouble', async () => {
  const { sink, port } = await post(() => '250 ok');
  sink.close();
  await expect(port.send(message)).rejects.toMatchObject({ service: 'mail' });
});

test('an email that somebody waits for overtakes the others', async () => {
  let isBusy = true;
  const sink = await openSink(
    () => '250 ok',
    () => isBusy,
  );
  const port = smtpMail(settings(sink.url));
  open.push(port, sink);
  const crowd = Array.from({ length: 12 }, (_, i) => port.send({ ...message, id: `let_${i}` }));
  const code = { ...message, id: 'let_code', subject: 'Your code', urgent: true };
  expect(await port.send(code)).toBe('accepted');
  expect(sink.arrived.filter((one) => one.mail.subject === 'Hello').length).toBeLessThan(12);
  isBusy = false;
  for (const done of sink.waiting) done();
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['accepted']));
});
