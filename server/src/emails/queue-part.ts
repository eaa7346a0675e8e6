import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueText } from './brief.ts';
import type { Written } from './email.ts';
import { joinEmails, type Part } from './join-emails.ts';
import * as store from './part-store.ts';
import { queueEmail } from './queue-email.ts';

export interface Event {
  /** Names the order, or the customer and what is told: emails with the same name are one. */
  readonly event: string;
  /** The last one of its event takes the others along; another waits for it. */
  readonly isLast: boolean;
}

/** All that comes of one order. */
export const purchaseOf = (orderId: string) => `purchase ${orderId}`;

interface Waiting {
  readonly tenant: number;
  readonly event: string;
}

export const sendTogether = defineJob<Waiting>('send-emails-together', { atOnce: 4 });

/** Longer than a carrier or a bank takes when all is well. */
const WAITS_SECONDS = 60;

/** Like `queueEmail`; what comes together leaves as one email (docs/decisions/0969). */
export async function queuePart(
  app: App,
  tx: Tx,
  brand: Brand,
  to: string,
  written: Written,
  { event, isLast }: Event,
): Promise<void> {
  if (to === '') return;
  const { brief, push, ...rest } = written;
  const { mvnoId: tenant } = brand.client;
  if (brief) await queueText(app, tx, tenant, brief);
  if (push) await app.push.queue(app, tx, tenant, push);
  const part: Part = { to, written: rest };
  if (isLast) return leaveTogether(app, tx, { tenant, event }, part);
  const id = app.random.id('prt');
  const sealed = app.secrets.seal(JSON.stringify(part), `part:${id}`);
  await store.insertPart(tx, { id, tenant_id: tenant, event, at: app.clock.now(), sealed });
  await app.jobs.enqueue(tx, sendTogether, { tenant, event }, { after: WAITS_SECONDS });
}

/** Harmless when there is nothing left: the last one took it along. */
export const sendWaiting = (app: App, waiting: Waiting): Promise<void> =>
  app.db.transaction((tx) => leaveTogether(app, tx, waiting));

/** @param last what waits for nothing comes after what waited */
async function leaveTogether(
  app: App,
  tx: Tx,
  { tenant, event }: Waiting,
  ...last: readonly Part[]
): Promise<void> {
  const brand = app.brands.byTenant(tenant);
  const rows = await store.takeParts(tx, tenant, event);
  const waited = rows.map(
    ({ id, sealed }) => JSON.parse(app.secrets.open(sealed, `part:${id}`)) as Part,
  );
  const parts = [...waited, ...last];
  // An address that was changed in between gets its own.
  for (const to of new Set(parts.map((part) => part.to))) {
    const theirs = parts.filter((part) => part.to === to).map(({ written }) => written);
    for (const email of joinEmails(brand, theirs)) await queueEmail(app, tx, brand, to, email);
  }
}
