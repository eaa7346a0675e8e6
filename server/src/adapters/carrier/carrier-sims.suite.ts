import { expect, test } from 'vitest';
import type { SimChange, SimChangeRequest } from './carrier-sims.ts';
import type { ActivationRequest } from './carrier.ts';
import type { CarrierBench } from './carrier.suite.ts';

const days = (n: number) => n * 24 * 60 * 60_000;

/** What every carrier adapter keeps of SIM changes; part of the carrier suite. */
export function simSuite(
  bench: () => CarrierBench,
  request: () => Promise<ActivationRequest>,
): void {
  let changes = 0;
  const pass = (milliseconds: number) => bench().pass(milliseconds);

  /** A line on an eSIM that is in a phone, and a request to move it. */
  async function onEsim(change: Partial<SimChangeRequest> = {}) {
    const { port } = bench();
    const asked = await request();
    const active = await port.activate(asked);
    if (active.kind === 'refused') throw new Error(active.reason);
    for (const wait of [5000, 130_000, 6000, 6000]) await pass(wait);
    changes += 1;
    const moving: SimChangeRequest = {
      key: `sim:${changes}`,
      msisdn: asked.msisdn,
      oldIccid: active.iccid,
      simType: 'esim',
      ...change,
    };
    return { moving, oldIccid: active.iccid };
  }
  const stateOf = async (iccid: string) => (await bench().port.viewEsim(iccid))?.state;
  const iccidOf = (change: SimChange) => {
    if (!('iccid' in change)) throw new Error(`The SIM change is ${change.kind}`);
    return change.iccid;
  };

  test('[K14] the old eSIM works until the new one does, then its code is nothing any more', async () => {
    const { port } = bench();
    const { moving, oldIccid } = await onEsim();
    const first = await port.changeSim(moving);
    expect(first.kind).toBe('pending');
    expect(iccidOf(first)).toMatch(/^890141\d{13}$/);
    expect(iccidOf(first)).not.toBe(oldIccid);
    expect(await stateOf(oldIccid)).toBe('enabled');
    const notices = [...(await pass(5000)), ...(await pass(5000))];
    const told = notices.map((one) => port.readNotice(one.headers, one.body));
    expect(told).toContainEqual(expect.objectContaining({ about: 'simchange', ref: first.ref }));
    expect(await port.findSimChange(moving.key)).toEqual({ ...first, kind: 'active' });
    expect(await port.viewEsim(oldIccid)).toEqual({ state: 'deleted', activationCode: '' });
    const profile = await port.viewEsim(iccidOf(first));
    expect(profile?.state).toBe('ready');
    expect(profile?.activationCode).toMatch(/^LPA:1\$/);
    expect(await port.viewLine({ msisdn: moving.msisdn })).toBe('active');
  });

  test('[K14] the same key is the same SIM change, however often it is sent', async () => {
    const { port } = bench();
    const { moving } = await onEsim();
    const all = await Promise.all(Array.from({ length: 10 }, () => port.changeSim(moving)));
    expect(new Set(all.map((one) => one.ref)).size).toBe(1);
    await expect(port.changeSim({ ...moving, msisdn: '9075550199' })).rejects.toThrow(/key/);
  });

  test('[K14] after a lost answer the change is there, and asked again it is the same', async () => {
    const { port } = bench();
    const iccid = '8901410000000008886';
    const { moving } = await onEsim({ simType: 'physical', iccid });
    await expect(port.changeSim(moving)).rejects.toMatchObject({ outcome: 'unknown' });
    const found = await port.findSimChange(moving.key);
    expect(found).toMatchObject({ kind: 'pending', iccid });
    expect(await port.changeSim(moving)).toEqual(found);
  });

  test.each([
    ['8901410000000008887', 'other'],
    ['8901410000000000039', 'sim_in_use'],
  ])(
    '[K14] the change to the card %s is refused (%s), and the old SIM works on',
    async (iccid, reason) => {
      const { port } = bench();
      const { moving, oldIccid } = await onEsim({ simType: 'physical', iccid });
      const refused = await port.changeSim(moving);
      expect(refused).toMatchObject({ kind: 'refused', reason });
      await pass(5000);
      expect(await port.findSimChange(moving.key)).toEqual(refused);
      expect(await stateOf(oldIccid)).toBe('enabled');
    },
  );

  test('[K14] a mailed card is pending until it is in a phone', async () => {
    const { port } = bench();
    const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
    const { moving, oldIccid } = await onEsim({ simType: 'physical', shipping });
    const mailed = await port.changeSim(moving);
    await pass(days(1));
    expect(await port.findSimChange(moving.key)).toEqual(mailed);
    expect(mailed.kind).toBe('pending');
    expect(await stateOf(oldIccid)).toBe('enabled');
    await pass(days(3));
    expect(await port.findSimChange(moving.key)).toEqual({ ...mailed, kind: 'active' });
    expect(await stateOf(oldIccid)).toBe('deleted');
  });

  test('[K14] a change that is stopped stays so, and one that is active is not stopped', async () => {
    const { port } = bench();
    const { moving, oldIccid } = await onEsim();
    const pending = await port.changeSim(moving);
    const stopped = { kind: 'cancelled', ref: pending.ref };
    expect(await port.cancelSimChange(moving.key)).toEqual(stopped);
    expect(await port.cancelSimChange(moving.key)).toEqual(stopped);
    await pass(5000);
    expect(await port.findSimChange(moving.key)).toEqual(stopped);
    expect(await stateOf(oldIccid)).toBe('enabled');
    expect(await stateOf(iccidOf(pending))).toBe('deleted');
    const done = await onEsim();
    await port.changeSim(done.moving);
    await pass(5000);
    expect(await port.cancelSimChange(done.moving.key)).toMatchObject({ kind: 'active' });
  });

  test('[K14] a change that was stopped before the carrier saw it never begins', async () => {
    const { port } = bench();
    const { moving, oldIccid } = await onEsim();
    expect(await port.findSimChange(moving.key)).toBeUndefined();
    expect(await port.cancelSimChange(moving.key)).toMatchObject({ kind: 'cancelled' });
    expect(await port.changeSim(moving)).toMatchObject({ kind: 'cancelled' });
    await pass(5000);
    expect(await stateOf(oldIccid)).toBe('enabled');
  });

  test('[K14] a stopped line may get a new SIM, and stays stopped', async () => {
    const { port } = bench();
    const { moving } = await onEsim();
    const line = { msisdn: moving.msisdn };
    await port.suspendLine(line);
    await port.changeSim(moving);
    await pass(5000);
    expect(await port.findSimChange(moving.key)).toMatchObject({ kind: 'active' });
    expect(await port.viewLine(line)).toBe('suspended');
  });
}
