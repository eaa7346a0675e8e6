import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { standingClashes } from '../lines/number-clashes.ts';
import { countStuck } from '../checkout/stuck.ts';
import { customersOfCharges } from '../payments/books.ts';
import { openDisputes } from '../payments/disputes.ts';
import { warnedPayments } from '../payments/fraud-warnings.ts';
import { stockOf } from '../shipping/stock.ts';
import { lostTexts } from '../texts/lost-texts.ts';
import { viewLast } from '../reconciliation/reconciliation.ts';
import { fine, type Finding, look, note } from './finding.ts';
import { age } from './text-table.ts';

const BOOKS_WITHIN_DAYS = 2;
const DISPUTE_IS_URGENT = days(3);

/** Whether what was put off gets done, and where money stands. */
export async function workFindings(app: App): Promise<Finding[]> {
  return [
    await givenUpFinding(app),
    await workerFinding(app),
    await numbersFinding(app),
    await moneyFinding(app),
    await disputesFinding(app),
    await warningsFinding(app),
    await booksFinding(app),
    ...(await textFindings(app)),
    ...(await stockFindings(app)),
  ];
}

async function givenUpFinding({ jobs, db }: App): Promise<Finding> {
  const count = (await jobs.givenUp(db.query)).length;
  return count === 0
    ? fine('jobs', 'none given up')
    : look('jobs', `${count} given up`, 'portside jobs given-up, then jobs retry');
}

async function workerFinding({ jobs, db }: App): Promise<Finding> {
  const stuckFor = await jobs.stuckFor(db.query);
  if (stuckFor > 0) {
    return look(
      'workers',
      `nobody has worked for ${age(stuckFor)} while jobs wait`,
      'start a process with the role worker (PORTSIDE_ROLES); portside jobs tells what waits',
    );
  }
  const states = await jobs.states(db.query);
  const oldest = Math.max(0, ...states.map((one) => one.oldestSeconds));
  return fine(
    'workers',
    `nothing waits for long${oldest >= 1 ? `, the oldest job for ${age(oldest)}` : ''}`,
  );
}

async function numbersFinding({ db }: App): Promise<Finding> {
  const clashes = await standingClashes(db.query);
  if (clashes.length === 0) return fine('numbers', 'no line waits for another one’s');
  const each = clashes.map(
    (one) => `${one.line_id} waits for ${phone(one.mdn)}, which ${one.holder_id} has`,
  );
  return look(
    'numbers',
    `given to two lines by the carrier: ${each.join('; ')}`,
    'ask the carrier whose it is; a line that waits goes on as soon as the other one has ended',
  );
}

async function moneyFinding(app: App): Promise<Finding> {
  const stuck = Object.entries(await countStuck(app, app.db.query))
    // A dispute has days, and so has a warning of one; each has a row of its own.
    .filter(([kind, count]) => count > 0 && kind !== 'disputed' && kind !== 'warned')
    .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`);
  return stuck.length === 0
    ? fine('orders', 'no money is stuck')
    : look('orders', stuck.join(', '), 'portside orders');
}

async function disputesFinding({ db, clock }: App): Promise<Finding> {
  const now = clock.now();
  // After its deadline only the bank acts.
  const open = (await openDisputes(db.query)).filter(
    ({ status, respondBy }) => status === 'open' && (respondBy === null || respondBy > now),
  );
  if (open.length === 0) return fine('disputes', 'none waits for an answer');
  const [next] = open.flatMap(({ respondBy }) => respondBy ?? []).toSorted((a, b) => +a - +b);
  const text = `${open.length} ${open.length === 1 ? 'waits' : 'wait'} for an answer`;
  const until = next ? `${text}, the next one until ${next.toISOString().slice(0, 10)}` : text;
  const isUrgent = next !== undefined && next < later(now, DISPUTE_IS_URGENT);
  return (isUrgent ? look : note)('disputes', until, 'answer in the console, under Disputes');
}

async function warningsFinding(app: App): Promise<Finding> {
  const count = (await warnedPayments(app, app.db.query)).length;
  if (count === 0) return fine('fraud warnings', 'none waits');
  const text = `${count} ${count === 1 ? 'payment is' : 'payments are'} reported as fraud by a bank`;
  return note('fraud warnings', text, 'give back or leave paid, in the console under Stuck');
}

/** Of brands that send texts. */
async function textFindings(app: App): Promise<Finding[]> {
  const brands = app.brands.all.filter(
    ({ client }) => !['off', 'sandbox'].includes(app.adapters.of(client.mvnoId).sms.name),
  );
  const of = await lostTexts(app);
  return brands.map(({ id, client }) => {
    const about = `texts sent for ${id}`;
    const [worst] = of.filter(({ tenant }) => tenant === client.mvnoId);
    return worst
      ? look(about, worst.text, worst.todo)
      : fine(about, 'none was held back this week');
  });
}

/** Of brands that keep a stock of SIM cards here. */
async function stockFindings(app: App): Promise<Finding[]> {
  const found = await Promise.all(
    app.brands.all.map(async (brand) => {
      const stock = await stockOf(app.db.query, brand);
      if (!stock) return [];
      const about = `SIM cards of ${brand.id}`;
      const text = `${stock.inStock} in stock`;
      if (!stock.isLow) return [fine(about, text)];
      const todo = 'order more, and add their numbers in the console under Shipping';
      return [look(about, `${text}, fewer than ${stock.lowBelow}`, todo)];
    }),
  );
  return found.flat();
}

async function booksFinding(app: App): Promise<Finding> {
  const last = await viewLast(app.db.query);
  if (!last) {
    const [someone] = await customersOfCharges(app.db.query, new Date(0), 1);
    if (!someone) return fine('books', 'nobody has paid yet');
    const text = 'not compared yet';
    return app.config.production
      ? look('books', text, 'portside reconcile; a job does it every day')
      : fine('books', text);
  }
  const seconds = (app.clock.now().getTime() - last.at.getTime()) / 1000;
  const count = last.differences.length;
  const when = `compared ${age(seconds)} ago`;
  const unread = last.unread.flatMap(({ brands }) => brands).join(', ');
  const news = [
    ...(count > 0 ? [`${count} different`] : []),
    ...(unread === '' ? [] : [`${unread} could not be read`]),
  ];
  if (news.length > 0) return look('books', [when, ...news].join(', '), 'portside reconcile');
  return seconds < BOOKS_WITHIN_DAYS * 86_400
    ? fine('books', `${when}, no difference`)
    : look('books', when, 'portside reconcile; a job does it every day');
}
