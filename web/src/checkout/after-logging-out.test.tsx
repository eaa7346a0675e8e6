// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetPerson } from '../api/forget-person.ts';
import { session } from '../api/session.ts';
import { openCheckout, toPay } from '../testing/checkout-stage.tsx';
import { freshToken, maya } from '../testing/stage.tsx';

/** The first screen, which asks who buys, after Maya came as far as paying. */
async function firstScreen(after: () => void) {
  const page = openCheckout({}, { token: freshToken(3600, maya.id) });
  await toPay(page);
  await act(() => page.router.navigate('/shop'));
  act(after);
  await act(() => page.router.navigate('/login?next=%2Fcart%2Fcheckout'));
  return screen.findByLabelText<HTMLInputElement>('First name');
}

test('[F03] who comes after a logout sees nothing of the person before on the first screen', async () => {
  const name = await firstScreen(forgetPerson);
  expect(name.value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('');
  for (const of of ['Maya', 'Alvarez', 'Fulton Street']) {
    expect(screen.queryByDisplayValue(of)).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(of);
  }
});

test('[F03] a session that runs out keeps what was typed', async () => {
  const name = await firstScreen(() => session.end());
  await waitFor(() => expect(name.value).toBe('Maya'));
});

/** Back to this document, which the browser kept as it was while another one of the tab was there. */
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

test('[F03] a logout in another document of the tab leaves nothing in the one that Back brings up', async () => {
  const name = await firstScreen(() => {
    localStorage.removeItem('token');
    sessionStorage.clear();
    comeBack();
  });
  expect(name.value).toBe('');
});

test('[F03] a session that ran out while another document was there keeps what was typed', async () => {
  const name = await firstScreen(() => {
    localStorage.removeItem('token');
    comeBack();
  });
  await waitFor(() => expect(name.value).toBe('Maya'));
});
