import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';
import { expectAccessible } from './accessible.ts';
import { arriveAs, arriveAsNewcomer, askAsCustomer } from './customers.ts';
import { buyPlan, post } from './desk.ts';
import { expect, test } from './journey.ts';
import { expectFocusKept, pressOn } from './keys.ts';
import {
  cards,
  chooseESim,
  choosePopularPlan,
  giveContact,
  giveZip,
  goOn,
  payButton,
  review,
  typeCard,
} from './shopping.ts';

test.setTimeout(240_000);

const { account, otherAccount, pin, otherPin } = oldCarrierSecrets;
/** Numbers of Nevada, whose last two digits decide. */
const number = (digits: string) => `77555501${digits}`;
const shown = (digits: string) => `(775) 555-01${digits}`;
/** A SIM card of the carrier. */
const ownSim = (digits: string) => `89014100000000000${digits}0`;

const checkTitle = 'Check port-in eligibility';
const tile = (page: Page, digits: string) =>
  page.getByRole('article', { name: shown(digits), exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (inside: Page | Locator, name: string) =>
  inside.getByRole('button', { name, exact: true }).click();

/** Without a reload: the tracker follows by itself. */
const expectState = (page: Page, digits: string, status: string) =>
  expect(tile(page, digits), `the state of ${digits}`).toHaveAttribute('data-status', status, {
    timeout: 45_000,
  });

async function startCheck(page: Page): Promise<void> {
  await press(page, checkTitle);
}

/** Types the number into the open dialog and asks; the answer's dialog comes next. */
async function askFor(page: Page, digits: string): Promise<void> {
  const dialog = dialogOf(page, checkTitle);
  await dialog.getByLabel('Number to bring over').fill(shown(digits));
  await dialog.getByLabel('ZIP Code').fill('10038');
  await press(dialog, 'Check');
}

async function refuses(page: Page, digits: string, sentence: string): Promise<void> {
  await askFor(page, digits);
  const no = dialogOf(page, 'Oops!');
  await expect(no).toContainText('This number is not eligible for port-in.');
  await expect(no).toContainText(sentence);
  await press(no, 'Try again');
}

async function accepts(page: Page, digits: string): Promise<void> {
  await askFor(page, digits);
  const yes = dialogOf(page, 'Good News!');
  await expect(yes).toContainText('Your number is eligible for port-in');
  await expect(yes).toContainText(shown(digits));
  await press(yes, 'Continue');
}

/** The old carrier's details are typed and sent; the long notification stays until it is closed. */
async function giveDetails(page: Page): Promise<void> {
  const dialog = dialogOf(page, 'Let’s port in your number');
  await expect(dialog).toContainText('Please provide your old carrier details');
  await dialog.getByLabel('Billing account number').fill(account);
  await dialog.getByLabel('Number Transfer PIN').fill(pin);
  await press(dialog, 'Save');
  await expect(dialog).toBeHidden();
  await closeLongNotice(page);
}

async function closeLongNotice(page: Page): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: 'Once your new SIM or eSIM QR code' });
  await press(notice, 'Close');
  await expect(notice).toHaveCount(0);
}

async function quickSimCheck(page: Page, iccid: string): Promise<void> {
  await press(page, 'Quick SIM check');
  const dialog = dialogOf(page, 'Quick SIM check');
  await dialog.getByLabel('SIM number').fill(iccid);
  await press(dialog, 'Check');
  await expect(dialog).toContainText('Your existing SIM card is all set for porting.');
  await press(dialog, 'Next');
}

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

test(
  '[E09] [E10] [E11] [E13] [G01] [G02] [G07] [G08] [I07] [I08] [I09] [I10] every number of the simulated carrier comes to its end in the browser',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await page.goto('/dashboard');
    await startCheck(page);
    await expectFocusKept(page, dialogOf(page, checkTitle));
    await expectAccessible(page, 'the eligibility check');
    await refuses(page, '80', 'This number cannot be brought over.');
    await refuses(page, '81', 'This number is with our network already.');
    await refuses(page, '82', 'Another transfer of this number is under way.');

    // Each of them is accepted first. What the old carrier says comes while the next one is typed.
    const accepted = ['90', '91', '92', '93', '94', '96', '10'];
    for (const [at, digits] of accepted.entries()) {
      if (at > 0) await startCheck(page);
      await accepts(page, digits);
      if (at === 0) {
        await expectFocusKept(page, dialogOf(page, 'Let’s port in your number'));
        await expectAccessible(page, 'the old carrier’s details');
      }
      await giveDetails(page);
      await expect(tile(page, digits)).toBeVisible();
    }

    await expectState(page, '90', 'action_needed');
    await expect(tile(page, '90')).toContainText(
      'Your old carrier says the account number is wrong.',
    );
    await putRight(page, '90', 'Correct the account number', async (dialog) => {
      await expectAccessible(page, 'the re-submit of an account number');
      expect(await labels(dialog)).toBe(1);
      await dialog.getByLabel('Billing account number').fill(otherAccount);
    });

    await expectState(page, '91', 'action_needed');
    await expect(tile(page, '91')).toContainText('Number Transfer PIN is wrong or has expired');
    await putRight(page, '91', 'Enter a new transfer PIN', async (dialog) => {
      expect(await labels(dialog)).toBe(1);
      await dialog.getByLabel('Number Transfer PIN').fill(otherPin);
    });

    const lockIsOff = (dialog: Locator) =>
      dialog.getByLabel('I switched the lock off at my old carrier').check();
    await expectState(page, '92', 'action_needed');
    await expect(tile(page, '92')).toContainText('Your old carrier has a lock on this number.');
    await putRight(page, '92', 'The lock is off', lockIsOff);

    await expectState(page, '93', 'action_needed');
    await expect(tile(page, '93')).toContainText('The ZIP Code or the name is not what');
    await putRight(page, '93', 'Correct the details', async (dialog) => {
      expect(await labels(dialog)).toBe(3);
      await dialog.getByLabel('ZIP Code at your old carrier').fill('89501');
    });

    await expectState(page, '94', 'delayed');
    await expect(tile(page, '94')).toContainText('There is nothing for you to do.');
    await expectAccessible(page, 'numbers on their way');
    expect(await advance(request, '94')).toMatchObject({ status: 'awaiting_activation' });

    // The lock takes its time: the first re-submit came too early.
    await expectState(page, '92', 'action_needed');
    await putRight(page, '92', 'The lock is off', lockIsOff);
    for (const digits of accepted) {
      await expectState(page, digits, 'completed');
      await expect(tile(page, digits)).toContainText('Your number is here. Choose a plan for it.');
    }
    const { portIns } = await askAsCustomer<{ portIns: { msisdn: string }[] }>(
      page,
      request,
      '/app/portins',
    );
    // Nothing was sent twice, the one whose first answer was lost least of all.
    expect(portIns.map(({ msisdn }) => msisdn).toSorted()).toEqual(accepted.map(number).toSorted());
  },
);

test(
  '[E09] [G01] [G03] [G04] [G05] [G06] [I09] with the carrier’s SIM card at hand a number is submitted at once, and a failed submit leads to the dashboard',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await page.goto('/dashboard/dashboard');
    await quickSimCheck(page, ownSim('31'));
    await accepts(page, '11');
    await closeLongNotice(page);
    await expectState(page, '11', 'completed');
    await expect(page).toHaveURL('/dashboard/dashboard');

    await quickSimCheck(page, ownSim('32'));
    await accepts(page, '95');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: 'could not' })).toBeVisible();
    await expectState(page, '95', 'failed');
    // Nothing of it is left in the check.
    await startCheck(page);
    await expect(dialogOf(page, checkTitle).getByLabel('Number to bring over')).toHaveValue('');
    await expectAccessible(page, 'a number that could not be submitted');
  },
);

test(
  '[E10] [E11] [I08] details that were kept are changed, and a move is given up after a question',
  { tag: '@desktop' },
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
      ...{ msisdn, tempSubscriptionId, oldService },
    });
    await page.goto('/dashboard');
    await pressOn(page, tile(page, '12').getByRole('button', { name: 'Change the details' }));
    const dialog = dialogOf(page, 'Let’s port in your number');
    await expectFocusKept(page, dialog);
    await press(dialog, 'Save');
    await expect(dialog.getByText('Please enter Billing Account Number')).toBeVisible();
    await expect(dialog.getByText('Please enter your PIN Password')).toBeVisible();
    await dialog.getByLabel('Billing account number').fill(otherAccount);
    await dialog.getByLabel('Number Transfer PIN').fill(otherPin);
    await press(dialog, 'Save');
    await expect(dialog).toBeHidden();
    await expectState(page, '12', 'draft');

    await press(tile(page, '12'), 'Cancel the move');
    const question = dialogOf(page, 'Cancel bringing this number over?');
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
    await choosePopularPlan(page);
    await page.goto('/cart/checkout');
    await giveZip(page);
    await page.getByRole('radio', { name: /^Bring/ }).check();
    const typed = page.getByLabel('Your number', { exact: true });
    await typed.fill('(520) 555-0180');
    await goOn(page);
    await expect(typed).toHaveAccessibleDescription(/This number cannot be brought over\./);
    await typed.fill('(520) 555-0191');
    await page.getByRole('radio', { name: /^Now/ }).check();
    await page.getByLabel('Billing account number').fill(account);
    await page.getByLabel('Number Transfer PIN').fill(pin);
    await expectAccessible(page, 'a number to be brought, in checkout');
    await goOn(page);
    await chooseESim(page);
    await goOn(page);
    await giveContact(page);
    await goOn(page);
    await typeCard(page, cards.good);
    // Where the bill goes is the provider's to know, and nobody else's.
    await page.getByLabel('Same as the service address').uncheck();
    await page.getByLabel('Address', { exact: true }).fill('9 Mast Lane');
    await page.getByLabel('City').fill('Reno');
    await page.getByLabel('ZIP Code').fill('89501');
    await review(page);
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

test('[I10] Ines puts her account number right on her screen, and her number comes', async ({
  page,
  request,
}, { project }) => {
  // One of the sizes has her to itself; the other looks at what is left.
  await arriveAs(page, request, 'ines@example.com');
  await page.goto('/dashboard');
  const hers = page.getByRole('article', { name: '(212) 555-0190', exact: true });
  await expect(hers).toBeVisible();
  await expectAccessible(page, `the tracker of Ines on ${project.name}`);
  if (project.name !== 'desktop') return;
  await expect(hers).toHaveAttribute('data-status', 'action_needed');
  await press(hers, 'Correct the account number');
  const dialog = dialogOf(page, 'Re-submit port-in');
  await dialog.getByLabel('Billing account number').fill(otherAccount);
  await press(dialog, 'Re-submit');
  await expect(hers).toHaveAttribute('data-status', 'completed', { timeout: 45_000 });
});

test(
  'an eSIM is installed from its code, step by step on the open page, and its card then has nothing left to do',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    const name = await buyPlan(page, request, cards.good, false);
    await page.goto('/dashboard');
    const line = page.getByRole('article', { name });
    const dialog = dialogOf(page, 'Set up your eSIM');
    const setUp = line.getByRole('button', { name: 'Set up eSIM' });
    await expect(page.getByText('Your line is on. Set up its eSIM to use it.')).toBeVisible();
    await pressOn(page, setUp);
    const code = dialog.getByRole('img', { name: 'QR code that installs your eSIM' });
    await expect(code).toBeVisible();
    await expectFocusKept(page, dialog);
    await expectAccessible(page, 'the eSIM to be installed');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'the eSIM to be installed at 390 px');
    await page.setViewportSize({ width: 1440, height: 900 });
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
    await expect(dialog).toContainText('Your eSIM is installed');
    await expect(code).toHaveCount(0);
    await expect(dialog).toContainText('Hidden since it is on a phone');
    await expect(dialog).toContainText('Your eSIM is installed and on.', { timeout: 45_000 });
    await expectAccessible(page, 'the eSIM that is on');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(line.getByRole('heading', { name })).toBeFocused();
    await expect(line.getByRole('button', { name: /eSIM/ })).toHaveCount(0);
    await expect(page.getByText('Your line is on. Nothing to do now.')).toBeVisible();
  },
);
