import type {
  askStaffPasskey as askStaffPasskeyCall,
  staffPasskeyLogin as staffPasskeyLoginCall,
} from '@portside/contract/console/staff';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { counterAfter, optionsToUse, type PasskeyAnswer } from '../sign-in/passkey-ceremony.ts';
import { noteTry } from './arrival.ts';
import * as passkeys from './passkey-store.ts';
import { openSession } from './sessions.ts';
import * as store from './store.ts';

const CHALLENGE_LIVES = minutes(5);

export async function askStaffPasskey(
  app: App,
  who: Visitor,
): Promise<OutputOf<typeof askStaffPasskeyCall>> {
  const { tenant } = who;
  const { token } = await app.db.transaction((tx) =>
    codes.issueTicket(app, tx, {
      tenant,
      purpose: 'staff_passkey',
      subject: '',
      lives: CHALLENGE_LIVES,
    }),
  );
  return { options: await optionsToUse(app, who, token) };
}

/** Two factors already: the device, and the finger or PIN that it asked for. */
export async function logInByPasskey(
  app: App,
  who: Visitor,
  { passkey }: ParsedInputOf<typeof staffPasskeyLoginCall>,
): Promise<OutputOf<typeof staffPasskeyLoginCall> | Refused<'passkey_unknown'>> {
  const proof = await checkPasskey(app, who, passkey);
  if (!proof) return refused('passkey_unknown');
  const call = 'staffPasskeyLogin';
  return app.db.transaction(async (tx) => {
    const staff = await store.lockStaff(tx, who.tenant, proof.staffId);
    if (!staff) return refused('passkey_unknown');
    if (!staff.joined_at || !(await proof.use(tx))) {
      await noteTry(app, tx, who, staff, { call, outcome: 'passkey_unknown' });
      return refused('passkey_unknown');
    }
    await noteTry(app, tx, who, staff, { call, outcome: 'done' });
    return openSession(app, tx, who, staff);
  });
}

interface PasskeyProof {
  readonly staffId: string;
  /** With its owner locked. False for a wrong answer, and for one that was removed meanwhile. */
  use(tx: Tx): Promise<boolean>;
}

/** Undefined for a passkey of nobody here. */
export async function checkPasskey(
  app: App,
  who: Visitor,
  answer: PasskeyAnswer,
): Promise<PasskeyProof | undefined> {
  const passkey = await passkeys.passkeyById(app.db.query, who.tenant, answer.id);
  if (!passkey) return undefined;
  const counter = await counterAfter(app, who, answer, passkey, async (token) => {
    const ticket = { tenant: who.tenant, purpose: 'staff_passkey', token } as const;
    return (await codes.useTicket(app, app.db.query, ticket)) !== undefined;
  });
  return {
    staffId: passkey.staff_id,
    use: async (tx) =>
      counter !== undefined &&
      (await passkeys.noteUse(tx, passkey, { counter, at: app.clock.now() })),
  };
}
