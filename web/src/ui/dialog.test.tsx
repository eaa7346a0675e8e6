// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog, DialogCancel } from './dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

function show(loading: boolean) {
  const done: string[] = [];
  render(
    <I18nProvider i18n={i18n}>
      <Dialog
        actions={
          <>
            <Button onClick={() => done.push('saved')}>Save</Button>
            <DialogCancel />
          </>
        }
        onClose={() => done.push('closed')}
        open
        title="Name this line"
        work={{ loading, stop: () => done.push('stopped') }}
      />
    </I18nProvider>,
  );
  return done;
}

test('[E19] a dialog says that it is busy while a request is in flight', () => {
  show(true);
  const dialog = screen.getByRole('dialog', { name: 'Name this line' });
  expect(dialog.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});

const ways = {
  Cancel: (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Cancel' })),
  'the cross': (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' })),
  Escape: (user: UserEvent) => user.keyboard('{Escape}'),
};
test.each(Object.entries(ways))(
  '[E19] [I20] %s leaves a dialog whose call is not answered: the call is given up, and nothing else is done',
  async (_, leave) => {
    const done = show(true);
    await leave(userEvent.setup());
    expect(done).toEqual(['stopped', 'closed']);
  },
);

test('[E19] a press outside does not give up a call', async () => {
  const done = show(true);
  await userEvent.setup().click(document.body);
  expect(done).toEqual([]);
});

test('[E19] a dialog that is not busy closes by its buttons and by Escape', async () => {
  const done = show(false);
  expect(screen.getByRole('dialog').getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
  for (const leave of Object.values(ways)) await leave(userEvent.setup());
  expect(done.filter((one) => one !== 'stopped')).toEqual(['closed', 'closed', 'closed']);
});

test.each([
  ['success', 'Continue'],
  ['failure', 'Try again'],
] as const)(
  '[E12] [E13] closing an outcome of %s never does what its button does',
  async (tone, label) => {
    const done: string[] = [];
    render(
      <I18nProvider i18n={i18n}>
        <OutcomeDialog
          actionLabel={label}
          onAction={() => done.push('acted')}
          onClose={() => done.push('closed')}
          open
          text="Thank You"
          title="Payment Successful"
          tone={tone}
        />
      </I18nProvider>,
    );
    const user = userEvent.setup();
    const notNow = screen.getByRole('button', { name: 'Not now' });
    // Whoever presses Enter once too often does nothing either.
    await waitFor(() => expect(document.activeElement).toBe(notNow));
    await user.keyboard('{Escape}');
    await user.keyboard('{Enter}');
    await user.click(document.body);
    expect(done).toEqual(['closed', 'closed']);
    await user.click(screen.getByRole('button', { name: label }));
    expect(done).toEqual(['closed', 'closed', 'acted']);
  },
);

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
