import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { avalaraLogin, openAvalara } from '../../../testing/avalara/server.ts';
import { type AvalaraSettings, avalaraSettings } from './settings.ts';
import { avalaraTax } from './tax.ts';

/** What is sent and what is read, typed from Avalara's documentation. */
let avalara: Awaited<ReturnType<typeof openAvalara>>;
beforeEach(async () => {
  avalara = await openAvalara();
});
afterEach(() => avalara.close());

const NOON = new Date('2026-11-20T12:00:00Z');
let now = NOON;
const { user, password, clientId, key } = avalaraLogin;
const open = (change: Partial<AvalaraSettings> = {}) =>
  avalaraTax(
    {
      url: avalara.url,
      apiKey: `${user}:${password}`,
      clientId,
      pairs: avalaraSettings.settings.pairs.default,
      ...change,
    },
    { clock: { now: () => now }, log: pino({ level: 'silent' }) },
  );

const sale = { zipCode: '10038', state: 'NY', planCents: 2849, activationCents: 200 };
const sent = () => avalara.requests.map(({ body }) => JSON.parse(body || 'null') as unknown);

const company = { bscl: 1, svcl: 0, fclt: false, frch: false, reg: true };
const plan = { ref: 'plan', chg: 28.49, line: 0, sale: 1, tran: 13, serv: 6 };
const activation = { ref: 'activation', chg: 2, line: 0, sale: 1, tran: 13, serv: 11 };
const perLine = { ref: 'line', chg: 0, line: 1, sale: 1, tran: 13, serv: 98 };
const invoice = (bill: object, itms: readonly object[], more: object = {}) => ({
  cmpn: company,
  inv: [
    {
      ...more,
      cmmt: false,
      bill,
      cust: 0,
      lfln: false,
      date: '2026-11-20T12:00:00.000Z',
      invm: true,
      dtl: true,
      summ: false,
      itms,
    },
  ],
});
const place = { ctry: 'USA', st: 'NY', zip: '10038' };

test('[M09] a question is sent with these fields and no others', async () => {
  await open().taxes(sale);
  const city = { streetNumber: '12', streetDirection: 'N', streetName: 'Oak St', streetUnit: '4B' };
  await open().taxes({ ...sale, address: { ...city, city: 'New York' } });
  await open().taxes({ ...sale, address: { ...city, streetName: '', city: 'New York' } });
  expect(sent()).toEqual([
    invoice(place, [plan, activation, perLine]),
    invoice({ ...place, city: 'New York', addr: '12 N Oak St, 4B', geo: true }, [
      plan,
      activation,
      perLine,
    ]),
    invoice({ ...place, city: 'New York' }, [plan, activation, perLine]),
  ]);
});

test.each([
  // The rates of a month begin and end with the place's own day.
  ['2026-12-01T04:30:00Z', 'NY', '10038', '2026-11-30'],
  ['2026-12-01T05:30:00Z', 'NY', '10038', '2026-12-01'],
  ['2026-12-01T05:30:00Z', 'IL', '60601', '2026-11-30'],
  ['2026-12-01T06:30:00Z', 'IL', '60601', '2026-12-01'],
  ['2026-12-01T06:30:00Z', 'CO', '80202', '2026-11-30'],
  ['2026-12-01T07:30:00Z', 'CA', '94105', '2026-11-30'],
  ['2026-12-01T08:30:00Z', 'CA', '94105', '2026-12-01'],
  ['2026-07-01T06:30:00Z', 'AZ', '85001', '2026-06-30'],
  ['2026-07-01T06:30:00Z', 'CO', '80202', '2026-07-01'],
  ['2026-12-01T09:30:00Z', 'HI', '96813', '2026-11-30'],
  ['2026-11-30T14:30:00Z', 'GU', '96910', '2026-12-01'],
  ['2026-12-01T03:30:00Z', 'PR', '00901', '2026-11-30'],
  // States with two clocks.
  ['2026-12-01T05:30:00Z', 'FL', '33101', '2026-12-01'],
  ['2026-12-01T05:30:00Z', 'FL', '32501', '2026-11-30'],
  ['2026-12-01T06:30:00Z', 'TX', '79901', '2026-11-30'],
  ['2026-12-01T05:30:00Z', 'TN', '37902', '2026-12-01'],
])('[M09] a sale at %s in %s %s is of %s there', async (at, state, zipCode, day) => {
  now = new Date(at);
  await open().taxes({ ...sale, state, zipCode });
  now = NOON;
  expect(sent().at(-1)).toMatchObject({ inv: [{ date: `${day}T12:00:00.000Z` }] });
});

test('[M09] what is not charged is no item, and what is for each line is one for all', async () => {
  await open().taxes({ ...sale, activationCents: 0, lines: 3 });
  const addOn = { planCents: 0, activationCents: 0, addOnCents: 500, lines: 0 };
  await open().taxes({ ...sale, ...addOn });
  const extra = { ref: 'add_on', chg: 5, line: 0, sale: 1, tran: 13, serv: 577 };
  expect(sent()).toEqual([
    invoice(place, [plan, { ...perLine, line: 3 }]),
    invoice(place, [extra]),
  ]);
});

test('[M09] a sale is filed by its id, a return is an adjustment, and each is committed by it', async () => {
  const port = open();
  await port.draft({ id: 'ord_1', kind: 'sale', at: now, sale });
  await port.draft({ id: 'ord_1.return', kind: 'return', at: now, sale });
  await port.commit('ord_1');
  const all = [plan, activation, perLine];
  const back = all.map((one) => ({ ...one, adj: true }));
  expect(sent()).toEqual([
    invoice(place, all, { doc: 'ord_1' }),
    invoice(place, back, { doc: 'ord_1.return' }),
    { doc: 'ord_1', cmmt: true },
  ]);
  expect(avalara.requests.map(({ line }) => line)).toEqual([
    'POST /api/v2/afc/CalcTaxes',
    'POST /api/v2/afc/CalcTaxes',
    'POST /api/v2/afc/Commit',
  ]);
});

const json = { accept: 'application/json', 'content-type': 'application/json' };
test.each([
  ['user and password', {}, { authorization: 'Basic c2VsbGVyOnA0c3Mtb2YtdGhlLXRlc3Q=' }],
  ['a key', { apiKey: key }, { api_key: 'k3y-of-the-test' }],
  [
    'a key and a profile',
    { apiKey: key, clientProfile: '12' },
    { api_key: 'k3y-of-the-test', client_profile_id: '12' },
  ],
])('[M09] Avalara is told who asks, by %s', async (_, change, headers) => {
  expect(await open(change).taxes(sale)).toMatchObject({ estimated: false });
  await open(change).check?.();
  const [asked, checked] = avalara.requests;
  expect(asked?.headers).toEqual({ ...json, ...headers, client_id: '4711' });
  const { 'content-type': _none, ...reading } = json;
  const line = 'GET /api/v2/afc/serviceinfo';
  expect(checked).toEqual({
    line,
    headers: { ...reading, ...headers, client_id: '4711' },
    body: '',
  });
});

const one = { bill: true, cat: 'SALES AND USE TAXES', name: 'A Tax', pcd: 36_061, lvl: 1, tax: 1 };
const told = (...txs: object[]) => avalara.results.push({ inv: [{ itms: [{ txs }] }] });
const lines = async () => (await open().taxes(sale)).lines;

test.each([
  [0, 'Federal'],
  [1, 'New York'],
  [2, 'County'],
  [3, 'City'],
  [4, 'City'],
])('[M09] a tax of the level %i is named for %s', async (lvl, at) => {
  told({ ...one, lvl });
  expect(await lines()).toEqual([
    { kind: 'tax', place: at, name: `${at} A Tax`, amountCents: 100, jurisdiction: '36061' },
  ]);
});

test.each([
  ['SALES AND USE TAXES', 'tax'],
  ['BUSINESS TAXES', 'tax'],
  ['GROSS RECEIPTS TAXES', 'tax'],
  ['EXCISE TAXES', 'tax'],
  ['CONNECTIVITY CHARGES', 'government_fee'],
  ['REGULATORY CHARGES', 'government_fee'],
  ['E-911 CHARGES', 'government_fee'],
  ['E911 CHARGES', 'government_fee'],
  ['UTILITY USER TAXES', 'tax'],
  ['RIGHT OF WAY FEES', 'government_fee'],
])('[M09] what Avalara has under %s is a %s', async (cat, kind) => {
  told({ ...one, cat });
  expect(await lines()).toMatchObject([{ kind }]);
});

test.each([
  [1.004_999, 100],
  [1.005, 101],
  [0.004_999, undefined],
  [-1.004_999, -100],
  [-1.005, -101],
])('[M09] a tax of %d dollars is %s cents', async (tax, amountCents) => {
  told({ ...one, tax });
  const is = amountCents === undefined ? [] : [{ amountCents }];
  expect(await lines()).toMatchObject(is);
});

test('[M09] a tax of a place is one line, whatever it is on; another name, place or level is another', async () => {
  const apart = { ...one, tax: 0.333_333 };
  told(apart, apart, apart, { ...one, name: 'B' }, { ...one, pcd: 1 }, { ...one, lvl: 0 });
  expect((await lines()).map((line) => [line.name, line.jurisdiction, line.amountCents])).toEqual([
    ['New York A Tax', '36061', 100],
    ['New York B', '36061', 100],
    ['New York A Tax', '1', 100],
    ['Federal A Tax', '36061', 100],
  ]);
});

test('[M09] a tax that names its place is not named for it twice, and the carrier’s own is none', async () => {
  told({ ...one, name: 'New York State Tax' }, { ...one, name: 'B', bill: false });
  expect((await lines()).map((line) => line.name)).toEqual(['New York State Tax']);
});

const fault = [{ code: -1002, msg: 'No 10038' }];
test.each([
  ['the answer', { inv: [{ itms: [] }], err: fault }],
  ['the invoice', { inv: [{ itms: [], err: fault }] }],
  ['an item', { inv: [{ itms: [{ txs: [one], err: fault }] }] }],
  ['no shape that is known', { inv: [] }],
])(
  '[M09] an error in %s is an estimate for customers, and trouble for the books',
  async (_, is) => {
    avalara.results.push(is, is);
    const port = open();
    expect(await port.taxes(sale)).toMatchObject({ estimated: true });
    const draft = port.draft({ id: 'ord_1', kind: 'sale', at: now, sale });
    await expect(draft).rejects.toMatchObject({ outcome: 'not_done' });
  },
);

test('[M11] the self test tells a login that is refused from another server', async () => {
  const advice = async (change: Partial<AvalaraSettings>) =>
    open(change)
      .check?.()
      .catch((error: unknown) => (error as { advice: string }).advice);
  const refused = 'The login is refused. Look at AVALARA_API_KEY and AVALARA_CLIENT_ID';
  expect(await advice({ apiKey: 'other' })).toBe(refused);
  expect(await advice({ clientId: '1' })).toBe(refused);
  avalara.mode = 'elsewhere';
  expect(await advice({})).toBe('It answers 404. Look at AVALARA_URL');
});
