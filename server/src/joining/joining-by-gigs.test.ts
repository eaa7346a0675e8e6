import { confirmEmail } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { listPortIns } from '@portside/contract/port-in';
import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GigsBrand, openGigsBrand } from '../testing/gigs/brand.ts';
import { nextCode } from '../testing/mailbox.ts';
import { bring } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';

let brand: GigsBrand;
beforeAll(async () => {
  brand = await openGigsBrand();
});
afterAll(() => brand.close());

test('[M07] a number that a second account brings comes once to its owner, though Gigs’ answer was lost', async () => {
  const { app, project, server, shop, work, lineWhen } = brand;
  const email = 'brings@twice.example';
  const owner = await newcomer(shop, email);
  await owner.call(confirmEmail, { otp: await nextCode(app, email, /Confirm/) });
  const { token } = await shop.anyone.call(register, {
    firstName: 'Noa',
    lastName: 'Again',
    email,
    regPassword: 'Seagull7!',
    confirmRegPassword: 'Seagull7!',
  });
  const again = shop.with(token);
  const number = project.newNumber();
  project.incoming.set(number, { required: ['accountNumber', 'accountPin'] });
  server.fail(/^POST \/subscriptions$/, 'lost');
  await bring(again, number.slice(2));
  await app.eventually(async () => project.has.subscriptions.length > 0 || undefined);
  const otp = await nextCode(app, email, /already have a Mesa/);
  const joined = await again.call(confirmEmail, { otp });
  const both = shop.with(joined.token ?? '');
  const line = await lineWhen(both, (one) => one.status === 'active');
  expect(line.mdn).toBe(number.slice(2));
  const { portIns } = await both.call(listPortIns, {});
  expect(portIns).toMatchObject([{ status: 'completed' }]);
  await work();
  expect(project.has.portings).toMatchObject([{ phoneNumber: number, status: 'completed' }]);
  expect(project.has.subscriptions).toMatchObject([{ phoneNumber: number, status: 'active' }]);
  expect((await both.call(listLines, {})).lines).toHaveLength(1);
});
