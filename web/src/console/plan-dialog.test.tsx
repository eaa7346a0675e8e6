// @vitest-environment jsdom
import {
  changePlanForCustomer,
  quotePlanForCustomer,
  sendEsimForCustomer,
  undoPlanForCustomer,
} from '@portside/contract/console/line-actions';
import { listPlans } from '@portside/contract/plans';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showConsole } from '../testing/console-stage.tsx';
import { answering } from '../testing/show-screen.tsx';
import { no, plan } from '../testing/stage.tsx';
import { LineActions } from './line-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';

const line = {
  id: 'lin_1',
  number: '2125550101',
  nickname: '',
  plan: 'Sloop',
  status: 'active',
  iccid: '8901410000000000005',
  simType: 'esim',
  paidUntil: null,
};

test('[L09] an eSIM is sent again with the reason, where the line has one', async () => {
  const stage = showConsole(<LineActions line={line} />, {
    can: [sendEsimForCustomer],
    answers: [answering(sendEsimForCustomer, () => ({ message: 'Sent' }))],
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Send eSIM again/ }));
  const dialog = await screen.findByRole('dialog', { name: /^Send eSIM again/ });
  await userEvent.type(within(dialog).getByLabelText(/^Why/), 'Lost the email{Enter}');
  await expect
    .poll(() => stage.sent(sendEsimForCustomer.name))
    .toEqual([{ id: 'lin_1', reason: 'Lost the email' }]);
});

test('[L09] “Keep plan” is offered only where another one is noted', async () => {
  const can = [sendEsimForCustomer, undoPlanForCustomer];
  const first = showConsole(<LineActions line={line} />, { can, answers: [] });
  await screen.findByRole('button', { name: /^Send eSIM again/ });
  expect(screen.queryByRole('button', { name: /^Keep plan/ })).toBeNull();
  first.close();
  showConsole(<LineActions line={{ ...line, nextPlan: 'Skiff' }} />, { can, answers: [] });
  expect(await screen.findByRole('button', { name: /^Keep plan/ })).toBeTruthy();
});

test('[L09] what another plan costs is read out before it is noted, and anew when it is no longer so', async () => {
  let tries = 0;
  const stage = showConsole(
    <PlanDialog line={line} onClose={() => undefined} tells="With the next payment." />,
    {
      can: [quotePlanForCustomer, changePlanForCustomer],
      answers: [
        answering(listPlans, () => ({ plans: [plan], addOns: [] })),
        answering(quotePlanForCustomer, () => ({
          quoteId: `quo_${(tries += 1)}`,
          on: '2026-12-20T15:00:00Z',
          total: 14.5,
        })),
        answering(changePlanForCustomer, () => {
          throw no(422, { reason: 'quote_expired', message: 'The price may have changed.' });
        }),
      ],
    },
  );
  const first = await screen.findByRole('dialog', { name: /^Change plan/ });
  await userEvent.click(within(first).getByLabelText('Which plan'));
  await userEvent.click(await screen.findByRole('option', { name: /^Sloop/ }));
  await userEvent.click(within(first).getByRole('button', { name: 'See what it costs' }));
  expect((await screen.findByText(/^Read it out/)).textContent).toContain('$14.50');
  await userEvent.type(screen.getByLabelText(/^Why/), 'They asked{Enter}');
  await expect
    .poll(() => stage.sent(changePlanForCustomer.name))
    .toEqual([{ id: 'lin_1', quoteId: 'quo_1', reason: 'They asked' }]);
  expect(await screen.findByRole('button', { name: 'See what it costs' })).toBeTruthy();
});
