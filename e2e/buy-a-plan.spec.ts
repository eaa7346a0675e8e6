import { expectAccessible } from './accessible.ts';
import { emailTo, newcomer, storedToken } from './customers.ts';
import { expect, test } from './journey.ts';
import {
  acceptCookies,
  cards,
  cartLink,
  changePlan,
  centsOf,
  chooseESim,
  choosePopularPlan,
  expectStep,
  giveContact,
  applyPromo,
  goOn,
  openSummary,
  payButton,
  popular,
  register,
  rowsOf,
  sandboxNumber,
  typeCard,
} from './shopping.ts';

const labelTitle = 'Broadband Facts';

test('[A01] [A02] [A04] [B04] [C01] a visitor compares the plans with their labels, and the one chosen is in the cart', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(cartLink(page)).toHaveText('Cart 0');
  await expectAccessible(page, 'the home page with the cookie banner');
  await acceptCookies(page);
  // Each plan's label is one press away here, next to the plan in the shop, and where it is paid for.
  const labelLinks = page.getByRole('main').getByRole('link', { name: labelTitle });
  await expect(labelLinks).toHaveCount(3);
  await labelLinks.nth(1).click();
  await expect(page).toHaveURL('/shop#sloop-12');
  await expect(page.getByRole('heading', { name: labelTitle }).nth(2)).toBeInViewport();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'See the plans' }).click();

  await expect(page).toHaveURL('/shop');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Plans' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
  const tile = page.getByRole('main').getByRole('article').filter({ hasText: 'Popular' });
  await expect(tile.getByRole('heading')).toHaveText(popular.name);
  await expect(tile).toContainText('$25.00/mo');
  const lines = tile.getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toHaveText('12 GB of fast data, then 512 kbps at no charge');
  await expect(lines.locator('svg')).toHaveCount(4);
  await expect(tile.getByRole('button')).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page, 'the shop');
  await tile.getByRole('button').click();

  // Choosing leads on; the summary leads to the cart.
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText(
    popular.name,
  );
  await changePlan(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(cartLink(page)).toHaveText('Cart 1');
  await expect(page.getByRole('heading', { level: 2, name: popular.name })).toBeVisible();
  await expectAccessible(page, 'the cart');
});

test(
  '[A14] [C05] [D14] [E12] a visitor buys a plan, from the cart to the line that is active',
  { tag: '@phone' },
  async ({ page, request }) => {
    const person = newcomer();
    await page.goto('/');
    await acceptCookies(page);
    await choosePopularPlan(page);
    await expect(page).toHaveURL('/login');
    await expect(
      page.getByRole('heading', { level: 2, name: 'Contact and service address' }),
    ).toBeVisible();
    await expectAccessible(page, 'the login page');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL('/register');
    await expectAccessible(page, 'the register page');
    await register(page, person);

    await expect(page).toHaveURL('/cart/checkout');
    // In checkout the header has what helps to finish, and nothing that leads elsewhere.
    const banner = page.getByRole('banner');
    await expect(banner).toContainText('Secure checkout');
    await expect(banner.getByRole('link')).toHaveText(['', /^Call support: /]);
    await expectStep(page, 'Contact and service address');
    await expect(page.getByRole('complementary', { name: 'Order summary' })).toBeVisible();
    // What is asked begins in the first third of the screen.
    const step = page.getByRole('heading', { level: 2, name: 'Contact and service address' });
    expect((await step.boundingBox())?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
    await expectAccessible(page, 'the step of the address, empty');
    await giveContact(page);
    await expectAccessible(page, 'the step of the address');
    await goOn(page);
    await chooseESim(page);
    await expectAccessible(page, 'the step of phone and number');
    await goOn(page);
    await typeCard(page, cards.good);
    await expect(page.getByLabel('Name on card')).toHaveValue('Nora Quay');
    await applyPromo(page, 'WELCOME10');
    await expectAccessible(page, 'the step of the payment');

    const summary = await openSummary(page);
    await expect(summary).not.toContainText('Typical Download Speed', { useInnerText: true });
    await summary.getByText(labelTitle).click();
    await expect(summary).toContainText('Typical Download Speed', { useInnerText: true });
    await expectAccessible(page, 'the payment with the label');
    await summary.getByText(labelTitle).click();
    const bill = await rowsOf(summary);
    const labels = bill.map(([label]) => label);
    expect(bill[0]).toEqual([popular.name, '$25.00']);
    expect(bill).toContainEqual(['Promo code WELCOME10', '−$2.50']);
    expect(bill).toContainEqual(['Activation fee', '$0.00']);
    expect(bill).toContainEqual(['Regulatory fee (charged by Harbor, not a tax)', '$1.49']);
    expect(labels.some((label) => /tax$/i.test(label))).toBe(true);
    const cents = bill.reduce((sum, [, amount]) => sum + centsOf(amount), 0);
    const total = `$${(cents / 100).toFixed(2)}`;
    await expect(
      summary.getByText('Total today', { exact: true }).locator('xpath=..'),
    ).toContainText(total);
    await expect(payButton(page)).toHaveText(`Pay ${total}`);
    await expect(page.getByRole('main')).toContainText('14 Pier Street');
    await payButton(page).click();

    const success = page.getByRole('dialog', { name: 'Payment Successful' });
    await expect(success).toContainText('Thank You');
    await expectAccessible(page, 'the success dialog');
    // Down where the button to pay is, as on a small phone.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await success.getByRole('button', { name: 'To Dashboard' }).click();

    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Nora' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(cartLink(page)).toHaveText('Cart 0');
    const account = page.getByRole('banner').getByRole('link', { name: /^My Account/ });
    await expect(account).toContainText('NQ');
    const line = page.getByRole('article', { name: sandboxNumber });
    // Nobody loads the page again: it follows the network by itself.
    await expect(line).toHaveAttribute('data-status', 'active', { timeout: 30_000 });
    await expect(line).toContainText('Active');
    await expect(line).toContainText(popular.name);
    const number = (await line.getByRole('heading').textContent()) ?? '';
    await expectAccessible(page, 'the dashboard');

    const views = page.getByRole('button', { name: /^View the payment of/ });
    await expect(views).toHaveCount(1);
    // Nothing failed, so nothing is marked as failed, in the table as little as in the cards.
    await expect(page.getByRole('main').getByText('Failed', { exact: true })).toHaveCount(0);
    await views.click();
    const details = page.getByRole('dialog', { name: 'Payment Details' });
    await expect(details.getByText('Success', { exact: true })).toBeVisible();
    const paid = Object.fromEntries(await rowsOf(details));
    expect(paid['Item']).toBe(popular.name);
    expect(paid['Order Total']).toBe('$25.00');
    expect(paid['Regulatory Fee']).toBe('$1.49');
    expect(centsOf(paid['Discount'] ?? '')).toBe(-250);
    expect(paid['Final Checkout Amount']).toBe(total);
    expect(paid['Payment Method']).toContain('•••• 4242');
    await expectAccessible(page, 'the payment details dialog');
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();

    const news = await emailTo(request, person.email, /^Your Harbor line is active/);
    expect(news.subject).toBe(`Your Harbor line is active. Receipt: ${total}`);
    expect(news.text).toContain('Regulatory fee (charged by Harbor, not a tax)');
    expect(news.text).toContain(number);
    await emailTo(request, person.email, /^Confirm your email address$/);
  },
);

test(
  '[C05] [A21] a customer who logs in on the way to checkout comes back to it with the cart',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/shop');
    await page.getByRole('article').first().getByRole('button').click();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email address').fill('omar@example.com');
    await page.getByRole('link', { name: 'Use your password' }).click();
    await expect(page).toHaveURL('/login-with-password');
    await expectAccessible(page, 'the page of the password');
    await page.getByLabel('Password', { exact: true }).fill('Harbor1!');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/cart/checkout');
    await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText(
      'Skiff 2 GB',
    );
    expect(await storedToken(page)).toBeTruthy();
  },
);

test(
  '[C03] another plan takes the place of the one in the cart, and removing it empties the cart',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/shop');
    await page.getByRole('article').nth(0).getByRole('button').click();
    await expect(page).toHaveURL('/login');
    await changePlan(page).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Skiff 2 GB' })).toBeVisible();
    await page.getByRole('link', { name: 'Choose another plan' }).click();
    const second = page.getByRole('article').nth(1);
    await expect(page.getByRole('button', { name: /^Skiff 2 GB is selected/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await second.getByRole('button').click();
    await expect(page).toHaveURL('/login');
    await changePlan(page).click();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('heading', { level: 2, name: 'Ferry 5 GB' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Skiff 2 GB' })).toHaveCount(0);
    await expect(cartLink(page)).toHaveText('Cart 1');
    await page.getByRole('button', { name: 'Remove Ferry 5 GB' }).click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await expect(cartLink(page)).toHaveText('Cart 0');
  },
);
