import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../../outside-failure.ts';
import { ann } from '../carrier-world.suite.ts';
import { wholesaleCarrier } from './carrier.ts';
import { type WholesaleWorld, wholesaleWorld } from './world.suite.ts';

let world: WholesaleWorld;
beforeAll(async () => {
  world = await wholesaleWorld();
});
afterEach(() => {
  world.server.isDown = false;
  world.server.holds = undefined;
});
afterAll(() => world.close());

const address = {
  streetNumber: '12',
  streetDirection: 'N',
  streetName: 'Oak St',
  streetUnit: '',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

let keys = 0;
const portIn = () => {
  keys += 1;
  return {
    key: `port:${keys}`,
    customer: ann,
    msisdn: world.stage.incoming('arrives'),
    zipCode: '10038',
    oldAccount: { accountNumber: '99887766', pin: '4321' },
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
    address,
    line: { key: `line:${keys}`, planId: 'EBNOVOICE' },
    sim: { simType: 'physical', iccid: world.stage.card('ours') },
  } as const;
};

test('[M08] a port-in is sent as the shape documents it, under our own reference', async () => {
  const asked = portIn();
  const submitted = await world.port.submitPortIn(asked);
  expect(world.server.asked.find((one) => one.requestType === 'portinRequest')).toEqual({
    requestType: 'portinRequest',
    partnerTransactionId: 'ref' in submitted ? submitted.ref : '',
    MSISDN: asked.msisdn,
    sim: asked.sim.iccid,
    eSim: 'N',
    BAN: '',
    imei: '',
    planCode: 'EBNOVOICE',
    subscriber: {
      firstName: 'Ann',
      lastName: 'Bee',
      streetNumber: '12',
      streetType: '',
      streetDirection: 'N',
      streetName: 'Oak St',
      zipCode: '10038',
    },
    old_service_provider: {
      billingAccountNumber: '99887766',
      billingAccountPassword: '4321',
      firstName: 'Ann',
      lastName: 'Bee',
    },
  });
});

test('[M08] the line of a number that came is found by its own key', async () => {
  const asked = portIn();
  await world.port.submitPortIn(asked);
  const lost = { key: asked.line.key, customer: ann };
  expect(await world.port.findActivation(lost)).toMatchObject({ kind: 'pending' });
  await world.pass(30_000);
  expect(await world.port.findActivation(lost)).toMatchObject({
    kind: 'active',
    msisdn: asked.msisdn,
    iccid: asked.sim.iccid,
  });
});

test('[M08] an eSIM is refused and nothing is asked, as its profile would never come', async () => {
  const { length } = world.server.asked;
  const refused = await world.port.activate({
    key: 'line:esim',
    customer: ann,
    zipCode: '10038',
    simType: 'esim',
    planId: 'EBNOVOICE',
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
  });
  expect(refused).toMatchObject({ kind: 'refused', reason: 'other' });
  expect(world.server.asked).toHaveLength(length);
});

test('[M08] two processes at once activate a line once', async () => {
  const other = wholesaleCarrier(world.settings, world.test.world);
  const asked = {
    key: 'line:twice',
    customer: ann,
    zipCode: '10038',
    simType: 'physical' as const,
    iccid: world.stage.card('ours'),
    planId: 'EBNOVOICE',
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
  };
  await Promise.allSettled([world.port.activate(asked), other.activate(asked)]);
  const sent = world.server.asked.filter(
    (one) => one.requestType === 'Activate' && one.sim === asked.iccid,
  );
  expect(sent).toHaveLength(1);
  expect(await other.findActivation(asked)).toMatchObject({ kind: 'active' });
});

test('[M08] while one process activates a line another is told to wait, and asks for nothing', async () => {
  const other = wholesaleCarrier(world.settings, world.test.world);
  const { line, sim, customer, zipCode, subscriber } = portIn();
  const { key, planId } = line;
  const asked = { key, customer, ...sim, planId, zipCode, subscriber };
  const sent = () =>
    world.server.asked.filter((one) => one.requestType === 'Activate' && one.sim === sim.iccid);
  let answer = () => {};
  world.server.holds = new Promise((done) => {
    answer = done;
  });
  const first = world.port.activate(asked);
  await expect.poll(() => sent().length).toBe(1);
  // The second look finds it taken, too.
  for (const _ of [1, 2]) {
    const waits = { service: 'carrier', outcome: 'not_done' };
    await expect(other.activate(asked)).rejects.toMatchObject(waits);
  }
  answer();
  const made = await first;
  expect(await other.activate(asked)).toEqual(made);
  expect(sent()).toHaveLength(1);
});

test('[M08] a card in use is never taken for our own after a first try that was not sent', async () => {
  const asked = {
    key: 'line:in-use',
    customer: ann,
    zipCode: '10038',
    simType: 'physical' as const,
    iccid: world.stage.card('in_use'),
    planId: 'EBNOVOICE',
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
  };
  world.server.isDown = true;
  await expect(world.port.activate(asked)).rejects.toThrow(OutsideFailure);
  world.server.isDown = false;
  const refused = { kind: 'refused', reason: 'sim_in_use' };
  expect(await world.port.activate(asked)).toMatchObject(refused);
});

test('[M08] no error holds the session or the old account', async () => {
  const { token, pin } = world.settings;
  const wrong = wholesaleCarrier({ ...world.settings, token: 'wrong-token' }, world.test.world);
  const asked = portIn();
  const failures: unknown[] = [];
  failures.push(await wrong.submitPortIn(asked).catch((error: unknown) => error));
  world.server.isDown = true;
  failures.push(await world.port.submitPortIn(portIn()).catch((error: unknown) => error));
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(OutsideFailure);
    const { message, cause, stack = '' } = failure as Error;
    const said = [message, String(cause), (cause as Error).stack, stack].join('\n');
    for (const secret of [token, pin, 'wrong-token', '99887766', '4321']) {
      expect(said).not.toContain(secret);
    }
  }
});

test('[M11] the self test says which settings to look at', async () => {
  await world.port.check?.();
  const wrong = wholesaleCarrier({ ...world.settings, token: 'wrong-token' }, world.test.world);
  await expect(wrong.check?.()).rejects.toMatchObject({
    advice: 'The session is refused. Look at WHOLESALE_USER, WHOLESALE_TOKEN and WHOLESALE_PIN',
  });
});

test.each(['Error!!Session not found', 'Error!!User name does not exist'])(
  '[M08] a session that is refused says nothing of a line: %s',
  async (words) => {
    world.server.noSession = words;
    const wrong = wholesaleCarrier({ ...world.settings, token: 'wrong-token' }, world.test.world);
    const line = { lineKey: 'line:none', msisdn: '3475550101' };
    await expect(wrong.viewLine(line)).rejects.toThrow(OutsideFailure);
    await expect(wrong.suspendLine(line)).rejects.toThrow(OutsideFailure);
    await expect(wrong.releaseLine(line)).rejects.toThrow(OutsideFailure);
  },
);

test('[M08] a line whose number another one has by now is over, and that one is left alone', async () => {
  const begin = async () => {
    const { line, sim, customer, zipCode, subscriber } = portIn();
    const { key, planId } = line;
    await world.port.activate({ key, customer, ...sim, planId, zipCode, subscriber, address });
    const made = world.server.account.lines.find((one) => one.sim === sim.iccid);
    if (!made) throw new Error('There is none');
    return { key, line: made };
  };
  const [old, now] = [await begin(), await begin()];
  const { msisdn } = old.line;
  old.line.attStatus = 'Canceled';
  now.line.msisdn = msisdn;
  expect(await world.port.viewLine({ lineKey: old.key, msisdn })).toBe('released');
  expect(await world.port.viewLine({ lineKey: now.key, msisdn })).toBe('active');
  await world.port.releaseLine({ lineKey: old.key, msisdn });
  expect(now.line.attStatus).toBe('Active');
  await world.port.releaseLine({ lineKey: now.key, msisdn });
  expect(now.line.attStatus).toBe('Canceled');
});
