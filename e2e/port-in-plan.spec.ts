import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer, password } from './customers.ts';
import { orderPlan, post } from './purchases.ts';
import { expect, test } from './journey.ts';
import { expectFocusIn, expectFocusKept } from './keys.ts';
import {
  accepts,
  agreeToMove,
  askFor,
  checkTitle,
  closeLongNotice,
  dialogOf,
  expectState,
  giveDetails,
  number,
  ownSim,
  press,
  quickSimCheck,
  shown,
  startCheck,
  tile,
} from './porting.ts';
import {
  cards,
  havePlanInCart,
  payButton,
  typeCard,
  chooseESim,
  giveContact,
  goOn,
} from './shopping.ts';

test(
  '[E09] [G03] [G05] [I09] without a plan a number waits for one, checkout takes it along, and it comes once that is paid',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await page.goto('/dashboard');
    await startCheck(page);
    await accepts(page, '13');
    await giveDetails(page);
    const plan = dialogOf(page, 'Choose a plan for this number');
    await expect(plan).toContainText('We haven’t sent anything to your old carrier yet.');
    await expectFocusKept(page, plan);
    await expectAccessible(page, 'a number that waits for a plan');
    await page.keyboard.press('Escape');
    await expect(plan).toBeHidden();
    await expectState(page, '13', 'awaiting_plan');
    // With the carrier’s card at hand it is no other way.
    await quickSimCheck(page, ownSim('31'));
    await accepts(page, '11');
    await expect(plan).toContainText(shown('11'));
    await press(plan, 'Not now');
    await expectState(page, '11', 'awaiting_plan');
    await press(tile(page, '11'), 'Cancel the transfer');
    await press(dialogOf(page, 'Cancel the transfer of this number?'), 'Yes, cancel it');
    await expectState(page, '11', 'cancelled');
    // Nothing of it is left in the check (G03).
    await startCheck(page);
    const check = dialogOf(page, checkTitle);
    await expect(check.getByLabel('Number to transfer')).toHaveValue('');
    await expectFocusIn(check);
    await page.keyboard.press('Escape');
    await expect(check).toBeHidden();

    await tile(page, '13').getByRole('link', { name: 'Choose a plan' }).click();
    await expect(page).toHaveURL('/shop');
    await havePlanInCart(page);
    await page.goto('/cart/checkout');
    await giveContact(page);
    await goOn(page);
    await expect(page.getByRole('radio', { name: shown('13') })).toBeChecked();
    await expectAccessible(page, 'a waiting number in checkout');
    await chooseESim(page);
    await goOn(page);
    await typeCard(page, cards.good);
    await expect(
      page.getByText('Transferred from your old carrier once you’ve paid'),
    ).toBeVisible();
    await payButton(page).click();
    await press(dialogOf(page, 'Payment Successful'), 'To Dashboard');
    await expectState(page, '13', 'completed');
    await expect(page.locator('article[data-status=active]')).toContainText(shown('13'));
  },
);

test(
  '[G03] [G04] [G05] [I09] with the carrier’s SIM card at hand the number of a paid line is submitted at once, and a failed submit leads to the dashboard',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    for (const digits of ['14', '95']) {
      const { tempSubscriptionId } = await post<{ tempSubscriptionId: string }>(
        page,
        request,
        '/app/users/portin/check',
        { msisdn: number(digits), zipCode: '10038' },
      );
      const portIn = { tempSubscriptionId, msisdn: number(digits), zipCode: '10038' };
      expect(await orderPlan(page, request, cards.good, { simType: 'physical', portIn })).toBe(
        'paid',
      );
    }
    await page.goto('/dashboard/dashboard');
    await expectState(page, '14', 'details_needed');
    await expectState(page, '95', 'details_needed');
    await quickSimCheck(page, ownSim('31'));
    await accepts(page, '14');
    await closeLongNotice(page, 'to the SIM card you have');
    await expectState(page, '14', 'completed');
    await expect(page).toHaveURL('/dashboard/dashboard');

    await quickSimCheck(page, ownSim('32'));
    await accepts(page, '95');
    // To another card than the one that is mailed, each number goes with a proof of its own.
    const proof = dialogOf(page, 'Confirm it’s you');
    await proof.getByLabel('Password').fill(password);
    await press(proof, 'Confirm');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: 'couldn’t' })).toBeVisible();
    await expectState(page, '95', 'failed');
    await expectAccessible(page, 'a number that could not be submitted');
    // What can be done is said where it stands.
    await press(tile(page, '95'), 'Check the number again');
    await expect(dialogOf(page, checkTitle).getByLabel('Number to transfer')).toHaveValue(
      number('95'),
    );
  },
);

test(
  '[E12] [E13] Escape on an outcome does nothing, also where its button would send a number off',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await page.goto('/dashboard');
    const sent: string[] = [];
    page.on('request', (one) => {
      if (one.url().includes('/portin/')) sent.push(new URL(one.url()).pathname);
    });
    await quickSimCheck(page, ownSim('33'));
    await askFor(page, '15');
    const news = dialogOf(page, 'Good News!');
    await expect(news.getByRole('button', { name: 'Not now' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(news).toBeHidden();
    await startCheck(page);
    await askFor(page, '80');
    await expect(dialogOf(page, 'Oops!').getByRole('button', { name: 'Not now' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(new Set(sent)).toEqual(new Set(['/app/users/portin/check']));
  },
);

test(
  '[E10] [E11] [G07] [I09] the number of a new line is sent with its details, after the question, and the long message stays',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const msisdn = number('16');
    const zipCode = '10038';
    const { tempSubscriptionId } = await post<{ tempSubscriptionId: string }>(
      page,
      request,
      '/app/users/portin/check',
      { msisdn, zipCode },
    );
    const portIn = { tempSubscriptionId, msisdn, zipCode };
    expect(await orderPlan(page, request, cards.good, { portIn })).toBe('paid');
    await page.goto('/dashboard');
    await expectState(page, '16', 'details_needed');
    const line = page.getByRole('article', { name: 'Number on its way' });
    await expect(line).toContainText(`This line is waiting for ${shown('16')}.`);
    await press(line, 'See what it needs');
    await expect(tile(page, '16').getByRole('heading', { name: shown('16') })).toBeFocused();
    await press(tile(page, '16'), 'Enter the details');
    await giveDetails(page);
    const question = dialogOf(page, `Transfer ${shown('16')}?`);
    await expectFocusIn(question);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    // The details are kept, and nothing was sent.
    await expectState(page, '16', 'details_needed');
    await press(tile(page, '16'), 'Start the transfer');
    await agreeToMove(page, '16');
    await expectState(page, '16', 'completed');
  },
);
