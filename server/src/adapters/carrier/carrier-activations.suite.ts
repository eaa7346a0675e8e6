import { luhnHolds } from '@portside/contract/card-brands';
import { usDigits } from '@portside/contract/phone';
import { expect, test } from 'vitest';
import { ann, type Suite } from './carrier-world.suite.ts';

/** Numbers and the lines that begin with them. */
export function activationSuite(suite: Suite): void {
  const { world, port, needs, request, activated, eventually } = suite;
  const find = (key: string) => port().findActivation({ key, customer: ann });

  needs('reserveNumber', 'the same key gets the same number, and it is a US number', async () => {
    const near = { key: 'near', zipCode: world().stage.zipCodes['5G'] };
    const { msisdn } = await port().reserveNumber(near);
    expect(usDigits(msisdn)).toBe(msisdn);
    expect(await port().reserveNumber(near)).toEqual({ msisdn });
  });

  needs('reserveNumber', 'twenty buyers at once get twenty numbers, each asked twice', async () => {
    const zipCode = world().stage.zipCodes['5G'];
    const keys = Array.from({ length: 20 }, (_, at) => `crowd:${at}`);
    const asked = await Promise.all(
      [...keys, ...keys].map(async (key) => {
        const { msisdn } = await port().reserveNumber({ key, zipCode });
        return `${key} ${msisdn}`;
      }),
    );
    const pairs = new Set(asked);
    expect(pairs.size).toBe(20);
    expect(new Set([...pairs].map((pair) => pair.split(' ')[1])).size).toBe(20);
  });

  needs('reserveNumber', 'a released number is free again, an activated one is not', async () => {
    const { key, msisdn = '' } = await request();
    const unkept = await request({ msisdn });
    await port().releaseNumber({ key });
    await port().releaseNumber({ key });
    const refused = { kind: 'refused', reason: 'other' };
    expect(await port().activate(unkept)).toMatchObject(refused);
    const { asked, msisdn: taken } = await activated();
    await port().releaseNumber({ key: asked.key });
    const same = { key: asked.key, zipCode: asked.zipCode };
    expect(await port().reserveNumber(same)).toEqual({ msisdn: taken });
  });

  test('[M07] a line whose number the carrier assigns has none at first, and then it has one', async () => {
    const { msisdn: _, ...asked } = await request();
    const first = await port().activate(asked);
    if (first.kind === 'pending') expect(['', undefined]).toContain(first.msisdn);
    const active = await eventually(async () => {
      const found = await port().viewActivation(first.ref);
      return found.kind === 'active' ? found : undefined;
    });
    expect(usDigits(active.msisdn)).toBe(active.msisdn);
    expect(active.iccid).not.toBe('');
    expect(await find(asked.key)).toEqual(active);
    expect(await port().viewLine(active)).toBe('active');
  });

  test('a line is pending at first, then active, with the number that was asked for', async () => {
    const asked = await request();
    const first = await port().activate(asked);
    expect(first.kind).toBe('pending');
    const active = await eventually(async () => {
      const found = await port().viewActivation(first.ref);
      return found.kind === 'active' ? found : undefined;
    });
    if (asked.msisdn) expect(active.msisdn).toBe(asked.msisdn);
    expect(await find(asked.key)).toEqual(active);
  });

  test('the same key is the same activation, however often it is sent', async () => {
    const asked = await request();
    const all = await Promise.all(Array.from({ length: 5 }, () => port().activate(asked)));
    expect(new Set(all.map((one) => one.ref)).size).toBe(1);
    const other = port().activate({ ...asked, planId: world().stage.plans[1] });
    await expect(other).rejects.toThrow(/key/);
  });

  needs(
    'loseNextAnswer',
    '[M07] an activation whose answer was lost is found by its key, and asked again it is the same',
    async () => {
      const asked = await request();
      world().stage.loseNextAnswer();
      await expect(port().activate(asked)).rejects.toMatchObject({ outcome: 'unknown' });
      const found = await find(asked.key);
      expect(found?.kind).not.toBe('refused');
      expect((await port().activate(asked)).ref).toBe(found?.ref);
    },
  );

  test('a key that was never used has no activation', async () => {
    expect(await find('line:none')).toBeUndefined();
  });

  needs('esim', 'an eSIM gets an ICCID with its check digit', async () => {
    const esim = await activated();
    expect(esim.iccid).toMatch(/^89\d{17,18}$/);
    expect(luhnHolds(esim.iccid)).toBe(true);
  });

  test('a card keeps its ICCID', async () => {
    const iccid = world().stage.card('ours');
    expect(await activated({ simType: 'physical', iccid })).toMatchObject({ iccid });
  });

  const stays = (
    what: string,
    need: Parameters<typeof needs>[0],
    reason: string,
    change: () => object,
  ) =>
    needs(need, `${what} is refused, and stays so`, async () => {
      const asked = await request(change());
      const refused = await port().activate(asked);
      expect(refused).toMatchObject({ kind: 'refused', reason });
      await world().pass(5000);
      expect(await port().viewActivation(refused.ref)).toEqual(refused);
    });
  stays('[G05] a SIM in use', 'card in_use', 'sim_in_use', () => {
    return { simType: 'physical', iccid: world().stage.card('in_use') };
  });
  stays('a place without coverage', 'no coverage', 'no_coverage', () => {
    return { zipCode: world().stage.zipCodes.none };
  });
  stays('a phone that was reported lost', 'phone blocked', 'device_blocked', () => {
    return { imei: world().stage.phone('blocked') };
  });

  needs('turn restricted', '[M07] a line that the carrier limits is restricted', async () => {
    const line = await activated();
    await world().stage.turn(line, 'restricted');
    const { ref, msisdn, iccid } = line;
    const restricted = { kind: 'restricted', ref, msisdn, iccid };
    expect(await port().viewActivation(ref)).toEqual(restricted);
    expect(await port().viewLine(line)).toBe('restricted');
  });

  needs('turn ended', '[M07] a line that the carrier ends has ended, and is released', async () => {
    const line = await activated();
    await world().stage.turn(line, 'ended');
    expect(await port().viewActivation(line.ref)).toEqual({ kind: 'ended', ref: line.ref });
    expect(await port().viewLine(line)).toBe('released');
  });
}
