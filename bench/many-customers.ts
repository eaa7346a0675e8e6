import { ask } from './postgres-server.ts';

/** No exchange ends in 11: those are no customers' numbers. */
const numberOf = (place: number) => 3_122_200_000 + place + (place < 500_000 ? 0 : 9_500_000);
const number = '(3122200000 + i + case when i < 500000 then 0 else 9500000 end)';

/** Whom staff look for: somebody by place, from 1 on. */
export const someone = {
  id: (place: number) => `usr_${place.toString(16).padStart(26, '0')}`,
  email: (place: number) => `caller${place}@big.example.com`,
  name: (place: number) => ({ first: firstOf(place), last: lastOf(place) }),
  number: (place: number) => String(numberOf(place)),
  iccid: (place: number) => `890141${numberOf(place)}0000`,
  orderId: (place: number) => `ord_${place.toString(16).padStart(26, '0')}`,
  lastFour: (place: number) => String(place % 10_000).padStart(4, '0'),
};

const parts = ['an', 'ber', 'cor', 'dal', 'ell', 'far', 'gar', 'hol', 'ing', 'jor', 'kel', 'lan'];
const firsts = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gia', 'Hugo', 'Ida', 'Jan', 'Kai'];

/** Every hundredth is a Smith; the others have one of 20,736 names. */
const lastOf = (place: number) =>
  place % 100 === 0
    ? 'Smith'
    : [1, 12, 144, 1728].map((step) => parts[Math.floor(place / step) % 12]).join('');
const firstOf = (place: number) => firsts[place % firsts.length] ?? '';

const list = (words: readonly string[]) => `(array['${words.join("','")}'])`;
const part = (step: number) => `${list(parts)}[1 + (i / ${step}) % 12]`;
const last = `case when i % 100 = 0 then 'Smith' else ${[1, 12, 144, 1728].map(part).join(' || ')} end`;
const first = `${list(firsts)}[1 + i % ${firsts.length}]`;
const id = (prefix: string) => `'${prefix}_' || lpad(to_hex(i), 26, '0')`;
const quote = `'{"planId": "sloop-12", "planName": "Sloop 12 GB", "planFlag": 3, "zipCode": "10038",
  "state": "NY", "promoCode": "", "estimated": false, "amounts": {"orderTotal": 2500, "taxAmount": 0,
  "regulatoryFee": 0, "activationFee": 0, "discountAmount": 0, "finalCheckoutAmount": 2500, "lines": []}}'`;

/** Each with an order, a line and a card; one in twenty brought their number. */
export async function addCustomers(database: string, count: number): Promise<void> {
  const from = `from generate_series(1, ${count}) as i`;
  const began = `now() - (${count} - i) * interval '1 minute'`;
  const statements = [
    `insert into customers (id, tenant_id, email, email_verified, first_name, last_name,
        contact_number, street_number, street_name, city, state, zip_code, created_at)
      select ${id('usr')}, 6, 'caller' || i || '@big.example.com', true, ${first}, ${last},
        '+1' || ${number}, 1 + i % 900, 'Fulton Street', 'New York', 'NY', '10038', ${began}
      ${from}`,
    `insert into orders (id, tenant_id, customer_id, cart_id, status, attempt, quote, line,
        created_at, updated_at)
      select ${id('ord')}, 6, ${id('usr')}, 'cart-' || i, 'paid', 1, ${quote},
        '{"simType": "esim", "iccid": "", "imei": ""}', ${began}, ${began}
      ${from}`,
    `insert into lines (id, tenant_id, customer_id, order_id, plan_id, plan_name, plan_flag,
        nickname, mdn, zip_code, sim_type, iccid, esim_state, status, activated_at, paid_until,
        created_at)
      select ${id('lin')}, 6, ${id('usr')}, ${id('ord')}, 'sloop-12', 'Sloop 12 GB', 3,
        'Sloop 12 GB', ${number}, '10038', 'esim', '890141' || ${number} || '0000',
        'enabled', 'active', ${began}, now() + interval '10 days', ${began}
      ${from}`,
    `insert into cards (id, tenant_id, customer_id, ref, primary_card, cardholder_name,
        last4_digits, expiry, network, created_at)
      select ${id('crd')}, 6, ${id('usr')}, ${id('pm')}, true, 'Casey', lpad((i % 10000)::text, 4, '0'),
        '04/39', 'visa', ${began}
      ${from}`,
    `insert into port_ins (id, tenant_id, customer_id, msisdn, zip_code, status, attempt,
        carrier_ref, sim_type, line_id, created_at, updated_at)
      select ${id('prt')}, 6, ${id('usr')}, ${number}, '10038', 'completed', 1, ${id('por')},
        'esim', ${id('lin')}, ${began}, ${began}
      ${from} where i % 20 = 0`,
  ];
  for (const statement of statements) await ask(database, statement);
  for (const table of ['customers', 'orders', 'lines', 'cards', 'port_ins']) {
    await ask(database, `vacuum analyze ${table}`);
  }
}
