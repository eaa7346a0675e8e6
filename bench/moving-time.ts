import { bigDatabase } from '../server/src/testing/big-database.ts';
import type { Finding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import { beginPeriods, saveCardsAtProvider } from './due-lines.ts';
import { ask, ownDatabase } from './postgres-server.ts';
import { runProduct } from './product.ts';
import { introduceCustomers } from './setting.ts';

/** With two thousand lines. */
const ORDERS = 10_000;
const DAY_HOURS = 24;

/** The sandbox's clock goes on while lines lapse, are reminded, renewed and charged. */
export const movingTime: Measurement = {
  name: 'moving-time',
  title: 'The sandbox’s time moves',
  async run({ server }) {
    const few = await move(server.url, { lines: 3, days: 30 });
    const some = await move(server.url, { lines: 1000, days: 45 });
    const many = await move(server.url, { lines: 1000, days: 365 });
    return [
      finding('few', '30 days with three lines', few, 1),
      finding('month', '45 days with 1,000 lines, half on autopay', some),
      finding('year', 'a year with 1,000 lines, half on autopay', many, 60),
    ];
  },
};

interface Moved {
  readonly seconds: number;
  readonly renewals: number;
  readonly emails: number;
}

/** One call, and the time it says it is afterwards is the time that was asked for. */
async function move(server: string, { lines, days }: { lines: number; days: number }) {
  const database = await livingLines(server, lines);
  try {
    const product = await runProduct({
      database: database.url,
      env: { PORTSIDE_ROLES: 'api,worker', PORTSIDE_SEED: 'none' },
    });
    try {
      const from = await moveTo(product.address, { hours: 0 });
      const began = performance.now();
      const now = await moveTo(product.address, { hours: days * DAY_HOURS });
      const seconds = (performance.now() - began) / 1000;
      if (now.getTime() < from.getTime() + days * DAY_HOURS * 3_600_000) {
        throw new Error(`Time came to ${now.toISOString()} only`);
      }
      return { seconds, ...(await happened(database.url)) };
    } finally {
      await product.stop();
    }
  } finally {
    await database.drop();
  }
}

async function moveTo(address: string, asked: { hours: number }): Promise<Date> {
  const answer = await fetch(`${address}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  if (!answer.ok) throw new Error(`Time did not move: ${await answer.text()}`);
  return new Date(((await answer.json()) as { now: string }).now);
}

async function happened(database: string): Promise<{ renewals: number; emails: number }> {
  const { rows } = await ask<{ renewals: number; emails: number }>(
    database,
    `select (select count(*)::int from line_periods where number > 1) as renewals,
      (select count(*)::int from sandbox_mail) as emails`,
  );
  return rows[0] ?? { renewals: 0, emails: 0 };
}

/** So many lines, bought within a day; every second one is on autopay. All others have ended. */
async function livingLines(server: string, count: number) {
  const { settings } = await bigDatabase(server, ORDERS);
  const database = await ownDatabase(server, new URL(settings.url).pathname.slice(1));
  const { url } = database;
  await introduceCustomers(url);
  await saveCardsAtProvider(url);
  await ask(
    url,
    `update lines set status = 'ended', released_at = now() where status = 'suspended' or id not in (
      select id from lines where status = 'active' and customer_id in (select customer_id from cards)
      order by id limit ${count})`,
  );
  await ask(
    url,
    `update lines set paid_until = date_trunc('milliseconds', now() + interval '29 days' + random() * interval '1 day')
      where status = 'active'`,
  );
  await beginPeriods(url);
  await ask(
    url,
    `insert into line_autopay (line_id, tenant_id, is_on, updated_at)
      select id, tenant_id, true, now()
      from (select *, row_number() over (order by id) as nr from lines where status = 'active') as one
      where nr % 2 = 0`,
  );
  for (const table of ['lines', 'line_autopay', 'line_periods']) await ask(url, `analyze ${table}`);
  return database;
}

function finding(id: string, what: string, { seconds, renewals, emails }: Moved, most?: number) {
  const found: Finding = {
    id: `moving-time.${id}`,
    what,
    value: seconds,
    unit: 's',
    ...(most !== undefined && { most }),
    note: `${renewals} renewals, ${emails} emails; one call`,
  };
  return found;
}
