import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import type { Card, CarrierWorld, Way } from '../carrier-world.suite.ts';
import { wholesaleCarrier } from './carrier.ts';
import type { Ending } from '../../../testing/wholesale/account.ts';
import { openWholesale, wholesaleLogin } from '../../../testing/wholesale/server.ts';
import type { WholesaleSettings } from './settings.ts';

export interface WholesaleWorld extends CarrierWorld {
  server: Awaited<ReturnType<typeof openWholesale>>;
  settings: WholesaleSettings;
  test: TestWorld;
}

/** The wholesale envelope, in this process. */
export async function wholesaleWorld(): Promise<WholesaleWorld> {
  const test = await openTestWorld();
  const server = await openWholesale(() => test.world.clock.now());
  const { userName: user, token, pin } = wholesaleLogin;
  const settings = { url: server.url, user, token, pin };
  let asked = 0;
  const newCard = () => {
    asked += 1;
    const iccid = `8901410${String(100_000_000_000 + asked)}`;
    server.account.sims.add(iccid);
    return iccid;
  };
  const cards: Partial<Record<Card, () => string>> = {
    ours: newCard,
    in_use() {
      const sim = newCard();
      server.account.lines.push({ msisdn: '3475550100', sim, attStatus: 'Active' });
      return sim;
    },
    foreign: () => '8901260000000000030',
  };
  return {
    server,
    settings,
    test,
    port: wholesaleCarrier(settings, test.world),
    async pass(milliseconds) {
      test.move(milliseconds);
      return [];
    },
    stage: {
      plans: ['EBNOVOICE', 'EBVOICE1', 'EBVOICE2'],
      zipCodes: { '5G': '10038', '4G': '10004', none: '00000' },
      newSim: () => ({ simType: 'physical', iccid: newCard() }),
      changesStopped: false,
      incoming(way: Way) {
        asked += 1;
        const msisdn = `91755${String(50_000 + asked)}`;
        server.account.endings.set(msisdn, way as Ending);
        return msisdn;
      },
      card(card) {
        const made = cards[card];
        if (!made) throw new Error(`There is no card that is ${card}`);
        return made();
      },
      phone: () => '350000000000014',
      consume: async () => {},
      loseNextAnswer() {
        server.losesNext = true;
      },
      async turn({ msisdn }) {
        const line = server.account.ofNumber(msisdn);
        if (line) line.attStatus = 'Canceled';
      },
    },
    async close() {
      server.close();
      await test.close();
    },
  };
}
