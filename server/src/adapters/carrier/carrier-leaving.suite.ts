import { expect, test } from 'vitest';
import type { CarrierBench } from './carrier.suite.ts';

/** A number that goes to another carrier: our side of it. */
export function carrierLeavingSuite(
  bench: () => CarrierBench,
  activated: () => Promise<{ msisdn: string }>,
): void {
  test('[K16] a transfer PIN is set, replaced and ended, each also again after a lost answer', async () => {
    const { port } = bench();
    const line = await activated();
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    // Ended before it was ever set: a lost answer may come in any order.
    await port.endTransferPin(line);
    for (const transferPin of ['111111', '222222']) {
      const pin = { ...line, accountNumber: '1234567890', transferPin, expiresAt };
      await port.setTransferPin(pin);
      await port.setTransferPin(pin);
    }
    await port.endTransferPin(line);
    await port.endTransferPin(line);
    const since = await port.portOutsSince(new Date(0));
    expect(since.filter((one) => one.msisdn === line.msisdn)).toEqual([]);
  });

  test('[K18] a number is changed once for each key, and the line stays what it is', async () => {
    const { port } = bench();
    const line = await activated();
    await port.suspendLine(line);
    const asked = { ...line, key: `change:${line.msisdn}`, zipCode: '94105' };
    const [first, second] = await Promise.all([port.changeNumber(asked), port.changeNumber(asked)]);
    expect(first).toEqual(second);
    // Again after a lost answer.
    expect(await port.changeNumber(asked)).toEqual(first);
    if (first.kind !== 'changed') throw new Error('The number was not changed');
    expect(first.msisdn).not.toBe(line.msisdn);
    expect(await port.viewLine({ msisdn: first.msisdn })).toBe('suspended');
    expect(await port.viewLine(line)).toBe('released');
    const nowhere = { ...line, key: `nowhere:${line.msisdn}`, zipCode: '00000' };
    expect((await port.changeNumber(nowhere)).kind).toBe('refused');
  });
}
