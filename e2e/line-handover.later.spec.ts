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
import { enterRoom, look, passHours } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards, register } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const title = 'Hand this line over';

async function headersOf(page: Page) {
  return { ...harbor, authorization: `Bearer ${await storedToken(page)}` };
}

/** Both locks, for an hour and until somebody locks again. */
async function unlock(page: Page, request: APIRequestContext, id: string): Promise<void> {
  const data = { sim: false, number: false };
  const headers = await headersOf(page);
  const answer = await request.put(`/app/lines/${id}/locks`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  await passHours(request, 1);
}

async function confirmAddress(page: Page, request: APIRequestContext, email: string) {
  const otp = await codeTo(request, email, /^Confirm/);
  const headers = await headersOf(page);
  const answer = await request.post('/app/users/verify-email', { headers, data: { otp } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function prove(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toBeHidden();
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

/** A fresh proof is asked for on the way. */
async function offer(page: Page, email: string, picture?: string): Promise<void> {
  await button(page, title).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('What goes to the other account');
  await dialog.getByLabel('Email address of the person who takes the line').fill(email);
  if (picture) await look(page, picture);
  await dialog.getByRole('button', { name: 'Offer this line' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(proof.or(main(page).getByText('Offered', { exact: true }))).toBeVisible();
  if (await proof.isVisible()) await prove(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
}

async function giveAddress(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Accept this line' });
  await dialog.getByRole('textbox', { name: 'Number' }).fill('14');
  await dialog.getByLabel('Street name').fill('Pier Street');
  await dialog.getByLabel('City').fill('New York');
  await dialog.getByLabel('State').click();
  await page.getByRole('option', { name: 'New York' }).click();
  await dialog.getByLabel('ZIP Code').fill('10038');
}

test(
  '[P06] a line is offered by email, a newcomer accepts it with the address it went to, and it goes on there; another offer is taken back in time',
  { tag: '@desktop' },
  async ({ page, request, browser, baseURL }) => {
    const giver = await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);
    await confirmAddress(page, request, giver.email);
    const { lines } = await askAsCustomer<{ lines: { id: string }[] }>(page, request, '/app/lines');
    const id = lines[0]?.id ?? '';
    const taker = { ...newcomer(), firstName: 'Tomas' };

    await test.step('with the locks on, the page says why and leads to them', async () => {
      await page.goto(`/dashboard/lines/${id}#hand-over`);
      await expect(page).toHaveURL(/\/number#hand-over$/);
      await expect(main(page)).toContainText('The SIM lock is on. Turn it off first.');
      await expect(button(page, title)).toHaveCount(0);
      await look(page, 'hand-over-locked');
      await unlock(page, request, id);
      await page.reload();
      await expect(button(page, title)).toBeVisible();
      await look(page, 'hand-over');
    });

    await test.step('an offer is made, and both pages of the line say so', async () => {
      await offer(page, taker.email, 'hand-over-dialog');
      await expect(main(page)).toContainText(`You offered this line to ${taker.email}.`);
      await look(page, 'hand-over-offered');
      await emailTo(request, giver.email, /is offered to/);
      await page.goto('/dashboard');
      await expect(main(page)).toContainText(`You offered this line to ${taker.email}.`);
      await look(page, 'dashboard-offered');
    });

    const other = await otherBrowser(browser, baseURL);
    await test.step('a newcomer opens the email, an account, and confirms the address', async () => {
      const told = await emailTo(request, taker.email, /wants to hand you a phone line/);
      expect(told.text).not.toContain(number);
      await other.goto(told.link);
      await awake(other);
      await expect(other).toHaveURL(/\/login/);
      await other.getByRole('link', { name: 'Create an account' }).click();
      await awake(other);
      await register(other, taker);
      await other.waitForURL(/\/dashboard\/handovers$/);
      await expect(main(other)).toContainText('Confirm your email address first.');
      await look(other, 'handovers-unconfirmed');
      const otp = await codeTo(request, taker.email, /^Confirm/);
      await button(other, 'Enter the code').click();
      await main(other).getByLabel('One-time code').fill(otp);
      await expect(other.getByRole('article')).toContainText('wants to hand you this line');
      await look(other, 'handovers');
    });

    await test.step('the dashboard leads to it, too', async () => {
      await other.goto('/dashboard');
      await awake(other);
      await expect(main(other)).toContainText('A phone line is offered to you.');
      await look(other, 'dashboard-with-an-offer');
      await main(other).getByRole('link', { name: 'See the line' }).first().click();
      await expect(other).toHaveURL(/\/dashboard\/handovers$/);
    });

    await test.step('accepted with an address of their own, it is on its new page', async () => {
      await button(other, 'Decline').click();
      const question = other.getByRole('dialog', { name: 'Decline this line?' });
      await look(other, 'handover-decline');
      await question.getByRole('button', { name: 'Not now' }).click();
      await expect(button(other, 'Decline')).toBeFocused();
      await button(other, 'Accept this line').click();
      await giveAddress(other);
      await look(other, 'handover-accept');
      const dialog = other.getByRole('dialog', { name: 'Accept this line' });
      await dialog.getByRole('button', { name: 'Accept this line' }).click();
      const proof = other.getByRole('dialog', { name: 'Confirm it’s you' });
      const yours = other.getByText(/^This line is yours now\. It’s paid until/);
      await expect(proof.or(yours)).toBeVisible();
      if (await proof.isVisible()) await prove(other);
      await expect(other.getByRole('heading', { level: 1, name: number })).toBeVisible();
      await expect(yours).toBeVisible();
      await look(other, 'taken-over');
      await emailTo(request, taker.email, /is yours$/);
      await expect(main(other).getByText('Active', { exact: true })).toBeVisible();
      await enterRoom(other, 'Phone and SIM');
      await expect(main(other)).toContainText('Taken over on');
      await look(other, 'taken-over-phone');
    });

    await test.step('the giver’s page says when it was handed over, and to whom', async () => {
      await expect(main(page)).toContainText(`You handed this line over to ${taker.email} on`);
      await expect(main(page).getByText('Handed over', { exact: true })).toBeVisible();
      await look(page, 'dashboard-handed-over');
      await page.goto(`/dashboard/lines/${id}`);
      await expect(main(page)).toContainText(`You handed this line over to ${taker.email} on`);
      await expect(main(page)).not.toContainText('has ended');
      await look(page, 'line-handed-over');
      await emailTo(request, giver.email, /was handed over to/);
    });

    await test.step('the page of offers is empty by now', async () => {
      await other.goto('/dashboard/handovers');
      await awake(other);
      await expect(main(other)).toContainText('No line is offered to you');
      await look(other, 'handovers-empty');
    });

    await test.step('a line that comes back is taken back in one tab while the other one accepts', async () => {
      await other.goto('/dashboard');
      await awake(other);
      await main(other).getByRole('link', { name: 'Manage this line' }).click();
      await enterRoom(other, 'Security');
      for (const lock of ['SIM', 'number']) {
        await button(other, `Turn off the ${lock} lock`).click();
        const proof = other.getByRole('dialog', { name: 'Confirm it’s you' });
        const off = main(other)
          .getByText(/It stays on until .+, then it turns off/)
          .nth(lock === 'SIM' ? 0 : 1);
        await expect(proof.or(off)).toBeVisible();
        if (await proof.isVisible()) await prove(other);
        // The hour that passes next begins once the server has said so.
        await expect(off).toBeVisible();
      }
      await passHours(request, 1);
      await enterRoom(other, 'Number and leaving');
      await offer(other, giver.email);
      await page.goto('/dashboard/handovers');
      await expect(page.getByRole('article')).toContainText('Tomas wants to hand you this line');
      await button(page, 'Accept this line').click();
      await giveAddress(page);
      await button(other, 'Take it back').click();
      await expect(other.getByRole('heading', { level: 2, name: title })).toBeFocused();
      await expect(main(other)).toContainText(`Your last offer, to ${giver.email}, was taken back`);
      await look(other, 'hand-over-taken-back');
      const dialog = page.getByRole('dialog', { name: 'Accept this line' });
      await dialog.getByRole('button', { name: 'Accept this line' }).click();
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      const over = main(page).getByText(/^This offer is over/);
      await expect(proof.or(over)).toBeVisible();
      if (await proof.isVisible()) await prove(page);
      await expect(over).toBeVisible();
      await expect(dialog).toBeHidden();
      await look(page, 'handover-over');
      await emailTo(request, giver.email, /no longer available$/);
      await expect(main(other).getByRole('button', { name: title })).toBeVisible();
    });
    await other.context().close();
  },
);
