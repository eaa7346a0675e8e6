import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { expect, test } from 'vitest';
import { bigDatabase } from './big-database.ts';
import { customerEmail, customerId, FLEET } from './big-rows.ts';
import { openTestApp } from './test-app.ts';

test('in a big database every customer logs in and finds their lines and orders', async () => {
  const { settings, size } = await bigDatabase(process.env['TEST_DATABASE_URL'] ?? '', 10_000);
  await using app = await opened(settings);
  for (const customer of [FLEET, 7, 10, size.customers - 1]) {
    const person = await app.as(customerEmail(customer));
    expect(await person.call(viewUser, {})).toMatchObject({ id: customerId(customer) });
    const { lines } = await person.call(listLines, {});
    // Beside those that others gave them (P04).
    expect(lines.filter(({ household }) => (household?.as ?? 'holder') === 'holder')).toHaveLength(
      2,
    );
    const { transactions, next } = await person.call(listTransactions, { limit: 20 });
    const isFrequent = customer % 10 === 0;
    expect(transactions).toHaveLength(isFrequent ? 20 : 5);
    expect(next !== undefined).toBe(isFrequent);
  }
});

test('a big database that is there is used again', async () => {
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  await bigDatabase(server, 10_000);
  const { seconds, bytes } = await bigDatabase(server, 10_000);
  expect(seconds).toBeUndefined();
  expect(bytes).toBeGreaterThan(20_000_000);
});

async function opened(database: Awaited<ReturnType<typeof bigDatabase>>['settings']) {
  const app = await openTestApp({ config: { database, roles: new Set(['api']) } });
  return Object.assign(app, { [Symbol.asyncDispose]: () => app.close() });
}
