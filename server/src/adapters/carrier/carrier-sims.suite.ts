import { expect } from 'vitest';
import type { SimChange, SimChangeRequest } from './carrier-sims.ts';
import type { Suite } from './carrier-world.suite.ts';

const days = (n: number) => n * 24 * 60 * 60_000;

/** A line’s change of SIM. */
export function simSuite({ world, port, needs, activated, eventually, told }: Suite): void {
  let changes = 0;

  /** A line on an eSIM that is in a phone, and a request to move it. */
  async function onEsim(change: Partial<SimChangeRequest> = {}) {
    const { msisdn, iccid: oldIccid } = await activated();
    await eventually(async () => (await stateOf(oldIccid)) === 'enabled' || undefined);
    changes += 1;
    const key = `sim:${changes}`;
    const moving: SimChangeRequest = { key, msisdn, oldIccid, simType: 'esim', ...change };
    return { moving, oldIccid };
  }
  const stateOf = async (iccid: string) => (await port().viewEsim(iccid))?.state;
  const iccidOf = (change: SimChange) => {
    if (!('iccid' in change)) throw new Error(`The SIM change is ${change.kind}`);
    return change.iccid;
  };
  const becomes = (change: SimChangeRequest, kind: SimChange['kind']) =>
    eventually(async () => {
      const found = await port().findSimChange(change);
      return found?.kind === kind ? found : undefined;
    });
  const change = ['changeSim', 'eSIM states'] as const;

  needs(
    change,
    '[K14] the old eSIM works until the new one does, then its code is nothing any more',
    async () => {
      const { moving, oldIccid } = await onEsim();
      const first = await port().changeSim(moving);
      expect(first.kind).toBe('pending');
      expect(iccidOf(first)).not.toBe(oldIccid);
      expect(await stateOf(oldIccid)).toBe('enabled');
      expect(await becomes(moving, 'active')).toEqual({ ...first, kind: 'active' });
      expect(await port().viewEsim(oldIccid)).toEqual({ state: 'deleted', activationCode: '' });
      const profile = await port().viewEsim(iccidOf(first));
      expect(profile?.activationCode).toMatch(/^LPA:1\$/);
      expect(await port().viewLine(moving)).toBe('active');
    },
  );

  needs([...change, 'notices'], '[K14] a notice tells of a SIM change', async () => {
    const { moving } = await onEsim();
    const { ref } = await port().changeSim(moving);
    const tells = () => told().find((one) => one?.about === 'simchange' && one.ref === ref);
    await eventually(async () => tells());
  });

  needs(change, '[K14] the same key is the same SIM change, however often it is sent', async () => {
    const { moving } = await onEsim();
    const all = await Promise.all(Array.from({ length: 5 }, () => port().changeSim(moving)));
    expect(new Set(all.map((one) => one.ref)).size).toBe(1);
    await expect(port().changeSim({ ...moving, msisdn: '9075550199' })).rejects.toThrow(/key/);
  });

  needs(
    [...change, 'loseNextAnswer'],
    '[K14] after a lost answer the change is there, and asked again it is the same',
    async () => {
      const iccid = world().stage.card('ours');
      const { moving } = await onEsim({ simType: 'physical', iccid });
      world().stage.loseNextAnswer();
      await expect(port().changeSim(moving)).rejects.toMatchObject({ outcome: 'unknown' });
      const found = await port().findSimChange(moving);
      expect(found).toMatchObject({ kind: 'pending', iccid });
      expect(await port().changeSim(moving)).toEqual(found);
    },
  );

  for (const [card, reason] of [
    ['refused', 'other'],
    ['in_use', 'sim_in_use'],
  ] as const) {
    needs(
      [...change, `card ${card}`],
      `[K14] the change to a card that is ${card} is refused (${reason}), and the old SIM works on`,
      async () => {
        const iccid = world().stage.card(card);
        const { moving, oldIccid } = await onEsim({ simType: 'physical', iccid });
        const refused = await port().changeSim(moving);
        expect(refused).toMatchObject({ kind: 'refused', reason });
        await world().pass(5000);
        expect(await port().findSimChange(moving)).toEqual(refused);
        expect(await stateOf(oldIccid)).toBe('enabled');
      },
    );
  }

  needs(
    [...change, 'mailSim'],
    '[K14] a mailed card is pending until it is in a phone',
    async () => {
      const { moving, oldIccid } = await onEsim();
      const shipping = { addressOne: '1 Main St', city: 'New York', state: 'NY', zipCode: '10038' };
      const { key, msisdn } = moving;
      const mailed = await port().mailSim({ key, msisdn, oldIccid, shipping });
      await world().pass(days(1));
      expect(await port().findSimChange(moving)).toEqual(mailed);
      expect(mailed.kind).toBe('pending');
      expect(await stateOf(oldIccid)).toBe('enabled');
      await world().pass(days(3));
      expect(await becomes(moving, 'active')).toEqual({ ...mailed, kind: 'active' });
      expect(await stateOf(oldIccid)).toBe('deleted');
    },
  );

  needs(
    change,
    '[K14] a change that is stopped stays so, and one that is active is not stopped',
    async () => {
      const { moving, oldIccid } = await onEsim();
      const pending = await port().changeSim(moving);
      const stopped = { kind: 'cancelled', ref: pending.ref };
      expect(await port().cancelSimChange(moving)).toEqual(stopped);
      expect(await port().cancelSimChange(moving)).toEqual(stopped);
      await world().pass(5000);
      expect(await port().findSimChange(moving)).toEqual(stopped);
      expect(await stateOf(oldIccid)).toBe('enabled');
      expect(await stateOf(iccidOf(pending))).toBe('deleted');
      const done = await onEsim();
      await port().changeSim(done.moving);
      await becomes(done.moving, 'active');
      expect(await port().cancelSimChange(done.moving)).toMatchObject({ kind: 'active' });
    },
  );

  needs(
    change,
    '[K14] a change that was stopped before the carrier saw it never begins',
    async () => {
      const { moving, oldIccid } = await onEsim();
      expect(await port().findSimChange(moving)).toBeUndefined();
      expect(await port().cancelSimChange(moving)).toMatchObject({ kind: 'cancelled' });
      expect(await port().changeSim(moving)).toMatchObject({ kind: 'cancelled' });
      await world().pass(5000);
      expect(await stateOf(oldIccid)).toBe('enabled');
    },
  );

  needs(
    [...change, 'suspendLine'],
    '[K14] a stopped line may get a new SIM, and stays stopped',
    async () => {
      const { moving } = await onEsim();
      await port().suspendLine(moving);
      await port().changeSim(moving);
      await becomes(moving, 'active');
      expect(await port().viewLine(moving)).toBe('suspended');
    },
  );
}
