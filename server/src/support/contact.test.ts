import { sendChatMessage } from '@portside/contract/chat';
import { contactUs } from '@portside/contract/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../testing/caller.ts';
import { behindProxy, from, newMid, realLimits } from '../testing/networks.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const supportAddress = 'help@harbor.example';
const written = {
  name: 'Noor Haddad',
  email: 'noor@example.com',
  message: 'Does my phone work?\n\nIt is a <b>Pixel</b> {phone}.',
};

test('[I11][E14] a message goes to support as written, and a receipt to its writer', async () => {
  const { message } = await app.anyone.call(contactUs, written);
  expect(message).toMatch(/^Message sent/);
  const [toStaff] = await app.emails(supportAddress);
  expect(toStaff?.subject).toBe('Message from Noor Haddad');
  expect(toStaff?.text).toContain('Does my phone work?\n\nIt is a <b>Pixel</b> {phone}.');
  expect(toStaff?.html).not.toContain('<b>');
  expect(toStaff?.link).toBe('mailto:noor@example.com');
  const [receipt] = await app.emails(written.email);
  expect(receipt?.subject).toBe('We have your message');
  // Else anybody could have us post their words to anybody.
  expect(receipt?.text).not.toContain('Pixel');
  expect(receipt?.text).not.toContain('Noor');
});

test('[I11] a card number in a message is neither stored nor posted', async () => {
  const message = 'My card 4242 4242 4242 4242 does not work';
  await app.anyone.call(contactUs, { ...written, email: 'card@example.com', message });
  await app.emails('card@example.com');
  const [toStaff] = await app.emails(supportAddress);
  expect(toStaff?.text).toContain('My card •••• 4242 does not work');
  expect(toStaff?.text).not.toContain('4242 4242');
});

test('[H29][H01][H02] name, email and message are asked for, each with its sentence', async () => {
  const { status, problem } = await app.anyone.refusal(contactUs, {
    name: ' ',
    email: 'noor',
    message: '',
  });
  expect(status).toBe(400);
  expect(problem.errors).toEqual([
    { field: 'name', message: 'Please enter your name' },
    {
      field: 'email',
      message: 'Please enter a valid email address. Example: name@example.com',
    },
    { field: 'message', message: 'Please enter a message' },
  ]);
});

test('[I11] a program that fills in the hidden field gets the same answer, and nobody an email', async () => {
  const robot = { ...written, email: 'robot@example.com', website: 'https://spam.example' };
  const person = { ...written, email: 'person@example.com' };
  const answers = [
    await app.anyone.call(contactUs, robot),
    await app.anyone.call(contactUs, person),
  ];
  expect(answers[0]).toEqual(answers[1]);
  // Posted after the robot's would have been.
  await app.emails(person.email);
  const emails = await app.fetch(`/sandbox/mail/messages?to=${robot.email}`);
  expect(await emails.json()).toEqual([]);
});

test('[I11] what was typed wrong counts for nothing: the corrected message is taken', async () => {
  const typed = { ...written, email: 'typist@example.com' };
  for (let count = 0; count < 8; count += 1) {
    const { status } = await app.anyone.refusal(contactUs, { ...typed, message: '' });
    expect(status).toBe(400);
  }
  for (let count = 0; count < 5; count += 1) await app.anyone.call(contactUs, typed);
  expect((await app.anyone.refusal(contactUs, typed)).status).toBe(429);
  // A mistake does not open the door again.
  await app.anyone.refusal(contactUs, { ...typed, message: '' });
  expect((await app.anyone.refusal(contactUs, typed)).status).toBe(429);
});

test('[I11] one address gets five receipts an hour, and no sixth', async () => {
  const again = { ...written, email: 'victim@example.com' };
  for (let count = 0; count < 5; count += 1) await app.anyone.call(contactUs, again);
  const { status, problem } = await app.anyone.refusal(contactUs, again);
  expect(status).toBe(429);
  expect(problem.retryAfter).toBeGreaterThan(0);
});

test('[I11][F08] contact form and chat share one limit of emails to support, by network', async () => {
  const own = await openTestApp({ config: behindProxy, overrides: realLimits });
  try {
    const statuses: number[] = [];
    const statusOf = async (call: Promise<unknown>) =>
      statuses.push(
        await call.then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      );
    for (let turn = 0; turn < 7; turn += 1) {
      const email = `writer${turn}@example.com`;
      await statusOf(from(own, '203.0.113.30').call(contactUs, { ...written, email }));
      // A new browser each time, as a program has them.
      const visitor = from(own, '203.0.113.30', await newMid(own));
      await statusOf(visitor.call(sendChatMessage, { text: 'Hello' }));
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)]);
    // Somebody elsewhere is heard, and so is a customer.
    await from(own, '203.0.113.31').call(contactUs, { ...written, email: 'w@example.com' });
    const { token } = await own.as('maya@example.com');
    const inside = callerAt(own.address, token, () => ({ 'x-forwarded-for': '203.0.113.30' }));
    await inside.call(sendChatMessage, { text: 'Hello' });
  } finally {
    await own.close();
  }
});
