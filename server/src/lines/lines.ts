import type { UserInfo } from '@portside/contract/account';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type {
  Line,
  LineIcon,
  SimType,
  updateNickname as updateNicknameCall,
} from '@portside/contract/lines';
import type { StreetAddress } from '@portside/contract/street-address';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { comesBack } from '../emails/returned-emails.ts';
import type { Query, Tx } from '../db/database.ts';
import { notFound } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';
import { say } from '../words/say.ts';
import { activateLine, endUnbegun } from './activation.ts';
import { moveSetters } from './address-store.ts';
import { givenLine, givenLinesOf } from './members.ts';
import { seenAs } from './seen-by.ts';
import { seenOfOrder } from './seen-store.ts';
import { payFirstPeriods, recordPeriods, sharesOf } from './periods.ts';
import * as store from './store.ts';

export { hadLine, hasLiveLine } from './store.ts';
import { emailCodeUntil } from '../account/email-code-until.ts';
import { viewPerson } from '../account/person.ts';

const newIcon: LineIcon = 'phone';

export interface NewLine {
  orderId: string;
  plan: { id: string; retailName: string; flag: number };
  planCents: number;
  /** For all of the months. */
  planPaidCents: number;
  /** Periods that are paid at once. */
  months: number;
  zipCode: string;
  address?: StreetAddress;
  subscriber?: { firstName: string; lastName: string };
  simType: SimType;
  iccid: string;
  imei: string;
  waitsForCard: boolean;
  brings?: { portInId: string; msisdn: string; isHere: boolean };
  /** The carrier's key of the number that was chosen. */
  keptNumber?: string;
}

export async function linesOf(app: App, owner: Owner, db: Query = app.db.query): Promise<Line[]> {
  const rows = await store.linesOf(db, owner);
  return rows.map(lineOf);
}

/** Of the addresses of those that have not ended. */
export const zipCodesOf = async (db: Query, owner: Owner): Promise<string[]> =>
  (await store.zipCodesOf(db, owner)).map(({ zip }) => zip);

/** Of those that have not ended; those that are on their way, too. */
export const numbersOf = async (db: Query, owner: Owner): Promise<ReadonlySet<string>> =>
  new Set((await store.numbersOf(db, owner)).flatMap(({ mdn, incoming }) => [mdn, incoming]));

/** One question for everything that a list shows of its lines. */
export function linesWith(condition: store.LineCondition) {
  const ask = store.linesWith(condition);
  return async (db: Query, owner: Owner) =>
    (await ask(db, owner.tenant, owner.customerId)).map(listedOf);
}

/** The same of lines that were given to a customer (P04): whosever they are. */
export function givenLinesWith(condition: store.LineCondition) {
  const ask = store.anyLinesWith(condition);
  return async (db: Query, tenant: number, ids: string[]) =>
    ids.length === 0 ? [] : (await ask(db, tenant, ids)).map(listedOf);
}

type AskedWith = Awaited<ReturnType<ReturnType<typeof store.linesWith>>>[number];

const listedOf = ({ endsAt, holds, works: underWay, change, ...row }: AskedWith) => ({
  line: {
    ...lineOf(row),
    ...(change && {
      networkChange: { ...change, since: new Date(change.since).toISOString() },
    }),
  },
  endsAt,
  holds,
  underWay,
});

/** F07, I05. Here, because account may not know of lines. */
export async function viewUser(app: App, who: Customer): Promise<UserInfo> {
  const [[person, isBlamed, code], customersLines, given] = await Promise.all([
    viewPerson(app.db.query, who).then(
      async (one) =>
        [
          one,
          ...(await Promise.all([
            comesBack(app, who.tenant, one.email),
            emailCodeUntil(app, app.db.query, who, one),
          ])),
        ] as const,
    ),
    linesOf(app, who),
    givenLinesOf(app, app.db.query, who),
  ]);
  const givenAway = new Set(given.flatMap(({ lineId, member }) => (member ? [lineId] : [])));
  return {
    ...person,
    ...code,
    ...(isBlamed && { emailComesBack: true }),
    // Agents do not chat in the customer's name.
    userHash: who.agent ? '' : app.adapters.of(who.tenant).chat.prove(person),
    lines: customersLines.map((line) =>
      seenAs(givenAway.has(line.id) ? 'holder' : undefined, line),
    ),
    ...(who.agent && { agent: { name: who.agent.name, until: who.agent.until.toISOString() } }),
  };
}

/** I06. @throws No `not_found`, also for another customer's line */
export async function updateNickname(
  app: App,
  who: Customer,
  { id, nickname, icon }: ParsedInputOf<typeof updateNicknameCall>,
): Promise<OutputOf<typeof updateNicknameCall>> {
  const values = { nickname, ...(icon && { icon }) };
  const renamed = await store.renameLine(app.db.query, who, id, values);
  if (!renamed) throw notFound();
  return { message: say(who.language, 'Your line has a new nickname.') };
}

/** Once for each order; the carrier is called after the commit, or once the SIM card is there. @returns the line's id */
export async function openLine(app: App, tx: Tx, owner: Owner, line: NewLine): Promise<string> {
  const { brings } = line;
  const waits = brings !== undefined && !brings.isHere;
  const id = app.random.id('lin');
  const row: store.LineRow = {
    id,
    tenant_id: owner.tenant,
    customer_id: owner.customerId,
    order_id: line.orderId,
    plan_id: line.plan.id,
    plan_name: line.plan.retailName,
    plan_flag: line.plan.flag,
    nickname: line.plan.retailName,
    icon: newIcon,
    mdn: brings?.isHere ? brings.msisdn : '',
    zip_code: line.zipCode,
    first_name: line.subscriber?.firstName ?? '',
    last_name: line.subscriber?.lastName ?? '',
    service_address: line.address ?? null,
    sim_type: line.simType,
    iccid: line.iccid,
    esim_state: null,
    imei: line.imei,
    status: 'pending',
    activation_ref: null,
    activated_at: null,
    paid_until: null,
    plan_cents: line.planCents,
    plan_paid_cents: sharesOf(line.planPaidCents, line.months)[0] ?? 0,
    ...store.neverStopped,
    created_at: app.clock.now(),
    port_in_id: waits ? brings.portInId : null,
    port_in_status: waits ? 'details_needed' : null,
    incoming_mdn: waits ? brings.msisdn : '',
    waits_for_card: line.waitsForCard,
    kept_number: line.keptNumber ?? null,
    carrier_asked_at: null,
  };
  await store.insertLine(tx, row);
  const { planCents: priceCents, planPaidCents: paidCents, months } = line;
  await payFirstPeriods(app, tx, row, { priceCents, paidCents, months });
  if (!waits && !line.waitsForCard) await app.jobs.enqueue(tx, activateLine, { lineId: id });
  return id;
}

export async function moveCustomer(
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  await store.moveLines(tx, tenant, from, to);
  await moveSetters(tx, tenant, from, to);
}

export async function findLineOfOrder(
  db: Query,
  owner: Owner,
  orderId: string,
): Promise<Line | undefined> {
  const row = await store.lineOfOrder(db, owner, orderId);
  return row && lineOf(row);
}

/** Lines that were bought with these orders, by order. */
export async function lineIdsOfOrders(
  db: Query,
  owner: Owner,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await store.linesOfOrders(db, owner, orderIds);
  return new Map(rows.flatMap(({ order_id, id }) => (order_id ? [[order_id, id]] : [])));
}

/** Its SIM card is in the mail. */
export async function waitsForCard(db: Query, owner: Owner, orderId: string): Promise<boolean> {
  return (await store.lineOfOrder(db, owner, orderId))?.waits_for_card === true;
}

/** By line, for staff. */
export async function handedLines(
  db: Query,
  owner: Owner,
): Promise<ReadonlyMap<string, { handedOverAt?: string; takenOverAt?: string }>> {
  const rows = await store.handedLinesOf(db, owner);
  return new Map(
    rows.map(({ id, handed_over_at: to, taken_over_at: from }) => [
      id,
      {
        ...(to && { handedOverAt: to.toISOString() }),
        ...(from && { takenOverAt: from.toISOString() }),
      },
    ]),
  );
}

export async function findLine(db: Query, owner: Owner, id: string): Promise<Line | undefined> {
  const row = await store.lineOf(db, owner, id);
  return row && lineOf(row);
}

/** As this customer sees it: their own, or one that they were given (P04). */
export async function findSeen(
  app: Pick<App, 'clock'>,
  db: Query,
  who: Owner,
  id: string,
): Promise<Line | undefined> {
  const given = await givenLine(app, db, who.tenant, id);
  const isTheirs = given?.member?.customerId === who.customerId;
  if (given && isTheirs) {
    const line = await findLine(db, given.holder, id);
    return line && seenAs(given.role, line);
  }
  const own = await findLine(db, who, id);
  return own && seenAs(given?.member && 'holder', own);
}

/** The same of their own that was bought with this order. */
export async function findSeenOfOrder(
  db: Query,
  { tenant, customerId }: Owner,
  orderId: string,
): Promise<Line | undefined> {
  const [row] = await seenOfOrder(db, tenant, customerId, orderId);
  return row && seenAs(row.is_given ? 'holder' : undefined, lineOf(row));
}

/** Empty while the phone isn't known. */
export async function imeiOf(db: Query, owner: Owner, id: string): Promise<string> {
  const row = await store.lineOf(db, owner, id);
  return row?.former_imei ?? row?.imei ?? '';
}

const hasCard = { waits_for_card: false } as const;

const asTheOwner = { first_name: '', last_name: '', kept_number: null, carrier_asked_at: null };

export async function recordLine(
  app: App,
  tx: Tx,
  row: Omit<
    store.LineRow,
    'id' | 'icon' | keyof typeof asTheOwner | keyof typeof store.neverStopped | keyof typeof hasCard
  > & { waits_for_card?: boolean },
): Promise<string> {
  const id = app.random.id('lin');
  const line = { ...hasCard, ...row, ...asTheOwner, ...store.neverStopped, id, icon: newIcon };
  await store.insertLine(tx, line);
  await recordPeriods(app, tx, line);
  return id;
}

function lineOf(row: store.ShownLine): Line {
  return {
    id: row.id,
    mdn: row.mdn,
    nickname: row.nickname,
    icon: row.icon,
    plan: { id: row.plan_id, retailName: row.plan_name, flag: row.plan_flag },
    iccid: row.former_iccid ?? row.iccid,
    simType: row.sim_type,
    ...(row.sim_type === 'esim' && row.esim_state && { esim: row.esim_state }),
    status: row.status,
    paidUntil: row.paid_until?.toISOString() ?? null,
    ...(row.port_in_id &&
      row.port_in_status && {
        portIn: { id: row.port_in_id, msisdn: row.incoming_mdn, status: row.port_in_status },
      }),
  };
}

const REFUSED_WITHIN = days(30);

export function ordersOfUnfinishedLines(app: App, db: Query, before: Date): Promise<string[]> {
  const from = later(app.clock.now(), -REFUSED_WITHIN);
  return store.ordersOfUnfinished(db, { from, before });
}

export async function ordersWithLine(
  db: Query,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await store.ordersWithLine(db, orderIds));
}

/**
 * One that the carrier was asked for ends once the carrier says that it does not know it. @returns
 * false when the carrier knows it, or it waits for its number
 */
export async function closeUnbegunLine(
  app: App,
  tx: Tx,
  owner: Owner,
  orderId: string,
): Promise<boolean> {
  const found = await store.lineOfOrder(tx, owner, orderId);
  if (!found) return true;
  const line = await store.lockLineOf(tx, owner, found.id);
  if (line?.status !== 'pending' || line.activation_ref || line.port_in_id) return false;
  if (!line.carrier_asked_at) await endUnbegun(app, tx, line);
  return true;
}
