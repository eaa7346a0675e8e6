import { OutsideFailure } from '../../outside-failure.ts';
import { openTestWorld } from '../../test-world.suite.ts';
import type { CarrierPort } from '../carrier.ts';
import type { Card, CarrierWorld, Phone, Way } from '../carrier-world.suite.ts';
import { sandboxCarrier } from './carrier.ts';
import { turnLine } from './lines.ts';
import { addUsage } from './usage.ts';

/** Its magic values stand at `/sandbox`. */
const endings: Readonly<Record<Way, string>> = {
  arrives: '00',
  not_portable: '80',
  same_network: '81',
  pending_elsewhere: '82',
  required_before: '99',
  details_required: '98',
  account_number: '90',
  delayed: '94',
  carrier_system: '97',
  never_created: '95',
};
const areas = ['212', '347', '516', '518', '585', '607', '631', '646', '716', '718', '845', '914'];
const cards: Readonly<Record<Card, (nth: number) => string>> = {
  ours: (nth) => `89014100000000${String(10_000 + nth * 10)}`,
  in_use: () => '8901410000000000039',
  refused: () => '8901410000000008887',
  foreign: () => '8901260000000000030',
};
const phones: Readonly<Record<Phone, string>> = {
  fine: '350000000000014',
  no_esim: '350000010000013',
  locked: '350000020000012',
  blocked: '350000030000011',
};

export async function sandboxWorld(): Promise<CarrierWorld> {
  const test = await openTestWorld();
  const loses = { next: false };
  let asked = 0;
  return {
    port: losing(sandboxCarrier(test.world), loses),
    async pass(milliseconds) {
      test.move(milliseconds);
      return [...(await test.tick()), ...(await test.tick())];
    },
    stage: {
      plans: ['plan_1', 'plan_2', 'plan_3'],
      zipCodes: { '5G': '10038', '4G': '10004', none: '00000' },
      incoming(way) {
        asked += 1;
        return `${areas[asked % areas.length]}55501${endings[way]}`;
      },
      card(card) {
        asked += 1;
        return cards[card](asked);
      },
      phone: (phone) => phones[phone],
      consume: (msisdn, used) => addUsage(test.world, { msisdn, ...used }),
      loseNextAnswer() {
        loses.next = true;
      },
      turn: ({ msisdn }, into) =>
        turnLine(test.world, msisdn, into === 'ended' ? 'released' : into),
    },
    close: () => test.close(),
  };
}

/** The wire breaks once the carrier has done what it was asked. */
function losing(port: CarrierPort, loses: { next: boolean }): CarrierPort {
  return new Proxy(port, {
    get(target, verb, receiver) {
      const value: unknown = Reflect.get(target, verb, receiver);
      if (typeof value !== 'function' || verb === 'readNotice') return value;
      return async (...given: unknown[]) => {
        const isLost = loses.next;
        loses.next = false;
        const answer: unknown = await Reflect.apply(value, target, given);
        if (isLost) throw new OutsideFailure('carrier', 'unknown');
        return answer;
      };
    },
  });
}
