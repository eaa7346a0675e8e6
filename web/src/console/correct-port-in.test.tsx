// @vitest-environment jsdom
import { resubmitForCustomer } from '@portside/contract/console/port-ins';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { CorrectPortIn } from './correct-port-in-dialog.tsx';

test('[L07] [K15] what takes the place of a line’s number says so first, and that it needs a code', async () => {
  const portIn = {
    id: 'prt_2',
    number: '9175550190',
    status: 'action_needed',
    required: ['billingAccount' as const],
    canFix: true,
    replaces: '2125550101',
  };
  showConsole(<CorrectPortIn portIn={portIn} />, { can: [resubmitForCustomer], answers: [] });
  await userEvent.click(await screen.findByRole('button', { name: /^Correct/ }));
  const dialog = await screen.findByRole('dialog', { name: /^Correct/ });
  expect(dialog.textContent).toContain('takes the place of (212) 555-0101');
  expect(dialog.textContent).toContain('a code that they read out');
});

test('[L07] a refused number is corrected with what the old carrier asked for, and sent again', async () => {
  const portIn = {
    id: 'prt_1',
    number: '9175550190',
    status: 'action_needed',
    reason: 'account_number',
    answer: { code: '8A', text: 'Account number incorrect', at: '2026-11-20T15:00:00Z' },
    required: ['billingAccount' as const],
    canFix: true,
  };
  const stage = showConsole(<CorrectPortIn portIn={portIn} />, {
    can: [resubmitForCustomer],
    answers: [
      answering(resubmitForCustomer, () => ({ message: 'Sent', status: 'submitted' as const })),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Correct/ }));
  const dialog = await screen.findByRole('dialog', { name: /^Correct/ });
  expect(dialog.textContent).toContain('8A Account number incorrect');
  expect(within(dialog).queryByLabelText('Transfer PIN')).toBeNull();
  await userEvent.type(within(dialog).getByLabelText('Account number there'), '123456789');
  await userEvent.type(within(dialog).getByLabelText(/^Why/), 'They read it out{Enter}');
  await expect
    .poll(() => stage.sent(resubmitForCustomer.name))
    .toEqual([{ id: 'prt_1', reason: 'They read it out', billingAccountNumber: '123456789' }]);
});
