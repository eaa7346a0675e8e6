import type { ActivityKind, listActivity as listActivityCall } from '@portside/contract/sessions';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { selfOf, type Customer, type Owner, type Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { agentSentence } from './agent-wording.ts';
import { browserName } from './browser-name.ts';
import * as store from './store.ts';
import { toldToStaff, verifiedBy } from './told-to-staff.ts';

export type Actor = Pick<Visitor, 'tenant' | 'network' | 'userAgent'> &
  Pick<Customer, 'customerId' | 'agent' | 'member'>;

const PAGE = 20;

const sentences: Readonly<Record<Exclude<ActivityKind, 'agent_call'>, string>> = {
  registered: 'The account was opened',
  signed_in: 'Logged in',
  signed_out: 'Logged out',
  session_ended: 'Another browser was logged out',
  sessions_ended: 'All other browsers were logged out',
  proven: 'Confirmed it was you',
  password_changed: 'The password was changed',
  password_reset: 'A new password was set with a link from an email',
  password_removed: 'The password set before the address was confirmed was removed',
  account_joined: 'Another account with this email address became part of this one',
  email_confirmed: 'The email address was confirmed',
  email_changed: 'The email address was changed',
  phone_changed: 'The phone number was changed',
  address_changed: 'The address was changed',
  name_changed: 'The name was changed',
  passkey_added: 'The passkey {name} was added',
  passkey_removed: 'The passkey {name} was removed',
  second_step_app: 'Logging in now asks for a code from the authenticator app',
  second_step_passkey: 'Only a passkey opens the account now',
  second_step_off: 'The second step was turned off',
  second_step_off_by_support: 'Support turned off the second step',
  recovery_code_used: 'A recovery code was used',
  recovery_codes_renewed: 'New recovery codes were made',
  card_added: 'The card {card} was added',
  card_deleted: 'The card {card} was deleted',
  card_primary: 'The card {card} became the primary one',
  order_settled: 'Support checked on the payment for {item}',
  order_refunded: 'Support refunded the payment for {item}',
  order_cancelled: 'Support canceled the order for {item}',
  order_paid_back: 'Support noted that the payment for {item} was refunded another way',
  credit_given: 'Support gave you {amount} of credit: {reason}',
  referral_credited: '{amount} of credit came from a friend’s code',
  referral_removed: 'The {amount} of credit from a friend’s code no longer counts',
  sim_locked: 'The SIM lock of {line} was turned on',
  sim_unlocking: 'Request to turn off the SIM lock of {line}',
  number_locked: 'The number lock of {line} was turned on',
  number_unlocking: 'Request to turn off the number lock of {line}',
  line_paused: 'Support paused the line {line}, because its payment is disputed at the bank',
  line_unpaused: 'Support ended the pause of the line {line}',
  line_blocked: 'Request to block the line {line}',
  line_unblocked: 'Request to unblock the line {line}',
  line_block_confirmed: 'The network blocked the line {line}',
  line_unblock_confirmed: 'The network turned the line {line} back on',
  line_block_late: 'The network was late in blocking the line {line}',
  line_unblock_late: 'The network was late in turning the line {line} back on',
  line_held: 'Request to put the line {line} on hold',
  line_hold_ended: 'Request to turn the line {line} back on, from its hold',
  line_hold_confirmed: 'The network put the line {line} on hold',
  line_hold_late: 'The network was late in putting the line {line} on hold',
  sim_change_late: 'The network was late with the SIM change of the line {line}',
  number_change_late: 'The network was late with the new number of the line {line}',
  line_offered: 'The line {line} was offered to another account',
  line_offer_withdrawn: 'The offer of the line {line} was taken back',
  line_offer_over: 'The offer of the line {line} is over',
  line_handed_over: 'The line {line} was handed over to another account',
  line_declined: 'A line with a number that ends in {digits} was declined',
  line_taken_over: 'The line {line} was taken over from another account',
  line_invited: 'Someone was invited to have the line {line}',
  line_invitation_withdrawn: 'The invitation to the line {line} was taken back',
  line_invitation_over: 'The invitation to the line {line} is over',
  line_invitation_accepted: 'The invitation to the line {line} was accepted',
  line_invitation_declined: 'An invitation to a line was declined',
  line_role_changed: 'What may be done with the line {line} by who has it was changed',
  line_taken_back: 'The line {line} was taken back by the one who holds the account',
  line_given_back: 'The line {line} was given back to the one who holds the account',
  line_ended: 'The line {line} was ended',
  line_ends: 'Request to end the line {line}',
  line_kept: 'The line {line} was kept',
  plan_noted: 'Plan {plan} requested for the line {line}, with its next payment',
  plan_taken_back: 'The plan change of the line {line} was canceled',
  esim_sent: 'Email about setting up the eSIM of the line {line} requested',
  emergency_address_changed: 'The 911 address of {line} was changed',
  transfer_pin_made: 'A transfer PIN for {line} was made',
  number_change_asked: 'New number requested for the line {line}',
  number_changed: 'The number {line} was changed to {number}',
  tries_failed: 'Several wrong passwords or codes were entered',
  change_denied: 'You reported a change that wasn’t yours: every browser was logged out',
  erasure_asked: 'Request to erase the account',
  erasure_stopped: 'The account stays: it won’t be erased',
  exported: 'A file of what we have about you was saved',
  moves_resumed: 'Moves of numbers and SIMs were allowed again',
  sim_change_asked: 'New SIM requested for the line {number}',
  sim_changed: 'The line {line} moved to its new SIM',
  sim_change_stopped: 'The SIM change of the line {number} was stopped',
  sim_change_denied:
    'You reported a SIM change that wasn’t yours, of the line {number}: every browser was logged out',
  agent_entered: '{agent} from support opened the account: {reason}',
};

const waysIntoNew: Readonly<Record<string, string>> = {
  password: 'Logged in with the password, in a new browser',
  code: 'Logged in with a code, in a new browser',
  passkey: 'Logged in with a passkey, in a new browser',
};

const waysIn: Readonly<Record<string, string>> = {
  password: 'Logged in with the password',
  code: 'Logged in with a code',
  passkey: 'Logged in with a passkey',
};

/** In the list of whoever did it: of a line that was given to them, too (P04). */
export async function noteActivity(
  app: App,
  db: Query,
  who: Actor,
  kind: ActivityKind,
  detail: Record<string, string> = {},
): Promise<void> {
  await store.insertActivity(db, {
    id: app.random.id('act'),
    tenant_id: who.tenant,
    customer_id: selfOf(who).customerId,
    at: app.clock.now(),
    kind,
    detail,
    network: who.network,
    user_agent: who.userAgent,
    agent: who.agent?.name ?? null,
  });
}

export async function listActivity(
  app: App,
  who: Customer,
  input: ParsedInputOf<typeof listActivityCall>,
): Promise<OutputOf<typeof listActivityCall>> {
  const page = { before: input.cursor, limit: PAGE + 1 };
  const all = await activityOf(app, who, who.language, page);
  const activity = all.slice(0, PAGE);
  const last = activity.at(-1);
  return { activity, ...(all.length > PAGE && last && { next: last.id }) };
}

/** In these words, the newest first. */
async function activityOf(
  app: App,
  owner: Owner,
  language: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<OutputOf<typeof listActivityCall>['activity']> {
  const rows = await app.db.read((db) => store.activityOf(db, { owner, before, limit }));
  return rows.map((row) => shown(language, row, sentenceOf(row)));
}

/** The same, about the customer and not to them. */
export async function activityForStaff(
  app: App,
  owner: Owner,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<OutputOf<typeof listActivityCall>['activity']> {
  const rows = await app.db.read((db) => store.activityOf(db, { owner, before, limit }));
  return rows.map((row) => {
    const reason = verifiedBy[row.detail.how ?? ''];
    const told = { ...row, detail: { ...row.detail, ...(reason && { reason }) } };
    return shown('en', told, toldToStaff[row.kind as ActivityKind] ?? sentenceOf(row));
  });
}

function shown(language: string, row: store.ActivityRow, sentence: string) {
  const agent = row.agent ?? row.detail.agent ?? '';
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind as ActivityKind,
    message: say(language, sentence, { ...row.detail, agent }),
    browser: browserName(row.user_agent, language),
    network: row.network,
    ...(row.agent !== null && { agent: row.agent }),
  };
}

function sentenceOf(row: store.ActivityRow): string {
  const kind = row.kind as ActivityKind;
  return kind === 'agent_call'
    ? agentSentence(row.detail.call ?? '')
    : ((row.detail.isNew ? waysIntoNew : waysIn)[row.detail.by ?? ''] ?? sentences[kind]);
}

/** Which of these happened since then. */
export async function changedSince<Kind extends ActivityKind>(
  db: Query,
  owner: Owner,
  kinds: readonly Kind[],
  since: Date,
): Promise<ReadonlySet<Kind>> {
  const rows = await store.activityKindsSince(db, owner, kinds, since);
  return new Set(rows.map(({ kind }) => kind as Kind));
}
