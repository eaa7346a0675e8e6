import { randomInt } from 'node:crypto';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import type { Card, CarrierNoticeSent, CarrierWorld, Way } from '../carrier-world.suite.ts';
import { gigsCarrier, type GigsSettings } from './carrier.ts';
import type { GigsEvent } from '../../../testing/gigs/objects.ts';
import { gigsProject, type GigsProject, type Incoming } from '../../../testing/gigs/project.ts';
import { type GigsServer, startGigsServer } from '../../../testing/gigs/server.ts';
import { signAsSvix } from '../svix-signature.ts';

export interface GigsWorld extends CarrierWorld {
  project: GigsProject;
  server: GigsServer;
  settings: GigsSettings;
  test: TestWorld;
}

const WEBHOOK_KEY = Buffer.from('a webhook key of a test project.');

const usual = ['accountNumber', 'accountPin'];
const ways: Readonly<Record<Way, Incoming>> = {
  arrives: { required: usual },
  not_portable: { required: [], error: 'portingNotSupported' },
  same_network: { required: [] },
  pending_elsewhere: { required: usual, error: 'portingAlreadyExists' },
  required_before: { required: [...usual, 'birthday', 'address'] },
  details_required: { required: usual, asksFor: ['birthday', 'address'] },
  account_number: { required: usual, rightAccount: '111222333' },
  delayed: { required: usual, asksFor: ['donorProviderApproval'] },
  carrier_system: { required: usual, fails: true },
  never_created: { required: usual, error: 'portingProviderNotFound' },
};

/** Gigs' documented wire, in this process. */
export async function gigsWorld(): Promise<GigsWorld> {
  const test = await openTestWorld();
  const project = gigsProject(() => test.world.clock.now());
  const plans = ['pln_one', 'pln_two', 'pln_three'] as const;
  for (const plan of plans) project.addPlan(plan);
  const checkUser = project.addUser('checks@example.com');
  const named = { project: 'portside-test', apiKey: 'gigs-test-key' };
  const server = await startGigsServer(project, named);
  const webhookSecret = `whsec_${WEBHOOK_KEY.toString('base64')}`;
  const settings = { ...named, webhookSecret, apiUrl: server.url, checkUser };
  return {
    project,
    server,
    settings,
    test,
    port: gigsCarrier(settings, test.world),
    async pass(milliseconds) {
      test.move(milliseconds);
      project.step();
      return shuffled(project.takeEvents().flatMap((event) => sent(event, named.project, test)));
    },
    stage: {
      plans,
      zipCodes: { '5G': '10038', '4G': '10004', none: '00000' },
      usageCut: 86_400_000,
      incoming(way) {
        const number = project.newNumber();
        project.incoming.set(number, ways[way]);
        return number.slice(2);
      },
      card: (card) => cards[card](project),
      phone: () => '350000000000014',
      async consume(msisdn, { kind, amount }) {
        const of = project.has.subscriptions.find((one) => one.phoneNumber === `+1${msisdn}`);
        if (!of) throw new Error(`The project has no line ${msisdn}`);
        const none = { data: 0, tethering: 0, roaming: 0, sms: 0, voice: 0 };
        const at = project.time();
        const day = at.slice(0, 10);
        const field = {
          data: 'data',
          hotspot: 'data',
          roaming: 'data',
          talk: 'voice',
          text: 'sms',
        };
        const key = field[kind] as 'data' | 'sms' | 'voice';
        const roaming = kind === 'roaming' ? 1 : 0;
        const known = project.has.usage.find(
          (one) => one.subscription === of.id && one.day === day && one.roaming === roaming,
        );
        const record = known ?? { subscription: of.id, day, ...none, roaming, updatedAt: at };
        record[key] += amount;
        if (kind === 'hotspot') record.tethering += amount;
        record.updatedAt = at;
        if (!known) project.has.usage.push(record);
        project.emit('usageNotification.created', {
          object: 'usageNotification',
          subscription: of.id,
          type: 'started',
        });
      },
      loseNextAnswer: () =>
        server.fail(/^POST \/(subscriptions|subscriptionChanges|portOuts)$/, 'lost'),
      async turn({ msisdn }, into) {
        const one = project.has.subscriptions.find((other) => other.phoneNumber === `+1${msisdn}`);
        if (!one) throw new Error(`The project has no line ${msisdn}`);
        one.status = into;
        if (into === 'ended') {
          one.endedAt = project.time();
          one.cancellationDetails = { cause: 'subscriptionEnded' };
        }
        project.emit(`subscription.${into}`, one);
      },
    },
    async close() {
      await server.close();
      await test.close();
    },
  };
}

const cards: Readonly<Record<Card, (project: GigsProject) => string>> = {
  ours: (project) => project.addSim('pSIM').iccid,
  in_use: (project) => project.addSim('pSIM', 'active').iccid,
  refused(project) {
    const sim = project.addSim('pSIM');
    project.refusedSims.add(sim.id);
    return sim.iccid;
  },
  foreign: () => '8901260000000000030',
};

/** Each twice, as Svix may. */
function sent(
  { type, data, time }: GigsEvent,
  project: string,
  test: TestWorld,
): CarrierNoticeSent[] {
  const id = test.world.random.id('msg');
  const body = JSON.stringify({
    object: 'event',
    id: test.world.random.id('evt'),
    type,
    data,
    datacontenttype: 'application/json',
    project,
    source: 'https://api.gigs.com',
    specversion: '1.0',
    time: time.toISOString(),
    version: '2026-01-29',
  });
  const headers = signAsSvix(id, body, WEBHOOK_KEY, test.world.clock.now());
  return [
    { headers, body },
    { headers, body },
  ];
}

/** In no order. */
function shuffled<T>(all: T[]): T[] {
  return all
    .map((one) => ({ one, at: randomInt(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one);
}
