// @vitest-environment jsdom
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useLine } from '../lines/use-line.ts';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { line as stageLine } from '../testing/stage.tsx';
import { LineEndingPanel } from './line-ending-panel.tsx';

const paidUntil = '2099-11-04T15:00:00Z';

/** Two periods are paid that have not begun (P10). */
const ahead = {
  period: { from: '2099-08-06T15:00:00Z', to: '2099-09-05T15:00:00Z' },
  paidAhead: { periods: 2, credit: 44 },
} satisfies Partial<LineDetail>;

function Panel() {
  const { data } = useLine('l1');
  return data && <LineEndingPanel line={data} />;
}

function show(change: Partial<LineDetail> = {}, at = '/') {
  let ends = change.endsOn !== undefined;
  let endsOn = change.endsOn ?? paidUntil;
  const line = (): LineDetail => {
    const { endsOn: _, ...rest } = change;
    return {
      ...stageLine,
      paidUntil,
      addOns: [],
      locks: { sim: { on: true }, number: { on: true } },
      plan: { ...stageLine.plan, retailPrice: 25 },
      autopay: { on: false, consent: { version: '1', text: 'I allow it.' } },
      ...rest,
      ...(ends && { endsOn }),
    };
  };
  return showScreen(<Panel />, {
    at,
    answers: [
      answering(viewLine, line),
      answering(endLine, ({ when }) => {
        ends = true;
        endsOn = when === 'period' ? ahead.period.to : paidUntil;
        return { message: 'This line ends.', endsOn };
      }),
      answering(undoEndLine, () => {
        ends = false;
        return { message: 'This line goes on.', endsOn: null };
      }),
    ],
  });
}

test('[K17] what is kept and lost is said before a line ends, and one press keeps it', async () => {
  const page = show();
  await userEvent.click(await screen.findByRole('button', { name: 'End this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading', { name: 'End this line on Nov 4, 2099?' })).toBeTruthy();
  expect(dialog.getByText(/^The number\. To keep it/)).toBeTruthy();
  expect(dialog.getByText('Calls, texts and data until Nov 4, 2099.')).toBeTruthy();
  expect(page.sent('endLine')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'End this line' }));
  await screen.findByText(/^You asked us to end this line/);
  const heading = screen.getByRole('heading', { name: 'End this line' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await userEvent.keyboard('{Enter}');
  expect(page.sent('undoEndLine')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep this line' }));
  expect(await screen.findByRole('button', { name: 'End this line' })).toBeTruthy();
  expect(page.sent('endLine')).toEqual([{ id: 'l1' }]);
  expect(page.sent('undoEndLine')).toEqual([{ id: 'l1' }]);
});

test('[K17] nothing is said to work while the line is blocked', async () => {
  show({ status: 'suspended', statusReason: 'blocked' });
  expect(await screen.findByText(/^If you end it, it ends on Nov 4, 2099/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'End this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('We don’t refund the days until then.')).toBeTruthy();
  expect(dialog.queryByText(/Calls, texts and data/)).toBeNull();
});

test('[K17] a blocked line that is unpaid too is said to end at once', async () => {
  show({ status: 'suspended', statusReason: 'blocked', numberKeptUntil: '2099-12-01T00:00:00Z' });
  expect(await screen.findByText(/the line and its number end right away/)).toBeTruthy();
});

test('[K17] an unpaid line is said to end at once and for good', async () => {
  show({ status: 'suspended', statusReason: 'unpaid' });
  await userEvent.click(await screen.findByRole('button', { name: 'End this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('You can’t undo this.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'End it now' })).toBeTruthy();
  expect(dialog.queryByText(/until/)).toBeNull();
});

test('[K17] the link of an email leads to the end of the line, at the foot of its page', async () => {
  show({}, '/dashboard/lines/l1#end');
  const heading = await screen.findByRole('heading', { name: 'End this line' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('[K17] a line that is not active yet leads to us', async () => {
  show({ status: 'pending', paidUntil: null });
  expect(await screen.findByRole('link', { name: 'Contact Us' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[P10] a line that is paid ahead ends with these 30 days if that is chosen, and says what becomes credit', async () => {
  const page = show(ahead);
  expect(
    await screen.findByText(/^If you end it, it ends on Sep 5, 2099, .* or on Nov 4, 2099/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'End this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  const last = dialog.getByRole<HTMLInputElement>('radio', { name: /^On Nov 4, 2099/ });
  expect(last.checked).toBe(true);
  expect(dialog.getByText('Calls, texts and data until Nov 4, 2099.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: /^On Sep 5, 2099/ }));
  expect(dialog.getByRole('heading', { name: 'End this line on Sep 5, 2099?' })).toBeTruthy();
  expect(
    dialog.getByText('$44.00 of what you paid for later becomes credit on that day.'),
  ).toBeTruthy();
  expect(dialog.getByText('Calls, texts and data until Sep 5, 2099.')).toBeTruthy();
  expect(dialog.getByText(/You can change your mind until Sep 5, 2099/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'End this line' }));
  expect(
    await screen.findByText(
      /It ends on Sep 5, 2099, .* On that day \$44\.00 of what you paid becomes credit\.$/,
    ),
  ).toBeTruthy();
  expect(page.sent('endLine')).toEqual([{ id: 'l1', when: 'period' }]);
});

test('[P10] with all that is paid it ends on the last day, and no credit is spoken of', async () => {
  const page = show(ahead);
  await userEvent.click(await screen.findByRole('button', { name: 'End this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'End this line' }));
  await screen.findByText(/^You asked us to end this line\. It ends on Nov 4, 2099/);
  expect(screen.queryByText(/becomes credit/)).toBeNull();
  expect(page.sent('endLine')).toEqual([{ id: 'l1', when: 'paid' }]);
});

test('[P10] a line that is not paid ahead has one day to end on', async () => {
  show({ period: ahead.period });
  await userEvent.click(await screen.findByRole('button', { name: 'End this line' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading', { name: 'End this line on Nov 4, 2099?' })).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();
});
