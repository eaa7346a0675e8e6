import { money } from '@portside/contract/formats';
import { firstAtEach } from '../account/account.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { listReturnsSince } from '../emails/returned-emails.ts';
import { untakenWarnings } from '../emails/warnings.ts';
import { ownersOfLines } from '../lines/asking-again.ts';
import { dollars } from '../money.ts';
import { viewLast } from '../reconciliation/reconciliation.ts';
import { lostTexts } from '../texts/lost-texts.ts';
import { itemOf, oneLine, type StuckItem } from './item.ts';

const SHOWN = 100;
const ADDRESS_FOR = days(30);
const REFUSAL_FOR = days(7);

/** Emails that nobody got. Of an address only the newest. */
export async function stuckEmails(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const now = app.clock.now();
  const returns = await listReturnsSince(db, tenant, later(now, -ADDRESS_FOR), SHOWN);
  const newest = [...Map.groupBy(returns, (one) => one.address).values()].flatMap(([one]) =>
    one && (one.blames_address || one.at > later(now, -REFUSAL_FOR)) ? [one] : [],
  );
  const addresses = newest.map(({ address }) => address);
  const customers = await firstAtEach(db, tenant, addresses);
  const warnings = (await untakenWarnings(app)).filter((one) => one.tenant_id === tenant);
  const lines = warnings.flatMap(({ about }) => lockOf(about)?.lineId ?? []);
  const owners = await ownersOfLines(db, tenant, lines);
  return [
    ...newest.map((one) => {
      const todo = one.blames_address ? ' Ask the customer for another address.' : '';
      return itemOf({
        kind: 'email',
        subject: one.id,
        since: one.at,
        customerId: customers.get(one.address),
        reason: `An email was not delivered (${one.kind}): “${oneLine(one.reason)}”.${todo}`,
        actions: [],
      });
    }),
    ...warnings.map((one) => {
      const lock = lockOf(one.about);
      return itemOf({
        kind: 'email',
        subject: one.id,
        since: one.queued_at,
        customerId: lock && owners.get(lock.lineId),
        reason: lock
          ? `No mail server has taken the warning that the ${lock.name} lock turns off. It stays on until one does: look at the mail service, or ask the customer for another address.`
          : `No mail server has taken a warning to the owner: ${oneLine(one.about)} waits for it.`,
        actions: [],
      });
    }),
  ];
}

/** What a network holds back from all customers. */
export async function stuckTexts(app: App, tenant: number): Promise<StuckItem[]> {
  const lost = await lostTexts(app);
  return lost
    .filter((one) => one.tenant === tenant)
    .map(({ cause, since, text, todo }) =>
      itemOf({
        kind: 'text',
        subject: cause,
        since,
        reason: `Text messages: ${text}. What to do: ${todo}.`,
        actions: [],
      }),
    );
}

/** `line:lock:when` (line-locks). */
function lockOf(about: string): { lineId: string; name: string } | undefined {
  const [lineId = '', name = ''] = about.split(':');
  return lineId.startsWith('lin_') && name
    ? { lineId, name: name === 'sim' ? 'SIM' : name }
    : undefined;
}

/** Jobs of a brand, and those that do not say whose they are. */
export async function stuckJobs(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const jobs = await app.jobs.givenUp(db);
  const isShared = app.brands.all.length > 1;
  return jobs
    .filter((one) => one.tenant === null || one.tenant === tenant)
    .map((one) => {
      // What another brand's job says may name its customers.
      const error = one.tenant === null && isShared ? '' : oneLine(one.error);
      return itemOf({
        kind: 'job',
        subject: one.id,
        since: one.at,
        reason: `The job ${one.name} was given up after ${one.tries} tries${error && `: ${error}`}.`,
        actions: ['retry'],
      });
    });
}

/** Where the newest comparison found a difference. */
export async function stuckBooks(app: App, db: Query, tenant: number): Promise<StuckItem[]> {
  const last = await viewLast(db);
  if (!last) return [];
  const { id } = app.brands.byTenant(tenant);
  const sum = (cents: number) => money(dollars(cents));
  const ofBrand = last.differences.filter((one) => one.brands?.includes(id) ?? true);
  const ofCustomers = last.customers.filter((one) => one.tenant === tenant);
  return [
    ...ofBrand.map((one) =>
      itemOf({
        kind: 'books',
        subject: one.ref,
        since: last.at,
        reason: `The ${one.of} ${one.ref} is ${one.what.replaceAll('_', ' ')}: ours ${one.ours.status} ${sum(one.ours.amountCents)}, the provider’s ${one.theirs.status} ${sum(one.theirs.amountCents)}.`,
        actions: ['ask_again'],
      }),
    ),
    ...ofCustomers.map((one) =>
      itemOf({
        kind: 'books',
        subject: one.customerId,
        since: last.at,
        customerId: one.customerId,
        reason: `A customer’s books are off by ${sum(one.off)}.`,
        actions: ['ask_again'],
      }),
    ),
  ];
}
