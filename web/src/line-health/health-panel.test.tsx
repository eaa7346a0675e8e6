// @vitest-environment jsdom
import { type Finding, viewLineHealth } from '@portside/contract/line-health';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { lineDetail, lost } from '../testing/stage.tsx';
import { HealthPanel } from './health-panel.tsx';

const unpaid: Finding = { code: 'payment', ok: false, message: 'Not paid.', action: 'renew' };
const fine: Finding = { code: 'esim', ok: true, message: 'Its eSIM is on, in a phone.' };

function show(...answers: ({ findings: Finding[]; complete: boolean } | 'down')[]) {
  let times = 0;
  const next = () => {
    const answer = answers[Math.min(times, answers.length - 1)] ?? 'down';
    times += 1;
    if (answer === 'down') throw lost();
    return answer;
  };
  showScreen(<HealthPanel line={lineDetail} />, { answers: [answering(viewLineHealth, next)] });
  return { asked: () => times };
}

test('[K22] nothing is looked at before it is asked for; what was found has the way to mend it', async () => {
  const user = userEvent.setup();
  const { asked } = show({ findings: [unpaid, fine], complete: true });
  expect(screen.getByRole('heading', { name: 'Something not working?' })).toBeTruthy();
  expect(asked()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Check this line' }));
  const outcome = await screen.findByText('We found this:');
  await waitFor(() => expect(document.activeElement).toBe(outcome));
  const link = screen.getByRole('link', { name: 'Pay for the next 30 days' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/renew');
  expect(screen.getByText('Its eSIM is on, in a phone.')).toBeTruthy();
});

test('[K22] [P09] a line on hold leads to its hold', async () => {
  const message = 'This line is on hold.';
  show({ findings: [{ code: 'hold', ok: false, message, action: 'end_hold' }], complete: true });
  await userEvent.click(screen.getByRole('button', { name: 'Check this line' }));
  const link = await screen.findByRole('link', { name: 'See the hold' });
  expect(link.getAttribute('href')).toBe('/dashboard/lines/l1/number#hold');
});

test('[K22] where all is fine, it says what else to try, and checks again when asked', async () => {
  const user = userEvent.setup();
  const { asked } = show(
    { findings: [unpaid], complete: true },
    { findings: [fine], complete: true },
  );
  await user.click(screen.getByRole('button', { name: 'Check this line' }));
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  await screen.findByText('Everything looks fine on our side.');
  expect(screen.getByText(/Restart the phone/)).toBeTruthy();
  expect(asked()).toBe(2);
});

test('[K22] a network that does not answer is said, and so is a check that fails', async () => {
  const user = userEvent.setup();
  show({ findings: [fine], complete: false }, 'down');
  await user.click(screen.getByRole('button', { name: 'Check this line' }));
  await screen.findByText('The network didn’t answer, so we couldn’t look at everything.');
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('The check didn’t work. Please try again.');
});
