import { changePassword, login } from '@portside/contract/sign-in';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp } from '../testing/test-app.ts';

/** A database that lets a login wait between looking at the password and opening the session. */
function pausing() {
  let isPaused = false;
  const arrived = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  const database = (opened: Database): Database => ({
    ...opened,
    async transaction(work) {
      if (isPaused && new Error('Where from').stack?.includes('logIn')) {
        arrived.resolve(undefined);
        await goOn.promise;
      }
      return opened.transaction(work);
    },
  });
  return {
    database,
    pause: () => (isPaused = true),
    arrived: arrived.promise,
    goOn: () => goOn.resolve(undefined),
  };
}

test('[I16] a login with the old password that is under way is refused once the new one is in', async () => {
  const { database, pause, arrived, goOn } = pausing();
  const app = await openTestApp({ overrides: { database } });
  onTestFinished(() => app.close());
  const noa = await newcomer(app);
  const { email } = noa;
  pause();
  const late = app.anyone.refusal(login, { email, password: 'Anchor7!' });
  await arrived;
  await noa.call(changePassword, {
    currentPassword: 'Anchor7!',
    newPassword: 'Lantern8#',
    confirmNewPassword: 'Lantern8#',
  });
  goOn();
  expect((await late).problem.reason).toBe('wrong_login');
});
