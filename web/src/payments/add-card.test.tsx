// @vitest-environment jsdom
import { listCards, openCardPage } from '@portside/contract/payments';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { no } from '../testing/stage.tsx';
import { CardsPanel } from './cards-panel.tsx';
import { useSavedCards } from './use-saved-cards.ts';

beforeEach(() => {
  localStorage.clear();
});

function show(opening: Answer) {
  const left: string[] = [];
  function Panel() {
    const saved = useSavedCards();
    return <CardsPanel hasActiveLine={false} leave={(url) => left.push(url)} saved={saved} />;
  }
  const answers = [opening, answering(listCards, () => ({ cards: [] }))];
  const site = (
    <Routes>
      <Route element={<Panel />} path="/" />
      <Route element={<p>Elsewhere</p>} path="*" />
    </Routes>
  );
  return { ...showScreen(site, { answers }), left, user: userEvent.setup() };
}

test('[D16] [I15] adding a card leaves two markers and goes to the page of the provider', async () => {
  const page = { url: 'https://pay.example/setup/1', sessionId: 'ses_1' };
  const { left, user } = show(answering(openCardPage, () => page));
  await screen.findByText('No saved cards');
  const add = screen.getByRole('button', { name: 'add card' });
  await user.click(add);
  await waitFor(() => expect(left).toEqual([page.url]));
  expect({ ...localStorage }).toEqual({ addCardFrom: 'payment', addCardSession: 'ses_1' });
  // Until the page is gone; a page that comes back from the browser's own store can be used again.
  expect(add.getAttribute('aria-busy')).toBe('true');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBeNull());
});

test('[D16] a provider that cannot be reached leaves no marker and the button usable', async () => {
  const { left, user } = show(
    answering(openCardPage, () => {
      throw no(503, {
        message: 'One of our partners isn’t responding right now. Please try again.',
      });
    }),
  );
  await screen.findByText('No saved cards');
  const add = screen.getByRole('button', { name: 'add card' });
  await user.click(add);
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBeNull());
  expect(localStorage).toHaveLength(0);
  expect(left).toEqual([]);
});

test('[D16] a provider that answers late takes nobody away from another page', async () => {
  const opened = Promise.withResolvers<{ url: string; sessionId: string }>();
  const page = show(answering(openCardPage, () => opened.promise));
  await screen.findByText('No saved cards');
  await page.user.click(screen.getByRole('button', { name: 'add card' }));
  await waitFor(() => expect(page.sent('openCardPage')).toHaveLength(1));
  await act(() => page.router.navigate('/elsewhere'));
  await act(async () => opened.resolve({ url: 'https://pay.example/setup/1', sessionId: 'ses_1' }));
  await act(async () => {});
  expect(page.left).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
