// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useChatDoor } from '../api/chat-door.ts';
import { cart } from '../cart/cart.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { plan } from '../testing/stage.tsx';
import { SignInPanel } from './sign-in-panel.tsx';

beforeEach(() => {
  localStorage.clear();
  cart.clear();
});

const page = (about?: 'help') => (
  <SignInPanel about={about} title="Create an account">
    <form aria-label="The form" />
  </SignInPanel>
);

test('next to the form is what an account gives', async () => {
  showScreen(page());
  const title = await screen.findByRole('heading', { name: 'With a Harbor account' });
  expect(within(title.closest('section') as HTMLElement).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('region', { name: 'Your plan' })).toBeNull();
});

test('with a plan in the cart, that plan stands above it', async () => {
  showScreen(page());
  act(() => void cart.add(plan));
  const tile = await screen.findByRole('region', { name: 'Your plan' });
  expect(within(tile).getByText('Sloop')).toBeTruthy();
});

test('who cannot log in is told where to look, whom to call, and may chat', async () => {
  const Door = () => <p>The chat is {useChatDoor()}</p>;
  showScreen(
    <>
      {page('help')}
      <Door />
    </>,
  );
  await screen.findByRole('heading', { name: 'Trouble logging in?' });
  const call = screen.getByRole('link', { name: '(212) 555-0100' });
  expect(call.getAttribute('href')).toBe('tel:2125550100');
  await userEvent.click(screen.getByRole('button', { name: 'Chat with us' }));
  expect(screen.getByText('The chat is open')).toBeTruthy();
});
