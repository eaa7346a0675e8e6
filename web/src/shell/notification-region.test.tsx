// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeNotification, notify, shownNotifications } from '../api/notifications.ts';
import { NotificationRegion } from './notification-region.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });

beforeEach(async () => {
  render(
    <I18nProvider i18n={i18n}>
      <NotificationRegion />
    </I18nProvider>,
  );
  const first = notify({ error: false, message: 'Brings the drawing' });
  await screen.findByText('Brings the drawing');
  during(() => closeNotification(first));
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of shownNotifications()) closeNotification(id);
  cleanup();
  vi.useRealTimers();
});

const during = (work: () => unknown) => {
  act(() => void work());
};
const tell = (message: string) => during(() => notify({ error: true, message }));
const pass = (ms: number) => during(() => vi.advanceTimersByTime(ms));

test('[E16] a notification waits while the pointer is on it, and goes five seconds later', () => {
  tell('Network Error');
  fireEvent.pointerEnter(screen.getByRole('alert'));
  pass(60_000);
  fireEvent.pointerLeave(screen.getByRole('alert'));
  pass(4999);
  expect(screen.getByRole('alert').textContent).toContain('Network Error');
  pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[E16] a notification waits while the focus is on it, and goes five seconds later', () => {
  tell('Network Error');
  const close = screen.getByRole('button', { name: 'Close' });
  during(() => close.focus());
  pass(60_000);
  expect(screen.getByRole('alert').textContent).toContain('Network Error');
  during(() => close.blur());
  pass(5000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[E16] the one that was closed by its button holds no other', () => {
  tell('First');
  tell('Second');
  const [close] = screen.getAllByRole('button', { name: 'Close' });
  during(() => close?.focus());
  fireEvent.click(close as HTMLElement);
  expect(screen.getByRole('alert').textContent).toContain('Second');
  pass(5000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[E16] a failure that comes again is said again, with how often', () => {
  tell('Network Error');
  tell('Network Error');
  tell('Network Error');
  expect(screen.getByRole('alert').textContent).toContain('Network Error (3 times)');
});
