import { expect } from 'vitest';
import type { NumberVerbs } from './carrier-numbers.ts';
import type { Suite } from './carrier-world.suite.ts';

/** A number that goes to another carrier, or is given up for a new one. */
export function leavingSuite({ world, port, needs, activated, eventually }: Suite): void {
  needs(
    ['transferPin', 'portOuts'],
    '[K16] a transfer PIN is set, replaced and ended, each also again after a lost answer',
    async () => {
      const line = await activated();
      const { msisdn } = line;
      const expiresAt = new Date('2099-01-01T00:00:00Z');
      // Ended before it was ever set: a lost answer may come in any order.
      await port().endTransferPin(line);
      for (const transferPin of ['111111', '222222']) {
        const pin = { msisdn, accountNumber: '1234567890', transferPin, expiresAt };
        await port().setTransferPin(pin);
        await port().setTransferPin(pin);
      }
      await port().endTransferPin(line);
      await port().endTransferPin(line);
      const since = await port().portOutsSince(new Date(0));
      expect(since.filter((one) => one.msisdn === msisdn)).toEqual([]);
    },
  );

  needs(
    ['issueTransferPin', 'loseNextAnswer'],
    '[K16] [M07] a transfer PIN of the carrier is one for each key, also at once and after a lost answer',
    async () => {
      const { msisdn } = await activated();
      const asked = { key: `pin:${msisdn}`, msisdn };
      world().stage.loseNextAnswer();
      await expect(port().issueTransferPin(asked)).rejects.toMatchObject({ outcome: 'unknown' });
      const issued = () =>
        eventually(async () => {
          const answer = await port().issueTransferPin(asked);
          return answer.kind === 'pending' ? undefined : answer;
        });
      const [first, second] = await Promise.all([issued(), issued()]);
      if (first.kind !== 'issued') throw new Error('No PIN was issued');
      expect(first.transferPin).toMatch(/^\d{4,}$/);
      expect(first.expiresAt ?? new Date('2099-01-01')).toBeInstanceOf(Date);
      expect(second).toEqual(first);
      expect(await issued()).toEqual(first);
      const others = { key: asked.key, msisdn: '2125550199' };
      await expect(port().issueTransferPin(others)).rejects.toThrow(/another request/);
    },
  );

  const changed = (asked: Parameters<NumberVerbs['changeNumber']>[0]) =>
    eventually(async () => {
      const answer = await port().changeNumber(asked);
      return answer.kind === 'pending' ? undefined : answer;
    });

  needs(
    'changeNumber',
    '[K18] a number is changed once for each key, and the line stays what it is',
    async () => {
      const line = await activated();
      const { msisdn } = line;
      const { changesStopped } = world().stage;
      if (port().can.has('suspendLine') && changesStopped !== false) await port().suspendLine(line);
      const state = await port().viewLine(line);
      const { zipCodes } = world().stage;
      const asked = { msisdn, key: `change:${msisdn}`, zipCode: zipCodes['5G'] };
      const [first, second] = await Promise.all([changed(asked), changed(asked)]);
      expect(first).toEqual(second);
      // Again after a lost answer.
      expect(await changed(asked)).toEqual(first);
      if (first.kind !== 'changed') throw new Error('The number was not changed');
      expect(first.msisdn).not.toBe(msisdn);
      expect(await port().viewLine({ msisdn: first.msisdn })).toBe(state);
      expect(await port().viewLine({ msisdn })).toBe('released');
      const nowhere = { msisdn, key: `nowhere:${msisdn}`, zipCode: zipCodes.none };
      expect((await changed(nowhere)).kind).toBe('refused');
    },
  );

  needs(
    ['changeNumber', 'loseNextAnswer'],
    '[K18] [M07] a number whose change was lost is changed once, and told when it is asked again',
    async () => {
      const { msisdn } = await activated();
      const zipCode = world().stage.zipCodes['5G'];
      const asked = { key: `lost change:${msisdn}`, msisdn, zipCode };
      world().stage.loseNextAnswer();
      await expect(port().changeNumber(asked)).rejects.toMatchObject({ outcome: 'unknown' });
      const told = await changed(asked);
      if (told.kind !== 'changed') throw new Error('The number was not changed');
      expect(told.msisdn).not.toBe(msisdn);
      expect(await port().viewLine({ msisdn: told.msisdn })).toBe('active');
      expect(await changed(asked)).toEqual(told);
    },
  );

  needs(
    'chooseNumber',
    '[P02] numbers are offered to one at a time, and the one that is kept is the line’s',
    async () => {
      const near = { zipCode: world().stage.zipCodes['5G'] };
      const mine = { key: 'offer:mine', ...near };
      const { numbers } = await port().offerNumbers(mine);
      expect(numbers.length).toBeGreaterThan(1);
      expect((await port().offerNumbers(mine)).numbers).toEqual(numbers);
      const theirs = await port().offerNumbers({ key: 'offer:theirs', ...near });
      const all = [...numbers, ...theirs.numbers].map(({ msisdn }) => msisdn);
      expect(new Set(all).size).toBe(all.length);
      const [first, second] = numbers;
      if (!first || !second) throw new Error('Nothing is offered');
      const kept = { key: 'kept:mine', offered: mine.key, msisdn: first.msisdn };
      expect(
        await port().keepNumber({ ...kept, key: 'kept:theirs', offered: 'offer:theirs' }),
      ).toBe(false);
      expect(await port().keepNumber(kept)).toBe(true);
      expect(await port().keepNumber(kept)).toBe(true);
      const others = await port().offerNumbers({ ...mine, others: true });
      expect(others.numbers).not.toContainEqual(second);
      expect(others.numbers).not.toContainEqual(first);
      expect(await port().keepNumber({ ...kept, msisdn: second.msisdn })).toBe(false);
      const asked = { key: 'line:chosen', ...near, kept: kept.key };
      expect(await port().reserveNumber(asked)).toEqual({ msisdn: first.msisdn });
      const late = await port().reserveNumber({ ...asked, key: 'line:late' });
      expect(late.msisdn).not.toBe(first.msisdn);
      if (!port().can.has('changeNumber')) return;
      const line = await activated();
      const [next] = others.numbers;
      if (!next) throw new Error('Nothing is offered');
      const again = { key: 'kept:change', offered: mine.key, msisdn: next.msisdn };
      expect(await port().keepNumber(again)).toBe(true);
      const change = { key: 'change:chosen', msisdn: line.msisdn, ...near, kept: again.key };
      expect(await changed(change)).toEqual({ kind: 'changed', msisdn: next.msisdn });
    },
  );
}
