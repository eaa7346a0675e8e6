import { chooseLanguage } from '@portside/contract/account';
import type { LiveEvent } from '@portside/contract/events';
import { setAlerts, viewAlerts, viewUsage } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { minutes } from '../clock.ts';
import { endLine } from '../lines/suspension.ts';
import type { Caller } from '../testing/caller.ts';
import { consume, passDays, renew, withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail } from '../testing/mailbox.ts';
import { cards, fillCart } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { readUsage } from './read-usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const aboutUsage = /has used|ha usado/;
/** Of what is in the mailbox, once nothing is on its way. */
async function told(email: string): Promise<string[]> {
  await allEmailsSent(app);
  const all = await app.emails(email, 0);
  return all.map(({ subject }) => subject).filter((one) => aboutUsage.test(one));
}
/** Until the reading of so much data is stored. */
async function usedBy(noa: Caller, line: { id: string; mdn: string }, sum: number) {
  await app.eventually(async () => {
    const { meters } = await noa.call(viewUsage, { id: line.id });
    return meters[0]?.used === sum || undefined;
  });
}
/** Uses so much more, and waits until it is stored. */
async function using(noa: Caller, line: { id: string; mdn: string }, more: number, sum = more) {
  await consume(app, line.mdn, more);
  await usedBy(noa, line, sum);
}
async function liveNews(id: string): Promise<string[]> {
  const { rows } = await sql<LiveEvent>`select kind, about as id, status from events
    where about = ${id} and kind = 'usage' and status <> 'changed' order by events.id`.execute(
    app.app.db.query,
  );
  return rows.map(({ status }) => status);
}

test('[K12] 80% and 100% of a limit are each told once, by email and live, and what happens now', async () => {
  const { noa, line } = await withLine(app);
  await using(noa, line, 9_599);
  expect(await told(noa.email)).toEqual([]);
  await using(noa, line, 1, 9_600);
  const near = await nextEmail(app, noa.email, aboutUsage);
  expect(near.subject).toMatch(/^\(\d{3}\) 555-01\d\d has used 80% of its data$/);
  expect(near.text).toContain('has used 9.6 GB of 12 GB.');
  expect(near.text).not.toContain('slower');
  await using(noa, line, 100, 9_700);
  await using(noa, line, 2_300, 12_000);
  const all = await nextEmail(app, noa.email, aboutUsage);
  expect(all.subject).toMatch(/has used all of its data$/);
  expect(all.text).toContain('Your data is slower now (512 kbps), until');
  expect(all.text).toContain('You can add data on your line’s page: Extra 2 GB ($6.00).');
  expect(all.link).toContain(`/dashboard/lines/${line.id}`);
  await using(noa, line, 1_000, 13_000);
  expect(await told(noa.email)).toHaveLength(2);
  expect(await liveNews(line.id)).toEqual(['data 80', 'data 100']);
  const { meters } = await noa.call(viewUsage, { id: line.id });
  expect(meters[0]?.over).toMatch(/^Your data is slower now \(512 kbps\), until /);
});

test('[K12] who passes both at once is told of the limit alone', async () => {
  const { noa, line } = await withLine(app);
  await using(noa, line, 12_500);
  await nextEmail(app, noa.email, /has used all of its data/);
  expect(await told(noa.email)).toHaveLength(1);
});

test('[K12] the same answer of the carrier, read by several at once and again, tells once', async () => {
  const { noa, line } = await withLine(app);
  await consume(app, line.mdn, 10_000);
  await Promise.all(Array.from({ length: 6 }, () => readUsage(app.app, line.id)));
  await usedBy(noa, line, 10_000);
  await readUsage(app.app, line.id);
  expect(await told(noa.email)).toHaveLength(1);
});

test('[K12] each of the two is turned off by itself, and what was passed meanwhile is not told later', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const all = { data80: true, data100: true, pay7: true, pay3: true, pay1: true };
  expect(await noa.call(viewAlerts, { id })).toEqual(all);
  const chosen = await noa.call(setAlerts, { id, data80: false, data100: true });
  expect(chosen).toMatchObject({ data80: false, data100: true });
  expect(await noa.call(viewAlerts, { id })).toEqual({ ...all, data80: false });
  await using(noa, line, 9_700);
  expect(await told(noa.email)).toEqual([]);
  expect(await liveNews(id)).toEqual([]);
  await noa.call(setAlerts, { id, data80: true, data100: false });
  await using(noa, line, 100, 9_800);
  await using(noa, line, 5_000, 14_800);
  expect(await told(noa.email)).toEqual([]);
});

test('[K12] a new period is told of anew', async () => {
  const { noa, line } = await withLine(app);
  await using(noa, line, 10_000);
  await passDays(app, 25);
  await renew(app, noa, line.id, cards.visa);
  await passDays(app, 5);
  await using(noa, line, 9_000);
  expect(await told(noa.email)).toHaveLength(1);
  await using(noa, line, 1_000, 10_000);
  expect(await told(noa.email)).toHaveLength(2);
});

test('[K12] hotspot that has its own limit is told of by name; unlimited data is never told of', async () => {
  const { cartId, quote } = await fillCart(app, { planId: 'clipper-unlimited' });
  const placing = { cartId, quoteId: quote.quoteId, idempotencyKey: `${cartId}:1` };
  const { noa, line } = await withLine(app, placing);
  await consume(app, line.mdn, 15_000, 'hotspot');
  await using(noa, line, 500_000);
  const email = await nextEmail(app, noa.email, /has used all of its hotspot data/);
  expect(email.text).toContain('Data on the phone itself still works.');
  expect(await told(noa.email)).toHaveLength(1);
});

test('[K12] the email is in the customer’s language', async () => {
  const { noa, line } = await withLine(app);
  await noa.call(chooseLanguage, { language: 'es' });
  await using(noa, line, 12_000);
  const email = await nextEmail(app, noa.email, /ha usado todos sus datos/);
  expect(email.text).toMatch(/512 kbps/);
  expect(email.text).not.toMatch(/slower|has used/);
});

test('[K12] while the carrier does not answer nothing is told, and nothing is lost', async () => {
  const { noa, line } = await withLine(app);
  const mode = (name: string) =>
    app.fetch('/sandbox/carrier/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode: name }),
    });
  await mode('down');
  await consume(app, line.mdn, 10_000);
  await expect(readUsage(app.app, line.id)).rejects.toThrow(OutsideFailure);
  expect(await told(noa.email)).toEqual([]);
  await mode('none');
  app.clock.move(minutes(1));
  await usedBy(noa, line, 10_000);
  expect(await told(noa.email)).toHaveLength(1);
});

test('[K12] a line that ended has no more choices; its usage can still be read', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await using(noa, line, 7);
  await app.app.db.transaction((tx) => endLine(app.app, tx, id));
  const refusal = await noa.refusal(setAlerts, { id, data80: false, data100: false });
  expect(refusal).toMatchObject({ status: 422, problem: { reason: 'line_ended' } });
  expect((await noa.call(viewUsage, { id })).meters[0]?.used).toBe(7);
});
