import { setLocks } from '@portside/contract/line-locks';
import { endSafetyPause, viewSafety } from '@portside/contract/safety';
import { endOtherSessions } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, passHours } from '../testing/line-life.ts';
import { secondSteps } from '../testing/second-steps.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

test('[K15] a second step from before the change ends the pause, and the one that began it does not', async () => {
  const { noa, phone, recoveryCodes } = await secondSteps(() => app).withApp();
  const line = await addLine(app, noa);
  const own = { otp: phone.shows() };
  expect((await noa.refusal(endSafetyPause, own)).problem.reason).toBe('no_older_step');
  await passHours(app, 25);
  await noa.call(stepUp, { recoveryCode: recoveryCodes[2] ?? '' });
  await noa.call(endOtherSessions, {});
  expect((await noa.call(viewSafety, {})).pause).toMatchObject({
    why: 'logged_out',
    endsWith: 'app',
  });
  const { problem } = await noa.refusal(setLocks, { id: line.id, sim: false });
  expect(problem.reason).toBe('moves_paused');
  const wrong = await noa.refusal(endSafetyPause, { recoveryCode: 'AAAA-AAAA-AAAA-AAAA' });
  expect(wrong.problem.reason).toBe('recovery_code_wrong');
  await noa.call(endSafetyPause, { recoveryCode: recoveryCodes[0] ?? '' });
  expect(await noa.call(viewSafety, {})).toEqual({ pause: null });
  await noa.call(setLocks, { id: line.id, sim: false });
  const again = await noa.refusal(endSafetyPause, { recoveryCode: recoveryCodes[1] ?? '' });
  expect(again.problem.reason).toBe('not_paused');
});
