// @vitest-environment jsdom
import { listNeeds } from '@portside/contract/needs';
import { cancelPortIn, type PortIn, resubmitPortIn } from '@portside/contract/port-in';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useNeeds } from '../lines/use-needs.ts';
import { TrackerPanel } from '../port-in/tracker-panel.tsx';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { button, dialog, rejected } from '../testing/tracker-stage.tsx';

const Needs = () => (
  <p>
    Needs:{' '}
    {useNeeds()
      ?.needs.map(({ message }) => message)
      .join()}
  </p>
);

test.each<[string, PortIn, (page: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
  [
    'details that are sent again',
    rejected('zip'),
    async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Fix the details' }));
      const asked = await dialog('Re-submit port-in');
      await user.type(
        within(asked).getByLabelText('ZIP Code on your old carrier’s account'),
        '10038',
      );
      await user.click(button(asked, 'Re-submit'));
    },
  ],
  [
    'a cancellation',
    rejected('zip'),
    async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Cancel the transfer' }));
      const asked = await screen.findByRole('dialog');
      await user.click(button(asked, 'Yes, cancel it'));
    },
  ],
])('[K28] after %s the page asks anew what needs the customer', async (_, portIn, act) => {
  let needs = [{ code: 'port_in_details' as const, message: 'The transfer needs something.' }];
  showScreen(
    <>
      <Needs />
      <TrackerPanel lines={[]} portIns={[portIn]} />
    </>,
    {
      answers: [
        answering(listNeeds, () => ({ needs, data: [] })),
        answering(resubmitPortIn, () => {
          needs = [];
          return { portInId: 'prt_1', status: 'submitted' as const, message: 'Thank you.' };
        }),
        answering(cancelPortIn, () => {
          needs = [];
          return { status: 'cancelled' as const, message: 'Your number stays where it is.' };
        }),
      ],
    },
  );
  await screen.findByText('Needs: The transfer needs something.');
  await act(userEvent.setup());
  expect(await screen.findByText('Needs:')).toBeTruthy();
});
