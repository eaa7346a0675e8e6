import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { dateAlone } from '@portside/contract/formats';
import { endLine } from '@portside/contract/line-ending';
import type { Line } from '@portside/contract/lines';
import { quoteRenewal } from '@portside/contract/renewals';
import { stepUp } from '@portside/contract/sign-in';
import { setAlerts } from '@portside/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passDays, passHours, renew, withLine, type Noa } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

interface Told {
  subject: string;
  text: string;
  link: string;
}

async function told({ email }: Noa): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select subject, text, link from sandbox_mail
    where to_address = ${email} and subject like '%is paid until%' order by sent_at`.execute(
    app.app.db.query,
  );
  return rows;
}

const day = (line: Line) => dateAlone(line.paidUntil ?? '', 'America/New_York');

test('[K26] a line without autopay is told of 7, 3 and 1 days before its end, with day, amount and one link', async () => {
  const { noa, line } = await withLine(app);
  await passHours(app, 22 * 24 + 12);
  expect(await told(noa)).toEqual([]);
  const quote = await noa.call(quoteRenewal, { id: line.id });
  for (const times of [1, 2, 3]) {
    await passHours(app, times === 2 ? 96 : times === 3 ? 48 : 24);
    expect(await told(noa)).toHaveLength(times);
  }
  const [email] = await told(noa);
  expect(email?.subject).toContain(day(line));
  expect(email?.text).toContain(`$${quote.finalCheckoutAmount.toFixed(2)}`);
  expect(email?.link).toMatch(new RegExp(`/dashboard/lines/${line.id}/renew$`));
  expect(email?.text.match(/https?:\/\/\S+\/dashboard/g)).toHaveLength(1);
  await passDays(app, 3);
  expect(await told(noa)).toHaveLength(3);
});

test('[K26] what is paid is not told of, and the next 30 days are', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 21);
  await renew(app, noa, line.id);
  await passDays(app, 20);
  expect(await told(noa)).toHaveLength(0);
  await passDays(app, 13);
  expect(await told(noa)).toHaveLength(1);
});

test('[K26] a line that pays itself, or is about to end, is told nothing', async () => {
  const [pays, ends] = await Promise.all([withLine(app), withLine(app)]);
  const { version } = await pays.noa.call(viewAutopayConsent, {});
  await pays.noa.call(setAutopay, { id: pays.line.id, on: true, consent: version });
  await ends.noa.call(stepUp, { password: 'Anchor7!' });
  await ends.noa.call(endLine, { id: ends.line.id });
  await passDays(app, 29);
  expect(await told(pays.noa)).toEqual([]);
  expect(await told(ends.noa)).toEqual([]);
});

test('[K26] each of the three can be turned off', async () => {
  const { noa, line } = await withLine(app);
  const limits = { data80: true, data100: true };
  const answer = await noa.call(setAlerts, { id: line.id, ...limits, pay3: false });
  expect(answer).toMatchObject({ pay7: true, pay3: false, pay1: true });
  await passDays(app, 28);
  expect(await told(noa)).toHaveLength(1);
  await passHours(app, 36);
  expect(await told(noa)).toHaveLength(2);
});
