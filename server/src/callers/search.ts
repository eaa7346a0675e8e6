import type { Found, FoundKind, searchConsole } from '@portside/contract/console/search';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { usDigits } from '@portside/contract/phone';
import { findPeople, foundPeople, type FoundPerson } from '../account/find-people.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { findOrder } from '../checkout/find-orders.ts';
import { readOrderNumber } from '../checkout/order-number.ts';
import type { Query } from '../db/database.ts';
import type { Staff } from '../http/who.ts';
import { findLines, numbersOf } from '../lines/find-lines.ts';
import { findCards } from '../payments/find-cards.ts';
import { findPortIns } from '../port-in/find-port-ins.ts';
import { lastFour, maskedEmail, maskedName } from '../account/masking.ts';

const MOST = 20;

interface Hit {
  readonly kind: FoundKind;
  readonly id: string;
  readonly customerId: string;
  /** Of what was typed: a customer's is their name. */
  readonly title?: string;
}

type Looking =
  | {
      readonly by:
        | 'nothing'
        | 'a whole card number'
        | 'some digits'
        | 'an order’s number, heard wrong';
      readonly hint: string;
    }
  | {
      readonly by: 'email' | 'name' | 'id' | 'order' | 'number' | 'iccid' | 'card';
      readonly text: string;
    };

/** Every look goes by an index (docs/decisions/0920), and tells no more than picks the right one. */
export async function search(
  app: App,
  who: Staff,
  { q }: ParsedInputOf<typeof searchConsole>,
): Promise<OutputOf<typeof searchConsole>> {
  const looking = lookingFor(q);
  if ('hint' in looking) {
    who.noteDetail?.({ by: looking.by });
    return { results: [], more: false, hint: looking.hint };
  }
  const db = app.db.query;
  const hits = await look(db, app.brands.byTenant(who.tenant), looking);
  const results = await shownOf(db, who.tenant, hits.slice(0, MOST));
  const more = hits.length > MOST;
  who.noteDetail?.({ by: looking.by, for: kept(looking), found: results.length });
  const hint = more
    ? `More than ${MOST} fit. Type more of it, or the email address.`
    : 'Nothing fits. Check the spelling, or ask for the email address or the number.';
  return { results, more, ...((more || results.length === 0) && { hint }) };
}

function lookingFor(typed: string): Looking {
  const q = typed.trim();
  if (q === '') {
    const hint = 'Type an email address, number, name, order, ICCID or a card’s last four.';
    return { by: 'nothing', hint };
  }
  if (q.includes('@')) return { by: 'email', text: q };
  if (/^[a-z]{3}_[a-z0-9]+$/i.test(q)) return { by: 'id', text: q.toLowerCase() };
  const digits = q.replaceAll(/[\s().+\-\u2010-\u2015]|(?<=\d{18})F$/gi, '');
  // All digits with ten of them are a phone number.
  const isOrder = readOrderNumber(q) !== undefined && digits.length !== 10;
  if (isOrder) return { by: 'order', text: q };
  if (/^[a-z]\d{6,15}$/i.test(digits)) {
    const hint = 'This is no order’s number: a digit is wrong. Ask for it again.';
    return { by: 'an order’s number, heard wrong', hint };
  }
  if (!/^\d+$/.test(digits)) return { by: 'name', text: q };
  if (digits.length === 4) return { by: 'card', text: digits };
  if (/^89\d{16,20}$/.test(digits)) return { by: 'iccid', text: digits };
  const number = usDigits(digits);
  if (number) return { by: 'number', text: number };
  if (digits.length >= 12) {
    const hint = 'Never type a whole card number. Its last four digits find it.';
    return { by: 'a whole card number', hint };
  }
  const hint =
    'A number has ten digits, an ICCID 18 to 22 that begin with 89, a card’s last four are four.';
  return { by: 'some digits', hint };
}

/** For the audit, which is kept for years: who looked for whom is seen, no address is collected. */
function kept({ by, text }: Extract<Looking, { text: string }>): string {
  if (by === 'email') return maskedEmail(text.toLowerCase());
  if (by === 'number' || by === 'iccid') return lastFour(text);
  return by === 'name' ? `${text.slice(0, 3)}•••` : text;
}

async function look(
  db: Query,
  brand: Brand,
  { by, text }: Extract<Looking, { text: string }>,
): Promise<Hit[]> {
  const tenant = brand.client.mvnoId;
  const limit = MOST + 1;
  if (by === 'email') return people(await findPeople(db, tenant, { email: text }, limit));
  if (by === 'id') return byId(db, brand, text);
  if (by === 'order') return orderHits(await findOrder(db, brand, text));
  if (by === 'number') return byNumber(db, tenant, text, limit);
  if (by === 'iccid') {
    const lines = await findLines(db, tenant, { iccid: text }, limit);
    return lines.map((line) => ({ kind: 'line', title: `SIM ${lastFour(text)}`, ...line }));
  }
  if (by === 'card') {
    const cards = await findCards(db, tenant, text, limit);
    return cards.map((card) => ({ kind: 'card', title: `Card ${lastFour(text)}`, ...card }));
  }
  const [named, addressed] = await Promise.all([
    findPeople(db, tenant, { name: text }, limit),
    // One word may be how their address begins.
    /\s/.test(text) ? [] : findPeople(db, tenant, { email: text }, limit),
  ]);
  const different = new Map([...named, ...addressed].map((one) => [one.id, one]));
  return people([...different.values()]);
}

async function byId(db: Query, brand: Brand, id: string): Promise<Hit[]> {
  const tenant = brand.client.mvnoId;
  const [persons, lines, order, portIns] = await Promise.all([
    foundPeople(db, tenant, [id]),
    findLines(db, tenant, { id }, 1),
    findOrder(db, brand, id),
    findPortIns(db, tenant, { id }),
  ]);
  return [
    ...people(persons),
    ...lines.map(({ number, ...line }): Hit => ({
      kind: 'line',
      title: lineTitle(number),
      ...line,
    })),
    ...orderHits(order),
    ...portIns.map(portInHit),
  ];
}

async function byNumber(db: Query, tenant: number, number: string, limit: number): Promise<Hit[]> {
  const [lines, portIns, persons] = await Promise.all([
    findLines(db, tenant, { mdn: number }, limit),
    findPortIns(db, tenant, { number }),
    findPeople(db, tenant, { number }, limit),
  ]);
  return [
    ...lines.map(({ id, customerId }): Hit => ({
      kind: 'line',
      id,
      customerId,
      title: lineTitle(number),
    })),
    ...portIns.map(portInHit),
    ...people(persons),
  ];
}

const people = (found: readonly FoundPerson[]): Hit[] =>
  found.map(({ id }) => ({ kind: 'customer', id, customerId: id }));

const lineTitle = (number: string) =>
  number ? `Line ${lastFour(number)}` : 'A line without a number yet';

function orderHits(order: Awaited<ReturnType<typeof findOrder>>): Hit[] {
  if (!order) return [];
  const { id, owner, at, number } = order;
  const title = `Order ${number ? `${number} ` : ''}of ${at.toISOString().slice(0, 10)}`;
  return [{ kind: 'order', id, customerId: owner.customerId, title }];
}

const portInHit = ({
  id,
  owner,
  number,
}: Awaited<ReturnType<typeof findPortIns>>[number]): Hit => ({
  kind: 'port_in',
  id,
  customerId: owner.customerId,
  title: `Port-in of ${lastFour(number)}`,
});

/** With whose it is. What belongs to a closed account is shown nowhere. */
async function shownOf(db: Query, tenant: number, hits: readonly Hit[]): Promise<Found[]> {
  const ids = [...new Set(hits.map(({ customerId }) => customerId))];
  const [persons, numbers] = await Promise.all([
    foundPeople(db, tenant, ids),
    numbersOf(db, tenant, ids),
  ]);
  const personOf = new Map(persons.map((one) => [one.id, one]));
  return hits.flatMap(({ kind, id, customerId, title }) => {
    const person = personOf.get(customerId);
    if (!person) return [];
    const name = maskedName(person.firstName, person.lastName);
    const number = numbers.get(customerId) ?? person.contactNumber;
    const rest = [maskedEmail(person.email), ...(number ? [lastFour(number)] : [])];
    const detail = (title === undefined ? rest : [name, ...rest]).join(', ');
    return [{ kind, id, title: title ?? name, detail, customerId }];
  });
}
