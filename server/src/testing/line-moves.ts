import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { deleteCard, listCards } from '@portside/contract/payments';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { addCredit } from '../credit/credit.ts';
import { ownerOfRow } from '../http/who.ts';
import { runAutopay } from '../renewals/autopay-charge.ts';
import type { Failed } from './caller.ts';
import { type Act, care, type Life, orRefused, type Payment, together } from './line-acts.ts';
import { factsOf, type LineFacts } from './line-facts.ts';
import { freshKey } from './line-life.ts';
import { brokenRules, unsettledRules } from './line-rules.ts';
import { cards, paymentToken } from './shopping.ts';

/** Something that happens to a line, and what must hold after it. */
class Move implements fc.AsyncCommand<object, Life> {
  readonly #name: string;
  readonly #which: number;
  readonly #act: Act;
  readonly #cutAfter: number | undefined;

  constructor(name: string, which: number, act: Act, cutAfter?: number) {
    this.#name = name;
    this.#which = which;
    this.#act = act;
    this.#cutAfter = cutAfter;
  }

  check = () => true;

  async run(_: object, life: Life): Promise<void> {
    const { power } = life;
    const id = life.ids[this.#which % life.ids.length] ?? '';
    power.cutAfter(this.#cutAfter ?? Infinity);
    try {
      await this.#act(life, id);
      await life.work();
    } catch (error) {
      if (!power.isCut) throw error;
    }
    if (power.isCut) await life.recover();
    power.back();
    await life.work();
    await holds(life);
  }

  toString(): string {
    const cut = this.#cutAfter === undefined ? '' : `, cut after ${this.#cutAfter}`;
    return `${this.#name} (line ${this.#which}${cut})`;
  }
}

/** @throws Error with the rules that are broken */
export async function holds(life: Life, { settled = false } = {}): Promise<void> {
  const { app, noa, ended } = life;
  const facts = await factsOf(app.app.db.query, noa.email, app.app.clock.now());
  const friends = await factsOf(app.app.db.query, life.friend.email, app.app.clock.now());
  expect([
    ...brokenRules(facts),
    ...brokenRules(friends),
    ...handedOnce([...facts.lines, ...friends.lines]),
    ...chargedAfterEnd(facts, ended),
    ...(settled ? unsettledRules(facts) : []),
  ]).toEqual([]);
}

/** A number is on one line alone, and lives on at the carrier as long as that one. */
function handedOnce(lines: LineFacts['lines']): string[] {
  return lines
    .filter(({ handedOverAt }) => handedOverAt)
    .flatMap(({ id, mdn }) => {
      const living = lines.filter((one) => one.mdn === mdn && one.status !== 'ended');
      return living.length > 1 ? [`${mdn} of ${id} is on ${living.length} lines`] : [];
    });
}

function chargedAfterEnd({ lines, orders }: LineFacts, ended: Life['ended']): string[] {
  return lines.flatMap(({ id, status }) => {
    const known = ended.get(id);
    const paid = orders.filter(({ lineId, held }) => lineId === id && held > 0);
    if (!known) {
      if (status === 'ended') ended.set(id, new Set(paid.map((one) => one.id)));
      return [];
    }
    const back = status === 'ended' ? [] : [`${id} had ended, and is ${status}`];
    const more = paid.filter((one) => !known.has(one.id));
    return [...back, ...more.map((one) => `${id} had ended, and ${one.id} was paid`)];
  });
}

const renewOnce = ({ noa }: Life, pay: Payment) => noa.call(renewLine, pay);

async function renew(life: Life, id: string, card: string, { twice = false } = {}): Promise<void> {
  const { noa, app, seen } = life;
  await orRefused(
    (async () => {
      const { quoteId } = await noa.call(quoteRenewal, { id });
      const pay = async (): Promise<Payment> => ({
        id,
        quoteId,
        idempotencyKey: freshKey(),
        paymentToken: await paymentToken(app, card),
        saveCard: true,
      });
      const one = await pay();
      seen.last = one;
      if (!twice) return renewOnce(life, one);
      const ways = [one, one, await pay()].map((each) => orRefused(renewOnce(life, each)));
      return together(...ways, runAutopay(app.app));
    })(),
  );
}

async function again(life: Life): Promise<void> {
  const { last } = life.seen;
  if (last) await orRefused(renewOnce(life, last));
}

const turn =
  (on: boolean): Act =>
  async ({ noa }, id) => {
    const { version } = await noa.call(viewAutopayConsent, {});
    const input = { id, on, ...(on && { consent: version }) };
    await orRefused(noa.call(setAutopay, input).then(({ autopay }) => expect(autopay.on).toBe(on)));
  };

const ownCards = (email: string) => sql`customer_ref in (select ref from payment_customers
  join customers on customers.id = customer_id and email = ${email})`;

/** What the customer's saved cards do from now on. */
const cardsDo =
  (behaviour: string): Act =>
  async ({ app, noa }) => {
    await sql`update sandbox_pay_cards set behaviour = ${behaviour}
    where ${ownCards(noa.email)}`.execute(app.app.db.query);
  };

const forgetCards: Act = async ({ noa }) => {
  const { cards: saved } = await noa.call(listCards, {});
  for (const { id: cardId } of saved) await noa.call(deleteCard, { cardId });
};

async function press(life: Life, service: string, mode: string): Promise<void> {
  const body = JSON.stringify({ mode });
  const headers = { 'content-type': 'application/json' };
  await life.app.fetch(`/sandbox/${service}/break`, { method: 'POST', headers, body });
}

/** Down, until so many hours have passed. */
const outage =
  (service: string, hours: number, meanwhile: Act): Act =>
  async (life, id) => {
    await press(life, service, 'down');
    try {
      await meanwhile(life, id);
      await life.pass(hours);
    } catch (error) {
      // Nobody can pay by a provider that is down.
      if (!life.power.isCut && (error as Failed).status === undefined) throw error;
    } finally {
      await press(life, service, 'none');
    }
  };

const pass =
  (hours: number): Act =>
  async (life) => {
    await life.pass(hours);
    if (hours < 24) return;
    // What broke off before has had its time.
    await life.pass(2);
    await holds(life, { settled: true });
  };

const atBank =
  (outcome: 'complete' | 'fail'): Act =>
  async ({ app, noa }) => {
    const { rows } = await sql<{ ref: string }>`
    select ref from sandbox_pay_charges where status = 'confirm'
      and ${ownCards(noa.email)}`.execute(app.app.db.query);
    for (const { ref } of rows) {
      await app.fetch(`/sandbox/pay/confirm/${ref}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `outcome=${outcome}`,
        redirect: 'manual',
      });
    }
  };

/** The newest payment for a line, or the one before. */
const refund =
  (back: number): Act =>
  async ({ app, noa }, id) => {
    const { lines } = await factsOf(app.app.db.query, noa.email, app.app.clock.now());
    const period = lines.find((one) => one.id === id)?.periods.at(-1 - back);
    if (period?.orderId) await refundByHand(app.app, period.orderId, 'Sam');
  };

const goodwill =
  (cents: number): Act =>
  async ({ app, noa }) => {
    const { rows } = await sql<{ id: string; tenant: number }>`
    select id, tenant_id as tenant from customers where email = ${noa.email}`.execute(
      app.app.db.query,
    );
    const [who] = rows;
    if (!who) return;
    const entry = { cents, reason: 'goodwill', cause: freshKey() } as const;
    const owner = ownerOfRow({ tenant_id: who.tenant, customer_id: who.id });
    await app.app.db.transaction((tx) => addCredit(app.app, tx, owner, entry));
  };

const prices =
  (percent: number): Act =>
  (life) =>
    life.prices(percent);

const which = fc.nat({ max: 1 });
const someCard = fc.constantFrom(
  cards.visa,
  cards.mastercard,
  cards.declined,
  cards.confirms,
  cards.unknown,
  cards.poor,
);
const someHours = fc.oneof(
  fc.integer({ min: 1, max: 30 }),
  fc.integer({ min: 1, max: 12 }).map((days) => days * 24),
  fc.integer({ min: 20, max: 40 }).map((days) => days * 24),
);

const acts: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  { weight: 14, arbitrary: someHours.map((n) => [`${n} hours pass`, pass(n)] as const) },
  {
    weight: 4,
    arbitrary: someCard.map(
      (card) => [`pay by ${card}`, (life: Life, id: string) => renew(life, id, card)] as const,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant([
      'pay twice at once',
      (life: Life, id: string) => renew(life, id, cards.visa, { twice: true }),
    ] as const),
  },
  { weight: 1, arbitrary: fc.constant(['the same payment again', again] as const) },
  { weight: 4, arbitrary: fc.constant(['autopay on', turn(true)] as const) },
  { weight: 1, arbitrary: fc.constant(['autopay off', turn(false)] as const) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('succeeds', 'declined_when_charged', 'insufficient_funds', 'stolen')
      .map((does) => [`cards: ${does}`, cardsDo(does)] as const),
  },
  { weight: 1, arbitrary: fc.constant(['cards deleted', forgetCards] as const) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('payment', 'carrier'), someHours)
      .map(
        ([service, hours]) =>
          [
            `${service} down for ${hours} hours`,
            outage(service, hours, (life, id) => renew(life, id, cards.visa)),
          ] as const,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('complete', 'fail')
      .map((outcome) => [`at the bank: ${outcome}`, atBank(outcome)] as const),
  },
  { weight: 2, arbitrary: fc.nat({ max: 1 }).map((n) => [`refund ${n}`, refund(n)] as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(1, 250, 1999, 9000)
      .map((cents) => [`${cents} cents of goodwill`, goodwill(cents)] as const),
  },
  { weight: 10, arbitrary: fc.constantFrom(...care) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(60, 100, 140).map((n) => [`prices at ${n} %`, prices(n)] as const),
  },
);

const cut = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 13, max: 100 }) },
);

/** Any of them to any line; some are cut off. */
export const someMove = fc
  .tuple(acts, which, cut)
  .map(([[name, act], line, after]) => new Move(name, line, act, after));
