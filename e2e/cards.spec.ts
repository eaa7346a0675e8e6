import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer } from './customers.ts';
import { buyPlan, cardOf, saveCard } from './purchases.ts';
import { expect, test } from './journey.ts';
import { expectFocusKept, pressOn, tabTo } from './keys.ts';
import { cards, rowsOf } from './shopping.ts';

const saved = 'Your card was saved successfully!';
const notSaved = 'Something went wrong while saving your card, please try again';

const visa = (page: Page) => page.getByRole('article', { name: 'Visa ending in 4242' });
const mastercard = (page: Page) => page.getByRole('article', { name: 'Mastercard ending in 4444' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete Card?' });
const noCards = (page: Page) => page.getByRole('heading', { name: 'No saved cards' });
const notice = (page: Page, role: 'status' | 'alert', text: string) =>
  page.getByRole(role).filter({ hasText: text });

const markers = (page: Page) =>
  page.evaluate(() => ['addCardFrom', 'addCardSession'].map((key) => localStorage.getItem(key)));

/** On the provider's page, which the markers tell of. */
async function expectProvidersPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sandbox\/pay\/setup\/[^/]+$/);
  await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible();
  expect(await markers(page)).toEqual(['payment', page.url().split('/').at(-1)]);
}

/** Half under the bar of the phone a button would count as too small. */
async function expectAccessibleFromTop(page: Page, what: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, what);
}

async function typeCard(page: Page, number: string): Promise<void> {
  const card = cardOf(number);
  await page.getByLabel('Card number').fill(card.number);
  await page.getByLabel('Expiry date').fill(card.expiry);
  await page.getByLabel('Security code').fill(card.cvv);
  await page.getByLabel('Name on the card').fill(card.cardholderName);
  await page.getByRole('button', { name: 'Save card' }).click();
}

test('[D01] [D03] [D06] [D09] a card is added on the provider’s page and comes back as the primary one', async ({
  page,
  request,
}) => {
  await arriveAsNewcomer(page, request);
  await page.goto('/dashboard/payment');
  await expect(page.getByRole('heading', { name: 'Saved cards', exact: true })).toBeVisible();
  await expect(noCards(page)).toBeVisible();
  await expect(page.getByText('Tap below to add one')).toBeVisible();
  await expectAccessible(page, 'the payment screen without cards');
  expect(await markers(page)).toEqual([null, null]);
  await page.getByRole('button', { name: 'Add a card' }).click();

  await expectProvidersPage(page);
  await expectAccessible(page, 'the provider’s page');
  await typeCard(page, cards.good);

  await expect(notice(page, 'status', saved)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(visa(page)).toContainText('Primary');
  await expect(visa(page)).toContainText('•••• 4242');
  expect(await rowsOf(visa(page))).toEqual([
    ['Name on card', 'Nora Quay'],
    ['Expires', '12/34'],
  ]);
  expect(await markers(page)).toEqual([null, null]);
  await expect(noCards(page)).toHaveCount(0);
  await expectAccessible(page, 'the payment screen with a card');
  await page.reload();
  await expect(visa(page)).toBeVisible();
  await expect(notice(page, 'status', saved)).toHaveCount(0);
});

test(
  '[D06] [D16] who leaves the provider’s page without a card is told so and keeps what there was',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await saveCard(page, request, cards.alsoGood);
    await page.goto('/dashboard/payment');
    await expect(mastercard(page)).toBeVisible();
    await page.getByRole('button', { name: 'add card' }).click();

    await expectProvidersPage(page);
    await typeCard(page, cards.declined);
    await expect(page.getByText('Your card was declined. Please try another one.')).toBeVisible();
    await expectAccessible(page, 'the provider’s page with a refused card');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await expect(notice(page, 'alert', notSaved)).toBeVisible();
    await expect(page).toHaveURL('/dashboard/payment');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
    expect(await markers(page)).toEqual([null, null]);
  },
);

test(
  '[D06] [D16] with a pending session the server’s answer counts, without one the parameter’s text',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await page.goto('/dashboard/payment');
    await page.getByRole('button', { name: 'Add a card' }).click();
    await expectProvidersPage(page);
    // Given up at the provider; the address that the customer comes back by claims otherwise.
    await request.post(page.url(), { form: { action: 'cancel' }, maxRedirects: 0 });
    await page.goto('/dashboard/payment?success=true');
    await expect(notice(page, 'alert', notSaved)).toBeVisible();
    await expect(notice(page, 'status', saved)).toHaveCount(0);
    await expect(noCards(page)).toBeVisible();
    expect(await markers(page)).toEqual([null, null]);

    await page.goto('/dashboard/payment?success');
    await expect(notice(page, 'status', saved)).toBeVisible();
    await expect(page).toHaveURL('/dashboard/payment');
    await expect(noCards(page)).toBeVisible();
  },
);

test(
  '[D09] [D10] [D12] [D15] a card becomes the primary one, and another is deleted after a question',
  { tag: '@phone' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await saveCard(page, request, cards.good);
    await saveCard(page, request, cards.alsoGood);
    await page.goto('/dashboard/payment');
    await expect(visa(page)).toContainText('Primary');
    await expect(visa(page).getByRole('button', { name: /^Set as primary/ })).toHaveCount(0);
    await expect(mastercard(page).getByRole('button', { name: /^Delete/ })).toBeVisible();
    await expect(mastercard(page)).not.toContainText('Primary');

    const listed = () =>
      page.waitForResponse(
        (answer) =>
          answer.request().method() === 'GET' && answer.url().endsWith('/app/payments/cards'),
      );
    const afterPrimary = listed();
    await mastercard(page)
      .getByRole('button', { name: /^Set as primary/ })
      .click();
    await afterPrimary;
    await expect(mastercard(page)).toContainText('Primary');
    await expect(visa(page)).not.toContainText('Primary');
    await page.reload();
    await expect(mastercard(page)).toContainText('Primary');
    await expectAccessibleFromTop(page, 'two saved cards');

    const remove = visa(page).getByRole('button', { name: /^Delete/ });
    await remove.click();
    await expect(question(page)).toContainText('Visa ending in 4242 will be removed');
    await expectAccessible(page, 'the question before a card is deleted');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toBeHidden();
    await expect(visa(page)).toBeVisible();

    await remove.click();
    const afterDelete = listed();
    await question(page).getByRole('button', { name: 'Yes, Delete' }).click();
    await afterDelete;
    await expect(question(page)).toBeHidden();
    await expect(visa(page)).toHaveCount(0);
    await expect(mastercard(page)).toContainText('Primary');
    await expectAccessibleFromTop(page, 'the card that is left');
  },
);

test(
  '[D10] [D12] cards are managed with the keyboard alone',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await saveCard(page, request, cards.good);
    await saveCard(page, request, cards.alsoGood);
    await page.goto('/dashboard/payment');
    await pressOn(page, mastercard(page).getByRole('button', { name: /^Set as primary/ }));
    await expect(mastercard(page)).toContainText('Primary');
    await expect(mastercard(page)).toBeFocused();

    const remove = visa(page).getByRole('button', { name: /^Delete/ });
    // A press while the change is under way would be lost.
    await expect(remove).not.toHaveAttribute('aria-disabled', 'true');
    await pressOn(page, remove);
    await expectFocusKept(page, question(page));
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(remove).toBeFocused();
    await expect(visa(page)).toBeVisible();

    await page.keyboard.press('Enter');
    await pressOn(page, question(page).getByRole('button', { name: 'Yes, Delete' }));
    await expect(visa(page)).toHaveCount(0);
    await expect(question(page)).toBeHidden();
    // What had the focus is gone with its card.
    await expect(page.getByRole('heading', { name: 'Saved cards' })).toBeFocused();
  },
);

test(
  '[D12] deleting the primary card of an active line warns and offers another one',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await buyPlan(page, request, cards.good, true);
    await page.goto('/dashboard/payment');
    await expect(visa(page)).toContainText('Primary');
    await visa(page)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(question(page)).toContainText('This is your only card, and your line is active.');
    await expectAccessible(page, 'the question about the only card');
    await question(page).getByRole('button', { name: 'Cancel' }).click();

    await saveCard(page, request, cards.alsoGood);
    await saveCard(page, request, '3782 822463 10005');
    await page.reload();
    await expect(
      page.getByRole('article', { name: 'American Express ending in 0005' }),
    ).toBeVisible();
    await pressOn(page, visa(page).getByRole('button', { name: /^Delete/ }));
    await expect(question(page)).toContainText(
      'This is your primary card, and your line is active.',
    );
    const choice = question(page).getByRole('radiogroup', { name: 'New primary card' });
    await expect(choice.getByRole('radio')).toHaveCount(2);
    await expectAccessible(page, 'the choice of another primary card');
    await tabTo(page, choice.getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowDown');
    const chosen = choice.getByRole('radio').nth(1);
    await expect(chosen).toBeChecked();
    const isAmex = await choice
      .getByRole('radio', { name: 'American Express ending in 0005' })
      .isChecked();
    await pressOn(page, question(page).getByRole('button', { name: 'Yes, Delete' }));
    await expect(visa(page)).toHaveCount(0);
    const next = isAmex
      ? page.getByRole('article', { name: 'American Express ending in 0005' })
      : mastercard(page);
    await expect(next).toContainText('Primary');
    await expect(page.getByText('Primary', { exact: true })).toHaveCount(1);
  },
);
