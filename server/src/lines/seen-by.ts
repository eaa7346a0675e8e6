import { type LineRole, mayDo } from '@portside/contract/household-acts';
import type { LineDetail } from '@portside/contract/line-detail';
import { type Line, nextActs } from '@portside/contract/lines';

const everyone: readonly LineRole[] = ['holder', 'user', 'manager'];
const members: readonly LineRole[] = ['user', 'manager'];
const payers: readonly LineRole[] = ['holder', 'manager'];
const holder: readonly LineRole[] = ['holder'];

/**
 * Who sees what of a line that was given to somebody (P04): the one place. The holder sees what the
 * bill needs, and nothing of how the line is used.
 */
export const seenBy: Readonly<Record<keyof LineDetail, readonly LineRole[]>> = {
  id: everyone,
  mdn: everyone,
  nickname: everyone,
  icon: everyone,
  plan: everyone,
  iccid: members,
  simType: everyone,
  esim: members,
  status: everyone,
  paidUntil: everyone,
  portIn: everyone,
  shipping: members,
  statusReason: everyone,
  network: everyone,
  networkChange: everyone,
  numberKeptUntil: everyone,
  heldUntil: everyone,
  handover: holder,
  household: everyone,
  endsOn: everyone,
  underWay: everyone,
  nextAction: everyone,
  period: everyone,
  autopay: everyone,
  priceRise: payers,
  addOns: everyone,
  paidAhead: holder,
  nextPlan: payers,
  locks: everyone,
  mayHold: holder,
  mayHandOver: holder,
  mayGive: holder,
  takenOverAt: holder,
  sim: members,
  portOut: everyone,
  transferPin: holder,
  emergencyAddress: members,
};

/** The same line, as they see it. @param role undefined: it is the customer's alone */
export function seenAs<L extends Line>(role: LineRole | undefined, line: L): L {
  if (role === undefined) return line;
  const fields = Object.entries(line).filter(([field]) =>
    seenBy[field as keyof LineDetail]?.includes(role),
  );
  const seen = { ...Object.fromEntries(fields), iccid: line.iccid } as L;
  return { ...seen, ...partly(role, seen) };
}

/** What somebody sees a part of. */
function partly(role: LineRole, seen: Line & Partial<LineDetail>): Partial<LineDetail> {
  const { iccid, nextAction, networkChange, autopay, plan, addOns } = seen;
  const isHolder = role === 'holder';
  const changesSim = networkChange !== undefined && networkChange.asked !== 'new_number';
  return {
    iccid: isHolder ? '' : iccid,
    ...(nextAction && !mayDo(role, nextActs[nextAction]) && { nextAction: undefined }),
    ...(isHolder && changesSim && { networkChange: undefined }),
    ...(autopay && { autopay: isHolder ? autopay : withoutCards(role, autopay) }),
    ...(role === 'user' && { plan: withoutPrice(plan) }),
    ...(addOns && isHolder && { addOns: addOns.map(withoutUse) }),
  };
}

/** The holder's cards and credit are theirs; who manages the line knows the day. */
function withoutCards(
  role: LineRole,
  { on, declined, nextCharge, consent }: LineDetail['autopay'],
): LineDetail['autopay'] {
  const known = role === 'manager';
  return {
    on,
    consent,
    ...(known && declined && { declined }),
    ...(known && nextCharge && { chargesOn: nextCharge.on }),
  };
}

const withoutPrice = ({ id, retailName, flag }: Line['plan']) => ({ id, retailName, flag });

const withoutUse = ({ megabytesLeft: _used, ...addOn }: LineDetail['addOns'][number]) => addOn;
