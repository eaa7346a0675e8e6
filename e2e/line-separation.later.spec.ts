import { randomUUID } from 'node:crypto';
import { phone } from '@portside/contract/phone';
import type { APIRequestContext, Page } from '@playwright/test';
import { arriveAsNewcomer, askAsCustomer, codeTo, emailTo } from './customers.ts';
import { awake, expect, test } from './journey.ts';
import { look } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards } from './shopping.ts';
import { logInAsStaff } from './staff.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });

const order = {
  name: 'order.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nAn order of the court\n%%EOF\n'),
};

async function subjectsTo(request: APIRequestContext, email: string): Promise<string[]> {
  const answer = await request.get('/sandbox/mail/messages', { params: { to: email } });
  return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject);
}

async function textedCode(request: APIRequestContext, number: string): Promise<string> {
  let code = '';
  const seen = async () => {
    const answer = await request.get('/sandbox/texts/messages', { params: { to: `+1${number}` } });
    const [newest] = (await answer.json()) as { body: string }[];
    code = /\b\d{6}\b/.exec(newest?.body ?? '')?.[0] ?? '';
    return code;
  };
  await expect.poll(seen, { message: `a code texted to ${number}` }).not.toBe('');
  return code;
}

async function fillRequest(page: Page, email: string, number: string): Promise<void> {
  const form = main(page).getByRole('form', { name: 'Ask for it' });
  await form.getByLabel('Safe email address').fill(email);
  await form.getByLabel('Your name').fill('Noor Haddad');
  await form.getByLabel('Phone number to move').fill(number);
  await form.getByRole('radio', { name: 'My phone' }).check();
  await form.getByLabel('Name of the person who harmed you').fill('Casimir Vane');
  await form.getByRole('checkbox', { name: /^I use the lines/ }).check();
}

test(
  '[P05] without a login a number is asked for, proven and moved to an account of its own; whose account it was hears nothing',
  { tag: '@desktop' },
  async ({ page, request, browser, baseURL }) => {
    const holder = await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);
    const newContext = () =>
      browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...(baseURL && { baseURL }),
      });
    const context = await newContext();
    const safe = await context.newPage();
    const email = `noor-${randomUUID()}@example.com`;

    await test.step('the page is found from every page, says what may be asked, and can be left at once', async () => {
      await safe.goto('/contact-us');
      await awake(safe);
      const footer = safe.getByRole('contentinfo');
      await footer.getByRole('link', { name: 'Leave a shared account safely' }).click();
      await expect(safe).toHaveURL(/\/own-account$/);
      await expect(safe).not.toHaveTitle(/separat|harm|abuse|surviv/i);
      await expect(main(safe)).toContainText('two business days');
      await look(safe, 'own-account');
      await safe.route('https://www.weather.gov/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Weather</h1>' }),
      );
      for (const _ of [1, 2, 3]) await safe.keyboard.press('Shift');
      await expect(safe.getByRole('heading', { name: 'Weather' })).toBeVisible();
      await safe.goto('/own-account');
      await awake(safe);
      await safe.getByRole('link', { name: /^Leave this page/ }).click();
      await expect(safe.getByRole('heading', { name: 'Weather' })).toBeVisible();
    });

    await test.step('the safe address is proven, and the request sent', async () => {
      await safe.goto('/own-account');
      await awake(safe);
      await fillRequest(safe, email, number);
      await button(safe, 'Email me a code').click();
      await expect(main(safe).getByLabel('Code from our email')).toBeFocused();
      await main(safe)
        .getByLabel('Code from our email')
        .fill(await codeTo(request, email, /code$/));
      await look(safe, 'own-account-code');
      await button(safe, 'Send the request').click();
      const heading = safe.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('Your request is here, and not complete yet');
      await look(safe, 'own-account-open');
    });

    await test.step('with a document and a code by text it is complete', async () => {
      await main(safe).getByRole('radio', { name: 'Of the police or a court' }).check();
      await main(safe).getByLabel('File').setInputFiles(order);
      await button(safe, 'Add this document').click();
      await expect(safe.getByRole('heading', { level: 1 })).toHaveText(
        'Your request is complete, and with us',
      );
      await button(safe, /^Text a code to/).click();
      const code = await textedCode(request, number);
      await expect(main(safe).getByLabel('6-digit code').first()).toBeVisible();
      await safe.keyboard.type(code);
      await expect(main(safe)).toContainText('We know who has this phone');
      await expect(main(safe)).toContainText(/We answer by the end of/);
      await look(safe, 'own-account-waiting');
    });

    const desk = await newContext();
    const staff = await desk.newPage();
    await test.step('who is trained sees it, asks, and moves the line', async () => {
      await logInAsStaff(staff, request, 'admin');
      await staff.getByRole('link', { name: /^Line separations/ }).click();
      const { link } = await emailTo(request, email, /Your request/);
      await safe.goto(link);
      await expect(safe).toHaveURL(/\/own-account$/);
      const reference = /Request ([\d-]+)/.exec((await main(safe).textContent()) ?? '')?.[1] ?? '';
      await look(staff, 'separations');
      await staff.getByRole('link', { name: reference }).click();
      await expect(main(staff)).toContainText('Casimir Vane');
      await look(staff, 'separation');
      await button(staff, 'Move the lines').click();
      const dialog = staff.getByRole('dialog', { name: /^Move / });
      await expect(dialog).toContainText('Nobody there is told');
      await look(staff, 'separation-move');
      await dialog.getByRole('button', { name: 'Move now' }).click();
      await expect(main(staff)).toContainText('Moved lines');
      await look(staff, 'separation-moved');
    });

    await test.step('the page and the email say so, and a code logs in', async () => {
      await emailTo(request, email, /Your request/, 'account of their own');
      const { link } = await emailTo(request, email, /Your request/, '/own-account#');
      await safe.goto('/healthz');
      await safe.goto(link);
      await expect(safe.getByRole('heading', { level: 1 })).toHaveText(
        'Your number is in your own account',
      );
      await look(safe, 'own-account-done');
      await main(safe).getByRole('link', { name: 'Log in with a code' }).click();
      await safe.getByLabel('Email address').fill(email);
      await button(safe, 'Send the code').click();
      await expect(safe).toHaveURL('/otp-login');
      await expect(main(safe).locator('input:focus')).toBeVisible();
      await safe.keyboard.type(await codeTo(request, email, /login code/));
      await safe.keyboard.press('Enter');
      await expect(safe).toHaveURL(/\/dashboard/);
      await expect(main(safe)).toContainText(phone(number));
      await expect(main(safe).getByText('Active', { exact: true })).toBeVisible();
      await look(safe, 'own-dashboard');
    });

    await test.step('the holder sees a line that ended, and was told nothing', async () => {
      await page.goto('/dashboard');
      await awake(page);
      const { lines } = await askAsCustomer<{ lines: { status: string }[] }>(
        page,
        request,
        '/app/lines',
      );
      expect(lines).toMatchObject([{ status: 'ended' }]);
      await look(page, 'holder-dashboard');
      const told = (await subjectsTo(request, holder.email)).join('\n');
      expect(told).not.toMatch(/ended|moved|separat|request|handed/i);
    });
    await context.close();
    await desk.close();
  },
);
