import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';
import { expectAccessible } from './accessible.ts';
import { arriveAs, arriveAsNewcomer, askAsCustomer } from './customers.ts';
import { buyPlan, orderPlan, post } from './purchases.ts';
import { expect, test } from './journey.ts';
import { expectFocusKept, pressOn, tabTo } from './keys.ts';
import {
  accepts,
  checkTitle,
  dialogOf,
  expectState,
  giveDetails,
  moves,
  number,
  press,
  refuses,
  shown,
  startCheck,
  tile,
} from './porting.ts';
import {
  cards,
  chooseESim,
  havePlanInCart,
  giveContact,
  goOn,
  payButton,
  typeCard,
} from './shopping.ts';

const { account, otherAccount, pin, otherPin } = oldCarrierSecrets;

/** Opens the dialog that asks for what was rejected only, and sends what is typed there. */
async function putRight(
  page: Page,
  digits: string,
  opener: string,
  give: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await press(tile(page, digits), opener);
  const dialog = dialogOf(page, 'Re-submit port-in');
  await expect(dialog).toContainText('Make sure the details are correct & click “Re-submit”');
  await give(dialog);
  await press(dialog, 'Re-submit');
  await expect(dialog).toBeHidden();
}

const labels = (dialog: Locator) => dialog.getByRole('textbox').count();

async function advance(request: APIRequestContext, digits: string) {
  const answer = await request.post('/sandbox/carrier/advance', {
    data: { msisdn: number(digits) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as unknown;
}

/** A newcomer with a paid line for each of these numbers, which waits for it. */
async function bringAll(page: Page, request: APIRequestContext, all: readonly string[]) {
  await arriveAsNewcomer(page, request);
  const oldService = { billingAccountNumber: account, billingAccountPassword: pin };
  for (const digits of all) {
    const asked = { msisdn: number(digits), zipCode: '10038' };
    const check = '/app/users/portin/check';
    const { tempSubscriptionId } = await post<{ tempSubscriptionId: string }>(
      page,
      request,
      check,
      asked,
    );
    const portIn = { ...asked, tempSubscriptionId, oldService };
    expect(await orderPlan(page, request, cards.good, { portIn })).toBe('paid');
  }
  await page.goto('/dashboard');
}

/** All are here, each on its line, and nothing was sent twice. */
async function allCame(
  page: Page,
  request: APIRequestContext,
  all: readonly string[],
): Promise<void> {
  for (const digits of all) {
    await expectState(page, digits, 'completed');
    const line = page.locator('article[data-status=active]', { hasText: shown(digits) });
    await expect(line).toBeVisible();
  }
  const { portIns } = await askAsCustomer<{ portIns: { msisdn: string }[] }>(
    page,
    request,
    '/app/portins',
  );
  expect(portIns.map(({ msisdn }) => msisdn).toSorted()).toEqual(all.map(number).toSorted());
}

test(
  '[E09] [E13] [G01] [G02] numbers that cannot come say why, and the dialogs of one that can keep the focus',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const line = await buyPlan(page, request, cards.good, false);
    await page.goto('/dashboard');
    await startCheck(page);
    await expectFocusKept(page, dialogOf(page, checkTitle));
    await expectAccessible(page, 'the eligibility check');
    await refuses(page, '80', 'This number can’t be transferred.');
    await refuses(page, '81', 'This number is already on our network.');
    await refuses(page, '82', 'Another transfer of this number is in progress.');
    await accepts(page, '17');
    await expectFocusKept(page, dialogOf(page, 'Let’s port in your number'));
    await expectAccessible(page, 'the old carrier’s details');
    await giveDetails(page, line);
    const question = dialogOf(page, `Transfer ${shown('17')}?`);
    await expectFocusKept(page, question);
    await expectAccessible(page, 'the question before a number moves');
    await press(question, 'Not now');
    await expectState(page, '17', 'draft');
  },
);

test(
  '[E10] [E11] [G08] [I10] a wrong account number and a wrong PIN are put right in the browser',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const all = ['90', '91', '10'];
    await bringAll(page, request, all);
    await expectState(page, '90', 'action_needed');
    await expect(tile(page, '90')).toContainText(
      'Your old carrier says the account number is wrong.',
    );
    await putRight(page, '90', 'Fix the account number', async (dialog) => {
      await expectAccessible(page, 'the re-submit of an account number');
      expect(await labels(dialog)).toBe(1);
      await dialog.getByLabel('Account number').fill(otherAccount);
    });

    await expectState(page, '91', 'action_needed');
    await expect(tile(page, '91')).toContainText('transfer PIN is wrong or has expired');
    await putRight(page, '91', 'Enter a new transfer PIN', async (dialog) => {
      expect(await labels(dialog)).toBe(1);
      await dialog.getByLabel('Number Transfer PIN').fill(otherPin);
    });
    await allCame(page, request, all);
  },
);

test(
  '[E10] [E11] [I10] a lock and another ZIP Code are put right in the browser, with other details where they are wrong too',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    const all = ['92', '93'];
    await bringAll(page, request, all);
    const lockIsOff = (dialog: Locator) =>
      dialog.getByLabel('I turned off the lock at my old carrier').check();
    await expectState(page, '92', 'action_needed');
    await expect(tile(page, '92')).toContainText('Your old carrier has a lock on this number.');
    await putRight(page, '92', 'The lock is off', lockIsOff);

    await expectState(page, '93', 'action_needed');
    await expect(tile(page, '93')).toContainText('The ZIP Code or the name doesn’t match what');
    await putRight(page, '93', 'Fix the details', async (dialog) => {
      expect(await labels(dialog)).toBe(3);
      await dialog.getByLabel('ZIP Code on your old carrier’s account').fill('89501');
      await press(dialog, 'Change other details');
      await expectAccessible(page, 'a re-submit with other details');
      await dialog.getByLabel('Number Transfer PIN').fill(otherPin);
    });

    // The lock takes its time: the first re-submit came too early.
    await expectState(page, '92', 'action_needed');
    await putRight(page, '92', 'The lock is off', lockIsOff);
    await allCame(page, request, all);
  },
);

test(
  '[I09] a delay has a day and somebody to ask, and a lost answer sends nothing twice',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    const all = ['94', '96'];
    await bringAll(page, request, all);
    await expectState(page, '94', 'delayed');
    await expect(tile(page, '94')).toContainText('There’s nothing for you to do.');
    await expect(tile(page, '94')).toContainText(/If it isn’t here by \w+day, \w+ \d+, contact us/);
    await expect(tile(page, '94').getByRole('link', { name: 'Contact Us' })).toBeVisible();
    await expectAccessible(page, 'numbers on their way');
    expect(await advance(request, '94')).toMatchObject({ status: 'awaiting_activation' });
    await allCame(page, request, all);
  },
);

test(
  '[E10] [E11] [I08] details that were kept are changed, and a move is given up after a question',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const msisdn = number('12');
    const { tempSubscriptionId } = await post<{ tempSubscriptionId: string }>(
      page,
      request,
      '/app/users/portin/check',
      { msisdn, zipCode: '10038' },
    );
    const oldService = { billingAccountNumber: account, billingAccountPassword: pin };
    await post(page, request, '/app/users/portin/temp/update', {
      msisdn,
      tempSubscriptionId,
      oldService,
    });
    await page.goto('/dashboard');
    await pressOn(page, tile(page, '12').getByRole('button', { name: 'Change the details' }));
    const dialog = dialogOf(page, 'Let’s port in your number');
    await expectFocusKept(page, dialog);
    await press(dialog, 'Save');
    await expect(dialog.getByText('Please enter Billing Account Number')).toBeVisible();
    await expect(dialog.getByText('Please enter your PIN Password')).toBeVisible();
    await dialog.getByLabel('Account number').fill(otherAccount);
    await dialog.getByLabel('Number Transfer PIN').fill(otherPin);
    await press(dialog, 'Save');
    await expect(dialog).toBeHidden();
    await expectState(page, '12', 'draft');
    await expect(tile(page, '12').getByRole('link', { name: 'Choose a plan' })).toBeVisible();
    await expect(tile(page, '12').getByRole('button', { name: /Bring/ })).toHaveCount(0);

    await press(tile(page, '12'), 'Cancel the transfer');
    const question = dialogOf(page, 'Cancel the transfer of this number?');
    await expectFocusKept(page, question);
    await expectAccessible(page, 'the question before a move is cancelled');
    await press(question, 'Yes, cancel it');
    await expectState(page, '12', 'cancelled');
    await expect(tile(page, '12').getByRole('heading', { name: shown('12') })).toBeFocused();
  },
);

test(
  '[G08] [H23] [I09] [I10] a number is brought in checkout, put right on the dashboard, and its line works with it',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await havePlanInCart(page);
    await page.goto('/cart/checkout');
    await giveContact(page);
    await goOn(page);
    await chooseESim(page);
    await page.getByRole('radio', { name: /^Bring/ }).check();
    const typed = page.getByLabel('Your number', { exact: true });
    await typed.fill('(520) 555-0180');
    await goOn(page);
    await expect(typed).toHaveAccessibleDescription(/This number can’t be transferred\./);
    await typed.fill('(520) 555-0191');
    await page.getByRole('radio', { name: /^Now/ }).check();
    await page.getByLabel('Account number').fill(account);
    await page.getByLabel('Number Transfer PIN').fill(pin);
    await expectAccessible(page, 'a number to be brought, in checkout');
    await goOn(page);
    await typeCard(page, cards.good);
    // Where the bill goes is the provider's to know, and nobody else's.
    await page.getByLabel('Same as the service address').uncheck();
    await page.getByLabel('Address', { exact: true }).fill('9 Mast Lane');
    await page.getByLabel('City').fill('Reno');
    await page.getByLabel('ZIP Code').fill('89501');
    await payButton(page).click();
    await press(dialogOf(page, 'Payment Successful'), 'To Dashboard');
    const provider = await (await request.get('/sandbox/pay')).text();
    expect(provider).toContain('9 Mast Lane, Reno, 89501, US');

    const coming = page.getByRole('article', { name: '(520) 555-0191', exact: true });
    await expect(coming.first()).toHaveAttribute('data-status', 'action_needed', {
      timeout: 45_000,
    });
    await press(coming.first(), 'Enter a new transfer PIN');
    const dialog = dialogOf(page, 'Re-submit port-in');
    await dialog.getByLabel('Number Transfer PIN').fill(otherPin);
    await press(dialog, 'Re-submit');
    // The tile of the move and the card of the line have the number in common.
    await expect(page.locator('article[data-status=completed]')).toBeVisible({ timeout: 45_000 });
    await expect(page.locator('article[data-status=active]')).toContainText('(520) 555-0191');
    await expectAccessible(page, 'a number that is here, and its line');
  },
);

test(
  '[I10] Ines corrects her account number with the keyboard alone, and her number comes',
  { tag: '@later' },
  async ({ page, request }, { project }) => {
    // One of the sizes has her to itself; the other looks at what is left.
    await arriveAs(page, request, 'ines@example.com');
    await page.goto('/dashboard');
    const hers = moves(page).getByRole('article', { name: '(212) 555-0190', exact: true });
    await expect(hers).toBeVisible();
    await expectAccessible(page, `the tracker of Ines on ${project.name}`);
    if (project.name !== 'desktop') return;
    await expect(hers).toHaveAttribute('data-status', 'action_needed');
    await pressOn(page, hers.getByRole('button', { name: 'Fix the account number' }));
    const dialog = dialogOf(page, 'Re-submit port-in');
    await tabTo(page, dialog.getByLabel('Account number'));
    await page.keyboard.type(otherAccount);
    await pressOn(page, dialog.getByRole('button', { name: 'Re-submit' }));
    await expect(dialog).toBeHidden();
    // The focus is on the page, where the number's way is told.
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== document.body))
      .toBe(true);
    await expect(hers).toHaveAttribute('data-status', 'completed', { timeout: 45_000 });
  },
);

test(
  'an eSIM is installed from its code, step by step on the open page, and its card then has nothing left to do',
  { tag: ['@desktop', '@later'] },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const name = await buyPlan(page, request, cards.good, false);
    await page.goto('/dashboard');
    const line = page.getByRole('article', { name });
    const dialog = dialogOf(page, 'Set up your eSIM');
    const setUp = line.getByRole('button', { name: 'Set up eSIM' });
    await expect(page.getByText('Set up the eSIM of your line to use it.').first()).toBeVisible();
    await pressOn(page, setUp);
    const code = dialog.getByRole('img', { name: 'QR code that installs your eSIM' });
    await expect(code).toBeVisible();
    await expectFocusKept(page, dialog);
    await expectAccessible(page, 'the eSIM to be installed');
    // Left and come back to: it goes on where it stopped.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(setUp).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(code).toBeVisible();

    const mdn = name.replaceAll(/\D/g, '');
    for (let step = 0; step < 2; step += 1) {
      await request.post('/sandbox/carrier/advance', { data: { msisdn: mdn } });
    }
    // It is installed for five seconds: a busy machine may look only after them.
    await expect(dialog).toContainText(/Your eSIM is (installed|on)/);
    await expect(code).toHaveCount(0);
    await expect(dialog).toContainText('Hidden because it’s on a phone');
    await expect(dialog).toContainText('Your eSIM is on.', { timeout: 45_000 });
    await expectAccessible(page, 'the eSIM that is on');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(line.getByRole('heading', { name })).toBeFocused();
    await expect(line.getByRole('button', { name: /eSIM/ })).toHaveCount(0);
    await expect(page.getByText('Your line is active. Nothing to do now.')).toBeVisible();
  },
);
