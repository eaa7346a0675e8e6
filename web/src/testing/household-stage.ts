import * as addOns from '@portside/contract/add-ons';
import * as autopay from '@portside/contract/autopay';
import type { LineHousehold, LineRole } from '@portside/contract/household-acts';
import { mayDo } from '@portside/contract/household-acts';
import type { Endpoint } from '@portside/contract/endpoint';
import type { LineDetail } from '@portside/contract/line-detail';
import * as handover from '@portside/contract/line-handover';
import * as health from '@portside/contract/line-health';
import * as hold from '@portside/contract/line-hold';
import * as planChange from '@portside/contract/plan-change';
import * as renewals from '@portside/contract/renewals';
import * as usage from '@portside/contract/usage';
import { lineDetail } from './stage.tsx';

const modules = [addOns, autopay, handover, health, hold, planChange, renewals, usage];
const calls = modules.flatMap((module): unknown[] => Object.values(module)) as Partial<Endpoint>[];

/** Of the calls that were made, those that the server would refuse. */
export const refused = (role: LineRole, made: readonly { name: string }[]): string[] =>
  made
    .map(({ name }) => name)
    .filter((name) => {
      const { act } = calls.find((one) => one?.name === name) ?? {};
      return act !== undefined && !mayDo(role, act);
    });

/** P04: Maya holds the account, Tomas has the line. */
export const households: Readonly<Record<LineRole, LineHousehold>> = {
  holder: { as: 'holder', member: { name: 'Tomas', email: 'tomas@example.com', role: 'user' } },
  user: { as: 'user', holder: 'Maya' },
  manager: { as: 'manager', holder: 'Maya' },
};

export const card = {
  id: 'c1',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '12/88',
  network: 'visa',
} as const;

const charge = { on: '2099-11-04T15:00:00Z' };

/** As the server answers each of them, and a little more than it tells: no page may show that. */
export const sharedLine = (role: LineRole, change: Partial<LineDetail> = {}): LineDetail => ({
  ...lineDetail,
  household: households[role],
  priceRise: { plan: 'Sloop 12 GB', price: 28, from: '2099-12-01T15:00:00Z' },
  iccid: '8901260000000000017',
  mayHold: true,
  mayHandOver: true,
  ...change,
  autopay: {
    ...lineDetail.autopay,
    on: true,
    ...(role === 'manager'
      ? { chargesOn: charge.on }
      : { card, nextCharge: { ...charge, amount: 28.49, card } }),
    ...change.autopay,
  },
});
