import { expect, test } from 'vitest';
import type { CarrierPortIn, OldAccount, PortInRequest } from './carrier-port-ins.ts';
import { ann, type Suite, type Way } from './carrier-world.suite.ts';

export const proof: OldAccount = {
  birthday: '1985-03-14',
  address: '12 Oak Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

export function refOf(portIn: CarrierPortIn): string {
  if (portIn.kind === 'not_created') throw new Error(portIn.raw.text);
  return portIn.ref;
}

let brought = 0;

/** A number's move to a new line. */
export function comes(
  { world }: Suite,
  way: Way,
  change: Partial<PortInRequest> = {},
): PortInRequest {
  brought += 1;
  const { stage } = world();
  return {
    key: `port:${brought}:1`,
    customer: ann,
    msisdn: stage.incoming(way),
    zipCode: stage.zipCodes['5G'],
    oldAccount: { accountNumber: '998877665', pin: '4321' },
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
    line: { key: `brought:${brought}`, planId: stage.plans[0] },
    sim: { simType: 'esim', ...stage.newSim?.() },
    ...change,
  };
}

/** Until it stands so. */
export function becomes<Kind extends CarrierPortIn['kind']>(
  { port, eventually }: Suite,
  ref: string,
  kind: Kind,
): Promise<CarrierPortIn & { kind: Kind }> {
  return eventually(async () => {
    const found = await port().viewPortIn(ref);
    return found.kind === kind ? (found as CarrierPortIn & { kind: Kind }) : undefined;
  });
}

/** Numbers that come. */
export function portInSuite(suite: Suite): void {
  const { world, port, needs, eventually, told } = suite;
  const zip = () => world().stage.zipCodes['5G'];

  test('a number is portable, then it is on its way, then it is here', async () => {
    const asked = comes(suite, 'arrives');
    const { msisdn } = asked;
    const checked = await port().checkPortIn({ msisdn, zipCode: zip() });
    expect(checked).toMatchObject({
      portable: true,
      required: expect.arrayContaining(['billingAccount', 'pinPassword']),
    });
    const first = await port().submitPortIn(asked);
    expect(first.kind).toBe('pending');
    const again = await port().checkPortIn({ msisdn, zipCode: zip() });
    expect(again).toMatchObject({ portable: false, reason: 'pending_elsewhere' });
    const done = await becomes(suite, refOf(first), 'completed');
    expect(done.iccid).not.toBe('');
    expect(await port().viewLine({ msisdn })).toBe('active');
  });

  needs('notices', 'a notice tells of a port-in', async () => {
    const ref = refOf(await port().submitPortIn(comes(suite, 'arrives')));
    const tells = () => told().find((one) => one?.about === 'portin' && one.ref === ref);
    await eventually(async () => tells());
  });

  test('the same key is the same port-in, however often it is sent', async () => {
    const asked = comes(suite, 'arrives');
    const all = [];
    for (let time = 0; time < 3; time += 1) all.push(await port().submitPortIn(asked));
    expect(new Set(all.map(refOf)).size).toBe(1);
    const { key, msisdn, customer } = asked;
    const found = await port().findPortIn({ key, msisdn, customer });
    expect(found && refOf(found)).toBe(all[0] && refOf(all[0]));
  });

  needs(
    'loseNextAnswer',
    '[M07] a port-in whose answer was lost is found by its key, and sent again it is the same',
    async () => {
      const asked = comes(suite, 'arrives');
      world().stage.loseNextAnswer();
      await expect(port().submitPortIn(asked)).rejects.toMatchObject({ outcome: 'unknown' });
      const { key, msisdn, customer } = asked;
      const found = await port().findPortIn({ key, msisdn, customer });
      if (!found) throw new Error('The port-in was not found');
      expect(refOf(await port().submitPortIn(asked))).toBe(refOf(found));
      await becomes(suite, refOf(found), 'completed');
    },
  );

  test('a key that was never used has no port-in', async () => {
    const { key, msisdn, customer } = comes(suite, 'arrives');
    expect(await port().findPortIn({ key, msisdn, customer })).toBeUndefined();
  });

  needs(
    'way required_before',
    '[M07] what the old carrier wants is known before the submit, and its name, where it is',
    async () => {
      const oldAccount = { accountNumber: '998877665', pin: '4321', ...proof };
      const asked = comes(suite, 'required_before', { oldAccount });
      const { msisdn } = asked;
      const checked = await port().checkPortIn({ msisdn, zipCode: zip() });
      if (!checked.portable) throw new Error(checked.reason);
      expect(checked.required).toEqual(
        expect.arrayContaining(['billingAccount', 'pinPassword', 'birthday', 'address']),
      );
      expect(checked.donor).not.toBe('');
      await becomes(suite, refOf(await port().submitPortIn(asked)), 'completed');
    },
  );

  needs(
    'way details_required',
    '[M07] the carrier asks for more after the submit, and goes on once it has that',
    async () => {
      const ref = refOf(await port().submitPortIn(comes(suite, 'details_required')));
      const asks = await becomes(suite, ref, 'details_required');
      expect(asks.required).toEqual(expect.arrayContaining(['birthday', 'address']));
      const subscriber = { firstName: 'Ann', lastName: 'Bee' };
      const oldAccount = { accountNumber: '998877665', pin: '4321', ...proof };
      const update = { key: `more:${ref}`, ref, subscriber, oldAccount };
      expect((await port().updatePortIn(update)).kind).toBe('pending');
      await becomes(suite, ref, 'completed');
    },
  );

  needs('way delayed', 'a delay is told', async () => {
    const ref = refOf(await port().submitPortIn(comes(suite, 'delayed')));
    await becomes(suite, ref, 'delayed');
  });

  needs('cancelPortIn', 'what is canceled stays so, and what is completed is not', async () => {
    const ref = refOf(await port().submitPortIn(comes(suite, 'arrives')));
    expect(await port().cancelPortIn(ref)).toEqual({ kind: 'cancelled', ref });
    await world().pass(60_000);
    expect(await port().viewPortIn(ref)).toEqual({ kind: 'cancelled', ref });
    const done = refOf(await port().submitPortIn(comes(suite, 'arrives')));
    await becomes(suite, done, 'completed');
    expect(await port().cancelPortIn(done)).toMatchObject({ kind: 'completed' });
  });
}
