import type * as calls from '@portside/contract/payments';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { hours, later, minutes } from '../clock.ts';
import { notFound } from '../http/no.ts';
import { ownerOfRow, type Customer } from '../http/who.ts';
import { defineJob, type Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { pageAddress } from '../emails/email.ts';
import { addCard, findCard } from './cards.ts';
import { providersCustomer } from './provider-customer.ts';
import type { SetupRow } from './rows.ts';
import * as cardStore from './card-store.ts';

interface PageNews {
  sessionId: string;
  /** Whose account it is in. News queued by an earlier version has none. */
  tenant?: number;
}

export const cardSetupChanged = defineJob<PageNews>('card-setup-changed', { atOnce: 8 });

/** The provider closes its page after a day. */
const PAGE_HOLDS = hours(25);

export async function openCardPage(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof calls.openCardPage>> {
  const id = app.random.id('cst');
  const back = pageAddress(who, '/dashboard/payment');
  const { url, sessionId } = await app.adapters.of(who.tenant).payment.openCardSetup({
    key: `card-setup:${id}`,
    customerRef: await providersCustomer(app, who),
    successUrl: `${back}?success=true`,
    failureUrl: `${back}?failure=true`,
  });
  await cardStore.insertSetup(app.db.query, {
    id,
    tenant_id: who.tenant,
    customer_id: who.customerId,
    session_id: sessionId,
    status: 'open',
    card_id: null,
    created_at: app.clock.now(),
  });
  return { url, sessionId };
}

/**
 * The provider decides, not the address the browser came back to. @throws No `not_found`, also for
 * another customer's page
 */
export async function viewCardPage(
  app: App,
  who: Customer,
  { sessionId }: ParsedInputOf<typeof calls.viewCardPage>,
): Promise<OutputOf<typeof calls.viewCardPage>> {
  const known = await cardStore.setupOf(app.db.query, who, sessionId);
  if (!known) throw notFound();
  const { status, card_id: cardId } = await settle(app, known);
  const card = cardId ? await findCard(app.db.query, who, cardId) : undefined;
  return { status, ...(card && { card }) };
}

export async function settlePage(app: App, { sessionId, tenant }: PageNews): Promise<void> {
  const tenants = app.adapters.sharing('payment', tenant);
  const row = await cardStore.setupOfTenants(app.db.query, tenants, sessionId);
  if (row) await settle(app, row);
}

export async function settleForgottenPages(app: App): Promise<void> {
  const now = app.clock.now();
  const since = later(now, -PAGE_HOLDS);
  await settleAll(app, await cardStore.openSetups(app.db.query, later(now, -minutes(10)), since));
}

export async function closeOldPages(app: App): Promise<void> {
  const over = later(app.clock.now(), -PAGE_HOLDS);
  await settleAll(app, await cardStore.openSetups(app.db.query, over));
}

const settleAll = (app: App, found: readonly SetupRow[]): Promise<void> =>
  sweep(app, found, (row) => settle(app, row), 'a card page could not be settled yet', {
    apart: (row) => row.tenant_id,
  });

export const nextPageOver = (): Moment => cardStore.oldestSetup(PAGE_HOLDS);

/** Saves the card once, however often it runs. */
async function settle(app: App, row: SetupRow): Promise<SetupRow> {
  if (row.status !== 'open') return row;
  const owner = ownerOfRow(row);
  const customerRef = await cardStore.customerRef(app.db.query, owner);
  const seen = await app.adapters.of(owner.tenant).payment.viewCardSetup(row.session_id);
  if (seen.customerRef !== customerRef) {
    throw new Error(`The provider has page ${row.session_id} for somebody else`);
  }
  const over = row.created_at < later(app.clock.now(), -PAGE_HOLDS);
  if (seen.status === 'open' && !over) return row;
  return app.db.transaction(async (tx) => {
    const now = await cardStore.lockAnySetup(tx, row.id);
    if (now.status !== 'open') return now;
    if (seen.status !== 'complete') return cardStore.closeSetup(tx, row.id, 'failed', null);
    const cardId = await addCard(app, tx, owner, seen.cardRef, seen.card);
    return cardStore.closeSetup(tx, row.id, 'complete', cardId);
  });
}

export async function openCardPages(db: Query, before: Date) {
  const rows = await cardStore.openSetups(db, before);
  return rows.map(({ id, tenant_id: tenant, customer_id: customerId, created_at: since }) => ({
    id,
    tenant,
    customerId,
    since,
  }));
}
