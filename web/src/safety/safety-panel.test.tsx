// @vitest-environment jsdom
import { endSafetyPause, type SafetyPause, viewSafety } from '@portside/contract/safety';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken } from '../testing/stage.tsx';
import { SafetyPanel } from './safety-panel.tsx';

const pause: SafetyPause = {
  began: '2026-11-22T17:00:00Z',
  until: '2026-11-23T17:00:00Z',
  why: 'password',
  stopped: [{ what: 'sim_replacement', number: '2125550101' }],
  endsWith: null,
};

function show(given: SafetyPause) {
  let current: SafetyPause | null = given;
  return showScreen(<SafetyPanel />, {
    token: freshToken(),
    answers: [
      answering(viewSafety, () => ({ pause: current })),
      answering(endSafetyPause, () => {
        current = null;
        return { message: 'Your numbers and SIMs can be moved again.' };
      }),
    ],
  });
}

test('[K15] the pause says until when, why, and what was stopped; without an older second step it cannot be ended', async () => {
  show(pause);
  expect(
    await screen.findByRole('heading', { name: /stay where they are until Nov 23/ }),
  ).toBeTruthy();
  expect(screen.getByText('Your password was changed.')).toBeTruthy();
  expect(screen.getByText('We stopped the new SIM of (212) 555-0101.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End it now' })).toBeNull();
});

test('[K15] an older second step ends it, here with a recovery code', async () => {
  const page = show({ ...pause, endsWith: 'app' });
  await userEvent.click(await screen.findByRole('button', { name: 'End it now' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'AAAA-BBBB');
  await userEvent.click(
    screen.getAllByRole('button', { name: 'End it now' }).at(-1) ?? document.body,
  );
  await waitFor(() => expect(page.sent('endSafetyPause')).toEqual([{ recoveryCode: 'AAAA-BBBB' }]));
  await waitFor(() => expect(screen.queryByText('Your password was changed.')).toBeNull());
});
