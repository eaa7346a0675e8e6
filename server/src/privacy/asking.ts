import type * as calls from '@portside/contract/privacy';
import { obstacles } from '@portside/contract/privacy';
import { dateAlone } from '@portside/contract/formats';
import type { OutputOf, ReasonOf } from '@portside/contract/endpoint';
import { holdOpen } from '../account/joining.ts';
import { postNotice } from '../account/notices.ts';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { noteOperator } from '../audit/audit.ts';
import { days, later } from '../clock.ts';
import { creditOf } from '../credit/credit.ts';
import type { Query } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { No, refused, Refused } from '../http/no.ts';
import { ownerOfRow, type Customer, type Owner } from '../http/who.ts';
import type { Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { dollars } from '../money.ts';
import { changedSince, noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { notErasedEmail } from './emails.ts';
import { erase } from './erase.ts';
import { whatIsInTheWay } from './in-the-way.ts';
import * as store from './store.ts';

/** As long as "This wasn’t me" works: whoever got into an account cannot make an end of it. */
const WAITS = days(7);

export async function viewPrivacy(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof calls.viewPrivacy>> {
  const db = app.db.query;
  const [asked, found, credit] = await Promise.all([
    store.erasureOf(db, who),
    whatIsInTheWay(app, db, who),
    creditOf(db, who),
  ]);
  return {
    erasesAt: asked?.due_at.toISOString() ?? null,
    waits: WAITS / 86_400_000,
    credit: dollars(credit),
    obstacles: found.map((reason) => ({ reason, message: say(who.language, obstacles[reason]) })),
  };
}

/** Hold the account open to act on it. */
export const isToBeErased = async (db: Query, owner: Owner): Promise<boolean> =>
  (await store.erasureOf(db, owner)) !== undefined;

/** Asked twice, the first time counts. */
export function askErasure(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof calls.askErasure> | Refused<ReasonOf<typeof calls.askErasure>>> {
  return app.db.transaction(async (tx) => {
    await holdOpen(tx, who);
    const [obstacle] = await whatIsInTheWay(app, tx, who);
    if (obstacle) return refused(obstacle);
    const now = app.clock.now();
    const due_at = later(now, WAITS);
    const row = { customer_id: who.customerId, tenant_id: who.tenant, asked_at: now, due_at };
    const isNew = await store.insertErasure(tx, row);
    const asked = (await store.erasureOf(tx, who)) ?? row;
    const date = dateAlone(asked.due_at, who.brand.timeZone, who.language);
    if (isNew) {
      const person = await viewPerson(tx, who);
      await noteActivity(app, tx, who, 'erasure_asked');
      const told = dateAlone(asked.due_at, who.brand.timeZone, person.language);
      await postNotice(app, tx, who, person, 'erasure_asked', { date: told });
    }
    return {
      message: say(who.language, 'Your account will be erased on {date}.', { date }),
      erasesAt: asked.due_at.toISOString(),
    };
  });
}

export function keepAccount(app: App, who: Customer): Promise<OutputOf<typeof calls.keepAccount>> {
  return app.db.transaction(async (tx) => {
    if (await store.deleteErasure(tx, who)) await noteActivity(app, tx, who, 'erasure_stopped');
    return { message: say(who.language, 'You’re keeping your account.') };
  });
}

const BATCH = 200;

/** Those that are due. Any process may run it, also twice. */
export async function eraseDue(app: App): Promise<void> {
  const due = await store.dueErasures(app.db.query, app.clock.now(), BATCH);
  const named = due.map((row) => ({ id: row.customer_id, row }));
  await sweep(app, named, ({ row }) => eraseOne(app, row), 'a customer could not be erased yet');
}

async function eraseOne(app: App, row: store.ErasureRow): Promise<void> {
  const owner = ownerOfRow(row);
  const brand = app.brands.byTenant(owner.tenant);
  try {
    await app.db.transaction(async (tx) => {
      const person = await viewPerson(tx, owner);
      // Taken back, or done by somebody else, a moment ago.
      if (!(await store.deleteErasure(tx, owner))) return;
      const denied = await changedSince(tx, owner, ['change_denied'], row.asked_at);
      if (denied.size > 0) return;
      const no = await erase(app, tx, brand, owner);
      if (no) {
        const written = notErasedEmail(brand, person, no.reason);
        await noteActivity(app, tx, { ...owner, network: '', userAgent: '' }, 'erasure_stopped');
        await queueEmail(app, tx, brand, person.email, written);
        return;
      }
      await noteOperator(app, tx, {
        tenant: owner.tenant,
        operator: 'customer',
        role: 'customer',
        call: 'eraseCustomer',
        about: owner.customerId,
        customerId: owner.customerId,
        detail: { askedAt: row.asked_at.toISOString() },
      });
    });
  } catch (error) {
    // Closed meanwhile: the account that it was joined to is asked about itself.
    if (!(error instanceof No) || error.code !== 'not_found') throw error;
    await app.db.transaction((tx) => store.deleteErasure(tx, owner));
  }
}

export const nextErasure = (): Moment => store.nextErasure;
