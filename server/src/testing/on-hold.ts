import { viewLine } from '@portside/contract/line-detail';
import { type HoldDays, holdLine } from '@portside/contract/line-hold';
import type { Line } from '@portside/contract/lines';
import { stepUp } from '@portside/contract/sign-in';
import { later } from '../clock.ts';
import { importPlans } from '../plans/plans.ts';
import { plansFile } from '../seed/plans.ts';
import { withLine, type Noa } from './line-life.ts';
import { allEmailsSent } from './mailbox.ts';
import { emailWhen } from './shopping.ts';
import type { TestApp } from './test-app.ts';

export const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
export const prove = (noa: Noa) => noa.call(stepUp, { password: 'Anchor7!' });

/** In Harbor each ten days cost one. */
export const hold = (noa: Noa, id: string, length: HoldDays) =>
  noa.call(holdLine, { id, days: length, costDays: length / 10 });

/** Puts these add-ons on sale beside the plans of Harbor, and no others. */
export async function sell(app: TestApp, ...addOns: object[]): Promise<void> {
  const file = await plansFile(app.app.brands.byTenant(6));
  await importPlans(app.app, 6, { ...file, addOns });
}

/** Signed in anew: sessions end while the days pass. */
export const again = async (app: TestApp, { email }: Noa): Promise<Noa> => ({
  ...(await app.as(email, 'Anchor7!')),
  email,
});

export const carrier = (app: TestApp, mode: 'none' | 'down') =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });

export const becomes = (app: TestApp, msisdn: string, state: string) =>
  app.eventually(
    async () => (await app.adapters.carrier.viewLine({ msisdn })) === state || undefined,
  );

export const after = (moment: string | null | undefined, time: number) =>
  later(new Date(moment ?? Number.NaN), time).toISOString();

/** Milliseconds from one moment to the other. */
export const between = (a: string | null | undefined, b: string | null | undefined) =>
  Date.parse(b ?? '') - Date.parse(a ?? '');

/** All that came, the newest first. */
export async function subjects(app: TestApp, noa: Noa): Promise<string[]> {
  await allEmailsSent(app);
  return (await app.emails(noa.email, 0)).map((one) => one.subject);
}

/** A line that the network has put on hold, and its customer knows it. */
export async function withHeldLine(
  app: TestApp,
  length: HoldDays,
): Promise<{ noa: Noa; line: Line }> {
  const { noa, line } = await withLine(app);
  await hold(noa, line.id, length);
  await becomes(app, line.mdn, 'suspended');
  await emailWhen(app, noa.email, /is on hold$/);
  return { noa, line };
}
