import * as calls from '@portside/contract/line-separation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { withLine } from '../testing/line-life.ts';
import {
  allCodesTexted,
  addDocument,
  askFor,
  proveLine,
  textsTo,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[P05] who asks for a code to a number does not learn that another request did', async () => {
  const { line } = await withLine(app);
  const lines = [{ number: line.mdn, who: 'own' as const }];
  const survivor = await askFor(app, lines);
  await app.anyone.call(calls.textSeparationCode, { token: survivor.token, number: line.mdn });
  const other = await askFor(app, lines);
  for (let tries = 0; tries < 3; tries += 1) {
    app.clock.move(minutes(1));
    // Three an hour for whom nobody was there before.
    await app.anyone.call(calls.textSeparationCode, { token: other.token, number: line.mdn });
  }
});

test('[P05] nobody can keep the one who has the phone from getting a code', async () => {
  const { line } = await withLine(app);
  const lines = [{ number: line.mdn, who: 'own' as const }];
  const stranger = await askFor(app, lines);
  for (let tries = 0; tries < 3; tries += 1) {
    await app.anyone.call(calls.textSeparationCode, { token: stranger.token, number: line.mdn });
    app.clock.move(minutes(1));
  }
  const survivor = await askFor(app, lines);
  await app.anyone.call(calls.textSeparationCode, { token: survivor.token, number: line.mdn });
});

test('[P05] a phone gets three codes an hour and seven a day, three more of whole requests, and nobody is told', async () => {
  const { line } = await withLine(app);
  const lines = [{ number: line.mdn, who: 'own' as const }];
  const before = (await textsTo(app, line.mdn)).length;
  /** Each asks of a request of its own, and is answered the same. */
  const ask = async (times: number, isWhole = false) => {
    for (let asked = 0; asked < times; asked += 1) {
      const { token } = await askFor(app, lines);
      if (isWhole) await addDocument(app, token);
      await app.anyone.call(calls.textSeparationCode, { token, number: line.mdn });
    }
    await allCodesTexted(app);
    return (await textsTo(app, line.mdn)).length - before;
  };
  expect(await ask(4)).toBe(3);
  app.clock.move(hours(1));
  expect(await ask(4)).toBe(6);
  app.clock.move(hours(1));
  expect(await ask(2)).toBe(7);
  expect(await ask(4, true)).toBe(10);
  app.clock.move(hours(23));
  const { token } = await askFor(app, lines);
  expect((await proveLine(app, token, line.mdn)).lines).toMatchObject([{ proven: true }]);
});
