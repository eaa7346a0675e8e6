import { readFile } from 'node:fs/promises';
import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { placeOrder } from '@portside/contract/checkout';
import { endLine } from '@portside/contract/line-ending';
import type { Line } from '@portside/contract/lines';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { openPortOut } from '@portside/contract/port-out';
import { proving } from './proving.ts';
import { sql } from 'kysely';
import { days, later, minutes } from '../clock.ts';
import { importPlans } from '../plans/plans.ts';
import { viewUser } from '@portside/contract/account';
import { addLine, freshKey, type Noa } from './line-life.ts';
import { passTime } from './passing-time.ts';
import { cards, fillCart, newcomer, orderOf, orderWhen, paymentToken } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { watchTables } from './year-trace.ts';

/** Two worlds that were opened at different times are the same to the second. */
const BEGINS = new Date('2027-03-02T12:00:00Z');
const BIN_MINUTES = 10;
/** Paid at first, declined from then on. */
const LATER_DECLINED = '4000000000000036';

const plansFile = new URL('../../../brands/harbor/plans.json', import.meta.url);
const monthly = { id: 'monthly', name: 'Monthly 5 GB', price: 8, megabytes: 5000, recurring: true };

async function sell(app: TestApp, skiff: number): Promise<void> {
  const file = JSON.parse(await readFile(plansFile, 'utf8')) as {
    plans: { id: string }[];
    addOns: object[];
  };
  const plans = file.plans.map((plan) =>
    plan.id === 'skiff-2' ? { ...plan, retailPrice: skiff } : plan,
  );
  await importPlans(app.app, 6, { ...file, plans, addOns: [...file.addOns, monthly] });
}

async function turnOn(noa: Noa, id: string): Promise<void> {
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
}

const lockOff = (app: TestApp, id: string, at: Date, isTold: boolean) =>
  sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    values (${id}, 6, ${at}, ${isTold}) on conflict (line_id) do update
    set number_off_at = excluded.number_off_at, carrier_off = excluded.carrier_off`.execute(
    app.app.db.query,
  );

type Act = (app: TestApp, noa: Noa, line: Line) => Promise<unknown>;

const autopay: Act = (_, noa, { id }) => turnOn(noa, id);

/** Who does what with a line before the year begins. */
const lives: readonly { name: string; card?: string; plan?: string; act?: Act }[] = [
  { name: 'steady', act: autopay },
  { name: 'poor', card: LATER_DECLINED, act: autopay },
  { name: 'hand' },
  {
    name: 'more',
    async act(app, noa, line) {
      await turnOn(noa, line.id);
      const { quoteId } = await noa.call(quoteAddOn, { id: line.id, addOnId: monthly.id });
      const token = await paymentToken(app, cards.visa);
      const input = { id: line.id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
      await noa.call(buyAddOn, input);
    },
  },
  {
    name: 'change',
    async act(_, noa, { id }) {
      await turnOn(noa, id);
      const wish = { id, planId: 'clipper-unlimited', when: 'renewal' } as const;
      const { quoteId } = await noa.call(quotePlanChange, wish);
      await noa.call(changePlan, { id, quoteId });
    },
  },
  {
    name: 'ends',
    async act(_, noa, { id }) {
      await turnOn(noa, id);
      await proving(noa);
      await noa.call(endLine, { id });
    },
  },
  {
    name: 'leaves',
    async act(app, noa, { id, mdn }) {
      await turnOn(noa, id);
      await lockOff(app, id, later(app.app.clock.now(), -days(30)), true);
      await app.adapters.carrier.setNumberLock({ msisdn: mdn, on: false });
      await noa.call(openPortOut, { id });
    },
  },
  { name: 'dear', plan: 'skiff-2', act: autopay },
  {
    name: 'unlock',
    act: (app, _, { id }) => lockOff(app, id, later(app.app.clock.now(), days(2.5)), false),
  },
];

export interface YearWorld {
  readonly app: TestApp;
  /** The numbers of the lines, by who has them. */
  readonly numbers: ReadonlyMap<string, string>;
  readonly begins: Date;
  raise(): Promise<void>;
  portOut(name: string, step: string): Promise<void>;
}

/**
 * Some people, each with a line of another life, and what the demo has. All that comes of a line's
 * id or of the time of a purchase is the same whenever it is opened.
 */
export async function openYearWorld(): Promise<YearWorld> {
  const offset = BEGINS.getTime() - Date.now();
  let moved = 0;
  const clock = {
    now: () => later(new Date(), offset + moved),
    move(milliseconds: number) {
      moved += milliseconds;
    },
  };
  const opened = await openTestApp({ overrides: { clock } });
  const app: TestApp = { ...opened, clock };
  const toNextBin = () => {
    const bin = minutes(BIN_MINUTES);
    clock.move(bin - (clock.now().getTime() % bin));
  };
  await sell(app, 12);
  const numbers = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { name, card = cards.visa, plan, act } of lives) {
    toNextBin();
    const noa = await newcomer(app, `${name}@example.com`);
    const change = { paymentToken: await paymentToken(app, card) };
    const line = plan
      ? await withPlan(app, noa, plan, change.paymentToken)
      : await addLine(app, noa, change);
    await act?.(app, noa, line);
    ids.set(line.id, `lin_${name.padEnd(26, '0')}`);
    ids.set((await noa.call(viewUser, {})).id, `cus_${name.padEnd(26, '0')}`);
    numbers.set(name, line.mdn);
  }
  toNextBin();
  const bank = await newcomer(app, 'bank@example.com');
  const asks = await paymentToken(app, cards.confirms);
  await bank.call(placeOrder, orderOf(await fillCart(app), { paymentToken: asks }));
  await idle(app);
  toNextBin();
  await normalize(app, ids);
  toNextBin();
  await watchTables(app, later(new Date(0), offset + moved));
  return {
    app,
    numbers,
    begins: app.app.clock.now(),
    raise: () => sell(app, 15),
    async portOut(name, step) {
      const answer = await app.fetch('/sandbox/carrier/portout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ msisdn: numbers.get(name), step }),
      });
      if (!answer.ok) throw new Error(`No port-out: ${await answer.text()}`);
      // Its notice comes after the answer; time moves on when there is nothing left to do.
      await settled(app);
    },
  };
}

async function withPlan(app: TestApp, noa: Noa, planId: string, token: string): Promise<Line> {
  const cart = await fillCart(app, { planId });
  const order = orderOf(cart, { paymentToken: token, saveCard: true });
  const { orderId } = await noa.call(placeOrder, order);
  const { line } = await orderWhen(app, noa, orderId, 'active');
  if (!line) throw new Error('An active order has no line');
  return line;
}

/** Nothing waits any more, neither now nor later. */
async function idle(app: TestApp): Promise<void> {
  await app.eventually(async () => {
    await passTime(app);
    const { rows } = await sql<{ jobs: number }>`
      select (select count(*) from pgboss.job
          where state <= 'active' and name not like '\\_\\_pgboss%' and data::text <> '{}')
        + (select count(*) from sandbox_notices where not done)
        + (select count(*) from sandbox_carrier_esims
          where step_at is not null) as jobs`.execute(app.app.db.query);
    return Number(rows[0]?.jobs) === 0 ? true : undefined;
  });
}

/** What the sandbox has sent has come, and what follows is done. */
async function settled(app: TestApp): Promise<void> {
  await app.eventually(async () => {
    const { rows } = await sql<{ jobs: number }>`
      select (select count(*) from pgboss.job
          where state <= 'active' and name not like '\\_\\_pgboss%' and start_after <= now())
        + (select count(*) from sandbox_notices where not done) as jobs`.execute(app.app.db.query);
    return Number(rows[0]?.jobs) === 0 ? true : undefined;
  });
}

/** What a wall clock and randomness decided: times within a bin, and the ids of customers and lines. */
async function normalize(app: TestApp, ids: ReadonlyMap<string, string>): Promise<void> {
  const { rows: columns } = await sql<{ name: string; column: string; type: string }>`
    select table_name as name, column_name as "column", udt_name as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and udt_name in ('timestamptz', 'text', 'jsonb') and table_name not like 'sandbox_clock'
      and table_name not in ('sessions', 'migrations', 'codes')`.execute(app.app.db.query);
  await app.app.db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { name, column, type } of columns) {
      const [table, field] = [sql.table(name), sql.ref(column)];
      if (type === 'timestamptz') {
        await sql`update ${table} set ${field} = date_bin(${sql.lit(`${BIN_MINUTES} minutes`)},
          ${field}, timestamptz '2000-01-01') where ${field} > ${later(BEGINS, -days(1))}
            and isfinite(${field})`.execute(tx);
        continue;
      }
      for (const [old, wanted] of ids) {
        await sql`update ${table} set ${field} =
          replace(${field}::text, ${old}, ${wanted})::${sql.raw(type)}
          where ${field}::text like ${`%${old}%`}`.execute(tx);
      }
    }
    for (const [old, wanted] of ids) {
      await sql`update sessions set customer_id = ${wanted} where customer_id = ${old}`.execute(tx);
    }
    await sql`update line_autopay set period_ends_at = null, charge_at = null, announce_at = null
      where is_on`.execute(tx);
  });
}
