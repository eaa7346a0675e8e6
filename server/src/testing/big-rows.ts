/**
 * What is in a big database, row by row. 10 orders and 2 lines to a customer on average: half of the
 * orders are spread over everybody, four in ten over every tenth customer, and one in ten belongs to
 * the first customer, as a company's fleet would be. A customer's orders lie far apart in the table,
 * as they come in over years among everybody else's. Every fourth of those with many, as customer 20,
 * bought half of their purchases for two lines (P03).
 */
export interface BigSize {
  readonly orders: number;
  readonly customers: number;
  readonly lines: number;
}

export const sizeOf = (orders: number): BigSize => ({
  orders,
  customers: orders / 10,
  lines: orders / 5,
});

const BIG_TENANT = 6;
/** Far from any other factor of the sizes: steps of it visit every customer once. */
const STEP = 7919;
const DAY = 86_400_000;
const YEARS = 3 * 365 * DAY;
const ORDERS_OF_EACH_TEN = { fleet: 1, frequent: 4, everybody: 5 } as const;
/** The last one of the frequent customers' places. */
const SECOND = 4;

const plans = [
  { id: 'skiff-2', name: 'Skiff 2 GB', flag: 1, cents: 1200 },
  { id: 'ferry-5', name: 'Ferry 5 GB', flag: 2, cents: 1800 },
  { id: 'sloop-12', name: 'Sloop 12 GB', flag: 3, cents: 2500 },
  { id: 'cutter-25', name: 'Cutter 25 GB', flag: 4, cents: 3250 },
  { id: 'clipper-unlimited', name: 'Clipper Unlimited', flag: 5, cents: 4000 },
] as const;
const planOf = (number: number) => plans[number % plans.length] ?? plans[0];

/** As the product makes ids: ten characters that grow with time, sixteen of chance. */
function bigId(prefix: string, number: number): string {
  const time = number.toString(32).padStart(10, '0');
  return `${prefix}_${time}${hash(number, 0x9e3779b1)}${hash(number, 0x85ebca6b)}`;
}

const idOf = (prefix: string, number: number | undefined): string | null =>
  number === undefined ? null : bigId(prefix, number);

function hash(number: number, factor: number): string {
  let mixed = Math.imul((number ^ (number >>> 15)) + 1, factor);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, '0');
}

export const customerId = (customer: number) => bigId('usr', customer);
export const customerEmail = (customer: number) => `customer${customer}@big.example.com`;
export const orderId = (order: number) => bigId('ord', order);

/** The customer with a tenth of all orders. */
export const FLEET = 0;

/** The first order of its purchase, where this is the second one (P03). */
function firstOf(order: number, { customers }: BigSize): number | undefined {
  const isOfTwo = Math.floor(order / (customers / 4)) % 2 === 1;
  return isOfTwo && order % 10 === SECOND ? order - 1 : undefined;
}

/** Whose order this is. */
function buyerOf(order: number, size: BigSize): number {
  const { fleet, frequent, everybody } = ORDERS_OF_EACH_TEN;
  const { customers } = size;
  const first = firstOf(order, size) ?? order;
  const [ten, place] = [Math.floor(first / 10), first % 10];
  if (place < fleet) return FLEET;
  if (place < fleet + frequent) {
    return (((ten * frequent + place - fleet) * STEP) % (customers / 10)) * 10;
  }
  return ((ten * everybody + place - fleet - frequent) * STEP) % customers;
}

/** The order that a line came with, one of its customer's: none is another line's. */
function orderOfLine(line: number): number {
  const { fleet, frequent, everybody } = ORDERS_OF_EACH_TEN;
  return Math.floor(line / everybody) * 10 + fleet + frequent + (line % everybody);
}

/** Columns and rows of each table, in the order in which they refer to each other. */
export function bigTables(size: BigSize, now: Date, passwordHash: string) {
  const rows = (count: number, row: (number: number) => readonly Cell[] | undefined) =>
    lines(count, row);
  const begin = now.getTime() - DAY - YEARS;
  const at = (part: number) => new Date(begin + part * YEARS).toISOString();
  const opened = (customer: number) => at(customer / size.customers / 2);
  const leadOf = (order: number) => firstOf(order, size);
  const ordered = (order: number) => at((leadOf(order) ?? order) / size.orders);
  const soon = new Date(now.getTime() + 10 * DAY).toISOString();
  const bill = bills();
  const billOfTwo = (one: number) => joined(bill(one).amounts, bill(one + 1).amounts);
  return [
    {
      table: 'customers',
      columns: `id, tenant_id, email, email_verified, first_name, last_name, contact_number,
        street_number, street_name, city, state, zip_code, created_at`,
      rows: rows(size.customers, (one) => [
        customerId(one),
        BIG_TENANT,
        customerEmail(one),
        true,
        'Casey',
        `Morgan ${one}`,
        `+1${mdn(one)}`,
        1 + (one % 900),
        'Fulton Street',
        'New York',
        'NY',
        '10038',
        opened(one),
      ]),
    },
    {
      table: 'credentials',
      columns: 'customer_id, tenant_id, password_hash, changed_at',
      rows: rows(size.customers, (one) => [customerId(one), BIG_TENANT, passwordHash, opened(one)]),
    },
    {
      table: 'payment_customers',
      columns: 'customer_id, tenant_id, ref',
      rows: rows(size.customers, (one) => [customerId(one), BIG_TENANT, bigId('cus', one)]),
    },
    {
      table: 'cards',
      columns: `id, tenant_id, customer_id, ref, primary_card, cardholder_name, last4_digits, expiry,
        network, created_at`,
      rows: rows(size.customers, (one) => [
        bigId('crd', one),
        BIG_TENANT,
        customerId(one),
        bigId('pm', one),
        true,
        `Casey Morgan ${one}`,
        '4242',
        '04/39',
        'visa',
        opened(one),
      ]),
    },
    {
      table: 'sessions',
      columns: `id, tenant_id, customer_id, created_at, expires_at, ended_at, network, user_agent,
        proven_at, last_seen_at, unused_until`,
      rows: rows(size.customers, (one) => [
        bigId('ses', one),
        BIG_TENANT,
        customerId(one),
        opened(one),
        soon,
        one % 10 > 6 ? opened(one) : null,
        '192.0.2.44',
        browser,
        opened(one),
        opened(one),
        soon,
      ]),
    },
    {
      table: 'activity',
      columns: 'id, tenant_id, customer_id, at, kind, detail, network, user_agent',
      rows: rows(size.customers, (one) => [
        bigId('act', one),
        BIG_TENANT,
        customerId(one),
        opened(one),
        'signed_in',
        '{"by": "password", "isNew": "yes"}',
        '192.0.2.44',
        browser,
      ]),
    },
    {
      table: 'orders',
      columns: `id, tenant_id, customer_id, cart_id, status, attempt, quote, line, created_at,
        updated_at, paid_with`,
      rows: rows(size.orders, (one) => [
        orderId(one),
        BIG_TENANT,
        customerId(buyerOf(one, size)),
        leadOf(one) === undefined ? `cart-${one}` : `cart-${leadOf(one)} 2`,
        orderStatus(one),
        1,
        bill(one).quote,
        '{"simType": "esim", "iccid": "", "imei": ""}',
        ordered(one),
        ordered(one),
        idOf('ord', leadOf(one)),
      ]),
    },
    {
      table: 'charges',
      columns: `id, tenant_id, customer_id, owner_kind, owner_id, attempt, idempotency_key,
        amount_cents, item, amounts, method, status, payment_ref, created_at, settled_at, present,
        paid_with`,
      rows: rows(size.orders, (one) => [
        bigId('chg', one),
        BIG_TENANT,
        customerId(buyerOf(one, size)),
        'order',
        orderId(one),
        1,
        `cart-${one}:1`,
        bill(one).cents,
        planOf(one).name,
        bill(one).sums,
        '{"kind": "saved", "cardRef": "pm_big"}',
        chargeStatus(one),
        leadOf(one) === undefined ? bigId('pay', one) : null,
        ordered(one),
        isOpen(one) ? null : ordered(one),
        true,
        idOf('chg', leadOf(one)),
      ]),
    },
    {
      table: 'transactions',
      columns: `id, tenant_id, customer_id, charge_id, owner_kind, owner_id, item, transaction_time,
        successful, amounts, final_cents, network, last4_digits, customer, seller`,
      rows: rows(size.orders, (one) => {
        if (leadOf(one) !== undefined) return undefined;
        const { amounts, cents } = leadOf(one + 1) === one ? billOfTwo(one) : bill(one);
        return [
          bigId('trx', one),
          BIG_TENANT,
          customerId(buyerOf(one, size)),
          bigId('chg', one),
          'order',
          orderId(one),
          itemOf(one),
          ordered(one),
          orderStatus(one) !== 'declined',
          amounts,
          cents,
          'visa',
          '4242',
          buyerLines,
          seller,
        ];
      }),
    },
    {
      table: 'lines',
      columns: `id, tenant_id, customer_id, order_id, plan_id, plan_name, plan_flag, nickname, mdn,
        zip_code, sim_type, iccid, esim_state, status, activated_at, paid_until, created_at`,
      rows: rows(size.lines, (one) => {
        const order = orderOfLine(one);
        const { id, name, flag } = planOf(order);
        const status = one % 20 === 19 ? 'ended' : 'active';
        return [
          bigId('lin', one),
          BIG_TENANT,
          customerId(buyerOf(order, size)),
          orderId(order),
          id,
          name,
          flag,
          name,
          mdn(one),
          '10038',
          'esim',
          `890141${mdn(one)}0000`,
          'enabled',
          status,
          ordered(order),
          soon,
          ordered(order),
        ];
      }),
    },
    {
      table: 'line_members',
      columns: `id, tenant_id, line_id, customer_id, email, role, state, invited_at, until,
        accepted_at, member_customer_id`,
      rows: rows(Math.floor(size.lines / 4), (one) => {
        const buyer = buyerOf(orderOfLine(one), size);
        return [
          bigId('mem', one),
          BIG_TENANT,
          bigId('lin', one),
          customerId(buyer),
          'somebody@example.com',
          one % 2 === 0 ? 'user' : 'manager',
          'accepted',
          soon,
          soon,
          soon,
          customerId((buyer + 1) % size.customers),
        ];
      }),
    },
    {
      table: 'port_ins',
      columns: `id, tenant_id, customer_id, msisdn, zip_code, status, attempt, carrier_ref, sim_type,
        line_id, created_at, updated_at`,
      rows: rows(Math.floor(size.customers / 20), (one) => {
        const of = customerId(buyerOf(orderOfLine(one), size));
        return [
          bigId('prt', one),
          BIG_TENANT,
          of,
          mdn(one),
          '10038',
          'completed',
          1,
          bigId('por', one),
          'esim',
          bigId('lin', one),
          ordered(one),
          ordered(one),
        ];
      }),
    },
  ] as const;
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const buyerLines = '["Casey Morgan", "120 Fulton Street", "New York, NY 10038"]';
const seller =
  '{"company": "Harbor Mobile", "lines": ["1 Pier Road", "New York, NY 10004"], "timeZone": "America/New_York"}';

/** A few are still under way, and one in 10,000 is something rare, which can be searched for. */
const isOpen = (order: number) => order % 20_000 === 19_999;
const itemOf = (order: number) => (order % 10_000 === 20 ? 'Travel pass' : planOf(order).name);

function orderStatus(order: number): string {
  if (isOpen(order)) return 'placed';
  if (order % 50 === 49) return 'declined';
  return order % 200 === 198 ? 'refunded' : 'paid';
}

const chargeStatus = (order: number) => (isOpen(order) ? 'processing' : orderStatus(order));

/** Ten digits, another number for each. */
const mdn = (number: number) => String(2_120_000_000 + number);

/** Bills of 400 different amounts for each plan, written down once. */
function bills() {
  const made = Array.from({ length: plans.length * 400 }, (_, number) => {
    const { id, name, flag, cents: orderTotal } = planOf(number);
    const taxAmount = 120 + Math.floor(number / plans.length);
    const sums = {
      orderTotal,
      taxAmount,
      regulatoryFee: 149,
      activationFee: 0,
      discountAmount: 0,
      finalCheckoutAmount: orderTotal + taxAmount + 149,
    };
    const lines = [
      { kind: 'plan', name, cents: orderTotal },
      { kind: 'company_fee', cents: 149, company: 'Harbor' },
      { kind: 'tax', place: 'New York', cents: taxAmount },
    ];
    const quote = { planId: id, planName: name, planFlag: flag, zipCode: '10038', state: 'NY' };
    return {
      cents: sums.finalCheckoutAmount,
      sums: JSON.stringify({ ...sums, lines: [] }),
      amounts: JSON.stringify({ ...sums, lines }),
      quote: JSON.stringify({
        ...quote,
        promoCode: '',
        estimated: false,
        amounts: { ...sums, lines: [] },
      }),
    };
  });
  return (order: number) => made[order % made.length] as (typeof made)[number];
}

/** One payment for two lines: the sum, and each row with its line's place. */
function joined(...bills: readonly string[]) {
  const parts = bills.map((one) => JSON.parse(one) as Record<string, number> & { lines: object[] });
  const { lines: _, ...sums } = parts[0] as (typeof parts)[number];
  const totals = Object.keys(sums).map(
    (name) => [name, parts.reduce((sum, part) => sum + (part[name] ?? 0), 0)] as const,
  );
  const lines = parts.flatMap((one, at) => one.lines.map((line) => ({ ...line, part: at + 1 })));
  const { finalCheckoutAmount: cents = 0, ...others } = Object.fromEntries(totals);
  return { cents, amounts: JSON.stringify({ ...others, finalCheckoutAmount: cents, lines }) };
}

type Cell = string | number | boolean | null;

/** As `copy` reads them. No cell has a tab, a line's end or a backslash in it. */
function* lines(
  count: number,
  row: (number: number) => readonly Cell[] | undefined,
): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    const cells = row(number);
    if (!cells) continue;
    let line = '';
    for (const cell of cells) {
      if (line) line += '\t';
      line += cell === null ? String.raw`\N` : String(cell);
    }
    yield `${line}\n`;
  }
}
