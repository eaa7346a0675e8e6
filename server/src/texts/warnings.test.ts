import { editUser } from '@portside/contract/account';
import { endLine } from '@portside/contract/line-ending';
import { setLocks } from '@portside/contract/line-locks';
import { changePassword, stepUp } from '@portside/contract/sign-in';
import { allowTexts, viewTexts } from '@portside/contract/texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLine } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const contact = '6175550191';
const former = '6175550192';

const textWith = (words: RegExp, number = contact) =>
  app.eventually(async () => {
    const found = await app.fetch(`/sandbox/texts/messages?to=${number}`);
    const texts = (await found.json()) as { body: string }[];
    return texts.find(({ body }) => words.test(body))?.body;
  });

test('[K15] [K17] [M13] who allowed texts is warned by text of an unlocking, a planned end, a changed account and a pause, with the number and whom to call', async () => {
  const { noa, line } = await withLine(app);
  await noa.call(editUser, { phoneNumber: `+1${contact}` });
  await noa.call(stepUp, { password: 'Anchor7!' });
  const { consent } = await noa.call(viewTexts, {});
  await noa.call(allowTexts, { number: contact, version: consent.version });
  const ends = line.mdn.slice(-4);

  await noa.call(setLocks, { id: line.id, number: false });
  const unlocking = await textWith(/number lock of/);
  expect(unlocking).toMatch(
    new RegExp(
      `^Harbor: The number lock of .*${ends} turns off on .* Not you\\? Call \\(212\\) 555-0100 now\\.$`,
    ),
  );
  await noa.call(endLine, { id: line.id });
  expect(await textWith(/ends on/)).toContain(ends);
  const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
  expect(await textWith(/password of/)).toMatch(/was changed\. Not you\? Call/);
  const paused = await textWith(/stay where they are until/);
  for (const text of [unlocking, paused]) {
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^[\n -~]*$/);
  }
});

test('[I17] [M13] a change of the contact number is told by text at the number from before, where texts were allowed', async () => {
  const { noa } = await withLine(app);
  await noa.call(editUser, { phoneNumber: `+1${former}` });
  await noa.call(stepUp, { password: 'Anchor7!' });
  const { consent } = await noa.call(viewTexts, {});
  await noa.call(allowTexts, { number: former, version: consent.version });
  await noa.call(editUser, { phoneNumber: '+16175550193' });
  const told = await textWith(/contact number/, former);
  expect(told).toBe(
    'Harbor: The contact number of your account was changed. Not you? Call (212) 555-0100 now.',
  );
  const found = await app.fetch('/sandbox/texts/messages?to=6175550193');
  expect(await found.json()).toEqual([]);
});
