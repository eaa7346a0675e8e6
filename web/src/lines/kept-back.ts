import type { I18n } from '@lingui/core';
import { type Begin, keptBack, noteBeside, type Work } from '@portside/contract/line-work';
import type { Line } from '@portside/contract/lines';

interface AtWork {
  readonly underWay?: readonly Work[] | undefined;
}

/** Why it is not offered, by the table that the server refuses by. */
export function whyKeptBack(
  i18n: I18n,
  begin: Begin,
  { underWay = [] }: AtWork,
): string | undefined {
  const why = keptBack(begin, underWay);
  return why && i18n.t(why.sentence);
}

/** What is said where it is offered. */
export function saidBeside(
  i18n: I18n,
  begin: Begin,
  { underWay = [] }: AtWork,
): string | undefined {
  const note = noteBeside(begin, underWay);
  return note && i18n.t(note);
}

export const isLeaving = ({ underWay = [] }: AtWork): boolean => underWay.includes('port_out');

/** P09: also while it is blocked beside it, or while the network is still asked for it. */
export const isHeld = ({ statusReason, heldUntil }: Pick<Line, 'statusReason' | 'heldUntil'>) =>
  statusReason === 'on_hold' || heldUntil !== undefined;
