import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { later, minutes } from '../../../clock.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { avalaraLogin, openAvalara } from '../../../testing/avalara/server.ts';
import { type AvalaraSettings, avalaraSettings } from './settings.ts';
import { avalaraTax } from './tax.ts';
import type { TaxPort } from '../tax.ts';
import { taxSuite } from '../tax.suite.ts';

let avalara: Awaited<ReturnType<typeof openAvalara>>;
let now: Date;
let logged: string[];
beforeEach(async () => {
  avalara = await openAvalara();
  now = new Date('2026-11-20T12:00:00Z');
  logged = [];
});
afterEach(() => avalara.close());

const { user, password, clientId } = avalaraLogin;
const settings = (): AvalaraSettings => ({
  url: avalara.url,
  apiKey: `${user}:${password}`,
  clientId,
  pairs: avalaraSettings.settings.pairs.default,
});

const open = (change: Partial<AvalaraSettings> = {}, patience?: number): TaxPort =>
  avalaraTax(
    { ...settings(), ...change },
    {
      clock: { now: () => now },
      // Without the time, which may hold any five digits.
      log: pino(
        { level: 'warn', timestamp: false, base: null },
        { write: (line: string) => void logged.push(line) },
      ),
    },
    patience,
  );

taxSuite('Avalara for Communications', () => open());

const street = {
  streetNumber: '12',
  streetDirection: 'N',
  streetName: 'Oak St',
  streetUnit: '',
  city: 'New York',
};
const sale = {
  zipCode: '10038',
  state: 'NY',
  address: street,
  planCents: 2849,
  activationCents: 200,
};

test('[M09] each tax of each place is a line in whole cents, and the carrier’s own is none', async () => {
  expect(await open().taxes(sale)).toEqual({
    estimated: false,
    lines: [
      // 30.49 × 4 % = 1.2196
      line('tax', 'New York', 'New York Sales Tax', 122, 1),
      // 30.49 × 4.875 % = 1.4863875
      line('tax', 'City', 'City Sales Tax', 149, 3),
      // 30.49 × 12.4656 % = 3.80076144
      line('government_fee', 'Federal', 'Federal Universal Service Fund', 380, 0),
      line('government_fee', 'New York', 'New York E911 Fee', 120, 1),
    ],
  });
});

const line = (kind: string, place: string, name: string, amountCents: number, level: number) => ({
  kind,
  place,
  name,
  amountCents,
  jurisdiction: `${2_589_100 + level}`,
});

test('[M09] the products are the operator’s, and a quote leaves nothing behind', async () => {
  await open({ pairs: settings().pairs.replace('plan:13/6', 'plan:13/591') }).taxes(sale);
  expect(avalara.filed.size).toBe(0);
  expect(avalara.asked).toMatchObject([
    {
      cmmt: false,
      bill: { st: 'NY', zip: '10038', city: 'New York', addr: '12 N Oak St', geo: true },
      itms: [
        { ref: 'plan', chg: 28.49, line: 0, tran: 13, serv: 591 },
        { ref: 'activation', chg: 2, line: 0, tran: 13, serv: 11 },
        { ref: 'line', chg: 0, line: 1, tran: 13, serv: 98 },
      ],
    },
  ]);
  expect(avalara.asked[0]).not.toHaveProperty('doc');
});

test('[M09] a sale counts for the returns when it is committed, and a return takes it back', async () => {
  const port = open();
  expect(await port.draft({ id: 'ord_1', kind: 'sale', at: now, sale })).toBe(771);
  expect(avalara.filed.get('ord_1')?.committed).toBe(false);
  await port.commit('ord_1');
  expect(avalara.filed.get('ord_1')?.committed).toBe(true);
  expect(await port.draft({ id: 'ord_1.return', kind: 'return', at: now, sale })).toBe(-771);
  const { itms } = avalara.filed.get('ord_1.return')?.invoice ?? { itms: [] };
  expect(itms.map((item) => item.adj)).toEqual([true, true, true]);
  await expect(port.commit('ord_2')).rejects.toThrow(OutsideFailure);
});

test('[M09] a question is asked once in a quarter of an hour', async () => {
  const port = open();
  const first = await port.taxes(sale);
  expect(await port.taxes(sale)).toEqual(first);
  expect(avalara.asked).toHaveLength(1);
  now = later(now, minutes(16));
  await port.taxes(sale);
  expect(avalara.asked).toHaveLength(2);
});

test('[M09] while the engine is away its last answer holds for a day, and others are estimated', async () => {
  const port = open();
  const known = await port.taxes(sale);
  now = later(now, minutes(60));
  avalara.mode = 'broken';
  expect(await port.taxes(sale)).toEqual(known);
  expect(await port.taxes({ ...sale, planCents: 3000 })).toMatchObject({ estimated: true });
  now = later(now, minutes(24 * 60));
  expect(await port.taxes(sale)).toMatchObject({ estimated: true });
});

test('[M09] after an unanswered question nobody waits for half a minute', async () => {
  const port = open({}, 1000);
  avalara.mode = 'silent';
  expect(await port.taxes(sale)).toMatchObject({ estimated: true });
  avalara.mode = 'up';
  expect(await port.taxes(sale)).toMatchObject({ estimated: true });
  expect(avalara.asked).toHaveLength(0);
  now = later(now, minutes(1));
  expect(await port.taxes(sale)).toMatchObject({ estimated: false });
});

test('[M09] a place that the engine does not know is estimated, and keeps nobody else from it', async () => {
  const port = open();
  const unknown = { ...sale, state: 'TX', zipCode: '75001' };
  expect(await port.taxes(unknown)).toMatchObject({ estimated: true });
  expect(await port.taxes(sale)).toMatchObject({ estimated: false });
});

test('[M09] neither the log nor an error holds a password or an address', async () => {
  const port = open({ apiKey: `${user}:wrong-secret` });
  await port.taxes(sale);
  const failed = await port.commit('ord_1').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(OutsideFailure);
  const said = [...logged, String((failed as Error).cause)].join('\n');
  expect(said).toContain('401');
  expect(said).not.toMatch(/wrong-secret|Oak St|10038/);
});

test('[M11] the self test says which setting to look at', async () => {
  await open().check?.();
  await expect(open({ clientId: '1' }).check?.()).rejects.toMatchObject({
    advice: 'The login is refused. Look at AVALARA_API_KEY and AVALARA_CLIENT_ID',
  });
});

test('[M09] the last answer holds to the second of a day, and the pause to half a minute', async () => {
  const port = open({}, 1000);
  const began = now;
  const known = await port.taxes(sale);
  avalara.mode = 'broken';
  now = later(began, minutes(24 * 60) - 1);
  expect(await port.taxes(sale)).toEqual(known);
  now = later(began, minutes(24 * 60));
  expect(await port.taxes(sale)).toMatchObject({ estimated: true });
  avalara.mode = 'up';
  now = later(began, minutes(24 * 60) + 29_998);
  expect(await port.taxes(sale)).toMatchObject({ estimated: true });
  now = later(began, minutes(24 * 60) + 29_999);
  expect(await port.taxes(sale)).toMatchObject({ estimated: false });
});

test('[M09] that the engine is away is said once in a pause', async () => {
  const port = open();
  avalara.mode = 'broken';
  for (const planCents of [1, 2, 3]) await port.taxes({ ...sale, planCents });
  expect(logged).toHaveLength(1);
  now = later(now, minutes(1));
  await port.taxes(sale);
  expect(logged).toHaveLength(2);
});

test('[M09] a document that was refused was not filed; of one that broke nobody knows', async () => {
  const port = open();
  avalara.mode = 'elsewhere';
  await expect(port.commit('ord_1')).rejects.toMatchObject({ outcome: 'not_done' });
  avalara.mode = 'broken';
  await expect(port.commit('ord_1')).rejects.toMatchObject({ outcome: 'unknown' });
});
