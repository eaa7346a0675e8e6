import { viewUser } from '@portside/contract/account';
import { holdOpen } from '../account/joining.ts';
import { holdCredit } from '../credit/credit.ts';
import { ownerOf } from '../http/who.ts';
import { freeLine, keepLine } from '../line-guard/kept-lines.ts';
import { separateLine, tellSeparatedAddress } from '../line-handover/separating.ts';
import { lockForWork } from '../lines/line-work.ts';
import type { Caller } from './caller.ts';
import type { quay } from './handing-over.ts';
import type { TestApp } from './test-app.ts';

const HARBOR = 6;

/** As staff do it who decide on a request (P05). @returns undefined when something hinders it */
export async function separate(
  { app }: Pick<TestApp, 'app'>,
  lineId: string,
  taker: Caller,
  address?: typeof quay,
) {
  const { id } = await taker.call(viewUser, {});
  const owner = ownerOf(HARBOR, id);
  const where = address && { ...address, streetDirection: '', streetUnit: '' };
  const moved = await app.db.transaction(async (tx) => {
    await holdOpen(tx, owner);
    const holder = await lockForWork(tx, lineId);
    if (holder) await holdCredit(app, tx, holder);
    return separateLine(app, tx, lineId, { owner, ...(where && { address: where }) });
  });
  if (moved?.asksCarrier) await tellSeparatedAddress(app, moved.id);
  return moved;
}

/** Until its request is decided. */
export const keep = ({ app }: Pick<TestApp, 'app'>, lineId: string) =>
  app.db.transaction((tx) => keepLine(app, tx, { tenant: HARBOR, lineId }));

export const free = ({ app }: Pick<TestApp, 'app'>, lineId: string) =>
  app.db.transaction((tx) => freeLine(app, tx, { tenant: HARBOR, lineId }));
