// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { viewHold } from '@portside/contract/line-hold';
import { lineRooms, type LineRoom } from '@portside/contract/line-rooms';
import { listNeeds } from '@portside/contract/needs';
import { listPlans } from '@portside/contract/plans';
import { quoteRenewal } from '@portside/contract/renewals';
import { viewAlerts, viewUsage } from '@portside/contract/usage';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { allAlerts, freshToken, lineDetail, no, plan } from '../testing/stage.tsx';
import { LinePanel } from './line-panel.tsx';

const why = 'You put this line on hold. Turn it back on first.';
const until = '2099-03-01T17:00:00Z';
const onHold = {
  status: 'suspended',
  statusReason: 'on_hold',
  paidUntil: '2099-04-04T17:00:00Z',
  heldUntil: until,
  nextAction: 'end_hold',
  underWay: ['hold'],
  locks: { sim: { on: false }, number: { on: false } },
} as const satisfies Partial<LineDetail>;
const hold = {
  since: '2099-01-01T17:00:00Z',
  until,
  costDays: 6,
  paidUntil: onHold.paidUntil,
  confirmed: true,
  ifEndedNow: { costDays: 2, paidUntil: '2099-02-10T17:00:00Z' },
};
const extra = { price: 6, megabytes: 2000, validity: 'period', recurring: false } as const;

async function show(act: LineRoom | 'plan' | 'renew', change: Partial<LineDetail>) {
  const page = showScreen(<LinePanel act={act} id="l1" />, {
    at: `/dashboard/lines/l1/${act}`,
    token: freshToken(),
    answers: [
      answering(viewLine, () => ({ ...lineDetail, ...change })),
      answering(viewHold, () => (change.heldUntil ? { hold, offers: [] } : { offers: [] })),
      answering(listPlans, () => ({
        plans: [plan],
        addOns: [{ id: 'data-2', name: 'Extra 2 GB', ...extra }],
      })),
      answering(viewUsage, () => ({ asOf: null, isOld: false, periods: 1, meters: [], days: [] })),
      answering(listNeeds, () => ({ needs: [], data: [] })),
      answering(viewAlerts, () => allAlerts),
      answering(quoteRenewal, () => {
        throw no(422, { reason: 'busy', message: why });
      }),
    ],
  });
  await screen.findAllByRole('heading', { level: 1 });
  return page;
}

const section = async (id: string) => {
  await screen.findAllByRole('heading', { level: 2 });
  await expect.poll(() => document.getElementById(id)).toBeTruthy();
  return within(document.getElementById(id)?.closest('section') ?? document.body);
};

test('[P09] [K01] the hold has its section before the end of the line, where a line may have one', async () => {
  const ids = () => screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id);
  const here = lineRooms.number.filter((id) => id !== 'hand-over');
  const may = await show('number', { mayHold: true });
  await section('hold');
  expect(ids()).toEqual(here);
  may.close();
  const held = await show('number', onHold);
  await section('hold');
  expect(ids()).toEqual(here);
  held.close();
  await show('number', {});
  await section('end');
  expect(ids()).toEqual(here.filter((id) => id !== 'hold'));
});

test.each<[LineRoom, string]>([
  ['usage', 'plan'],
  ['usage', 'add-ons'],
  ['number', 'new-number'],
])('[P09] of a line on hold the room “%s” says at #%s why nothing is offered', async (room, id) => {
  await show(room, onHold);
  const shown = await section(id);
  expect(shown.getByText(why)).toBeTruthy();
  expect(shown.queryByRole('button')).toBeNull();
  expect(shown.queryByRole('link')).toBeNull();
});

test('[P09] what the table allows stays open: a new SIM, the transfer PIN, the end', async () => {
  const phone = await show('phone', onHold);
  expect((await section('sim')).getByRole('button', { name: /^Get a new SIM/ })).toBeTruthy();
  const facts = await section('facts');
  expect(facts.getByText('These days wait until the line is back.')).toBeTruthy();
  phone.close();
  await show('number', onHold);
  expect((await section('number')).getByRole('button', { name: /transfer PIN/ })).toBeTruthy();
  expect((await section('end')).getByRole('button', { name: 'End this line' })).toBeTruthy();
});

test.each(['plan', 'renew'] as const)(
  '[P09] the page “%s” of a line on hold says why, and has no form',
  async (act) => {
    await show(act, onHold);
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('[P09] [K13] the block of a line on hold does not say that its days run', async () => {
  await show('security', { ...onHold, autopay: { ...lineDetail.autopay, on: true } });
  const shown = await section('lost-phone');
  await userEvent.click(shown.getByRole('button', { name: 'Block this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText('While this line is on hold, the days you’ve paid for wait.'),
  ).toBeTruthy();
  expect(dialog.queryByText(/keep running/)).toBeNull();
});
