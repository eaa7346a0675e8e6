import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { viewOrder, placeOrder } from '@portside/contract/checkout';
import { askLoginCode, changePassword, forgotPassword, register } from '@portside/contract/sign-in';
import { viewEsim } from '@portside/contract/sim';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from './caller.ts';
import { mesa } from './chatting.ts';
import { cards, fillCart, orderOf, paymentToken } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const brands = resolve(import.meta.dirname, '../../../brands');

/** What gives Harbor away: its name, its pictures' words, its plans, and every color of its own. */
async function marksOf(id: string, other: string): Promise<RegExp> {
  const coloursIn = async (brand: string) =>
    new Set((await readFile(join(brands, brand, 'theme.css'), 'utf8')).match(/#[0-9a-f]{6}/g));
  const others = await coloursIn(other);
  const colours = [...(await coloursIn(id))].filter((one) => !others.has(one));
  const { plans } = JSON.parse(await readFile(join(brands, id, 'plans.json'), 'utf8')) as {
    plans: { id: string }[];
  };
  const words = [id, 'lighthouse', 'buoy', 'sea chart', ...plans.map((plan) => plan.id)];
  return new RegExp([...words, ...colours].join('|'), 'i');
}

test('a customer of one brand meets nothing of another: emails, receipt, eSIM code', async () => {
  const at = (token?: string) => callerAt(app.address, token, () => mesa);
  const email = 'alma@example.com';
  const { token } = await at().call(register, {
    firstName: 'Alma',
    lastName: 'Luz',
    email,
    regPassword: 'Saguaro7!',
    confirmRegPassword: 'Saguaro7!',
  });
  const alma = at(token);
  const cart = await fillCart({ anyone: at() }, { zipCode: '87102', promoCode: 'RAIN15' });
  const { orderId } = await alma.call(placeOrder, {
    ...orderOf(cart, { city: 'Albuquerque', state: 'NM', zipCode: '87102' }),
    paymentToken: await paymentToken(app, cards.visa),
  });
  await app.eventually(async () =>
    (await alma.call(viewOrder, { id: orderId })).status === 'active' ? true : undefined,
  );
  await at().call(forgotPassword, { email });
  await at().call(askLoginCode, { email });
  await alma.call(changePassword, {
    currentPassword: 'Saguaro7!',
    newPassword: 'Saguaro8!',
    confirmNewPassword: 'Saguaro8!',
  });

  const harbor = await marksOf('harbor', 'mesa');
  const emails = await app.emails(email, 6);
  const subjects = emails.map((mail) => mail.subject);
  expect(new Set(subjects).size, subjects.join('\n')).toBeGreaterThanOrEqual(5);
  for (const { subject, text, html, replyTo } of emails) {
    // Whoever answers an email reaches the people of the brand.
    expect(replyTo).toBe('Mesa <hello@mesa.example>');
    expect(`${subject}\n${text}\n${html}`).not.toMatch(harbor);
    expect(text).toContain('Mesa Wireless Cooperative');
  }
  const { transactions } = await alma.call(listTransactions, {});
  const receipt = await app.fetch(
    `/app/payments/transactions/${transactions[0]?.id ?? ''}/receipt`,
    { headers: { ...mesa, authorization: `Bearer ${token}` } },
  );
  const receiptPage = await receipt.text();
  expect(receiptPage).toContain('Mesa Wireless Cooperative');
  expect(receiptPage).not.toMatch(harbor);
  const { lines } = await alma.call(listLines, {});
  const esim = await app.eventually(async () => {
    const found = await alma.call(viewEsim, { id: lines[0]?.id ?? '' });
    return found.activationCode ? found : undefined;
  });
  expect(esim.activationCode).toMatch(/^LPA:1\$/);
  expect(JSON.stringify(esim)).not.toMatch(harbor);
});

test('no code of the product names a brand, except what belongs to the demo and to tests', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const found: string[] = [];
  for (const part of ['web/src', 'server/src', 'contract/src']) {
    for (const name of await readdir(join(root, part), { recursive: true })) {
      if (
        !/\.(tsx?|css|po)$/.test(name) ||
        /test|testing\/|\.suite\.|adapters\/sandbox\/|design\/|seed\/|demo-people/.test(name)
      ) {
        continue;
      }
      const text = await readFile(join(root, part, name), 'utf8');
      for (const [at, line] of text.split('\n').entries()) {
        // The sandbox's password, and what is published of the demo so that nobody goes live with it.
        const known = /^\s*(\/\/|\/?\*)|'Harbor1!'|>Harbor1!<|'harbor-demo-(crm-secret|key)'/;
        if (/harbor|\bmesa\b|lighthouse|\bbuoy/i.test(line) && !known.test(line)) {
          found.push(`${part}/${name}:${at + 1}: ${line.trim()}`);
        }
      }
    }
  }
  expect(found).toEqual([]);
});
