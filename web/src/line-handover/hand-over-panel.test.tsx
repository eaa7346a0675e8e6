// @vitest-environment jsdom
import type { OutputOf } from '@portside/contract/endpoint';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { offerLine, viewHandover, withdrawOffer } from '@portside/contract/line-handover';
import { listLines } from '@portside/contract/lines';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lineDetail, lost, maya, no, unanswered } from '../testing/stage.tsx';
import { HandOverPanel } from './hand-over-panel.tsx';

const title = 'Hand this line over';
const offer = { to: 'ana@example.com', until: '2099-10-20T17:00:00Z' };
const offered = 'You offered this line to ana@example.com. It can be accepted until Oct 20, 2099.';
const may = { mayHandOver: true } as const satisfies Partial<LineDetail>;

type View = OutputOf<typeof viewHandover>;

function Panel() {
  const { data } = useLine('l1');
  return data ? <HandOverPanel line={data} /> : <p>Not yet</p>;
}

interface Shown {
  view?: () => View | Promise<View>;
  /** Before the line is offered. */
  press?: () => void;
  /** Before the offer is taken back. */
  back?: () => void;
  agent?: boolean;
}

function show(change: Partial<LineDetail>, how: Shown = {}) {
  let line: LineDetail = { ...lineDetail, ...change };
  let last: View['last'];
  return showScreen(<Panel />, {
    answers: [
      answering(viewLine, () => line),
      answering(listLines, () => ({ lines: [line] })),
      answering(viewHandover, how.view ?? (() => ({ ...(last && { last }) }))),
      answering(offerLine, () => {
        how.press?.();
        line = { ...lineDetail, ...may, handover: offer };
        return { message: 'The line is offered.', handover: offer };
      }),
      answering(withdrawOffer, () => {
        how.back?.();
        line = { ...lineDetail, ...may };
        last = { to: offer.to, why: 'withdrawn', at: '2099-10-14T17:00:00Z' };
        return { message: 'The offer is taken back.' };
      }),
      ...(how.agent
        ? [{ name: 'viewUser', answer: () => ({ ...maya, agent: { name: 'Ann' } }) }]
        : []),
    ],
    ...(how.agent && { token: freshToken() }),
  });
}

const button = (name: string) => screen.queryByRole('button', { name });
const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: title }));
  return within(await screen.findByRole('dialog', { name: title }));
};
type Dialog = Awaited<ReturnType<typeof ask>>;
const field = (dialog: Dialog) =>
  dialog.getByRole('textbox', { name: 'Email address of the person who takes the line' });
const enter = async (dialog: Dialog, email = offer.to) => {
  await userEvent.click(field(dialog));
  await userEvent.paste(email);
};
const press = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Offer this line' }));

test('[P06] what goes and what stays is said first, and one press offers the line', async () => {
  const page = show({ ...may, simType: 'esim' });
  const dialog = await ask();
  const goes = dialog.getByRole('region', { name: 'What goes to the other account' });
  expect(goes.textContent).toContain('The days that are paid, until Nov 5, 2099.');
  expect(goes.textContent).toContain('the number keeps working in the phone that has it');
  const stays = dialog.getByRole('region', { name: 'What stays with you' });
  expect(stays.textContent).toContain('Your cards and your credit.');
  expect(stays.textContent).toContain('Your receipts');
  expect(dialog.getByText(/you can’t undo it/)).toBeTruthy();
  await enter(dialog);
  expect(page.sent('offerLine')).toEqual([]);
  await press(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.sent('offerLine')).toEqual([{ id: 'l1', email: offer.to }]);
  expect((await screen.findByText(offered)).closest('[aria-live]')).toBeTruthy();
  expect(screen.getByText('Offered')).toBeTruthy();
  expect(button(title)).toBeNull();
  const heading = screen.getByRole('heading', { name: title });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('[P06] of a SIM card it says to give the card', async () => {
  show({ ...may, simType: 'physical' });
  const dialog = await ask();
  expect(dialog.getByText(/Give them the card, or the phone with it/)).toBeTruthy();
  expect(dialog.queryByText(/The eSIM as it is/)).toBeNull();
});

test('[P06] nothing is sent without an address', async () => {
  const page = show(may);
  const dialog = await ask();
  await press(dialog);
  await waitFor(() => expect(field(dialog).getAttribute('aria-invalid')).toBe('true'));
  expect(page.sent('offerLine')).toEqual([]);
});

test('[P06] a refusal of the address stands at its field, another one above it', async () => {
  const own = 'This is your own address.';
  const many = 'You have made as many offers as one account can make in a day.';
  let count = 0;
  show(may, {
    press() {
      count += 1;
      if (count > 1) throw no(422, { reason: 'too_many', message: many });
      const errors = [{ field: 'email', message: own }];
      throw no(422, { reason: 'own_address', message: own, errors });
    },
  });
  const dialog = await ask();
  await enter(dialog, maya.email);
  await press(dialog);
  expect(await dialog.findByText(own)).toBeTruthy();
  expect(field(dialog).getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field(dialog)));
  await press(dialog);
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain(many);
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(field(dialog).getAttribute('aria-invalid')).toBeNull();
});

test('[P06] who closes the dialog is back at its button', async () => {
  const page = show(may);
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(button(title)));
  expect(page.sent('offerLine')).toEqual([]);
});

test('[P06] an offer is taken back in one press, and how it ended is told', async () => {
  const page = show({ handover: offer });
  expect(await screen.findByText(offered)).toBeTruthy();
  expect(page.sent('viewHandover')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
  expect(
    await screen.findByText('Your last offer, to ana@example.com, was taken back on Oct 14, 2099.'),
  ).toBeTruthy();
  expect(page.sent('withdrawOffer')).toEqual([{ id: 'l1' }]);
  expect(await screen.findByRole('button', { name: title })).toBeTruthy();
  expect(button('Take it back')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: title }));
});

test('[P06] an offer that was made in another tab is shown before the line tells it', async () => {
  show(may, { view: () => ({ handover: offer }) });
  expect(await screen.findByText(offered)).toBeTruthy();
  expect(button('Take it back')).toBeTruthy();
});

test('[P06] an offer that was accepted meanwhile is not said to be taken back', async () => {
  show(
    { handover: offer },
    {
      back() {
        throw no(422, { reason: 'handed_over', message: 'It was accepted already.' });
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Take it back' }));
  await waitFor(() => expect(button('Take it back')?.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByText(/taken back on/)).toBeNull();
});

test.each([
  ['declined', 'was declined on Oct 14, 2099.'],
  ['withdrawn', 'was taken back on Oct 14, 2099.'],
  ['expired', 'expired on Oct 14, 2099: nobody had accepted it.'],
  ['dropped', 'ended on Oct 14, 2099: the line couldn’t be handed over anymore.'],
] as const)('[P06] the last offer, %s, is told beside a new one', async (why, words) => {
  const last = { to: offer.to, why, at: '2099-10-14T17:00:00Z' };
  show(may, { view: () => ({ last }) });
  expect(await screen.findByText(`Your last offer, to ana@example.com, ${words}`)).toBeTruthy();
  expect(button(title)).toBeTruthy();
});

test.each([
  ['sim_locked', 'The SIM lock is on.', 'See the locks', '/dashboard/lines/l1/security#locks'],
  ['number_locked', 'The lock is on.', 'See the locks', '/dashboard/lines/l1/security#locks'],
  ['given', 'Someone has it.', 'See who has it', '/dashboard/lines/l1/security#household'],
  ['plan_noted', 'Another plan is noted.', 'See the plan', '/dashboard/lines/l1/usage#plan'],
  ['transfer_pin', 'A PIN is good.', 'See the transfer PIN', '/dashboard/lines/l1/number#number'],
  ['too_few_days', 'Too few days.', 'Pay for the next 30 days', '/dashboard/lines/l1/renew'],
])('[P06] %s: it says why, and leads to what helps', async (reason, message, name, to) => {
  show(may, {
    view() {
      throw no(422, { reason, message });
    },
  });
  expect((await screen.findByText(message)).closest('[aria-live]')).toBeTruthy();
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[P06] where nothing helps but time it only says why', async () => {
  show(may, {
    view() {
      throw no(422, { reason: 'busy', message: 'Something else is under way.' });
    },
  });
  expect(await screen.findByText('Something else is under way.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[P06] while it loads nothing can be pressed, and what didn’t load is asked for again', async () => {
  const waits = show(may, { view: unanswered });
  expect((await screen.findByRole('status')).textContent).toBe('Loading');
  expect(screen.queryByRole('button')).toBeNull();
  waits.close();
  let down = true;
  show(may, {
    view() {
      if (down) throw lost();
      return {};
    },
  });
  await screen.findByText('Whether it can be handed over now didn’t load.');
  expect(button(title)).toBeNull();
  down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: title })).toBeTruthy();
});

test('[P06] where lines are not handed over there is no such section, and nothing is asked', async () => {
  const page = show({});
  await waitFor(() => expect(screen.queryByText('Not yet')).toBeNull());
  expect(screen.queryByRole('heading')).toBeNull();
  expect(page.sent('viewHandover')).toEqual([]);
});

test('[P06] [K24] an agent sees it, and can neither offer nor take back', async () => {
  const first = show(may, { agent: true });
  expect(await screen.findByText('Only the customer can hand this line over.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  first.close();
  show({ handover: offer }, { agent: true });
  expect(await screen.findByText(offered)).toBeTruthy();
  expect(await screen.findByText('Only the customer can take the offer back.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
