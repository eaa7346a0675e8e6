// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
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

/** Its dialog goes, and its field takes the focus, in one moment. */
function RefusedOnce() {
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (isRefused) field.current?.focus();
  }, [isRefused]);
  return (
    <>
      <input aria-label="Number" ref={field} />
      <button onClick={() => setOpen(true)} type="button">
        Save
      </button>
      {open && (
        <Dialog
          actions={
            <Button
              onClick={() => {
                setOpen(false);
                setRefused(true);
              }}
            >
              Confirm
            </Button>
          }
          onClose={() => setOpen(false)}
          open
          title="Confirm it’s you"
        />
      )}
    </>
  );
}

test('[E19] the field of a refusal that comes as a dialog goes keeps the focus; else it returns', async () => {
  const user = userEvent.setup();
  render(
    <I18nProvider i18n={i18n}>
      <RefusedOnce />
    </I18nProvider>,
  );
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(save));
  await user.click(save);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Number' }));
});
