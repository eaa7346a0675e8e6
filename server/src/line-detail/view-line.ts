import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { LineDetail, viewLine as viewLineCall } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { notFound } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { findLine } from '../lines/lines.ts';
import { currentPeriod } from '../lines/periods.ts';
import { viewRenewable, type Renewable } from '../lines/renewable.ts';
import { suspensionsOf, type SuspensionReason } from '../lines/suspension.ts';
import { dollars } from '../money.ts';
import { autopayOf } from '../renewals/autopay.ts';
import { nextPlan } from '../renewals/next-bill.ts';
import { EARLY } from '../renewals/renew.ts';

/** K01. @throws No `not_found`, also for another customer's line */
export async function viewLine(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<typeof viewLineCall>,
): Promise<LineDetail> {
  const db = app.db.query;
  const [line, renewable] = await Promise.all([findLine(db, who, id), viewRenewable(db, who, id)]);
  if (!line || !renewable) throw notFound();
  const [plan, suspensions, autopay] = await Promise.all([
    nextPlan(app, who.tenant, renewable),
    suspensionsOf(db, id),
    autopayOf(app, who, renewable),
  ]);
  const isSuspended = line.status === 'suspended';
  const [reason] = isSuspended ? suspensions : [];
  const period = currentPeriod(renewable.periods, app.clock.now());
  const keptUntil = suspensions.includes('unpaid') && isSuspended && renewable.paidUntil;
  const action = nextAction(app, line, renewable, reason, autopay.on);
  return {
    ...line,
    plan: { ...line.plan, retailPrice: dollars(plan.cents) },
    ...(reason && { statusReason: reason }),
    ...(period && { period: { from: period.from.toISOString(), to: period.to.toISOString() } }),
    ...(keptUntil && {
      numberKeptUntil: later(keptUntil, days(who.brand.lines.keptDays)).toISOString(),
    }),
    autopay,
    ...(renewable.address && { emergencyAddress: renewable.address }),
    ...(action && { nextAction: action }),
  };
}

function nextAction(
  app: App,
  line: Line,
  { paidUntil }: Renewable,
  reason: SuspensionReason | undefined,
  paysItself: boolean,
): LineDetail['nextAction'] {
  if (line.status === 'ended' || reason === 'by_operator') return undefined;
  if (reason === 'blocked') return 'unblock';
  if (reason === 'unpaid') return 'renew';
  const { portIn, esim } = line;
  const waits = ['draft', 'details_needed', 'awaiting_plan', 'action_needed'];
  if (portIn && waits.includes(portIn.status)) return 'finish_port_in';
  if (line.status !== 'active') return undefined;
  if (esim === 'ready' || esim === 'downloaded') return 'set_up_sim';
  const isDue = paidUntil && later(paidUntil, -EARLY) <= app.clock.now();
  return isDue && !paysItself ? 'renew' : undefined;
}
