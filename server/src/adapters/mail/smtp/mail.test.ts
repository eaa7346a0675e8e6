import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { openMailServer, testCertificate } from '../../../testing/mail-server.ts';
import { signAsSvix } from '../../carrier/svix-signature.ts';
import { mailSuite } from '../mail.suite.ts';
import { smtpMail, type SmtpSettings } from './mail.ts';

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
  const sink = await openMailServer({
    toRecipient: (to) => (to.startsWith('bounce@') ? '550 5.1.1 no such box' : '250 ok'),
  });
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

type ServerOptions = Parameters<typeof openMailServer>[0];

async function post(
  options: ServerOptions = {},
  more: Partial<SmtpSettings> & { outside?: boolean } = {},
) {
  const sink = await openMailServer(options);
  const { outside, ...rest } = more;
  const url = outside ? sink.outsideUrl : sink.url;
  const port = smtpMail({ ...settings(url), ...rest }, { ca: testCertificate });
  open.push(port, sink);
  return { sink, port };
}

test('an email says that a machine wrote it, and is named by its id', async () => {
  const { sink, port } = await post();
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
  const { port } = await post({ toRecipient: () => '451 try again later' });
  await expect(port.send(message)).rejects.toMatchObject({ service: 'mail', outcome: 'not_done' });
});

test('a server that is not there is trouble', async () => {
  const { sink, port } = await post();
  sink.close();
  await expect(port.send(message)).rejects.toMatchObject({ service: 'mail' });
});

test('an email that somebody waits for overtakes the others', async () => {
  let isBusy = true;
  const sink = await openMailServer({ isBusy: () => isBusy });
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

test('[M05] greylisting and a full queue are trouble; no such mailbox and a forbidden text are final', async () => {
  const answers: Record<string, string> = {
    'grey@example.com': '450 4.2.0 greylisted',
    'full@example.com': '452 4.2.2 mailbox full',
    'closing@example.com': '421 4.3.2 shutting down',
    'gone@example.com': '550 5.1.1 no such user',
  };
  const { port } = await post({
    toRecipient: (to) => answers[to] ?? '250 ok',
    toText: (mail) => (mail.subject === 'Spam' ? '554 5.7.1 looks like spam' : '250 ok'),
  });
  for (const to of ['grey@example.com', 'full@example.com', 'closing@example.com']) {
    await expect(port.send({ ...message, to })).rejects.toMatchObject({ outcome: 'not_done' });
  }
  expect(await port.send({ ...message, to: 'gone@example.com' })).toEqual({
    refused: '550 5.1.1 no such user',
  });
  expect(await port.send({ ...message, subject: 'Spam' })).toEqual({
    refused: '554 5.7.1 looks like spam',
  });
  expect(await port.send({ ...message, to: '' })).toEqual({
    refused: expect.stringMatching(/^553 /),
  });
});

test('[M05] a sender that the server does not want is ours to repair, so no email is lost by it', async () => {
  const { port } = await post({ toSender: () => '550 5.7.1 not your domain' });
  await expect(port.send(message)).rejects.toMatchObject({ outcome: 'not_done' });
});

test('[M05] a connection cut after the text leaves it open; sent again it has the same Message-ID', async () => {
  let isCut = true;
  const { sink, port } = await post({ toText: () => (isCut ? undefined : '250 ok') });
  await expect(port.send(message)).rejects.toMatchObject({ outcome: 'unknown' });
  isCut = false;
  expect(await port.send(message)).toBe('accepted');
  const ids = sink.arrived.map((one) => one.mail.messageId);
  expect(ids).toEqual(['<let_1@shop.example>', '<let_1@shop.example>']);
});

test('[M05] one connection carries many emails', async () => {
  const { sink, port } = await post();
  for (let at = 0; at < 5; at += 1) await port.send({ ...message, id: `let_${at}` });
  expect(sink.arrived).toHaveLength(5);
  expect(sink.connections.size).toBe(1);
});

test('[M05] to another machine emails go by TLS alone, and to a certificate that holds', async () => {
  const { sink, port } = await post({ tls: 'by STARTTLS' }, { outside: true });
  expect(await port.send(message)).toBe('accepted');
  expect(sink.arrived[0]?.secure).toBe(true);
  const direct = await post({ tls: 'at once' }, { outside: true });
  expect(await direct.port.send(message)).toBe('accepted');
  expect(direct.sink.arrived[0]?.secure).toBe(true);
  const plain = await post({}, { outside: true });
  await expect(plain.port.send(message)).rejects.toMatchObject({ service: 'mail' });
  const untrusted = smtpMail(settings(sink.outsideUrl));
  open.push(untrusted);
  await expect(untrusted.send(message)).rejects.toMatchObject({ service: 'mail' });
  expect([...sink.arrived, ...plain.sink.arrived]).toHaveLength(1);
  await expect(untrusted.check()).rejects.toMatchObject({
    advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
});

test('[M05] a wrong password is told to operators, and delays emails instead of losing them', async () => {
  const user = { name: 'shop', password: 'right' };
  const { sink, port } = await post({ tls: 'by STARTTLS', user }, { outside: true });
  await expect(port.send(message)).rejects.toMatchObject({ service: 'mail' });
  const wrong = smtpMail(settings(sink.outsideUrl.replace('//', '//shop:wrong@')), {
    ca: testCertificate,
  });
  open.push(wrong);
  await expect(wrong.check()).rejects.toMatchObject({
    advice: expect.stringContaining('password'),
  });
  await expect(wrong.send(message)).rejects.toMatchObject({ outcome: 'not_done' });
  const right = smtpMail(settings(sink.outsideUrl.replace('//', '//shop:right@')), {
    ca: testCertificate,
  });
  open.push(right);
  await right.check();
  expect(await right.send(message)).toBe('accepted');
});

test('[M05] answers go to the address that is set', async () => {
  const { sink, port } = await post({}, { replyTo: 'Care <care@carrier.example>' });
  await port.send(message);
  expect(sink.arrived[0]?.mail.replyTo?.value).toEqual([
    { name: 'Care', address: 'care@carrier.example' },
  ]);
});

const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });
const dkim = {
  dkimDomain: 'shop.example',
  dkimSelector: 'portside',
  dkimKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
};

/** RFC 6376, relaxed/relaxed, worked out anew. */
function dkimHolds(source: string): boolean {
  const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(source) ?? [];
  const headers = head.split(/\r\n(?![ \t])/);
  const relaxed = (line: string) => {
    const colon = line.indexOf(':');
    const value = line
      .slice(colon + 1)
      .replaceAll(/\s+/g, ' ')
      .trim();
    return `${line.slice(0, colon).trim().toLowerCase()}:${value}`;
  };
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((one) => one.replaceAll(/\s+/g, ''))
      .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  ) as Record<string, string>;
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd());
  while (lines.at(-1) === '') lines.pop();
  const hash = createHash('sha256')
    .update(`${lines.join('\r\n')}\r\n`, 'latin1')
    .digest('base64');
  if (hash !== tags['bh'] || tags['d'] !== 'shop.example' || tags['s'] !== 'portside') return false;
  const named = (tags['h'] ?? '').split(':').map((name) => name.toLowerCase());
  if (!['from', 'to', 'subject', 'message-id', 'reply-to'].every((one) => named.includes(one))) {
    return false;
  }
  const left = [...headers];
  const signed = named.flatMap((name) => {
    const at = left.findLastIndex((line) => line.toLowerCase().startsWith(`${name}:`));
    return at === -1 ? [] : left.splice(at, 1).map(relaxed);
  });
  const bare = relaxed(signature).replace(/\bb=[^;]*$/, 'b=');
  return createVerify('rsa-sha256')
    .update([...signed, bare].join('\r\n'), 'latin1')
    .verify(keys.publicKey, tags['b'] ?? '', 'base64');
}

test('[M05] emails are signed by DKIM, so that nobody changes a word of them on the way', async () => {
  const { sink, port } = await post({}, dkim);
  const subject = 'Señora Ñandú, your number is ready';
  await port.send({ ...message, subject });
  const source = sink.arrived[0]?.source ?? '';
  expect(dkimHolds(source)).toBe(true);
  expect(dkimHolds(source.replace('Hello Ann', 'Hello Bob'))).toBe(false);
  expect(dkimHolds(source.replace('To: ann@', 'To: bob@'))).toBe(false);
});

test('[M05] operators are told what the DNS lacks for DKIM', async () => {
  const sink = await openMailServer();
  open.push(sink);
  const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const asked: string[] = [];
  const check = (published: string[][] | Error, more: Partial<SmtpSettings> = {}) => {
    const resolveTxt = async (name: string) => {
      asked.push(name);
      if (published instanceof Error) throw published;
      return published;
    };
    const port = smtpMail({ ...settings(sink.url), ...dkim, ...more }, { resolveTxt });
    open.push(port);
    return port.check();
  };
  await check([[`v=DKIM1; k=rsa; p=${key.slice(0, 100)}`, key.slice(100)]]);
  expect(asked).toEqual(['portside._domainkey.shop.example']);
  await expect(check([['v=DKIM1; p=AAAA']])).rejects.toMatchObject({
    advice: expect.stringContaining(`p=${key}`),
  });
  const trouble = (code?: string) => Object.assign(new Error('queryTxt'), code && { code });
  for (const nothing of ['ENOTFOUND', 'ENODATA']) {
    await expect(check(trouble(nothing))).rejects.toMatchObject({
      advice: expect.stringContaining('The DNS has no TXT record'),
    });
  }
  for (const silent of ['ESERVFAIL', 'ETIMEOUT', undefined]) {
    const said = await check(trouble(silent)).catch((error: unknown) => error);
    expect(said).toMatchObject({ service: 'mail', outcome: 'not_done' });
    expect(said).not.toHaveProperty('advice');
  }
  await expect(check([], { from: 'no-reply@other.example' })).rejects.toMatchObject({
    advice: expect.stringContaining('must be one domain'),
  });
  await expect(check([], { dkimKey: '-----BEGIN PRIVATE KEY-----\nAAAA' })).rejects.toMatchObject({
    advice: expect.stringContaining('openssl genrsa'),
  });
});

test('[M05] a notice of an email that came back is believed with its signature alone', async () => {
  const secret = 'a-secret-of-twenty-characters';
  const { port } = await post({}, { bounceSecret: secret });
  const now = new Date('2026-11-20T12:00:00Z');
  const body = JSON.stringify({ kind: 'bounced', to: 'Ann@Example.com', reason: '550 5.1.1 gone' });
  const read = (key: string, text = body, at = now) =>
    port.readReturn?.(signAsSvix('msg_1', body, Buffer.from(key), at), text, now);
  expect(read(secret)).toEqual({
    id: 'msg_1',
    kind: 'bounced',
    to: 'ann@example.com',
    reason: '550 5.1.1 gone',
  });
  expect(read('another-secret-of-some-length')).toBeUndefined();
  expect(read(secret, body.replace('Ann', 'Bob'))).toBeUndefined();
  expect(read(secret, body, new Date('2026-11-20T11:50:00Z'))).toBeUndefined();
  const none = smtpMail(settings('smtp://127.0.0.1:1'));
  open.push(none);
  expect(none.readReturn?.(signAsSvix('msg_1', body, Buffer.from(''), now), body, now)).toBe(
    undefined,
  );
});

const longest = `${'a'.repeat(64)}@${'b'.repeat(243)}.example.com`;

test.each([
  ['what it should', { kind: 'bounced', to: 'ann@example.com' }, true],
  ['the longest address that there is', { kind: 'bounced', to: longest }, true],
  ['a longer one', { kind: 'bounced', to: `a${longest}` }, false],
  ['no address', { kind: 'bounced', to: 'ann' }, false],
  ['two addresses', { kind: 'bounced', to: 'ann@example.com bob@example.com' }, false],
  ['no kind that there is', { kind: 'opened', to: 'ann@example.com' }, false],
  ['nothing', {}, false],
  ['no JSON', 'bounced', false],
])(
  '[M05] a signed notice of an email that came back and says %s is read: %s',
  async (_, said, isRead) => {
    const secret = 'a-secret-of-twenty-characters';
    const { port } = await post({}, { bounceSecret: secret });
    const now = new Date('2026-11-20T12:00:00Z');
    const body = typeof said === 'string' ? said : JSON.stringify(said);
    const read = (id: string) =>
      port.readReturn?.(signAsSvix(id, body, Buffer.from(secret), now), body, now);
    const notice = isRead ? { id: 'msg_1', ...(said as object), reason: '' } : undefined;
    expect(read('msg_1')).toEqual(notice);
    // A longer id is nobody's.
    expect(read('m'.repeat(200))).toEqual(notice && { ...notice, id: 'm'.repeat(200) });
    expect(read('m'.repeat(201))).toBeUndefined();
  },
);
