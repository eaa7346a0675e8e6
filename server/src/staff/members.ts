import type {
  acceptInvitation as acceptInvitationCall,
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
import { invitationEmail } from './emails.ts';
import { issueChallenge } from './login.ts';
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
  const known = await store.staffByEmail(tx, tenant, email);
  if (known?.joined_at) return undefined;
  const id = known?.id ?? app.random.id('stf');
  if (known) await store.changeStaff(tx, id, { role: asked.role });
  else {
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
    });
    if (!added) return undefined;
  }
  const { token } = await codes.issueTicket(app, tx, {
    tenant,
    purpose: 'staff_invitation',
    subject: id,
    lives: INVITATION_LIVES,
  });
  const { written, url } = invitationEmail(brand, token, asked.role);
  await queueEmail(app, tx, brand, email, written);
  return { id, token, url };
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
    const now = app.clock.now();
    await store.changeStaff(tx, id, { removed_at: now, password_hash: null, app_secret: null });
    await store.endSessions(tx, { staffId: id }, now);
    const { tenant } = who;
    await codes.cancelTickets(tx, { tenant, purpose: 'staff_invitation', subject: id });
    await codes.cancelTickets(tx, { tenant, purpose: 'staff_login', subject: id });
    return told(`${staff.email} can’t log in any more, and their sessions are over.`);
  });
}
