// @vitest-environment jsdom
import { viewCustomer } from '@portside/contract/console/customers';
import * as calls from '@portside/contract/console/disputes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { DisputePage } from './dispute-page.tsx';
import { DisputesPage } from './disputes-page.tsx';

const dispute = {
  id: 'dsp_1',
  status: 'open' as const,
  reason: 'product_not_received',
  amount: 28.49,
  openedAt: '2026-11-20T15:00:00Z',
  respondBy: '2026-12-04T15:00:00Z',
  isLate: false,
  decidedAt: null,
  orderId: 'ord_1',
  orderNumber: 'H-4821-88',
  customerId: 'usr_1',
  customer: 'Maya A.',
  answer: null,
};
const line = { id: 'lin_1', numberEnds: '0142', status: 'active', paused: false };
const evidence = {
  parts: [{ name: 'other', title: 'Consent and receipt', text: 'Total paid: $28.49' }],
  sent: false,
  erased: true,
};

test('[L21] disputes are listed with deadline, amount and the bank’s reason; one that is too late says so', async () => {
  const late = { ...dispute, id: 'dsp_2', isLate: true };
  showConsole(<DisputesPage />, {
    can: [calls.listDisputes, viewCustomer],
    answers: [answering(calls.listDisputes, () => ({ disputes: [dispute, late] }))],
  });
  const rows = await screen.findAllByRole('row', { name: /product not received/ });
  expect(rows[0]?.textContent).toMatch(/^H-4821-88Dec 4, 2026.*To be answered\$28\.49/);
  const customer = within(rows[0] as HTMLElement).getByRole('link', { name: 'Maya A.' });
  expect(customer.getAttribute('href')).toMatch(/\/customers\/usr_1$/);
  // What a caller reads out, and what a mouse or a screen reader finds.
  const order = within(rows[0] as HTMLElement).getByRole('link', { name: 'H-4821-88' });
  expect(order.getAttribute('href')).toBe(`/disputes/${dispute.id}`);
  expect(rows[1]?.textContent).toMatch(/^H-4821-88Too late: Dec 4, 2026/);
});

test('[L21] what a colleague answered, or a bank brought, shows by itself while somebody is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let shown = [dispute];
    const stage = showConsole(<DisputesPage />, {
      can: [calls.listDisputes],
      answers: [answering(calls.listDisputes, () => ({ disputes: shown }))],
    });
    await screen.findByRole('link', { name: 'H-4821-88' });
    shown = [dispute, { ...dispute, id: 'dsp_2', orderNumber: 'H-9000-01' }];
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await screen.findByRole('link', { name: 'H-9000-01' })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    const asked = stage.sent(calls.listDisputes.name).length;
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    // Nobody is there: the session may end.
    expect(stage.sent(calls.listDisputes.name)).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('[L21] the evidence is shown before it is sent, with what was added; what was erased is said', async () => {
  const stage = showConsole(<DisputePage />, {
    can: [calls.viewDispute, calls.viewEvidence, calls.sendEvidence],
    answers: [
      answering(calls.viewDispute, () => ({ ...dispute, line })),
      answering(calls.viewEvidence, () => evidence),
      answering(calls.sendEvidence, () => ({ message: 'On its way' })),
    ],
  });
  await screen.findByText('Total paid: $28.49');
  expect(screen.getByText(/own data were erased/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send it to the bank' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send the evidence?' });
  await userEvent.type(within(dialog).getByLabelText(/^Add in your words/), 'They called us.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send it to the bank' }));
  await expect
    .poll(() => stage.sent(calls.sendEvidence.name))
    .toMatchObject([{ added: 'They called us.' }]);
});

test('[L21] an agent pauses the line after a question, and reads who may see the evidence', async () => {
  const stage = showConsole(<DisputePage />, {
    role: 'agent',
    can: [calls.viewDispute, calls.pauseForDispute],
    answers: [
      answering(calls.viewDispute, () => ({ ...dispute, line })),
      answering(calls.pauseForDispute, () => ({ message: 'Asked' })),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pause the line' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pause the line?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pause the line' }));
  await expect.poll(() => stage.sent(calls.pauseForDispute.name)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Send it to the bank' })).toBeNull();
  expect(screen.getByText(/Billing and admins see/)).toBeTruthy();
});
