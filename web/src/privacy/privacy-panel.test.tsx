// @vitest-environment jsdom
import { askErasure, exportOwn, keepAccount, viewPrivacy } from '@portside/contract/privacy';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken } from '../testing/stage.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';

const at = { at: '/dashboard/setting', token: freshToken() };
const none = { erasesAt: null, waits: 7, obstacles: [], credit: 0 };

test('[L19] before an account is erased its owner reads what goes, what stays and when; then they can keep it', async () => {
  let erasesAt: string | null = null;
  const { sent } = showScreen(<PrivacyPanel />, {
    ...at,
    answers: [
      answering(viewPrivacy, () => ({ ...none, credit: 5, erasesAt })),
      answering(askErasure, () => {
        erasesAt = '2026-12-03T17:00:00Z';
        return { message: 'Your account will be erased on December 3, 2026.', erasesAt };
      }),
      answering(keepAccount, () => {
        erasesAt = null;
        return { message: 'You’re keeping your account.' };
      }),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Erase my account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase your account?' });
  for (const heading of ['What is erased', /because the law requires it/, 'When']) {
    expect(within(dialog).getByRole('heading', { name: heading })).toBeTruthy();
  }
  expect(dialog.textContent).toContain('Your credit of $5.00. We don’t pay it out.');
  expect(dialog.textContent).toContain('In 7 days.');
  expect(sent(askErasure.name)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase my account' }));
  expect(await screen.findByText(/will be erased on .*Until then you can keep it/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: 'Erase my account' })).toBeTruthy();
  expect(sent(keepAccount.name)).toEqual([{}]);
});

test('[L19] what stands in the way is said in place of the button', async () => {
  showScreen(<PrivacyPanel />, {
    ...at,
    answers: [
      answering(viewPrivacy, () => ({
        ...none,
        obstacles: [{ reason: 'line_live', message: 'You still have a line. End it first.' }],
      })),
    ],
  });
  expect(await screen.findByText('You still have a line. End it first.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Erase my account' })).toBeNull();
});

test('[L19] a customer saves what is kept of them as a file', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:file';
  const file = { fileName: 'customer-usr_1-2026-11-20.json', content: new Blob(['{}']) };
  showScreen(<PrivacyPanel />, {
    ...at,
    answers: [answering(viewPrivacy, () => none), answering(exportOwn, () => file as never)],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Save the file' }));
  await expect.poll(() => saved).toEqual([file.fileName]);
  click.mockRestore();
});
