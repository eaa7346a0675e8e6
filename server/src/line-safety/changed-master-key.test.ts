import { changePassword, denyChange } from '@portside/contract/sign-in';
import { replaceSim, viewReplacement } from '@portside/contract/sim-replacement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextLinkToken } from '../testing/mailbox.ts';
import { withOpenSim } from '../testing/new-sim.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };

test('[K14] links to deny a change hold until they end, also after the master key was changed', async () => {
  const { noa, line } = await withOpenSim(app);
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  const denial = await nextLinkToken(app, noa.email, /gets a new SIM on/);
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  const notMe = await nextLinkToken(app, noa.email, /password was changed/);
  const { database, masterKeys, seed } = app.app.config;
  const newKey = Buffer.alloc(32, 7).toString('base64');
  const rotated = await openTestApp({
    config: { database, seed, masterKeys: [newKey, ...masterKeys] },
  });
  try {
    expect(await rotated.anyone.call(viewReplacement, { token: denial })).toMatchObject({
      numberEnd: line.mdn.slice(-4),
    });
    const { resetToken } = await rotated.anyone.call(denyChange, { token: notMe });
    expect(resetToken).toBeDefined();
  } finally {
    await rotated.close();
  }
});
