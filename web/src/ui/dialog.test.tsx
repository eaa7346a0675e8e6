// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

function show(loading: boolean) {
  let closed = 0;
  render(
    <I18nProvider i18n={i18n}>
      <Dialog
        actions={<Button>Save</Button>}
        loading={loading}
        onClose={() => (closed += 1)}
        open
        title="Name this line"
      />
    </I18nProvider>,
  );
  return () => closed;
}

test('[E19] a dialog says that it is busy, and stays, while a request is in flight', async () => {
  const user = userEvent.setup();
  const closed = show(true);
  const dialog = screen.getByRole('dialog', { name: 'Name this line' });
  expect(dialog.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(closed()).toBe(0);
});

test('[E19] a dialog that is not busy closes by its button and by Escape', async () => {
  const user = userEvent.setup();
  const closed = show(false);
  expect(screen.getByRole('dialog').getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(closed()).toBe(1);
  await user.keyboard('{Escape}');
  expect(closed()).toBe(2);
});

test.each([
  ['text alone', '', '0'],
  ['something to press', '/faq', null],
])('[E19] a long body with %s is scrolled by the keyboard', (_, href, tabIndex) => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  render(
    <I18nProvider i18n={i18n}>
      <Dialog onClose={() => {}} open title="Long">
        <p>Read this</p>
        {href && <a href={href}>All of it</a>}
      </Dialog>
    </I18nProvider>,
  );
  const box = screen.getByText('Read this').parentElement;
  expect(box?.getAttribute('tabindex')).toBe(tabIndex);
  vi.restoreAllMocks();
});
