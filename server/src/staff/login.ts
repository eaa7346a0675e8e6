import type {
  staffLogin as staffLoginCall,
  staffLoginCode as staffLoginCodeCall,
  staffStepUp as staffStepUpCall,
} from '@portside/contract/console/staff';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import type { App } from '../app.ts';
import { minutes } from '../clock.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { notFound, refused, type Refused } from '../http/no.ts';
import type { Staff, Visitor } from '../http/who.ts';
import { countGuess } from '../limits/limits.ts';
import { withMinimumTime } from '../sign-in/minimum-time.ts';
import { passwordHolds } from '../sign-in/password.ts';
import { noteTry } from './arrival.ts';
import { checkPasskey } from './passkey-login.ts';
import { openSession, proveSession } from './sessions.ts';
import { checkCode } from './staff-app.ts';
import * as store from './store.ts';

const CHALLENGE_LIVES = minutes(10);

/** Answers alike, and in like time, whether or not somebody works here by that address. */
export function logInByPassword(
  app: App,
  who: Visitor,
  { email, password }: ParsedInputOf<typeof staffLoginCall>,
): Promise<OutputOf<typeof staffLoginCall> | Refused<'wrong_login'>> {
  return withMinimumTime(app, async () => {
    const staff = await store.staffByEmail(app.db.query, who.tenant, normalEmail(email));
    const holds = await passwordHolds(app, staff?.password_hash ?? undefined, password);
    if (!staff || !holds || staff.app_secret === null) {
      if (staff) {
        const tried = { call: 'staffLogin', outcome: 'wrong_login' };
        await noteTry(app, app.db.query, who, staff, tried);
      }
      return refused('wrong_login');
    }
    return app.db.transaction((tx) => issueChallenge(app, tx, who, staff.id));
  });
}

export async function issueChallenge(
  app: App,
  tx: Tx,
  who: Visitor,
  staffId: string,
): Promise<{ challenge: string }> {
  const { token } = await codes.issueTicket(app, tx, {
    tenant: who.tenant,
    purpose: 'staff_login',
    subject: staffId,
    lives: CHALLENGE_LIVES,
    allowsOthers: true,
  });
  return { challenge: token };
}

export async function enterCode(
  app: App,
  who: Visitor,
  { challenge, code }: ParsedInputOf<typeof staffLoginCodeCall>,
): Promise<
  OutputOf<typeof staffLoginCodeCall> | Refused<'code_wrong' | 'code_used' | 'challenge_expired'>
> {
  const ticket = { tenant: who.tenant, purpose: 'staff_login', token: challenge } as const;
  const found = await codes.findTicket(app, app.db.query, ticket);
  if (!found) return refused('challenge_expired');
  const guessed = await countCode(app, who, found.subject);
  const call = 'staffLoginCode';
  return app.db.transaction(async (tx) => {
    const staff = await store.lockStaff(tx, who.tenant, found.subject);
    if (!staff) return refused('challenge_expired');
    const checked = await checkCode(app, tx, staff, code);
    if (checked !== 'holds') {
      await noteTry(app, tx, who, staff, { call, outcome: checked });
      return refused(checked);
    }
    if (!(await codes.useTicket(app, tx, ticket))) return refused('challenge_expired');
    await guessed.forget(tx);
    if (!staff.joined_at) await store.changeStaff(tx, staff.id, { joined_at: app.clock.now() });
    await noteTry(app, tx, who, staff, { call, outcome: 'done' });
    return openSession(app, tx, who, staff);
  });
}

/** Ten guesses an hour, whoever makes them. @throws No `too_often` */
const countCode = (app: App, who: Visitor, staffId: string) =>
  countGuess(app, who, { name: 'staff-code', whose: [staffId], points: 10, minutes: 60 });

export async function stepUp(
  app: App,
  who: Staff,
  { code, passkey }: ParsedInputOf<typeof staffStepUpCall>,
): Promise<OutputOf<typeof staffStepUpCall> | Refused<ReasonOf<typeof staffStepUpCall>>> {
  if (passkey !== undefined) {
    const proof = await checkPasskey(app, who, passkey);
    if (proof?.staffId !== who.staffId) return refused('passkey_unknown');
    return app.db.transaction(async (tx) => {
      if (!(await store.lockStaff(tx, who.tenant, who.staffId))) throw notFound();
      return (await proof.use(tx)) ? proven(app, tx, who) : refused('passkey_unknown');
    });
  }
  const guessed = await countCode(app, who, who.staffId);
  return app.db.transaction(async (tx) => {
    const staff = await store.lockStaff(tx, who.tenant, who.staffId);
    if (!staff) throw notFound();
    const checked = await checkCode(app, tx, staff, code ?? '');
    if (checked !== 'holds') return refused(checked);
    await guessed.forget(tx);
    return proven(app, tx, who);
  });
}

const proven = async (app: App, tx: Tx, who: Staff) => ({
  provenUntil: (await proveSession(app, tx, who)).toISOString(),
});
