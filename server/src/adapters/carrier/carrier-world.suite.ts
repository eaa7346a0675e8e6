import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Activation, ActivationRequest, CarrierCustomer } from './carrier-activations.ts';
import type { CarrierCapability } from '@portside/contract/carrier-can';
import { carrierCapabilities } from './carrier-can.ts';
import type { UsageRecord } from './carrier-usage.ts';
import type { CarrierNotice, CarrierPort, DeviceFacts } from './carrier.ts';

/** How a number moves. Those not named are portable, and need account number and PIN. */
export type Way =
  | 'arrives'
  | 'not_portable'
  | 'same_network'
  | 'pending_elsewhere'
  /** A birthday and an address are needed, too: known before the submit, or asked for after it. */
  | 'required_before'
  | 'details_required'
  /** Until another account number comes. */
  | 'account_number'
  | 'delayed'
  | 'carrier_system'
  /** The submit is refused, and nothing was made. */
  | 'never_created';

/** `refused`: known and free, but a change to it is refused. */
export type Card = 'ours' | 'in_use' | 'refused' | 'foreign';
export type Phone = 'fine' | 'no_esim' | 'locked' | 'blocked';

export interface CarrierNoticeSent {
  headers: Record<string, string>;
  body: string;
}

/** A carrier, time, and the hands behind the stage. */
export interface CarrierWorld {
  port: CarrierPort;
  /** Time passes, and the carrier works; the notices that came. */
  pass(milliseconds: number): Promise<CarrierNoticeSent[]>;
  stage: {
    /** Plans of the carrier, by its own ids. */
    plans: readonly [string, string, string];
    /** How long a stretch of usage is, in milliseconds; an hour unless told. */
    usageCut?: number;
    zipCodes: Readonly<Record<'5G' | '4G' | 'none', string>>;
    /** A number that was not asked for before. */
    incoming(way: Way): string;
    /** A card that was not asked for before, except one in use. */
    card(card: Card): string;
    /** An IMEI. */
    phone(phone: Phone): string;
    /** What a line begins with where that is no eSIM. */
    newSim?: () => Pick<ActivationRequest, 'simType' | 'iccid'>;
    /** False: the number of a stopped line is not changed. */
    changesStopped?: false;
    /** A phone uses the network. */
    consume: (msisdn: string, used: Omit<UsageRecord, 'from'>) => Promise<void>;
    /** The carrier does what it is asked next, and its answer does not arrive. */
    loseNextAnswer(): void;
    /** The carrier limits or ends a line, unasked. */
    turn(line: { msisdn: string }, into: 'restricted' | 'ended'): Promise<void>;
  };
  close(): Promise<void>;
}

/** Of a world's stage, what not every world can play. */
type Control =
  | `way ${Exclude<Way, 'arrives'>}`
  | `card ${Exclude<Card, 'ours'>}`
  | `phone ${Exclude<Phone, 'fine'>}`
  | 'no coverage'
  | 'consume'
  | 'loseNextAnswer'
  | 'turn restricted'
  | 'turn ended'
  | 'notices'
  | 'old notices'
  | 'eSIM states';

export type Need = CarrierCapability | Control;
/** What a carrier does not offer or its world cannot play, and why. It stands in the tests' names. */
export type Lacks = Partial<Record<Need, string>>;

/** What the parts of the suite share. */
export interface Suite {
  world: () => CarrierWorld;
  port: () => CarrierPort;
  /** A test that is there only where all that it needs is. */
  needs: (needs: Need | readonly Need[], title: string, body: () => Promise<void>) => void;
  /** Nothing that was asked before. */
  request: (change?: Partial<ActivationRequest>) => Promise<ActivationRequest>;
  /** A line that works. */
  activated: (change?: Partial<ActivationRequest>) => Promise<ActiveLine>;
  /** Lets time pass until it is so. */
  eventually: <T>(look: () => Promise<T | undefined>) => Promise<T>;
  /** What all notices say that have come since the suite began. */
  told: () => (CarrierNotice | undefined)[];
}

export interface ActiveLine {
  lineKey: string;
  msisdn: string;
  iccid: string;
  ref: string;
  asked: ActivationRequest;
}

export const ann: CarrierCustomer = {
  id: 'cus_ann',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Bee',
  language: 'en',
};

const STEP_MS = 1500;
const STEPS = 120;

export function openSuite(
  name: string,
  open: () => Promise<CarrierWorld>,
  lacks: Lacks,
  parts: (suite: Suite) => void,
): void {
  const isOffered = (need: string) => !carrierCapabilities.some((one) => one === need);
  const unplayed = Object.entries(lacks).filter(([need]) => isOffered(need));
  const but = unplayed.map(([need, why]) => `${need}: ${why}`).join('; ');
  describe(`carrier by ${name}${but && `, not shown: ${but}`}`, () => {
    let world: CarrierWorld;
    let lines = 0;
    const sent: CarrierNoticeSent[] = [];
    const told: (CarrierNotice | undefined)[] = [];

    beforeAll(async () => {
      const opened = await open();
      world = {
        ...opened,
        async pass(milliseconds) {
          const came = await opened.pass(milliseconds);
          sent.push(...came);
          told.push(...came.map((one) => opened.port.readNotice(one.headers, one.body)));
          return came;
        },
      };
    });
    afterAll(() => world.close());

    const suite: Suite = {
      world: () => world,
      port: () => world.port,
      needs(needs, title, body) {
        const isPlayed = [needs].flat().every((need) => lacks[need] === undefined);
        test.each(isPlayed ? [title] : [])('%s', body);
      },
      async request(change = {}) {
        lines += 1;
        const { port, stage } = world;
        const key = `line:${lines}`;
        const zipCode = stage.zipCodes['5G'];
        const reserved = port.can.has('reserveNumber')
          ? await port.reserveNumber({ key, zipCode })
          : {};
        return {
          key,
          customer: ann,
          ...reserved,
          zipCode,
          simType: 'esim',
          ...stage.newSim?.(),
          planId: stage.plans[0],
          subscriber: { firstName: 'Ann', lastName: 'Bee' },
          ...change,
        };
      },
      async activated(change = {}) {
        const asked = await suite.request(change);
        const { ref } = await world.port.activate(asked);
        const { msisdn, iccid } = await suite.eventually(() => seen(ref));
        return { lineKey: asked.key, msisdn, iccid, ref, asked };
      },
      async eventually(look) {
        for (let step = 0; step < STEPS; step += 1) {
          const found = await look();
          if (found !== undefined) return found;
          await world.pass(STEP_MS);
        }
        throw new Error('It did not come to that');
      },
      told: () => told,
    };

    async function seen(ref: string): Promise<ActiveOne | undefined> {
      const found = await world.port.viewActivation(ref);
      if (found.kind === 'refused') throw new Error(found.reason);
      return found.kind === 'active' ? found : undefined;
    }

    parts(suite);
  });
}

type ActiveOne = Extract<Activation, { kind: 'active' | 'pending' }>;

export const phoneFacts: Readonly<Record<Phone, DeviceFacts>> = {
  fine: { esim: true, locked: false, blocked: false },
  no_esim: { esim: false, locked: false, blocked: false },
  locked: { esim: true, locked: true, blocked: false },
  blocked: { esim: true, locked: false, blocked: true },
};
