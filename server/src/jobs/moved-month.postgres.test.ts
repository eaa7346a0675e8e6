import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { expect, test } from 'vitest';
import { seedPlans } from '../seed/plans.ts';
import { addLine, passDays, withLine } from '../testing/line-life.ts';
import { openTestApp } from '../testing/test-app.ts';
import { watchStatements } from '../testing/watched-statements.ts';

/** By count, as a busy machine takes any time. */
const STOPS = 25;
const STATEMENTS = 830;

test('30 days with three lines are few stops and few statements', async () => {
  const app = await openTestApp({ config: { seed: 'none' } });
  for (const brand of app.app.brands.all) await seedPlans(app.app, brand);
  const { noa, line } = await withLine(app);
  await addLine(app, noa);
  await addLine(app, noa);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  const seen = watchStatements();
  await passDays(app, 30);
  const all = seen().map(({ text }) => text);
  // What is looked for by the clock on the wall is as much as the machine is slow.
  const texts = all.filter((text) => !/pgboss|sandbox_|"(?:brand_settings|notices)"/.test(text));
  const stops = all.filter((text) => text.includes('insert into sandbox_clock'));
  const looks = all.filter((text) => text.includes('waiting.runnable'));
  await app.close();
  expect(stops.length).toBeGreaterThan(5);
  expect(stops.length).toBeLessThan(STOPS);
  expect(texts.length).toBeLessThan(STATEMENTS);
  expect(looks.length).toBeLessThan(2 * stops.length);
});
