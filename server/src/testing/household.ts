import { viewUser } from '@portside/contract/account';
import { eraseCustomer } from '@portside/contract/console/customers';
import { staffStepUp } from '@portside/contract/console/staff';
import { startVerification } from '@portside/contract/console/verification';
import { acceptInvitation, giveLine, listInvitations } from '@portside/contract/household';
import type { MemberRole } from '@portside/contract/household-acts';
import type { Line } from '@portside/contract/lines';
import type { Caller } from './caller.ts';
import { confirmed, withFreeLine } from './handing-over.ts';
import type { Noa } from './line-life.ts';
import { proving } from './proving.ts';
import { demoCodes, staffAt } from './staff-caller.ts';
import type { TestApp } from './test-app.ts';

export async function give(noa: Caller, id: string, email: string, role: MemberRole = 'user') {
  await proving(noa);
  return noa.call(giveLine, { id, email, role });
}

export const invitationsOf = async (who: Caller) =>
  (await who.call(listInvitations, {})).invitations;

/** @returns the line that they have now */
export async function take(who: Caller): Promise<string> {
  const [invitation] = await invitationsOf(who);
  if (!invitation) throw new Error('Nobody invites them');
  return (await who.call(acceptInvitation, { id: invitation.id })).lineId;
}

export interface Household {
  readonly noa: Noa;
  readonly omar: Noa;
  readonly line: Line;
  readonly id: string;
}

/** A line that its holder gave to somebody. */
export async function given(app: TestApp, role: MemberRole = 'user'): Promise<Household> {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await give(noa, line.id, omar.email, role);
  await take(omar);
  return { noa, omar, line, id: line.id };
}

/** Somebody who is invited and has not answered. */
export async function invited(app: TestApp, role: MemberRole = 'user') {
  const { noa, line } = await withFreeLine(app);
  const omar = await confirmed(app);
  await give(noa, line.id, omar.email, role);
  const [invitation] = await invitationsOf(omar);
  return { noa, omar, line, id: line.id, invitation: invitation?.id ?? '' };
}

/** By staff, who verified them. */
export async function erasedByStaff(app: TestApp, person: Caller): Promise<void> {
  const { id } = await person.call(viewUser, {});
  const admin = await staffAt(app.address, 'admin');
  const { code = '' } = (await demoCodes(app.address)).find((one) => one.role === 'admin') ?? {};
  await admin.call(staffStepUp, { code });
  await admin.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  await admin.call(eraseCustomer, { id, reason: 'Asked for it by letter' });
}
