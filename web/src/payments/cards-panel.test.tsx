// @vitest-environment jsdom
import { viewUser } from '@portside/contract/account';
import { type Card, deleteCard, listCards, setPrimaryCard } from '@portside/contract/payments';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { freshToken, lost, maya, no, unanswered } from '../testing/stage.tsx';
import { CardsPanel } from './cards-panel.tsx';
import { useSavedCards } from './use-saved-cards.ts';

beforeEach(() => {
  localStorage.clear();
  for (const { id } of shownNotifications()) closeNotification(id);
});

const visa: Card = {
  id: 'visa',
  primaryCard: true,
  cardholderName: 'Maya Alvarez',
  last4Digits: '4242',
  expiry: '04/29',
  network: 'visa',
};
const mastercard: Card = {
  ...visa,
  id: 'mc',
  primaryCard: false,
  last4Digits: '4444',
  expiry: '11/29',
  network: 'mastercard',
};

/** Cards as a server keeps them. */
function wallet(...first: Card[]) {
  let cards = first;
  const setCards = (next: Card[]) => {
    cards = next;
    return { message: 'Done.' };
  };
  return [
    answering(listCards, () => ({ cards })),
    answering(setPrimaryCard, ({ cardId }) =>
      setCards(cards.map((card) => ({ ...card, primaryCard: card.id === cardId }))),
    ),
    answering(deleteCard, ({ cardId, primaryCardId }) =>
      setCards(
        cards
          .filter((card) => card.id !== cardId)
          .map((card) => ({ ...card, primaryCard: card.id === primaryCardId || card.primaryCard })),
      ),
    ),
  ];
}

function show(answers: readonly Answer[], hasActiveLine = false, token?: string) {
  const left: string[] = [];
  function Panel() {
    const saved = useSavedCards();
    return (
      <CardsPanel hasActiveLine={hasActiveLine} leave={(url) => left.push(url)} saved={saved} />
    );
  }
  return {
    ...showScreen(<Panel />, { answers, ...(token && { token }) }),
    left,
    user: userEvent.setup(),
  };
}

const tile = (name: string) => screen.findByRole('article', { name });
const press = async (
  within_: HTMLElement,
  name: RegExp,
  user: ReturnType<typeof userEvent.setup>,
) => user.click(within(within_).getByRole('button', { name }));
const dialog = () => screen.findByRole('dialog', { name: 'Delete Card?' });
const told = () => shownNotifications().map(({ message }) => message);

test('[D01] [D03] without a card it says so, and cards can be added above and below', async () => {
  show(wallet());
  expect(await screen.findByText('No saved cards')).toBeTruthy();
  expect(screen.getByText('Tap below to add one')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Saved cards' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'add card' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add a card' })).toBeTruthy();
});

test('[D09] [D11] the primary card shows network, badge, holder, digits, expiry and Delete', async () => {
  show(wallet(visa, mastercard));
  const card = within(await tile('Visa ending in 4242'));
  for (const text of ['Visa', 'Primary', 'Maya Alvarez', '•••• 4242', '04/29']) {
    expect(card.getByText(text)).toBeTruthy();
  }
  expect(card.getByRole('button', { name: /^Delete/ })).toBeTruthy();
  expect(card.queryByRole('button', { name: /^Set as primary/ })).toBeNull();
});

test('[D10] another card shows the same without the badge, and can be set as primary', async () => {
  show(wallet(visa, mastercard));
  const card = within(await tile('Mastercard ending in 4444'));
  for (const text of ['Mastercard', 'Maya Alvarez', '•••• 4444', '11/29']) {
    expect(card.getByText(text)).toBeTruthy();
  }
  expect(card.queryByText('Primary')).toBeNull();
  expect(card.getByRole('button', { name: /^Delete/ })).toBeTruthy();
  expect(card.getByRole('button', { name: /^Set as primary/ })).toBeTruthy();
});

test('[D11] a card without digits shows a dash', async () => {
  show(wallet({ ...visa, last4Digits: '', network: null }));
  expect(within(await tile('Card')).getByText('-')).toBeTruthy();
});

test('[D19] the mark of each network is 38 px wide', async () => {
  const networks = ['visa', 'mastercard', 'amex', 'jcb', 'discover', 'diners', 'unionpay'] as const;
  show(wallet(...networks.map((network) => ({ ...mastercard, id: network, network }))));
  const tiles = await screen.findAllByRole('article');
  expect(tiles).toHaveLength(7);
  for (const one of tiles) expect(one.querySelector('svg')?.getAttribute('width')).toBe('38');
});

test('[D15] [B13] the cards have a spinner until they are known', async () => {
  let answer = (_: { cards: Card[] }) => {};
  show([answering(listCards, () => new Promise((resolve) => (answer = resolve)))]);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('No saved cards')).toBeNull();
  answer({ cards: [visa] });
  await tile('Visa ending in 4242');
  expect(screen.queryByRole('status')).toBeNull();
});

test('[I13] [D15] an answer without the key is one without cards', async () => {
  show([answering(listCards, () => ({}) as { cards: Card[] })]);
  expect(await screen.findByText('No saved cards')).toBeTruthy();
});

test('cards that did not load can be asked for again', async () => {
  let down = true;
  const { user } = show([
    answering(listCards, () => {
      if (down) throw lost();
      return { cards: [visa] };
    }),
  ]);
  const again = await screen.findByRole('button', { name: 'Try again' });
  down = false;
  await user.click(again);
  expect(await tile('Visa ending in 4242')).toBeTruthy();
});

test('[D10] [D15] [I14] Set as primary moves the badge, keeps the places and loads the list again', async () => {
  const { sent, user } = show(wallet(visa, mastercard));
  await press(await tile('Mastercard ending in 4444'), /^Set as primary/, user);
  await waitFor(() => expect(sent('listCards')).toHaveLength(2));
  expect(sent('setPrimaryCard')).toEqual([{ cardId: 'mc' }]);
  const [first, second] = screen.getAllByRole('article') as [HTMLElement, HTMLElement];
  expect(within(second).getByText('Primary')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(second));
  expect(within(first).getByRole('button', { name: /^Set as primary/ })).toBeTruthy();
  expect(told()).toEqual(['Done.']);
});

test('[D10] a primary card that the server did not take is taken back', async () => {
  let refuse = (_: unknown) => {};
  const { user } = show([
    answering(setPrimaryCard, () => new Promise((_, reject) => (refuse = reject))),
    ...wallet(visa, mastercard),
  ]);
  const second = await tile('Mastercard ending in 4444');
  await press(second, /^Set as primary/, user);
  expect(within(second).getByText('Primary')).toBeTruthy();
  refuse(lost());
  await waitFor(() => expect(within(second).queryByText('Primary')).toBeNull());
  expect(within(await tile('Visa ending in 4242')).getByText('Primary')).toBeTruthy();
  expect(told()).toEqual([]);
});

test('[D12] deleting a card asks first; Cancel and Escape leave it', async () => {
  const { sent, user } = show(wallet(visa));
  const card = await tile('Visa ending in 4242');
  await press(card, /^Delete/, user);
  const asked = within(await dialog());
  await waitFor(() =>
    expect(document.activeElement).toBe(asked.getByRole('button', { name: 'Cancel' })),
  );
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(card, /^Delete/, user);
  await dialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: /^Delete/ })),
  );
  expect(sent('deleteCard')).toEqual([]);
});

test('[D12] [D15] [E19] [I12] Yes, Delete is busy until the card is gone and the list is loaded again', async () => {
  let done = () => {};
  const cards = wallet(visa, mastercard);
  const { sent, user } = show([
    answering(deleteCard, async (input) => {
      await new Promise<void>((resolve) => (done = resolve));
      return cards.find(({ name }) => name === deleteCard.name)?.answer(input as never) as {
        message: string;
      };
    }),
    ...cards,
  ]);
  await press(await tile('Mastercard ending in 4444'), /^Delete/, user);
  const asked = await dialog();
  await user.click(within(asked).getByRole('button', { name: 'Yes, Delete' }));
  expect(asked.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('dialog')).toBe(asked);
  done();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('deleteCard')).toEqual([{ cardId: 'mc' }]);
  expect(sent('listCards')).toHaveLength(2);
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saved cards' })),
  );
  expect(told()).toEqual(['Done.']);
});

test('[D12] [E19] [I20] a deletion without an answer is left by Cancel, and the list is loaded again', async () => {
  const { sent, user } = show([answering(deleteCard, unanswered), ...wallet(visa, mastercard)]);
  await press(await tile('Mastercard ending in 4444'), /^Delete/, user);
  await user.click(within(await dialog()).getByRole('button', { name: 'Yes, Delete' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(sent('listCards')).toHaveLength(2));
  expect(told()).toEqual([]);
});

test('[D12] a card that could not be deleted stays, and so does the question', async () => {
  let down = true;
  const { user } = show([
    answering(deleteCard, () => {
      if (down) throw lost();
      throw no(404, { message: 'Gone.' });
    }),
    ...wallet(visa),
  ]);
  await press(await tile('Visa ending in 4242'), /^Delete/, user);
  const yes = within(await dialog()).getByRole('button', { name: 'Yes, Delete' });
  await user.click(yes);
  await waitFor(() => expect(yes.getAttribute('aria-busy')).toBeNull());
  expect(screen.getByRole('dialog')).toBeTruthy();
  // Deleted elsewhere: nothing is left to ask.
  down = false;
  await user.click(yes);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[D12] deleting the primary card of an active line warns and offers another one', async () => {
  const amex: Card = { ...mastercard, id: 'amex', last4Digits: '0005', network: 'amex' };
  const { sent, user } = show(wallet(visa, mastercard, amex), true);
  await press(await tile('Visa ending in 4242'), /^Delete/, user);
  const asked = within(await dialog());
  expect(asked.getByText(/your line is active/)).toBeTruthy();
  const offered = asked.getAllByRole<HTMLInputElement>('radio');
  expect(offered.map((radio) => radio.checked)).toEqual([true, false]);
  await user.click(asked.getByRole('radio', { name: 'American Express ending in 0005' }));
  await user.click(asked.getByRole('button', { name: 'Yes, Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('deleteCard')).toEqual([{ cardId: 'visa', primaryCardId: 'amex' }]);
  expect(within(await tile('American Express ending in 0005')).getByText('Primary')).toBeTruthy();
});

test.each([
  ['another card than the primary one', [visa, mastercard], 'Mastercard ending in 4444', true],
  ['a primary card without an active line', [visa, mastercard], 'Visa ending in 4242', false],
])('[D12] deleting %s does not warn', async (_, cards, name, active) => {
  const { user } = show(wallet(...cards), active);
  await press(await tile(name), /^Delete/, user);
  const asked = within(await dialog());
  expect(asked.queryByText(/your line is active/)).toBeNull();
  expect(asked.queryByRole('radio')).toBeNull();
});

test('[D12] deleting the only card of an active line warns, with none to offer', async () => {
  const { user } = show(wallet(visa), true);
  await press(await tile('Visa ending in 4242'), /^Delete/, user);
  const asked = within(await dialog());
  expect(asked.getByText(/your only card, and your line is active/)).toBeTruthy();
  expect(asked.queryByRole('radio')).toBeNull();
});

test('[A16] an agent sees the cards, why nothing can be changed, and no button that would', async () => {
  const agent = { name: 'Sam', until: '2999-01-01T00:00:00Z' };
  show(
    [...wallet(visa, mastercard), answering(viewUser, () => ({ ...maya, agent }))],
    true,
    freshToken(),
  );
  await tile('Visa ending in 4242');
  await screen.findByText('Only the customer can add, change or delete cards.');
  expect(screen.queryByRole('button')).toBeNull();
});
