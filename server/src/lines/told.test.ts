import { chooseLanguage } from '@portside/contract/account';
import type { MemberRole } from '@portside/contract/household-acts';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { setLocks } from '@portside/contract/line-locks';
import { changeNumber } from '@portside/contract/number-change';
import { openPortOut } from '@portside/contract/port-out';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed, withFreeLine } from '../testing/handing-over.ts';
import { give } from '../testing/given-line.ts';
import { consume, passDays, renew, type Noa } from '../testing/line-life.ts';
import { allEmailsSent, nextEmail, readAll } from '../testing/mailbox.ts';
import { becomes, hold, prove } from '../testing/on-hold.ts';
import { separate } from '../testing/separating.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Who is told of what happens to a line that somebody was given (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const db = () => app.app.db.query;

const rename = ({ email }: Noa, name: string) =>
  sql`update customers set first_name = ${name} where email = ${email}`.execute(db());

/** Holder and member have read all that came before. */
async function given(role: MemberRole = 'user') {
  const [{ noa, line }, omar] = await Promise.all([withFreeLine(app), confirmed(app)]);
  await Promise.all([rename(noa, 'Maya'), rename(omar, 'Omar')]);
  await give(app, noa, omar, line.id, role);
  await Promise.all([readAll(app, noa.email), readAll(app, omar.email)]);
  return { maya: noa, omar, line };
}

async function subjects({ email }: Noa, about: RegExp): Promise<string[]> {
  await allEmailsSent(app);
  const all = await app.emails(email, 0);
  return all.map(({ subject }) => subject).filter((one) => about.test(one));
}

const break_ = (mode: string) =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

const aboutHolders =
  /This is about the line \(\d{3}\) \d{3}-\d{4} in your account, which Omar has\./;

test('[P04] [K13] that a line is blocked and works again is told to who has it, and not to its holder, who is told nothing else', async () => {
  const { maya, omar, line } = await given();
  const { message } = await maya.call(blockLine, { id: line.id });
  expect(message).toBe(
    'We asked the network to block the line. Its page shows when it’s done, and who has the line gets an email.',
  );
  const blocked = await nextEmail(app, omar.email, /is blocked$/);
  expect(blocked.text).toContain('was blocked, and the network has done it.');
  expect(blocked.text).toContain('If neither you nor Maya did this, unblock the line');
  expect(blocked.text).not.toContain('in your account');
  expect(blocked.link).toContain(`/dashboard/lines/${line.id}`);
  await maya.call(unblockLine, { id: line.id });
  const back = await nextEmail(app, omar.email, /is unblocked$/);
  expect(back.text).toContain('If neither you nor Maya did this, block the line again');
  expect(await subjects(maya, /block/)).toEqual([]);
  const { rows } = await sql<{ email: string }>`
    select email from activity join customers on customers.id = activity.customer_id
    where kind in ('line_block_confirmed', 'line_unblock_confirmed')
      and email in (${maya.email}, ${omar.email})`.execute(db());
  expect(rows.map(({ email }) => email)).toEqual([omar.email, omar.email]);
});

test('[P04] [K13] that the network is late with it is told to who has the line', async () => {
  const { maya, omar, line } = await given();
  await break_('down');
  await maya.call(blockLine, { id: line.id });
  const late = await nextEmail(app, omar.email, /isn’t blocked yet/);
  await break_('none');
  expect(late.text).toContain('We were asked to block your line');
  await nextEmail(app, omar.email, /is blocked$/);
  expect(await subjects(maya, /block/)).toEqual([]);
});

test('[P04] [K12] how much a line has used is nobody’s to know but who has it: by email, live and in their language', async () => {
  const { maya, omar, line } = await given();
  await omar.call(chooseLanguage, { language: 'es' });
  await consume(app, line.mdn, 12_500);
  const all = await nextEmail(app, omar.email, /ha usado todos sus datos/);
  expect(all.text).toContain('Maya puede agregar datos a su línea.');
  expect(all.text).not.toContain('$');
  expect(await subjects(maya, /used|usado/)).toEqual([]);
  const { rows } = await sql<{ email: string }>`
    select email from events join customers on customers.id = events.customer_id
    where about = ${line.id} and kind = 'usage' and status like 'data %'`.execute(db());
  expect(rows.map(({ email }) => email)).toEqual([omar.email]);
});

test('[P04] [K15] a lock that is to turn off is told to both, and neither is told that they did it', async () => {
  const { maya, omar, line } = await given('manager');
  await maya.call(setLocks, { id: line.id, number: true, sim: true });
  await prove(maya);
  await maya.call(setLocks, { id: line.id, sim: false });
  const ours = await nextEmail(app, maya.email, /turns off on/);
  const theirs = await nextEmail(app, omar.email, /turns off on/);
  expect(ours.text).toMatch(aboutHolders);
  expect(ours.text).toContain('If that was you or Omar, there’s nothing to do.');
  expect(theirs.text).not.toContain('This is about');
  expect(theirs.text).toContain('If that was you or Maya, there’s nothing to do.');
  for (const { text } of [ours, theirs]) {
    expect(text).toContain('Someone asked to turn off the SIM lock');
    expect(text).not.toContain('asked in your account');
  }
  await maya.call(setLocks, { id: line.id, sim: true });
  await nextEmail(app, omar.email, /stays on$/);
  await nextEmail(app, maya.email, /stays on$/);
});

test('[P04] [P09] that its holder puts a line on hold is told to both, and the one who has it is told who asked and nothing of money', async () => {
  const { maya, omar, line } = await given();
  await hold(maya, line.id, 30);
  await becomes(app, line.mdn, 'suspended');
  const theirs = await nextEmail(app, omar.email, /is on hold$/);
  expect(theirs.text).toContain('is on hold, as asked in the account of Maya.');
  expect(theirs.text).toContain('Maya can end the hold earlier.');
  expect(theirs.text).not.toMatch(/autopay|cost|change your password/i);
  const ours = await nextEmail(app, maya.email, /is on hold$/);
  expect(ours.text).toMatch(aboutHolders);
  expect(ours.text).toContain('autopay charges nothing before then');
});

test('[P04] [K18] a new number is told to both', async () => {
  const { maya, omar, line } = await given();
  await prove(maya);
  await maya.call(changeNumber, { id: line.id, zipCode: '94105' });
  for (const { email } of [maya, omar]) {
    const told = await nextEmail(app, email, /Your number is now/);
    const other = email === maya.email ? 'Omar' : 'Maya';
    expect(told.text).toContain(`If neither you nor ${other} asked for this, call us now`);
  }
});

test('[P04] [K16] transfer PIN, request and transfer are told to both; who has the line cannot refuse them, and is told who can', async () => {
  const { maya, omar, line } = await given();
  await app.adapters.carrier.setNumberLock({ msisdn: line.mdn, on: false });
  await prove(maya);
  const { transferPin } = await maya.call(openPortOut, { id: line.id });
  const made = await nextEmail(app, omar.email, /transfer PIN for/);
  expect(made.text).toContain('Somebody who is logged in to the account of Maya made');
  expect(made.text).not.toContain(transferPin);
  const own = await nextEmail(app, maya.email, /transfer PIN for/);
  expect(own.text).toContain('Somebody who is logged in to your account made');
  const otherCarrier = (step: string) =>
    app.fetch('/sandbox/carrier/portout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msisdn: line.mdn, step, transferPin }),
    });
  await otherCarrier('request');
  const asked = await nextEmail(app, omar.email, /asked for your number/);
  expect(asked.text).toContain('tell Maya, who can refuse it on the line’s page.');
  expect(asked.text).not.toContain('See or refuse');
  expect((await nextEmail(app, maya.email, /asked for your number/)).text).toContain(
    'See or refuse',
  );
  await otherCarrier('confirm');
  await otherCarrier('complete');
  const moved = await nextEmail(app, omar.email, /has moved$/);
  expect(moved.text).toContain('is with another carrier now, and your line here has ended.');
  expect(moved.text).not.toMatch(/receipt|charged/);
  const ours = await nextEmail(app, maya.email, /has moved$/);
  expect(ours.text).toContain('you won’t be charged for it again');
});

test('[P04] [K17] a planned end, one that is taken back, and the end itself are told to both', async () => {
  const { maya, omar, line } = await given();
  await prove(maya);
  await maya.call(endLine, { id: line.id });
  const ends = await nextEmail(app, omar.email, / ends on /);
  expect(ends.text).toContain('Maya asked us to end your line');
  expect(ends.text).toContain('Until then Maya can keep the line.');
  expect(ends.text).not.toMatch(/Keep this line|You asked|charged/);
  expect((await nextEmail(app, maya.email, / ends on /)).text).toContain('Keep this line');
  await maya.call(undoEndLine, { id: line.id });
  await nextEmail(app, omar.email, /goes on$/);
  await nextEmail(app, maya.email, /goes on$/);
  await prove(maya);
  await maya.call(endLine, { id: line.id });
  await passDays(app, 31);
  const ended = await nextEmail(app, omar.email, /has ended$/);
  expect(ended.text).toContain('has ended, as Maya asked, and its number is gone.');
  expect(ended.text).not.toContain('receipts');
  expect((await nextEmail(app, maya.email, /has ended$/)).text).toContain('as you asked');
});

test('[P04] [K26] [K06] what is to be paid is told to the holder and to a manager, and to a user only that the phone stops', async () => {
  const [user, manager] = [await given('user'), await given('manager')];
  await passDays(app, 31);
  for (const { maya, omar } of [user, manager]) {
    expect(await subjects(maya, /is paid until/)).toHaveLength(3);
    await nextEmail(app, maya.email, /is paused$/);
    const paused = await nextEmail(app, omar.email, /is paused$/);
    const pays = omar === manager.omar;
    expect(await subjects(omar, /is paid until/)).toHaveLength(pays ? 3 : 0);
    expect(paused.text).toContain('The time that was paid for has ended');
    expect(paused.text.includes('Maya can pay for them.')).toBe(!pays);
    expect(paused.link?.endsWith('/renew')).toBe(pays);
  }
  await passDays(app, 8);
  expect(await subjects(manager.omar, /We keep your number/)).toHaveLength(1);
  expect(await subjects(user.omar, /We keep your number/)).toEqual([]);
  expect(await subjects(user.maya, /We keep your number/)).toHaveLength(1);
  await renew(app, user.maya, user.line.id);
  const works = await nextEmail(app, user.omar.email, /works again$/);
  expect(works.text).toContain('is no longer paused: the network has turned it back on.');
  expect(await subjects(user.maya, /works again/)).toEqual([]);
  await passDays(app, 53);
  for (const { email } of [manager.maya, manager.omar]) {
    await nextEmail(app, email, /has ended$/);
  }
});

test('[P04] who gave a line back, or had it taken back, is told nothing of it anymore', async () => {
  const { maya, omar, line } = await given('manager');
  await sql`update line_members set state = 'taken_back', ended_at = now()
    where line_id = ${line.id}`.execute(db());
  await maya.call(blockLine, { id: line.id });
  const blocked = await nextEmail(app, maya.email, /is blocked$/);
  expect(blocked.text).toContain('was blocked in your account');
  await maya.call(unblockLine, { id: line.id });
  await nextEmail(app, maya.email, /is unblocked$/);
  await prove(maya);
  await maya.call(endLine, { id: line.id });
  await passDays(app, 31);
  await nextEmail(app, maya.email, /has ended$/);
  expect(await subjects(omar, /line|number/)).toEqual([]);
});

test('[P04] [P05] of a line that was separated neither holder nor who had it is told anything', async () => {
  const { maya, omar, line } = await given('manager');
  const survivor = await confirmed(app);
  const all = [maya, omar];
  const before = await Promise.all(all.map((one) => subjects(one, /./)));
  await separate(app, line.id, survivor);
  await passDays(app, 35);
  expect(await Promise.all(all.map((one) => subjects(one, /./)))).toEqual(before);
});
