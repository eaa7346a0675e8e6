import { expect, test } from 'vitest';
import { phoneFacts, type Phone, type Suite } from './carrier-world.suite.ts';

/** A line that is there, and what is known of places, phones and cards. */
export function lineSuite({ world, port, needs, activated }: Suite): void {
  needs(
    'suspendLine',
    'a line is stopped and works again; asked again, it is the same',
    async () => {
      const line = await activated();
      expect(await port().viewLine(line)).toBe('active');
      for (const [tell, state] of [
        ['suspendLine', 'suspended'],
        ['resumeLine', 'active'],
      ] as const) {
        await port()[tell](line);
        await port()[tell](line);
        expect(await port().viewLine(line)).toBe(state);
      }
    },
  );

  test('a line that was given up stays so', async () => {
    const line = await activated();
    await port().releaseLine(line);
    await port().releaseLine(line);
    expect(await port().viewLine(line)).toBe('released');
    if (!port().can.has('suspendLine')) return;
    await port().resumeLine(line);
    expect(await port().viewLine(line)).toBe('released');
  });

  needs('outages', 'no outage is known where there is none', async () => {
    const zipCode = world().stage.zipCodes['5G'];
    expect(await port().viewOutage({ zipCode })).toBeNull();
  });

  needs('coverage', 'the network at a place, none for what is no place', async () => {
    const { zipCodes } = world().stage;
    for (const network of ['5G', '4G', 'none'] as const) {
      expect(await port().coverage(zipCodes[network])).toBe(network);
    }
    expect(await port().coverage('1003')).toBe('none');
    expect(await port().coverage('not a ZIP')).toBe('none');
  });

  for (const phone of ['fine', 'no_esim', 'locked', 'blocked'] satisfies Phone[]) {
    const control = phone === 'fine' ? [] : [`phone ${phone}` as const];
    needs(['checkDevice', ...control], `what is known of a phone: ${phone}`, async () => {
      const facts = await port().checkDevice(world().stage.phone(phone));
      expect(facts).toEqual(phoneFacts[phone]);
    });
  }

  test('[G05] a card of the carrier is known', async () => {
    const known = { ours: true, inUse: false };
    expect(await port().checkSim(world().stage.card('ours'))).toEqual(known);
  });
  needs('card in_use', '[G05] a card that is in use is known', async () => {
    const inUse = { ours: true, inUse: true };
    expect(await port().checkSim(world().stage.card('in_use'))).toEqual(inUse);
  });
  needs('card foreign', '[G05] another carrier’s card is not ours', async () => {
    const foreign = { ours: false, inUse: false };
    expect(await port().checkSim(world().stage.card('foreign'))).toEqual(foreign);
  });
}
