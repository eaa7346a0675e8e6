import type {
  addStaffPasskey as addStaffPasskeyCall,
  askNewStaffPasskey as askNewStaffPasskeyCall,
  listStaffPasskeys as listStaffPasskeysCall,
  removeStaffPasskey as removeStaffPasskeyCall,
} from '@portside/contract/console/staff';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Query, Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff, Visitor } from '../http/who.ts';
import { browserName } from '../sessions/browser-name.ts';
import {
  type KeptPasskey,
  madePasskey,
  optionsToMake,
  type PasskeyAnswer,
  shownPasskey,
} from '../sign-in/passkey-ceremony.ts';
import { told } from '../words/told.ts';
import { passkeyEmail } from './emails.ts';
import * as passkeys from './passkey-store.ts';
import * as store from './store.ts';

const CHALLENGE_LIVES = minutes(5);

type Own = OutputOf<typeof listStaffPasskeysCall>;

export const listStaffPasskeys = (app: App, { staffId }: Staff): Promise<Own> =>
  passkeysOf(app.db.query, staffId);

async function passkeysOf(db: Query, staffId: string): Promise<Own> {
  const rows = await passkeys.passkeysOf(db, staffId);
  return { passkeys: rows.map(shownPasskey) };
}

/** Of who is logged in, or of who was invited. */
export async function askToMake(
  app: App,
  who: Visitor,
  owner: { id: string; email: string; name: string },
): Promise<OutputOf<typeof askNewStaffPasskeyCall>> {
  const { tenant } = who;
  const subject = owner.id;
  const { token } = await app.db.transaction((tx) =>
    codes.issueTicket(app, tx, {
      tenant,
      purpose: 'new_staff_passkey',
      subject,
      lives: CHALLENGE_LIVES,
    }),
  );
  const known = await passkeys.passkeysOf(app.db.query, owner.id);
  const site = `${who.brand.product} Console`;
  return { options: await optionsToMake(app, who, { site, owner, known, token }) };
}

export const askNewStaffPasskey = (app: App, who: Staff) =>
  askToMake(app, who, { id: who.staffId, email: who.email, name: who.name });

/** Made on a challenge that this member of staff was given; else undefined. */
export const madeBy = (
  app: App,
  who: Visitor,
  staffId: string,
  answer: PasskeyAnswer,
): Promise<KeptPasskey | undefined> =>
  madePasskey(app, who, answer, async (token) => {
    const ticket = { tenant: who.tenant, purpose: 'new_staff_passkey', token } as const;
    return (await codes.useTicket(app, app.db.query, ticket))?.subject === staffId;
  });

/** False when the brand has it already. The name is the browser's. */
export function keepPasskey(
  app: App,
  tx: Tx,
  who: Visitor,
  staffId: string,
  made: KeptPasskey,
): Promise<boolean> {
  return passkeys.insertPasskey(tx, {
    ...made,
    tenant_id: who.tenant,
    staff_id: staffId,
    name: browserName(who.userAgent, 'en'),
    created_at: app.clock.now(),
    last_used_at: null,
  });
}

export async function addStaffPasskey(
  app: App,
  who: Staff,
  { passkey }: ParsedInputOf<typeof addStaffPasskeyCall>,
): Promise<OutputOf<typeof addStaffPasskeyCall> | Refused<'passkey_refused'>> {
  const { staffId } = who;
  const made = await madeBy(app, who, staffId, passkey);
  if (!made) return refused('passkey_refused');
  return app.db.transaction(async (tx) => {
    // A reset may have come in between: what it took away does not come back.
    if (!(await store.lockStaff(tx, who.tenant, staffId))?.joined_at) throw notFound();
    if (!(await keepPasskey(app, tx, who, staffId, made))) return refused('passkey_refused');
    await tellOwner(app, tx, who, 'added', browserName(who.userAgent, 'en'));
    return { ...told('You can log in with this passkey now.'), ...(await passkeysOf(tx, staffId)) };
  });
}

/** Whoever has a password and an app logs in without any; the others keep one. */
export function removeStaffPasskey(
  app: App,
  who: Staff,
  { id }: ParsedInputOf<typeof removeStaffPasskeyCall>,
): Promise<OutputOf<typeof removeStaffPasskeyCall> | Refused<'last_passkey'>> {
  const { staffId } = who;
  return app.db.transaction(async (tx) => {
    const staff = await store.lockStaff(tx, who.tenant, staffId);
    const own = await passkeys.passkeysOf(tx, staffId);
    if (!staff || !own.some((one) => one.id === id)) throw notFound();
    if (own.length === 1 && !hasPassword(staff)) return refused('last_passkey');
    const [removed] = await passkeys.deletePasskeys(tx, { staffId, only: id });
    who.noteDetail?.({ name: removed?.name });
    await tellOwner(app, tx, who, 'removed', removed?.name ?? '');
    return { ...told('The passkey is removed.'), ...(await passkeysOf(tx, staffId)) };
  });
}

/** With the app: one of the two alone opens nothing. */
export const hasPassword = (staff: Pick<store.StaffRow, 'password_hash' | 'app_secret'>) =>
  staff.password_hash !== null && staff.app_secret !== null;

const tellOwner = (app: App, tx: Tx, who: Staff, what: 'added' | 'removed', name: string) =>
  queueEmail(app, tx, who.brand, who.email, passkeyEmail(who.brand, what, name));
