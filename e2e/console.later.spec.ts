import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { giveAuthenticator } from './authenticator.ts';
import { arriveAsNewcomer, askAsCustomer, emailTo, harbor } from './customers.ts';
import { awake, expect, test } from './journey.ts';
import { expectFocusIn, pressOn, tabTo } from './keys.ts';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';
import { orderPlan, post } from './purchases.ts';
import { cards } from './shopping.ts';
import { logInAsStaff } from './staff.ts';

test.setTimeout(480_000);

const themes = ['light', 'dark'] as const;

async function expectAccessibleByDayAndNight(page: Page, path: string, width: number) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `${path} at ${width} px, ${theme}`);
  }
}

/** The newest item of a list leads to a page of its own. */
const behind: Readonly<Record<string, RegExp>> = {
  '/console/plans': /^\/console\/plans\/.+/,
  '/console/add-ons': /^\/console\/add-ons\/.+/,
  '/console/disputes': /^\/console\/disputes\/.+/,
  '/console/chats': /^\/console\/chats\/.+/,
  '/console/inbox': /^\/console\/inbox\/.+/,
};

const main = (page: Page) => page.getByRole('main');

async function look(page: Page, path: string): Promise<void> {
  await awake(page);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (width !== 1024) await expectAccessibleByDayAndNight(page, path, width);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await wide(), `${path} fits ${width} px`).toBeLessThanOrEqual(width);
    // Nothing of a list, and none of its buttons, stands beyond the edge.
    const lists = main(page).locator('div:has(> table > tbody > tr[tabindex])');
    const beyond = await lists.evaluateAll((all) =>
      all.map((list) => list.scrollWidth - list.clientWidth),
    );
    expect(Math.max(0, ...beyond), `the list of ${path} fits ${width} px`).toBeLessThanOrEqual(1);
  }
}

test(
  '[L18] every page of the console is accessible, on a phone and a desk, by day and night',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await page.goto('/console');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessibleByDayAndNight(page, 'the console’s login', width);
    }
    const { firstName, lastName, email } = await buyer(page, request);
    await writeToContact(request, email);
    await logInAsStaff(page, request, 'admin');
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    const paths = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(paths.length).toBeGreaterThan(12);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(behind)));
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await look(page, path);
      });
      const isDeeper = behind[path];
      if (!isDeeper) continue;
      const inner = main(page).getByRole('link');
      const behindIt = async () => {
        const hrefs = await inner.evaluateAll((all) =>
          all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        );
        return hrefs.find((one) => isDeeper.test(one)) ?? '';
      };
      await expect.poll(behindIt, { message: `a page behind ${path}` }).not.toBe('');
      const first = await behindIt();
      await test.step(first, async () => {
        await page.goto(first);
        await look(page, first);
        if (path === '/console/plans') await expectFlag(page);
      });
    }
    await page.goto(`/console/find?q=${encodeURIComponent(email)}`);
    await look(page, '/console/find');
    await main(page).getByRole('link').first().click();
    await expect(main(page).getByRole('heading', { name: /^Verify / })).toBeVisible();
    await look(page, 'a customer who is not verified');
    await byTicket(page);
    await expect(
      main(page).getByRole('heading', { name: `${firstName} ${lastName}` }),
    ).toBeVisible();
    await look(page, 'a customer');
    await page.goto('/console/no-such-page');
    await look(page, 'a page that is not there');
  },
);

/** Drawn as in the shop: what it names is in the page, and not seen by itself. */
async function expectFlag(page: Page): Promise<void> {
  const name = await main(page).locator('article svg use').first().getAttribute('href');
  await expect(page.locator(`symbol${name}`)).toBeAttached();
  await expect(page.locator('svg').filter({ has: page.locator('symbol') })).toBeHidden();
}

/** Somebody new who has bought a plan. */
async function buyer(page: Page, request: APIRequestContext) {
  const person = await arriveAsNewcomer(page, request);
  expect(await orderPlan(page, request, cards.good)).toBe('paid');
  return person;
}

/** So that the inbox has something in it. */
async function writeToContact(request: APIRequestContext, email: string): Promise<void> {
  const data = { name: 'Nora Quay', email, message: 'When does my number arrive?' };
  const answer = await request.post('/app/users/contactus', { headers: harbor, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const choiceOf = (page: Page) => page.getByRole('radio', { name: /^A ticket of the CRM/ });

async function byTicket(page: Page): Promise<void> {
  const ticket = choiceOf(page);
  if (!(await ticket.isChecked())) {
    await tabTo(page, page.getByRole('radio').and(page.locator(':checked')));
    while (!(await ticket.isChecked())) await page.keyboard.press('ArrowDown');
  }
  await tabTo(page, page.getByLabel('Number of the ticket'));
  await page.keyboard.type('HELP-18');
  await page.keyboard.press('Enter');
}

/** From anywhere: a slash, what is known, and Enter on what fits. */
async function find(page: Page, words: string): Promise<void> {
  await page.getByRole('main').focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expectFocusIn(main(page).getByRole('row').nth(1));
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('heading', { name: /^Verify / })).toBeVisible();
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function choose(page: Page, box: Locator, option: RegExp): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  for (let pressed = 0; pressed < 12; pressed += 1) {
    const active = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-activedescendant') ?? document.activeElement?.id,
    );
    if (active && active === (await wanted.getAttribute('id'))) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(box).toHaveText(option);
}

test(
  '[L18] [L07] a number that hangs is found, corrected and arrives, with the keyboard alone',
  { tag: '@desktop' },
  async ({ page, browser, request }) => {
    await arriveAsNewcomer(page, request);
    const msisdn = '8605550190';
    const { tempSubscriptionId } = await post<{ tempSubscriptionId: string }>(
      page,
      request,
      '/app/users/portin/check',
      { msisdn, zipCode: '10005' },
    );
    const { account, pin } = oldCarrierSecrets;
    const oldService = { billingAccountNumber: account, billingAccountPassword: pin };
    const portIn = { msisdn, zipCode: '10005', tempSubscriptionId, oldService };
    expect(await orderPlan(page, request, cards.good, { portIn })).toBe('paid');
    const status = async () => {
      type Found = { portIns: { status: string }[] };
      const { portIns } = await askAsCustomer<Found>(page, request, '/app/portins');
      return portIns[0]?.status;
    };
    await expect.poll(status, { timeout: 60_000 }).toBe('action_needed');

    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const staffPage = await desk.newPage();
    await logInAsStaff(staffPage, request, 'agent');
    await find(staffPage, msisdn);
    await byTicket(staffPage);
    await pressOn(staffPage, staffPage.getByRole('button', { name: 'Correct: (860) 555-0190' }));
    const dialog = staffPage.getByRole('dialog', { name: 'Correct: (860) 555-0190' });
    await expectFocusIn(dialog);
    const number = dialog.getByLabel('Account number there');
    await typeInto(staffPage, number, oldCarrierSecrets.otherAccount);
    const pinField = dialog.getByLabel('Transfer PIN');
    if (await pinField.count()) await typeInto(staffPage, pinField, oldCarrierSecrets.otherPin);
    await typeInto(staffPage, dialog.getByLabel(/^Why/), 'They read it out');
    await pressOn(staffPage, dialog.getByRole('button', { name: 'Send it again' }));
    await expect(dialog).toBeHidden();
    await expect.poll(status, { timeout: 60_000, message: 'the number' }).toBe('completed');
    await desk.close();
  },
);

test(
  '[L18] [L08] a refund is asked for by one and given by another, with the keyboard alone',
  { tag: '@desktop' },
  async ({ page, browser, request }) => {
    const { email } = await buyer(page, request);
    const open = async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      return context.newPage();
    };
    const agent = await open();
    await logInAsStaff(agent, request, 'agent');
    await find(agent, email);
    await byTicket(agent);
    await pressOn(agent, agent.getByRole('button', { name: /^Refund / }).first());
    const dialog = agent.getByRole('dialog', { name: 'Refund' });
    await expectFocusIn(dialog);
    await choose(agent, dialog.getByRole('combobox', { name: 'How much' }), /^All that is left/);
    await choose(agent, dialog.getByRole('combobox', { name: 'Reason' }), /^Charged twice/);
    const note = `Called twice about it, ${email}`;
    await typeInto(agent, dialog.getByLabel(/^Note for colleagues/), note);
    await pressOn(agent, dialog.getByRole('button', { name: 'Ask for approval' }));
    await expect(dialog).toBeHidden();

    const billing = await open();
    await logInAsStaff(billing, request, 'billing');
    await pressOn(billing, billing.getByRole('link', { name: /^Approvals/ }));
    const row = main(billing).getByRole('row').filter({ hasText: note });
    await pressOn(billing, row.getByRole('button', { name: /^Approve / }));
    const decision = billing.getByRole('dialog', { name: 'Approve' });
    await expectFocusIn(decision);
    await pressOn(billing, decision.getByRole('button', { name: 'Approve' }));
    await expect(decision).toBeHidden();
    await expect(row).toBeHidden();
    const outcome = async () => {
      type Found = { transactions: { outcome: string }[] };
      const { transactions } = await askAsCustomer<Found>(
        page,
        request,
        '/app/payments/transactions',
      );
      return transactions[0]?.outcome;
    };
    await expect.poll(outcome, { timeout: 60_000, message: 'the payment' }).toMatch(/refund/);
    await agent.context().close();
    await billing.context().close();
  },
);

test(
  '[L01] staff join and come back by a passkey alone, and what ends their session elsewhere ends it here',
  { tag: '@desktop' },
  async ({ page, browser, request }) => {
    await logInAsStaff(page, request, 'admin');
    await page.goto('/console/staff');
    await pressOn(page, page.getByRole('button', { name: 'Invite somebody' }));
    const invitation = page.getByRole('dialog', { name: 'Invite somebody' });
    const email = `kay-${Date.now()}@harbor.example`;
    await typeInto(page, invitation.getByLabel('Email'), email);
    await pressOn(page, invitation.getByRole('button', { name: 'Send the invitation' }));
    await expect(invitation).toBeHidden();
    const { link } = await emailTo(request, email, /invited/);

    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const kay = await desk.newPage();
    await giveAuthenticator(kay);
    await kay.goto(link);
    await expectAccessible(kay, 'an invitation');
    await expect(kay.getByLabel('Your name')).toBeFocused();
    await kay.keyboard.type('Kay Key');
    await kay.keyboard.press('Enter');
    const navigation = kay.getByRole('navigation', { name: 'Console' });
    await expect(navigation).toBeVisible();
    await pressOn(kay, navigation.getByRole('link', { name: 'Your passkeys' }));
    await expect(main(kay).getByRole('row')).toHaveCount(2);
    await look(kay, 'one’s passkeys');
    await pressOn(kay, main(kay).getByRole('button', { name: /^Remove / }));
    const question = kay.getByRole('dialog', { name: /^Remove / });
    await pressOn(kay, question.getByRole('button', { name: 'Remove' }));
    await expect(question).toContainText('Add another passkey first.');
    await kay.keyboard.press('Escape');
    await pressOn(kay, kay.getByRole('button', { name: 'Log out' }));
    const byPasskey = kay.getByRole('button', { name: 'Log in with a passkey' });
    await pressOn(kay, byPasskey);
    await expect(navigation).toBeVisible();

    await page.reload();
    const row = main(page)
      .getByRole('row')
      .filter({ hasText: 'Kay Key' })
      .filter({ hasText: email });
    await pressOn(page, row.getByRole('button', { name: 'Remove' }));
    const leaving = page.getByRole('dialog', { name: 'Remove Kay Key?' });
    await pressOn(page, leaving.getByRole('button', { name: 'Remove' }));
    await expect(leaving).toBeHidden();
    await pressOn(kay, navigation.getByRole('link', { name: 'Chats' }));
    await expect(kay.getByText('Your session has ended.')).toBeVisible();
    await expect(kay).toHaveURL(/\/console\/chats$/);
    await pressOn(kay, byPasskey);
    await expect(kay.getByText(/^This passkey opens nothing here/)).toBeVisible();
    await desk.close();
  },
);
