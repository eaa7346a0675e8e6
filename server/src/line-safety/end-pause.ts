import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { endSafetyPause as endCall, viewSafety as viewCall } from '@portside/contract/safety';
import { type Person, viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { linesOf } from '../lines/lines.ts';
import { givenTo } from '../lines/members.ts';
import { endPause, lockPause, pauseOf } from '../safety/pauses.ts';
import { noteActivity } from '../sessions/activity.ts';
import { provenPasskey } from '../sign-in/passkey-login.ts';
import { recoveryCodesSince } from '../sign-in/recovery-codes.ts';
import { countAppCode, whyNotProven } from '../sign-in/second-step.ts';
import { say } from '../words/say.ts';

type Pause = NonNullable<Awaited<ReturnType<typeof pauseOf>>>;

/** Of somebody with a line, or who was given one (P04). */
export async function viewSafety(app: App, who: Customer): Promise<OutputOf<typeof viewCall>> {
  const pause = await pauseOf(app, app.db.query, who);
  if (!pause) return { pause: null };
  const lines = await linesOf(app, who);
  const given = await givenTo(app.db.query, who);
  if (given.length === 0 && !lines.some(({ status }) => status !== 'ended')) return { pause: null };
  const { began_at: began, until, why, stopped } = pause;
  const person = await viewPerson(app.db.query, who);
  return {
    pause: {
      began: began.toISOString(),
      until: until.toISOString(),
      why,
      stopped: [...stopped],
      endsWith: olderStep(person, pause) ?? null,
    },
  };
}

/** Before the change: whoever made that may have prepared it. */
const OLDER = days(1);

const isOlder = (since: Date | undefined, { began_at }: Pause) =>
  since !== undefined && later(since, OLDER) < began_at;

/** Who had only the password, or the mailbox, did not have that. */
const olderStep = ({ secondStep, secondStepSince }: Person, pause: Pause) =>
  isOlder(secondStepSince, pause) ? secondStep : undefined;

/** @throws No `too_often` */
export async function endSafetyPause(
  app: App,
  who: Customer,
  { otp, passkey: answer, recoveryCode }: ParsedInputOf<typeof endCall>,
): Promise<OutputOf<typeof endCall> | Refused<ReasonOf<typeof endCall>>> {
  const passkey = answer && (await provenPasskey(app, who, answer));
  const guess =
    otp === undefined
      ? undefined
      : await countAppCode(app, who, {
          name: 'second-step-inside',
          whose: [who.customerId],
          points: 10,
          minutes: 60,
        });
  return app.db.transaction(async (tx) => {
    const pause = await lockPause(app, tx, who);
    if (!pause) return refused('not_paused');
    const person = await viewPerson(tx, who);
    if (!olderStep(person, pause)) return refused('no_older_step');
    if (passkey && !isOlder(passkey.created_at, pause)) return refused('no_older_step');
    if (recoveryCode !== undefined) {
      const since = await recoveryCodesSince(tx, who, person.secondStepSince);
      if (!isOlder(since, pause)) return refused('no_older_step');
    }
    const no = await whyNotProven(app, tx, who, { otp, passkey, recoveryCode });
    if (no) return no;
    await guess?.forget(tx);
    await endPause(app, tx, who);
    await noteActivity(app, tx, who, 'moves_resumed');
    return { message: say(who.language, 'Your numbers and SIMs can be moved again.') };
  });
}
