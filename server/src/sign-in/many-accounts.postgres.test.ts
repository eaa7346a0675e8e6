import { beginPurchase, register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { countStatements } from '../testing/watched-statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']), seed: 'none' } });
});
afterAll(() => app.close());

/** Only one of them holds the address. */
const openAt = (email: string, accounts: number) =>
  sql`insert into customers (id, tenant_id, email,
    first_name, last_name, holds_email, created_at)
  select ${email} || n, 6, ${email}, '', '', n = 1, now() - n * interval '1 day'
  from generate_series(1, ${accounts}::int) as n`.execute(app.app.db.query);

const browsers = /select .* "known_browsers"/;

test('[P01] a stranger’s purchase asks once whether the browser is known, however many accounts the address has', async () => {
  await openAt('one@example.com', 1);
  await openAt('many@example.com', 30);
  const asked = (email: string) =>
    countStatements(() => app.anyone.call(beginPurchase, { email }), browsers);
  expect(await asked('many@example.com')).toBe(await asked('one@example.com'));
});

test('registering asks once whether the browser is known, however many accounts the address has', async () => {
  await openAt('few@example.com', 1);
  await openAt('lots@example.com', 30);
  const person = { firstName: 'Noa', lastName: 'Newcomer' };
  const passwords = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };
  const asked = (email: string) =>
    countStatements(() => app.anyone.call(register, { ...person, ...passwords, email }), browsers);
  expect(await asked('lots@example.com')).toBe(await asked('few@example.com'));
});
