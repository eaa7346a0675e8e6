// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { endHold, type HoldOffer, holdLine, viewHold } from '@portside/contract/line-hold';
import type { OutputOf } from '@portside/contract/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no, unanswered } from '../testing/stage.tsx';
import { LineHoldPanel } from './line-hold-panel.tsx';

const offers: HoldOffer[] = [
  {
    days: 30,
    costDays: 3,
    until: '2099-01-30T17:00:00Z',
    paidUntil: '2099-03-04T17:00:00Z',
  },
  {
    days: 60,
    costDays: 6,
    until: '2099-03-01T17:00:00Z',
    paidUntil: '2099-04-04T17:00:00Z',
  },
];

const may = { mayHold: true } as const satisfies Partial<LineDetail>;
const asked = {
  status: 'suspended',
  statusReason: 'on_hold',
  heldUntil: '2099-03-01T17:00:00Z',
  nextAction: 'end_hold',
  network: { asked: 'hold', since: '2099-01-01T17:00:00Z', isLate: false },
} as const satisfies Partial<LineDetail>;
const { network: _confirmed, ...onHold } = asked;
const goingBack = {
  status: 'suspended',
  network: { asked: 'unhold', since: '2099-01-15T17:00:00Z', isLate: false },
} as const satisfies Partial<LineDetail>;

type View = OutputOf<typeof viewHold>;
const hold = {
  since: '2099-01-01T17:00:00Z',
  until: '2099-03-01T17:00:00Z',
  costDays: 6,
  paidUntil: '2099-04-04T17:00:00Z',
  confirmed: true,
  ifEndedNow: { costDays: 2, paidUntil: '2099-02-10T17:00:00Z' },
};

function Panel() {
  const { data } = useLine('l1');
  return data ? <LineHoldPanel line={data} /> : <p>Not yet</p>;
}

interface Shown {
  view?: () => View | Promise<View>;
  /** Before the line goes on hold. */
  press?: () => void;
  agent?: boolean;
  at?: string;
}

function show(change: Partial<LineDetail>, how: Shown = {}) {
  let line: LineDetail = { ...lineDetail, ...change };
  let held = line.heldUntil !== undefined;
  return showScreen(<Panel />, {
    at: how.at ?? '/',
    answers: [
      answering(viewLine, () => line),
      answering(viewHold, how.view ?? (() => (held ? { hold, offers: [] } : { offers }))),
      answering(holdLine, () => {
        how.press?.();
        line = { ...lineDetail, ...asked };
        held = true;
        return { message: 'We asked the network to put your line on hold.', until: hold.until };
      }),
      answering(endHold, () => {
        line = { ...lineDetail, ...goingBack };
        held = false;
        return { message: 'We asked the network to turn your line back on.', paidUntil: null };
      }),
      ...(how.agent
        ? [{ name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) }]
        : []),
    ],
    ...(how.agent && { token: freshToken() }),
  });
}

const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Put this line on hold' }));
  return within(await screen.findByRole('dialog', { name: 'Put this line on hold' }));
};
type Dialog = Awaited<ReturnType<typeof ask>>;
const choose = async (dialog: Dialog, days: number) =>
  userEvent.click(await dialog.findByRole('radio', { name: `${days} days` }));
const press = async (dialog: Dialog, days: number) =>
  userEvent.click(await dialog.findByRole('button', { name: `Put it on hold for ${days} days` }));

test('[P09] what a hold costs and when the line is back is said first, and one press sends what was read', async () => {
  const page = show(may);
  const dialog = await ask();
  const card = (await dialog.findByRole('radio', { name: '60 days' })).closest('label');
  expect(card?.textContent).toContain('Costs 6 of your paid days.');
  expect(card?.textContent).toContain('Back on Mar 1, 2099.');
  expect(card?.textContent).toContain('Then it’s paid until Apr 4, 2099.');
  expect(dialog.getAllByRole('radio')).toHaveLength(2);
  expect(dialog.getByText(/Don’t count on this line for 911/)).toBeTruthy();
  expect(dialog.getByText(/You get back the paid days it didn’t use/)).toBeTruthy();
  await choose(dialog, 60);
  expect(page.sent('holdLine')).toEqual([]);
  await press(dialog, 60);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const heading = screen.getByRole('heading', { name: 'Hold' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.sent('holdLine')).toEqual([{ id: 'l1', days: 60, costDays: 6 }]);
});

test('[P09] while it is sent, and while the dialog closes, it says nothing else', async () => {
  const page = show(may);
  const dialog = await ask();
  const before = page.sent('viewHold').length;
  await choose(dialog, 60);
  const seen: string[] = [];
  const popup = screen.getByRole('dialog');
  const watch = new MutationObserver(() => void seen.push(popup.textContent));
  watch.observe(popup, { subtree: true, childList: true, characterData: true });
  await press(dialog, 60);
  await screen.findByText(/^We’re asking the network to put this line on hold/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  watch.disconnect();
  expect(page.sent('viewHold').length).toBeGreaterThan(before);
  expect(seen.filter((text) => /already|can’t be put|didn’t load/.test(text))).toEqual([]);
});

test('[P09] the shortest hold is chosen at first', async () => {
  const page = show(may);
  const dialog = await ask();
  await press(dialog, 30);
  await waitFor(() => expect(page.sent('holdLine')).toHaveLength(1));
  expect(page.sent('holdLine')).toEqual([{ id: 'l1', days: 30, costDays: 3 }]);
});

test('[P09] while the offers load nothing can be pressed, and what didn’t load is asked for again', async () => {
  const waits = show(may, { view: unanswered });
  const loading = await ask();
  expect(loading.getByRole('status').textContent).toBe('Loading');
  expect(loading.queryByRole('button', { name: /^Put it on hold/ })).toBeNull();
  waits.close();
  let down = true;
  show(may, {
    view() {
      if (down) throw lost();
      return { offers };
    },
  });
  const dialog = await ask();
  expect(await dialog.findByText('What a hold costs didn’t load')).toBeTruthy();
  down = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('radio', { name: '30 days' })).toBeTruthy();
});

test('[P09] with too few paid days the one next thing is to pay', async () => {
  const message = 'This line has too few paid days left.';
  show(may, {
    view() {
      throw no(422, { reason: 'too_few_days', message });
    },
  });
  const dialog = await ask();
  expect(await dialog.findByText(message)).toBeTruthy();
  const pay = dialog.getByRole('link', { name: 'Pay for the next 30 days' });
  expect(pay.getAttribute('href')).toBe('/dashboard/lines/l1/renew');
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.queryByRole('button', { name: /^Put it on hold|Try again/ })).toBeNull();
});

test('[P09] another refusal says why, and leads to no payment', async () => {
  show(may, {
    view() {
      throw no(422, { reason: 'busy', message: 'Something else is under way on this line.' });
    },
  });
  const dialog = await ask();
  expect(await dialog.findByText('Something else is under way on this line.')).toBeTruthy();
  expect(dialog.queryByRole('link')).toBeNull();
});

test('[P09] a cost that has changed is said, shown anew, and sent with the next press', async () => {
  let changed = false;
  const page = show(may, {
    view: () => ({ offers: changed ? offers.map((one) => ({ ...one, costDays: 5 })) : offers }),
    press() {
      if (changed) return;
      changed = true;
      throw no(422, { reason: 'cost_changed', message: 'What the hold costs has changed.' });
    },
  });
  const dialog = await ask();
  await choose(dialog, 60);
  await press(dialog, 60);
  expect(
    (await dialog.findByText('What the hold costs has changed.')).closest('[role="alert"]'),
  ).toBeTruthy();
  expect(await dialog.findAllByText('Costs 5 of your paid days.')).toHaveLength(2);
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: '60 days' }).checked).toBe(true);
  await press(dialog, 60);
  await waitFor(() => expect(page.sent('holdLine')).toHaveLength(2));
  expect(page.sent('holdLine').map(({ costDays }) => costDays)).toEqual([6, 5]);
});

test('[P09] a line that another page put on hold meanwhile is offered nothing more', async () => {
  let elsewhere = false;
  show(may, {
    view: () => (elsewhere ? { hold, offers: [] } : { offers }),
    press() {
      elsewhere = true;
      throw no(422, { reason: 'on_hold', message: 'It is on hold.' });
    },
  });
  const dialog = await ask();
  await press(dialog, 30);
  expect(await dialog.findByText('You put this line on hold already.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Put it on hold/ })).toBeNull();
});

test('[P09] who closes the dialog is back at its button', async () => {
  const page = show(may);
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  const button = screen.getByRole('button', { name: 'Put this line on hold' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(page.sent('holdLine')).toEqual([]);
});

test('[P09] a line on hold says what is left if it ends now, and one press turns it back on', async () => {
  const page = show(onHold);
  expect(
    await screen.findByText(
      'If the hold ends now, it costs 2 of your paid days, and the line is paid until Feb 10, 2099.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('On hold')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Put this line on hold' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Turn back on' }));
  expect(await screen.findByText(/^We asked the network to turn this line back on/)).toBeTruthy();
  expect(screen.getByText('Turning back on')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn back on' })).toBeNull();
  const heading = screen.getByRole('heading', { name: 'Hold' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(page.sent('endHold')).toEqual([{ id: 'l1' }]);
});

test('[P09] [K13] of a line that is blocked too the hold is ended, and nothing says that it is turned on', async () => {
  const page = show({ ...onHold, statusReason: 'blocked', nextAction: 'unblock' });
  await screen.findByText(/^If the hold ends now/);
  expect(screen.getByText(/When you unblock it, it stays on hold until Mar 1, 2099/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn back on' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'End the hold' }));
  await waitFor(() => expect(page.sent('endHold')).toEqual([{ id: 'l1' }]));
});

test('[P09] a line on hold can be turned back on also when what that costs didn’t load', async () => {
  let down = true;
  show(onHold, {
    view() {
      if (down) throw lost();
      return { hold, offers: [] };
    },
  });
  expect(await screen.findByText('What the hold costs didn’t load.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Turn back on' })).toBeTruthy();
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/it costs 2 of your paid days/)).toBeTruthy();
});

test('[P09] [K24] an agent sees the hold, and puts no line on one or takes it off', async () => {
  const before = show(may, { agent: true });
  expect(await screen.findByText('Only the customer can put this line on hold.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  before.close();
  show(onHold, { agent: true });
  expect(await screen.findByText('Only the customer can turn this line back on.')).toBeTruthy();
  expect(await screen.findByText(/it costs 2 of your paid days/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[P09] the link of an email leads to the hold, and a line that may have none has no section', async () => {
  const linked = show(onHold, { at: '/dashboard/lines/l1/number#hold' });
  const heading = await screen.findByRole('heading', { name: 'Hold' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  linked.close();
  show({});
  await waitFor(() => expect(screen.queryByText('Not yet')).toBeNull());
  expect(screen.queryByRole('heading')).toBeNull();
});
