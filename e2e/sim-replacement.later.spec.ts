import type { APIRequestContext, Page } from '@playwright/test';
import {
  arriveAsNewcomer,
  askAsCustomer,
  emailTo,
  harbor,
  password,
  storedToken,
} from './customers.ts';
import { expect, timeTest as test } from './journey.ts';
import { look, passHours, passMinutes } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards } from './shopping.ts';

const main = (page: Page) => page.getByRole('main');
const opens = { name: 'Get a new SIM or move to another phone' };

async function unlock(page: Page, request: APIRequestContext, id: string): Promise<void> {
  const authorization = `Bearer ${await storedToken(page)}`;
  const headers = { ...harbor, authorization };
  const answer = await request.put(`/app/lines/${id}/locks`, { headers, data: { sim: false } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Asks for a new eSIM; a fresh proof is asked for on the way. */
async function askForEsim(page: Page, picture?: string): Promise<void> {
  await main(page).getByRole('button', opens).click();
  const dialog = page.getByRole('dialog', { name: 'Get a new SIM' });
  await expect(dialog).toContainText('We email you first');
  if (picture) await look(page, picture);
  await dialog.getByRole('button', { name: 'Change the SIM' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page)).toContainText('This line moves to a new eSIM on');
}

test(
  '[K14] a line moves to a new eSIM after its email, is stopped in one press, and blocked from the email',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { email } = await arriveAsNewcomer(page, request);
    await buyPlan(page, request, cards.good, true);
    const { lines } = await askAsCustomer<{ lines: { id: string }[] }>(page, request, '/app/lines');
    const id = lines[0]?.id ?? '';

    await test.step('with the SIM lock on, the page says why there is no button', async () => {
      await page.goto(`/dashboard/lines/${id}#sim`);
      await expect(page).toHaveURL(/\/phone#sim$/);
      await expect(main(page)).toContainText('The SIM lock is on');
      await expect(main(page).getByRole('button', opens)).toHaveCount(0);
      await look(page, 'sim-locked');
      await unlock(page, request, id);
      await page.reload();
      await expect(main(page)).toContainText('The SIM lock turns off on');
      await passHours(request, 1);
      await page.reload();
      await expect(main(page).getByRole('button', opens)).toBeVisible();
    });

    await test.step('the wait is shown with its time, and one press stops it', async () => {
      await askForEsim(page, 'new-sim-dialog');
      await look(page, 'sim-announced');
      await main(page).getByRole('button', { name: 'Stop this change' }).click();
      await expect(main(page)).toContainText('The SIM change was stopped. You stopped it.');
      await expect(main(page).getByRole('button', opens)).toBeVisible();
    });

    await test.step('not stopped it is done, and the new eSIM is set up as the first one', async () => {
      await passHours(request, 1);
      await page.reload();
      await askForEsim(page);
      await passMinutes(request, 16);
      await expect(main(page)).toContainText('This line has its new eSIM');
      await look(page, 'sim-done');
      await main(page).getByRole('link', { name: 'Back to the line' }).click();
      await expect(main(page).getByRole('button', { name: 'Set up eSIM' })).toBeVisible();
    });

    await test.step('the email’s link does nothing before the press, then blocks the line', async () => {
      const { link } = await emailTo(request, email, /is on its new SIM/);
      const { pathname, search } = new URL(link);
      await page.goto(pathname + search);
      await expect(page).toHaveURL(new RegExp(`${pathname}$`));
      await expect(main(page)).toContainText('is blocked, so nobody can use it');
      await look(page, 'sim-not-me');
      await main(page).getByRole('button', { name: 'This wasn’t me' }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: 'We’re blocking your line' }),
      ).toBeVisible();
      await look(page, 'sim-denied');
      expect((await emailTo(request, email, /We’re blocking your line/)).link).toContain(
        '/forgot-password',
      );
      expect(await storedToken(page)).toBeNull();
    });
  },
);
