import type { APIRequestContext, Browser, Page } from '@playwright/test';
import {
  arriveAsNewcomer,
  askAsCustomer,
  codeTo,
  emailTo,
  harbor,
  newcomer,
  password,
  storedToken,
} from './customers.ts';
import { awake, expect, timeTest as test } from './journey.ts';
import { enterRoom, look, passDays } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards, register } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
const pay = 'Pay for the next 30 days';
const give = 'Give this line to someone';

async function confirmAddress(page: Page, request: APIRequestContext, email: string) {
  const otp = await codeTo(request, email, /^Confirm/);
  const headers = { ...harbor, authorization: `Bearer ${await storedToken(page)}` };
  const answer = await request.post('/app/users/verify-email', { headers, data: { otp } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Where a proof is asked for, it is given; then it is as `done` says. */
async function proveUntil(page: Page, done: ReturnType<Page['locator']>): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(proof.or(done).first()).toBeVisible();
  if (await proof.isVisible()) {
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(proof).toBeHidden();
  }
  await expect(done).toBeVisible();
}

async function otherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(baseURL && { baseURL }),
  });
  return context.newPage();
}

async function typeCard(page: Page, number: string): Promise<void> {
  const form = main(page);
  await form.getByLabel('Name on card').fill('Tomas Quay');
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry date').fill('12/34');
  await form.getByLabel('CVV').fill('123');
}

test(
  '[P04] a line is given to a newcomer who uses it, then pays for it as its manager, and is taken back',
  { tag: '@desktop' },
  async ({ page, request, browser, baseURL }) => {
    const holder = await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);
    await confirmAddress(page, request, holder.email);
    const { lines } = await askAsCustomer<{ lines: { id: string }[] }>(page, request, '/app/lines');
    const id = lines[0]?.id ?? '';
    const member = { ...newcomer(), firstName: 'Tomas' };
    const linePage = `/dashboard/lines/${id}`;

    await test.step('the holder gives it by email, as to a user', async () => {
      await page.goto(`${linePage}#household`);
      await expect(page).toHaveURL(/\/security#household$/);
      await button(page, give).click();
      const dialog = page.getByRole('dialog', { name: give });
      await dialog.getByLabel('Email address of the person who gets the line').fill(member.email);
      await look(page, 'give-line');
      await dialog.getByRole('button', { name: 'Send the invitation' }).click();
      await proveUntil(page, main(page).getByText(`You invited ${member.email} to use this line.`));
      await expect(dialog).toBeHidden();
      await look(page, 'line-invited');
    });

    await test.step('while they are only invited, all of it is the holder’s', async () => {
      await page.goto(linePage);
      await expect(main(page).getByText('Data left')).toBeVisible();
      await expect(link(page, 'Lost or stolen phone')).toBeVisible();
      await expect(main(page).getByRole('link', { name: /^Phone and SIM/ })).toBeVisible();
    });

    const other = await otherBrowser(browser, baseURL);
    await test.step('a newcomer opens the email, an account, confirms the address, and accepts', async () => {
      const told = await emailTo(request, member.email, /invites you to have a phone line/);
      expect(told.text).not.toContain(number);
      await other.goto(told.link);
      await awake(other);
      await expect(other).toHaveURL(/\/login/);
      await other.getByRole('link', { name: 'Create an account' }).click();
      await awake(other);
      await register(other, member);
      await other.waitForURL(/\/dashboard\/household$/);
      await expect(main(other)).toContainText('Confirm your email address first.');
      const otp = await codeTo(request, member.email, /^Confirm/);
      await button(other, 'Enter the code').click();
      await main(other).getByLabel('One-time code').fill(otp);
      await expect(other.getByRole('article')).toContainText('wants you to use this line');
      await look(other, 'invitation');
      await button(other, 'Accept this line').click();
      await proveUntil(other, other.getByRole('heading', { level: 1, name: number }));
      await expect(other).toHaveURL(new RegExp(`${linePage}$`));
      await emailTo(request, holder.email, /has your line .* now$/);
    });

    await test.step('the user sees how much data is left, who pays, and no price and no card', async () => {
      await expect(main(other).getByText('Data left')).toBeVisible();
      await expect(main(other)).toContainText(`${holder.firstName} pays for it.`);
      await expect(main(other)).not.toContainText('$');
      await expect(main(other)).not.toContainText(/autopay|4242/i);
      await look(other, 'line-of-a-user');
      await enterRoom(other, 'Usage');
      await expect(main(other).getByRole('heading', { level: 2 })).toHaveText(['Usage']);
      await look(other, 'usage-of-a-user');
      await enterRoom(other, 'Phone and SIM');
      await expect(button(other, 'Check this line')).toBeVisible();
      await look(other, 'phone-of-a-user');
      await other.goto('/dashboard');
      await expect(link(other, 'Open this line')).toBeVisible();
      await look(other, 'dashboard-of-a-user');
    });

    await test.step('the address of the payment says whose it is, and leads back', async () => {
      await other.goto(`${linePage}/renew`);
      await expect(main(other)).toContainText(`Only ${holder.firstName} can do this`);
      await look(other, 'renew-of-a-user');
      await link(other, 'Back to the line').last().click();
      await expect(other).toHaveURL(new RegExp(`${linePage}$`));
    });

    await test.step('the user blocks the line and unblocks it; the email is theirs', async () => {
      await link(other, 'Lost or stolen phone').click();
      await button(other, 'Block this line').click();
      const dialog = other.getByRole('dialog', { name: 'Block this line?' });
      await dialog.getByRole('button', { name: 'Block this line' }).click();
      await expect(dialog).toBeHidden();
      await expect(main(other)).toContainText('This line is blocked');
      await page.goto(`${linePage}/security`);
      await expect(main(page)).toContainText('You or Tomas can unblock it');
      await look(page, 'blocked-line-given');
      await emailTo(request, member.email, /is blocked/);
      await button(other, 'Unblock this line').click();
      await proveUntil(other, main(other).getByRole('heading', { name: 'Lost or stolen phone' }));
    });

    await test.step('the holder sees who has it and what it costs, no usage and no SIM', async () => {
      await page.goto(linePage);
      await expect(main(page)).toContainText(
        'You gave this line to Tomas, who uses it. Its usage and SIM are theirs to see.',
      );
      await expect(main(page).getByText('Next charge')).toBeVisible();
      await expect(main(page)).not.toContainText('Data left');
      await expect(main(page).getByRole('link', { name: /^Phone and SIM/ })).toHaveCount(0);
      await look(page, 'line-given');
      await page.goto('/dashboard');
      await expect(link(page, 'See who has it')).toBeVisible();
      await look(page, 'dashboard-of-a-holder');
      await page.goto(`${linePage}/phone`);
      await expect(main(page)).toContainText('Only Tomas can do this');
      await look(page, 'phone-of-a-given-line');
      await page.goto(`${linePage}/usage`);
      await expect(page.getByRole('heading', { level: 1, name: 'Plan and autopay' })).toBeVisible();
      await expect(main(page).getByRole('heading', { name: 'Autopay', level: 2 })).toBeVisible();
      await look(page, 'plan-of-a-given-line');
    });

    await test.step('the holder makes them a manager', async () => {
      await page.goto(`${linePage}#household`);
      await button(page, 'Make Tomas a manager').click();
      const dialog = page.getByRole('dialog', { name: 'Make Tomas a manager of this line?' });
      await look(page, 'make-a-manager');
      await dialog.getByRole('button', { name: 'Make them a manager' }).click();
      await proveUntil(page, button(page, 'Make Tomas a user'));
      await emailTo(request, member.email, /^You manage the line/);
    });

    await test.step('25 days later the manager pays with a card of their own, which is not kept', async () => {
      await passDays(request, 25);
      await other.goto(linePage);
      await awake(other);
      await other.goto(`${linePage}/plan`);
      await main(other)
        .getByRole('radio', { name: /^Clipper/ })
        .check();
      await main(other).getByRole('radio', { name: 'With the next payment' }).check();
      await button(other, 'See the price').click();
      await expect(main(other)).toContainText(`by ${holder.firstName}, or by you.`);
      await look(other, 'plan-change-of-a-manager');
      await other.goto(linePage);
      await link(other, pay).click();
      await expect(other.getByRole('heading', { level: 1, name: pay })).toBeVisible();
      await expect(main(other)).toContainText('Total today');
      await expect(main(other)).toContainText(`The receipt also goes to ${holder.firstName}.`);
      await expect(main(other).getByLabel('Save this card')).toHaveCount(0);
      await expect(main(other)).not.toContainText('4242');
      await typeCard(other, cards.good);
      await look(other, 'renew-by-a-manager');
      await main(other)
        .getByRole('button', { name: /^Pay \$/ })
        .click();
      await expect(other.getByText(/^Thank you! This line is paid until/)).toBeVisible();
      await expect(other).toHaveURL(new RegExp(`${linePage}$`));
      await emailTo(request, member.email, /receipt/i, 'Your card wasn’t saved');
      await emailTo(request, holder.email, /receipt/i, 'Tomas, who manages this line, paid');
      await enterRoom(other, 'Usage and plan');
      await expect(main(other)).toContainText(`Only ${holder.firstName} can change autopay`);
      await look(other, 'plan-of-a-manager');
      await other.goto('/dashboard/payment');
      await expect(main(other)).toContainText('No saved cards');
      await other.goto(`${linePage}/usage`);
    });

    await test.step('taken back, the member’s open page says so and leads to the dashboard', async () => {
      await page.goto(`${linePage}#household`);
      await button(page, 'Take this line back').click();
      const dialog = page.getByRole('dialog', { name: 'Take this line back?' });
      await look(page, 'take-back');
      await dialog.getByRole('button', { name: 'Take this line back' }).click();
      await expect(dialog).toBeHidden();
      await expect(button(page, give)).toBeVisible();
      await emailTo(request, member.email, /took the line .* back$/);
      await link(other, 'Back to the line').first().click();
      await expect(main(other)).toContainText('You don’t have this line anymore');
      await look(other, 'line-gone');
      await other.reload();
      await expect(main(other)).toContainText('We can’t find this line');
      await expect(main(other)).toContainText('it was taken back from you');
      await look(other, 'line-taken-back');
      await link(other, 'To Dashboard').click();
      await expect(main(other)).toContainText('No line yet');
      await page.goto(linePage);
      await expect(main(page).getByText('Data left')).toBeVisible();
    });
    await other.context().close();
  },
);
