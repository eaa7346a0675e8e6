import { keptBack, type Work } from '@portside/contract/line-work';
import type { Line } from '@portside/contract/lines';
import type { Brand } from '../brands/brands.ts';
import { later } from '../clock.ts';
import { numberKeptUntil } from '../lines/number-kept.ts';
import type { SuspensionReason, Unpaid } from '../lines/suspension.ts';
import { EARLY } from '../renewals/renew.ts';

/** Its next 30 days can be paid. */
export function isDue({ status, paidUntil }: Line, now: Date): boolean {
  return status === 'active' && paidUntil !== null && later(new Date(paidUntil), -EARLY) <= now;
}

/** When an unpaid line's number is given up. @param unpaid if it is paused for want of payment */
export function keptUntil(
  brand: Brand,
  { status, paidUntil: until }: Line,
  unpaid: Unpaid | undefined,
): Date | undefined {
  if (status !== 'suspended' || !unpaid || !until) return undefined;
  return numberKeptUntil(brand, { paidUntil: new Date(until), ...unpaid });
}

interface Standing {
  now: Date;
  /** Why it is paused. */
  reason: SuspensionReason | undefined;
  paysItself: boolean;
  underWay: readonly Work[];
  /** Its number wants nothing but the SIM card that is in the mail. */
  wantsCardAlone: boolean;
}

/** The one thing to do about a line (K01). */
export function nextAction(
  line: Line,
  { now, reason, paysItself, underWay, wantsCardAlone }: Standing,
): Line['nextAction'] {
  const mayPay = !keptBack('renewal', underWay);
  if (line.status === 'ended' || reason === 'by_operator') return undefined;
  if (reason === 'blocked') return 'unblock';
  if (reason === 'on_hold') return 'end_hold';
  if (reason === 'unpaid') return mayPay ? 'renew' : undefined;
  const { portIn, esim } = line;
  const waits = ['draft', 'details_needed', 'awaiting_plan', 'action_needed'];
  if (portIn && waits.includes(portIn.status) && !wantsCardAlone) return 'finish_port_in';
  if (line.shipping?.state === 'arrived') return 'set_up_sim';
  if (line.status !== 'active') return undefined;
  if (esim === 'ready' || esim === 'downloaded') return 'set_up_sim';
  return mayPay && isDue(line, now) && !paysItself ? 'renew' : undefined;
}
