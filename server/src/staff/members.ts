import type {
  acceptInvitation as acceptInvitationCall,
  acceptInvitationByPasskey as acceptInvitationByPasskeyCall,
  askInvitationPasskey as askInvitationPasskeyCall,
  changeRole as changeRoleCall,
  inviteStaff as inviteStaffCall,
  listStaff as listStaffCall,
} from '@portside/contract/console/staff';
import type { StaffRole } from '@portside/contract/console/roles';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { hours } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import { told } from '../words/told.ts';
import type { Staff, Visitor } from '../http/who.ts';
import { appUri, newAppSecret } from '../sign-in/app-code.ts';
import { hashPassword } from '../sign-in/password.ts';
import { noteTry } from './arrival.ts';
import { invitationEmail } from './emails.ts';
import { issueChallenge } from './login.ts';
import { deletePasskeys } from './passkey-store.ts';
import { askToMake, keepPasskey, madeBy } from './passkeys.ts';
import { openSession } from './sessions.ts';
import { sealSecret } from './staff-app.ts';
import * as store from './store.ts';

const INVITATION_LIVES = hours(48);

export async function listStaff(app: App, who: Staff): Promise<OutputOf<typeof listStaffCall>> {
  const rows = await store.allStaff(app.db.query, who.tenant);
  return {
    staff: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role,
      trained: row.trained_at !== null,
      status: row.removed_at ? 'removed' : row.joined_at ? 'active' : 'invited',
      lastSeenAt: row.seen_at ? new Date(row.seen_at).toISOString() : null,
    })),
  };
}

/**
 * Again for who was invited and has not come: only the last link opens. @returns the link's token;
 * undefined for who works here already
 */
export async function invite(
  app: App,
  tx: Tx,
  brand: Brand,
  asked: { email: string; role: StaffRole },
): Promise<{ id: string; token: string; url: string } | undefined> {
  const tenant = brand.client.mvnoId;
  const email = normalEmail(asked.email);
  const found = await store.staffByEmail(tx, tenant, email);
  const known = found && (await store.lockStaff(tx, tenant, found.id));
  if (known?.joined_at) return undefined;
  const id = known?.id ?? app.random.id('stf');
  if (known) {
    // A link before this one may have been opened by somebody else, who chose a password and an app.
    await takeAccess(app, tx, known);
    await store.changeStaff(tx, id, { role: asked.role });
  } else {
    const added = await store.insertStaff(tx, {
      id,
      tenant_id: tenant,
      email,
      name: email.split('@')[0] ?? email,
      role: asked.role,
      password_hash: null,
      app_secret: null,
      app_step: 0,
      is_demo: false,
      invited_at: app.clock.now(),
      joined_at: null,
      removed_at: null,
      trained_at: null,
    });
    if (!added) return undefined;
  }
  return { id, ...(await sendLink(app, tx, brand, { id, email, role: asked.role, kind: 'new' })) };
}

async function sendLink(
  app: App,
  tx: Tx,
  brand: Brand,
  {
    id,
    email,
    ...invitation
  }: { id: string; email: string; role: StaffRole; kind: 'new' | 'again' },
): Promise<{ token: string; url: string }> {
  const { token } = await codes.issueTicket(app, tx, {
    tenant: brand.client.mvnoId,
    purpose: 'staff_invitation',
    subject: id,
    lives: INVITATION_LIVES,
  });
  const { written, url } = invitationEmail(brand, token, invitation);
  await queueEmail(app, tx, brand, email, written);
  return { token, url };
}

export function inviteStaff(
  app: App,
  who: Staff,
  input: ParsedInputOf<typeof inviteStaffCall>,
): Promise<OutputOf<typeof inviteStaffCall> | Refused<'staff_there'>> {
  return app.db.transaction(async (tx) => {
    const invited = await invite(app, tx, who.brand, input);
    if (!invited) return refused('staff_there');
    return told(
      `An invitation is on its way to ${normalEmail(input.email)}. It opens for two days.`,
    );
  });
}

/** The link is used up only when the first code of the app has proven that it was scanned. */
export async function acceptInvitation(
  app: App,
  who: Visitor,
  { token, name, password }: ParsedInputOf<typeof acceptInvitationCall>,
): Promise<OutputOf<typeof acceptInvitationCall> | Refused<'link_expired'>> {
  const ticket = { tenant: who.tenant, purpose: 'staff_invitation', token } as const;
  const hash = await hashPassword(app, password);
  return app.db.transaction(async (tx) => {
    const found = await codes.useTicket(app, tx, ticket);
    const staff = found && (await store.lockStaff(tx, who.tenant, found.subject));
    if (!staff || staff.joined_at) return refused('link_expired');
    const secret = newAppSecret(app);
    await store.changeStaff(tx, staff.id, {
      name,
      password_hash: hash,
      app_secret: sealSecret(app, staff.id, secret),
    });
    const { challenge } = await issueChallenge(app, tx, who, staff.id);
    return { challenge, secret, uri: appUri(who.brand, staff.email, secret) };
  });
}

export async function askInvitationPasskey(
  app: App,
  who: Visitor,
  { token, name }: ParsedInputOf<typeof askInvitationPasskeyCall>,
): Promise<OutputOf<typeof askInvitationPasskeyCall> | Refused<'link_expired'>> {
  const invited = await invitedBy(app, who, token);
  if (!invited) return refused('link_expired');
  return askToMake(app, who, { ...invited, name });
}

/** The link is used up only when the passkey holds. */
export async function acceptInvitationByPasskey(
  app: App,
  who: Visitor,
  { token, name, passkey }: ParsedInputOf<typeof acceptInvitationByPasskeyCall>,
): Promise<
  OutputOf<typeof acceptInvitationByPasskeyCall> | Refused<'link_expired' | 'passkey_refused'>
> {
  const invited = await invitedBy(app, who, token);
  if (!invited) return refused('link_expired');
  const made = await madeBy(app, who, invited.id, passkey);
  if (!made) return refused('passkey_refused');
  const ticket = { tenant: who.tenant, purpose: 'staff_invitation', token } as const;
  return app.db.transaction(async (tx) => {
    const staff = await store.lockStaff(tx, who.tenant, invited.id);
    if (!staff || staff.joined_at) return refused('link_expired');
    if (!(await codes.useTicket(app, tx, ticket))) return refused('link_expired');
    if (!(await keepPasskey(app, tx, who, staff.id, made))) {
      throw new Error('A passkey that was just made is there already');
    }
    await store.changeStaff(tx, staff.id, { name, joined_at: app.clock.now() });
    await noteTry(app, tx, who, staff, { call: 'acceptInvitationByPasskey', outcome: 'done' });
    return openSession(app, tx, who, { ...staff, name });
  });
}

async function invitedBy(app: App, { tenant }: Visitor, token: string) {
  const ticket = { tenant, purpose: 'staff_invitation', token } as const;
  const found = await codes.findTicket(app, app.db.query, ticket);
  return found && (await store.staffById(app.db.query, tenant, found.subject));
}

export function changeRole(
  app: App,
  who: Staff,
  { id, role }: ParsedInputOf<typeof changeRoleCall>,
): Promise<OutputOf<typeof changeRoleCall> | Refused<'own_role'>> {
  return app.db.transaction(async (tx) => {
    if (id === who.staffId) return refused('own_role');
    const staff = await store.lockStaff(tx, who.tenant, id);
    if (!staff) throw notFound();
    await store.changeStaff(tx, id, { role });
    return told(`${staff.email} is ${role} from the next call on.`);
  });
}

export function removeStaff(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<{ message: string } | Refused<'own_role'>> {
  return app.db.transaction(async (tx) => {
    if (id === who.staffId) return refused('own_role');
    const staff = await store.lockStaff(tx, who.tenant, id);
    if (!staff) throw notFound();
    await takeAccess(app, tx, staff);
    await store.changeStaff(tx, id, { removed_at: app.clock.now() });
    return told(`${staff.email} can’t log in any more, and their sessions are over.`);
  });
}

/** For who lost their phone, and for who may have lost it to somebody. */
export function resetStaffAccess(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<{ message: string } | Refused<'own_access'>> {
  return app.db.transaction(async (tx) => {
    if (id === who.staffId) return refused('own_access');
    const staff = await store.lockStaff(tx, who.tenant, id);
    if (!staff) throw notFound();
    await inviteAgain(app, tx, who.brand, staff);
    return told(
      `${staff.email} is logged out everywhere. A link to begin anew is on its way to them.`,
    );
  });
}

/** With what they logged in by, the link replaces all of it. @returns undefined where nobody works by that address */
export async function resetAccess(
  app: App,
  tx: Tx,
  brand: Brand,
  email: string,
): Promise<{ id: string; url: string } | undefined> {
  const tenant = brand.client.mvnoId;
  const known = await store.staffByEmail(tx, tenant, normalEmail(email));
  const staff = known && (await store.lockStaff(tx, tenant, known.id));
  return staff && { id: staff.id, ...(await inviteAgain(app, tx, brand, staff)) };
}

async function inviteAgain(app: App, tx: Tx, brand: Brand, staff: store.StaffRow) {
  await takeAccess(app, tx, staff);
  await store.changeStaff(tx, staff.id, { joined_at: null });
  return sendLink(app, tx, brand, { ...staff, kind: 'again' });
}

/** In a transaction that holds them. */
async function takeAccess(app: App, tx: Tx, { id, tenant_id: tenant }: store.StaffRow) {
  await store.changeStaff(tx, id, { password_hash: null, app_secret: null });
  await deletePasskeys(tx, { staffId: id });
  await store.endSessions(tx, { staffId: id }, app.clock.now());
  for (const purpose of ['staff_invitation', 'staff_login', 'new_staff_passkey'] as const) {
    await codes.cancelTickets(tx, { tenant, purpose, subject: id });
  }
}
