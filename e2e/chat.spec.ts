import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAs, emailTo } from './customers.ts';
import { expect, test } from './journey.ts';

const launcher = (page: Page) => page.getByRole('button', { name: /^Chat/ });

/** Nothing that could be taken for a card number, as a moment's milliseconds now and then are. */
const word = () =>
  Math.random()
    .toString(36)
    .replaceAll(/[^a-z]/g, '');

async function openChat(page: Page): Promise<Locator> {
  await launcher(page).click();
  const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
  await expect(chat.getByText(/how can we help\?$/i)).toBeVisible();
  return chat;
}

/** Support in its own browser: opens the email's link and replies. */
async function replyAsStaff(staff: Page, request: APIRequestContext, asked: string, reply: string) {
  const { link } = await emailTo(request, 'help@harbor.example', /^Chat: /, asked);
  await staff.goto(link);
  await expect(staff.getByText(asked)).toBeVisible();
  await staff.getByLabel('Your reply').fill(reply);
  await staff.getByRole('button', { name: 'Send reply' }).click();
  await expect(staff.getByText('Your reply was sent.')).toBeVisible();
}

test(
  '[I23] [F08] a visitor asks, support replies by the email’s link, and the reply comes live',
  { tag: '@phone' },
  async ({ page, browser, request }) => {
    await page.goto('/faq');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const chat = await openChat(page);
    await expectAccessible(page, 'the empty chat');
    const asked = `Do you have coverage in Nome, ${word()}?`;
    await chat.getByLabel('Your message').fill(asked);
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(chat.getByText(asked)).toBeVisible();
    await expect(chat.getByText('Sending')).toHaveCount(0);

    // Without scripts, in a browser that knows nothing of the visitor.
    const away = await browser.newContext({ javaScriptEnabled: false });
    const staff = await away.newPage();
    await replyAsStaff(staff, request, asked, 'Yes, since last winter.');
    await expect(chat.getByText('Yes, since last winter.')).toBeVisible();
    await expectAccessible(page, 'the chat with a reply');

    await chat.getByLabel('Your message').press('Escape');
    await expect(chat).toBeHidden();
    await expect(launcher(page)).toBeFocused();
    await staff.getByLabel('Your reply').fill('And it is fast.');
    await staff.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByRole('button', { name: /^Chat.*1 new message$/ })).toBeVisible();
    await away.close();

    // It is there after a reload too, and seen once it is looked at.
    await page.reload();
    await expect(page.getByRole('button', { name: /^Chat/ })).toBeVisible();
    await page.mouse.move(10, 10);
    await page.getByRole('button', { name: /^Chat.*1 new message$/ }).click();
    await expect(chat.getByText('And it is fast.')).toBeVisible();
    await chat.getByRole('button', { name: 'Close chat' }).click();
    await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible();
  },
);

test(
  '[I23] a reply that came while the network was cut is there when the network is',
  { tag: '@desktop' },
  async ({ page, browser, request }) => {
    await page.goto('/faq');
    const chat = await openChat(page);
    const asked = `Are you there, ${word()}?`;
    await chat.getByLabel('Your message').fill(asked);
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(chat.getByText(asked)).toBeVisible();
    await expect(chat.getByText('Sending')).toHaveCount(0);
    await page.context().setOffline(true);
    await chat.getByLabel('Your message').fill('Lost on the way');
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(chat.getByText('Not sent. Network Error')).toBeVisible();
    await expect(chat.getByRole('button', { name: 'Send again' })).toBeInViewport();
    const away = await browser.newContext({ javaScriptEnabled: false });
    await replyAsStaff(await away.newPage(), request, asked, 'Always.');
    await away.close();
    await page.context().setOffline(false);
    await expect(chat.getByText('Always.')).toBeVisible();
  },
);

test(
  '[F08] a customer is known in the chat, and what they say is gone from the browser once they log out',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'lee@example.com');
    await page.goto('/shop');
    await launcher(page).click();
    const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
    const asked = `When does my plan end, ${word()}?`;
    await chat.getByLabel('Your message').fill(asked);
    await chat.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(chat.getByText('Sending')).toHaveCount(0);
    const { link } = await emailTo(request, 'help@harbor.example', /Lee Park/, asked);
    const staff = await page.context().newPage();
    await staff.goto(link);
    await expect(staff.getByRole('heading', { level: 1, name: 'Lee Park' })).toBeVisible();
    await expectAccessible(staff, 'support’s page');
    await staff.close();
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.reload();
    await openChat(page);
    await expect(chat.getByText(asked)).toHaveCount(0);
  },
);
