import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdapterSettings, nothingOutside } from '../settings/adapter-settings.ts';
import type { CarrierNotice, CarrierPort } from '../adapters/carrier/carrier.ts';
import { smtpMail } from '../adapters/mail/smtp/mail.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { comesBack } from '../emails/returned-emails.ts';
import { doQueued } from './queued-jobs.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const HARBOR = 6;
const MESA = 7;
let asked: string[] = [];
/** The seed's questions are answered. */
let isSeeded = false;

/** Believes its own secret, and notes what it is asked. Nothing it could say is needed. */
function watched(carrier: CarrierPort, tenant: number): CarrierPort {
  const readNotice: CarrierPort['readNotice'] = ({ secret }, body) =>
    secret === `of ${tenant}` ? (JSON.parse(body) as CarrierNotice) : undefined;
  return new Proxy(carrier, {
    get(target, verb: keyof CarrierPort) {
      if (verb === 'readNotice') return readNotice;
      if (!isSeeded || typeof target[verb] !== 'function') return target[verb];
      return async () => {
        asked.push(`${tenant} ${verb}`);
        throw new OutsideFailure('carrier', 'unknown');
      };
    },
  });
}

/** Another account at each simulated service. */
const ownAccounts = Object.fromEntries(
  Object.entries(nothingOutside.usual).map(([port, settings]) => [
    port,
    { ...settings, account: 'of Mesa' },
  ]),
) as unknown as AdapterSettings;

async function openBrands(brands: Record<string, AdapterSettings>): Promise<TestApp> {
  isSeeded = false;
  const app = await openTestApp({
    // No worker: what a notice queues is done by hand, and nothing else happens.
    config: { roles: new Set(['api']), adapters: { ...nothingOutside, brands } },
    overrides: {
      adapters: (set, tenant) => ({
        ...set,
        carrier: watched(set.carrier, tenant),
        mail: smtpMail({
          url: 'smtp://127.0.0.1:9',
          from: 'shop@example.com',
          bounceSecret: `bounces of ${tenant}`,
        }),
      }),
    },
  });
  await putUnderWay(app);
  isSeeded = true;
  return app;
}

/** Maya's line at Harbor, in whatever a notice can be about. */
async function putUnderWay({ app: { db } }: TestApp): Promise<void> {
  const line = sql`(select id from lines where mdn = '2125550101')`;
  const plans = sql`'pln', 'Skiff', 0`;
  await sql`update port_ins set carrier_ref = 'prt_harbor'`.execute(db.query);
  await sql`
    insert into lines
    select (jsonb_populate_record(l, '{"id": "lin_new", "mdn": "", "iccid": "",
      "status": "activating", "activation_ref": "act_harbor"}')).*
    from lines l where mdn = '2125550101'`.execute(db.query);
  await sql`update lines set activation_ref = 'act_maya' where mdn = '2125550101'`.execute(
    db.query,
  );
  await sql`
    insert into number_changes values ('nch_harbor', ${HARBOR}, ${line}, '10038', '2125550101',
      null, 'asked', '', '', now(), null)`.execute(db.query);
  await sql`
    insert into plan_changes values ('pch_harbor', ${HARBOR}, ${line}, 'ord_harbor', 'now', ${plans},
      ${plans}, now(), 'asked', now(), now())`.execute(db.query);
  await sql`
    insert into sim_replacements (id, tenant_id, line_id, state, sim_type, iccid, carrier_ref,
      asked_at, effective_at)
    values ('srp_harbor', ${HARBOR}, ${line}, 'under_way', 'esim', '', 'sch_harbor', now(), now())
  `.execute(db.query);
}

/** What each kind of notice makes the product ask. */
const kinds = [
  ['activation', 'act_harbor', 'viewActivation'],
  ['portin', 'prt_harbor', 'viewPortIn'],
  ['esim', '890141000021255501010', 'viewEsim'],
  ['simchange', 'sch_harbor', 'findSimChange'],
  ['line', '2125550101', 'viewLine'],
  ['line', 'act_maya', 'viewLine'],
  ['plan', '2125550101', 'changePlan'],
  ['number', '2125550101', 'changeNumber'],
  ['usage', '2125550101', 'usage'],
  ['usage', 'act_maya', 'usage'],
] as const;

let notices = 0;

async function tell(app: TestApp, from: 'harbor' | 'mesa', about: string, ref: string) {
  notices += 1;
  const tenant = from === 'harbor' ? HARBOR : MESA;
  const answer = await app.fetch(`/app/notices/carrier/${from}`, {
    method: 'POST',
    headers: { secret: `of ${tenant}` },
    body: JSON.stringify({ id: `n${notices}`, about, ref }),
  });
  expect(answer.status).toBe(200);
  return doQueued(app.app, /-noticed$/);
}

beforeEach(() => {
  asked = [];
});

describe('two brands, each with its own carrier account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openBrands({ mesa: ownAccounts });
  });
  afterAll(() => app.close());

  test.each(kinds)(
    '[M02] a notice of %s %s moves only its own account’s brand',
    async (...kind) => {
      const [about, ref, verb] = kind;
      expect(await tell(app, 'mesa', about, ref)).toHaveLength(1);
      expect(asked).toEqual([]);
      await tell(app, 'harbor', about, ref);
      expect(asked).toEqual([`${HARBOR} ${verb}`]);
    },
  );

  test('[M02] no account names a notice so that another one’s is taken for known', async () => {
    const send = async (path: string, tenant: number, id: string) => {
      const body = JSON.stringify({ id, about: 'line', ref: '2125550101' });
      const headers = { secret: `of ${tenant}` };
      await app.fetch(`/app/notices/carrier${path}`, { method: 'POST', headers, body });
      return doQueued(app.app, /-noticed$/);
    };
    // The address without a brand is the first one's.
    await send('', HARBOR, 'mesa:same');
    expect(await send('/mesa', MESA, 'same')).toHaveLength(1);
    expect(await send('', HARBOR, 'same')).toHaveLength(1);
    expect(await send('/harbor', HARBOR, 'same')).toEqual([]);
  });

  test('[M02] a number that leaves is asked for in the account that says so', async () => {
    await tell(app, 'mesa', 'portout', 'pto_harbor');
    expect(asked).toEqual([`${MESA} viewPortOut`]);
  });

  test('[M02] an email that came back to one brand says nothing of the other’s customer', async () => {
    const to = 'maya@example.com';
    const body = JSON.stringify({ kind: 'bounced', to, reason: '550 5.1.1 no such user' });
    const send = async (brand: string, secret: string) => {
      const at = String(Math.floor(app.clock.now().getTime() / 1000));
      const mac = createHmac('sha256', secret).update(`b1.${at}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'b1',
        'webhook-timestamp': at,
        'webhook-signature': `v1,${mac}`,
      };
      return (await app.fetch(`/app/notices/mail/${brand}`, { method: 'POST', headers, body }))
        .status;
    };
    expect(await send('harbor', `bounces of ${MESA}`)).toBe(400);
    expect(await send('mesa', `bounces of ${MESA}`)).toBe(200);
    expect(await comesBack(app.app, HARBOR, to)).toBe(false);
    expect(await send('harbor', `bounces of ${HARBOR}`)).toBe(200);
    expect(await comesBack(app.app, HARBOR, to)).toBe(true);
  });
});

describe('two brands with one carrier account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openBrands({});
  });
  afterAll(() => app.close());

  test.each(kinds)('[M02] a notice of %s %s may come to either address', async (...kind) => {
    const [about, ref, verb] = kind;
    // They share one adapter, made for the first of them.
    for (const from of ['mesa', 'harbor'] as const) {
      asked = [];
      notices += 1;
      const answer = await app.fetch(`/app/notices/carrier/${from}`, {
        method: 'POST',
        headers: { secret: `of ${HARBOR}` },
        body: JSON.stringify({ id: `n${notices}`, about, ref }),
      });
      expect(answer.status).toBe(200);
      await doQueued(app.app, /-noticed$/);
      expect(asked).toEqual([`${HARBOR} ${verb}`]);
    }
  });
});
