import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxPages } from '../../sandbox-pages.ts';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import { mailSuite } from '../mail.suite.ts';
import { listMail, mailbox } from './mailbox.ts';

mailSuite('the mailbox', async () => {
  const test = await openTestWorld();
  return {
    port: mailbox(test.world),
    arrived: async (to) => (await listMail(test.world, to)).map((mail) => mail.subject),
    close: () => test.close(),
  };
});

let bench: TestWorld;
let http: FastifyInstance;
beforeAll(async () => {
  bench = await openTestWorld();
  http = Fastify();
  await http.register(sandboxPages(bench.world), { prefix: '/sandbox' });
  const mail = {
    from: 'Harbor <no-reply@harbor.example>',
    text: 'Hello <Ann>',
    html: '<p style="color: red">Hello</p><script>alert(1)</script>',
  };
  const port = mailbox(bench.world);
  await port.send({ ...mail, id: 'let_1', to: 'Ann@Example.com', subject: 'First' });
  await port.send({
    ...mail,
    id: 'let_2',
    to: 'ann@example.com',
    subject: 'Second <b>',
    code: '123456',
    link: 'http://shop.example/reset?token=abc',
  });
  await port.send({ ...mail, id: 'let_3', to: 'bo@example.com', subject: 'Third' });
});
afterAll(async () => {
  await http.close();
  await bench.close();
});

test('the emails to an address come as JSON, newest first, with code and link', async () => {
  const answer = await http.inject('/sandbox/mail/messages?to=ANN@example.com');
  expect(answer.json()).toEqual([
    {
      id: 'let_2',
      to: 'ann@example.com',
      from: 'Harbor <no-reply@harbor.example>',
      subject: 'Second <b>',
      sentAt: '2026-11-20T12:00:00.000Z',
      text: 'Hello <Ann>',
      html: '<p style="color: red">Hello</p><script>alert(1)</script>',
      code: '123456',
      link: 'http://shop.example/reset?token=abc',
    },
    expect.objectContaining({ id: 'let_1' }),
  ]);
  expect(answer.json()[1]).not.toHaveProperty('code');
  const all = await http.inject('/sandbox/mail/messages');
  expect(all.json<{ id: string }[]>().map((one) => one.id)).toEqual(['let_3', 'let_2', 'let_1']);
});

test('an email is read on its page, where its markup cannot do anything', async () => {
  const list = await http.inject('/sandbox/mail');
  expect(list.body).toContain('Second &lt;b&gt;');
  const page = await http.inject('/sandbox/mail/let_2');
  expect(page.body).toContain('123456');
  expect(page.body).toContain('href="http://shop.example/reset?token=abc"');
  expect(page.body).toContain('Hello &lt;Ann&gt;');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('href="/sandbox/mail/let_2/html"');
  const shown = await http.inject('/sandbox/mail/let_2/html');
  expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect((await http.inject('/sandbox/mail/let_9')).statusCode).toBe(404);
});
