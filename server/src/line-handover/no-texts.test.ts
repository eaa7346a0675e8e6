import { editUser } from '@portside/contract/account';
import { changePassword, stepUp } from '@portside/contract/sign-in';
import { allowTexts, viewTexts } from '@portside/contract/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept, confirmed, offerTo, unlock, withFreeLine } from '../testing/handing-over.ts';
import { passHours, type Noa } from '../testing/line-life.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* Who took a line reads no text of the account that gave it. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function textsTo(number: string): Promise<string[]> {
  await passHours(app, 1);
  const found = await app.fetch(`/sandbox/texts/messages?to=${number}`);
  return ((await found.json()) as { body: string }[]).map(({ body }) => body);
}

async function allow(who: Noa, number: string) {
  await proving(who);
  const { consent } = await who.call(viewTexts, {});
  await who.call(allowTexts, { number, version: consent.version });
}

test.each(['agreed to', 'chosen before', 'contact'] as const)(
  '[P06] [M13] a number that was handed over gets no text of the giver any more: %s',
  async (how) => {
    const { noa, line } = await withFreeLine(app);
    const contact = '6175550142';
    if (how !== 'agreed to') {
      const phoneNumber = `+1${how === 'contact' ? line.mdn : contact}`;
      await noa.call(editUser, { phoneNumber });
    }
    await allow(noa, line.mdn);
    if (how === 'chosen before') await allow(noa, contact);
    const omar = await confirmed(app);
    await proving(noa);
    await offerTo(noa, line.id, omar.email);
    const before = await textsTo(line.mdn);
    let taker = await again(app, omar);
    const id = await accept(taker);
    expect(await textsTo(line.mdn)).toEqual(before);
    const giver = await again(app, noa);
    const own = await giver.call(viewTexts, {});
    expect(own.number).toBe(how === 'chosen before' ? contact : null);
    expect(own.numbers).not.toContain(line.mdn);
    await proving(giver);
    const newPassword = 'Bollard8!';
    const words = { currentPassword: 'Anchor7!', newPassword, confirmNewPassword: newPassword };
    await giver.call(changePassword, words);
    expect(await textsTo(line.mdn)).toEqual(before);
    const { consent } = await giver.call(viewTexts, {});
    await giver.call(stepUp, { password: newPassword });
    const late = await giver.refusal(allowTexts, { number: line.mdn, version: consent.version });
    expect(late.problem.reason).toBe('number_not_yours');
    // The taker's own are theirs to allow, and a line that comes back is the giver's.
    taker = await again(app, omar);
    await allow(taker, line.mdn);
    await unlock(app, id);
    await proving(taker);
    await offerTo(taker, id, noa.email);
    await sql`delete from safety_pauses`.execute(app.app.db.query);
    await giver.call(stepUp, { password: newPassword });
    await accept(giver);
    expect((await giver.call(viewTexts, {})).numbers).toContain(line.mdn);
  },
);
