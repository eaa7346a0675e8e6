import { changePassword, login } from '@portside/contract/sign-in';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp } from '../testing/test-app.ts';

/** A database whose next transaction can be held up before it begins. */
function latched() {
  let isClosed = false;
  const reached = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  const database = (db: Database): Database => ({
    ...db,
    async transaction(work) {
      if (isClosed) {
        isClosed = false;
        reached.resolve(undefined);
        await opened.promise;
      }
      return db.transaction(work);
    },
  });
  return {
    database,
    close: () => (isClosed = true),
    reached: reached.promise,
    open: () => opened.resolve(undefined),
  };
}

test('[I16] a login with the old password that is under way is refused once the new one is in', async () => {
  const latch = latched();
  // Without jobs and without anybody's port-in, only calls begin transactions.
  const app = await openTestApp({
    config: { roles: new Set(['api']), seed: 'none' },
    overrides: { database: latch.database },
  });
  onTestFinished(() => app.close());
  const noa = await newcomer(app);
  const { email } = noa;
  latch.close();
  const late = app.anyone.refusal(login, { email, password: 'Anchor7!' });
  // The password was right: a login begins its transaction to open the session.
  await latch.reached;
  await noa.call(changePassword, {
    currentPassword: 'Anchor7!',
    newPassword: 'Lantern8#',
    confirmNewPassword: 'Lantern8#',
  });
  latch.open();
  expect((await late).problem.reason).toBe('wrong_login');
});
