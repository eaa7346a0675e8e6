import type {
  enterVerification as enterCall,
  startVerification as startCall,
  viewVerification as viewCall,
  WayToVerify,
} from '@portside/contract/console/verification';
import type { StaffRole } from '@portside/contract/console/roles';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { postNotice } from '../account/notices.ts';
import type { Person } from '../account/person.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { inOneSegment, queueText } from '../emails/brief.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { comesBack } from '../emails/returned-emails.ts';
import { refused, type Refused } from '../http/no.ts';
import { actingFor, type Customer, type Owner, proving, type Staff } from '../http/who.ts';
import { countGuess } from '../limits/limits.ts';
import { noteActivity, type Actor } from '../sessions/activity.ts';
import { holdRole } from '../staff/role-now.ts';
import { say } from '../words/say.ts';
import { callerCodeEmail } from './emails.ts';
import { maskedName } from '../account/masking.ts';
import * as store from './store.ts';
import { cameBack, waysOf } from './ways.ts';

const OPEN = minutes(15);

export const verifiedUntil = (app: App, who: Staff, owner: Owner): Promise<Date | undefined> =>
  store.verifiedUntil(app.db.query, owner, who.staffId, app.clock.now());

export const isVerified = async (app: App, who: Staff, owner: Owner): Promise<boolean> =>
  (await verifiedUntil(app, who, owner)) !== undefined;

/** Within these 15 minutes, which is more than a ticket or an ID. */
export const hasReadCode = async (app: App, who: Staff, owner: Owner): Promise<boolean> =>
  (await store.verifiedUntil(app.db.query, owner, who.staffId, app.clock.now(), 'code')) !==
  undefined;

export async function viewVerification(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<OutputOf<typeof viewCall>> {
  const { person, codes: ways, chats, warnings } = await waysOf(app, app.db.query, who, id);
  const until = await verifiedUntil(app, who, person.owner);
  const returned = await comesBack(app, who.tenant, person.email);
  return {
    title: maskedName(person.firstName, person.lastName),
    codes: ways.map(({ to, shown }) => ({ to, shown })),
    chats,
    warnings: [...warnings, ...(returned ? [cameBack] : [])],
    until: until?.toISOString() ?? null,
  };
}

/** A colleague on another phone has a code of their own. */
const codeKey = (who: Staff, { customerId }: Owner) => ({
  tenant: who.tenant,
  purpose: 'caller' as const,
  subject: `${customerId} ${who.staffId}`,
});

export async function startVerification(
  app: App,
  who: Staff,
  { id, how, to, reference }: ParsedInputOf<typeof startCall>,
): Promise<OutputOf<typeof startCall> | Refused<ReasonOf<typeof startCall>>> {
  // Whoever of staff asks: a customer's mailbox is not filled, and six digits not guessed at.
  if (how === 'code') {
    await countGuess(app, who, { name: 'caller-code', whose: [id], points: 6, minutes: 60 });
  }
  return app.db.transaction(async (tx) => {
    const { person, codes: ways, chats } = await waysOf(app, tx, who, id);
    if (how === 'code') {
      const way = ways.find((one) => to === undefined || one.to === to);
      if (!way) return refused('no_code');
      const { address, shown } = way;
      const code = await codes.issueCode(app, tx, { ...codeKey(who, person.owner), address });
      if (way.to === 'phone') await textCode(app, tx, who, person, { code, number: address });
      else await queueEmail(app, tx, who.brand, address, callerCodeEmail(who.brand, person, code));
      return { sentTo: shown };
    }
    if (how === 'chat' && !chats) return refused('no_chat');
    if (how !== 'chat' && !reference) return refused('reference_missing');
    const until = await open(app, tx, who, person, { how, reference });
    // No code went out, so this is how they hear of it.
    await postNotice(app, tx, who, person, 'caller_verified', { agent: who.name });
    return { until: until.toISOString() };
  });
}

/** To somebody who waits at the phone: it says what it is for, and opens nothing by itself. */
async function textCode(
  app: App,
  tx: Tx,
  who: Staff,
  { id: customerId, language }: Person,
  { code, number }: { code: string; number: string },
): Promise<void> {
  const words = say(
    language,
    'Your code for our support team is {code}. Read it out only if you called us.',
    { code },
  );
  const body = inOneSegment(`${who.brand.product}: ${words}`);
  await queueText(app, tx, who.tenant, { customerId, about: 'security', body, number });
}

export function enterVerification(
  app: App,
  who: Staff,
  { id, code }: ParsedInputOf<typeof enterCall>,
): Promise<OutputOf<typeof enterCall> | Refused<ReasonOf<typeof enterCall>>> {
  return app.db.transaction(async (tx) => {
    const { person } = await waysOf(app, tx, who, id);
    const key = codeKey(who, person.owner);
    const sentTo = await codes.pendingAddress(app, tx, key);
    const wrong = await codes.enterCode(app, tx, { ...key, code });
    if (wrong) {
      if (wrong.reason === 'code_locked') {
        await noteActivity(app, tx, actorFor(app, who, person.owner), 'tries_failed');
      }
      return wrong;
    }
    const reference = sentTo?.includes('@') ? 'email' : 'phone';
    const until = await open(app, tx, who, person, { how: 'code', reference });
    return { until: until.toISOString() };
  });
}

const actorFor = (app: App, { name }: Staff, { tenant, customerId }: Owner): Actor => ({
  tenant,
  customerId,
  network: '',
  userAgent: '',
  agent: { name, until: app.clock.now() },
});

/** Their activity tells who opened the account and how they were known. */
async function open(
  app: App,
  tx: Tx,
  who: Staff,
  { owner, language }: Person,
  { how, reference = '' }: { how: WayToVerify; reference?: string | undefined },
): Promise<Date> {
  const now = app.clock.now();
  const until = later(now, OPEN);
  await store.insertVerification(tx, {
    id: app.random.id('ver'),
    tenant_id: who.tenant,
    staff_id: who.staffId,
    customer_id: owner.customerId,
    how,
    reference,
    at: now,
    until,
  });
  const reason = say(language, reasons[how]);
  await noteActivity(app, tx, actorFor(app, who, owner), 'agent_entered', { reason, how });
  return until;
}

const reasons: Readonly<Record<WayToVerify, string>> = {
  code: 'you read out a code',
  ticket: 'a ticket of yours',
  chat: 'your chat',
  in_person: 'you were there in person',
};

/**
 * The customer, for a move whose proof is the code they read out; that of the member of staff was
 * asked for before. Their role is looked at again where the move is decided: it may be gone.
 */
export const byReadCode = (who: Staff, roles: readonly StaffRole[] | undefined): Customer =>
  proving(actingFor(who), async (db) => {
    await holdRole(db, who, roles);
    return undefined;
  });
