import { viewLine } from '@portside/contract/line-detail';
import { openPortOut } from '@portside/contract/port-out';
import { stepUp } from '@portside/contract/sign-in';
import { listActivity } from '@portside/contract/sessions';
import { allowTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GigsBrand, openGigsBrand } from '../testing/gigs/brand.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { emailWhen } from '../testing/shopping.ts';

let brand: GigsBrand;
beforeAll(async () => {
  brand = await openGigsBrand();
});
afterAll(() => brand.close());

/** By somebody at Gigs, and not by us. */
function pinMadeAtGigs(mdn: string) {
  const { has, id, time, emit } = brand.project;
  const line = has.subscriptions.find((one) => one.phoneNumber === `+1${mdn}`);
  const about = { subscription: line?.id ?? '', user: line?.user.id ?? '', createdAt: time() };
  const none = { completedAt: null, expiredAt: null, failureReason: null };
  const named = { object: 'portOut', id: id('pto'), behavior: 'portOut' } as const;
  const made = { ...named, ...about, ...none, status: 'processing' };
  has.portOuts.unshift(made);
  return { made, tellAgain: () => emit('portOut.issued', made) };
}

/** Also the emails of what has happened up to now. */
async function noticesDone(): Promise<void> {
  const { app, work } = brand;
  await work();
  await app.eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job where name = 'pin-noticed'
      and state in ('created', 'retry', 'active')`.execute(app.app.db.query);
    return rows.length === 0 || undefined;
  });
  await allEmailsSent(app);
}

test('[K16] [M07] the customer is told once of a transfer PIN that the carrier made and nobody asked for here', async () => {
  const { app, buys, work } = brand;
  const email = 'victim@at-gigs.example';
  const { buyer, line } = await buys(email);
  await sql`update customers set language = 'es' where email = ${email}`.execute(app.app.db.query);
  await buyer.call(stepUp, { password: 'Anchor7!' });
  const { consent } = await buyer.call(viewTexts, {});
  await buyer.call(allowTexts, { number: line.mdn, version: consent.version });
  const { made, tellAgain } = pinMadeAtGigs(line.mdn);
  await app.eventually(async () => {
    await work();
    return made.status === 'issued' || undefined;
  });
  const { text } = await emailWhen(app, email, /PIN de transferencia/);
  expect(text).toContain('No se creó en su cuenta');
  await app.eventually(async () => {
    const found = await app.fetch(`/sandbox/texts/messages?to=${line.mdn}`);
    return (await found.text()).includes('PIN de transferencia') || undefined;
  });
  const { transferPin } = await buyer.call(viewLine, { id: line.id });
  expect(transferPin).toEqual({ expiresAt: made.expiredAt });
  const { activity } = await buyer.call(listActivity, {});
  expect(activity[0]?.kind).toBe('transfer_pin_made');
  tellAgain();
  await noticesDone();
  // Shown on the customer's own wish it is the same one, of which they are told as ever.
  await buyer.call(stepUp, { password: 'Anchor7!' });
  const shown = await buyer.call(openPortOut, { id: line.id });
  expect(shown.expiresAt).toBe(made.expiredAt);
  tellAgain();
  await noticesDone();
  const told = (await app.emails(email, 0)).filter((one) => /PIN de/.test(one.subject));
  expect(told.map((one) => one.text.includes('No se creó en su cuenta'))).toEqual([false, true]);
});
