// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type NotificationItem, Notifications } from './notification.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

function show(items: readonly NotificationItem[], onClose: (id: string) => void = () => {}) {
  render(
    <I18nProvider i18n={i18n}>
      <Notifications items={items} onClose={onClose} />
    </I18nProvider>,
  );
}

test('[E16] a notification without a message has the default text of its kind', () => {
  show([
    { id: 'a', error: true },
    { id: 'b', error: false },
  ]);
  expect(screen.getByRole('alert').textContent).toContain('An unexpected error occurred');
  expect(screen.getByRole('status').textContent).toContain('Success!');
});

test('[E16] a notification says its message', () => {
  show([{ id: 'a', error: true, message: 'Your card was declined' }]);
  expect(screen.getByRole('alert').textContent).toContain('Your card was declined');
  expect(screen.queryByText('An unexpected error occurred')).toBeNull();
});

test('[E16] the close button closes the one it belongs to', async () => {
  const user = userEvent.setup();
  const closed: string[] = [];
  show(
    [
      { id: 'a', error: false, message: 'First' },
      { id: 'b', error: false, message: 'Second', stayOpen: true },
    ],
    (id) => closed.push(id),
  );
  const buttons = screen.getAllByRole('button', { name: 'Close' });
  await user.click(buttons[1] as HTMLElement);
  expect(closed).toEqual(['b']);
});
