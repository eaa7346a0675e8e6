import { blockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { viewLineHealth } from '@portside/contract/line-health';
import { listLines } from '@portside/contract/lines';
import { setLocks } from '@portside/contract/line-locks';
import { listNeeds } from '@portside/contract/needs';
import { changeNumber } from '@portside/contract/number-change';
import { listActivity } from '@portside/contract/sessions';
import { stepUp } from '@portside/contract/sign-in';
import { replaceSim, stopReplacement } from '@portside/contract/sim-replacement';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { passHours, withLine, type Noa } from '../testing/line-life.ts';
import { withOpenSim } from '../testing/new-sim.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());
afterEach(() => carrier('none'));

const carrier = (mode: string) =>
  app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
const kinds = async (noa: Noa) =>
  (await noa.call(listActivity, {})).activity.map(({ kind }) => kind);
const subjects = async (noa: Noa, like: RegExp) =>
  (await app.emails(noa.email, 0)).map((one) => one.subject).filter((one) => like.test(one));

/** In the list of what needs the customer, and in the health check. */
async function saidLate(noa: Noa, id: string): Promise<[string | undefined, string | undefined]> {
  const { needs } = await noa.call(listNeeds, {});
  const { findings } = await noa.call(viewLineHealth, { id });
  const late = findings.filter(({ code }) => code === 'change_late' || code === 'sim');
  expect(late.length).toBeLessThan(2);
  return [
    needs.find(({ code }) => code === 'change_late')?.message,
    late.find(({ code }) => code === 'change_late')?.message,
  ];
}

test('[K14] a new SIM that the network is late with is told on page, tile and health check, by email and in the activity', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'esim' });
  expect(await view(noa, id)).not.toHaveProperty('networkChange');
  await carrier('down');
  await passHours(app, 1);
  const late = await view(noa, id);
  expect(late).toMatchObject({
    sim: { state: 'under_way' },
    networkChange: { asked: 'new_sim', isLate: true },
  });
  expect((await noa.call(listLines, {})).lines[0]?.networkChange).toEqual(late.networkChange);
  const sentence =
    'The network hasn’t moved your line to its new SIM yet. We keep trying. If you can’t wait, call us: (';
  const [need, finding] = await saidLate(noa, id);
  expect(need).toContain(sentence);
  expect(finding).toBe(need);
  const { text } = await emailWhen(app, noa.email, /isn’t on its new SIM yet$/);
  expect(text).toContain('Keep the SIM you have in your phone');
  expect(text).toContain('call us: (');
  expect(await kinds(noa)).toContain('sim_change_late');
  expect(await kinds(noa)).not.toContain('sim_changed');

  await carrier('none');
  await passHours(app, 1);
  expect(await view(noa, id)).not.toHaveProperty('networkChange');
  expect(await saidLate(noa, id)).toEqual([undefined, undefined]);
  await emailWhen(app, noa.email, /is on its new SIM$/);
  expect((await kinds(noa)).slice(0, 2)).toEqual(['sim_changed', 'sim_change_late']);
  expect(await subjects(noa, /new SIM yet$/)).toHaveLength(1);
});

test('[K14] a SIM change that is to be stopped, and that the network is late with, says that it may still happen', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'esim' });
  await carrier('down');
  await passHours(app, 1);
  await noa.call(stopReplacement, { id });
  expect((await view(noa, id)).networkChange).toMatchObject({ asked: 'stop_sim', isLate: false });
  await passHours(app, 1);
  expect((await view(noa, id)).networkChange).toMatchObject({ asked: 'stop_sim', isLate: true });
  expect((await saidLate(noa, id))[0]).toContain(
    'The network hasn’t stopped the SIM change of your line yet, so it may still happen.',
  );
  const { text } = await emailWhen(app, noa.email, /SIM change of .* isn’t stopped yet$/);
  expect(text).toContain('call us: (');
  await carrier('none');
  await passHours(app, 1);
  expect(await view(noa, id)).not.toHaveProperty('networkChange');
});

test('[K18] [K13] a new number that the network is late with is told, beside a block that is late as well', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await noa.call(setLocks, { id, number: false });
  await passHours(app, 1);
  await noa.call(stepUp, { password: 'Anchor7!' });
  await carrier('down');
  const { message } = await noa.call(changeNumber, { id, zipCode: '94105' });
  expect(message).toContain('We’ll email you as soon as you have the new one');
  expect((await view(noa, id)).networkChange).toMatchObject({ asked: 'new_number', isLate: false });
  expect(await kinds(noa)).toContain('number_change_asked');
  await noa.call(blockLine, { id });
  await passHours(app, 1);
  expect(await view(noa, id)).toMatchObject({
    network: { asked: 'block', isLate: true },
    networkChange: { asked: 'new_number', isLate: true },
  });
  expect((await saidLate(noa, id))[0]).toContain('hasn’t given your line its new number yet');
  const { text } = await emailWhen(app, noa.email, /new number isn’t ready yet$/);
  expect(text).toContain('call us: (');
  await emailWhen(app, noa.email, /isn’t blocked yet$/);
  const late = await kinds(noa);
  expect(late).toEqual(expect.arrayContaining(['number_change_late', 'line_block_late']));
  expect(await subjects(noa, /Your number is now/)).toEqual([]);

  await carrier('none');
  await passHours(app, 1);
  await emailWhen(app, noa.email, /Your number is now/);
  const done = await view(noa, id);
  expect(done.mdn).not.toBe(mdn);
  expect(done).not.toHaveProperty('networkChange');
  expect(await subjects(noa, /isn’t ready yet$/)).toHaveLength(1);
});

test('[K14] [K18] what the network does in time is never called late', async () => {
  const { noa, line } = await withOpenSim(app);
  const { id } = line;
  await noa.call(replaceSim, { id, simType: 'esim' });
  await passHours(app, 1);
  expect((await view(noa, id)).sim?.state).toBe('done');
  await noa.call(setLocks, { id, number: false });
  await passHours(app, 1);
  await noa.call(stepUp, { password: 'Anchor7!' });
  await noa.call(changeNumber, { id, zipCode: '94105' });
  await passHours(app, 1);
  expect(await view(noa, id)).not.toHaveProperty('networkChange');
  expect(await subjects(noa, /yet$/)).toEqual([]);
  const told = await kinds(noa);
  expect(told.filter((kind) => kind.endsWith('_late'))).toEqual([]);
  expect(told).toEqual(expect.arrayContaining(['sim_changed', 'number_changed']));
});
