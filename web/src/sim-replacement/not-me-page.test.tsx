// @vitest-environment jsdom
import { denyReplacement, viewReplacement } from '@portside/contract/sim-replacement';
import type { SimReplacement } from '@portside/contract/sim-replacement-state';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { session } from '../api/session.ts';
import { answering, type Answer } from '../testing/show-screen.tsx';
import { type Answers, freshToken, no, openPage } from '../testing/stage.tsx';
import { leaveTraces, traces } from '../testing/traces.ts';
import { Component as NotMePage } from './not-me-page.tsx';

const sim: SimReplacement = {
  type: 'esim',
  state: 'announced',
  effectiveAt: '2099-11-04T15:30:00Z',
  isMailed: false,
  isStopping: false,
};
const seen = (does: 'stop' | 'block' | 'log_out', wasPressed = false) =>
  answering(viewReplacement, () => ({ sim, numberEnd: '0123', does, wasPressed }));

function open(at: string, answers: readonly Answer[]) {
  const page = openPage({
    at,
    token: freshToken(),
    answers: Object.fromEntries(answers.map((one) => [one.name, one.answer])) as Answers,
    routes: [{ path: '*', Component: NotMePage }],
  });
  onTestFinished(() => page.close());
  return page;
}
const button = () => screen.findByRole('button', { name: 'This wasn’t me' });

test('[K14] opening the link says what a press does and does nothing; the token leaves the address', async () => {
  const page = open('/sim-replacement?token=smr_1.abc', [
    seen('stop'),
    answering(denyReplacement, () => ({ message: 'The SIM change is stopped.', blocked: false })),
  ]);
  await button();
  leaveTraces();
  expect(screen.getByText(/The SIM change of ••• 0123 is stopped/)).toBeTruthy();
  expect(page.router.state.location.search).toBe('');
  expect(page.sent('denyReplacement')).toEqual([]);
  expect(screen.queryByText('Trouble logging in?')).toBeNull();
  expect(session.get().isLoggedIn).toBe(true);
  await userEvent.click(await button());
  expect((await screen.findByRole('status')).textContent).toBe('The SIM change is stopped.');
  expect(screen.queryByText('Trouble logging in?')).toBeNull();
  expect(page.sent('denyReplacement')).toEqual([{ token: 'smr_1.abc' }]);
  expect([session.get().isLoggedIn, traces()]).toEqual([false, []]);
  expect(screen.getByText(/We’re turning on the locks of your lines/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set a new password' })).toBeTruthy();
});

test('[K14] after the change it says that the line is blocked', async () => {
  open('/sim-replacement?token=t', [
    seen('block'),
    answering(denyReplacement, () => ({ message: 'The line is blocked.', blocked: true })),
  ]);
  expect(await screen.findByText(/The line ••• 0123 is blocked/)).toBeTruthy();
  await userEvent.click(await button());
  expect(await screen.findByRole('heading', { name: 'We’re blocking your line' })).toBeTruthy();
});

test('[K14] pressed before, it says what happened and has no button any more', async () => {
  open('/sim-replacement?token=t', [seen('stop', true)]);
  expect(await screen.findByText(/^You pressed this before/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'This wasn’t me' })).toBeNull();
});

test('[K14] a link that expired, or is not whole, says so and leads to people', async () => {
  const message = 'This link has expired or isn’t complete. Please call us if you need help.';
  open('/sim-replacement?token=old', [
    answering(viewReplacement, () => {
      throw no(422, { reason: 'link_expired', message });
    }),
  ]);
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByRole('link', { name: 'Contact Us' })).toBeTruthy();
});

test('[P04] [K14] of a line that two share it says that whoever asked is logged out, not this browser', async () => {
  open('/sim-replacement?token=t', [
    answering(viewReplacement, () => ({
      sim,
      numberEnd: '0123',
      does: 'stop' as const,
      wasPressed: false,
      isShared: true,
    })),
    answering(denyReplacement, () => ({ message: 'Stopped.', blocked: false, isShared: true })),
  ]);
  const press = await button();
  expect(screen.getByText('Whoever asked for the new SIM is logged out.')).toBeTruthy();
  expect(screen.queryByText(/including this one/)).toBeNull();
  await userEvent.click(press);
  await screen.findByRole('status');
  expect(screen.queryByText(/logged in to your account/)).toBeNull();
});
